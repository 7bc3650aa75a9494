"""A file of games: a SQLite database that is written safely and read quickly."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path

from tengen.board import BLACK, PASS, WHITE, Color, Pass, Point, Points
from tengen.errors import UsageError
from tengen.games.game import GamePosition
from tengen.games.record import Record
from tengen.games.sgf import read_sgf
from tengen.store.file import DatabaseFile
from tengen.values import Value

_PASS = 0xFFFFFFFF  # of a move; a point is its index
_WINNERS = {None: None, BLACK: "black", WHITE: "white"}
_COLORS = {name: color for color, name in _WINNERS.items()}

_SCHEMA = (
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE player (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    "CREATE TABLE start (number INTEGER PRIMARY KEY, sgf TEXT NOT NULL UNIQUE)",
    """CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    pair INTEGER NOT NULL,              -- games of a pair have one opening, and colours changed
    black INTEGER NOT NULL REFERENCES player,
    white INTEGER NOT NULL REFERENCES player,
    winner TEXT,                        -- black, white, or NULL for neither
    ending TEXT NOT NULL,               -- as of Played: over, agreed, stopped, unfinished, resigned, time, crash, ...
    reason TEXT NOT NULL,
    start INTEGER NOT NULL REFERENCES start,
    opening INTEGER NOT NULL,           -- the first so many moves were given, not chosen
    plies INTEGER NOT NULL,
    moves BLOB NOT NULL,                -- 32 bits each: row * width + column from the top-left; a pass has all bits set
    black_seconds REAL NOT NULL,        -- spent in all
    white_seconds REAL NOT NULL,
    thoughts TEXT,                      -- JSON: for each move [Black's chance to win or null, words or null]
    stderr TEXT NOT NULL                -- the end of what a program that failed wrote there
)""",
)


class StoredGame(Value):
    """A game as the file has it."""

    __slots__ = ("black", "black_seconds", "ending", "moves", "number", "opening", "pair", "reason", "start", "stderr",
                 "thoughts", "white", "white_seconds", "winner")

    number: int
    pair: int
    black: str
    white: str
    winner: Color | None
    ending: str
    reason: str
    start: GamePosition
    opening: int
    moves: bytes
    black_seconds: float
    white_seconds: float
    thoughts: str | None
    stderr: str

    def __init__(self, number: int, pair: int, black: str, white: str, winner: Color | None, ending: str, reason: str,
                 start: GamePosition, opening: int, moves: bytes, black_seconds: float = 0.0,
                 white_seconds: float = 0.0, thoughts: str | None = None, stderr: str = "") -> None:
        self._set(number=number, pair=pair, black=black, white=white, winner=winner, ending=ending, reason=reason,
                  start=start, opening=opening, moves=moves, black_seconds=black_seconds, white_seconds=white_seconds,
                  thoughts=thoughts, stderr=stderr)

    @property
    def record(self) -> Record:
        width = self.start.width
        moves: list[Point | Pass] = [PASS if move == _PASS else Point(*divmod(move, width))
                                     for move in array("I", self.moves)]
        return Record(self.start, Points(moves, width))


def packed(moves: Iterable[Point | Pass], width: int) -> bytes:
    """Moves as the file keeps them."""
    return array("I", [_PASS if isinstance(move, Pass) else move.row * width + move.col for move in moves]).tobytes()


class GameFile(DatabaseFile):
    """An open file of games.

    A game that `add` has returned from is on the disk: neither a killed process nor a power cut takes it away.
    """

    _application = 0x54474E31  # "TGN1"
    _version = 1
    _schema = _SCHEMA
    _kind = "a file of Tengen's games"

    def __init__(self, path: str | Path, *, create: bool = False) -> None:
        super().__init__(path, create=create)
        self._players: dict[str, int] = {}
        self._starts: dict[str, int] = {}
        self._positions: dict[int, GamePosition] = {}
        self._texts: dict[GamePosition, str] = {}

    def setting(self, name: str) -> str | None:
        with self._worded():
            row = self._database.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def keep(self, name: str, value: str) -> None:
        with self._worded():
            self._database.execute("INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = ?",
                                   (name, value, value))

    def add(self, games: Iterable[StoredGame]) -> None:
        """All of them, or none if that fails."""
        try:
            with self.writing():
                self._database.executemany(
                    "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [(game.number, game.pair, self._player(game.black), self._player(game.white),
                      _WINNERS[game.winner], game.ending, game.reason, self._start(game.start), game.opening,
                      len(game.moves) // array("I").itemsize, game.moves, game.black_seconds, game.white_seconds,
                      game.thoughts, game.stderr) for game in games])
        except BaseException:
            self._players.clear()
            self._starts.clear()
            raise

    def _player(self, name: str) -> int:
        return self._number(self._players, "player", "name", name)

    def _start(self, start: GamePosition) -> int:
        text = self._texts.get(start)
        if text is None:
            text = self._texts[start] = start_text(start)
        return self._number(self._starts, "start", "sgf", text)

    def _number(self, known: dict[str, int], table: str, column: str, value: str) -> int:
        number = known.get(value)
        if number is None:
            self._database.execute(f"INSERT INTO {table} ({column}) VALUES (?) ON CONFLICT DO NOTHING", (value,))
            number = known[value] = int(self._database.execute(
                f"SELECT number FROM {table} WHERE {column} = ?", (value,)).fetchone()[0])
        return number

    @property
    def numbers(self) -> set[int]:
        """Which games there are."""
        return {number for (number,) in self.rows("SELECT number FROM game")}

    @property
    def games(self) -> Iterator[StoredGame]:
        """Every game, in order."""
        with self._worded():
            rows = self._database.execute(
                "SELECT game.number, pair, black.name, white.name, winner, ending, reason, start, opening, moves, "
                "black_seconds, white_seconds, thoughts, stderr FROM game JOIN player AS black ON black = black.number "
                "JOIN player AS white ON white = white.number ORDER BY game.number")
            for number, pair, black, white, winner, ending, reason, start, *rest in rows:
                yield StoredGame(number, pair, black, white, _COLORS[winner], ending, reason, self._position(start),
                                 *rest)

    def _position(self, number: int) -> GamePosition:
        position = self._positions.get(number)
        if position is None:
            text = self._database.execute("SELECT sgf FROM start WHERE number = ?", (number,)).fetchone()[0]
            position = self._positions[number] = read_sgf(text).start
        return position


def start_text(start: GamePosition) -> str:
    """A position as the file keeps it, from which the same position is read again."""
    # Without the version that wrote it, so that all versions agree on which position this is.
    text = re.sub(r"AP\[[^]]*\]", "", Record(start, Points([], start.width)).to_sgf())
    if read_sgf(text).start != start:
        raise UsageError("this position cannot be kept in a file: its past (what a ko forbids) is not in SGF")
    return text
