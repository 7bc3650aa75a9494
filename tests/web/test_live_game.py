"""A live game on an event loop, with a real file and real players, and somebody who looks into the file."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import tengen as tg
from tengen.games.game import Position
from tengen.grid import BLACK, WHITE, Color
from tengen.players.levels import levels
from tengen.players.mcts import MctsPlayer
from tengen.store.seated import SeatedFile, SeatedGame
from tengen.web.keeper import Keeper
from tengen.web.live_game import LiveGame
from tengen.web.minds import Minds
from tengen.web.refusals import Refused
from tengen.web.registry import Games
from tengen.web.settings import Settings
from tengen.web.state import Seat, WebGame, new_game
from tengen.web.turns import Workers
from waiting import PATIENCE
from web.shared import run_apart

PERSON, RANDOM = Seat("Ann"), Seat("random", "random", 0.1)
MCTS = Seat("mcts", "mcts", 2.0)


class Doubter:
    """Somebody at the board who, whenever told of something, looks whether the file has it already."""

    def __init__(self, path: Path, *seats: Color) -> None:
        self.address = "somewhere"
        self.seats = frozenset(seats)
        self.analyses = False
        self.told: list[dict[str, Any]] = []
        self.shown: list[dict[str, Any]] = []
        self.heard = asyncio.Event()
        self._path = path

    def send(self, text: str) -> None:
        message = json.loads(text)
        self.told.append(message)
        self.heard.set()
        state = message.get("state", message)
        if "moves" in state:
            with sqlite3.connect(self._path) as file:
                kept = file.execute("SELECT move FROM move WHERE game = ? ORDER BY ply", (state["id"],)).fetchall()
                over = file.execute("SELECT over FROM game WHERE id = ?", (state["id"],)).fetchone()[0]
            assert [move for (move,) in kept] == state["moves"], "told before it was kept"
            assert (None if over is None else json.loads(over)) == state["over"], "told before it was kept"

    def show(self, text: str) -> None:
        self.shown.append(json.loads(text))
        self.heard.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self.heard.clear()
                await self.heard.wait()

    @property
    def moves(self) -> list[str]:
        states = [message.get("state", message) for message in self.told]
        found: list[str] = next(state["moves"] for state in reversed(states) if "moves" in state)
        return found


class Table:
    """What a game needs around it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.settings = Settings(threads=1, most_analysis=0.3)
        self.keeper = Keeper(SeatedFile(path, create=True, any_thread=True))
        self.minds = Minds(self.settings)
        self.looks = Workers("look", 1)
        self.games = Games(self.keeper, self.minds, self.looks, self.settings)
        self.idle: list[LiveGame] = []

    async def game(
        self, start: Position, black: Seat = PERSON, white: Seat = RANDOM, clock: str | None = None
    ) -> LiveGame:
        stored, _ = new_game(start, {BLACK: black, WHITE: white}, clock)
        await self.keeper.do(lambda file: file.add(stored))
        return LiveGame(WebGame(stored), self.keeper, self.minds, self.settings, self.idle.append)


@asynccontextmanager
async def table(path: Path) -> AsyncIterator[Table]:
    found = Table(path)
    found.keeper.start()
    try:
        yield found
    finally:
        found.minds.close()
        found.looks.close()
        found.keeper.close()


