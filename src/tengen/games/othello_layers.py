"""The positions that a count of Othello goes on from."""

from threading import Lock

from tengen._core import Cancel, OthelloLayer
from tengen.games.othello import Position

PARTS = 64  # of a job; all have the layer in common
MOST_POSITIONS = 2**23  # of 32 bytes


class Layers:
    """The layer that was asked for last, until each part has had it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._asked: tuple[Position, bool, int] | None = None
        self._layer: OthelloLayer | None = None
        self._served = 0

    def layer(self, start: Position, pass_is_ply: bool, plies: int, cancel: Cancel | None) -> OthelloLayer:
        """The positions after so many plies, or as many as there is room for."""
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


LAYERS = Layers()
