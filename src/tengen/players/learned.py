"""A player whose search asks a net instead of playing positions out."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

from tengen.formats import safetensors
from tengen.games.game import Position
from tengen.nets import Net, NetFile
from tengen.patterns import FORMAT, Patterns
from tengen.players.mcts import MctsPlayer

FOLDER = Path(__file__).parent.parent / "data"  # of what Tengen brings


@cache
def shipped_net(game: str) -> NetFile:
    return load(FOLDER / f"{game}.safetensors", game)


@cache
def _net_of(file: str, game: str, changed: int) -> NetFile:
    return load(file, game)


def load(path: str | Path, game: str) -> NetFile:
    """The net or the patterns in this file, whichever it has."""
    try:
        with open(path, "rb") as file:
            header = file.read(safetensors.MOST_HEADER)
    except OSError:
        header = b""  # reading it says what is wrong
    return (Patterns if FORMAT.encode() in header else Net).load(path, game)


class NetPlayer(MctsPlayer):
    """As MctsPlayer, with the net that Tengen has for the game, or the one in a file. With one visit it plays the move
    that the net likes best."""

    __slots__ = ("file",)

    name = "net"
    _options = ("visits", "seconds", "threads", "seed", "memory", "file")
    file: str | None

    def __init__(
        self,
        visits: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        seed: int | None = None,
        memory: int | None = None,
        file: str | None = None,
    ) -> None:
        super().__init__(visits, seconds, threads, seed, memory)
        self._set(file=file)

    def _fields(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._options}

    def evaluator(self, position: Position) -> NetFile | None:
        return self.net(position.game.name)

    def net(self, game: str) -> NetFile:
        if self.file is None:
            return shipped_net(game)
        changed = os.stat(self.file).st_mtime_ns if os.path.isfile(self.file) else 0  # a trainer replaces its file
        return _net_of(self.file, game, changed)


class _UsualPlayer(NetPlayer):
    """As NetPlayer, but boards that the net cannot judge, or that it never learned, are played out."""

    __slots__ = ()

    def evaluator(self, position: Position) -> NetFile | None:
        if not position.game.net_suits(position):
            return None
        net = super().evaluator(position)
        return net if net is not None and net.misfit(position) is None else None


def usual(
    *,
    visits: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    memory: int | None = None,
) -> MctsPlayer:
    """Who plays where nobody names a player: `net`, or `mcts` where that never learned to play."""
    return _UsualPlayer(visits, seconds, threads, memory=memory)


def net(
    visits: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int | None = None,
    memory: int | None = None,
    file: str | None = None,
) -> NetPlayer:
    """A player that searches the tree of play and asks a net about positions, for visits or seconds.

    file: another net than Tengen's own for the game. The rest is as for `mcts`.
    """
    return NetPlayer(visits, seconds, threads, seed, memory, file)
