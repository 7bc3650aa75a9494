"""Whose turn it is at the processor: threads for long work, and a queue in which nobody comes first by asking often."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from threading import get_native_id
from typing import TypeVar

from tengen._core import Cancel
from tengen.web.refusals import Refused

Result = TypeVar("Result")

_NICENESS = 5  # of threads that compute, beside the one that answers


class Turns:
    """So many at once. Those who wait come in turn: one of each owner, before any owner's second."""

    def __init__(self, at_once: int, most_waiting: int | None = None, each_waiting: int | None = None) -> None:
        self._free = at_once
        self._most_waiting = most_waiting
        self._each_waiting = each_waiting
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}  # in the order of their turns

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        await self._enter(owner)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, owner: str) -> None:
        if self._free:
            self._free -= 1
            return
        waiting = sum(map(len, self._queues.values()))
        own = len(self._queues.get(owner, ()))
        if (self._most_waiting is not None and waiting >= self._most_waiting) or (
                self._each_waiting is not None and own >= self._each_waiting):
            raise Refused(429, "busy", "too many questions are waiting for an answer; try again in a moment", 2)
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(owner, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():
                self._leave()  # it had just been our turn
            elif mine in self._queues.get(owner, ()):
                self._queues[owner].remove(mine)
            raise

    def _leave(self) -> None:
        while self._queues:
            owner = next(iter(self._queues))
            queue = self._queues.pop(owner)
            if not queue:
                continue
            following = queue.popleft()
            self._queues[owner] = queue  # behind all others
            if not following.done():
                following.set_result(None)
                return
        self._free += 1


def threads(count: int, name: str) -> ThreadPoolExecutor:
    """Threads that give way to the one that talks to people."""
    return ThreadPoolExecutor(count, name, initializer=_give_way)


def _give_way() -> None:
    if sys.platform == "linux":  # elsewhere only whole processes can
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), _NICENESS)


async def in_thread(pool: ThreadPoolExecutor, cancel: Cancel, work: Callable[[], Result]) -> Result:
    """What work() gives. If whoever waits is cancelled, so is the work, and the thread is waited for."""
    future = asyncio.get_running_loop().run_in_executor(pool, work)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        cancel.request()
        await asyncio.wait([future])
        raise
