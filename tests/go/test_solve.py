"""Go's solver beside lines of play with their whole past, and beside published values."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from go.shared import NAMES
from oracles import go as oracle
from oracles.go_solver import Solver, TooMuch
from tengen.verbs.solve import Solution, solve

KNOWN = json.loads((Path(__file__).parent.parent / "data" / "go_solved.json").read_text())


def margins(solution: Solution) -> list[float]:
    """Of the moves, all of which must be known exactly."""
    assert all(each.lower == each.upper for each in solution.moves)
    return [each.lower for each in solution.moves]


@pytest.mark.parametrize("ko", ["positional", "situational"])
@pytest.mark.parametrize("entry", KNOWN["boards"], ids=lambda entry: "x".join(map(str, entry["size"])))
def test_published_values(entry: dict[str, Any], ko: str) -> None:
    found = sorted(set(margins(solve(tg.go.start(tuple(entry["size"]), komi=0, ko=ko)))), reverse=True)
    assert found[0] == entry["best"]
    assert found[1 : 1 + len(entry["others"])] == entry["others"]


@pytest.mark.parametrize("entry", KNOWN["longer"], ids=lambda entry: "x".join(map(str, entry["size"])))
def test_published_values_of_longer_boards(entry: dict[str, Any]) -> None:
    solution = solve(tg.go.start(tuple(entry["size"]), komi=0), all_moves=False)
    assert solution.margin == entry["best"]


def test_every_line_with_its_past_says_the_same() -> None:
    chance = random.Random(1)
    compared = 0
    for _ in range(40):
        rules = oracle.Rules(
            chance.random() < 0.3, chance.choice(["positional", "situational"]), Fraction(chance.randint(-3, 3), 2)
        )
        board = chance.choice([("...",), ("....",), ("..", ".."), (".#.", "..."), ("..", ".#", "..")])
        state = oracle.new_game(board, rules)
        position = tg.go.parse("\n".join(board), komi=float(rules.komi), ko=rules.ko, suicide=rules.suicide)
        for _ in range(chance.randint(0, 12)):
            move = chance.choice(oracle.legal_moves(state))
            following = oracle.play(state, move)
            if oracle.is_over(following):
                break
            state, position = following, position.play(tg.PASS if move == "pass" else tg.Point(*move))
        assert NAMES[position.to_play] == state.to_play
        sign = 1 if position.to_play is tg.BLACK else -1
        for move, found in zip(oracle.legal_moves(state), margins(solve(position)), strict=True):
            black = sign * Fraction(found)
            following = oracle.play(state, move)
            try:
                plain = Solver(150)
                assert plain.black_gets(following, black)
                assert not plain.black_gets(following, black + Fraction(1, 2))
            except TooMuch:
                continue
            compared += 1
    assert compared > 50


def test_turned_mirrored_and_with_colours_exchanged() -> None:
    position = tg.go.parse("X..\n.O.\n", komi=0.5)
    values = {position.vertex(each.move): each.lower for each in solve(position).moves}
    for symmetry, turned in enumerate(position.symmetries):
        assert sorted(margins(solve(turned))) == sorted(values.values()), symmetry
    swapped = tg.go.parse("O..\n.X.\n", tg.WHITE, komi=-0.5)
    assert margins(solve(swapped)) == list(values.values())


def test_the_past_matters() -> None:
    """The same stones may be worth something else after another game."""
    chance = random.Random(2)
    differences = 0
    for _ in range(60):
        now = tg.go.start(chance.choice([(1, 4), (2, 2)]), komi=0)
        for _ in range(chance.randint(4, 14)):
            following = now.play(chance.choice(list(now.legal_moves)))
            if following.is_over:
                break
            now = following
        forgetful = now.game.position(now.board, now.to_play, **now.rules)
        differences += solve(now).lower != solve(forgetful).lower
    assert differences > 3


def test_lines_are_played_out() -> None:
    solution = solve(tg.go.start(3, komi=0.5))
    assert solution.margin == 8.5
    assert solution.winner is tg.BLACK
    assert [solution.position.vertex(move) for move in solution.best_moves] == ["B2"]
    for each in solution.moves:
        now = solution.position
        for move in each.line:
            now = now.play(move)
        if now.is_over:
            assert now.game.final_value(now) in (each.lower, -each.lower)
    assert any(solution.position.vertex(each.line[-1]) == "pass" for each in solution.moves)


def test_finished_games() -> None:
    over = tg.go.parse("XX\n.X", komi=1).play("pass").play("pass")
    assert solve(over).margin == 3.0
    assert solve(over).moves == ()
    white = tg.go.parse("XX\n.X", tg.WHITE, komi=1).play("pass").play("pass")
    assert solve(white).lower == -3.0
    assert solve(white).margin == 3.0


def test_stopped_early_it_knows_its_limits() -> None:
    solution = solve(tg.go.start(5, komi=0), seconds=0.05)
    assert solution.lower < solution.upper
    assert not solution.is_known
    assert len(solution.moves) == 26
    small = solve(tg.go.start(4, komi=0), memory=1)
    assert small.lower < small.upper


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (tg.go.start(2, ko="simple"), "under the simple ko rule games need not end; solve them under a superko rule"),
        (tg.go.start((2, 13)), "a 2x13 board has 26 points; Go is solved on at most 25"),
    ],
)
def test_refusals(position: tg.go.Position, message: str) -> None:
    with pytest.raises(tg.UsageError) as error:
        solve(position)
    assert str(error.value) == message
