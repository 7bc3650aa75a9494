"""A board in a notebook that is played on with clicks. Python has the rules; the page shows a picture and says what was
clicked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any

try:
    import anywidget
    import traitlets
except ModuleNotFoundError as error:
    raise ImportError(
        "tg.board needs anywidget; install it with: pip install 'tengen[notebook]'", name=error.name
    ) from None

from tengen.errors import TengenError, UsageError
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.games.views import record_view
from tengen.grid import BLACK, Pass, Point, Points
from tengen.players.ongoing import OngoingGame
from tengen.players.player import Player
from tengen.players.specs import parse
from tengen.render.svg import CELL, Layout
from tengen.render.view import View

_FILES = Path(__file__).parent / "data"
_LOOK_EVERY = 0.01  # seconds, while a player thinks
_STONES = {"X": "Black", "O": "White", ".": "empty", "#": "no point"}


class BoardWidget(anywidget.AnyWidget):
    """A game that goes on with every click; `position`, `moves` and `record` are where it is now."""

    _esm = _FILES / "widget.js"
    _css = _FILES / "widget.css"
    # Where the points are in the picture. (`layout` is what every widget has: its place in the notebook.)
    layout_of_board = traitlets.Dict().tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)

    def __init__(self, start: Position, player: Player | None, theme: str) -> None:
        self._theme = theme
        self._game = OngoingGame(start, *((None, player) if start.to_play is BLACK else (player, None)))
        self._heard: list[Callable[[Point | Pass], object]] = []
        view = self._view()
        layout = Layout(view, ())
        super().__init__(
            layout_of_board={
                "rows": layout.rows,
                "columns": layout.columns,
                "left": layout.left,
                "top": layout.band,
                "cell": CELL,
                "width": layout.width,
                "height": layout.height,
            }
        )
        self._show()
        self.on_msg(self._hear)

    @property
    def position(self) -> Position:
        return self._game.position

    @property
    def moves(self) -> Points:
        """All moves so far, a player's too."""
        return self._game.moves

    @property
    def record(self) -> Record:
        """The game so far."""
        return self._game.played.record

    def play(self, move: Point | Pass | str) -> None:
        """As a click does, but what cannot be played raises IllegalMove. A player then answers."""
        before = len(self.moves)
        self._game.play(move)
        self._show()
        while not self._game.is_over and not self._game.is_persons_turn:
            self._game.poll()
            sleep(_LOOK_EVERY)
        self._show()
        for made in self.moves[before:]:
            for heard in self._heard:
                heard(made)

    def undo(self) -> None:
        """Takes back the last move, and a player's answer to it."""
        self._game.undo()
        self._show()

    def on_move(self, heard: Callable[[Point | Pass], object]) -> None:
        """Calls this with every move from now on, a player's too."""
        self._heard.append(heard)

    def _hear(self, _widget: object, message: Any, _buffers: object) -> None:
        """What the page says: {"play": point}, {"pass": true} or {"undo": true}."""
        try:
            if "undo" in message:
                self.undo()
            else:
                self.play("pass" if "pass" in message else self.position.move(message["play"]))
        except TengenError as error:
            self._show(str(error))

    def _view(self) -> View:
        return record_view(self.record, numbers=False)

    def _show(self, refusal: str = "") -> None:
        view, position = self._view(), self.position
        may_move = self._game.is_persons_turn
        names = [f"{view.name(point)}, {_STONES[glyph]}" for point, glyph in enumerate(view.cells)]
        self.shown = {
            "svg": view.changed(caption="").to_svg(theme=self._theme),
            "title": view.title,
            "said": refusal or view.caption,
            "names": names,
            "open": [point for point in range(len(names)) if position.mask[point]] if may_move else [],
            "may_pass": may_move and len(position.mask) > len(names) and bool(position.mask[len(names)]),
            "may_undo": len(self.moves) > 0,
        }


def board(position: Position, *, player: Player | str | None = None, theme: str = "light") -> BoardWidget:
    """The position as a board to play on, for a notebook.

    `player` (a player, or its name as on the command line) answers every move; without one, both sides are played by
    hand.
    """
    if not isinstance(position, Position):
        raise UsageError(f"{position!r} is not a position")
    return BoardWidget(position, parse(player) if isinstance(player, str) else player, theme)
