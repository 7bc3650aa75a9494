"""The thread that has the file of games. What several want written at the same moment is on the disk at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from tengen.store.seated import SeatedFile
from tengen.web.refusals import Refused

Result = TypeVar("Result")
Work = Callable[[SeatedFile], Any]

_LOG = logging.getLogger("tengen.web")


class Keeper:
    """Does work with the file, in the order in which it is asked for.

    Two hundred games that wait for the disk one after the other would wait long. So all that comes in while a
    transaction is written goes into the next one together, and is answered when that is on the disk.
    """

    def __init__(self, file: SeatedFile) -> None:
        self._file = file
        self._queue: SimpleQueue[tuple[Work, asyncio.Future[Any]] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="keeper", daemon=True)

    def start(self) -> None:
        """Starts to work, for those on this event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    async def do(self, work: Callable[[SeatedFile], Result]) -> Result:
        """What this work gives, once all that it wrote is on the disk."""
        future: asyncio.Future[Result] = self._loop.create_future()
        self._queue.put((work, future))
        return await future

    def put(self, work: Work) -> None:
        """Has this done when its turn comes. Nobody waits for it."""
        future: asyncio.Future[Any] = self._loop.create_future()
        future.add_done_callback(lambda done: done.exception())  # it is in the log
        self._queue.put((work, future))

    def close(self) -> None:
        """Ends when all is done that was asked for."""
        self._queue.put(None)
        self._thread.join()
        self._file.close()

    def _run(self) -> None:
        going = True
        while going:
            works = [self._queue.get()]
            try:
                while True:
                    works.append(self._queue.get_nowait())
            except Empty:
                pass
            going = None not in works
            asked = [work for work in works if work is not None]
            if asked:
                answers = self._results([work for work, _ in asked])
                futures = [future for _, future in asked]
                self._loop.call_soon_threadsafe(_answer, list(zip(futures, answers, strict=True)))

    def _results(self, works: list[Work]) -> list[Any]:
        """What they give. Where one fails they are all done again one by one, so that only that one has failed."""
        try:
            with self._file.writing():
                return [work(self._file) for work in works]
        except Exception as error:
            if len(works) == 1:
                _LOG.error("cannot write %s: %s", self._file.path, error)
                return [_Failure()]
        return [answer for work in works for answer in self._results([work])]


class _Failure:
    """Of work that could not be done."""


def _answer(answers: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, answer in answers:
        if future.done():
            continue  # they have gone who asked
        if isinstance(answer, _Failure):
            future.set_exception(Refused(503, "server error", "the game cannot be kept at this moment; try again"))
        else:
            future.set_result(answer)
