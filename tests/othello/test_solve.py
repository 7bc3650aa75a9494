"""Othello's solver beside plain minimax, the published endgames, and itself turned, swapped and stopped."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

import tengen as tg
from oracles import othello as oracle
from othello.shared import COLORS, FFO, ffo_position, move_of, position_of, rows
from tengen._core import OthelloSolver
from tengen.verbs.solve import Solution, solve

MOST_BYTES = 1 << 24


def late_board(chance: random.Random, height: int, width: int, empties: int, holes: bool) -> tuple[oracle.Board, str]:
    """A board with discs and holes anywhere, played on at random until so few points are empty."""
    while True:
        glyphs = "..........XO" + ("#" if holes else "")
        board: oracle.Board = tuple("".join(chance.choice(glyphs) for _ in range(width)) for _ in range(height))
        colour = chance.choice("XO")
        while sum(row.count(".") for row in board) > empties:
            moves = oracle.legal_moves(board, colour)
            if not moves:
                break
            board, colour = oracle.play(board, chance.choice(moves), colour)
        if oracle.legal_moves(board, colour) and sum(row.count(".") for row in board) <= empties:
            return board, colour


def values(solution: Solution) -> list[float]:
    assert all(each.lower == each.upper for each in solution.moves)
    return [each.lower for each in solution.moves]


def expected_values(board: oracle.Board, colour: str) -> list[int]:
    sign = 1 if colour == "X" else -1
    return [sign * oracle.best_margin(*oracle.play(board, move, colour)) for move in oracle.legal_moves(board, colour)]


def margin_at_the_end(position: tg.othello.Position, line: tg.Points) -> int:
    side = position.to_play
    for move in line:
        position = position.play(move)
    assert position.is_over
    return position.board.count(side) - position.board.count(side.opponent)


def test_minimax_says_the_same_of_every_move() -> None:
    chance = random.Random(1)
    passes = 0
    for trial in range(60):
        largest = 17 if trial % 6 == 0 else 9
        height, width = chance.randrange(2, largest), chance.randrange(2, largest)
        empties = chance.randrange(1, 8)
        if height * width < empties + 3:
            continue
        board, colour = late_board(chance, height, width, empties, trial % 3 == 0)
        position = position_of(board, colour)
        solution = solve(position, threads=1 + trial % 2, memory=1)
        expected = expected_values(board, colour)
        assert values(solution) == expected
        assert [each.move for each in solution.moves] == list(position.legal_moves)
        for each in solution.moves:
            assert margin_at_the_end(position, each.line) == each.lower
        assert (solution.lower, solution.upper) == (max(expected), max(expected))
        quick = solve(position, all_moves=False)
        assert (quick.lower, quick.upper) == (max(expected), max(expected))
        assert margin_at_the_end(position, quick.line) == max(expected)
        passes += move_of("pass") in position.legal_moves
    assert passes > 1


def test_turned_and_swapped_positions_are_worth_the_same() -> None:
    chance = random.Random(2)
    for _ in range(6):
        board, colour = late_board(chance, 8, 8, 11, False)
        position = position_of(board, colour)
        value = solve(position, all_moves=False).lower
        for other in (*position.symmetries, position.colors_swapped()):
            assert solve(other, all_moves=False).lower == value


def test_moves_alike_by_symmetry_have_lines_of_their_own() -> None:
    start = tg.othello.start(4)
    solution = solve(start)
    assert values(solution) == [-8, -8, -8, -8]  # White wins 11 to 3
    assert solution.winner is tg.WHITE
    assert solution.margin == -8
    for each in solution.moves:
        assert margin_at_the_end(start, each.line) == -8


@pytest.mark.parametrize("entry", FFO[:19] + FFO[20:25], ids=lambda entry: entry["number"])
def test_published_endgames(entry: dict[str, Any]) -> None:
    """Up to 19 empty points, every move; the published scores give the empty points at the end to the winner."""
    position = ffo_position(entry)
    solver = OthelloSolver(position, MOST_BYTES, winner_takes_empties=True)
    solver.run(True, -1.0, 1, None)
    found = {position.vertex(line[0]): lower for lower, upper, line in solver.report() if lower == upper}
    assert found == entry["scores"]
    assert solver.done == 1.0
    assert 0 < solver.table[0] <= solver.table[1] <= MOST_BYTES // 16


def test_forty() -> None:
    entry = next(entry for entry in FFO if entry["number"] == 40)
    solution = solve(ffo_position(entry), all_moves=False)
    assert solution.lower == solution.upper == 38
    assert [solution.position.vertex(move) for move in solution.best_moves] == ["a2"]


def test_empty_points_count_for_nobody() -> None:
    """Number 20 ends with empty points: 6 as published, of which the winner has only what stands on the board."""
    entry = FFO[19]
    position = ffo_position(entry)
    board = rows(position.board)
    assert values(solve(position)) == expected_values(board, entry["to_play"])
    assert solve(position).lower == 1
    assert max(entry["scores"].values()) == 6


def test_a_game_that_is_over() -> None:
    over = position_of(("OO..", "OO..", "....", "...X"), "X")
    solution = solve(over)
    assert (solution.lower, solution.upper, solution.moves) == (-3, -3, ())
    assert solution.winner is tg.WHITE


def test_two_threads_say_the_same() -> None:
    position = ffo_position(FFO[22])
    assert values(solve(position, threads=2)) == values(solve(position, threads=1))


def test_stopped_early_it_says_only_what_is_proven() -> None:
    start = tg.othello.start(8)
    solution = solve(start, seconds=0.3, threads=2)
    assert (solution.lower, solution.upper) == (-64, 64)
    assert solution.result is None
    assert not len(solution.line)
    assert solution.nodes > 0
    assert [each.line[0] for each in solution.moves] == list(start.legal_moves)
    late = ffo_position(FFO[39])
    best = max(FFO[39]["scores"].values())
    for seconds in (0.0, 0.01, 0.1, 0.2):
        partial = solve(late, seconds=seconds, threads=1)
        assert partial.lower <= best <= partial.upper
    solver = OthelloSolver(late, MOST_BYTES)
    for _ in range(300):
        solver.run(False, 0.05, 1, None)
        if solver.done == 1.0:
            break
    assert max(lower for lower, _, _ in solver.report()) == best


def test_what_it_knows_may_be_asked_while_it_runs() -> None:
    solver = OthelloSolver(ffo_position(FFO[40]), MOST_BYTES)
    cancel = tg.Cancel()
    thread = threading.Thread(target=lambda: solver.run(True, -1.0, 2, cancel))
    thread.start()
    seen = 0
    for _ in range(2000):
        assert 0.0 <= solver.done <= 1.0
        assert solver.nodes >= seen
        seen = solver.nodes
        assert all(lower <= upper for lower, upper, _ in solver.report())
        if seen > 100_000:
            break
        thread.join(0.01)
    cancel.request()
    thread.join()
    assert seen > 100_000


def test_too_many_empty_points() -> None:
    with pytest.raises(tg.UsageError, match=r"^96 empty points; solve takes at most 64 in Othello$"):
        solve(tg.othello.start(10))
    small = position_of(("X" * 16, "O" * 16, *["." * 16] * 4), "X")
    assert solve(small, seconds=0.0).moves
    assert COLORS["X"] is tg.BLACK
