"""Functions that misbehave as players, each in its way; and programs with little time."""

from __future__ import annotations

import os
import signal
import sys
import time

import tengen.match.worker
from tengen.games.game import GamePosition
from tengen.players import Choice, Clock, external

# This file is run wherever its functions are: in the processes of a match a function has less time than it would.
tengen.match.worker.FUNCTION_TIMEOUT = 0.5
tengen.match.worker._STUBBORN = 0.3

ENGINE = os.environ.get("HOSTILE_ENGINE", "none")
hanging_program = external(f"{ENGINE} hangs", timeout=2.0, start_timeout=60.0)
loading_program = external(f"{ENGINE} 'never starts'", timeout=10.0, start_timeout=2.0)


class Wordless(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class OwnPlayer:
    """A player that is neither ours nor a function."""

    def choose(self, position: GamePosition, clock: Clock | None = None) -> Choice:
        while True:
            pass

    def seeded(self, seed: int) -> OwnPlayer:
        return self


own_player = OwnPlayer()


def raises(position: GamePosition, clock: Clock | None) -> object:
    raise LookupError("no idea")


def raises_odd_words(position: GamePosition, clock: Clock | None) -> object:
    raise OSError(2, "\udcff ] \\ \0" + "x" * 1_000_000)


def raises_without_words(position: GamePosition, clock: Clock | None) -> object:
    raise Wordless


def raises_interrupt(position: GamePosition, clock: Clock | None) -> object:
    raise KeyboardInterrupt


def exits(position: GamePosition, clock: Clock | None) -> object:
    sys.exit(3)


def exits_at_once(position: GamePosition, clock: Clock | None) -> object:
    os._exit(0)


def dies(position: GamePosition, clock: Clock | None) -> object:
    """Not at once, so that the match may look elsewhere in the meantime."""
    time.sleep(0.4)
    os.kill(os.getpid(), signal.SIGSEGV)
    return None


def loops(position: GamePosition, clock: Clock | None) -> object:
    while True:
        pass


def sleeps(position: GamePosition, clock: Clock | None) -> object:
    time.sleep(60)
    return None


def loops_whatever_happens(position: GamePosition, clock: Clock | None) -> object:
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue


def too_slow(position: GamePosition, clock: Clock | None) -> object:
    end = time.monotonic() + 0.8
    while time.monotonic() < end:
        pass
    return position.legal_moves[0]


def recurses(position: GamePosition, clock: Clock | None) -> object:
    return recurses(position, clock)


def banana(position: GamePosition, clock: Clock | None) -> object:
    return "banana"


def nothing_known(position: GamePosition, clock: Clock | None) -> object:
    return object()


def tuple_of_numbers(position: GamePosition, clock: Clock | None) -> object:
    return 0, 0


def always_the_same(position: GamePosition, clock: Clock | None) -> object:
    return "C3"


def boasts(position: GamePosition, clock: Clock | None) -> object:
    """Its moves are right, what it says about them is not."""
    print("I will win", flush=True)
    return Choice(position.legal_moves[0], "certainly", "everything", 7)  # type: ignore[arg-type]
