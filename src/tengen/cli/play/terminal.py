"""The terminal while a game is on it: its modes, its size, keys from it and frames to it. For POSIX systems."""

from __future__ import annotations

import os
import select
import signal
import termios
from contextlib import suppress
from types import FrameType, TracebackType

from tengen.cli.play.frames import Frame, update
from tengen.cli.play.keys import Keys
from tengen.cli.play.signals import HANGUP, Signals, Stopped

_ENTER = b"\x1b[?1049h\x1b[2J"  # a screen of its own, so that what was there before comes back
_LEAVE = b"\x1b[0m\x1b[999;1H\r\n\x1b[?1049l"  # below all of it, where a terminal has no second screen
_ESCAPE_WAIT = 0.1  # seconds that the rest of a key may take, over a slow line


class Terminal:
    """Keys come one by one and are not echoed while the `with` block lasts. After it, all is as it was.

    What others print meanwhile, a player of somebody's own for example, is dropped: it would tear the board.
    """

    def __init__(self, signals: Signals, encoding: str) -> None:
        self._signals = signals
        self._encoding = encoding
        self._keys = Keys()
        self._shown: Frame | None = None

    def __enter__(self) -> Terminal:
        self._modes = termios.tcgetattr(0)
        self._screen, self._errors = os.dup(1), os.dup(2)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        self._before = {
            number: signal.signal(number, hear)
            for number, hear in ((signal.SIGWINCH, self._changed), (signal.SIGTSTP, self._pause))
        }
        self._take()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._give_back()
        os.dup2(self._screen, 1)
        os.dup2(self._errors, 2)
        os.close(self._screen)
        os.close(self._errors)

    def _take(self) -> None:
        modes = termios.tcgetattr(0)
        modes[0] &= ~termios.IXON  # Ctrl-S would hold up the clock
        modes[3] &= ~(termios.ECHO | termios.ICANON)  # signals stay: Ctrl-C and Ctrl-Z are heard
        modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
        with suppress(termios.error):
            termios.tcsetattr(0, termios.TCSANOW, modes)
        self._send(_ENTER)
        self._shown = None

    def _give_back(self) -> None:
        with suppress(OSError, Stopped):
            self._send(_LEAVE)
        with suppress(termios.error):  # it may be gone
            termios.tcsetattr(0, termios.TCSANOW, self._modes)

    def _changed(self, number: int, frame: FrameType | None) -> None:
        """Another size, or another terminal: everything is drawn again."""
        self._shown = None

    def _pause(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-Z: the shell gets its terminal back until the game is continued."""
        self._give_back()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._pause)
        self._take()

    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        try:
            cols, rows = os.get_terminal_size(self._screen)
        except OSError:
            cols, rows = 80, 24
        return (rows, cols) if rows and cols else (24, 80)  # a line that does not know says 0

    def show(self, frame: Frame) -> None:
        shown, self._shown = self._shown, frame
        data = update(shown, frame).encode(self._encoding, "replace")
        if data:
            with self._signals.waiting():
                self._send(data)

    def redraw(self) -> None:
        """Draws everything with the next frame, whatever is there."""
        self._shown = None

    def keys(self, seconds: float) -> list[str]:
        """The keys that come within this time; none if none do."""
        with self._signals.waiting():
            wait = min(seconds, _ESCAPE_WAIT) if self._keys.is_pending else seconds
            if not select.select([0], [], [], wait)[0]:
                return self._keys.flush()
            try:
                data = os.read(0, 1024)
            except OSError:
                data = b""
        if not data:
            raise Stopped(HANGUP)
        return self._keys.feed(data)

    def _send(self, data: bytes) -> None:
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._screen, view) :]
        except OSError:
            raise Stopped(HANGUP) from None
