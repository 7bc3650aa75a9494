"""Othello, slow and obvious: the reference the fast code is tested against.

Nothing here is clever, and nothing here imports the product.  Boards and points are those of `grid`.

A move puts a disc on an empty point such that in at least one of the eight directions one or more opposing discs,
without a gap, are followed by an own one; all discs so bracketed are turned over.  A side without a move must pass
(PASS is its only legal move) while the other side has one; when neither side has a move the game is over.
More discs win.  Black moves first in the ordinary game.  Positions may be arbitrary.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Literal

from oracles.grid import BLACK, EMPTY, WHITE, Point, put
from oracles.grid import Board as Board
from oracles.grid import at as at
from oracles.grid import count_stones as count_stones
from oracles.grid import opponent as opponent
from oracles.grid import points as points

Pass = Literal["pass"]
Move = Point | Pass
Situation = tuple[Board, str]

PASS: Pass = "pass"
DRAW = "draw"

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


# --- boards ----------------------------------------------------------------------------------------------------


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
    black, white = count_stones(board)
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
        black, white = count_stones(board)
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
        black, white = count_stones(board)
        return black - white
    results = [best_margin(*play(board, move, colour)) for move in moves]
    return max(results) if colour == BLACK else min(results)
