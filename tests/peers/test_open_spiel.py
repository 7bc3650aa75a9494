"""Gomoku and Othello beside open_spiel: the same legal moves and the same winners, over random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

import tengen as tg
from conftest import require


@pytest.fixture(scope="module")
def pyspiel() -> Any:
    require("pyspiel", "open_spiel")
    import pyspiel as peer

    return peer


def expect_same_end(state: Any, position: tg.gomoku.Position | tg.othello.Position) -> None:
    assert state.is_terminal() == position.is_over
    if position.is_over:
        black = state.returns()[0]
        assert position.winner is (tg.BLACK if black > 0 else tg.WHITE if black < 0 else None)


def test_othello(pyspiel: Any, chance: random.Random) -> None:
    game = pyspiel.load_game("othello")
    passed = game.num_distinct_actions() - 1
    for _ in range(1000):
        state, position = game.new_initial_state(), tg.othello.start()
        while not state.is_terminal():
            ours = {passed if isinstance(move, tg.Pass) else move.row * 8 + move.col for move in position.legal_moves}
            assert set(state.legal_actions()) == ours, position
            action = chance.choice(sorted(ours))
            state.apply_action(action)
            position = position.play(tg.PASS if action == passed else tg.Point(action // 8, action % 8))
        expect_same_end(state, position)


@pytest.mark.parametrize(("size", "games"), [(5, 1500), (9, 400), (15, 60)])
def test_gomoku(pyspiel: Any, chance: random.Random, size: int, games: int) -> None:
    game = pyspiel.load_game(f"gomoku(size={size})")
    for _ in range(games):
        state, position = game.new_initial_state(), tg.gomoku.start(size)
        while not state.is_terminal():
            assert state.legal_actions() == position.legal_moves.indices
            action = chance.choice(state.legal_actions())
            state.apply_action(action)
            position = position.play(tg.Point(action // size, action % size))
            assert state.is_terminal() == position.is_over, position
        expect_same_end(state, position)
