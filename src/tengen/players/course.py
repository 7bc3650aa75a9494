"""The course of a game: the moves, what was thought at each and how long it took, the clocks, how it ended."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tengen.errors import PlayerFailed, TengenError, UsageError
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.grid import BLACK, Color, Pass, Point, Points
from tengen.players.choice import Choice
from tengen.players.clock import GRACE, Clock
from tengen.render.notebook import inline
from tengen.render.view import View
from tengen.values import Value

FAILURES = ("crash", "timeout", "illegal", "protocol")  # what a player fails by
ENDINGS = ("over", "agreed", "stopped", "adjudicated", "unfinished", "resigned", "time", *FAILURES)


class Played(Value):
    """A game that two players played: its moves, who won and why, what the players thought and how long.

    `ending` is "over" (by the rules), "agreed" (counted without stones that both sides take for dead), "stopped" (and
    scored as it stood), "adjudicated" (decided before its end), "unfinished" (stopped, where that says nothing),
    "resigned", "time", or what a player failed by: "crash", "timeout", "illegal" or "protocol".
    """

    __slots__ = ("choices", "ending", "reason", "record", "seconds", "stderr", "swapped", "winner")

    record: Record
    winner: Color | None  # None: a draw, or unfinished
    reason: str
    ending: str
    choices: tuple[Choice, ...]  # for each move of the record
    seconds: tuple[float, ...]  # for each move of the record
    stderr: str  # the end of what a program that failed wrote there
    swapped: bool  # after an opening like swap2: did the players change sides?

    def __init__(
        self,
        record: Record,
        winner: Color | None,
        reason: str,
        ending: str = "over",
        choices: tuple[Choice, ...] = (),
        seconds: tuple[float, ...] = (),
        stderr: str = "",
        swapped: bool = False,
    ) -> None:
        self._set(
            record=record,
            winner=winner,
            reason=reason,
            ending=ending,
            choices=choices,
            seconds=seconds,
            stderr=stderr,
            swapped=swapped,
        )

    @property
    def end(self) -> Position:
        """The position after the last move."""
        return self.record.end

    def view(self, move: int | None = None, *, numbers: bool = True) -> View:
        """The board after this many moves, as of a Record; at the end, how the game ended."""
        view = self.record.view(move, numbers=numbers)
        return view.changed(caption=str(self)) if move in (None, len(self.record)) else view

    def _repr_svg_(self) -> str | None:
        return inline(self.view)

    def __str__(self) -> str:
        return str(End(self.winner, self.reason, self.ending))

    def __repr__(self) -> str:
        return f"<Played {len(self.record)} plies; {self}>"


class End(NamedTuple):
    """How a game ended, in the words of `Played`."""

    winner: Color | None
    reason: str
    ending: str
    stderr: str = ""
    dead: Points | None = None  # the stones that were agreed to be

    def __str__(self) -> str:
        result = f"{self.winner} wins" if self.winner else "no result" if self.ending == "unfinished" else "a draw"
        return f"{result}: {self.reason}"


class Ply(NamedTuple):
    """A move that was made, and the one before it."""

    move: Point | Pass
    choice: Choice
    seconds: float
    earlier: Ply | None


class Course(NamedTuple):
    """A game in progress at one moment. It never changes: `play`, `resigned` and the others give the next course.

    It holds no earlier position, for those of a long game need gigabytes. To take moves back, keep earlier courses.
    """

    start: Position
    position: Position
    black: Clock | None  # when this turn began; None: Black may take any time
    white: Clock | None
    most_plies: int | None  # the game is stopped after this many
    plies: int = 0
    last: Ply | None = None
    end: End | None = None  # None: it goes on, or the position shows how it ended
    swapped: bool = False  # have the players changed sides since the start?
    is_opening: bool = False  # are sides still to be taken?

    @classmethod
    def begun(
        cls, start: Position, black: Clock | None = None, white: Clock | None = None, most_plies: int | None = None
    ) -> Course:
        return cls(start, start, black, white, most_plies)

    @property
    def to_play(self) -> Color:
        return self.position.to_play

    @property
    def clock(self) -> Clock | None:
        """Of the side to move, when its turn began."""
        return self.black if self.to_play is BLACK else self.white

    @property
    def is_stopped(self) -> bool:
        return self.most_plies is not None and self.plies >= self.most_plies

    @property
    def is_over(self) -> bool:
        return self.end is not None or self.position.is_over or self.is_stopped

    def clock_of(self, color: Color, seconds: float) -> Clock | None:
        """What this side has left when the turn has lasted this long."""
        if color is not self.to_play or self.clock is None:
            return self.black if color is BLACK else self.white
        if self.end is not None and self.end.ending == "time":
            return Clock(0)
        return self.clock if self.is_over else self.clock.running(seconds) or Clock(0)

    def is_late(self, seconds: float, grace: float = GRACE) -> bool:
        """Has the side to move lost on time if its turn has lasted this long?"""
        return self.clock is not None and self.clock.after(seconds, grace) is None

    def play(self, choice: Choice, seconds: float = 0.0, grace: float = GRACE) -> Course:
        """After this choice of the side to move. A move that comes too late is not made: the game is lost on time."""
        side, move, clock = self.to_play, choice.move, self.clock
        after = self.position if move is None else self.position.play(move)
        left = clock and clock.after(seconds, grace)
        if clock is not None and left is None:
            return self.out_of_time()
        if move is None:
            return self.resigned(side)
        black, white = (left, self.white) if side is BLACK else (self.black, left)
        ply = Ply(move, choice, seconds, self.last)
        return self._replace(position=after, black=black, white=white, plies=self.plies + 1, last=ply, end=None)

    def resigned(self, side: Color) -> Course:
        return self.ended(End(side.opponent, f"{side} resigned", "resigned"))

    def out_of_time(self, stderr: str = "") -> Course:
        return self.ended(End(self.to_play.opponent, f"{self.to_play} ran out of time", "time", stderr))

    def failed(self, side: Color, error: TengenError) -> Course:
        cause, stderr = (error.cause, error.stderr) if isinstance(error, PlayerFailed) else ("crash", "")
        return self.ended(End(side.opponent, f"{side}'s player failed: {error}", cause, stderr))

    def agreed(self, dead: Points) -> Course:
        game = self.start.game
        outcome = game.outcome(game.without(self.position, dead))
        words = f", without the dead {self.position.vertices(dead)}" if dead else ""
        return self.ended(End(outcome.winner, outcome.termination + words, "agreed", dead=dead))

    def ended(self, end: End | None) -> Course:
        return self._replace(end=end)

    @property
    def line(self) -> list[Ply]:
        """All plies, the first one first."""
        line, ply = [], self.last
        while ply is not None:
            line.append(ply)
            ply = ply.earlier
        return line[::-1]

    @property
    def record(self) -> Record:
        return self._record(self.line)

    def _record(self, line: list[Ply]) -> Record:
        return Record(self.start, self.start.points(ply.move for ply in line), end=self.position)

    @property
    def played(self) -> Played:
        """The game so far, and its result if there is one."""
        winner, reason, ending, stderr, _ = self.result
        line = self.line
        return Played(
            self._record(line),
            winner,
            reason,
            ending,
            tuple(ply.choice for ply in line),
            tuple(ply.seconds for ply in line),
            stderr,
            self.swapped,
        )

    @property
    def result(self) -> End:
        """How the game ended, or that it goes on."""
        if self.end is not None:
            return self.end
        game = self.start.game
        if self.position.is_over or (self.is_stopped and game.plies_allowed(self.start) is not None):
            outcome = game.outcome(self.position)
            return End(outcome.winner, outcome.termination, "over" if self.position.is_over else "stopped")
        words = f"stopped after {self.plies} plies" if self.is_stopped else "the game is not over"
        return End(None, words, "unfinished")


def taken_back(courses: Sequence[Course], mine: Collection[Color], people: Collection[Color]) -> Course:
    """The course before the last move of `mine`, unless another person has moved since. `courses`: after each ply."""
    for course in reversed(courses[:-1]):
        if course.to_play in mine:
            return course
        if course.to_play in people:
            break
    raise UsageError("there is no move of yours to take back")
