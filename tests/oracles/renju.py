"""Renju, slow and obvious: which points are forbidden to Black, straight from the words of the rule.

Nothing here is clever, and nothing here imports the product.  Boards, points and runs are those of `gomoku`.

The terms (The International Rules of Renju, Renju International Federation, section 3):

- five in a row: an unbroken row of five stones; overline: of six or more.
- four: four stones to which one more can be added to attain five in a row.
- straight four: an unbroken four to which, in two different ways, one more can be added to attain five in a row.
- three: three stones to which one more can be added, without at the same time making five in a row, to attain a
  straight four.
- double four, double three: a stone that makes more than one four, or three, which meet in it.

Black may make no overline, no double four and no double three, except with a stone that makes five in a row, which
wins.  A three counts only if the stone that makes the straight four is not itself forbidden (section 9).  White wins
with five or more, and nothing is forbidden to it.  Who has no point left to play has drawn.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from oracles.gomoku import DIRECTIONS, DRAW, put, runs
from oracles.grid import BLACK, EMPTY, WHITE, Board, Point, at, opponent, points

Stones = frozenset[Point]


def runs_through(board: Board, point: Point) -> list[list[Point]]:
    """The unbroken rows that the stone there is in: one for each direction, perhaps of itself alone."""
    found = []
    for down, right in DIRECTIONS:
        row, col = point
        while at(board, (row - down, col - right)) == at(board, point):
            row, col = row - down, col - right
        run = []
        while at(board, (row, col)) == at(board, point):
            run.append((row, col))
            row, col = row + down, col + right
        found.append(run)
    return found


def makes_five(board: Board, point: Point) -> bool:
    return any(len(run) == 5 for run in runs_through(put(board, point, BLACK), point))


def near(board: Board, point: Point) -> list[Point]:
    """The empty points in line with this one and at most four steps away: nothing further makes a five with it."""
    return [
        (point[0] + steps * down, point[1] + steps * right)
        for down, right in DIRECTIONS
        for steps in (-4, -3, -2, -1, 1, 2, 3, 4)
        if at(board, (point[0] + steps * down, point[1] + steps * right)) == EMPTY
    ]


def fours(board: Board, point: Point) -> set[Stones]:
    """The fours that the stone there is in."""
    found = set()
    for last in near(board, point):
        for run in runs_through(put(board, last, BLACK), last):
            if len(run) == 5 and point in run:
                found.add(frozenset(run) - {last})
    return found


def ways_to_five(board: Board, stones: Stones) -> int:
    """How many points there are that make exactly five in a row of these four and one more."""
    return sum(
        any(len(run) == 5 and stones <= set(run) for run in runs_through(put(board, last, BLACK), last))
        for last in near(board, min(stones))
    )


def straight_fours(board: Board, point: Point) -> list[Stones]:
    """The straight fours that the stone there is in."""
    unbroken = [frozenset(run) for run in runs_through(board, point) if len(run) == 4]
    return [stones for stones in unbroken if ways_to_five(board, stones) == 2]


def threes(board: Board, point: Point) -> set[Stones]:
    """The threes that the stone there is in."""
    found = set()
    for added in near(board, point):
        if makes_five(board, added):
            continue
        for stones in straight_fours(put(board, added, BLACK), added):
            if point in stones and why_forbidden(board, added) is None:
                found.add(stones - {added})
    return found


@cache
def why_forbidden(board: Board, point: Point) -> tuple[str, frozenset[Stones]] | None:
    """What Black would make on this empty point that is forbidden, and of which stones."""
    if makes_five(board, point):
        return None
    board = put(board, point, BLACK)
    if overlines := {frozenset(run) for run in runs_through(board, point) if len(run) > 5}:
        return "overline", frozenset(overlines)
    if len(found := fours(board, point)) > 1:
        return "double four", frozenset(found)
    if len(found := threes(board, point)) > 1:
        return "double three", frozenset(found)
    return None


def forbidden(board: Board) -> list[Point]:
    return [point for point in points(board) if at(board, point) == EMPTY and why_forbidden(board, point)]


# --- games -----------------------------------------------------------------------------------------------------


def winners(board: Board) -> set[str]:
    return {colour for colour, run, _, _ in runs(board) if len(run) == 5 or (len(run) > 5 and colour == WHITE)}


def legal_moves(board: Board, colour: str) -> list[Point]:
    if winners(board):
        return []
    closed = forbidden(board) if colour == BLACK else []
    return [point for point in points(board) if at(board, point) == EMPTY and point not in closed]


def outcome(board: Board, colour: str) -> str | None:
    """BLACK, WHITE or DRAW when the game is over with this side to move, else None."""
    won = winners(board)
    return next(iter(won)) if won else None if legal_moves(board, colour) else DRAW


def perft(board: Board, colour: str, depth: int) -> list[int]:
    """The numbers of different legal sequences of 0, 1, ..., depth moves, by playing every one of them."""
    counts = [0] * (depth + 1)

    def visit(now: Board, to_play: str, ply: int) -> None:
        counts[ply] += 1
        if ply < depth:
            for point in legal_moves(now, to_play):
                visit(put(now, point, to_play), opponent(to_play), ply + 1)

    visit(board, colour, 0)
    return counts


@cache
def complete_games(board: Board, colour: str) -> dict[str, int]:
    """How many different complete games BLACK wins, WHITE wins and are a DRAW; one that is over counts as one."""
    result = outcome(board, colour)
    total = {name: int(name == result) for name in (BLACK, WHITE, DRAW)}
    for point in legal_moves(board, colour):
        for name, count in complete_games(put(board, point, colour), opponent(colour)).items():
            total[name] += count
    return total


@cache
def random_play_probabilities(board: Board, colour: str) -> dict[str, Fraction]:
    """The exact probabilities of BLACK, WHITE and DRAW when both sides choose uniformly among their legal moves."""
    result = outcome(board, colour)
    total = {name: Fraction(name == result) for name in (BLACK, WHITE, DRAW)}
    moves = legal_moves(board, colour)
    for point in moves:
        for name, share in random_play_probabilities(put(board, point, colour), opponent(colour)).items():
            total[name] += share / len(moves)
    return total


def possible_last_stones(board: Board, mover: str) -> list[Point]:
    """The stones of this side without which the game was not over, no rule was broken, and they were legal."""
    found = []
    for point in points(board):
        if at(board, point) != mover:
            continue
        before = put(board, point, EMPTY)
        overlines = any(colour == BLACK and len(run) > 5 for colour, run, _, _ in runs(before))
        if not winners(before) and not overlines and not (mover == BLACK and why_forbidden(before, point)):
            found.append(point)
    return found


@cache
def best_outcome(board: Board, colour: str) -> str:
    """BLACK, WHITE or DRAW: how the game ends when both sides play perfectly."""
    result = outcome(board, colour)
    if result is not None:
        return result
    results = {best_outcome(put(board, point, colour), opponent(colour)) for point in legal_moves(board, colour)}
    return colour if colour in results else DRAW if DRAW in results else opponent(colour)
