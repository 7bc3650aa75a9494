"""Processes of this machine to play games in, as an Executor."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

from tengen.match.worker import prepare_process

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_PATIENCE = 10.0  # seconds for processes to end, and the programs that they have started


class LocalWorkers(Executor):
    """A pool of processes that outlives the death of one of them, and leaves none behind.

    A process that dies takes the work of all of them with it, as in any process pool: those futures raise
    BrokenProcessPool, and the next work is done by new processes.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._open()

    def _open(self) -> None:
        # Fresh processes: one that is forked would keep copies of open files and locks of this one.
        context = multiprocessing.get_context("spawn")
        theirs, self._ours = context.Pipe(duplex=False)  # closed, also by our death: the end for all of them
        self._pool = ProcessPoolExecutor(self._count, context, prepare_process, (theirs,))

    def submit(self, fn: Callable[Parameters, Result], /, *args: Parameters.args,
               **kwargs: Parameters.kwargs) -> Future[Result]:
        # This may start a process, which has no opinion about Ctrl-C before it is prepared.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            return self._pool.submit(fn, *args, **kwargs)
        except BrokenProcessPool:
            self._close()
            self._open()
            return self._pool.submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Without waiting, games that are being played are broken off."""
        if wait:
            self._pool.shutdown(wait=True, cancel_futures=cancel_futures)
        self._close()

    def _close(self) -> None:
        processes = list((self._pool._processes or {}).values())  # which the pool does not name once it is shut down
        self._ours.close()
        end = time.monotonic() + _PATIENCE
        for process in processes:
            if not wait([process.sentinel], max(0.0, end - time.monotonic())):
                process.kill()
        # One that ended in the middle of a result has left the pool reading, which goes on while anybody could write.
        if results := self._pool._result_queue:
            results._writer.close()  # type: ignore[attr-defined]
        # Only now, and waiting: a pool that is not waited for leaves its semaphores behind.
        self._pool.shutdown(wait=True, cancel_futures=True)
