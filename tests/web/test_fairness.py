"""One address wants everything, and somebody else is served: told by the order of things, not by the time."""

from __future__ import annotations

import asyncio
import json
import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event

import pytest

import tengen as tg
from tengen.grid import BLACK, WHITE
from tengen.store.seated import SeatedFile, SeatedMove
from tengen.web.keeper import Keeper
from tengen.web.minds import Minds
from tengen.web.registry import Games
from tengen.web.settings import Settings
from tengen.web.state import Seat, new_game
from tengen.web.turns import Workers
from waiting import PATIENCE
from web.shared import PERSON, Json, Server, run_apart

GREEDY, OTHER = "127.0.0.3", "127.0.0.2"
ENDLESS = {"game": "nogo", "diagram": "\n".join(["." * 9] * 9), "to_play": "black"}
SMALL = {"game": "nogo", "diagram": "...", "to_play": "black"}
FULL = {"error": "the server is full at this moment; try again in a little while", "code": "full"}


def connected(server: Server, address: str, unread: int | None = None) -> socket.socket:
    """`unread`: bytes that the system takes for somebody who does not read."""
    found = socket.socket()
    if unread is not None:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, unread)
    found.settimeout(PATIENCE)
    found.bind((address, 0))
    found.connect(("127.0.0.1", server.port))
    return found


def count_request(position: Json) -> bytes:
    body = json.dumps({"position": position}).encode()
    return (
        b"POST /api/verbs/count HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    )


def answer_of(connection: socket.socket) -> tuple[int, Json]:
    """The status and the JSON that come next."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536)
    head, _, body = data.partition(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length:")[1].split()[0])
    while len(body) < length:
        body += connection.recv(65536)
    found: Json = json.loads(body)
    return int(data.split()[1]), found


@contextmanager
def questions(server: Server, address: str, number: int, refused: int) -> Iterator[list[socket.socket]]:
    """So many endless counts, of which so many are refused; those that are not, once the server has them all."""
    with ExitStack() as closing:
        asked = [closing.enter_context(connected(server, address)) for _ in range(number)]
        for connection in asked:
            connection.sendall(count_request(ENDLESS))
        for _ in range(refused):
            (told, *_), _, _ = select.select(asked, [], [], PATIENCE)
            assert answer_of(told) == (429, {"error": "too many questions from your address", "code": "too many"})
            asked.remove(told)
        yield asked


def test_a_look_waits_for_no_question(tmp_path: Path) -> None:
    """While one address counts without end, another's looks and question are answered, and all its counts go on."""
    with (
        Server(tmp_path, "--most-verb-seconds", "30") as server,
        questions(server, GREEDY, 13, refused=1) as counting,
        server.http(OTHER) as http,
    ):
        for path, body in (
            ("/api/position", {"action": "look", "position": ENDLESS}),
            ("/api/verbs/check", {"position": ENDLESS}),
            ("/api/verbs/count", {"position": SMALL}),
        ):
            answer = http.post(path, json=body)
            assert answer.status_code == 200, answer.text
        assert select.select(counting, [], [], 0)[0] == []
        with server.http(GREEDY) as own:
            assert own.post("/api/position", json={"action": "look", "position": ENDLESS}).status_code == 200


def test_five_addresses_cannot_take_all_connections(tmp_path: Path) -> None:
    with Server(tmp_path, "--most-connections", "4") as server, ExitStack() as closing:
        for number in range(11, 16):
            for _ in range(4):
                closing.enter_context(connected(server, f"127.0.0.{number}"))
        with server.http(OTHER) as http:
            assert http.get("/api/about").status_code == 200
        with connected(server, "127.0.0.15") as late:
            assert answer_of(late) == (503, FULL)
        with connected(server, "127.0.0.11") as fifth:
            assert answer_of(fifth) == (429, {"error": "too many connections from your address", "code": "too many"})


def hung_up(connection: socket.socket) -> bool:
    """Whether the other side ends this within our patience; nothing is read."""
    poll = select.poll()
    poll.register(connection, 0)
    return bool(poll.poll(1000 * PATIENCE))


def test_who_reads_no_answers_is_cut(tmp_path: Path) -> None:
    with Server(tmp_path, "--most-silence", "1") as server, connected(server, GREEDY, 4096) as deaf:
        deaf.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
        assert hung_up(deaf)


def test_who_reads_nothing_at_a_board_is_cut(tmp_path: Path) -> None:
    with Server(tmp_path, "--most-silence", "1", "--most-messages", "1000") as server:
        found = server.new_game(game="go", size=25, white=PERSON)
        deaf = connected(server, GREEDY, 4096)
        with server.board(found["id"], sock=deaf, ping_interval=None) as board:
            for _ in range(60):  # fewer than those that have it closed for their number
                board.send(type="hello")
            assert hung_up(deaf)


@pytest.fixture
def long_game(tmp_path: Path) -> str:
    """A game of some hundred moves that nobody is at; its id."""
    record = tg.simulate(tg.go.start(9), seed=1)
    stored, _ = new_game(record.start, {BLACK: Seat("Ann"), WHITE: Seat("Bob")}, None)
    with SeatedFile(tmp_path / "games.db", create=True) as file, file.writing():
        file.add(stored)
        for ply, move in enumerate(record.moves):
            file.add_move(stored.id, ply, SeatedMove(record.start.vertex(move), 1.0, 0.5), None, stored.created)
    return stored.id


def test_long_games_are_replayed_and_written_beside_the_event_loop(tmp_path: Path, long_game: str) -> None:
    """And written once: who asks again waits for nothing."""

    async def main() -> None:
        settings = Settings(threads=1)
        keeper = Keeper(SeatedFile(tmp_path / "games.db", any_thread=True))
        minds, looks = Minds(settings), Workers("look", 1)
        games = Games(keeper, minds, looks, settings)
        keeper.start()
        try:
            for known in (False, True):
                free = Event()
                held = asyncio.create_task(looks.do("greedy", free.wait))
                asked = asyncio.create_task(games.sgf(long_game, "other"))
                await asyncio.wait([asked], timeout=0.2 if not known else PATIENCE)
                assert asked.done() is known
                free.set()
                await held
                sgf = await asyncio.wait_for(asked, PATIENCE)
                assert tg.read_sgf(sgf.text or "").record.moves == tg.simulate(tg.go.start(9), seed=1).moves
        finally:
            minds.close()
            looks.close()
            keeper.close()

    run_apart(main())
