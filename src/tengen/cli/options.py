"""Options that several commands have, and what is said of players and clocks."""

from __future__ import annotations

import argparse
from typing import Any

from tengen.games import by_name

PLAYERS = (
    "random, greedy, mcts:visits=1000, net:seconds=0.5,threads=2, gtp:COMMAND (or botzone:, gomocup:, nboard:), "
    "FILE.py or FILE.py:FUNCTION"
)
CLOCKS = "60 (seconds a game), 60+1, 60+5x10, 60+30/5 or 0.5/move"


def add_size(command: argparse.ArgumentParser, game: str | None) -> None:
    usual = f"{by_name(game).usual_size}" if game else "the game's usual size"
    command.add_argument("--size", help=f"rows, or rows x columns like 9x13 (default: {usual})")


def add_rules(command: argparse.ArgumentParser, game: str | None) -> None:
    if game in (None, "go"):
        command.add_argument("--komi", type=float, help="Go: points given to White (default: 7.5)")
        command.add_argument(
            "--ko",
            choices=("simple", "positional", "situational"),
            help="Go: the ko rule (default: positional superko)",
        )
        command.add_argument("--suicide", action="store_true", default=None, help="Go: suicide is allowed")
    if game in (None, "gomoku"):
        command.add_argument(
            "--in-a-row", type=at_least(1), metavar="K", help="Gomoku: how many in a row win (default: 5)"
        )
        command.add_argument(
            "--variant",
            choices=("freestyle", "standard", "caro", "renju"),
            help="Gomoku: K or more; exactly K; more than K, or K not blocked at both ends; five, with moves that are "
            "forbidden to Black (default: freestyle)",
        )


def at_least(least: int) -> Any:
    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{value}: expected {least} or more")
        return value

    number.__name__ = "whole number"
    return number
