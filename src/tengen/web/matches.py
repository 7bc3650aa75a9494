"""A match to look at, while it is played or afterwards: its table, its games, each of them move by move."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.errors import IllegalMove, IllegalPosition
from tengen.games.game import Position
from tengen.match.export import as_json
from tengen.match.rounds import read_rounds
from tengen.match.standings import SETTINGS, standings
from tengen.match.watching import folder_of, forget, running_game, running_games
from tengen.store.finished import GameFile, StoredGame
from tengen.web import boards
from tengen.web.editing import line, look
from tengen.web.headers import json_response
from tengen.web.limits import address_of
from tengen.web.refusals import bad_input, not_found
from tengen.web.turns import Workers
from tengen.web.wire import dumps, shown

_MOST_LISTED = 100  # games at once
_MOST_RUNNING = 24
_MOST_OPENINGS = 200
_NUMBER = 1 << 53
_Answer = TypeVar("_Answer")

# The moves that were given are the opening: bytes of the moves, and the start.
_OPENING = "start, substr(moves, 1, opening * (length(moves) / max(plies, 1)))"
_LISTED = """
SELECT game.number, black.name, white.name, winner, ending, reason, plies
FROM game JOIN player AS black ON black = black.number JOIN player AS white ON white = white.number
WHERE game.number < ?{} ORDER BY game.number DESC LIMIT ?"""


class Matches:
    """The file of a match, read in a thread of its own: SQLite wants it so. It is never written.

    Beside it there is a folder as long as we look: in it the match shows the games that are being played.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._live = folder_of(path)
        self._file: GameFile | None = None
        self._reading = Workers("match", 1)
        self._told: tuple[int, str] | None = None  # the table after so many games

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/match", self.table),
            Route("/api/match/running", self.running),
            Route("/api/match/games", self.games),
            Route("/api/match/games/{number}", self.game),
        ]

    def close(self) -> None:
        self._reading.close()
        forget(self._live)

    async def table(self, request: Request) -> Response:
        return json_response(await self._read(request, self._table))

    async def running(self, request: Request) -> Response:
        return json_response(await self._read(request, lambda file: _running(file, self._live)))

    async def games(self, request: Request) -> Response:
        asked = dict(request.query_params)
        return json_response(await self._read(request, lambda file: _games(file, asked)))

    async def game(self, request: Request) -> Response:
        number = _number(request.path_params["number"])
        return json_response(await self._read(request, lambda file: _game(file, self._live, number)))

    async def _read(self, request: Request, ask: Callable[[GameFile], _Answer]) -> _Answer:
        def read() -> _Answer:
            if self._file is None:
                self._file = GameFile(self._path)
            return ask(self._file)

        return await self._reading.do(address_of(request.client.host if request.client else None), read)

    def _table(self, file: GameFile) -> str:
        """Games that are in the file stay there: the table is made anew when there are more."""
        ((count,),) = file.rows("SELECT count(*) FROM game")
        if self._told is None or self._told[0] != count:
            self._told = count, dumps(_table(file, self._path.name))
        return self._told[1]


def _table(file: GameFile, name: str) -> dict[str, Any]:
    ((latest,),) = file.rows("SELECT max(number) FROM game")
    return {
        "name": name,
        "latest": latest,  # the number of the last game, or null
        "endings": [ending for (ending,) in file.rows("SELECT DISTINCT ending FROM game ORDER BY ending")],
        "openings": _openings(file),
        **json.loads(as_json(standings(file, _names(file)), rounds=read_rounds(file))),
    }


def _names(file: GameFile) -> list[str]:
    """Of the players, if it is known: nobody may have finished a game yet."""
    players = (file.settings(SETTINGS) or {}).get("players")
    return [name for name in players if isinstance(name, str)] if isinstance(players, dict) else []


def _openings(file: GameFile) -> list[dict[str, Any]]:
    """Those that were played most."""
    found = file.rows(
        f"SELECT min(number), {_OPENING}, count(*) FROM game GROUP BY 2, 3 ORDER BY 4 DESC, 1 LIMIT {_MOST_OPENINGS}"
    )
    answer = []
    for number, start, moves, count in found:
        game = file.game(number)
        assert game is not None
        words = str(game.start.vertices(game.record.moves[: game.opening]))
        answer.append({"key": f"{start}-{bytes(moves).hex()}", "moves": words, "games": count})
    return answer


def _games(file: GameFile, asked: dict[str, str]) -> str:
    """Games, the newest first: of a player, of an opening, with an ending, before a number."""
    wanted: list[object] = [_number(asked.pop("before", str(_NUMBER)))]
    conditions = ""
    if player := asked.pop("player", ""):
        conditions += " AND ? IN (black.name, white.name)"
        wanted.append(player)
    if ending := asked.pop("ending", ""):
        conditions += " AND ending = ?"
        wanted.append(ending)
    if opening := asked.pop("opening", ""):
        start, _, moves = opening.partition("-")
        conditions += f" AND ({_OPENING}) = (?, ?)"
        try:
            wanted += [_number(start), bytes.fromhex(moves)]
        except ValueError:
            raise bad_input(f"there is no opening {shown(opening)}") from None
    if asked:
        raise bad_input(f"games are not asked for by {shown(next(iter(asked)))}")
    names = ("number", "black", "white", "winner", "ending", "reason", "plies")
    rows = file.rows(_LISTED.format(conditions), (*wanted, _MOST_LISTED))
    return dumps({"games": [dict(zip(names, row, strict=True)) for row in rows]})


def _running(file: GameFile, live: Path) -> str:
    """The games that are being played, as small boards show them."""
    found = []
    for game in running_games(live):
        if file.rows("SELECT 1 FROM game WHERE number = ?", (game.number,)):
            continue  # it has just ended
        record = game.record
        last = record.moves[-1] if len(record) else None
        found.append(
            {
                "number": game.number,
                "black": game.black,
                "white": game.white,
                "plies": len(record),
                "game": game.start.game.name,
                "diagram": boards.write_position(record.end)["diagram"],
                "last": None if last is None else record.start.vertex(last),
            }
        )
        if len(found) == _MOST_RUNNING:
            break
    return dumps({"games": found})


def _game(file: GameFile, live: Path, number: int) -> str:
    """A game as the page steps through it, or as it stands while it is played."""
    finished = file.game(number)
    stored = finished or running_game(live, number)
    if stored is None:
        raise not_found("there is no such game in this match")
    try:
        end = stored.record.end
    except (IllegalMove, IllegalPosition) as error:
        raise bad_input(f"this game cannot be: {error}") from None
    return dumps(
        {
            **look(end),
            "start": boards.write_position(stored.start),
            **line(stored.start, stored.record.moves),
            "values": [share for share, _ in stored.thoughts],
            "number": number,
            "seats": {side: {"kind": "person", "name": name} for side, name in _seats(stored)},
            "running": finished is None,
            "over": None if finished is None else _over(stored, end),
        }
    )


def _over(game: StoredGame, end: Position) -> dict[str, Any]:
    return {
        **(boards.over(end) or {}),
        "winner": game.winner and boards.color_name(game.winner),
        "reason": game.reason,
        "ending": game.ending,
    }


def _seats(game: StoredGame) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("black", game.black), ("white", game.white)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:17]) <= _NUMBER and len(text) < 17):
        raise not_found(f"{shown(text)} is not a number of a game")
    return int(text)
