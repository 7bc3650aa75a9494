"""Playing the games of a match, wherever an executor puts the work."""

from __future__ import annotations

import atexit
import os
import pickle
import shutil
import signal
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property, lru_cache, partial
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread
from types import FrameType

from tengen.games.game import Position
from tengen.grid import BLACK, WHITE
from tengen.match.adjudication import Adjudication
from tengen.match.metering import Meter
from tengen.match.processes import MARK, adopt_orphans, end_descendants
from tengen.match.schedule import Fixture, derived_seed, opening
from tengen.match.strangers import Stranger, StrangerProcess
from tengen.match.versions import Versions, is_own, require_version
from tengen.match.watching import LiveGame
from tengen.players import Clock, ExternalPlayer, Player, play
from tengen.players.course import Course
from tengen.players.program import end_programs
from tengen.players.swap2 import swap2
from tengen.store.finished import StoredGame
from tengen.values import Value

_kept: dict[str, Player] | None = None  # the players, from game to game, if this process plays nothing but this match
_folder: str | None = None  # for the players' temporary files, if so
_telling = Lock()  # held to hand in a game; kept for good when this process ends: players that fail then are not blamed


class Setup(Value):
    """What is the same for all games of a match."""

    __slots__ = ("adjudication", "clocks", "live", "opening_plies", "opening_rule", "players", "seed", "versions")

    players: Mapping[str, Player | Stranger]
    opening_plies: int
    clocks: Mapping[str, Clock | None]
    seed: int
    versions: Versions  # of the players that the match was started with
    adjudication: Adjudication | None
    opening_rule: str | None
    live: Path | None  # the folder where games are shown while they are played, if somebody watches

    def __init__(
        self,
        players: Mapping[str, Player | Stranger],
        opening_plies: int,
        clocks: Mapping[str, Clock | None],
        seed: int,
        versions: Versions,
        adjudication: Adjudication | None = None,
        opening_rule: str | None = None,
        live: Path | None = None,
    ) -> None:
        self._set(
            players=players,
            opening_plies=opening_plies,
            clocks=clocks,
            seed=seed,
            versions=versions,
            adjudication=adjudication,
            opening_rule=opening_rule,
            live=live,
        )

    def packed(self) -> bytes:
        """For other processes. Reading it runs no code of others, which players of others are made of."""
        players = {
            name: player
            if is_own(player) or isinstance(player, ExternalPlayer)
            else Stranger(pickle.dumps(player), str(player))
            for name, player in self.players.items()
        }
        settings = self.opening_plies, self.clocks, self.seed, self.versions, self.adjudication, self.opening_rule
        return pickle.dumps(Setup(players, *settings, self.live))


class Parcel:
    """A setup on its way to a process that plays games, which opens it once."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup

    def open(self) -> Setup:
        return self._setup

    @cached_property
    def _data(self) -> bytes:
        return self._setup.packed()

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


def prepare_process(stop: Connection, mark: str, folder: str) -> None:
    """Makes this process a worker of a match. It ends when the match does, however that ends.

    mark: of all that it starts. folder: of the match, for files that nobody needs when it is over.
    """
    global _kept, _folder
    _kept = {}
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the match hears Ctrl-C, and ends this process
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    signal.signal(signal.SIGTERM, _not_yet)
    os.environ[MARK] = mark
    with suppress(OSError):  # the match may be over already
        _folder = os.environ["TMPDIR"] = tempfile.tempdir = tempfile.mkdtemp(dir=folder)
    adopt_orphans()
    Thread(target=_end_with, args=(stop,), daemon=True).start()
    atexit.register(_end_all)  # which that thread may be about to do


def _end_with(stop: Connection) -> None:
    with suppress(EOFError, OSError):
        stop.recv_bytes()
    _telling.acquire()
    _end_all()
    os._exit(0)


def _end_all() -> None:
    """All that the players of this process have started, and their files."""
    end_programs()
    end_descendants()
    if _folder is not None:
        shutil.rmtree(_folder, ignore_errors=True)
        with suppress(OSError):  # the last one to go: the match, which would, may have been killed
            os.rmdir(os.path.dirname(_folder))


def _not_yet(number: int, frame: FrameType | None) -> None:
    """Ignores the SIGTERM of a pool that has lost a process: workers end with the match, and their programs first."""


def play_some(parcel: Parcel, fixtures: Sequence[tuple[Fixture, Position]], seconds: float) -> list[StoredGame]:
    """Plays these games one after the other, the first at least; after this many seconds no other is begun."""
    setup = parcel.open()
    begun = time.monotonic()
    games: list[StoredGame] = []
    players = {} if _kept is None else _kept
    try:
        for fixture, start in fixtures:
            game = _play(setup, players, fixture, start)
            with _telling:
                games.append(game)
            if time.monotonic() - begun >= seconds:
                break
    finally:
        if _kept is None:
            for player in players.values():
                if isinstance(player, ExternalPlayer):
                    player.close()
    return games


def _play(setup: Setup, players: dict[str, Player], fixture: Fixture, start: Position) -> StoredGame:
    given = opening(fixture, start, setup.opening_plies, setup.seed)
    names = fixture.black, fixture.white
    black, white = (
        _seated(setup, players, name, derived_seed(setup.seed, "player", fixture.number, side))
        for side, name in zip(("black", "white"), names, strict=True)
    )
    if setup.opening_rule is not None:
        given, swapped, failed = swap2(given.end, black, white)
        if failed is not None:
            played = Course.begun(given.end).failed(*failed).played
            return StoredGame.of(fixture.number, fixture.pair, *names, given, played)
        if swapped:
            names, black, white = names[::-1], white, black
    trusted = [color for color, player in ((BLACK, black), (WHITE, white)) if is_own(player)]
    with LiveGame(setup.live, fixture, names, given) as live:
        played = play(
            given.end,
            black,
            white,
            clock=(setup.clocks[names[0]], setup.clocks[names[1]]),
            on_move=live.moved,
            asking=Meter().ask,
            verdict=None if setup.adjudication is None else partial(setup.adjudication.verdict, trusted=trusted),
        )
    return StoredGame.of(fixture.number, fixture.pair, *names, given, played)


def _seated(setup: Setup, players: dict[str, Player], name: str, seed: int) -> Player:
    """This player for one game. Programs go on from game to game; other players begin anew."""
    player, version = setup.players[name], setup.versions[name]
    if isinstance(player, ExternalPlayer):
        require_version(name, player, version)
        if name not in players:
            players[name] = copy(player)  # threads of one process share the setup
        return players[name]
    if isinstance(player, Stranger):
        if _kept is not None:
            if name not in players:
                players[name] = StrangerProcess(player, name, version)
            return players[name].seeded(seed)
        player = player.unpacked(name, version)
    return player.seeded(seed)
