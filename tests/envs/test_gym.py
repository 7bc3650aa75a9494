"""Gymnasium's environments: what Gymnasium checks, its own way to make many of one, and plain positions beside them."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode

import tengen as tg
from conftest import TENGEN
from envs.boards import every_board, name_of, start_of
from tengen import envs, players


@every_board
@pytest.mark.parametrize("opponent", [None, "random"])
def test_gymnasium_finds_nothing_wrong(game: str, options: dict[str, Any], opponent: str | None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = gymnasium.make(name_of(game), opponent=opponent, **options)
        check_env(made.unwrapped, skip_render_check=opponent is not None)


def same(ours: Any, theirs: Any) -> bool:
    return data_equivalence(ours, theirs, exact=True)


def drawn(mask: np.ndarray[Any, Any], chance: random.Random) -> int:
    """Mostly a legal action; sometimes any."""
    legal = np.flatnonzero(mask)
    return int(chance.choice(list(legal))) if len(legal) and chance.random() < 0.97 else chance.randrange(len(mask))


@every_board
@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("opponent", [None, "random"])
def test_many_games_are_what_gymnasium_makes_of_single_ones(
    game: str, options: dict[str, Any], mode: AutoresetMode, opponent: str | None, chance: random.Random
) -> None:
    options = {"opponent": opponent, "num_envs": 3, "most_plies": 12, **options}
    ours = gymnasium.make_vec(name_of(game), autoreset_mode=mode, **options)
    theirs = gymnasium.make_vec(
        name_of(game), vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **options
    )
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] is mode
    both = ours, theirs
    seen: list[Any] = [env.reset(seed=5) for env in both]
    assert same(*seen)
    ends = 0
    for step in range(30):
        actions = np.array([drawn(mask, chance) for mask in seen[0][-1]["action_mask"]])
        seen = [env.step(actions) for env in both]
        assert seen[0][0] in ours.observation_space
        assert same(*seen), step
        ended = seen[0][2] | seen[0][3]
        ends += ended.sum()
        if mode is AutoresetMode.DISABLED and ended.any():
            seen = [env.reset(options={"reset_mask": ended.copy()}) for env in both]
            assert same(*seen)
            seen[0] = (seen[0][0], ours.unwrapped.infos())  # type: ignore[attr-defined]
    assert ends >= 6


@every_board
def test_self_play_is_that_of_the_positions(game: str, options: dict[str, Any], chance: random.Random) -> None:
    env = gymnasium.make(name_of(game), **options).unwrapped
    for _ in range(3):
        position, plies = start_of(game, options), 0
        _, info = env.reset()
        most = position.game.plies_allowed(position)
        is_over = False
        while not is_over:
            assert info["side"] == (position.to_play is tg.WHITE)
            assert (info["action_mask"] == np.asarray(position.mask)).all()
            assert (env.action_masks() == np.asarray(position.mask, bool)).all()  # type: ignore[attr-defined]
            mover, move = position.to_play, int(chance.choice(list(np.flatnonzero(info["action_mask"]))))
            position, plies = position.play(move), plies + 1
            planes, reward, terminated, truncated, info = env.step(move)
            assert (terminated, truncated) == (position.is_over, plies == most and not position.is_over)
            own = 1 if position.to_play is tg.BLACK else 2
            assert (planes[0] == (np.asarray(position.board) == own)).all()
            is_over = terminated or truncated
            winner = position.game.outcome(position).winner if is_over else None
            assert reward == (0 if winner is None else 1 if winner is mover else -1)
            assert "illegal" not in info


@every_board
def test_play_against_an_opponent_is_that_of_the_positions(
    game: str, options: dict[str, Any], chance: random.Random
) -> None:
    env = gymnasium.make(name_of(game), opponent="greedy", **options).unwrapped
    begins = set()
    for seed in range(6):
        source = np_random(seed)[0]
        side = tg.WHITE if source.integers(2) else tg.BLACK
        opponent = players.greedy.seeded(int(source.integers(2**63)))
        _, info = env.reset(seed=seed)
        position, plies = start_of(game, options), 0
        most = position.game.plies_allowed(position)
        begins.add(position.to_play is side)
        while not position.is_over and plies != most:
            if position.to_play is not side:
                chosen = opponent.choose(position).move
                assert chosen is not None
                position = position.play(chosen)
            else:
                assert info["side"] == (side is tg.WHITE)
                assert (info["action_mask"] == np.asarray(position.mask)).all()
                move = int(chance.choice(list(np.flatnonzero(info["action_mask"]))))
                position = position.play(move)
                planes, reward, terminated, truncated, info = env.step(move)
            plies += 1
        assert (terminated, truncated) == (position.is_over, not position.is_over)
        winner = position.game.outcome(position).winner
        assert reward == (0 if winner is None else 1 if winner is side else -1)
        own = 1 if side is tg.BLACK else 2  # whoever moved last
        assert (planes[0] == (np.asarray(position.board) == own)).all()
        assert not info["action_mask"].any()
    assert begins == {True, False}


def test_an_illegal_action_loses_and_the_info_says_why() -> None:
    env = gymnasium.make("tengen/NoGo-v0", size=3)
    env.reset()
    env.step(4)
    _, reward, terminated, truncated, info = env.step(4)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["illegal"] == "B2 is occupied by Black"
    with pytest.raises(tg.UsageError, match=r"^environment 0 has no game; reset it first$"):
        env.step(0)
    env.reset()
    with pytest.raises(tg.UsageError, match=r"^board 0: 9 is not the number of a move; expected 0 to 8$"):
        env.step(9)


def test_the_info_of_an_illegal_action_in_every_mode() -> None:
    for mode in AutoresetMode:
        many = envs.vector("nogo", size=3, num_envs=2, autoreset_mode=mode)
        many.reset()
        many.step(np.array([4, 4]))
        *_, terminated, _, infos = many.step(np.array([4, 0]))
        assert list(terminated) == [True, False]
        told = infos["final_info"] if mode is AutoresetMode.SAME_STEP else infos
        assert list(told["illegal"]) == ["B2 is occupied by Black", None]
        assert list(told["_illegal"]) == [True, False]


def test_go_is_truncated_and_scored_as_it_stands() -> None:
    env = gymnasium.make("tengen/Go-v0", size=3, komi=0.5, most_plies=3)
    env.reset()
    env.step(4)
    env.step(0)
    assert env.step(1)[1:4] == (1, False, True)


def resigns(position: tg.Position, clock: object) -> str:
    return "resign"


def fails(position: tg.Position, clock: object) -> str:
    raise RuntimeError("no idea")


def first_legal(position: tg.Position, clock: object) -> Any:
    return position.legal_moves[0]


@pytest.mark.parametrize(
    "opponent", ["mcts:visits=20", players.mcts(visits=20), players.greedy, first_legal, f"{__file__}:first_legal"]
)
def test_any_player_can_be_the_opponent(opponent: Any) -> None:
    many = envs.vector("nogo", size=3, num_envs=2, opponent=opponent)
    _, infos = many.reset(seed=1)
    plies = 0
    for _ in range(6):
        many.step(infos["action_mask"].argmax(axis=1))
        infos = many.infos()
        plies = max(plies, *many.batch.plies)
    assert plies > 2


def test_an_opponent_that_resigns_has_lost() -> None:
    for mode in AutoresetMode:
        many = envs.vector("go", size=3, num_envs=3, opponent=resigns, autoreset_mode=mode)
        many.reset(seed=0)
        assert list(many.infos()["side"]) == [0, 0, 0]  # it would have resigned at once
        _, rewards, terminated, truncated, infos = many.step(np.array([0, 1, 2]))
        assert list(rewards) == [1, 1, 1]
        assert terminated.all()
        assert not truncated.any()
        told = infos["final_info"] if mode is AutoresetMode.SAME_STEP else infos
        assert not told["action_mask"].any()
        if mode is not AutoresetMode.DISABLED:
            assert list(many.step(np.array([0, 0, 0]))[1]) == (
                [0, 0, 0] if mode is AutoresetMode.NEXT_STEP else [1, 1, 1]
            )


def test_a_program_is_an_opponent_until_the_environment_is_closed() -> None:
    program = players.external(f"{TENGEN} gtp nogo --player random")
    env = gymnasium.make("tengen/NoGo-v0", size=3, opponent=program)
    env.reset(seed=0)
    env.step(4)
    assert program._engine is not None
    env.close()
    assert program._engine is None


def test_an_opponent_that_fails_is_an_error() -> None:
    many = envs.vector("nogo", size=3, num_envs=8, opponent=fails)
    with pytest.raises(tg.PlayerFailed, match=r"^fails failed: RuntimeError: no idea \(test_gym.py, line 175\)$"):
        many.reset(seed=0)


def test_the_agent_begins_where_the_opponents_first_move_would_end_the_game() -> None:
    start = tg.gomoku.parse("XX.\nOO.\n...\n", in_a_row=3)
    for seed in range(4):
        env = gymnasium.make("tengen/Gomoku-v0", start=start, opponent="mcts:visits=50")
        _, info = env.reset(seed=seed)
        assert info["side"] == 0
        assert env.step(2)[1:4] == (1, True, False)


def test_a_seed_for_each_environment() -> None:
    many = envs.vector("go", size=5, num_envs=3, opponent="random")
    seen, _ = many.reset(seed=[7, 7, None])
    first = seen.copy()
    assert (first[0] == first[1]).all()
    moves = [many.step(np.array([k, k, 24])) for k in range(3)]
    many.reset(seed=[7, 7, None])
    again = [many.step(np.array([k, k, 24])) for k in range(3)]
    for before, after in zip(moves, again, strict=True):
        assert (before[0][:2] == after[0][:2]).all()
    with pytest.raises(tg.UsageError, match=r"^2 seeds for 3 environments$"):
        many.reset(seed=[1, 2])


def test_it_pickles_in_the_middle_of_a_game() -> None:
    many = envs.vector("othello", size=6, num_envs=3, opponent="random", render_mode="ansi")
    _, infos = many.reset(seed=3)
    both = [many, pickle.loads(pickle.dumps(many))]
    for _ in range(30):
        actions = infos["action_mask"].argmax(axis=1)
        answers = [each.step(actions) for each in both]
        assert same(*answers)
        infos = answers[0][-1]
    assert many.render() == both[1].render() == tuple(map(str, many.batch.positions))


def test_for_a_person_every_board_is_printed_after_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    many = envs.vector("nogo", size=2, num_envs=2, render_mode="human")
    start = tg.nogo.start(2)
    many.reset()
    assert capsys.readouterr().out == f"{start}\n{start}\n"
    many.step(np.array([0, 1]))
    assert capsys.readouterr().out == f"{start.play(0)}\n{start.play(1)}\n"


def test_pictures_are_arrays_of_pixels() -> None:
    single = gymnasium.make("tengen/Othello-v0", size=(4, 6), render_mode="rgb_array")
    single.reset()
    frame: Any = single.render()
    assert frame.dtype == np.uint8
    assert frame.shape[1:] == (480, 3)
    many = envs.vector("othello", size=(4, 6), num_envs=2, render_mode="rgb_array")
    assert all((each == frame).all() for each in many.render())
    while single.unwrapped.action_masks().any():  # type: ignore[attr-defined]
        single.step(single.unwrapped.action_masks().argmax())  # type: ignore[attr-defined]
    last: Any = single.render()
    assert last.shape == frame.shape
    assert (last != frame).any()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: envs.aec("ngoo"), "there is no game 'ngoo'; did you mean nogo?"),
        (lambda: envs.vector("chess"), "there is no game 'chess'; expected nogo, go, gomoku or othello"),
        (
            lambda: envs.aec("go", size="9"),  # type: ignore[arg-type]
            "'9' is not a size; expected a number like 9, or rows and columns like (9, 13)",
        ),
        (lambda: envs.vector("nogo", size=0), "a 0x0 board; expected at least one row and one column"),
        (lambda: envs.vector("nogo", num_envs=0), "0 boards; expected 1 to 16777216"),
        (lambda: envs.aec("nogo", komi=7), "NoGo has no rule 'komi'; it has none to choose"),
        (lambda: envs.vector("go", variant="renju"), "Go has no rule 'variant'; expected komi, ko or suicide"),
        (
            lambda: envs.vector("go", size=9, komi=1, start=tg.go.start(9)),
            "the start has a size and rules of its own; leave out size and komi",
        ),
        (lambda: envs.aec("go", start=tg.nogo.start(9)), "the start is a position of NoGo, not of Go"),
        (lambda: envs.aec("nogo", size=1), "the game is over"),
        (
            lambda: envs.aec("nogo", render_mode="rgb"),
            "there is no render mode 'rgb'; expected human, ansi or rgb_array",
        ),
        (
            lambda: gymnasium.make("tengen/NoGo-v0", siez=5),
            "NoGo has no rule 'siez'; it has none to choose",
        ),
        (
            lambda: envs.vector("nogo").render(),
            "there is nothing to render; make the environment with render_mode='rgb_array'",
        ),
        (
            lambda: envs.vector("nogo", autoreset_mode="never"),
            "there is no autoreset mode 'never'; expected NextStep, SameStep or Disabled",
        ),
        (lambda: envs.vector("nogo", opponent="mtcs"), "there is no player 'mtcs'; did you mean mcts?"),
        (
            lambda: envs.vector("nogo", num_envs=2).step(np.zeros(2, int)),
            "environment 0 has no game; reset it first",
        ),
        (
            lambda: envs.vector("nogo", num_envs=2).step(np.zeros(3, int)),
            "actions of the shape (3,); expected (2,)",
        ),
        (
            lambda: envs.vector("nogo", num_envs=2).reset(options={"reset_mask": [True, False]}),
            "the reset mask is [True, False]; expected an array of 2 bools",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(tg.UsageError) as caught:
        make()
    assert str(caught.value) == message


def test_a_start_that_is_no_position_is_refused() -> None:
    with pytest.raises(TypeError) as caught:
        envs.aec("go", start="...")  # type: ignore[arg-type]
    assert str(caught.value) == "'...' is not a position; expected one to begin with, as tg.go.start(9) gives it"


def python(script: str) -> str:
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip()


def test_without_the_extra_it_says_what_to_install() -> None:
    for module in ("gymnasium", "pettingzoo"):
        said = python(
            f"import sys; sys.modules[{module!r}] = None\n"
            "try: import tengen.envs\n"
            "except ImportError as error: print(error)"
        )
        assert said == "tengen.envs needs gymnasium and pettingzoo; install them with: pip install 'tengen[envs]'"
    said = python(
        "import sys; sys.modules['resvg_py'] = None; from tengen import envs\n"
        "try: envs.aec('nogo', render_mode='rgb_array')\n"
        "except ValueError as error: print(error)"
    )
    assert said == "pictures in arrays need resvg-py; install it with: pip install 'tengen[pictures]'"


def test_only_the_environments_import_gymnasium() -> None:
    assert python("import sys, tengen; from tengen import *; print('gymnasium' in sys.modules)") == "False"
    assert python("import gymnasium; print(gymnasium.make('tengen.envs:tengen/NoGo-v0', size=3).spec.id)") == (
        "tengen/NoGo-v0"
    )
