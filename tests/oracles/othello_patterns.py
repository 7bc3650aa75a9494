"""What patterns say of a position of Othello, added up the slow way from the words of docs/nets.md.

It imports nothing of Tengen. The numbers of a pattern are in the order of its fillings, read as numbers in base 3 (0 empty,
1 the side to move, 2 the other; the first point of a pattern counts least); of two fillings that are mirror images, only the
lower has a number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PATTERNS = [
    [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)],
    [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4)],
    [*((0, col) for col in range(8)), (1, 1), (1, 6)],
    [(1, col) for col in range(8)],
    [(2, col) for col in range(8)],
    [(3, col) for col in range(8)],
    *([(k, k + off) for k in range(8 - off)] for off in range(5)),
]

Symmetry = Callable[[int, int], tuple[int, int]]
_SYMMETRIES: list[Symmetry] = [
    lambda r, c: (r, c),
    lambda r, c: (7 - r, c),
    lambda r, c: (r, 7 - c),
    lambda r, c: (7 - r, 7 - c),
    lambda r, c: (c, r),
    lambda r, c: (7 - c, r),
    lambda r, c: (c, 7 - r),
    lambda r, c: (7 - c, 7 - r),
]


def _mirror(points: list[tuple[int, int]]) -> list[int] | None:
    """Where each point goes under a symmetry of the board that keeps the pattern and moves some of its points."""
    for symmetry in _SYMMETRIES:
        images = [symmetry(*point) for point in points]
        if images != points and set(images) == set(points):
            return [points.index(image) for image in images]
    return None


def _fill_numbers(points: list[tuple[int, int]], first: int) -> tuple[dict[int, int], int]:
    """The number of each filling, counted on from `first`; and the next one."""
    mirror = _mirror(points)
    numbers: dict[int, int] = {}
    for fill in range(3 ** len(points)):
        digits = [fill // 3**k % 3 for k in range(len(points))]
        image = sum(digits[to] * 3**k for k, to in enumerate(mirror)) if mirror else fill
        if image < fill:
            numbers[fill] = numbers[image]
        else:
            numbers[fill] = first
            first += 1
    return numbers, first


_TABLES = []
NUMBERS = 0
for _points in PATTERNS:
    _numbers, NUMBERS = _fill_numbers(_points, NUMBERS)
    _TABLES.append(_numbers)


def plain_discs(discs: Any, position: Any) -> float:
    """For the side to move: `discs` has 8 rows, learned for 4, 12, ... 60 empty points."""
    board = {}
    for row in range(8):
        for col in range(8):
            glyph = str(position).splitlines()[1 + row].split()[1 + col]
            board[row, col] = {".": 0, "X": 1, "O": 2}[glyph]
    if str(position.to_play) == "White":
        board = {point: (0, 2, 1)[cell] for point, cell in board.items()}
    empties = list(board.values()).count(0)
    at = min(7.0, max(0.0, ((empties + 1) // 2 * 2 - 4) / 8))
    low = min(int(at), 6)
    total = 0.0
    for points, numbers in zip(PATTERNS, _TABLES, strict=True):
        places = {frozenset(symmetry(*point) for point in points): symmetry for symmetry in reversed(_SYMMETRIES)}
        for symmetry in places.values():
            number = numbers[sum(board[symmetry(*point)] * 3**k for k, point in enumerate(points))]
            total += discs[low][number] + (at - low) * (discs[low + 1][number] - discs[low][number])
    return float(total)
