"""The command as a person runs it: answers, exit statuses, bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import tengen as tg
from conftest import Tengen
from tengen.cli import main
from tengen.players.learned import usual
from unit.test_formats import BAD_CONTEST

SAMPLE = b"3\nXOO\nXO.\nX..\n"


def test_the_seed_job(tengen: Tengen, tmp_path: Path) -> None:
    for board, answer in ((b"3\nXXX\nOOX\nOO.\n", b"-1 -1\n"), (SAMPLE, b"2 3\n-1 -1\n"), (b"1\n.\n", b"-1 -1\n")):
        result = tengen("simulate", "nogo", input=board)
        assert (result.returncode, result.stdout, result.stderr) == (0, answer, b"")
        file = tmp_path / "board.txt"
        file.write_bytes(board)
        assert tengen("simulate", "nogo", str(file)).stdout == answer
        assert tengen("simulate", "nogo", "-", input=board).stdout == answer
        assert tengen("simulate", "nogo", "--policy", "first", str(file)).stdout == answer


def test_a_large_board_is_answered_and_judged_right(tengen: Tengen, tmp_path: Path) -> None:
    board = tengen("generate", "nogo", "--size", "200", "--fill", "0.3", "--seed", "5")
    assert (board.returncode, board.stderr) == (0, b"")
    file = tmp_path / "board.txt"
    file.write_bytes(board.stdout)
    for options in ((), ("--seed", "3")):
        moves = tengen("simulate", "nogo", str(file), *options)
        assert moves.returncode == 0
        verdict = tengen("judge", "nogo", str(file), input=moves.stdout)
        assert verdict.returncode == 0
        assert verdict.stdout.startswith(b"10\nall ")


def test_a_board_past_the_size_where_ctrl_c_is_listened_for(tengen: Tengen, tmp_path: Path) -> None:
    rows = b"X.O.\n" * 4
    result = tengen("simulate", "nogo", input=b"4\n" + rows)
    big = tmp_path / "big.txt"
    big.write_bytes(b"1004\n" + (b"X.O." * 251 + b"\n") * 1004)
    moves = tengen("simulate", "nogo", str(big))
    assert (result.returncode, moves.returncode) == (0, 0)
    assert tengen("judge", "nogo", str(big), input=moves.stdout).stdout.startswith(b"10\n")


@pytest.mark.parametrize(
    ("verb", "text", "message"),
    [
        *(("simulate", *case) for case in BAD_CONTEST),
        *(
            (verb, *case) for verb in ("check", "count") for case in BAD_CONTEST[::6]
        ),  # the same reader: a few are enough
    ],
)
def test_bad_input(tengen: Tengen, verb: str, text: str, message: str) -> None:
    result = tengen(verb, "nogo", input=text.encode())
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {message}\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            b"2\nXX\n..\n",
            "line 2, column 1: 2 black and 0 white stones with Black to play; expected as many black as white",
        ),
        (
            b"3\nXO.\n..O\n...\n",
            "line 2, column 1: 1 black and 2 white stones with Black to play; expected as many black as white",
        ),
        (b"3\nXO.\nOX.\n...\n", "line 2, column 1: the black stone at A3 has no liberty"),
        (b"2\nXX\nOO\n", "line 2, column 1: the black chain of 2 at A2 B2 has no liberty"),
        (
            b"3\n.X.\n...\n.XX\n",
            "line 2, column 1: 3 black and 0 white stones with Black to play; expected as many black as white",
        ),
        (b"3\n..X\n.XO\nXOO\n", "line 3, column 3: the white chain of 3 at C2 B1 C1 has no liberty"),
    ],
)
def test_positions_that_the_job_does_not_promise(tengen: Tengen, text: bytes, message: str) -> None:
    result = tengen("simulate", "nogo", input=text)
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {message}\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("simulate", "nogo", "/no/such/file"), "cannot read '/no/such/file': No such file or directory"),
        (("simulate", "nogo", "/"), "cannot read '/': Is a directory"),
        (("simulate", "chess"), "there is no game 'chess'; expected nogo, go, gomoku or othello"),
        (("simulate", "--seed", "7", "NoGo"), "there is no game 'NoGo'; did you mean nogo?"),
        (
            ("botzone", "go"),
            "argument GAME: invalid choice: 'go' (choose from nogo, gomoku, othello) (see tengen botzone --help)",
        ),
        (
            ("simulate", "nogo", "--seed", "x"),
            "argument --seed: invalid whole number value: 'x' (see tengen simulate --help)",
        ),
        (("simulate", "nogo", "--seed", "-1"), "argument --seed: -1: expected 0 or more (see tengen simulate --help)"),
        (
            ("simulate", "nogo", "--policy", "first", "--seed", "1"),
            "policy first leaves nothing to chance; it takes no seed",
        ),
        (
            ("simulate", "nogo", "--policy", "first", "--games", "5"),
            "many games are of chance; the policy is 'first', expected random",
        ),
        (("simulate", "nogo", "--threads", "2"), "--threads is for many games; say how many with --games"),
        (("simulate", "nogo", "--points"), "--points is for many games; say how many with --games"),
        (
            ("simulate", "nogo", "--seed", str(2**64)),
            f"the seed is {2**64}; expected a whole number from 0 to 2**64 - 1",
        ),
        (
            ("generate", "nogo", "--size", "nine"),
            "'nine' is not a size; expected a number like 9, or rows and columns like 9x13",
        ),
        (
            ("generate", "nogo", "--size", "99999"),
            "a 99999x99999 board has 9999800001 points; at most 100000000 are allowed",
        ),
        (
            ("generate", "nogo", "--size", "9x"),
            "'9x' is not a size; expected a number like 9, or rows and columns like 9x13",
        ),
        (
            ("generate", "nogo", "--fill", "0.2", "--stones", "2"),
            "say how full with --fill or with --stones, one of the two",
        ),
        (("generate", "nogo", "--fill", "2"), "the fill is 2.0; expected 0 to 1"),
        (
            ("generate", "nogo", "--size", "3x4"),
            "the contest text is for square boards without holes; use --format diagram",
        ),
        (
            ("judge", "nogo"),
            "judge needs a file or a size for the board; the moves are a second file or standard input",
        ),
        (("guess", "nogo"), "there is no command 'guess'; see tengen --help"),
        (("simulat", "nogo"), "there is no command 'simulat'; did you mean simulate?"),
        (("play", "nogo", "--player", "mtcs:visits=9"), "there is no player 'mtcs:visits=9'; did you mean mcts?"),
    ],
)
def test_bad_usage(tengen: Tengen, words: tuple[str, ...], message: str) -> None:
    result = tengen(*words, input=SAMPLE)
    assert (result.returncode, result.stdout) == (2, b"")
    said = re.sub(r"\(choose from [^)]*\)", lambda match: match[0].replace("'", ""), result.stderr.decode())
    assert said == f"tengen: {message}\n"  # Python 3.12 dropped the quotes around choices


@pytest.mark.parametrize("command", ["play", "gtp", "botzone"])
def test_help_names_the_usual_player(tengen: Tengen, command: str) -> None:
    def said(*words: str) -> str:
        return " ".join(tengen(command, *words, "--help").stdout.decode().split())

    for game in ((), ("nogo",), ("gomoku",)):
        assert f"(default: {usual()}{'' if command == 'gtp' else ','}" in said(*game)


def test_an_unreachable_fill(tengen: Tengen) -> None:
    result = tengen("generate", "nogo", "--size", "5", "--fill", "1", "--seed", "1")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode().startswith("tengen: a fill of 1.000 (25 of 25 points) was not reached: with seed 1 ")


def test_judge(tengen: Tengen, tmp_path: Path) -> None:
    board, moves = tmp_path / "board.txt", tmp_path / "moves.txt"
    board.write_bytes(SAMPLE)
    for transcript, status, answer in (
        (b"2 3\n-1 -1\n", 0, "10\nall 2 lines are right; Black wins: White has no legal move\n"),
        (b"3 3\n-1 -1\n", 1, "1\nline 2: -1 -1, but White can move, for example 2 3\n"),
        (b"\xff\xfe\0", 1, "0\nline 1: '\ufffd\ufffd\\x00' is not two numbers\n"),
    ):
        moves.write_bytes(transcript)
        result = tengen("judge", "nogo", str(board), str(moves))
        assert (result.returncode, result.stdout.decode(), result.stderr) == (status, answer, b"")
    result = tengen("judge", "nogo", str(board), str(moves), "--format", "json")
    assert json.loads(result.stdout)["score"] == 0
    assert tengen("judge", "nogo", "-", str(moves), input=SAMPLE).returncode == 1
    board.write_bytes(b"2\n..\n.\n")
    result = tengen("judge", "nogo", str(board), str(moves))
    assert (result.returncode, result.stdout) == (2, b"")


def test_check(tengen: Tengen) -> None:
    assert tengen("check", "nogo", input=SAMPLE).stdout == b"YES\n"
    bad = b"2\nXO\nO.\n"
    assert (tengen("check", "nogo", input=bad).returncode, tengen("check", "nogo", input=bad).stdout) == (1, b"NO\n")
    explained = tengen("check", "nogo", "--explain", input=bad)
    assert explained.stdout.decode().splitlines() == [
        "NO",
        "the black stone at A2 has no liberty",
        "1 black and 2 white stones with Black to play; expected as many black as white",
    ]
    assert tengen("check", "nogo", "--to-play", "white", input=b"2\nX.\n..\n").returncode == 0
    view = json.loads(tengen("check", "nogo", "--format", "json", input=bad).stdout)
    assert (view["reachable"], view["legal"], view["reasons"][0]["points"]) == (False, False, ["A2"])


def test_count(tengen: Tengen) -> None:
    empty = b"3\n...\n...\n...\n"
    count = tg.count(tg.nogo.start(3))
    assert tengen("count", "nogo", input=empty).stdout.decode() == f"{count.black_wins} {count.white_wins} 0\n"
    assert tengen("count", "nogo", "--depth", "3", input=empty).stdout == b"0 1\n1 9\n2 72\n3 496\n"
    assert json.loads(tengen("count", "nogo", "--format", "json", input=empty).stdout)["black_wins"] == count.black_wins
    assert json.loads(tengen("count", "nogo", "--format", "json", "--depth", "2", input=empty).stdout)["perft"] == [
        1,
        9,
        72,
    ]
    assert b"complete games: 90720" in tengen("count", "nogo", "--format", "diagram", input=empty).stdout


def test_a_size_stands_for_the_start(tengen: Tengen) -> None:
    count = tg.count(tg.nogo.start((2, 3)))
    assert tengen("count", "nogo", "2x3").stdout.decode() == f"{count.black_wins} {count.white_wins} 0\n"
    assert tengen("count", "nogo", "3X3", "--depth", "2").stdout == b"0 1\n1 9\n2 72\n"
    assert tengen("count", "gomoku", "3", "--in-a-row", "3").stdout == b"131184 77904 46080\n"
    white = json.loads(tengen("count", "nogo", "2", "--to-play", "white", "--format", "json").stdout)
    assert white["position"]["to_play"] == "white"
    for words, answer in (
        (("simulate", "nogo", "2x3"), b"1 1\n1 2\n1 3\n2 2\n-1 -1\n"),
        (("simulate", "nogo", "2", "--to-play", "white"), b"1 1\n1 2\n2 1\n-1 -1\n"),
        (("simulate", "othello", "4"), b"b1\na1\na2\nc1\nd1\na3\na4\nd2\nd3\nb4\nc4\nd4\n"),
        (("check", "gomoku", "15"), b"YES\n"),
        (("check", "othello", "8x8"), b"no contradiction found\n"),
        (("solve", "nogo", "1x2"), b"Black wins\n"),
    ):
        result = tengen(*words)
        assert (result.returncode, result.stdout[: len(answer)], result.stderr) == (0, answer, b"")
    judged = tengen("judge", "nogo", "2x3", input=b"1 1\n1 2\n1 3\n2 2\n-1 -1\n")
    assert judged.stdout == b"10\nall 5 lines are right; White wins: Black has no legal move\n"
    assert b"<title>NoGo, 2x3</title>" in tengen("render", "nogo", "2x3").stdout


@pytest.mark.parametrize("verb", ["simulate", "check", "judge", "count", "solve", "render"])
def test_what_is_a_size_and_what_is_a_file(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "2x3").write_bytes(b"2\nX.\n.Q\n")
    for name, message in (
        ("2x3", "line 3, column 2: 'Q' is not a stone; expected X, O or ."),  # a file of that name comes first
        *((name, f"cannot read {name!r}: No such file or directory") for name in ("x3", "3x", "3x3x3", "-3x3")),
        ("0x3", "a 0x3 board; expected at least one row and one column"),
        ("99999", "a 99999x99999 board has 9999800001 points; at most 100000000 are allowed"),
    ):
        assert main([verb, "nogo", "--", name]) == 2
        assert capfd.readouterr() == ("", f"tengen: {message}\n")


def test_generate(tengen: Tengen) -> None:
    one, two = (tengen("generate", "nogo", "--size", "9", "--fill", "0.5", "--seed", "7") for _ in range(2))
    assert one.stdout == two.stdout
    assert tengen("check", "nogo", input=one.stdout).stdout == b"YES\n"
    position = tg.nogo.parse(one.stdout)
    assert position.board.count(tg.BLACK) == position.board.count(tg.WHITE) == 20
    drawn = tengen("generate", "nogo", "--size", "3x5", "--stones", "3", "--format", "diagram", "--seed", "1")
    assert tg.nogo.parse(drawn.stdout).to_play is tg.WHITE
    fresh = tengen("generate", "nogo", "--format", "json")
    seed = json.loads(fresh.stdout)["seed"]
    assert fresh.stderr.decode() == f"tengen: the seed was {seed}\n"


def test_generate_for_every_game(tengen: Tengen) -> None:
    for game, size in (("nogo", 9), ("go", 9), ("gomoku", 19), ("othello", 8)):
        words = ("--fill", "0.1") if game == "gomoku" else ()
        board = tengen("generate", game, "--seed", "3", *words)
        assert board.returncode == 0, board.stderr
        assert tengen("check", game, input=board.stdout).returncode == 0
        view = json.loads(tengen("generate", game, "--seed", "3", "--format", "json", *words).stdout)
        assert (view["height"], view["width"]) == (size, size)


def test_simulate_for_people_and_programs(tengen: Tengen) -> None:
    text = tengen("simulate", "nogo", "--format", "diagram", input=SAMPLE).stdout.decode()
    assert "1. Black C2" in text
    assert text.endswith("Black wins: White has no legal move\n")
    view = json.loads(tengen("simulate", "nogo", "--format", "json", "--seed", "4", input=SAMPLE).stdout)
    record = tg.simulate(tg.nogo.parse(SAMPLE), seed=4)
    assert " ".join(view["moves"]) == record.start.vertices(record.moves)
    assert (view["seed"], view["plies"], view["winner"]) == (4, len(record), str(record.winner).lower())
    fresh = tengen("simulate", "nogo", "--policy", "random", input=SAMPLE)
    assert fresh.stderr.startswith(b"tengen: the seed was ")
    hollow = tengen("simulate", "nogo", "--input", "diagram", "--format", "json", input=b"X.#\n..O\nWhite to play\n")
    assert json.loads(hollow.stdout)["start"]["to_play"] == "white"
    unequal = tengen("simulate", "nogo", "--input", "diagram", input=b"XX.\n...\n")
    assert unequal.returncode == 0


def test_many_games(tengen: Tengen) -> None:
    empty = b"5\n" + b".....\n" * 5
    result = tengen("simulate", "nogo", "--games", "5000", "--seed", "2", input=empty)
    black, white, draws = map(int, result.stdout.split())
    assert black + white == 5000
    assert draws == 0
    assert result.stderr == b""
    assert (
        tengen("simulate", "nogo", "--games", "5000", "--seed", "2", "--threads", "1", input=empty).stdout
        == result.stdout
    )
    view = json.loads(
        tengen("simulate", "nogo", "--games", "5000", "--seed", "2", "--points", "--format", "json", input=empty).stdout
    )
    assert (view["black_wins"], sum(view["lengths"].values())) == (black, 5000)
    assert sum(each["opened"] for each in view["points"].values()) == 5000
    text = tengen("simulate", "nogo", "--games", "500", "--points", "--format", "diagram", input=empty).stdout.decode()
    assert "win rate of Black by first move" in text


@pytest.mark.parametrize("verb", ["simulate", "judge", "check", "flips", "count", "generate"])
def test_help_teaches_by_example(tengen: Tengen, verb: str) -> None:
    result = tengen(verb, "--help")
    assert result.returncode == 0
    assert b"examples:\n  tengen " in result.stdout
    assert b"\n  " + verb.encode() + b" " in tengen("--help").stdout


def test_no_words_at_all_ask_for_help(tengen: Tengen) -> None:
    result = tengen()
    assert (result.returncode, result.stdout, result.stderr) == (0, tengen("--help").stdout, b"")


def test_version(tengen: Tengen) -> None:
    assert tengen("--version").stdout.decode() == f"tengen {tg.__version__}\n"


BIG, HUGE = "9223372036854775808", "99999999999999999999999"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["simulate", "nogo", "BOARD", "--games", HUGE], f"{HUGE} games; expected at most 1000000000000000"),
        (["simulate", "nogo", "BOARD", "--games", BIG], f"{BIG} games; expected at most 1000000000000000"),
        (
            ["render", "nogo", "BOARD", "--marks", "wins", "--games", HUGE],
            f"{HUGE} games; expected at most 1000000000000000",
        ),
        *(
            ([command, "nogo", "2x2", *more, "--threads", BIG], f"{BIG} threads; expected at most 1024")
            for command, more in (
                ("simulate", ("--games", "9")),
                ("count", ()),
                ("count", ("--positions",)),
                ("solve", ()),
            )
        ),
        *(
            (
                [*words, "9" * 3000],
                f"'{'9' * 20}...' is not a size; expected a number like 9, or rows and columns like 9x13",
            )
            for words in (["generate", "nogo", "--size"], ["count", "nogo"])
        ),
        (["count", "nogo", "x" * 300], f"cannot read '{'x' * 300}': File name too long"),
        (["count", "nogo", "\udcff"], "cannot read '\\udcff': No such file or directory"),
        (["serve", "--host", "\udcff"], "there is no host '\\udcff'"),
    ],
)
def test_monsters_are_refused_in_words(tengen: Tengen, tmp_path: Path, words: list[str], message: str) -> None:
    (tmp_path / "board.txt").write_bytes(b"2\n..\n..\n")
    result = tengen(*("board.txt" if word == "BOARD" else word for word in words), cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {message}\n")


def test_games_that_cannot_be_counted(tengen: Tengen) -> None:
    result = tengen("count", "go", "5x5")
    assert (result.returncode, result.stdout, result.stderr.decode()) == (
        2,
        b"",
        "tengen: more boards, or longer games, than can be counted: at least 361041\n",
    )
    with pytest.raises(tg.TooManyGames) as raised:
        tg.count(tg.go.start(5))
    assert (raised.value.partial.complete, raised.value.partial.at_least) == (False, 361_041)


def test_a_count_ends_when_nothing_is_left(tengen: Tengen) -> None:
    for depth in ("5", "1000000000", HUGE):
        result = tengen("count", "nogo", "2x2", "--depth", depth)
        assert (result.returncode, result.stdout) == (0, b"0 1\n1 4\n2 12\n3 16\n4 0\n")
    assert tg.perft(tg.nogo.start(2), 6) == (1, 4, 12, 16, 0, 0, 0)
