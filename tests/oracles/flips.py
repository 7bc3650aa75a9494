"""The Go flips job, slow and obvious: the reference the fast code is tested against.

Nothing here is clever, and nothing here imports the product.  A board is a tuple of equal-length strings:
`X` black, `O` white, `.` empty, `#` no point there.  Points are (row, col), counted from 0 at the top left.
Positions are arbitrary.  A stone is dead when its chain touches no empty point.  In the contest's text black is
`x`, white is `o`, and boards are square and have no holes.
"""

from __future__ import annotations

Board = tuple[str, ...]
Point = tuple[int, int]

BLACK = "X"
WHITE = "O"
EMPTY = "."
HOLE = "#"

BASE = 1_000_007
MODULUS = 1_000_000_007

FROM_CONTEST = {"x": BLACK, "o": WHITE, ".": EMPTY}
TO_CONTEST = {BLACK: "x", WHITE: "o", EMPTY: "."}


def opponent(colour: str) -> str:
    if colour == BLACK:
        return WHITE
    if colour == WHITE:
        return BLACK
    raise ValueError(f"not a colour: {colour!r}")


def stones(board: Board) -> list[Point]:
    """All stones of either colour in row-major order."""
    return [(row, col) for row, line in enumerate(board) for col, char in enumerate(line) if char in (BLACK, WHITE)]


def neighbours(board: Board, point: Point) -> list[Point]:
    """The points above, left, right and below that are in the rectangle."""
    row, col = point
    around = [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
    return [(r, c) for r, c in around if 0 <= r < len(board) and 0 <= c < len(board[0])]


def is_dead(board: Board, point: Point) -> bool:
    """Whether the chain of the stone here touches no empty point."""
    colour = board[point[0]][point[1]]
    if colour not in (BLACK, WHITE):
        raise ValueError(f"no stone at {point}")
    seen = {point}
    todo = [point]
    while todo:
        for row, col in neighbours(board, todo.pop()):
            if board[row][col] == EMPTY:
                return False
            if board[row][col] == colour and (row, col) not in seen:
                seen.add((row, col))
                todo.append((row, col))
    return True


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


def parse_contest(text: str) -> list[Board]:
    """The boards of a contest input: T, then T times n and n rows of `x`, `o` and `.`.

    Accepted without fuss: a byte-order mark, CRLF, blanks at the ends of lines, blank lines at the end, no final
    newline.  Anything else out of place is a ValueError that starts with the number of the line, from 1.
    """
    lines = [line.rstrip(" \t\r") for line in text.removeprefix("\ufeff").split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    position = 0

    def next_line(what: str) -> str:
        nonlocal position
        if position >= len(lines):
            raise ValueError(f"{position + 1}: the input ends, expected {what}")
        position += 1
        return lines[position - 1]

    def next_number(what: str) -> int:
        line = next_line(what)
        if not (line.isascii() and line.isdigit() and int(line) > 0):
            raise ValueError(f"{position}: expected {what}")
        return int(line)

    boards: list[Board] = []
    for _ in range(next_number("the number of cases")):
        size = next_number("the size of a board")
        rows: list[str] = []
        for _ in range(size):
            line = next_line("a row of a board")
            if len(line) != size or any(char not in FROM_CONTEST for char in line):
                raise ValueError(f"{position}: expected {size} of the characters 'x', 'o', '.'")
            rows.append("".join(FROM_CONTEST[char] for char in line))
        boards.append(tuple(rows))
    if position < len(lines):
        raise ValueError(f"{position + 1}: expected the end of the input")
    return boards


def contest_text(boards: list[Board]) -> str:
    """The contest input that asks for these boards."""
    lines = [str(len(boards))]
    for board in boards:
        lines.append(str(len(board)))
        lines += ["".join(TO_CONTEST[char] for char in row) for row in board]
    return "\n".join(lines) + "\n"


def solve_contest(text: str) -> str:
    """The right output for a contest input."""
    return "".join(f"{contest_hash(dead_after_flips(board))}\n" for board in parse_contest(text))
