"""The Gomocup protocol (Piskvork's "new protocol"): a Gomoku brain that a manager talks to, a line at a time.

Coordinates are `x,y` from 0, the column first. The spec: https://plastovicka.github.io/protocl2en.htm
"""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic

from tengen import __version__
from tengen._core import Cancel
from tengen.errors import TengenError
from tengen.games.gomoku import Position, make
from tengen.grid import BLACK, WHITE, Board, Pass, Point
from tengen.players import Choice, Clock, Player, random
from tengen.players.gomocup_engine import OTHER, OWN, UNLIMITED, VARIANTS
from tengen.players.learned import usual
from tengen.players.swap2 import three_stones
from tengen.players.thinking import think
from tengen.players.words import thought

LEAST_SIDE, MOST_SIDE = 5, 50
FASTEST = 0.05  # seconds on the clock when a turn has none: as fast as possible

_IN_A_ROW = 5

_PAIR = re.compile(r"\s*(\d{1,6})\s*,\s*(\d{1,6})\s*", re.ASCII)
_FIELD = re.compile(r"\s*(\d{1,6})\s*,\s*(\d{1,6})\s*,\s*(\d)\s*", re.ASCII)
_SIZE = re.compile(r"\s*(\d{1,6})\s*", re.ASCII)
_NUMBER = re.compile(r"\s*(-?\d{1,18})\s*", re.ASCII)


class Refused(Exception):
    """A command that is known and cannot be done; answered with ERROR and these words."""


