"""What every game offers, so that a verb need not know which game it is asked about."""

from abc import ABC, abstractmethod

from tengen._core import Cancel, CardGames, Totals
from tengen.errors import IllegalMove, IllegalPosition, ParseError, UsageError
from tengen.formats.contest import Contest
from tengen.formats.source import Parsed, without_bom
from tengen.formats.vertex import GTP, PASS_NAME, Coordinates
from tengen.games.results import LinesOfPlay, Outcome, Reason, Refusal
from tengen.grid import BLACK, EMPTY_CELL, MOST_POINTS, PASS, WHITE, Board, Color, Pass, Point, Points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random
    from typing import Any, Generic, Self

    from typing_extensions import TypeVar  # the type checker's own: nothing of it is installed

    from tengen.games.native import (
        AnyMove,
        JournalingSolver,
        MarginSolver,
        NativeBatch,
        NativeCardBatch,
        NativePatterns,
        NativePosition,
        NativeProof,
        NativeProver,
        NativeSearch,
        NativeSelfPlay,
        NativeSolver,
    )
    from tengen.render.view import View

    P = TypeVar("P", bound="Position", default="Position")  # the positions of one game
else:
    NativePosition = P = object

    class Generic:
        """typing's, which takes longer to import than a seed job: Game[Position] is Game."""

        def __class_getitem__(cls, _position):
            return cls


class Position(NativePosition):
    """What positions of all games share on top of the core's rules. Immutable; `play` returns a new one."""

    __slots__ = ()

    game: "Game"

    @property
    def rules(self) -> "dict[str, Any]":
        """What was chosen about the rules, by name, where there is a choice."""
        return {}

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome(self) if self.is_over else None

    def why_illegal(self, move: "AnyMove") -> Refusal | None:
        """Which rule this move would break, and how; None if it is legal."""
        return None if self.is_legal(move) else self.game.refusal(self, self.move(move))

    def point(self, name: str) -> Point:
        """The point that a name like "E5" stands for on this board."""
        return self.game.coordinates.parse(name, self.height, self.width)

    def move(self, move: "AnyMove") -> Point | Pass:
        """The move that a name like "E5" or "pass" stands for, or a number: row * width + col, and height * width for a
        pass in the games that have it."""
        if isinstance(move, Point | Pass):
            return move
        if isinstance(move, str):
            return PASS if move.strip().lower() == PASS_NAME else self.point(move)
        if isinstance(move, tuple):
            raise TypeError(
                f"{move!r} could mean (row, col) or (column, row); "
                f'write Point(row, col) from the top-left, or a vertex like "E5"'
            )
        if isinstance(move, bool) or not hasattr(move, "__index__"):
            raise TypeError(f'{move!r} is not a move; expected a Point, a vertex like "E5" or a number')
        number, points = move.__index__(), self.height * self.width
        most = points if self.has_passes else points - 1
        if not 0 <= number <= most:
            raise IndexError(f"{number} is not a move on a {self.height}x{self.width} board; expected 0 to {most}")
        return PASS if number == points else Point(*divmod(number, self.width))

    def points(self, moves: "Iterable[AnyMove]") -> Points:
        """These moves of this board, as `replay` takes them and records have them."""
        return Points([self.move(move) for move in moves], self.width, self.height)

    def vertex(self, move: Point | Pass) -> str:
        """The name of this move, as people see it."""
        return PASS_NAME if isinstance(move, Pass) else self.game.coordinates.write(move, self.height)

    def vertices(self, points: Points) -> str:
        return " ".join(self.vertex(point) for point in points)

    def with_to_play(self, color: Color) -> "Self":
        """The same stones with this side to move."""
        if not isinstance(color, Color):
            raise TypeError(f"{color!r} is not a colour; expected Color.BLACK or Color.WHITE")
        return self._like(self.board, color)

    def transformed(self, symmetry: int) -> "Self":
        """The position laid down another way: transposed (4), then rows (1) and columns (2) reversed."""
        return self._like(self.board.transformed(symmetry), self.to_play)

    @property
    def symmetries(self) -> "tuple[Self, ...]":
        """Itself turned and mirrored every way that keeps the board's shape: eight for a square, else four."""
        return tuple(self.transformed(k) for k in range(8 if self.height == self.width else 4))

    def colors_swapped(self) -> "Self":
        """Every stone and the side to move in the other colour."""
        return self._like(self.board.colors_swapped(), self.to_play.opponent)

    def _like(self, board: Board, to_play: Color) -> "Self":
        """A position under the same rules, without a past."""
        return type(self)(board, to_play)

    def require_sound(self) -> None:
        """Raises IllegalPosition, with the reason that `check` gives, if this position cannot be played on."""
        if not self.is_sound:
            raise IllegalPosition(self.game.flaws(self)[0].text)

    def _refuse(self, move: "AnyMove") -> None:
        """Called by the core's `play` for a move that it does not make."""
        self.require_sound()
        raise IllegalMove(str(self.why_illegal(move)))

    def contest(self) -> str:
        """The stones in the game's contest text, which `parse` reads. It does not say whose turn it is."""
        contest = self.game.contest
        if not contest.can_write(self.board):
            raise UsageError(f"the contest text of {self.game.title} has no way to write this board; a diagram has")
        return contest.write(self.board)

    def view(self, marks: str = "none") -> "View":
        """What a picture of this position shows.

        marks "legal": a dot where the side to move may play; "illegal": a cross where it may not.
        """
        from tengen.games.views import position_view

        return position_view(self, marks)

    def _repr_svg_(self) -> "str | None":
        from tengen.render.notebook import inline

        return inline(self.view)

    def __str__(self) -> str:
        from tengen.formats import diagram

        return diagram.write(self.board, self.to_play, coordinates=self.game.coordinates)

    def __repr__(self) -> str:
        stones = self.board.count(Color.BLACK), self.board.count(Color.WHITE)
        return (
            f"<{self.game.title} {self.height}x{self.width}: {stones[0]} black, {stones[1]} white, "
            f"{self.to_play} to play>"
        )


