"""The tree search with a function that judges positions: what it is asked, what it may say, and how it may fail."""

from __future__ import annotations

import pickle
import threading
from array import array
from typing import Any

import numpy as np
import pytest

import tengen as tg
from tengen import players
from tengen._core import Cancel
from tengen.games import NAMES
from tengen.match.versions import is_own, version
from tengen.players import Search

STARTS: dict[str, Any] = {
    "nogo": tg.nogo.start(9),
    "go": tg.go.start(9),
    "gomoku": tg.gomoku.start(15),
    "othello": tg.othello.start(),
}
every_game = pytest.mark.parametrize("start", [STARTS[name] for name in NAMES], ids=NAMES)
SMALL = tg.nogo.start(5)


def uniform(batch: Any) -> Any:
    """Knows nothing."""
    return np.zeros((len(batch), batch.moves), np.float32), np.zeros(len(batch), np.float32)


def centre(batch: Any) -> Any:
    """Likes the middle of the board, and many own stones."""
    policy, _ = uniform(batch)
    policy[:, batch.height * batch.width // 2] = 5
    return policy, np.tanh(batch.planes[:, 0].sum((1, 2)) / 50 - 0.5)


@every_game
def test_one_visit_plays_what_the_policy_likes(start: Any) -> None:
    favourite = start.legal_moves[len(start.legal_moves) // 3]
    number = start.legal_moves.indices[len(start.legal_moves) // 3]

    def likes(batch: Any) -> Any:
        policy, value = uniform(batch)
        policy[:, number] = 2
        return policy, value + 0.5

    search = Search(start, evaluate=likes)
    search.run(visits=0)
    assert (search.visits, search.choice().move, search.choice().value) == (0, favourite, 0.75)
    choice = players.mcts(visits=1, evaluate=likes).choose(start)
    assert choice.move == favourite
    assert [each.visits for each in choice.candidates] == [1] + [0] * (len(choice.candidates) - 1)
    priors = [each.prior or 0 for each in choice.candidates]
    assert priors == sorted(priors, reverse=True)
    assert sum(priors) == pytest.approx(1, abs=1e-4)
    assert priors[0] == pytest.approx(priors[1] * np.exp(2), rel=1e-4)


def test_without_a_function_there_is_no_prior() -> None:
    assert {each.prior for each in players.mcts(visits=5, seed=1).choose(SMALL).candidates} == {None}


@pytest.mark.parametrize("leaves", [None, 1, 5])
def test_it_is_asked_about_the_leaves(leaves: int | None) -> None:
    seen: list[tuple[int, str]] = []

    def watching(batch: Any) -> Any:
        assert batch.planes.dtype == np.float32
        assert batch.planes.shape == (len(batch), 5, 9, 9)
        for position, planes in zip(batch.positions, batch.planes, strict=True):
            assert planes[:2].sum() == sum(map(bool, position.board.cells))
        seen.append((len(batch), str(batch.positions[0].to_play)))
        return uniform(batch)

    choice = players.mcts(visits=60, evaluate=watching, leaves=leaves).choose(STARTS["nogo"])
    assert sum(choice.visits.values()) == 60
    assert {size for size, _ in seen} == {16 if leaves is None else leaves}
    assert seen[0] == (16 if leaves is None else leaves, "Black")  # the root comes first
    assert len(seen) <= 61


@pytest.mark.parametrize("leaves", [1, 16])
def test_a_win_that_is_one_move_away_is_found_and_proven(leaves: int) -> None:
    position = tg.gomoku.parse(".........\n.XXXX....\n.OOOO....\n" + 6 * ".........\n")
    choice = players.mcts(visits=200, evaluate=uniform, leaves=leaves).choose(position)
    assert (choice.value, choice.exact) == (1, True)
    assert choice.move in (position.point("A8"), position.point("F8"))


def test_proofs_are_stronger_than_what_it_says() -> None:
    start = tg.nogo.start(3)

    def hopeless(batch: Any) -> Any:
        policy, value = uniform(batch)
        return policy, value - 1

    choice = players.mcts(visits=100_000, evaluate=hopeless).choose(start)
    assert (choice.value, choice.exact) == (1, True)


@every_game
@pytest.mark.parametrize("leaves", [1, 8])
def test_one_function_is_one_game(start: Any, leaves: int) -> None:
    games = [
        players.play(
            start,
            players.mcts(visits=24, evaluate=centre, leaves=leaves),
            players.mcts(visits=24, evaluate=uniform),
            most_plies=6,
        )
        for _ in range(2)
    ]
    assert games[0].choices == games[1].choices
    assert len(games[0].choices) == 6


def test_the_tree_is_kept_and_grows_on_another_board() -> None:
    player = players.mcts(visits=100, evaluate=centre)
    position: Any = SMALL
    for _ in range(3):
        choice = player.choose(position)
        position = position.play(choice.move)
        assert player.search(position).visits > 0
    assert player.search(STARTS["go"]).visits == 0
    assert sum(player.choose(STARTS["go"]).visits.values()) == 100


def test_several_threads_ask_side_by_side() -> None:
    search = Search(STARTS["nogo"], evaluate=centre, leaves=4, threads=3)
    search.run(visits=200)
    assert search.visits == sum(search.choice().visits.values()) == 200


def test_any_array_will_do() -> None:
    def plain(batch: Any) -> Any:
        policy = memoryview(array("d", [0.0]) * (len(batch) * batch.moves)).cast("B")
        return policy.cast("d", (len(batch), batch.moves)), memoryview(array("f", [0.0]) * len(batch))

    class Wrapped:
        def __init__(self, numbers: Any) -> None:
            self.numbers = numbers

        def __array__(self, *_: Any, **__: Any) -> Any:
            return self.numbers

    def wrapped(batch: Any) -> Any:
        return tuple(map(Wrapped, uniform(batch)))

    def turned(batch: Any) -> Any:
        return np.zeros((batch.moves, len(batch)))[::-1].T, np.zeros(2 * len(batch), np.float32)[::2]

    expected = players.mcts(visits=40, evaluate=uniform).choose(SMALL)
    for function in (plain, wrapped, turned):
        assert players.mcts(visits=40, evaluate=function).choose(SMALL) == expected


def test_moves_that_it_rules_out() -> None:
    def masked(batch: Any) -> Any:
        policy, value = uniform(batch)
        return np.where(batch.mask == 1, policy, -np.inf), value

    def nothing(batch: Any) -> Any:
        return np.full((len(batch), batch.moves), -np.inf), np.zeros(len(batch))

    expected = players.mcts(visits=40, evaluate=uniform).choose(SMALL)
    for function in (masked, nothing):
        assert players.mcts(visits=40, evaluate=function).choose(SMALL) == expected


# What goes wrong.


def answer(policy: Any = 0, value: Any = 0) -> Any:
    """A function that gives this; numbers are for all."""

    def given(batch: Any) -> Any:
        shapes = (len(batch), batch.moves), (len(batch),)
        return tuple(
            np.full(shape, each) if isinstance(each, float | int) else each
            for each, shape in zip((policy, value), shapes, strict=True)
        )

    return given


@pytest.mark.parametrize(
    ("evaluate", "message"),
    [
        (lambda _: None, "evaluate gave NoneType; expected a tuple of two arrays, policy and value"),
        (lambda _: (1, 2, 3), "evaluate gave tuple; expected a tuple of two arrays, policy and value"),
        (answer(0.0, 0), "the values are neither float32 nor float64"),
        (answer(np.zeros((16, 26)), 0.0), "the policies are 16 x 26 numbers; expected 16 x 25"),
        (answer(np.zeros((3, 25)), 0.0), "the policies are 3 x 25 numbers; expected 16 x 25"),
        (answer(np.zeros(25), 0.0), "the policies have 1 dimensions; expected 2"),
        (answer(0.0, np.zeros((16, 1))), "the values have 2 dimensions; expected 1"),
        (answer(0.0, np.zeros(15)), "the values are 15 numbers; expected 16"),
        (answer(0.0, float("nan")), "the value of board 0 is nan; expected -1 to 1"),
        (answer(0.0, 1.5), "the value of board 0 is 1.5; expected -1 to 1"),
        (answer(float("nan"), 0.0), "the policy of board 0 is nan for move 0; expected a number, or -inf"),
        (answer(float("inf"), 0.0), "the policy of board 0 is inf for move 0; expected a number, or -inf"),
    ],
)
def test_answers_that_make_no_sense(evaluate: Any, message: str) -> None:
    with pytest.raises(tg.UsageError) as caught:
        players.mcts(visits=10, evaluate=evaluate).choose(SMALL)
    assert str(caught.value) == message


def test_what_is_no_array() -> None:
    with pytest.raises(TypeError) as caught:
        players.mcts(visits=10, evaluate=answer("no", 0.0)).choose(SMALL)
    assert str(caught.value) == "the policies: <class 'str'> is not an array or a list"


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("error", [ValueError("mine"), KeyboardInterrupt(), SystemExit(3)], ids=repr)
def test_what_it_raises_comes_out_and_the_search_goes_on(error: BaseException, threads: int) -> None:
    calls: list[int] = []

    def failing(batch: Any) -> Any:
        calls.append(1)
        if len(calls) == 5:
            raise error
        return uniform(batch)

    search = Search(STARTS["nogo"], evaluate=failing, leaves=4, threads=threads)
    with pytest.raises(type(error)) as caught:
        search.run(visits=1000)
    assert caught.value is error
    assert search.visits == sum(search.choice().visits.values()) < 1000
    search.run(visits=300)
    assert search.visits == sum(search.choice().visits.values()) >= 300


def test_in_a_game_it_is_the_player_that_fails() -> None:
    def failing(batch: Any) -> Any:
        raise ZeroDivisionError("by zero")

    game = players.play(SMALL, players.mcts(visits=5, evaluate=failing), players.random)
    assert (game.ending, game.winner) == ("crash", tg.WHITE)
    assert game.reason.startswith("Black's player failed: ZeroDivisionError: by zero (test_evaluating.py, line ")


def test_cancelling_ends_it() -> None:
    cancel = Cancel()

    def cancelling(batch: Any) -> Any:
        if threading.current_thread() is threading.main_thread() and batch.positions[0] != STARTS["nogo"]:
            cancel.request()
        return uniform(batch)

    search = Search(STARTS["nogo"], evaluate=cancelling, leaves=8)
    search.run(cancel=cancel)
    assert 1 <= search.visits <= 8


# As a player.


def test_it_is_a_value() -> None:
    player = players.mcts(visits=30, evaluate=uniform, leaves=4)
    assert str(player) == "mcts:visits=30,leaves=4,evaluate=uniform"
    assert str(players.mcts(evaluate=uniform)) == "mcts:evaluate=uniform"
    assert (
        player
        == players.mcts(visits=30, evaluate=uniform, leaves=4)
        != players.mcts(visits=30, leaves=4, evaluate=centre)
    )
    again = pickle.loads(pickle.dumps(player))
    assert again == player
    assert again.choose(SMALL) == player.choose(SMALL)
    assert player.seeded(3).seed == 3
    assert player.seeded(3).evaluate is uniform
    assert Search(SMALL, evaluate=uniform).threads == 1
    with pytest.raises((AttributeError, pickle.PicklingError)):
        pickle.dumps(players.mcts(evaluate=lambda batch: uniform(batch)))


def test_in_a_match_it_is_code_of_others() -> None:
    assert is_own(players.mcts(visits=5))
    assert not is_own(players.mcts(visits=5, evaluate=uniform))
    one, other = (version(players.mcts(evaluate=each)) for each in (uniform, lambda batch: uniform(batch)))
    assert one is not None
    assert version(players.mcts(visits=3, evaluate=centre)) == one  # of the same file
    assert other is not None


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"leaves": 4}, tg.UsageError, "leaves=4 without a function to ask about them; give evaluate too"),
        ({"leaves": 0, "evaluate": uniform}, tg.UsageError, "0 leaves; expected 1 to 65536"),
        ({"leaves": 65537, "evaluate": uniform}, tg.UsageError, "65537 leaves; expected 1 to 65536"),
        (
            {"evaluate": 3},
            TypeError,
            "evaluate=3 is not a function; expected one of a batch that gives policy and value",
        ),
    ],
)
def test_options_that_make_no_sense(options: dict[str, Any], error: type[Exception], message: str) -> None:
    for make in (players.mcts, lambda **given: Search(SMALL, **given)):
        with pytest.raises(error) as caught:
            make(**options)
        assert str(caught.value) == message
