"""
The native core of Tengen: rules and heavy work. Private; use the tengen package.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Generic, Self, SupportsIndex, overload

from typing_extensions import TypeVar



MoveT = TypeVar("MoveT", bound=Point | Pass, default=Point | Pass, covariant=True)

MOST_POINTS: int = 100000000

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

class Points(Generic[MoveT]):
    """
    An immutable sequence of Point, or Pass where a game has it. numpy reads a number for each: row * width + col, and height * width for a pass.
    """

    def __init__(self, points: Iterable[Point | Pass], width: int, height: int | None = None) -> None: ...

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int | None:
        """Of the board, if it is known."""

    @property
    def indices(self) -> list[int]:
        """The number of each: row * width + col, and height * width for a pass."""

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, k: int) -> MoveT: ...

    @overload
    def __getitem__(self, k: slice) -> Points[MoveT]: ...

    def __iter__(self) -> Iterator[MoveT]: ...

    def __contains__(self, point: object) -> bool: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __getstate__(self) -> tuple[list[int], int, int]: ...

    def __setstate__(self, arg: tuple[Sequence[int], int, int], /) -> None: ...

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

def scan_pairs(data: bytes, height: int, width: int) -> tuple[Points[Point], int, int]:
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

class CardGames:
    """Random games from one position, for a graphics card."""

    @property
    def header(self) -> str:
        """The file of the kernel's game, in core/gpu."""

    @property
    def game(self) -> str:
        """Its type in C++."""

    @property
    def start(self) -> bytes:
        """The words that each lane begins with."""

    @property
    def memory(self) -> int:
        """Bytes that a lane takes on the card."""

    @property
    def words(self) -> int:
        """Of a lane."""

    @property
    def origin(self) -> int:
        """How many of them have negative numbers."""

    @property
    def lengths(self) -> int: ...

    @property
    def points(self) -> int: ...

    @property
    def white(self) -> int: ...

    @property
    def sums(self) -> int:
        """How many the card gives."""

    def totals(self, sums: bytes) -> Totals:
        """From the card's numbers, of 64 bits each."""

    def twin(self, seed: int, first: int, games: int, cancel: Cancel | None = None) -> Totals:
        """
        What a card adds up to for the games of these numbers, played here one after the other.
        """

def card_array(address: int, shape: Sequence[int], kind: str, owner: object) -> Any:
    """
    An array in the memory of the first graphics card, which its owner keeps; for DLPack.
    """

def card_numbers(array: object) -> tuple[int, int, int, int, bool, bool]:
    """
    Of an array on a card: its address, its length, how far it is from one number to the next, how many bytes a number has, and whether they are signed, or bools.
    """

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

class Net:
    """A residual net; threads may share it."""

    def __init__(self, planes: int, channels: int, blocks: int, passes: bool, numbers: object) -> None: ...

    @staticmethod
    def fault(planes: int, channels: int, blocks: int, passes: bool, numbers: object) -> int | None:
        """
        Which tensor has a number that is not finite; -1: a net cannot be of this size; None: nothing is wrong.
        """

    @property
    def planes(self) -> int: ...

    @property
    def channels(self) -> int: ...

    @property
    def blocks(self) -> int: ...

    @property
    def passes(self) -> bool: ...

class NetAsker:
    """Asks a net about boards of one size."""

    def __init__(self, net: Net, height: int, width: int) -> None: ...

    def ask(self, numbers: object) -> tuple[bytes, float]:
        """
        For planes x height x width: the policy, as the bytes of a float32 for each move, and the value.
        """

class Answers:
    """What a function said of the boards of a batch."""

    def __init__(self, boards: int, moves: int) -> None: ...

    def take(self, policy: object, value: object, count: int) -> None:
        """
        Logits for each board and move, and values from -1 to 1; those of the first boards count.
        """

class PositionCounter:
    """
    How many boards there are with these stones, and more, on which every chain breathes.
    """

    def __init__(self, board: Board, by_stones: bool, most_bytes: int) -> None: ...

    @staticmethod
    def most_columns(by_stones: bool) -> int:
        """How many points the shorter side of a board may have."""

    most_stones: Final[int] = ...
    """How many points, if by stones."""

    @property
    def done(self) -> float:
        """How much of the work is done, from 0 to 1."""

    @property
    def most_borders(self) -> int:
        """The most borders that there were at a time."""

    def run(self, threads: int, cancel: Cancel | None) -> int:
        """
        0: counted; 1: cancelled; 2: it would have taken more bytes than allowed.
        """

    def totals(self) -> list[tuple[int, int, int]]:
        """
        Black stones, white stones and how many boards have them; all boards as of none if not by stones.
        """

