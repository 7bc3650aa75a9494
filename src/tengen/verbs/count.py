"""count: all lines of play from here, by outcome; perft: by depth."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass

from tengen._core import Cancel
from tengen.errors import Interrupted, UsageError
from tengen.games.game import GamePosition, LinesOfPlay
from tengen.verbs.jobs import Progress, run_parts


@dataclass(frozen=True)
class Count:
    """Complete games from a position, by outcome: exact integers."""

    black_wins: int
    white_wins: int
    draws: int
    by_plies: tuple[int, ...]  # by_plies[k]: complete games of k plies
    complete: bool = True  # False if it was interrupted: then games of len(by_plies) plies and more are missing

    @property
    def games(self) -> int:
        return self.black_wins + self.white_wins + self.draws


@dataclass(frozen=True)
class Part:
    """One share of the lines of play of one length."""

    position: GamePosition
    plies: int
    number: int


def count_part(part: Part, cancel: Cancel | None) -> LinesOfPlay:
    return part.position.game.count_lines(part.position, part.plies, part.number, cancel)


def count(position: GamePosition, *, threads: int | None = None, executor: Executor | None = None,
          progress: Progress | None = None) -> Count:
    """Every different complete game from this position, by outcome.

    Ctrl-C raises Interrupted, whose `partial` has the games up to the length that was finished.
    """
    position.require_sound()
    black, white, draws = 0, 0, 0
    by_plies: list[int] = []
    try:
        while True:
            lines = _lines(position, len(by_plies), threads, executor, progress)
            if not lines.lines:
                return Count(black, white, draws, tuple(by_plies))
            black += lines.black_wins
            white += lines.white_wins
            draws += lines.draws
            by_plies.append(lines.black_wins + lines.white_wins + lines.draws)
    except KeyboardInterrupt:
        raise Interrupted(Count(black, white, draws, tuple(by_plies), complete=False)) from None


def perft(position: GamePosition, depth: int, *, threads: int | None = None, executor: Executor | None = None,
          progress: Progress | None = None) -> tuple[int, ...]:
    """How many lines of play there are of 0, 1, ... depth plies.

    Ctrl-C raises Interrupted, whose `partial` has the depths that were finished.
    """
    position.require_sound()
    if depth < 0:
        raise UsageError(f"the depth is {depth}; expected 0 or more")
    found: list[int] = []
    try:
        for plies in range(depth + 1):
            found.append(_lines(position, plies, threads, executor, progress).lines if not found or found[-1] else 0)
    except KeyboardInterrupt:
        raise Interrupted(tuple(found)) from None
    return tuple(found)


def _lines(position: GamePosition, plies: int, threads: int | None, executor: Executor | None,
           progress: Progress | None) -> LinesOfPlay:
    total = LinesOfPlay()

    def gather(lines: LinesOfPlay) -> None:
        nonlocal total
        total += lines

    parts = [Part(position, plies, number) for number in position.game.count_parts(position, plies)]
    run_parts(count_part, parts, gather, threads=threads, executor=executor, progress=progress)
    return total
