"""What tengen match and tengen report refuse: in one line, and without touching a file."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import tengen as tg
from conftest import TENGEN, Tengen
from match.test_match_command import OPENINGS, SMALL
from tengen import players
from tengen.match import Match
from tengen.store.finished import GameFile

NO_PLAYER = (
    "there is no player {!r}; expected random, greedy, mcts or net (as in mcts:visits=1000 or "
    "net:seconds=0.5,threads=2), gtp:COMMAND, botzone:COMMAND, gomocup:COMMAND, nboard:COMMAND, FILE.py or FILE.py:FUNCTION"
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
        (
            ["nogo", "random", "greedy", "--clock", "60", "--clock", "x=60"],
            "there is no player 'x'; expected random or greedy",
        ),
        (
            ["nogo", "random", "greedy", "--clock", "60", "--clock", "70"],
            "two clocks for everybody; expected one",
        ),
        (
            ["nogo", "mcts:visits=9", "greedy", "--clock", "mcts:visits=9=60", "--clock", "mcts:visits=9=6"],
            "two clocks for 'mcts:visits=9'; expected one",
        ),
        (
            ["nogo", "random", "greedy", "--anchor", "gnugo=1800"],
            "there is no player 'gnugo'; expected random or greedy",
        ),
        (
            ["nogo", "random", "greedy", "--anchor", "random"],
            "'random' is not an anchor; expected a player and its rating, as in gnugo=1800",
        ),
        (
            ["nogo", "random", "greedy", "--rounds", "3"],
            "a round-robin match has no number of rounds; expected one with the mode swiss only",
        ),
        (
            ["nogo", "random", "greedy", "--mode", "swiss", "--sprt", "0,30"],
            "an SPRT stops a match at any game, and a swiss match is played in rounds",
        ),
        (
            ["nogo", "random", "greedy", "--adjudicate", "soon"],
            "'soon' decides no game; expected a chance, and moves, as in 0.98 or 0.98,4",
        ),
        (["nogo", "random", "greedy", "--cpu-clock"], "--cpu-clock goes with --clock, and without --scheduler"),
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
            "'broken.sgf': line 2, column 1: game 1: W[zz]: 'zz' is not a point of this 5x5 board; expected two letters "
            "from aa to ee",
        ),
        (
            ["go", "random", "greedy", "--openings", "empty.sgf"],
            "'empty.sgf': line 1, column 1: there is no game; expected (; where one starts",
        ),
        (["go", "random", "greedy", "--openings", "none.sgf"], "cannot read 'none.sgf': No such file or directory"),
        (
            ["go", "random", "greedy", "--openings", "good.sgf", "--size", "5"],
            "--size and --openings cannot go together: openings in SGF have their own size",
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
