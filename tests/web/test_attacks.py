"""What strangers try. docs/security.md has a line for each of these."""

from __future__ import annotations

import json
import re
import select
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed, InvalidStatus

from conftest import REPOSITORY
from waiting import PATIENCE
from web.shared import PERSON, POLICY, RANDOM, Server, application, memory_of, raw
from web.test_wire import BAD

SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with application(tmp_path_factory.mktemp("web")) as client:
        yield client


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("web"), "--most-sockets", "8", "--most-connections", "20") as server:
        yield server
        assert server.stop()[1] == "tengen: interrupted\n"  # and nothing of all this is in the log


@pytest.fixture
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets people send as much as they like."""
    with Server(tmp_path_factory.mktemp("web"), "--most-messages", "100000") as server:
        yield server


def test_someone_elses_game(server: Server) -> None:
    """The id of a game lets one watch it, and do nothing else."""
    mine, other = server.new_game(), server.new_game()
    with server.board(mine["id"]) as board:
        for message in ({"type": "move", "move": "C3", "ply": 0}, {"type": "undo"}, {"type": "resign"}):
            board.send(**message)
            assert board.until("error")["code"] == "not your seat"
    with server.board(mine["id"], hello=False) as board:
        board.send(type="hello", token=other["tokens"]["black"])
        assert board.until("error")["code"] == "not your seat"
        assert board.until("state")["you"] == []
        board.move("C3")
        assert board.until("error")["code"] == "not your seat"
    with server.http() as http:
        state = http.get(f"/api/games/{mine['id']}", headers={"Authorization": f"Bearer {other['tokens']['black']}"})
        assert (state.json()["moves"], state.json()["you"], state.json()["over"]) == ([], [], None)


def test_one_seat_cannot_move_for_the_other(server: Server) -> None:
    found = server.new_game(white=PERSON)
    with server.board(found["id"], found["tokens"]["white"]) as board:
        board.move("C3")
        assert board.until("error")["code"] == "not your turn"


def test_a_replayed_token(server: Server) -> None:
    """A token that was overheard in one game is good for no other, and a move that was overheard is not made twice."""
    one, two = server.new_game(white=PERSON), server.new_game(white=PERSON)
    overheard = json.dumps({"type": "move", "move": "C3", "ply": 0})
    with server.board(one["id"], one["tokens"]["both"]) as board:
        board.socket.send(overheard)
        board.until("moved")
        board.socket.send(overheard)
        assert board.until("state")["moves"] == ["C3"]
    for token in (*one["tokens"].values(), one["id"], two["id"], "", "x" * 10_000):
        with server.board(two["id"], hello=False) as board:
            board.send(type="hello", token=token)
            assert board.until("state")["you"] == []


def test_tokens_are_told_to_nobody_else(client: TestClient) -> None:
    body = {"game": "nogo", "size": 5, "black": PERSON, "white": PERSON}
    found = client.post("/api/games", json=body).json()
    id, tokens = found["id"], found["tokens"].values()
    for path in (f"/api/games/{id}", f"/api/games?ids={id}", f"/api/games/{id}/sgf", "/api/about", "/"):
        text = client.get(path).text
        assert not any(token in text for token in tokens)


@pytest.mark.parametrize("size", [26, 10**6, 10**30, [1, 10**9], [25, 26], -5, 0])
def test_an_oversized_board(client: TestClient, size: object) -> None:
    body = json.dumps({"game": "go", "size": size, "black": PERSON, "white": RANDOM})
    answer = client.post("/api/games", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert "expected 1 to 25 rows and columns" in answer.json()["error"]


def test_an_oversized_board_in_a_paste(client: TestClient) -> None:
    for text in (
        "X" * 900_000,
        "X\n" * 200_000,
        f"{10**6}\n",
        "(;SZ[52])",
        "(;SZ[99999999:99999999])",
        f"(;SZ[9]{';C[a]' * 200_000})",
        "(" * 900_000,
        f"(;SZ[9]{'(;B[aa])' * 100_000})",
    ):
        begun = time.monotonic()
        answer = client.post("/api/position", json={"action": "parse", "game": "go", "text": text})
        assert answer.status_code == 400
        assert len(answer.json()["error"]) < 200
        assert time.monotonic() - begun < PATIENCE


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_malformed_json(client: TestClient, data: bytes) -> None:
    for path in ("/api/games", "/api/position", "/api/verbs/count"):
        answer = client.post(path, content=data, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400
        assert answer.json()["code"] == "bad input"


def test_a_body_that_is_too_long(server: Server) -> None:
    with server.http() as http:
        for path, size in (("/api/games", 65_537), ("/api/verbs/count", 65_537), ("/api/position", 1_200_000)):
            answer = http.post(path, content=b" " * size, headers={"Content-Type": "application/json"})
            assert (answer.status_code, answer.json()["code"]) == (413, "too big")
            assert answer.headers["Connection"] == "close"


def test_a_message_that_is_too_long(server: Server) -> None:
    found = server.new_game()
    with server.board(found["id"], found["tokens"]["black"]) as board, server.board(found["id"]) as other:
        board.socket.send(" " * 65_537)
        assert board.closed_with() == 1009
        other.send(type="ping")
        other.until("pong")


def test_a_form_of_another_site(client: TestClient) -> None:
    """A page elsewhere can make a browser send a form without asking; a form is not JSON."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = client.post("/api/games", content=b"{}", headers={"Content-Type": kind})
        assert answer.status_code == 415


