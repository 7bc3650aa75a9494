"""Positions of Go as values: words, rules that do not exist, dead chains, pickles, equality."""

from __future__ import annotations

import pickle
import random
from math import inf, nan
from typing import Any

import pytest

import tengen as tg
from go.shared import COLORS, dead_chains, moves_of, position_of, random_board
from oracles import go as oracle


def test_words_of_refusals() -> None:
    ko = ".XO.\nXO.O\n.XO.\n...."
    assert str(tg.go.parse(ko, ko="simple").play("C3").why_illegal("B3")) == "White at B3 takes back the ko at once"
    for rule in ("positional", "situational"):
        taken = tg.go.parse(ko, ko=rule).play("C3")
        assert str(taken.why_illegal("B3")) == f"White at B3 makes the board as it was after 0 plies ({rule} superko)"
        later = tg.go.parse(ko, ko=rule).play("A1").play("D1").play("C3")
        assert str(later.why_illegal("B3")) == f"White at B3 makes the board as it was after 2 plies ({rule} superko)"
    alone = tg.go.parse(".XX\nX.X\n#X.")
    assert str(alone.why_illegal("C3")) == "C3 is occupied by Black"
    assert str(alone.why_illegal("A1")) == "there is no point at A1"
    assert str(alone.with_to_play(tg.WHITE).why_illegal("B2")) == (
        "White at B2 leaves without a liberty the white stone at B2 (suicide)"
    )
    assert str(tg.go.parse(".X\nXX").why_illegal("A2")) == (
        "Black at A2 leaves without a liberty the black chain of 4 at A2 B2 A1 B1 (suicide)"
    )
    over = tg.go.start(2).play("pass").play("pass")
    for move in ("A1", "pass"):
        assert str(over.why_illegal(move)) == "the game is over: both sides passed"
        with pytest.raises(tg.IllegalMove, match="the game is over: both sides passed"):
            over.play(move)
    assert str(tg.go.start(1, ko="positional", suicide=True).why_illegal("A1")) == (
        "Black at A1 makes the board as it was after 0 plies (positional superko)"
    )


def test_words_of_outcomes() -> None:
    stones = "XX.\n...\n..."
    assert str(tg.go.parse(stones).play("pass").play("pass").outcome) == "Black wins: area 9 to 0 + 7.5"
    assert str(tg.go.parse(stones, komi=9).play("pass").play("pass").outcome) == "a draw: area 9 to 0 + 9"
    assert str(tg.go.parse(stones, komi=9.5).play("pass").play("pass").outcome) == "White wins: area 9 to 0 + 9.5"
    assert str(tg.go.start(2, komi=0).play("pass").play("pass").outcome) == "a draw: area 0 to 0"
    assert str(tg.go.start(2, komi=-1).play("pass").play("pass").outcome) == "Black wins: area 0 to 0 + -1"
    assert tg.go.parse(stones).outcome is None


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"komi": 0.25}, "the komi is 0.25; expected whole or half points, at most 1000000"),
        ({"komi": -7.3}, "the komi is -7.3; expected whole or half points, at most 1000000"),
        ({"komi": 1_000_000.5}, "the komi is 1000000.5; expected whole or half points, at most 1000000"),
        ({"komi": nan}, "the komi is nan; expected whole or half points, at most 1000000"),
        ({"komi": -inf}, "the komi is -inf; expected whole or half points, at most 1000000"),
        ({"komi": "7"}, "the komi is 7; expected whole or half points, at most 1000000"),
        ({"ko": "super"}, "there is no ko rule 'super'; expected simple, positional or situational"),
    ],
)
def test_rules_that_do_not_exist(rules: dict[str, Any], message: str) -> None:
    with pytest.raises(tg.UsageError) as error:
        tg.go.start(9, **rules)
    assert str(error.value) == message
    with pytest.raises(tg.UsageError) as error:
        tg.go.parse("...", **rules)
    assert str(error.value) == message


@pytest.mark.parametrize("komi", [0, 7.5, -3.5, 1_000_000, -1_000_000])
def test_komi_is_kept(komi: float) -> None:
    position = tg.go.start(3, komi=komi, ko="situational", suicide=True)
    for kept in (
        position,
        position.play("B2"),
        position.with_to_play(tg.WHITE),
        position.colors_swapped(),
        position.transformed(5),
        pickle.loads(pickle.dumps(position)),
    ):
        assert (kept.komi, kept.ko, kept.suicide) == (komi, "situational", True)


