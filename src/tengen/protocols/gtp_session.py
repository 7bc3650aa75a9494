"""What the commands of a GTP server work on: the game, the clocks, the player; and words to and from them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from math import isfinite
from time import monotonic
from typing import NamedTuple, NoReturn, TypeVar

from tengen.errors import ParseError, TengenError
from tengen.formats.vertex import GTP, PASS_NAME
from tengen.games.game import HasDeadStones, Position
from tengen.grid import BLACK, PASS, WHITE, Color, Pass, Points
from tengen.interrupts import Job
from tengen.players.choice import Choice
from tengen.players.learned import usual
from tengen.players.mcts import MctsPlayer, Search
from tengen.players.player import RESIGN, Player, worded
from tengen.players.thinking import think
from tengen.protocols.gtp_game import Clocks, GtpGame, Move
from tengen.protocols.lines import Lines

_COLORS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
_LONGEST_PONDERING = 600.0  # seconds: a client that is left open does not keep the machine busy for ever

Result = TypeVar("Result")


class Failure(Exception):
    """A command that is answered with `?` and these words."""


def syntax_error(detail: str) -> NoReturn:
    raise Failure(f"syntax error: {detail}")


class Command(NamedTuple):
    """What answers it, at once or line by line; how many arguments it takes, and what they are."""

    run: Callable[[Session, list[str]], str | Generator[str, None, None]]
    least: int = 0
    most: int = 0
    expected: str = "no arguments"


class Session:
    """One conversation."""

    def __init__(
        self,
        game: GtpGame,
        player: Player,
        commands: dict[str, Command],
        lines: Lines,
        log: Callable[[str], None],
        *,
        ponder: bool = False,
    ) -> None:
        """`ponder`: the player's search goes on while the other side thinks."""
        self.game = game
        self.player = player
        self.commands = commands
        self.lines = lines
        self.log = log  # a line for people, beside the protocol
        self.clocks = Clocks()
        self._analyst = usual()  # where the player has no search
        self._ponders = ponder
        self._answered: Position | None = None  # where the player's last move has led

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def dead_stones(self) -> Points:
        """Once the game is over, those that would be taken if it were played on."""
        position = self.position
        if isinstance(position.game, HasDeadStones) and position.is_over:
            return position.game.dead_stones(position)
        return Points([], position.width)

    def next_line(self) -> bytes | None:
        """The next line of input; None: there are no more. The player may ponder until it comes."""
        position = self.position
        if self._ponders and position is self._answered and not position.is_over and not self.lines.arrived(0):
            with suppress(
                TengenError
            ):  # a player whose net is missing can pass where it must; genmove says what is wrong
                search = self.search(position)
                with self.under_way(Job(lambda cancel: search.run(cancel=cancel))):
                    self.lines.arrived(_LONGEST_PONDERING)
        return self.lines.take()

    # Words that come in. Vertices are GTP's in every game, Othello included: A1 is the bottom-left.

    def color(self, word: str) -> Color:
        color = _COLORS.get(word.lower())
        return syntax_error(f"{word!r} is not a colour; expected black or white") if color is None else color

    def move(self, word: str) -> Move:
        if word.lower() == PASS_NAME:
            return PASS
        try:
            return GTP.parse(word, self.position.height, self.position.width)
        except ParseError as error:
            syntax_error(str(error))

    # Words that go out.

    def vertex(self, move: Move) -> str:
        return PASS_NAME if isinstance(move, Pass) else GTP.write(move, self.position.height)

    def names(self, move: Move) -> str:
        """GTP's name, and the game's own if that is another one: "A1 (a8)"."""
        name, own = self.vertex(move), self.position.vertex(move)
        return name if own == name else f"{name} ({own})"

    def vertices(self, moves: Points | list[Move]) -> str:
        return " ".join(self.vertex(move) for move in moves)

    # Thinking.

    def settled(self, color: Color) -> Move | str | None:
        """What to answer for this side where there is nothing to choose: a pass, `resign`, or None if there is."""
        if self.game.ends_with_passes:
            return PASS
        position = self.game.facing(color)
        if position.is_over:
            if position.winner is color:
                raise Failure("the game is over")
            return RESIGN
        moves = position.legal_moves
        return PASS if len(moves) == 1 and isinstance(moves[0], Pass) else None

    def choosing(self, color: Color) -> Job[Choice]:
        """The player at work on a move for this side."""
        return Job(partial(think, self.player, self.game.facing(color), self.clocks.of(color)))

    def chosen(self, job: Job[Choice]) -> Move | str:
        """The move that came of it, or `resign`. A player that failed is a failed command."""
        try:
            move = self.wait(job).move
        except (TengenError, SystemExit) as error:
            self.fail(error)
        return RESIGN if move is None else move

    def wait(self, job: Job[Result]) -> Result:
        """The result, when it is there."""
        with self.under_way(job):
            while not job.is_done(0.2):  # not for ever: a signal is only heard by a thread that wakes
                pass
        return job.result()

    @contextmanager
    def under_way(self, job: Job[Result]) -> Iterator[None]:
        """Within this, GoGui's interrupt cuts the job short. At its end, also by Ctrl-C, the job is told to stop."""
        self.lines.on_interrupt = job.cancel.request
        try:
            yield
        finally:
            self.lines.on_interrupt = None
            job.stop()

    def generate(self, color: Color) -> Move | str:
        """A move for this side, or `resign`; its clock runs meanwhile. Nothing is played."""
        settled = self.settled(color)
        if settled is not None:
            return settled
        started = monotonic()
        move = self.chosen(self.choosing(color))
        self.clocks.spend(color, monotonic() - started)
        return move

    def answer_move(self, color: Color, move: Move | str) -> str:
        """Plays it, unless it is `resign`, and says it."""
        if isinstance(move, str):
            return move
        self.game.play(color, move)
        self._answered = self.position
        return self.vertex(move)

    def search(self, position: Position) -> Search:
        """A search of this position: the player's own if it has one, so that what is found is kept."""
        return (self.player if isinstance(self.player, MctsPlayer) else self._analyst).search(position)

    def fail(self, error: BaseException) -> NoReturn:
        """A failed command, and the same words as a line for people."""
        words = str(error) if isinstance(error, TengenError) else worded(error)
        self.log(words)
        raise Failure(words) from None


def number(word: str, least: int, most: int) -> int:
    """A whole number in this range."""
    value = int(word) if word.isascii() and word.isdigit() and len(word) <= 12 else -1
    if not least <= value <= most:
        syntax_error(f"{word!r} is not a whole number from {least} to {most}")
    return value


def seconds(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = -1.0
    if not (isfinite(value) and 0 <= value <= 1e9):
        syntax_error(f"{word!r} is not a number of seconds")
    return value
