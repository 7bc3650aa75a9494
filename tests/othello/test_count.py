"""count and perft for Othello: the published job, the oracle on small boards, tables from outside, exact integers."""

from __future__ import annotations

import json
import random
from collections import Counter
from math import factorial
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from conftest import Tengen
from oracles import othello as oracle
from othello.shared import position_of, random_board
from tengen._core import OthelloJobs, OthelloLayer
from tengen.games.othello import Othello

KNOWN = json.loads((Path(__file__).resolve().parent.parent / "data" / "othello_known.json").read_text())
MOST_LINES = 2 * 10**9


def known_perft(size: int, pass_is_a_ply: bool, ended: str) -> list[int]:
    entry = next(
        entry
        for entry in KNOWN["perft"]
        if (entry["size"], entry["pass_is_a_ply"], entry["ended"]) == (size, pass_is_a_ply, ended)
    )
    return [count for count in entry["counts_from_depth_0"] if count < MOST_LINES]


def known_ended(size: int) -> list[int]:
    entry = next(entry for entry in KNOWN["ended"] if entry["size"] == size)
    return list(entry["ended_with_ply_from_0"])


@pytest.mark.parametrize("size", [4, 6, 8])
def test_perft_with_a_pass_as_a_ply(size: int) -> None:
    counts = known_perft(size, True, "left out")
    assert tg.perft(tg.othello.start(size), len(counts) - 1) == tuple(counts)


@pytest.mark.parametrize("size", [4, 8])
def test_perft_and_the_games_that_ended_before_are_the_tables_that_keep_those(size: int) -> None:
    kept, ended = known_perft(size, True, "kept"), known_ended(size)
    counts = tg.perft(tg.othello.start(size), min(len(kept), len(ended)) - 1)
    for plies, count in enumerate(counts):
        assert kept[plies] == count + sum(ended[:plies])


def left_out(board: oracle.Board, colour: str, depth: int) -> list[int]:
    """Sequences of so many discs put, a pass being no ply; a game is left out after the disc that ends it."""
    level = Counter({(board, colour): 1})
    result = [1]
    for _ in range(depth):
        following: Counter[oracle.Situation] = Counter()
        for (now, to_play), ways in level.items():
            mover = to_play if oracle.placements(now, to_play) else oracle.opponent(to_play)
            for point in oracle.placements(now, mover):
                following[oracle.place(now, point, mover), oracle.opponent(mover)] += ways
        level = following
        result.append(sum(level.values()))
    return result


@pytest.mark.parametrize(("size", "depth"), [(8, 9), (6, 8)])
def test_perft_with_free_passes(size: int, depth: int) -> None:
    # Nothing ends before depth 9, so that ended games kept or left out is the same.
    counts = known_perft(size, False, "kept")
    assert tg.perft(tg.othello.start(size), depth, pass_is_ply=False) == tuple(counts[: depth + 1])


def test_perft_with_free_passes_beyond_the_first_ends() -> None:
    for size, depth in ((8, 10), (6, 10)):
        counts = known_perft(size, False, "kept")
        found = tg.perft(tg.othello.start(size), depth, pass_is_ply=False)
        assert counts[depth] - found[depth] == known_ended(size)[depth - 1]
    four = tg.perft(tg.othello.start(4), 13, pass_is_ply=False)
    assert four == (*left_out(oracle.start_board(4), "X", 12), 0)


def test_perft_on_random_positions(chance: random.Random) -> None:
    for _ in range(150):
        board = random_board(chance, most=6)
        for colour in "XO":
            start = position_of(board, colour)
            assert tg.perft(start, 4) == tuple(oracle.perft_ended_left_out(board, colour, 4)), board
            assert tg.perft(start, 4, pass_is_ply=False) == tuple(left_out(board, colour, 4)), board


def test_complete_games_from_the_start_on_four_by_four() -> None:
    entry = KNOWN["complete_games"][0]
    count = tg.count(tg.othello.start(4))
    assert (count.black_wins, count.white_wins, count.draws) == (entry["X"], entry["O"], entry["draw"])
    assert (count.games, count.complete) == (60060, True)


