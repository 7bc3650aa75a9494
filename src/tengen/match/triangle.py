"""Just enough linear algebra for ratings: symmetric positive definite matrices, by Gauss's elimination."""

from __future__ import annotations

from collections.abc import Sequence

Triangle = list[list[float]]  # the upper half: row i begins at column i


def zero(size: int) -> Triangle:
    return [[0.0] * (size - i) for i in range(size)]


def reduce(matrix: Triangle) -> None:
    """In place: each row becomes its pivot and the multiples of it that were taken off the rows below."""
    for k, row in enumerate(matrix):
        pivot = row[0]
        multiples = [value / pivot for value in row]
        multiples[0] = pivot
        matrix[k] = multiples
        for i in range(1, len(row)):
            multiple = multiples[i]
            if multiple:
                matrix[k + i] = [a - multiple * b for a, b in zip(matrix[k + i], row[i:], strict=True)]


def solve(reduced: Triangle, right: Sequence[float]) -> list[float]:
    """What a matrix, reduced, has to be multiplied with to give the right side."""
    values = _halfway(reduced, right)
    for k in reversed(range(len(values))):
        pivot, *multiples = reduced[k]
        values[k] = values[k] / pivot - sum(a * b for a, b in zip(multiples, values[k + 1:], strict=True))
    return values


def inverse_diagonal(reduced: Triangle) -> list[float]:
    """The diagonal of the inverse of a matrix, reduced."""
    diagonal = []
    for i in range(len(reduced)):
        below = reduced[i:]
        halfway = _halfway(below, [1.0] + [0.0] * (len(below) - 1))
        diagonal.append(sum(value * value / row[0] for value, row in zip(halfway, below, strict=True)))
    return diagonal


def _halfway(reduced: Sequence[list[float]], right: Sequence[float]) -> list[float]:
    values = list(right)
    for k, row in enumerate(reduced):
        value = values[k]
        if value:
            values[k:] = [value, *(a - value * b for a, b in zip(values[k + 1:], row[1:], strict=True))]
    return values
