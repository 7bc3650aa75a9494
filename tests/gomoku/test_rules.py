"""The core's Gomoku beside the oracle's: winners by every rule, whole games, counts, random play."""

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
from gomoku.shared import NAMES, RULES, pairs, position_of, random_board, readings_agree, winning_runs
from oracles import gomoku as oracle
from tengen.verbs.simulate_many import Simulations
from twin import simulate_as_card

KNOWN = json.loads((Path(__file__).resolve().parent.parent / "data" / "gomoku_known.json").read_text())
BLOCKED_OVERLINES = ("overline, blocked at both ends", "six closed in")  # see shared.py
TINY = [entry for entry in KNOWN["tiny"] if readings_agree(entry["board"], entry["k"], entry["rule"])]
every_rule = pytest.mark.parametrize("rule", RULES)


def within(count: int, games: int, probability: float, sigmas: float = 4.0) -> bool:
    return abs(count - games * probability) <= sigmas * sqrt(games * probability * (1 - probability)) + 1e-9


def compare(position: tg.gomoku.Position, board: oracle.Board, k: int, rule: oracle.Rule) -> None:
    runs = [(colour, set(run)) for colour, run in winning_runs(board, k, rule)]
    found = [(NAMES[position[row[0]]], set(pairs(row))) for row in position.winning_rows()]
    if k > 1:  # a lone stone is a run in four directions
        assert sorted(found, key=str) == sorted(runs, key=str), board
    colours = {colour for colour, _ in runs}
    assert {colour for colour, _ in found} == colours
    empty = [point for point in oracle.points(board) if oracle.at(board, point) == "."]
    assert position.is_over == (bool(colours) or not empty)
    assert pairs(position.legal_moves) == ([] if position.is_over else empty)
    if len(colours) < 2:  # with two winners it is not a position of any game
        assert NAMES[position.winner] == (colours.pop() if colours else "draw")


@every_rule
def test_winners_on_thousands_of_boards(chance: random.Random, rule: oracle.Rule) -> None:
    for _ in range(2000):
        board, k = random_board(chance), chance.choice([1, 2, 2, 3, 3, 4, 5])
        compare(position_of(board, k, rule), board, k, rule)


@every_rule
def test_rows_across_the_whole_of_wide_boards(chance: random.Random, rule: oracle.Rule) -> None:
    for height, width in ((19, 19), (3, 40), (40, 3), (1, 70), (66, 5)):
        for _ in range(12):
            k = chance.randint(3, 6)
            board = oracle.empty_board(height, width)
            for _ in range(chance.randint(1, 3)):
                down, right = chance.choice(oracle.DIRECTIONS)
                row, col = chance.randrange(height), chance.randrange(width)
                colour = chance.choice("XO")
                for step in range(chance.randint(k - 1, k + 2)):
                    if oracle.at(board, (row + step * down, col + step * right)) == ".":
                        board = oracle.put(board, (row + step * down, col + step * right), colour)
            compare(position_of(board, k, rule), board, k, rule)


@every_rule
def test_random_games_move_by_move(chance: random.Random, rule: oracle.Rule) -> None:
    for _ in range(120):
        k = chance.choice([2, 3, 3, 4])
        board = tuple(row.replace("X", ".").replace("O", ".") for row in random_board(chance))
        position = position_of(board, k, rule)
        record = tg.simulate(position, seed=chance.randrange(2**32))
        for number, move in enumerate(pairs(record.moves)):
            compare(position, board, k, rule)
            board = oracle.put(board, move, "XO"[number % 2])
            position = position.play(tg.Point(*move))
        compare(position, board, k, rule)
        assert position.is_over
        assert position == record.end


@pytest.mark.parametrize("case", KNOWN["runs"], ids=lambda case: case["name"])
def test_known_runs(case: dict[str, Any]) -> None:
    for rule in RULES:
        position = position_of(tuple(case["board"]), case["k"], rule)
        colours = {NAMES[position[row[0]]] for row in position.winning_rows()}
        if rule != "caro" or case["name"] not in BLOCKED_OVERLINES:
            assert "".join(sorted(colours)) == case[rule], rule
        if len(colours) == 1:
            assert {NAMES[position.winner]} == colours


