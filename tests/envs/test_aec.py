"""PettingZoo's environment: what PettingZoo checks, and plain positions beside it."""

from __future__ import annotations

import pickle
import random
import re
import warnings
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import tengen as tg
from envs.boards import every_board, start_of
from tengen import envs

# PettingZoo says this of every observation that is a dictionary, but for a list of its own games.
OF_DICTIONARIES = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Action mask numpy array is all zeros (no legal actions).",  # of the side that is not to move, as it should be
}


@every_board
def test_pettingzoo_finds_nothing_wrong(game: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(envs.aec(game, **options), num_cycles=60)
        seed_test(lambda: envs.aec(game, **options), num_cycles=60)
    assert {str(warning.message) for warning in caught} <= OF_DICTIONARIES


@pytest.mark.parametrize("game", ["nogo", "go", "gomoku", "othello"])
def test_it_renders(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: envs.aec(game, size=4, render_mode=render_mode))
    assert str(getattr(tg, game).start(4)) in capsys.readouterr().out


def test_the_benchmark_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    seconds = count(step=0.05)  # it goes on for five
    module = performance_benchmark.__globals__
    monkeypatch.setitem(module, "time", SimpleNamespace(time=lambda: next(seconds)))
    monkeypatch.setitem(module, "random", random.Random(1))
    performance_benchmark(envs.aec("nogo", size=5))
    assert "Finished performance benchmark" in capsys.readouterr().out


@every_board
def test_a_game_is_that_of_the_positions(game: str, options: dict[str, Any], chance: random.Random) -> None:
    env = envs.aec(game, **options)
    for _ in range(3):
        env.reset()
        position = start_of(game, options)
        most = position.game.plies_allowed(position)
        for ply in count():
            agent, other = ("player_0", "player_1") if position.to_play is tg.BLACK else ("player_1", "player_0")
            assert env.agent_selection == agent
            for sees, color in ((agent, position.to_play), (other, position.to_play.opponent)):
                seen = env.observe(sees)
                stones = np.asarray(position.board)
                own = 1 if color is tg.BLACK else 2
                assert seen in env.observation_space(sees)
                assert (seen["observation"][0] == (stones == own)).all()
                assert (seen["observation"][1] == (stones == 3 - own)).all()
                assert (seen["observation"][4] == (stones != 3)).all()
            own, others = (env.observe(each)["observation"] for each in (agent, other))
            assert (own[[2, 3]] == others[[3, 2]]).all()
            is_over = position.is_over or ply == most
            mask = np.asarray(position.mask, np.int8)
            assert (env.observe(agent)["action_mask"] == (np.zeros_like(mask) if is_over else mask)).all()
            assert not env.observe(other)["action_mask"].any()
            if is_over:
                break
            assert env.terminations == env.truncations == {"player_0": False, "player_1": False}
            assert set(env.rewards.values()) == {0}
            move = chance.choice(list(np.flatnonzero(mask)))
            before = own.copy()
            env.step(move)
            assert (own == before).all()  # what was seen stays
            position = position.play(move)
        winner = position.game.outcome(position).winner
        black = 0 if winner is None else 1 if winner is tg.BLACK else -1
        assert env.rewards == {"player_0": black, "player_1": -black}
        assert env.terminations == dict.fromkeys(env.agents, position.is_over)
        assert env.truncations == dict.fromkeys(env.agents, not position.is_over)
        env.step(None)
        env.step(None)
        assert env.agents == []


def test_rewards_add_up_in_the_usual_loop() -> None:
    env = envs.aec("gomoku", size=3, in_a_row=3)
    env.reset()
    total = {"player_0": 0.0, "player_1": 0.0}
    moves = iter([0, 3, 1, 4, 2])
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        env.step(None if terminated or truncated else next(moves))
    assert total == {"player_0": 1, "player_1": -1}


def test_an_illegal_action_ends_the_game_as_pettingzoo_has_it() -> None:
    env = envs.aec("nogo", size=3)
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards == {"player_0": 0, "player_1": -1}
    assert env.terminations == env.truncations == {"player_0": True, "player_1": True}
    env.reset()
    with pytest.raises(AssertionError, match=r"^action is not in action space$"):
        env.step(9)
    env.step(4)
    with pytest.raises(tg.IllegalMove, match=r"^board 0: B2 is occupied by Black$"):
        env.unwrapped.step(4)


def test_go_is_truncated_and_scored_as_it_stands() -> None:
    env = envs.aec("go", size=3, komi=0.5, most_plies=3)
    env.reset()
    for move in (4, 0, 1):
        env.step(move)
    assert env.rewards == {"player_0": 1, "player_1": -1}
    assert env.terminations == {"player_0": False, "player_1": False}
    assert env.truncations == {"player_0": True, "player_1": True}


def test_white_begins_where_the_start_says_so() -> None:
    env = envs.aec("nogo", start=tg.nogo.start(3).play("B2"))
    env.reset()
    assert env.agent_selection == "player_1"
    assert env.observe("player_1")["observation"][1, 1, 1] == 1


def test_it_pickles_in_the_middle_of_a_game() -> None:
    env = envs.aec("go", size=3, render_mode="ansi")
    env.reset()
    env.step(4)
    again = pickle.loads(pickle.dumps(env))
    again.step(0)
    env.step(0)
    assert again.render() == env.render() == str(tg.go.start(3).play(4).play(0))
    assert re.match(r"go_v0", str(again))
