"""A server of its own for a measurement, and clients that play at it as the page does."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.timing import TENGEN

GAMES: tuple[tuple[str, int], ...] = (("nogo", 9), ("go", 9), ("gomoku", 15), ("othello", 8))
_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class Served:
    """A running server."""

    def __init__(self, process: subprocess.Popen[bytes], address: str) -> None:
        self.address = address
        self._pid = process.pid

    @property
    def cpu_seconds(self) -> float:
        """That it has used."""
        fields = Path(f"/proc/{self._pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """MiB that it has."""
        return int(Path(f"/proc/{self._pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20


@contextmanager
def served(*options: str) -> Iterator[Served]:
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [TENGEN, "serve", "--port", "0", "--file", f"{folder}/games.db", *options], stdout=subprocess.PIPE
        )
        try:
            assert process.stdout is not None
            yield Served(process, process.stdout.readline().decode().strip().rstrip("/"))
        finally:
            process.terminate()
            process.wait()


class Guest:
    """Somebody who plays games against the random player, one after the other, from one address."""

    def __init__(self, server: Served, address: str, pause: float, chance: random.Random) -> None:
        self.replies: list[float] = []  # seconds from a click to the other side's move
        self.errors: list[str] = []
        self.clicks = 0
        self.shown: dict[str, list[str]] = {}  # the moves of each game, as they were shown
        self._server = server
        self._address = address
        self._pause = pause
        self._chance = chance

    async def play(self, until: float) -> None:
        number = self._chance.randrange(len(GAMES))
        try:
            async with self._http() as http:
                while time.monotonic() < until:
                    await self._game(http, *GAMES[number % len(GAMES)], until)
                    number += 1
        except Exception as error:  # whatever it is, it is to be counted
            self.errors.append(f"{type(error).__name__}: {error}")

    async def lost_moves(self) -> int:
        """How many of the moves that were shown the server does not have any more."""
        lost = 0
        async with self._http() as http:
            for id, moves in self.shown.items():
                kept = (await http.get(f"/api/games/{id}")).json()["moves"]
                lost += len(moves) - next((k for k, move in enumerate(moves) if kept[k : k + 1] != [move]), len(moves))
        return lost

    def _http(self) -> httpx2.AsyncClient:
        # Without certificates, which take longer to read than all the rest.
        transport = httpx2.AsyncHTTPTransport(verify=False, local_address=self._address)
        return httpx2.AsyncClient(base_url=self._server.address, transport=transport, timeout=30)

    async def _game(self, http: httpx2.AsyncClient, game: str, size: int, until: float) -> None:
        seats = {"black": {"kind": "person", "name": "guest"}, "white": {"kind": "player", "player": "random"}}
        answer = await http.post("/api/games", json={"game": game, "size": size, **seats})
        if answer.status_code != 201:
            raise RuntimeError(answer.text)
        found = answer.json()
        address = f"{self._server.address.replace('http', 'ws')}/ws/games/{found['id']}"
        async with connect(address, local_addr=(self._address, 0), compression=None, max_size=None) as socket:
            await socket.send(json.dumps({"type": "hello", "token": found["tokens"]["black"]}))
            state = await self._heard(socket, "state")
            while state["over"] is None and time.monotonic() < until:
                await asyncio.sleep(self._pause * self._chance.uniform(0.5, 1.5))
                state = await self._click(socket, state)
                self.shown[found["id"]] = state["moves"]

    async def _click(self, socket: ClientConnection, state: dict[str, Any]) -> dict[str, Any]:
        """Moves, and waits until it is Black's turn again."""
        begun = time.perf_counter()
        self.clicks += 1
        await socket.send(json.dumps({"type": "move", "move": self._move(state), "ply": state["ply"]}))
        state = (await self._heard(socket, "moved"))["state"]
        replied = False
        while state["over"] is None and state["to_play"] == "white":
            state = (await self._heard(socket, "moved"))["state"]
            replied = True
        if replied:
            self.replies.append(time.perf_counter() - begun)
        return state

    async def _heard(self, socket: ClientConnection, kind: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 30))
            if message["type"] == kind:
                return message
            if message["type"] in ("error", "illegal"):
                raise RuntimeError(str(message)[:200])

    def _move(self, state: dict[str, Any]) -> str:
        points = state["legal"]["black"]
        if not points:
            return "pass"
        row, col = self._chance.choice(points)
        if state["game"] == "othello":
            return f"{'abcdefghijklmnop'[col]}{row + 1}"
        return f"{_LETTERS[col]}{state['size'][0] - row}"