def run(path: Path, work: Callable[[Table], Awaitable[None]]) -> None:
    async def main() -> None:
        async with table(path / "games.db") as found:
            await work(found)

    run_apart(main())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def test_nobody_is_told_of_a_move_before_it_is_in_the_file(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        game = await table.game(tg.nogo.start(5))
        ann, watcher = Doubter(table.path, BLACK), Doubter(table.path)
        game.enter(ann)
        game.enter(watcher)
        await game.move(ann, "C3", 0)
        await ann.until(lambda: len(ann.moves) == 2)  # the player's move, too
        await game.undo(ann)
        assert ann.moves == []
        await game.move(ann, "B2", 0)
        await game.resign(ann)
        assert ann.told[-1]["over"]["rule"] == "resignation"
        assert len(watcher.told) == len(ann.told)

    run(tmp_path, work)


def test_a_loss_on_time_is_in_the_file_first(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        game = await table.game(tg.nogo.start(5), white=PERSON, clock="0.2")
        ann = Doubter(table.path, BLACK, WHITE)
        game.enter(ann)
        await ann.until(lambda: ann.told[-1]["over"] is not None)
        assert ann.told[-1]["over"]["reason"] == "Black ran out of time"

    run(tmp_path, work)


def test_a_move_that_cannot_be_kept_is_not_made(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        game = await table.game(tg.nogo.start(5), white=PERSON)
        ann = Doubter(table.path, BLACK, WHITE)
        game.enter(ann)
        await table.keeper.do(lambda file: file._database.execute("DROP TABLE move"))
        with pytest.raises(Refused) as refused:
            await game.move(ann, "C3", 0)
        assert refused.value.status == 503
        assert (game.game.ply, len(ann.told)) == (0, 1)

    run(tmp_path, work)


def test_a_move_is_made_though_its_player_has_gone(tmp_path: Path) -> None:
    """Somebody moves and is cut off while that is written: the file, the game and the others agree that it was made."""

    async def work(table: Table) -> None:
        stored, _ = table.games.described(
            {"game": "nogo", "size": 5, "black": {"kind": "person"}, "white": {"kind": "person"}}
        )
        await table.games.add(stored)
        ann, watcher = Doubter(table.path, BLACK, WHITE), Doubter(table.path)

        async def connected() -> None:
            async with table.games.open(stored.id, "somewhere") as game:
                game.enter(ann)
                try:
                    await game.move(ann, "C3", 0)
                finally:
                    game.leave(ann)

        async with table.games.open(stored.id, "somewhere") as game:
            game.enter(watcher)
            disk = Event()
            table.keeper.put(lambda file: disk.wait(PATIENCE))  # a slow one
            connection = asyncio.create_task(connected())
            await asyncio.sleep(0.1)
            connection.cancel()
            disk.set()
            await asyncio.wait([connection])
            assert connection.cancelled()
            await watcher.until(lambda: watcher.moves == ["C3"])
            await game.move(ann, "B2", 1)
            assert watcher.moves == ["C3", "B2"]
            game.leave(watcher)
        await until(lambda: table.games._live == {})

    run(tmp_path, work)


def test_moves_that_come_at_once_are_made_one_after_the_other(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        game = await table.game(tg.gomoku.start(5), white=PERSON)
        people = [Doubter(table.path, BLACK, WHITE) for _ in range(5)]
        for person in people:
            game.enter(person)
        names = [f"{letter}{row}" for letter in "ABCDE" for row in range(1, 6)]
        await asyncio.gather(*(game.move(people[k % 5], name, 0) for k, name in enumerate(names)))
        assert (game.game.ply, len(people[0].moves)) == (1, 1)

    run(tmp_path, work)


def test_a_game_that_nobody_needs_is_let_go(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        stored, _ = table.games.described(
            {
                "game": "nogo",
                "size": 5,
                "black": {"kind": "person"},
                "white": {"kind": "player", "player": "mcts", "seconds": 0.3},
            }
        )
        await table.games.add(stored)
        ann = Doubter(table.path, BLACK)
        async with table.games.open(stored.id, "somewhere") as game:
            game.enter(ann)
            await game.move(ann, "C3", 0)
            game.leave(ann)
        assert stored.id in table.games._live  # its player thinks
        await until(lambda: table.games._live == {})
        async with asyncio.TaskGroup() as group:
            opened = [group.create_task(_moves(table.games, stored.id)) for _ in range(5)]
        assert all(len(each.result()) == 2 for each in opened)
        assert table.games._live == {}
        with pytest.raises(Refused) as refused:
            await _moves(table.games, "nothing")
        assert refused.value.status == 404

    run(tmp_path, work)


async def _moves(games: Games, id: str) -> list[str]:
    async with games.open(id, "somewhere") as game:
        found: list[str] = json.loads(game.state())["moves"]
        return found


@pytest.mark.parametrize("name", ["beginner", "easy", "medium", "hard", "strong", "strongest"])
def test_a_game_at_every_level(tmp_path: Path, name: str) -> None:
    async def work(table: Table) -> None:
        seat = Seat(f"Tengen, {name}", level=name)
        game = await table.game(tg.nogo.start(3), white=seat, clock="2")
        ann = Doubter(table.path, BLACK)
        game.enter(ann)
        await game.move(ann, "B2", 0)
        await ann.until(lambda: len(ann.moves) == 2)

    run(tmp_path, work)


def test_a_level_with_a_number_of_visits_makes_no_more(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        game = await table.game(tg.nogo.start(9), white=Seat("Tengen, medium", level="medium"))
        ann = Doubter(table.path, BLACK)
        game.enter(ann)
        await game.move(ann, "E5", 0)
        await ann.until(lambda: len(ann.moves) == 2)
        player = levels(tg.games.by_name("nogo"))[2].player
        assert isinstance(player, MctsPlayer)
        assert ann.shown[-1]["visits"] == player.visits

    run(tmp_path, work)


def test_the_server_says_how_long_a_level_may_think() -> None:
    nogo = tg.games.by_name("nogo")
    strongest, hard = Seat("", level="strongest"), Seat("", level="hard")
    assert [seat.thinker(nogo, most)[1] for seat in (strongest, hard) for most in (0.1, 10.0)] == [0.1, 1.0, 0.1, 10.0]


def test_a_level_on_a_board_that_is_too_large_for_a_net(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        game = await table.game(tg.nogo.start(65), white=Seat("Tengen, strong", level="strong"))
        ann = Doubter(table.path, BLACK)
        game.enter(ann)
        await game.move(ann, "E5", 0)
        await ann.until(lambda: len(ann.moves) == 2)

    run(tmp_path, work)


@pytest.mark.parametrize(
    ("kept", "spec"),
    [
        ({"name": "mcts 0.3 s", "player": "mcts", "seconds": 0.3}, "mcts"),
        ({"name": "greedy", "player": "greedy", "seconds": 0.5}, "greedy"),
        ({"name": "net 0.3 s", "player": "net", "seconds": 0.3}, "net"),
    ],
)
def test_a_game_with_seconds_in_its_seat_goes_on(tmp_path: Path, kept: dict[str, Any], spec: str) -> None:
    """As the files of older servers have it."""

    async def work(table: Table) -> None:
        stored, _ = new_game(tg.nogo.start(5), {BLACK: PERSON, WHITE: PERSON}, None)
        seats = json.dumps({"black": {"kind": "person", "name": "Ann"}, "white": {"kind": "player", **kept}})
        older = SeatedGame(stored.id, stored.created, stored.updated, stored.start, seats, stored.tokens)
        await table.games.add(older)
        ann = Doubter(table.path, BLACK)
        async with table.games.open(stored.id, "somewhere") as game:
            player, seconds = game.game.seats[WHITE].thinker(game.game.start.game, 10.0)
            assert (str(player), seconds) == (spec, kept["seconds"])
            game.enter(ann)
            await game.move(ann, "C3", 0)
            await ann.until(lambda: len(ann.moves) == 2)
            assert ann.told[-1]["state"]["seats"]["white"] == {"kind": "player", **kept}
            game.leave(ann)

    run(tmp_path, work)


def test_a_player_thinks_within_its_clock(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        game = await table.game(tg.nogo.start(9), white=Seat("mcts", "mcts", 30.0), clock="20")
        ann = Doubter(table.path, BLACK)
        game.enter(ann)
        begun = asyncio.get_running_loop().time()
        await game.move(ann, "E5", 0)
        await ann.until(lambda: len(ann.moves) == 2)
        assert asyncio.get_running_loop().time() - begun < 10
        assert ann.told[-1]["state"]["over"] is None

    run(tmp_path, work)


def test_analysis_is_kept_with_the_move_that_it_is_about(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        game = await table.game(tg.nogo.start(5), white=PERSON)
        ann = Doubter(table.path, BLACK, WHITE)
        game.enter(ann)
        game.analyse(ann, True)
        await ann.until(lambda: bool(ann.shown))
        assert ann.shown[-1]["ply"] == 0
        await game.move(ann, "C3", 0)
        await ann.until(lambda: ann.shown[-1]["ply"] == 1)
        await game.move(ann, "B2", 1)
        assert ann.told[-1]["state"]["values"][0] == pytest.approx(ann.shown[-1]["value"])
        assert ann.told[-1]["state"]["values"][1] is None
        game.leave(ann)
        kept = await table.keeper.do(lambda file: file.game(game.game.id))
        assert kept is not None
        assert kept.moves[0].value == ann.told[-1]["state"]["values"][0]

    run(tmp_path, work)


def test_analysis_ends_when_a_game_between_two_people_goes_on(tmp_path: Path) -> None:
    """It was over, and a move is taken back: nobody is helped any longer, wherever they look."""

    async def work(table: Table) -> None:
        game = await table.game(tg.nogo.start(2), white=PERSON)
        ann, bob, eve = (Doubter(table.path, *seats) for seats in ((BLACK,), (WHITE,), ()))
        for each in (ann, bob, eve):
            game.enter(each)
        for ply, (mover, name) in enumerate(((ann, "A1"), (bob, "B2"), (ann, "A2"))):
            await game.move(mover, name, ply)
        assert game.game.course.is_over
        game.analyse(eve, True)
        game.analyse(bob, True, ["A1"])
        await bob.until(lambda: bool(bob.shown))
        await game.undo(ann)
        await game.undo(bob, True)
        assert not game.game.course.is_over
        assert not eve.analyses
        shown = len(bob.shown)
        for each, moves in ((eve, None), (bob, ["A1"])):
            with pytest.raises(Refused, match="two people"):
                game.analyse(each, True, moves)
        await asyncio.sleep(0.5)  # longer than an analysis takes here
        assert len(bob.shown) == shown

    run(tmp_path, work)


def test_searches_share_the_threads(tmp_path: Path) -> None:
    """Ten players on one thread, with two seconds each, all answer after about two seconds."""

    async def work(table: Table) -> None:
        people = []
        for _ in range(10):
            game = await table.game(tg.nogo.start(9), white=MCTS)
            people.append(Doubter(table.path, BLACK))
            game.enter(people[-1])
            await game.move(people[-1], "E5", 0)
        begun = asyncio.get_running_loop().time()
        for person in people:
            await person.until(lambda person=person: len(person.moves) == 2)  # type: ignore[misc]
        assert asyncio.get_running_loop().time() - begun < 8

    run(tmp_path, work)
