"""What the protocols share: asking a player for a move, so that it can go wrong and be interrupted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tengen._core import Cancel
from tengen.errors import PlayerFailed, TengenError
from tengen.games.game import GamePosition
from tengen.players import Choice, Clock, Player, mcts
from tengen.players.player import checked
from tengen.protocols.gtp_io import Job

Result = TypeVar("Result")


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
    return checked(answer, position, str(player))


def interruptible(work: Callable[[Cancel], Result]) -> Result:
    """work(cancel), on a thread of its own so that Ctrl-C is heard while it goes on."""
    job = Job(work)
    try:
        while not job.is_done(0.2):
            pass
    except KeyboardInterrupt:
        job.stop()
        raise
    return job.result()
