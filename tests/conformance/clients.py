"""The games that the conformance suite is run on. A game joins by adding a line to CLIENTS."""

from __future__ import annotations

from dataclasses import dataclass

import tengen as tg
from tengen.games.game import Game, GamePosition
from tengen.games.nogo import GAME as NOGO


@dataclass(frozen=True)
class Client:
    """A game, and the boards to try it on."""

    game: Game
    starts: tuple[GamePosition, ...]  # where games are played from
    tiny: tuple[GamePosition, ...]  # few enough points that every game can be played out in Python

    def __str__(self) -> str:
        return self.game.name


CLIENTS = [
    Client(NOGO,
           starts=(tg.nogo.start(1), tg.nogo.start((1, 5)), tg.nogo.start((4, 3)), tg.nogo.start(6),
                   tg.nogo.parse("X.#.\n..O.\n#..."), tg.nogo.parse("..O\n.X.\n...\nWhite to play")),
           tiny=(tg.nogo.start((1, 4)), tg.nogo.start((2, 3)), tg.nogo.parse("X.#\n..O\nWhite to play"))),
]
