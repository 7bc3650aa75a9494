"""A Dask cluster as an executor (the extra `cluster`)."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress

from tengen.errors import UsageError

_CONNECT = 10.0  # seconds
_ASK_EVERY = 1.0
# Each has a level of its own. A scheduler that is gone is noticed in many places; what matters we say ourselves.
_LOGS = ("distributed", "distributed.client", "tornado.application", "asyncio")


@contextmanager
def cluster(address: str, job: str, require_ready: Callable[[], None]) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """The executor of the cluster at this address, and how many tasks it can do at once now.

    The workers that are there call require_ready(), which raises what keeps them from the job: one that is sent what it
    does not know ends.
    """
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("a cluster needs Dask; install it with: pip install 'tengen[cluster]'") from None
    for name in _LOGS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=_CONNECT)
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot reach a Dask scheduler at {address!r}: {error}") from None
    with client:
        for worker, why in client.run(require_ready, on_error="return").items():
            if why is not None:
                raise UsageError(f"the worker {worker} cannot {job} this: {type(why).__name__}: {why}")
        asked, threads = 0.0, 1

        def at_once() -> int:
            nonlocal asked, threads
            if time.monotonic() > asked + _ASK_EVERY:  # workers come and go
                asked = time.monotonic()
                with suppress(OSError):  # a scheduler that does not answer: its tasks will tell
                    threads = max(1, sum(client.nthreads().values()))
            return threads

        yield client.get_executor(pure=False), at_once
