"""tengen botzone as the site runs it: one line or many, what a player prints, bad usage."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tengen as tg
from conftest import REPOSITORY, Tengen
from protocols.sessions import console_parts, run_shell
from protocols.test_botzone import as_json, history
from tengen.players.botzone_engine import KEEP_RUNNING


def test_the_command_answers_one_line_and_ends(tengen: Tengen) -> None:
    result = tengen("botzone", "nogo", "--player", "random:seed=1", input=history([]).encode() + b"\n{\n")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.count(b"\n") == 1
    assert set(json.loads(result.stdout)) == {"response", "debug"}


def test_the_command_keeps_running(tengen: Tengen) -> None:
    opening = f"{history([])}\n\n"
    first = tengen("botzone", "nogo", "--keep-running", "--player", "random:seed=1", input=opening.encode())
    assert (first.returncode, first.stderr) == (0, b"")
    answer, mark = first.stdout.decode().splitlines()
    assert mark == KEEP_RUNNING
    reply = next(point for point in tg.nogo.start(9).legal_moves if as_json(point) != json.loads(answer)["response"])
    both = tengen(
        "botzone",
        "nogo",
        "--keep-running",
        "--player",
        "random:seed=1",
        input=f"{opening}{json.dumps(as_json(reply))}\n".encode(),
    )
    lines = both.stdout.decode().splitlines()
    assert (both.returncode, lines[:2], lines[3:]) == (0, [answer, mark], [mark])


def test_what_a_player_prints_is_not_taken_for_an_answer(tengen: Tengen, tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text("def choose(position, clock):\n    print('hm', flush=True)\n    return 'A9'\n")
    result = tengen("botzone", "nogo", "--player", "mybot.py:choose", input=history([]).encode(), cwd=tmp_path)
    assert result.stdout == b'{"response":{"x":0,"y":0},"debug":"chosen by mybot.py:choose"}\n'
    assert (result.returncode, result.stderr) == (0, b"hm\n")


@pytest.mark.parametrize(
    ("words", "line", "message"),
    [
        ((), b"", b"tengen: there is no input; expected a line of JSON from Botzone\n"),
        ((), b"\n\n", b"tengen: there is no input; expected a line of JSON from Botzone\n"),
        ((), b"hello\n", b"tengen: the input is not JSON: Expecting value at character 1\n"),
        (
            ("--keep-running",),
            b"[]\n",
            b'tengen: the input is a list; expected an object like {"requests": '
            b'[{"x": -1, "y": -1}], "responses": []}\n',
        ),
        (("--player", "strong"), b"{}\n", b"tengen: there is no player 'strong'"),
    ],
)
def test_the_command_says_what_is_wrong(tengen: Tengen, words: tuple[str, ...], line: bytes, message: bytes) -> None:
    result = tengen("botzone", "nogo", *words, input=line)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(message)
    assert result.stderr.count(b"\n") == 1


def test_the_sessions_on_the_page_are_true(tmp_path: Path) -> None:
    page = REPOSITORY / "docs" / "botzone.md"
    (tmp_path / "mybot.py").write_text(page.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0])
    shown = 0
    for command, answer in console_parts(page):
        assert run_shell(command, tmp_path) == answer, command
        shown += 1
    assert shown >= 5
