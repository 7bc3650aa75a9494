"""tengen match and tengen report as a person runs them."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

import tengen as tg
from conftest import TENGEN, Tengen
from tengen import players
from tengen.cli import match as match_command
from tengen.match import Match
from tengen.store.finished import GameFile

SMALL = ("--size", "3", "--games", "4", "--seed", "1")
SLOW = """
import time

def choose(position, clock):
    time.sleep(0.1)
    return position.legal_moves[0]
"""
OPENINGS = "(;GM[1]SZ[5]KM[0.5];B[cc];W[bb])(;GM[1]SZ[4]KM[1];B[aa])"


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("nogo", []),
        ("go", ["--komi", "3.5", "--ko", "simple"]),
        ("gomoku", ["--in-a-row", "3"]),
        ("othello", ["--size", "4"]),
    ],
)
def test_a_match(tengen: Tengen, tmp_path: Path, game: str, words: list[str]) -> None:
    command = ["match", game, "random", "quick=greedy", "--games", "6", "--seed", "1", "--size", "5", *words]
    result = tengen(*command, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, b"")
    head, *lines = result.stdout.decode().splitlines()
    assert head.split() == [
        "player",
        "Elo",
        "95",
        "%",
        "games",
        "points",
        "share",
        "won",
        "drawn",
        "lost",
        "forfeits",
        "s/move",
    ]
    assert {line.split()[1] for line in lines[:2]} == {"random", "quick"}
    assert " is stronger than " in lines[3]
    assert tengen("report", f"{game}-match.db", cwd=tmp_path).stdout == result.stdout
    again = tengen(*command, cwd=tmp_path)
    assert (again.returncode, again.stdout) == (0, result.stdout)
    assert again.stderr.decode() == f"going on: 6 of 6 games are in {game}-match.db\n"
    longer = tengen(*command, "--games", "9", "--format", "json", cwd=tmp_path)
    assert json.loads(longer.stdout)["games"] == 10
    assert longer.stderr.decode() == f"going on: 6 of 10 games are in {game}-match.db\n"
    with GameFile(tmp_path / f"{game}-match.db") as file:
        rules = next(file.games).start.rules
    if game == "go":
        assert (rules["komi"], rules["ko"]) == (3.5, "simple")
    if game == "gomoku":
        assert rules["in_a_row"] == 3


def test_names_and_formats(tengen: Tengen, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def choose(position, clock):\n    return position.legal_moves[0]\n")
    result = tengen(
        "match",
        "nogo",
        "first=bot.py:choose",
        "bot.py:choose",
        "mcts:visits=5",
        "--size",
        "3",
        "--games",
        "2",
        "--mode",
        "gauntlet",
        "--file",
        "a.db",
        "--format",
        "csv",
        cwd=tmp_path,
    )
    assert (result.returncode, result.stderr) == (0, b"")
    rows = {row["player"]: row for row in csv.DictReader(io.StringIO(result.stdout.decode()))}
    assert {name: int(row["games"]) for name, row in rows.items()} == {
        "first": 4,
        "bot.py:choose": 2,
        "mcts:visits=5": 2,
    }
    report = tengen("report", "a.db", "--format", "json", "--sgf", "games", cwd=tmp_path)
    assert (report.returncode, report.stderr) == (0, b"tengen: wrote 4 games to games\n")
    assert {each["name"] for each in json.loads(report.stdout)["players"]} == set(rows)
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == [f"00000{n}.sgf" for n in (1, 2, 3, 4)]
    assert tg.read_sgf((tmp_path / "games" / "000001.sgf").read_bytes()).root.text("PB") == "first"


@pytest.mark.usefixtures("matplotlib")
def test_pictures(tengen: Tengen, tmp_path: Path) -> None:
    result = tengen("match", "nogo", "random", "greedy", *SMALL, "--plot", "match.svg", cwd=tmp_path)
    again = tengen("report", "nogo-match.db", "--plot", "report.svg", cwd=tmp_path)
    for each in (result, again):
        assert (each.returncode, each.stderr) == (0, b"")
    drawn, drawn_again = ((tmp_path / name).read_text() for name in ("match.svg", "report.svg"))
    for picture, title in ((drawn, "NoGo, 4 games"), (drawn_again, "nogo-match, 4 games")):
        for words in (title, "random", "greedy"):
            assert f"<!-- {words} -->" in picture
    failed = tengen("report", "nogo-match.db", "--plot", "none/report.svg", cwd=tmp_path)
    assert (failed.returncode, failed.stdout, failed.stderr) == (
        2,
        b"",
        b"tengen: cannot write 'none/report.svg': No such file or directory\n",
    )


def test_long_and_odd_names(tengen: Tengen, tmp_path: Path) -> None:
    (tmp_path / "b\udcff.py").write_text("def choose(position, clock):\n    return position.legal_moves[0]\n")
    for player, file in (("x" * 300, "a.db"), ("机器人", "b\udcff\n.db")):
        result = tengen("match", "nogo", f"{player}=b\udcff.py:choose", "random", *SMALL, "--file", file, cwd=tmp_path)
        assert (result.returncode, result.stderr) == (0, b"")
        assert player in result.stdout.decode()
        assert tengen("report", file, cwd=tmp_path).stdout == result.stdout


def test_with_standard_error_closed(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("print('hello')\n\n\ndef choose(position, clock):\n    return 'A1'\n")
    for _ in range(2):  # the second time it goes on, and would say so
        result = subprocess.run(
            ["sh", "-c", f"'{TENGEN}' match nogo bot.py:choose random {' '.join(SMALL)} 2>&-"],
            cwd=tmp_path,
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert (result.returncode, len(result.stdout.splitlines()), result.stdout[:10]) == (0, 7, b"   player ")


def test_openings(tengen: Tengen, tmp_path: Path) -> None:
    (tmp_path / "openings.sgf").write_text(OPENINGS.replace(")(", ")\n(;GM[1]SZ[5];B[cc];W[cc])\n("))
    result = tengen(
        "match",
        "go",
        "random",
        "greedy",
        "--openings",
        "openings.sgf",
        "--opening-plies",
        "1",
        "--games",
        "6",
        "--komi",
        "2",
        "--sgf",
        "games",
        cwd=tmp_path,
    )
    assert (result.returncode, result.stderr) == (
        0,
        b"tengen: an opening is left out: 'openings.sgf': line 2, column 19: game 2: move "
        b"2, White C3, is illegal: C3 is occupied by Black\n"
        b"tengen: wrote 6 games to games\n",
    )
    trees = [tg.read_sgf(path.read_bytes()) for path in sorted((tmp_path / "games").iterdir())]
    first, second = (tree.record.end for tree in tg.read_sgf_games(OPENINGS, komi=2))
    for number, tree in enumerate(trees):
        start = second if number in (2, 3) else first
        assert (tree.start.board, tree.start.to_play, tree.start.rules["komi"]) == (start.board, start.to_play, 2)
    assert trees[0].record.moves[0] == trees[1].record.moves[0]


def test_a_test_stops_the_match(tengen: Tengen, tmp_path: Path) -> None:
    command = ["match", "nogo", "greedy", "random", "--size", "5", "--games", "100000", "--sprt", "0,50", "--seed", "1"]
    result = tengen(*command, cwd=tmp_path)
    assert result.returncode == 0
    assert result.stdout.decode().splitlines()[-1].startswith("SPRT: H1 accepted: more than +0 Elo (LLR ")
    view = json.loads(tengen(*command, "--format", "json", cwd=tmp_path).stdout)
    assert view["games"] < 10_000
    assert (view["sprt"]["decision"], view["sprt"]["elo0"], view["sprt"]["elo1"]) == ("H1", 0, 50)
    state = tengen(
        "match",
        "nogo",
        "greedy",
        "random",
        "--size",
        "5",
        "--games",
        "10",
        "--sprt",
        "0,50,0.01,0.02",
        "--seed",
        "1",
        "--format",
        "json",
        "--file",
        "b.db",
        cwd=tmp_path,
    )
    assert json.loads(state.stdout)["sprt"]["lower"] == pytest.approx(-3.902, abs=1e-3)  # log(0.02 / 0.99)


def terminal(command: list[str], folder: Path) -> tuple[bytes, str]:
    """What the command writes to standard output, and what a terminal of 24 lines at its standard error sees."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [str(TENGEN), *command],
        stdout=subprocess.PIPE,
        stderr=follower,
        cwd=folder,
        env={**os.environ, "COLUMNS": "100", "LINES": "24"},
    )
    os.close(follower)
    seen = b""
    try:
        while piece := os.read(leader, 4096):
            seen += piece
    except OSError:
        pass  # how a terminal says that nobody is at its other end any more
    answer, _ = process.communicate(timeout=60)
    os.close(leader)
    assert process.returncode == 0
    return answer, seen.decode()


