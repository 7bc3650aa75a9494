"""The requests of the page that are not moves: new games, states, files, questions about positions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from tengen import __version__
from tengen._core import Cancel
from tengen.games import NAMES, by_name
from tengen.web import boards, editing, verbs
from tengen.web.headers import json_response
from tengen.web.limits import Places, Rate, address_of
from tengen.web.refusals import Refused, bad_input, not_found, too_many
from tengen.web.registry import Games
from tengen.web.settings import (
    LEAST_SECONDS,
    MOST_MESSAGE,
    MOST_NAME,
    MOST_PASTE,
    MOST_SUMMARIES,
    Settings,
)
from tengen.web.state import PLAYERS, Asked
from tengen.web.turns import Workers
from tengen.web.wire import dumps, loads

_QUESTIONS, _EACH = 3, 2  # at once: in all, and of one address
_WAITING, _EACH_WAITING = 40, 10


class Api:
    """Answers requests. What takes time is done in threads: looks in their own, where they wait for no question."""

    def __init__(
        self, games: Games, looks: Workers, settings: Settings, address: str | None = None, match: str | None = None
    ) -> None:
        """`address`: where others find the server; `match`: the name of the match that can be looked at."""
        self._games = games
        self._settings = settings
        self._new_games = Rate(settings.most_games / 3600, settings.most_games)
        self._looks = looks
        self._questions = Workers("question", _QUESTIONS, _EACH, Places(_EACH_WAITING, _WAITING, "questions"))
        self._about = dumps(about(settings, address, match))

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
        self._questions.close()

    async def about(self, request: Request) -> Response:
        return json_response(self._about)

    async def create(self, request: Request) -> Response:
        body = loads(await self._body(request, MOST_MESSAGE))
        stored, tokens = self._games.described(body)
        self._games.require_no_help(_address(request), Asked(body.get("start"), None))
        wait = self._new_games.take(_address(request))
        if wait:
            raise too_many("too many new games from your address this hour; wait a little", wait)
        await self._games.add(stored)
        async with self._games.open(stored.id, _address(request)) as game:
            held = game.game.seats_of(tokens.get("both") or next(iter(tokens.values()), None))
            found = {"id": stored.id, "tokens": tokens, "watch": f"/#game={stored.id}"}
            return json_response(f'{dumps(found)[:-1]},"state":{game.state(held)}}}', 201)

    async def summaries(self, request: Request) -> Response:
        ids = [id for id in request.query_params.get("ids", "").split(",") if id]
        if len(ids) > MOST_SUMMARIES:
            raise bad_input(f"{len(ids)} games at once; at most {MOST_SUMMARIES} are told of")
        return json_response(dumps({"games": await self._games.summaries(ids)}))

    async def state(self, request: Request) -> Response:
        async with self._games.open(request.path_params["id"], _address(request)) as game:
            kind, _, token = request.headers.get("authorization", "").partition(" ")
            return json_response(game.state(game.game.seats_of(token.strip() if kind == "Bearer" else None)))

    async def sgf(self, request: Request) -> Response:
        sgf = await self._games.sgf(request.path_params["id"], _address(request))
        return Response(
            sgf.text,
            headers={"Content-Disposition": f'attachment; filename="{sgf.name}"'},
            media_type="application/x-go-sgf",
        )

    async def position(self, request: Request) -> Response:
        body = await self._body(request, MOST_PASTE + MOST_MESSAGE)
        workers = self._looks if len(body) <= MOST_MESSAGE else self._questions
        return await self._answered(
            request, workers, lambda cancel: editing.answer(loads(body), self._settings.most_rows)
        )

    async def verb(self, request: Request) -> Response:
        verb = request.path_params["verb"]
        if verb not in verbs.VERBS:
            raise not_found("there is no such verb")
        body = loads(await self._body(request, MOST_MESSAGE))
        if isinstance(body, dict):
            self._games.require_no_help(_address(request), Asked(body.get("position"), body.get("moves")))
        workers = self._looks if verb in verbs.QUICK else self._questions
        return await self._answered(request, workers, partial(verbs.answer, verb, body, self._settings))

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

    async def _answered(
        self, request: Request, workers: Workers, work: Callable[[Cancel], dict[str, object]]
    ) -> Response:
        """What work(cancel) says. The flag is raised when its time is up, or nobody waits for the answer any more."""
        cancel = Cancel()
        job = asyncio.create_task(
            workers.do(_address(request), lambda: dumps(work(cancel)), cancel, self._settings.most_verb_seconds)
        )
        gone = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait([job, gone], return_when=asyncio.FIRST_COMPLETED)
            if not job.done():
                job.cancel()
                raise ClientDisconnect
            return json_response(job.result())
        finally:
            gone.cancel()


def about(settings: Settings, address: str | None = None, match: str | None = None) -> dict[str, object]:
    """What a page must know first: the games, and what it may ask for.

    `address`: where others find the server; `match`: the name of the match that can be looked at.
    """
    limits = {
        "size": settings.most_rows,
        "seconds": settings.most_seconds,
        "least_seconds": LEAST_SECONDS,
        "analysis": settings.most_analysis,
        "games": settings.most_simulations,
        "depth": settings.most_depth,
        "paste": MOST_PASTE,
        "message": MOST_MESSAGE,
        "name": MOST_NAME,
    }
    return {
        "version": __version__,
        "address": address,
        "match": match,
        "games": [boards.about(by_name(name)) for name in NAMES],
        "limits": limits,
        "players": [{"name": name, "title": title} for name, title in PLAYERS.items()],
        "friends": True,  # somebody else can be invited to a game
    }


def _address(request: Request) -> str:
    return address_of(request.client.host if request.client else None)


async def _gone(request: Request) -> None:
    """Ends when the client has gone away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
