"""kill -9: no move that anybody was shown is lost, and the games go on."""

from __future__ import annotations

import random
import time
from pathlib import Path
from threading import Event, Thread

from websockets.exceptions import ConnectionClosed

from web.shared import PERSON, RANDOM, Json, Server, name_of

ROUNDS = 4
CLIENTS = 6


class Client(Thread):
    """Plays at one game, as fast as it goes, until the server is gone. It remembers what it was shown."""

    def __init__(self, server: Server, game: Json, known: list[str], seed: int) -> None:
        super().__init__()
        self.game = game
        self.known = known
        self.playing = Event()
        self.saw_moves_change = False
        self._server = server
        self._chance = random.Random(seed)

    def run(self) -> None:
        tokens = self.game["tokens"]
        token = tokens.get("both") or tokens["black"]
        try:
            with self._server.board(self.game["id"], token, hello=False) as board:
                board.send(type="hello", token=token)
                board.until("state")
                self._see(board.state["moves"])
                while board.state["over"] is None:
                    if board.state["to_play"] in board.state["you"]:
                        legal = board.state["legal"][board.state["to_play"]]
                        board.move(name_of(board.state, self._chance.choice(legal)))
                    board.until("moved")
                    self._see(board.state["moves"])
                    self.playing.set()
        except (ConnectionClosed, OSError, EOFError):
            pass

    def _see(self, moves: list[str]) -> None:
        self.saw_moves_change |= moves[: len(self.known)] != self.known
        self.known = moves


def test_no_move_that_was_shown_is_lost(tmp_path: Path, chance: random.Random) -> None:
    with Server(tmp_path, "--most-messages", "100000") as server:
        games = [
            server.new_game(game="gomoku", size=25, rules={"in_a_row": 25}, white=PERSON if number % 2 else RANDOM)
            for number in range(CLIENTS)
        ]
        known: list[list[str]] = [[] for _ in games]
        for _ in range(ROUNDS):
            clients = [
                Client(server, game, moves, chance.randrange(2**32)) for game, moves in zip(games, known, strict=True)
            ]
            for client in clients:
                client.start()
            for client in clients:
                assert client.playing.wait(30)
            time.sleep(chance.uniform(0.05, 0.4))
            server.kill()
            for client in clients:
                client.join(20)
            server.start()
            with server.http() as http:
                for number, client in enumerate(clients):
                    moves = http.get(f"/api/games/{games[number]['id']}").json()["moves"]
                    assert not client.saw_moves_change
                    assert moves[: len(client.known)] == client.known
                    assert len(client.known) > len(known[number])  # and the game went on
                    known[number] = moves


def test_a_player_whose_turn_it_was_thinks_again(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        found = server.new_game(size=9, white={"kind": "player", "player": "mcts", "seconds": 1})
        with server.board(found["id"], found["tokens"]["black"]) as board:
            board.move("E5")
            board.until("thinking")
            server.kill()
        server.start()
        with server.board(found["id"], found["tokens"]["black"]) as board:
            assert board.state["moves"] == ["E5"]
            assert board.until("moved")["by"] == "white"


def test_undo_and_the_end_of_a_game_stay(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        found = server.new_game(white=PERSON, clock="100")
        with server.board(found["id"], found["tokens"]["both"]) as board:
            for name in ("A1", "B2", "C3"):
                board.move(name)
                board.until("moved")
            board.send(type="undo")
            board.until("state")
            server.kill()
        server.start()
        with server.board(found["id"], found["tokens"]["both"]) as board:
            assert board.state["moves"] == ["A1", "B2"]
            board.send(type="resign")
            over = board.until("state")["over"]
            server.kill()
        server.start()
        with server.board(found["id"], found["tokens"]["both"]) as board:
            assert board.state["over"] == over
            assert over["winner"] == "white"
