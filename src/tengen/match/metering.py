"""Clocks that count processor time: what a player's process has used, and its children. Where Linux tells."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

from tengen.errors import PlayerFailed
from tengen.games.game import Position
from tengen.match.strangers import StrangerProcess
from tengen.players import Choice, Clock, ExternalPlayer, Player
from tengen.players.clock import GRACE
from tengen.players.playing import asked

_LOOK_EVERY = 0.05  # seconds
_PROCESS_CLOCK = 2  # of a process number, as clock_getcpuclockid(3) has it
_REAPED = slice(13, 15)  # cutime and cstime among the words of /proc/PID/stat that follow the name: see proc(5)


def is_metered() -> bool:
    """Does this system say what any process has used?"""
    if sys.platform != "linux":
        return False
    try:
        processor_seconds(os.getpid())
        return os.path.exists(f"/proc/self/task/{os.getpid()}/children")
    except OSError:
        return False


def processor_seconds(process: int) -> float:
    """What this process has used so far, with its children, also those that have ended and were waited for."""
    words = Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()
    used = sum(map(int, words[_REAPED])) / os.sysconf("SC_CLK_TCK")
    used += time.clock_gettime(~process << 3 | _PROCESS_CLOCK)
    for thread in os.listdir(f"/proc/{process}/task"):
        with suppress(OSError):  # a thread or a child that has just ended
            for child in Path(f"/proc/{process}/task/{thread}/children").read_text().split():
                used += processor_seconds(int(child))
    return used


class Meter:
    """Asks players, and says what their clocks count, in one game. On processor time a program also pays for what it
    uses while the other side thinks: it ponders then."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[int | None, float]] = {}  # when a player last answered: its process, what that used

    def ask(self, player: Player, position: Position, clock: Clock | None) -> tuple[Choice | PlayerFailed, float]:
        """What the player answers or how it fails, and the seconds that its clock counts for that."""
        if clock is None or not clock.processor:
            return asked(player, position, clock)
        if not isinstance(player, StrangerProcess | ExternalPlayer):  # one of Tengen's, which thinks in this process
            begun = time.process_time()
            answer, _ = asked(player, position, clock)
            return answer, time.process_time() - begun
        with _Watch(player, clock.available + 2 * GRACE, self._read.get(id(player))) as watch:
            answer, _ = asked(player, position, clock)
        self._read[id(player)] = watch.reading
        return answer, watch.spent


class _Watch:
    """Looks at what a player's process uses while it thinks, and kills it when that is more than it has."""

    def __init__(
        self, player: StrangerProcess | ExternalPlayer, limit: float, before: tuple[int | None, float] | None
    ) -> None:
        """`before`: its reading after the move before, if there was one."""
        self.spent = 0.0
        self._player = player
        self._process = player.process
        self._limit = limit
        self._before = before
        self._over = Event()
        self._thread = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> _Watch:
        process, used = self._before or (None, 0.0)
        self._begun = used if process is not None and process == self._process else self._used()
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()
        self._look()
        self.reading = self._process, self._begun + self.spent

    def _watch(self) -> None:
        while not self._over.wait(_LOOK_EVERY):
            self._look()
            if self.spent > self._limit and self._process is not None:
                with suppress(OSError):
                    os.kill(self._process, signal.SIGKILL)

    def _look(self) -> None:
        if self._player.process != self._process:  # some programs are started for each move
            self._process, self._begun = self._player.process, 0.0
        self.spent = max(self.spent, self._used() - self._begun)

    def _used(self) -> float:
        """0 of a process that is gone."""
        try:
            return 0.0 if self._process is None else processor_seconds(self._process)
        except OSError:
            return 0.0
