"""What a picture of a place in a game tree shows, the marks that SGF has there included."""

from __future__ import annotations

from collections.abc import Iterator

from tengen.errors import ParseError
from tengen.formats import sgf
from tengen.games.dialects import dialect_of
from tengen.games.tree import GameTree, Node
from tengen.games.views import record_view
from tengen.grid import Point
from tengen.render.view import MOST_LABEL, Mark, View

_SHAPES = {"TR": "triangle", "SQ": "square", "CR": "circle", "MA": "cross"}  # as FF[4] names them


def tree_view(tree: GameTree, node: Node) -> View:
    """The board after this node, with the marks and labels that the file has there."""
    view = record_view(tree.record_to(node), numbers=False)
    return view.changed(marks=(*view.marks, *_marks(tree, node, view)))


def _marks(tree: GameTree, node: Node, view: View) -> Iterator[Mark]:
    for name, values in node.items:
        for value in values:
            if name in _SHAPES:
                yield from (Mark(point, _SHAPES[name]) for point in _points(tree, value, view))
            elif name == "LB":
                place, _, text = value.partition(":")
                if label := sgf.read_line(text).strip()[:MOST_LABEL].rstrip():
                    yield from (Mark(point, "label", "plain", label) for point in _points(tree, place, view))


def _points(tree: GameTree, value: str, view: View) -> list[int]:
    """The points of a value; none if it cannot be read, as it is only a mark."""

    def point(name: str) -> Point:
        names = sgf.LETTERS if len(name) == 2 and name.isalpha() else dialect_of(tree.game).coordinates
        return names.parse(name, view.height, view.width)

    try:
        first, last = sgf.read_area(value, point)
    except ParseError:
        return []
    return [row * view.width + col for row in range(first.row, last.row + 1) for col in range(first.col, last.col + 1)]
