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
from web.shared import Json, run_apart


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


def refused(places: Places, who: str) -> Json | None:
    """How they are refused a place; None: they have it."""
    try:
        places.enter(who)
    except Refused as refused:
        return {"status": refused.status, "after": refused.retry_after, **refused.wire}
    return None


TOO_MANY = {"status": 429, "after": 10, "error": "too many chairs from your address", "code": "too many"}
FULL = {
    "status": 503,
    "after": 10,
    "error": "the server is full at this moment; try again in a little while",
    "code": "full",
}


def test_places_are_given_back() -> None:
    places = Places(2, 3, "chairs")
    assert [refused(places, who) for who in ("a", "a", "a", "b")] == [None, None, TOO_MANY, None]
    assert refused(places, "c") == FULL  # there are three in all
    places.leave("a")
    assert refused(places, "c") is None
    assert refused(places, "b") == FULL


def test_the_last_places_are_for_those_who_have_few() -> None:
    """However many some take, others find a place, and nobody is told that it was their fault."""
    places = Places(100, 500, "chairs")
    taken = {who: sum(refused(places, who) is None for _ in range(200)) for who in "abcde"}
    assert taken == {"a": 100, "b": 100, "c": 100, "d": 100, "e": 2}
    assert (refused(places, "a"), refused(places, "e")) == (TOO_MANY, FULL)
    assert [refused(places, "f") for _ in range(3)] == [None, None, FULL]
    alone = Places(500, 500, "chairs")  # as for a proxy
    assert [refused(alone, "a") for _ in range(500)] == [None] * 500


@pytest.mark.parametrize(
    ("host", "who"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
        (None, "unknown"),
    ],
)
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


def test_who_has_the_least_going_on_comes_first() -> None:
    """One owner asks for much, and has as much as there is until somebody else comes; a part is never theirs."""
    order: list[str] = []

    async def main() -> None:
        turns = Turns(3, each=2)
        done = asyncio.Event()

        async def work(owner: str, number: int) -> None:
            async with turns.turn(owner):
                order.append(f"{owner}{number}")
                await done.wait()

        async def begin(*owners: str) -> list[asyncio.Task[None]]:
            tasks = [asyncio.create_task(work(owner, number)) for number, owner in enumerate(owners)]
            await asyncio.sleep(0.01)
            return tasks

        tasks = await begin("a", "a", "a", "a")
        assert order == ["a0", "a1"]
        tasks += await begin("b", "b", "c")
        assert order == ["a0", "a1", "b0"]
        done.set()
        await asyncio.gather(*tasks)

    run_apart(main())
    assert order[3] == "c2"  # before the third of a, which waited longer


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
        turns._leave("c")  # d's turn comes, and in the same moment d goes
        late.cancel()
        await asyncio.wait([late])
        async with asyncio.timeout(1), turns.turn("e"):
            pass

    run_apart(main())


def test_a_queue_that_is_full_says_so() -> None:
    async def main() -> None:
        turns = Turns(1, waiting=Places(2, 3, "chairs"))
        async with turns.turn("x"):
            tasks = [asyncio.create_task(turns._enter(owner)) for owner in ("a", "a")]
            await asyncio.sleep(0.01)
            with pytest.raises(Refused, match="too many chairs from your address"):
                await turns._enter("a")
            tasks.append(asyncio.create_task(turns._enter("b")))
            await asyncio.sleep(0.01)
            with pytest.raises(Refused, match="the server is full"):
                await turns._enter("c")
            tasks.pop().cancel()
            await asyncio.sleep(0.01)
            tasks.append(asyncio.create_task(turns._enter("c")))  # the place of who has gone
            await asyncio.sleep(0.01)
            assert not tasks[-1].done()
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
