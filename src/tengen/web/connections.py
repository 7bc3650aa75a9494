"""Connections, before anything is asked on them: how many from one address, and none that says or reads nothing.

An application hears of a connection only when a whole request has come, and never of what is no request at all. So
these are uvicorn's own protocols with a count of who is connected, an eye on who reads, and refusals like all others.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from socket import SO_LINGER, SOL_SOCKET
from struct import pack
from typing import Any, ClassVar

from h11 import IDLE, SEND_RESPONSE, Request
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.datastructures import Headers
from websockets.http11 import Response
from websockets.server import ServerProtocol

from tengen.web.headers import last_refusal
from tengen.web.limits import Places, address_of
from tengen.web.refusals import Refused, bad_input
from tengen.web.settings import MOST_MESSAGE

_REFUSED_SECONDS = 0.5  # for somebody without a place to hear that
_LINGER_SECONDS = 2.0  # for the last bytes to be read


class _Read(asyncio.Protocol):
    """A connection that is cut when the other side takes nothing of what is there for it."""

    silence: ClassVar[float]  # seconds for something to come, or to be read
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _watch: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(0)  # to be told as soon as the system takes no more

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_watch()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look_later()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_watch()

    def _look_later(self) -> None:
        self._stop_watch()
        self._watch = self.loop.call_later(self.silence, self._look, self.transport.get_write_buffer_size())

    def _look(self, unread_before: int) -> None:
        unread = self.transport.get_write_buffer_size()
        if 0 < unread < unread_before:
            self._look_later()
        elif unread:
            self._cut()

    def _stop_watch(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _cut(self) -> None:
        """Ends it, and has the system forget what is still to be sent."""
        self.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, pack("ii", 1, 0))
        self.transport.abort()


class CountedHttp(_Read, H11Protocol):
    """HTTP, on one of the places that its address has."""

    places: ClassVar[Places]
    _address: str | None = None  # None: it has no place, or has given it to the websocket that it became
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = address_of(self.client[0] if self.client else None)
        try:
            self.places.enter(address)
        except Refused as refused:
            transport.write(_written(refused))
            self._timer = self.loop.call_later(_REFUSED_SECONDS, transport.abort)
        else:
            self._address = address
            self._timer = self.loop.call_later(self.silence, transport.abort)

    def data_received(self, data: bytes) -> None:
        if self._address is None:
            # Only now: a connection that is closed with something unread takes the answer with it.
            self.transport.close()
            return
        super().data_received(data)
        if self.conn.their_state is not IDLE:
            self._stop_timer()
        elif self._timer is None:  # the next request has begun to come
            self._timer = self.loop.call_later(self.silence, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_timer()
        if self._address is not None:
            self.places.leave(self._address)
            self._address = None

    def send_400_response(self, msg: str) -> None:
        if self.conn.our_state in (IDLE, SEND_RESPONSE):  # else an answer is on its way, or already there
            self.transport.write(_written(bad_input("this is not HTTP")))
        self.transport.close()

    def handle_websocket_upgrade(self, event: Request) -> None:
        address, self._address = self._address, None
        self._stop_timer()
        super().handle_websocket_upgrade(event)
        protocol: Any = self.transport.get_protocol()
        if isinstance(protocol, CountedWebSocket) and address is not None:
            protocol.take(self.places, address)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class CountedWebSocket(_Read, WebSocketsSansIOProtocol):
    """A websocket, on the place of the connection that it was."""

    _place: tuple[Places, str] | None = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn = _Handshake(max_size=MOST_MESSAGE, logger=self.logger)

    def take(self, places: Places, address: str) -> None:
        """The place. The request for a websocket has been read by now, and may have been none."""
        self._place = places, address
        if not self.handshake_initiated:
            said = b"".join(self.conn.data_to_send())
            self.transport.write(said or _written(bad_input("this is no request for a websocket")))
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._place is not None:
            places, address = self._place
            places.leave(address)
            self._place = None

    async def run_asgi(self) -> None:
        await super().run_asgi()
        # Closing waits until all is read, and there are those who never read.
        self.loop.call_later(_LINGER_SECONDS, self._cut_if_open)

    def _cut_if_open(self) -> None:
        if not self.disconnected:
            self._cut()


class _Handshake(ServerProtocol):
    """The beginning of a websocket, which is refused as everything else is."""

    def reject(self, status: int, text: str) -> Response:
        code = "server error" if status >= 500 else "bad input"
        response = last_refusal(Refused(status, code, text.strip() or "there is no game at this address"))
        return Response(status, HTTPStatus(status).phrase, Headers(response.headers.items()), bytes(response.body))


def _written(refused: Refused) -> bytes:
    """A refusal as it goes over the line."""
    response = last_refusal(refused)
    head = [f"HTTP/1.1 {refused.status} {HTTPStatus(refused.status).phrase}"]
    head += [f"{name}: {value}" for name, value in response.headers.items()]
    return "\r\n".join([*head, "", ""]).encode("ascii") + bytes(response.body)
