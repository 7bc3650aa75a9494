"""
The native core of Tengen: rules and heavy work. Private; use the tengen package.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Self, overload


class Color:
    """Color.BLACK or Color.WHITE; there are no others."""

    @property
    def name(self) -> str: ...

    @property
    def opponent(self) -> Color: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __reduce__(self) -> tuple[object, tuple[type[Color], str]]: ...

    BLACK: Color = ...

    WHITE: Color = ...

class Pass:
    """The move that is no point; there is one, tengen.PASS."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __reduce__(self) -> str: ...

PASS: Pass = ...

class Point:
    """A place: row and col from the top-left, both from 0."""

    def __init__(self, row: int, col: int) -> None: ...

    @property
    def row(self) -> int: ...

    @property
    def col(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: Point, /) -> bool: ...

    def __le__(self, arg: Point, /) -> bool: ...

    def __gt__(self, arg: Point, /) -> bool: ...

    def __ge__(self, arg: Point, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __getstate__(self) -> tuple[int, int]: ...

    def __setstate__(self, arg: tuple[int, int], /) -> None: ...

class Points:
    """
    An immutable sequence of Point, or Pass where a game has it; numpy reads row * width + col, -2 for a pass.
    """

    def __init__(self, points: Iterable[Point | Pass], width: int) -> None: ...

    @property
    def width(self) -> int: ...

    @property
    def indices(self) -> list[int]:
        """row * width + col of each; -2 for a pass."""

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, k: int) -> Point: ...

    @overload
    def __getitem__(self, k: slice) -> Points: ...

    def __iter__(self) -> Iterator[Point]: ...

    def __contains__(self, point: object) -> bool: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __getstate__(self) -> tuple[list[int], int]: ...

    def __setstate__(self, arg: tuple[Sequence[int], int], /) -> None: ...

class Board:
    """
    Stones on a grid, without rules. numpy reads it as 0 empty, 1 black, 2 white, 3 no point there.
    """

    def __init__(self, height: int, width: int, cells: bytes) -> None: ...

    @property
    def height(self) -> int: ...

    @property
    def width(self) -> int: ...

    @property
    def cells(self) -> bytes:
        """One byte a point, row by row."""

    def __getitem__(self, point: Point) -> Color | None:
        """The colour of the stone there, or None."""

    def has_point(self, point: Point) -> bool:
        """False for a hole: a place in the rectangle where there is no point."""

    def count(self, color: Color) -> int:
        """How many stones of this colour."""

    def transformed(self, symmetry: int) -> Board:
        """
        The board laid down another way: transposed (4), then rows (1) and columns (2) reversed.
        """

    def colors_swapped(self) -> Board: ...

    @property
    def point_count(self) -> int:
        """How many points there are, holes left out."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __getstate__(self) -> tuple[int, int, bytes]: ...

    def __setstate__(self, arg: tuple[int, int, bytes], /) -> None: ...

def scan_rows(data: bytes, offset: int, height: int, width: int, glyphs: bytes) -> tuple[Board | None, int, int]:
    """
    Board, fault and offset: rows of glyphs, glyphs[cell] standing for each cell.
    """

def scan_pairs(data: bytes, height: int, width: int) -> tuple[Points, int, int]:
    """Points, fault and line: lines of two numbers, closed by '-1 -1'."""

def point_lines(points: Points, start: int, stop: int) -> bytes:
    """A line 'row col' from 1 for each of points[start:stop]."""

class Cancel:
    """Handed to a long job; request() makes it stop soon."""

    def __init__(self) -> None: ...

    def request(self) -> None: ...

    @property
    def requested(self) -> bool: ...

class Totals:
    """What many games add up to."""

    def __init__(self, cells: int, by_point: bool) -> None: ...

    @property
    def games(self) -> int: ...

    @property
    def black_wins(self) -> int: ...

    @property
    def white_wins(self) -> int: ...

    @property
    def lengths(self) -> list[int]: ...

    @property
    def ended_black(self) -> list[int]: ...

    @property
    def ended_white(self) -> list[int]: ...

    @property
    def first_games(self) -> list[int]: ...

    @property
    def first_wins(self) -> list[int]: ...

    def add(self, other: Totals) -> None: ...

    def __getstate__(self) -> tuple[int, int, int, list[int], list[int], list[int], list[int], list[int]]: ...

    def __setstate__(self, arg: tuple[int, int, int, Sequence[int], Sequence[int], Sequence[int], Sequence[int], Sequence[int]], /) -> None: ...

class FlipCounts:
    """
    For each point with a stone: how many stones would be dead if it changed colour; else 0.
    """

    @property
    def height(self) -> int: ...

    @property
    def width(self) -> int: ...

    @property
    def hash(self) -> int:
        """The published problem's number for these counts."""

    @property
    def counts(self) -> list[int]:
        """Row by row."""

    def __getitem__(self, point: Point) -> int: ...

    def __len__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __getstate__(self) -> tuple[int, int, list[int], int]: ...

    def __setstate__(self, arg: tuple[int, int, Sequence[int], int], /) -> None: ...

