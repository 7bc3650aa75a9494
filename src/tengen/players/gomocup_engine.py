"""A Gomoku brain that speaks the Gomocup protocol (Piskvork's). https://plastovicka.github.io/protocl2en.htm"""

from __future__ import annotations

import re
from collections.abc import Iterable
from time import monotonic, sleep

from tengen.games.game import Position
from tengen.grid import BLACK, WHITE, Color, Pass, Point, Points
from tengen.players.clock import Clock
from tengen.players.engine import Engine
from tengen.players.program import Program

VARIANTS = {0: "freestyle", 1: "standard", 4: "renju", 8: "caro"}  # by `INFO rule`
UNLIMITED = 2147483647  # milliseconds: what `INFO time_left` says when the match has no limit
OWN, OTHER = 1, 2  # whose stone, as BOARD has it

_DEAF = 0.01  # seconds: Rapfi misses what comes right after its answer, and no manager is so quick
_TURN = 1.0  # seconds for a move where there is no clock: a brain thinks as long as it is allowed to
_ANSWER = re.compile(r"(\d{1,3}),\s*(\d{1,3})", re.ASCII)
_OPENED = re.compile(r"swap|\d{1,3},\s*\d{1,3}(\s+\d{1,3},\s*\d{1,3}){0,2}", re.ASCII | re.IGNORECASE)


class GomocupEngine(Engine):
    def __init__(self, command: str, timeout: float, start_timeout: float) -> None:
        super().__init__(command, timeout)
        self.program: Program = Program(command, "END")
        self._start_timeout = start_timeout
        self._told: list[Point | Pass] | None = None  # the moves on its board; None: it has no board
        self._answered = 0.0  # when it last did
        self._settings: tuple[int, int, str] | None = None  # height, width and variant as it knows them

    def bring_to(self, position: Position) -> None:
        if position.game.name != "gomoku":
            self.give_up(f"cannot play {position.game.name}: the Gomocup protocol is for gomoku")
        rules = position.rules
        if rules["in_a_row"] != 5:
            self.give_up(f"cannot be told of {rules['in_a_row']} in a row: the Gomocup protocol has 5")
        self.remember_line_to(position)
        settings = position.height, position.width, rules["variant"]
        if settings != self._settings or self._told is None or self._told != self.moves[: len(self._told)]:
            self._start(*settings)

    def tell_time(self, color: Color, clock: Clock | None) -> None:
        """The time of this move, of all moves, and what is left of that."""
        self._wait()
        times: tuple[float, float, float | None]
        if clock is None:
            times = _TURN, 0.0, None
        elif clock.remaining and not clock.stones_left:
            times = clock.available, clock.available, clock.available
        else:
            times = clock.remaining / max(1, clock.stones_left), 0.0, None
        for name, seconds in zip(("timeout_turn", "timeout_match", "time_left"), times, strict=True):
            self._tell(f"INFO {name} {UNLIMITED if seconds is None else max(0, int(1000 * seconds))}")

    def choose(self, position: Position, seconds: float | None) -> Point | Pass | None:
        new = [] if self._told is None else self.moves[len(self._told) :]
        if not self.moves:
            command = "BEGIN"
        elif self._told and len(new) == 1:
            command = f"TURN {_name(new[0])}"
        else:
            command = "\n".join(["BOARD", *self._stones(position.to_play), "DONE"])
        self.program.send(command, self.patience(seconds), command.partition("\n")[0])
        word = self._answer(_ANSWER)
        move = Point(int(word[2]), int(word[1]))
        if move.row >= position.height or move.col >= position.width:
            raise self.failed(f"chose an illegal move: {word[0]} is not on the board", "illegal")
        chosen = self.answered(position, move)
        self._told = list(self.moves)
        return chosen

    def swap2(self, position: Position) -> Color | Points | None:
        """SWAP: it takes Black. One point is its move as White, which it will be asked for again."""
        self._told = None  # whatever it keeps of the board
        answer = self._opened(map(_name, self.moves))
        if answer is None:  # Rapfi wants to know whose stones they are, as in BOARD
            self.program.send("RESTART", self.timeout)
            while not self.program.read_line().upper().startswith("OK"):
                pass
            answer = self._opened(self._stones(position.to_play))
        if answer is None:
            raise self.failed("refused SWAP2BOARD", "protocol")
        found = [Point(int(row), int(col)) for col, row in _ANSWER.findall(answer)]
        if outside := [point for point in found if point.row >= position.height or point.col >= position.width]:
            raise self.failed(f"chose an illegal move: {_name(outside[0])} is not on the board", "illegal")
        return BLACK if not found else WHITE if len(found) == 1 else position.points(found)

    def _opened(self, stones: Iterable[str]) -> str | None:
        """What it answers to SWAP2BOARD with these lines; None: an error."""
        self.program.send("\n".join(["SWAP2BOARD", *stones, "DONE"]), self.timeout, "SWAP2BOARD")
        while not _OPENED.fullmatch(line := self.program.read_line()):
            if line.upper().startswith(("ERROR", "UNKNOWN")):
                return None
        self._answered = monotonic()
        return line

    def _wait(self) -> None:
        sleep(max(0.0, self._answered + _DEAF - monotonic()))

    def _start(self, height: int, width: int, variant: str) -> None:
        self._told = None
        self._wait()
        command = f"START {height}" if height == width else f"RECTSTART {width},{height}"
        self.program.send(command, self._start_timeout if self._settings is None else self.timeout)
        self._answer(re.compile("OK.*", re.IGNORECASE))
        self._settings = height, width, variant
        self._tell(f"INFO rule {next(number for number, name in VARIANTS.items() if name == variant)}")
        self._told = []

    def _stones(self, own: Color) -> list[str]:
        first = OWN if own is BLACK else OTHER
        return [
            f"{_name(move)},{first if number % 2 == 0 else OWN + OTHER - first}"
            for number, move in enumerate(self.moves)
        ]

    def _tell(self, line: str) -> None:
        self.program.send(line, self.timeout)

    def _answer(self, expected: re.Pattern[str]) -> re.Match[str]:
        """The line that is an answer. What a brain says besides is for people."""
        while True:
            line = self.program.read_line()
            if found := expected.fullmatch(line):
                self._answered = monotonic()
                return found
            if line.upper().startswith(("ERROR", "UNKNOWN")):
                raise self.failed(f"refused it: {line[:200]}", "protocol")
            if not line.upper().startswith(("MESSAGE", "DEBUG")):
                self.program.stray = self.program.stray or line


def _name(move: Point | Pass) -> str:
    assert isinstance(move, Point)  # nobody passes in Gomoku
    return f"{move.col},{move.row}"
