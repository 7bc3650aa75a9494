"""Tengen: the Python toolkit for stone games on a grid.

    import tengen as tg

    position = tg.nogo.start(9).play("E5").play("C3")
    tg.simulate(position, seed=7).winner

Names are imported when they are first used, so that a command that needs few of them starts fast.
"""

import os
from _thread import RLock  # threading's, which costs milliseconds

__version__ = "0.2.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tengen import envs as envs
    from tengen import match, players, render
    from tengen._core import Cancel
    from tengen.errors import (
        Cancelled,
        IllegalMove,
        IllegalPosition,
        Interrupted,
        MatchFailed,
        ParseError,
        PlayerFailed,
        ProofFailed,
        TengenError,
        TooManyGames,
        UnreachableFill,
        UsageError,
    )
    from tengen.games import go, gomoku, nogo, othello
    from tengen.games.game import Position
    from tengen.games.record import Record
    from tengen.games.results import Outcome
    from tengen.games.sgf import read_sgf, read_sgf_games
    from tengen.games.tree import GameTree
    from tengen.grid import BLACK, PASS, WHITE, Board, Color, Pass, Point, Points
    from tengen.nets import Net
    from tengen.patterns import Patterns
    from tengen.players.review import review
    from tengen.verbs.batch import Batch, batch
    from tengen.verbs.check import check
    from tengen.verbs.check_many import check_many
    from tengen.verbs.count import count, perft
    from tengen.verbs.count_positions import count_positions, count_positions_by_stones
    from tengen.verbs.flips import flips
    from tengen.verbs.generate import generate
    from tengen.verbs.generate_many import generate_many
    from tengen.verbs.judge import judge
    from tengen.verbs.judge_proof import judge_proof
    from tengen.verbs.prove import prove
    from tengen.verbs.simulate import simulate
    from tengen.verbs.simulate_many import simulate_many
    from tengen.verbs.solve import solve
    from tengen.widget import board as board

_NAMES = {
    "grid": ("BLACK", "PASS", "WHITE", "Board", "Color", "Pass", "Point", "Points"),
    "_core": ("Cancel",),
    "errors": (
        "Cancelled",
        "IllegalMove",
        "IllegalPosition",
        "Interrupted",
        "MatchFailed",
        "ParseError",
        "PlayerFailed",
        "ProofFailed",
        "TengenError",
        "TooManyGames",
        "UnreachableFill",
        "UsageError",
    ),
    "games": ("go", "gomoku", "nogo", "othello"),
    "games.tree": ("GameTree",),
    "games.game": ("Position",),
    "games.results": ("Outcome",),
    "games.record": ("Record",),
    "games.sgf": ("read_sgf", "read_sgf_games"),
    "nets": ("Net",),
    "patterns": ("Patterns",),
    "verbs.batch": ("Batch", "batch"),
    "verbs.check": ("check",),
    "verbs.check_many": ("check_many",),
    "verbs.count": ("count", "perft"),
    "verbs.count_positions": ("count_positions", "count_positions_by_stones"),
    "envs": ("envs",),  # not in __all__: it needs the extra `envs`
    "match": ("match",),
    "players": ("players",),
    "players.review": ("review",),
    "render": ("render",),
    "verbs.flips": ("flips",),
    "verbs.generate": ("generate",),
    "verbs.generate_many": ("generate_many",),
    "verbs.judge": ("judge",),
    "verbs.judge_proof": ("judge_proof",),
    "verbs.prove": ("prove",),
    "verbs.simulate": ("simulate",),
    "verbs.simulate_many": ("simulate_many",),
    "verbs.solve": ("solve",),
    "widget": ("board",),  # not in __all__: it needs the extra `notebook`
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names}

__all__ = [
    "BLACK",
    "PASS",
    "WHITE",
    "Batch",
    "Board",
    "Cancel",
    "Cancelled",
    "Color",
    "GameTree",
    "IllegalMove",
    "IllegalPosition",
    "Interrupted",
    "MatchFailed",
    "Net",
    "Outcome",
    "ParseError",
    "Pass",
    "Patterns",
    "PlayerFailed",
    "Point",
    "Points",
    "Position",
    "ProofFailed",
    "Record",
    "TengenError",
    "TooManyGames",
    "UnreachableFill",
    "UsageError",
    "batch",
    "check",
    "check_many",
    "count",
    "count_positions",
    "count_positions_by_stones",
    "flips",
    "generate",
    "generate_many",
    "go",
    "gomoku",
    "judge",
    "judge_proof",
    "match",
    "nogo",
    "othello",
    "perft",
    "players",
    "prove",
    "read_sgf",
    "read_sgf_games",
    "render",
    "review",
    "simulate",
    "simulate_many",
    "solve",
]


# A process that is forked while another thread is in the middle of an import would wait for ever for the rest of it. So
# a fork waits until no name is being imported.
_importing = RLock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_importing.acquire, after_in_parent=_importing.release, after_in_child=_importing.release
    )


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'tengen' has no attribute {name!r}")
    from importlib import import_module

    with _importing:
        module = import_module(f"tengen.{home}.{name}" if home == "games" else f"tengen.{home}")
    value = module if home in ("envs", "games", "match", "players", "render") else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
