"""Connections, before anything is asked on them: so many from one address, and none that says nothing.

An application hears of a connection only when a whole request has come. So these two are uvicorn's own protocols with
a count of who is connected.
"""

from __future__ import annotations

import asyncio
from socket import SO_LINGER, SOL_SOCKET
from struct import pack
from typing import Any, ClassVar

from h11 import IDLE, Request
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tengen.web.limits import Places, address_of
from tengen.web.refusals import too_many
from tengen.web.wire import dumps

_REFUSED_SECONDS = 0.5  # for somebody without a place to hear that
_LINGER_SECONDS = 2.0  # for the last bytes to be read
_REFUSAL = dumps(too_many("too many connections from your address", 10).wire).encode()
_TOO_MANY = (b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
             b"Retry-After: 10\r\nConnection: close\r\n\r\n%b" % (len(_REFUSAL), _REFUSAL))


class CountedHttp(H11Protocol):
    """HTTP, on one of the places that its address has."""

    places: ClassVar[Places]
    silence: ClassVar[float]  # seconds for the head of a request to come
    _address: str | None = None  # None: it has no place, or has given it to the websocket that it became
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = address_of(self.client[0] if self.client else None)
        if self.places.enter(address):
            self._address = address
            self._timer = self.loop.call_later(self.silence, transport.abort)
        else:
            transport.write(_TOO_MANY)
            self._timer = self.loop.call_later(_REFUSED_SECONDS, transport.abort)

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
        self._let_go()

    def handle_websocket_upgrade(self, event: Request) -> None:
        address, self._address = self._address, None
        self._stop_timer()
        super().handle_websocket_upgrade(event)
        protocol: Any = self.transport.get_protocol()
        if isinstance(protocol, CountedWebSocket) and address is not None:
            protocol.take(self.places, address)

    def _let_go(self) -> None:
        self._stop_timer()
        if self._address is not None:
            self.places.leave(self._address)
            self._address = None

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class CountedWebSocket(WebSocketsSansIOProtocol):
    """A websocket, on the place of the connection that it was."""

    _place: tuple[Places, str] | None = None

    def take(self, places: Places, address: str) -> None:
        self._place = places, address

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._place is not None:
            places, address = self._place
            places.leave(address)
            self._place = None

    async def run_asgi(self) -> None:
        await super().run_asgi()
        # Closing waits until all is read, and there are those who never read.
        self.loop.call_later(_LINGER_SECONDS, self._cut)

    def _cut(self) -> None:
        """Ends it, and has the system forget what is still to be sent."""
        if not self.disconnected:
            self.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, pack("ii", 1, 0))
            self.transport.abort()