class NogoPosition:
    """A NoGo position: the rules."""

    def __init__(self, board: Board, to_play: Color) -> None: ...

    has_passes: bool = False

    def __getstate__(self) -> tuple[Board, Color]: ...

    def __setstate__(self, arg: tuple[Board, Color], /) -> None: ...

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

    def __getitem__(self, point: Point | str | SupportsIndex) -> Color | None:
        """The colour of the stone there, or None."""

    def is_legal(self, move: Point | Pass | str | SupportsIndex) -> bool: ...

    @property
    def legal_moves(self) -> Points[Point]:
        """
        The legal moves of the side to move, row by row; a pass, where it is legal, comes last.
        """

    @property
    def mask(self) -> memoryview:
        """
        A byte for each move, by its number: 1 if it is legal. The last is the pass, in the games that have it.
        """

    @property
    def is_over(self) -> bool: ...

    @property
    def winner(self) -> Color | None:
        """Who has won; None while the game goes on, and for a draw."""

    def play(self, move: Point | Pass | str | SupportsIndex) -> Self:
        """The position after this move; an illegal move raises IllegalMove."""

    def replay(self, moves: Points, cancel: Cancel | None = None) -> tuple[int, Self]:
        """
        How many of these moves are legal, one after the other, and the position after those.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def dead_chains(self) -> list[Points[Point]]:
        """The chains that have no liberty."""

class NogoSearch:
    """A tree search of one position, which is sound and not over."""

    def __init__(self, position: NogoPosition, seed: int, most_bytes: int) -> None: ...

    @property
    def visits(self) -> int: ...

    @property
    def is_decided(self) -> bool:
        """Is the value proven?"""

    def run(self, visits: int, seconds: float, threads: int, settle: bool, cancel: Cancel | None, asked: Sequence[tuple[object, Answers, Callable[[int], None]]] = (), net: Net | None = None) -> None:
        """
        Until the root has this many visits, the seconds (if not negative) have passed, or the value is proven. asked: for each thread a batch, its answers, and a function that is called to fill them in. net: asked instead.
        """

    def report(self) -> tuple[float, bool, list[tuple[int, float, bool, Points, float | None, float | None]]]:
        """
        The value, whether it is proven, and for each move, the best first: visits, value, proven, line, lead in points, prior.
        """

    def move_on(self, position: NogoPosition) -> bool:
        """
        Searches this position from now on, if it is at most two moves away and known; says whether it does.
        """

class NogoBatch:
    """Many games side by side."""

    def __init__(self, start: NogoPosition, boards: int, planes: int, seed: object, threads: int, autoreset: bool, illegal_loses: bool, opening: int, most_plies: int) -> None: ...

    @property
    def boards(self) -> int: ...

    @property
    def moves(self) -> int: ...

    @property
    def mask(self) -> Any: ...

    @property
    def planes(self) -> Any: ...

    @property
    def to_play(self) -> Any: ...

    @property
    def rewards(self) -> Any: ...

    @property
    def over(self) -> Any: ...

    @property
    def truncated(self) -> Any: ...

    @property
    def plies(self) -> Any: ...

    def step(self, moves: object, where: object) -> tuple[int, int, bool] | None:
        """
        The first board whose move cannot be made, that move, and whether the game is over; then nothing was stepped.
        """

    def play_random(self, plies: int, where: object) -> None: ...

    def reset(self, where: object, seed: object) -> None: ...

    def position(self, board: int, like: NogoPosition) -> object:
        """An ordinary position, of the same class as another one."""

    def put(self, board: int, position: NogoPosition) -> None: ...

    def rest(self, board: int) -> tuple[int, int, int, float, float, bool, bool, int]:
        """What a board has besides its position."""

    def put_rest(self, board: int, saved: tuple[int, int, int, float, float, bool, bool, int]) -> None: ...

    def copy(self) -> NogoBatch: ...

    def transformed(self, symmetry: int) -> NogoBatch: ...

class NogoCardBatch:
    """Many games side by side, for a graphics card."""

    def __init__(self, start: NogoPosition, boards: int, planes: int, autoreset: bool, illegal_loses: bool, opening: int, most_plies: int) -> None: ...

    @staticmethod
    def fits(start: NogoPosition) -> bool: ...

    @property
    def rules(self) -> str:
        """The type in C++ of its boards' rules."""

    @property
    def table(self) -> bytes:
        """What all games have in common."""

    @property
    def boards(self) -> int: ...

    @property
    def moves(self) -> int: ...

    @property
    def planes(self) -> int: ...

    @property
    def seat_bytes(self) -> int:
        """That a board takes."""

    @property
    def shown_bytes(self) -> int:
        """That its mask and planes take."""

    @property
    def job_bytes(self) -> int:
        """That a kernel is asked with."""

    def position(self, seat: bytes, like: NogoPosition) -> object:
        """The board of these bytes, as a position of the same class as another."""

    def put(self, seat: bytes, position: NogoPosition) -> bytes:
        """The bytes with this position as the board's."""

    def numbers(self, moves: object) -> bytes:
        """Of an array on the processor, of 64 bits each."""

    def which(self, where: object) -> bytes:
        """The boards that an array names, as numbers of 32 bits."""

    def seeds(self, seed: object, where: object) -> bytes:
        """For those boards, of 64 bits each."""

class NogoSelfPlay:
    """Games that a net plays with itself, side by side."""

    def __init__(self, starts: Sequence[NogoPosition], games: int, visits: int, candidates: int, opening: int, threads: int, seed: int) -> None: ...

    @property
    def wanted(self) -> Any:
        """
        What the net is to judge, for each game: planes as bits, and in some games a row whose first byte is a number, plus 128.
        """

    def tell(self, policies: Any, values: Any) -> None:
        """
        What it thinks of them: a number for each move, and a value for the side to move. The games go on.
        """

    def take(self) -> tuple[Any, Any, Any, int]:
        """
        Of the games that have ended since the last call: what the net was shown, in some games with two planes more, whose each point was at the end; policies in parts of 32767; results for the side to move; and how many games.
        """

