"""Othello, slow and obvious: the reference the fast code is tested against.

Nothing here is clever, and nothing here imports the product.  A board is a tuple of equal-length strings:
`X` black, `O` white, `.` empty, `#` no point there.  Points are (row, col), counted from 0 at the top left.

A move puts a disc on an empty point such that in at least one of the eight directions one or more opposing discs,
without a gap, are followed by an own one; all discs so bracketed are turned over.  A side without a move must pass
(PASS is its only legal move) while the other side has one; when neither side has a move the game is over.
More discs win.  Black moves first in the ordinary game.  Positions may be arbitrary.

In the contest's text a board is n rows of n numbers, `-1` empty, `0` white, `1` black, and WHITE moves first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Literal

Board = tuple[str, ...]
Point = tuple[int, int]
Pass = Literal["pass"]
Move = Point | Pass
Situation = tuple[Board, str]

BLACK = "X"
WHITE = "O"
EMPTY = "."
HOLE = "#"
PASS: Pass = "pass"
DRAW = "draw"

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]

FROM_CONTEST = {"-1": EMPTY, "0": WHITE, "1": BLACK}
TO_CONTEST = {EMPTY: "-1", WHITE: "0", BLACK: "1"}


# --- boards ----------------------------------------------------------------------------------------------------


def check_board(board: Board) -> None:
    """Raise ValueError unless this is a rectangle of the four known characters."""
    if not board or not board[0]:
        raise ValueError("a board needs at least one row and one column")
    for row in board:
        if len(row) != len(board[0]):
            raise ValueError("the rows are not equally long")
        for char in row:
            if char not in (BLACK, WHITE, EMPTY, HOLE):
                raise ValueError(f"unknown character {char!r}")


def start_board(size: int) -> Board:
    """The standard start on an even board: in the middle, White top left and bottom right, Black on the other two.

    On 8x8, with a1 at the top left, White is on d4 and e5 and Black on e4 and d5.
    """
    if size < 2 or size % 2:
        raise ValueError("the standard start needs an even size")
    side = EMPTY * (size // 2 - 1)
    blank = EMPTY * size
    middle = [side + WHITE + BLACK + side, side + BLACK + WHITE + side]
    return (*[blank] * (size // 2 - 1), *middle, *[blank] * (size // 2 - 1))


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


def at(board: Board, point: Point) -> str:
    """What is there; a place off the rectangle is like a hole."""
    row, col = point
    if 0 <= row < len(board) and 0 <= col < len(board[0]):
        return board[row][col]
    return HOLE


def put(board: Board, where: Iterable[Point], char: str) -> Board:
    """The board with this character on all these points."""
    rows = [list(row) for row in board]
    for row, col in where:
        rows[row][col] = char
    return tuple("".join(row) for row in rows)


def counts(board: Board) -> tuple[int, int]:
    """(number of black discs, number of white discs)"""
    return sum(row.count(BLACK) for row in board), sum(row.count(WHITE) for row in board)


# --- moves -----------------------------------------------------------------------------------------------------


def flips(board: Board, point: Point, colour: str) -> list[Point]:
    """The discs that a disc of this colour on this point would turn over, in row-major order.

    None means that the move is illegal; so does a point that is not empty.
    """
    opponent(colour)
    if at(board, point) != EMPTY:
        return []
    turned: list[Point] = []
    for down, right in DIRECTIONS:
        between: list[Point] = []
        place = (point[0] + down, point[1] + right)
        while at(board, place) == opponent(colour):
            between.append(place)
            place = (place[0] + down, place[1] + right)
        if at(board, place) == colour:
            turned += between
    return sorted(turned)


@cache
def placements(board: Board, colour: str) -> tuple[Point, ...]:
    """The points on which this colour may put a disc, in row-major order."""
    return tuple(point for point in points(board) if flips(board, point, colour))


def is_over(board: Board) -> bool:
    return not placements(board, BLACK) and not placements(board, WHITE)


def legal_moves(board: Board, colour: str) -> list[Move]:
    """The points in row-major order; [PASS] when there are none but the other side has one; [] when it is over."""
    if placements(board, colour):
        return list(placements(board, colour))
    if placements(board, opponent(colour)):
        return [PASS]
    return []


def place(board: Board, point: Point, colour: str) -> Board:
    """The board after a disc is put on this point and the bracketed ones are turned over."""
    turned = flips(board, point, colour)
    if not turned:
        raise ValueError(f"{point} is illegal")
    return put(board, [point, *turned], colour)


def play(board: Board, move: Move, colour: str) -> Situation:
    """The board and the side to move after a legal move, which may be a pass."""
    if move not in legal_moves(board, colour):
        raise ValueError(f"{move} is illegal")
    if move == PASS:
        return board, opponent(colour)
    return place(board, move, colour), opponent(colour)


def leader(board: Board) -> str:
    """BLACK, WHITE or DRAW by the discs as they stand."""
    black, white = counts(board)
    if black > white:
        return BLACK
    if white > black:
        return WHITE
    return DRAW


def winner(board: Board) -> str | None:
    """BLACK, WHITE or DRAW when the game is over, else None."""
    return leader(board) if is_over(board) else None


# --- counting --------------------------------------------------------------------------------------------------


def complete_games(board: Board, colour: str) -> dict[str, int]:
    """How many different complete games BLACK wins, WHITE wins and are a DRAW; one that is over counts as one."""
    return dict(_complete_games(board, colour))


@cache
def _complete_games(board: Board, colour: str) -> dict[str, int]:
    moves = legal_moves(board, colour)
    if not moves:
        return {name: int(name == leader(board)) for name in (BLACK, WHITE, DRAW)}
    total = {BLACK: 0, WHITE: 0, DRAW: 0}
    for move in moves:
        for name, number in _complete_games(*play(board, move, colour)).items():
            total[name] += number
    return total


Levels = list[Counter[Situation]]


def levels(board: Board, colour: str, depth: int) -> Levels:
    """For 0, 1, ..., depth plies, a pass counted as one: each situation and the number of ways to arrive at it.

    A game that is over goes nowhere: it is in the level at which it ends and in none after it.
    """
    result: Levels = [Counter({(board, colour): 1})]
    for _ in range(depth):
        following: Counter[Situation] = Counter()
        for (now, to_play), ways in result[-1].items():
            for move in legal_moves(now, to_play):
                following[play(now, move, to_play)] += ways
        result.append(following)
    return result


def perft_ended_left_out(board: Board, colour: str, depth: int) -> list[int]:
    """Sequences of 0, 1, ..., depth plies, a pass counted as one; a game is left out after the ply that ends it."""
    return [sum(level.values()) for level in levels(board, colour, depth)]


def reachable_set(board: Board, colour: str = BLACK) -> frozenset[Situation]:
    """Every (board, side to move) that legal play can arrive at, by brute force.

    A position in which the side to move must pass is there before and after the pass.  A position that is over
    is there with the side that would be next after the last disc.
    """
    seen = {(board, colour)}
    todo = [(board, colour)]
    while todo:
        now, to_play = todo.pop()
        for move in legal_moves(now, to_play):
            following = play(now, move, to_play)
            if following not in seen:
                seen.add(following)
                todo.append(following)
    return frozenset(seen)


# --- play, random and perfect ----------------------------------------------------------------------------------


def random_play_probabilities(board: Board, colour: str) -> dict[str, Fraction]:
    """The exact probabilities of BLACK, WHITE and DRAW when both sides choose uniformly among their legal moves."""
    return dict(_random_play_probabilities(board, colour))


@cache
def _random_play_probabilities(board: Board, colour: str) -> dict[str, Fraction]:
    moves = legal_moves(board, colour)
    if not moves:
        return {name: Fraction(name == leader(board)) for name in (BLACK, WHITE, DRAW)}
    total = {BLACK: Fraction(0), WHITE: Fraction(0), DRAW: Fraction(0)}
    for move in moves:
        for name, share in _random_play_probabilities(*play(board, move, colour)).items():
            total[name] += share / len(moves)
    return total


@cache
def mean_discs(board: Board, colour: str) -> tuple[Fraction, Fraction]:
    """The expected numbers of black and of white discs at the end of a uniformly random game."""
    moves = legal_moves(board, colour)
    if not moves:
        black, white = counts(board)
        return Fraction(black), Fraction(white)
    results = [mean_discs(*play(board, move, colour)) for move in moves]
    return (
        sum((result[0] for result in results), Fraction(0)) / len(moves),
        sum((result[1] for result in results), Fraction(0)) / len(moves),
    )


@cache
def mean_plies(board: Board, colour: str, count_passes: bool) -> Fraction:
    """The expected number of plies until the end of a uniformly random game, with or without the passes."""
    moves = legal_moves(board, colour)
    if not moves:
        return Fraction(0)
    total = Fraction(0)
    for move in moves:
        total += mean_plies(*play(board, move, colour), count_passes)
    return int(count_passes or moves != [PASS]) + total / len(moves)


@cache
def best_margin(board: Board, colour: str) -> int:
    """Black discs less white discs at the end when both sides play perfectly for that difference."""
    moves = legal_moves(board, colour)
    if not moves:
        black, white = counts(board)
        return black - white
    results = [best_margin(*play(board, move, colour)) for move in moves]
    return max(results) if colour == BLACK else min(results)


# --- the contest's question ------------------------------------------------------------------------------------


def parse_contest(text: str) -> Board:
    """The board of a contest input: n, then n rows of n numbers -1, 0 or 1 with one blank or more between.

    Accepted without fuss: a byte-order mark, CRLF, blanks at the ends of lines, blank lines at the end, no final
    newline.  Anything else out of place is a ValueError that starts with the number of the line, from 1.
    """
    lines = [line.rstrip(" \t\r") for line in text.removeprefix("\ufeff").split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    if not lines or not (lines[0].isascii() and lines[0].isdigit() and int(lines[0]) > 0):
        raise ValueError("1: expected the size of the board")
    size = int(lines[0])
    rows: list[str] = []
    for number, line in enumerate(lines[1 : size + 1], start=2):
        words = line.split()
        if len(words) != size or any(word not in FROM_CONTEST for word in words):
            raise ValueError(f"{number}: expected {size} of the numbers -1, 0, 1")
        rows.append("".join(FROM_CONTEST[word] for word in words))
    if len(rows) < size:
        raise ValueError(f"{len(lines) + 1}: the input ends, expected {size} rows")
    if len(lines) > size + 1:
        raise ValueError(f"{size + 2}: expected the end of the input")
    return tuple(rows)


def contest_text(board: Board) -> str:
    """The contest input that asks about this board."""
    rows = [" ".join(TO_CONTEST[char] for char in row) for row in board]
    return "\n".join([str(len(board)), *rows]) + "\n"


def solve_contest(text: str) -> str:
    """The right output for a contest input: the complete games that Black wins, that White wins, and draws."""
    games = complete_games(parse_contest(text), WHITE)
    return f"{games[BLACK]} {games[WHITE]} {games[DRAW]}\n"
