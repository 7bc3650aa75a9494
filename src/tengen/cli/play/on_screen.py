"""A game on a whole terminal: keys in, frames out."""

from __future__ import annotations

from contextlib import suppress

from tengen.cli.play.drawing import Hand, draw
from tengen.cli.play.keys import ESCAPE
from tengen.cli.play.looks import Look
from tengen.cli.play.table import Table
from tengen.cli.play.terminal import Terminal
from tengen.errors import ParseError
from tengen.grid import Point

_TICK = 0.1  # seconds while something changes by itself
_IDLE = 0.2
_STEPS = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
    "k": (-1, 0),
    "j": (1, 0),
    "h": (0, -1),
    "l": (0, 1),
}
_COMMANDS = {"p": "pass", "u": "undo", "?": "hint", "m": "moves", "s": "save", "r": "resign", "n": "new", "q": "quit"}
_TYPE = ":"
_MOST_TYPED = 5


class ScreenGame:
    """Lets people play at this table until they leave it."""

    def __init__(self, table: Table, terminal: Terminal, look: Look) -> None:
        self._table = table
        self._terminal = terminal
        self._look = look
        self._hand = Hand(table.game.position)

    def play(self) -> None:
        while not self._table.is_left:
            self._table.poll()
            self._terminal.show(draw(self._table, self._hand, self._look, *self._terminal.size()))
            is_busy = self._table.game.thinking is not None or self._table.game.hint is not None
            for key in self._terminal.keys(_TICK if is_busy else _IDLE):
                self._press(key)

    def _press(self, key: str) -> None:
        if key == "redraw":
            self._terminal.redraw()
        elif self._hand.typed is not None:
            self._type(key)
        elif key in _STEPS:
            self._step(*_STEPS[key])
        elif key in _COMMANDS:
            self._table.command(_COMMANDS[key])
        elif key == "enter":
            self._table.play(self._hand.point)
        elif key == ESCAPE:
            self._table.stop_hint()
        elif key == _TYPE or (len(key) == 1 and key.isascii() and key.isalpha()):
            self._hand.typed = key.removeprefix(_TYPE)

    def _step(self, rows: int, cols: int) -> None:
        position, point = self._table.game.position, self._hand.point
        self._hand.point = Point(
            min(max(point.row + rows, 0), position.height - 1), min(max(point.col + cols, 0), position.width - 1)
        )

    def _type(self, key: str) -> None:
        """A vertex, letter by letter. The cursor goes there as soon as it is one."""
        hand = self._hand
        assert hand.typed is not None
        if key == "enter":
            typed, hand.typed = hand.typed, None
            if typed:
                self._table.play(typed)
        elif key == ESCAPE:
            hand.typed = None
        elif key == "backspace":
            hand.typed = hand.typed[:-1] or None
        elif len(key) == 1 and key.isascii() and key.isalnum() and len(hand.typed) < _MOST_TYPED:
            hand.typed += key
        if hand.typed:
            with suppress(ParseError):  # it may become one
                hand.point = self._table.game.position.point(hand.typed)
