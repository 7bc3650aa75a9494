"""generate_many: many legal random positions from one seed."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from random import Random

from tengen._core import Cancel
from tengen.errors import Cancelled, UnreachableFill, UsageError, stopped
from tengen.games.game import Position
from tengen.verbs.generate import generate, stones_wanted
from tengen.verbs.jobs import Progress, run_parts
from tengen.verbs.simulate import checked_seed

_PARTS = 256  # jobs, about: progress moves, and threads finish together
_MOST_POINTS = 500_000_000  # of all boards together, each of which counts for 100 at least: some gigabytes
_MOST_GAMES = 1000  # that are played for one position


def generate_many(
    start: Position,
    count: int,
    fill: float | None = None,
    *,
    stones: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> tuple[Position, ...]:
    """This many positions as `generate` makes them, from one seed, on all cores unless `threads` says otherwise.

    The k-th is the same whatever their number, the number of threads, or the executor. If its game ends before the
    board is so full, another is played; UnreachableFill is raised when a thousand did not get there. Ctrl-C raises
    Interrupted, a raised cancel flag Cancelled; `partial` has the positions up to the first that is missing.
    """
    wanted = stones_wanted(start, fill, stones)
    if count < 0:
        raise UsageError(f"{count} positions; expected 0 or more")
    most = _MOST_POINTS // max(100, start.height * start.width)
    if count > most:
        raise UsageError(f"{count} positions; at most {most} of this size are made at once")
    seed = checked_seed(seed)
    at_once = max(1, count // _PARTS)
    parts = [Part(start, wanted, seed, range(count)[k : k + at_once]) for k in range(0, count, at_once)]
    found: dict[int, Position] = {}
    try:
        run_parts(
            generate_part, parts, found.update, threads=threads, executor=executor, progress=progress, cancel=cancel
        )
    except (KeyboardInterrupt, Cancelled) as error:
        missing = next((number for number in range(count) if number not in found), count)
        raise stopped(error, tuple(found[number] for number in range(missing))) from None
    return tuple(found[number] for number in range(count))


@dataclass(frozen=True)
class Part:
    """Some of the positions, by their numbers."""

    start: Position
    stones: int
    seed: int
    numbers: range


def generate_part(part: Part, cancel: Cancel | None) -> dict[int, Position]:
    """The positions by their numbers; those that were made in time, if the flag is raised."""
    found: dict[int, Position] = {}
    for number in part.numbers:
        try:
            found[number] = _reached(part, number, cancel)
        except Cancelled:
            break
    return found


def _reached(part: Part, number: int, cancel: Cancel | None) -> Position:
    seeds = Random(f"{part.seed} {number}")
    for _ in range(_MOST_GAMES):
        try:
            return generate(part.start, stones=part.stones, seed=seeds.getrandbits(64), cancel=cancel)
        except UnreachableFill:
            pass
    raise UnreachableFill(
        f"{part.stones} stones were not reached: each of {_MOST_GAMES} games ended with fewer on the board"
    )
