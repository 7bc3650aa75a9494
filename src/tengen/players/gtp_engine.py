"""A GTP program in a conversation about one game: where its board stands, what it was told, what it answers."""

from __future__ import annotations

import json
from tempfile import NamedTemporaryFile

from tengen.errors import ParseError
from tengen.formats.vertex import GTP, PASS_NAME
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.grid import BLACK, HOLE_CELL, PASS, Color, Pass, Point, Points
from tengen.players.clock import Clock
from tengen.players.engine import Engine
from tengen.players.following import before_ko, line_between, placements
from tengen.players.program import Program

_RESIGN = "resign"
_FINE = 10.0  # seconds below which fractions matter; GTP's times are whole seconds


class GtpEngine(Engine):
    def __init__(self, command: str, timeout: float, start_timeout: float) -> None:
        super().__init__(command, timeout)
        self.program: Program = Program(command, "quit")
        fine, words = self.ask("list_commands", start_timeout)
        self._commands = frozenset(words.split()) if fine else frozenset[str]()
        self._settings: list[str] | None = None  # what board and rules it was told of
        self._height = 0
        self._clock: tuple[float, ...] | None = None  # the clock's settings as it knows them
        self._takes_fractions = True

    def bring_to(self, position: Position) -> None:
        way = self.way_to(position)
        if way is None:
            self._set_up(position)
            return
        kept, moves = way
        if kept < len(self.moves):
            # A new start takes the same few commands everywhere; undo is not known everywhere, nor how far it goes.
            again = self.moves[:kept]
            self._set_up(self.positions[0])
            self._play(*again)
        self._play(*moves)

    def tell_time(self, color: Color, clock: Clock | None) -> None:
        if clock is None:
            if self._clock is not None:
                self._tell("time_settings", 0, 1, 0)  # GTP's way to say: no limit
            self._clock = None
            return
        settings = (clock.increment, clock.period, clock.stones)
        if settings != self._clock:
            self._tell_settings(clock)
            self._clock = settings
        self._tell("time_left", _letter(color), clock.remaining, clock.stones_left)

    def choose(self, position: Position, seconds: float | None) -> Point | Pass | None:
        command = f"genmove {_letter(position.to_play)}"
        answer = self._done(command, self.patience(seconds))
        word = (answer.split() or [""])[0]
        if word.lower() == _RESIGN:
            self.positions.clear()  # some programs have put a stone down all the same
            return None
        try:
            move = PASS if word.lower() == PASS_NAME else GTP.parse(word, position.height, position.width)
        except ParseError as error:
            raise self.failed(f"answered {command!r} with no move: {error}", "protocol") from None
        return self.answered(position, move)

    def dead_stones(self, position: Position) -> Points | None:
        if "final_status_list" not in self._commands:
            return None
        done, words = self.ask("final_status_list dead", self.timeout)
        try:
            named = [GTP.parse(word, position.height, position.width) for word in words.split()]
        except ParseError:
            return None
        return Points(sorted(named), position.width) if done else None

    def _set_up(self, position: Position) -> None:
        """Makes its board this position, whatever it was."""
        self.moves, self.positions = [], []
        self._clock = None  # a new game, for which clocks are set again
        if HOLE_CELL in position.board.cells:
            self.give_up("cannot be told of a board with holes: GTP has none")
        self._height = position.height
        settings = self._settings_for(position)
        if settings != self._settings:
            for command in settings:
                self._done(command)
            self._settings = settings
        self._done("clear_board")
        if not position.game.starts_empty:
            self._set_up_by_moves(position)
            return
        passes = position.game.passes(position)
        taken = before_ko(position) if "ko" in position.rules and not passes else None
        for color, move in placements(taken[0] if taken else position):
            self._place(color, move)
        if taken:
            self._place(position.to_play.opponent, taken[1])
        if passes:
            self._place(position.to_play.opponent, PASS)
        self.positions = [position]

    def _settings_for(self, position: Position) -> list[str]:
        height, width = position.height, position.width
        if height == width:
            settings = [f"boardsize {height}"]
        elif "rectangular_boardsize" in self._commands:
            settings = [f"rectangular_boardsize {width} {height}"]
        else:
            self.give_up(f"knows square boards only, not {height}x{width}: it has no command rectangular_boardsize")
        rules = position.rules
        if "ko" in rules and "kata-set-rules" in self._commands:
            chosen = {"ko": rules["ko"].upper(), "scoring": "AREA", "tax": "NONE", "suicide": rules["suicide"]}
            settings.append(f"kata-set-rules {json.dumps(chosen, separators=(',', ':'))}")
        if "komi" in rules:
            settings.append(f"komi {rules['komi']:.1f}")
        return settings

    def _set_up_by_moves(self, position: Position) -> None:
        """Its board has the usual start now. Moves turn stones over, so it takes moves to get elsewhere."""
        start = position.game.start(position.height, position.width)
        if position != start and "set_position" in self._commands:
            self._done(
                " ".join(
                    [
                        "set_position",
                        *(
                            f"{_letter(color)} {GTP.write(point, position.height)}"
                            for color, point in placements(position)
                        ),
                    ]
                )
            )
            self.positions = [position]
            return
        line = line_between(start, position)
        if line is not None:
            self.positions = [start]
            self._play(*line)
        elif "loadsgf" in self._commands:
            with NamedTemporaryFile("w", suffix=".sgf", encoding="utf-8") as file:
                file.write(Record(position, Points([], position.width)).to_sgf())
                file.flush()
                self._done(f"loadsgf {file.name}")
            self.positions = [position]
        else:
            self.give_up(
                "cannot be told of this position: no line from the usual start to it was found, and the "
                "program has neither set_position nor loadsgf"
            )

    def _play(self, *moves: Point | Pass) -> None:
        for move in moves:
            position = self.positions[-1]
            self._place(position.to_play, move)
            self.moves.append(move)
            self.positions.append(position.play(move))

    def _place(self, color: Color, move: Point | Pass) -> None:
        vertex = PASS_NAME if isinstance(move, Pass) else GTP.write(move, self._height)
        self._done(f"play {_letter(color)} {vertex}")

    def _tell_settings(self, clock: Clock) -> None:
        main = 0.0 if clock.stones_left else clock.remaining
        if clock.increment and not clock.period and "kata-time_settings" in self._commands:
            self._tell("kata-time_settings", "fischer", main, clock.increment)
        elif "kgs-time_settings" in self._commands:
            if not clock.period:
                self._tell("kgs-time_settings", "absolute", main)
            elif clock.stones == 1:
                self._tell("kgs-time_settings", "byoyomi", main, clock.period, clock.periods)
            else:
                self._tell("kgs-time_settings", "canadian", main, clock.period, clock.stones)
        else:
            self._tell("time_settings", main, clock.period, clock.stones if clock.period else 0)

    def _tell(self, command: str, *words: str | float) -> None:
        """A command about time, which a program need not know, nor accept."""
        if command not in self._commands:
            return
        line = f"{command} {self._times(words)}"
        done, _ = self.ask(line, self.timeout)
        if not done and "." in line:
            self._takes_fractions = False
            self.ask(f"{command} {self._times(words)}", self.timeout)

    def _times(self, words: tuple[str | float, ...]) -> str:
        return " ".join(self._time(word) if isinstance(word, float) else str(word) for word in words)

    def _time(self, seconds: float) -> str:
        """As GTP has it, in whole seconds. Below ten that is coarse, so a program is told more if it takes it."""
        if seconds >= _FINE or seconds == int(seconds):
            return str(int(seconds))
        return f"{seconds:.2f}" if self._takes_fractions else str(max(1, int(seconds)))

    def _done(self, command: str, seconds: float | None = None) -> str:
        """The words of the answer to a command that must succeed."""
        done, words = self.ask(command, self.timeout if seconds is None else seconds)
        if not done:
            why = words.partition("\n")[0][:200] or "it does not say why"
            raise self.failed(f"refused {command!r}: {why}", "protocol")
        return words

    def ask(self, command: str, seconds: float) -> tuple[bool, str]:
        """Sends a command; whether it was done, and the words of the answer."""
        self.program.send(command, seconds)
        lines: list[str] = []
        while True:
            line = self.program.read_line()
            if not lines and line and line[0] not in "=?":
                self.program.stray = self.program.stray or line  # a banner, or a word of what it thinks
            elif line:
                lines.append(line)
            elif lines:
                return lines[0][0] == "=", "\n".join([lines[0][1:].strip(), *lines[1:]])


def _letter(color: Color) -> str:
    return "b" if color is BLACK else "w"
