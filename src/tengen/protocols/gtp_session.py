"""What the commands of a GTP server work on: the game, the clocks, the player; and words to and from them."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from time import monotonic
from typing import NoReturn, TypeVar

from tengen._core import Cancel
from tengen.board import BLACK, PASS, WHITE, Color, Pass, Points
from tengen.errors import ParseError
from tengen.formats.vertex import GTP, PASS_NAME
from tengen.games.game import GamePosition
from tengen.players.choice import Choice
from tengen.players.mcts import MctsPlayer, Search
from tengen.players.player import Player
from tengen.protocols.gtp_game import Clocks, GtpGame, Move
from tengen.protocols.gtp_io import Job, Lines

RESIGN = "resign"
_COLORS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}

Result = TypeVar("Result")


class Failure(Exception):
    """A command that is answered with `?` and these words."""


def syntax_error(detail: str) -> NoReturn:
    raise Failure(f"syntax error: {detail}")


class Session:
    """One conversation."""

    def __init__(self, game: GtpGame, player: Player, lines: Lines, log: Callable[[str], None]) -> None:
        self.game = game
        self.player = player
        self.lines = lines
        self.log = log  # a line for people, beside the protocol
        self.clocks = Clocks()
        self._search: Search | None = None

    @property
    def position(self) -> GamePosition:
        return self.game.position

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
        position, clock, player = self.game.facing(color), self.clocks.of(color), self.player

        def choose(cancel: Cancel) -> Choice:
            if isinstance(player, MctsPlayer):
                return player.choose(position, clock, cancel)
            return player.choose(position, clock)

        return Job(choose)

    def chosen(self, job: Job[Choice], color: Color) -> Move | str:
        """The move that came of it, which is legal, or `resign`. A player that failed is a failed command."""
        try:
            move = self.wait(job).move
            if move is None:
                return RESIGN
            refusal = self.game.facing(color).why_illegal(move)
        except Exception as error:
            self.fail("the player failed", error)
        except (SystemExit, GeneratorExit) as error:  # raised by somebody's function
            self.fail("the player failed", error)
        if refusal is not None:
            self.log(f"the player chose an illegal move: {refusal}")
            raise Failure(f"the player failed: it chose an illegal move, {self.vertex(move)}")
        return move

    def wait(self, job: Job[Result]) -> Result:
        """The result, when it is there. Ctrl-C, and GoGui's interrupt, cut it short."""
        self.lines.on_interrupt = job.cancel.request
        try:
            while not job.is_done(0.2):
                pass
        except KeyboardInterrupt:
            job.stop()
            raise
        finally:
            self.lines.on_interrupt = None
        return job.result()

    def generate(self, color: Color) -> Move | str:
        """A move for this side, or `resign`; its clock runs meanwhile. Nothing is played."""
        settled = self.settled(color)
        if settled is not None:
            return settled
        started = monotonic()
        move = self.chosen(self.choosing(color), color)
        self.clocks.spend(color, monotonic() - started)
        return move

    def answer_move(self, color: Color, move: Move | str) -> str:
        """Plays it, unless it is `resign`, and says it."""
        if isinstance(move, str):
            return move
        self.game.play(color, move)
        return self.vertex(move)

    def search(self, position: GamePosition) -> Search:
        """A search of this position: the player's own if it has one, so that what is found is kept."""
        if isinstance(self.player, MctsPlayer):
            return self.player.search(position)
        if self._search is None:
            self._search = Search(position)
        self._search.move_on(position)
        return self._search

    def fail(self, what: str, error: BaseException) -> NoReturn:
        """A failed command, and a line that says where in the source it went wrong."""
        frames = traceback.extract_tb(error.__traceback__)
        place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
        words = str(error) or "without a word"
        self.log(f"{what}: {type(error).__name__}: {words}{place}")
        raise Failure(f"{what}: {words}") from None


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
