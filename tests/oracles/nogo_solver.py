"""NoGo with perfect play, by trying everything: the board as bits, so that there is time to.

Nothing here imports the product, nor the slower oracle beside it, which it is checked against.  A position is the set
of the mover's stones and the set of the other side's; the rules do not care which of them is black.
"""

from __future__ import annotations

from collections.abc import Iterator

Board = tuple[str, ...]


def bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


class Solver:
    """Answers for one position and those that can follow.  A point is a bit, row * width + col."""

    def __init__(self, board: Board, colour: str) -> None:
        height, self.width = len(board), len(board[0])
        exists = {(row, col) for row in range(height) for col in range(self.width) if board[row][col] != "#"}
        self.beside = [0] * (height * self.width)
        for row, col in exists:
            for near in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)):
                if near in exists:
                    self.beside[self.point(row, col)] |= 1 << self.point(*near)
        self.points = sum(1 << self.point(row, col) for row, col in exists)
        stones = {"X": 0, "O": 0, ".": 0}
        for row, col in exists:
            stones[board[row][col]] |= 1 << self.point(row, col)
        self.own, self.other = stones[colour], stones["O" if colour == "X" else "X"]
        self.known: dict[tuple[int, int], bool] = {}
        self.lengths: dict[tuple[int, int], int] = {}

    def point(self, row: int, col: int) -> int:
        return row * self.width + col

    def mover_wins(self) -> bool:
        return self.wins(self.own, self.other)

    def is_winning(self, row: int, col: int) -> bool:
        """Has the other side lost after this legal move?"""
        return not self.wins(self.other, self.own | 1 << self.point(row, col))

    def wins(self, own: int, other: int) -> bool:
        """Does the side to move win?  Who cannot move loses."""
        known = self.known.get((own, other))
        if known is None:
            known = any(not self.wins(other, own | 1 << point) for point in self.moves(own, other))
            self.known[own, other] = known
        return known

    def plies(self) -> int:
        """How many the winner takes, if both do their best: the winner to end the game soon, the other side late."""
        return self.length(self.own, self.other)

    def length(self, own: int, other: int) -> int:
        if (own, other) not in self.lengths:
            after = [(other, own | 1 << point) for point in self.moves(own, other)]
            winning = [self.length(*each) for each in after if not self.wins(*each)]
            length = min(winning) if winning else max((self.length(*each) for each in after), default=-1)
            self.lengths[own, other] = 1 + length
        return self.lengths[own, other]

    def moves(self, own: int, other: int) -> list[int]:
        """The points where the mover may put a stone: its chain then has a liberty, and so have all beside it."""
        found = []
        empty = self.points & ~own & ~other
        for point in bits(empty):
            left = empty & ~(1 << point)
            if not self.breathes(point, own | 1 << point, left):
                continue
            if all(self.breathes(near, other, left) for near in bits(self.beside[point] & other)):
                found.append(point)
        return found

    def breathes(self, point: int, colour: int, empty: int) -> bool:
        """Has the chain at this point, one of the stones of this colour, a liberty?"""
        chain, todo = 0, 1 << point
        while todo:
            stone = todo & -todo
            chain |= stone
            around = self.beside[stone.bit_length() - 1]
            if around & empty:
                return True
            todo = (todo | around & colour) & ~chain
        return False


class Sum:
    """Several boards at once, of which the side to move chooses one, or uses up a move that changes nothing."""

    def __init__(self, boards: list[Board], colour: str, own_free: int = 0, other_free: int = 0) -> None:
        self.rules = [Solver(board, colour) for board in boards]
        self.start = tuple((rules.own, rules.other) for rules in self.rules)
        self.free = own_free, other_free
        self.known: dict[tuple[tuple[tuple[int, int], ...], int, int], bool] = {}

    def mover_wins(self) -> bool:
        return self.wins(self.start, *self.free)

    def wins(self, boards: tuple[tuple[int, int], ...], own_free: int, other_free: int) -> bool:
        key = boards, own_free, other_free
        if key not in self.known:
            self.known[key] = any(not self.wins(*after) for after in self.following(*key))
        return self.known[key]

    def following(
        self, boards: tuple[tuple[int, int], ...], own_free: int, other_free: int
    ) -> Iterator[tuple[tuple[tuple[int, int], ...], int, int]]:
        """With the other side to move."""
        turned = tuple((other, own) for own, other in boards)
        if own_free:
            yield turned, other_free, own_free - 1
        for which, (own, other) in enumerate(boards):
            for point in self.rules[which].moves(own, other):
                yield (*turned[:which], (other, own | 1 << point), *turned[which + 1 :]), other_free, own_free
