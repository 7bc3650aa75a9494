"""How a game on a terminal ends before its end: the terminal is as it was, and what was played is saved."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

import tengen as tg
from conftest import TENGEN
from play.sessions import CALM, LEAVES, Session


@pytest.mark.parametrize(("words", "saved"), [((), "nogo-20"), (("--sgf", "mine.sgf"), "mine.sgf")])
def test_ctrl_c_leaves_the_terminal_as_it_was_and_the_game_saved(
    words: tuple[str, ...], saved: str, tmp_path: Path
) -> None:
    with Session("play", "nogo", "--two", *words, cwd=tmp_path, env=CALM) as session:
        session.sees("Black to play")
        session.press("\r")
        session.sees("last move: Black E5")
        assert session.modes() != session.modes_before
        session.press("\x03")
        assert session.end() == 130
        assert session.modes() == session.modes_before
        (file,) = tmp_path.iterdir()
        assert file.name.startswith(saved)
        assert session.last_words == (
            "tengen: interrupted\n" if words else f"tengen: interrupted; the game so far is in {file.name}\n"
        )
        assert session.output.count(LEAVES) == 1
        assert len(tg.read_sgf(file.read_text()).record) == 1


def test_ctrl_c_before_the_first_move_leaves_no_file(tmp_path: Path) -> None:
    with Session("play", "nogo", cwd=tmp_path, env=CALM) as session:
        session.sees("Black to play")
        session.press("\x03")
        assert session.end() == 130
        assert session.last_words == "tengen: interrupted\n"
    assert not list(tmp_path.iterdir())


def test_sigterm_while_a_player_thinks(tmp_path: Path) -> None:
    with Session("play", "nogo", "--player", "mcts:seconds=600", cwd=tmp_path, env=CALM) as session:
        session.sees("Black to play")
        session.press("\r")
        session.sees("White is thinking")
        session.signal(signal.SIGTERM)
        assert session.end() == 143
        assert session.modes() == session.modes_before
        (file,) = tmp_path.iterdir()
        assert session.last_words == f"tengen: terminated; the game so far is in {file.name}\n"


def test_a_hangup_saves_the_game(tmp_path: Path) -> None:
    with Session("play", "nogo", "--player", "random:seed=7", cwd=tmp_path, env=CALM) as session:
        session.sees("Black to play")
        session.press("\r")
        session.sees("last move: White")
        session.hang_up()
        assert session.end() == 129
    (file,) = tmp_path.iterdir()
    assert len(tg.read_sgf(file.read_text()).record) == 2


def test_kill_minus_nine_loses_nothing_of_a_game_that_is_kept(tmp_path: Path) -> None:
    with Session("play", "nogo", "--player", "random:seed=7", "--sgf", "kept.sgf", cwd=tmp_path, env=CALM) as session:
        session.sees("Black to play")
        session.press("\r")
        session.sees("last move: White")
        session.pump(0.3)
        session.signal(signal.SIGKILL)
        session.end()
    assert len(tg.read_sgf((tmp_path / "kept.sgf").read_text()).record) == 2


def test_ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_back(tmp_path: Path) -> None:
    with Session(
        "--norc", "--noprofile", "-i", command="/bin/bash", cwd=tmp_path, env={**CALM, "PS1": "shell: "}
    ) as session:
        session.sees("shell:")
        session.press(f"{TENGEN} play nogo --two\r")
        session.sees("Black to play")
        session.press("\r")
        session.sees("last move: Black E5")
        session.press("\x1a")
        session.sees("Stopped")
        assert session.output.count(LEAVES) == 1
        session.press("stty -a\r")
        session.sees(" icanon ")
        session.press("clear\r")
        session.until(lambda: not any("Stopped" in line for line in session.lines), "a clear screen")
        session.press("fg\r")
        session.sees("last move: Black E5")
        session.press("D4\r")
        session.sees("last move: White D4")
        session.press("qq")
        session.sees("shell:")
        session.press("exit\r")
        assert session.end() == 0