def test_another_sites_page(server: Server) -> None:
    found = server.new_game()
    with server.http() as http:
        for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.port + 1}", "http://127.0.0.1"):
            answer = http.post("/api/games", json={}, headers={"Origin": origin})
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
            with pytest.raises(InvalidStatus) as refused:
                server.board(found["id"], origin=origin)
            assert refused.value.response.status_code == 403
        own = http.post("/api/games", json={}, headers={"Origin": server.address})
        assert own.status_code == 400  # it is only bad input
    with server.board(found["id"], origin=server.address) as board:
        assert board.state["moves"] == []


def test_another_name_for_this_machine(server: Server) -> None:
    """A site can have its own name lead to 127.0.0.1; then its page and our server have the same origin."""
    with server.http() as http:
        host = f"evil.example:{server.port}"
        answer = http.get("/api/about", headers={"Host": host, "Origin": f"http://{host}"})
        assert answer.status_code == 400
        assert http.get("/api/about", headers={"Host": f"localhost:{server.port}"}).status_code == 200


PATHS = [
    "/static/../app.py",
    "/static/..%2fapp.py",
    "/static/%2e%2e/app.py",
    "/static/%2e%2e%2fapp.py",
    "/static/..%5capp.py",
    "/static/....//app.py",
    "/static//etc/passwd",
    "/static/%2fetc/passwd",
    "/static/js/../../../store/database.py",
    "/static/%00",
    "/static/index.html%00.js",
    "/../../../../etc/passwd",
    "//etc/passwd",
    "/static/",
    "/static",
    "/static/js",
    f"/static/{'x' * 5000}",
]


@pytest.mark.parametrize("path", PATHS)
def test_path_traversal(server: Server, path: str) -> None:
    answer = raw(server, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    assert re.match(rb"HTTP/1.1 40[04] ", answer), answer[:100]
    assert b"import" not in answer
    assert b"root:" not in answer


def test_a_script_in_a_name(client: TestClient) -> None:
    """Text from people goes out as JSON or SGF, never as HTML, and no browser may take it for a script."""
    body = {"game": "nogo", "size": 5, "black": {"kind": "person", "name": SCRIPT}, "white": PERSON}
    found = client.post("/api/games", json=body).json()
    for path, kind in (
        (f"/api/games/{found['id']}", "application/json"),
        (f"/api/games?ids={found['id']}", "application/json"),
        (f"/api/games/{found['id']}/sgf", "application/x-go-sgf"),
    ):
        answer = client.get(path)
        assert SCRIPT in answer.text
        assert answer.headers["Content-Type"] == kind
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Security-Policy"] == POLICY
    assert client.get(f"/api/games/{found['id']}/sgf").headers["Content-Disposition"].startswith("attachment")
    for path in (f"/{SCRIPT}", f"/api/games/{SCRIPT}", f"/api/games?ids={SCRIPT}", f"/static/{SCRIPT}"):
        answer = client.get(path)
        assert SCRIPT not in answer.text
        assert not answer.headers["Content-Type"].startswith("text/html")


def test_every_answer_has_the_strict_headers(client: TestClient) -> None:
    answers = [
        client.get(path)
        for path in ("/", "/api/about", "/none", "/static/index.html", "/static/none", "/api/games/none")
    ]
    answers += [
        client.post("/api/games", content=b"{", headers={"Content-Type": "application/json"}),
        client.get("/", headers={"Host": "evil.example"}),
        client.put("/api/games"),
        client.post("/api/games", headers={"Origin": "http://evil.example"}),
    ]
    for answer in answers:
        assert answer.headers["Content-Security-Policy"] == POLICY
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] in ("no-cache", "no-store")
        assert "server" not in answer.headers
    assert client.get("/").headers["Cache-Control"] == "no-cache"
    assert client.get("/api/about").headers["Cache-Control"] == "no-store"


def test_a_fault_of_ours_tells_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError(f"secret at {tmp_path}")

    monkeypatch.setattr("tengen.web.editing.answer", broken)
    with application(tmp_path) as client:
        answer = client.post("/api/position", json={"action": "start", "game": "nogo"})
    assert answer.status_code == 500
    assert answer.json() == {"error": "something went wrong here, and it is not your fault", "code": "server error"}
    assert answer.headers["Content-Security-Policy"] == POLICY


