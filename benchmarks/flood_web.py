"""python -m benchmarks.flood_web: one address floods the server while somebody else plays, as Markdown.

Three floods, one after the other, all from 127.0.0.9: requests as fast as they are answered, connections that say
nothing, and connections to a game. The player is at 127.0.0.2, clicks ten times a second, and should not notice.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from urllib.parse import urlsplit

from benchmarks.timing import table
from benchmarks.web_clients import Guest, Served, served

FLOODER = "127.0.0.9"

_REQUEST = b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n\r\n"
_UPGRADE = (
    b"GET /ws/games/none HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


async def _connect(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    parts = urlsplit(address)
    return await asyncio.open_connection(parts.hostname, parts.port, local_addr=(FLOODER, 0))


async def _status(reader: asyncio.StreamReader) -> str:
    """Of the next answer, which is read to its end."""
    head = await reader.readuntil(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            await reader.readexactly(int(line.split(b":")[1]))
    return head.split(b" ", 2)[1].decode()


async def requests(address: str, seconds: float) -> Counter[str]:
    """As many as go, on 50 connections."""
    answers: Counter[str] = Counter()
    until = time.monotonic() + seconds

    async def one() -> None:
        while time.monotonic() < until:
            try:
                reader, writer = await _connect(address)
                while time.monotonic() < until:
                    writer.write(_REQUEST)
                    answers[await _status(reader)] += 1
            except (OSError, asyncio.IncompleteReadError):
                pass  # it closes after a 429, and is connected to again

    await asyncio.gather(*(one() for _ in range(50)))
    return answers


async def silence(address: str, seconds: float) -> Counter[str]:
    """A thousand connections that never ask for anything."""
    return await _held(address, seconds, 1000, b"")


async def sockets(address: str, seconds: float) -> Counter[str]:
    """A thousand connections to a game."""
    return await _held(address, seconds, 1000, _UPGRADE)


async def _held(address: str, seconds: float, number: int, words: bytes) -> Counter[str]:
    answers: Counter[str] = Counter()
    writers = []

    async def one() -> None:
        try:
            reader, writer = await _connect(address)
            writers.append(writer)
            writer.write(words)
            answers[await asyncio.wait_for(_status(reader), seconds)] += 1
        except TimeoutError:
            answers["held"] += 1
        except (OSError, asyncio.IncompleteReadError):
            answers["closed"] += 1

    await asyncio.gather(*(one() for _ in range(number)))
    for writer in writers:
        writer.close()
    return answers


FLOODS = {"requests": requests, "silence": silence, "sockets": sockets}


def run_flood(name: str, address: str, seconds: float) -> Counter[str]:
    return asyncio.run(FLOODS[name](address, seconds))


async def measure(server: Served, name: str, seconds: float) -> list[str]:
    guest = Guest(server, "127.0.0.2", 0.1, random.Random(1))
    playing = asyncio.create_task(guest.play(time.monotonic() + seconds + 1))
    with ProcessPoolExecutor(1) as flooder:  # a process of its own, so that it is the server that is slowed down
        answers = await asyncio.get_running_loop().run_in_executor(flooder, run_flood, name, server.address, seconds)
    await playing
    for error in guest.errors:
        print(f"{error}\n")
    replies = [1000 * reply for reply in guest.replies] or [float("nan")]
    granted = answers["held"] if name == "silence" else answers["200"] + answers["101"]
    return [
        name,
        f"{answers.total():,}",
        f"{granted:,}",
        f"{answers['429']:,}",
        f"{answers.total() - granted - answers['429']:,}",
        f"{len(guest.errors)}",
        f"{statistics.median(replies):.1f} ms",
        f"{max(replies):.1f} ms",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.flood_web", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="of each flood")
    options = parser.parse_args()
    rows = []
    for name in FLOODS:
        with served() as server:
            rows.append(asyncio.run(measure(server, name, options.seconds)))
    print(
        table(
            ["flood", "tried", "granted", "429", "else", "the player's errors", "their reply, median", "longest"], rows
        )
    )


if __name__ == "__main__":
    main()
