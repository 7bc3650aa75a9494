"""Who wins a game of Gomoku within a few moves, by trying everything: slow and obvious, and apart from the core.

A side wins within n of its moves if it has a move after which it wins within n - 1, whatever the other side does. Two
things are relied on to save time. A side that does not even win within n - 1 moves when the other side passes does not
win.  (A stone more never harms its side in freestyle; in the other variants it nearly never does.) And n moves fill k
points in line only if k - n of these are filled already.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from oracles import gomoku
from oracles.gomoku import Rule
from oracles.grid import BLACK, EMPTY, HOLE, WHITE, Board, Point


class Threats:
    """The questions about one board's size, holes and rules. Stones are sets of points, as the bits of a number."""

    def __init__(self, board: Board, k: int, rule: Rule) -> None:
        self.board, self.k, self.rule = board, k, rule
        self.width = len(board[0])
        self.points = [point for point in gomoku.points(board) if gomoku.at(board, point) != HOLE]
        self._known: dict[tuple[int, int, int], bool] = {}

    def bit(self, point: Point) -> int:
        return 1 << (point[0] * self.width + point[1])

    def stones(self, colour: str) -> int:
        return sum(self.bit(point) for point in self.points if gomoku.at(self.board, point) == colour)

    @cached_property
    def bits(self) -> list[int]:
        return [self.bit(point) for point in self.points]

    @cached_property
    def windows(self) -> list[int]:
        """Every k points in line."""
        found = []
        for row, col in self.points:
            for down, right in gomoku.DIRECTIONS:
                line = [(row + j * down, col + j * right) for j in range(self.k)]
                if all(gomoku.at(self.board, point) != HOLE for point in line):
                    found.append(sum(self.bit(point) for point in line))
        return found

    def has_row(self, own: int, other: int) -> bool:
        """By the oracle of the rules, from scratch."""
        rows = [list(row) for row in self.board]
        for row, col in self.points:
            bit = self.bit((row, col))
            rows[row][col] = BLACK if own & bit else WHITE if other & bit else EMPTY
        return BLACK in gomoku.winners(tuple("".join(row) for row in rows), self.k, self.rule)

    def completing(self, own: int, other: int) -> list[int]:
        """Where a stone makes a row."""
        found = {
            window & ~own for window in self.windows if not window & other and (window & own).bit_count() == self.k - 1
        }
        return [bit for bit in found if self.rule == "freestyle" or self.has_row(own | bit, other)]

    def wins(self, own: int, other: int, n: int) -> bool:
        """Does the side with `own` stones, to move, win within n of its moves?"""
        key = own, other, n
        if key not in self._known:
            self._known[key] = bool(self.completing(own, other)) or (
                n > 1 and any(self.forces(own | bit, other, n - 1) for bit in self.useful(own, other, n))
            )
        return self._known[key]

    def useful(self, own: int, other: int, n: int) -> list[int]:
        """The first of n moves can be these: after all others, no k points in line can be filled with the rest."""
        lines = [window for window in self.windows if not window & other]
        filled = [(window & own).bit_count() for window in lines]
        empty = [bit for bit in self.bits if not (own | other) & bit]
        if max(filled, default=0) > self.k - n:
            return empty
        near = [window for window, count in zip(lines, filled, strict=True) if count == self.k - n]
        return [bit for bit in empty if any(window & bit for window in near)]

    def forces(self, own: int, other: int, n: int) -> bool:
        """Does the side with `own` stones, that has just moved, win within n more of its moves?"""
        if self.completing(other, own) or not self.wins(own, other, n):
            return False
        if n == 1 and self.rule == "freestyle":
            return len(self.completing(own, other)) > 1  # one stone does not fill two points
        return all(self.wins(own, other | reply, n) for reply in self.bits if not (own | other) & reply)

    def wins_with(self, move: int, own: int, other: int, n: int) -> bool:
        """Does this move win within n, itself counted?"""
        return move in self.completing(own, other) or (n > 1 and self.forces(own | move, other, n - 1))


def winning_moves(
    board: Board, colour: str, n: int, k: int = 5, rule: Rule = "freestyle", among: Iterable[Point] | None = None
) -> set[Point]:
    """The moves, or those among some, with which this side wins within n of its moves."""
    threats = Threats(board, k, rule)
    own, other = threats.stones(colour), threats.stones(gomoku.opponent(colour))
    return {
        point
        for point in (threats.points if among is None else among)
        if gomoku.at(board, point) == EMPTY and threats.wins_with(threats.bit(point), own, other, n)
    }


def saving_moves(board: Board, colour: str, n: int, k: int = 5, rule: Rule = "freestyle") -> set[Point]:
    """The moves after which the other side does not win within n of its moves."""
    threats = Threats(board, k, rule)
    own, other = threats.stones(colour), threats.stones(gomoku.opponent(colour))
    return {
        point
        for point in threats.points
        if gomoku.at(board, point) == EMPTY and not threats.wins(other, own | threats.bit(point), n)
    }
