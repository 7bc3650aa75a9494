"""The tree search on Othello: perfect at the end of the game, sound in what it calls exact, on any board."""

from __future__ import annotations

import random
import time

import pytest

import tengen as tg
from conftest import SEED
from oracles import othello as oracle
from othello.shared import FFO, ffo_position, move_of, position_of
from tengen import players
from tengen.players import Search
from waiting import PATIENCE

COLOURS = {"X": 1, "O": -1}


def late_position(chance: random.Random, size: tuple[int, int], empties: int, holes: bool) -> oracle.Situation:
    """A random game from the usual start, stopped when so few points are empty; not over."""
    height, width = size
    while True:
        board = tuple(oracle.start_board(max(size))[row][:width] for row in range(height))
        board = tuple(
            "".join("#" if holes and glyph == "." and chance.random() < 0.12 else glyph for glyph in row)
            for row in board
        )
        colour = "X"
        while (moves := oracle.legal_moves(board, colour)) and sum(row.count(".") for row in board) > empties:
            board, colour = oracle.play(board, chance.choice(moves), colour)
        if moves:
            return board, colour


def value(board: oracle.Board, colour: str) -> float:
    """For this side, with perfect play."""
    margin = COLOURS[colour] * oracle.best_margin(board, colour)
    return 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5


@pytest.mark.parametrize("size", [(4, 4), (6, 6), (4, 6), (8, 6), (8, 8), (10, 8)])
@pytest.mark.parametrize("holes", [False, True])
def test_the_last_moves_are_perfect(chance: random.Random, size: tuple[int, int], holes: bool) -> None:
    for _ in range(6):
        board, colour = late_position(chance, size, chance.randint(3, 8), holes)
        position = position_of(board, colour)
        choice = players.mcts(visits=len(position.legal_moves), seed=chance.randrange(2**32)).choose(position)
        assert choice.exact
        assert choice.value == value(board, colour)
        for candidate in choice.candidates:
            if not candidate.exact:
                continue
            (move,) = [move for move in oracle.legal_moves(board, colour) if move_of(move) == candidate.move]
            after, other = oracle.play(board, move, colour)
            assert candidate.value == 1 - value(after, other)
        assert choice.candidates[0].move == choice.move
        assert choice.candidates[0].value == choice.value


def test_more_empty_points(chance: random.Random) -> None:
    for holes in (False, True):
        board, colour = late_position(chance, (6, 6), 10 if SEED else 9, holes)
        choice = players.mcts(visits=50, seed=1).choose(position_of(board, colour))
        assert choice.exact
        assert choice.value == value(board, colour)


def test_fourteen_empty_points_are_proven(chance: random.Random) -> None:
    for _ in range(5):
        board, colour = late_position(chance, (8, 8), 14, False)
        choice = players.mcts(visits=100, seed=chance.randrange(2**32)).choose(position_of(board, colour))
        assert choice.exact
        assert choice.move is not None
        assert choice.value is not None
        after = position_of(board, colour).play(choice.move)
        if not after.is_over:
            then = players.mcts(visits=100, seed=1).choose(after)
            assert then.exact
            assert then.value == 1 - choice.value


@pytest.mark.parametrize(
    ("number", "visits"),
    [
        *((number, 100) for number in (1, 6, 8, 9, 11, 12, 14, 16, 19)),  # each gave discs away once it was won or lost
        (27, 33_000),  # 20 empty points, which the tree alone does not prove
    ],
)
def test_what_is_proven_is_played_for_the_margin(number: int, visits: int) -> None:
    (entry,) = [entry for entry in FFO if entry["number"] == number]
    position = ffo_position(entry)
    choice = players.mcts(visits=visits, seed=1).choose(position)
    assert choice.move is not None
    margin = max(entry["scores"].values())
    assert entry["scores"][position.vertex(choice.move)] == margin
    assert (choice.exact, choice.value) == (True, float(margin > 0))
    lead = choice.candidates[0].lead
    assert lead is not None
    assert lead == margin or (margin > 0 and lead < margin)  # the scores give the winner the points that stay empty
    for candidate in choice.candidates:
        if candidate.exact:
            assert candidate.value == float(entry["scores"][position.vertex(candidate.move)] > 0)
    assert players.mcts(visits=visits, seed=1).choose(position) == choice


def test_the_margin_is_the_solvers(chance: random.Random) -> None:
    for _ in range(4):
        board, colour = late_position(chance, (6, 6), 9, False)
        position = position_of(board, colour)
        choice = players.mcts(visits=60, seed=chance.randrange(2**32)).choose(position)
        assert choice.move is not None
        assert len(position.legal_moves) == 1 or choice.candidates[0].lead == tg.solve(position).lower
        assert choice.line is not None
        assert len(position.legal_moves) == 1 or position.replay(choice.line)[1].is_over


def test_a_margin_that_takes_longer_is_found_later() -> None:
    (entry,) = [entry for entry in FFO if entry["number"] == 22]
    position = ffo_position(entry)
    search = Search(position, seed=1)
    search.run(visits=2200)  # enough for the tree to prove it, and not for the solver to be done
    early = search.choice()
    assert (early.exact, early.value) == (True, 1)
    assert early.candidates[0].lead is None
    search.run(seconds=1000)
    late = search.choice()
    assert late.candidates[0].lead == 2
    assert late.visits == early.visits


def test_a_forced_pass_is_a_move() -> None:
    position = tg.othello.parse("OX.\n...", tg.BLACK)
    choice = players.mcts(visits=10, seed=1).choose(position)
    assert choice.move is tg.PASS
    assert choice.exact
    assert choice.value == 0


@pytest.mark.parametrize("size", [6, 8, (5, 9), 16])
def test_a_seed_repeats(size: int | tuple[int, int]) -> None:
    position = tg.othello.start(size)
    first, second = (players.mcts(visits=200, seed=3).choose(position) for _ in range(2))
    assert first == second
    assert sum(each.visits for each in first.candidates) == 200


def test_several_threads_agree_on_what_is_proven(chance: random.Random) -> None:
    for _ in range(10 if SEED else 4):
        board, colour = late_position(chance, (6, 6), 8, False)
        search = Search(position_of(board, colour), threads=4, seed=chance.randrange(2**32))
        search.run(visits=200)
        assert search.is_decided
        assert search.choice().value == value(board, colour)


def test_it_beats_the_greedy_player() -> None:
    mcts = players.mcts(visits=100, seed=5)
    for mine in (tg.BLACK, tg.WHITE):
        position = tg.othello.start(8)
        while not position.is_over:
            player = mcts if position.to_play is mine else players.greedy.seeded(7)
            move = player.choose(position).move
            assert move is not None
            position = position.play(move)
        assert position.winner is mine


def test_seconds_are_kept() -> None:
    for size in (8, 16):
        began = time.monotonic()
        players.mcts(seconds=0.2, threads=1).choose(tg.othello.start(size))
        assert 0.15 < time.monotonic() - began < PATIENCE