class Game(ABC, Generic[P]):
    """A game, as the verbs see it. Its heavy work is the core's, in whole jobs with a cancel flag.

    Every game answers what is abstract here. What only some games have is in the classes below, which begin with Has:
    a game with one of these derives from it, and a caller asks with isinstance.
    """

    name: str
    title: str
    contest: Contest
    contest_to_play: Color | None  # who moves first in the contest text; None: as the stones say
    coordinates: Coordinates = GTP
    style = "intersections"  # of its boards in pictures; or "squares"
    usual_size = 9
    sizes: tuple[int, ...] = (9, 13, 19)  # that people like to choose from
    # Six opponents for them, from the weakest up: a player by its name, and its Elo above the first on a board of the
    # usual size, if that was measured. Visits, not seconds, make one as strong on every machine.
    levels: tuple[tuple[str, int | None], ...]
    policies: tuple[str, ...] = ("first", "random")
    batch: "type[NativeBatch]"
    more_planes: tuple[str, ...] = ()  # that a batch has of this game, beside those that it has of every game
    has_chains = False  # do its stones live and die by liberties?
    goes_on_after_passes = False  # may a side that disagrees about the end play on after both have passed?
    starts_empty = True  # else moves turn stones over, and only moves lead to a position
    every_ply_adds_a_stone = True  # does every ply add a stone, for good?
    stones_are_score = False  # does the side with more of them win?

    def __init__(self) -> None:
        for name in Game.__annotations__:
            getattr(self, name)  # a game that lacks one fails now

    @abstractmethod
    def position(self, board: Board, to_play: "Color | None" = None, **rules: "Any") -> P:
        """A position with these stones; without a side to move, the usual one."""

    @abstractmethod
    def start(self, height: int, width: int, **rules: "Any") -> P:
        """The position that games begin with."""

    def net_suits(self, position: P) -> bool:
        """Does its net play here where no player is named? It may never have learned such boards."""
        return True

    def without(self, position: P, stones: Points) -> P:
        """The same position, as far as the rules go on from it, with these stones off the board."""
        cells = bytearray(position.board.cells)
        for point in stones.indices:
            cells[point] = EMPTY_CELL
        return self.position(Board(position.height, position.width, bytes(cells)), position.to_play, **position.rules)

    def rule_choices(self, rule: str) -> tuple[str, ...]:
        """The words to choose from for this rule, if it is a word."""
        return ()

    @abstractmethod
    def outcome(self, position: P) -> Outcome:
        """How the game ended, or how it stands where it was stopped."""

    @abstractmethod
    def outcome_data(self, position: P) -> "dict[str, Any]":
        """The outcome as data, for translation: its rule, and the numbers in it."""

    @abstractmethod
    def refusal(self, position: P, move: Point | Pass) -> Refusal:
        """Why this move is illegal, which it is."""

    def flaws(self, position: P) -> list[Reason]:
        """What makes it impossible to play on from this position."""
        return []

    @abstractmethod
    def contradictions(self, position: P) -> list[Reason]:
        """What, apart from flaws, shows that no game leads to this position."""

    def check_is_exact_for(self, position: P) -> bool:
        """Can `check` say that a position is reachable, or only that it found no contradiction?"""
        return True

    def check_many(self, like: P, cells: bytes, cancel: Cancel | None) -> bytes | None:
        """For each board of this size and these rules: 1 if nothing was found against it, else 0. None: one by one."""
        return None

    def last_moves(self, position: P) -> "Points | None":
        """The stones that could have been the last one played, where the game can say."""
        return None

    def passes(self, position: P) -> int:
        """How many passes have just been made, in a game that enough of them end."""
        return 0

    def highlights(self, position: P) -> "Points":
        """The stones that a picture of this position points out."""
        return Points([], position.width)

    def forbidden(self, position: P) -> "Points":
        """Empty points that a rule of its own closes to the side to move, which a page points out."""
        return Points([], position.width)

    def transcript(self, start: P, moves: Points) -> "Iterator[bytes]":
        """A game as `tengen simulate` writes it and `judge` reads it, in pieces."""
        from tengen.formats import moves as notation

        yield notation.write(moves, start.height, self.coordinates)

    closing_line = b""  # what ends a transcript, if anything does
    has_published_judge = False  # is its contest's judge known, which reads transcripts and gives a score?

    @abstractmethod
    def first_game(self, start: P, most_plies: int, cancel: Cancel | None) -> Points:
        """The game in which each side plays its first legal move, row by row."""

    @abstractmethod
    def random_game(self, start: P, policy: str, seed: int, most_plies: int, cancel: Cancel | None) -> Points:
        """The game that this seed gives."""

    def random_fill(self, start: P, stones: int, seed: int, cancel: Cancel | None) -> "tuple[Points, int]":
        """The moves of a random game until the board first has this many stones, and the most that it ever had."""
        already = start.board.count(BLACK) + start.board.count(WHITE)
        moves = self.random_game(start, "random", seed, stones - already, cancel)
        return moves, already + len(moves)

    def plies_allowed(self, start: P) -> int | None:
        """After how many plies a simulated game is stopped and its board taken as it stands, if ever."""
        return None

    @abstractmethod
    def games_in_block(self, start: P) -> int:
        """How many random games share a seed; a job is a number of whole blocks."""

    @abstractmethod
    def random_games(
        self, start: P, policy: str, games: int, seed: int, first_block: int, by_point: bool, cancel: Cancel | None
    ) -> Totals:
        """Some whole blocks of games, added up."""

    def parts_by_move(self, start: P) -> "list[int]":
        """A part for each legal move: the usual way to split a count."""
        return [0] if start.is_over else list(range(len(start.legal_moves)))

    def perft_parts(self, start: P, plies: int) -> "list[int]":
        """The jobs that a count of lines of this many plies is split into."""
        # One ply is not: to find a part's move takes as long as to find all moves.
        return [0] if plies < 2 else self.parts_by_move(start)

    @abstractmethod
    def perft(self, start: P, plies: int, part: int, pass_is_ply: bool, cancel: Cancel | None) -> LinesOfPlay:
        """Lines of play of exactly this many plies, and the finished games among them where they are known."""

    def is_quick(self, start: P) -> bool:
        """Is counting from here a matter of moments?"""
        return False

    @abstractmethod
    def search(self, position: P, seed: int, most_bytes: int) -> "NativeSearch":
        """A tree search of this position; its tree takes no more than this many bytes."""

    @abstractmethod
    def solver(self, position: P, most_bytes: int, seed: int = 0, threads: int = 1) -> "NativeSolver":
        """A proof of this position's value, which is sound and not over. Its table, and what this many threads have of
        their own, take no more than this many bytes. Without a journal (HasJournal) the seed is 0."""

    def final_value(self, position: P) -> float:
        """What a game that is over is worth to the side to move, as `solve` has it."""
        winner = position.winner
        return 0.0 if winner is None else 1.0 if winner is position.to_play else -1.0

    @abstractmethod
    def gains(self, position: P) -> "list[float]":
        """For each legal move, what it looks worth at once: the greedy player's measure."""

    def moves_left(self, position: P) -> float:
        """About how many more moves the side to play will make: what a clock is shared out over."""
        return max(4.0, position.board.cells.count(EMPTY_CELL) / 3)


