"""Games read from SGF FF[4] and written in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tengen import __version__
from tengen.board import BLACK, HOLE_CELL, PASS, WHITE, Board, Color, Pass, Point
from tengen.errors import IllegalMove, IllegalPosition, ParseError, TengenError, UsageError, listed
from tengen.formats import sgf
from tengen.formats.sgf import Properties, SourceNode, SourceTree
from tengen.formats.vertex import PASS_NAME
from tengen.games import NAMES
from tengen.games.dialects import Dialect, dialect_of, game_of
from tengen.games.game import GamePosition
from tengen.games.record import Record
from tengen.games.tree import GameTree, Node, played

_COLORS = {"B": BLACK, "W": WHITE}
_INITIALS = {BLACK: "B", WHITE: "W"}
_SET_UP = {"AB": BLACK, "AW": WHITE, "AE": None}
_PASS_SIDE = 19  # FF[4]: up to here tt is a pass
# Properties that the record itself settles.
_SETTLED = frozenset(["AB", "AE", "AP", "AW", "B", "CA", "FF", "GM", "PL", "SZ", "W"])


def read_sgf(text: str | bytes, game: str | None = None, **rules: Any) -> GameTree:
    """The first game of an SGF text. `game` and `rules` go before what the text says."""
    _require_known(game)
    return _tree(sgf.parse(text), game, rules)


def read_sgf_games(text: str | bytes, game: str | None = None, **rules: Any) -> list[GameTree]:
    """Every game of an SGF text, which may be a collection."""
    _require_known(game)
    return [_tree(source, game, rules) for source in sgf.parse_all(text)]


def _require_known(game: str | None) -> None:
    if game is not None and game not in NAMES:
        raise UsageError(f"there is no game {game!r}; expected {listed(NAMES)}")


def _tree(source: SourceTree, wanted: str | None, rules: dict[str, Any]) -> GameTree:
    number = 0
    try:
        root = source.nodes[0].properties
        game = game_of(_first(root, "GM"), _first(root, "RU"), wanted)
        dialect = dialect_of(game)
        size = _first(root, "SZ")
        height, width = sgf.read_size(size) if size.strip() else (dialect.usual_side, dialect.usual_side)
        reader = _Reader(dialect, height, width, source.nodes)
        nodes = []
        for number in range(len(source.nodes)):
            nodes.append(reader.node(number))
        number = 0
        said = {} if {"komi", "ko", "suicide"} <= set(rules) else dialect.read_rules(_first(root, "KM"), _first(root, "RU"))
        tree = GameTree(_start(game, dialect, nodes[0], height, width, {**said, **rules}), tuple(nodes))
    except TengenError as error:
        raise source.fault(number, error.message if isinstance(error, ParseError) else str(error)) from None
    _require_legal(tree, source)
    return tree