def test_positions_with_dead_chains_are_read_and_refused_with_the_reason() -> None:
    position = tg.go.parse("XO.\nO..\n.OO", ko="simple")
    reason = "the black stone at A3 has no liberty"
    assert not position.is_sound
    assert not position.legal_moves
    assert (position.is_over, position.outcome, position.winner) == (False, None, None)
    for refused in (
        lambda: position.play("C2"),
        lambda: position.play("pass"),
        lambda: tg.simulate(position),
        lambda: tg.simulate_many(position, 5),
        lambda: tg.perft(position, 1),
        lambda: tg.count(position),
        lambda: tg.judge(position, b"pass\n"),
        lambda: tg.generate(position, 0.9),
    ):
        with pytest.raises(tg.IllegalPosition) as error:
            refused()
        assert str(error.value) == reason
    for move in ("C2", "pass"):
        refusal = position.why_illegal(move)
        assert refusal is not None
        assert (refusal.rule, str(refusal)) == ("unsound position", reason)
        assert [moves_of(chain) for chain in refusal.chains] == [[(0, 0)]]
    assert str(position.why_illegal("B3")) == "B3 is occupied by White"
    answer = tg.check(position)
    assert (answer.legal, answer.reachable, [str(each) for each in answer.reasons]) == (False, False, [reason])
    assert tg.flips(position).dead_black.counts == [0, 0, 0, 0, 0, 0, 0, 1, 1]


def test_dead_chains_of_random_boards(chance: random.Random) -> None:
    for _ in range(500):
        board = random_board(chance, sound=False)
        position = position_of(board, oracle.Rules())
        dead = dead_chains(board)
        answer = tg.check(position)
        assert position.is_sound == answer.legal == answer.reachable == bool(answer) == (not dead)
        assert [set(moves_of(reason.points)) for reason in answer.reasons] == [set(chain) for chain in dead]
        assert bool(position.legal_moves) == (not dead)


def test_pickling_keeps_the_superko_history(chance: random.Random) -> None:
    forbidden = 0
    for ko in ("positional", "situational"):
        for _ in range(150):
            start = tg.go.start((2, 3), ko=ko, suicide=chance.random() < 0.5)
            record = tg.simulate(start, "random", chance.randrange(2**32))
            position = start.replay(record.moves[: chance.randint(0, len(record))])[1]
            copy = pickle.loads(pickle.dumps(position))
            assert (copy, hash(copy), copy.legal_moves) == (position, hash(position), position.legal_moves)
            for point in oracle.points(oracle.empty_board(2, 3)):
                told, refusal = copy.why_illegal(tg.Point(*point)), position.why_illegal(tg.Point(*point))
                assert told == refusal
                forbidden += refusal is not None and refusal.rule == "superko"
            for move in position.legal_moves:
                assert copy.play(move) == position.play(move)
            assert [copy.captures(color) for color in COLORS.values()] == [
                position.captures(color) for color in COLORS.values()
            ]
    assert forbidden


def test_positions_are_equal_when_their_futures_are() -> None:
    orders = [("A3", "C1", "C3", "A1"), ("C3", "A1", "A3", "C1")]
    for ko, same in (("simple", True), ("positional", False), ("situational", False)):
        one, two = (tg.go.start(3, ko=ko).replay(tg.Points(map(tg.go.start(3).point, order), 3))[1] for order in orders)
        assert one.board == two.board
        assert (one == two) is same
        assert (hash(one) == hash(two)) is same
    # The same boards in another order: a way there and back cannot be, but two passes at different times can.
    start = tg.go.start(3, ko="positional")
    early = start.play("pass").play("pass")
    assert early != start
    assert start.play("A1").play("pass") != tg.go.parse("...\n...\nX..", ko="positional")
    taken = tg.go.parse(".XO.\nXO.O\n.XO.\n....", ko="simple").play("C3")
    assert taken != taken.with_to_play(tg.WHITE)
    assert taken.with_to_play(tg.WHITE).is_legal("B3")
    assert tg.go.start(3, komi=1) != tg.go.start(3, komi=2)
    assert tg.go.start(3, ko="simple") != tg.go.start(3)
    assert tg.go.start(3, suicide=True) != tg.go.start(3)


def test_counting_needs_superko_and_counted_passes() -> None:
    with pytest.raises(tg.UsageError, match="under the simple ko rule games need not end; count them under a superko"):
        tg.count(tg.go.start(1, ko="simple"))
    with pytest.raises(tg.UsageError, match="in Go a pass is a move like any other; only forced passes can be left"):
        tg.perft(tg.go.start(2), 2, pass_is_ply=False)
