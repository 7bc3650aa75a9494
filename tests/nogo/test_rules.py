"""The core's NoGo beside the oracle's: boards of all shapes and fills, holes included, new ones in every run."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen as tg
from oracles import nogo as oracle

DATA = Path(__file__).resolve().parent.parent / "data"
POSITIONS = json.loads((DATA / "nogo_positions.json").read_text())["positions"]
COLORS = {"X": tg.BLACK, "O": tg.WHITE}
RULES = {"occupied": "occupied", "hole": "hole", "capture": "captures", "suicide": "suicide"}


def position_of(board: oracle.Board, colour: str) -> tg.nogo.Position:
    return tg.nogo.parse("\n".join(board), COLORS[colour])


def pairs(points: tg.Points) -> list[tuple[int, int]]:
    return [(point.row, point.col) for point in points if isinstance(point, tg.Point)]


def random_board(chance: random.Random, legal: bool = True) -> oracle.Board:
    """Random glyphs; when it must be legal, stones are put down one by one where the oracle allows."""
    height, width = chance.randint(1, 7), chance.randint(1, 8)
    holes = chance.choice([0, 0, 0.1, 0.3])
    fill = chance.random()
    rows = [["#" if chance.random() < holes else "." for _ in range(width)] for _ in range(height)]
    board = tuple("".join(row) for row in rows)
    for row in range(height):
        for col in range(width):
            if board[row][col] == "." and chance.random() < fill:
                colour = chance.choice("XO")
                after = oracle.place(board, row, col, colour)
                if not legal or not oracle.dead_chains(after):
                    board = after
    return board


def test_legality_on_many_boards(chance: random.Random) -> None:
    for _ in range(1000):
        board = random_board(chance)
        for colour in "XO":
            position = position_of(board, colour)
            assert position.is_sound
            assert pairs(position.legal_moves) == oracle.legal_moves(board, colour), board


def test_refusals_on_many_boards(chance: random.Random) -> None:
    for _ in range(300):
        board = random_board(chance)
        position = position_of(board, "X")
        for row in range(len(board)):
            for col in range(len(board[0])):
                expected = oracle.why_illegal(board, row, col, "X")
                refusal = position.why_illegal(tg.Point(row, col))
                if expected is None:
                    assert refusal is None
                    continue
                assert refusal is not None
                assert RULES[refusal.rule] == expected[0]
                assert [set(pairs(chain)) for chain in refusal.chains] == [set(chain) for chain in expected[1]]


def test_first_legal_games(chance: random.Random) -> None:
    for _ in range(150):
        board = random_board(chance)
        for colour in "XO":
            record = tg.simulate(position_of(board, colour), "first")
            assert pairs(record.moves) == oracle.first_legal_game(board, colour), board


def test_check_on_many_boards(chance: random.Random) -> None:
    for _ in range(1500):
        board = random_board(chance, legal=False)
        for colour in "XO":
            position = position_of(board, colour)
            answer = tg.check(position)
            assert answer.reachable == oracle.reachable(board, colour), board
            dead = [set(pairs(reason.points)) for reason in answer.reasons if reason.rule == "no liberty"]
            assert dead == [set(chain) for chain in oracle.dead_chains(board)]
            assert answer.legal == position.is_sound == (not dead)


def test_the_rule_for_reachable_positions_is_right() -> None:
    for height, width in ((1, 5), (2, 3)):
        reached = oracle.reachable_set(oracle.empty_board(height, width))
        for board in oracle.all_boards(height, width):
            for colour in "XO":
                assert tg.check(position_of(board, colour)).reachable is ((board, colour) in reached)


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["name"])
def test_positions_worked_out_by_hand(case: dict[str, Any]) -> None:
    board = tuple(case["board"])
    for colour in "XO":
        position = position_of(board, colour)
        assert [list(pair) for pair in pairs(position.legal_moves)] == case[f"legal_{colour}"]
    for refused in case["why_illegal"]:
        position = position_of(board, refused["colour"])
        point = tg.Point(*refused["point"])
        if refused["reason"] == "off board":
            with pytest.raises(IndexError):
                position.why_illegal(point)
            continue
        refusal = position.why_illegal(point)
        assert refusal is not None
        assert RULES[refusal.rule] == refused["reason"]
        assert [[list(pair) for pair in pairs(chain)] for chain in refusal.chains] == refused["dead"]


@given(st.integers(0, 2**32))
def test_the_lemma_once_illegal_always_illegal(seed: int) -> None:
    position = tg.nogo.start(4)
    illegal: dict[tg.Color, set[tg.Point]] = {tg.BLACK: set(), tg.WHITE: set()}
    for move in tg.simulate(position, seed=seed).moves:
        for color in (tg.BLACK, tg.WHITE):
            legal = set(position.with_to_play(color).legal_moves)
            assert not legal & illegal[color]
            illegal[color] |= {tg.Point(row, col) for row in range(4) for col in range(4)} - legal
        position = position.play(move)


def test_words_of_refusals() -> None:
    position = tg.nogo.parse(".X.\nXO#\n.O.")
    assert str(position.why_illegal("A3")) == "None"
    assert str(position.why_illegal("B3")) == "B3 is occupied by Black"
    assert str(position.why_illegal("C2")) == "there is no point at C2"
    white = position.with_to_play(tg.WHITE)
    assert str(white.why_illegal("A3")) == (
        "White at A3 leaves without a liberty the white stone at A3 (no suicide in NoGo)"
    )
    corner = tg.nogo.parse("XO.\n.O.\n...")
    assert str(corner.with_to_play(tg.WHITE).why_illegal("A2")) == (
        "White at A2 leaves without a liberty the black stone at A3 (no capture in NoGo)"
    )


def test_positions_that_break_the_rules_are_refused_with_the_reason() -> None:
    position = tg.nogo.parse("XO\nOO")
    reason = "the black stone at A2 has no liberty"
    for refused in (
        lambda: position.play("A1"),
        lambda: tg.simulate(position),
        lambda: tg.simulate_many(position, 5),
        lambda: tg.count(position),
        lambda: tg.perft(position, 1),
        lambda: tg.judge(position, b"-1 -1"),
        lambda: tg.generate(position, 0.9),
    ):
        with pytest.raises(tg.IllegalPosition) as error:
            refused()
        assert str(error.value) == reason
    assert [str(each) for each in tg.check(position).reasons] == [
        reason,
        "the white chain of 3 at B2 A1 B1 has no liberty",
        "1 black and 3 white stones with Black to play; expected as many black as white",
    ]
    assert not position.legal_moves
    assert (position.is_over, position.outcome, position.winner) == (False, None, None)
    assert str(position.why_illegal("B2")) == "B2 is occupied by White"
    free = tg.nogo.parse("XO.\nOO.")
    assert str(free.why_illegal("C1")) == reason
    assert not free.is_legal("C1")
    long = tg.nogo.parse("XXXXXXX\nXXXXXXX\nO......")
    assert str(tg.check(tg.nogo.parse("X" * 13)).reasons[0]) == (
        "the black chain of 13 at A1 B1 C1 D1 E1 F1 G1 H1 J1 K1 L1 M1 ... has no liberty"
    )
    assert str(tg.check(long.with_to_play(tg.WHITE)).reasons[0]) == (
        "14 black and 1 white stones with White to play; expected one more black than white"
    )
