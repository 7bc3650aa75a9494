"""SGF, the Smart Game Format FF[4]: nodes, properties and points as text.

Read here, so that every fault has its place and one game of a collection does not spoil the others; written, and its
values understood, by sgfmill.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from string import ascii_letters

from sgfmill import sgf_grammar as grammar

from tengen.errors import ParseError, UsageError
from tengen.formats.source import BOM, LineCounter, quoted_character
from tengen.grid import Point

MOST_BYTES = 1 << 23
MOST_NODES = 1_000_000  # of a text: each takes half a KiB of memory
MOST_GAMES = 10_000  # of a text: each takes as much as a board, some 10 KiB
MOST_SIDE = len(ascii_letters)  # FF[4]: a to z, then A to Z
CHARSET = "UTF-8"  # of everything that is written
_HEAD = 1 << 16  # where a root node that names its character set is looked for
_TOKEN = re.compile(rb"\s*+(?:([;()])|([A-Za-z]{1,64})|\[([^\\\]]*+(?:\\.[^\\\]]*+)*+)\])", re.DOTALL)
_BRACKET = re.compile(rb"[()]|\[[^\\\]]*+(?:\\.[^\\\]]*+)*+(?:\]|\Z)", re.DOTALL)
_START = re.compile(rb"\(\s*(?:;|[A-Z]{1,2}\s*\[)")  # some leave out the first ;
_ROOT = re.compile(rb"\(\s*;?\s*(?:FF|GM|SZ|CA|AP)\s*\[")  # FF[4]: only the first node of a game says these
_BLANKS = re.compile(rb"\s*")
_SMALL = bytes(range(ord("a"), ord("z") + 1))

Properties = dict[str, tuple[str, ...]]  # values as they stand between the brackets, escapes and all


class SourceNode:
    """A node as it was read: its properties, the number of the node before it, and its place in the text."""

    __slots__ = ("offset", "parent", "properties")

    def __init__(self, parent: int | None, properties: Properties, offset: int = 0) -> None:
        self.parent = parent
        self.properties = properties
        self.offset = offset


class SourceTree:
    """One game of a text. Nodes are numbered from 0 in the order of the text, as FF[4] suggests."""

    __slots__ = ("_lines", "nodes")

    def __init__(self, nodes: list[SourceNode], lines: LineCounter) -> None:
        self.nodes = nodes
        self._lines = lines

    def fault(self, node: SourceNode, message: str) -> ParseError:
        """An error that points at this node."""
        return self._lines.fault(node.offset, message)


def parse(text: str | bytes) -> SourceTree:
    """The first game of this text. Whatever stands before it and after it is let pass."""
    for found in _Reader(_utf8(text)).games():
        if isinstance(found, ParseError):
            raise found
        return found
    raise _no_game()


def parse_all(text: str | bytes) -> Iterator[SourceTree | ParseError]:
    """Every game of this text, or what is wrong with it, in the order of the text."""
    found = None
    for found in _Reader(_utf8(text)).games():
        yield found
    if found is None:
        raise _no_game()


def _no_game() -> ParseError:
    return ParseError("there is no game; expected (; where one starts", 1, 1)


class _Reader:
    """Reads one game after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._lines = LineCounter(data)
        self._offset = 0
        self._depth = 0  # how many variations of it are open
        self._nodes = 0
        # From the first fault on, a game may not be closed: a new one starts where a node says what only the first of a
        # game says.
        self._split = False

    def games(self) -> Iterator[SourceTree | ParseError]:
        games = 0
        while (start := _START.search(self._data, self._offset)) is not None:
            nodes = self._nodes
            if games == MOST_GAMES:
                raise ParseError(f"the text has more than {MOST_GAMES} games; no more are read")
            try:
                yield self._game(start.start())
            except ParseError as error:
                if error.line is None:
                    raise  # the text is too large
                if not self._split:
                    self._split, self._offset, self._nodes = True, start.start(), nodes
                    continue
                yield error
                self._skip()
            games += 1

    def _game(self, start: int) -> SourceTree:
        nodes: list[SourceNode] = []
        found: dict[str, list[str]] | None = None  # of the last node, while properties may follow
        before: int | None = None  # the node that the next one comes after
        forks: list[int | None] = []  # the same, of each variation that is open
        expects_node = False
        self._offset = start
        while True:
            offset, mark, name, value = self._token()
            if mark and nodes and found:
                nodes[-1].properties = {each: tuple(values) for each, values in found.items()}
            if mark == b"(":
                self._open(offset, forks, before, expects_node)
                found, expects_node = None, True
            elif mark == b")":
                if expects_node:
                    raise self._fault(offset, "( or ) where a node should be; expected ;")
                before, found = forks.pop(), None
                self._depth = len(forks)
                if not forks:
                    return SourceTree(nodes, self._lines)
            elif mark or (name and expects_node):
                if found is None and not expects_node:
                    raise self._fault(offset, "a node after variations; expected ( or )")
                if self._nodes == MOST_NODES:
                    raise ParseError(f"the text has more than {MOST_NODES} nodes; no more are read")
                nodes.append(SourceNode(before, {}, offset))
                self._nodes += 1
                before, found, expects_node = len(nodes) - 1, {}, False
            if name:
                if found is None:
                    raise self._fault(offset, "a property that is in no node; expected ;")
                found.setdefault(self._capitals(offset, name), []).extend(self._values())
            elif value is not None:
                raise self._fault(offset, "a value that belongs to no property; expected a name before [")

    def _open(self, offset: int, forks: list[int | None], before: int | None, expects_node: bool) -> None:
        if expects_node:
            raise self._fault(offset, "( or ) where a node should be; expected ;")
        if self._split and forks and _ROOT.match(self._data, offset):
            raise self._fault(offset, "another game starts in the middle of this one; expected )")
        forks.append(before)
        self._depth = len(forks)

    def _capitals(self, offset: int, name: bytes) -> str:
        """A property's name; FF[3] has small letters in names, like AddBlack for AB."""
        capitals = name.translate(None, _SMALL)
        if not capitals:
            raise self._fault(offset, "a property with a name of small letters; expected capitals, like SZ")
        return capitals.decode()

    def _values(self) -> list[str]:
        values = []
        while (token := _TOKEN.match(self._data, self._offset)) is not None and token[3] is not None:
            values.append(token[3].decode())
            self._offset = token.end()
        if not values:
            offset, *_ = self._token()
            raise self._fault(offset, "a property without a value; expected [")
        return values

    def _token(self) -> tuple[int, bytes | None, bytes | None, bytes | None]:
        """What comes next: its place, and it as a mark, a name or a value."""
        token = _TOKEN.match(self._data, self._offset)
        blanks = _BLANKS.match(self._data, self._offset)
        assert blanks is not None
        offset = blanks.end()
        if token is not None:
            self._offset = token.end()
            mark, name, value = token.groups()
            return offset, mark, name, value
        if offset == len(self._data):
            raise self._fault(offset, "the text ends in the middle of a game; expected )")
        if self._data[offset : offset + 1] == b"[":
            raise self._fault(offset, "a value that is not closed; expected ]")
        raise self._fault(offset, f"{quoted_character(self._data, offset)} where a property, ; ( or ) is expected")

    def _fault(self, offset: int, message: str) -> ParseError:
        self._offset = offset
        return self._lines.fault(offset, message)

    def _skip(self) -> None:
        """Goes on after the game that has a fault here: where it is closed, or where another one starts."""
        for bracket in _BRACKET.finditer(self._data, self._offset):
            self._offset = bracket.end()
            if bracket[0] == b"(":
                if _ROOT.match(self._data, bracket.start()):
                    self._offset = bracket.start()
                    return
                self._depth += 1
            elif bracket[0] == b")":
                self._depth -= 1
                if self._depth <= 0:
                    return
        self._offset = len(self._data)


