"""count: all lines of play from here, by outcome; perft: by depth."""

from tengen._core import Cancel
from tengen.errors import Cancelled, TooManyGames, UsageError, stopped
from tengen.games.game import HasGameCount, Position
from tengen.games.results import LinesOfPlay
from tengen.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor
    from typing import TypeVar

    from tengen.verbs.jobs import Progress

    Result = TypeVar("Result")

MOST_DEPTH = 1_000_000  # plies: nothing that long can be counted
_AT_ONCE = 1_000_000  # lines of play
_POINTS_AT_ONCE = 4 * _AT_ONCE  # that are looked at for them


class Count(Value):
    """Complete games from a position, by outcome: exact integers."""

    __slots__ = ("at_least", "black_wins", "by_plies", "complete", "draws", "white_wins")

    black_wins: int
    white_wins: int
    draws: int
    by_plies: tuple[int, ...]  # by_plies[k]: complete games of k plies, where the count goes by plies
    complete: bool  # False if it was interrupted: then games of len(by_plies) plies and more are missing
    at_least: int  # there are this many games or more, with those that are missing

    def __init__(
        self,
        black_wins: int,
        white_wins: int,
        draws: int,
        by_plies: tuple[int, ...],
        complete: bool = True,
        at_least: int | None = None,
    ) -> None:
        self._set(
            black_wins=black_wins,
            white_wins=white_wins,
            draws=draws,
            by_plies=by_plies,
            complete=complete,
            at_least=black_wins + white_wins + draws if at_least is None else at_least,
        )

    @property
    def games(self) -> int:
        """How many were counted: all of them, if it is complete."""
        return self.black_wins + self.white_wins + self.draws

    def __repr__(self) -> str:
        if not self.complete:
            return f"<Count: at least {self.at_least} games>"
        return f"<Count: Black wins {self.black_wins}, White wins {self.white_wins}, draws {self.draws}>"


class PartCounter(Value):
    """Counts parts, which are numbered, of the lines of play of one length, or of all complete games."""

    __slots__ = ("pass_is_ply", "plies", "position")

    position: Position
    plies: int | None
    pass_is_ply: bool

    def __init__(self, position: Position, plies: int | None, pass_is_ply: bool) -> None:
        self._set(position=position, plies=plies, pass_is_ply=pass_is_ply)

    def __call__(self, part: int, cancel: Cancel | None) -> LinesOfPlay:
        game = self.position.game
        if self.plies is None:
            assert isinstance(game, HasGameCount)
            return game.count(self.position, part, cancel)
        return game.perft(self.position, self.plies, part, self.pass_is_ply, cancel)


def count(
    position: Position,
    *,
    threads: int | None = None,
    executor: "Executor | None" = None,
    progress: "Progress | None" = None,
    cancel: Cancel | None = None,
) -> Count:
    """Every different complete game from this position, by outcome. A forced pass is not a choice.

    Ctrl-C raises Interrupted, a raised cancel flag Cancelled; `partial` has the games up to the length that was
    finished, and says how many there are at least. So does TooManyGames, where counting them is hopeless.
    """
    position.require_sound()
    total = LinesOfPlay()
    by_plies: list[int] = []
    at_least = 0

    def counted() -> Count:
        nonlocal total, at_least
        if isinstance(position.game, HasGameCount):
            parts = position.game.count_parts(position)
            total = _sum(PartCounter(position, None, True), parts, threads, executor, progress, cancel)
            return Count(total.black_wins, total.white_wins, total.draws, ())
        while True:
            lines = _lines(position, len(by_plies), True, threads, executor, progress, cancel)
            if not lines.lines:
                return Count(total.black_wins, total.white_wins, total.draws, tuple(by_plies))
            at_least = sum(by_plies) + lines.lines  # every line is the beginning of a game, or a whole one
            total += lines
            by_plies.append(lines.black_wins + lines.white_wins + lines.draws)

    try:
        return _held(position, counted)
    except (KeyboardInterrupt, Cancelled, OverflowError) as error:
        partial = Count(
            total.black_wins,
            total.white_wins,
            total.draws,
            tuple(by_plies),
            complete=False,
            at_least=max(at_least, _lines_at_once(position)),
        )
        if isinstance(error, OverflowError):
            raise TooManyGames(f"{error}: at least {partial.at_least}", partial) from None
        raise stopped(error, partial) from None


def _lines_at_once(position: Position) -> int:
    """As many lines of play as are counted in no time. Each begins a game, and no two the same."""
    lines = [1, perft(position, 1, threads=1)[-1]]
    points = position.height * position.width  # each line is played on a board of its own
    while 0 < lines[-1] * lines[1] < _AT_ONCE and lines[-1] * points < _POINTS_AT_ONCE:
        lines.append(perft(position, len(lines), threads=1)[-1])
    return max(lines)


def perft(
    position: Position,
    depth: int,
    *,
    pass_is_ply: bool = True,
    threads: int | None = None,
    executor: "Executor | None" = None,
    progress: "Progress | None" = None,
    cancel: Cancel | None = None,
) -> tuple[int, ...]:
    """How many lines of play there are of exactly 0, 1, ... depth plies; games that ended earlier are left out.

    With pass_is_ply=False passes are not counted as plies. Ctrl-C raises Interrupted, a raised cancel flag Cancelled;
    `partial` has the depths that were finished.
    """
    position.require_sound()
    if depth < 0:
        raise UsageError(f"the depth is {depth}; expected 0 or more")
    if depth > MOST_DEPTH:
        raise UsageError(f"the depth is {depth}; expected at most {MOST_DEPTH}")
    found: list[int] = []

    def find() -> None:
        while len(found) <= depth and (not found or found[-1]):
            found.append(_lines(position, len(found), pass_is_ply, threads, executor, progress, cancel).lines)

    try:
        _held(position, find)
    except (KeyboardInterrupt, Cancelled) as error:
        raise stopped(error, tuple(found)) from None
    return (*found, *(0 for _ in range(depth + 1 - len(found))))  # no line is longer


def _held(position: Position, work: "Callable[[], Result]") -> "Result":
    """What work() gives. Ctrl-C is held meanwhile, except where counting takes no time."""
    if position.game.is_quick(position):
        return work()
    from tengen.interrupts import HeldInterrupts

    with HeldInterrupts():
        return work()


def _lines(
    position: Position,
    plies: int,
    pass_is_ply: bool,
    threads: int | None,
    executor: "Executor | None",
    progress: "Progress | None",
    cancel: Cancel | None,
) -> LinesOfPlay:
    parts = position.game.perft_parts(position, plies)
    return _sum(PartCounter(position, plies, pass_is_ply), parts, threads, executor, progress, cancel)


def _sum(
    count_part: PartCounter,
    parts: list[int],
    threads: int | None,
    executor: "Executor | None",
    progress: "Progress | None",
    cancel: Cancel | None,
) -> LinesOfPlay:
    total = LinesOfPlay()

    def gather(lines: LinesOfPlay) -> None:
        nonlocal total
        total += lines

    position = count_part.position
    if len(parts) == 1 and executor is None and position.game.is_quick(position):
        return count_part(parts[0], None)
    from tengen.verbs.jobs import run_parts

    run_parts(count_part, parts, gather, threads=threads, executor=executor, progress=progress, cancel=cancel)
    return total
