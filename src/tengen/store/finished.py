"""A file of games: a SQLite database that is written safely and read quickly."""

from __future__ import annotations

import json
import re
import sqlite3
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from unicodedata import category

from tengen.errors import TengenError, UsageError
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.games.sgf import read_sgf
from tengen.grid import BLACK, PASS, WHITE, Color, Points
from tengen.players.course import ENDINGS, Played
from tengen.players.words import Thought, thoughts_of
from tengen.store.database import DatabaseFile
from tengen.values import Value

# A move in the file: 32 bits in the machine's own byte order. A point is its number.
_MOVE = "I"  # of an array
_MOVE_BYTES = array(_MOVE).itemsize
_PASS = 0xFFFFFFFF
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
    ending TEXT NOT NULL,               -- as of Played: over, agreed, stopped, adjudicated, resigned, time, crash, ...
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

MOST_NAME = 1000  # characters
MOST_REASON = 2000  # of why a game ended: a player that fails may have worded it

# What a row of a game must be: a file may be damaged, or forged.
_SOUND = {
    "number": f"typeof(number) = 'integer' AND number BETWEEN 0 AND {1 << 53}",
    "pair": f"typeof(pair) = 'integer' AND pair BETWEEN 0 AND {1 << 53}",
    "black": "typeof(black) = 'integer' AND black IN (SELECT number FROM player)",
    "white": "typeof(white) = 'integer' AND white IN (SELECT number FROM player) AND white != black",
    "winner": "winner IS NULL OR winner IN ('black', 'white')",
    "ending": f"ending IN {ENDINGS}",
    "reason": "typeof(reason) = 'text'",
    "start": "start IN (SELECT number FROM start)",
    "moves": "typeof(moves) = 'blob'",
    "plies": f"typeof(plies) = 'integer' AND length(moves) = {_MOVE_BYTES} * plies",
    "opening": "typeof(opening) = 'integer' AND opening BETWEEN 0 AND plies",
    "black_seconds": "typeof(black_seconds) IN ('real', 'integer') AND black_seconds BETWEEN 0 AND 1e12",
    "white_seconds": "typeof(white_seconds) IN ('real', 'integer') AND white_seconds BETWEEN 0 AND 1e12",
    "thoughts": "thoughts IS NULL OR typeof(thoughts) = 'text'",
    "stderr": "typeof(stderr) = 'text'",
}
_UNSOUND = f"""
SELECT number, wrong FROM (SELECT number, CASE
{"".join(f"    WHEN ({sound}) IS NOT TRUE THEN '{column}'{chr(10)}" for column, sound in _SOUND.items())}
END AS wrong FROM game) WHERE wrong IS NOT NULL LIMIT 1"""
_UNPAIRED = """
SELECT pair FROM game GROUP BY pair HAVING count(*) > 2 OR min(min(black, white)) != max(min(black, white))
    OR min(max(black, white)) != max(max(black, white)) LIMIT 1"""


def name_fault(name: str) -> str | None:
    """Why a player cannot be called this, or None."""
    if not 0 < len(name) <= MOST_NAME:
        return f"it has {len(name)} characters; expected 1 to {MOST_NAME}"
    for letter in name:
        if category(letter) in ("Cc", "Cs", "Zl", "Zp"):
            return f"it has the character {letter!r}, which no table can show"
    return None


