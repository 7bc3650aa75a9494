"""SGF on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tengen as tg
from conftest import REPOSITORY, Tengen

FILES = REPOSITORY / "tests" / "data" / "sgf"


@pytest.mark.parametrize("game", ["nogo", "go", "gomoku", "othello"])
def test_a_simulated_game(tengen: Tengen, game: str) -> None:
    board = tengen("generate", game, "--size", "8", "--stones", "10", "--seed", "1", "--format", "diagram").stdout
    result = tengen("simulate", game, "--input", "diagram", "--seed", "7", "--format", "sgf", input=board)
    assert (result.returncode, result.stderr) == (0, b"")
    tree = tg.read_sgf(result.stdout)
    assert tree.game.name == game
    assert tree.root.text("GC") == "simulated with policy random, seed 7"
    moves = json.loads(
        tengen("simulate", game, "--input", "diagram", "--seed", "7", "--format", "json", input=board).stdout
    )["moves"]
    assert [tree.start.vertex(move) for move in tree.record.moves] == moves
    # and its end is read as a position
    answer = tengen("check", game, "--input", "sgf", "--format", "json", input=result.stdout)
    rows = json.loads(answer.stdout)["position"]["rows"]
    assert "".join(rows).encode() == tree.record.end.board.cells.translate(b".XO" + bytes(253))


def test_the_seed_is_told(tengen: Tengen) -> None:
    result = tengen("simulate", "nogo", "--policy", "random", "--format", "sgf", input=b"2\n..\n..\n")
    assert tg.read_sgf(result.stdout).root.text("GC").startswith("simulated with policy random, seed ")
    plain = tengen("simulate", "nogo", "--format", "sgf", input=b"2\n..\n..\n")
    assert tg.read_sgf(plain.stdout).root.text("GC") == "simulated with policy first"


def test_rules_are_the_files_unless_given(tengen: Tengen) -> None:
    file = str(FILES / "go-handicap.sgf")
    given = ("--komi", "3", "--ko", "situational")
    for options, rules in (
        ((), {"komi": 0.5, "ko": "simple", "suicide": False}),
        (given, {"komi": 3, "ko": "situational", "suicide": False}),
    ):
        answer = json.loads(tengen("check", "go", file, "--input", "sgf", "--format", "json", *options).stdout)
        assert answer["position"]["rules"] == rules
        assert answer["position"]["to_play"] == "white"


def test_the_side_to_move(tengen: Tengen) -> None:
    for options, side in (((), "Black"), (("--to-play", "white"), "White"), (("--to-play", "black"), "Black")):
        result = tengen(
            "check", "othello", "--input", "sgf", "--format", "diagram", *options, input=b"(;GM[2];B[d3];W[c5])"
        )
        assert result.stdout.decode().endswith(f"{side} to play\n")


def test_other_commands_read_it_too(tengen: Tengen, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;RU[NoGo]SZ[3];B[aa])")
    assert tengen("count", "nogo", str(file), "--input", "sgf", "--depth", "1").stdout == b"0 1\n1 8\n"
    assert tengen("judge", "nogo", str(file), "--input", "sgf", input=b"1 1\n-1 -1\n").stdout.startswith(b"0\n")
    assert b"dead white stones" in tengen("flips", "go", str(file), "--input", "sgf").stdout


@pytest.mark.parametrize(
    ("words", "text", "message"),
    [
        (("check", "go"), "(;SZ[9]", "line 1, column 8: the text ends in the middle of a game; expected )"),
        (("check", "go"), "(;GM[2])", "line 1, column 2: GM[2] is Othello, not Go"),
        (
            ("count", "nogo"),
            "(;SZ[9];B[aa]\n;W[aa])",
            "line 2, column 1: move 2, White A9, is illegal: A9 is occupied by Black",
        ),
        (("simulate", "go"), "(;SZ[2]AB[aa]AW[ab][ba])", "the black stone at A2 has no liberty"),
        (
            ("simulate", "go", "--komi", "0.3"),
            "(;SZ[2])",
            "the komi is 0.3; expected whole or half points, at most 1000000",
        ),
        (
            ("simulate", "go", "--games", "3", "--format", "sgf"),
            "(;SZ[9])",
            "--format sgf is for one game; leave out --games",
        ),
    ],
)
def test_bad_input(tengen: Tengen, words: tuple[str, ...], text: str, message: str) -> None:
    result = tengen(*words, "--input", "sgf", input=text.encode())
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {message}\n")


def test_boards_that_cannot_be_written(tengen: Tengen) -> None:
    result = tengen("simulate", "nogo", "--input", "diagram", "--format", "sgf", input=b"..\n#.\n")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr == (
        b"tengen: there is no point at A1; SGF has no word for that, and boards with holes cannot be written\n"
    )