def test_a_terminal_sees_the_table_as_it_goes(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    answer, seen = terminal(
        ["match", "nogo", "slow=slow.py:choose", "random", "--size", "3", "--games", "16", "--parallel", "2"], tmp_path
    )
    assert seen.endswith("\x1b[J")
    # Each table is wiped before the next, and the last before the answer: up by its lines, and all below is gone.
    shown = re.findall(r"(.*?)\x1b\[(\d+)A\x1b\[J", seen, re.DOTALL)
    assert len(shown) >= 2
    for text, lines in shown:
        assert re.fullmatch(
            r"   player +Elo .* s/move\r\n1  (slow|random) .*\r\n2  (slow|random) .*\r\n\r\n"
            r".* is stronger than .*\r\n\r\n\d+ of 16 games, \d\S* a second, \d+ s left\r\n",
            text,
        )
        assert text.count("\n") == int(lines)
        assert all(len(line) < 100 for line in text.splitlines())
    assert answer.startswith(b"   player ")


def test_elsewhere_a_line_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(match_command, "_LINE_EVERY", 0.0)
    with Match({"random": players.random, "greedy": players.greedy}, tg.nogo.start(3), tmp_path / "a.db") as match:
        with match_command.Live(match, 3, None) as shown:
            match.play(3, workers=1, on_games=shown.add)
        lines = capsys.readouterr().err.splitlines()
        assert lines
        for line in lines:
            assert re.fullmatch(r"[1-4] of 4 games, \d\S* a second, \d+ s left", line), line
        assert lines[-1].startswith("4 of 4 games")
        with match_command.Live(match, 5, None):
            assert capsys.readouterr().err == f"going on: 4 of 6 games are in {tmp_path / 'a.db'}\n"


def test_games_beyond_those_asked_for_are_not_counted_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Match({"random": players.random, "greedy": players.greedy}, tg.nogo.start(3), tmp_path / "a.db") as match:
        match.play(8, workers=1)
        match.file.rows("DELETE FROM game WHERE number = 1")
        with match_command.Live(match, 4, None):
            assert capsys.readouterr().err.startswith("going on: 3 of 4 games are in ")


@pytest.mark.parametrize("command", ["match", "report"])
def test_a_closed_pipe_is_silent(tengen: Tengen, tmp_path: Path, command: str) -> None:
    match = ["match", "nogo", "random", "greedy", *SMALL]
    if command == "report":
        assert tengen(*match, cwd=tmp_path).returncode == 0
    words = match if command == "match" else ["report", "nogo-match.db"]
    shown = subprocess.run(
        ["bash", "-c", f"{TENGEN} {' '.join(words)} | head -1"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (shown.stdout[:10], shown.stdout.count(b"\n"), shown.stderr) == (b"   player ", 1, b"")
    reader, writer = os.pipe()
    os.close(reader)
    unread = subprocess.run(
        [TENGEN, *words], cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE, check=False, timeout=60
    )
    os.close(writer)
    assert (unread.returncode, unread.stderr.replace(b"going on: 4 of 4 games are in nogo-match.db\n", b"")) == (
        141,
        b"",
    )


def test_ctrl_c_keeps_what_was_played(tmp_path: Path, tengen: Tengen) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    command = ["match", "nogo", "slow.py:choose", "random", "--size", "3", "--games", "40", "--seed", "1"]
    process = subprocess.Popen(
        [TENGEN, *command, "--fresh"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    end = time.monotonic() + 30
    while not played(tmp_path / "nogo-match.db"):
        assert time.monotonic() < end
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=20)
    assert process.returncode == 130
    assert error.decode() == (
        f"tengen: stopped; what was played is in nogo-match.db, and this goes on from there: tengen {' '.join(command)}\n"
    )
    assert out.startswith(b"   player ")
    kept = played(tmp_path / "nogo-match.db")
    again = tengen(*command[:-4], "--games", "4", "--seed", "1", cwd=tmp_path)
    assert again.returncode == 0
    assert kept <= played(tmp_path / "nogo-match.db")


def played(path: Path) -> set[int]:
    if not path.exists():
        return set()
    try:
        with GameFile(path) as file:
            return file.numbers
    except tg.UsageError:  # it is just being made
        return set()


def test_help_teaches_by_example(tengen: Tengen) -> None:
    for command in ("match", "report"):
        result = tengen(command, "--help")
        assert result.returncode == 0
        assert f"examples:\n  tengen {command} ".encode() in result.stdout
        assert f"\n  {command} ".encode() in tengen("--help").stdout
