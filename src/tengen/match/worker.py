"""Playing the games of a match, wherever an executor puts the work."""

from __future__ import annotations

import atexit
import json
import os
import pickle
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property, lru_cache
from multiprocessing.connection import Connection
from threading import Thread, current_thread, main_thread
from types import FrameType

from tengen.board import BLACK
from tengen.errors import PlayerFailed
from tengen.games.game import GamePosition
from tengen.games.record import Record
from tengen.match.schedule import Fixture, derived_seed
from tengen.players import Choice, Clock, FunctionPlayer, Played, Player, external, mcts, play
from tengen.players.gtp_client import end_programs
from tengen.players.player import GreedyPlayer, RandomPlayer, worded
from tengen.players.words import thought
from tengen.store.games import StoredGame, packed
from tengen.values import Value
from tengen.verbs.simulate import simulate

FUNCTION_TIMEOUT = 60.0  # seconds for a function to answer if there is no clock, as for a program
_STUBBORN = 5.0  # seconds later, one that goes on all the same ends with its process
_OURS = (RandomPlayer, GreedyPlayer, mcts)  # players that need no watching
_MOST_WORDS = 2000  # of the reason for a failure, which a player may have worded itself

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


class Parcel:
    """A setup on its way: opened where games are played, and there only.

    A process that cannot make sense of it, because a player's file is not there, then fails to play a game, and not to
    read what it is sent, which may be the end of it. It is opened once a process.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup

    def open(self) -> Setup:
        return self._setup

    @cached_property
    def _data(self) -> bytes:
        return pickle.dumps(self._setup)

    def __reduce__(self) -> tuple[type[_Closed], tuple[bytes]]:
        return _Closed, (self._data,)


class _Closed:
    def __init__(self, data: bytes) -> None:
        self._data = data

    def open(self) -> Setup:
        return _opened(self._data)


@lru_cache(maxsize=8)
def _opened(data: bytes) -> Setup:
    setup: Setup = pickle.loads(data)
    return setup


def prepare_process(stop: Connection) -> None:
    """Makes this process a worker of a match. It ends when the match does, however that ends."""
    global _kept
    _kept = {}
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the match hears Ctrl-C and says what becomes of us
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    signal.signal(signal.SIGTERM, _not_yet)
    os.dup2(2, 1)  # what somebody's own player prints does not go into the table
    Thread(target=_end_with, args=(stop,), daemon=True).start()
    atexit.register(end_programs)  # which that thread may be about to do


def _end_with(stop: Connection) -> None:
    with suppress(EOFError, OSError):
        stop.recv_bytes()
    end_programs()
    os._exit(0)


def _not_yet(number: int, frame: FrameType | None) -> None:
    """A pool that has lost a process ends the others this way. We end with the match, as soon but with our programs."""


def play_some(parcel: Parcel, fixtures: Sequence[tuple[Fixture, GamePosition]], seconds: float,
              trail: str | None = None) -> list[StoredGame]:
    """Plays these games one after the other, the first at least; after so many seconds no more are begun.

    trail: a file in which it is written whose turn it is, to be read if this process dies.
    """
    setup = parcel.open()
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
                if isinstance(player, external):
                    player.close()
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

    def on_move(position: GamePosition, choice: Choice | None) -> None:
        if trail is not None:
            # Written over, for a file that is emptied first may have to wait for the disk.
            with open(os.open(trail, os.O_WRONLY | os.O_CREAT), "w") as file:
                file.write("black" if position.to_play is BLACK else "white")

    on_move(given.end, None)
    return stored(fixture, given, play(given.end, *sides, clock=setup.clock, on_move=on_move))


def _seated(setup: Setup, players: dict[str, Player], name: str, seed: int) -> Player:
    """This player for one game. Programs go on from game to game; whatever else a player has in mind is new."""
    player = setup.players[name]
    if isinstance(player, external):
        if name not in players:
            players[name] = copy(player)  # threads of one process have the same one in their hands
        return players[name]
    player = player.seeded(seed)
    return player if isinstance(player, _OURS) else _Watched(player)


def stored(fixture: Fixture, given: Record, played: Played) -> StoredGame:
    """The game as the file keeps it."""
    start = given.start
    first, second = sum(played.seconds[::2]), sum(played.seconds[1::2])  # sides take turns, a pass is a turn
    black_first = given.end.to_play is BLACK
    return StoredGame(
        fixture.number, fixture.pair, fixture.black, fixture.white, played.winner, played.ending,
        played.reason[:_MOST_WORDS].encode("utf-8", "replace").decode(), start,
        len(given), packed(given.moves, start.width) + packed(played.record.moves, start.width),
        first if black_first else second, second if black_first else first, _thoughts(given, played), played.stderr)


def _thoughts(given: Record, played: Played) -> str | None:
    if all(choice.value is None for choice in played.choices):
        return None
    thoughts: list[tuple[float | None, str | None]] = [(None, None)] * len(given)
    position = given.end
    for move, choice in zip(played.record.moves, played.choices, strict=True):
        thoughts.append(_thought(position, choice))
        position = position.play(move)
    return json.dumps(thoughts, separators=(",", ":"))


def _thought(position: GamePosition, choice: Choice) -> tuple[float | None, str | None]:
    try:
        value = None if choice.value is None else float(choice.value)
        black_wins = value if value is None or position.to_play is BLACK else 1 - value
        words = thought(position, choice) or None
    except Exception:  # somebody's own player may call anything a value, or a line
        return None, None
    return None if black_wins is None or not 0 <= black_wins <= 1 else round(black_wins, 4), words


class _TimeUp(BaseException):
    """Not an Exception: a function that catches those is stopped all the same."""


class _Watched(FunctionPlayer):
    """Somebody's own player, stopped when its time is up, where that can be done: in the first thread of a process."""

    __slots__ = ()

    def __init__(self, player: Player) -> None:
        super().__init__(player.choose, str(player))

    def choose(self, position: GamePosition, clock: Clock | None = None) -> Choice:
        try:
            if current_thread() is main_thread() and hasattr(signal, "setitimer"):
                return self._choose_in_time(position, clock)
            return super().choose(position, clock)
        except Exception:
            raise
        except BaseException as error:  # sys.exit() must not end more than this game; Ctrl-C must, where it is heard
            if isinstance(error, KeyboardInterrupt) and _kept is None:
                raise
            raise PlayerFailed(worded(error), "crash") from None

    def _choose_in_time(self, position: GamePosition, clock: Clock | None) -> Choice:
        allowed = FUNCTION_TIMEOUT if clock is None else clock.available + 0.1  # past its end, for a clock is exact

        def stop(number: int, frame: FrameType | None) -> None:
            if _kept is not None:
                signal.signal(signal.SIGALRM, signal.SIG_DFL)  # which ends a process
                signal.setitimer(signal.ITIMER_REAL, _STUBBORN)
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
