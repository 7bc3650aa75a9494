"""The core's Go beside the oracle's, move by move: every ko rule, suicide or not, all shapes, holes included."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, Literal, get_args

import pytest

import tengen as tg
from go.shared import (
    COLORS,
    NAMES,
    legal_moves,
    move_of,
    moves_of,
    play,
    position_of,
    random_board,
    rows,
    rules_of,
)
from oracles import go as oracle

KNOWN = json.loads((Path(__file__).resolve().parent.parent / "data" / "go_known.json").read_text())
Ko = Literal["simple", "positional", "situational"]
EVERY_RULE = [oracle.Rules(suicide, ko, Fraction(0)) for ko in get_args(Ko) for suicide in (False, True)]
every_rule = pytest.mark.parametrize(
    "rules", EVERY_RULE, ids=lambda rules: f"{rules.ko} ko, suicide {'allowed' if rules.suicide else 'forbidden'}"
)


def compare(position: tg.go.Position, state: oracle.State) -> None:
    """Everything that can be asked of a position, beside what the oracle says."""
    assert rows(position.board) == state.board
    assert (position.to_play, position.passes) == (COLORS[state.to_play], state.passes)
    assert position.is_over == oracle.is_over(state)
    assert position.is_sound
    assert moves_of(position.legal_moves) == legal_moves(state), state
    black, white, neither = position.area()
    owners = oracle.owners(state.board)
    assert (black, white) == oracle.area_score(state.board)
    assert neither == len(owners) - black - white
    assert rows(position.owners()) == oracle.put(
        oracle.put(
            oracle.put(state.board, [point for point, owner in owners.items() if owner == "X"], "X"),
            [point for point, owner in owners.items() if owner == "O"],
            "O",
        ),
        [point for point, owner in owners.items() if owner == "."],
        ".",
    )
    assert NAMES[position.winner] == (oracle.winner(state) if oracle.is_over(state) else "draw")


def compare_refusals(position: tg.go.Position, state: oracle.State) -> None:
    for point in oracle.points(state.board):
        expected = oracle.why_illegal(state, point)
        refusal = position.why_illegal(tg.Point(*point))
        if expected is None or oracle.simple_ko_readings_differ(state, point):
            assert refusal is None
            continue
        assert refusal is not None
        if expected == "game over" and state.board[point[0]][point[1]] != ".":
            expected = "hole" if state.board[point[0]][point[1]] == "#" else "occupied"
        assert refusal.rule == expected
        chains = [set(moves_of(chain)) for chain in refusal.chains]
        if expected == "suicide":
            with_stone = oracle.put(state.board, [point], state.to_play)
            assert chains == [set(oracle.chain_at(with_stone, point))]
        elif expected == "ko":
            assert chains == [set(oracle.captures(state.board, point, state.to_play))]
        elif expected == "superko":
            ply = int(str(refusal).partition(" after ")[2].split()[0])
            after, _, _ = oracle.board_after(state.board, point, state.to_play)
            stood = [*state.earlier, (state.board, state.to_play)]
            assert stood[ply][0] == after
            assert state.rules.ko == "positional" or stood[ply][1] == oracle.opponent(state.to_play)


def walk(chance: random.Random, board: oracle.Board, rules: oracle.Rules, plies: int, ask_why: float) -> None:
    to_play = chance.choice("XO")
    position, state = position_of(board, rules, to_play), oracle.new_game(board, rules, to_play)
    taken = {"X": 0, "O": 0}
    for _ in range(plies):
        compare(position, state)
        assert {name: position.captures(COLORS[name]) for name in "XO"} == taken
        if chance.random() < ask_why:
            compare_refusals(position, state)
        moves = legal_moves(state)
        if not moves:
            break
        move = moves[-1] if len(moves) == 1 or chance.random() < 0.04 else chance.choice(moves[:-1])
        if move != "pass":
            _, captured, lost = oracle.board_after(state.board, move, state.to_play)
            taken[state.to_play] += len(captured)
            taken[oracle.opponent(state.to_play)] += len(lost)
        position, state = position.play(move_of(move)), play(state, move)
    compare(position, state)


@every_rule
def test_random_games_move_by_move(chance: random.Random, rules: oracle.Rules) -> None:
    for _ in range(30):
        walk(chance, random_board(chance), rules, 40, ask_why=0.2)


@every_rule
def test_long_games_on_tiny_boards_where_ko_is_everywhere(chance: random.Random, rules: oracle.Rules) -> None:
    for _ in range(70):
        walk(chance, random_board(chance, most=3), rules, 60, ask_why=0.5)


def test_superko_forbids_a_cycle_that_simple_ko_lets_pass() -> None:
    tried = 0
    for seed in range(400):
        chance = random.Random(seed)
        state = oracle.new_game(oracle.empty_board(2, 2), oracle.Rules(False, "simple", Fraction(0)))
        position = {ko: position_of(state.board, oracle.Rules(False, ko, Fraction(0))) for ko in get_args(Ko)}
        stood = [(state.board, "X")]
        for _ in range(30):
            moves = [move for move in legal_moves(state) if move != "pass"]
            if not moves:
                break
            move = chance.choice(moves)
            after = oracle.play(state, move)
            repeated = {
                "simple": False,
                "positional": after.board in [board for board, _ in stood],
                "situational": (after.board, after.to_play) in stood,
            }
            for ko, forbidden in repeated.items():
                assert position[ko].is_legal(move_of(move)) is not forbidden
            if any(repeated.values()):
                tried += 1
                break
            position = {ko: each.play(move_of(move)) for ko, each in position.items()}
            state = after
            stood.append((state.board, state.to_play))
    assert tried > 100


@pytest.mark.parametrize("case", KNOWN["situations"], ids=lambda case: case["name"])
def test_situations_with_simple_ko_by_its_point(case: dict[str, Any]) -> None:
    start = position_of(tuple(case["board"]), rules_of(case["rules"]), case["to_play"])
    position, before = start, start
    for move in case["moves"]:
        position, before = position.play(move_of(move)), position
    assert rows(position.board) == tuple(case["board_after"])
    assert position.to_play is COLORS[case["to_play_after"]]
    assert position.is_over is case["over"]
    differ = [tuple(move) for move in case.get("ko_readings_differ", [])]
    for move in case["legal"]:
        assert position.why_illegal(move_of(move)) is None
    for refused in case["illegal"]:
        move = move_of(refused["move"])
        if isinstance(move, tg.Point) and not (0 <= move.row < position.height and 0 <= move.col < position.width):
            with pytest.raises(IndexError, match="is not on a"):
                position.why_illegal(move)
            continue
        refusal = position.why_illegal(move)
        if tuple(refused["move"]) in differ:
            assert refusal is None
            continue
        assert refusal is not None
        if refused["why"] != "game over" or isinstance(move, tg.Pass) or position[move] is None:
            assert refusal.rule == refused["why"]
        with pytest.raises(tg.IllegalMove):
            position.play(move)
    if "all_legal" in case:
        legal = [move if move == "pass" else tuple(move) for move in case["all_legal"]]
        assert [move for move in moves_of(position.legal_moves) if move not in differ] == legal
    if "score" in case:
        assert position.area()[:2] == tuple(case["score"])
    if "passes" in case:
        assert position.passes == case["passes"]
    if case["moves"]:
        taken = sum(position.captures(color) - before.captures(color) for color in COLORS.values())
        assert taken == len(case["removed"])


@pytest.mark.parametrize("case", KNOWN["scores"], ids=lambda case: case["name"])
def test_scores(case: dict[str, Any]) -> None:
    for entry in [{"komi": "0"}, *case.get("winners", [])]:
        start = position_of(tuple(case["board"]), oracle.Rules(False, "positional", Fraction(entry["komi"])))
        assert start.area()[:2] == tuple(case["score"])
        if start.is_sound and "winner" in entry:
            end = start.play("pass").play("pass")
            assert NAMES[end.winner] == entry["winner"]
            assert end.outcome is not None
            assert NAMES[end.outcome.winner] == entry["winner"]


LITERAL = [entry for entry in KNOWN["perft"] if entry["suicide"] and entry["ko"] == "simple"]


def size_and_rules(entry: dict[str, Any]) -> str:
    return f"{entry['rows']}x{entry['cols']}, {entry['ko']}, suicide {entry['suicide']}"


@pytest.mark.parametrize("entry", [entry for entry in KNOWN["perft"] if entry not in LITERAL], ids=size_and_rules)
def test_perft(entry: dict[str, Any]) -> None:
    start = position_of(oracle.empty_board(entry["rows"], entry["cols"]), rules_of(entry))
    counts = entry["counts_from_depth_0"]
    assert tg.perft(start, len(counts) - 1) == tuple(counts)


@pytest.mark.parametrize("entry", LITERAL, ids=size_and_rules)
def test_perft_with_simple_ko_by_its_point_since_the_data_reads_it_literally(entry: dict[str, Any]) -> None:
    depth = min(len(entry["counts_from_depth_0"]) - 1, 5)
    counts = [0] * (depth + 1)

    def visit(state: oracle.State, ply: int) -> None:
        counts[ply] += 1
        for move in legal_moves(state) if ply < depth else []:
            visit(play(state, move), ply + 1)

    board = oracle.empty_board(entry["rows"], entry["cols"])
    visit(oracle.new_game(board, rules_of(entry)), 0)
    assert tg.perft(position_of(board, rules_of(entry)), depth) == tuple(counts)


@pytest.mark.parametrize("entry", KNOWN["complete_games"], ids=size_and_rules)
def test_complete_games(entry: dict[str, Any]) -> None:
    count = tg.count(position_of(oracle.empty_board(entry["rows"], entry["cols"]), rules_of(entry)))
    assert (count.black_wins, count.white_wins, count.draws) == (entry["X"], entry["O"], entry["draw"])


@pytest.mark.parametrize(
    "entry",
    [entry for entry in KNOWN["legal_positions"] if entry["rows"] * entry["cols"] <= 9 and entry["count"] < 30_000],
    ids=lambda entry: f"{entry['rows']}x{entry['cols']}",
)
def test_sound_positions_are_counted_right(entry: dict[str, Any]) -> None:
    height, width = entry["rows"], entry["cols"]
    boards = (tg.Board(height, width, bytes(cells)) for cells in product(range(3), repeat=height * width))
    assert sum(tg.go.Position(board, tg.BLACK).is_sound for board in boards) == entry["count"]
