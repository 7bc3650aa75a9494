"""Players by name, as the command line has them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from tengen.errors import UsageError, listed, unknown
from tengen.games.game import Position
from tengen.players.choice import Choice
from tengen.players.clock import Clock
from tengen.players.digests import file_source, module_source
from tengen.players.external import PROTOCOLS, ExternalPlayer
from tengen.players.learned import NetPlayer
from tengen.players.mcts import MctsPlayer
from tengen.players.player import Function, FunctionPlayer, GreedyPlayer, OwnPlayer, Player, RandomPlayer, ask

_SEARCH: dict[str, Callable[[str], Any]] = {
    "visits": int,
    "seconds": float,
    "threads": int,
    "seed": int,
    "memory": int,
}
_OPTIONS: dict[str, tuple[Callable[..., Player], dict[str, Callable[[str], Any]]]] = {
    "random": (RandomPlayer, {"seed": int}),
    "greedy": (GreedyPlayer, {"seed": int}),
    "mcts": (MctsPlayer, _SEARCH),
    "net": (NetPlayer, {**_SEARCH, "file": str}),
}
NAMES = tuple(_OPTIONS)


class NamedFunction(FunctionPlayer):
    """A function that a name leads to. It compares by that name, and pickles as that name, however it was loaded."""

    __slots__ = ("source",)

    source: str | None  # a digest of its files as they were loaded

    def __init__(self, function: Function, name: str, source: str | None) -> None:
        super().__init__(function, name)
        self._set(source=source)

    def _fields(self) -> dict[str, Any]:
        return {"name": self.name}

    def __reduce__(self) -> tuple[Callable[[str], Player], tuple[str]]:
        return parse, (self.name,)


class NamedPlayer(OwnPlayer):
    """A player that a name leads to, of a class that only its own file knows. It compares and pickles as that name."""

    __slots__ = ("_player", "name", "seed", "source")

    name: str
    seed: int | None
    source: str | None  # a digest of its files as they were loaded
    _player: Player

    def __init__(self, player: Player, name: str, source: str | None, seed: int | None = None) -> None:
        self._set(_player=player if seed is None else player.seeded(seed), name=name, source=source, seed=seed)

    def _fields(self) -> dict[str, Any]:
        return {"name": self.name, "seed": self.seed}

    def choose(self, position: Position, clock: Clock | None = None) -> Choice:
        return ask(self._player, position, clock, self.name)

    def seeded(self, seed: int) -> NamedPlayer:
        return NamedPlayer(self._player, self.name, self.source, seed)

    def __reduce__(self) -> tuple[Callable[[str, int | None], Player], tuple[str, int | None]]:
        return _parse_seeded, (self.name, self.seed)

    def __str__(self) -> str:
        return self.name


def _parse_seeded(text: str, seed: int | None) -> Player:
    player = parse(text)
    return player if seed is None else player.seeded(seed)


def parse(text: str) -> Player:
    """The player of this name: random, greedy, mcts:visits=1000, net:seconds=0.5, gtp:COMMAND, or mybot.py:function.

    Programs that do not speak GTP: botzone:COMMAND, gomocup:COMMAND, nboard:COMMAND or nboard:depth=12 COMMAND.
    mybot.py alone is the only function in it, or the one that is called `choose`."""
    name, colon, rest = text.partition(":")
    if name in PROTOCOLS and rest.strip():
        return _external(name, rest.strip())
    if name in _OPTIONS:
        return _built_in(text, name, rest)
    if text.endswith(".py"):
        return _from_python(text, text, None)
    if colon and rest.isidentifier():
        return _from_python(text, name, rest)
    raise UsageError(
        unknown(
            "player",
            text,
            _OPTIONS,
            "expected random, greedy, mcts or net (as in mcts:visits=1000 or "
            "net:seconds=0.5,threads=2), gtp:COMMAND, botzone:COMMAND, gomocup:COMMAND, nboard:COMMAND, FILE.py or "
            "FILE.py:FUNCTION",
        )
    )


def _built_in(text: str, name: str, rest: str) -> Player:
    make, readers = _OPTIONS[name]
    values: dict[str, Any] = {}
    for option in rest.split(",") if rest else ():
        key, equals, value = option.partition("=")
        if not equals or key not in readers:
            raise UsageError(
                f"{option!r} is no option of the player {name}; expected {listed(f'{known}=...' for known in readers)}"
            )
        try:
            values[key] = readers[key](value)
        except ValueError:
            raise UsageError(f"{option!r} in the player {text!r}: {value!r} is not a number") from None
    return make(**values)


def _external(protocol: str, command: str) -> ExternalPlayer:
    first, _, rest = command.partition(" ")
    depth = first.removeprefix("depth=")
    if protocol == "nboard" and depth != first and depth.isascii() and depth.isdigit() and rest.strip():
        return ExternalPlayer(rest.strip(), protocol=protocol, depth=int(depth[:9]))
    return ExternalPlayer(command, protocol=protocol)


def _from_python(text: str, home: str, name: str | None) -> Player:
    """A function in a file or in a module that can be imported; or a player there."""
    if home.endswith(".py") and not os.path.isfile(home):
        raise UsageError(f"there is no file {home!r} to take the player {text!r} from")
    try:
        with redirect_stdout(sys.stderr):  # what it prints is not the answer to anything
            if home.endswith(".py"):
                source: str | None = file_source(Path(home))  # before it is run: a later change makes another player
                module = _loaded(Path(home))
            else:
                module = import_module(home)
                source = module_source(module)
    except (Exception, SystemExit) as error:
        raise UsageError(f"cannot import {home!r} for the player {text!r}: {type(error).__name__}: {error}") from None
    if name is None:
        name = _only_function(module, home)
    found = getattr(module, name, None)
    if isinstance(found, Player) and not isinstance(found, type):
        return NamedPlayer(found, text, source) if type(found).__module__ == module.__name__ else found
    if not callable(found) or isinstance(found, type):
        raise UsageError(f"there is no function {name!r} in {home!r}; expected def {name}(position, clock)")
    return NamedFunction(found, text, source)


def _only_function(module: ModuleType, home: str) -> str:
    """The name of the one that somebody means who does not name any."""
    names = [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and ((isinstance(value, FunctionType) and value.__module__ == module.__name__) or isinstance(value, OwnPlayer))
    ]
    if "choose" in names:
        return "choose"
    if len(names) != 1:
        raise UsageError(
            f"there are {len(names)} functions in {home!r} ({listed(names)}); name one, as in {home}:{names[0]}"
            if names
            else f"there is no function in {home!r} that could be a player; expected def choose(position, clock)"
        )
    return names[0]


def _loaded(path: Path) -> ModuleType:
    """The module in this file. It may import its neighbours, as it may when Python runs it."""
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)
    spec = spec_from_file_location(f"player from {path.resolve()}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module