def flip_counts(board: Board, dead: Color) -> FlipCounts:
    """
    How many stones of this colour would be dead if one stone changed colour, for every stone.
    """

def flips_hash(board: Board) -> int:
    """The published job's answer for one board."""

class NogoPosition:
    """A NoGo position: the rules."""

    def __init__(self, board: Board, to_play: Color) -> None: ...

    @property
    def board(self) -> Board:
        """The stones, as a grid; numpy reads it."""

    @property
    def to_play(self) -> Color:
        """The side to move."""

    @property
    def height(self) -> int: ...

    @property
    def width(self) -> int: ...

    @property
    def is_sound(self) -> bool:
        """
        Can it be played on? Other positions can be read, and explained by check.
        """

    def __getitem__(self, point: Point | str) -> Color | None:
        """The colour of the stone there, or None."""

    def is_legal(self, move: Point | Pass | str) -> bool: ...

    @property
    def legal_moves(self) -> Points:
        """
        The legal moves of the side to move, row by row; a pass, where it is legal, comes last.
        """

    @property
    def is_over(self) -> bool: ...

    @property
    def winner(self) -> Color | None:
        """Who has won; None while the game goes on, and for a draw."""

    def play(self, move: Point | Pass | str) -> Self:
        """The position after this move; an illegal move raises IllegalMove."""

    def replay(self, moves: Points) -> tuple[int, Self]:
        """
        How many of these moves are legal, one after the other, and the position after those.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[Board, Color]: ...

    def __setstate__(self, arg: tuple[Board, Color], /) -> None: ...

    def refusal(self, point: Point) -> tuple[int, list[Points]]:
        """
        A fault code (0: legal) and the chains the move would leave without a liberty.
        """

    def dead_chains(self) -> list[Points]:
        """The chains that have no liberty."""

class NogoJobs:
    @staticmethod
    def first_legal_game(start: NogoPosition, most_plies: int = 2147483647, cancel: Cancel | None = None) -> Points: ...

    @staticmethod
    def random_game(start: NogoPosition, seed: int, most_plies: int = 2147483647, cancel: Cancel | None = None) -> Points: ...

    @staticmethod
    def block_games(start: NogoPosition) -> int:
        """
        How many games a block of random games has; blocks are seeded one by one.
        """

    @staticmethod
    def random_games(start: NogoPosition, games: int, seed: int, first_block: int, by_point: bool, cancel: Cancel | None = None) -> Totals: ...

    @staticmethod
    def count_additions(start: NogoPosition, own: int, other: int, first: int | None = None, second: int | None = None, cancel: Cancel | None = None) -> tuple[int, int]:
        """
        Legal positions with `own` stones more of the side to move and `other` of the other side, and how many of them are finished games; of those, if asked, the ones with the first two stones on these empty points.
        """
