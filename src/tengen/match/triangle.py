"""Just enough linear algebra for ratings: symmetric positive definite matrices, by Gauss's elimination."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from tengen.values import Value

Triangle = list[list[float]]  # the lower half: row i ends at column i


def zero(size: int) -> Triangle:
    return [[0.0] * (i + 1) for i in range(size)]


class Reduced(Value):
    """A matrix as the product of a lower triangle of multiples (with 1 on its diagonal), pivots, and its mirror image.

    The sums of products are over the shorter of the two rows, which is all that is not 0.
    """

    __slots__ = ("multiples", "pivots")

    multiples: list[list[float]]
    pivots: list[float]

    def __init__(self, matrix: Triangle) -> None:
        multiples: list[list[float]] = []
        pivots: list[float] = []
        for *row, corner in matrix:
            for i, earlier in enumerate(multiples):
                row[i] -= sum(map(mul, row, earlier))
            multiples.append([value / pivot for value, pivot in zip(row, pivots, strict=True)])
            pivots.append(corner - sum(map(mul, row, multiples[-1])))
        self._set(multiples=multiples, pivots=pivots)

    def solve(self, right: Sequence[float]) -> list[float]:
        """What the matrix has to be multiplied with to give the right side."""
        values = [value / pivot for value, pivot in zip(self._halfway(right), self.pivots, strict=True)]
        for i, row in reversed(list(enumerate(self.multiples))):
            values[:i] = [value - values[i] * multiple for value, multiple in zip(values, row, strict=False)]
        return values

    def inverse_diagonal(self) -> list[float]:
        diagonal = []
        size = len(self.pivots)
        for i in range(size):
            halfway = self._halfway([float(i == j) for j in range(size)], i)
            diagonal.append(sum(value * value / pivot for value, pivot in zip(halfway, self.pivots, strict=True)))
        return diagonal

    def _halfway(self, right: Sequence[float], start: int = 0) -> list[float]:
        """Multiplied with the mirror image and the pivots only; the right side is 0 before the start."""
        values = list(right)
        for i in range(start, len(values)):
            values[i] -= sum(map(mul, self.multiples[i], values))
        return values
