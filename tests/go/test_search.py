"""The tree search of Go: moves that are legal, values that are true, passes where they belong."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Literal, get_args

import pytest

import tengen as tg
from go.shared import legal_moves, move_of, play, position_of, random_board
from oracles import go as oracle
from tengen import players

Ko = Literal["simple", "positional", "situational"]

# Black on the left and White on the right, alive; nothing but eyes is left.
SETTLED = """
. X X O O
X . X O .
X X X O O
X X . X O
. X X X O
X X X O O
X . X O .
X X X O O
"""

# Is the middle an eye of Black's?
EYES = [
    (". . X . .\n. X . X .\n. . X . .", True),
    (". . X . .\n. X . X .\n. O X . .", True),
    (". O X . .\n. X . X .\n. O X . .", False),
    (". # X . .\n. X . X .\n. . X . .", True),
    (". # X . .\n. X . X .\n. . X O .", False),
    (". . # . .\n. X . X .\n. . X . .", True),
    (". . # . .\n. X . X .\n. O X . .", False),
    (". O # . .\n. X . X .\n. . X . .", False),
    (". . # . .\n. # . X .\n. . X . .", True),
    (". . # . .\n. # . # .\n. . # . .", True),
]


@pytest.mark.parametrize(("drawn", "is_eye"), EYES)
def test_what_an_eye_is_beside_a_hole(drawn: str, is_eye: bool) -> None:
    board, middle = tuple(drawn.replace(" ", "").split()), (1, 2)
    assert oracle.fills_own_eye(board, middle, "X") is is_eye
    moves = players.Search(tg.go.parse(drawn, suicide=True), seed=1).choice().visits
    assert (move_of(middle) not in moves) is is_eye


@pytest.mark.parametrize("ko", get_args(Ko))
@pytest.mark.parametrize("suicide", [False, True])
def test_legal_moves_are_the_candidates_but_for_own_eyes(ko: Ko, suicide: bool, chance: random.Random) -> None:
    for _ in range(15):
        rules = oracle.Rules(suicide, ko, Fraction(chance.randint(-3, 3), 2))
        board = random_board(chance, 5)
        small = len(board) * len(board[0]) <= 12
        state, position = oracle.new_game(board, rules), position_of(board, rules)
        search = players.Search(position, threads=1, seed=chance.randrange(100))
        for _ in range(chance.randint(0, 40)):
            move = chance.choice(legal_moves(state))
            if move == "pass" and state.passes:
                break
            state, position = play(state, move), position.play(move_of(move))
            search.move_on(position)
            search.run(visits=search.visits + chance.randint(0, 20))
        expected = {
            str(move_of(move))
            for move in legal_moves(state)
            if small or move == "pass" or not oracle.fills_own_eye(state.board, move, state.to_play)
        }
        listed = [str(candidate.move) for candidate in search.choice().candidates]
        assert sorted(listed) == sorted(expected)


@pytest.mark.parametrize(("komi", "value"), [(0.5, 1.0), (1, 0.5), (1.5, 0.0)])
def test_four_points_are_worth_one(komi: float, value: float) -> None:
    choice = players.mcts(visits=100_000, seed=1).choose(tg.go.start(2, komi=komi))
    assert (choice.value, choice.exact) == (value, True)


@pytest.mark.parametrize(
    ("size", "komi", "line", "margin"),
    [
        ((2, 3), 3.5, "A2", 9.5),
        ((2, 3), 0.5, "", -0.5),
        ((3, 3), -2.5, "C1 A1 pass B3 A3", 6.5),
        ((3, 3), 1.5, "C1 B3 C3", 10.5),
        (2, 3.5, "A1 pass A2 B2 pass", 4.5),
    ],
)
def test_small_boards_are_played_for_the_margin(
    size: int | tuple[int, int], komi: float, line: str, margin: float
) -> None:
    position = tg.go.start(size, komi=komi)
    for move in line.split():
        position = position.play(move)
    choice = players.mcts(visits=3000, seed=1).choose(position)
    assert (choice.exact, choice.value, choice.candidates[0].lead) == (True, float(margin > 0), margin)
    assert choice.move is not None
    after = position.play(choice.move)
    assert -tg.solve(after).lower == margin


@pytest.mark.parametrize("komi", [0.5, 30.5])
def test_passes_when_only_eyes_are_left(komi: float) -> None:
    position = tg.go.parse(SETTLED, komi=komi)
    assert players.mcts(visits=400, seed=2).choose(position).move is tg.PASS
    choice = players.mcts(visits=400, seed=2).choose(position.play("pass"))
    assert choice.move is tg.PASS
    assert (choice.value, choice.exact) == ((1.0, True) if komi > 20 else (0.0, choice.exact))


def test_takes_what_is_dead_before_it_passes() -> None:
    position = tg.go.parse("XX.XO\n.OXXO\nXXX.O\nXXXXO\nOOOOO", tg.WHITE, komi=3.5).play("pass")
    played = players.play(position, players.mcts(visits=300, seed=1), players.mcts(visits=300, seed=2))
    assert played.winner is tg.BLACK
    assert played.ending == "over"


def test_beats_random_play() -> None:
    for seed in range(2):
        mcts, chance = players.mcts(visits=60, seed=seed), players.random.seeded(seed)
        assert players.play(tg.go.start(9), mcts, chance).winner is tg.BLACK
        assert players.play(tg.go.start((7, 9)), chance, mcts).winner is tg.WHITE


def test_same_seed_same_game() -> None:
    games = [
        players.play(tg.go.start(5), players.mcts(visits=50, seed=3), players.mcts(visits=50, seed=4)) for _ in range(2)
    ]
    assert games[0].record == games[1].record


def test_threads_search_one_tree() -> None:
    search = players.Search(tg.go.start(9), threads=3, seed=1)
    search.run(visits=500)
    assert 500 <= search.visits <= 502
