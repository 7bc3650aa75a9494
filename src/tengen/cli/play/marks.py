"""Who may play where, as marks on the empty points of a board."""

from __future__ import annotations

from tengen.board import BLACK, EMPTY_CELL, WHITE, Point
from tengen.players.ongoing import OngoingGame

_MARKS = {(True, False): "b", (False, True): "w", (False, False): "-"}


def marks(game: OngoingGame) -> dict[int, str]:
    """By row * width + col: b where only Black may play, w where only White may, - where neither may."""
    position = game.position
    black, white = (frozenset(game.legal_for(color)) for color in (BLACK, WHITE))
    found = {}
    for index, cell in enumerate(position.board.cells):
        point = Point(*divmod(index, position.width))
        mark = _MARKS.get((point in black, point in white))
        if cell == EMPTY_CELL and mark:
            found[index] = mark
    return found
