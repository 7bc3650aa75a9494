"""Signals that end a game. They take effect only where nothing is half done, so that the game can be saved."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType

# Windows has no hangup.
HANGUP: int = getattr(signal, "SIGHUP", 1)
_WORDS = {int(signal.SIGINT): "interrupted", int(signal.SIGTERM): "terminated", HANGUP: "the terminal is gone"}


class Stopped(BaseException):
    """A signal that ends the game."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number
        self._words = [_WORDS[number]]

    def add(self, words: str) -> None:
        """More to say than which signal it was."""
        self._words += [words] if words else []

    def __str__(self) -> str:
        return "; ".join(self._words)


class Signals:
    """Ctrl-C, SIGTERM and the hangup of a terminal, while the `with` block lasts."""

    def __init__(self) -> None:
        self._heard: int | None = None
        self._is_waiting = False
        self._before: dict[int, object] = {}

    def __enter__(self) -> Signals:
        for number in _WORDS:
            if number in signal.valid_signals() and signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
                self._before[number] = signal.signal(number, self._hear)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Raises Stopped if a signal comes while this block lasts, or has come before."""
        self._is_waiting = True
        try:
            if self._heard is not None:
                raise Stopped(self._heard)
            yield
        finally:
            self._is_waiting = False

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self._heard = self._heard or number
        if self._is_waiting:
            self._is_waiting = False
            raise Stopped(number)
