"""Players by name, as the command line has them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from tengen.errors import UsageError, listed
from tengen.players.external import ExternalPlayer
from tengen.players.mcts import MctsPlayer
from tengen.players.player import FunctionPlayer, GreedyPlayer, Player, RandomPlayer

_OPTIONS: dict[str, tuple[Callable[..., Player], dict[str, Callable[[str], Any]]]] = {
    "random": (RandomPlayer, {"seed": int}),
    "greedy": (GreedyPlayer, {"seed": int}),
    "mcts": (MctsPlayer, {"visits": int, "seconds": float, "threads": int, "seed": int}),
}


def parse(text: str) -> Player:
    """The player of this name: random, greedy, mcts:visits=1000, gtp:COMMAND, or mybot.py:function."""
    name, colon, rest = text.partition(":")
    if name == "gtp" and rest.strip():
        return ExternalPlayer(rest.strip())
    if name in _OPTIONS:
        return _built_in(text, name, rest)
    if colon and rest.isidentifier():
        return _from_python(text, name, rest)
    raise UsageError(f"there is no player {text!r}; expected random, greedy, mcts (as in mcts:visits=1000 or "
                     f"mcts:seconds=0.5,threads=2), gtp:COMMAND, or FILE.py:FUNCTION")


def _built_in(text: str, name: str, rest: str) -> Player:
    make, readers = _OPTIONS[name]
    values: dict[str, Any] = {}
    for option in rest.split(",") if rest else ():
        key, equals, value = option.partition("=")
        if not equals or key not in readers:
            raise UsageError(f"{option!r} is no option of the player {name}; expected "
                             f"{listed(f'{known}=...' for known in readers)}")
        try:
            values[key] = readers[key](value)
        except ValueError:
            raise UsageError(f"{option!r} in the player {text!r}: {value!r} is not a number") from None
    return make(**values)


def _from_python(text: str, home: str, name: str) -> Player:
    """A function in a file or in a module that can be imported; or a player there."""
    try:
        if home.endswith(".py"):
            spec = spec_from_file_location(Path(home).stem, home)
            if spec is None or spec.loader is None or not Path(home).exists():
                raise UsageError(f"there is no file {home!r} to take the player {text!r} from")
            module = module_from_spec(spec)
            spec.loader.exec_module(module)
        else:
            module = import_module(home)
    except UsageError:
        raise
    except Exception as error:
        raise UsageError(f"cannot import {home!r} for the player {text!r}: {type(error).__name__}: {error}") from None
    found = getattr(module, name, None)
    if isinstance(found, Player) and not isinstance(found, type):
        return found
    if not callable(found):
        raise UsageError(f"there is no function {name!r} in {home!r}")
    return FunctionPlayer(found, text)
