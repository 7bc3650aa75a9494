"""The way to a game: messages in, messages out, and what is done about those who send too much or read too slowly."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tengen.errors import ParseError
from tengen.grid import Color
from tengen.web import boards
from tengen.web.headers import refusal
from tengen.web.limits import Places, Rate, address_of
from tengen.web.live_game import LiveGame
from tengen.web.refusals import Refused, bad_input, too_many
from tengen.web.registry import Games
from tengen.web.settings import IN_ALL, Settings
from tengen.web.state import Asked
from tengen.web.wire import Fields, dumps, loads

_LOG = logging.getLogger("tengen.web")

_MOST_UNREAD = 64  # messages that wait for a slow reader
_CLOSE_SECONDS = 1.0
_MOST_PLY = 10**6
_MESSAGES = ("hello", "move", "undo", "resign", "mark", "agree", "play on", "analyse", "ping")

# Codes to close with: as the protocol has them, and one of ours.
_NO_HELLO, _TOO_MUCH, _NO_GAME = 1008, 1013, 4404


class Sockets:
    """The connections to games."""

    def __init__(self, games: Games, settings: Settings) -> None:
        self._games = games
        self._settings = settings
        self._places = Places(settings.most_sockets, settings.most_sockets * IN_ALL, "open boards")

    @property
    def routes(self) -> list[WebSocketRoute]:
        return [WebSocketRoute("/ws/games/{id}", self.serve)]

    async def serve(self, websocket: WebSocket) -> None:
        address = address_of(websocket.client.host if websocket.client else None)
        try:
            with self._places.taken_by(address):
                await websocket.accept()
                await Socket(websocket, address, self._settings).serve(self._games)
        except Refused as refused:
            await websocket.send_denial_response(refusal(refused))


class Socket:
    """One connection: somebody at a board, until they leave or are sent away."""

    def __init__(self, websocket: WebSocket, address: str, settings: Settings) -> None:
        self.address = address
        self.seats: frozenset[Color] = frozenset()
        self.analyses = False
        self._websocket = websocket
        self._silence = settings.most_silence
        self._rate = Rate(settings.most_messages, 2 * settings.most_messages)
        self._unread: deque[str] = deque()
        self._thinking: str | None = None  # only the newest is worth reading
        self._something = asyncio.Event()
        self._too_slow = asyncio.Event()
        self._code = _NO_HELLO

    def send(self, text: str) -> None:
        self._thinking = None
        if len(self._unread) >= _MOST_UNREAD:
            self._code = _TOO_MUCH
            self._too_slow.set()
            return
        self._unread.append(text)
        self._something.set()

    def show(self, text: str) -> None:
        self._thinking = text
        self._something.set()

    async def serve(self, games: Games) -> None:
        tasks = [asyncio.create_task(work) for work in (self._read(games), self._write(), self._too_slow.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        for task in tasks:
            if not task.cancelled() and (error := task.exception()) is not None:
                _LOG.error("a connection failed", exc_info=error)
        with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            async with asyncio.timeout(_CLOSE_SECONDS):
                while self._unread and not self._too_slow.is_set():
                    await self._websocket.send_text(self._unread.popleft())
                await self._websocket.close(self._code)

    async def _write(self) -> None:
        """Sends the messages, as fast as they are read."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._something.wait()
                if self._unread:
                    await self._websocket.send_text(self._unread.popleft())
                elif self._thinking is not None:
                    text, self._thinking = self._thinking, None
                    await self._websocket.send_text(text)
                else:
                    self._something.clear()

    async def _read(self, games: Games) -> None:
        """Does what the messages say, one after the other, until there are no more."""
        try:
            async with asyncio.timeout(self._silence):
                hello = await self._message()
            if hello.one_of("type", _MESSAGES) != "hello":
                raise bad_input("the first message must be hello")
            async with games.open(self._websocket.path_params["id"], self.address) as game:
                try:
                    self._hello(game, hello)
                    while True:
                        await self._answer(game, games)
                finally:
                    game.leave(self)
        except (WebSocketDisconnect, TimeoutError, _TooMuch):
            pass
        except Refused as refused:
            self._refuse(refused)
            self._code = _NO_GAME if refused.status == 404 else _NO_HELLO

    async def _answer(self, game: LiveGame, games: Games) -> None:
        """Takes the next message. What it asks for may be refused, and then the next one may not."""
        try:
            message = await self._message()
            match message.one_of("type", _MESSAGES):
                case "hello":
                    self._hello(game, message)
                case "move":
                    name, ply = message.text("move"), message.whole("ply", 0, _MOST_PLY)
                    message.done()
                    await game.move(self, name, ply)
                case "undo":
                    granted = message.flag("granted") if message.has("granted") else None
                    message.done()
                    await game.undo(self, granted)
                case "resign":
                    message.done()
                    await game.resign(self)
                case "mark":
                    stone = message.text("stone")
                    message.done()
                    await game.mark(self, stone)
                case "agree":
                    version = message.whole("version", 0, _MOST_PLY)
                    message.done()
                    await game.agree(self, version)
                case "play on":
                    message.done()
                    await game.play_on(self)
                case "analyse":
                    on = message.flag("on")
                    moves = boards.read_names(message) if message.has("moves") else None
                    message.done()
                    if moves is not None:
                        games.require_no_help(self.address, Asked(boards.write_position(game.game.start), moves))
                    game.analyse(self, on, moves)
                case "ping":
                    message.done()
                    self.send('{"type":"pong"}')
        except Refused as refused:
            self._refuse(refused)
        except ParseError as error:
            self._refuse(bad_input(str(error)))

    def _hello(self, game: LiveGame, message: Fields) -> None:
        """Somebody comes, or comes again with another token."""
        token = message.text("token", "")
        message.done()
        self.seats = game.game.seats_of(token)
        if token and not self.seats:
            self._refuse(Refused(403, "not your seat", "this token is not of this game; you are watching it"))
        game.enter(self)

    async def _message(self) -> Fields:
        event = await self._websocket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1005))
        if self._rate.take():
            self._refuse(too_many("too many messages; wait a little and connect again", 1))
            self._code = _TOO_MUCH
            raise _TooMuch
        text = event.get("text")
        if text is None:
            raise bad_input("expected text, not bytes")
        return Fields(loads(text), "a message")

    def _refuse(self, refused: Refused) -> None:
        self.send(dumps({"type": "error", **refused.wire}))


class _TooMuch(Exception):
    """More messages than anybody needs to send."""