class StoredGame(Value):
    """A game as the file has it."""

    __slots__ = (
        "black",
        "black_seconds",
        "ending",
        "moves",
        "number",
        "opening",
        "pair",
        "reason",
        "start",
        "stderr",
        "thoughts",
        "white",
        "white_seconds",
        "winner",
    )

    number: int
    pair: int
    black: str
    white: str
    winner: Color | None
    ending: str
    reason: str
    start: Position
    opening: int
    moves: bytes
    black_seconds: float
    white_seconds: float
    thoughts: tuple[Thought, ...]  # of each move, or of the first ones
    stderr: str

    def __init__(
        self,
        number: int,
        pair: int,
        black: str,
        white: str,
        winner: Color | None,
        ending: str,
        reason: str,
        start: Position,
        opening: int,
        moves: bytes,
        black_seconds: float = 0.0,
        white_seconds: float = 0.0,
        thoughts: tuple[Thought, ...] = (),
        stderr: str = "",
    ) -> None:
        self._set(
            number=number,
            pair=pair,
            black=black,
            white=white,
            winner=winner,
            ending=ending,
            reason=reason,
            start=start,
            opening=opening,
            moves=moves,
            black_seconds=black_seconds,
            white_seconds=white_seconds,
            thoughts=thoughts,
            stderr=stderr,
        )

    @classmethod
    def of(cls, number: int, pair: int, black: str, white: str, given: Record, played: Played) -> StoredGame:
        """A game that was played after the given moves."""
        start, by_black = given.start, given.end.to_play is BLACK
        first, second = sum(played.seconds[::2]), sum(played.seconds[1::2])  # sides take turns, a pass is a turn
        return cls(
            number,
            pair,
            black,
            white,
            played.winner,
            played.ending,
            played.reason[:MOST_REASON].encode("utf-8", "replace").decode(),
            start,
            len(given),
            packed(start, given.moves) + packed(start, played.record.moves),
            *((first, second) if by_black else (second, first)),
            _thoughts(given, played),
            played.stderr,
        )

    @property
    def record(self) -> Record:
        numbers = array(_MOVE, self.moves)
        return Record(self.start, self.start.points(PASS if number == _PASS else number for number in numbers))


