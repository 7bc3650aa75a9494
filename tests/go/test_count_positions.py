"""Legal positions: beside trying every board, the published numbers, and NoGo's own moves."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import threading
from itertools import product
from math import factorial
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from conftest import TENGEN, Tengen
from oracles import nogo as oracle
from tengen._core import Cancel, PositionCounter
from tengen.games.game import Position
from waiting import PATIENCE, wait_until_busy

KNOWN = json.loads((Path(__file__).resolve().parent.parent / "data" / "nogo_known.json").read_text())


def by_trying(board: oracle.Board) -> dict[tuple[int, int], int]:
    """Every filling of the empty points that leaves no chain without a liberty, by black and white stones."""
    text = "/".join(board)
    found: dict[tuple[int, int], int] = {}
    for stones in product(".XO", repeat=text.count(".")):
        left = iter(stones)
        filled = tuple("".join(next(left) if char == "." else char for char in text).split("/"))
        if not oracle.dead_chains(filled):
            counts = oracle.count_stones(filled)
            found[counts] = found.get(counts, 0) + 1
    return found


def table(found: dict[tuple[int, int], int], points: int) -> tuple[tuple[int, ...], ...]:
    sides = range(points + 1)
    return tuple(tuple(found.get((black, white), 0) for white in sides) for black in sides)


@pytest.mark.parametrize("entry", KNOWN["legal_positions"], ids=lambda entry: f"{entry['rows']}x{entry['cols']}")
def test_published_numbers(entry: dict[str, Any]) -> None:
    rows, cols = entry["rows"], entry["cols"]
    assert tg.count_positions(tg.go.start((rows, cols))) == entry["count"]
    if rows != cols:
        assert tg.count_positions(tg.nogo.start((cols, rows)), threads=1) == entry["count"]


def test_one_row_follows_its_recurrence() -> None:
    """A102620: a(n) = 3a(n-1) - a(n-2) + a(n-3); here far past one machine word."""
    found = [tg.count_positions(tg.nogo.start((1, n))) for n in range(1, 100)]
    assert found[:3] == [1, 5, 15]
    for n in range(3, len(found)):
        assert found[n] == 3 * found[n - 1] - found[n - 2] + found[n - 3]


@pytest.mark.parametrize("size", [(1, 1), (1, 5), (2, 2), (2, 3), (2, 4), (4, 2), (3, 3)])
def test_by_stones_beside_trying_every_board(size: tuple[int, int]) -> None:
    expected = oracle.legal_positions_by_stones(*size)
    start = tg.go.start(size)
    assert tg.count_positions_by_stones(start) == table(expected, size[0] * size[1])
    assert tg.count_positions(start) == sum(expected.values())


def test_stones_and_holes_beside_trying_every_board(chance: random.Random) -> None:
    tried = 0
    while tried < 40:
        height, width = chance.choice([(1, 9), (2, 5), (3, 3), (3, 4), (4, 4), (5, 3), (2, 8), (6, 3)])
        weights = [(5, 1, 1, 2), (6, 0, 0, 2), (2, 1, 1, 1)]
        board = tuple("".join(chance.choices(".XO#", chance.choice(weights), k=width)) for _ in range(height))
        if "".join(board).count(".") > 6 or oracle.dead_chains(board):
            continue
        tried += 1
        expected = by_trying(board)
        position = chance.choice((tg.nogo, tg.go)).parse("\n".join(board))
        points = position.board.point_count
        for each in (position, position.transformed(chance.randrange(8))):
            assert tg.count_positions(each, threads=1) == sum(expected.values()), board
            assert tg.count_positions_by_stones(each) == table(expected, points), board
        swapped = {(white, black): number for (black, white), number in expected.items()}
        assert tg.count_positions_by_stones(position.colors_swapped()) == table(swapped, points), board


def test_by_stones_adds_up_and_is_the_same_for_both_colours() -> None:
    for size in ((4, 4), (4, 5), (5, 5), (3, 9)):
        found = tg.count_positions_by_stones(tg.nogo.start(size))
        assert sum(map(sum, found)) == tg.count_positions(tg.nogo.start(size))
        assert all(
            found[black][white] == found[white][black] for black in range(len(found)) for white in range(len(found))
        )


def lines_of(position: Position, plies: int) -> list[int]:
    """perft of NoGo from the positions that have so many more stones: each is reached in every order of them."""
    found = tg.count_positions_by_stones(position)
    black, white = position.board.count(tg.BLACK), position.board.count(tg.WHITE)
    lines = []
    for k in range(plies + 1):
        own, other = (k + 1) // 2, k // 2
        more = (own, other) if position.to_play is tg.BLACK else (other, own)
        there = black + more[0] < len(found) and white + more[1] < len(found)
        lines.append(found[black + more[0]][white + more[1]] * factorial(own) * factorial(other) if there else 0)
    return lines


def test_nogo_perft_is_positions_times_orders(chance: random.Random) -> None:
    for size, plies in (((3, 3), 9), ((4, 4), 7), ((3, 5), 7), ((5, 5), 5), ((5, 6), 4)):
        start = tg.nogo.start(size)
        assert list(tg.perft(start, plies)) == lines_of(start, plies)
    for _ in range(4):
        position = tg.generate(tg.nogo.start((4, 5)), stones=chance.randrange(8, 13), seed=chance.randrange(2**32))
        assert list(tg.perft(position, 8)) == lines_of(position, 8)


def test_threads_change_nothing_and_progress_goes_up() -> None:
    told: list[int] = []
    start = tg.go.start((7, 20))
    found = tg.count_positions(start, threads=3, progress=lambda done, total: told.append(done * 1000 // total))
    assert found == tg.count_positions(start.transformed(4), threads=1)
    assert told == sorted(told)
    assert told
    assert 0 <= told[0] <= told[-1] <= 1000


def test_the_core_says_how_far_it_is() -> None:
    counter = PositionCounter(tg.go.start(7).board, False, 2**30)
    assert counter.done == 0
    assert counter.run(1, None) == 0
    assert counter.done == 1
    assert counter.most_borders == 9562


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda: tg.count_positions(tg.gomoku.start(3)),
            "positions are not counted in Gomoku: its stones need no liberties",
        ),
        (
            lambda: tg.count_positions_by_stones(tg.othello.start(4)),
            "positions are not counted in Othello: its stones need no liberties",
        ),
        (
            lambda: tg.count_positions(tg.go.start((17, 20))),
            "a 17x20 board; positions are counted where one side has at most 16 points",
        ),
        (
            lambda: tg.count_positions(tg.go.start((1, 9001))),
            "a 1x9001 board; positions are counted on at most 9000 points",
        ),
        (
            lambda: tg.count_positions_by_stones(tg.go.start(13)),
            "a 13x13 board; positions are counted by stones where one side has at most 12 points",
        ),
        (
            lambda: tg.count_positions_by_stones(tg.go.start((2, 128))),
            "a 2x128 board; positions are counted by stones on at most 255 points",
        ),
        (
            lambda: tg.count_positions(tg.go.start(9), memory=0),
            "0 MiB for the states of the border; expected 1 to 1048576",
        ),
        (lambda: tg.count_positions(tg.go.start(9), threads=0), "0 threads; expected 1 or more"),
        (
            lambda: tg.count_positions(tg.go.start(9), memory=2),
            "the positions of a 9x9 board need more than 2 MiB to be counted",
        ),
    ],
)
def test_what_is_refused(ask: Any, message: str) -> None:
    with pytest.raises(tg.UsageError) as error:
        ask()
    assert str(error.value) == message


def test_a_position_that_is_not_legal_is_refused() -> None:
    with pytest.raises(tg.IllegalPosition, match="has no liberty"):
        tg.count_positions(tg.go.parse("XO\nO."))


def test_a_raised_flag_stops_it() -> None:
    cancel = Cancel()
    threading.Timer(0.3, cancel.request).start()
    with pytest.raises(tg.Cancelled) as cancelled:
        tg.count_positions(tg.go.start(12), cancel=cancel)
    assert cancelled.value.partial is None


def test_ctrl_c_on_the_command_line() -> None:
    process = subprocess.Popen(
        [TENGEN, "count", "go", "12", "--positions"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    wait_until_busy(process, 1)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, error) == (130, b"", b"tengen: interrupted: nothing was counted\n")


def test_the_command(tengen: Tengen) -> None:
    assert tengen("count", "go", "3x4", "--positions").stdout == b"321689\n"
    assert tengen("count", "nogo", "--positions", "--threads", "1", input=b"2\nX.\n..\n").stdout == b"16\n"
    by_stones = tengen("count", "nogo", "1x3", "--positions", "--by-stones").stdout
    assert by_stones == b"1 3 3 0\n3 2 0 0\n3 0 0 0\n0 0 0 0\n"
    view = json.loads(tengen("count", "go", "1x2", "--positions", "--by-stones", "--format", "json").stdout)
    assert (view["positions"], view["by_stones"]) == (5, [[1, 2, 0], [2, 0, 0], [0, 0, 0]])
    assert "by_stones" not in json.loads(tengen("count", "go", "2", "--positions", "--format", "json").stdout)
    drawn = tengen("count", "nogo", "1x3", "--positions", "--by-stones", "--format", "diagram").stdout.decode()
    assert drawn.endswith(
        "legal positions: 15\n\nby black (down) and white (across) stones:\n"
        "   0  1  2\n0  1  3  3\n1  3  2  0\n2  3  0  0\n"
    )
    for words, message in (
        (
            ("count", "othello", "4", "--positions"),
            "positions are not counted in Othello: its stones need no liberties",
        ),
        (
            ("count", "nogo", "3", "--positions", "--depth", "2"),
            "count lines of play with --depth or positions with --positions, one of the two",
        ),
        (("count", "nogo", "3", "--by-stones"), "--by-stones goes with --positions"),
        (("count", "nogo", "3", "--memory", "5"), "--memory goes with --positions"),
    ):
        result = tengen(*words)
        assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {message}\n")
