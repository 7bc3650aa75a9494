"""Patterns: tables that were learned. Their numbers are added up, and say by how much a position is likely won."""

from __future__ import annotations

from typing import Any

from tengen.errors import ParseError
from tengen.formats.safetensors import Tensor
from tengen.games import by_name
from tengen.games.game import HasPatterns, Position
from tengen.games.native import NativePatterns, NativeSearch
from tengen.nets import NetFile, floats_of

FORMAT = "tengen patterns 1"
TENSOR = "discs"


class Patterns(NetFile):
    """What the learned player of a game asks that is judged by patterns, as others ask a `Net`. See `Patterns.load`."""

    __slots__ = ("_game", "_native")

    format = FORMAT
    _game: HasPatterns[Any]
    _native: NativePatterns

    def _take(self, tensors: dict[str, Tensor]) -> None:
        game = by_name(self.game)
        if not isinstance(game, HasPatterns):
            raise ParseError(f"{game.title} has no patterns")
        if list(tensors) != [TENSOR]:
            raise ParseError(f"its tensors are {sorted(tensors)}; expected [{TENSOR!r}]")
        tensor = tensors[TENSOR]
        if tensor.shape != game.patterns_shape:
            raise ParseError(
                f"tensor {TENSOR!r} has the shape {list(tensor.shape)}; expected {list(game.patterns_shape)}"
            )
        if tensor.dtype not in ("F32", "F16"):
            raise ParseError(f"tensor {TENSOR!r} has the dtype {tensor.dtype}; expected F32 or F16")
        try:
            self._set(_game=game, _native=game.patterns(floats_of(tensor)))
        except ValueError:
            raise ParseError(f"tensor {TENSOR!r} has a number that is infinite or none (NaN)") from None

    @property
    def for_core(self) -> NativePatterns:
        return self._native

    def misfit(self, position: Position) -> str | None:
        return self._game.patterns_misfit(position)

    def search(self, position: Position, seed: int, most_bytes: int) -> NativeSearch:
        return self._game.pattern_search(position, most_bytes)
