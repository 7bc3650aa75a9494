"""Boards of every game to try the environments on: a square, a rectangle, and one with holes."""

from __future__ import annotations

from typing import Any

import pytest

import tengen as tg

HOLES = "..#..\n.....\n#...#\n.....\n..#..\n"
OTHELLO_HOLES = "......\n..OX..\n#.XO.#\n......\nWhite to play\n"

BOARDS: list[tuple[str, dict[str, Any]]] = [
    ("nogo", {"size": 4}),
    ("nogo", {"size": (3, 5)}),
    ("nogo", {"start": tg.nogo.parse(HOLES)}),
    ("go", {"size": 4, "komi": 0.5, "ko": "simple", "suicide": True}),
    ("go", {"size": (3, 4)}),
    ("go", {"start": tg.go.parse(HOLES, komi=2)}),
    ("gomoku", {"size": 5, "in_a_row": 4, "variant": "standard"}),
    ("gomoku", {"size": (3, 6), "in_a_row": 3}),
    ("gomoku", {"start": tg.gomoku.parse(HOLES, in_a_row=3)}),
    ("othello", {"size": 4}),
    ("othello", {"size": (4, 6)}),
    ("othello", {"start": tg.othello.parse(OTHELLO_HOLES)}),
]


def words(value: Any) -> str:
    return " ".join(map(str, value.values())) if "start" not in value else "holes"


every_board = pytest.mark.parametrize(
    ("game", "options"), BOARDS, ids=[f"{game} {words(options)}" for game, options in BOARDS]
)


def start_of(game: str, options: dict[str, Any]) -> tg.Position:
    """The same position, without the environments' help."""
    if "start" in options:
        position: tg.Position = options["start"]
        return position
    made: tg.Position = getattr(tg, game).start(**options)
    return made


def name_of(game: str) -> str:
    return f"tengen/{getattr(tg, game).GAME.title}-v0"
