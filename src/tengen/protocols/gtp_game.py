"""The game on a GTP server's board, and the two clocks beside it."""

from __future__ import annotations

from typing import Any

from tengen.errors import IllegalMove, UsageError
from tengen.games.game import Game, Position
from tengen.games.record import Record
from tengen.grid import BLACK_CELL, PASS, WHITE, Board, Color, Pass, Point
from tengen.players.choice import Choice
from tengen.players.clock import Clock
from tengen.players.course import Course

Move = Point | Pass
MOST_ROWS = 100


class GtpGame:
    """The moves so far, of either side at any time, as GTP allows.

    Where play may go on after passes (Go), a side that moves out of turn follows a pass of the other side: superko
    needs the boards before it. In the other games the past does not matter.
    """

    def __init__(self, game: Game, height: int, width: int, rules: dict[str, Any]) -> None:
        self.game = game
        self.rules = dict(rules)
        self.new(height, width)

    def new(self, height: int, width: int) -> None:
        """The usual start on a board of this size."""
        if not (1 <= height <= MOST_ROWS and 1 <= width <= MOST_ROWS):
            raise UsageError(f"a {height}x{width} board; over GTP a board has 1 to {MOST_ROWS} rows and columns")
        self.set_up(self.game.start(height, width, **self.rules))

    def clear(self) -> None:
        self.new(self.position.height, self.position.width)

    def set_up(self, start: Position) -> None:
        """Starts over from this position."""
        self._start = start
        self.moves: list[tuple[Color, Move]] = []
        self.course = self._before_passes = Course.begun(start)  # the moves in turn, see `_facing`

    @property
    def position(self) -> Position:
        return self.course.position

    def set_up_board(self, board: Board, to_play: Color | None = None) -> None:
        position = self.game.position(board, to_play, **self.rules)
        position.require_sound()
        self.set_up(position)

    def set_rules(self, **changes: Any) -> None:
        """From now on; the moves so far stay. Raises IllegalMove, and changes nothing, if one would not be legal."""
        rules, before, moves = {**self.rules, **changes}, self._start, self.moves
        start = self.game.position(before.board, before.to_play, **rules)
        try:
            self._replay(start, moves)
        except IllegalMove:
            self._replay(before, moves)
            raise
        self.rules = rules

    def facing(self, color: Color) -> Position:
        """The position with this side to play, also out of turn."""
        return self._facing(color).position

    def _facing(self, color: Color) -> Course:
        """The course with this side to play: out of turn there is a pass in it, or it begins anew."""
        course, goes_on = self.course, self.game.goes_on_after_passes
        if course.to_play is color and not (goes_on and course.position.is_over):
            return course
        if not goes_on:
            return Course.begun(course.position.with_to_play(color))
        before = self._before_passes
        return before if before.to_play is color else before.play(Choice(PASS))

    def play(self, color: Color, move: Move) -> None:
        """Plays it, or raises IllegalMove and changes nothing."""
        is_idle = isinstance(move, Pass) and (
            self.ends_with_passes or (self.game.goes_on_after_passes and self.course.to_play is not color)
        )
        if not is_idle:
            self.course = self._facing(color).play(Choice(move))
            if not isinstance(move, Pass):
                self._before_passes = self.course
        self.moves.append((color, move))

    def load(self, record: Record) -> None:
        """The position at the end of this record, its moves, and its rules."""
        if max(record.start.height, record.start.width) > MOST_ROWS:
            raise UsageError(f"over GTP a board has 1 to {MOST_ROWS} rows and columns")
        self.rules = dict(record.start.rules)
        self.set_up(record.start)
        for move in record.moves:
            self.play(self.position.to_play, move)

    @property
    def ends_with_passes(self) -> bool:
        """Is the game over in such a way that both sides pass from now on? Arbiters of Go wait for that."""
        return self.position.is_over and (self.position.has_passes or self.position.winner is None)

    def undo(self) -> None:
        self._replay(self._start, self.moves[:-1])

    def _replay(self, start: Position, moves: list[tuple[Color, Move]]) -> None:
        self.set_up(start)
        for color, move in moves:
            self.play(color, move)

    def place_handicap(self, points: list[Point]) -> None:
        """Black stones on an empty board; White is to play."""
        board = self.position.board
        cells = bytearray(board.cells)
        for point in points:
            cells[point.row * board.width + point.col] = BLACK_CELL
        self.set_up_board(Board(board.height, board.width, bytes(cells)), WHITE)


class Clocks:
    """What each side has left. The server counts it down itself where nobody tells it the time."""

    def __init__(self) -> None:
        self._settings: Clock | None = None
        self._left: dict[Color, Clock] = {}

    def set(self, settings: Clock | None) -> None:
        """This much for each side from now on; None: as long as it takes."""
        self._settings = settings
        self._left = {}

    def restart(self) -> None:
        self._left = {}

    def of(self, color: Color) -> Clock | None:
        return self._left.get(color, self._settings)

    def spend(self, color: Color, seconds: float) -> None:
        """Takes the time that a move took. When it is up there is none left, but the game goes on: that is for the
        arbiter to say."""
        clock = self.of(color)
        if clock is not None:
            self._left[color] = clock.after(seconds) or Clock(0)

    def tell(self, color: Color, seconds: float, stones: int) -> None:
        """What the arbiter says is left: of the main time if `stones` is 0, else of a period in which that many stones
        are to be played. With Japanese byo-yomi it is the number of periods, as KGS has it.
        """
        told = self._settings or Clock(seconds)
        period = told.period or seconds
        if not stones:
            self._left[color] = Clock(seconds, period=told.period, periods=told.periods, stones=told.stones)
        elif told.periods > 1:
            self._left[color] = Clock(seconds, period=period, periods=stones, stones_left=1)
        else:
            self._left[color] = Clock(seconds, period=period, stones=max(stones, told.stones), stones_left=stones)
