"""What every game offers, so that a verb need not know which game it is asked about."""

from tengen._core import Cancel, Totals
from tengen.board import MOST_POINTS, Board, Color, Point, Points
from tengen.errors import IllegalMove, IllegalPosition, ParseError, UsageError
from tengen.formats.source import Parsed
from tengen.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol, Self

    class NativePosition(Protocol):
        """The rules of one game, as the core's classes offer them."""

        def __init__(self, board: Board, to_play: Color) -> None: ...
        @property
        def board(self) -> Board: ...
        @property
        def to_play(self) -> Color: ...
        @property
        def height(self) -> int: ...
        @property
        def width(self) -> int: ...
        @property
        def is_sound(self) -> bool: ...
        @property
        def is_over(self) -> bool: ...
        @property
        def winner(self) -> Color | None: ...
        @property
        def legal_moves(self) -> Points: ...
        def is_legal(self, move: Point | str) -> bool: ...
        def play(self, move: Point | str) -> Self: ...
        def replay(self, moves: Points) -> tuple[int, Self]: ...
        def __getitem__(self, point: Point | str) -> Color | None: ...
else:
    NativePosition = object


class Reason(Value):
    """One thing that is wrong with a position: the rule, in a word; the whole story; where."""

    __slots__ = ("points", "rule", "text")

    rule: str
    text: str
    points: Points

    def __init__(self, rule: str, text: str, points: Points) -> None:
        self._set(rule=rule, text=text, points=points)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Reason {self.rule}: {self.text}>"


class Refusal(Value):
    """Why a move is illegal: the rule, in a word; the whole story; the chains it would leave without a liberty."""

    __slots__ = ("chains", "rule", "text")

    rule: str
    text: str
    chains: tuple[Points, ...]

    def __init__(self, rule: str, text: str, chains: tuple[Points, ...] = ()) -> None:
        self._set(rule=rule, text=text, chains=chains)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Refusal {self.rule}: {self.text}>"


class Outcome(Value):
    """How a game ended: who won (None for a draw), and in words why."""

    __slots__ = ("termination", "winner")

    winner: Color | None
    termination: str

    def __init__(self, winner: Color | None, termination: str) -> None:
        self._set(winner=winner, termination=termination)

    def __str__(self) -> str:
        return f"{f'{self.winner} wins' if self.winner else 'a draw'}: {self.termination}"

    def __repr__(self) -> str:
        return f"Outcome({self.winner!r}, {self.termination!r})"


class LinesOfPlay(Value):
    """How many lines of play there are, and how many of them are complete games, by outcome."""

    __slots__ = ("black_wins", "draws", "lines", "white_wins")

    lines: int
    black_wins: int
    white_wins: int
    draws: int

    def __init__(self, lines: int = 0, black_wins: int = 0, white_wins: int = 0, draws: int = 0) -> None:
        self._set(lines=lines, black_wins=black_wins, white_wins=white_wins, draws=draws)

    def __add__(self, other: "LinesOfPlay") -> "LinesOfPlay":
        return LinesOfPlay(self.lines + other.lines, self.black_wins + other.black_wins,
                           self.white_wins + other.white_wins, self.draws + other.draws)


class GamePosition(NativePosition):
    """What positions of all games share on top of the core's rules. Immutable; `play` returns a new one."""

    __slots__ = ()

    game: "Game"

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome(self) if self.is_over else None

    def why_illegal(self, move: Point | str) -> Refusal | None:
        """Which rule this move would break, and how; None if it is legal."""
        return self.game.refusal(self, self.point(move))

    def point(self, move: Point | str) -> Point:
        """The point that a vertex like "E5" names on this board."""
        if isinstance(move, Point):
            return move
        if isinstance(move, str):
            from tengen.formats import vertex

            return vertex.parse(move, self.height, self.width)
        if isinstance(move, tuple):
            raise TypeError(f"{move!r} could mean (row, col) or (column, row); "
                            f"write Point(row, col) from the top-left, or a vertex like \"E5\"")
        raise TypeError(f"{move!r} is not a move; expected a Point or a vertex like \"E5\"")

    def vertex(self, point: Point) -> str:
        """The name of this point, as people see it."""
        from tengen.formats import vertex

        return vertex.write(point, self.height)

    def vertices(self, points: Points) -> str:
        return " ".join(self.vertex(point) for point in points)

    def with_to_play(self, color: Color) -> "Self":
        """The same stones with this side to move."""
        if not isinstance(color, Color):
            raise TypeError(f"{color!r} is not a colour; expected Color.BLACK or Color.WHITE")
        return type(self)(self.board, color)

    def transformed(self, symmetry: int) -> "Self":
        """The position laid down another way: transposed (4), then rows (1) and columns (2) reversed."""
        return type(self)(self.board.transformed(symmetry), self.to_play)

    @property
    def symmetries(self) -> "tuple[Self, ...]":
        """Itself turned and mirrored every way that keeps the board's shape: eight for a square, else four."""
        return tuple(self.transformed(k) for k in range(8 if self.height == self.width else 4))

    def colors_swapped(self) -> "Self":
        """Every stone and the side to move in the other colour."""
        return type(self)(self.board.colors_swapped(), self.to_play.opponent)

    def require_sound(self) -> None:
        """Raises IllegalPosition, with the reason that `check` gives, if this position cannot be played on."""
        if not self.is_sound:
            raise IllegalPosition(self.game.flaws(self)[0].text)

    def _refuse(self, move: Point | str) -> None:
        """Called by the core's `play` for a move that it does not make."""
        self.require_sound()
        raise IllegalMove(str(self.why_illegal(move)))

    def __str__(self) -> str:
        from tengen.formats import diagram

        return diagram.write(self.board, self.to_play)

    def __repr__(self) -> str:
        stones = self.board.count(Color.BLACK), self.board.count(Color.WHITE)
        return (f"<{self.game.title} {self.height}x{self.width}: {stones[0]} black, {stones[1]} white, "
                f"{self.to_play} to play>")


