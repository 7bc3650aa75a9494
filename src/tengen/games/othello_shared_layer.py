"""The positions that all parts of a count of Othello go on from: found once, by the first part."""

from threading import Lock

from tengen._core import Cancel, OthelloLayer
from tengen.games.othello import Position

PARTS = 64  # of a count
MOST_POSITIONS = 2**23  # of 32 bytes


class SharedLayer:
    """The layer that was asked for last. It is let go once every part has had it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._asked: tuple[Position, bool, int] | None = None
        self._layer: OthelloLayer | None = None
        self._served = 0

    def after(self, start: Position, pass_is_ply: bool, plies: int, cancel: Cancel | None) -> OthelloLayer:
        """The positions after this many plies, or fewer plies if there is no room for them."""
        with self._lock:
            asked = (start, pass_is_ply, plies)
            if self._layer is None or self._asked != asked:
                self._layer = _grown(OthelloLayer(start, pass_is_ply), plies, cancel)
                self._asked, self._served = asked, 0
            layer = self._layer
            self._served += 1
            if self._served == PARTS:
                self._layer = None
            return layer


def _grown(layer: OthelloLayer, plies: int, cancel: Cancel | None) -> OthelloLayer:
    while layer.plies < plies:
        deeper = layer.next(MOST_POSITIONS, cancel)
        if deeper is None:
            break
        layer = deeper
    return layer


SHARED_LAYER = SharedLayer()
