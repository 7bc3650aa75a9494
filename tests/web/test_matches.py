"""A match to look at: the table, the games, each game."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

import tengen as tg
from conftest import TENGEN
from match.shared import PatientMatch, end_all
from tengen.match import watching
from tengen.match.schedule import Fixture
from tengen.match.standings import read_standings
from tengen.match.tournament import Match
from tengen.match.watching import LiveGame, folder_of
from tengen.players import Choice, parse
from tengen.store.finished import GameFile
from tengen.store.seated import SeatedFile
from tengen.web.app import create_app
from tengen.web.settings import Settings
from waiting import PATIENCE, wait_until


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


def test_games_are_seen_while_they_are_played(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "_AFTER", 0)
    start, path = tg.othello.start(6), tmp_path / "match.db"
    given = tg.simulate(start, seed=7, most_plies=2)
    assert get(client, "/api/match/running") == {"games": []}
    with LiveGame(folder_of(path), Fixture(7, 3, "greedy", "random", 0), ("greedy", "random"), given) as game:
        after = given.end
        for plies in (3, 4):
            move = after.legal_moves[0]
            after = after.play(move)
            game.moved(after, Choice(move))
            (found,) = get(client, "/api/match/running")["games"]
            assert [found[name] for name in ("number", "black", "white", "plies")] == [7, "greedy", "random", plies]
            assert (found["game"], found["last"]) == ("othello", start.vertex(move))
            assert tg.othello.parse(found["diagram"]).board == after.board
            seen = get(client, "/api/match/games/7")
            assert (seen["running"], seen["over"], len(seen["moves"]), len(seen["steps"])) == (True, None, plies, plies)
            assert seen["position"]["to_play"] == str(after.to_play).lower()
    assert get(client, "/api/match/running") == {"games": []}
    assert client.get("/api/match/games/7").status_code == 404  # its result has not come yet
    with LiveGame(folder_of(path), Fixture(2, 1, "greedy", "random", 0), ("greedy", "random"), given) as game:
        game.moved(after, Choice(given.end.legal_moves[0]))
        assert get(client, "/api/match/running") == {"games": []}  # it has
        assert get(client, "/api/match/games/2")["over"]["ending"] == "over"


def test_the_folder_of_running_games_is_there_as_long_as_somebody_looks(tmp_path: Path) -> None:
    play_match(tmp_path / "match.db", 2)
    file = SeatedFile(tmp_path / "games.db", create=True, any_thread=True)
    app = create_app(file, Settings(), ["localhost"], None, tmp_path / "match.db")
    with TestClient(app, base_url="http://localhost") as client:
        get(client, "/api/match")
        assert not folder_of(tmp_path / "match.db").exists()
        get(client, "/api/match/running")
        assert folder_of(tmp_path / "match.db").is_dir()
    assert not folder_of(tmp_path / "match.db").exists()


def test_a_file_that_is_no_match_is_refused(tmp_path: Path) -> None:
    found = subprocess.run(
        [TENGEN, "serve", "--match", "none.db", "--port", "0"], cwd=tmp_path, capture_output=True, timeout=PATIENCE
    )
    assert (found.returncode, found.stderr) == (2, b"tengen: there is no file 'none.db'\n")
    assert not (tmp_path / "games.db").exists()


def test_a_match_is_watched_while_it_is_played(tmp_path: Path) -> None:
    """Its page shows the game that is being played, and is gone with the match, with all that it needed."""
    patient = PatientMatch(tmp_path)
    match = patient.start("--watch")
    try:
        assert match.process.stderr is not None
        words, _, address = match.process.stderr.readline().partition(" at ")
        assert (words, address[:17], address[-8:]) == ("tengen: watch it", "http://127.0.0.1:", "/#match\n")
        patient.wait_for_turn(2)
        with httpx2.Client(base_url=address.partition("#")[0], timeout=PATIENCE) as http:

            def plies() -> list[int]:
                return [game["plies"] for game in http.get("/api/match/running").json().get("games", ())]

            assert plies() == []
            for stones in (2, 3):
                patient.move(stones)
                wait_until(lambda: plies() == [stones + 1])  # noqa: B023
        patient.move(*range(4, 25))
        assert match.end()[0] == 0
    finally:
        end_all(match)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bots", "match.db"]


def test_the_page_of_a_match_that_is_killed_ends_with_it(tmp_path: Path) -> None:
    match = PatientMatch(tmp_path).start("--watch")
    try:
        assert match.process.stderr is not None
        address = match.process.stderr.readline().strip().partition(" at ")[2]
        assert httpx2.get(address, timeout=PATIENCE).status_code == 200
        match.kill(group=True)
        wait_until(lambda: not is_there(address))
    finally:
        end_all(match)


def is_there(address: str) -> bool:
    try:
        return httpx2.get(address, timeout=PATIENCE).status_code == 200
    except httpx2.TransportError:
        return False
