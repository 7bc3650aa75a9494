"""Processes of this machine to play games in, as an Executor."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from typing import Any, ParamSpec, TypeVar
from uuid import uuid4

from tengen.match.processes import end_marked, is_stopped
from tengen.match.worker import prepare_process

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_PATIENCE = 10.0  # seconds for processes to end, and the programs that they have started
_LOOK_EVERY = 0.25  # seconds


class LocalWorkers(Executor):
    """A pool of processes that outlives the death of one of them, and leaves none behind.

    A process that dies takes the work of all of them with it, as in any process pool: those futures raise
    BrokenProcessPool, and the next work is done by new processes.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._folder = TemporaryDirectory(prefix="tengen-match-", ignore_cleanup_errors=True)
        self._crew = _Crew(count, self._folder.name)
        self._under_way: set[Future[Any]] = set()

    def submit(
        self, fn: Callable[Parameters, Result], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Result]:
        # This may start a process, and Ctrl-C would end it before it is prepared.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            try:
                future = self._crew.submit(fn, *args, **kwargs)
            except (BrokenProcessPool, OSError):  # OSError: the pool does not know yet that a process has ended
                self._crew.close()
                self._crew = _Crew(self._count, self._folder.name)
                future = self._crew.submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Without waiting, games that are being played are broken off."""
        under_way = list(self._under_way)
        if cancel_futures:
            for future in under_way:
                future.cancel()
        if wait:
            wait_for(under_way)
        self._crew.close()
        self._folder.cleanup()


class _Crew:
    """Processes that end together."""

    def __init__(self, count: int, folder: str) -> None:
        # Fresh processes: one that is forked would keep copies of open files and locks of this one.
        context = multiprocessing.get_context("spawn")
        theirs, self._ours = context.Pipe(duplex=False)  # closed, also by our death: the end for all of them
        self._mark = uuid4().hex
        self._pool = ProcessPoolExecutor(count, context, prepare_process, (theirs, self._mark, folder))
        self._processes: dict[int, BaseProcess] = {}
        self._ending = Lock()

    def submit(
        self, fn: Callable[Parameters, Result], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Result]:
        future = self._pool.submit(fn, *args, **kwargs)
        for number, process in list((self._pool._processes or {}).items()):
            if number not in self._processes:
                self._processes[number] = process
                Thread(target=self._end_after, args=(process,), daemon=True).start()
        return future

    def close(self) -> None:
        self._end()
        # Only now, and waiting: a pool that is not waited for leaves its semaphores behind.
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _end_after(self, process: BaseProcess) -> None:
        """When one of them ends, so do the others. One that was stopped would never end, so it is killed."""
        stopped = False
        while not wait([process.sentinel], _LOOK_EVERY):
            was_stopped, stopped = stopped, is_stopped(process.pid or 0)
            if was_stopped and stopped:  # twice: not only while all processes were stopped for a moment
                process.kill()
        self._end()

    def _end(self) -> None:
        """Ends all processes and closes the pipe of results.

        Else the pool might wait for ever for the rest of a result that was half written.
        """
        with self._ending:
            self._ours.close()
            end = time.monotonic() + _PATIENCE
            for process in list(self._processes.values()):
                if not wait([process.sentinel], max(0.0, end - time.monotonic())):
                    process.kill()
            end_marked(self._mark)
            if results := self._pool._result_queue:
                results._writer.close()  # type: ignore[attr-defined]
