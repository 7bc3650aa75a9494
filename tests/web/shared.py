"""What the tests of the server share: the application in this process, and a real server with real connections."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx2
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from conftest import TENGEN
from tengen.store.seated import SeatedFile
from tengen.web.app import create_app
from tengen.web.settings import Settings
from waiting import PATIENCE

PERSON = {"kind": "person", "name": "Ann"}
RANDOM = {"kind": "player", "player": "random", "seconds": 0.1}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
Json = dict[str, Any]


def run_apart(work: Coroutine[Any, Any, None]) -> None:
    """Runs this on a thread of its own: a browser's tests leave an event loop behind in theirs."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


@contextmanager
def application(folder: Path, **settings: Any) -> Iterator[TestClient]:
    """The application without a server: for what is asked and answered."""
    file = SeatedFile(folder / "games.db", create=True, any_thread=True)
    app = create_app(file, Settings(**settings), ["localhost"])
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        yield client


def wire(diagram: str, game: str = "nogo", to_play: str = "black", **rules: Any) -> Json:
    return {"game": game, "diagram": diagram, "to_play": to_play, "rules": rules}


def ask(client: TestClient, path: str, **body: Any) -> Json:
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


class Server:
    """A server in a process of its own, that can be killed and started again."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self._options = options
        self.port = free_port()
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [TENGEN, "serve", "--port", str(self.port), "--file", self.folder / "games.db", *self._options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode().strip()
        if not line:
            raise AssertionError(self._process.communicate()[1].decode())
        self.address = line.partition("#")[0].rstrip("/")

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        """As the kernel does when it has no more memory: without a word."""
        self._process.kill()
        self._process.communicate()

    def stop(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """As a person does; its exit status, and what it had to say."""
        self._process.send_signal(number)
        error = self._process.communicate(timeout=PATIENCE)[1].decode()
        return self._process.returncode, error

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self.kill()

    def http(self, from_address: str | None = None) -> httpx2.Client:
        transport = httpx2.HTTPTransport(local_address=from_address)
        return httpx2.Client(base_url=self.address, transport=transport, timeout=PATIENCE)

    def new_game(self, **wanted: Any) -> Json:
        with self.http() as http:
            answer = http.post(
                "/api/games", json={"game": "nogo", "size": 5, "black": PERSON, "white": RANDOM, **wanted}
            )
        assert answer.status_code == 201, answer.text
        found: Json = answer.json()
        return found

    def board(self, id: str, token: str | None = None, **options: Any) -> Board:
        return Board(f"ws://127.0.0.1:{self.port}/ws/games/{id}", token, **options)


class Board:
    """A connection to a game. It keeps the last state that it was told."""

    def __init__(self, address: str, token: str | None, hello: bool = True, **options: Any) -> None:
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(address, open_timeout=PATIENCE, close_timeout=2, max_size=None, **options)
        )
        self.state: Json = {}
        self.received = 0
        if hello:
            self.send(type="hello", **({} if token is None else {"token": token}))
            self.until("state")

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self, seconds: float = PATIENCE) -> Json:
        message: Json = json.loads(self.socket.recv(seconds))
        self.received += 1
        if message["type"] == "state":
            self.state = message
        if message["type"] == "moved":
            self.state = message["state"]
        return message

    def until(self, kind: str, seconds: float = PATIENCE) -> Json:
        """The next message of this kind."""
        while True:
            message = self.receive(seconds)
            if message["type"] == kind:
                return message

    def move(self, name: str) -> None:
        self.send(type="move", move=name, ply=self.state["ply"])

    def close(self) -> None:
        self._open.close()

    def closed_with(self, seconds: float = PATIENCE) -> int:
        """Reads until the other side closes; its code."""
        try:
            while True:
                self.receive(seconds)
        except ConnectionClosed as closed:
            return 1006 if closed.rcvd is None else closed.rcvd.code

    def __enter__(self) -> Board:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def raw(server: Server, data: bytes, seconds: float = 10, from_address: str = "127.0.0.1") -> bytes:
    """What comes back for these bytes, until the server closes or there is nothing for a while."""
    with socket.create_connection(("127.0.0.1", server.port), seconds, (from_address, 0)) as connection:
        connection.sendall(data)
        answer = b""
        try:
            while piece := connection.recv(65536):
                answer += piece
        except (TimeoutError, ConnectionResetError):
            pass
        return answer


def name_of(state: Json, point: list[int]) -> str:
    """The name of a point, for the games that have GTP's names."""
    return f"{'ABCDEFGHJKLMNOPQRSTUVWXYZ'[point[1]]}{state['size'][0] - point[0]}"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def memory_of(pid: int) -> int:
    """Bytes that a process has in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
