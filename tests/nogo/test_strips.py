"""NoGo on one row or one column, solved: beside a plain search of everything, and the published winners."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import pytest

import tengen as tg
from oracles.nogo_solver import Solver
from tengen.games.native import NativeSolver
from tengen.games.nogo import GAME

WINNERS = {
    entry["cols"]: entry["winner"]
    for entry in json.loads((Path(__file__).resolve().parent.parent / "data" / "nogo_known.json").read_text())[
        "winners"
    ]
    if entry["rows"] == 1
}
MIB = 1 << 20


def strip(text: str, to_play: tg.Color = tg.BLACK) -> tg.nogo.Position:
    return tg.nogo.Position(tg.Board(1, len(text), bytes(".XO#".index(glyph) for glyph in text)), to_play)


def solved(position: tg.nogo.Position, memory: int = MIB) -> NativeSolver:
    solver = GAME.solver(position, memory)
    solver.run(True, -1.0, 1, None)
    return solver


def values(position: tg.nogo.Position) -> dict[tg.Point | tg.Pass, float]:
    report = solved(position).report()
    assert [line[0] for _, _, line in report] == list(position.legal_moves)
    assert all(lower == upper for lower, upper, _ in report)
    return {line[0]: lower for lower, _, line in report}


def check_beside_plain_search(text: str, to_play: tg.Color) -> bool:
    """Every move's value, and a line that the winner wins. False: there was nothing to solve."""
    position = strip(text, to_play)
    if not position.is_sound or position.is_over:
        return False
    plain = Solver((text,), "X" if to_play is tg.BLACK else "O")
    for move, (lower, upper, line) in zip(position.legal_moves, solved(position).report(), strict=True):
        assert isinstance(move, tg.Point)
        wins = plain.is_winning(0, move.col)
        assert lower == upper == (1.0 if wins else -1.0), (text, to_play, move)
        assert line[0] == move
        played, end = position.replay(line)
        assert played == len(line), (text, line)
        assert end.is_over, (text, line)
        assert (end.winner is to_play) == wins, (text, line)
    return True


@pytest.mark.parametrize("length", range(1, 8))
def test_every_short_strip(length: int) -> None:
    for cells in product(".XO", repeat=length):
        for side in (tg.BLACK, tg.WHITE):
            check_beside_plain_search("".join(cells), side)


def random_strip(chance: random.Random, length: int, fill: float, holes: float) -> str:
    """One where every chain has a liberty: a sum of strips where there are holes."""
    while True:
        text = "".join(
            "#" if chance.random() < holes else chance.choice("XO") if chance.random() < fill else "."
            for _ in range(length)
        )
        if strip(text).is_sound:
            return text


def test_sums_and_longer_strips(chance: random.Random) -> None:
    solvable = 0
    while solvable < 300:
        text = random_strip(chance, chance.randint(8, 17), chance.choice([0.2, 0.3, 0.5]), chance.choice([0, 0.1, 0.2]))
        if 6 <= text.count(".") <= 12:
            solvable += check_beside_plain_search(text, chance.choice([tg.BLACK, tg.WHITE]))


def test_mirrored_swapped_and_in_a_column(chance: random.Random) -> None:
    for _ in range(60):
        position = strip(random_strip(chance, chance.randint(10, 22), 0.25, 0.05), chance.choice([tg.BLACK, tg.WHITE]))
        if position.is_over:
            continue
        found = values(position)
        last = position.width - 1
        assert {
            tg.Point(0, last - move.col): value
            for move, value in values(position.transformed(2)).items()
            if isinstance(move, tg.Point)
        } == found
        assert values(position.colors_swapped()) == found
        assert {
            tg.Point(0, move.row): value
            for move, value in values(position.transformed(4)).items()
            if isinstance(move, tg.Point)
        } == found


@pytest.mark.parametrize("length", range(1, 28))
def test_published_winners(length: int) -> None:
    solution = tg.solve(tg.nogo.start((1, length)), all_moves=False)
    assert solution.winner is (tg.BLACK if WINNERS[length] == "N" else tg.WHITE)


def test_a_small_table_gives_the_same_answers() -> None:
    position = tg.nogo.start((1, 20))
    small, large = solved(position), solved(position, 64 * MIB)
    assert small.table[0] <= small.table[1] < large.table[1]
    assert small.table[1] * 8 <= MIB
    assert [each[:2] for each in small.report()] == [each[:2] for each in large.report()]


def test_stopped_it_does_not_guess_and_goes_on_from_there() -> None:
    position = tg.nogo.start((1, 26))
    solver = GAME.solver(position, 64 * MIB)
    solver.run(True, 0.0, 1, None)
    assert [each[:2] for each in solver.report()] == [(-1.0, 1.0)] * 26
    cancel = tg.Cancel()
    cancel.request()
    solver.run(True, -1.0, 1, cancel)
    assert solver.nodes == 0
    assert solver.done == 0.0
    for _ in range(10_000):
        solver.run(True, 0.02, 1, None)
        known = [lower for lower, upper, _ in solver.report() if lower == upper]
        if len(known) == 26:
            break
        assert 0 <= solver.done < 1
    assert solver.done == 1.0
    assert known == [lower for lower, _, _ in solved(position, 64 * MIB).report()]


def test_only_the_position() -> None:
    solution = tg.solve(tg.nogo.start((1, 24)), all_moves=False)
    assert solution.winner is tg.BLACK
    assert sorted(each.result or "" for each in solution.moves) == [""] * 23 + ["win"]


def test_many_pieces() -> None:
    """Each three points are worth {1 | -1}, and two of these nothing: the first player needs an odd one."""
    assert tg.solve(strip("...#" * 51), all_moves=False).winner is tg.BLACK
    assert tg.solve(strip("...#" * 50), all_moves=False).winner is tg.WHITE
    assert tg.solve(strip("...#" * 50, tg.WHITE), all_moves=False).winner is tg.BLACK


def test_what_is_too_long() -> None:
    with pytest.raises(tg.UsageError) as error:
        tg.solve(tg.nogo.start((1025, 1)))
    assert str(error.value) == "a strip of 1025 points; at most 1024 can be solved"
    with pytest.raises(tg.UsageError) as error:
        tg.solve(tg.nogo.start((1, 65)))
    assert str(error.value) == "65 empty points of this strip hang together; at most 64 can be solved"
    with pytest.raises(tg.UsageError):
        tg.solve(strip("." * 40 + "X" + "." * 40))
    # Chains that touch, and holes, cut a strip.
    for text in ("." * 64 + "XO" + "." * 64, "." * 64 + "#" + "." * 64):
        assert tg.solve(strip(text), seconds=0).result is None