class NogoSolver:
    """A proof of who wins."""

    def __init__(self, position: NogoPosition, most_bytes: int, seed: int, threads: int) -> None:
        """
        With another seed it has other keys, and may take moves in another order. So many threads are to run: what they have of their own is taken off the table.
        """

    @property
    def nodes(self) -> int: ...

    @property
    def done(self) -> float:
        """The share of the moves whose value is known."""

    @property
    def table(self) -> tuple[int, int]:
        """What is kept of positions, and how much there is room for."""

    def run(self, all_moves: bool, seconds: float, threads: int, cancel: Cancel | None) -> None:
        """
        Until the value is known, of all moves if so asked, or the seconds (if not negative) have passed.
        """

    def report(self) -> list[tuple[float, float, Points]]:
        """
        For every legal move: the least and the most it can be worth to the side to move, and how it goes on.
        """

    def count_plies(self, most_bytes: int, seconds: float, cancel: Cancel | None) -> tuple[int, int, Points]:
        """
        The least and the most that the winner takes, and how that may go, after a run that has shown who wins.
        """

    def journal(self) -> bytes:
        """
        What took long to find out, for a solver of the same position and seed to go on from.
        """

    def go_on_from(self, journal: bytes) -> None: ...

    def replies(self, position: NogoPosition) -> tuple[Points[Point], list[tuple[int, int, int]]]:
        """
        The moves of a position that came from the solver's, best first. Of each what it leads to: two words of a key, and 1 if that is known to be lost for the side that answers, 2 if it is won, else 0.
        """

    def decide(self, position: NogoPosition, most_nodes: int, threads: int, cancel: Cancel | None) -> int:
        """
        Of a position that came from the solver's: 1 if the side to move loses, 2 if it wins, 0 if so many nodes do not tell.
        """

class NogoStripSolver:
    """A proof of who wins on a board of one row or one column."""

    def __init__(self, position: NogoPosition, most_bytes: int, seed: int) -> None:
        """
        With another seed it has other keys, and may take moves in another order.
        """

    @property
    def nodes(self) -> int: ...

    @property
    def done(self) -> float:
        """The share of the moves whose value is known."""

    @property
    def table(self) -> tuple[int, int]:
        """What is kept of positions, and how much there is room for."""

    def run(self, all_moves: bool, seconds: float, threads: int, cancel: Cancel | None) -> None:
        """
        Until the value is known, of all moves if so asked, or the seconds (if not negative) have passed.
        """

    def report(self) -> list[tuple[float, float, Points]]:
        """
        For every legal move: the least and the most it can be worth to the side to move, and how it goes on.
        """

    most_length: Final[int] = ...
    """(arg: object, /) -> int"""

    most_coupled_points: Final[int] = ...
    """(arg: object, /) -> int"""

    @staticmethod
    def coupled_points(position: NogoPosition) -> int:
        """The empty points of the greatest piece that does not fall apart."""

PROOF_LETTERS: bytes = ...

class NogoProof:
    """A proof of who wins, to be checked by the rules alone."""

    def __init__(self, start: NogoPosition, winner: Color, most_bytes: int) -> None: ...

    @staticmethod
    def points(start: NogoPosition) -> int:
        """How many points have a letter."""

    @property
    def answers(self) -> int: ...

    @property
    def place(self) -> tuple[int, int]:
        """
        Where it went wrong: line breaks in the text of the letters, and characters behind the last of them.
        """

    def run(self, read: Callable[[], bytes], cancel: Cancel | None) -> tuple[int, Points]:
        """
        A fault code (0: it holds) and the moves from the start to where it shows. read() gives the letters piece by piece, nothing at the end.
        """

class NogoProver:
    """A proof of what a solver found, in the making."""

    def __init__(self, solver: NogoSolver, winner: Color, most_bytes: int) -> None: ...

    @property
    def answers(self) -> int: ...

    def run(self, write: Callable[[bytes], object], seconds: float, cancel: Cancel | None) -> int:
        """
        A fault code (0: it is complete); its letters are given to write() piece by piece.
        """

class NogoJobs:
    @staticmethod
    def refusal(position: NogoPosition, point: Point) -> tuple[int, list[Points[Point]]]:
        """
        A fault code (0: legal) and the chains the move would leave without a liberty.
        """

    @staticmethod
    def first_legal_game(start: NogoPosition, most_plies: int = 2147483647, cancel: Cancel | None = None) -> Points: ...

    @staticmethod
    def random_game(start: NogoPosition, seed: int, most_plies: int = 2147483647, cancel: Cancel | None = None) -> Points: ...

    @staticmethod
    def games_in_block(start: NogoPosition) -> int:
        """
        How many games a block of random games has; blocks are seeded one by one.
        """

    @staticmethod
    def random_games(start: NogoPosition, games: int, seed: int, first_block: int, by_point: bool, cancel: Cancel | None = None) -> Totals: ...

    @staticmethod
    def fits_card(start: NogoPosition) -> bool: ...

    @staticmethod
    def card_games(start: NogoPosition, by_point: bool) -> CardGames: ...

    @staticmethod
    def count_additions(start: NogoPosition, own: int, other: int, first: int | None = None, second: int | None = None, cancel: Cancel | None = None) -> tuple[int, int]:
        """
        Legal positions with `own` stones more of the side to move and `other` of the other side, and how many of them are finished games; of those, if asked, the ones with the first two stones on these empty points.
        """

