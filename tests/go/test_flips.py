"""flips: the core beside the oracle, the known answers, and the published job as it is submitted."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from conftest import SEED, TENGEN, Tengen
from oracles import flips as oracle

KNOWN = json.loads((Path(__file__).resolve().parent.parent / "data" / "flips_known.json").read_text())
BOARDS = 400 if SEED else 120


def random_board(chance: random.Random, square: bool = False) -> oracle.Board:
    """Few empty points, so that much is dead; often one colour prevails, so that chains are long."""
    height = chance.randint(1, 6)
    width = height if square else chance.randint(1, 7)
    holes = 0 if square else chance.choice([0, 0, 0.1, 0.3])
    empty, black = chance.choice([0, 0.05, 0.1, 0.3]), chance.choice([0.1, 0.3, 0.5, 0.9])

    def glyph() -> str:
        if chance.random() < holes:
            return "#"
        return "." if chance.random() < empty else "X" if chance.random() < black else "O"

    return tuple("".join(glyph() for _ in range(width)) for _ in range(height))


def at_stones(counts: Any, board: oracle.Board) -> list[int]:
    """The counts of the points that have a stone; the others must be 0."""
    values = counts.counts
    glyphs = "".join(board)
    assert len(values) == len(glyphs) == len(counts)
    assert all(value == 0 for value, glyph in zip(values, glyphs, strict=True) if glyph in ".#")
    return [value for value, glyph in zip(values, glyphs, strict=True) if glyph in "XO"]


def compare(board: oracle.Board, position: tg.go.Position | tg.nogo.Position) -> None:
    answer = tg.flips(position)
    white, black = oracle.dead_after_flips(board, "O"), oracle.dead_after_flips(board, "X")
    assert at_stones(answer.dead_white, board) == white, board
    assert at_stones(answer.dead_black, board) == black, board
    assert answer.hash == answer.dead_white.hash == oracle.contest_hash(white)
    assert answer.dead_black.hash == oracle.contest_hash(black)


def test_many_boards(chance: random.Random) -> None:
    for _ in range(BOARDS):
        board = random_board(chance)
        text = "\n".join(board)
        for color in (tg.BLACK, tg.WHITE):
            assert tg.flips(tg.go.parse(text, color)).dead_white == tg.flips(tg.nogo.parse(text, color)).dead_white
        compare(board, chance.choice((tg.go, tg.nogo)).parse(text))


def test_colours_swapped_and_boards_turned(chance: random.Random) -> None:
    for _ in range(BOARDS):
        position = tg.go.parse("\n".join(random_board(chance)))
        swapped = tg.flips(position.colors_swapped())
        assert swapped.dead_white.counts == tg.flips(position).dead_black.counts
        assert swapped.dead_black.counts == tg.flips(position).dead_white.counts
        symmetry = chance.randrange(8)
        turned, answer = tg.flips(position.transformed(symmetry)), tg.flips(position)
        assert sorted(turned.dead_white.counts) == sorted(answer.dead_white.counts)


@pytest.mark.parametrize("case", KNOWN["positions"], ids=lambda case: case["name"])
def test_known_positions(case: dict[str, Any]) -> None:
    board = tuple(case["board"])
    answer = tg.flips(tg.go.parse("\n".join(board)))
    assert (at_stones(answer.dead_white, board), at_stones(answer.dead_black, board)) == (case["white"], case["black"])
    assert (answer.dead_white.hash, answer.dead_black.hash) == (case["hash_white"], case["hash_black"])


@pytest.mark.parametrize("case", [*KNOWN["contest"], *KNOWN["accepted"]], ids=lambda case: case["name"])
def test_the_published_job(tengen: Tengen, case: dict[str, Any], tmp_path: Path) -> None:
    result = tengen("flips", "go", input=case["input"].encode())
    assert (result.returncode, result.stdout.decode(), result.stderr) == (0, case["output"], b"")
    file = tmp_path / "boards.txt"
    file.write_bytes(case["input"].encode())
    assert tengen("flips", "go", str(file)).stdout.decode() == case["output"]


def test_many_cases_in_one_input(tengen: Tengen, chance: random.Random) -> None:
    boards = [random_board(chance, square=True) for _ in range(BOARDS)]
    result = tengen("flips", "go", input=oracle.contest_text(boards).encode())
    hashes = [oracle.contest_hash(oracle.dead_after_flips(board)) for board in boards]
    assert (result.returncode, list(map(int, result.stdout.split()))) == (0, hashes)


@pytest.mark.parametrize("game", ["go", "nogo"])
@pytest.mark.parametrize("ending", ["", "\n", "\n\n \n"])
def test_the_number_of_boards_may_be_left_out(tengen: Tengen, game: str, ending: str) -> None:
    generated = tengen("generate", game, "--size", "4", "--count", "3", "--seed", "1").stdout.decode().strip()
    with_number = tengen("flips", game, input=f"3\n{generated}\n".encode())
    assert len(with_number.stdout.split()) == 3
    assert tengen("flips", game, input=f"{generated}{ending}".encode()).stdout == with_number.stdout
    one = "\n".join(generated.split("\n")[:5])
    assert tengen("flips", game, input=f"{one}{ending}".encode()).stdout.split() == with_number.stdout.split()[:1]


BAD = [
    ("", "line 1, column 1: the input is empty; expected the number of cases T"),
    (" \n\n", "line 1, column 1: the input is empty; expected the number of cases T"),
    ("\n1\n1\n.\n", "line 1, column 1: the first line is empty; expected the number of cases T"),
    ("x\n1\n.\n", "line 1, column 1: 'x' is not a number; expected the number of cases T"),
    ("1 2\n1\n.\n", "line 1, column 1: '1 2' is not a number; expected the number of cases T"),
    ("0\n", "line 1, column 1: the number of cases is 0; expected 1 or more"),
    ("-1\n", "line 1, column 1: the number of cases is -1; expected 1 or more"),
    ("1", "line 1, column 2: the input ends here; expected the board size n"),
    ("1\n", "line 2, column 1: the input ends here; expected the board size n"),
    ("1\n\n.\n", "line 2, column 1: the line is empty; expected the board size n"),
    ("1\nn\n.\n", "line 2, column 1: 'n' is not a number; expected the board size n"),
    ("1\n0\n", "line 2, column 1: the board size is 0; expected 1 or more"),
    ("1\n-3\n", "line 2, column 1: the board size is -3; expected 1 or more"),
    ("1\n10001\n", "line 2, column 1: a board of size 10001 has 100020001 points; at most 100000000 are allowed"),
    (
        "1\n99999999999\n",
        "line 2, column 1: the board size is '99999999999'; expected 1 or more, and at most 100000000 points",
    ),
    ("1\n2\n", "line 3, column 1: the input ends after 0 rows; expected 2"),
    ("1\n2\n..\n", "line 4, column 1: the input ends after 1 row; expected 2"),
    ("1\n2\n.\n..\n", "line 3, column 2: the row ends after 1 of 2 points"),
    ("1\n2\n...\n..\n", "line 3, column 3: '.' is past the end of the row; expected 2 points"),
    ("1\n2\n.X\n..\n", "line 3, column 2: 'X' is not a stone; expected x, o or ."),
    ("1\n2\n..\n.#\n", "line 4, column 2: '#' is not a stone; expected x, o or ."),
    ("1\n2\n..\n\n..\n", "line 4, column 1: the row ends after 0 of 2 points"),
    ("2\n1\n.\n", "line 4, column 1: the input ends here; expected the board size n"),
    ("2\n1\n.\nx\n", "line 4, column 1: 'x' is not a number; expected the board size n"),
    ("2\n1\n.\n2\n..\n", "line 6, column 1: the input ends after 1 row; expected 2"),
    ("2\n1\n.\n2\n..\n.q\n", "line 6, column 2: 'q' is not a stone; expected x, o or ."),
    ("2\n..\n.\n", "line 3, column 2: the row ends after 1 of 2 points"),
    ("2\n..\n..\n2\n.o\n", "line 6, column 1: the input ends after 1 row; expected 2"),
    ("2\n..\n..\n..\n", "line 4, column 1: '..' is not a number; expected the board size n"),
    ("1\n1\n.\n1\n", "line 4, column 1: '1' after the board; expected the end of the input"),
    ("1\n1\n.\n\n .\n", "line 5, column 2: '.' after the board; expected the end of the input"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_bad_input(tengen: Tengen, text: str, message: str) -> None:
    result = tengen("flips", "go", input=text.encode())
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {message}\n")


@pytest.mark.parametrize("case", KNOWN["bad_inputs"], ids=lambda case: case["name"])
def test_bad_input_is_blamed_on_the_right_line(tengen: Tengen, case: dict[str, Any]) -> None:
    result = tengen("flips", "go", input=case["input"].encode())
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode().startswith(f"tengen: line {case['line']}, column ")


def spiral(size: int) -> oracle.Board:
    """One white path from the rim to the middle, its turns kept apart by black ones."""
    grid = [["X"] * size for _ in range(size)]
    row, col, down, right = 0, 0, 0, 1
    grid[0][0] = "O"

    def blocked(down: int, right: int) -> bool:
        far_row, far_col = row + 2 * down, col + 2 * right
        if not (0 <= row + down < size and 0 <= col + right < size) or grid[row + down][col + right] == "O":
            return True
        return 0 <= far_row < size and 0 <= far_col < size and grid[far_row][far_col] == "O"

    while True:
        if blocked(down, right):
            down, right = right, -down
            if blocked(down, right):
                break
        row, col = row + down, col + right
        grid[row][col] = "O"
    grid[row][col] = "."
    return tuple("".join(line) for line in grid)


def snake(size: int) -> oracle.Board:
    lines = {0: "O" * size, 1: "X" * (size - 1) + "O", 2: "O" * size, 3: "O" + "X" * (size - 1)}
    return tuple(lines[row % 4] for row in range(size))


def comb(size: int) -> oracle.Board:
    return ("O" * size, *(["OX" * (size // 2) + "O" * (size % 2)] * (size - 2)), "." * size)[:size]


SHAPES: dict[str, Callable[[int], oracle.Board]] = {
    "all white": lambda size: ("O" * size,) * size,
    "all black": lambda size: ("X" * size,) * size,
    "one empty point": lambda size: ("O" * size,) * (size - 1) + ("O" * (size - 1) + ".",),
    "one empty point in the middle": lambda size: tuple(
        "O" * (size // 2) + "." + "O" * (size - size // 2 - 1) if row == size // 2 else "O" * size
        for row in range(size)
    ),
    "snake": snake,
    "spiral": spiral,
    "comb": comb,
    "chessboard": lambda size: tuple(("OX" * size)[row % 2 :][:size] for row in range(size)),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_worst_shapes_when_small(shape: str) -> None:
    for size in (1, 2, 3, 5, 8):
        board = SHAPES[shape](size)
        compare(board, tg.go.parse("\n".join(board)))


def test_the_worst_shapes_of_the_largest_size_in_eight_mebibytes_of_stack(tmp_path: Path) -> None:
    for shape, draw in SHAPES.items():
        file = tmp_path / "boards.txt"
        file.write_text(oracle.contest_text([draw(1000)]))
        result = subprocess.run(
            ["bash", "-c", 'ulimit -s 8192; exec "$0" flips go "$1"', str(TENGEN), str(file)],
            capture_output=True,
            check=False,
            timeout=120,
        )
        assert (result.returncode, result.stderr) == (0, b""), shape
        answer = int(result.stdout)
        if shape == "all white":
            # Every flip leaves the other 999999 without a liberty, and the flipped one is black.
            horner = sum(999_999 * pow(1_000_007, k, 1_000_000_007) for k in range(1_000_000)) % 1_000_000_007
            assert answer == horner


def test_flips_for_people_and_programs(tengen: Tengen) -> None:
    sample = b"3\n.x.\nxoo\nox.\n"
    view = json.loads(tengen("flips", "go", "--format", "json", input=sample).stdout)
    assert view["dead_white"] == [[0, 1, 0], [0, 1, 2], [0, 0, 0]]
    assert view["hash"] == 870527216
    assert "dead white stones" in tengen("flips", "go", "--format", "diagram", input=sample).stdout.decode()
    drawn = tengen("flips", "nogo", "--format", "json", "--input", "diagram", input=b"XX#\nO..\n")
    assert json.loads(drawn.stdout)["dead_white"] == [[0, 0, 0], [0, 0, 0]]
    assert tengen("flips", "nogo", input=b"1\n2\nOO\nOO\n").stdout == b"485539347\n"


@pytest.mark.parametrize("game", ["gomoku", "othello"])
def test_games_without_liberties_have_no_flips(tengen: Tengen, game: str) -> None:
    start = tg.gomoku.start(5) if game == "gomoku" else tg.othello.start(4)
    message = f"flips is not asked of {game.title()}: its stones need no liberties"
    with pytest.raises(tg.UsageError) as error:
        tg.flips(start)
    assert str(error.value) == message
    for options in ((), ("--input", "diagram"), ("--input", "diagram", "--format", "json")):
        result = tengen("flips", game, *options, input=b"X.\n.O\n")
        assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {message}\n")
