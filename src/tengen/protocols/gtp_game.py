"""The game on a GTP server's board, and the two clocks beside it."""

from __future__ import annotations

from typing import Any

from tengen.board import BLACK_CELL, PASS, WHITE, Board, Color, Pass, Point, Points
from tengen.errors import IllegalMove, UsageError
from tengen.games.game import Game, Position
from tengen.games.go import Position as GoPosition
from tengen.games.record import Record
from tengen.players.clock import Clock

Move = Point | Pass
MOST_ROWS = 100


class GtpGame:
    """Where the game started, the moves so far, and where it is now.

    GTP lets either side move at any time. In Go the other side is then taken to have passed, so that what superko needs
    of the past is kept; in the other games the past does not matter.
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
        self.start = self.position = self._before_passes = self._record_start = start
        self.moves: list[tuple[Color, Move]] = []
        self._line: list[Move] = []  # the same, in turn, from the start of the record
        self._line_before_passes = 0

    def set_up_board(self, board: Board, to_play: Color | None = None) -> None:
        position = self.game.position(board, to_play, **self.rules)
        position.require_sound()
        self.set_up(position)

    def set_rules(self, **changes: Any) -> None:
        """From now on; the moves so far stay. Raises IllegalMove, and changes nothing, if one would not be legal."""
        rules, before, moves = {**self.rules, **changes}, self.start, self.moves
        start = self.game.position(before.board, before.to_play, **rules)
        try:
            self._replay(start, moves)
        except IllegalMove:
            self._replay(before, moves)
            raise
        self.rules = rules

    def facing(self, color: Color) -> Position:
        """The position with this side to play, whoever's turn it is. Go goes on after two passes, if somebody plays."""
        position = self.position
        if position.to_play is color and not (position.is_over and isinstance(position, GoPosition)):
            return position
        if isinstance(position, GoPosition):
            before = self._before_passes
            return before if before.to_play is color else before.play(PASS)
        return position.with_to_play(color)

    def play(self, color: Color, move: Move) -> None:
        """Plays it, or raises IllegalMove and changes nothing."""
        position, in_go = self.position, isinstance(self.position, GoPosition)
        idle = isinstance(move, Pass) and (self.ends_with_passes or (in_go and position.to_play is not color))
        if not idle:
            facing = self.facing(color)
            self.position = facing.play(move)
            if facing is not position:
                self._turn_to(facing)
            self._line.append(move)
            if not (isinstance(self.position, GoPosition) and self.position.passes):
                self._before_passes, self._line_before_passes = self.position, len(self._line)
        self.moves.append((color, move))

    def _turn_to(self, facing: Position) -> None:
        """The record when a side moves out of turn: in Go it has a pass there, in other games it starts there."""
        if isinstance(facing, GoPosition):
            del self._line[self._line_before_passes:]
            self._line += [] if facing is self._before_passes else [PASS]
        else:
            self._record_start, self._line = facing, []

    @property
    def record(self) -> Record:
        """The game so far; where a side moved out of turn, and it is not Go, from there on."""
        return Record(self._record_start, Points(self._line, self.position.width))

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
        position = self.position
        if not position.is_over or self.game.name == "nogo":
            return False
        return self.game.name != "gomoku" or position.winner is None

    def undo(self) -> None:
        self._replay(self.start, self.moves[:-1])

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
        """What the arbiter says is left: of the main time (stones 0), or of this period, for so many stones.

        With Japanese byo-yomi the number is of periods, as KGS has it.
        """
        told = self._settings or Clock(seconds)
        period = told.period or seconds
        if not stones:
            self._left[color] = Clock(seconds, period=told.period, periods=told.periods, stones=told.stones)
        elif told.periods > 1:
            self._left[color] = Clock(seconds, period=period, periods=stones, stones_left=1)
        else:
            self._left[color] = Clock(seconds, period=period, stones=max(stones, told.stones), stones_left=stones)