class GoPosition:
    """A Go position: the rules, and what the ko rule needs of the past."""

    def __init__(self, board: Board, to_play: Color, komi_halves: int = 15, suicide: bool = False, ko: int = 1) -> None: ...

    has_passes: bool = True

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

    def __getitem__(self, point: Point | str | SupportsIndex) -> Color | None:
        """The colour of the stone there, or None."""

    def is_legal(self, move: Point | Pass | str | SupportsIndex) -> bool: ...

    @property
    def legal_moves(self) -> Points:
        """
        The legal moves of the side to move, row by row; a pass, where it is legal, comes last.
        """

    @property
    def mask(self) -> memoryview:
        """
        A byte for each move, by its number: 1 if it is legal. The last is the pass, in the games that have it.
        """

    @property
    def is_over(self) -> bool: ...

    @property
    def winner(self) -> Color | None:
        """Who has won; None while the game goes on, and for a draw."""

    def play(self, move: Point | Pass | str | SupportsIndex) -> Self:
        """The position after this move; an illegal move raises IllegalMove."""

    def replay(self, moves: Points, cancel: Cancel | None = None) -> tuple[int, Self]:
        """
        How many of these moves are legal, one after the other, and the position after those.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[object, ...]: ...

    def __setstate__(self, saved: tuple[object, ...], /) -> None: ...

    @property
    def komi(self) -> float:
        """What White is given."""

    @property
    def suicide(self) -> bool:
        """Is suicide allowed?"""

    @property
    def ko(self) -> str:
        """The ko rule: simple, positional or situational."""

    @property
    def passes(self) -> int:
        """How many passes in a row were just played."""

    def captures(self, color: Color) -> int:
        """How many stones this colour has taken."""

    def area(self) -> tuple[int, int, int]:
        """Points of Black, of White and of neither (Tromp-Taylor), without komi."""

    def owners(self) -> Board:
        """Whose area each point is, as a board."""

    def dead_chains(self) -> list[Points[Point]]:
        """The chains that have no liberty."""

class GoSearch:
    """A tree search of one position, which is sound and not over."""

    def __init__(self, position: GoPosition, seed: int, most_bytes: int) -> None: ...

    @property
    def visits(self) -> int: ...

    @property
    def is_decided(self) -> bool:
        """Is the value proven?"""

    def run(self, visits: int, seconds: float, threads: int, settle: bool, cancel: Cancel | None, asked: Sequence[tuple[object, Answers, Callable[[int], None]]] = (), net: Net | None = None) -> None:
        """
        Until the root has this many visits, the seconds (if not negative) have passed, or the value is proven. asked: for each thread a batch, its answers, and a function that is called to fill them in. net: asked instead.
        """

    def report(self) -> tuple[float, bool, list[tuple[int, float, bool, Points, float | None, float | None]]]:
        """
        The value, whether it is proven, and for each move, the best first: visits, value, proven, line, lead in points, prior.
        """

    def move_on(self, position: GoPosition) -> bool:
        """
        Searches this position from now on, if it is at most two moves away and known; says whether it does.
        """

class GoBatch:
    """Many games side by side."""

    def __init__(self, start: GoPosition, boards: int, planes: int, seed: object, threads: int, autoreset: bool, illegal_loses: bool, opening: int, most_plies: int) -> None: ...

    @property
    def boards(self) -> int: ...

    @property
    def moves(self) -> int: ...

    @property
    def mask(self) -> Any: ...

    @property
    def planes(self) -> Any: ...

    @property
    def to_play(self) -> Any: ...

    @property
    def rewards(self) -> Any: ...

    @property
    def over(self) -> Any: ...

    @property
    def truncated(self) -> Any: ...

    @property
    def plies(self) -> Any: ...

    def step(self, moves: object, where: object) -> tuple[int, int, bool] | None:
        """
        The first board whose move cannot be made, that move, and whether the game is over; then nothing was stepped.
        """

    def play_random(self, plies: int, where: object) -> None: ...

    def reset(self, where: object, seed: object) -> None: ...

    def position(self, board: int, like: GoPosition) -> object:
        """An ordinary position, of the same class as another one."""

    def put(self, board: int, position: GoPosition) -> None: ...

    def rest(self, board: int) -> tuple[int, int, int, float, float, bool, bool, int]:
        """What a board has besides its position."""

    def put_rest(self, board: int, saved: tuple[int, int, int, float, float, bool, bool, int]) -> None: ...

    def copy(self) -> GoBatch: ...

    def transformed(self, symmetry: int) -> GoBatch: ...

class GoCardBatch:
    """Many games side by side, for a graphics card."""

    def __init__(self, start: GoPosition, boards: int, planes: int, autoreset: bool, illegal_loses: bool, opening: int, most_plies: int) -> None: ...

    @staticmethod
    def fits(start: GoPosition) -> bool: ...

    @property
    def rules(self) -> str:
        """The type in C++ of its boards' rules."""

    @property
    def table(self) -> bytes:
        """What all games have in common."""

    @property
    def boards(self) -> int: ...

    @property
    def moves(self) -> int: ...

    @property
    def planes(self) -> int: ...

    @property
    def seat_bytes(self) -> int:
        """That a board takes."""

    @property
    def shown_bytes(self) -> int:
        """That its mask and planes take."""

    @property
    def job_bytes(self) -> int:
        """That a kernel is asked with."""

    def position(self, seat: bytes, like: GoPosition) -> object:
        """The board of these bytes, as a position of the same class as another."""

    def put(self, seat: bytes, position: GoPosition) -> bytes:
        """The bytes with this position as the board's."""

    def numbers(self, moves: object) -> bytes:
        """Of an array on the processor, of 64 bits each."""

    def which(self, where: object) -> bytes:
        """The boards that an array names, as numbers of 32 bits."""

    def seeds(self, seed: object, where: object) -> bytes:
        """For those boards, of 64 bits each."""

class GoSelfPlay:
    """Games that a net plays with itself, side by side."""

    def __init__(self, starts: Sequence[GoPosition], games: int, visits: int, candidates: int, opening: int, threads: int, seed: int) -> None: ...

    @property
    def wanted(self) -> Any:
        """
        What the net is to judge, for each game: planes as bits, and in some games a row whose first byte is a number, plus 128.
        """

    def tell(self, policies: Any, values: Any) -> None:
        """
        What it thinks of them: a number for each move, and a value for the side to move. The games go on.
        """

    def take(self) -> tuple[Any, Any, Any, int]:
        """
        Of the games that have ended since the last call: what the net was shown, in some games with two planes more, whose each point was at the end; policies in parts of 32767; results for the side to move; and how many games.
        """

