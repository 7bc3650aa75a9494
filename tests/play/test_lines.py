"""Playing in lines, through pipes and on a terminal that draws nothing; and options that make no sense."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path

import pytest

import tengen as tg
from conftest import REPOSITORY, TENGEN, Tengen
from play.sessions import CALM, Session
from protocols.sessions import console_parts, run_shell
from tengen import players
from waiting import PATIENCE, wait_until_busy

PAGE = REPOSITORY / "docs" / "play.md"
TRANSCRIPT = """\
NoGo 3x3: you are Black, random:seed=7 is White; help lists the words

  A B C
3 . . . 3
2 . . . 2
1 . . . 1
  A B C
Black to play
White plays B3

  A B C
3 . O . 3
2 . X . 2
1 . . . 1
  A B C
Black to play
B3 is occupied by White
'd9' is not on this board; its corners are A1 and C3
'soon' is not a vertex; expected a letter (not I) and a number, like A1
nobody passes in NoGo

  A B C
3 . O . 3
2 . X . 2
1 . . . 1
  A B C
Black to play
b: only Black may play there; w: only White; -: nobody
White plays A3

  A B C
3 O O X 3
2 w X b 2
1 . . . 1
  A B C
Black to play
2 moves taken back

  A B C
3 . O . 3
2 . X . 2
1 . . . 1
  A B C
Black to play

  A B C
3 . O . 3
2 . X . 2
1 . . . 1
  A B C
