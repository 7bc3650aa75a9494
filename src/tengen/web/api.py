"""The requests of the page that are not moves: new games, states, files, questions about positions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from tengen import __version__
from tengen._core import Cancel
from tengen.formats.vertex import OTHELLO
from tengen.games import NAMES, by_name
from tengen.web import boards, positions, verbs
from tengen.web.games import Games
from tengen.web.headers import json_response
from tengen.web.limits import Rate, address_of
from tengen.web.refusals import Refused, bad_input, not_found, too_many
from tengen.web.settings import (
    LEAST_SECONDS,
    MOST_MESSAGE,
    MOST_NAME,
    MOST_PASTE,
    MOST_SUMMARIES,
    Settings,
)
from tengen.web.thinking import PLAYERS
from tengen.web.turns import Turns, in_thread, threads
from tengen.web.wire import dumps, loads

Result = TypeVar("Result")

_AT_ONCE = 2  # questions
_WAITING = 40  # questions, and of one address a quarter of them


class Api:
    """Answers requests. What takes time is done in threads."""

    def __init__(self, games: Games, settings: Settings) -> None:
        self._games = games
        self._settings = settings
        self._new_games = Rate(settings.most_games / 3600, settings.most_games)
        self._turns = Turns(_AT_ONCE, _WAITING, _WAITING // 4)
        self._pool = threads(_AT_ONCE, "question")
        self._about = dumps(self._all_about())

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/about", self.about),
            Route("/api/games", self.create, methods=["POST"]),
            Route("/api/games", self.summaries),
            Route("/api/games/{id}", self.state),
            Route("/api/games/{id}/sgf", self.sgf),
            Route("/api/position", self.position, methods=["POST"]),
            Route("/api/verbs/{verb}", self.verb, methods=["POST"]),
        ]

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def about(self, request: Request) -> Response:
        return json_response(self._about)

    async def create(self, request: Request) -> Response:
        body = loads(await self._body(request, MOST_MESSAGE))
        stored, tokens = self._games.described(body)
        wait = self._new_games.take(_address(request))
        if wait:
            raise too_many("too many new games from your address this hour; wait a little", wait)
        await self._games.add(stored)
        async with self._games.open(stored.id) as game:
            held = game.game.seats_of(tokens.get("both") or next(iter(tokens.values()), None))
            found = {"id": stored.id, "tokens": tokens, "watch": f"/#game={stored.id}"}
            return json_response(f'{dumps(found)[:-1]},"state":{game.state(held)}}}', 201)

    async def summaries(self, request: Request) -> Response:
        ids = [id for id in request.query_params.get("ids", "").split(",") if id]
        if len(ids) > MOST_SUMMARIES:
            raise bad_input(f"{len(ids)} games at once; at most {MOST_SUMMARIES} are told of")
        return json_response(dumps({"games": await self._games.summaries(ids)}))

    async def state(self, request: Request) -> Response:
        async with self._games.open(request.path_params["id"]) as game:
            kind, _, token = request.headers.get("authorization", "").partition(" ")
            return json_response(game.state(game.game.seats_of(token.strip() if kind == "Bearer" else None)))

    async def sgf(self, request: Request) -> Response:
        async with self._games.open(request.path_params["id"]) as game:
            text = game.game.sgf()
            name = f"{game.game.start.game.name}-{game.game.created[:10]}.sgf"
        return Response(text.encode(), headers={"Content-Disposition": f'attachment; filename="{name}"'},
                        media_type="application/x-go-sgf")

    async def position(self, request: Request) -> Response:
        body = await self._body(request, MOST_PASTE + MOST_MESSAGE)
        return await self._answered(request, lambda cancel: positions.answer(loads(body), self._settings.most_rows))

    async def verb(self, request: Request) -> Response:
        verb = request.path_params["verb"]
        if verb not in verbs.VERBS:
            raise not_found("there is no such verb")
        body = loads(await self._body(request, MOST_MESSAGE))
        return await self._answered(request, partial(verbs.answer, verb, body, self._settings))

    async def _body(self, request: Request, most: int) -> bytes:
        """The whole body, unless it is too long, too slow, or a form of some other page."""
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused(415, "bad input", "expected a body of Content-Type application/json")
        body = bytearray()
        seconds = self._settings.most_silence
        try:
            async with asyncio.timeout(seconds):
                async for piece in request.stream():
                    body += piece
                    if len(body) > most:
                        raise Refused(413, "too big", f"the request is longer than {most} bytes")
        except TimeoutError:
            raise Refused(408, "bad input", f"the request took longer than {seconds:g} seconds") from None
        return bytes(body)

    async def _answered(self, request: Request, work: Callable[[Cancel], dict[str, object]]) -> Response:
        """What work(cancel) says. The flag is raised when its time is up, or nobody waits for the answer any more."""
        cancel = Cancel()
        job = asyncio.create_task(self._in_turn(_address(request), cancel, lambda: dumps(work(cancel))))
        gone = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait([job, gone], return_when=asyncio.FIRST_COMPLETED)
            if not job.done():
                job.cancel()
                raise ClientDisconnect
            return json_response(job.result())
        finally:
            gone.cancel()

    async def _in_turn(self, owner: str, cancel: Cancel, work: Callable[[], str]) -> str:
        async with self._turns.turn(owner):
            stop = asyncio.get_running_loop().call_later(self._settings.most_verb_seconds, cancel.request)
            try:
                return await in_thread(self._pool, cancel, work)
            finally:
                stop.cancel()

    def _all_about(self) -> dict[str, object]:
        games = []
        for name in NAMES:
            game = by_name(name)
            games.append({"name": name, "title": game.title, "usual_size": game.usual_size, "style": game.style,
                          "rules": boards.about_rules(game),
                          "coordinates": "othello" if game.coordinates is OTHELLO else "gtp"})
        settings = self._settings
        limits = {"size": settings.most_rows, "seconds": settings.most_seconds, "least_seconds": LEAST_SECONDS,
                  "analysis": settings.most_analysis, "games": settings.most_simulations,
                  "depth": settings.most_depth, "paste": MOST_PASTE, "message": MOST_MESSAGE, "name": MOST_NAME}
        return {"version": __version__, "games": games, "limits": limits,
                "players": [{"name": name, "title": title} for name, title in PLAYERS.items()]}


def _address(request: Request) -> str:
    return address_of(request.client.host if request.client else None)


async def _gone(request: Request) -> None:
    """Ends when whoever asked has gone away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
