"""Boards as the oracles see them: a tuple of equal-length strings, `X` black, `O` white, `.` empty, `#` no point there.

Points are (row, col), counted from 0 at the top left.  Nothing here imports the product.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Board = tuple[str, ...]
Point = tuple[int, int]
Chain = frozenset[Point]

BLACK = "X"
WHITE = "O"
EMPTY = "."
HOLE = "#"


def empty_board(height: int, width: int) -> Board:
    return (EMPTY * width,) * height


def opponent(colour: str) -> str:
    if colour == BLACK:
        return WHITE
    if colour == WHITE:
        return BLACK
    raise ValueError(f"not a colour: {colour!r}")


def points(board: Board) -> Iterator[Point]:
    """All points of the rectangle in row-major order, holes included."""
    for row in range(len(board)):
        for col in range(len(board[0])):
            yield row, col


def on_board(board: Board, row: int, col: int) -> bool:
    """Inside the rectangle (a hole is inside the rectangle)."""
    return 0 <= row < len(board) and 0 <= col < len(board[0])


def at(board: Board, point: Point) -> str:
    """What is there; a place off the rectangle is like a hole."""
    return board[point[0]][point[1]] if on_board(board, *point) else HOLE


def neighbours(board: Board, point: Point) -> list[Point]:
    """The points above, left, right and below that exist (no holes), in row-major order."""
    row, col = point
    around = [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
    return [place for place in around if at(board, place) != HOLE]


def connected(board: Board, point: Point) -> Chain:
    """All points that hold the same as this one and are connected to it: a chain, or a region of empty points."""
    char = at(board, point)
    seen = {point}
    todo = [point]
    while todo:
        for place in neighbours(board, todo.pop()):
            if at(board, place) == char and place not in seen:
                seen.add(place)
                todo.append(place)
    return frozenset(seen)


def chain_at(board: Board, point: Point) -> Chain:
    if at(board, point) not in (BLACK, WHITE):
        raise ValueError(f"no stone at {point}")
    return connected(board, point)


def liberties(board: Board, chain: Iterable[Point]) -> frozenset[Point]:
    """The empty points next to any stone of the chain."""
    return frozenset(place for point in chain for place in neighbours(board, point) if at(board, place) == EMPTY)


def put(board: Board, where: Iterable[Point], char: str) -> Board:
    """The board with this character on all these points."""
    rows = [list(row) for row in board]
    for row, col in where:
        rows[row][col] = char
    return tuple("".join(row) for row in rows)


def count_stones(board: Board) -> tuple[int, int]:
    """(number of black stones, number of white stones)"""
    return sum(row.count(BLACK) for row in board), sum(row.count(WHITE) for row in board)
