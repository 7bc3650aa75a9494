"""A match as it goes on, on standard error: a table that is drawn again and again, or now and then a line."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType

from tengen.match.export import table
from tengen.match.sprt import Sprt
from tengen.match.tournament import Match
from tengen.store.finished import StoredGame

_EVERY = 0.5  # seconds on a terminal
_LINE_EVERY = 30.0  # elsewhere


class Live:
    """Tells of the games as they are kept."""

    def __init__(self, match: Match, games: int, sprt: Sprt | None) -> None:
        self._match = match
        self._sprt = sprt
        self._total = match.schedule.count(games)
        self._terminal = sys.stderr.isatty()
        self._drawn = 0  # lines

    def __enter__(self) -> Live:
        self._before = self._done = sum(number < self._total for number in self._match.file.numbers)
        self._begun = self._shown = time.monotonic()
        if self._before:
            self._write(f"going on: {self._before} of {self._total} games are in {self._match.file.path}\n")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._erase()

    def add(self, games: list[StoredGame]) -> None:
        self._done += len(games)
        now = time.monotonic()
        if now - self._shown < (_EVERY if self._terminal else _LINE_EVERY):
            return
        self._shown = now
        if not self._terminal:
            self._write(f"{self._progress(now)}\n")
            return
        lines = table(self._match.standings(), self._match.sprt(self._sprt) if self._sprt else None).splitlines()
        width, height = shutil.get_terminal_size()
        shown = [line[:width - 1] for line in [*lines, "", self._progress(now)]][-(height - 1):]
        self._erase()
        self._write("".join(f"{line}\n" for line in shown))
        self._drawn = len(shown)

    def _progress(self, now: float) -> str:
        speed = (self._done - self._before) / (now - self._begun)
        left = (self._total - self._done) / speed
        return (f"{self._done} of {self._total} games, {speed:.3g} a second, "
                f"{'at most ' if self._sprt else ''}{_duration(left)} left")

    def _erase(self) -> None:
        if self._drawn:
            self._write(f"\x1b[{self._drawn}A\x1b[J")
            self._drawn = 0

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:
            pass  # nobody is looking


def _duration(seconds: float) -> str:
    minutes, hours = seconds / 60, seconds / 3600
    return f"{seconds:.0f} s" if seconds < 100 else f"{minutes:.0f} min" if minutes < 100 else f"{hours:.1f} h"
