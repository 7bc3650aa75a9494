"""Lines of input as they come, read so that work can go on meanwhile."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from threading import Condition, Thread

MOST_BYTES = 1 << 18  # of a line; of a longer one a byte more than that is kept, and the rest is dropped
_LINES_AHEAD = 64
_INTERRUPT = b"# interrupt"  # GoGui's way to stop a command


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
            rest = rest[: MOST_BYTES + 1]
            for line in whole:
                self._put(line[: MOST_BYTES + 1])
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
