"""A bot for botzone.org in one file, written by `tengen botzone --export`. First comes the part of tengen that a bot
may use, in plain Python: positions of NoGo, Gomoku and Othello. Then Botzone's JSON. At the end are the bot's files.

The site's Python is 3.6, and this file keeps to that.
"""

import functools
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, SupportsIndex, TypeAlias

    Move: TypeAlias = "Point | Pass"
    AnyMove: TypeAlias = "Point | Pass | str | SupportsIndex"
    Size: TypeAlias = "int | tuple[int, int]"

BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))  # rows and columns from a point to its neighbours
AROUND = (*BESIDE, (-1, -1), (-1, 1), (1, -1), (1, 1))


class TengenError(Exception):
    pass


class IllegalMove(TengenError, ValueError):
    pass


class Color:
    __slots__ = ("cell", "name", "opponent")

    BLACK: "Color"
    WHITE: "Color"
    opponent: "Color"

    def __init__(self, name: str, cell: int) -> None:
        self.name = name
        self.cell = cell

    def __str__(self) -> str:
        return self.name.capitalize()

    def __repr__(self) -> str:
        return f"Color.{self.name.upper()}"


BLACK = Color.BLACK = Color("black", 1)
WHITE = Color.WHITE = Color("white", 2)
BLACK.opponent, WHITE.opponent = WHITE, BLACK
STONES = (None, BLACK, WHITE)  # by cell


class Point(NamedTuple):
    row: int
    col: int

    def __repr__(self) -> str:
        return f"Point({self.row}, {self.col})"


class Pass:
    def __str__(self) -> str:
        return "pass"

    def __repr__(self) -> str:
        return "PASS"


PASS = Pass()


@functools.lru_cache(maxsize=None)  # noqa: UP033 (3.6 has no functools.cache)
def all_moves(height: int, width: int) -> "tuple[Move, ...]":
    """Each move at its number: row * width + col; the pass comes last."""
    return (*(Point(row, col) for row in range(height) for col in range(width)), PASS)


@functools.lru_cache(maxsize=None)  # noqa: UP033
def rays(
    height: int, width: int, directions: "tuple[tuple[int, int], ...]" = AROUND
) -> "Sequence[Sequence[Sequence[int]]]":
    """For each point the points from it to the edge, in each direction in which there are any."""

    def ray(row: int, col: int, down: int, right: int) -> "Iterator[int]":
        while 0 <= row + down < height and 0 <= col + right < width:
            row, col = row + down, col + right
            yield row * width + col

    return [
        [found for step in directions for found in [list(ray(row, col, *step))] if found]
        for row in range(height)
        for col in range(width)
    ]


@functools.lru_cache(maxsize=None)  # noqa: UP033
def neighbours(height: int, width: int) -> "Sequence[Sequence[int]]":
    return [[ray[0] for ray in of_point] for of_point in rays(height, width, BESIDE)]


class Points(tuple):  # type: ignore[type-arg]
    """Moves, in order. numpy reads the number of each."""

    indices: "list[int]"

    def __new__(cls, indices: "list[int]", height: int, width: int) -> "Points":
        moves = all_moves(height, width)
        points = super().__new__(cls, [moves[index] for index in indices])
        points.indices = indices
        return points

    def __array__(self, dtype: "Any" = None, copy: "Any" = None) -> "Any":
        import numpy

        return numpy.array(self.indices, dtype or "int32")


class Board:
    """Stones on a grid. `cells`: a byte a point, row by row: 0 empty, 1 black, 2 white. numpy reads it, in rows."""

    __slots__ = ("cells", "height", "width")

    def __init__(self, height: int, width: int, cells: bytes) -> None:
        self.height = height
        self.width = width
        self.cells = cells

    def __getitem__(self, point: Point) -> "Color | None":
        return STONES[self.cells[number(point, self.height, self.width)]]

    def count(self, color: Color) -> int:
        return self.cells.count(color.cell)

    def __array__(self, dtype: "Any" = None, copy: "Any" = None) -> "Any":
        import numpy

        return numpy.array(list(self.cells), dtype or "uint8").reshape(self.height, self.width)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self.width, self.cells) == (other.width, other.cells)

    def __hash__(self) -> int:
        return hash((self.width, self.cells))


def number(move: "Move", height: int, width: int) -> int:
    if isinstance(move, Pass):
        return height * width
    if not (0 <= move.row < height and 0 <= move.col < width):
        raise IndexError(f"{move!r} is not on a {height}x{width} board")
    return move.row * width + move.col


