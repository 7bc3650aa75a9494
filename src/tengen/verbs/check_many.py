"""check_many: check a whole stack of boards."""

from __future__ import annotations

from typing import Any

from tengen.errors import UsageError
from tengen.games.game import Position
from tengen.grid import HOLE_CELL, Board
from tengen.verbs.check import check


def check_many(like: Position, boards: Any) -> list[bool]:
    """For each board: was nothing found that shows that no game leads to it?

    `boards` is a stack of boards of the size of `like`, a byte a point (0 empty, 1 black, 2 white, 3 no point there),
    as bytes or as a numpy array of uint8. They are held to the rules of `like`; the side to move is the usual one.
    """
    view = memoryview(boards)
    cells = view.tobytes()
    size = like.height * like.width
    if view.itemsize != 1:
        raise UsageError(f"items of {view.itemsize} bytes; expected a byte a point (numpy: uint8)")
    if len(cells) % size:
        raise UsageError(f"{len(cells)} bytes are not a number of {like.height}x{like.width} boards, a byte a point")
    if wrong := cells.translate(None, bytes(range(HOLE_CELL + 1))):
        raise UsageError(f"a cell is {wrong[0]}; expected 0 (empty), 1 (black), 2 (white) or 3 (no point there)")
    verdicts = like.game.check_many(like, cells, None)
    if verdicts is not None:
        return [verdict == 1 for verdict in verdicts]
    stack = (Board(like.height, like.width, cells[k : k + size]) for k in range(0, len(cells), size))
    return [bool(check(like.game.position(board))) for board in stack]
