"""Asking a player for a move, which may take long and may go wrong."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic

from tengen._core import Cancel
from tengen.errors import PlayerFailed, TengenError
from tengen.games.game import HasDeadStones, Position
from tengen.grid import Points
from tengen.interrupts import Job
from tengen.players.choice import Choice
from tengen.players.clock import Clock
from tengen.players.external import ExternalPlayer
from tengen.players.learned import NetPlayer
from tengen.players.mcts import MctsPlayer, Search
from tengen.players.player import Player, ask, worded


def think(player: Player, position: Position, clock: Clock | None, cancel: Cancel | None = None) -> Choice:
    """The player's choice, of a legal move or to resign. If it fails, that is a TengenError of one line."""
    try:
        if isinstance(player, MctsPlayer):
            return player.choose(position, clock, cancel)
        return ask(player, position, clock)
    except TengenError:
        raise
    except (Exception, SystemExit) as error:  # somebody's own function may raise anything
        raise PlayerFailed(f"{player} failed: {' '.join(worded(error).split())}", "crash") from error


def prepare(player: Player, position: Position) -> None:
    """The clock runs for thinking, not for loading a program or a net."""
    if isinstance(player, ExternalPlayer):
        player.prepare(position)
    elif isinstance(player, NetPlayer):
        player.evaluator(position)


def agreed_dead(players: Iterable[Player], position: Position) -> Points | None:
    """The stones that both sides take for dead at the end of a game. None if there are none, if they differ, or if one
    of them does not say; also where no program takes part: then the board counts as it stands."""
    both = list(players)
    game = position.game
    if not isinstance(game, HasDeadStones) or not any(isinstance(player, ExternalPlayer) for player in both):
        return None
    first, second = (
        player.dead_stones(position)
        if isinstance(player, ExternalPlayer)
        else game.dead_stones(position)
        if isinstance(player, MctsPlayer)
        else None
        for player in both
    )
    return first if first and first == second else None


class Thinking:
    """A player at work on a move, on a thread of its own. It can be watched, and told to stop."""

    def __init__(self, player: Player, position: Position, clock: Clock | None = None) -> None:
        self.player = player
        self.position = position
        self._clock = clock
        self._begun: float | None = None
        self._ended: float | None = None
        self._search: Search | None = None  # once it is at this position
        self._job = Job(self._work)

    def _work(self, cancel: Cancel) -> Choice:
        prepare(self.player, self.position)
        self._begun = monotonic()
        try:
            if isinstance(self.player, MctsPlayer):
                self._search = self.player.search(self.position)
            return think(self.player, self.position, self._clock, cancel)
        finally:
            self._ended = monotonic()

    @property
    def seconds(self) -> float:
        """How long it has thought, or did."""
        begun, ended = self._begun, self._ended
        return 0.0 if begun is None else (monotonic() if ended is None else ended) - begun

    def is_done(self, seconds: float = 0.0) -> bool:
        """Waits for this long at most."""
        return self._job.is_done(seconds)

    def so_far(self) -> Choice | None:
        """What it thinks by now, if it is a player that can be asked."""
        search = self._search
        return search.choice() if search is not None and search.visits else None

    def result(self) -> Choice:
        """Its choice, or raises a TengenError. It is done."""
        return self._job.result()

    def stop(self) -> None:
        """Asks it to stop. A search and a program do at once; a function of somebody's own goes on to its end."""
        self._job.cancel.request()
        if isinstance(self.player, ExternalPlayer):
            self.player.interrupt()
