"""What every answer says to the browser, and what every request must be: not too many, and from our own page."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tengen.web.limits import Rate, address_of
from tengen.web.refusals import Refused, bad_input, too_many
from tengen.web.wire import dumps

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SAFE = ("GET", "HEAD")
_STARTS = ("http.response.start", "websocket.http.response.start")


class StrictHeaders:
    """Puts the headers on every answer, wherever it is made. Caches keep only what says that it may be kept."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in _STARTS:
                _make_strict(MutableHeaders(scope=message))
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _make_strict(headers: MutableHeaders) -> None:
    for name, value in _HEADERS.items():
        headers[name] = value
    headers.setdefault("Cache-Control", "no-store")


class Doorkeeper:
    """Turns away who asks too often, and what another site's page makes a visitor's browser ask."""

    def __init__(self, app: ASGIApp, rate: Rate) -> None:
        self._app = app
        self._rate = rate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            try:
                self._check(scope)
            except Refused as refused:
                await refusal(refused)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        wait = self._rate.take(address_of(scope["client"][0] if scope["client"] else None))
        if wait:
            raise too_many("too many requests from your address; wait a little", wait)
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if changes and origin is not None and _host_of(origin) != headers.get("host", "").lower():
            raise Refused(403, "forbidden", "this request comes from another site's page")


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        raise bad_input("the Origin of this request is not the address of a site") from None


def refusal(refused: Refused) -> Response:
    """The answer to a request that is not granted."""
    headers = {}
    if refused.status in (408, 413, 429):
        headers["Connection"] = "close"  # rather than read on
    if refused.retry_after is not None:
        headers["Retry-After"] = str(max(1, round(refused.retry_after)))
    return json_response(dumps(refused.wire), refused.status, headers)


def last_refusal(refused: Refused) -> Response:
    """The same with all headers, for a connection that ends before it comes to the application."""
    response = refusal(refused)
    _make_strict(response.headers)
    response.headers["Connection"] = "close"
    return response


def json_response(text: str, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(text, status, headers, "application/json")
