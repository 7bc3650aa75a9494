"""One game between two players."""

from __future__ import annotations

import time
from collections.abc import Callable

from tengen.errors import PlayerFailed, UsageError
from tengen.games.game import Position
from tengen.grid import BLACK, WHITE, Color
from tengen.players.choice import Choice
from tengen.players.clock import GRACE, Clock
from tengen.players.course import Course, End, Played
from tengen.players.player import Function, Player, as_player, ask, worded
from tengen.players.swap2 import check_rule, swap2
from tengen.players.thinking import agreed_dead, prepare

OnMove = Callable[[Position, Choice], None]
Asking = Callable[[Player, Position, Clock | None], tuple[Choice | PlayerFailed, float]]


def play(
    start: Position,
    black: Player | Function,
    white: Player | Function,
    *,
    clock: Clock | tuple[Clock | None, Clock | None] | None = None,
    grace: float = GRACE,
    most_plies: int | None = None,
    on_move: OnMove | None = None,
    verdict: Callable[[Course], End | None] | None = None,
    asking: Asking | None = None,
    opening_rule: str | None = None,
) -> Played:
    """One game from this position.

    clock: what each side has, or Black's and White's; a side that oversteps it, by more than `grace` seconds, loses.
    most_plies: where the game is stopped at the latest. In Go that is three plies a point unless told otherwise, and
    the board is scored as it stands; other games end by themselves, and have no result if they are stopped.
    on_move: called after every move with the new position and the choice.
    verdict: called after every move with the course of the game; what it answers ends the game.
    asking: asks a player for a move, and says how many seconds its clock counts for that.
    opening_rule: "swap2": `black` is the first player, who puts three stones, and then the sides are chosen. If the
    players change, the game is `swapped`: `black` has White. The clocks begin after that.

    A player that fails (a program that crashes, a function that raises, an illegal move) loses, and the reason says so.
    """
    if not isinstance(start, Position):
        raise TypeError(f"{start!r} is not a position; expected one like tengen.nogo.start(9)")
    start.require_sound()
    most_plies = start.game.plies_allowed(start) if most_plies is None else most_plies
    if most_plies is not None and most_plies < 0:
        raise UsageError(f"at most {most_plies} plies; expected 0 or more")
    if not 0 <= grace < float("inf"):
        raise UsageError(f"a grace of {grace} seconds; expected 0 or more")
    players = {BLACK: as_player(black), WHITE: as_player(white)}
    clocks = clock if isinstance(clock, tuple) else (clock, clock)
    course = Course.begun(start, *clocks, most_plies)
    if opening_rule is not None:
        check_rule(opening_rule, start)
        course = _opened(course, players, on_move)
        players = {BLACK: players[WHITE], WHITE: players[BLACK]} if course.swapped else players
    side = start.to_play
    try:
        for side in players if not course.is_over else ():
            prepare(players[side], start)
        while not course.is_over:
            side = course.to_play
            answer, taken = (asking or asked)(players[side], course.position, course.clock)
            if isinstance(answer, Choice):
                course = course.play(answer, taken, grace)
                if on_move is not None and course.end is None:
                    on_move(course.position, answer)
                if verdict is not None and not course.is_over:
                    course = course.ended(verdict(course))
            elif course.is_late(taken, grace):
                course = course.out_of_time(answer.stderr)
            else:
                raise answer
    except PlayerFailed as failure:
        return course.failed(side, failure).played
    dead = agreed_dead(players.values(), course.position) if course.position.is_over else None
    return (course.agreed(dead) if dead else course).played


def _opened(course: Course, players: dict[Color, Player], on_move: OnMove | None) -> Course:
    """After the opening. The clocks are those of the players, who may have changed sides."""
    record, swapped, failed = swap2(course.start, players[BLACK], players[WHITE])
    clocks = (course.white, course.black) if swapped else (course.black, course.white)
    course = course._replace(black=None, white=None, swapped=swapped)
    for move in record.moves:
        course = course.play(Choice(move))
        if on_move is not None:
            on_move(course.position, Choice(move))
    course = course._replace(black=clocks[0], white=clocks[1])
    return course if failed is None else course.failed(*failed)


def asked(player: Player, position: Position, clock: Clock | None) -> tuple[Choice | PlayerFailed, float]:
    """What the player answers or how it fails, and how long that took."""
    begun = time.perf_counter()
    answer: Choice | PlayerFailed
    try:
        answer = ask(player, position, clock)
    except PlayerFailed as failure:
        answer = failure
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # somebody's own code may raise anything, SystemExit too
        answer = PlayerFailed(worded(error), "crash")
    return answer, time.perf_counter() - begun
