"""What the protocols share: asking a player for a move, which may go wrong."""

from __future__ import annotations

from tengen._core import Cancel
from tengen.errors import PlayerFailed, TengenError
from tengen.games.game import GamePosition
from tengen.players import Choice, Clock, Player, mcts
from tengen.players.player import checked


def think(player: Player, position: GamePosition, clock: Clock | None, cancel: Cancel | None = None) -> Choice:
    """The player's choice, which is legal or a resignation. Whatever goes wrong is a TengenError of one line."""
    if isinstance(player, mcts):
        return player.choose(position, clock, cancel)
    try:
        answer = player.choose(position, clock)
    except TengenError:
        raise
    except (Exception, SystemExit) as error:  # whatever somebody's own function may raise
        words = " ".join(str(error).split())
        raise PlayerFailed(f"{player} failed: {type(error).__name__}: {words}", "crash") from error
    return checked(answer, position, player)
