"""Functions that misbehave as players, each in its way; and programs with little time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from threading import Timer

from tengen.games.game import Position
from tengen.players import Choice, Clock, external

ENGINE = os.environ.get("HOSTILE_ENGINE", "none")
hanging_program = external(f"{ENGINE} hangs", timeout=2.0, start_timeout=60.0)
loading_program = external(f"{ENGINE} 'never starts'", timeout=10.0, start_timeout=2.0)


class Wordless(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class OwnPlayer:
    """A player that is neither ours nor a function."""

    def choose(self, position: Position, clock: Clock | None = None) -> Choice:
        while True:
            pass

    def seeded(self, seed: int) -> OwnPlayer:
        return self


own_player = OwnPlayer()


def raises(position: Position, clock: Clock | None) -> object:
    raise LookupError("no idea")


def forgets(position: Position, clock: Clock | None) -> object:
    return None


def raises_odd_words(position: Position, clock: Clock | None) -> object:
    raise OSError(2, "\udcff ] \\ \0" + "x" * 1_000_000)


def raises_without_words(position: Position, clock: Clock | None) -> object:
    raise Wordless


def raises_interrupt(position: Position, clock: Clock | None) -> object:
    raise KeyboardInterrupt


def exits(position: Position, clock: Clock | None) -> object:
    sys.exit(3)


def exits_at_once(position: Position, clock: Clock | None) -> object:
    os._exit(0)


def dies(position: Position, clock: Clock | None) -> object:
    """Not at once, so that the match may look elsewhere in the meantime."""
    time.sleep(0.4)
    os.kill(os.getpid(), signal.SIGSEGV)
    return None


def loops(position: Position, clock: Clock | None) -> object:
    while True:
        pass


def sleeps(position: Position, clock: Clock | None) -> object:
    time.sleep(60)
    return None


def loops_whatever_happens(position: Position, clock: Clock | None) -> object:
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue


def deaf_to_alarms(position: Position, clock: Clock | None) -> object:
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    while True:
        pass


def stands_still(position: Position, clock: Clock | None) -> object:
    os.kill(os.getpid(), signal.SIGSTOP)
    return None


def dies_while_the_other_thinks(position: Position, clock: Clock | None) -> object:
    """The first of its moves is right; its process is gone before the next one."""
    Timer(0.1, os._exit, [0]).start()
    return position.legal_moves[0]


def kills_its_parent(position: Position, clock: Clock | None) -> object:
    """Once the other side thinks."""
    Timer(0.1, os.kill, [os.getppid(), signal.SIGKILL]).start()
    return position.legal_moves[0]


def stops_its_parent(position: Position, clock: Clock | None) -> object:
    Timer(0.1, os.kill, [os.getppid(), signal.SIGSTOP]).start()
    return position.legal_moves[0]


def slow(position: Position, clock: Clock | None) -> object:
    """Nothing is wrong with it: whatever the other side does meanwhile is done when it moves."""
    time.sleep(0.3)
    return position.legal_moves[0]


def leaves_things_behind(position: Position, clock: Clock | None) -> object:
    """A process in a session of its own, whose parent is gone and perhaps its environment as well; and a folder."""
    tempfile.mkdtemp(prefix="left-")
    command = [*os.environ["HOW"].split(), sys.executable, "-c", "import time; time.sleep(600)", os.environ["LEFT"]]
    subprocess.run(["sh", "-c", 'exec "$@" &', "sh", *command], check=True)
    return position.legal_moves[0]


def too_slow(position: Position, clock: Clock | None) -> object:
    end = time.monotonic() + 0.8
    while time.monotonic() < end:
        pass
    return position.legal_moves[0]


def recurses(position: Position, clock: Clock | None) -> object:
    return recurses(position, clock)


def banana(position: Position, clock: Clock | None) -> object:
    return "banana"


def nothing_known(position: Position, clock: Clock | None) -> object:
    return object()


def tuple_of_numbers(position: Position, clock: Clock | None) -> object:
    return 0, 0


def always_the_same(position: Position, clock: Clock | None) -> object:
    return "C3"


def boasts(position: Position, clock: Clock | None) -> object:
    """Its moves are right, what it says about them is not."""
    print("I will win", flush=True)
    return Choice(position.legal_moves[0], "certainly", "everything", 7)  # type: ignore[arg-type]
