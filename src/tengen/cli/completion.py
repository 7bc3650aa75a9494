"""tengen completion: a script with which a shell completes commands, games, options and files."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

import shtab

from tengen import games
from tengen.cli.arguments import add_arguments
from tengen.cli.help import HELP
from tengen.cli.streams import write_text
from tengen.players import specs


def run(game: str, options: dict[str, Any]) -> int:
    values = {
        "BOARD": shtab.FILE,
        "MOVES": shtab.FILE,
        "FILE": shtab.FILE,
        "FOLDER": shtab.DIRECTORY,
        "PLAYER": _words_or_files(specs.NAMES),
    }
    parser = argparse.ArgumentParser(prog="tengen")
    commands = parser.add_subparsers()
    for name, (summary, _, _) in HELP.items():
        command = commands.add_parser(name, help=summary, description=summary)
        add_arguments(command, name, None)
        sgf = name in ("render", "review")  # which says itself of which game it is
        known = {**values, "GAME": _words_or_files(games.NAMES)} if sgf else values
        for action in command._actions:
            if complete := known.get(str(action.metavar or action.dest.upper())):
                action.complete = complete  # type: ignore[attr-defined]
    write_text(shtab.complete(parser, options["shell"]))
    return 0


def _words_or_files(words: Iterable[str]) -> dict[str, Any]:
    """As shtab wants it: what completes a word in each shell, and a function of bash."""
    function, choices = f"_tengen_{'_'.join(words)}_file", " ".join(words)
    return {
        "bash": function,
        "zsh": f"{{compadd {choices}; _files}}",
        "fish": f"{choices} (__fish_complete_path (commandline -ct))",
        "preamble": {"bash": f"{function}() {{ compgen -W '{choices}' -f -- \"$1\"; }}"},
    }
