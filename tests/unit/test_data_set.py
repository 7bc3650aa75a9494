"""Data sets for a judge: what is in them, where it lies, and programs judged on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest

import tengen as tg
from conftest import Tengen
from oracles import flips, gomoku, nogo, othello
from tengen.problems.checker import check_output
from tengen.problems.data_set import Case, cases, judged, outcomes_text
from tengen.problems.families import FAMILIES

SMALL = {"nogo": (2, 7), "go": (1, 6), "gomoku": None, "othello": (4, 4)}


def some(game: str, count: int = 24, families: Sequence[str] | None = None) -> list[Case]:
    return list(cases(game, count, seed=3, sizes=SMALL[game], families=families))


def rows_of(case: Case, glyphs: dict[str, str], top: int = 1) -> tuple[str, ...]:
    return tuple("".join(glyphs[letter] for letter in row) for row in case.data.decode().splitlines()[top:])


@pytest.mark.parametrize("family", FAMILIES["nogo"])
def test_nogo(family: str) -> None:
    for case in some("nogo", 12, [family]):
        board = rows_of(case, {"X": "X", "O": "O", ".": "."})
        assert int(case.data.split()[0]) == len(board) == case.size
        assert nogo.dead_chains(board) == []
        assert sum(row.count("X") - row.count("O") for row in board) == 0
        assert tg.judge(tg.nogo.parse(case.data.decode()), case.answer).is_right


def test_eyes_need_every_point() -> None:
    """Programs that never play the first point, or that stop when Black has played the last one, are wrong there."""
    for case in cases("nogo", 4, seed=3, sizes=(24, 30), families=["eyes"]):
        position = tg.nogo.parse(case.data.decode())
        lines = []
        while moves := [move for move in position.legal_moves if move != tg.Point(0, 0)]:
            lines.append(f"{moves[0].row + 1} {moves[0].col + 1}\n")
            position = position.play(moves[0])
        checked = check_output("nogo", case.data, "".join([*lines, "-1 -1\n"]).encode())
        assert checked.words == f"line {len(lines) + 1}: -1 -1, but Black can move, for example 1 1"
        answer = case.answer.splitlines()
        at = answer.index(b"%d %d" % (case.size, case.size))
        assert at % 2 == 0  # it is Black's
        assert answer[at + 1] != b"-1 -1"


@pytest.mark.parametrize("family", FAMILIES["go"])
def test_go(family: str) -> None:
    for case in some("go", 8, [family]):
        lines = case.data.decode().splitlines()
        boards, at = [], 1
        while at < len(lines):
            size = int(lines[at])
            boards.append(tuple(row.translate(str.maketrans("xo", "XO")) for row in lines[at + 1 : at + 1 + size]))
            assert all(len(row) == size for row in boards[-1])
            at += 1 + size
        assert (int(lines[0]), len(boards[0])) == (len(boards), case.size)
        hashes = [flips.contest_hash(flips.dead_after_flips(board)) for board in boards]
        assert case.answer.decode().split() == [str(number) for number in hashes]


@pytest.mark.parametrize("family", FAMILIES["gomoku"])
def test_gomoku(family: str) -> None:
    """Each family is about one answer."""
    for case in some("gomoku", 12, [family]):
        board = rows_of(case, {"o": "X", "x": "O", ".": "."}, top=0)
        assert (len(board), {len(row) for row in board}) == (19, {19})
        can_be = family in ("quiet", "won", "double")
        assert (gomoku.check(board).possible, case.answer) == (can_be, b"YES\n" if can_be else b"NO\n")


@pytest.mark.parametrize("family", FAMILIES["othello"])
def test_othello(family: str) -> None:
    for case in some("othello", 8, [family]):
        glyphs = {"-1": ".", "0": "O", "1": "X"}
        board = tuple("".join(map(glyphs.__getitem__, row.split())) for row in case.data.decode().splitlines()[1:])
        assert (len(board), {len(row) for row in board}) == (case.size, {case.size})
        assert sum(row.count(".") for row in board) <= 10
        if family in ("over", "one-colour"):
            assert othello.is_over(board)
        if family == "pass-first":
            assert othello.legal_moves(board, "O") == [othello.PASS]
        games = othello.complete_games(board, "O")
        assert case.answer == b"%d %d %d\n" % (games.get("X", 0), games.get("O", 0), games.get(othello.DRAW, 0))


@pytest.mark.parametrize("game", FAMILIES)
def test_one_seed_one_data_set(game: str) -> None:
    assert some(game, 9) == some(game, 9)
    assert some(game, 9) != list(cases(game, 9, seed=4, sizes=SMALL[game]))
    assert [case.family for case in some(game, 9)] == list(islice(list(FAMILIES[game]) * 9, 9))
    assert [case.name for case in some(game, 9)] == [f"0{number}" for number in range(1, 10)]


@pytest.mark.parametrize(
    ("layout", "files"),
    [
        ("plain", ["01.in", "01.out", "02.in", "02.out", "03.in", "03.out", "recipe.json"]),
        ("polygon", ["check.cpp", "recipe.json", *(f"tests/0{case}{end}" for case in (1, 2, 3) for end in ("", ".a"))]),
        ("dmoj", ["01.in", "01.out", "02.in", "02.out", "03.in", "03.out", "chk.cpp", "init.yml", "recipe.json"]),
        ("hydro", ["01.in", "01.out", "02.in", "02.out", "03.in", "03.out", "chk.cpp", "config.yaml", "recipe.json"]),
        (
            "luogu",
            ["01.in", "01.out", "02.in", "02.out", "03.in", "03.out", "checker.cpp", "config.yml", "recipe.json"],
        ),
    ],
)
def test_layouts(tengen: Tengen, tmp_path: Path, layout: str, files: list[str]) -> None:
    result = tengen(
        "generate",
        "nogo",
        "--cases",
        "3",
        "--dir",
        "a/data",
        "--seed",
        "9",
        "--sizes",
        "3-8",
        "--layout",
        layout,
        cwd=tmp_path,
    )
    assert (result.returncode, result.stdout) == (0, b"")
    assert result.stderr == b"tengen: wrote 3 cases to a/data; the seed was 9\n"
    folder = tmp_path / "a" / "data"
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()) == files
    assert [path.name for path in folder.parent.iterdir()] == ["data"]
    recipe = json.loads((folder / "recipe.json").read_text())
    assert (recipe["game"], recipe["seed"], [case["size"] for case in recipe["cases"]]) == ("nogo", 9, [3, 5, 8])
    outputs = folder / "tests" if layout == "polygon" else folder
    assert all(outcome.is_right for outcome in judged("nogo", folder, outputs))
    for configuration, lines in {
        "init.yml": [
            "test_cases:",
            "- {in: 01.in, out: 01.out, points: 34}",
            "- {in: 02.in, out: 02.out, points: 33}",
            "- {in: 03.in, out: 03.out, points: 33}",
            "checker: {name: bridged, args: {files: chk.cpp, lang: CPP17, type: testlib}}",
        ],
        "config.yaml": [
            "type: default",
            "checker_type: testlib",
            "checker: chk.cpp",
            "subtasks:",
            "- {score: 34, type: sum, cases: [{input: 01.in, output: 01.out}]}",
            "- {score: 33, type: sum, cases: [{input: 02.in, output: 02.out}]}",
            "- {score: 33, type: sum, cases: [{input: 03.in, output: 03.out}]}",
        ],
        "config.yml": [
            "01.in: {timeLimit: 1000, memoryLimit: 512000, score: 34, subtaskId: 0}",
            "02.in: {timeLimit: 1000, memoryLimit: 512000, score: 33, subtaskId: 0}",
            "03.in: {timeLimit: 1000, memoryLimit: 512000, score: 33, subtaskId: 0}",
        ],
    }.items():
        if configuration in files:
            assert (folder / configuration).read_text().splitlines() == lines


def test_a_folder_is_judged(tengen: Tengen, tmp_path: Path) -> None:
    data, outputs = tmp_path / "data", tmp_path / "outputs"
    data.mkdir()
    outputs.mkdir()
    for name in ("01", "02", "03", "04"):
        (data / f"{name}.in").write_bytes(b"3\nXOO\nXO.\nX..\n")
    (data / "recipe.json").write_text(
        '{"cases": [{"name": "01", "family": "combs"}, {"name": "02", "family": "snakes"}]}'
    )
    (outputs / "01.txt").write_bytes(b"2 3\n-1 -1\n")
    (outputs / "02").write_bytes(b"3 3\n-1 -1\n")
    (outputs / "03.out").write_bytes(b"x")
    result = tengen("judge", "nogo", "--dir", "outputs", "--data", "data", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (1, b"")
    assert (
        result.stdout.decode()
        == outcomes_text(judged("nogo", data, outputs))
        == """\
