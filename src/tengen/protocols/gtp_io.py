"""Waiting for a line of input, and for work on a thread, so that either can be cut short by the other or by Ctrl-C."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from threading import Condition, Event, Thread
from typing import Generic, TypeVar

from tengen._core import Cancel

MOST_BYTES = 1 << 18  # of a line; of a longer one a byte more than that is kept, and the rest is dropped
_LINES_AHEAD = 64
_INTERRUPT = b"# interrupt"  # GoGui's way to stop a command

Result = TypeVar("Result")


class Lines:
    """The lines of a file descriptor, read on a thread of its own."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._lines: deque[bytes] = deque()
        self._changed = Condition()
        self._ended = False
        self.on_interrupt: Callable[[], None] | None = None  # called, on that thread, when the line is GoGui's
        Thread(target=self._read, daemon=True).start()

    def take(self) -> bytes | None:
        """The next line, without its newline; None: there are no more."""
        with self._changed:
            self._changed.wait_for(self._something)
            line = self._lines.popleft() if self._lines else None
            self._changed.notify_all()
            return line

    def arrived(self, seconds: float | None) -> bool:
        """Waits for this long at most: is there a line to take, or no more input?"""
        with self._changed:
            return self._changed.wait_for(self._something, seconds)

    def _something(self) -> bool:
        return bool(self._lines) or self._ended

    def _read(self) -> None:
        rest = b""
        while piece := self._piece():
            *whole, rest = (rest + piece).split(b"\n")
            rest = rest[:MOST_BYTES + 1]
            for line in whole:
                self._put(line[:MOST_BYTES + 1])
        if rest:
            self._put(rest)
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _piece(self) -> bytes:
        try:
            return os.read(self._file, 1 << 16)
        except OSError:
            return b""

    def _put(self, line: bytes) -> None:
        if line.strip() == _INTERRUPT and (stop := self.on_interrupt):
            stop()
        with self._changed:
            self._changed.wait_for(lambda: len(self._lines) < _LINES_AHEAD)
            self._lines.append(line)
            self._changed.notify_all()


class Job(Generic[Result]):
    """work(cancel) on a thread of its own."""

    def __init__(self, work: Callable[[Cancel], Result]) -> None:
        self.cancel = Cancel()
        self._work = work
        self._results: list[Result] = []
        self._error: BaseException | None = None
        self._done = Event()
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._results.append(self._work(self.cancel))
        except BaseException as error:  # of whoever asks for the result
            self._error = error
        finally:
            self._done.set()

    def is_done(self, seconds: float) -> bool:
        """Waits for this long at most."""
        return self._done.wait(seconds)

    def result(self) -> Result:
        """What the work gave, or raises what it raised. It is done."""
        if self._error is not None:
            raise self._error
        return self._results[0]

    def stop(self) -> None:
        """Asks it to stop, and gives it a moment to do so."""
        self.cancel.request()
        self._done.wait(1)
