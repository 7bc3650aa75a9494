"""The Go flips job, slow and obvious: the reference the fast code is tested against.

Nothing here is clever, and nothing here imports the product.  Boards and points are those of `grid`.
Positions are arbitrary.  A stone is dead when its chain touches no empty point.  In the contest's text black is
`x`, white is `o`, and boards are square and have no holes.
"""

from __future__ import annotations

from oracles.grid import BLACK, EMPTY, WHITE, Point, chain_at, liberties, opponent
from oracles.grid import Board as Board

BASE = 1_000_007
MODULUS = 1_000_000_007

TO_CONTEST = {BLACK: "x", WHITE: "o", EMPTY: "."}


def stones(board: Board) -> list[Point]:
    """All stones of either colour in row-major order."""
    return [(row, col) for row, line in enumerate(board) for col, char in enumerate(line) if char in (BLACK, WHITE)]


def is_dead(board: Board, point: Point) -> bool:
    """Whether the chain of the stone here touches no empty point."""
    return not liberties(board, chain_at(board, point))


def dead_stones(board: Board, colour: str) -> int:
    """How many stones of the colour are dead."""
    return sum(1 for row, col in stones(board) if board[row][col] == colour and is_dead(board, (row, col)))


def flip(board: Board, point: Point) -> Board:
    """The board with the stone here in the other colour."""
    row, col = point
    line = board[row]
    return (*board[:row], line[:col] + opponent(line[col]) + line[col + 1 :], *board[row + 1 :])


def dead_after_flips(board: Board, colour: str = WHITE) -> list[int]:
    """For every stone in row-major order: how many stones of the colour are dead when only that one is flipped."""
    return [dead_stones(flip(board, point), colour) for point in stones(board)]


def contest_hash(numbers: list[int]) -> int:
    """The sum of a_i * 1000007^(m-i) for i = 1..m, modulo 1000000007; 0 for no numbers."""
    count = len(numbers)
    return sum(number * pow(BASE, count - 1 - index, MODULUS) for index, number in enumerate(numbers)) % MODULUS


def contest_text(boards: list[Board]) -> str:
    """The contest input that asks for these boards."""
    lines = [str(len(boards))]
    for board in boards:
        lines.append(str(len(board)))
        lines += ["".join(TO_CONTEST[char] for char in row) for row in board]
    return "\n".join(lines) + "\n"