class Brain:
    """One brain. `answer` takes a line and gives the lines to send back; after END, `has_ended`."""

    def __init__(self, player: Player | None = None) -> None:
        self.has_ended = False
        self._player = usual() if player is None else player
        self._width = self._height = 0  # 0: no START yet
        self._stones: dict[Point, int] = {}  # whose
        self._block: _Block | None = None  # BOARD or SWAP2BOARD, until DONE
        self._rule = 0
        self._turn_limit: float | None = None  # seconds, as are the others
        self._match_limit: float | None = None
        self._time_left: float | None = None
        self._time_used = 0.0
        self._commands: dict[str, Callable[[str, Cancel | None], list[str]]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": self._board,
            "SWAP2BOARD": self._swap2board,
            "TAKEBACK": self._takeback,
            "PLAY": self._play,
            "INFO": self._info,
            "ABOUT": self._about,
            "END": self._end,
        }

    def answer(self, line: str, cancel: Cancel | None = None) -> list[str]:
        """The answer to a line; there is none to some. The cancel flag makes it move at once."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return []
        try:
            if self._block is not None and word.upper() != "END":
                return self._block_line(line, cancel)
            command = self._commands.get(word.upper())
            if command is None:
                return [f"UNKNOWN {_quoted(word)} is not a command here"]
            return command(rest, cancel)
        except (Refused, TengenError) as error:
            return [f"ERROR {error}"]

    # Boards

    def _start(self, rest: str, _cancel: Cancel | None) -> list[str]:
        found = _SIZE.fullmatch(rest)
        if not found:
            raise Refused(f"START {_quoted(rest)}; expected a size, as in START 20")
        return self._new_board(int(found[1]), int(found[1]))

    def _rectstart(self, rest: str, _cancel: Cancel | None) -> list[str]:
        found = _PAIR.fullmatch(rest)
        if not found:
            raise Refused(f"RECTSTART {_quoted(rest)}; expected columns and rows, as in RECTSTART 30,20")
        return self._new_board(int(found[1]), int(found[2]))

    def _restart(self, _rest: str, _cancel: Cancel | None) -> list[str]:
        self._require_board()
        return self._new_board(self._width, self._height)

    def _new_board(self, width: int, height: int) -> list[str]:
        if not (LEAST_SIDE <= width <= MOST_SIDE and LEAST_SIDE <= height <= MOST_SIDE):
            raise Refused(f"a board of {width}x{height}; expected {LEAST_SIDE} to {MOST_SIDE} columns and rows")
        self._width, self._height = width, height
        self._stones = {}
        self._time_used = 0.0
        return ["OK"]

    def _require_board(self) -> None:
        if not self._width:
            raise Refused("there is no board yet; send START first")

    # Moves

    def _begin(self, _rest: str, cancel: Cancel | None) -> list[str]:
        self._require_board()
        return self._move(self._stones, cancel)

    def _turn(self, rest: str, cancel: Cancel | None) -> list[str]:
        self._require_board()
        return self._move({**self._stones, self._free_point(rest, "TURN"): OTHER}, cancel)

    def _play(self, rest: str, _cancel: Cancel | None) -> list[str]:
        self._require_board()
        point = self._free_point(rest, "PLAY")
        self._stones = {**self._stones, point: OWN}
        return [_name(point)]

    def _takeback(self, rest: str, _cancel: Cancel | None) -> list[str]:
        self._require_board()
        point = self._point(rest, "TAKEBACK")
        if point not in self._stones:
            raise Refused(f"there is no stone at {_name(point)}")
        self._stones = {at: whose for at, whose in self._stones.items() if at != point}
        return ["OK"]

    def _move(self, stones: dict[Point, int], cancel: Cancel | None) -> list[str]:
        """Thinks about these stones, moves, and keeps them. If that fails, nothing has changed."""
        position = self._position(stones)
        choice = self._think(position, cancel)
        message = thought(position, choice, _name)
        if choice.move is None:  # there is no resigning here
            choice = think(random, position, None)
            message = f"{self._player} would resign"
        assert isinstance(choice.move, Point)
        self._stones = {**stones, choice.move: OWN}
        return [f"MESSAGE {message}", _name(choice.move)] if message else [_name(choice.move)]

    def _position(self, stones: dict[Point, int]) -> Position:
        """These stones with our side to move. Who has as many stones as the other began."""
        if self._rule not in VARIANTS:
            raise Refused(_why_not(self._rule))
        count = list(stones.values()).count
        own = BLACK if count(OWN) >= count(OTHER) else WHITE
        cells = bytearray(self._width * self._height)
        for point, whose in stones.items():
            cells[point.row * self._width + point.col] = 1 + ((whose == OWN) != (own is BLACK))
        position = make(Board(self._height, self._width, bytes(cells)), own, _IN_A_ROW, VARIANTS[self._rule])
        if position.is_over:
            raise Refused("the game is over")
        return position

    def _think(self, position: Position, cancel: Cancel | None) -> Choice:
        began = monotonic()
        try:
            return think(self._player, position, self._clock(position), cancel)
        finally:
            self._time_used += monotonic() - began

    def _clock(self, position: Position) -> Clock | None:
        """The stricter of the two limits, of the turn and of the match; None if there is neither."""
        clocks = []
        if self._turn_limit is not None:
            clocks.append(Clock.per_move(max(FASTEST, self._turn_limit)))
        if self._time_left is not None:
            clocks.append(Clock(max(0.0, self._time_left)))
        elif self._match_limit:
            clocks.append(Clock(max(0.0, self._match_limit - self._time_used)))
        moves_left = position.game.moves_left(position)
        return min(clocks, key=lambda clock: clock.allowance(moves_left), default=None)

    # Blocks of lines, up to DONE

    def _board(self, _rest: str, _cancel: Cancel | None) -> list[str]:
        self._block = _Block(is_swap2=False)
        return []

    def _swap2board(self, _rest: str, _cancel: Cancel | None) -> list[str]:
        self._block = _Block(is_swap2=True)
        return []

    def _block_line(self, line: str, cancel: Cancel | None) -> list[str]:
        block = self._block
        assert block is not None
        if line.strip().upper() != "DONE":
            if block.fault is None:  # what follows a fault is read and not looked at: it is no command
                try:
                    self._add(block, line)
                except Refused as error:
                    block.fault = error
            return []
        self._block = None
        self._require_board()
        if block.fault is not None:
            raise block.fault
        return self._open(block.stones, cancel) if block.is_swap2 else self._move(block.stones, cancel)

    def _add(self, block: _Block, line: str) -> None:
        if block.is_swap2:
            point = self._point(line, "SWAP2BOARD")
            whose = OTHER if len(block.stones) % 2 == 0 else OWN  # the side to move is White, and is asked
        else:
            found = _FIELD.fullmatch(line)
            if not found or int(found[3]) not in (OWN, OTHER):
                raise Refused(f"{_quoted(line)} in BOARD; expected x,y,1 (own) or x,y,2 (the opponent's), or DONE")
            point = self._point(f"{found[1]},{found[2]}", "BOARD")
            whose = int(found[3])
        if point in block.stones:
            raise Refused(f"two stones at {_name(point)}")
        block.stones[point] = whose

    def _open(self, stones: dict[Point, int], cancel: Cancel | None) -> list[str]:
        """Swap2: three stones to begin with, or which side we want. The manager sends BOARD afterwards."""
        if not stones:
            return [" ".join(map(_name, three_stones(self._player, self._position({}))))]
        if len(stones) not in (3, 5):
            raise Refused(f"{len(stones)} stones in SWAP2BOARD; expected none, 3 or 5")
        position = self._position(stones)
        choice = self._think(position, cancel)
        if choice.move is None or (choice.value is not None and choice.value < 0.5):
            return ["SWAP"]
        return [_name(choice.move)]

    # The rest

    def _info(self, rest: str, _cancel: Cancel | None) -> list[str]:
        """Nothing is ever answered; what is not understood is ignored."""
        key, _, value = rest.strip().partition(" ")
        found = _NUMBER.fullmatch(value)
        if not found:
            return []
        number = int(found[1])
        match key.lower():
            case "timeout_turn":
                self._turn_limit = number / 1000
            case "timeout_match":
                self._match_limit = number / 1000
            case "time_left":
                self._time_left = None if number >= UNLIMITED else number / 1000
            case "rule":
                self._rule = number
        return []

    def _about(self, _rest: str, _cancel: Cancel | None) -> list[str]:
        return [f'name="Tengen", version="{__version__}"']

    def _end(self, _rest: str, _cancel: Cancel | None) -> list[str]:
        self.has_ended = True
        return []

    def _point(self, text: str, command: str) -> Point:
        self._require_board()
        found = _PAIR.fullmatch(text)
        if not found:
            raise Refused(f"{_quoted(text)} in {command}; expected x,y as in 10,10")
        col, row = int(found[1]), int(found[2])
        if col >= self._width or row >= self._height:
            raise Refused(f"{col},{row} is not on the board of {self._width}x{self._height}")
        return Point(row, col)

    def _free_point(self, text: str, command: str) -> Point:
        point = self._point(text, command)
        if point in self._stones:
            raise Refused(f"{_name(point)} is occupied")
        return point


class _Block:
    """The lines after BOARD or SWAP2BOARD, so far."""

    def __init__(self, is_swap2: bool) -> None:
        self.is_swap2 = is_swap2
        self.stones: dict[Point, int] = {}
        self.fault: Refused | None = None


def _why_not(rule: int) -> str:
    if rule == 9:
        return "rule 9 (caro with exactly five) is not played here; expected 0, 1, 4 or 8"
    what = " (continuous games)" if rule > 0 and rule & 2 else ""
    return f"rule {rule}{what} is not played here; expected 0, 1, 4 or 8"


def _name(move: Point | Pass) -> str:
    assert isinstance(move, Point)
    return f"{move.col},{move.row}"


def _quoted(text: str) -> str:
    text = text.strip()
    return repr(text if len(text) <= 20 else text[:20] + "...")