def test_counts_on_hundreds_of_random_positions(chance: random.Random) -> None:
    tried = 0
    while tried < 400:
        board = random_board(chance, most=5, empty=chance.choice([0.1, 0.3, 0.5]))
        if sum(row.count(".") for row in board) > 8:
            continue
        tried += 1
        colour = chance.choice("XO")
        games = oracle.complete_games(board, colour)
        count = tg.count(position_of(board, colour))
        assert (count.black_wins, count.white_wins, count.draws) == (games["X"], games["O"], games["draw"]), board


def test_a_count_is_the_sum_over_the_first_moves(chance: random.Random) -> None:
    starts = [tg.othello.start((4, 5)), tg.othello.start((3, 5)), tg.othello.start(4)]
    for _ in range(6):
        board = random_board(chance, most=5, empty=0.5)
        if sum(row.count(".") for row in board) <= 14:
            starts.append(position_of(board))
    for start in starts:
        whole = tg.count(start, threads=2)
        if start.is_over:
            assert whole.games == 1
            continue
        parts = [tg.count(start.play(move)) for move in start.legal_moves]
        assert whole.black_wins == sum(part.black_wins for part in parts)
        assert whole.white_wins == sum(part.white_wins for part in parts)
        assert whole.draws == sum(part.draws for part in parts)
        assert whole == tg.count(start, threads=1)


def test_counts_past_64_bits_are_exact() -> None:
    # Each line has seven moves of Black's, one after the other, and White passes: only their interleaving is a choice.
    line = "XO.O.O.O.O.O.O.\n"
    count = tg.count(tg.othello.parse(("#" * 15 + "\n").join([line] * 5)))
    assert count.games == count.black_wins == factorial(35) // factorial(7) ** 5 > 2**64


@pytest.mark.parametrize("case", KNOWN["contest"], ids=lambda case: case["name"])
def test_the_published_job(tengen: Tengen, case: dict[str, Any]) -> None:
    result = tengen("count", "othello", input=case["input"].encode())
    assert (result.returncode, result.stdout.decode(), result.stderr) == (0, case["output"], b"")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (b"3\n-1 0 1\n0 1 0\n1 0 -1", b"2 0 0\n"),
        (b"3\r\n-1 0 1\r\n0 1 0\r\n1 0 -1\r\n", b"2 0 0\n"),
        (b"\xef\xbb\xbf3\n-1 0 1\n0 1 0\n1 0 -1\n", b"2 0 0\n"),
        (b"3 \n -1  0\t1 \n0 1 0\n1 0 -1\n\n \n", b"2 0 0\n"),
    ],
)
def test_accepted_without_fuss(tengen: Tengen, text: bytes, answer: bytes) -> None:
    result = tengen("count", "othello", input=text)
    assert (result.returncode, result.stdout, result.stderr) == (0, answer, b"")