class GoSolver:
    """A proof of what a small board is worth under a superko rule."""

    def __init__(self, position: GoPosition, most_bytes: int) -> None: ...

    @property
    def nodes(self) -> int: ...

    @property
    def done(self) -> float:
        """The share of the moves whose value is known."""

    @property
    def table(self) -> tuple[int, int]:
        """What is kept of positions, and how much there is room for."""

    def run(self, all_moves: bool, seconds: float, threads: int, cancel: Cancel | None) -> None:
        """
        Until the value is known, of all moves if so asked, or the seconds (if not negative) have passed.
        """

    def report(self) -> list[tuple[float, float, Points]]:
        """
        For every legal move: the least and the most it can be worth to the side to move, and how it goes on.
        """

    def find_margin(self, most_nodes: int, seconds: float, threads: int, cancel: Cancel | None) -> None:
        """
        Until the value is known, this many more positions were looked at, or the seconds (if not negative) have passed.
        """

class GoJobs:
    @staticmethod
    def refusal(position: GoPosition, move: Point | Pass) -> tuple[int, list[Points[Point]], int]:
        """
        A fault code (0: legal), the chains concerned, and the ply whose board it would repeat (or -1).
        """

    @staticmethod
    def first_legal_game(start: GoPosition, most_plies: int, cancel: Cancel | None = None) -> Points: ...

    @staticmethod
    def random_game(start: GoPosition, uniform: bool, seed: int, most_plies: int, cancel: Cancel | None = None) -> Points: ...

    @staticmethod
    def random_fill(start: GoPosition, seed: int, stones: int, cancel: Cancel | None) -> tuple[Points, int]:
        """
        The moves of a random game until it first has this many stones, and the most that it ever had.
        """

    @staticmethod
    def dead_stones(position: GoPosition, games: int, seed: int, cancel: Cancel | None = None) -> Points[Point]:
        """Those that are mostly lost when this many games are played on."""

    @staticmethod
    def komi_seen(position: GoPosition) -> int:
        """The half points that the side to move is given, as a net is told."""

    @staticmethod
    def plies_allowed(start: GoPosition) -> int:
        """After how many plies a random game is stopped and scored."""

    @staticmethod
    def random_games(start: GoPosition, uniform: bool, games: int, seed: int, first_game: int, by_point: bool, cancel: Cancel | None = None) -> Totals: ...

    @staticmethod
    def fits_card(start: GoPosition) -> bool: ...

    @staticmethod
    def card_games(start: GoPosition, uniform: bool, by_point: bool) -> CardGames: ...

    @staticmethod
    def perft(start: GoPosition, plies: int, cancel: Cancel | None = None) -> int: ...

    @staticmethod
    def count_games(start: GoPosition, cancel: Cancel | None = None) -> tuple[int, int, int]:
        """
        Complete games that Black wins, that White wins and that are drawn, under a superko rule.
        """

