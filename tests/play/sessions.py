"""The command on a real terminal: a pty with an emulator that says what a person would see."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

import pyte

from conftest import TENGEN
from tengen.games.game import Position
from tengen.grid import Point
from waiting import PATIENCE

CALM = {"NO_COLOR": "1"}
LEAVES = b"\x1b[?1049l"
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"


class Session:
    """A command on a terminal of its own, which it controls, until the `with` block ends."""

    def __init__(
        self,
        *words: str,
        rows: int = 24,
        cols: int = 80,
        cwd: Path | None = None,
        command: str = str(TENGEN),
        env: dict[str, str] | None = None,
    ) -> None:
        self.leader, self.follower = pty.openpty()
        self._set_size(rows, cols)
        self.modes_before = self.modes()
        self._screen = pyte.Screen(cols, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.output = b""
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM", "LC_CTYPE")}
        self.process = subprocess.Popen(
            [command, *words],
            stdin=self.follower,
            stdout=self.follower,
            stderr=self.follower,
            cwd=cwd,
            env={**kept, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **(env or {})},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            print("\n".join(self.lines))
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.follower)
        if self.leader >= 0:
            os.close(self.leader)

    def press(self, keys: str) -> None:
        os.write(self.leader, keys.encode())

    def resize(self, rows: int, cols: int) -> None:
        self._set_size(rows, cols)
        self._screen.resize(rows, cols)

    def hang_up(self) -> None:
        os.close(self.leader)
        self.leader = -1

    def _set_size(self, rows: int, cols: int) -> None:
        fcntl.ioctl(self.leader, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))

    def modes(self) -> list[Any]:
        return termios.tcgetattr(self.follower)

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self._screen.display]

    @property
    def cursor(self) -> tuple[int, int]:
        return self._screen.cursor.y, self._screen.cursor.x

    def colors(self, row: int, col: int) -> tuple[str, str]:
        """Ink and paper."""
        cell = self._screen.buffer[row][col]
        return cell.fg, cell.bg

    def pump(self, seconds: float) -> bytes:
        """What the command writes within this time."""
        end = time.monotonic() + seconds
        new = b""
        while (left := end - time.monotonic()) > 0:
            if select.select([self.leader], [], [], left)[0]:
                data = os.read(self.leader, 1 << 16)
                new += data
                self._stream.feed(data)
        self.output += new
        return new

    def until(self, holds: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"never seen: {what}"
            self.pump(0.02)

    def sees(self, words: str) -> None:
        """Waits until these words are on the screen."""
        self.until(lambda: any(words in line for line in self.lines), words)

    def sees_position(self, position: Position) -> None:
        self.until(lambda: self.board(position.height, position.width) == list(position.board.cells), str(position))

    def board(self, height: int, width: int) -> list[int]:
        """The cells that are drawn, where a board is wholly in view and without colours."""
        cells = {"·": 0, "●": 1, "○": 2, ".": 0, "X": 1, "O": 2}
        edge = len(str(height))
        return [
            cells.get(self._screen.display[1 + row][edge + 2 * col + 1], -1)
            for row in range(height)
            for col in range(width)
        ]

    def end(self) -> int:
        """Waits for the end of the command; its exit status."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < deadline, "it does not end"
            if self.leader >= 0:
                self.pump(0.02)
            else:
                time.sleep(0.02)
        if self.leader >= 0:
            self.pump(0.05)
        return self.process.returncode

    @property
    def last_words(self) -> str:
        """What is on the terminal after the board is gone."""
        return self.output.rpartition(LEAVES)[2].decode().replace("\r\n", "\n")

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)


def steps(origin: Point, target: Point) -> str:
    """The arrow keys that lead from one point to another."""
    down, right = target.row - origin.row, target.col - origin.col
    return (DOWN if down > 0 else UP) * abs(down) + (RIGHT if right > 0 else LEFT) * abs(right)
