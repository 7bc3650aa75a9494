"""The application: what is where, and what is put around it."""

from __future__ import annotations

import logging
import mimetypes
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from os import PathLike, stat_result
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from tengen.errors import TengenError
from tengen.store.seated import SeatedFile
from tengen.web.api import Api
from tengen.web.headers import Doorkeeper, StrictHeaders, refusal
from tengen.web.keeper import Keeper
from tengen.web.limits import Rate
from tengen.web.matches import Matches
from tengen.web.minds import Minds
from tengen.web.refusals import Refused, bad_input
from tengen.web.registry import Games
from tengen.web.settings import REQUESTS_AT_ONCE, Settings
from tengen.web.sockets import Sockets
from tengen.web.turns import Workers

STATIC = Path(__file__).parent / "static"
_LOOKS = 2  # at once, each of another address
_ASK_AGAIN = {"Cache-Control": "no-cache"}  # a browser keeps the file, and asks whether it is still the same
_LOG = logging.getLogger("tengen.web")
_CODES = {404: "not found", 413: "too big"}

mimetypes.add_type("text/javascript", ".js")  # some machines think otherwise, and browsers then refuse it


def create_app(
    file: SeatedFile,
    settings: Settings,
    hosts: Sequence[str] = ("*",),
    address: str | None = None,
    match: Path | None = None,
) -> ASGIApp:
    """The application, for any ASGI server. It has the file for itself, and closes it at its end.

    `hosts`: the names by which it may be called; `address`: where others find it, if they do; `match`: the file of a
    match to look at.
    """
    keeper, minds, looks = Keeper(file), Minds(settings), Workers("look", _LOOKS, each=1)
    games = Games(keeper, minds, looks, settings)
    api = Api(games, looks, settings, address, None if match is None else match.name)
    sockets, matches = Sockets(games, settings), None if match is None else Matches(match)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        keeper.start()
        try:
            yield
        finally:
            games.close()
            api.close()
            if matches:
                matches.close()
            looks.close()
            minds.close()
            keeper.close()

    rate = Rate(settings.most_requests, settings.most_requests * REQUESTS_AT_ONCE)
    app = Starlette(
        routes=[
            Route("/", _page),
            Mount("/static", _Files(directory=STATIC)),
            *api.routes,
            *sockets.routes,
            *(matches.routes if matches else ()),
        ],
        middleware=[
            Middleware(Doorkeeper, rate=rate),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
        ],
        exception_handlers={
            TengenError: _refused,
            OverflowError: _refused,
            HTTPException: _http_error,
            ClientDisconnect: _nobody,
            Exception: _failed,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # an address is right or it is not
    return StrictHeaders(app)


async def _page(request: Request) -> Response:
    return FileResponse(STATIC / "index.html", headers=_ASK_AGAIN)


class _Files(StaticFiles):
    """The page's own files."""

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers.update(_ASK_AGAIN)
        return response


async def _refused(request: Request, error: Exception) -> Response:
    return refusal(error if isinstance(error, Refused) else bad_input(str(error)))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return refusal(Refused(error.status_code, _CODES.get(error.status_code, "bad input"), error.detail))


async def _nobody(request: Request, error: Exception) -> Response:
    """For somebody who has gone away."""
    return Response(status_code=400)


async def _failed(request: Request, error: Exception) -> Response:
    _LOG.error("%s %s failed", request.method, request.scope["path"], exc_info=error)
    return refusal(Refused(500, "server error", "something went wrong here, and it is not your fault"))
