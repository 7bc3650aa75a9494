"""Games over real connections to a real server."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from threading import Thread

import pytest
from httpx2 import Client

import tengen as tg
from waiting import PATIENCE, wait_until
from web.shared import PERSON, RANDOM, Board, Json, Server, name_of

BOB = {"kind": "person", "name": "Bob"}
MCTS = {"kind": "player", "player": "mcts", "seconds": 0.5}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("web"), "--most-analysis", "1", "--most-verb-seconds", "3") as server:
        yield server
        status, error = server.stop()
        assert (status, error) == (130, "tengen: interrupted\n")


def two_people(server: Server, **wanted: object) -> Json:
    return server.new_game(white=BOB, **wanted)


@pytest.mark.parametrize("game", ["nogo", "go", "gomoku", "othello"])
def test_a_whole_game_against_a_player(server: Server, game: str, chance: random.Random) -> None:
    found = server.new_game(game=game, size=4)
    with server.board(found["id"], found["tokens"]["black"]) as board:
        seen: list[str] = []
        while board.state["over"] is None:
            legal = board.state["legal"]["black"]
            if game == "othello":
                name = f"{'abcd'[legal[0][1]]}{legal[0][0] + 1}" if legal else "pass"
            else:
                name = name_of(board.state, chance.choice(legal)) if legal else "pass"
            board.move(name)
            for by in ("black", "white"):
                moved = board.until("moved")
                assert (moved["by"], moved["ply"]) == (by, len(seen) + 1)
                seen.append(moved["move"])
                assert board.state["moves"] == seen
                if board.state["over"]:
                    break
        board.move("A1" if game != "othello" else "a1")
        assert board.until("error")["code"] == "game over"
    with server.http() as http:
        sgf = http.get(f"/api/games/{found['id']}/sgf").text
        summary = http.get(f"/api/games?ids={found['id']}").json()["games"][0]
    assert len(tg.read_sgf(sgf).record) == len(seen)
    assert summary["over"] == board.state["over"]


def test_an_illegal_move_says_why_and_which_chain(server: Server) -> None:
    start = {"game": "nogo", "diagram": "XO.\n...\n...", "to_play": "white", "rules": {}}
    found = server.new_game(start=start, black=RANDOM, white=PERSON)
    with server.board(found["id"], found["tokens"]["white"]) as board:
        board.move("A2")
        illegal = board.until("illegal")
        assert (illegal["move"], illegal["rule"]) == ("A2", "capture")
        assert "leaves without a liberty the black stone at A3" in illegal["reason"]
        assert (illegal["chain"], illegal["chains"]) == ([[0, 0]], [[[0, 0]]])
        board.move("B3")
        assert board.until("illegal")["rule"] == "occupied"
        board.move("Z9")
        assert board.until("error")["code"] == "bad input"
        board.move("pass")
        assert board.until("illegal")["rule"] == "pass"
        assert board.state["ply"] == 0


def test_everybody_at_the_board_sees_the_move(server: Server) -> None:
    found = two_people(server)
    with (
        server.board(found["id"], found["tokens"]["black"]) as ann,
        server.board(found["id"], found["tokens"]["white"]) as bob,
        server.board(found["id"]) as watcher,
    ):
        assert (ann.state["you"], bob.state["you"], watcher.state["you"]) == (["black"], ["white"], [])
        ann.move("C3")
        for board in (ann, bob, watcher):
            assert board.until("moved")["move"] == "C3"
        ann.move("C2")
        assert ann.until("error")["code"] == "not your turn"
        watcher.move("C2")
        assert watcher.until("error")["code"] == "not your seat"
        bob.move("C2")
        for board in (ann, bob, watcher):
            assert board.until("moved")["by"] == "white"


def test_a_move_that_is_sent_twice_is_made_once(server: Server) -> None:
    found = two_people(server)
    with server.board(found["id"], found["tokens"]["both"]) as board:
        for _ in range(2):
            board.send(type="move", move="C3", ply=0)
        board.until("moved")
        assert board.until("state")["moves"] == ["C3"]
        board.send(type="move", move="A1", ply=0)  # for a board that is not there any more
        assert board.until("state")["moves"] == ["C3"]


def test_undo_and_resign(server: Server) -> None:
    found = server.new_game()
    with server.board(found["id"], found["tokens"]["black"]) as board, server.board(found["id"]) as watcher:
        board.send(type="undo")
        assert board.until("error")["code"] == "nothing to undo"
        board.move("C3")
        board.until("moved")
        board.until("moved")
        board.send(type="undo")
        assert board.until("state")["moves"] == []
        assert watcher.until("state")["moves"] == []
        watcher.send(type="undo")
        assert watcher.until("error")["code"] == "not your seat"
        watcher.send(type="resign")
        assert watcher.until("error")["code"] == "not your seat"
        board.move("B2")
        board.until("moved")
        board.send(type="resign")
        over = board.until("state")["over"]
        assert (over["winner"], over["rule"]) == ("white", "resignation")
        board.send(type="resign")
        assert board.until("error")["code"] == "game over"
    with server.http() as http:
        assert "RE[W+R]" in http.get(f"/api/games/{found['id']}/sgf").text


def test_undo_while_the_player_thinks(server: Server) -> None:
    found = server.new_game(size=9, white={**MCTS, "seconds": 5})
    with server.board(found["id"], found["tokens"]["black"]) as board:
        board.move("E5")
        board.until("moved")
        board.until("thinking")
        board.send(type="undo")
        assert board.until("state")["moves"] == []
        board.move("D4")
        assert board.until("moved")["move"] == "D4"


def test_the_players_thoughts_are_shown_while_it_thinks(server: Server) -> None:
    found = server.new_game(size=9, white=MCTS)
    with server.board(found["id"], found["tokens"]["black"]) as board, server.board(found["id"]) as watcher:
        begun = time.monotonic()
        board.move("E5")
        for each in (board, watcher):
            thinking = each.until("thinking")
            assert (thinking["by"], thinking["ply"]) == ("white", 1)
            assert 0 <= thinking["value"] <= 1
            assert thinking["visits"] > 0
            assert thinking["line"]
            row, col, share, label = thinking["heat"][0]
            assert 0 <= min(row, col) <= max(row, col) < 9
            assert 0 < share <= 1
            assert 0 <= int(label) <= 100
        while board.state["ply"] < 2:
            board.until("moved")
        assert 0.4 < time.monotonic() - begun < PATIENCE
        assert board.state["values"][0] is None
        assert 0 <= board.state["values"][1] <= 1


def test_analysis_is_for_those_who_ask_and_stops(server: Server) -> None:
    found = two_people(server, size=9)
    both = found["tokens"]["both"]
    with server.board(found["id"], both) as board, server.board(found["id"], both) as watcher:
        board.move("E5")
        board.until("moved")
        watcher.until("moved")
        watcher.send(type="analyse", on=True)
        thinking = watcher.until("thinking")
        assert (thinking["by"], thinking["ply"]) == ("analysis", 1)
        with pytest.raises(TimeoutError):
            watcher.until("nothing", 1.5)  # a second of it, and then silence
        watcher.send(type="ping")
        assert watcher.receive()["type"] == "pong"
        board.move("C3")
        assert board.until("moved")["state"]["values"][0] is not None  # and the one who did not ask saw none
        assert watcher.until("thinking")["ply"] == 2
        watcher.send(type="analyse", on=False)
        watcher.send(type="ping")
        watcher.until("pong")
        with pytest.raises(TimeoutError):
            watcher.receive(0.6)
    with server.http() as http:
        assert http.get(f"/api/games/{found['id']}").json()["values"][0] is not None  # it is in the file


def test_analysis_of_the_past_and_of_what_is_tried(server: Server) -> None:
    """Each of those at the board may look at something else."""
    found = two_people(server, size=9)
    both = found["tokens"]["both"]
    with server.board(found["id"], both) as ann, server.board(found["id"], both) as bob:
        for name in ("E5", "C3"):
            ann.move(name)
            ann.until("moved")
            bob.until("moved")
        ann.send(type="analyse", on=True, moves=["E5"])
        bob.send(type="analyse", on=True, moves=["E5", "G7", "C7"])
        for board, moves in ((ann, ["E5"]), (bob, ["E5", "G7", "C7"])):
            thinking = board.until("thinking")
            assert (thinking["by"], thinking["ply"], thinking["moves"]) == ("analysis", len(moves), moves)
            assert 0 <= thinking["value"] <= 1
            assert thinking["line"][0] not in moves
        ann.send(type="analyse", on=True)
        while "moves" in (thinking := ann.until("thinking")):
            pass  # on its way already
        assert thinking["ply"] == 2
        for moves in (["E5", "E5"], ["Z99"], ["E5"] * 2000):
            bob.send(type="analyse", on=True, moves=moves)
            assert bob.until("error")["code"] == "bad input"
        bob.send(type="analyse", on=True, moves=[])
        assert bob.until("thinking")["moves"] == []
        bob.send(type="analyse", on=False)
        bob.send(type="ping")
        bob.until("pong")
        with pytest.raises(TimeoutError):
            bob.receive(0.6)
    with server.http() as http:
        assert http.get(f"/api/games/{found['id']}").json()["values"][0] is None  # nothing is said of the game's own


def test_two_people_are_not_helped_against_each_other(server: Server) -> None:
    found = two_people(server)
    tokens = found["tokens"]
    question = {"position": {"game": "nogo", "diagram": "", "to_play": "white", "rules": {}}}

    def ask(http: Client, path: str, **body: object) -> tuple[int, str | None]:
        answer = http.post(path, json=body)
        return answer.status_code, answer.json().get("code")

    with (
        server.board(found["id"], tokens["black"]) as ann,
        server.board(found["id"], tokens["white"]) as bob,
        server.board(found["id"]) as watcher,
        server.http() as http,
        server.http("127.0.0.2") as elsewhere,
    ):
        start = ann.state["start"]
        assert ask(http, "/api/verbs/hint", position=start)[0] == 200  # nobody has moved
        ann.move("C3")
        for board in (ann, bob, watcher):
            board.until("moved")
            board.send(type="analyse", on=True)
            assert board.until("error")["code"] == "no help"
            for moves in ([], ["C3"]):
                board.send(type="analyse", on=True, moves=moves)
                assert board.until("error")["code"] == "no help"
        question["position"]["diagram"] = ".....\n.....\n..X..\n.....\n....."
        for verb in ("hint", "review", "simulate_many", "count"):
            assert ask(http, f"/api/verbs/{verb}", **question) == (403, "no help")
        assert ask(http, "/api/verbs/hint", position=start, moves=["C3"]) == (403, "no help")
        assert ask(http, "/api/games", start=question["position"], black=PERSON, white=BOB) == (403, "no help")
        own = two_people(server)
        with server.board(own["id"], own["tokens"]["both"]) as board:  # nor at another board
            board.send(type="analyse", on=True, moves=["C3"])
            assert board.until("error")["code"] == "no help"
            board.send(type="analyse", on=True, moves=["B2"])
            assert board.until("thinking")["moves"] == ["B2"]
        assert ask(elsewhere, "/api/verbs/hint", **question)[0] == 200  # somebody who does not play
        bob.send(type="resign")
        watcher.until("state")
        watcher.send(type="analyse", on=True)
        assert ask(http, "/api/verbs/hint", **question)[0] == 200


def test_undo_between_two_people_asks_the_other(server: Server) -> None:
    found = two_people(server)
    with (
        server.board(found["id"], found["tokens"]["black"]) as ann,
        server.board(found["id"], found["tokens"]["white"]) as bob,
        server.board(found["id"]) as watcher,
    ):
        ann.send(type="undo")
        assert ann.until("error")["code"] == "nothing to undo"
        for name, board in (("C3", ann), ("B2", bob)):
            board.move(name)
            for each in (ann, bob, watcher):
                each.until("moved")
        bob.send(type="undo", granted=True)
        assert bob.until("error")["code"] == "nothing to undo"  # nobody has asked
        ann.send(type="undo")
        for each in (ann, bob, watcher):
            assert each.until("state")["undo"] == "black"
            assert each.state["moves"] == ["C3", "B2"]
        ann.send(type="undo", granted=True)  # not one's own wish
        assert ann.until("error")["code"] == "nothing to undo"
        watcher.send(type="undo", granted=True)
        assert watcher.until("error")["code"] == "not your seat"
        bob.send(type="undo", granted=False)
        for each in (ann, bob, watcher):
            assert each.until("state")["undo"] is None
        ann.send(type="undo")
        assert bob.until("state")["undo"] == "black"
        ann.move("A1")  # who goes on has changed their mind
        assert bob.until("moved")["state"]["undo"] is None
        bob.send(type="undo", granted=True)
        assert bob.until("error")["code"] == "nothing to undo"
        ann.send(type="undo")
        assert bob.until("state")["undo"] == "black"
        bob.send(type="undo", granted=True)
        assert bob.until("state")["moves"] == ["C3", "B2"]
        assert bob.state["undo"] is None


def test_two_players_play_while_somebody_watches(server: Server) -> None:
    found = server.new_game(size=9, black=RANDOM, white={"kind": "player", "player": "greedy", "seconds": 0.1})
    assert found["tokens"] == {}
    with server.board(found["id"]) as watcher:
        for _ in range(4):
            watcher.until("moved")
    with server.http() as http:

        def ply() -> int:
            now: int = http.get(f"/api/games/{found['id']}").json()["ply"]
            return now

        before, left = -1, ply()
        while left != before:  # until the server has noticed that nobody is there
            time.sleep(0.5)
            before, left = left, ply()
    with server.board(found["id"]) as watcher:
        watcher.until("moved")
        assert watcher.state["ply"] > left


def test_a_clock_that_runs_out_ends_the_game(server: Server) -> None:
    found = two_people(server, clock="1.5")
    with server.board(found["id"], found["tokens"]["both"]) as board:
        assert board.state["clock"]["running"] == "black"
        begun = time.monotonic()
        board.move("C3")
        assert board.until("moved")["state"]["clock"]["running"] == "white"
        over = board.until("state")["over"]
        assert (over["winner"], over["rule"]) == ("black", "time")
        assert 1.5 <= time.monotonic() - begun < PATIENCE
        board.send(type="undo")
        assert board.until("error")["code"] == "game over"


def test_a_clock_stands_still_while_nobody_is_there(server: Server) -> None:
    found = two_people(server, clock="200")
    with server.board(found["id"], found["tokens"]["both"]) as board:
        board.move("C3")
        board.until("moved")
    with server.http() as http:

        def clock() -> Json:
            now: Json = http.get(f"/api/games/{found['id']}").json()["clock"]
            return now

        wait_until(lambda: clock()["running"] is None)
        left = clock()
        time.sleep(0.5)
        assert clock() == left
    with server.board(found["id"], found["tokens"]["both"]) as board:
        assert board.state["over"] is None
        board.move("B2")
        assert board.until("moved")["move"] == "B2"


def test_who_comes_back_catches_up(server: Server) -> None:
    found = two_people(server)
    board = server.board(found["id"], found["tokens"]["black"])
    board.move("C3")
    board.until("moved")
    board.socket.socket.close()  # a cable is pulled
    with server.board(found["id"], found["tokens"]["white"]) as other:
        other.move("B2")
        other.until("moved")
    with server.board(found["id"], None, hello=False) as again:
        again.send(type="hello", token=found["tokens"]["black"])
        state = again.until("state")
        assert (state["moves"], state["you"], state["to_play"]) == (["C3", "B2"], ["black"], "black")


def test_the_event_loop_never_waits(server: Server) -> None:
    """Pings are answered while searches and counts fill every thread: before any of them is done."""
    thinkers = {}
    for _ in range(6):
        found = server.new_game(size=9, white={**MCTS, "seconds": 10})
        thinkers[found["id"]] = server.board(found["id"], found["tokens"]["black"])
        thinkers[found["id"]].move("E5")
    board = server.board(server.new_game()["id"])
    empty = {"game": "go", "diagram": "\n".join(["." * 9] * 9), "to_play": "black", "rules": {}}
    counting = Thread(target=lambda: server.http().post("/api/verbs/count", json={"position": empty, "depth": 9}))
    counting.start()
    for _ in range(30):
        board.send(type="ping")
        board.until("pong")
    with server.http() as http:
        for game, thinker in thinkers.items():
            assert http.get(f"/api/games/{game}").json()["ply"] == 1
            thinker.close()
    board.close()
    counting.join()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "1",
        '{"type": "dance"}',
        '{"type": "move"}',
        "[" * 10_000,
        '{"type": "move", "move": "C3", "ply": NaN}',
        '{"type": "move", "move": 5, "ply": 0}',
        '{"type": "move", "move": "C3", "ply": -1}',
        '{"type": "ping", "more": 1}',
        '{"type": "hello", "token": ["a"]}',
        '{"type": "hello", "ply": 0}',
        '{"type": "analyse", "on": "yes"}',
        '{"type": "analyse", "on": true, "moves": "C3"}',
        '{"type": "analyse", "on": true, "moves": [3]}',
    ],
)
def test_a_message_that_makes_no_sense_is_refused_and_the_next_one_is_not(server: Server, text: str) -> None:
    found = server.new_game()
    with server.board(found["id"], found["tokens"]["black"]) as board:
        board.socket.send(text)
        assert board.until("error")["code"] == "bad input"
        board.socket.send(json.dumps({"type": "ping"}).encode())  # bytes
        assert board.until("error")["error"] == "expected text, not bytes"
        board.send(type="ping")
        board.until("pong")


def test_the_first_message_must_be_hello(server: Server) -> None:
    found = server.new_game()
    for text in ('{"type": "ping"}', "nonsense"):
        with server.board(found["id"], hello=False) as board:
            board.socket.send(text)
            assert board.until("error")["code"] == "bad input"
            assert board.closed_with() == 1008
    with server.board("no-such-game", hello=False) as board:
        board.send(type="hello")
        assert board.until("error")["code"] == "not found"
        assert board.closed_with() == 4404


def test_a_server_that_stops_says_goodbye(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Server(tmp_path_factory.mktemp("web")) as server:
        found = server.new_game(size=9, white={**MCTS, "seconds": 10})
        board: Board = server.board(found["id"], found["tokens"]["black"])
        board.move("E5")
        board.until("thinking")
        begun = time.monotonic()
        status, error = server.stop()
        assert (status, error) == (130, "tengen: interrupted\n")
        assert time.monotonic() - begun < PATIENCE
        assert board.closed_with() == 1012
