"""The core's Othello beside the oracle's: moves, flips, forced passes, outcomes, random play, and what check knows."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from oracles import othello as oracle
from othello.shared import COLORS, NAMES, move_of, moves_of, position_of, random_board, rows
from tengen.verbs.simulate_many import Simulations
from twin import simulate_as_card

KNOWN = json.loads((Path(__file__).resolve().parent.parent / "data" / "othello_known.json").read_text())


def within(count: int, games: int, probability: float, sigmas: float = 4.0) -> bool:
    return abs(count - games * probability) <= sigmas * sqrt(games * probability * (1 - probability)) + 1e-9


def compare(position: tg.othello.Position, board: oracle.Board, colour: str) -> None:
    legal = oracle.legal_moves(board, colour)
    assert rows(position.board) == board
    assert position.to_play is COLORS[colour]
    assert moves_of(position.legal_moves) == legal, board
    assert position.is_over == oracle.is_over(board)
    assert NAMES[position.winner] == (oracle.winner(board) or "draw")
    assert position.is_sound
    if position.outcome is not None:
        black, white = oracle.count_stones(board)
        assert position.outcome.termination == f"{black} discs to {white}"


def compare_moves(position: tg.othello.Position, board: oracle.Board, colour: str) -> None:
    for point in oracle.points(board):
        flips = oracle.flips(board, point, colour)
        where = tg.Point(*point)
        refusal = position.why_illegal(where)
        assert (refusal is None) == position.is_legal(where) == bool(flips)
        if refusal is None:
            flipped = moves_of(position.flipped(where))
            assert (len(flipped), set(flipped)) == (len(flips), set(flips))
            assert rows(position.play(where).board) == oracle.place(board, point, colour)
        elif not position.is_over:
            rule = {"#": "hole", ".": "flips nothing"}.get(oracle.at(board, point), "occupied")
            assert refusal.rule == rule
    may_pass = oracle.legal_moves(board, colour) == [oracle.PASS]
    assert position.is_legal(tg.PASS) == position.is_legal("pass") == may_pass
    if may_pass:
        assert position.play("pass") == position.with_to_play(position.to_play.opponent)


def test_thousands_of_positions(chance: random.Random) -> None:
    for _ in range(700):
        board = random_board(chance, most=10)
        for colour in "XO":
            position = position_of(board, colour)
            compare(position, board, colour)
            if chance.random() < 0.4:
                compare_moves(position, board, colour)


def test_boards_too_large_for_one_word_of_bits(chance: random.Random) -> None:
    for height, width in ((16, 16), (9, 8), (8, 9), (1, 16), (16, 1), (11, 12)):
        for _ in range(6):
            holes = chance.choice([0, 0.1])
            board = tuple(
                "".join("#" if chance.random() < holes else chance.choice("..XO") for _ in range(width))
                for _ in range(height)
            )
            for colour in "XO":
                compare(position_of(board, colour), board, colour)
            compare_moves(position_of(board), board, "X")


def test_random_games_move_by_move(chance: random.Random) -> None:
    passes = 0
    for _ in range(60):
        start = chance.choice(
            [
                *(tg.othello.start(size) for size in (4, 5, 6, 8, (4, 6), (7, 3), (10, 10))),
                position_of(random_board(chance, most=6, empty=0.7)),
            ]
        )
        record = tg.simulate(start, seed=chance.randrange(2**32))
        position, board, colour = start, rows(start.board), NAMES[start.to_play]
        assert isinstance(position, tg.othello.Position)
        for move in moves_of(record.moves):
            compare(position, board, colour)
            board, colour = oracle.play(board, move, colour)
            position = position.play(move_of(move))
            passes += move == "pass"
        compare(position, board, colour)
        assert position.is_over
        assert position == record.end
    assert passes


@pytest.mark.parametrize("size", [2, 4, 6, 8, 10, 16])
def test_the_usual_start(size: int) -> None:
    start = tg.othello.start(size)
    assert rows(start.board) == oracle.start_board(size)
    assert start.to_play is tg.BLACK


def test_the_start_in_names() -> None:
    start = tg.othello.start()
    assert [start.vertex(point) for point in start.legal_moves] == ["d3", "c4", "f5", "e6"]
    assert (start["d4"], start["e5"], start["e4"], start["d5"]) == (tg.WHITE, tg.WHITE, tg.BLACK, tg.BLACK)
    for size in (17, (3, 17), (17, 3)):
        with pytest.raises(tg.UsageError, match=r"board; Othello is played on at most 16x16$"):
            tg.othello.start(size)


@pytest.mark.parametrize("case", KNOWN["positions"], ids=lambda case: case["name"])
def test_known_positions(case: dict[str, Any]) -> None:
    position = position_of(tuple(case["board"]), case["to_play"])
    expected = [move if move == "pass" else tuple(move) for move in case["moves"]]
    assert moves_of(position.legal_moves) == expected
    assert position.is_over is case["over"]
    assert NAMES[position.winner] == (case["winner"] or "draw")
    assert [position.board.count(color) for color in COLORS.values()] == case["counts"]
    for entry in case["flips"]:
        point = tg.Point(*entry["point"])
        assert position.is_legal(point) == bool(entry["flips"])
        if entry["flips"]:
            assert set(moves_of(position.flipped(point))) == {tuple(flipped) for flipped in entry["flips"]}
            assert rows(position.play(point).board) == tuple(entry["after"])
    if "moves_of_the_other_side" in case:
        other = [move if move == "pass" else tuple(move) for move in case["moves_of_the_other_side"]]
        assert moves_of(position.with_to_play(position.to_play.opponent).legal_moves) == other


@pytest.mark.parametrize("case", KNOWN["games"], ids=lambda case: case["name"])
def test_known_games(case: dict[str, Any]) -> None:
    moves = tg.Points([tg.Point(*move) for move in case["moves"]], case["size"])
    right, end = tg.othello.start(case["size"]).replay(moves)
    assert right == len(moves)
    assert rows(end.board) == tuple(case["board_after"])
    assert (end.is_over, NAMES[end.winner]) == (case["over"], case["winner"] or "draw")
    assert end.to_play is COLORS[case["to_play_after"]]
    assert [end.board.count(color) for color in COLORS.values()] == case["counts"]


@pytest.mark.parametrize("play", [tg.simulate_many, simulate_as_card])
@pytest.mark.parametrize("entry", KNOWN["random"], ids=lambda entry: "/".join(entry["board"]))
def test_many_games_follow_the_exact_distribution(entry: dict[str, Any], play: Callable[..., Simulations]) -> None:
    games = 400_000
    board = tuple(entry["board"])
    start = position_of(board, entry["to_play"])
    result = play(start, games, seed=20261115, by_point=True)
    for name, count in (("X", result.black_wins), ("O", result.white_wins), ("draw", result.draws)):
        assert within(count, games, float(Fraction(entry[name]))), name
    error = 4 * result.standard_deviation_plies / sqrt(games) + 1e-9
    assert abs(result.mean_plies - float(Fraction(entry["mean_plies_with_passes"]))) <= error
    discs = sum(each.black_ended for each in result.points) / games
    assert discs == pytest.approx(float(Fraction(entry["mean_discs"][0])), abs=0.04)
    legal = moves_of(start.legal_moves)
    for each in result.points:
        where = (each.point.row, each.point.col)
        assert within(each.opened, games, 1 / len(legal) if where in legal else 0.0)
        if each.opened:
            won = oracle.random_play_probabilities(*oracle.play(board, where, entry["to_play"]))[entry["to_play"]]
            assert within(each.opener_won, each.opened, float(won))


def test_single_games_follow_the_exact_distribution() -> None:
    winners = [tg.simulate(tg.othello.start(4), seed=seed).winner for seed in range(20_000)]
    shares = oracle.random_play_probabilities(oracle.start_board(4), "X")
    for winner, name in NAMES.items():
        assert within(winners.count(winner), len(winners), float(shares[name]))


def test_words_of_refusals_and_outcomes() -> None:
    start = tg.othello.start(8)
    assert str(start.why_illegal("a1")) == "Black at a1 brackets no disc of White"
    assert str(start.why_illegal("d4")) == "d4 is occupied by White"
    assert str(start.why_illegal("pass")) == "Black has a move and may not pass"
    assert start.why_illegal("d3") is None
    holed = tg.othello.parse("XO.\n.#.")
    assert str(holed.why_illegal("b2")) == "there is no point at b2"
    over = tg.othello.parse("XX.\n.#.")
    for move in ("c1", "pass"):
        assert str(over.why_illegal(move)) == "the game is over: Black wins: 2 discs to 0"
        with pytest.raises(tg.IllegalMove, match="the game is over: Black wins: 2 discs to 0"):
            over.play(move)
    assert str(tg.othello.parse("XO").outcome) == "a draw: 1 discs to 1"
    assert str(tg.othello.parse("XOO").outcome) == "White wins: 1 discs to 2"
    with pytest.raises(tg.IllegalMove, match="White has a move and may not pass"):
        start.with_to_play(tg.WHITE).play("pass")
    passing = tg.othello.parse("XO.", tg.WHITE)
    assert moves_of(passing.legal_moves) == ["pass"]
    assert str(passing.why_illegal("c1")) == "White at c1 brackets no disc of Black"


def test_reachable_positions_are_never_called_impossible(chance: random.Random) -> None:
    reached = sorted(oracle.reachable_set(oracle.start_board(4)))
    assert len(reached) == KNOWN["reachable"][0]["situations"]
    for board, colour in chance.sample(reached, 15_000):
        answer = tg.check(position_of(board, colour))
        assert (answer.reachable, answer.verdict, answer.exact) == (None, "no contradiction found", False), board
    for size in (6, 8, (4, 8)):
        for _ in range(80):
            record = tg.simulate(tg.othello.start(size), seed=chance.randrange(2**32))
            position = record.start
            for move in moves_of(record.moves):
                position = position.play(move_of(move))
                assert tg.check(position), position
            assert tg.check(position.transformed(chance.randrange(8)))
            assert tg.check(position.colors_swapped())


@pytest.mark.parametrize(
    ("board", "reasons"),
    [
        ("....\n.OX.\n.XO.\n....", []),
        ("....\n.XO.\n.OX.\n....", []),
        (
            "....\n.OX.\n.X..\n....",
            [("disc count", "fewer than four discs"), ("centre", "an empty point in the middle: c3")],
        ),
        (
            "....\n....\n....\n....",
            [("disc count", "fewer than four discs"), ("centre", "an empty point in the middle: b2 c2 b3 c3")],
        ),
        ("XXXX\n.OX.\n.X..\n....", [("centre", "an empty point in the middle: c3")]),
        ("....\n.XX.\n.OO.\n....", [("start", "four discs that are not the usual start: b2 c2 b3 c3")]),
        ("....\n.XX.\n.XX.\n....", [("start", "four discs that are not the usual start: b2 c2 b3 c3")]),
        (
            "......\n......\n..OX..\n..XO..\n......\nX....O",
            [("connection", "discs that do not touch the rest around the middle: a6 f6")],
        ),
        ("....\n.OXO\n.XO.\n....", [("last move", "no disc that can have been the last one placed")]),
        ("X...\n.OX.\n.XO.\n....", [("last move", "no disc that can have been the last one placed")]),
        ("...\n.X.\n...", []),
        ("....\n.OX.\n.X#.\n....", []),
        ("XO", []),
    ],
)
def test_contradictions(board: str, reasons: list[tuple[str, str]]) -> None:
    answer = tg.check(tg.othello.parse(board))
    assert [(reason.rule, str(reason)) for reason in answer.reasons] == reasons
    assert answer.reachable is (False if reasons else None)
    assert bool(answer) is not bool(reasons)
    assert answer.legal
    assert answer.last_moves is None


def test_the_side_to_move_matters_to_check() -> None:
    moved = tg.othello.start(4).play("b1")
    assert tg.check(moved)
    assert [reason.rule for reason in tg.check(moved.with_to_play(tg.BLACK)).reasons] == ["last move"]


def test_the_command_says_what_check_knows(tengen: Any) -> None:
    start = b"4\n-1 -1 -1 -1\n-1 0 1 -1\n-1 1 0 -1\n-1 -1 -1 -1\n"
    result = tengen("check", "othello", input=start)
    assert (result.returncode, result.stdout) == (0, b"no contradiction found\n")
    result = tengen("check", "othello", "--explain", input=b"2\n1 -1\n1 0\n")
    assert (result.returncode, result.stdout.decode().splitlines()) == (
        1,
        ["NO", "fewer than four discs", "an empty point in the middle: b1"],
    )


def test_the_published_number_of_different_boards() -> None:
    [entry] = KNOWN["distinct_boards"]
    positions = {tg.othello.start(entry["size"])}
    for expected in entry["boards_from_ply_0"][:7]:
        assert len({position.board for position in positions}) == expected
        positions = {position.play(move) for position in positions for move in position.legal_moves}