class HasGameCount(Game[P]):
    """A game whose complete games are counted all at once; in the others they are counted ply by ply, as by perft."""

    @abstractmethod
    def count_parts(self, start: P) -> "list[int]":
        """The jobs that a count of complete games is split into."""

    @abstractmethod
    def count(self, start: P, part: int, cancel: Cancel | None) -> LinesOfPlay:
        """The complete games of one part."""


class HasCardGames(Game[P]):
    """A game that a graphics card can play: at random, and many side by side in a batch."""

    card_batch: "type[NativeCardBatch]"

    @abstractmethod
    def card_misfit(self, start: P, policy: str) -> str | None:
        """What no card plays of these games, if there is such a thing: the rest of a sentence."""

    @abstractmethod
    def card_games(self, start: P, policy: str, by_point: bool) -> CardGames:
        """They, as a card takes them. The position is sound."""

    def card_batch_misfit(self, start: P) -> str | None:
        """What no card has in a batch of games from here, if there is such a thing: the rest of a sentence."""
        return None if self.card_batch.fits(start) else f"{self.title} on a {start.height}x{start.width} board"


class HasMargin(Game[P]):
    """A game that is won by points or discs: it matters by how much."""

    @abstractmethod
    def margin(self, position: P) -> float:
        """By how much Black is ahead as the board stands."""

    @abstractmethod
    def margin_solver(self, position: P, most_bytes: int, nodes: int | None) -> "MarginSolver | None":
        """For a player: a solver, if this many nodes are likely to find the margin. nodes None: there is no limit."""

    def final_value(self, position: P) -> float:
        margin = self.margin(position)
        return margin if position.to_play is BLACK else 0.0 - margin


