"""The requests of the page, and their answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import tengen as tg
from tengen.games import NAMES
from web.shared import PERSON, RANDOM, application, ask, wire

Json = dict[str, Any]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with application(tmp_path_factory.mktemp("web"), most_verb_seconds=1.0) as client:
        yield client


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
    assert about["games"][2]["levels"][5]["player"] == "net:seconds=2"


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


def test_new_games_are_limited(tmp_path: Path) -> None:
    with application(tmp_path, most_games=3) as client:
        for _ in range(3):
            new_game(client)
        refused = client.post("/api/games", json={"game": "nogo", "black": PERSON, "white": RANDOM})
        assert refused.status_code == 429
        assert refused.json()["code"] == "too many"
        assert int(refused.headers["Retry-After"]) > 60
        assert client.get("/api/about").status_code == 200
