"""Opponents by how strong they are, for people who choose one. What plays at a level, the game says."""

from __future__ import annotations

from typing import NamedTuple

from tengen.games.game import Game
from tengen.players.learned import NetPlayer, usual
from tengen.players.player import Player
from tengen.players.specs import parse

_NAMES = ("beginner", "easy", "medium", "hard", "strong", "strongest")


class Level(NamedTuple):
    name: str
    player: Player
    elo: int | None  # above the first level, on a board of the usual size; None: not measured


def levels(game: Game) -> list[Level]:
    """From the weakest up."""
    return [Level(name, _on_any_board(parse(spec)), elo) for name, (spec, elo) in zip(_NAMES, game.levels, strict=True)]


def _on_any_board(player: Player) -> Player:
    if isinstance(player, NetPlayer):
        return usual(visits=player.visits, seconds=player.seconds)
    return player
