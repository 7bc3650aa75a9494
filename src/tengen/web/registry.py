"""All the games: new ones, those in the file, and those that somebody is at."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from tengen.errors import UsageError
from tengen.games.game import Game, Position
from tengen.players.clock import Clock
from tengen.players.levels import levels
from tengen.store.seated import SeatedGame
from tengen.web import boards
from tengen.web.keeper import Keeper
from tengen.web.live_game import LiveGame
from tengen.web.minds import Minds
from tengen.web.refusals import bad_input, no_help, not_found
from tengen.web.settings import LEAST_SECONDS, MOST_CLOCK, Settings
from tengen.web.state import PLAYERS, Asked, Seat, Sgf, WebGame, new_game
from tengen.web.turns import Workers
from tengen.web.wire import Fields

_MOST_WRITTEN = 64  # games in SGF that are kept, should somebody ask again


class Games:
    """Games by id. One that nobody is at, and in which nobody thinks, is in the file and nowhere else."""

    def __init__(self, keeper: Keeper, minds: Minds, looks: Workers, settings: Settings) -> None:
        self._keeper = keeper
        self._minds = minds
        self._looks = looks
        self._settings = settings
        self._live: dict[str, LiveGame] = {}
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._written: dict[str, Sgf] = {}  # of games that nobody is at any more

    @asynccontextmanager
    async def open(self, id: str, address: str) -> AsyncIterator[LiveGame]:
        """The game of this id, which stays as long as this does. `address`: who wants it."""
        while (game := self._live.get(id)) is None:
            if id not in self._loading:
                self._loading[id] = asyncio.create_task(self._load(id, address))
            await asyncio.shield(self._loading[id])
        game.users += 1
        try:
            yield game
        finally:
            game.users -= 1
            self._let_go(game)

    async def sgf(self, id: str, address: str) -> Sgf:
        """The game of this id, written for a file."""
        if id in self._written:
            return self._written[id]
        async with self.open(id, address) as live:
            sgf = live.game.sgf()
            if sgf.text is None:
                await self._looks.do(address, sgf.write)
            return sgf

    def described(self, body: Any) -> tuple[SeatedGame, dict[str, str]]:
        """A new game as a request describes it, and its tokens."""
        fields = Fields(body, "a game")
        start = self._start(fields)
        seats = {color: self._seat(fields.raw(side), side, start.game) for side, color in boards.COLORS.items()}
        clock = read_clock(fields.text("clock")) if fields.has("clock") else None
        fields.raw("clock")
        fields.done()
        return new_game(start, seats, clock)

    async def add(self, game: SeatedGame) -> None:
        await self._keeper.do(lambda file: file.add(game))

    def require_no_help(self, address: str, asked: Asked) -> None:
        """Nobody is told what to play in a game against another person."""
        if any(game.is_helped_by(address, asked) for game in self._live.values()):
            raise no_help()

    async def summaries(self, ids: list[str]) -> list[dict[str, Any]]:
        found = await self._keeper.do(lambda file: file.summaries(ids))
        summaries = []
        for stored, plies in found:
            start = json.loads(stored.start)
            rows = start["diagram"].split("\n")
            summaries.append(
                {
                    "id": stored.id,
                    "game": start["game"],
                    "size": [len(rows), len(rows[0])],
                    "seats": json.loads(stored.seats),
                    "ply": plies,
                    "over": None if stored.over is None else json.loads(stored.over),
                    "created": stored.created,
                    "updated": stored.updated,
                }
            )
        return summaries

    def close(self) -> None:
        for game in self._live.values():
            game.close()

    async def _load(self, id: str, address: str) -> None:
        try:
            stored = await self._keeper.do(lambda file: file.game(id))
            if stored is None:
                raise not_found("there is no such game")
            game = await self._looks.do(address, partial(WebGame, stored, self._written.pop(id, None)))
            self._live[id] = LiveGame(game, self._keeper, self._minds, self._settings, self._let_go)
        finally:
            del self._loading[id]

    def _let_go(self, game: LiveGame) -> None:
        if not game.users and game.is_idle and self._live.get(game.game.id) is game:
            del self._live[game.game.id]
            game.close()
            self._keep_written(game.game)

    def _keep_written(self, game: WebGame) -> None:
        sgf = game.sgf()
        if sgf.text is not None:
            self._written[game.id] = sgf
            if len(self._written) > _MOST_WRITTEN:
                del self._written[next(iter(self._written))]

    def _start(self, fields: Fields) -> Position:
        most = self._settings.most_rows
        if fields.has("start"):
            start = boards.read_position(fields.raw("start"), most)
            for name in ("game", "size", "rules"):
                fields.raw(name)  # the position says it
        else:
            start = boards.usual_start(fields, most)
        start.require_sound()
        return start

    def _seat(self, value: Any, side: str, game: Game) -> Seat:
        fields = Fields(value, f"a seat for {side}")
        if fields.one_of("kind", ("person", "player")) == "person":
            seat = Seat(boards.read_name(fields.text("name", "")))
        elif fields.has("level"):
            level = fields.one_of("level", [each.name for each in levels(game)])
            seat = Seat(f"Tengen, {level}", level=level)
            fields.raw("name")
        else:
            player = fields.one_of("player", PLAYERS)
            seconds = fields.number(
                "seconds", LEAST_SECONDS, self._settings.most_seconds, min(1.0, self._settings.most_seconds)
            )
            fields.raw("name")
            seat = Seat(f"{player} {seconds:g} s" if player in ("mcts", "net") else player, player, seconds)
        fields.done()
        return seat


def read_clock(words: str) -> str:
    """A clock in words, if it can be played with."""
    if len(words) > 40:
        raise bad_input("a clock of more than 40 characters")
    try:
        clock = Clock.parse(words)
    except (UsageError, OverflowError) as error:
        raise bad_input(str(error)) from None
    if max(clock.remaining, clock.increment, clock.period) > MOST_CLOCK or clock.periods > 100:
        raise bad_input(f"{words!r} is too long for a clock; expected at most a day, and 100 periods")
    if clock.available <= 0 and not clock.increment:
        raise bad_input(f"{words!r} leaves no time to move")
    return words
