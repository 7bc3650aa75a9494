"""tengen completion: the scripts, and what bash makes of its own."""

from __future__ import annotations

import re
import subprocess
from argparse import ArgumentParser
from pathlib import Path

import pytest

from conftest import Tengen
from tengen.cli.arguments import add_arguments
from tengen.cli.help import HELP
from tengen.games import NAMES
from tengen.players.specs import NAMES as PLAYERS

# What is typed before the tab key, and what bash offers where there are board.txt, moves.txt and a folder boards.
TYPED = {
    "tengen ": {*HELP},
    "tengen sim": {"simulate"},
    "tengen simulate ": {*NAMES},
    "tengen botzone ": {"nogo", "gomoku", "othello"},
    "tengen simulate nogo --fo": {"--format"},
    "tengen simulate nogo --format ": {"contest", "diagram", "json", "sgf"},
    "tengen check nogo --format json --explain bo": {"board.txt", "boards"},
    "tengen judge nogo board.txt mo": {"moves.txt"},
    "tengen render nogo board.txt --theme d": {"dark"},
    "tengen render ": {*NAMES, "board.txt", "moves.txt", "boards"},
    "tengen review ": {*NAMES, "board.txt", "moves.txt", "boards"},
    "tengen review go --player m": {"moves.txt", "mcts"},
    "tengen report bo": {"board.txt", "boards"},
    "tengen match nogo mcts --sgf bo": {"boards"},
    "tengen match nogo mcts ": {*PLAYERS, "board.txt", "moves.txt", "boards"},
    "tengen play nogo --player m": {"moves.txt", "mcts"},
    "tengen serve --most-ro": {"--most-rows"},
    "tengen completion ": {"bash", "zsh", "fish"},
}


def test_bash_completes(tengen: Tengen, tmp_path: Path) -> None:
    script = tengen("completion", "bash").stdout.decode()
    function = re.findall(r"^complete .*-F (\w+) tengen$", script, re.MULTILINE)[0]
    for typed in TYPED:
        words = typed.split(" ")
        quoted = " ".join(f"'{word}'" for word in words)
        script += f'\nCOMP_WORDS=({quoted}) COMP_CWORD={len(words) - 1}; {function}; echo "${{COMPREPLY[@]}}"'
    for name in ("board.txt", "moves.txt"):
        (tmp_path / name).touch()
    (tmp_path / "boards").mkdir()
    result = subprocess.run(["bash", "--norc"], input=script.encode(), cwd=tmp_path, capture_output=True, check=True)
    assert result.stderr == b""
    assert dict(zip(TYPED, (set(line.split()) for line in result.stdout.decode().splitlines()), strict=True)) == TYPED


@pytest.mark.parametrize(
    ("shell", "of_command", "written"),
    [
        ("bash", r"^_shtab_tengen_{}_option_strings=.*$", "{}"),
        ("zsh", r"^_shtab_tengen_{}_options=\((?:\n .*)*", "{}"),
        ("fish", r"^complete .*'_shtab_tengen_using {}'.*$", "-l {}"),
    ],
)
def test_every_option_is_in_the_script(tengen: Tengen, shell: str, of_command: str, written: str) -> None:
    script = tengen("completion", shell).stdout.decode()
    for name in HELP:
        parser = ArgumentParser()
        add_arguments(parser, name, None)
        lines = "\n".join(re.findall(of_command.format(name), script, re.MULTILINE))
        for option in re.findall(r"--([a-z-]+)", parser.format_usage()):
            assert re.search(rf"{written.format(option)}\b", lines), f"{name} --{option}"


def test_a_shell_that_is_not_known(tengen: Tengen) -> None:
    result = tengen("completion", "csh")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(b"tengen: argument SHELL: invalid choice: 'csh' (choose from ")