DISC = "is not a disc; expected 1 (black), 0 (white) or -1 (empty)"
BAD = [
    ("", "line 1, column 1: the input is empty; expected the board size n"),
    (" \n\n", "line 1, column 1: the input is empty; expected the board size n"),
    ("\n1\n0\n", "line 1, column 1: the first line is empty; expected the board size n"),
    ("x\n", "line 1, column 1: 'x' is not a number; expected the board size n"),
    ("0 1\n1 0\n", "line 1, column 1: '0 1' is not a number; expected the board size n"),
    ("0\n", "line 1, column 1: the board size is 0; expected 1 or more"),
    ("-2\n", "line 1, column 1: the board size is -2; expected 1 or more"),
    ("17\n", "line 1, column 1: the board size is 17; expected at most 16"),
    (
        "99999999999\n",
        "line 1, column 1: the board size is '99999999999'; expected 1 or more, and at most 100000000 points",
    ),
    ("2", "line 1, column 2: the input ends after 0 rows; expected 2"),
    ("2\n", "line 2, column 1: the input ends after 0 rows; expected 2"),
    ("2\n0 1\n", "line 3, column 1: the input ends after 1 row; expected 2"),
    ("2\n0\n0 1\n", "line 2, column 2: the row ends after 1 of 2 numbers"),
    ("2\n0 1\n1", "line 3, column 2: the row ends after 1 of 2 numbers"),
    ("2\n0 1\n\n0 1\n", "line 3, column 1: the row ends after 0 of 2 numbers"),
    ("2\n0 1 -1\n0 1\n", "line 2, column 5: '-1' is past the end of the row; expected 2 numbers"),
    ("2\n0 2\n0 1\n", f"line 2, column 3: '2' {DISC}"),
    ("2\n0 x\n0 1\n", f"line 2, column 3: 'x' {DISC}"),
    ("2\n0 1\n1 +1\n", f"line 3, column 3: '+1' {DISC}"),
    ("2\n01 1\n0 1\n", f"line 2, column 1: '01' {DISC}"),
    ("1\n.\n", f"line 2, column 1: '.' {DISC}"),
    ("1\n0\n0\n", "line 3, column 1: '0' after the board; expected the end of the input"),
    ("1\n0\n\n  more\n", "line 4, column 3: 'more' after the board; expected the end of the input"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_bad_input(tengen: Tengen, text: str, message: str) -> None:
    result = tengen("count", "othello", input=text.encode())
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {message}\n")


@pytest.mark.parametrize("case", KNOWN["bad_inputs"], ids=lambda case: case["name"])
def test_bad_input_is_blamed_on_the_right_line(tengen: Tengen, case: dict[str, Any]) -> None:
    result = tengen("count", "othello", input=case["input"].encode())
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode().startswith(f"tengen: line {case['line']}, column ")


def test_the_command_for_people_and_programs(tengen: Tengen) -> None:
    start = b"4\n-1 -1 -1 -1\n-1 0 1 -1\n-1 1 0 -1\n-1 -1 -1 -1\n"
    assert tengen("count", "othello", input=start).stdout == b"30116 24632 5312\n"
    assert tengen("count", "othello", "--to-play", "black", input=start).stdout == b"24632 30116 5312\n"
    assert json.loads(tengen("count", "othello", "--format", "json", input=start).stdout)["draws"] == 5312
    lines = tengen("count", "othello", "--depth", "6", input=start).stdout.decode().split()
    assert list(map(int, lines[1::2])) == known_perft(4, True, "left out")[:7]
    lines = tengen("count", "othello", "--depth", "6", "--free-passes", input=start).stdout.decode().split()
    assert list(map(int, lines[1::2])) == known_perft(4, False, "kept")[:7]


def test_layers_count_what_playing_counts() -> None:
    chance = random.Random(11)
    for trial in range(40):
        size = chance.randint(3, 5)
        board = tuple("".join(chance.choice("..XO" + "#" * (trial % 2)) for _ in range(size)) for _ in range(size))
        colour = chance.choice("XO")
        position = position_of(board, colour)
        empties = position.board.cells.count(0)
        if empties > 10:
            continue
        expected = oracle.complete_games(board, colour)
        layer: OthelloLayer | None = OthelloLayer(position, False)
        while layer is not None and layer.plies < empties:
            parts = [layer.count_games(part, 3, None) for part in range(3)]
            assert tuple(map(sum, zip(*parts, strict=True))) == (expected["X"], expected["O"], expected["draw"])
            layer = layer.next(10**6, None)
        plies = 6
        for pass_is_ply, counts in (
            (True, oracle.perft_ended_left_out(board, colour, plies)),
            (False, left_out(board, colour, plies)),
        ):
            layer = OthelloLayer(position, pass_is_ply)
            while layer is not None and layer.plies <= plies:
                assert sum(layer.perft(plies, part, 4, None) for part in range(4)) == counts[plies]
                assert layer.perft(layer.plies, 0, 1, None) == counts[layer.plies]
                layer = layer.next(10**6, None)


def test_a_layer_without_room_is_not_made() -> None:
    layer = OthelloLayer(tg.othello.start(), True)
    assert len(layer) == 1
    assert layer.plies == 0
    assert layer.empties == 60
    deeper = layer.next(1, None)
    assert deeper is not None
    assert len(deeper) == 1
    assert deeper.next(1, None) is None
    wider = deeper.next(3, None)
    assert wider is not None
    assert len(wider) == 3
    cancel = tg.Cancel()
    cancel.request()
    assert deeper.next(3, cancel) is None


def test_games_go_by_layers_where_there_are_many() -> None:
    position = position_of(("XXXXXX", "OOOOOO", "......", "......", "......"), "X")
    assert position.board.cells.count(0) == 18
    assert len(Othello().count_parts(position)) > len(position.legal_moves)
    found = tg.count(position)
    assert (found.black_wins, found.white_wins, found.draws) == OthelloJobs.count_games(position)
    assert found.games == 27823122