class GomokuPosition:
    """A Gomoku position: the rules."""

    def __init__(self, board: Board, to_play: Color, in_a_row: int = 5, variant: int = 0) -> None: ...

    has_passes: bool = False

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

    def __getitem__(self, point: Point | str | SupportsIndex) -> Color | None:
        """The colour of the stone there, or None."""

    def is_legal(self, move: Point | Pass | str | SupportsIndex) -> bool: ...

    @property
    def legal_moves(self) -> Points[Point]:
        """
        The legal moves of the side to move, row by row; a pass, where it is legal, comes last.
        """

    @property
    def mask(self) -> memoryview:
        """
        A byte for each move, by its number: 1 if it is legal. The last is the pass, in the games that have it.
        """

    @property
    def is_over(self) -> bool: ...

    @property
    def winner(self) -> Color | None:
        """Who has won; None while the game goes on, and for a draw."""

    def play(self, move: Point | Pass | str | SupportsIndex) -> Self:
        """The position after this move; an illegal move raises IllegalMove."""

    def replay(self, moves: Points, cancel: Cancel | None = None) -> tuple[int, Self]:
        """
        How many of these moves are legal, one after the other, and the position after those.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[Board, Color, int, int]: ...

    def __setstate__(self, arg: tuple[Board, Color, int, int], /) -> None: ...

    @property
    def in_a_row(self) -> int: ...

    @property
    def variant(self) -> str:
        """
        Which rows win: freestyle (k or more), standard (exactly k), caro (more, or k not blocked at both ends), renju (five; for White more, too).
        """

    @property
    def forbidden(self) -> Points[Point]:
        """
        The empty points where renju does not let Black play, if Black is to move, row by row.
        """

    def winning_rows(self) -> list[Points[Point]]:
        """Every row on the board that wins."""

class GomokuSearch:
    """A tree search of one position, which is sound and not over."""

    def __init__(self, position: GomokuPosition, seed: int, most_bytes: int) -> None: ...

    @property
    def visits(self) -> int: ...

    @property
    def is_decided(self) -> bool:
        """Is the value proven?"""

    def run(self, visits: int, seconds: float, threads: int, settle: bool, cancel: Cancel | None, asked: Sequence[tuple[object, Answers, Callable[[int], None]]] = (), net: Net | None = None) -> None:
        """
        Until the root has this many visits, the seconds (if not negative) have passed, or the value is proven. asked: for each thread a batch, its answers, and a function that is called to fill them in. net: asked instead.
        """

    def report(self) -> tuple[float, bool, list[tuple[int, float, bool, Points, float | None, float | None]]]:
        """
        The value, whether it is proven, and for each move, the best first: visits, value, proven, line, lead in points, prior.
        """

    def move_on(self, position: GomokuPosition) -> bool:
        """
        Searches this position from now on, if it is at most two moves away and known; says whether it does.
        """

class GomokuBatch:
    """Many games side by side."""

    def __init__(self, start: GomokuPosition, boards: int, planes: int, seed: object, threads: int, autoreset: bool, illegal_loses: bool, opening: int, most_plies: int) -> None: ...

    @property
    def boards(self) -> int: ...

    @property
    def moves(self) -> int: ...

    @property
    def mask(self) -> Any: ...

    @property
    def planes(self) -> Any: ...

    @property
    def to_play(self) -> Any: ...

    @property
    def rewards(self) -> Any: ...

    @property
    def over(self) -> Any: ...

    @property
    def truncated(self) -> Any: ...

    @property
    def plies(self) -> Any: ...

    def step(self, moves: object, where: object) -> tuple[int, int, bool] | None:
        """
        The first board whose move cannot be made, that move, and whether the game is over; then nothing was stepped.
        """

    def play_random(self, plies: int, where: object) -> None: ...

    def reset(self, where: object, seed: object) -> None: ...

    def position(self, board: int, like: GomokuPosition) -> object:
        """An ordinary position, of the same class as another one."""

    def put(self, board: int, position: GomokuPosition) -> None: ...

    def rest(self, board: int) -> tuple[int, int, int, float, float, bool, bool, int]:
        """What a board has besides its position."""

    def put_rest(self, board: int, saved: tuple[int, int, int, float, float, bool, bool, int]) -> None: ...

    def copy(self) -> GomokuBatch: ...

    def transformed(self, symmetry: int) -> GomokuBatch: ...

class GomokuCardBatch:
    """Many games side by side, for a graphics card."""

    def __init__(self, start: GomokuPosition, boards: int, planes: int, autoreset: bool, illegal_loses: bool, opening: int, most_plies: int) -> None: ...

    @staticmethod
    def fits(start: GomokuPosition) -> bool: ...

    @property
    def rules(self) -> str:
        """The type in C++ of its boards' rules."""

    @property
    def table(self) -> bytes:
        """What all games have in common."""

    @property
    def boards(self) -> int: ...

    @property
    def moves(self) -> int: ...

    @property
    def planes(self) -> int: ...

    @property
    def seat_bytes(self) -> int:
        """That a board takes."""

    @property
    def shown_bytes(self) -> int:
        """That its mask and planes take."""

    @property
    def job_bytes(self) -> int:
        """That a kernel is asked with."""

    def position(self, seat: bytes, like: GomokuPosition) -> object:
        """The board of these bytes, as a position of the same class as another."""

    def put(self, seat: bytes, position: GomokuPosition) -> bytes:
        """The bytes with this position as the board's."""

    def numbers(self, moves: object) -> bytes:
        """Of an array on the processor, of 64 bits each."""

    def which(self, where: object) -> bytes:
        """The boards that an array names, as numbers of 32 bits."""

    def seeds(self, seed: object, where: object) -> bytes:
        """For those boards, of 64 bits each."""

class GomokuSelfPlay:
    """Games that a net plays with itself, side by side."""

    def __init__(self, starts: Sequence[GomokuPosition], games: int, visits: int, candidates: int, opening: int, threads: int, seed: int) -> None: ...

    @property
    def wanted(self) -> Any:
        """
        What the net is to judge, for each game: planes as bits, and in some games a row whose first byte is a number, plus 128.
        """

    def tell(self, policies: Any, values: Any) -> None:
        """
        What it thinks of them: a number for each move, and a value for the side to move. The games go on.
        """

    def take(self) -> tuple[Any, Any, Any, int]:
        """
        Of the games that have ended since the last call: what the net was shown, in some games with two planes more, whose each point was at the end; policies in parts of 32767; results for the side to move; and how many games.
        """

class GomokuSolver:
    """A proof of who wins, or that nobody does."""

    def __init__(self, position: GomokuPosition, most_bytes: int) -> None: ...

    @property
    def nodes(self) -> int: ...

    @property
    def done(self) -> float:
        """The share of the moves whose value is known."""

    @property
    def table(self) -> tuple[int, int]:
        """What is kept of positions, and how much there is room for."""

    def run(self, all_moves: bool, seconds: float, threads: int, cancel: Cancel | None) -> None:
        """
        Until the value is known, of all moves if so asked, or the seconds (if not negative) have passed.
        """

    def report(self) -> list[tuple[float, float, Points]]:
        """
        For every legal move: the least and the most it can be worth to the side to move, and how it goes on.
        """

