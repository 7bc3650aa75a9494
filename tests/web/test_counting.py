"""The end of a game of Go at the board: what seems dead, who agrees, and what is kept of it."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

import tengen as tg
from tengen.games.game import HasDeadStones
from tengen.grid import BLACK, WHITE
from tengen.store.seated import SeatedFile, SeatedMove
from tengen.web.counting import BOTH, Counting
from tengen.web.live_game import LiveGame
from tengen.web.refusals import Refused
from tengen.web.state import WebGame, new_game
from web.test_live_game import PERSON, RANDOM, Doubter, Table, run, until

# Black has the left, White the right; one stone of each stands lost on the other's side, B2 and F4.
START = tg.go.parse("..XO...\n..XO.X.\n..XO...\n.OXO...\n..XO...\n", komi=0.5)
DEAD = [[1, 5], [3, 1]]
PASSED = SeatedMove("pass", 0.1)


async def counted(table: Table, *sides: Doubter) -> LiveGame:
    """The game after both sides have passed, when it is known which stones seem dead."""
    game = await table.game(START, white=PERSON)
    for side in sides:
        game.enter(side)
    await game.move(sides[0], "pass", 0)
    await game.move(sides[-1], "pass", 1)
    await sides[0].until(lambda: sides[0].told[-1].get("count") is not None)
    return game


def test_two_people_agree(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        ann, bob = Doubter(table.path, BLACK), Doubter(table.path, WHITE)
        game = await counted(table, ann, bob)
        count = ann.told[-1]["count"]
        assert (count["dead"], count["agreed"], count["version"]) == (DEAD, [], 0)
        assert (count["winner"], count["black"], count["white"], count["margin"]) == ("white", 15, 20, 5.5)
        assert count["owners"] == ["XXXOOOO"] * 5
        assert ann.told[-1]["over"]["ending"] == "over"  # until they agree it counts as it stands
        await game.agree(ann, 0)
        assert bob.told[-1]["count"]["agreed"] == ["black"]
        await game.mark(bob, "B2")  # it lives, says White: Black has to agree again
        count = ann.told[-1]["count"]
        assert (count["dead"], count["agreed"], count["version"]) == ([[1, 5]], [], 1)
        with pytest.raises(Refused) as refused:
            await game.agree(ann, 0)
        assert refused.value.code == "marks changed"
        await game.mark(ann, "B2")
        for side in (ann, bob):
            await game.agree(side, 2)
        over = bob.told[-1]["over"]
        assert (over["ending"], over["winner"], over["margin"], over["dead"]) == ("agreed", "white", 5.5, DEAD)
        assert bob.told[-1]["count"]["agreed"] == ["black", "white"]
        with pytest.raises(Refused, match="nothing to agree on"):
            await game.play_on(ann)
        assert "RE[W+" in game.game.sgf().write()

    run(tmp_path, work)


def test_who_does_not_agree_plays_on(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        ann, bob, watcher = Doubter(table.path, BLACK), Doubter(table.path, WHITE), Doubter(table.path)
        game = await counted(table, ann, bob)
        game.enter(watcher)
        for refused in (game.mark(watcher, "B2"), game.agree(watcher, 0), game.play_on(watcher)):
            with pytest.raises(Refused, match="only its players"):
                await refused
        for stone in ("A1", "pass"):
            with pytest.raises(Refused, match="no stone"):
                await game.mark(ann, stone)
        await game.play_on(bob)
        state = ann.told[-1]
        assert (state["moves"], state["over"], state["count"], state["to_play"]) == ([], None, None, "black")
        await game.move(ann, "A2", 0)
        assert ann.moves == ["A2"]

    run(tmp_path, work)


def test_a_computer_agrees_to_its_own_opinion_alone(tmp_path: Path) -> None:
    assert isinstance(START.game, HasDeadStones)
    end = START.play("pass").play("pass")
    counting = Counting(end, START.game.dead_stones(end), frozenset({WHITE}))
    assert counting.agreed == {WHITE}
    counting.turn_over("D3")  # White's whole wall
    assert len(counting.dead) == 7
    assert counting.agreed == frozenset()
    counting.agree(frozenset({BLACK}), 1)
    assert counting.agreed == {BLACK}
    counting.turn_over("D1")
    assert counting.agreed == {WHITE}
    counting.agree(frozenset({BLACK}), 2)
    assert counting.agreed == BOTH

    async def work(table: Table) -> None:
        """Two players who have passed agree as soon as somebody looks."""
        stored, _ = new_game(START, {BLACK: RANDOM, WHITE: RANDOM}, None)
        await table.games.add(stored)
        for ply in range(2):
            passed = partial(SeatedFile.add_move, id=stored.id, ply=ply, made=PASSED, over=None, now="2026-01-01")
            await table.keeper.do(passed)
        async with table.games.open(stored.id, "somewhere") as game:
            watcher = Doubter(table.path)
            await table.keeper.do(
                lambda file: file.cut(stored.id, 2, json.dumps(json.loads(game.state())["over"]), "2026-01-01")
            )
            game.enter(watcher)
            await watcher.until(lambda: watcher.told[-1]["over"]["ending"] == "agreed")
            game.leave(watcher)

    run(tmp_path, work)


def test_what_was_agreed_is_there_after_a_restart(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        ann = Doubter(table.path, BLACK, WHITE)
        game = await counted(table, ann)
        await game.agree(ann, 0)  # for both sides
        now = json.loads(game.state())
        stored = await table.keeper.do(lambda file: file.game(game.game.id))
        assert stored is not None
        again = json.loads(WebGame(stored).state([], 0.0, False))
        assert again["over"] == now["over"]
        assert again["count"] == now["count"]
        assert again["count"]["dead"] == DEAD

    run(tmp_path, work)


def test_without_people_at_the_board_nothing_is_counted(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        ann = Doubter(table.path, BLACK, WHITE)
        game = await counted(table, ann)
        game.game.counting = None
        game.leave(ann)
        await until(lambda: game.is_idle)
        assert game.game.counting is None
        game.enter(ann)  # and is when somebody comes back
        await ann.until(lambda: ann.told[-1]["count"] is not None)

    run(tmp_path, work)