def packed(start: Position, moves: Points) -> bytes:
    """Moves from this start, as the file keeps them."""
    points = start.height * start.width  # also the number of a pass, which the file writes otherwise
    return array(_MOVE, [_PASS if number == points else number for number in moves.indices]).tobytes()


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
        self._positions: dict[int, Position] = {}
        self._texts: dict[Position, str] = {}
        try:
            self._require_sound()
        except BaseException:
            self.close()
            raise

    def _require_sound(self) -> None:
        """Of the rows, as far as that takes one look at each; the rest is looked at when it is read."""
        for number, name in self.rows("SELECT number, name FROM player"):
            fault = name_fault(name) if isinstance(name, str) else "it is no text"
            if fault:
                raise self._damaged(f"the name of player {number} cannot be one: {fault}")
        for table, column in (("player", "number"), ("player", "name"), ("start", "number"), ("game", "number")):
            if self.rows(f"SELECT 1 FROM {table} GROUP BY {column} HAVING count(*) > 1 LIMIT 1"):
                raise self._damaged(f"it has a {table} twice")
        for number, wrong in self.rows(_UNSOUND):
            raise self._damaged(f"{_game(number)} has a wrong {wrong}")
        for (pair,) in self.rows(_UNPAIRED):
            raise self._damaged(f"the games of pair {pair} are no pair")

    def setting(self, name: str) -> str | None:
        with self._worded():
            row = self._database.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        if row and not isinstance(row[0], str):
            raise self._damaged(f"its setting {name!r} is no text")
        return row[0] if row else None

    def settings(self, name: str) -> dict[str, Any] | None:
        """A setting that is a JSON object."""
        text = self.setting(name)
        try:
            found = None if text is None else dict(json.loads(text))
        except (ValueError, TypeError, RecursionError):
            raise self._damaged(f"its setting {name!r} is no JSON object") from None
        return found

    def keep(self, name: str, value: str) -> None:
        with self._worded():
            self._database.execute(
                "INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = ?", (name, value, value)
            )

    def add(self, games: Iterable[StoredGame]) -> None:
        """All of them, or none if that fails."""
        try:
            with self.writing():
                self._database.executemany(
                    "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        (
                            game.number,
                            game.pair,
                            self._player(game.black),
                            self._player(game.white),
                            _WINNERS[game.winner],
                            game.ending,
                            game.reason,
                            self._start(game.start),
                            game.opening,
                            len(game.moves) // _MOVE_BYTES,
                            game.moves,
                            game.black_seconds,
                            game.white_seconds,
                            json.dumps(game.thoughts, separators=(",", ":")) if game.thoughts else None,
                            game.stderr,
                        )
                        for game in games
                    ],
                )
        except BaseException as error:
            self._players.clear()
            self._starts.clear()
            if isinstance(error, sqlite3.IntegrityError):
                raise self._damaged(f"it does not take these games: {error}") from None
            raise

    def _player(self, name: str) -> int:
        return self._number(self._players, "player", "name", name)

    def _start(self, start: Position) -> int:
        text = self._texts.get(start)
        if text is None:
            text = self._texts[start] = start_text(start)
        return self._number(self._starts, "start", "sgf", text)

    def _number(self, known: dict[str, int], table: str, column: str, value: str) -> int:
        number = known.get(value)
        if number is None:
            self._database.execute(f"INSERT INTO {table} ({column}) VALUES (?) ON CONFLICT DO NOTHING", (value,))
            for (number,) in self._database.execute(f"SELECT number FROM {table} WHERE {column} = ?", (value,)):
                known[value] = number
        if not isinstance(number, int):
            raise self._damaged(f"it does not keep this {table}")
        return number

    @property
    def numbers(self) -> set[int]:
        """Which games there are."""
        return {number for (number,) in self.rows("SELECT number FROM game")}

    @property
    def games(self) -> Iterator[StoredGame]:
        """Every game, in order."""
        return self._read("", ())

    def game(self, number: int) -> StoredGame | None:
        """The game of this number, if there is one."""
        return next(self._read("WHERE game.number = ? ", (number,)), None)

    def _read(self, where: str, values: tuple[object, ...]) -> Iterator[StoredGame]:
        with self._worded():
            rows = self._database.execute(
                "SELECT game.number, pair, black.name, white.name, winner, ending, reason, start, opening, moves, "
                "black_seconds, white_seconds, thoughts, stderr FROM game JOIN player AS black ON black = black.number "
                f"JOIN player AS white ON white = white.number {where}ORDER BY game.number",
                values,
            )
            for number, pair, black, white, winner, ending, reason, start, opening, moves, *rest in rows:
                black_seconds, white_seconds, text, stderr = rest
                position = self._position(start)
                points = position.height * position.width
                if not all(move < points or move == _PASS for move in array(_MOVE, moves)):
                    raise self._damaged(f"{_game(number)} has a move that is not on its board")
                thoughts = _read_thoughts(text, len(moves) // _MOVE_BYTES)
                if thoughts is None:
                    raise self._damaged(f"{_game(number)} has wrong thoughts")
                yield StoredGame(
                    number,
                    pair,
                    black,
                    white,
                    _COLORS[winner],
                    ending,
                    reason,
                    position,
                    opening,
                    moves,
                    black_seconds,
                    white_seconds,
                    thoughts,
                    stderr,
                )

    def _position(self, number: int) -> Position:
        position = self._positions.get(number)
        if position is None:
            ((text,),) = self._database.execute("SELECT sgf FROM start WHERE number = ?", (number,)).fetchall()
            try:
                position = self._positions[number] = read_sgf(text).start
                position.require_sound()
            except (TengenError, TypeError) as error:
                raise self._damaged(f"its start {number} is none: {error}") from None
        return position


def _thoughts(given: Record, played: Played) -> tuple[Thought, ...]:
    """What the players thought, with nothing for the given moves; empty if they thought nothing."""
    if all(choice.value is None for choice in played.choices):
        return ()
    thoughts = [
        (None if share is None else round(share, 4), words) for share, words in thoughts_of(given.end, played.choices)
    ]
    return ((None, None),) * len(given) + tuple(thoughts)


def _read_thoughts(text: str | None, plies: int) -> tuple[Thought, ...] | None:
    """For each move at most a chance from 0 to 1, and words. None: the text says something else."""
    try:
        found = [] if text is None else json.loads(text)
        thoughts = tuple((share, words) for share, words in found)
    except (ValueError, TypeError, RecursionError):
        return None
    are_sound = len(thoughts) <= plies and all(
        (share is None or (isinstance(share, float | int) and 0 <= share <= 1))
        and (words is None or isinstance(words, str))
        for share, words in thoughts
    )
    return thoughts if isinstance(found, list) and are_sound else None


def _game(number: object) -> str:
    """As people count."""
    return f"game {number + 1}" if isinstance(number, int) else "a game"


def start_text(start: Position) -> str:
    """A position as the file keeps it, from which the same position is read again."""
    # Without the version that wrote it, so that all versions agree on which position this is.
    text = re.sub(r"AP\[[^]]*\]", "", Record(start, Points([], start.width)).to_sgf())
    if read_sgf(text).start != start:
        raise UsageError("this position cannot be kept in a file: its past (what a ko forbids) is not in SGF")
    return text
