"""Where things go on a terminal of this size, and which part of a large board is in view."""

from __future__ import annotations

from typing import NamedTuple

from tengen.games.game import Position
from tengen.grid import Point

FOOT = 3  # rows below everything: two for words, one for the keys
_PANEL = 26  # columns that a panel beside the board needs
_PANEL_MOST = 44
FEW_ROWS = 4  # rows that a panel below the board needs
_FEW = 5  # rows and columns of a larger board that must be in view
_GAP = 2


class Window:
    """The top-left point of the part of a board that is in view."""

    def __init__(self) -> None:
        self.top = 0
        self.left = 0

    def follow(self, point: Point, height: int, width: int, rows: int, cols: int) -> None:
        """Moves as little as it must to have the point in view, with its neighbours where there is room."""
        self.top = _held(self.top, point.row, height, rows)
        self.left = _held(self.left, point.col, width, cols)


def _held(first: int, place: int, length: int, shown: int) -> int:
    margin = 1 if shown >= 3 else 0
    first = max(min(first, place - margin), place + margin - shown + 1)
    return max(0, min(first, length - shown))


class Layout(NamedTuple):
    """Rows and columns of the screen, from 0, for the parts of a game."""

    edge: int  # width of the numbers at the sides
    step: int  # columns from one point to the next
    top: int  # the first row of the board that is in view
    left: int
    shown_rows: int
    shown_cols: int
    panel_row: int
    panel_col: int
    panel_rows: int
    panel_width: int

    def row(self, row: int) -> int:
        return 1 + row - self.top

    def column(self, col: int) -> int:
        return self.edge + self.step * (col - self.left + 1) - 1

    def shows(self, point: Point) -> bool:
        return (
            self.top <= point.row < self.top + self.shown_rows and self.left <= point.col < self.left + self.shown_cols
        )


def layout(position: Position, rows: int, cols: int, window: Window, point: Point) -> Layout | None:
    """The panel is beside the board, or below it if more of the board is in view then. None if there is no room."""
    height, width = position.height, position.width
    edge = len(str(height))
    step = len(position.game.coordinates.column_name(width - 1)) + 1
    border = 2 * edge + 1

    beside = min(height, rows - FOOT - 2), min(width, (cols - _GAP - _PANEL - border) // step)
    below = min(height, rows - FOOT - 2 - FEW_ROWS), min(width, (cols - border) // step)
    is_beside = beside[0] * max(0, beside[1]) >= below[0] * max(0, below[1])
    shown_rows, shown_cols = beside if is_beside else below
    if shown_rows < min(height, _FEW) or shown_cols < min(width, _FEW) or cols < _PANEL:
        return None
    window.follow(point, height, width, shown_rows, shown_cols)
    board_cols = border + step * shown_cols
    board = (edge, step, window.top, window.left, shown_rows, shown_cols)
    if is_beside:
        return Layout(*board, 0, board_cols + _GAP, rows - FOOT, min(cols - board_cols - _GAP, _PANEL_MOST))
    return Layout(*board, shown_rows + 2, 0, rows - FOOT - 2 - shown_rows, min(cols, _PANEL_MOST))
