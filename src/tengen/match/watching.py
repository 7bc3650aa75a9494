"""Games of a match while they are played, for those who watch: each in a small file beside the match.

Whoever watches makes the folder for them, and worker processes write there only while it is there: a match that nobody
watches writes nothing, and one that is watched later needs no option for it. The match itself never reads these files.
Workers that do not see the folder, on another machine, show nothing.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import tempfile
import time
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Self

from tengen.errors import TengenError
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.games.sgf import read_sgf
from tengen.grid import Pass, Point
from tengen.match.schedule import Fixture
from tengen.players import Choice
from tengen.store.finished import StoredGame, name_fault, packed, start_text

_AFTER = 1.0  # seconds that a game has lasted when it is first told of: there would be no time to look at others
_EVERY = 0.5  # seconds between two looks of it, on the average
_AT_ONCE = 8  # looks that may follow each other faster: a quick answer to a slow move is not held back
_MOST_PLIES = 10_000  # of a game that is shown; it is written as a whole, a millisecond's work then
_MOST_BYTES = 1 << 20  # of a file that is read


def folder_of(match: str | Path) -> Path:
    """Where the games of the match in this file are shown."""
    path = Path(os.path.realpath(match))
    return path.with_name(f"{path.name}-live")


def forget(folder: Path) -> None:
    """Nobody watches, or nobody plays. If somebody does, they make the folder again."""
    shutil.rmtree(folder, ignore_errors=True)


class LiveGame:
    """A game that is being played, as those who watch are told of it.

    They are told between moves, and in the thread that plays: so no clock counts it, not even one of processor time.
    What goes wrong with that is nobody's concern.
    """

    def __init__(self, folder: Path | None, fixture: Fixture, names: tuple[str, str], given: Record) -> None:
        """names: of Black and White. given: the moves that were made for them. folder: None if none is ever shown."""
        self._folder = folder
        self._fixture = fixture
        self._names = names
        self._given = given
        self._moves: list[Point | Pass] = []
        self._begun = time.monotonic()
        self._due = 0.0
        self._lock: int | None = None  # held on the file that is there: so it is known to be of a living process

    def moved(self, position: Position, choice: Choice) -> None:
        """After each move."""
        assert choice.move is not None
        self._moves.append(choice.move)
        now = time.monotonic()
        if now < self._due or now < self._begun + _AFTER or self._folder is None or len(self._moves) > _MOST_PLIES:
            return
        self._due = max(self._due, now - _AT_ONCE * _EVERY) + _EVERY
        with suppress(OSError):
            self._tell(self._folder)

    def _tell(self, folder: Path) -> None:
        lock, name = tempfile.mkstemp(dir=folder, prefix=".")  # fails if nobody watches
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with open(lock, "w", closefd=False) as file:
                file.write(json.dumps(self._told))
            os.replace(name, folder / str(self._fixture.number))
        except BaseException:
            os.close(lock)
            os.unlink(name)
            raise
        self._let_go()
        self._lock = lock

    @property
    def _told(self) -> dict[str, object]:
        moves = [*self._given.moves.indices, *self._given.start.points(self._moves).indices]
        return {**self._head, "moves": moves}

    @cached_property
    def _head(self) -> dict[str, object]:
        """What stays the same."""
        black, white = self._names
        start, opening = start_text(self._given.start), len(self._given)
        return {"pair": self._fixture.pair, "black": black, "white": white, "start": start, "opening": opening}

    def _let_go(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._lock is not None and self._folder is not None:
            with suppress(OSError):
                os.unlink(self._folder / str(self._fixture.number))
        self._let_go()


def running_games(folder: Path) -> list[StoredGame]:
    """All games that are being played, as far as they are told of, by their numbers. The folder is made: we watch."""
    with suppress(OSError):
        folder.mkdir()
    try:
        numbers = sorted(int(name) for name in os.listdir(folder) if name.isascii() and name.isdigit())
    except OSError:
        return []
    return [game for number in numbers if (game := running_game(folder, number))]


def running_game(folder: Path, number: int) -> StoredGame | None:
    """The game of this number as it stands, if it is being played and told of."""
    try:
        with open(folder / str(number), "rb") as file:
            if _is_left_behind(file.fileno()):
                return None
            text = file.read(_MOST_BYTES)
        return _read(number, json.loads(text))
    except (OSError, TengenError, ValueError, TypeError, LookupError, OverflowError, RecursionError):
        return None  # gone by now; or somebody else's, and no game


def _is_left_behind(file: int) -> bool:
    """Has the process ended that wrote this? Nobody else locks it, and it was locked before it had this name."""
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read(number: int, told: dict[str, object]) -> StoredGame:
    pair, black, white, text, opening, moves = (
        told[name] for name in ("pair", "black", "white", "start", "opening", "moves")
    )
    if not (isinstance(pair, int) and isinstance(opening, int) and isinstance(moves, list)):
        raise ValueError("no numbers")
    if not (isinstance(black, str) and isinstance(white, str) and isinstance(text, str)):
        raise ValueError("no words")
    if name_fault(black) or name_fault(white) or not 0 <= opening <= len(moves):
        raise ValueError("no players, or no opening")
    start = read_sgf(text).start
    start.require_sound()
    points = start.points(moves)
    Record(start, points).end  # noqa: B018  # raises IllegalMove
    reason = "it is being played"
    return StoredGame(number, pair, black, white, None, "unfinished", reason, start, opening, packed(start, points))
