"""A tree of games: one line of play and what else could have been, with comments, as SGF keeps it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tengen.errors import IllegalMove, IllegalPosition
from tengen.formats import sgf
from tengen.games.game import Game, Position
from tengen.games.record import Record
from tengen.grid import BLACK_CELL, EMPTY_CELL, PASS, WHITE_CELL, Board, Color, Pass, Point
from tengen.render.view import View
from tengen.values import Value

_CELLS = {None: EMPTY_CELL, Color.BLACK: BLACK_CELL, Color.WHITE: WHITE_CELL}

Area = tuple[Point, Point, Color | None]  # top-left and bottom-right of a rectangle, and what is put there


class Node(Value):
    """One node of a tree: a move, or stones that are set up, or neither; and every property of the file.

    Other nodes are named by their numbers. So a tree is flat, however deep the game, and compares and pickles.
    """

    __slots__ = ("areas", "children", "color", "items", "move", "number", "parent", "to_play")

    number: int  # in the order of the file, from 0
    parent: int | None
    children: tuple[int, ...]  # the first is the main line
    items: tuple[tuple[str, tuple[str, ...]], ...]  # properties by name, as they stand in the file, escapes and all
    color: Color | None  # who moves here
    move: Point | Pass | None
    areas: tuple[Area, ...]  # what is set up here
    to_play: Color | None  # the side to move after what is set up here

    def __init__(
        self,
        number: int,
        parent: int | None,
        children: tuple[int, ...],
        items: tuple[tuple[str, tuple[str, ...]], ...],
        color: Color | None = None,
        move: Point | Pass | None = None,
        areas: tuple[Area, ...] = (),
        to_play: Color | None = None,
    ) -> None:
        self._set(
            number=number,
            parent=parent,
            children=children,
            items=items,
            color=color,
            move=move,
            areas=areas,
            to_play=to_play,
        )

    @property
    def properties(self) -> dict[str, tuple[str, ...]]:
        return dict(self.items)

    def text(self, name: str) -> str:
        """What the property of this name says, its escapes undone; "" if it is not there."""
        return sgf.read_text(self.properties.get(name, ("",))[0])

    @property
    def stones(self) -> dict[Point, Color | None]:
        """What is set up here, point by point; None: nothing stays there."""
        return {
            Point(row, col): color
            for first, last, color in self.areas
            for row in range(first.row, last.row + 1)
            for col in range(first.col, last.col + 1)
        }

    @property
    def comment(self) -> str:
        return self.text("C")

    def __repr__(self) -> str:
        names = " ".join(name for name, _ in self.items)
        return f"<Node {self.number}: {names or 'empty'}>"


class GameTree(Value):
    """A game with its variations. Immutable.

    The main line is the first child of every node; it was played through when the tree was read, so its moves are
    legal. Moves of the other lines are points of the board; whether they are legal shows when one asks for a position.
    """

    __slots__ = ("_record", "nodes", "start")

    start: Position  # after what the root sets up
    nodes: tuple[Node, ...]
    _record: Record | None  # once somebody has asked

    def __init__(self, start: Position, nodes: tuple[Node, ...]) -> None:
        self._set(start=start, nodes=nodes, _record=None)

    @property
    def game(self) -> Game:
        return self.start.game

    @property
    def root(self) -> Node:
        return self.nodes[0]

    @property
    def main_line(self) -> tuple[Node, ...]:
        """The nodes of the game itself, from the root on."""
        line = [self.root]
        while line[-1].children:
            line.append(self.nodes[line[-1].children[0]])
        return tuple(line)

    @property
    def lines(self) -> Iterator[tuple[Node, ...]]:
        """Every line of nodes from the root to an end, the main line first."""
        for node in self.nodes:
            if not node.children:
                yield self.line_to(node)

    def line_to(self, node: Node) -> tuple[Node, ...]:
        """The nodes from the root to this one."""
        line = [node]
        while line[-1].parent is not None:
            line.append(self.nodes[line[-1].parent])
        return tuple(reversed(line))

    @property
    def positions(self) -> Iterator[Position]:
        """The position after each node of the main line."""
        return (step.position for step in played(self.start, self.main_line))

    def position(self, node: Node) -> Position:
        """The position after this node. Raises IllegalMove if a move on the way there is."""
        return self.record_to(node).end

    def record_to(self, node: Node) -> Record:
        """The game up to this node; where stones were set up on the way, from there on."""
        return _record(self.start, played(self.start, self.line_to(node)))

    def first_illegal(self, line: Sequence[Node] | None = None) -> tuple[Node, str] | None:
        """The first node of this line, or of the main line, that cannot be played, and why, if there is one."""
        wanted, line = line, line or self.main_line
        steps = moves = 0

        def counted() -> Iterator[Step]:
            nonlocal steps, moves
            for step in played(self.start, line):
                steps += 1
                moves += len(step.moves)
                yield step

        try:
            record = _record(self.start, counted())
        except (IllegalMove, IllegalPosition) as error:
            node = line[steps]
            assert node.move is not None
            return node, f"move {moves + 1}, {node.color} {self.start.vertex(node.move)}, is illegal: {error}"
        if wanted is None:
            self._set(_record=record)
        return None

    @property
    def record(self) -> Record:
        """The main line; where stones were set up on the way, from the last of them on."""
        if self._record is None:
            record = _record(self.start, played(self.start, self.main_line))
            self._set(_record=record)
            return record
        return self._record

    def to_sgf(self) -> str:
        """The tree as SGF FF[4] text, with everything that was read."""
        from tengen.games.sgf import write_tree

        return write_tree(self)

    def view(self, node: Node | None = None) -> View:
        """What a picture of the board after this node shows, the file's own marks and labels with it; without a node,
        of the end of the main line."""
        from tengen.games.tree_view import tree_view

        return tree_view(self, self.main_line[-1] if node is None else node)

    def _repr_svg_(self) -> str | None:
        from tengen.render.notebook import inline

        return inline(self.view)

    def __repr__(self) -> str:
        return f"<GameTree: {self.game.title} {self.start.height}x{self.start.width}, {len(self.nodes)} nodes>"

    def __setstate__(self, state: dict[str, object]) -> None:
        self._set(_record=None, **state)


class Step:
    """What a node of a line does: the position after it, its moves, and what comes before them."""

    __slots__ = ("before", "moves", "position", "start", "taken_back")

    def __init__(
        self,
        start: Position | None,
        taken_back: int,
        moves: tuple[Point | Pass, ...],
        before: Position,
        position: Position,
    ) -> None:
        self.start = start  # what was set up, if anything was
        self.taken_back = taken_back  # passes that had ended a game which goes on
        self.moves = moves
        self.before = before  # where the last of its moves is made
        self.position = position


def played(start: Position, line: Sequence[Node]) -> Iterator[Step]:
    """What each node of this line does. What the root sets up is in the start already.

    Passes end a game, but players who do not agree about its end play on: then those passes were none.
    """
    position = before = before_passes = start
    passes = 0
    for node in line:
        fresh = position if node.parent is None else set_up(position, node)
        changed = fresh if fresh is not position else None
        if changed is not None:
            before_passes, passes = fresh, 0
        goes_on = passes > 1 and fresh.is_over and isinstance(node.move, Point)
        taken_back = passes if goes_on else 0
        position = before_passes if goes_on else fresh
        moves = _moves(position, node)
        for move in moves:
            before, position = position, position.play(move)
            if isinstance(move, Pass):
                passes += 1
            else:
                before_passes, passes = position, 0
        yield Step(changed, taken_back, moves, before, position)


def set_up(position: Position, node: Node) -> Position:
    """The position with what this node sets up: another one, with no past, if it sets up anything."""
    if not node.areas and node.to_play in (None, position.to_play):
        return position
    return position.game.position(
        with_areas(position.board, node.areas), node.to_play or position.to_play, **position.rules
    )


def with_areas(board: Board, areas: Sequence[Area]) -> Board:
    """The board with these areas filled or emptied, one after the other."""
    cells = bytearray(board.cells)
    for first, last, color in areas:
        stones = bytes([_CELLS[color]]) * (last.col - first.col + 1)
        for row in range(first.row, last.row + 1):
            left = row * board.width + first.col
            cells[left : left + len(stones)] = stones
    return Board(board.height, board.width, bytes(cells))


def _moves(position: Position, node: Node) -> tuple[Point | Pass, ...]:
    """The moves of a node: its own, and before it a pass that the file leaves out."""
    if node.move is None or (position.is_over and isinstance(node.move, Pass)):
        return ()  # some write a pass more than it takes to end the game
    if node.color is position.to_play:
        return (node.move,)
    if position.is_legal(PASS):
        return PASS, node.move
    if position.is_over:
        return (node.move,)  # and the game says that it is over
    raise IllegalMove(f"{position.to_play} is to play")


def _record(start: Position, steps: Iterable[Step]) -> Record:
    end, moves = start, list[Point | Pass]()
    for step in steps:
        if step.start is not None:
            start, moves = step.start, []
        del moves[len(moves) - step.taken_back :]
        moves += step.moves
        end = step.position
    return Record(start, start.points(moves), end=end)
