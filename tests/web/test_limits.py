"""So often, so many at once, and in turn."""

from __future__ import annotations

import asyncio
import time

import pytest

from tengen._core import Cancel
from tengen.errors import UsageError
from tengen.web.limits import Places, Rate, address_of
from tengen.web.refusals import Refused
from tengen.web.settings import Settings
from tengen.web.turns import Turns, in_thread, threads
from web.shared import run_apart


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_rate_has_a_store_and_fills_it_again() -> None:
    clock = Clock()
    rate = Rate(2, 3, clock)
    assert [rate.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert rate.take("b") == 0  # another's store is their own
    clock.now += 0.5
    assert rate.take("a") == 0
    assert rate.take("a") == pytest.approx(0.5)
    clock.now += 1000
    assert [rate.take("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_a_rate_forgets_who_has_gone() -> None:
    clock = Clock()
    rate = Rate(1, 2, clock)
    for number in range(30_000):
        rate.take(str(number))
        clock.now += 0.001
    assert len(rate._left) < 25_000


def test_places_are_given_back() -> None:
    places = Places(2, 3)
    assert [places.enter("a") for _ in range(3)] == [True, True, False]
    assert places.enter("b")
    assert not places.enter("c")  # there are three in all
    places.leave("a")
    assert places.enter("c")
    assert not places.enter("a")


@pytest.mark.parametrize(("host", "who"), [
    ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"), ("::1", "::/64"), ("testclient", "testclient"), (None, "unknown"),
])
def test_who_counts_as_one(host: str | None, who: str) -> None:
    assert address_of(host) == who


def test_turns_are_fair() -> None:
    """One address that asks for ten turns does not keep two others waiting for all ten."""
    order: list[str] = []

    async def work(turns: Turns, owner: str) -> None:
        async with turns.turn(owner):
            order.append(owner)
            await asyncio.sleep(0)

    async def main() -> None:
        turns = Turns(1)
        async with turns.turn("first"):
            waiting = [asyncio.create_task(work(turns, owner)) for owner in ["a"] * 10 + ["b", "c", "b"]]
            await asyncio.sleep(0.01)
        await asyncio.gather(*waiting)

    run_apart(main())
    assert order == ["a", "b", "c", "a", "b", *["a"] * 8]


def test_turns_are_not_lost_by_those_who_go_away() -> None:
    async def main() -> None:
        turns = Turns(1)
        async with turns.turn("a"):
            gone = asyncio.create_task(turns._enter("b"))
            stays = asyncio.create_task(turns._enter("c"))
            await asyncio.sleep(0.01)
            gone.cancel()
        await asyncio.wait_for(stays, 1)
        late = asyncio.create_task(turns._enter("d"))
        await asyncio.sleep(0.01)
        turns._leave()  # d's turn comes, and in the same moment d goes
        late.cancel()
        await asyncio.wait([late])
        async with asyncio.timeout(1), turns.turn("e"):
            pass

    run_apart(main())


def test_a_queue_that_is_full_says_so() -> None:
    async def main() -> None:
        turns = Turns(1, most_waiting=3, each_waiting=2)
        async with turns.turn("x"):
            tasks = [asyncio.create_task(turns._enter(owner)) for owner in ("a", "a")]
            await asyncio.sleep(0.01)
            with pytest.raises(Refused) as refused:
                await turns._enter("a")
            assert (refused.value.status, refused.value.code) == (429, "busy")
            tasks.append(asyncio.create_task(turns._enter("b")))
            await asyncio.sleep(0.01)
            with pytest.raises(Refused):
                await turns._enter("c")
            for task in tasks:
                task.cancel()

    run_apart(main())


def test_work_is_stopped_with_whoever_waits_for_it() -> None:
    pool = threads(1, "test")
    cancel = Cancel()
    ended = []

    def work() -> None:
        while not cancel.requested:
            time.sleep(0.01)
        ended.append(True)

    async def main() -> None:
        task = asyncio.create_task(in_thread(pool, cancel, work))
        await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        assert ended

    run_apart(main())


def test_settings_come_from_options_then_the_environment() -> None:
    environment = {"TENGEN_SERVE_MOST_ROWS": "13", "TENGEN_SERVE_MOST_SECONDS": "2.5"}
    settings = Settings.chosen({"most_rows": 9, "most_seconds": None}, environment)
    assert (settings.most_rows, settings.most_seconds, settings.most_games) == (9, 2.5, 500)
    with pytest.raises(UsageError, match="TENGEN_SERVE_MOST_ROWS is 'many'; expected a number"):
        Settings.chosen({}, {"TENGEN_SERVE_MOST_ROWS": "many"})
    with pytest.raises(UsageError, match="--most-rows is 0; expected 1 to 100"):
        Settings(most_rows=0)
    assert Settings().searches >= 1
    assert Settings(threads=3).searches == 3
