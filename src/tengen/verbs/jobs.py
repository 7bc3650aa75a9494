"""Running the parts of a long job: on threads here, or on anybody's Executor."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import partial
from itertools import islice
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from tengen._core import Cancel
from tengen.errors import Cancelled, UsageError
from tengen.interrupts import HeldInterrupts

Part = TypeVar("Part")
Result = TypeVar("Result")
Progress = Callable[[int, int], None]  # parts done, parts in all

MOST_MEMORY = 2**20  # MiB
MOST_THREADS = 1024


def checked_threads(threads: int | None) -> int:
    if threads is None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return min(cores, MOST_THREADS)
    if threads < 1:
        raise UsageError(f"{threads} threads; expected 1 or more")
    if threads > MOST_THREADS:
        raise UsageError(f"{threads} threads; expected at most {MOST_THREADS}")
    return threads


def checked_memory(memory: int | None, usual: int, purpose: str) -> int:
    """MiB."""
    if memory is not None and not 1 <= memory <= MOST_MEMORY:
        raise UsageError(f"{memory} MiB for {purpose}; expected 1 to {MOST_MEMORY}")
    return usual if memory is None else memory


def run_parts(
    work: Callable[[Part, Cancel | None], Result],
    parts: Sequence[Part],
    gather: Callable[[Result], None],
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> None:
    """Calls work(part, cancel) for every part and gather(result) for each result, in the order they come.

    Threads of this process share a cancel flag: on Ctrl-C, or when the caller raises the flag, the parts under way stop
    early, what they have is gathered too, and KeyboardInterrupt or Cancelled is raised. Parts given to an executor
    carry no flag (it may be on another machine): those under way are run whole and left out. There, `work` and the
    parts must pickle.
    """
    with HeldInterrupts() as interrupts:
        flag = Cancel() if cancel is None else cancel
        if executor is not None:
            _run(executor, flag, None, len(parts), work, parts, gather, progress, interrupts)
            return
        threads = checked_threads(threads)
        with _Threads(min(threads, len(parts))) as pool:
            _run(pool, flag, flag, 2 * threads, work, parts, gather, progress, interrupts)


class _Threads(Executor):
    """Threads that, unlike ThreadPoolExecutor's, do not keep the process from ending."""

    def __init__(self, count: int) -> None:
        self._tasks: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._tasks.put((future, partial(work, *arguments, **named)))
        return future

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            future, work = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except BaseException as error:  # for the caller who asks for the result
                future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()


def _run(
    executor: Executor,
    flag: Cancel,
    carried: Cancel | None,
    at_once: int,
    work: Callable[[Part, Cancel | None], Result],
    parts: Sequence[Part],
    gather: Callable[[Result], None],
    progress: Progress | None,
    interrupts: HeldInterrupts,
) -> None:
    """Keeps the executor busy with `at_once` parts until all are done, or the flag is raised, which parts may carry."""
    ahead = iter(parts)
    waiting: set[Future[Result]] = set()
    done = 0
    try:
        while True:
            for part in islice(ahead, at_once - len(waiting)):
                waiting.add(executor.submit(work, part, carried))
            if not waiting:
                return
            # Waking now and then: a signal that another thread caught is only heard by a main thread that is awake.
            finished, waiting = wait(waiting, timeout=0.25, return_when=FIRST_COMPLETED)
            for future in finished:
                gather(future.result())
                done += 1
            if progress and finished:
                progress(done, len(parts))
            interrupts.check()
            if flag.requested:
                raise Cancelled(None)
    except BaseException as error:
        started = [future for future in waiting if not future.cancel()]
        if carried is not None:
            carried.request()
            for future in wait(started).done:
                if isinstance(error, KeyboardInterrupt | Cancelled) and future.exception() is None:
                    gather(future.result())
        raise
