"""A bot that was written for botzone.org: a line of JSON in, a line of JSON out.

A bot may be started for every turn, and is told the whole game each time; or it says after its first answer that it
goes on running, and is told the other side's last move alone from then on.
"""

from __future__ import annotations

import json
from typing import Any

from tengen.errors import listed
from tengen.games.game import Position
from tengen.grid import BLACK, PASS, Color, Pass, Point
from tengen.players.engine import Engine
from tengen.players.program import Program, quoted

SIZES = {"nogo": 9, "gomoku": 15, "othello": 8}
KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
NOWHERE = -1  # both coordinates of a pass, and of the move before the first one

_LIMIT = 6.0  # seconds for a turn where there is no clock: what the site gives its slowest languages
_KEPT = ("data", "globaldata")  # what a bot may want to be told again in its next turn


class BotzoneEngine(Engine):
    def __init__(self, command: str, timeout: float) -> None:
        super().__init__(command, timeout)
        self._told: list[Point | Pass] | None = None  # the moves that the bot that goes on running knows of
        self._kept: dict[str, Any] = {}

    def bring_to(self, position: Position) -> None:
        name, height, width = position.game.name, position.height, position.width
        if name not in SIZES:
            self.give_up(f"cannot play {name}: Botzone has {listed(SIZES)}")
        if (height, width) != (SIZES[name], SIZES[name]):
            self.give_up(
                f"cannot be told of a {height}x{width} board: on Botzone {name} is {SIZES[name]}x{SIZES[name]}"
            )
        self.remember_line_to(position)

    def choose(self, position: Position, seconds: float | None) -> Point | Pass | None:
        moves = list(self.moves)
        limit = min(self.timeout, _LIMIT) if seconds is None else max(0.0, seconds)
        if self.program is None or self._told is None or self._told != moves[:-1]:
            self._start_again()
            line = self._history(moves, position.to_play, limit)
        else:
            line = json.dumps(_written(moves[-1]))
        assert self.program is not None
        patience = limit if seconds is None else self.patience(seconds)
        self.program.send(line, patience, f"turn {len(moves) // 2 + 1}")
        message, goes_on = self._answer()
        move = self._move(message, position)
        if move is PASS and not position.is_legal(PASS):
            self._told = None  # no move at all is how a bot resigns
            return None
        self._kept = {name: message[name] for name in _KEPT if name in message}
        self._told = [*moves, move] if goes_on else None
        return self.answered(position, move)

    def _start_again(self) -> None:
        before = self.program
        self._told = None
        if before is not None:
            before.close()
            if before.is_interrupted:
                self.give_up("was interrupted")
        self.program = Program(self.command, "")

    def _history(self, moves: list[Point | Pass], own: Color, limit: float) -> str:
        """The whole game, from the side that is to move."""
        theirs, ours = (moves[1::2], moves[::2]) if own is BLACK else (moves[::2], moves[1::2])
        message = {
            "requests": [_written(move) for move in ([PASS, *theirs] if own is BLACK else theirs)],
            "responses": [_written(move) for move in ours],
            "time_limit": round(limit, 3),
            **(self._kept if moves else {}),
        }
        return json.dumps(message)

    def _answer(self) -> tuple[dict[str, Any], bool]:
        """What it says until it ends, or says that it goes on; and whether it does."""
        assert self.program is not None
        lines: list[str] = []
        goes_on = False
        while (line := self.program.read_line_or_end() if lines else self.program.read_line()) is not None:
            goes_on = line == KEEP_RUNNING
            if goes_on:
                break
            lines.append(line)
        text = "\n".join(lines)
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            raise self.failed(f"answered with no JSON: {quoted(text)}", "protocol") from None
        if not isinstance(message, dict):
            raise self.failed(f"answered with no object: {quoted(text)}", "protocol")
        return message, goes_on

    def _move(self, message: dict[str, Any], position: Position) -> Point | Pass:
        response = message.get("response")
        x, y = (response.get(name) if isinstance(response, dict) else None for name in ("x", "y"))
        if type(x) is not int or type(y) is not int:
            raise self.failed(
                f'answered {quoted(json.dumps(message))}; expected {{"response": {{"x": 0, "y": 0}}}}', "protocol"
            )
        if x == y == NOWHERE:
            return PASS
        if not (0 <= x < position.width and 0 <= y < position.height):
            raise self.failed(f"chose an illegal move: x={x}, y={y} is not on the board", "illegal")
        return Point(y, x)


def _written(move: Point | Pass) -> dict[str, int]:
    return {"x": NOWHERE, "y": NOWHERE} if isinstance(move, Pass) else {"x": move.col, "y": move.row}