class HasDeadStones(Game[P]):
    """A game at whose end stones may stand on the board that both sides take for lost."""

    @abstractmethod
    def dead_stones(self, position: P) -> Points:
        """At the end of a game: those that would be taken if it were played on, as far as that shows."""

    @abstractmethod
    def owners(self, position: P) -> Board:
        """Whose each point is when the board is counted as it stands."""


class HasJournal(Game[P]):
    """A game whose solver can stop and go on, go another way, and count plies."""

    @abstractmethod
    def journaling_solver(self, position: P, most_bytes: int, seed: int, threads: int) -> "JournalingSolver":
        """One for runs that may be stopped and taken up again."""


class HasProofs(HasJournal[P]):
    """A game in which it can be written down why a side wins."""

    @abstractmethod
    def prover(self, solver: "JournalingSolver", winner: Color, most_bytes: int) -> "NativeProver":
        """Writes down what this solver found: that this side wins. The proof's positions take no more than this many
        bytes."""

    @abstractmethod
    def proof_points(self, start: P) -> int:
        """How many points the letters of a proof stand for."""

    @abstractmethod
    def proof(self, start: P, winner: Color, most_bytes: int) -> "NativeProof":
        """A proof that this side wins, whose letters are to be read and checked."""


class HasPatterns(Game[P]):
    """A game that is judged by patterns: tables of numbers that are learned, and added up for a position."""

    patterns_shape: tuple[int, int]  # for how many stages of a game there are numbers, and how many for each

    @abstractmethod
    def patterns(self, numbers: "Any") -> "NativePatterns":
        """From float32, one after the other; a ValueError if one is infinite or none."""

    @abstractmethod
    def numbers_of(self, own: "Any", other: "Any") -> "tuple[Any, Any]":
        """Which numbers are added up for positions of the patterns' games, and between which stages they are."""

    @abstractmethod
    def patterns_misfit(self, position: P) -> str | None:
        """Why patterns cannot judge this position, if they cannot."""

    @abstractmethod
    def pattern_search(self, position: P, most_bytes: int) -> "NativeSearch":
        """A search that patterns judge."""


class HasSelfPlay(Game[P]):
    """A game that a net can learn by playing with itself."""

    has_net_number = False  # is a net told a number, beside the planes?
    has_owners = False  # do points belong to a side at the end? A net learns sooner if it is to foresee that

    @abstractmethod
    def self_play(
        self, starts: "list[P]", games: int, visits: int, candidates: int, opening: int, threads: int, seed: int
    ) -> "NativeSelfPlay":
        """Games side by side, from these starts in turn; each with a tree of so many visits a move."""

    def net_number(self, position: P) -> int:
        """The number that a net is told, from -127 to 127, where it is told one."""
        return 0

    def training_start(self, board: Board, chance: "Random") -> P:
        """A position to learn from; its rules may be drawn."""
        return self.position(board)


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


def read_any(text: "str | bytes", rules: "type[Game[Any]]") -> Parsed:
    """Contest text if it starts like one, else a diagram. Blank lines before it are skipped."""
    if not isinstance(text, str | bytes):
        raise TypeError(f"{text!r} is not text; expected str or bytes")
    data = without_bom(text.encode("utf-8", "replace") if isinstance(text, str) else text)
    rest, contest = data.lstrip(b"\r\n"), rules.contest
    if not contest.starts(rest):
        from tengen.formats import diagram

        return diagram.parse(data.decode("utf-8", "replace"))
    skipped = data[: len(data) - len(rest)].count(b"\n")
    try:
        parsed = contest.parse(rest, contest.size_of(rest))
    except ParseError as error:
        raise ParseError(error.message, (error.line or 0) + skipped, error.column) from None
    parsed.to_play = rules.contest_to_play
    return parsed