class Position:
    """What the games have in common. A position never changes: `play` returns a new one."""

    __slots__ = ("_legal", "board", "to_play")

    has_passes = False
    _letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # of columns; rows are numbered from the bottom
    _from_top = False
    _legal: "list[int] | None"

    def __init__(self, board: Board, to_play: Color) -> None:
        self.board = board
        self.to_play = to_play
        self._legal = None

    @property
    def height(self) -> int:
        return self.board.height

    @property
    def width(self) -> int:
        return self.board.width

    def __getitem__(self, point: "AnyMove") -> "Color | None":
        return STONES[self.board.cells[self._number(point)]]

    @property
    def legal_moves(self) -> Points:
        """Row by row; a pass, where it is legal, comes last."""
        return Points(self._numbers(), self.height, self.width)

    def is_legal(self, move: "AnyMove") -> bool:
        return self._number(move) in self._numbers()

    @property
    def mask(self) -> memoryview:
        """A byte for each move, by its number: 1 if it is legal."""
        moves = bytearray(self.height * self.width + self.has_passes)
        for move in self._numbers():
            moves[move] = 1
        return memoryview(bytes(moves))

    @property
    def is_over(self) -> bool:
        return not self._numbers()

    @property
    def winner(self) -> "Color | None":
        """None while the game goes on, and for a draw."""
        return self._winner() if self.is_over else None

    def play(self, move: "AnyMove") -> "Position":
        index = self._number(move)
        if index not in self._numbers():
            raise IllegalMove(f"{self.vertex(self.move(move))} is illegal for {self.to_play}")
        return self._after(index)

    def with_to_play(self, color: Color) -> "Position":
        return type(self)(self.board, color)

    def move(self, move: "AnyMove") -> "Move":
        """The move that a name or a number stands for."""
        if isinstance(move, (Point, Pass)):
            return move
        if isinstance(move, str):
            return PASS if move.strip().lower() == "pass" else self.point(move)
        if isinstance(move, bool) or not hasattr(move, "__index__"):
            raise TypeError(f'{move!r} is not a move; expected a Point, a vertex like "E5" or a number')
        index = move.__index__()
        if not 0 <= index < self.height * self.width + self.has_passes:
            raise IndexError(f"{index} is not a move on a {self.height}x{self.width} board")
        return all_moves(self.height, self.width)[index]

    def point(self, name: str) -> Point:
        """The point that a name like "E5" stands for."""
        letter, digits = name.strip().upper()[:1], name.strip()[1:]
        col = self._letters.find(letter) if letter else -1
        row = int(digits) if digits.isdigit() else 0
        if not (0 <= col < self.width and 1 <= row <= self.height):
            raise ValueError(f"{name!r} is no point of this board")
        return Point(row - 1 if self._from_top else self.height - row, col)

    def vertex(self, move: "Move") -> str:
        if isinstance(move, Pass):
            return "pass"
        row = str(move.row + 1 if self._from_top else self.height - move.row)
        return (self._letters[move.col].lower() if self._from_top else self._letters[move.col]) + row

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and (self.board, self.to_play) == (other.board, other.to_play)

    def __hash__(self) -> int:
        return hash((self.board, self.to_play.cell))

    def _number(self, move: "AnyMove") -> int:
        return number(self.move(move), self.height, self.width)

    def _numbers(self) -> "list[int]":
        if self._legal is None:
            self._legal = self._find_legal()
        return self._legal

    def _with_stone(self, index: int, *flipped: int) -> Board:
        cells = bytearray(self.board.cells)
        for point in (index, *flipped):
            cells[point] = self.to_play.cell
        return Board(self.height, self.width, bytes(cells))

    def _find_legal(self) -> "list[int]":
        """The numbers of the legal moves, in order; none if the game is over."""
        raise NotImplementedError

    def _after(self, index: int) -> "Position":
        return type(self)(self._with_stone(index), self.to_play.opponent)

    def _winner(self) -> "Color | None":
        """Of a game that is over."""
        raise NotImplementedError


class NogoPosition(Position):
    __slots__ = ()

    def _find_legal(self) -> "list[int]":
        cells, beside = self.board.cells, neighbours(self.height, self.width)
        can_grow = set()  # stones of the mover whose chain has another liberty when one of them is taken
        captures = set()  # the last liberties of the other side's chains
        seen = set()
        for first, cell in enumerate(cells):
            if not cell or first in seen:
                continue
            chain, liberties = [first], set()
            seen.add(first)
            for stone in chain:  # which grows meanwhile
                for point in beside[stone]:
                    if not cells[point]:
                        liberties.add(point)
                    elif cells[point] == cell and point not in seen:
                        seen.add(point)
                        chain.append(point)
            if cell != self.to_play.cell and len(liberties) == 1:
                captures.update(liberties)
            elif cell == self.to_play.cell and len(liberties) > 1:
                can_grow.update(chain)
        return [
            point
            for point, cell in enumerate(cells)
            if not cell
            and point not in captures
            and any(not cells[other] or other in can_grow for other in beside[point])
        ]

    def _winner(self) -> Color:
        return self.to_play.opponent


