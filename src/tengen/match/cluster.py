"""Games on a Dask cluster (the extra `cluster`)."""

from __future__ import annotations

import logging
import pickle
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from typing import Any

from tengen.errors import UsageError
from tengen.match.versions import Versions, require_version, versions
from tengen.players import Player

_CONNECT = 10.0  # seconds
_ASK_EVERY = 1.0
# Each has a level of its own. A scheduler that is gone is noticed in many places; what matters we say ourselves.
_LOGS = ("distributed", "distributed.client", "tornado.application", "asyncio")


@contextmanager
def cluster(address: str, players: Mapping[str, Player]) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """The executor of the cluster at this address, and how many games it can play at once now.

    Its workers must have what these players are made of.
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
        _require_ready(client, players)
        asked, threads = 0.0, 1

        def at_once() -> int:
            nonlocal asked, threads
            if time.monotonic() > asked + _ASK_EVERY:  # workers come and go
                asked = time.monotonic()
                with suppress(OSError):  # a scheduler that does not answer: its games will tell
                    threads = max(1, sum(client.nthreads().values()))
            return threads

        yield client.get_executor(pure=False), at_once


def _require_ready(client: Any, players: Mapping[str, Player]) -> None:
    """Asks the workers that are there whether they could play, since one that is sent what it does not know ends."""
    answers = client.run(_ready, pickle.dumps(dict(players)), versions(players), on_error="return")
    for worker, error in answers.items():
        if error is not None:
            raise UsageError(f"the worker {worker} cannot play this: {type(error).__name__}: {error}")


def _ready(players: bytes, found: Versions) -> None:
    for name, player in pickle.loads(players).items():
        require_version(name, player, found[name])
