"""The games that the conformance suite is run on. A game joins by adding a line to CLIENTS."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import tengen as tg
from tengen.games.game import Game, Position
from tengen.games.go import GAME as GO
from tengen.games.gomoku import GAME as GOMOKU
from tengen.games.nogo import GAME as NOGO
from tengen.games.othello import GAME as OTHELLO


@dataclass(frozen=True)
class Client:
    """A game under some rules, and the boards to try it on, as diagrams."""

    name: str
    game: Game
    starts: tuple[str, ...]  # where games are played from
    tiny: tuple[str, ...]  # few enough points that every game can be played out in Python
    rules: dict[str, Any] = field(default_factory=dict)
    same_for_both: bool = True  # may Black do what White may?

    def parse(self, text: str | bytes, to_play: tg.Color | None = None) -> Position:
        module = __import__(f"tengen.games.{self.game.name}", fromlist=["parse"])
        position: Position = module.parse(text, to_play, **self.rules)
        return position

    def __str__(self) -> str:
        return self.name


SHAPES = (".", ".....", "...\n...\n...\n...", "......\n" * 6, "X.#.\n..O.\n#...", "..O\n.X.\n..X\nWhite to play")
TINY = ("....", "...\n...", "X.#\n..O\nWhite to play")

# At D4 a double three.
RENJU = ".......\n...X...\n...X...\n.XX....\n.OO....\n.......\n..OO...\nBlack to play"

CLIENTS = [
    Client("nogo", NOGO, SHAPES, TINY),
    Client("go", GO, SHAPES, ("..", "X.\n.#"), {"komi": 0}),
    Client("go with suicide", GO, SHAPES, ("..",), {"komi": 0, "suicide": True, "ko": "situational"}),
    Client("gomoku", GOMOKU, (*SHAPES, ".......\n" * 7), TINY),
    Client(
        "othello",
        OTHELLO,
        (*SHAPES, *(str(tg.othello.start(size)) for size in (6, 4, (4, 10)))),
        (*TINY, "OX.\nXO#\n...\n", str(tg.othello.start((2, 4)))),
    ),
    Client("three in a row", GOMOKU, SHAPES, TINY, {"in_a_row": 3, "variant": "standard"}),
    Client("renju", GOMOKU, (*SHAPES, RENJU), (*TINY, "XX.XX.XX\nOO.O.O.O"), {"variant": "renju"}, same_for_both=False),
]
