"""What the protocols share: asking a player for a move, and its thoughts in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tengen._core import Cancel
from tengen.board import Pass, Point
from tengen.errors import PlayerFailed, TengenError
from tengen.games.game import GamePosition
from tengen.players import Choice, Clock, Player, mcts
from tengen.protocols.gtp_io import Job

Result = TypeVar("Result")

_MOST_OF_LINE = 8  # moves: enough to see what it has in mind


def think(player: Player, position: GamePosition, clock: Clock | None, cancel: Cancel | None = None) -> Choice:
    """The player's choice, which is legal or a resignation. Whatever goes wrong is a TengenError of one line."""
    try:
        if isinstance(player, mcts):
            return player.choose(position, clock, cancel)
        choice = player.choose(position, clock)
        legal = choice.move is None or position.is_legal(choice.move)
    except TengenError:
        raise
    except Exception as error:  # whatever somebody's own function may raise
        words = " ".join(str(error).split())
        raise PlayerFailed(f"{player} failed: {type(error).__name__}: {words}", "crash") from error
    if choice.move is not None and not legal:
        raise PlayerFailed(f"{player} chose an illegal move: {position.why_illegal(choice.move)}", "illegal")
    return choice


def thought(position: GamePosition, choice: Choice, name: Callable[[Point | Pass], str]) -> str:
    """What the player knows of its choice, in words; nothing if it knows nothing."""
    words = []
    if choice.value is not None:
        words.append(f"value {choice.value:.3f} for {position.to_play}{', proven' if choice.exact else ''}")
    if visits := sum(choice.visits.values()):
        words.append(f"{visits} visits")
    if choice.line:
        rest = " ..." if len(choice.line) > _MOST_OF_LINE else ""
        words.append(f"line {' '.join(name(move) for move in choice.line[:_MOST_OF_LINE])}{rest}")
    return ", ".join(words)


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