class GomokuJobs:
    @staticmethod
    def ban(position: GomokuPosition, point: Point) -> tuple[int, list[Points[Point]]]:
        """
        Why renju forbids Black this empty point: 0 it does not, 1 an overline, 2 a double four, 3 a double three; and the overlines, the fours or the threes.
        """

    @staticmethod
    def check(position: GomokuPosition) -> tuple[int, Points[Point], list[Points[Point]]]:
        """
        A contradiction code (0: none), the stones that could be last, the winning rows.
        """

    @staticmethod
    def first_legal_game(start: GomokuPosition, most_plies: int, cancel: Cancel | None = None) -> Points: ...

    @staticmethod
    def random_game(start: GomokuPosition, seed: int, most_plies: int, cancel: Cancel | None = None) -> Points: ...

    @staticmethod
    def games_in_block(start: GomokuPosition) -> int: ...

    @staticmethod
    def random_games(start: GomokuPosition, games: int, seed: int, first_block: int, by_point: bool, cancel: Cancel | None = None) -> Totals: ...

    @staticmethod
    def fits_card(start: GomokuPosition) -> bool: ...

    @staticmethod
    def card_games(start: GomokuPosition, by_point: bool) -> CardGames: ...

    @staticmethod
    def perft(start: GomokuPosition, plies: int, cancel: Cancel | None = None) -> int: ...

    @staticmethod
    def count_games(start: GomokuPosition, cancel: Cancel | None = None) -> tuple[int, int, int]: ...

    @staticmethod
    def gains(position: GomokuPosition) -> list[float]:
        """
        For each legal move, what the rows through it are worth to either side.
        """

    @staticmethod
    def check_many(like: GomokuPosition, cells: bytes, cancel: Cancel | None = None) -> bytes:
        """
        For each board of this size and these rules, a byte a point: 1 if no contradiction was found, else 0.
        """

class OthelloPosition:
    """An Othello position: the rules."""

    def __init__(self, board: Board, to_play: Color) -> None: ...

    has_passes: bool = True

    def __getstate__(self) -> tuple[Board, Color]: ...

    def __setstate__(self, arg: tuple[Board, Color], /) -> None: ...

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

    def __getitem__(self, point: Point | str | SupportsIndex) -> Color | None:
        """The colour of the stone there, or None."""

    def is_legal(self, move: Point | Pass | str | SupportsIndex) -> bool: ...

    @property
    def legal_moves(self) -> Points:
        """
        The legal moves of the side to move, row by row; a pass, where it is legal, comes last.
        """

    @property
    def mask(self) -> memoryview:
        """
        A byte for each move, by its number: 1 if it is legal. The last is the pass, in the games that have it.
        """

    @property
    def is_over(self) -> bool: ...

    @property
    def winner(self) -> Color | None:
        """Who has won; None while the game goes on, and for a draw."""

    def play(self, move: Point | Pass | str | SupportsIndex) -> Self:
        """The position after this move; an illegal move raises IllegalMove."""

    def replay(self, moves: Points, cancel: Cancel | None = None) -> tuple[int, Self]:
        """
        How many of these moves are legal, one after the other, and the position after those.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def flipped(self, point: Point) -> Points[Point]:
        """The discs that a move there would flip."""

def othello_start(height: int, width: int) -> Board:
    """The usual four discs in the middle."""

class OthelloSearch:
    """A tree search of one position, which is sound and not over."""

    def __init__(self, position: OthelloPosition, seed: int, most_bytes: int) -> None: ...

    @property
    def visits(self) -> int: ...

    @property
    def is_decided(self) -> bool:
        """Is the value proven?"""

    def run(self, visits: int, seconds: float, threads: int, settle: bool, cancel: Cancel | None, asked: Sequence[tuple[object, Answers, Callable[[int], None]]] = (), net: Net | None = None) -> None:
        """
        Until the root has this many visits, the seconds (if not negative) have passed, or the value is proven. asked: for each thread a batch, its answers, and a function that is called to fill them in. net: asked instead.
        """

    def report(self) -> tuple[float, bool, list[tuple[int, float, bool, Points, float | None, float | None]]]:
        """
        The value, whether it is proven, and for each move, the best first: visits, value, proven, line, lead in points, prior.
        """

    def move_on(self, position: OthelloPosition) -> bool:
        """
        Searches this position from now on, if it is at most two moves away and known; says whether it does.
        """

class OthelloBatch:
    """Many games side by side."""

    def __init__(self, start: OthelloPosition, boards: int, planes: int, seed: object, threads: int, autoreset: bool, illegal_loses: bool, opening: int, most_plies: int) -> None: ...

    @property
    def boards(self) -> int: ...

    @property
    def moves(self) -> int: ...

    @property
    def mask(self) -> Any: ...

    @property
    def planes(self) -> Any: ...

    @property
    def to_play(self) -> Any: ...

    @property
    def rewards(self) -> Any: ...

    @property
    def over(self) -> Any: ...

    @property
    def truncated(self) -> Any: ...

    @property
    def plies(self) -> Any: ...

    def step(self, moves: object, where: object) -> tuple[int, int, bool] | None:
        """
        The first board whose move cannot be made, that move, and whether the game is over; then nothing was stepped.
        """

    def play_random(self, plies: int, where: object) -> None: ...

    def reset(self, where: object, seed: object) -> None: ...

    def position(self, board: int, like: OthelloPosition) -> object:
        """An ordinary position, of the same class as another one."""

    def put(self, board: int, position: OthelloPosition) -> None: ...

    def rest(self, board: int) -> tuple[int, int, int, float, float, bool, bool, int]:
        """What a board has besides its position."""

    def put_rest(self, board: int, saved: tuple[int, int, int, float, float, bool, bool, int]) -> None: ...

    def copy(self) -> OthelloBatch: ...

    def transformed(self, symmetry: int) -> OthelloBatch: ...

class OthelloCardBatch:
    """Many games side by side, for a graphics card."""

    def __init__(self, start: OthelloPosition, boards: int, planes: int, autoreset: bool, illegal_loses: bool, opening: int, most_plies: int) -> None: ...

    @staticmethod
    def fits(start: OthelloPosition) -> bool: ...

    @property
    def rules(self) -> str:
        """The type in C++ of its boards' rules."""

    @property
    def table(self) -> bytes:
        """What all games have in common."""

    @property
    def boards(self) -> int: ...

    @property
    def moves(self) -> int: ...

    @property
    def planes(self) -> int: ...

    @property
    def seat_bytes(self) -> int:
        """That a board takes."""

    @property
    def shown_bytes(self) -> int:
        """That its mask and planes take."""

    @property
    def job_bytes(self) -> int:
        """That a kernel is asked with."""

    def position(self, seat: bytes, like: OthelloPosition) -> object:
        """The board of these bytes, as a position of the same class as another."""

    def put(self, seat: bytes, position: OthelloPosition) -> bytes:
        """The bytes with this position as the board's."""

    def numbers(self, moves: object) -> bytes:
        """Of an array on the processor, of 64 bits each."""

    def which(self, where: object) -> bytes:
        """The boards that an array names, as numbers of 32 bits."""

    def seeds(self, seed: object, where: object) -> bytes:
        """For those boards, of 64 bits each."""

