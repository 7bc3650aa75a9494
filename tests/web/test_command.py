"""tengen serve, as a person runs it."""

from __future__ import annotations

import re
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import TENGEN, Tengen
from tengen.web import server
from web.shared import Server, free_port


def test_it_prints_its_address_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        assert server.address == f"http://127.0.0.1:{server.port}"
        with server.http() as http:
            page = http.get("/")
            assert page.status_code == 200
            assert page.headers["Content-Type"] == "text/html; charset=utf-8"
        assert server.stop() == (130, "tengen: interrupted\n")
    with Server(tmp_path) as server:
        assert server.stop(signal.SIGTERM) == (-signal.SIGTERM, "")


def test_port_0_is_any(tmp_path: Path) -> None:
    process = subprocess.Popen([TENGEN, "serve", "--port", "0", "--file", tmp_path / "x.db"], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b"http://127.0.0.1:")
    process.kill()
    process.communicate()


def test_what_it_refuses(tengen: Tengen, tmp_path: Path) -> None:
    database = str(tmp_path / "games.db")
    with socket.create_server(("127.0.0.1", 0)) as busy:
        taken = str(busy.getsockname()[1])
        (tmp_path / "text").write_text("text, and more of it than a page has" * 200)
        sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE x (y)").connection.close()
        for words, complaint in (
            (["--port", taken], f"cannot listen at 127.0.0.1 port {taken}: Address already in use"),
            (["--port", "99999"], "cannot listen at 127.0.0.1 port 99999"),
            (["--port", "http"], "argument --port: invalid int value: 'http'"),
            (["--host", "no such host"], "cannot listen at no such host"),
            (["--file", str(tmp_path / "text")], "games at the board: file is not a database"),
            (["--file", str(tmp_path / "other.db")], "is not a file of Tengen's games at the board"),
            (["--file", "/nowhere/x.db"], "cannot use '/nowhere/x.db'"),
            (["--most-rows", "0"], "--most-rows is 0; expected 1 to 100"),
            (["--most-seconds", "nan"], "--most-seconds is nan"),
            (["nogo"], "unrecognized arguments: nogo"),
        ):
            result = tengen("serve", "--port", "0", "--file", database, *words)
            assert (result.returncode, result.stdout) == (2, b"")
            error = result.stderr.decode()
            assert complaint in error
            assert error.count("\n") == 1


def test_two_servers_do_not_share_a_file(tengen: Tengen, tmp_path: Path) -> None:
    with Server(tmp_path):
        result = tengen("serve", "--port", str(free_port()), "--file", str(tmp_path / "games.db"))
        assert result.returncode == 2
        assert b"is in use: another process is serving it" in result.stderr


def test_limits_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENGEN_SERVE_MOST_ROWS", "7")
    with Server(tmp_path, "--most-seconds", "3") as server, server.http() as http:
        limits = http.get("/api/about").json()["limits"]
        assert (limits["size"], limits["seconds"]) == (7, 3)


def test_a_proxy_is_believed_if_it_is_named(tmp_path: Path) -> None:
    options = ("--proxy", "127.0.0.1", "--most-games", "1", "--name", "board.example")
    with Server(tmp_path, *options) as server, server.http() as http:
        body = {"game": "nogo", "black": {"kind": "person"}, "white": {"kind": "person"}}
        for address, status in (("203.0.113.1", 201), ("203.0.113.2", 201), ("203.0.113.1", 429)):
            answer = http.post("/api/games", json=body, headers={"X-Forwarded-For": address, "Host": "board.example"})
            assert answer.status_code == status
        assert http.get("/api/about").status_code == 400  # by a name that was not given


def test_without_the_extra_it_says_what_is_missing(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['uvicorn'] = None\nfrom tengen.cli import main\n"
        f"sys.exit(main(['serve', '--file', {str(tmp_path / 'x.db')!r}]))"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert result.returncode == 2
    assert result.stderr.decode() == (
        "tengen: tengen serve needs uvicorn; install it with: pip install 'tengen[web]'\n"
    )


def test_where_others_find_it() -> None:
    with server.listen("127.0.0.1", 0) as alone:
        assert server.shared_address(alone) is None
    with server.listen("0.0.0.0", 0) as open_to_all:
        port = open_to_all.getsockname()[1]
        found = server.shared_address(open_to_all)
        assert found is None or re.fullmatch(rf"http://\d+\.\d+\.\d+\.\d+:{port}", found)
        assert found is None or not found.startswith(("http://0.", "http://127."))
