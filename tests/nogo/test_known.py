"""Known answers from outside, kept in tests/data/nogo_known.json with their sources."""

from __future__ import annotations

import json
from math import factorial
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from tengen._core import NogoJobs

KNOWN = json.loads((Path(__file__).resolve().parent.parent / "data" / "nogo_known.json").read_text())
MOST_LINES = 10**8  # what counts in a second or two


def name(entry: dict[str, Any]) -> str:
    return f"{entry['rows']}x{entry['cols']}"


@pytest.mark.parametrize("entry", KNOWN["perft"], ids=name)
def test_perft(entry: dict[str, Any]) -> None:
    counts = [count for count in entry["counts_from_depth_0"] if count < MOST_LINES]
    assert tg.perft(tg.nogo.start((entry["rows"], entry["cols"])), len(counts) - 1) == tuple(counts)


@pytest.mark.parametrize("entry", KNOWN["complete_games"], ids=name)
def test_complete_games(entry: dict[str, Any]) -> None:
    count = tg.count(tg.nogo.start((entry["rows"], entry["cols"])))
    assert (count.games, count.black_wins, count.white_wins, count.draws) == (
        entry["total"],
        entry["black_wins"],
        entry["white_wins"],
        0,
    )


@pytest.mark.parametrize("entry", [entry for entry in KNOWN["legal_positions"] if entry["count"] < 2_000_000], ids=name)
def test_legal_positions(entry: dict[str, Any]) -> None:
    start = tg.nogo.start((entry["rows"], entry["cols"]))
    points = entry["rows"] * entry["cols"]
    found = sum(
        NogoJobs.count_additions(start, black, white)[0]
        for black in range(points + 1)
        for white in range(points + 1 - black)
    )
    assert found == entry["count"]


def test_counts_past_64_bits_are_exact() -> None:
    # Each side has a line of its own with 14 gaps and may fill any 13 of them: 14 * 14 sets, in 13! * 13! orders.
    gaps = 14
    start = tg.nogo.parse("O." * gaps + "O#" + "X." * gaps + "X")
    game = start.game
    plies = 2 * (gaps - 1)
    parts = [game.perft(start, plies, part, True, None) for part in game.perft_parts(start, plies)]
    assert sum(part.lines for part in parts) == gaps**2 * factorial(gaps - 1) ** 2 > 2**64
    # Black then has no gap left to fill, so White has won every one of them.
    assert sum(part.white_wins for part in parts) == gaps**2 * factorial(gaps - 1) ** 2


def test_lines_of_play_end_or_go_on() -> None:
    start = tg.nogo.start((3, 4))
    count = tg.count(start)
    lines = tg.perft(start, 12)
    assert count.complete
    assert count.by_plies[-1] == lines[len(count.by_plies) - 1]
    assert lines[len(count.by_plies)] == 0
    assert all(ended <= there for ended, there in zip(count.by_plies, lines, strict=False))