@pytest.mark.parametrize("case", KNOWN["outcomes"], ids=lambda case: f"{case['name']}, {case['rule']}")
def test_known_outcomes(case: dict[str, Any]) -> None:
    position = position_of(tuple(case["board"]), case["k"], case["rule"])
    assert position.is_over == (case["outcome"] is not None)
    assert NAMES[position.winner] == (case["outcome"] or "draw")
    assert pairs(position.legal_moves) == [tuple(move) for move in case["moves"]]


def board_and_rule(entry: dict[str, Any]) -> str:
    return f"{'/'.join(entry['board'])}, {entry['k']}, {entry['rule']}"


@pytest.mark.parametrize("entry", TINY, ids=board_and_rule)
def test_complete_games_and_perft(entry: dict[str, Any]) -> None:
    start = position_of(tuple(entry["board"]), entry["k"], entry["rule"])
    games = entry["complete_games"]
    count = tg.count(start)
    assert (count.black_wins, count.white_wins, count.draws) == (games["X"], games["O"], games["draw"])
    lines = entry["perft_from_depth_0"]
    assert tg.perft(start, len(lines) - 1) == tuple(lines)
    if "games_by_length" in entry:
        lengths = {int(plies): number for plies, number in entry["games_by_length"].items()}
        assert sum(lengths.values()) == count.games


def test_tic_tac_toe() -> None:
    count = tg.count(tg.gomoku.start(3, in_a_row=3))
    assert (count.black_wins, count.white_wins, count.draws) == (131184, 77904, 46080)
    assert tg.perft(tg.gomoku.start(3, in_a_row=3), 9) == (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)


@every_rule
def test_counts_on_random_boards(chance: random.Random, rule: oracle.Rule) -> None:
    tried = 0
    while tried < 60:
        board, k = random_board(chance, most=4, even=True), chance.choice([2, 3, 4])
        if sum(row.count(".") for row in board) > 7 or len(oracle.winners(board, k, rule)) == 2:
            continue
        if not readings_agree(board, k, rule):
            continue
        tried += 1
        position = position_of(board, k, rule)
        colour = NAMES[position.to_play]
        games = oracle.complete_games(board, colour, k, rule)
        count = tg.count(position)
        assert (count.black_wins, count.white_wins, count.draws) == (games["X"], games["O"], games["draw"]), board
        assert tg.perft(position, 4) == tuple(oracle.perft(board, colour, 4, k, rule))


@pytest.mark.parametrize("play", [tg.simulate_many, simulate_as_card])
@pytest.mark.parametrize("entry", [entry for entry in TINY if len("".join(entry["board"])) <= 10], ids=board_and_rule)
def test_many_games_follow_the_exact_distribution(entry: dict[str, Any], play: Callable[..., Simulations]) -> None:
    games = 200_000
    start = position_of(tuple(entry["board"]), entry["k"], entry["rule"])
    result = play(start, games, seed=20261115, by_point=True)
    for name, count in (("X", result.black_wins), ("O", result.white_wins), ("draw", result.draws)):
        assert within(count, games, float(Fraction(entry["random"][name]))), name
    error = 4 * result.standard_deviation_plies / sqrt(games) + 1e-9
    assert abs(result.mean_plies - float(Fraction(entry["mean_plies"]))) <= error
    free = len(start.legal_moves)
    for each in result.points:
        assert within(each.opened, games, 1 / free if start.is_legal(each.point) else 0.0)


def test_tic_tac_toe_in_detail() -> None:
    games = 1_000_000
    board = oracle.empty_board(3, 3)
    result = tg.simulate_many(tg.gomoku.start(3, in_a_row=3), games, seed=4, by_point=True)
    for each in result.points:
        after = oracle.put(board, (each.point.row, each.point.col), "X")
        black = float(oracle.random_play_probabilities(after, "O", 3)["X"])
        assert within(each.opener_won, each.opened, black)
    singles = [tg.simulate(tg.gomoku.start(3, in_a_row=3), seed=seed).winner for seed in range(20_000)]
    for winner, share in ((tg.BLACK, 737 / 1260), (tg.WHITE, 121 / 420), (None, 8 / 63)):
        assert within(singles.count(winner), len(singles), share)


