"""The checkers of the four published problems: what they say, and the exported C++ says the same."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

import tengen as tg
from conftest import SEED, Tengen
from tengen.formats.contest import END
from tengen.games import by_name
from tengen.problems.checker import Checked, check_output, exported, published_answer

NOGO = b"3\nXOO\nXO.\nX..\n"
GO = b"2\n2\n.o\n..\n3\n.x.\nxoo\nox.\n"
GOMOKU = b"\n".join([b"." * 19] * 19)
OTHELLO = b"3\n-1 0 1\n0 1 0\n1 0 -1\n"
CONTEST = by_name("nogo").contest
INPUTS = {"nogo": NOGO, "go": GO, "gomoku": GOMOKU, "othello": OTHELLO}


@pytest.mark.parametrize(
    ("game", "answer"),
    [("nogo", b"2 3\n-1 -1\n"), ("go", b"0\n870527216\n"), ("gomoku", b"YES\n"), ("othello", b"2 0 0\n")],
)
def test_answers_of_the_published_problems(game: str, answer: bytes) -> None:
    assert published_answer(game, INPUTS[game]) == answer
    assert check_output(game, INPUTS[game], answer, answer).status == 0
    assert check_output(game, INPUTS[game], b"\xef\xbb\xbf" + answer.replace(b"\n", b" \r\n")[:-2]).status == 0


@pytest.mark.parametrize(
    ("game", "output", "status", "words"),
    [
        ("nogo", b"3 3\n2 3\n-1 -1\n", 0, "all 3 lines are right; White wins: Black has no legal move"),
        ("nogo", b"3 3\n-1 -1\n", 7, "points 1\nline 2: -1 -1, but White can move, for example 2 3"),
        ("nogo", b"1 1\n-1 -1\n", 1, "line 1: 1 1 is illegal: A3 is occupied by Black"),
        ("nogo", b"I AK IOI", 2, "line 1: 'I AK IOI' is not two numbers"),
        ("nogo", b"", 2, "there is no line at all; expected moves and a last line -1 -1"),
        ("go", b"0\n870527217\n", 1, "answer 2 is '870527217'; expected '870527216'"),
        ("go", b"0\n", 2, "1 answers; expected 2"),
        ("go", b"0\n-1\n", 2, "answer 2 is '-1', which is none"),
        ("gomoku", b"NO", 1, "answer 1 is 'NO'; expected 'YES'"),
        ("gomoku", b"\xff\x00", 2, "answer 1 is '\\\\xff\\x00', which is none"),
        ("othello", b"2 0 0 0", 2, "4 answers; expected 3"),
        ("othello", b"2 0 1", 1, "answer 3 is '1'; expected '0'"),
    ],
)
def test_what_is_said_of_an_output(game: str, output: bytes, status: int, words: str) -> None:
    checked = check_output(game, INPUTS[game], output)
    assert (checked.status, str(checked)) == (status, words)


@pytest.mark.parametrize(
    ("game", "data", "answer", "words"),
    [
        (
            "nogo",
            b"2\nXX\nX.\n\n3",
            END,
            "the input is bad: line 5, column 1: '3' after the board; expected the end of",
        ),
        ("nogo", b"2\nXX\nXX\n", END, "the input is bad: "),
        ("nogo", NOGO, END, "the answer is wrong: line 1: -1 -1, but Black can move, for example 2 3"),
        ("go", GO, b"0 0", "the answer is wrong: expected '0 870527216'"),
        ("othello", b"", b"", "the input is bad: line 1, column 1: the input is empty; expected the board size n"),
    ],
)
def test_mistakes_of_the_judge_are_not_the_programs(game: str, data: bytes, answer: bytes, words: str) -> None:
    checked = check_output(game, data, END, answer)
    assert checked.status == 3
    assert str(checked).startswith(words)


def test_points() -> None:
    data = CONTEST.write(tg.nogo.start(9).board).encode()
    lines = published_answer("nogo", data).splitlines(keepends=True)
    beginning = b"".join(lines[:12]) + END
    for points, given in ((10, "2"), (100, "20"), (5, "1"), (1, "0.2")):
        checked = check_output("nogo", data, beginning, points=points)
        assert str(checked).splitlines()[0] == f"points {given}"
    with pytest.raises(tg.UsageError, match="0 points; expected 1 to 1000000"):
        check_output("nogo", NOGO, END, points=0)
    assert checked == Checked(7, checked.words, 0.2)


def test_the_command(tengen: Tengen, tmp_path: Path) -> None:
    for name, data in (("1.in", NOGO), ("output", b"3 3\n-1 -1\n"), ("1.out", b"2 3\n-1 -1\n")):
        (tmp_path / name).write_bytes(data)
    result = tengen("checker", "nogo", "1.in", "output", "1.out", "report", cwd=tmp_path)
    said = b"points 1\nline 2: -1 -1, but White can move, for example 2 3\n"
    assert (result.returncode, result.stdout, result.stderr) == (7, b"", said)
    assert (tmp_path / "report").read_bytes() == said
    for words, complaint in (
        (["1.in"], b"1 file; expected INPUT OUTPUT ANSWER [REPORT]\n"),
        (["1.in", "nowhere", "1.out"], b"cannot read 'nowhere': No such file or directory\n"),
        (["1.in", "output", "1.out", "no/where"], b"cannot write 'no/where': No such file or directory\n"),
    ):
        result = tengen("checker", "nogo", *words, cwd=tmp_path)
        assert (result.returncode, result.stdout, result.stderr) == (3, b"", complaint)
    result = tengen("checker", "nogo", "1.in", "--export", "testlib", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr == b"tengen: --export writes a checker and looks at no output; name no files\n"


def damaged(rng: random.Random, data: bytes) -> bytes:
    """An output with a mistake or two in it, or with something odd that is no mistake."""
    for _ in range(rng.randint(0, 2)):
        lines = data.split(b"\n")
        place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(10)
        if kind == 0:
            data = b"\n".join(lines[:place] + lines[place + 1 :])
        elif kind == 1:
            lines[place], lines[other] = lines[other], lines[place]
            data = b"\n".join(lines)
        elif kind == 2:
            data = b"\n".join([*lines[:place], lines[other], *lines[place:]])
        elif kind == 3:
            data = data[:at]
        elif kind == 4:
            data = (
                data[:at]
                + rng.choice([b"1", b"-", b" ", b"+", b"\n", b"\r", b"\t", b"x", b"\xff", b"9" * 30])
                + data[at:]
            )
        elif kind == 5:
            data = data.replace(b"\n", b" \r\n")
        elif kind == 6:
            data += b"\n \n\n"
        elif kind == 7:
            data = data[:at] + b"%d" % rng.randrange(10) + data[at + 1 :]
        elif kind == 8:
            data = data.replace(b"YES", b"NO") if rng.random() < 0.5 else data.replace(b"2", b"3")
        else:
            data = b"\n".join([*lines[: place + 1], b"-1 -1"])
    return data


@pytest.mark.parametrize(
    ("game", "cases"), [("nogo", 1000 if SEED else 300), ("go", 100), ("gomoku", 100), ("othello", 100)]
)
def test_the_exported_program_says_the_same(tmp_path: Path, game: str, cases: int, chance: random.Random) -> None:
    compiler = shutil.which("c++")
    assert compiler
    (tmp_path / "chk.cpp").write_text(exported(game))
    strict = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined", "-fno-sanitize-recover=all"]
    subprocess.run([compiler, *strict, "-o", "chk", "chk.cpp"], cwd=tmp_path, check=True, timeout=120)
    seen: Counter[tuple[int, float | None]] = Counter()
    for case in range(cases):
        data = INPUTS[game]
        if game == "nogo":
            board = tg.generate(tg.nogo.start(chance.randint(1, 12)), fill=chance.choice([0.0, 0.2, 0.4]), seed=case)
            data = CONTEST.write(board.board).encode()
        answer = published_answer(game, data)
        output = damaged(chance, answer)
        for name, content in (("in", data), ("output", output), ("answer", answer)):
            (tmp_path / name).write_bytes(content)
        said = subprocess.run(
            ["./chk", "in", "output", "answer", "report"], cwd=tmp_path, capture_output=True, timeout=60
        )
        checked = check_output(game, data, output, answer)
        assert said.returncode == checked.status, (data, output, said.stderr, checked)
        assert (tmp_path / "report").read_bytes() == said.stderr
        if checked.points is not None:
            assert said.stderr.splitlines()[0] == str(checked).encode().splitlines()[0]
        seen[checked.status, checked.points] += 1
    assert len(seen) >= (5 if game == "nogo" else 3), seen
