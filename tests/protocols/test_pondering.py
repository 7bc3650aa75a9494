"""tengen gtp --ponder: the search goes on while the other side thinks, and stops at the next command."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator

import pytest

from tengen._core import Cancel
from tengen.formats.vertex import GTP
from tengen.games import NAMES, by_name
from tengen.games.game import Position
from tengen.grid import Point
from tengen.players import Choice, Clock
from tengen.players.mcts import MctsPlayer, Search
from tengen.protocols.gtp import GtpServer
from tengen.protocols.gtp_game import GtpGame
from waiting import wait_until

BUDGET = 50  # visits of a move


class Pondering:
    """A server in this process, whose player is watched."""

    def __init__(self, game: str) -> None:
        choices: list[Choice] = []
        searches: list[Search] = []

        class Watched(MctsPlayer):
            __slots__ = ()

            def choose(self, position: Position, clock: Clock | None = None, cancel: Cancel | None = None) -> Choice:
                choices.append(super().choose(position, clock, cancel))
                return choices[-1]

            def search(self, position: Position) -> Search:
                searches.append(super().search(position))
                return searches[-1]

        self.choices = choices  # of its moves
        self.searches = searches  # one for each move, and one for each time that it ponders
        self._answers: list[bytes] = []
        rules = by_name(game)
        board = GtpGame(rules, rules.usual_size, rules.usual_size, {})
        source, sink = os.pipe()
        self._input = open(sink, "wb", buffering=0)  # noqa: SIM115
        server = GtpServer(board, Watched(BUDGET, threads=1), source, self._answers.append, print, ponder=True)
        self._serving = threading.Thread(target=server.serve)
        self._serving.start()

    def ask(self, command: str) -> str:
        """What it answers."""
        before = len(self._answers)
        self._input.write(f"{command}\n".encode())
        return wait_until(lambda: b"".join(self._answers[before:])).decode().strip()

    def end(self) -> None:
        self._input.close()
        self._serving.join()


@pytest.fixture
def pondering() -> Iterator[Callable[[str], Pondering]]:
    before = set(threading.enumerate())
    servers: list[Pondering] = []

    def start(game: str) -> Pondering:
        servers.append(Pondering(game))
        return servers[-1]

    yield start
    for each in servers:
        each.end()
    wait_until(lambda: set(threading.enumerate()) <= before)  # no thread is left behind


@pytest.mark.parametrize("game", NAMES)
def test_the_tree_grows_between_commands_and_the_next_move_goes_on_from_it(
    game: str, pondering: Callable[[str], Pondering]
) -> None:
    server = pondering(game)
    assert server.ask("genmove black").startswith("= ")
    search = wait_until(lambda: server.searches[1] if len(server.searches) == 2 else None)
    wait_until(lambda: search.visits > 20 * BUDGET)
    reply = search.choice().candidates[0]
    assert reply.visits > BUDGET
    assert isinstance(reply.move, Point)
    name = GTP.write(reply.move, search.position.height)
    assert server.ask(f"play white {name}") == "="
    assert server.ask("genmove black").startswith("= ")
    assert sum(server.choices[0].visits.values()) <= BUDGET
    assert sum(server.choices[1].visits.values()) > max(BUDGET, reply.visits / 2)


def test_a_command_that_leaves_the_board_alone_only_interrupts_it(pondering: Callable[[str], Pondering]) -> None:
    server = pondering("nogo")
    server.ask("genmove black")
    search = wait_until(lambda: server.searches[1] if len(server.searches) == 2 else None)
    assert server.ask("time_left white 60 0") == "="
    wait_until(lambda: len(server.searches) == 3)
    assert server.searches[2] is search
    seen = search.visits
    wait_until(lambda: search.visits > seen)
    server.ask("undo")
    at_most = len(server.searches)
    for _ in range(3):
        server.ask("name")  # the board is another one: nothing goes on
    assert len(server.searches) == at_most


def test_nobody_ponders_where_the_game_is_over(pondering: Callable[[str], Pondering]) -> None:
    server = pondering("nogo")
    server.ask("boardsize 1 2")
    server.ask("genmove black")
    for _ in range(3):
        server.ask("name")
    assert len(server.searches) == 1