01  100  combs        all 2 lines are right; Black wins: White has no legal move
02   10  snakes       line 2: -1 -1, but White can move, for example 2 3
03    0               line 1: 'x' is not two numbers
04    0               no output

combs: 100 of 100
snakes: 10 of 100
the others: 0 of 100
1 of 4 cases are right; 28 of 100 points
"""
    )
    (outputs / "01.out").write_bytes(b"")
    result = tengen("judge", "nogo", "--dir", "outputs", "--data", "data", cwd=tmp_path)
    assert result.stderr == b"tengen: 'outputs/01.out' and 'outputs/01.txt' are outputs of one case\n"
    (data / "recipe.json").write_text('{"game": "go", "cases": []}')
    result = tengen("judge", "nogo", "--dir", "outputs", "--data", "data", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr == b"tengen: the data set in 'data' is for 'go', not for 'nogo'\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["generate", "nogo", "--cases", "3"], "say with --dir where the data set is to be written"),
        (["generate", "nogo", "--dir", "new"], "--dir goes with --cases"),
        (
            ["generate", "nogo", "--cases", "3", "--dir", "."],
            "'.' is there already; name a folder that is not, or that is empty",
        ),
        (["generate", "nogo", "--cases", "1001", "--dir", "new"], "1001 cases; expected 1 to 1000"),
        (
            ["generate", "nogo", "--cases", "3", "--dir", "new", "--fill", "0.5"],
            "--fill cannot go with --cases: see --sizes",
        ),
        (
            ["generate", "nogo", "--cases", "3", "--dir", "new", "--count", "3"],
            "--cases says how many there are; leave out --count",
        ),
        (
            ["generate", "nogo", "--cases", "3", "--dir", "new", "--sizes", "5-x"],
            "'5-x' are no sizes; expected two numbers like 5-100",
        ),
        (
            ["generate", "go", "--cases", "3", "--dir", "new", "--sizes", "5-1001"],
            "sizes from 5 to 1001; expected 1 to 1000, as the published problem has it",
        ),
        (
            ["generate", "othello", "--cases", "3", "--dir", "new", "--families", "random,snakes"],
            "there is no family 'snakes'; expected random, pass-first, over or one-colour",
        ),
        (["judge", "nogo", "--dir", "."], "a folder is judged with --dir OUTPUTS --data DATA, and nothing else"),
        (["judge", "nogo", "--dir", ".", "--data", "."], "there is no case in '.'; expected files like 01.in"),
    ],
)
def test_what_is_refused(tengen: Tengen, tmp_path: Path, words: list[str], complaint: str) -> None:
    (tmp_path / "something").touch()
    result = tengen(*words, cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {complaint}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["something"]
