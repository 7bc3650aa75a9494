"""A file of games as they are played: seats, who may sit there, and every move from the moment it is made.

A file of finished games is in finished.py. Here a row is written for each move, before anybody is told of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from tengen.store.database import DatabaseFile
from tengen.values import Value

_SCHEMA = (
    """CREATE TABLE game (
    id TEXT PRIMARY KEY,
    created TEXT NOT NULL,              -- ISO 8601, in UTC, as all times
    updated TEXT NOT NULL,
    start TEXT NOT NULL,                -- JSON: game, diagram, to_play, rules
    seats TEXT NOT NULL,                -- JSON: who sits where
    tokens TEXT NOT NULL,               -- JSON: the SHA-256 of each token, and the seats that it is good for
    clock TEXT,                         -- in words, as in 60+1
    over TEXT                           -- JSON: who won and why; NULL while the game goes on
) WITHOUT ROWID""",
    """CREATE TABLE move (
    game TEXT NOT NULL REFERENCES game,
    ply INTEGER NOT NULL,               -- from 0
    move TEXT NOT NULL,                 -- as people see it
    seconds REAL NOT NULL,              -- that it took
    value REAL,                         -- Black's chance to win after it, where somebody thought about that
    PRIMARY KEY (game, ply)
) WITHOUT ROWID""",
)


class SeatedMove(Value):
    """A move that was made."""

    __slots__ = ("move", "seconds", "value")

    move: str
    seconds: float
    value: float | None

    def __init__(self, move: str, seconds: float, value: float | None = None) -> None:
        self._set(move=move, seconds=seconds, value=value)


class SeatedGame(Value):
    """A game as the file has it; the texts are JSON, which is its owner's business."""

    __slots__ = ("clock", "created", "id", "moves", "over", "seats", "start", "tokens", "updated")

    id: str
    created: str
    updated: str
    start: str
    seats: str
    tokens: str
    clock: str | None
    over: str | None
    moves: tuple[SeatedMove, ...]

    def __init__(
        self,
        id: str,
        created: str,
        updated: str,
        start: str,
        seats: str,
        tokens: str,
        clock: str | None = None,
        over: str | None = None,
        moves: tuple[SeatedMove, ...] = (),
    ) -> None:
        self._set(
            id=id,
            created=created,
            updated=updated,
            start=start,
            seats=seats,
            tokens=tokens,
            clock=clock,
            over=over,
            moves=moves,
        )


class SeatedFile(DatabaseFile):
    """An open file of games that are played. Whatever writes is called within `writing()`."""

    _application = 0x54475331  # "TGS1"
    _version = 1
    _schema = _SCHEMA
    _kind = "a file of Tengen's games at the board"

    def add(self, game: SeatedGame) -> None:
        """A new game, in which nobody has moved."""
        self._database.execute(
            "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (game.id, game.created, game.updated, game.start, game.seats, game.tokens, game.clock, game.over),
        )

    def add_move(self, id: str, ply: int, made: SeatedMove, over: str | None, now: str) -> None:
        """A move, and the end of the game if it ends it."""
        self._database.execute(
            "INSERT INTO move VALUES (?, ?, ?, ?, ?)", (id, ply, made.move, made.seconds, made.value)
        )
        self._end(id, over, now)

    def cut(self, id: str, plies: int, over: str | None, now: str) -> None:
        """Keeps this many moves, and notes how the game ended with them, if it did."""
        self._database.execute("DELETE FROM move WHERE game = ? AND ply >= ?", (id, plies))
        self._end(id, over, now)

    def _end(self, id: str, over: str | None, now: str) -> None:
        self._database.execute("UPDATE game SET over = ?, updated = ? WHERE id = ?", (over, now, id))

    def keep_value(self, id: str, ply: int, value: float) -> None:
        """What was found out later about the position after this move."""
        self._database.execute("UPDATE move SET value = ? WHERE game = ? AND ply = ?", (value, id, ply))

    def game(self, id: str) -> SeatedGame | None:
        rows = self.rows("SELECT * FROM game WHERE id = ?", (id,))
        moves = self.rows("SELECT move, seconds, value FROM move WHERE game = ? ORDER BY ply", (id,))
        for id, created, updated, start, seats, tokens, clock, over in rows:
            return SeatedGame(
                id, created, updated, start, seats, tokens, clock, over, tuple(SeatedMove(*move) for move in moves)
            )
        return None

    def summaries(self, ids: Iterable[str]) -> list[tuple[SeatedGame, int]]:
        """The games of these names that there are, without their moves, and the number of those."""
        found = []
        for id in ids:
            for *row, plies in self.rows(
                "SELECT *, (SELECT count(*) FROM move WHERE game = id) FROM game WHERE id = ?", (id,)
            ):
                found.append((SeatedGame(*row), plies))
        return found