def write(parents: Iterable[int | None], properties: list[Properties]) -> str:
    """One game as text; of each node the number of the node before it, and its properties."""
    children: list[list[int]] = [[] for _ in properties]
    for number, parent in enumerate(parents):
        if parent is not None:
            children[parent].append(number)
    values = [
        {name: [value.encode("utf-8", "replace") for value in each] for name, each in node.items()}
        for node in properties
    ]
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
            raise ParseError(
                f"{text!r} is not a point of this {height}x{width} board; expected two letters from aa to {last}"
            )
        return Point(row, col)


LETTERS = Letters()


def read_area(value: str, parse_point: Callable[[str], Point]) -> tuple[Point, Point]:
    """A value of a list of points: aa:cc is a rectangle by two corners, a point alone is one of its own."""
    first, colon, last = value.strip().partition(":")
    one = parse_point(first)
    if not colon:
        return one, one
    other = parse_point(last)
    return (
        Point(min(one.row, other.row), min(one.col, other.col)),
        Point(max(one.row, other.row), max(one.col, other.col)),
    )


def read_size(value: str) -> tuple[int, int]:
    """Height and width. FF[4] has the columns first."""
    sides = [side.strip() for side in value.split(":")]
    if len(sides) > 2 or not all(
        side.isascii() and side.isdigit() and len(side) < 10 and 1 <= int(side) <= MOST_SIDE for side in sides
    ):
        raise ParseError(
            f"SZ[{value[:20]}] is not a size; expected a number from 1 to {MOST_SIDE}, or columns and rows like 13:9"
        )
    return int(sides[-1]), int(sides[0])


def write_size(height: int, width: int) -> str:
    if max(height, width) > MOST_SIDE:
        raise UsageError(f"a {height}x{width} board; SGF has letters for at most {MOST_SIDE} rows and columns")
    return str(width) if height == width else f"{width}:{height}"


def _utf8(text: str | bytes) -> bytes:
    """The text in UTF-8, from any encoding. A byte that its character set does not have is replaced."""
    if not isinstance(text, str | bytes):
        raise TypeError(f"{text!r} is not text; expected str or bytes")
    if len(text) > MOST_BYTES:
        raise ParseError(
            f"the text has {len(text)} {'characters' if isinstance(text, str) else 'bytes'}; at most "
            f"{MOST_BYTES} are read"
        )
    if isinstance(text, str):
        return text.removeprefix("\ufeff").encode("utf-8", "replace")
    if text.startswith(BOM):
        return text[len(BOM) :].decode("utf-8", "replace").encode()
    if text.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return text.decode("utf-16", "replace").encode("utf-8", "replace")
    name = _charset(text)
    seven_bit = name.lower().replace("-", "").startswith(("iso2022", "hz"))
    if text.isascii() and not seven_bit:
        return text
    try:
        if codecs.lookup(name).name in ("idna", "punycode"):  # of names, not of texts, and slow
            raise LookupError
        return text.decode(name, "replace").encode("utf-8", "replace")
    except (LookupError, ValueError):
        raise ParseError(f"CA[{name[:40]}] names a character set that is not known here") from None


def _charset(data: bytes) -> str:
    """What the first root node says; else what FF[4] says."""
    start = _START.search(data)
    offset = start.start() if start else len(data)
    nodes, name = 0, b""
    while nodes < 2 and (token := _TOKEN.match(data, offset, _HEAD)) is not None:
        mark, name_here, value = token.groups()
        if value is not None and name == b"CA":
            return str(value, "ascii", "replace").strip()
        nodes += mark == b";"
        name = name_here or name
        offset = token.end()
    return "ISO-8859-1"
