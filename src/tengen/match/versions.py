"""Which version of a player it is that plays: what it runs is part of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import partial
from types import CodeType, FunctionType, MethodType

from tengen.errors import UsageError
from tengen.players import ExternalPlayer, FunctionPlayer, GreedyPlayer, MctsPlayer, NetPlayer, Player, RandomPlayer
from tengen.players.digests import code_source, command_source, data_source, module_source
from tengen.players.specs import NamedFunction, NamedPlayer

Versions = dict[str, str | None]  # of players, by their names


def is_own(player: object) -> bool:
    """Is it one of Tengen's players, and runs no code of others?"""
    if isinstance(player, MctsPlayer):
        return player.evaluate is None
    return isinstance(player, RandomPlayer | GreedyPlayer)


def version(player: Player) -> str | None:
    """A digest of what the player runs; None of Tengen's own."""
    if isinstance(player, NetPlayer) and player.file is not None:
        return data_source(player.file)
    if is_own(player):
        return None
    if isinstance(player, ExternalPlayer):
        return command_source(player.command)
    if isinstance(player, NamedFunction | NamedPlayer):
        return player.source
    home: object = (
        player.function
        if isinstance(player, FunctionPlayer)
        else player.evaluate
        if isinstance(player, MctsPlayer)
        else type(player)
    )
    while isinstance(home, partial | MethodType):
        home = home.func if isinstance(home, partial) else home.__func__
    if not isinstance(home, FunctionType | type):
        home = type(home)
    codes = _codes(home)
    module = sys.modules.get(home.__module__)
    if module is not None and all(os.path.isfile(code.co_filename) for code in codes):
        source = module_source(module)
        if source is not None:
            return source
    return code_source(*codes)


def versions(players: Mapping[str, Player]) -> Versions:
    return {name: version(player) for name, player in players.items()}


def require_version(name: str, player: Player, expected: str | None) -> None:
    """Refuses to play with another version than that of the match, where games are played."""
    if version(player) != expected:
        raise UsageError(f"the player {name!r} is another version here than the one that this match was started with")


def _codes(home: FunctionType | type) -> list[CodeType]:
    functions = (
        [home]
        if isinstance(home, FunctionType)
        else [each for each in vars(home).values() if isinstance(each, FunctionType)]
    )
    return [function.__code__ for function in functions]
