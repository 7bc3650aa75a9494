"""Patterns of Othello: tables that were learned, and say by how many discs a position is likely to be won."""

from __future__ import annotations

from tengen._core import OthelloPatterns, OthelloPatternSearch
from tengen.errors import ParseError
from tengen.formats.safetensors import Tensor
from tengen.games import othello
from tengen.games.game import Position
from tengen.nets import NetFile, floats_of

FORMAT = "tengen patterns 1"
TENSOR = "discs"


class Patterns(NetFile):
    """What the learned player of Othello asks, as that of other games asks a `Net`. See `Patterns.load`."""

    __slots__ = ("_native",)

    format = FORMAT
    _native: OthelloPatterns

    def _take(self, tensors: dict[str, Tensor]) -> None:
        shape = (OthelloPatterns.knots, OthelloPatterns.numbers)
        if list(tensors) != [TENSOR]:
            raise ParseError(f"its tensors are {sorted(tensors)}; expected [{TENSOR!r}]")
        tensor = tensors[TENSOR]
        if tensor.shape != shape:
            raise ParseError(f"tensor {TENSOR!r} has the shape {list(tensor.shape)}; expected {list(shape)}")
        if tensor.dtype not in ("F32", "F16"):
            raise ParseError(f"tensor {TENSOR!r} has the dtype {tensor.dtype}; expected F32 or F16")
        try:
            self._set(_native=OthelloPatterns(floats_of(tensor)))
        except ValueError:
            raise ParseError(f"tensor {TENSOR!r} has a number that is infinite or none (NaN)") from None

    @property
    def for_core(self) -> OthelloPatterns:
        return self._native

    def misfit(self, position: Position) -> str | None:
        if isinstance(position, othello.Position) and OthelloPatternSearch.takes(position):
            return None
        return "patterns are for boards of 8x8 without holes, with at least four discs"

    def search(self, position: Position, seed: int, most_bytes: int) -> OthelloPatternSearch:
        assert isinstance(position, othello.Position)
        return OthelloPatternSearch(position, most_bytes)
