"""Whose turn it is at the processor: threads for long work, and a queue in which nobody comes first by asking often."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from threading import get_native_id
from typing import TypeVar

from tengen._core import Cancel
from tengen.web.limits import Places

Result = TypeVar("Result")

_NICENESS = 5  # of threads that compute, beside the one that answers


class Turns:
    """At most `at_once` work at a time, and `each` of them for one owner. The others wait.

    The next turn is for the owner with the least going on. Owners who are equal take turns.
    """

    def __init__(self, at_once: int, each: int | None = None, waiting: Places | None = None) -> None:
        """`waiting`: the places of those who wait; None: as many as come."""
        self._free = at_once
        self._each = at_once if each is None else each
        self._waiting = waiting
        self._busy: Counter[str] = Counter()
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}  # in the order of their turns

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        await self._enter(owner)
        try:
            yield
        finally:
            self._leave(owner)

    async def _enter(self, owner: str) -> None:
        if self._free and self._busy[owner] < self._each:
            self._begin(owner)
        elif self._waiting is None:
            await self._wait(owner)
        else:
            with self._waiting.taken_by(owner):
                await self._wait(owner)

    async def _wait(self, owner: str) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(owner, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():
                self._leave(owner)  # it had just been our turn
            elif mine in self._queues.get(owner, ()):
                self._queues[owner].remove(mine)
            raise

    def _begin(self, owner: str) -> None:
        self._free -= 1
        self._busy[owner] += 1

    def _leave(self, owner: str) -> None:
        self._free += 1
        self._busy[owner] -= 1
        if not self._busy[owner]:
            del self._busy[owner]
        while ready := [each for each in self._queues if self._busy[each] < self._each]:
            following = min(ready, key=self._busy.__getitem__)
            queue = self._queues.pop(following)
            if not queue:
                continue
            mine = queue.popleft()
            self._queues[following] = queue  # behind all others
            if not mine.done():
                self._begin(following)
                mine.set_result(None)
                return


class Workers:
    """Threads that do long work, and turns at them."""

    def __init__(self, name: str, at_once: int, each: int | None = None, waiting: Places | None = None) -> None:
        self._turns = Turns(at_once, each, waiting)
        self._pool = threads(at_once, name)

    async def do(
        self, owner: str, work: Callable[[], Result], cancel: Cancel | None = None, seconds: float | None = None
    ) -> Result:
        """What work() gives, when it is its owner's turn. The flag is raised after this many seconds of work."""
        cancel = cancel or Cancel()
        async with self._turns.turn(owner):
            stop = None if seconds is None else asyncio.get_running_loop().call_later(seconds, cancel.request)
            try:
                return await in_thread(self._pool, cancel, work)
            finally:
                if stop is not None:
                    stop.cancel()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def threads(count: int, name: str) -> ThreadPoolExecutor:
    """Threads that give way to the one that talks to people."""
    return ThreadPoolExecutor(count, name, initializer=_give_way)


def _give_way() -> None:
    if sys.platform == "linux":  # elsewhere only whole processes can
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), _NICENESS)


async def in_thread(pool: ThreadPoolExecutor, cancel: Cancel, work: Callable[[], Result]) -> Result:
    """What work() gives. If the caller is cancelled, so is the work, and the thread is waited for."""
    future = asyncio.get_running_loop().run_in_executor(pool, work)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        cancel.request()
        await asyncio.wait([future])
        raise
