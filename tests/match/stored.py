"""Files of games that were never played, for what is made of files."""

from __future__ import annotations

from collections.abc import Sequence

import tengen as tg
from tengen.games.game import Position
from tengen.players.words import Thought
from tengen.store.finished import StoredGame, packed

NOGO = tg.nogo.start(3)


def a_game(
    number: int,
    black: str,
    white: str,
    winner: tg.Color | None,
    ending: str = "over",
    *,
    start: Position = NOGO,
    moves: str = "",
    opening: int = 0,
    seconds: tuple[float, float] = (0.0, 0.0),
    reason: str = "because",
    thoughts: tuple[Thought, ...] = (),
) -> StoredGame:
    """A game, by the names of its moves."""
    points = start.points(moves.split())
    return StoredGame(
        number,
        number // 2,
        black,
        white,
        winner,
        ending,
        reason,
        start,
        opening,
        packed(start, points),
        *seconds,
        thoughts=thoughts,
    )


def a_pair(number: int, one: str, other: str, winners: Sequence[str | None]) -> list[StoredGame]:
    """The games of this pair, by the names of who won them; fewer than two if there are fewer winners."""
    games = []
    for second, winner in enumerate(winners):
        black, white = (one, other) if second == 0 else (other, one)
        color = None if winner is None else tg.BLACK if winner == black else tg.WHITE
        games.append(a_game(2 * number + second, black, white, color))
    return games
