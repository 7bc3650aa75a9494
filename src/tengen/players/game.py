"""One game between two players."""

from __future__ import annotations

import time
from collections.abc import Callable

from tengen.board import BLACK, WHITE, Color, Pass, Point, Points
from tengen.errors import PlayerFailed, UsageError
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.players.choice import Choice
from tengen.players.clock import GRACE, Clock
from tengen.players.player import Function, Player, as_player, checked, worded
from tengen.players.thinking import agreed_dead, prepare
from tengen.render.notebook import inline
from tengen.render.view import View
from tengen.values import Value

OnMove = Callable[[Position, Choice], None]

ENDINGS = ("over", "agreed", "stopped", "unfinished", "resigned", "time", "crash", "timeout", "illegal", "protocol")


class Played(Value):
    """A game that two players played: its moves, who won and why, what the players thought and how long.

    `ending` is "over" (by the rules), "agreed" (counted without stones that both sides take for dead), "stopped" (and
    scored as it stood), "unfinished" (stopped, where that says nothing), "resigned", "time", or what a player failed
    by: "crash", "timeout", "illegal" or "protocol".
    """

    __slots__ = ("choices", "ending", "reason", "record", "seconds", "stderr", "winner")

    record: Record
    winner: Color | None  # None: a draw, or unfinished
    reason: str
    ending: str
    choices: tuple[Choice, ...]  # for each move of the record
    seconds: tuple[float, ...]  # for each move of the record
    stderr: str  # the end of what a program that failed wrote there

    def __init__(self, record: Record, winner: Color | None, reason: str, ending: str = "over",
                 choices: tuple[Choice, ...] = (), seconds: tuple[float, ...] = (), stderr: str = "") -> None:
        self._set(record=record, winner=winner, reason=reason, ending=ending, choices=choices, seconds=seconds,
                  stderr=stderr)

    @property
    def end(self) -> Position:
        """The position after the last move."""
        return self.record.end

    def view(self, move: int | None = None, *, numbers: bool = True) -> View:
        """The board after so many moves, as of a Record; at the end, how the game ended."""
        view = self.record.view(move, numbers=numbers)
        return view.changed(caption=str(self)) if move in (None, len(self.record)) else view

    def _repr_svg_(self) -> str | None:
        return inline(self.view)

    def __str__(self) -> str:
        result = f"{self.winner} wins" if self.winner else "no result" if self.ending == "unfinished" else "a draw"
        return f"{result}: {self.reason}"

    def __repr__(self) -> str:
        return f"<Played {len(self.record)} plies; {self}>"


def play(start: Position, black: Player | Function, white: Player | Function, *,
         clock: Clock | tuple[Clock, Clock] | None = None, grace: float = GRACE, most_plies: int | None = None,
         on_move: OnMove | None = None) -> Played:
    """One game from this position.

    clock: what each side has, or Black's and White's; a side that oversteps it, by more than `grace` seconds, loses.
    most_plies: where the game is stopped at the latest. In Go that is three plies a point unless told otherwise, and
    the board is scored as it stands; other games end by themselves, and have no result if they are stopped.
    on_move: called after every move with the new position and the choice.

    A player that fails (a program that crashes, a function that raises, an illegal move) loses, and the reason says so.
    """
    start.require_sound()
    allowed = start.game.plies_allowed(start)
    most_plies = allowed if most_plies is None else most_plies
    if most_plies is not None and most_plies < 0:
        raise UsageError(f"at most {most_plies} plies; expected 0 or more")
    if not 0 <= grace < float("inf"):
        raise UsageError(f"a grace of {grace} seconds; expected 0 or more")
    players = {BLACK: as_player(black), WHITE: as_player(white)}
    pair = clock if isinstance(clock, tuple) else (clock, clock)
    clocks: dict[Color, Clock | None] = {BLACK: pair[0], WHITE: pair[1]}

    position = start
    moves: list[Point | Pass] = []
    choices: list[Choice] = []
    seconds: list[float] = []

    def played(winner: Color | None, reason: str, ending: str, stderr: str = "") -> Played:
        record = Record(start, Points(moves, start.width))
        return Played(record, winner, reason, ending, tuple(choices), tuple(seconds), stderr)

    side = position.to_play
    try:
        for side in players if not start.is_over else ():
            prepare(players[side], start)
        while not position.is_over and (most_plies is None or len(moves) < most_plies):
            side = position.to_play
            choice, taken, left = _asked(players[side], position, clocks[side], grace)
            clocks[side] = left
            if clock is not None and left is None:
                said = choice.stderr if isinstance(choice, PlayerFailed) else ""
                return played(side.opponent, f"{side} ran out of time", "time", said)
            if isinstance(choice, PlayerFailed):
                raise choice
            if choice.move is None:
                return played(side.opponent, f"{side} resigned", "resigned")
            position = position.play(choice.move)
            moves.append(choice.move)
            choices.append(choice)
            seconds.append(taken)
            if on_move is not None:
                on_move(position, choice)
    except PlayerFailed as failure:
        return played(side.opponent, f"{side}'s player failed: {failure}", failure.cause, failure.stderr)

    dead = agreed_dead(players.values(), position) if position.is_over else None
    if dead:
        outcome = start.game.outcome(start.game.without(position, dead))
        words = f"{outcome.termination}, without the dead {position.vertices(dead)}"
        return played(outcome.winner, words, "agreed")
    if position.is_over or allowed is not None:
        outcome = start.game.outcome(position)
        return played(outcome.winner, outcome.termination, "over" if position.is_over else "stopped")
    return played(None, f"stopped after {len(moves)} plies", "unfinished")


def _asked(player: Player, position: Position, clock: Clock | None,
           grace: float) -> tuple[Choice | PlayerFailed, float, Clock | None]:
    """What the player answers or how it fails, how long that took, and the clock after it."""
    begun = time.perf_counter()
    answer: Choice | PlayerFailed
    try:
        answer = checked(player.choose(position, clock), position, player)
    except PlayerFailed as failure:
        answer = failure
    except Exception as error:  # a player's own code may raise anything
        answer = PlayerFailed(worded(error), "crash")
    taken = time.perf_counter() - begun
    return answer, taken, clock and clock.after(taken, grace)
