"""count_positions: how many legal positions are there on this board?"""

from __future__ import annotations

from tengen._core import Cancel, PositionCounter
from tengen.errors import UsageError
from tengen.games.game import Position
from tengen.interrupts import run_cancellable
from tengen.verbs.jobs import Progress, checked_memory, checked_threads

DEFAULT_MEMORY = 4096  # MiB
MOST_POINTS = 9000  # on more, Python would not print the number: it stops at 4300 digits
_STEPS = 1000  # that progress is told in


def count_positions(
    position: Position,
    *,
    threads: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> int:
    """How many legal positions there are with these stones and any, or none, on the empty points.

    A position is legal if every chain has a liberty; whose turn it is does not matter. Needs more than `memory` MiB:
    UsageError. Ctrl-C raises Interrupted, a raised cancel flag Cancelled; nothing is known then, and `partial` is None.
    """
    return sum(number for _, _, number in _count(position, False, threads, memory, progress, cancel))


def count_positions_by_stones(
    position: Position,
    *,
    threads: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> tuple[tuple[int, ...], ...]:
    """The same by how many stones there are then: `table[black][white]`, each from 0 to the number of points."""
    totals = _count(position, True, threads, memory, progress, cancel)
    sides = range(position.board.point_count + 1)
    table = [[0 for _ in sides] for _ in sides]
    for black, white, number in totals:
        table[black][white] = number
    return tuple(map(tuple, table))


def _count(
    position: Position,
    by_stones: bool,
    threads: int | None,
    memory: int | None,
    progress: Progress | None,
    cancel: Cancel | None,
) -> list[tuple[int, int, int]]:
    game = position.game
    if not game.has_chains:
        raise UsageError(f"positions are not counted in {game.title}: its stones need no liberties")
    position.require_sound()
    threads = checked_threads(threads)
    memory = checked_memory(memory, DEFAULT_MEMORY, "the states of the border")
    size, by = f"{position.height}x{position.width}", " by stones" if by_stones else ""
    most = PositionCounter.most_columns(by_stones)
    if min(position.height, position.width) > most:
        raise UsageError(f"a {size} board; positions are counted{by} where one side has at most {most} points")
    most = PositionCounter.most_stones if by_stones else MOST_POINTS
    if position.height * position.width > most:
        raise UsageError(f"a {size} board; positions are counted{by} on at most {most} points")
    counter = PositionCounter(position.board, by_stones, memory << 20)
    watch = None if progress is None else lambda: progress(int(_STEPS * counter.done), _STEPS)
    fault, stopped = run_cancellable(lambda stop: counter.run(threads, stop), watch, cancel)
    if stopped is not None:
        raise stopped(None)
    if fault == 2:
        raise UsageError(f"the positions of a {size} board need more than {memory} MiB to be counted")
    return counter.totals()
