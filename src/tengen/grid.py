"""Colours, points and boards: the plain values that everything else is written in."""

from tengen._core import MOST_POINTS, PASS, Board, Color, Pass, Point, Points

BLACK = Color.BLACK
WHITE = Color.WHITE

# The cells of a board, as its bytes hold them.
EMPTY_CELL, BLACK_CELL, WHITE_CELL, HOLE_CELL = range(4)

__all__ = [
    "BLACK",
    "BLACK_CELL",
    "EMPTY_CELL",
    "HOLE_CELL",
    "MOST_POINTS",
    "PASS",
    "WHITE",
    "WHITE_CELL",
    "Board",
    "Color",
    "Pass",
    "Point",
    "Points",
]
