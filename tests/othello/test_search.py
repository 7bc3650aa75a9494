"""The tree search on Othello: perfect at the end of the game, sound in what it calls exact, on any board."""

from __future__ import annotations

import random
import time

import pytest

import tengen as tg
from oracles import othello as oracle
from othello.shared import move_of, position_of
from tengen import players
from tengen.players import Search

COLOURS = {"X": 1, "O": -1}


def late_position(chance: random.Random, size: tuple[int, int], empties: int, holes: bool) -> oracle.Situation:
    """A random game from the usual start, stopped when so few points are empty; not over."""
    height, width = size
    while True:
        board = tuple(oracle.start_board(max(size))[row][:width] for row in range(height))
        board = tuple("".join("#" if holes and glyph == "." and chance.random() < 0.12 else glyph for glyph in row)
                      for row in board)
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
def test_the_last_moves_are_perfect(fresh: random.Random, size: tuple[int, int], holes: bool) -> None:
    for _ in range(6):
        board, colour = late_position(fresh, size, fresh.randint(3, 8), holes)
        position = position_of(board, colour)
        choice = players.mcts(visits=len(position.legal_moves), seed=fresh.randrange(2**32)).choose(position)
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


def test_ten_empty_points(fresh: random.Random) -> None:
    for holes in (False, True):
        board, colour = late_position(fresh, (6, 6), 10, holes)
        choice = players.mcts(visits=50, seed=1).choose(position_of(board, colour))
        assert choice.exact
        assert choice.value == value(board, colour)


def test_fourteen_empty_points_are_proven(fresh: random.Random) -> None:
    for _ in range(5):
        board, colour = late_position(fresh, (8, 8), 14, False)
        choice = players.mcts(visits=100, seed=fresh.randrange(2**32)).choose(position_of(board, colour))
        assert choice.exact
        assert choice.move is not None
        assert choice.value is not None
        after = position_of(board, colour).play(choice.move)
        if not after.is_over:
            then = players.mcts(visits=100, seed=1).choose(after)
            assert then.exact
            assert then.value == 1 - choice.value


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


def test_several_threads_agree_on_what_is_proven(fresh: random.Random) -> None:
    for _ in range(10):
        board, colour = late_position(fresh, (6, 6), 8, False)
        search = Search(position_of(board, colour), threads=4, seed=fresh.randrange(2**32))
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
        assert 0.15 < time.monotonic() - began < 10
