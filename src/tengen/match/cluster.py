"""Games on a Dask cluster."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from functools import partial

from tengen.match.versions import Versions, require_version, versions
from tengen.players import Player
from tengen.verbs.dask import cluster


def cluster_for(
    address: str, players: Mapping[str, Player]
) -> AbstractContextManager[tuple[Executor, Callable[[], int]]]:
    """The cluster at this address, whose workers must have what these players are made of."""
    return cluster(address, "play", partial(_require_ready, pickle.dumps(dict(players)), versions(players)))


def _require_ready(players: bytes, found: Versions) -> None:
    for name, player in pickle.loads(players).items():
        require_version(name, player, found[name])
