"""One game at the board: who sits where, the moves, the clocks, and all of it as the page wants to know it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

from tengen.board import BLACK, WHITE, Color, Point, Points
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.players.clock import GRACE, Clock
from tengen.store.seated import SeatedGame, SeatedMove
from tengen.values import Value
from tengen.web import boards
from tengen.web.refusals import Refused
from tengen.web.wire import dumps

_SECRET = 18  # bytes: nobody guesses 144 bits
_MOST_ROWS = 100  # of a board in the file, whatever was allowed when it was written
_ENDINGS = {"resigned": "R", "time": "T"}


class Seat(Value):
    """Who plays one side: a person with a name, or a player with its seconds for a move."""

    __slots__ = ("name", "player", "seconds")

    name: str
    player: str | None
    seconds: float

    def __init__(self, name: str, player: str | None = None, seconds: float = 0.0) -> None:
        self._set(name=name, player=player, seconds=seconds)

    @property
    def is_person(self) -> bool:
        return self.player is None

    @property
    def wire(self) -> dict[str, Any]:
        if self.is_person:
            return {"kind": "person", "name": self.name}
        return {"kind": "player", "name": self.name, "player": self.player, "seconds": self.seconds}

    @staticmethod
    def of(wire: dict[str, Any]) -> Seat:
        return Seat(wire["name"], wire.get("player"), wire.get("seconds", 0.0))


class Sgf:
    """A game as it was at some moment, for a file of this name."""

    def __init__(self, name: str, start: Position, made: tuple[SeatedMove, ...],
                 properties: dict[str, str]) -> None:
        self.name = name
        self.text: str | None = None  # not yet written
        self._start = start
        self._made = made
        self._properties = {name: value for name, value in properties.items() if value}

    def write(self) -> str:
        """It may take a while: not for the event loop."""
        record = Record(self._start, Points([self._start.move(made.move) for made in self._made], self._start.width))
        self.text = record.to_sgf(black_wins=[made.value for made in self._made], **self._properties)
        return self.text


class WebGame:
    """A game, in step with what the file has of it."""

    def __init__(self, stored: SeatedGame, sgf: Sgf | None = None) -> None:
        """Makes all its moves: not for the event loop. `sgf`: what it was written as, if that is known."""
        self.id = stored.id
        self.created = stored.created
        self.updated = stored.updated
        self.start = boards.read_position(json.loads(stored.start), _MOST_ROWS)
        self.seats = {boards.COLORS[side]: Seat.of(seat) for side, seat in json.loads(stored.seats).items()}
        self._tokens: dict[str, list[str]] = json.loads(stored.tokens)
        self.clock_words = stored.clock
        self.made: list[SeatedMove] = []
        self.positions = [self.start]
        self.steps: list[boards.Step] = []
        clock = None if stored.clock is None else Clock.parse(stored.clock)
        self._clocks: list[dict[Color, Clock]] = [{} if clock is None else {BLACK: clock, WHITE: clock}]
        self._captures = [(0, 0)]  # by Black and by White, after each ply
        self.over: dict[str, Any] | None = None if stored.over is None else json.loads(stored.over)
        for made in stored.moves:
            self.add(made)
        self._sgf = sgf
        self._text: str | None = dumps(self._lasting())

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def ply(self) -> int:
        return len(self.made)

    @property
    def to_play(self) -> Color:
        return self.position.to_play

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.seats[self.to_play]

    @property
    def is_watched(self) -> bool:
        """Is it played by two players, for people to look at?"""
        return not any(seat.is_person for seat in self.seats.values())

    @property
    def clock(self) -> Clock | None:
        """Of the side to move, when its turn began."""
        return self._clocks[-1].get(self.to_play)

    def seats_of(self, token: str | None) -> frozenset[Color]:
        """The sides that this token may move for."""
        held = self._tokens.get(digest(token), []) if token else []
        return frozenset(boards.COLORS[side] for side in held)

    def end_after(self, position: Position, ply: int) -> dict[str, Any] | None:
        """How the game is over when it has come to this position, if it is."""
        allowed = self.start.game.plies_allowed(self.start)
        return boards.over(position, stopped=allowed is not None and ply >= allowed)

    def clock_after(self, seconds: float) -> Clock | None:
        """The clock of the side to move after a move that took so long; None: its time is up."""
        return self.clock and self.clock.after(seconds, GRACE)

    def add(self, made: SeatedMove) -> None:
        """A move that is legal, and in the file."""
        before = self.position
        after = before.play(made.move)
        step = boards.step(before, after)
        clocks = dict(self._clocks[-1])
        left = self.clock_after(made.seconds)
        if left is not None:
            clocks[before.to_play] = left
        self._captures.append(self._captures_after(before, after, made.move, step))
        self.positions.append(after)
        self.made.append(made)
        self.steps.append(step)
        self._clocks.append(clocks)
        self._changed()

    def _captures_after(self, before: Position, after: Position, name: str,
                        step: boards.Step) -> tuple[int, int]:
        """Stones that Black and White have taken, the move's own if it was suicide."""
        move = before.move(name)
        taken = [before.board[Point(row, col)] for row, col, now in step if now == "."]
        if isinstance(move, Point) and after.board[move] is None:
            taken.append(before.to_play)
        by_black, by_white = self._captures[-1]
        return by_black + taken.count(WHITE), by_white + taken.count(BLACK)

    def cut(self, plies: int) -> None:
        """Takes back every move after the first so many."""
        del self.made[plies:], self.steps[plies:]
        del self.positions[plies + 1:], self._clocks[plies + 1:], self._captures[plies + 1:]
        self.over = None
        self._changed()

    def end(self, over: dict[str, Any] | None) -> None:
        self.over = over
        self._changed()

    def set_value(self, ply: int, value: float) -> None:
        """What is known now of the position after this move, the first being 0."""
        made = self.made[ply]
        self.made[ply] = SeatedMove(made.move, made.seconds, value)
        self._changed()

    def _changed(self) -> None:
        self._text = None
        self._sgf = None

    def plies_without(self, mine: frozenset[Color]) -> int:
        """How many plies stay when whoever holds these seats takes back a move."""
        if self.over and self.over["ending"] in _ENDINGS:
            raise Refused(409, "game over", f"the game is over: {self.over['reason']}")
        for ply in reversed(range(self.ply)):
            mover = self.positions[ply].to_play
            if mover in mine:
                return ply
            if self.seats[mover].is_person:
                break
        raise Refused(409, "nothing to undo", "there is no move of yours to take back")

    def given_up(self, side: Color, ending: str) -> dict[str, Any]:
        """The end of a game in which this side "resigned", or ran out of "time"."""
        words, rule = {"resigned": ("resigned", "resignation"), "time": ("ran out of time", "time")}[ending]
        return {"winner": boards.color_name(side.opponent), "reason": f"{side} {words}", "ending": ending, "rule": rule}

    def sgf(self) -> Sgf:
        """The game as it is now, for a file."""
        if self._sgf is None:
            properties = {"PB": self.seats[BLACK].name, "PW": self.seats[WHITE].name, "DT": self.created[:10]}
            if self.over and self.over["ending"] in _ENDINGS:
                properties["RE"] = f"{self.over['winner'][0].upper()}+{_ENDINGS[self.over['ending']]}"
            name = f"{self.start.game.name}-{self.created[:10]}.sgf"
            self._sgf = Sgf(name, self.start, tuple(self.made), properties)
        return self._sgf

    def state(self, you: Iterable[Color], spent: float, running: bool) -> str:
        """All there is to know, as JSON text. `spent`: seconds of this turn; `running`: is more time spent on it?"""
        if self._text is None:
            self._text = dumps(self._lasting())
        fleeting = {"you": sorted(map(boards.color_name, you)), "clock": self._clock_wire(spent, running)}
        return f"{dumps(fleeting)[:-1]},{self._text[1:]}"

    def _lasting(self) -> dict[str, Any]:
        position = self.position
        last = self.positions[-2].move(self.made[-1].move) if self.made else None
        by_black, by_white = self._captures[-1]
        return {"id": self.id, "game": self.start.game.name, "size": [self.start.height, self.start.width],
                "rules": self.start.rules, "start": boards.write_position(self.start),
                "moves": [made.move for made in self.made], "steps": self.steps, "ply": self.ply,
                "to_play": boards.color_name(position.to_play),
                "seats": {boards.color_name(side): seat.wire for side, seat in self.seats.items()},
                "view": boards.view(position, last).to_json(), "legal": boards.legal(position),
                "pass": boards.may_pass(position), "captures": {"black": by_black, "white": by_white},
                "over": self.over, "values": [made.value for made in self.made]}

    def _clock_wire(self, spent: float, running: bool) -> dict[str, Any] | None:
        clocks = self._clocks[-1]
        if not clocks:
            return None
        running = running and self.over is None
        seconds = {}
        for side, clock in clocks.items():
            now = clock.running(spent) if running and side is self.to_play else clock
            seconds[boards.color_name(side)] = round(now.available, 2) if now else 0.0
        return {**seconds, "running": boards.color_name(self.to_play) if running else None}


def new_game(start: Position, seats: dict[Color, Seat], clock: str | None) -> tuple[SeatedGame, dict[str, str]]:
    """A game in which nobody has moved, and its tokens. Only their digests are kept."""
    people = [boards.color_name(side) for side in (BLACK, WHITE) if seats[side].is_person]
    held = {side: [side] for side in people} | ({"both": people} if len(people) == 2 else {})
    tokens = {name: token_urlsafe(_SECRET) for name in held}
    now = timestamp()
    over = boards.over(start)
    stored = SeatedGame(token_urlsafe(_SECRET), now, now, dumps(boards.write_position(start)),
                        dumps({boards.color_name(side): seat.wire for side, seat in seats.items()}),
                        dumps({digest(token): held[name] for name, token in tokens.items()}), clock,
                        None if over is None else dumps(over))
    return stored, tokens


def digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def timestamp() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

