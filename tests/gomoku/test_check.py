"""check for Gomoku: exact for freestyle, never wrong for the other rules, and the published job as it is submitted."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tengen as tg
from conftest import Tengen
from gomoku.shared import RULES, pairs, position_of, random_board, readings_agree, winners
from oracles import gomoku as oracle

KNOWN = json.loads((Path(__file__).resolve().parent.parent / "data" / "gomoku_known.json").read_text())
ROW = "." * 19 + "\n"


def board_of(case: dict[str, Any]) -> oracle.Board:
    board = oracle.empty_board(19, 19)
    for colour, name in (("X", "black"), ("O", "white")):
        for row, col in case[name]:
            board = oracle.put(board, (row, col), colour)
    return board


def test_freestyle_is_exact_on_thousands_of_boards(chance: random.Random) -> None:
    possible = 0
    for _ in range(3000):
        board = random_board(chance, most=6, even=chance.random() < 0.9)
        k = chance.choice([1, 2, 3, 3, 4, 5])
        answer, verdict = tg.check(position_of(board, k)), oracle.check(board, k)
        assert answer.reachable is verdict.possible, (board, k)
        assert answer.exact
        assert answer.legal
        assert answer.last_moves is not None
        assert pairs(answer.last_moves) == list(verdict.last), (board, k)
        possible += verdict.possible
    assert 500 < possible < 2500


@pytest.mark.parametrize(("height", "width", "k"), [(3, 3, 3), (3, 3, 2), (2, 4, 3), (1, 7, 3), (2, 4, 1)])
def test_the_rule_for_reachable_positions_is_right(height: int, width: int, k: int) -> None:
    last = oracle.reachable_last_stones(oracle.empty_board(height, width), k)
    reached = 0
    for cells in product(range(3), repeat=height * width):
        text = bytes(cells).translate(b".XO" + bytes(253)).decode()
        board = tuple(text[start : start + width] for start in range(0, len(text), width))
        answer = tg.check(position_of(board, k))
        assert answer.reachable is (board in last), board
        assert set(pairs(answer.last_moves or tg.Points([], width))) == last.get(board, frozenset()), board
        reached += board in last
    assert reached == len(last)


@pytest.mark.parametrize("rule", ["standard", "caro"])
@pytest.mark.parametrize(
    ("board", "k"),
    [
        (("...", "...", "..."), 2),
        (("...", "...", "..."), 3),
        (("....",), 2),
        (("....", ".#.."), 2),
        ((".....", "....#"), 3),
    ],
)
def test_other_rules_never_call_a_reachable_position_impossible(rule: oracle.Rule, board: oracle.Board, k: int) -> None:
    assert readings_agree(board, k, rule)
    last = oracle.reachable_last_stones(board, k, rule)
    for reached, stones in last.items():
        answer = tg.check(position_of(reached, k, rule))
        assert answer.reachable is None, reached
        assert answer.verdict == "no contradiction found"
        assert set(pairs(answer.last_moves or tg.Points([], 1))) >= stones


@pytest.mark.parametrize("rule", ["standard", "caro"])
def test_other_rules_find_what_no_last_stone_explains(chance: random.Random, rule: oracle.Rule) -> None:
    found = 0
    for _ in range(1500):
        board, k = random_board(chance, most=5, even=True), chance.choice([2, 3])
        mover = oracle.last_mover(board)
        last = [
            point
            for point in oracle.points(board)
            if oracle.at(board, point) == mover and not winners(oracle.put(board, point, "."), k, rule)
        ]
        other = oracle.opponent(mover or "X")
        expected = not any(oracle.count_stones(board)) or bool(last and other not in winners(board, k, rule))
        assert bool(tg.check(position_of(board, k, rule))) == expected, board
        found += not expected
    assert found > 100


@pytest.mark.parametrize("case", KNOWN["removal_rule_fails"], ids=lambda case: "/".join(case["board"]))
def test_what_taking_a_stone_off_does_not_show(case: dict[str, Any]) -> None:
    assert tg.check(position_of(tuple(case["board"]), case["k"], case["rule"])).reachable is not True


@pytest.mark.parametrize("case", KNOWN["check"], ids=lambda case: case["name"])
def test_the_published_job(tengen: Tengen, case: dict[str, Any]) -> None:
    board = board_of(case)
    position = tg.gomoku.parse(oracle.contest_text(board))
    answer = tg.check(position)
    assert bool(answer) == answer.reachable == (case["answer"] == "YES")
    mover = oracle.last_mover(board)
    everywhere = [point for point in oracle.points(board) if oracle.at(board, point) == mover]
    last = everywhere if case["last"] == "all" else [tuple(point) for point in case["last"]]
    assert sorted(pairs(answer.last_moves or tg.Points([], 19))) == sorted(last)
    rules = {"ok": set(), "counts": {"stone counts"}, "play went on after a win": {"played on", "too many rows"}}
    assert {reason.rule for reason in answer.reasons} <= rules[case["why"]]
    result = tengen("check", "gomoku", input=oracle.contest_text(board).encode())
    assert (result.stdout.decode(), result.stderr) == (f"{case['answer']}\n", b"")
    assert result.returncode == (0 if case["answer"] == "YES" else 1)


@pytest.mark.parametrize(
    "text",
    [
        ROW * 18 + ROW.strip(),
        (ROW * 19).replace("\n", "\r\n"),
        (ROW * 19).replace("\n", " \t\n"),
        ROW * 19 + "\n \r\n",
        "\ufeff" + ROW * 19,
    ],
)
def test_accepted_without_fuss(tengen: Tengen, text: str) -> None:
    result = tengen("check", "gomoku", input=text.encode())
    assert (result.returncode, result.stdout, result.stderr) == (0, b"YES\n", b"")


BAD = [
    ("", "line 1, column 1: the input ends after 0 rows; expected 19"),
    (ROW, "line 2, column 1: the input ends after 1 row; expected 19"),
    (ROW * 18, "line 19, column 1: the input ends after 18 rows; expected 19"),
    ((ROW * 18).rstrip(), "line 18, column 20: the input ends after 18 rows; expected 19"),
    (ROW * 20, "line 20, column 1: row 20 of a board of 19 rows; expected the end of the input"),
    (ROW[1:] + ROW * 18, "line 1, column 19: the row ends after 18 of 19 points"),
    (ROW * 18 + "o" + ROW, "line 19, column 20: '.' is past the end of the row; expected 19 points"),
    (ROW + "o" * 20 + "\n" + ROW * 17, "line 2, column 20: 'o' is past the end of the row; expected 19 points"),
    (ROW * 3 + "..q" + ROW[3:] + ROW * 15, "line 4, column 3: 'q' is not a stone; expected o, x or ."),
    ("O" + ROW[1:] + ROW * 18, "line 1, column 1: 'O' is not a stone; expected o, x or ."),
    ("#" + ROW[1:] + ROW * 18, "line 1, column 1: '#' is not a stone; expected o, x or ."),
    ("19\n" + ROW * 19, "line 1, column 1: '1' is not a stone; expected o, x or ."),
    (ROW + "\n" + ROW * 18, "line 2, column 1: the row ends after 0 of 19 points"),
    (ROW * 19 + "YES\n", "line 20, column 1: 'YES' after the board; expected the end of the input"),
    (ROW * 19 + "\n ox\n", "line 21, column 2: 'ox' after the board; expected the end of the input"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_bad_input(tengen: Tengen, text: str, message: str) -> None:
    result = tengen("check", "gomoku", input=text.encode())
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {message}\n")


@pytest.mark.parametrize("case", KNOWN["bad_inputs"], ids=lambda case: case["name"])
def test_bad_input_is_blamed_on_the_right_line(tengen: Tengen, case: dict[str, Any]) -> None:
    result = tengen("check", "gomoku", input=case["input"].encode())
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode().startswith(f"tengen: line {case['line']}, column ")


@pytest.mark.parametrize(
    ("size", "text", "status", "answer"),
    [
        ("2x3", b"ox.\n...\n", 0, "YES\n"),
        ("3", b"oox\nx..\n...\n", 0, "YES\n"),
        ("3", b"ooo\n...\nx.x\n", 0, "YES\n"),
        ("2x3", b"oo.\n...\n", 1, "NO\n"),
        ("2x3", b"ox\n..\n..\n", 2, "tengen: line 1, column 3: the row ends after 2 of 3 points\n"),
        ("2x3", b"...\n", 2, "tengen: line 2, column 1: the input ends after 1 row; expected 2\n"),
        (
            "2",
            b"..\n..\n..\n",
            2,
            "tengen: line 3, column 1: row 3 of a board of 2 rows; expected the end of the input\n",
        ),
        ("0", b"..\n", 2, "tengen: a 0x0 board; expected at least one row and one column\n"),
        ("2xq", b"..\n", 2, "tengen: '2xq' is not a size; expected a number like 9, or rows and columns like 9x13\n"),
        ("99999", b"..\n", 2, "tengen: a 99999x99999 board has 9999800001 points; at most 100000000 are allowed\n"),
    ],
)
def test_other_sizes(tengen: Tengen, size: str, text: bytes, status: int, answer: str) -> None:
    result = tengen("check", "gomoku", "--size", size, input=text)
    assert (result.returncode, (result.stdout + result.stderr).decode()) == (status, answer)


@pytest.mark.parametrize(
    ("text", "options", "lines"),
    [
        (b"oo.\n...\n", (), ["NO", "2 black and 0 white stones; expected as many black as white, or one more"]),
        (b"x..\n...\n", (), ["NO", "0 black and 1 white stones; expected as many black as white, or one more"]),
        (
            b"ox.\n...\n",
            ("--to-play", "white"),
            ["NO", "1 black and 1 white stones with White to play; expected Black"],
        ),
        (
            b"o..\n...\n",
            ("--to-play", "black"),
            ["NO", "1 black and 0 white stones with Black to play; expected White"],
        ),
        (b"ooo\nxxx\n", (), ["NO", "Black had won already: 3 in a row from A2 to C2"]),
        (b"oo.\nxx.\n", ("--in-a-row", "2"), ["NO", "Black had won already: 2 in a row from A2 to B2"]),
        (b"ooo\nxx.\n", (), ["YES"]),
        (b"ooo\nxx.\n", ("--variant", "caro"), ["no contradiction found"]),
    ],
)
def test_explained(tengen: Tengen, text: bytes, options: tuple[str, ...], lines: list[str]) -> None:
    chosen = options if "--in-a-row" in options else (*options, "--in-a-row", "3")
    result = tengen("check", "gomoku", "--size", "2x3", "--explain", *chosen, input=text)
    assert (result.stdout.decode().splitlines(), result.stderr) == (lines, b"")
    assert result.returncode == (1 if lines[0] == "NO" else 0)


def reasons(text: str, k: int, variant: str = "freestyle", to_play: tg.Color | None = None) -> list[tuple[str, str]]:
    answer = tg.check(tg.gomoku.parse(text, to_play, in_a_row=k, variant=variant))
    return [(reason.rule, str(reason)) for reason in answer.reasons]


def test_words_of_reasons() -> None:
    assert reasons("XXX.\n....\nXXX.\nOO.O\n.OO.", 3) == [
        ("too many rows", "no one stone of Black can have made all its winning rows: 3 in a row from A5 to C5"),
        ("too many rows", "no one stone of Black can have made all its winning rows: 3 in a row from A3 to C3"),
    ]
    assert reasons("XXX.OOO", 3, to_play=tg.WHITE) == [
        ("side to move", "3 black and 3 white stones with White to play; expected Black"),
        ("played on", "Black had won already: 3 in a row from A1 to C1"),
    ]
    assert reasons(".OXXO", 2, "caro") == [
        ("no last stone", "whichever stone White put last, the game was over before it")
    ]
    assert reasons("XXX\nOOO\n.X.", 3) == [("played on", "White had won already: 3 in a row from A2 to C2")]
    assert reasons("....", 3) == []
    answer = tg.check(tg.gomoku.parse("XXX.OOO", in_a_row=3))
    assert [pairs(reason.points) for reason in answer.reasons] == [[(0, 0), (0, 1), (0, 2)]]
    assert (answer.verdict, repr(answer)) == (
        "not reachable",
        "<Check: Black had won already: 3 in a row from A1 to C1>",
    )
    assert tg.check(tg.gomoku.start(9)).verdict == "reachable"


@pytest.mark.parametrize("rule", RULES)
def test_a_stack_of_boards_is_checked_as_each_of_them(chance: random.Random, rule: oracle.Rule) -> None:
    verdicts: list[bool] = []
    for height, width in ((3, 3), (5, 5), (4, 7), (19, 19), (2, 33), (3, 64), (2, 70), (70, 2)):
        k = chance.choice([2, 3, 3, 4])
        like = tg.gomoku.start((height, width), in_a_row=k, variant=rule)
        stack = bytearray()
        for _ in range(60):
            record = tg.simulate(like, seed=chance.randrange(2**32))
            cells = bytearray(record.end.board.cells)
            if chance.random() < 0.6:
                for _ in range(chance.randint(1, 3)):
                    cells[chance.randrange(len(cells))] = chance.randrange(4)
            stack += cells
        size = height * width
        boards = [tg.Board(height, width, bytes(stack[k : k + size])) for k in range(0, len(stack), size)]
        expected = [bool(tg.check(like.game.position(board, in_a_row=k, variant=rule))) for board in boards]
        assert tg.check_many(like, bytes(stack)) == expected
        assert tg.check_many(like, np.frombuffer(stack, np.uint8).reshape(-1, height, width)) == expected
        verdicts += expected
    assert 50 < sum(verdicts) < len(verdicts) - 50


def test_stacks_that_are_none() -> None:
    assert tg.check_many(tg.gomoku.start(3), b"") == []
    with pytest.raises(tg.UsageError, match="10 bytes are not a number of 3x3 boards, a byte a point"):
        tg.check_many(tg.gomoku.start(3), bytes(10))
    with pytest.raises(tg.UsageError, match="items of 8 bytes; expected a byte a point"):
        tg.check_many(tg.gomoku.start(3), np.zeros(9))
    with pytest.raises(tg.UsageError, match="a cell is 7; expected 0"):
        tg.check_many(tg.gomoku.start(3), b"\0\1\2\3\7\0\0\0\0")
