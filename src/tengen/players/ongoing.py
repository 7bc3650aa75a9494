"""A game as it goes on, between people and players: whose turn it is, what was played, undo, clocks, hints."""

from __future__ import annotations

from time import monotonic

from tengen.errors import IllegalMove, TengenError, UsageError
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.grid import BLACK, WHITE, Color, Pass, Point, Points
from tengen.interrupts import Job
from tengen.players.choice import Choice
from tengen.players.clock import Clock
from tengen.players.course import Course, Played, taken_back
from tengen.players.learned import usual
from tengen.players.player import Player
from tengen.players.swap2 import check_rule, opener_at, part_of
from tengen.players.thinking import Thinking

PlayerOrPerson = Player | None  # None: a person
_HINT_SECONDS = 2.0


class OngoingGame:
    """A game between two sides, each of them a player or, where there is None, a person.

    Players think on threads of their own, and nothing changes by itself: `poll` takes in what they have found and what
    the clocks say, and lets the next one think. So all calls come from one thread, or one at a time.
    """

    def __init__(
        self,
        start: Position,
        black: PlayerOrPerson = None,
        white: PlayerOrPerson = None,
        *,
        clock: Clock | None = None,
        adviser: Player | None = None,
        opening_rule: str | None = None,
    ) -> None:
        """`clock`: what each side has; `adviser`: who is asked for hints, the usual player unless told otherwise;
        `opening_rule`: "swap2": `black` is the first player, and sides are taken then."""
        start.require_sound()
        if opening_rule is not None:
            check_rule(opening_rule, start)
        self._opens = opening_rule is not None
        self._opening: Job[Color | Record] | None = None  # a player at its part of the opening
        self.start = start
        self._clock = clock
        self._adviser = adviser or usual(seconds=_HINT_SECONDS)
        self._thinking: Thinking | None = None
        self._hint: Thinking | None = None
        self._stopped: list[Thinking] = []  # told to stop, and perhaps not done yet
        self._courses: list[Course] = []  # after 0, 1, 2, ... plies
        self.changes = 0  # how often moves or the result have changed
        self.restart(black, white)

    def restart(self, black: PlayerOrPerson = None, white: PlayerOrPerson = None) -> None:
        """Begins again from the same start, between these two."""
        self._seats = black, white
        clock = None if self._opens else self._clock
        self._go_to(Course.begun(self.start, clock, clock)._replace(is_opening=self._opens))

    def _go_to(self, course: Course) -> None:
        """A move, the end of the game, or an undo."""
        self._halt()
        self._courses[course.plies :] = [course]
        black, white = self._seats[::-1] if course.swapped else self._seats
        self.players: dict[Color, PlayerOrPerson] = {BLACK: black, WHITE: white}
        self.changes += 1
        self._begun = monotonic()

    @property
    def _course(self) -> Course:
        return self._courses[-1]

    @property
    def position(self) -> Position:
        return self._course.position

    @property
    def plies(self) -> int:
        return self._course.plies

    @property
    def moves(self) -> Points:
        return self._course.record.moves

    @property
    def last(self) -> tuple[Position, Choice] | None:
        """The last move: the position that it was made in, and what the side that made it thought."""
        last = self._course.last
        return None if last is None else (self._courses[-2].position, last.choice)

    @property
    def is_over(self) -> bool:
        return self._course.is_over

    @property
    def is_opening(self) -> bool:
        """Are sides still to be taken? Till then the first player has Black's seat, and the second White's."""
        return self._course.is_opening and not self.is_over

    @property
    def may_take_side(self) -> bool:
        return self.is_opening and self.plies in (3, 5)

    @property
    def turn(self) -> Color:
        """Whose turn it is; in an opening that need not be the side of the next stone."""
        return opener_at(self.plies) if self.is_opening else self.position.to_play

    @property
    def is_persons_turn(self) -> bool:
        return not self.is_over and self.players[self.turn] is None

    @property
    def thinking(self) -> Thinking | None:
        """The player at work on its move."""
        return self._thinking

    @property
    def hint(self) -> Thinking | None:
        """The adviser at work on a hint, or done with it."""
        return self._hint

    @property
    def seconds(self) -> float:
        """How long the side to move has taken by now."""
        if self.is_over:
            return 0.0
        if self.is_persons_turn:
            return monotonic() - self._begun
        return self._thinking.seconds if self._thinking is not None else 0.0

    def clock(self, color: Color) -> Clock | None:
        """What this side has left at this moment; None: as long as it likes."""
        return self._course.clock_of(color, self.seconds)

    @property
    def played(self) -> Played:
        """The game so far, and its result if there is one."""
        return self._course.played

    def legal_for(self, color: Color) -> Points:
        """Where this side may play, or might if it were its turn; then a ko does not count."""
        position = self.position
        return (position if position.to_play is color else position.with_to_play(color)).legal_moves

    def poll(self) -> None:
        """Takes in what has happened: a move that was found, a clock that ran out. Lets a player begin to think."""
        self._stopped = [each for each in self._stopped if not each.is_done()]
        if self.is_over:
            return
        course, player, thinking = self._course, self.players[self.turn], self._thinking
        if self.is_opening:
            self._poll_opening(player)
        elif course.is_late(self.seconds):
            self._go_to(course.out_of_time())
        elif player is not None and thinking is None:
            if not any(each.player is player for each in self._stopped):  # it thinks of one position at a time
                self._thinking = Thinking(player, course.position, course.clock)
        elif thinking is not None and thinking.is_done():
            self._thinking = None
            try:
                self._go_to(course.play(thinking.result(), thinking.seconds))
            except TengenError as error:
                self._go_to(course.failed(course.to_play, error))

    def _poll_opening(self, player: PlayerOrPerson) -> None:
        """Lets a player do its part of the opening, and takes that in."""
        job = self._opening
        if player is not None and job is None:
            record = self._course.record
            self._opening = Job(lambda _cancel: part_of(player, record))
        elif job is not None and job.is_done(0):
            self._opening = None
            try:
                done = job.result()
            except TengenError as error:
                self._go_to(self._course.failed(self.turn, error))
                return
            if isinstance(done, Color):
                self._take(done)
            else:
                for move in done.moves[self.plies :]:
                    self._go_to(self._course.play(Choice(move)))

    def take(self, side: Color) -> None:
        """A person takes this side, in an opening where it is time for that."""
        self.poll()
        if not (self.may_take_side and self.is_persons_turn):
            raise UsageError("there is no side to take")
        self._take(side)

    def _take(self, side: Color) -> None:
        swapped, clock = side is not self.turn, self._clock
        self._go_to(self._course._replace(is_opening=False, swapped=swapped, black=clock, white=clock))

    def play(self, move: Point | Pass | str) -> None:
        """A person's move. One that cannot be made raises IllegalMove, or ParseError, and changes nothing."""
        self.poll()
        self._require_going()
        if not self.is_persons_turn:
            raise IllegalMove(f"it is {self.position.to_play}'s turn")
        if self.is_opening and self.plies == 5:
            raise UsageError("a side is to be taken, Black or White")
        self._go_to(self._course.play(Choice(self.position.move(move)), self.seconds))

    def undo(self) -> int:
        """Back to the last time that a person was to move, with the clocks as they were then; how many moves that takes
        back. A person's own resignation, or time that is up, is taken back alone."""
        people = [color for color, player in self.players.items() if player is None]
        course = self._course
        if course.is_opening:
            raise UsageError("an opening is not taken back")
        courses = [each for each in self._courses if not each.is_opening]
        before = course if course.end and course.to_play in people else taken_back(courses, people, people)
        self._go_to(before.ended(None))
        return course.plies - before.plies

    def resign(self) -> None:
        """A person gives up: the one to move, or the one whose opponent is thinking."""
        self.poll()
        self._require_going()
        side = self.turn
        loser = next((color for color in (side, side.opponent) if self.players[color] is None), None)
        if loser is None:
            raise UsageError("no person plays in this game")
        self._go_to(self._course.resigned(loser))

    def _require_going(self) -> None:
        if self.is_over:
            raise IllegalMove(f"the game is over: {self._course.result}")

    def ask_hint(self) -> Thinking:
        """Lets the adviser think about the move of the person whose turn it is."""
        if not self.is_persons_turn:
            raise UsageError("a hint is for the side to move, if it is yours")
        self.drop_hint()
        for each in self._stopped:
            if each.player is self._adviser:
                each.is_done(1.0)
        self._hint = Thinking(self._adviser, self.position)
        return self._hint

    def drop_hint(self) -> None:
        """Stops the adviser, if it is at work."""
        if self._hint is not None:
            self._stop(self._hint)
            self._hint = None

    def close(self) -> None:
        """Stops the players who think, and waits a moment for that."""
        self._halt()
        for each in self._stopped:
            each.is_done(1.0)

    def _halt(self) -> None:
        """Nobody is to think about this position any more."""
        self.drop_hint()
        self._opening = None
        if self._thinking is not None:
            self._stop(self._thinking)
            self._thinking = None

    def _stop(self, thinking: Thinking) -> None:
        if not thinking.is_done():
            thinking.stop()
            self._stopped.append(thinking)
