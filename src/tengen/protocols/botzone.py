"""Botzone's JSON: a bot for NoGo, Gomoku and Othello, as botzone.org runs them.

A turn is a line of JSON in and a line of JSON out. In a request `x` is the column and `y` the row, both from 0 and
from the top-left; -1, -1 is what Black gets before the first move, and a pass.
"""

from __future__ import annotations

import json
from time import monotonic
from typing import Any

from tengen._core import Cancel
from tengen.errors import IllegalMove, ParseError, UsageError, listed
from tengen.games import by_name
from tengen.games.game import Position
from tengen.grid import EMPTY_CELL, PASS, Pass, Point
from tengen.players import Choice, Clock, Player
from tengen.players.botzone_engine import NOWHERE, SIZES
from tengen.players.learned import usual
from tengen.players.thinking import think
from tengen.players.words import thought

DEFAULT_LIMIT = 1.0  # seconds for a turn
LEAST_THOUGHT = 0.05  # seconds on the clock, however late it is
_MILLISECONDS_FROM = 100  # a limit of 100 seconds is unheard of, one of 100 milliseconds is not
_MOST_DEBUG = 1000  # characters; the site keeps 1 KB
_EXAMPLE = '{"requests": [{"x": -1, "y": -1}], "responses": []}'


class Bot:
    """One game on Botzone, from one side. The first turn brings the whole history; in a program that keeps running
    the others bring the last move alone."""

    def __init__(self, game: str, player: Player | None = None) -> None:
        if game not in SIZES:
            raise UsageError(f"{game!r} is not played on Botzone as it is here; expected {listed(SIZES)}")
        # A bot has one processor there, and its time is what counts, so more threads would not get more done.
        self._player = usual(threads=1) if player is None else player
        self._start = by_name(game).start(SIZES[game], SIZES[game])
        self._position: Position | None = None  # after our last answer; None before the first turn
        self._has_given_up = False
        self._limit = DEFAULT_LIMIT

    def turn(self, line: str | bytes, spent: float = 0.0, cancel: Cancel | None = None) -> str:
        """The answer to a line. `spent`: seconds of the turn that were gone before the line was read."""
        began = monotonic()
        message = _object(line)
        if self._has_given_up:
            raise ParseError("the game is over: the last answer was no move")
        if self._position is None or "requests" in message:
            position = self._from_history(message)
            budget = thinking_time(self._limit)
        else:
            position = self._after(self._position, message, "the request")
            budget = thinking_time(later_limit(self._limit))
        if position.is_over:
            self._has_given_up = True
            return _answer(PASS, f"the game is over: {position.outcome}")
        clock = Clock.per_move(max(LEAST_THOUGHT, budget - spent - (monotonic() - began)))
        choice = self._not_in_the_centre(position, think(self._player, position, clock, cancel))
        if choice.move is None:
            self._has_given_up = True
            return _answer(PASS, f"{self._player} resigns")
        self._position = position.play(choice.move)
        return _answer(choice.move, thought(position, choice) or f"chosen by {self._player}")

    def _from_history(self, message: dict[str, Any]) -> Position:
        """The position to move in. The limit is taken from the message too, if it has one."""
        requests = _list(message, "requests", None)
        responses = _list(message, "responses", [])
        if len(requests) != len(responses) + 1:
            raise ParseError(
                f"{len(requests)} requests and {len(responses)} responses; expected one response fewer than requests"
            )
        self._limit = _limit(message)
        position = self._start
        for number, request in enumerate(requests, 1):
            if number > 1 or self._move(request, "request 1") is not PASS:
                position = self._after(position, request, f"request {number}")
            if number <= len(responses):
                position = self._after(position, responses[number - 1], f"response {number}")
        return position

    def _after(self, position: Position, value: Any, where: str) -> Position:
        move = self._move(value, where)
        try:
            return position.play(move)
        except IllegalMove as error:
            x, y = _coordinates(move)
            raise ParseError(f"{where} (x={x}, y={y}) is illegal: {error}") from None

    def _move(self, value: Any, where: str) -> Point | Pass:
        if not isinstance(value, dict):
            raise ParseError(f'{where} is {_kind(value)}; expected {{"x": column, "y": row}}')
        for name in ("x", "y"):
            if type(value.get(name)) is not int:
                found = f"is {_quoted(value[name])}" if name in value else "is missing"
                raise ParseError(f'{where}: "{name}" {found}; expected a whole number')
        x, y = value["x"], value["y"]
        if x == y == NOWHERE:
            return PASS
        size = self._start.height
        if not (0 <= x < size and 0 <= y < size):
            raise ParseError(
                f"{where}: x={_quoted(x)}, y={_quoted(y)} is not on the {size}x{size} board; expected 0 to {size - 1}"
            )
        return Point(y, x)

    def _not_in_the_centre(self, position: Position, choice: Choice) -> Choice:
        """Some events that are played there forbid Black the centre point on the first move of NoGo."""
        centre = Point(position.height // 2, position.width // 2)
        if position.game.name != "nogo" or choice.move != centre or not _is_empty(position):
            return choice
        for other in choice.candidates:
            if other.move != centre:
                return Choice(other.move, other.value, choice.candidates, other.line, other.exact)
        return Choice(Point(centre.row, centre.col - 1))


def thinking_time(limit: float) -> float:
    """How much of a limit may be spent; the rest is for being told and heard, for ending, and for a busy machine."""
    return limit - max(0.3, 0.15 * limit)


def later_limit(limit: float) -> float:
    """The limit of later turns in a program that keeps running: where it is not the same, it is two thirds."""
    return max(min(limit, DEFAULT_LIMIT), limit * 2 / 3)


def _is_empty(position: Position) -> bool:
    cells = position.board.cells
    return cells.count(EMPTY_CELL) == len(cells)


def _coordinates(move: Point | Pass) -> tuple[int, int]:
    return (NOWHERE, NOWHERE) if isinstance(move, Pass) else (move.col, move.row)


def _answer(move: Point | Pass, debug: str) -> str:
    x, y = _coordinates(move)
    return json.dumps({"response": {"x": x, "y": y}, "debug": debug[:_MOST_DEBUG]}, separators=(",", ":"))


def _object(line: str | bytes) -> dict[str, Any]:
    if not line.strip():
        raise ParseError(f"there is no input; expected a line of JSON like {_EXAMPLE}")
    try:
        message = json.loads(line)
    except json.JSONDecodeError as error:
        raise ParseError(f"the input is not JSON: {error.msg} at character {error.pos + 1}") from None
    except (ValueError, RecursionError) as error:  # not UTF-8, a number of thousands of digits, brackets without end
        raise ParseError(f"the input is not JSON that can be read: {type(error).__name__}") from None
    if not isinstance(message, dict):
        raise ParseError(f"the input is {_kind(message)}; expected an object like {_EXAMPLE}")
    return message


def _list(message: dict[str, Any], name: str, default: list[Any] | None) -> list[Any]:
    value = message.get(name, default)
    if value is None and name not in message:
        raise ParseError(f'"{name}" is missing; expected an object like {_EXAMPLE}')
    if not isinstance(value, list):
        raise ParseError(f'"{name}" is {_kind(value)}; expected a list')
    return value


def _limit(message: dict[str, Any]) -> float:
    """Seconds for a turn. The field may be empty, a number, or a number in a string."""
    value = message.get("time_limit")
    if value is None or value == "":
        return DEFAULT_LIMIT
    try:
        number = 0.0 if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = 0.0
    if not 0 < number < float("inf"):
        raise ParseError(
            f'"time_limit" is {_quoted(value)}; expected a number of seconds, or of milliseconds '
            f"from {_MILLISECONDS_FROM} up"
        )
    return number / 1000 if number >= _MILLISECONDS_FROM else number


def _kind(value: Any) -> str:
    """What a person calls such a piece of JSON."""
    if value is None:
        return "null"
    kinds = {bool: "a truth value", int: "a number", float: "a number", str: "a string", list: "a list"}
    return kinds.get(type(value), "an object")


def _quoted(value: Any) -> str:
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a number of more than 20 digits"
    if isinstance(value, list | dict):
        return _kind(value)
    text = json.dumps(value)
    return text if len(text) <= 24 else text[:24] + "..."
