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
NO_PLAYER = (
    "there is no player {!r}; expected random, greedy, mcts (as in mcts:visits=1000 or "
    "mcts:seconds=0.5,threads=2), gtp:COMMAND, or FILE.py:FUNCTION"
)
NO_TEST = (
    "{!r} is not a test; expected two differences in Elo and, if they are not 0.05, the error rates, as in 0,30 "
    "or 0,30,0.05,0.05"
)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nogo", "strong", "greedy"], NO_PLAYER.format("strong")),
        (["nogo", "a=randm", "greedy"], "there is no player 'randm'; did you mean random?"),
        (["nogo", "a b=strong", "greedy"], NO_PLAYER.format("a b=strong")),
        (["nogo", "random", "gtp:"], NO_PLAYER.format("gtp:")),
        (["nogo", "random", "bot.py:choose"], "there is no file 'bot.py' to take the player 'bot.py:choose' from"),
        (["nogo", "random", "mcts:visits=x"], "'visits=x' in the player 'mcts:visits=x': 'x' is not a number"),
        (["nogo", "random"], "a match of 1 player; expected 2 or more"),
        (["nogo"], "the following arguments are required: PLAYER (see tengen match --help)"),
        ([], "the following arguments are required: GAME, PLAYER (see tengen match --help)"),
        (
            ["nogo", "random", "random"],
            "two players are called 'random'; give them names, like first=random second=random",
        ),
        (
            ["nogo", "a=random", "a=greedy"],
            "two players are called 'a'; give them names, like first=greedy second=greedy",
        ),
        (
            ["nogo", "random", "greedy", "--clock", "soon"],
            "'soon' is not a clock; expected seconds as in 60, 60+1 (a second more with each move), 60+5x10 (then 5 periods "
            "of 10), 60+30/5 (then 30 for every 5 moves), or 0.5/move",
        ),
        (["nogo", "random", "greedy", "--sprt", "x"], NO_TEST.format("x")),
        (["nogo", "random", "greedy", "--sprt", "30"], NO_TEST.format("30")),
        (["nogo", "random", "greedy", "--sprt", "0,30,.1,.1,.1"], NO_TEST.format("0,30,.1,.1,.1")),
        (
            ["nogo", "random", "greedy", "--sprt", "30,0"],
            "30 and 0 Elo cannot be told apart; expected the smaller one first",
        ),
        (["nogo", "random", "greedy", "--sprt", "nan,3"], "nan Elo cannot be tested; expected -1000 to 1000"),
        (["nogo", "random", "greedy", "mcts", "--sprt", "0,30"], "an SPRT compares two players, and these are 3"),
        (
            ["nogo", "random", "greedy", "--size", "x"],
            "'x' is not a size; expected a number like 9, or rows and columns like 9x13",
        ),
        (
            ["nogo", "random", "greedy", "--size", "99999"],
            "a 99999x99999 board has 9999800001 points; at most 100000000 are allowed",
        ),
        (["nogo", "random", "greedy", "--size", "1"], "a match cannot begin where the game is over"),
        (
            ["go", "random", "greedy", "--komi", "0.3"],
            "the komi is 0.3; expected whole or half points, at most 1000000",
        ),
        (
            ["go", "random", "greedy", "--openings", "broken.sgf"],
            "line 2, column 1: game 1: W[zz]: 'zz' is not a point of this 5x5 board; expected two letters from aa to ee",
        ),
        (
            ["go", "random", "greedy", "--openings", "empty.sgf"],
            "line 1, column 1: there is no game; expected (; where one starts",
        ),
        (["go", "random", "greedy", "--openings", "none.sgf"], "cannot read 'none.sgf': No such file or directory"),
        (
            ["go", "random", "greedy", "--openings", "good.sgf", "--size", "5"],
            "--size and --openings cannot go together: openings have their own size",
        ),
        (["nogo", "random", "greedy", "--opening-plies", "101"], "openings of 101 plies; expected 0 to 100"),
        (
            ["nogo", "random", "greedy", "--games", "0"],
            "argument --games: 0: expected 1 or more (see tengen match --help)",
        ),
        (["nogo", "random", "greedy", "--games", "10000001"], "10000001 games; expected 1 to 10000000"),
        (
            ["nogo", "random", "greedy", "--games", "99999999999999999999999"],
            "99999999999999999999999 games; expected 1 to 10000000",
        ),
        (
            ["nogo", "random", "greedy", "--parallel", "9223372036854775808"],
            "9223372036854775808 games at once; expected 1 to 1000",
        ),
        (
            ["nogo", "random", f"{'x' * 300}.py:choose"],
            f"there is no file '{'x' * 300}.py' to take the player '{'x' * 300}.py:choose' from",
        ),
        (
            ["nogo", "random", "greedy", "--file", "x" * 300],
            f"cannot use '{'x' * 300}' as a file of Tengen's games: unable to open database file",
        ),
        (
            ["nogo", "random", "greedy", "--file", "x" * 300, "--fresh"],
            f"cannot use '{'x' * 300}' as a file of Tengen's games: unable to open database file",
        ),
        (
            ["nogo", "random", f"{'x' * 1001}=greedy"],
            f"a player cannot be called '{'x' * 60}...': it has 1001 characters; expected 1 to 1000; give it a name, like "
            f"first=PLAYER",
        ),
        (
            ["nogo", "random", "gtp:a\nb"],
            "a player cannot be called 'gtp:a\\nb': it has the character '\\n', which no table can show; give it a name, like "
            "first=PLAYER",
        ),
        (
            ["nogo", "random", "gtp:\udcff"],
            "a player cannot be called 'gtp:\\udcff': it has the character '\\udcff', which no table can show; give it a "
            "name, like first=PLAYER",
        ),
        (["nogo", "random", "greedy", "--parallel", "1001"], "1001 games at once; expected 1 to 1000"),
        (
            ["nogo", "random", "greedy", "--seed", str(2**64)],
            f"the seed is {2**64}; expected a whole number from 0 to 2**64 - 1",
        ),
        (
            ["nogo", "random", "greedy", "--plot", "ratings.jpg"],
            "cannot draw 'ratings.jpg'; expected a name that ends with .png, .svg, .pdf",
        ),
        (["nogo", "random", "greedy", "--komi", "5"], "unrecognized arguments: --komi 5 (see tengen match --help)"),
        (
            ["nogo", "random", "greedy", "--file", "text.txt"],
            "cannot use 'text.txt' as a file of Tengen's games: file is not a database",
        ),
        (
            ["nogo", "random", "greedy", "--file", "none/a.db"],
            "cannot use 'none/a.db' as a file of Tengen's games: unable to open database file",
        ),
    ],
)
def test_bad_usage_leaves_no_file(tengen: Tengen, tmp_path: Path, words: list[str], message: str) -> None:
    (tmp_path / "broken.sgf").write_text("(;GM[1]SZ[5];B[cc]\n;W[zz])")
    (tmp_path / "empty.sgf").write_text("")
    (tmp_path / "good.sgf").write_text(OPENINGS)
    (tmp_path / "text.txt").write_text("some words\n")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    result = tengen("match", *words, cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {message}\n")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_without_matplotlib_nothing_is_played(tmp_path: Path) -> None:
    """As it is where the extra is not installed: importing it fails."""
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "matplotlib.py").write_text("raise ImportError")
    path = os.pathsep.join(filter(None, [str(tmp_path / "hidden"), os.environ.get("PYTHONPATH")]))
    for words in (["match", "nogo", "random", "greedy", *SMALL], ["report", "none.db"]):
        result = subprocess.run(
            [TENGEN, *words, "--plot", "ratings.png"],
            cwd=tmp_path,
            capture_output=True,
            check=False,
            timeout=60,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert (result.returncode, result.stdout, result.stderr) == (
            2,
            b"",
            b"tengen: drawing needs matplotlib; install it with: pip install 'tengen[plots]'\n",
        )
    assert [each.name for each in tmp_path.iterdir()] == ["hidden"]


def test_a_file_of_another_match(tengen: Tengen, tmp_path: Path) -> None:
    assert tengen("match", "nogo", "random", "greedy", *SMALL, cwd=tmp_path).returncode == 0
    before = (tmp_path / "nogo-match.db").read_bytes()
    for words, message in (
        (["nogo", "random", "greedy=random", *SMALL], "its players are random greedy, not random greedy=random"),
        (["nogo", "greedy", "random", *SMALL], "its players are random greedy, not greedy random"),
        (["nogo", "random", "greedy", *SMALL, "--mode", "gauntlet"], "its mode is round-robin, not gauntlet"),
        (["nogo", "random", "greedy", *SMALL, "--size", "4"], "it has other starting positions"),
        (["nogo", "random", "greedy", *SMALL, "--clock", "5"], "its clock is none, not <Clock 5 s>"),
        (["nogo", "random", "greedy", *SMALL, "--seed", "2"], "its seed is 1, not 2"),
        (["nogo", "random", "greedy", *SMALL, "--opening-plies", "0"], "its number of opening plies is 2, not 0"),
        (["go", "random", "greedy", *SMALL, "--file", "nogo-match.db"], "it has other starting positions"),
    ):
        result = tengen("match", *words, cwd=tmp_path)
        assert (result.returncode, result.stdout, result.stderr.decode()) == (
            2,
            b"",
            f"tengen: 'nogo-match.db' holds another match: {message}; name another file (--file), or set this "
            f"one aside (--fresh)\n",
        )
    assert (tmp_path / "nogo-match.db").read_bytes() == before


def test_a_file_that_is_in_use(tengen: Tengen, tmp_path: Path) -> None:
    with Match({"random": players.random, "greedy": players.greedy}, tg.nogo.start(3), tmp_path / "a.db", seed=1):
        result = tengen("match", "nogo", "random", "greedy", *SMALL, "--file", "a.db", cwd=tmp_path)
        assert (result.returncode, result.stdout, result.stderr) == (
            2,
            b"",
            b"tengen: 'a.db' is in use: another process is playing this match\n",
        )
        empty = tengen("report", "a.db", cwd=tmp_path)  # but it can be looked at
        assert (empty.returncode, empty.stdout, empty.stderr) == (2, b"", b"tengen: there is no game in 'a.db' yet\n")


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("none.db", "there is no file 'none.db'"),
        ("text.txt", "cannot use 'text.txt' as a file of Tengen's games: file is not a database"),
        ("empty.txt", "'empty.txt' is not a file of Tengen's games"),
        ("newer.db", "'newer.db' was written by another version of Tengen (format 2; this one reads 1)"),
    ],
)
def test_files_without_a_report(tengen: Tengen, tmp_path: Path, file: str, message: str) -> None:
    (tmp_path / "text.txt").write_text("some words\n")
    (tmp_path / "empty.txt").touch()
    with GameFile(tmp_path / "newer.db", create=True) as newer:
        newer.rows("PRAGMA user_version = 2")
    result = tengen("report", file, cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {message}\n")
    assert not (tmp_path / "none.db").exists()
    assert (tmp_path / "empty.txt").read_bytes() == b""


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
        assert (result.returncode, len(result.stdout.splitlines()), result.stdout[:10]) == (0, 5, b"   player ")


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
        b"tengen: an opening is left out: line 2, column 19: game 2: move "
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
    process = subprocess.Popen([TENGEN, *command], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    end = time.monotonic() + 30
    while not played(tmp_path / "nogo-match.db"):
        assert time.monotonic() < end
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=20)
    assert process.returncode == 130
    assert error.decode() == (
        "tengen: stopped; what was played is in nogo-match.db, and the same command goes on from there\n"
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
