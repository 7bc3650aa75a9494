"""The questions that the page asks about a position, and their answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import tengen as tg
from tengen._core import Cancel
from tengen.web import maps, verbs
from tengen.web.settings import Settings
from waiting import PATIENCE
from web.shared import application, ask, wire

Json = dict[str, Any]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with application(tmp_path_factory.mktemp("web"), most_verb_seconds=1.0) as client:
        yield client


def test_simulate(client: TestClient) -> None:
    found = ask(client, "/api/verbs/simulate", position=wire("...\n...\n..."), seed=7)["data"]
    record = tg.simulate(tg.nogo.start(3), seed=7)
    assert found["moves"] == [record.start.vertex(move) for move in record.moves]
    assert found["winner"] == str(record.winner).lower()
    assert len(found["steps"]) == len(found["moves"])
    drawn = ask(client, "/api/verbs/simulate", position=wire("...\n...\n..."))["data"]["seed"]
    assert 0 <= drawn < 2**53


def test_simulate_many(client: TestClient) -> None:
    found = ask(client, "/api/verbs/simulate_many", position=wire("...\n...\n..."), games=500, seed=7)
    totals = tg.simulate_many(tg.nogo.start(3), 500, 7)
    assert found["data"]["black_wins"] == totals.black_wins
    assert found["data"]["stopped"] is False
    assert found["view"]["heat"]
    refused = client.post("/api/verbs/simulate_many", json={"position": wire("..."), "games": 1_000_001})
    assert "'games' is 1000001; expected 1 to 1000000" in refused.json()["error"]


def test_check(client: TestClient) -> None:
    found = ask(client, "/api/verbs/check", position=wire("XO\nO."))
    assert found["data"]["legal"] is False
    assert found["data"]["reachable"] is False
    assert found["data"]["reasons"][0]["rule"] == "no liberty"
    assert found["data"]["reasons"][0]["points"] == [[0, 0]]
    assert found["view"]["marks"] == [[0, "cross", "bad"]]
    assert ask(client, "/api/verbs/check", position=wire("XO\n.."))["data"]["reachable"] is True


def test_flips(client: TestClient) -> None:
    position = wire("XOO\nX.O\nXXX", "go")
    found = ask(client, "/api/verbs/flips", position=position, dead="white")
    board = tg.flips(tg.go.parse("XOO\nX.O\nXXX"))
    assert found["data"]["dead_white"] == [[*divmod(k, 3), n] for k, n in enumerate(board.dead_white.counts) if n]
    assert found["data"]["dead_black"] == [[*divmod(k, 3), n] for k, n in enumerate(board.dead_black.counts) if n]
    assert client.post("/api/verbs/flips", json={"position": wire("X", "gomoku")}).status_code == 400


def test_count(client: TestClient) -> None:
    found = ask(client, "/api/verbs/count", position=wire("..\n.."))["data"]
    exact = tg.count(tg.nogo.start(2))
    assert found == {
        "complete": True,
        "games": str(exact.games),
        "at_least": False,
        "black_wins": str(exact.black_wins),
        "white_wins": str(exact.white_wins),
        "draws": "0",
        "by_plies": [str(number) for number in exact.by_plies],
    }
    depth = ask(client, "/api/verbs/count", position=wire("...\n...\n..."), depth=3)["data"]
    assert depth == {"complete": True, "perft": [str(number) for number in tg.perft(tg.nogo.start(3), 3)]}
    assert client.post("/api/verbs/count", json={"position": wire("."), "depth": 13}).status_code == 400
    large = client.post("/api/verbs/count", json={"position": wire("." * 17, "go")})
    assert "of at most 16 points; give a depth" in large.json()["error"]


@pytest.mark.parametrize(
    ("position", "least"),
    [
        (wire("\n".join(["." * 9] * 9)), 511_912),
        (wire("\n".join(["." * 9] * 9), "gomoku"), 81 * 80 * 79),
        (wire("....\n....\n....\n....", "go"), 764_016),
        (wire("\n".join(["........"] * 3 + ["...OX...", "...XO..."] + ["........"] * 3), "othello"), 390_216),
    ],
    ids=["nogo", "gomoku", "go", "othello"],
)
def test_a_count_without_end_is_stopped_with_what_is_known(client: TestClient, position: Json, least: int) -> None:
    """Never with 0, or with a number that looks like all of them."""
    found = ask(client, "/api/verbs/count", position=position)
    data = found["data"]
    assert (data["complete"], data["at_least"]) == (False, True)
    assert int(data["games"]) >= least
    assert found["text"] == f"at least {data['games']} complete games, stopped early"


def test_perft_without_end_is_stopped_with_what_is_known(client: TestClient) -> None:
    position = wire("\n".join(["." * 9] * 9), "go")
    data = ask(client, "/api/verbs/count", position=position, depth=12)["data"]
    assert data["complete"] is False
    assert data["perft"][:3] == ["1", "82", "6643"]


def test_generate(client: TestClient) -> None:
    found = ask(client, "/api/verbs/generate", game="nogo", size=[5, 6], fill=0.5, seed=3)
    expected = tg.generate(tg.nogo.start((5, 6)), 0.5, seed=3)
    cells = "".join(".XO#"[cell] for cell in expected.board.cells)
    assert found["data"]["position"]["diagram"].replace("\n", "") == cells
    assert found["data"]["seed"] == 3
    full = client.post("/api/verbs/generate", json={"game": "nogo", "size": 5, "fill": 1.0, "seed": 3})
    assert full.status_code == 400
    assert "was not reached" in full.json()["error"]


MISTAKES = ["A2", "A1", "B3", "C3", "C1", "C2", "A3"]  # on 3x3, where every position is solved at once


def test_review(tmp_path: Path) -> None:
    with application(tmp_path, most_verb_seconds=60.0) as client:
        found = ask(client, "/api/verbs/review", position=wire("...\n...\n..."), moves=MISTAKES)["data"]
    positions = [tg.nogo.start(3)]
    for name in MISTAKES:
        positions.append(positions[-1].play(name))
    winners = [position.winner or tg.solve(position).winner for position in positions]
    assert found["complete"] is True
    assert found["values"] == [float(winner is tg.Color.BLACK) for winner in winners]
    changes = [ply for ply in range(1, 8) if winners[ply] is not winners[ply - 1]]
    assert [each["ply"] for each in found["blunders"]] == changes != []
    for each in found["blunders"]:
        before = positions[each["ply"] - 1]
        assert (each["move"], each["before"], each["after"]) == (MISTAKES[each["ply"] - 1], 1, 0)
        after = before.play(each["line"][0])
        assert (after.winner or tg.solve(after).winner) is before.to_play


def test_a_review_that_is_stopped_says_what_it_knows() -> None:
    cancel = Cancel()
    cancel.request()
    body = {"position": wire("\n".join(["." * 9] * 9)), "moves": ["E5", "C3"]}
    data = verbs.answer("review", body, Settings(), cancel)["data"]
    assert (data["complete"], data["blunders"]) == (False, [])


@pytest.mark.parametrize(
    ("moves", "complaint"),
    [
        (None, "'moves' is None; expected a list of moves, as they are named"),
        ("A1", "'moves' is 'A1'; expected a list of moves, as they are named"),
        (["A1", 7], "'moves' is ['A1', 7]; expected a list of moves, as they are named"),
        ([], "the game has no move to review"),
        (["A1", "B2", "A1"], "move 3, 'A1', is illegal"),
        (["A1", "Q9"], "'Q9' is not on this board"),
    ],
)
def test_games_that_are_not_reviewed(client: TestClient, moves: Any, complaint: str) -> None:
    answer = client.post("/api/verbs/review", json={"position": wire("...\n...\n..."), "moves": moves})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad input")
    assert complaint in answer.json()["error"]


def test_a_map_of_first_moves_says_its_error(tmp_path: Path) -> None:
    with application(tmp_path, most_verb_seconds=PATIENCE) as client:
        start = ask(client, "/api/position", action="start", game="nogo", size=9)["position"]
        found = ask(client, "/api/verbs/simulate_many", position=start, error=0.01, seed=1)
        data, heat = found["data"], {point: (value, label) for point, value, label in found["view"]["heat"]}
        assert data["games"] == 10_000
        assert 0 < data["error"] <= 0.01
        assert data["map_games"] >= 15 * 0.25 / 0.01**2 * 0.9  # of 15 kinds of points, as many games as that takes
        assert len(heat) == 81
        for row, col in product(range(9), repeat=2):
            images = {(row, col), (col, row), (8 - row, col), (row, 8 - col)}
            assert len({heat[9 * r + c] for r, c in images}) == 1
        rates = [int(label) for _, label in heat.values()]
        assert 44 <= min(rates) <= max(rates) <= 56  # 120 games a point showed 41 to 61
        assert all(abs(value - (0.5 + (int(label) - 50) / 50)) <= 0.011 for value, label in heat.values())
        assert len(maps.alike(tg.nogo.start(9))) == 15
        assert len(maps.alike(tg.nogo.start(9).play("A1"))) == 44  # one symmetry is left


def test_a_map_stops_at_the_limit(tmp_path: Path) -> None:
    with application(tmp_path, most_simulations=11_500) as client:
        start = ask(client, "/api/position", action="start", game="nogo", size=9)["position"]
        data = ask(client, "/api/verbs/simulate_many", position=start, error=0.01)["data"]
        assert data["map_games"] == 15 * 100
        assert 0.04 < data["error"] < 0.06


def test_a_hint_is_the_best_move(client: TestClient) -> None:
    start = ask(client, "/api/position", action="start", game="nogo", size=3)["position"]
    found = ask(client, "/api/verbs/hint", position=start)["data"]
    assert (found["value"], found["exact"]) == (1, True)  # so small a board is solved
    assert found["line"][0] == found["move"]
    assert tg.solve(tg.nogo.start(3).play(found["move"])).winner is tg.BLACK
    answer = client.post("/api/verbs/hint", json={"position": start, "moves": ["B2", "B2"]})
    assert "move 2, 'B2', is illegal" in answer.json()["error"]
    over = wire("XO\nO.", game="go") | {"diagram": "X.\n.."}
    assert client.post("/api/verbs/hint", json={"position": over, "moves": ["pass", "pass"]}).status_code == 400
