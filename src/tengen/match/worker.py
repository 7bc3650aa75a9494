"""Playing the games of a match, wherever an executor puts the work."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread, current_thread, main_thread
from types import FrameType

from tengen.board import BLACK
from tengen.errors import PlayerFailed
from tengen.games.game import GamePosition
from tengen.games.record import Record
from tengen.match.schedule import Fixture, derived_seed
from tengen.players import Choice, Clock, FunctionPlayer, Played, Player, external, play
from tengen.players.words import thought
from tengen.store.games import StoredGame, packed
from tengen.values import Value
from tengen.verbs.simulate import simulate

FUNCTION_TIMEOUT = 60.0  # seconds for a function to answer if there is no clock, as for a program

_kept: dict[str, Player] | None = None  # players of this process from one game to the next, if it is ours alone


class Setup(Value):
    """What is the same for all games of a match."""

    __slots__ = ("clock", "opening_plies", "players", "seed")

    players: dict[str, Player]
    opening_plies: int
    clock: Clock | None
    seed: int

    def __init__(self, players: dict[str, Player], opening_plies: int, clock: Clock | None, seed: int) -> None:
        self._set(players=players, opening_plies=opening_plies, clock=clock, seed=seed)


def prepare_process(stop: Connection) -> None:
    """Makes this process a worker of a match. It ends when the match does, however that ends."""
    global _kept
    _kept = {}
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the match hears Ctrl-C and says what becomes of us
    Thread(target=_end_with, args=(stop,), daemon=True).start()


def _end_with(stop: Connection) -> None:
    with suppress(EOFError, OSError):
        stop.recv_bytes()
    for player in (_kept or {}).values():
        _close(player)
    os._exit(0)


def play_some(setup: Setup, fixtures: Sequence[tuple[Fixture, GamePosition]], seconds: float,
              trail: str | None = None) -> list[StoredGame]:
    """Plays these games one after the other, the first at least; after so many seconds no more are begun.

    trail: a file in which it is written whose turn it is, to be read if this process dies.
    """
    begun = time.monotonic()
    games: list[StoredGame] = []
    players = {} if _kept is None else _kept
    try:
        for fixture, start in fixtures:
            games.append(_play(setup, players, fixture, start, trail))
            if time.monotonic() - begun >= seconds:
                break
    finally:
        if _kept is None:
            for player in players.values():
                _close(player)
    return games


def opening(setup: Setup, fixture: Fixture, start: GamePosition) -> Record:
    """The moves that are given; none of them ends the game."""
    record = simulate(start, seed=derived_seed(setup.seed, "opening", fixture.opening), most_plies=setup.opening_plies)
    while len(record) and record.end.is_over:
        record = Record(start, record.moves[:-1])
    return record


def _play(setup: Setup, players: dict[str, Player], fixture: Fixture, start: GamePosition,
          trail: str | None) -> StoredGame:
    given = opening(setup, fixture, start)
    sides = [_seated(setup, players, name, derived_seed(setup.seed, "player", fixture.number, side))
             for side, name in (("black", fixture.black), ("white", fixture.white))]
    if trail is not None:
        sides = [_Traced(player, Path(trail), side) for player, side in zip(sides, ("black", "white"), strict=True)]
    played = play(given.end, *sides, clock=setup.clock)
    return stored(fixture, given, played)


def _seated(setup: Setup, players: dict[str, Player], name: str, seed: int) -> Player:
    """This player for one game. Programs go on from game to game; whatever else a player has in mind is new."""
    player = setup.players[name]
    if isinstance(player, external):
        if name not in players:
            players[name] = copy(player)  # threads of one process have the same one in their hands
        return players[name]
    player = player.seeded(seed)
    return _Watched(player) if isinstance(player, FunctionPlayer) else player


def _close(player: Player) -> None:
    if isinstance(player, external):
        player.close()


def stored(fixture: Fixture, given: Record, played: Played) -> StoredGame:
    """The game as the file keeps it."""
    start = given.start
    first, second = sum(played.seconds[::2]), sum(played.seconds[1::2])  # sides take turns, a pass is a turn
    black_first = given.end.to_play is BLACK
    return StoredGame(
        fixture.number, fixture.pair, fixture.black, fixture.white, played.winner, played.ending, played.reason, start,
        len(given), packed(given.moves, start.width) + packed(played.record.moves, start.width),
        first if black_first else second, second if black_first else first, _thoughts(given, played), played.stderr)


def _thoughts(given: Record, played: Played) -> str | None:
    if all(choice.value is None for choice in played.choices):
        return None
    thoughts: list[tuple[float | None, str | None]] = [(None, None)] * len(given)
    position = given.end
    for move, choice in zip(played.record.moves, played.choices, strict=True):
        value = choice.value
        black_wins = value if value is None or position.to_play is BLACK else 1 - value
        thoughts.append((None if black_wins is None else round(black_wins, 4), thought(position, choice) or None))
        position = position.play(move)
    return json.dumps(thoughts, separators=(",", ":"))


class _TimeUp(BaseException):
    """Not an Exception: a function that catches those is stopped all the same."""


class _Watched(FunctionPlayer):
    """A function that is stopped when its time is up, where that can be done: in the first thread of a process."""

    __slots__ = ()

    def __init__(self, player: FunctionPlayer) -> None:
        super().__init__(player.function, player.name)

    def choose(self, position: GamePosition, clock: Clock | None = None) -> Choice:
        if current_thread() is not main_thread() or not hasattr(signal, "setitimer"):
            return super().choose(position, clock)
        allowed = FUNCTION_TIMEOUT if clock is None else clock.available + 0.1  # past its end, for a clock is exact

        def stop(number: int, frame: FrameType | None) -> None:
            raise _TimeUp

        before = signal.signal(signal.SIGALRM, stop)
        try:
            signal.setitimer(signal.ITIMER_REAL, allowed)
            try:
                return super().choose(position, clock)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except _TimeUp:
            raise PlayerFailed(f"{self.name} did not answer within {allowed:.3g} seconds", "timeout") from None
        finally:
            signal.signal(signal.SIGALRM, before)


class _Traced:
    """A player whose turns are written down before it is asked."""

    def __init__(self, player: Player, trail: Path, side: str) -> None:
        self._player = player
        self._trail = trail
        self._side = side

    def choose(self, position: GamePosition, clock: Clock | None = None) -> Choice:
        self._trail.write_text(self._side)
        return self._player.choose(position, clock)

    def seeded(self, seed: int) -> Player:
        return self

    def __str__(self) -> str:
        return str(self._player)
