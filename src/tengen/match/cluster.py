"""Games on a Dask cluster (the extra `cluster`)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from tengen.errors import UsageError

_CONNECT = 10.0  # seconds
_ASK_EVERY = 1.0


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """The executor of the cluster at this address, and how many games it can play at once now."""
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("a cluster needs Dask; install it with: pip install 'tengen[cluster]'") from None
    try:
        client = Client(address, timeout=_CONNECT)
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot reach a Dask scheduler at {address!r}: {error}") from None
    with client:
        asked, threads = 0.0, 1

        def at_once() -> int:
            nonlocal asked, threads
            if time.monotonic() > asked + _ASK_EVERY:  # workers come and go
                asked, threads = time.monotonic(), max(1, sum(client.nthreads().values()))
            return threads

        yield client.get_executor(pure=False), at_once
