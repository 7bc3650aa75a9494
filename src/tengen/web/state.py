"""One game at the board: who sits where, the moves, the clocks, and all of it as the page wants to know it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any, NamedTuple

from tengen.errors import UsageError
from tengen.games.game import Game, HasDeadStones, Position
from tengen.games.record import Record
from tengen.grid import BLACK, WHITE, Color, Point, Points
from tengen.players.choice import Choice
from tengen.players.clock import Clock
from tengen.players.course import Course, End, taken_back
from tengen.players.learned import usual
from tengen.players.levels import levels
from tengen.players.player import Player
from tengen.players.specs import parse
from tengen.players.words import unplayed_result
from tengen.render.view import rows_of
from tengen.store.seated import SeatedGame
from tengen.values import Value
from tengen.web import boards
from tengen.web.counting import BOTH, Counting, counted
from tengen.web.refusals import Refused
from tengen.web.wire import dumps

PLAYERS = {"random": "Random", "greedy": "Greedy", "mcts": "Monte Carlo tree search", "net": "Tree search with a net"}
_SECRET = 18  # bytes: nobody guesses 144 bits
_MOST_ROWS = 100  # of a board in the file: more than a server ever allowed
_RULES = {"resigned": "resignation", "time": "time"}  # the rule of each ending that the position does not show


class Seat(Value):
    """Who plays one side: a person with a name, a level of the game, or a player with its seconds for a move."""

    __slots__ = ("level", "name", "player", "seconds")

    name: str
    player: str | None
    seconds: float
    level: str | None

    def __init__(self, name: str, player: str | None = None, seconds: float = 0.0, *, level: str | None = None) -> None:
        self._set(name=name, player=player, seconds=seconds, level=level)

    @property
    def is_person(self) -> bool:
        return self.player is None and self.level is None

    def thinker(self, game: Game, most: float) -> tuple[Player, float]:
        """Who thinks for this seat, and for how many seconds at most, of those that the server allows."""
        if self.level is not None:
            player = next(level.player for level in levels(game) if level.name == self.level)
            return player, min(most, getattr(player, "seconds", None) or most)
        assert self.player is not None
        return usual() if self.player == "net" else parse(self.player), min(most, self.seconds)

    @property
    def wire(self) -> dict[str, Any]:
        if self.is_person:
            return {"kind": "person", "name": self.name}
        if self.level is not None:
            return {"kind": "player", "name": self.name, "level": self.level}
        return {"kind": "player", "name": self.name, "player": self.player, "seconds": self.seconds}

    @staticmethod
    def of(wire: dict[str, Any]) -> Seat:
        return Seat(wire["name"], wire.get("player"), wire.get("seconds", 0.0), level=wire.get("level"))


class Sgf:
    """A game as it was at some moment, for a file of this name."""

    def __init__(self, name: str, record: Record, values: list[float | None], properties: dict[str, str]) -> None:
        self.name = name
        self.text: str | None = None  # not yet written
        self._record = record
        self._values = values
        self._properties = {name: value for name, value in properties.items() if value}

    def write(self) -> str:
        """It may take a while: not for the event loop."""
        self.text = self._record.to_sgf(black_wins=self._values, **self._properties)
        return self.text


class Asked(NamedTuple):
    """What a question is about: a position as it came, and the moves from there, which may both be anything."""

    position: Any
    moves: Any


class Turn(NamedTuple):
    """Where a move has led, and what the page wants to know of it. The first turn of a game has no move."""

    course: Course
    move: str
    value: float | None  # Black's chance to win after the move, if somebody has thought about it
    step: boards.Step
    captures: tuple[int, int]  # by Black and by White, since the start


class WebGame:
    """A game, in step with what the file has of it."""

    def __init__(self, stored: SeatedGame, sgf: Sgf | None = None) -> None:
        """Makes all its moves: not for the event loop. `sgf`: what it was written as, if that is known."""
        self.id = stored.id
        self.created = stored.created
        self.start = boards.read_position(json.loads(stored.start), _MOST_ROWS)
        self.seats = {boards.COLORS[side]: Seat.of(seat) for side, seat in json.loads(stored.seats).items()}
        self.counting: Counting | None = None
        self._tokens: dict[str, list[str]] = json.loads(stored.tokens)
        clock = None if stored.clock is None else Clock.parse(stored.clock)
        begun = Course.begun(self.start, clock, clock, self.start.game.plies_allowed(self.start))
        self.turns = [Turn(begun, "", None, [], (0, 0))]
        for made in stored.moves:
            # That they came in time was found when they were made.
            move = self.position.move(made.move)
            self.go_to(self.course.play(Choice(move), made.seconds, float("inf")), made.move, made.value)
        over = None if stored.over is None else json.loads(stored.over)
        if over is not None and over["ending"] in _RULES:
            end = End(boards.COLORS[over["winner"]], over["reason"], over["ending"])
            self.go_to(self.course.ended(end))
        if over is not None and over["ending"] == "agreed":
            self.go_to(self.course.agreed(self.position.points(Point(row, col) for row, col in over["dead"])))
        self._sgf = sgf
        self._text: str | None = dumps(self._lasting())

    @property
    def course(self) -> Course:
        return self.turns[-1].course

    @property
    def position(self) -> Position:
        return self.course.position

    @property
    def ply(self) -> int:
        return self.course.plies

    @property
    def to_play(self) -> Color:
        return self.course.to_play

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.seats[self.to_play]

    @property
    def is_watched(self) -> bool:
        """Is it played by two players, for people to look at?"""
        return not any(seat.is_person for seat in self.seats.values())

    @property
    def is_to_be_counted(self) -> bool:
        """Has it ended, and do the players have to agree how?"""
        position = self.position
        return self.course.end is None and position.is_over and isinstance(position.game, HasDeadStones)

    def begin_counting(self, opinion: Points) -> Counting:
        """`opinion`: which stones are dead, as it seems."""
        computers = frozenset(side for side, seat in self.seats.items() if not seat.is_person)
        self.counting = Counting(self.position, opinion, computers)
        self.counting_changed()
        return self.counting

    def counting_changed(self) -> None:
        self._text = None

    def before_passes(self) -> Course:
        """Where the game goes on if they do not agree: before both sides passed."""
        return self.turns[-3].course

    def seats_of(self, token: str | None) -> frozenset[Color]:
        """The sides that this token may move for."""
        held = self._tokens.get(digest(token), []) if token else []
        return frozenset(boards.COLORS[side] for side in held)

    def has_other_person(self, seats: frozenset[Color]) -> bool:
        """Does somebody with one of the seats play another person?"""
        return len(seats) == 1 and all(seat.is_person for seat in self.seats.values())

    def is_closed_to(self, seats: frozenset[Color]) -> bool:
        """Do two people play who are not to be helped? Whoever has both seats at one board may look at anything."""
        between_people = all(seat.is_person for seat in self.seats.values())
        return between_people and not self.course.is_over and len(seats) < 2

    def is_asked_about(self, asked: Asked) -> bool:
        """Is this the game as it stands? Where nobody has moved there is no secret."""
        if not self.ply or not isinstance(asked.position, dict):
            return False
        diagram = asked.position.get("diagram")
        if diagram == _diagram(self.position):
            return True
        names = [turn.move for turn in self.turns[1:]]
        return isinstance(asked.moves, list) and diagram == _diagram(self.start) and asked.moves[: self.ply] == names

    def go_to(self, course: Course, move: str | None = None, value: float | None = None) -> None:
        """A move with its name, the end of the game, or an undo. It is in the file already."""
        if move is None:
            turn = self.turns[course.plies]._replace(course=course)
        else:
            step = boards.step(self.position, course.position)
            turn = Turn(course, move, value, step, _captures(self.turns[-1], course, step))
        self.turns[course.plies :] = [turn]
        self.counting = None
        self._changed()

    def set_value(self, ply: int, value: float) -> None:
        """What is known now of the position after this move, the first being 0."""
        self.turns[ply + 1] = self.turns[ply + 1]._replace(value=value)
        self._changed()

    def _changed(self) -> None:
        self._text = None
        self._sgf = None

    def before_last_of(self, mine: Collection[Color]) -> Course:
        """Where the game is when somebody with these seats takes back a move; between two people the other agrees, and
        gives up an answer to it."""
        if self.course.end is not None:
            raise Refused(409, "game over", f"the game is over: {self.course.end.reason}")
        try:
            return taken_back([turn.course for turn in self.turns], mine, mine)
        except UsageError as error:
            raise Refused(409, "nothing to undo", str(error)) from None

    def sgf(self) -> Sgf:
        """The game as it is now, for a file."""
        if self._sgf is None:
            properties = {"PB": self.seats[BLACK].name, "PW": self.seats[WHITE].name, "DT": self.created[:10]}
            if self.course.end is not None:
                properties |= unplayed_result(self.course.end.winner, self.course.end.ending)
            name = f"{self.start.game.name}-{self.created[:10]}.sgf"
            self._sgf = Sgf(name, self.course.record, [turn.value for turn in self.turns[1:]], properties)
        return self._sgf

    def state(self, you: Iterable[Color], spent: float, running: bool, undo: Color | None = None) -> str:
        """All there is to know, as JSON text. `spent`: seconds of this turn; `running`: is more time spent on it?
        `undo`: who asks to take a move back."""
        if self._text is None:
            self._text = dumps(self._lasting())
        fleeting = {
            "you": sorted(map(boards.color_name, you)),
            "clock": self._clock_wire(spent, running),
            "undo": undo and boards.color_name(undo),
        }
        return f"{dumps(fleeting)[:-1]},{self._text[1:]}"

    def _lasting(self) -> dict[str, Any]:
        position, made = self.position, self.turns[1:]
        last = self.course.last and self.course.last.move
        by_black, by_white = self.turns[-1].captures
        return {
            "id": self.id,
            "game": self.start.game.name,
            "size": [self.start.height, self.start.width],
            "rules": self.start.rules,
            "start": boards.write_position(self.start),
            "moves": [turn.move for turn in made],
            "steps": [turn.step for turn in made],
            "ply": self.ply,
            "to_play": boards.color_name(position.to_play),
            "seats": {boards.color_name(side): seat.wire for side, seat in self.seats.items()},
            "view": boards.view(position, last).to_json(),
            "legal": boards.legal(position),
            "forbidden": boards.pairs(position.game.forbidden(position)),
            "pass": boards.may_pass(position),
            "captures": {"black": by_black, "white": by_white},
            "over": over(self.course),
            "count": self._count_wire(),
            "values": [turn.value for turn in made],
        }

    def _count_wire(self) -> dict[str, Any] | None:
        """How the board is counted, once that is known, and who agrees with it."""
        end, counting = self.course.end, self.counting
        if end is not None and end.dead is not None:
            return counted(self.position, end.dead, BOTH, 0)
        if counting is None:
            return None
        return counted(self.position, counting.dead, counting.agreed, counting.version)

    def _clock_wire(self, spent: float, running: bool) -> dict[str, Any] | None:
        course = self.course
        running = running and not course.is_over
        clocks = {color: course.clock_of(color, spent if running else 0.0) for color in (BLACK, WHITE)}
        seconds = {boards.color_name(color): round(clock.available, 2) for color, clock in clocks.items() if clock}
        return {**seconds, "running": boards.color_name(course.to_play) if running else None} if seconds else None


def over(course: Course) -> dict[str, Any] | None:
    """How a game has ended, for the page and the file; None: it goes on."""
    if course.end is None:
        return boards.over(course.position, stopped=course.is_stopped)
    winner, reason, ending, _, dead = course.end
    if dead is not None:
        data = course.start.game.outcome_data(course.start.game.without(course.position, dead))
        name = winner and boards.color_name(winner)
        return {"winner": name, "reason": reason, "ending": ending, **data, "dead": boards.pairs(dead)}
    assert winner is not None
    return {"winner": boards.color_name(winner), "reason": reason, "ending": ending, "rule": _RULES[ending]}


def _diagram(position: Position) -> str:
    return "\n".join(rows_of(position.board))


def _captures(before: Turn, after: Course, step: boards.Step) -> tuple[int, int]:
    """Stones that Black and White have taken, the move's own if it was suicide."""
    position, last = before.course.position, after.last
    taken = [position.board[Point(row, col)] for row, col, now in step if now == "."]
    if last is not None and isinstance(last.move, Point) and after.position.board[last.move] is None:
        taken.append(position.to_play)
    by_black, by_white = before.captures
    return by_black + taken.count(WHITE), by_white + taken.count(BLACK)


def new_game(start: Position, seats: dict[Color, Seat], clock: str | None) -> tuple[SeatedGame, dict[str, str]]:
    """A game in which nobody has moved, and its tokens. Only their digests are kept."""
    people = [boards.color_name(side) for side in (BLACK, WHITE) if seats[side].is_person]
    held = {side: [side] for side in people} | ({"both": people} if len(people) == 2 else {})
    tokens = {name: token_urlsafe(_SECRET) for name in held}
    now = timestamp()
    over = boards.over(start)
    stored = SeatedGame(
        token_urlsafe(_SECRET),
        now,
        now,
        dumps(boards.write_position(start)),
        dumps({boards.color_name(side): seat.wire for side, seat in seats.items()}),
        dumps({digest(token): held[name] for name, token in tokens.items()}),
        clock,
        None if over is None else dumps(over),
    )
    return stored, tokens


def digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def timestamp() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