White wins: Black resigned
a hint is for the side to move, if it is yours
what was played is not saved: q again to quit, s to save it
"""


def test_a_transcript(tengen: Tengen) -> None:
    words = "B2\nB3\nd9\nsoon\n\npass\nm\nC3\nundo\nresign\nhint\nquit\nq\n"
    result = tengen("play", "nogo", "--size", "3", "--player", "random:seed=7", input=words.encode())
    assert result.stdout.decode() == TRANSCRIPT
    assert (result.returncode, result.stderr) == (0, b"")
    again = tengen("play", "nogo", "--size", "3", "--player", "random", "--seed", "7", "--plain", input=words.encode())
    assert again.stdout.decode() == TRANSCRIPT


def test_the_end_of_the_lines_ends_the_game(tengen: Tengen, tmp_path: Path) -> None:
    result = tengen("play", "nogo", "5x5", "--two", input=b"C3\nD3", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode().startswith("NoGo 5x5; help lists the words\n")
    assert result.stdout.decode().endswith("3 . . X O . 3\n2 . . . . . 2\n1 . . . . . 1\n  A B C D E\nBlack to play\n")
    assert not list(tmp_path.iterdir())  # nobody asked for a file


def test_a_whole_game_of_each_kind_is_kept(tengen: Tengen, tmp_path: Path) -> None:
    for game, start in (
        ("nogo", tg.nogo.start(4)),
        ("go", tg.go.start(4)),
        ("gomoku", tg.gomoku.start(4, in_a_row=3)),
        ("othello", tg.othello.start(4)),
    ):
        opponent = players.greedy.seeded(3)
        played = players.play(start, players.random.seeded(5), opponent)
        mine = [start.vertex(move) for move in played.record.moves[::2]]
        rules = ("--in-a-row", "3") if game == "gomoku" else ()
        result = tengen(
            "play",
            game,
            "--size",
            "4",
            "--player",
            str(opponent),
            "--sgf",
            f"{game}.sgf",
            *rules,
            input="\n".join([*mine, "quit"]).encode(),
            cwd=tmp_path,
        )
        assert result.returncode == 0, result.stderr
        assert result.stdout.decode().endswith(f"{played}\nsaved in {game}.sgf\n")
        assert tg.read_sgf((tmp_path / f"{game}.sgf").read_bytes(), game).record == played.record


def test_a_forced_pass_is_said(tengen: Tengen) -> None:
    for seed in range(100):
        record = tg.simulate(tg.othello.start(4), seed=seed)
        passes = [ply for ply, move in enumerate(record.moves) if isinstance(move, tg.Pass)]
        if passes:
            break
    words = [record.start.vertex(move) for move in record.moves]
    words.insert(passes[0], "a1")
    result = tengen("play", "othello", "--size", "4", "--two", input="\n".join(words).encode())
    side = record.start.to_play if passes[0] % 2 == 0 else record.start.to_play.opponent
    assert f"{side} has no move and must pass (p)\n{side} has no move and must pass (p)\n" in result.stdout.decode()
    assert result.stdout.decode().endswith(f"{record.outcome}\n")


def test_hints_and_opinions(tengen: Tengen) -> None:
    result = tengen("play", "nogo", "--size", "3", "--player", "mcts:visits=20,seed=1", input=b"?\nA1\n")
    said = result.stdout.decode()
    assert re.search(r"^hint: [ABC][123], a proven win after \d+ visits; [ABC][123]", said, re.MULTILINE)
    assert re.search(r"^White plays [ABC][123]: (win \d+\.\d %|a proven loss) after \d+ visits$", said, re.MULTILINE)


def test_help_lists_every_word(tengen: Tengen) -> None:
    said = tengen("play", "nogo", "--two", input=b"help\nboard\n").stdout.decode()
    for word in ("pass", "undo", "hint", "moves", "board", "save", "resign", "new", "quit"):
        assert f"\n{word.ljust(6)}  " in said
    assert said.count("Black to play") == 2


def test_clocks_in_lines(tengen: Tengen) -> None:
    said = tengen("play", "nogo", "--size", "5", "--two", "--clock", "100+3x10", input=b"C3\n").stdout.decode()
    assert re.search("Black to play, 1:(40|3[0-9]) left", said)
    with subprocess.Popen(
        [TENGEN, "play", "nogo", "--two", "--clock", "0.3/move"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        while line := process.stdout.readline():
            if line == b"White wins: Black ran out of time\n":
                break
        assert line
        process.stdin.close()
    assert process.returncode == 0


def test_a_closed_pipe_is_silent(tmp_path: Path) -> None:
    wait = "until [ -e closed ]; do sleep 0.01; done"
    script = (
        f"(echo A1; {wait}; echo A2) | {TENGEN} play nogo --two --sgf game.sgf | (head -1; exec 0<&-; touch closed)"
    )
    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", script], capture_output=True, check=False, timeout=60, cwd=tmp_path
    )
    assert (result.returncode, result.stdout, result.stderr) == (141, b"NoGo 9x9; help lists the words\n", b"")
    kept = tmp_path / "game.sgf"  # unless the pipe was closed before the first move
    assert not kept.exists() or len(tg.read_sgf(kept.read_text()).record) >= 1


@pytest.mark.parametrize(
    ("number", "status", "words"),
    [
        (signal.SIGINT, 130, "interrupted"),
        (signal.SIGTERM, 143, "terminated"),
        (signal.SIGHUP, 129, "the terminal is gone"),
    ],
)
def test_signals_in_lines(number: signal.Signals, status: int, words: str, tmp_path: Path) -> None:
    with subprocess.Popen(
        [TENGEN, "play", "nogo", "--player", "mcts:seconds=600"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert b"Black to play\n" in process.stdout
        process.stdin.write(b"E5\n")
        process.stdin.flush()
        wait_until_busy(process, 0.5)  # it thinks
        process.send_signal(number)
        _, error = process.communicate(timeout=PATIENCE)
    (file,) = tmp_path.iterdir()
    assert (process.returncode, error.decode()) == (status, f"tengen: {words}; the game so far is in {file.name}\n")
    assert len(tg.read_sgf(file.read_text()).record) == 1


def test_a_terminal_that_draws_nothing_gets_lines_and_a_prompt(tmp_path: Path) -> None:
    with Session("play", "nogo", "--size", "3", "--two", env={"TERM": "dumb"}, cwd=tmp_path) as session:
        session.sees(">")
        session.press("B2\r")
        session.sees("White to play")
        session.press("\x04")
        assert session.end() == 0
        (file,) = tmp_path.iterdir()
        assert f"tengen: the game so far is in {file.name}" in session.output.decode()
        assert b"\x1b" not in session.output
        assert session.modes() == session.modes_before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--size", "60"), "a 60x60 board; games are played on at most 52 rows and columns, as many as SGF can keep"),
        (("--size", "0"), "a 0x0 board; expected at least one row and one column"),
        (("60",), "a 60x60 board; games are played on at most 52 rows and columns, as many as SGF can keep"),
        (("board.txt",), "'board.txt' is not a size; expected a number like 9, or rows and columns like 9x13"),
        (("9", "--size", "13"), "the size is there twice; leave out --size"),
        (
            ("--player", "nobody"),
            "there is no player 'nobody'; expected random, greedy, mcts or net (as in mcts:visits=1000 or "
            "net:seconds=0.5,threads=2), gtp:COMMAND, botzone:COMMAND, gomocup:COMMAND, nboard:COMMAND, FILE.py or FILE.py:FUNCTION",
        ),
        (("--player", "gtp:no-such-program"), "cannot start 'no-such-program': No such file or directory"),
        (("--two", "--player", "random"), "--two is for two people; leave out --player and --color"),
        (("--two", "--color", "white"), "--two is for two people; leave out --player and --color"),
        (
            ("--clock", "soon"),
            "'soon' is not a clock; expected seconds as in 60, 60+1 (a second more with each move), "
            "60+5x10 (then 5 periods of 10), 60+30/5 (then 30 for every 5 moves), or 0.5/move",
        ),
        (
            ("--sgf", "/no/such/folder/game.sgf"),
            "cannot save the game in '/no/such/folder/game.sgf': No such file or directory",
        ),
        (("--sgf", "/dev/null"), "there is a file '/dev/null' already; name another one for the game"),
        (("--seed", "-1"), "argument --seed: -1: expected 0 or more (see tengen play --help)"),
        (("--komi", "7"), "unrecognized arguments: --komi 7 (see tengen play --help)"),
    ],
)
def test_bad_usage(tengen: Tengen, words: tuple[str, ...], message: str) -> None:
    result = tengen("play", "nogo", *words)
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {message}\n")


def test_saving_that_fails_is_said_and_the_game_goes_on(tengen: Tengen, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    with subprocess.Popen(
        [TENGEN, "play", "nogo", "--size", "3", "--two", "--sgf", "games/game.sgf"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert b"Black to play\n" in process.stdout
        folder.rmdir()
        out, _ = process.communicate(b"B2\nA1\n", timeout=20)
    assert out.count(b"cannot save the game in 'games/game.sgf': No such file or directory\n") == 2
    assert out.endswith(b"1 O . . 1\n  A B C\nBlack to play\n")


def test_the_page_shows_what_happens(tmp_path: Path) -> None:
    parts = list(console_parts(PAGE))
    assert len(parts) == 1
    for command, answer in parts:
        assert run_shell(command, tmp_path) == answer


def test_the_page_shows_what_is_seen() -> None:
    picture = PAGE.read_text(encoding="utf-8").split("```text\n")[1].split("```")[0].splitlines()
    words = ["--player", "greedy:seed=7", "--clock", "600+5"]
    with Session("play", "nogo", *words, rows=len(picture), env=CALM) as session:
        for ply, vertex in enumerate(("E5", "D3", "F4", "C6", "G7")):
            session.sees(f"move {2 * ply + 1}")
            session.press(f"{vertex}\r")
        session.sees("last move: White J8")
        session.press("m")
        session.sees("only White")
        session.press("J9\r")
        session.sees("no suicide")
        assert [without_times(line) for line in session.lines] == [without_times(line) for line in picture]


def without_times(line: str) -> str:
    return re.sub(r"\d+:\d\d", "00:00", line)