def test_an_overline_is_immune_in_caro() -> None:
    for text, winner in (
        ("OXXXO", None),
        (".XXXO", tg.BLACK),
        ("#XXXO", tg.BLACK),
        ("XXXO", tg.BLACK),
        ("OXXXXO", tg.BLACK),
    ):
        assert tg.gomoku.parse(text, in_a_row=3, variant="caro").winner is winner
    count = tg.count(tg.gomoku.start((1, 7), in_a_row=3, variant="caro"))
    assert (count.black_wins, count.white_wins, count.draws) == (1044, 288, 3384)


def test_words_of_refusals_and_outcomes() -> None:
    won = tg.gomoku.parse("XXXX\nOO.#\n....", in_a_row=3)
    assert str(won.why_illegal("C2")) == "the game is over: Black wins: 4 in a row from A3 to D3"
    assert str(won.why_illegal("A3")) == "A3 is occupied by Black"
    assert str(won.why_illegal("A2")) == "A2 is occupied by White"
    assert str(won.why_illegal("D2")) == "there is no point at D2"
    assert str(won.why_illegal("pass")) == "nobody passes in Gomoku"
    assert str(won.outcome) == "Black wins: 4 in a row from A3 to D3"
    assert str(tg.gomoku.parse("..X\n.X.\nX..\nOO.", in_a_row=3).outcome) == "Black wins: 3 in a row from C4 to A2"
    assert str(tg.gomoku.parse("XO\nOX").outcome) == "a draw: the board is full"
    assert tg.gomoku.parse("XO\nO.").outcome is None
    assert str(tg.gomoku.start(15).why_illegal("pass")) == "nobody passes in Gomoku"


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"in_a_row": 0}, "0 in a row; expected a whole number from 1 to 100000000"),
        ({"in_a_row": -5}, "-5 in a row; expected a whole number from 1 to 100000000"),
        ({"in_a_row": 2**40}, "1099511627776 in a row; expected a whole number from 1 to 100000000"),
        ({"in_a_row": 2.5}, "2.5 in a row; expected a whole number from 1 to 100000000"),
        ({"variant": "pente"}, "there is no variant 'pente'; expected freestyle, standard, caro or renju"),
    ],
)
def test_rules_that_do_not_exist(rules: dict[str, Any], message: str) -> None:
    with pytest.raises(tg.UsageError) as error:
        tg.gomoku.start(9, **rules)
    assert str(error.value) == message
    with pytest.raises(tg.UsageError) as error:
        tg.gomoku.parse("...", **rules)
    assert str(error.value) == message


def test_rules_are_part_of_a_position() -> None:
    start = tg.gomoku.start((7, 9), in_a_row=4, variant="caro")
    for kept in (start, start.play("A1"), start.with_to_play(tg.WHITE), start.transformed(5), start.colors_swapped()):
        assert (kept.in_a_row, kept.variant) == (4, "caro")
    assert start != tg.gomoku.start((7, 9), in_a_row=5, variant="caro")
    assert start != tg.gomoku.start((7, 9), in_a_row=4)
    assert (tg.gomoku.start().height, tg.gomoku.start().in_a_row, tg.gomoku.start().variant) == (19, 5, "freestyle")


def test_the_text_says_black_with_o_and_a_diagram_with_x() -> None:
    assert tg.gomoku.parse("o.x\n...\n") == tg.gomoku.parse("X.O\n...\n")
    assert tg.gomoku.parse("o..\n").to_play is tg.WHITE
    assert tg.gomoku.parse("o.x\n").to_play is tg.BLACK
    assert tg.gomoku.parse("o.x\n", tg.WHITE).to_play is tg.WHITE
    assert tg.gomoku.parse("x..\n").to_play is tg.BLACK
