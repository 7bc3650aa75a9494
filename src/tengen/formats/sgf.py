"""SGF, the Smart Game Format FF[4]: nodes, properties and points as text. The grammar is sgfmill's."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise
from string import ascii_letters

from sgfmill import sgf_grammar as grammar

from tengen.board import Point
from tengen.errors import ParseError, UsageError
from tengen.formats.source import BOM, fault_at, quoted_character

MOST_BYTES = 1 << 23  # the grammar and the tree take some two hundred bytes of memory for each of these
MOST_SIDE = len(ascii_letters)  # FF[4]: a to z, then A to Z
CHARSET = "UTF-8"  # of everything that is written
_HEAD = 1 << 16  # where a root node that names its character set is looked for
_SEARCHED = 1 << 18  # past this, looking for the place of a fault would take longer than anybody waits
_NAME = re.compile(rb"[A-Za-z]{1,64}")
_START = re.compile(rb"\(\s*;")  # sgfmill skips what stands before it

# What sgfmill says, and what we say.
_FAULTS = {
    "unexpected value": "a value that belongs to no property; expected a name before [",
    "unexpected node": "a node after variations; expected ( or )",
    "empty sequence": "( or ) where a node should be; expected ;",
    "property with no values": "a property without a value; expected [",
    "property value outside a node": "a property that is in no node; expected ;",
}

Properties = dict[str, tuple[str, ...]]  # values as they stand between the brackets, escapes and all


class SourceNode:
    """A node as it was read: its properties, and the number of the node before it."""

    __slots__ = ("parent", "properties")

    def __init__(self, parent: int | None, properties: Properties) -> None:
        self.parent = parent
        self.properties = properties


class SourceTree:
    """One game of a file. Nodes are numbered from 0 in the order of the text, as FF[4] suggests."""

    __slots__ = ("_data", "_game", "nodes")

    def __init__(self, nodes: list[SourceNode], data: bytes, game: int) -> None:
        self.nodes = nodes
        self._data = data
        self._game = game
        for number, node in enumerate(nodes):
            if "" in node.properties:  # FF[3] let small letters stand in names, and sgfmill leaves them out
                raise self.fault(number, "a property with a name of small letters; expected capitals, like SZ")

    def fault(self, number: int, message: str) -> ParseError:
        """An error that points at this node."""
        starts = (offset for offset, kind, token in _tokens(self._data, self._game) if (kind, token) == ("D", b";"))
        return fault_at(self._data, next(start for k, start in enumerate(starts) if k == number), message)


def parse(text: str | bytes) -> SourceTree:
    """The first game of this text. Whatever stands before it and after it is let pass."""
    data = _utf8(text)
    return SourceTree(_flat(_with_place(grammar.parse_sgf_game, data)), data, 0)


def parse_all(text: str | bytes) -> list[SourceTree]:
    """Every game of this text."""
    data = _utf8(text)
    trees = _with_place(grammar.parse_sgf_collection, data)
    return [SourceTree(_flat(tree), data, game) for game, tree in enumerate(trees)]


def write(parents: Iterable[int | None], properties: list[Properties]) -> str:
    """One game as text; of each node the number of the node before it, and its properties."""
    children: list[list[int]] = [[] for _ in properties]
    for number, parent in enumerate(parents):
        if parent is not None:
            children[parent].append(number)
    values = [{name: [value.encode("utf-8", "replace") for value in each] for name, each in node.items()}
              for node in properties]
    tree = grammar.make_coarse_game_tree(0, children.__getitem__, values.__getitem__)
    text: bytes = grammar.serialise_game_tree(tree)
    return text.decode()


def read_text(value: str) -> str:
    """What a value of type Text says: escapes undone, line ends made alike."""
    text: bytes = grammar.text_value(value.encode())
    return text.decode()


def read_line(value: str) -> str:
    """What a value of type SimpleText says, on one line."""
    text: bytes = grammar.simpletext_value(value.encode())
    return text.decode()


def escaped(text: str) -> str:
    """A text as it stands between brackets."""
    value: bytes = grammar.escape_text(text.encode("utf-8", "replace"))
    return value.decode()


def is_name(text: str) -> bool:
    """Can a property have this name?"""
    fine: bool = grammar.is_valid_property_identifier(text)
    return fine


class Letters:
    """Points as Go, NoGo and Gomoku have them in SGF: a letter for the column, then one for the row from the top."""

    def write(self, point: Point, height: int) -> str:
        return ascii_letters[point.col] + ascii_letters[point.row]

    def parse(self, text: str, height: int, width: int) -> Point:
        col, row = (ascii_letters.find(letter) for letter in text) if len(text) == 2 else (-1, -1)
        if not (0 <= col < width and 0 <= row < height):
            last = self.write(Point(height - 1, width - 1), height)
            raise ParseError(f"{text!r} is not a point of this {height}x{width} board; expected two letters from aa to "
                             f"{last}")
        return Point(row, col)


LETTERS = Letters()


def read_area(value: str, parse_point: Callable[[str], Point]) -> tuple[Point, Point]:
    """A value of a list of points: aa:cc is a rectangle by two corners, a point alone is one of its own."""
    first, colon, last = value.strip().partition(":")
    one = parse_point(first)
    if not colon:
        return one, one
    other = parse_point(last)
    return (Point(min(one.row, other.row), min(one.col, other.col)),
            Point(max(one.row, other.row), max(one.col, other.col)))


def read_size(value: str) -> tuple[int, int]:
    """Height and width. FF[4] has the columns first."""
    sides = [side.strip() for side in value.split(":")]
    if len(sides) > 2 or not all(side.isascii() and side.isdigit() and 1 <= int(side[:9]) <= MOST_SIDE
                                 for side in sides):
        raise ParseError(f"SZ[{value[:20]}] is not a size; expected a number from 1 to {MOST_SIDE}, or columns and "
                         f"rows like 13:9")
    return int(sides[-1]), int(sides[0])


def write_size(height: int, width: int) -> str:
    if max(height, width) > MOST_SIDE:
        raise UsageError(f"a {height}x{width} board; SGF has letters for at most {MOST_SIDE} rows and columns")
    return str(width) if height == width else f"{width}:{height}"


def _utf8(text: str | bytes) -> bytes:
    """The text in UTF-8, whatever it was in. A byte that its character set does not have is replaced."""
    if not isinstance(text, str | bytes):
        raise TypeError(f"{text!r} is not text; expected str or bytes")
    if len(text) > MOST_BYTES:
        raise ParseError(f"the text has {len(text)} {'characters' if isinstance(text, str) else 'bytes'}; at most "
                         f"{MOST_BYTES} are read")
    if isinstance(text, str):
        return text.removeprefix("\ufeff").encode("utf-8", "replace")
    if text.startswith(BOM):
        return text[len(BOM):].decode("utf-8", "replace").encode()
    name = _charset(text)
    seven_bit = name.lower().replace("-", "").startswith(("iso2022", "hz"))
    if text.isascii() and not seven_bit:
        return text
    try:
        if codecs.lookup(name).name in ("idna", "punycode"):  # of names, not of texts, and slow
            raise LookupError
        return text.decode(name, "replace").encode("utf-8", "replace")
    except (LookupError, UnicodeError):
        raise ParseError(f"CA[{name[:40]}] names a character set that is not known here") from None


def _charset(data: bytes) -> str:
    """What the first root node says; else what FF[4] says."""
    tokens, _ = grammar.tokenise(data[:_HEAD])
    nodes = 0
    for (kind, token), (_, value) in pairwise(tokens):
        nodes += (kind, token) == ("D", b";")
        if nodes > 1:
            break
        if (kind, token) == ("I", b"CA"):
            name: str = value.decode("ascii", "replace").strip()
            return name
    return "ISO-8859-1"


def _with_place(read: Callable[[bytes], grammar.Coarse_game_tree], data: bytes) -> grammar.Coarse_game_tree:
    """read(data); what it complains of comes with its place."""
    try:
        return read(data)
    except ValueError as error:
        words = str(error).rpartition(": ")[2]
    if words == "no SGF data found":
        raise ParseError("there is no game; expected (; where one starts", 1, 1)
    if words in _FAULTS:
        if len(data) > _SEARCHED:
            raise ParseError(_FAULTS[words])
        raise fault_at(data, _fault_offset(read, data, words), _FAULTS[words])
    *_, end = _ends(data)
    rest = data[end:].lstrip()
    offset = len(data) - len(rest)
    if not rest:
        raise fault_at(data, offset, "the text ends in the middle of a game; expected )")
    if rest.startswith(b"["):
        raise fault_at(data, offset, "a value that is not closed; expected ]")
    raise fault_at(data, offset, f"{quoted_character(data, offset)} where a property, ; ( or ) is expected")


def _fault_offset(read: Callable[[bytes], grammar.Coarse_game_tree], data: bytes, words: str) -> int:
    """Where sgfmill finds this fault: at the end of the shortest beginning of the text that has it."""
    low, high = 0, 256
    while high < len(data) and not _has_fault(read, data[:high], words):
        low, high = high, 2 * high
    high = min(high, len(data))
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _has_fault(read, data[:middle], words) else (middle, high)
    return high - 1


def _has_fault(read: Callable[[bytes], grammar.Coarse_game_tree], data: bytes, words: str) -> bool:
    try:
        read(data)
    except ValueError as error:
        return str(error).endswith(words)
    return False


def _flat(tree: grammar.Coarse_game_tree) -> list[SourceNode]:
    """The nodes in the order of the text; a tree may be deeper than Python can follow by itself."""
    nodes: list[SourceNode] = []
    branches: list[tuple[grammar.Coarse_game_tree, int | None]] = [(tree, None)]
    while branches:
        branch, parent = branches.pop()
        for properties in branch.sequence:
            nodes.append(SourceNode(parent, {name: tuple(value.decode() for value in values)
                                             for name, values in properties.items()}))
            parent = len(nodes) - 1
        branches.extend((child, parent) for child in reversed(branch.children))
    return nodes


def _ends(data: bytes) -> Iterator[int]:
    """Where each game ends; the last of them, perhaps, in the middle."""
    end, opened = 0, 0
    while not opened:
        tokens, end = grammar.tokenise(data, end)
        if not tokens:
            return
        opened = tokens.count(("D", b"(")) - tokens.count(("D", b")"))
        yield end


def _tokens(data: bytes, game: int) -> Iterator[tuple[int, str, bytes]]:
    """The tokens of a game with their places, which sgfmill does not tell."""
    start = next(islice(_ends(data), game - 1, None)) if game else 0
    tokens, _ = grammar.tokenise(data, start)
    first = _START.search(data, start)
    assert first is not None
    offset = first.start()
    for kind, token in tokens:
        while data[offset:offset + 1].isspace():
            offset += 1
        yield offset, kind, token
        if kind == "I":
            name = _NAME.match(data, offset)
            assert name is not None
            offset = name.end()
        else:
            offset += len(token) + (2 if kind == "V" else 0)
