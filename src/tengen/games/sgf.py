"""Games read from SGF FF[4] and written in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tengen import __version__
from tengen.errors import ParseError, UsageError, listed
from tengen.formats import sgf
from tengen.formats.sgf import Properties, SourceNode, SourceTree
from tengen.games import NAMES
from tengen.games.dialects import Dialect, dialect_of, game_of
from tengen.games.game import Game, HasMargin, Position
from tengen.games.record import Record
from tengen.games.tree import GameTree, Node, with_areas
from tengen.grid import BLACK, BLACK_CELL, HOLE_CELL, PASS, WHITE, WHITE_CELL, Board, Color, Pass, Point, Points

_COLORS = {"B": BLACK, "W": WHITE}
_INITIALS = {BLACK: "B", WHITE: "W"}
_SET_UP = {"AB": BLACK, "AW": WHITE, "AE": None}
_PASS_SIDE = 19  # FF[4]: up to here tt is a pass
# Properties that the record itself settles.
_SETTLED = frozenset(["AB", "AE", "AP", "AW", "B", "CA", "FF", "GM", "HA", "KM", "PL", "RU", "SZ", "W"])


def read_sgf(text: str | bytes, game: str | None = None, **rules: Any) -> GameTree:
    """The first game of an SGF text. `game` and `rules` go before what the text says."""
    _require_known(game)
    return _tree(sgf.parse(text), game, rules)


class Games(tuple[GameTree, ...]):
    """The games of a text that can be read; `faults` says what is wrong with the others.

    `numbers` has the place of each in the text, from 1, where the others count too.
    """

    faults: tuple[ParseError, ...] = ()
    numbers: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<Games: {len(self)} read, {len(self.faults)} with a fault>"


def read_sgf_games(text: str | bytes, game: str | None = None, **rules: Any) -> Games:
    """Every game of an SGF text, which may be a collection. One that cannot be read is among the `faults` instead."""
    _require_known(game)
    trees: dict[int, GameTree] = {}
    faults: list[ParseError] = []
    for number, source in enumerate(sgf.parse_all(text), 1):
        try:
            if isinstance(source, ParseError):
                raise source
            trees[number] = _tree(source, game, rules)
        except ParseError as error:
            faults.append(ParseError(f"game {number}: {error.message}", error.line, error.column))
    games = Games(trees.values())
    games.faults = tuple(faults)
    games.numbers = tuple(trees)
    return games


def _require_known(game: str | None) -> None:
    if game is not None and game not in NAMES:
        raise UsageError(f"there is no game {game!r}; expected {listed(NAMES)}")


def _tree(source: SourceTree, wanted: str | None, rules: dict[str, Any]) -> GameTree:
    sources = _one_move_each(source.nodes)
    root = sources[0].properties
    try:
        game = game_of(_first(root, "GM"), _first(root, "RU"), wanted)
        dialect = dialect_of(game)
        size = _first(root, "SZ")
        height, width = sgf.read_size(size) if size.strip() else (dialect.usual_side, dialect.usual_side)
        said = dialect.read_rules("" if "komi" in rules else _first(root, "KM"), _first(root, "RU"))
    except ParseError as error:
        raise source.fault(sources[0], error.message) from None
    game.start(dialect.usual_side, dialect.usual_side, **rules)  # the caller's rules are not the file's fault
    reader = _Reader(dialect, height, width, sources)
    nodes = []
    for number, each in enumerate(sources):
        try:
            nodes.append(reader.node(number))
        except ParseError as error:
            raise source.fault(each, error.message) from None
    fault = None
    for choice in dialect.rules_to_try({**said, **rules}):
        try:
            tree = GameTree(_start(game, dialect, nodes[0], height, width, choice), tuple(nodes))
        except UsageError as error:
            raise source.fault(sources[0], str(error)) from None
        fault = tree.first_illegal()
        if fault is None:
            return tree
    assert fault is not None
    raise source.fault(sources[fault[0].number], fault[1])


def _one_move_each(sources: list[SourceNode]) -> list[SourceNode]:
    """A node with moves of both sides, which FF[4] does not allow, as two: in the order of the text."""
    if not any("B" in source.properties and "W" in source.properties for source in sources):
        return sources
    nodes: list[SourceNode] = []
    numbers: list[int] = []  # that the nodes have now: of two, the second
    for source in sources:
        parent = None if source.parent is None else numbers[source.parent]
        moves = [name for name in source.properties if name in _COLORS]
        for name in moves[1:]:
            nodes.append(
                SourceNode(
                    parent, {each: values for each, values in source.properties.items() if each != name}, source.offset
                )
            )
            parent = len(nodes) - 1
            source = SourceNode(None, {name: source.properties[name]}, source.offset)
        nodes.append(SourceNode(parent, source.properties, source.offset))
        numbers.append(len(nodes) - 1)
    return nodes


def _first(properties: Properties, name: str) -> str:
    return sgf.read_line(properties.get(name, ("",))[0])


class _Reader:
    """Makes nodes of a tree of what stood in the text."""

    def __init__(self, dialect: Dialect, height: int, width: int, sources: Sequence[SourceNode]) -> None:
        self._dialect = dialect
        self._height = height
        self._width = width
        self._sources = sources
        self._children: list[list[int]] = [[] for _ in sources]
        # Who makes the first move from each node on: after stones that are set up, that is the side to move.
        self._movers: list[Color | None] = [None] * len(sources)
        for number in reversed(range(len(sources))):
            source = sources[number]
            own = next((color for name, color in _COLORS.items() if name in source.properties), None)
            later = self._movers[self._children[number][-1]] if self._children[number] else None
            self._movers[number] = own or later
            if source.parent is not None:
                self._children[source.parent].append(number)  # the last child first

    def node(self, number: int) -> Node:
        source = self._sources[number]
        properties = source.properties
        areas = tuple(
            (*self._area(name, value), color)
            for name, color in _SET_UP.items()
            for value in properties.get(name, ())
            if value.strip()
        )
        to_play = self._side(_first(properties, "PL")) if "PL" in properties else None
        if to_play is None and (areas or source.parent is None):
            to_play = self._movers[number]
        color, move = self._move(properties)
        return Node(
            number,
            source.parent,
            tuple(reversed(self._children[number])),
            tuple(sorted(properties.items())),
            color,
            move,
            areas,
            to_play,
        )

    def _area(self, name: str, value: str) -> tuple[Point, Point]:
        try:
            return sgf.read_area(value, self._point)
        except ParseError as error:
            raise ParseError(f"{name}[{value[:20]}]: {error.message}") from None

    def _move(self, properties: Properties) -> tuple[Color | None, Point | Pass | None]:
        moves = [(name, value) for name in _COLORS for value in properties.get(name, ())]
        if len(moves) > 1:
            raise ParseError(
                f"{' '.join(f'{name}[{value[:20]}]' for name, value in moves[:3])} in one node; expected one move"
            )
        for name, value in moves:
            try:
                return _COLORS[name], self._point_or_pass(value.strip())
            except ParseError as error:
                raise ParseError(f"{name}[{value[:20]}]: {error.message}") from None
        return None, None

    def _point_or_pass(self, value: str) -> Point | Pass:
        if not value or value == "PA":
            return PASS
        try:
            return self._point(value)
        except ParseError:
            old_pass = value == "tt" and max(self._height, self._width) <= _PASS_SIDE
            if old_pass or value.lower() in self._dialect.pass_names:
                return PASS
            raise

    def _point(self, value: str) -> Point:
        letters = len(value) == 2 and value.isalpha()
        coordinates = sgf.LETTERS if letters else self._dialect.coordinates
        return coordinates.parse(value[:20], self._height, self._width)

    def _side(self, value: str) -> Color:
        for number, (initial, color) in enumerate(_COLORS.items(), 1):
            if value.strip().upper() in (initial, color.name.upper(), str(number)):  # a slip in FF[3] had numbers
                return color
        raise ParseError(f"PL[{value[:20]}] is not a side; expected B or W")


def _start(game: Game, dialect: Dialect, root: Node, height: int, width: int, rules: dict[str, Any]) -> Position:
    usual = game.start(height, width, **rules)
    board = usual.board
    if root.areas:
        board = with_areas(Board(height, width, bytes(height * width)), root.areas)
    to_play = root.to_play or dialect.side_to_move(board.count(BLACK), board.count(WHITE))
    return game.position(board, to_play, **rules)


class Branch(NamedTuple):
    """Another line of play."""

    of: int  # the line that it leaves: 0 is the game itself, and then come the branches before it
    ply: int  # after so many moves
    moves: Points


def write_record(
    record: Record,
    comments: Sequence[str | None] = (),
    black_wins: Sequence[float | None] = (),
    branches: Sequence[Branch] = (),
    **properties: str,
) -> str:
    """A record as text. Of each move a comment, and the chance that Black wins after it, from 0 to 1.

    `branches` become variations. `properties` are the root's, by their names in SGF: PB="Ann", RE="B+R".
    """
    for name in properties:
        if not sgf.is_name(name) or name in _SETTLED:
            raise UsageError(f"{name} is not a property that can be chosen; expected one like PB, PW, DT, EV or RE")
    for what, values in (("comments", comments), ("chances to win", black_wins)):
        if len(values) > len(record):
            raise UsageError(f"{len(values)} {what} for {len(record)} moves")
    start = record.start
    dialect = dialect_of(start.game)
    chosen = {name: (sgf.escaped(value),) for name, value in properties.items()}
    nodes: list[Properties] = [{**_root(start, dialect, record), **chosen}]
    color = start.to_play
    for number, move in enumerate(record.moves):
        comment = comments[number] if number < len(comments) else None
        chance = black_wins[number] if number < len(black_wins) else None
        nodes.append(
            {
                _INITIALS[color]: (_write_move(move, dialect, start.height),),
                **_opinion(start.game, comment, chance),
            }
        )
        color = color.opponent
    parents: list[int | None] = [None, *range(len(record))]
    lines = [list(range(len(nodes)))]
    for branch in branches:
        line = lines[branch.of][: branch.ply + 1]
        for move in branch.moves:
            color = start.to_play if len(line) % 2 else start.to_play.opponent
            nodes.append({_INITIALS[color]: (_write_move(move, dialect, start.height),)})
            parents.append(line[-1])
            line.append(len(nodes) - 1)
        lines.append(line)
    return sgf.write(parents, nodes)


def _opinion(game: Game, comment: str | None, black_wins: float | None) -> Properties:
    """What is thought of a position: words, and the chance that Black wins."""
    found: Properties = {}
    if comment:
        found["C"] = (sgf.escaped(comment),)
    if black_wins is not None:
        found["SBKV"] = (f"{100 * black_wins:.2f}",)
        if not isinstance(game, HasMargin):  # else FF[4] wants V to be a score
            found["V"] = (f"{2 * black_wins - 1:.3f}",)
    return found


def _write_move(move: Point | Pass, dialect: Dialect, height: int) -> str:
    return "" if isinstance(move, Pass) else dialect.coordinates.write(move, height)


def _root(start: Position, dialect: Dialect, record: Record) -> Properties:
    """What a root node says of a game."""
    cells, width = start.board.cells, start.width
    size = sgf.write_size(start.height, width)
    if HOLE_CELL in cells:
        place = Point(*divmod(cells.index(HOLE_CELL), width))
        raise UsageError(
            f"there is no point at {start.vertex(place)}; SGF has no word for that, and boards with holes "
            f"cannot be written"
        )
    found = {
        "FF": "4",
        "CA": sgf.CHARSET,
        "AP": f"Tengen:{__version__}",
        "GM": str(dialect.number),
        "SZ": size,
        **dialect.write_rules(start),
    }
    outcome = record.outcome
    if outcome is not None:
        margin = f"{abs(start.game.margin(record.end)):.15g}" if isinstance(start.game, HasMargin) else ""
        found["RE"] = "0" if outcome.winner is None else f"{_INITIALS[outcome.winner]}+{margin}"
    points = {
        color: tuple(
            dialect.coordinates.write(Point(*divmod(index, width)), start.height)
            for index, cell in enumerate(cells)
            if cell == kind
        )
        for color, kind in (("AB", BLACK_CELL), ("AW", WHITE_CELL))
    }
    if not any(points.values()) and not start.game.starts_empty:
        corners = (
            dialect.coordinates.write(Point(*corner), start.height)
            for corner in ((0, 0), (start.height - 1, width - 1))
        )
        points = {"AE": (":".join(corners),)}
    if any(points.values()) or start.to_play is WHITE:
        found["PL"] = _INITIALS[start.to_play]
    return {
        **{name: (value,) for name, value in found.items()},
        **{name: each for name, each in points.items() if each},
    }


class Note(NamedTuple):
    """What is added to a node: a comment, below its own if it has one, and the chance that Black wins after it."""

    comment: str
    black_wins: float


def write_tree(
    tree: GameTree, notes: Mapping[int, Note] | None = None, lines: Mapping[int, tuple[Points, Note]] | None = None
) -> str:
    """The tree as text. The root says which game and which rules it is read by, whatever it said before.

    `notes` are added to nodes, by number. `lines` are added beside nodes, as variations: their moves, the first one by
    the side that moves in the node, and a note on that move.
    """
    dialect = dialect_of(tree.game)
    root = tree.root.properties
    if not _says_what_it_is(tree, dialect):
        root |= {name: (value,) for name, value in dialect.write_rules(tree.start).items() if name != "HA"}
    root |= {"FF": ("4",), "CA": (sgf.CHARSET,), "GM": (str(dialect.number),)}
    parents = [node.parent for node in tree.nodes]
    nodes = [root, *(node.properties for node in tree.nodes[1:])]
    for number, note in (notes or {}).items():
        comment = tree.nodes[number].comment
        if not comment.endswith(note.comment):  # as after a second time by the same player
            comment = "\n\n".join(filter(None, (comment, note.comment)))
        nodes[number] |= _opinion(tree.game, comment, note.black_wins)
    for number, (moves, note) in (lines or {}).items():
        parent, color = tree.nodes[number].parent, tree.nodes[number].color
        assert color is not None
        opinion = _opinion(tree.game, note.comment, note.black_wins)
        for move in moves:
            nodes.append({_INITIALS[color]: (_write_move(move, dialect, tree.start.height),), **opinion})
            parents.append(parent)
            parent, color, opinion = len(nodes) - 1, color.opponent, {}
    return sgf.write(parents, nodes)


def _says_what_it_is(tree: GameTree, dialect: Dialect) -> bool:
    """Would the root's own words be read as this game, under these rules?"""
    root = tree.root.properties
    try:
        rules = dialect.read_rules(_first(root, "KM"), _first(root, "RU"))
        like = tree.game.position(tree.start.board, tree.start.to_play, **rules)
    except (ParseError, UsageError):
        return False
    return game_of(str(dialect.number), _first(root, "RU"), None) is tree.game and like.rules == tree.start.rules
