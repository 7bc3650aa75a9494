"""What is no request, no JSON or no text: one clear refusal as of everything else, and not a word in the log."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator

import pytest
from websockets.exceptions import InvalidStatus

from web.shared import POLICY, Json, Server, raw


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("web")) as server:
        yield server
        assert server.stop()[1] == "tengen: interrupted\n"


def test_bytes_that_are_no_request(server: Server) -> None:
    for data in (
        b"\x00" * 1000,
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 1_000_000 + b"\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n"
        b"Content-Type: application/json\r\nConnection: close\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
    ):
        answer = raw(server, data, 2)
        assert re.match(rb"(HTTP/1.1 4\d\d |$)", answer), answer[:100]
    with server.http() as http:
        assert http.get("/api/about").status_code == 200


def strict(answer: bytes) -> tuple[int, Json]:
    """The status and the JSON of an answer that has all the headers and nothing after it."""
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode("ascii").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
    assert headers["content-security-policy"] == POLICY
    assert headers["content-type"] == "application/json"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert headers["connection"] == "close"
    assert int(headers["content-length"]) == len(body)
    found: Json = json.loads(body)
    return int(lines[0].split()[1]), found


UPGRADE = b" HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
KEY = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


@pytest.mark.parametrize(
    ("data", "status", "error"),
    [
        (b"\x00" * 1000, 400, "this is not HTTP"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "this is not HTTP"),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400, "this is not HTTP"),
        (
            b"GET /ws/games/a" + UPGRADE + b"\r\n",
            400,
            "Failed to open a WebSocket connection: missing Sec-WebSocket-Key header.",
        ),
        (
            b"POST /ws/games/a" + UPGRADE + KEY + b"\r\n",
            405,
            "Failed to open a WebSocket connection: unsupported HTTP method: POST.",
        ),
        (b"GET /ws/games/a" + UPGRADE + KEY + b"Content-Length: 1\r\n\r\na", 400, "this is no request for a websocket"),
        (
            b"GET /ws/games/a" + UPGRADE + KEY + b"X: a\r\n" * 130 + b"\r\n",
            431,
            "Failed to open a WebSocket connection: expected no more than 128 headers.",
        ),
        (b"GET /api/about" + UPGRADE + KEY + b"\r\n", 403, "there is no game at this address"),
    ],
    ids=["bytes", "two hosts", "a length below 0", "no key", "post", "a body", "many headers", "elsewhere"],
)
def test_what_is_no_request_is_refused_as_all_else(server: Server, data: bytes, status: int, error: str) -> None:
    assert strict(raw(server, data)) == (status, {"error": error, "code": "bad input"})


def test_a_body_that_goes_wrong_after_its_answer(server: Server) -> None:
    """It has been answered: it is hung up on, without a word here or in the log."""
    with socket.create_connection(("127.0.0.1", server.port), 10) as connection:
        connection.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        answer = b""
        while not answer.endswith(b"}"):
            answer += connection.recv(65536)
        assert answer.startswith(b"HTTP/1.1 415 ")
        connection.sendall(b"no chunk\r\n\r\n")
        assert connection.recv(65536) == b""


def test_an_origin_that_is_no_address(server: Server) -> None:
    found = server.new_game()
    for origin in ("http://[", "http://[::1", "http://]"):
        with server.http() as http:
            answer = http.post("/api/games", json={}, headers={"Origin": origin})
        assert (answer.status_code, answer.json()) == (
            400,
            {"error": "the Origin of this request is not the address of a site", "code": "bad input"},
        )
        with pytest.raises(InvalidStatus) as refused:
            server.board(found["id"], origin=origin)
        assert refused.value.response.status_code == 400


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize("depth", [16, 900, 965, 966, 980, 5000])
def test_json_within_json(server: Server, depth: int) -> None:
    """However deep, and wherever the interpreter would give up: at reading it, or at saying what was wrong."""
    refusal = {"error": "this JSON is nested too deeply", "code": "bad input"}
    with server.http() as http:
        for path, name in (
            ("/api/games", "game"),
            ("/api/games", "size"),
            ("/api/position", "action"),
            ("/api/verbs/count", "position"),
        ):
            answer = http.post(
                path, content=f'{{"game":"go","{name}":{nested(depth)}}}', headers={"Content-Type": "application/json"}
            )
            assert (answer.status_code, answer.json()) == (400, refusal)
    with server.board(server.new_game()["id"]) as board:
        for name in ("type", "token", "move"):
            board.socket.send(f'{{"type":"hello","{name}":{nested(depth)}}}')
            assert board.until("error") == {"type": "error", **refusal}


@pytest.mark.parametrize(
    "text", ["\\u0000", "\\ud800", "\\udfff" * 300, "x" * 300], ids=["null", "half a character", "many halves", "long"]
)
def test_odd_text(server: Server, text: str) -> None:
    """As a game, a player, a name, a clock, a move, a token: one clear refusal, and nothing in the log."""
    person = '{"kind":"person"}'
    with server.http() as http:
        for body in (
            '{"game":"TEXT"}',
            '{"game":"nogo","TEXT":1}',
            '{"game":"go","rules":{"ko":"TEXT"}}',
            '{"game":"nogo","black":{"kind":"person","name":"TEXT"}}',
            '{"game":"nogo","black":{"kind":"player","player":"TEXT"}}',
            f'{{"game":"nogo","black":{person},"white":{person},"clock":"TEXT"}}',
        ):
            answer = http.post(
                "/api/games", content=body.replace("TEXT", text), headers={"Content-Type": "application/json"}
            )
            assert (answer.status_code, answer.json()["code"]) == (400, "bad input"), body
        for path in (f"/api/games/{text}", f"/static/{text}", f"/static/js/{text}.js", f"/{text}"):
            assert http.get(path.replace("\\u0000", "%00").replace("\\u", "%")).status_code == 404
    found = server.new_game()
    with server.board(found["id"], found["tokens"]["black"]) as board:
        for message in (
            '"TEXT"',
            '{"type":"TEXT"}',
            '{"type":"ping","TEXT":1}',
            '{"type":"move","move":"TEXT","ply":0}',
        ):
            board.socket.send(message.replace("TEXT", text))
            assert board.until("error")["code"] == "bad input"
        board.socket.send('{"type":"hello","token":"TEXT"}'.replace("TEXT", text))
        assert board.until("error")["code"] in ("bad input", "not your seat")
