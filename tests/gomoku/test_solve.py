"""Gomoku's solver beside an exhaustive search, known positions and published results."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from gomoku.shared import RULES, position_of
from oracles import gomoku as oracle
from tengen.verbs.solve import Solution, solve

DATA = Path(__file__).parent.parent / "data"
KNOWN = json.loads((DATA / "gomoku_solved.json").read_text())
TACTICS = json.loads((DATA / "gomoku_tactics.json").read_text())["positions"]
VALUES = {"X": {"X": 1, "draw": 0, "O": -1}, "O": {"O": 1, "draw": 0, "X": -1}}


def values(solution: Solution) -> list[float]:
    assert all(each.lower == each.upper for each in solution.moves)
    return [each.lower for each in solution.moves]


@pytest.mark.parametrize("entry", KNOWN["boards"], ids=lambda entry: f"{entry['size']} {entry['in_a_row']}")
def test_published_results(entry: dict[str, Any]) -> None:
    for size in {tuple(entry["size"]), tuple(reversed(entry["size"]))}:
        solution = solve(tg.gomoku.start(size, in_a_row=entry["in_a_row"]), all_moves=False)
        assert (solution.lower, solution.upper) == (entry["value"], entry["value"])


def test_an_exhaustive_search_says_the_same_of_every_move() -> None:
    chance = random.Random(3)
    seen = set()
    for _ in range(90):
        k, rule = chance.choice([2, 3, 3, 4]), chance.choice(RULES)
        height, width = chance.randint(2, 4), chance.randint(3, 4)
        board = oracle.empty_board(height, width)
        if chance.random() < 0.3:
            board = oracle.put(board, (chance.randrange(height), chance.randrange(width)), "#")
        colour = "X"
        while sum(row.count(".") for row in board) > chance.choice([4, 5, 6, 7]):
            point = chance.choice(oracle.legal_moves(board, k, rule) or [None])
            if point is None:
                break
            board, colour = oracle.put(board, point, colour), oracle.opponent(colour)
        if oracle.outcome(board, k, rule) is not None:
            continue
        position = position_of(board, k, rule)
        other = oracle.opponent(colour)
        expected = [
            VALUES[colour][oracle.best_outcome(oracle.put(board, point, colour), other, k, rule)]
            for point in oracle.legal_moves(board, k, rule)
        ]
        assert values(solve(position)) == expected
        assert solve(position, all_moves=False).lower == max(expected)
        seen.add((rule, max(expected)))
    assert len(seen) == 9


@pytest.mark.parametrize("entry", TACTICS, ids=lambda entry: entry["name"])
def test_tactics(entry: dict[str, Any]) -> None:
    """Wins on large boards are found, all defences answered; and what has a defence is not called lost."""
    position = tg.gomoku.parse(
        "\n".join(entry["rows"]),
        tg.BLACK if entry["to_play"] == "black" else tg.WHITE,
        in_a_row=entry["in_a_row"],
        variant=entry["variant"],
    )
    solution = solve(position, all_moves=False, seconds=None if entry["kind"] == "win" else 0.3)
    if entry["kind"] == "win":
        assert solution.result == "win"
        assert solution.winner is position.to_play
        now = position
        for move in solution.line:
            now = now.play(move)
        assert now.winner is position.to_play
    elif entry["kind"] == "loss":
        assert solution.upper == -1
    else:
        assert solution.result != "win"
        assert all(position.vertex(each.move) in entry["moves"] for each in solution.moves if each.lower > -1)


def test_turned_mirrored_and_with_colours_exchanged() -> None:
    position = tg.gomoku.parse("X..O\n....\n.O.X\n....", tg.BLACK, in_a_row=3)
    expected = sorted(values(solve(position)))
    for turned in position.symmetries:
        assert sorted(values(solve(turned))) == expected
        assert sorted(values(solve(turned.colors_swapped()))) == expected


def test_lines_of_wins_lead_to_a_row() -> None:
    for position in (tg.gomoku.start((3, 4), in_a_row=3), tg.gomoku.start((5, 6), in_a_row=4)):
        solution = solve(position, all_moves=False)
        now = position
        for move in solution.line:
            now = now.play(move)
        assert now.winner is tg.BLACK


def test_what_is_not_found_is_not_known() -> None:
    solution = solve(tg.gomoku.start(19), seconds=0.2)
    assert (solution.lower, solution.upper, solution.result) == (-1, 1, None)
    assert all(len(each.line) == 1 for each in solution.moves)


def test_a_small_table_is_enough() -> None:
    assert solve(tg.gomoku.start((4, 5), in_a_row=4), memory=1, all_moves=False).result == "draw"


def test_boards_too_large_are_refused() -> None:
    with pytest.raises(tg.UsageError) as error:
        solve(tg.gomoku.start((32, 33)))
    assert str(error.value) == "a 32x33 board has 1056 points; Gomoku is solved on at most 1024"
