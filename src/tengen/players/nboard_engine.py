"""An Othello program that speaks the protocol of NBoard, a board for such programs."""

from __future__ import annotations

from tengen.errors import ParseError
from tengen.formats.vertex import OTHELLO
from tengen.games.game import Position
from tengen.grid import BLACK, BLACK_CELL, PASS, WHITE_CELL, Color, Pass, Point
from tengen.players.clock import Clock
from tengen.players.engine import Engine
from tengen.players.program import Program

DEPTH = 8  # plies that it looks ahead; near the end programs look further by themselves

_SIZE = 8
_GLYPHS = {0: "-", BLACK_CELL: "*", WHITE_CELL: "O"}
_HOUR = 3600.0  # seconds, where there is no clock


class NBoardEngine(Engine):
    def __init__(self, command: str, timeout: float, start_timeout: float, depth: int) -> None:
        super().__init__(command, timeout)
        self.program: Program = Program(command, "quit")
        self._seconds = _HOUR
        self._pings = 0
        self.program.send(f"nboard 2\nset depth {depth}", timeout)
        self._wait(start_timeout)

    def bring_to(self, position: Position) -> None:
        if position.game.name != "othello":
            self.give_up(f"cannot play {position.game.name}: the protocol of NBoard is for othello")
        cells = position.board.cells
        if (position.height, position.width) != (_SIZE, _SIZE) or any(cell not in _GLYPHS for cell in cells):
            self.give_up("cannot be told of this board: the protocol of NBoard has 8x8, without holes")

    def tell_time(self, color: Color, clock: Clock | None) -> None:
        self._seconds = _HOUR if clock is None else clock.available

    def choose(self, position: Position, seconds: float | None) -> Point | Pass | None:
        board = "".join(_GLYPHS[cell] for cell in position.board.cells)
        side = _GLYPHS[BLACK_CELL if position.to_play is BLACK else WHITE_CELL]
        minutes, left = divmod(max(1, int(self._seconds)), 60)
        game = f"(;GM[Othello]PC[Tengen]PB[black]PW[white]RE[?]TI[{minutes}:{left:02}]TY[8]BO[8 {board} {side}];)"
        self.program.send(f"set game {game}", self.timeout, "'set game'")
        self._wait(self.timeout)
        self.program.send("go", self.patience(seconds))
        word = self._answer("===").partition("/")[0]
        try:
            move = PASS if word.upper() in ("PA", "PASS") else OTHELLO.parse(word, _SIZE, _SIZE)
        except ParseError as error:
            raise self.failed(f"answered 'go' with no move: {error}", "protocol") from None
        return self.answered(position, move)

    def _wait(self, seconds: float) -> None:
        """Until it has done what it was told so far."""
        self._pings += 1
        self.program.send(f"ping {self._pings}", seconds)
        while self._answer("pong") != str(self._pings):
            pass

    def _answer(self, word: str) -> str:
        """What follows this word in the next line that begins with it. The other lines are for people."""
        while True:
            words = self.program.read_line().split()
            if words[:1] == [word] and len(words) > 1:
                return words[1]
