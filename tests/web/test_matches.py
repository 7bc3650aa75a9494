"""A match to look at: the table, the games, each game."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import tengen as tg
from conftest import TENGEN
from tengen.match.standings import read_standings
from tengen.match.tournament import Match
from tengen.players import parse
from tengen.store.finished import GameFile
from tengen.store.seated import SeatedFile
from tengen.web.app import create_app
from tengen.web.settings import Settings
from waiting import PATIENCE


def play_match(path: Path, games: int = 4) -> None:
    """A small match, as `tengen match` would keep it; more games go on with it."""
    players = {name: parse(name) for name in ("greedy", "random")}
    with Match(players, tg.nogo.start(5), path, seed=7) as match, ThreadPoolExecutor(1) as pool:
        match.play(games, executor=pool, at_once=lambda: 1)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    play_match(tmp_path / "match.db")
    file = SeatedFile(tmp_path / "games.db", create=True, any_thread=True)
    app = create_app(file, Settings(), ["localhost"], None, tmp_path / "match.db")
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        yield client


def get(client: TestClient, path: str) -> dict[str, Any]:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_the_table_grows_with_the_match(client: TestClient, tmp_path: Path) -> None:
    assert get(client, "/api/about")["match"] == "match.db"
    for games in (4, 6):
        if games > 4:
            play_match(tmp_path / "match.db", games)
        table = get(client, "/api/match")
        known = read_standings(tmp_path / "match.db")
        assert (table["games"], table["latest"]) == (games, games - 1)
        assert [each["name"] for each in table["players"]] == list(known.names)
        assert [each["wins"] for each in table["players"]] == [each.rating.wins for each in known.players]
        assert sum(each["games"] for each in table["openings"]) == games


def test_games_are_found_by_player_opening_and_ending(client: TestClient) -> None:
    table = get(client, "/api/match")
    games = get(client, "/api/match/games")["games"]
    assert [game["number"] for game in games] == [3, 2, 1, 0]
    opening = table["openings"][0]
    same = get(client, f"/api/match/games?opening={opening['key']}")["games"]
    assert len(same) == opening["games"] == 2
    for each in same:
        moves = get(client, f"/api/match/games/{each['number']}")["moves"]
        assert " ".join(moves[:2]) == opening["moves"]
    assert len(get(client, "/api/match/games?player=greedy&ending=over")["games"]) == 4
    assert get(client, "/api/match/games?player=nobody")["games"] == []
    assert [game["number"] for game in get(client, "/api/match/games?before=2")["games"]] == [1, 0]


def test_a_game_is_as_it_is_in_the_file(client: TestClient, tmp_path: Path) -> None:
    with GameFile(tmp_path / "match.db") as file:
        stored = file.game(2)
        assert file.game(99) is None
    assert stored is not None
    found = get(client, "/api/match/games/2")
    record = stored.record
    assert " ".join(found["moves"]) == str(record.start.vertices(record.moves))
    assert len(found["steps"]) == len(record)
    assert tg.nogo.parse(found["position"]["diagram"]).board == record.end.board
    assert [found["seats"][side]["name"] for side in ("black", "white")] == [stored.black, stored.white]
    assert found["over"]["reason"] == stored.reason


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/match/games/4", 404),
        ("/api/match/games/x", 404),
        ("/api/match/games/99999999999999999999", 404),
        ("/api/match/games?opening=1-xyz", 400),
        ("/api/match/games?opening='", 404),
        ("/api/match/games?color=red", 400),
        ("/api/match/games?before=-1", 404),
    ],
)
def test_what_is_not_there(client: TestClient, path: str, status: int) -> None:
    assert client.get(path).status_code == status


def test_nobody_has_finished_a_game_yet(tmp_path: Path) -> None:
    players = {name: parse(name) for name in ("greedy", "random")}
    Match(players, tg.nogo.start(5), tmp_path / "match.db", seed=7).close()
    file = SeatedFile(tmp_path / "games.db", create=True, any_thread=True)
    with TestClient(
        create_app(file, Settings(), ["localhost"], None, tmp_path / "match.db"), "http://localhost"
    ) as client:
        table = get(client, "/api/match")
        assert (table["games"], table["latest"]) == (0, None)
        assert [each["name"] for each in table["players"]] == ["greedy", "random"]
        assert get(client, "/api/match/games")["games"] == []


def test_a_file_that_is_no_match_is_refused(tmp_path: Path) -> None:
    found = subprocess.run(
        [TENGEN, "serve", "--match", "none.db", "--port", "0"], cwd=tmp_path, capture_output=True, timeout=PATIENCE
    )
    assert (found.returncode, found.stderr) == (2, b"tengen: there is no file 'none.db'\n")
    assert not (tmp_path / "games.db").exists()


def test_a_match_is_watched_while_it_is_played(tmp_path: Path) -> None:
    """Its page answers before the match ends, and is gone with it."""
    words = ["match", "nogo", "random", "greedy", "--size", "5", "--games", "2", "--parallel", "1", "--watch"]
    found = subprocess.run([TENGEN, *words], cwd=tmp_path, capture_output=True, timeout=PATIENCE, text=True)
    assert found.returncode == 0, found.stderr
    assert found.stderr.startswith("tengen: watch it at http://127.0.0.1:")
    assert "/#match" in found.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["nogo-match.db"]
