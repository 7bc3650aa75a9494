"""A game as it goes on, between people and players: whose turn it is, what was played, undo, clocks, hints."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from tengen.board import BLACK, WHITE, Color, Pass, Point, Points
from tengen.errors import IllegalMove, PlayerFailed, TengenError, UsageError
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.players.choice import Choice
from tengen.players.clock import GRACE, Clock
from tengen.players.game import Played
from tengen.players.mcts import MctsPlayer
from tengen.players.player import Player
from tengen.players.thinking import Thinking

Seat = Player | None  # None: a person
_HINT_SECONDS = 2.0


class _Turn(NamedTuple):
    """A position, and the clocks when it came up."""

    position: Position
    black: Clock | None
    white: Clock | None


class _End(NamedTuple):
    """How a game ended before its rules ended it, in the words of `Played`."""

    winner: Color
    reason: str
    ending: str
    stderr: str = ""


class OngoingGame:
    """A game between two sides, each of them a player or, where there is None, a person.

    Players think on threads of their own, and nothing changes by itself: `poll` takes in what they have found and what
    the clocks say, and lets the next one think. So all calls come from one thread, or one at a time.
    """

    def __init__(self, start: Position, black: Seat = None, white: Seat = None, *, clock: Clock | None = None,
                 adviser: Player | None = None) -> None:
        """`clock`: what each side has; `adviser`: who is asked for hints, a search unless told otherwise."""
        start.require_sound()
        self.start = start
        self._clock = clock
        self._adviser = adviser or MctsPlayer(seconds=_HINT_SECONDS)
        self._thinking: Thinking | None = None
        self._hint: Thinking | None = None
        self._stopped: list[Thinking] = []  # told to stop, and perhaps not done yet
        self.changes = 0  # how often moves or the result have changed
        self.restart(black, white)

    def restart(self, black: Seat = None, white: Seat = None) -> None:
        """Begins again from the same start, between these two."""
        self._halt()
        self.players: dict[Color, Seat] = {BLACK: black, WHITE: white}
        self._turns = [_Turn(self.start, self._clock, self._clock)]
        self._choices: list[Choice] = []
        self._seconds: list[float] = []
        self._end: _End | None = None
        self._next_turn()

    def _next_turn(self) -> None:
        self.changes += 1
        self._begun = monotonic()

    @property
    def position(self) -> Position:
        return self._turns[-1].position

    @property
    def moves(self) -> Points:
        return Points([choice.move for choice in self._choices if choice.move is not None], self.start.width)

    @property
    def last(self) -> tuple[Position, Choice] | None:
        """The last move: the position that it was made in, and what the side that made it thought."""
        return (self._turns[-2].position, self._choices[-1]) if self._choices else None

    @property
    def is_over(self) -> bool:
        return self._end is not None or self.position.is_over

    @property
    def is_persons_turn(self) -> bool:
        return not self.is_over and self.players[self.position.to_play] is None

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
        clock = self._clock_before(color)
        if clock is None or color is not self.position.to_play:
            return clock
        if self._end is not None and self._end.ending == "time":
            return Clock(0)
        return clock if self.is_over else clock.running(self.seconds) or Clock(0)

    def _clock_before(self, color: Color) -> Clock | None:
        turn = self._turns[-1]
        return turn.black if color is BLACK else turn.white

    @property
    def played(self) -> Played:
        """The game so far, and its result if there is one."""
        record = Record(self.start, self.moves)
        choices, seconds = tuple(self._choices), tuple(self._seconds)
        if self._end is not None:
            return Played(record, self._end.winner, self._end.reason, self._end.ending, choices, seconds,
                          self._end.stderr)
        outcome = self.position.outcome
        if outcome is None:
            return Played(record, None, "the game is not over", "unfinished", choices, seconds)
        return Played(record, outcome.winner, outcome.termination, "over", choices, seconds)

    def legal_for(self, color: Color) -> Points:
        """Where this side may play, or might if it were its turn; then a ko does not count."""
        position = self.position
        return (position if position.to_play is color else position.with_to_play(color)).legal_moves

    def poll(self) -> None:
        """Takes in what has happened: a move that was found, a clock that ran out. Lets a player begin to think."""
        self._stopped = [each for each in self._stopped if not each.is_done()]
        if self.is_over:
            return
        side = self.position.to_play
        player, thinking = self.players[side], self._thinking
        if self._is_time_up():
            self._finish(_End(side.opponent, f"{side} ran out of time", "time"))
        elif player is not None and thinking is None:
            if not self._is_busy(player):
                self._thinking = Thinking(player, self.position, self._clock_before(side))
        elif thinking is not None and thinking.is_done():
            self._thinking = None
            self._take(thinking)

    def _take(self, thinking: Thinking) -> None:
        """The move of a player that is done."""
        side = self.position.to_play
        try:
            choice = thinking.result()
        except TengenError as error:
            cause, stderr = (error.cause, error.stderr) if isinstance(error, PlayerFailed) else ("crash", "")
            self._finish(_End(side.opponent, f"{side}'s player failed: {error}", cause, stderr))
            return
        if choice.move is None:
            self._finish(_End(side.opponent, f"{side} resigned", "resigned"))
        else:
            self._move(choice, thinking.seconds)

    def play(self, move: Point | Pass | str) -> None:
        """A person's move. One that cannot be made raises IllegalMove, or ParseError, and changes nothing."""
        self.poll()
        position = self.position
        if self.is_over:
            raise IllegalMove(f"the game is over: {self.played}")
        if not self.is_persons_turn:
            raise IllegalMove(f"it is {position.to_play}'s turn")
        chosen = position.move(move)
        wrong = position.why_illegal(chosen)
        if wrong is not None:
            raise IllegalMove(str(wrong))
        self._move(Choice(chosen), self.seconds)

    def _move(self, choice: Choice, seconds: float) -> None:
        assert choice.move is not None
        turn = self._turns[-1]
        after = turn.position.play(choice.move)
        if turn.position.to_play is BLACK:
            turn = turn._replace(black=turn.black and turn.black.after(seconds, GRACE))
        else:
            turn = turn._replace(white=turn.white and turn.white.after(seconds, GRACE))
        self._halt()
        self._turns.append(turn._replace(position=after))
        self._choices.append(choice)
        self._seconds.append(seconds)
        self._next_turn()

    def undo(self) -> int:
        """Back to the last time that a person was to move, with the clocks as they were then; how many moves that takes
        back. A person's own resignation, or time that is up, is taken back alone."""
        kept = len(self._choices)
        if self._end is None or self.players[self.position.to_play] is not None:
            earlier = (k for k in reversed(range(kept)) if self.players[self._turns[k].position.to_play] is None)
            found = next(earlier, None)
            if found is None:
                raise UsageError("there is no move of yours to take back")
            kept = found
        taken = len(self._choices) - kept
        self._halt()
        self._end = None
        del self._turns[kept + 1:], self._choices[kept:], self._seconds[kept:]
        self._next_turn()
        return taken

    def resign(self) -> None:
        """A person gives up: the one to move, or the one whose opponent is thinking."""
        self.poll()
        if self.is_over:
            raise IllegalMove(f"the game is over: {self.played}")
        side = self.position.to_play
        loser = next((color for color in (side, side.opponent) if self.players[color] is None), None)
        if loser is None:
            raise UsageError("no person plays in this game")
        self._finish(_End(loser.opponent, f"{loser} resigned", "resigned"))

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
        """Stops whoever is thinking, and waits a moment for that."""
        self._halt()
        for each in self._stopped:
            each.is_done(1.0)

    def _finish(self, end: _End) -> None:
        self._halt()
        self._end = end
        self.changes += 1

    def _halt(self) -> None:
        """Nobody is to think about this position any more."""
        self.drop_hint()
        if self._thinking is not None:
            self._stop(self._thinking)
            self._thinking = None

    def _stop(self, thinking: Thinking) -> None:
        if not thinking.is_done():
            thinking.stop()
            self._stopped.append(thinking)

    def _is_time_up(self) -> bool:
        clock = self._clock_before(self.position.to_play)
        return clock is not None and clock.after(self.seconds, GRACE) is None

    def _is_busy(self, player: Player) -> bool:
        """Is it still at a thought that nobody wants any more? Then it cannot be asked for another."""
        return any(each.player is player for each in self._stopped)