class OthelloLayer:
    """All positions up to 8x8 that this many plies lead to, each once."""

    def __init__(self, start: OthelloPosition, pass_is_ply: bool) -> None: ...

    def __len__(self) -> int: ...

    @property
    def plies(self) -> int: ...

    @property
    def empties(self) -> int: ...

    def next(self, most: int, cancel: Cancel | None) -> OthelloLayer | None:
        """
        One ply deeper; None if it has more positions than that, or was cancelled.
        """

    def perft(self, plies: int, part: int, parts: int, cancel: Cancel | None) -> int:
        """A share of the lines of this many plies from the start."""

    def count_games(self, part: int, parts: int, cancel: Cancel | None) -> tuple[int, int, int]:
        """A share of the complete games from the start."""

class OthelloSolver:
    """A proof of the margin in discs."""

    @overload
    def __init__(self, position: OthelloPosition, most_bytes: int) -> None: ...

    @overload
    def __init__(self, position: OthelloPosition, most_bytes: int, winner_takes_empties: bool) -> None: ...

    @property
    def nodes(self) -> int: ...

    @property
    def done(self) -> float:
        """The share of the moves whose value is known."""

    @property
    def table(self) -> tuple[int, int]:
        """What is kept of positions, and how much there is room for."""

    def run(self, all_moves: bool, seconds: float, threads: int, cancel: Cancel | None) -> None:
        """
        Until the value is known, of all moves if so asked, or the seconds (if not negative) have passed.
        """

    def report(self) -> list[tuple[float, float, Points]]:
        """
        For every legal move: the least and the most it can be worth to the side to move, and how it goes on.
        """

    def find_margin(self, most_nodes: int, seconds: float, threads: int, cancel: Cancel | None) -> None:
        """
        Until the value is known, this many more positions were looked at, or the seconds (if not negative) have passed.
        """

    MOST_EMPTIES: Final[int] = ...
    """A position has no more empty points."""

class OthelloJobs:
    @staticmethod
    def refusal(position: OthelloPosition, move: Point | Pass) -> int:
        """A fault code (0: legal)."""

    @staticmethod
    def contradictions(position: OthelloPosition) -> list[tuple[int, Points[Point]]]:
        """
        Codes and points: what shows that no game from the usual start leads here.
        """

    @staticmethod
    def first_legal_game(start: OthelloPosition, most_plies: int, cancel: Cancel | None = None) -> Points: ...

    @staticmethod
    def random_game(start: OthelloPosition, seed: int, most_plies: int, cancel: Cancel | None = None) -> Points: ...

    @staticmethod
    def games_in_block() -> int: ...

    @staticmethod
    def random_games(start: OthelloPosition, games: int, seed: int, first_block: int, by_point: bool, cancel: Cancel | None = None) -> Totals: ...

    @staticmethod
    def fits_card(start: OthelloPosition) -> bool: ...

    @staticmethod
    def card_games(start: OthelloPosition, by_point: bool) -> CardGames: ...

    @staticmethod
    def perft(start: OthelloPosition, plies: int, pass_is_ply: bool, cancel: Cancel | None = None) -> int: ...

    @staticmethod
    def count_games(start: OthelloPosition, cancel: Cancel | None = None) -> tuple[int, int, int]: ...

class OthelloPatterns:
    """Tables that judge positions; threads may share them."""

    def __init__(self, discs: object) -> None: ...

    knots: Final[int] = ...
    """(arg: object, /) -> int"""

    numbers: Final[int] = ...
    """Of one knot."""

    def games(self, first: int, count: int, depth: int, solved: int, seed: int, cancel: Cancel | None = None) -> tuple[Any, Any, Any]:
        """
        Games with itself, by their numbers. For each position: the discs of the side to move and of the other as bits, and its margin at the end.
        """

    @staticmethod
    def numbers_of(own: Any, other: Any) -> tuple[Any, Any]:
        """
        Which numbers of a knot are added up for each of these positions, and between which knots they are.
        """

class OthelloPatternSearch:
    """
    A search of one position of 8x8 that patterns judge, and that then goes to the end.
    """

    def __init__(self, position: OthelloPosition, most_bytes: int) -> None: ...

    @staticmethod
    def takes(position: OthelloPosition) -> bool: ...

    @property
    def visits(self) -> int: ...

    @property
    def is_decided(self) -> bool:
        """Is the margin proven?"""

    def run(self, visits: int, seconds: float, threads: int, settle: bool, cancel: Cancel | None, asked: object = (), net: OthelloPatterns | None = None) -> None:
        """
        As other searches do, on one thread: a visit is a position that is looked at.
        """

    def report(self) -> tuple[float, bool, list[tuple[int, float, bool, Points, float | None, float | None]]]:
        """As other searches do."""

    def move_on(self, position: OthelloPosition) -> bool: ...
