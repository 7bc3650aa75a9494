"""The requests of the page, and their answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import tengen as tg
from tengen._core import Cancel
from tengen.games import NAMES
from tengen.web import maps, verbs
from tengen.web.settings import Settings
from waiting import PATIENCE
from web.shared import PERSON, RANDOM, application

Json = dict[str, Any]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with application(tmp_path_factory.mktemp("web"), most_verb_seconds=1.0) as client:
        yield client


def wire(diagram: str, game: str = "nogo", to_play: str = "black", **rules: Any) -> Json:
    return {"game": game, "diagram": diagram, "to_play": to_play, "rules": rules}


def ask(client: TestClient, path: str, **body: Any) -> Json:
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def new_game(client: TestClient, **wanted: Any) -> Json:
    answer = client.post("/api/games", json={"game": "nogo", "size": 5, "black": PERSON, "white": RANDOM, **wanted})
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def test_about(client: TestClient) -> None:
    about = client.get("/api/about").json()
    assert about["version"] == tg.__version__
    assert [game["name"] for game in about["games"]] == list(NAMES)
    nogo, go, _, othello = about["games"]
    assert {rule["name"]: (rule["kind"], rule["default"]) for rule in go["rules"]} == {
        "komi": ("number", 7.5),
        "ko": ("choice", "positional"),
        "suicide": ("flag", False),
    }
    assert go["rules"][1]["choices"] == ["simple", "positional", "situational"]
    assert [rule.get("step") for rule in go["rules"]] == [0.5, None, None]
    assert [rule.get("step") for rule in about["games"][2]["rules"]] == [1, None]
    assert (othello["style"], othello["usual_size"], othello["sizes"]) == ("squares", 8, [6, 8, 10])
    assert [game["chains"] for game in about["games"]] == [True, True, False, False]
    assert [game["counts_stones"] for game in about["games"]] == [False, False, False, True]
    assert [(game["coordinates"]["letters"][:9], game["coordinates"]["from_bottom"]) for game in about["games"]] == [
        *3 * [("ABCDEFGHJ", True)],
        ("abcdefghi", False),
    ]
    assert about["limits"]["size"] == 25
    assert set(about["limits"]) == {
        "size",
        "seconds",
        "least_seconds",
        "games",
        "depth",
        "paste",
        "message",
        "analysis",
        "name",
    }
    assert [player["name"] for player in about["players"]] == ["random", "greedy", "mcts", "net"]
    for game in about["games"]:
        names = ["beginner", "easy", "medium", "hard", "strong", "strongest"]
        assert [level["name"] for level in game["levels"]] == names
    assert nogo["levels"][0] == {"name": "beginner", "player": "random", "elo": 0}
    assert about["games"][2]["levels"][0] == {"name": "beginner", "player": "random", "elo": None}
    assert nogo["levels"][5]["player"] == "net:seconds=1"
    assert about["games"][2]["levels"][5]["player"] == "mcts:seconds=2"


def test_a_new_game(client: TestClient) -> None:
    found = new_game(client)
    assert set(found["tokens"]) == {"black"}
    assert found["watch"] == f"/#game={found['id']}"
    assert found["state"]["you"] == ["black"]
    state = client.get(f"/api/games/{found['id']}").json()
    assert state["you"] == []
    assert state["moves"] == []
    held = client.get(f"/api/games/{found['id']}", headers={"Authorization": f"Bearer {found['tokens']['black']}"})
    assert held.json()["you"] == ["black"]


def test_two_people_have_three_tokens(client: TestClient) -> None:
    found = new_game(client, white={"kind": "person", "name": "Bob"})
    assert set(found["tokens"]) == {"black", "white", "both"}
    assert found["state"]["you"] == ["black", "white"]


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "go", "size": [7, 5], "rules": {"komi": 5.5, "ko": "simple"}},
        {"game": "gomoku", "size": 25},
        {"game": "othello", "size": 6},
        {"game": "othello", "size": None},
        {"start": wire("X#.\n...\n..O", "nogo", "white"), "clock": "60+5x10"},
        {"black": {"kind": "player", "player": "mcts", "seconds": 0.5}, "clock": "1/move"},
        {"black": {"kind": "player", "player": "net", "seconds": 0.5}, "clock": "1/move"},
    ],
)
def test_games_of_every_kind(client: TestClient, wanted: Json) -> None:
    state = new_game(client, **wanted)["state"]
    if "start" in wanted:
        assert state["start"] == wanted["start"]
    if isinstance(wanted.get("size"), list):
        assert state["size"] == wanted["size"]
    for rule, value in wanted.get("rules", {}).items():
        assert state["rules"][rule] == value
    assert (state["clock"] is not None) == ("clock" in wanted)


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [
        ({"game": "chess"}, "there is no game 'chess'; expected nogo, go, gomoku or othello"),
        ({"size": 26}, "a board of 26 by 26 points; expected 1 to 25 rows and columns"),
        ({"size": 10**30}, "expected 1 to 25"),
        ({"size": [5]}, "the size is [5]"),
        ({"size": "9"}, "the size is '9'"),
        ({"size": True}, "the size is True"),
        ({"size": [9.0, 9]}, "the size is"),
        ({"size": -1}, "a board of -1 by -1"),
        ({"rules": {"komi": 7}}, "NoGo has no rule 'komi'"),
        ({"rules": []}, "the rules are []"),
        ({"black": None}, "None is not a seat for black"),
        ({"black": {"kind": "alien"}}, "'alien'; expected person or player"),
        ({"black": {"kind": "person", "name": "x" * 41}}, "the name has 41 characters"),
        ({"black": {"kind": "person", "name": "a\u202eb"}}, "characters that can be shown"),
        ({"black": {"kind": "person", "name": 5}}, "'name' is 5; expected text"),
        ({"black": {"kind": "player", "player": "gtp:gnugo"}}, "expected random, greedy, mcts or net"),
        ({"black": {"kind": "player", "player": "os.py:system"}}, "expected random, greedy, mcts or net"),
        ({"game": "gomoku", "black": {"kind": "player", "player": "net"}}, "expected random, greedy or mcts"),
        ({"black": {"kind": "player", "player": "mcts", "seconds": 11}}, "'seconds' is 11; expected 0.1 to 10"),
        ({"black": {"kind": "player", "player": "mcts", "seconds": 0}}, "'seconds' is 0"),
        (
            {"black": {"kind": "player", "level": "net:visits=1"}},
            "'level' is 'net:visits=1'; expected beginner, easy, medium, hard, strong or strongest",
        ),
        ({"black": {"kind": "player", "level": "easy", "seconds": 1}}, "a seat for black has no 'seconds'"),
        ({"clock": "fast"}, "'fast' is not a clock"),
        ({"clock": "9" * 39}, "too long for a clock"),
        ({"clock": "0"}, "leaves no time to move"),
        ({"clock": 60}, "'clock' is 60; expected text"),
        ({"start": wire("XO.\nO..\n...")}, "has no liberty"),
        ({"start": wire("." * 26)}, "1 by 26"),
        ({"colour": "red"}, "a game has no 'colour'"),
    ],
)
def test_games_that_are_refused(client: TestClient, wanted: Json, complaint: str) -> None:
    body = {"game": "nogo", "size": 5, "black": PERSON, "white": RANDOM, **wanted}
    answer = client.post("/api/games", content=json.dumps(body), headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert complaint in answer.json()["error"]
    assert answer.json()["code"] == "bad input"


def test_summaries_and_files(client: TestClient) -> None:
    one, two = new_game(client), new_game(client, game="go", size=[3, 4])
    found = client.get(f"/api/games?ids={two['id']},nothing,{one['id']}").json()["games"]
    assert [(game["id"], game["size"], game["ply"], game["over"]) for game in found] == [
        (two["id"], [3, 4], 0, None),
        (one["id"], [5, 5], 0, None),
    ]
    assert found[0]["seats"]["black"] == PERSON
    assert found[0]["created"][:2] == "20"
    assert client.get("/api/games").json() == {"games": []}
    assert client.get(f"/api/games?ids={'x,' * 101}").status_code == 400
    sgf = client.get(f"/api/games/{two['id']}/sgf")
    assert sgf.headers["Content-Disposition"].startswith('attachment; filename="go-20')
    assert sgf.headers["Content-Type"] == "application/x-go-sgf"
    assert tg.read_sgf(sgf.content).root.text("PB") == "Ann"


def test_what_is_not_there(client: TestClient) -> None:
    for path in (
        "/api/games/none",
        "/api/games/none/sgf",
        "/api/nothing",
        "/nothing",
        "/static/none.js",
        "/api/games/",
    ):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert answer.json()["code"] == "not found"
    assert client.post("/api/verbs/solve_it_all", json={}).status_code == 404
    assert client.get("/api/verbs/count").status_code == 405
    assert client.delete("/api/games").status_code == 405


@pytest.mark.parametrize("name", NAMES)
def test_positions_go_out_and_come_back(client: TestClient, name: str) -> None:
    start = ask(client, "/api/position", action="start", game=name, size=6)
    assert start["sound"] is True
    assert start["over"] is None
    generated = ask(client, "/api/verbs/generate", game=name, size=6, fill=0.3, seed=7)["data"]["position"]
    for form in ("contest", "diagram", "sgf"):
        text = ask(client, "/api/position", action="write", position=generated, format=form)["text"]
        for asked in (form, "auto"):
            back = ask(client, "/api/position", action="parse", game=name, text=text, format=asked)
            assert back["position"]["diagram"] == generated["diagram"]
            assert back["warnings"] == []
            if form != "contest":  # which does not say whose turn it is
                assert back["position"] == generated


def test_parsing_says_what_is_odd(client: TestClient) -> None:
    unnamed = ask(client, "/api/position", action="parse", text="X.\n.O")
    assert unnamed["position"]["game"] == "nogo"
    assert unnamed["warnings"] == []
    dead = ask(client, "/api/position", action="parse", game="go", text="XO\nO.")
    assert dead["sound"] is False
    assert "has no liberty" in dead["warnings"][0]
    assert dead["legal"] == {"black": [], "white": []}
    sgf = ask(client, "/api/position", action="parse", text="(;GM[1]SZ[3]RU[NoGo];B[bb](;W[aa])(;W[cc]))")
    assert sgf["position"]["diagram"] == "O..\n.X.\n..."
    assert sgf["start"]["diagram"] == "...\n...\n..."
    assert (sgf["moves"], sgf["steps"]) == (["B2", "A3"], [[[1, 1, "X"]], [[0, 0, "O"]]])
    assert sgf["branches"] == [{"of": 0, "ply": 1, "moves": ["C1"], "steps": [[[2, 2, "O"]]]}]
    assert sgf["warnings"] == []
    contest = ask(client, "/api/position", action="parse", game="othello", text="4\n" + "-1 -1 -1 -1\n" * 4)
    assert contest["position"]["to_play"] == "white"  # as the published problem has it


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


@pytest.mark.parametrize(
    ("text", "game", "rows"),
    [
        ("3\nXO.\n...\n...", "nogo", "XO.\n...\n..."),
        ("3\n.ox\n...\n...", "go", ".OX\n...\n..."),
        (".ox\n...\n...", "gomoku", ".XO\n...\n..."),
        ("2\n1 0\n-1 0", "othello", None),
        ("3\n...\n...\n...", "go", "...\n...\n..."),  # as NoGo writes it too: the likely one
        ("X O .\n. . .\n. # .", "go", "XO.\n...\n.#."),  # a diagram is of any game
        ("(;GM[2]SZ[8])", "othello", None),
        ("(;SZ[3];B[aa])", "go", "X..\n...\n..."),  # it does not say
    ],
)
def test_a_text_is_recognised(client: TestClient, text: str, game: str, rows: str | None) -> None:
    found = ask(client, "/api/position", action="parse", likely="go", text=text)
    assert found["position"]["game"] == game
    assert rows is None or found["position"]["diagram"] == rows


def test_a_look_along_a_line_of_play(client: TestClient) -> None:
    start = wire("XO.\n...\n...")
    found = ask(client, "/api/position", action="look", position=start, moves=["C1", "B2"])
    assert (found["start"], found["moves"], found["why"]) == (start, ["C1", "B2"], None)
    assert found["position"]["diagram"] == "XO.\n.O.\n..X"
    assert found["steps"] == [[[2, 2, "X"]], [[1, 1, "O"]]]
    found = ask(client, "/api/position", action="look", position=start, moves=["C1", "A2", "B1"])
    assert (found["moves"], found["why"]["move"], found["why"]["rule"]) == (["C1"], "A2", "capture")
    assert found["position"]["diagram"] == "XO.\n...\n..X"


def test_a_game_is_written_with_what_else_was_tried(client: TestClient) -> None:
    start = ask(client, "/api/position", action="start", game="nogo", size=5)["position"]
    branches = [
        {"of": 0, "ply": 1, "moves": ["A1", "B1"]},
        {"of": 1, "ply": 2, "moves": ["E5"]},
        {"of": 0, "ply": 3, "moves": ["D4"]},
    ]
    moves = ["C3", "B2", "A3"]
    text = ask(
        client,
        "/api/position",
        action="write",
        format="sgf",
        position=start,
        moves=moves,
        values=[0.5, None, 0.25],
        branches=branches,
        black="Ann",
        white="Bob",
        over={"winner": "white", "ending": "resigned"},
    )["text"]
    assert all(part in text for part in ("PB[Ann]", "PW[Bob]", "RE[W+R]", "SBKV[25.00]"))
    back = ask(client, "/api/position", action="parse", text=text)
    assert back["moves"] == [*moves, "D4"]  # it goes on where the game ends
    assert [[*back["moves"][: each["ply"]], *each["moves"]] for each in back["branches"][:1]] == [["C3", "A1", "B1"]]
    assert (back["branches"][1]["of"], back["branches"][1]["ply"], back["branches"][1]["moves"]) == (1, 2, ["E5"])
    for wrong in (
        {"of": 1, "ply": 0, "moves": []},
        {"of": 0, "ply": 4, "moves": []},
        {"of": 0, "ply": 1, "moves": ["C3"]},
    ):
        body = {"action": "write", "format": "sgf", "position": start, "moves": moves, "branches": [wrong]}
        assert client.post("/api/position", json=body).status_code == 400


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


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"action": "parse", "game": "nogo", "text": "X.\n.Q"}, "line 2, column 2: 'Q' is not a stone"),
        ({"action": "parse", "text": "." * 26}, "a board of 1 by 26 points"),
        ({"action": "parse", "text": "(;GM[1]SZ[40])"}, "a board of 40 by 40 points"),
        ({"action": "parse", "text": "(;GM[99])"}, "GM[99] is a game that is not known here"),
        ({"action": "parse", "text": "("}, "line 1"),
        ({"action": "parse", "game": "nogo", "text": "1000000\n"}, "line"),
        ({"action": "parse", "text": ""}, "there is no board"),
        ({"action": "parse", "text": "X", "format": "pdf"}, "'pdf'"),
        ({"action": "write", "position": wire("..\n.."), "format": "auto"}, "'auto'; expected contest, diagram or sgf"),
        ({"action": "write", "position": wire("..#\n..."), "format": "contest"}, "has no way to write this board"),
        ({"action": "write", "position": wire("..#\n..."), "format": "sgf"}, "SGF has no word for that"),
        ({"action": "look", "position": wire(".."), "move": "Z99"}, "'Z99' is not on this board"),
        ({"action": "sing"}, "'sing'; expected parse, write, look or start"),
        ([], "[] is not a question"),
    ],
)
def test_positions_that_are_refused(client: TestClient, body: Any, complaint: str) -> None:
    answer = client.post("/api/position", json=body)
    assert answer.status_code == 400
    assert complaint in answer.json()["error"]


def test_looking_says_why_a_move_is_illegal(client: TestClient) -> None:
    position = wire(".X.\nX..\n...", "nogo", "white")
    why = ask(client, "/api/position", action="look", position=position, move="A3")["why"]
    assert why["rule"] == "suicide"
    assert "leaves without a liberty the white stone at A3" in why["reason"]
    assert why["chains"] == [[[0, 0]]]
    assert why["chain"] == []
    assert [0, "cross", "bad"] in why["marks"]
    capture = wire("XO.\n...\n...", "nogo", "white")
    why = ask(client, "/api/position", action="look", position=capture, move="A2")["why"]
    assert (why["rule"], why["chain"]) == ("capture", [[0, 0]])
    assert [0, "circle", "bad"] in why["marks"]
    assert ask(client, "/api/position", action="look", position=capture, move="C1")["why"] is None


def test_looking_says_what_renju_forbids(client: TestClient) -> None:
    rows = ".......\n.......\n..XX...\n....X..\n....X..\n.......\n......."
    position = {**wire(rows, "gomoku"), "rules": {"variant": "renju"}}
    found = ask(client, "/api/position", action="look", position=position, move="E5")
    assert found["forbidden"] == [[2, 4]]
    assert [2, 4] not in found["legal"]["black"]
    assert found["why"]["rule"] == "double three"
    assert sorted(map(sorted, found["why"]["chains"])) == [[[2, 2], [2, 3], [2, 4]], [[2, 4], [3, 4], [4, 4]]]
    assert ask(client, "/api/position", action="look", position=wire(rows, "gomoku"))["forbidden"] == []


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


def test_new_games_are_limited(tmp_path: Path) -> None:
    with application(tmp_path, most_games=3) as client:
        for _ in range(3):
            new_game(client)
        refused = client.post("/api/games", json={"game": "nogo", "black": PERSON, "white": RANDOM})
        assert refused.status_code == 429
        assert refused.json()["code"] == "too many"
        assert int(refused.headers["Retry-After"]) > 60
        assert client.get("/api/about").status_code == 200
