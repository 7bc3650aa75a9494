"""Gomoku, slow and obvious: the reference the fast code is tested against.

Nothing here is clever, and nothing here imports the product.  Boards and points are those of `grid`.

A move puts a stone on any empty point; Black moves first; the game stops when a side has a winning run, or when
there is no empty point left (a draw).  A run is a row of stones of one colour, across, down or on a diagonal, that
cannot be made longer at either end.  Which runs win:

- freestyle: k or more;
- standard: exactly k;
- caro: k or more, unless there is an opposing stone right beyond both ends (the edge and a hole are no stones).

In the contest's text black is `o` and white is `x`: the other way round from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

from oracles.grid import BLACK as BLACK
from oracles.grid import EMPTY as EMPTY
from oracles.grid import HOLE as HOLE
from oracles.grid import WHITE as WHITE
from oracles.grid import Board as Board
from oracles.grid import Point as Point
from oracles.grid import at as at
from oracles.grid import count_stones as count_stones
from oracles.grid import empty_board as empty_board
from oracles.grid import opponent as opponent
from oracles.grid import points as points

Run = tuple[Point, ...]
Rule = Literal["freestyle", "standard", "caro"]

DRAW = "draw"

DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]

TO_CONTEST = {BLACK: "o", WHITE: "x", EMPTY: "."}


# --- boards, runs ----------------------------------------------------------------------------------------------


def put(board: Board, point: Point, char: str) -> Board:
    """The board with this character on this point."""
    row, col = point
    return (*board[:row], board[row][:col] + char + board[row][col + 1 :], *board[row + 1 :])


def runs(board: Board) -> list[tuple[str, Run, str, str]]:
    """Every run of either colour: its colour, its points, and what is right before and right beyond it.

    A single stone is a run in each of the four directions.
    """
    found: list[tuple[str, Run, str, str]] = []
    for down, right in DIRECTIONS:
        for row, col in points(board):
            colour = board[row][col]
            before = at(board, (row - down, col - right))
            if colour not in (BLACK, WHITE) or before == colour:
                continue
            places: list[Point] = []
            place = (row, col)
            while at(board, place) == colour:
                places.append(place)
                place = (place[0] + down, place[1] + right)
            found.append((colour, tuple(places), before, at(board, place)))
    return found


def winning_runs(board: Board, k: int = 5, rule: Rule = "freestyle") -> list[tuple[str, Run]]:
    """The runs that win, with their colours."""
    if k < 1:
        raise ValueError("k must be at least 1")
    found: list[tuple[str, Run]] = []
    for colour, places, before, beyond in runs(board):
        if rule == "freestyle":
            wins = len(places) >= k
        elif rule == "standard":
            wins = len(places) == k
        elif rule == "caro":
            wins = len(places) >= k and not (before == opponent(colour) and beyond == opponent(colour))
        else:
            raise ValueError(f"unknown rule {rule!r}")
        if wins:
            found.append((colour, places))
    return found


def winners(board: Board, k: int = 5, rule: Rule = "freestyle") -> frozenset[str]:
    """The colours that have a winning run; on an arbitrary board both may have one."""
    return frozenset(colour for colour, _ in winning_runs(board, k, rule))


# --- games -----------------------------------------------------------------------------------------------------


@cache
def outcome(board: Board, k: int = 5, rule: Rule = "freestyle") -> str | None:
    """BLACK, WHITE or DRAW when the game is over, else None; a ValueError when both colours have a winning run."""
    have = winners(board, k, rule)
    if len(have) == 2:
        raise ValueError("both colours have a winning run")
    if have:
        return next(iter(have))
    if any(EMPTY in row for row in board):
        return None
    return DRAW


def legal_moves(board: Board, k: int = 5, rule: Rule = "freestyle") -> list[Point]:
    """All empty points in row-major order; nothing when the game is over."""
    if outcome(board, k, rule) is not None:
        return []
    return [(row, col) for row, col in points(board) if board[row][col] == EMPTY]


def play(board: Board, point: Point, colour: str, k: int = 5, rule: Rule = "freestyle") -> Board:
    opponent(colour)
    if point not in legal_moves(board, k, rule):
        raise ValueError(f"{point} is illegal")
    return put(board, point, colour)


# --- the contest's question: can this position arise? ----------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """why: 'ok', 'counts', or 'play went on after a win'; last: the stones that can have been the last one played."""

    possible: bool
    why: str
    last: tuple[Point, ...]


def last_mover(board: Board) -> str | None:
    """Whose stone was the last, by the counts, on a board that is not empty; None if the counts are impossible."""
    black, white = count_stones(board)
    return {0: WHITE, 1: BLACK}.get(black - white)


def check(board: Board, k: int = 5) -> Verdict:
    """Whether the position can arise in a freestyle game that stops as soon as someone has k or more in a row.

    Exactly: there are as many black stones as white ones or one more, and either nobody has k in a row, or there
    is a stone of the side that moved last whose removal leaves nobody with k in a row.
    """
    mover = last_mover(board)
    if mover is None:
        return Verdict(False, "counts", ())
    last = tuple(
        (row, col)
        for row, col in points(board)
        if board[row][col] == mover and not winners(put(board, (row, col), EMPTY), k)
    )
    if not winners(board, k) or last:
        return Verdict(True, "ok", last)
    return Verdict(False, "play went on after a win", ())


def contest_text(board: Board) -> str:
    """The contest input that asks about this board."""
    return "".join("".join(TO_CONTEST[char] for char in row) + "\n" for row in board)


def reachable_set(start: Board, k: int, rule: Rule = "freestyle") -> frozenset[Board]:
    """Every board that a game from this start (Black moving first) can arrive at, by brute force."""
    seen = {start}
    todo = [(start, BLACK)]
    while todo:
        board, colour = todo.pop()
        for point in legal_moves(board, k, rule):
            following = put(board, point, colour)
            if following not in seen:
                seen.add(following)
                todo.append((following, opponent(colour)))
    return frozenset(seen)


def reachable_last_stones(start: Board, k: int, rule: Rule = "freestyle") -> dict[Board, frozenset[Point]]:
    """For every board that can be arrived at, the stones that can have been the last one played, by brute force."""
    last: dict[Board, set[Point]] = {board: set() for board in reachable_set(start, k, rule)}
    already = sum(count_stones(start))
    for board in list(last):
        mover = BLACK if (sum(count_stones(board)) - already) % 2 == 0 else WHITE
        for point in legal_moves(board, k, rule):
            last[put(board, point, mover)].add(point)
    return {board: frozenset(stones) for board, stones in last.items()}


# --- counting --------------------------------------------------------------------------------------------------


def perft(board: Board, colour: str, depth: int, k: int = 5, rule: Rule = "freestyle") -> list[int]:
    """The numbers of different legal sequences of 0, 1, ..., depth moves, by playing every one of them.

    A game that is over has no further moves: it is counted at the depth at which it ends and not after it.
    """
    counts = [0] * (depth + 1)

    def visit(now: Board, to_play: str, ply: int) -> None:
        counts[ply] += 1
        if ply < depth:
            for point in legal_moves(now, k, rule):
                visit(put(now, point, to_play), opponent(to_play), ply + 1)

    visit(board, colour, 0)
    return counts


def complete_games(board: Board, colour: str, k: int = 5, rule: Rule = "freestyle") -> dict[str, int]:
    """How many different complete games BLACK wins, WHITE wins and are a DRAW; one that is over counts as one."""
    return dict(_complete_games(board, colour, k, rule))


@cache
def _complete_games(board: Board, colour: str, k: int, rule: Rule) -> dict[str, int]:
    result = outcome(board, k, rule)
    if result is not None:
        return {name: int(name == result) for name in (BLACK, WHITE, DRAW)}
    total = {BLACK: 0, WHITE: 0, DRAW: 0}
    for point in legal_moves(board, k, rule):
        for name, count in _complete_games(put(board, point, colour), opponent(colour), k, rule).items():
            total[name] += count
    return total


# --- play, random and perfect ----------------------------------------------------------------------------------


def random_play_probabilities(board: Board, colour: str, k: int = 5, rule: Rule = "freestyle") -> dict[str, Fraction]:
    """The exact probabilities of BLACK, WHITE and DRAW when both sides choose uniformly among their legal moves."""
    return dict(_random_play_probabilities(board, colour, k, rule))


@cache
def _random_play_probabilities(board: Board, colour: str, k: int, rule: Rule) -> dict[str, Fraction]:
    result = outcome(board, k, rule)
    if result is not None:
        return {name: Fraction(name == result) for name in (BLACK, WHITE, DRAW)}
    moves = legal_moves(board, k, rule)
    total = {BLACK: Fraction(0), WHITE: Fraction(0), DRAW: Fraction(0)}
    for point in moves:
        for name, share in _random_play_probabilities(put(board, point, colour), opponent(colour), k, rule).items():
            total[name] += share / len(moves)
    return total


@cache
def mean_plies(board: Board, colour: str, k: int = 5, rule: Rule = "freestyle") -> Fraction:
    """The expected number of moves until the end of a uniformly random game."""
    moves = legal_moves(board, k, rule)
    if not moves:
        return Fraction(0)
    total = Fraction(0)
    for point in moves:
        total += mean_plies(put(board, point, colour), opponent(colour), k, rule)
    return 1 + total / len(moves)


@cache
def best_outcome(board: Board, colour: str, k: int = 5, rule: Rule = "freestyle") -> str:
    """BLACK, WHITE or DRAW: how the game ends when both sides play perfectly."""
    result = outcome(board, k, rule)
    if result is not None:
        return result
    results = {
        best_outcome(put(board, point, colour), opponent(colour), k, rule) for point in legal_moves(board, k, rule)
    }
    for wanted in (colour, DRAW):
        if wanted in results:
            return wanted
    return opponent(colour)