class Game:
    """A game, as the verbs see it. Its heavy work is the core's, in whole jobs with a cancel flag."""

    name: str
    title: str
    glyphs: bytes  # of the contest text: empty, Black, White
    contest_to_play: Color  # who moves first in the contest text

    def position(self, board: Board, to_play: Color) -> GamePosition:
        raise NotImplementedError

    def start(self, height: int, width: int) -> GamePosition:
        """The position that games begin with."""
        raise NotImplementedError

    def outcome(self, position: GamePosition) -> Outcome:
        raise NotImplementedError

    def refusal(self, position: GamePosition, point: Point) -> Refusal | None:
        raise NotImplementedError

    def flaws(self, position: GamePosition) -> list[Reason]:
        """What makes it impossible to play on from this position."""
        raise NotImplementedError

    def contradictions(self, position: GamePosition) -> list[Reason]:
        """What, apart from flaws, shows that no game leads to this position."""
        raise NotImplementedError

    def first_game(self, start: GamePosition, most_plies: int, cancel: Cancel | None) -> Points:
        raise NotImplementedError

    def random_game(self, start: GamePosition, seed: int, most_plies: int, cancel: Cancel | None) -> Points:
        raise NotImplementedError

    def block_games(self, start: GamePosition) -> int:
        """How many random games share a seed; a job is a number of whole blocks."""
        raise NotImplementedError

    def random_games(self, start: GamePosition, games: int, seed: int, first_block: int, by_point: bool,
                     cancel: Cancel | None) -> Totals:
        raise NotImplementedError

    def count_parts(self, start: GamePosition, plies: int) -> "list[int]":
        """The jobs that a count of lines of this many plies is split into."""
        raise NotImplementedError

    def count_lines(self, start: GamePosition, plies: int, part: int, cancel: Cancel | None) -> LinesOfPlay:
        """Lines of play of exactly this many plies, and the finished games among them."""
        raise NotImplementedError


def checked_size(size: "int | tuple[int, int]") -> tuple[int, int]:
    """Height and width, refused before memory is taken."""
    sides = (size, size) if isinstance(size, int) else size
    if not isinstance(sides, tuple) or len(sides) != 2 or any(type(side) is not int for side in sides):
        raise UsageError(f"{size!r} is not a size; expected a number like 9, or rows and columns like (9, 13)")
    height, width = sides
    if height < 1 or width < 1:
        raise UsageError(f"a {height}x{width} board; expected at least one row and one column")
    if height * width > MOST_POINTS:
        raise UsageError(f"a {height}x{width} board has {height * width} points; at most {MOST_POINTS} are allowed")
    return height, width


def read_any(text: "str | bytes", glyphs: bytes) -> Parsed:
    """Contest text if the first line that is not blank is a number alone, else a diagram."""
    from tengen.formats import contest, diagram
    from tengen.formats.source import without_bom

    if not isinstance(text, str | bytes):
        raise TypeError(f"{text!r} is not text; expected str or bytes")
    data = without_bom(text.encode() if isinstance(text, str) else text)
    rest = data.lstrip()
    if not rest.partition(b"\n")[0].strip().removeprefix(b"-").isdigit():
        return diagram.parse(data.decode("utf-8", "replace"))
    skipped = data[:len(data) - len(rest)].count(b"\n")
    try:
        return contest.parse(rest, glyphs)
    except ParseError as error:
        raise ParseError(error.message, (error.line or 0) + skipped, error.column) from None