def test_a_slow_reader(patient: Server) -> None:
    """Somebody who does not read is sent away; nobody waits for them, and what they did not read does not pile up."""
    found = patient.new_game(game="go", size=25, white=PERSON)
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.connect(("127.0.0.1", patient.port))
    with (
        patient.board(found["id"], found["tokens"]["both"]) as board,
        patient.board(found["id"], sock=slow, ping_interval=None) as sleeper,
    ):
        before = memory_of(patient.pid)
        for number in range(400):
            if number % 2:
                board.send(type="undo")
                board.until("state")
            else:
                board.move("N13")
                board.until("moved")
        assert memory_of(patient.pid) - before < 32 * 2**20
        hung_up = select.poll()
        hung_up.register(slow, 0)
        assert hung_up.poll(20_000)
        assert sleeper.closed_with() == 1006
        assert sleeper.received < 300


def test_a_flood_of_messages(server: Server) -> None:
    found = server.new_game()
    with server.board(found["id"], found["tokens"]["black"]) as board, server.board(found["id"]) as other:
        try:
            for _ in range(500):
                board.send(type="ping")
        except ConnectionClosed:
            pass
        assert board.closed_with() == 1013
        other.send(type="ping")
        other.until("pong")


def test_too_many_boards_from_one_address(server: Server) -> None:
    found = server.new_game()
    boards = [server.board(found["id"]) for _ in range(8)]
    with pytest.raises(InvalidStatus) as refused:
        server.board(found["id"])
    assert refused.value.response.status_code == 429
    assert refused.value.response.headers["Retry-After"] == "10"
    with server.board(found["id"], source_address=("127.0.0.5", 0)) as neighbour:
        assert neighbour.state["moves"] == []
    for board in boards:
        board.close()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:  # a place is free again as soon as the server has noticed
        try:
            server.board(found["id"]).close()
            break
        except InvalidStatus:
            time.sleep(0.05)
    else:
        raise AssertionError("no place became free")


def test_too_many_connections_from_one_address(server: Server) -> None:
    held = [socket.create_connection(("127.0.0.1", server.port), 10, ("127.0.0.6", 0)) for _ in range(20)]
    answer = raw(server, b"", from_address="127.0.0.6")
    assert answer.startswith(b"HTTP/1.1 429 ")
    assert b'"code":"too many"' in answer
    with server.http("127.0.0.7") as http:
        assert http.get("/api/about").status_code == 200
    for connection in held:
        connection.close()
    deadline = time.monotonic() + 10
    while raw(server, b"GET /api/about HTTP/1.0\r\nHost: localhost\r\n\r\n", from_address="127.0.0.6")[9:12] != b"200":
        assert time.monotonic() < deadline


def test_connections_that_say_nothing(tmp_path: Path) -> None:
    """Not a word, half a request, half a body, a request and then half of another, no hello: none is kept for long."""
    with Server(tmp_path, "--most-silence", "1") as server:
        found = server.new_game()
        head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        whole = b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n\r\n"
        silent = []
        for data in (b"", b"GET / HT", head + b"Content-Length: 9\r\n\r\n{", whole + b"GET / HTTP/1.1\r\nX"):
            silent.append(socket.create_connection(("127.0.0.1", server.port), PATIENCE))
            silent[-1].sendall(data)
        with server.board(found["id"], hello=False) as board:
            assert board.closed_with() == 1008
        for connection in silent:
            with connection, suppress(ConnectionResetError):
                while connection.recv(65536):  # until the server closes it; that it stays open is a TimeoutError
                    pass


def test_a_flood_of_requests(tmp_path: Path) -> None:
    with Server(tmp_path, "--most-requests", "2") as server:
        found = server.new_game()
        with server.board(found["id"], found["tokens"]["black"]) as board:
            with server.http("127.0.0.6") as http:
                answers = [http.get("/api/about") for _ in range(60)]
            granted = [answer for answer in answers if answer.status_code == 200]
            refused = [answer for answer in answers if answer.status_code == 429]
            assert len(granted) + len(refused) == 60
            assert 20 <= len(granted) < 40
            assert refused[0].json()["code"] == "too many"
            assert refused[0].headers["Retry-After"] == "1"
            with server.http("127.0.0.7") as http:
                assert http.get("/api/about").status_code == 200
            board.move("C3")
            board.until("moved")
            board.until("moved")


def test_a_forged_address(server: Server) -> None:
    """Who is asking is where the connection comes from, whatever the request says."""
    head = b"GET /api/about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-For: %b\r\n\r\n"
    held = [socket.create_connection(("127.0.0.1", server.port), 10, ("127.0.0.8", 0)) for _ in range(20)]
    assert raw(server, head % b"203.0.113.5", from_address="127.0.0.8").startswith(b"HTTP/1.1 429 ")
    for connection in held:
        connection.close()


def test_every_line_of_the_table_has_its_test() -> None:
    page = (REPOSITORY / "docs" / "security.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    tests = {path.stem: path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py"))}
    for name in named:
        assert any(f"def {name}(" in text for text in tests.values()), name
    own = {
        name
        for file in ("test_attacks", "test_fairness", "test_malformed")
        for name in re.findall(r"^def (test_\w+)", tests[file], re.MULTILINE)
    }
    assert own - {"test_every_line_of_the_table_has_its_test"} <= named