class GomokuPosition(Position):
    __slots__ = ("_row_of",)

    def __init__(self, board: Board, to_play: Color, row_of: "Color | None" = None) -> None:
        super().__init__(board, to_play)
        self._row_of = row_of  # who has five in a row

    def with_to_play(self, color: Color) -> Position:
        return GomokuPosition(self.board, color, self._row_of)

    def _find_legal(self) -> "list[int]":
        return [] if self._row_of else [point for point, cell in enumerate(self.board.cells) if not cell]

    def _after(self, index: int) -> Position:
        board, side = self._with_stone(index), self.to_play
        in_direction: dict[int, int] = {}
        for ray in rays(self.height, self.width)[index]:
            length = 0
            while length < len(ray) and board.cells[ray[length]] == side.cell:
                length += 1
            step = abs(ray[0] - index)  # the same both ways
            in_direction[step] = in_direction.get(step, 1) + length
        return GomokuPosition(board, side.opponent, side if max(in_direction.values(), default=1) >= 5 else None)

    def _winner(self) -> "Color | None":
        return self._row_of


class OthelloPosition(Position):
    __slots__ = ()

    has_passes = True
    _letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    _from_top = True

    def _flipped(self, index: int, side: Color) -> "list[int]":
        cells, own, other = self.board.cells, side.cell, side.opponent.cell
        flipped: list[int] = []
        for ray in rays(self.height, self.width)[index]:
            if cells[ray[0]] == other:
                for length, point in enumerate(ray):
                    if cells[point] != other:
                        if cells[point] == own:
                            flipped += ray[:length]
                        break
        return flipped

    def _places(self, side: Color) -> "list[int]":
        return [point for point, cell in enumerate(self.board.cells) if not cell and self._flipped(point, side)]

    def _find_legal(self) -> "list[int]":
        passes = [self.height * self.width]
        return self._places(self.to_play) or (passes if self._places(self.to_play.opponent) else [])

    def _after(self, index: int) -> Position:
        if index == self.height * self.width:
            return self.with_to_play(self.to_play.opponent)
        return OthelloPosition(self._with_stone(index, *self._flipped(index, self.to_play)), self.to_play.opponent)

    def _winner(self) -> "Color | None":
        black, white = self.board.count(BLACK), self.board.count(WHITE)
        return BLACK if black > white else WHITE if white > black else None


def empty(size: "Size") -> Board:
    height, width = size if isinstance(size, tuple) else (size, size)
    return Board(height, width, bytes(height * width))


def start_nogo(size: "Size") -> Position:
    return NogoPosition(empty(size), BLACK)


def start_gomoku(size: "Size" = 19) -> Position:
    return GomokuPosition(empty(size), BLACK)


def start_othello(size: "Size" = 8) -> Position:
    board = empty(size)
    cells, middle = bytearray(board.cells), (board.height // 2 - 1) * board.width + board.width // 2 - 1
    cells[middle], cells[middle + 1], cells[middle + board.width], cells[middle + board.width + 1] = 2, 1, 1, 2
    return OthelloPosition(Board(board.height, board.width, bytes(cells)), BLACK)


class Choice:
    __slots__ = ("candidates", "exact", "line", "move", "value")

    def __init__(
        self, move: "Any", value: "float | None" = None, candidates: "Any" = (), line: "Any" = None, exact: bool = False
    ) -> None:
        self.move = move
        self.value = value
        self.candidates = candidates
        self.line = line
        self.exact = exact


class Clock:
    """A number of seconds for this move."""

    __slots__ = ("available", "increment", "period", "periods", "remaining", "stones", "stones_left")

    def __init__(self, seconds: float) -> None:
        self.remaining = self.available = self.period = seconds
        self.increment = 0.0
        self.periods = self.stones = self.stones_left = 1

    def allowance(self, moves_left: float) -> float:
        """How long to think about this move."""
        return max(0.0, min(self.remaining - 0.04, 0.9 * self.remaining))


# What the bot's files may import, and use of what they have imported. The export refuses all else.
OFFERED: "dict[str, dict[str, Any]]" = {
    "tengen": {
        "BLACK": BLACK,
        "Board": Board,
        "Color": Color,
        "IllegalMove": IllegalMove,
        "PASS": PASS,
        "Pass": Pass,
        "Point": Point,
        "Points": Points,
        "Position": Position,
        "TengenError": TengenError,
        "WHITE": WHITE,
    },
    "tengen.gomoku": {"Position": GomokuPosition, "start": start_gomoku},
    "tengen.nogo": {"Position": NogoPosition, "start": start_nogo},
    "tengen.othello": {"Position": OthelloPosition, "start": start_othello},
    "tengen.players": {"Choice": Choice, "Clock": Clock},
}
