"""A program against ours, on boards that grow, until it fails; then the smallest board on which it still fails."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from tengen.errors import UsageError
from tengen.games import by_name
from tengen.grid import BLACK_CELL, EMPTY_CELL, WHITE_CELL
from tengen.interrupts import HeldInterrupts
from tengen.problems.checker import RIGHT, check_output, published_answer
from tengen.problems.families import FAMILIES, SIZES, Grid, go_input, nogo_input
from tengen.verbs.flips import contest_boards
from tengen.verbs.simulate import checked_seed

MOST_OUTPUT = 64 << 20  # bytes
_SMALL = 12  # boards of which every row is tried with every column
_SHRINKING = 30.0  # seconds at most
_NO_MEMORY = (b"bad_alloc", b"MemoryError", b"OutOfMemory", b"out of memory", b"Cannot allocate memory")
_LAST_WORDS = 2000  # bytes of what a program wrote to standard error


class Failure(NamedTuple):
    """An input, and how the program failed on it."""

    family: str
    data: bytes
    kind: str  # wrong, crash, time or memory
    words: str
    output: bytes


class Limits(NamedTuple):
    seconds: float = 10.0
    memory: int = 512  # MiB


USUAL = Limits()


def stress(
    game: str,
    command: Sequence[str],
    *,
    cases: int = 1000,
    seed: int = 0,
    limits: Limits = USUAL,
    on_case: Callable[[int, int], None] | None = None,
) -> Failure | None:
    """The smallest input found on which the program fails, or None if it does not in so many cases.

    The families take turns, on boards that grow by a row whenever each had two. on_case: told the number and the size.
    """
    if cases < 1:
        raise UsageError(f"{cases} cases; expected 1 or more")
    if not 0 < limits.seconds < float("inf") or limits.memory < 1:
        raise UsageError(f"limits of {limits.seconds:g} seconds and {limits.memory} MiB; expected more than 0")
    checked_seed(seed)
    families = list(FAMILIES[game].items())
    least, most = SIZES[game]
    for number in range(cases):
        rng = random.Random(f"{seed} {number}")
        name, family = families[number % len(families)]
        size = min(most, least + number // (2 * len(families)))
        if on_case is not None:
            on_case(number, size)
        failure = _tried(game, command, name, family(rng, size), limits)
        if failure is not None:
            return _shrunk(game, command, failure, limits)
    return None


def _tried(game: str, command: Sequence[str], family: str, data: bytes, limits: Limits) -> Failure | None:
    kind, words, output = _run(command, data, limits)
    if not kind:
        checked = check_output(game, data, output)
        if checked.status == RIGHT:
            return None
        kind, words = "wrong", checked.words
    return Failure(family, data, kind, words, output)


def _run(command: Sequence[str], data: bytes, limits: Limits) -> tuple[str, str, bytes]:
    """How it failed, if it did; in words; and what it wrote."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (limits.memory << 20,) * 2)
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_OUTPUT,) * 2)

    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as written, tempfile.TemporaryFile() as errors:
        given.write(data)
        given.seek(0)
        process: subprocess.Popen[bytes] | None = None
        try:
            with HeldInterrupts():  # Ctrl-C while it is being started would leave it running
                process = subprocess.Popen(
                    command,
                    stdin=given,
                    stdout=written,
                    stderr=errors,
                    preexec_fn=limit,
                    start_new_session=True,
                )
            process.wait(limits.seconds)
        except OSError as error:
            raise UsageError(f"cannot start {command[0]!r}: {error.strerror}") from None
        except subprocess.TimeoutExpired:
            return "time", f"it took more than {limits.seconds:g} seconds", b""
        finally:
            if process is not None:
                with suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        status = process.returncode
        written.seek(0)
        output = written.read()
        errors.seek(-min(_LAST_WORDS, errors.seek(0, os.SEEK_END)), os.SEEK_END)
        said = errors.read().strip()
    if len(output) >= MOST_OUTPUT:  # the limit stopped it
        return "crash", f"it wrote more than {MOST_OUTPUT >> 20} MiB", b""
    if not status:
        return "", "", output
    if any(words in said for words in _NO_MEMORY):
        return "memory", f"it needs more than {limits.memory} MiB", output
    how = (
        f"was ended by signal {-status} ({signal.Signals(-status).name})"
        if status < 0
        else f"ended with exit status {status}"
    )
    last = said.rpartition(b"\n")[2].decode("utf-8", "backslashreplace")
    return "crash", f"it {how}{f'; its last words: {last}' if last else ''}", output


def _shrunk(game: str, command: Sequence[str], failure: Failure, limits: Limits) -> Failure:
    """The same failure on a smaller input, as small as can be found in a while."""
    end = time.monotonic() + _SHRINKING
    again = True
    while again:
        again = False
        for data in smaller(game, failure.data):
            if time.monotonic() > end:
                return failure
            found = _tried(game, command, failure.family, data, limits)
            if found is not None and found.kind == failure.kind:
                failure, again = found, True
                break
    return failure


def smaller(game: str, data: bytes) -> Iterator[bytes]:
    """Proper inputs that are like this one but for a board, a row and a column, or a stone or two less."""
    grids = _grids(game, data)
    if len(grids) > 1:
        yield from (_input(game, [grid]) for grid in grids)
    for number, grid in enumerate(grids):
        for changed in _smaller_grids(game, grid):
            yield _input(game, [*grids[:number], changed, *grids[number + 1 :]])


def _smaller_grids(game: str, grid: Grid) -> Iterator[Grid]:
    size = grid.size
    if size > max(1, SIZES[game][0]):
        for row in range(size):
            for col in range(size) if size <= _SMALL else {row, size - 1 - row}:
                yield _without(grid, row, col)
    black, white = grid.places(BLACK_CELL), grid.places(WHITE_CELL)
    if game == "othello":
        for place in grid.places(EMPTY_CELL):
            for cell in (BLACK_CELL, WHITE_CELL):
                yield _with(grid, {place: cell})
    elif game == "go":
        yield from (_with(grid, {place: EMPTY_CELL}) for place in [*black, *white])
    else:  # the difference between black and white stones says whose move it is
        for place in black:
            for other in white[:40]:
                yield _with(grid, {place: EMPTY_CELL, other: EMPTY_CELL})


def _without(grid: Grid, row: int, col: int) -> Grid:
    return Grid(grid.size - 1, lambda r, c: grid[r + (r >= row), c + (c >= col)])


def _with(grid: Grid, cells: dict[tuple[int, int], int]) -> Grid:
    return Grid(grid.size, lambda row, col: cells.get((row, col), grid[row, col]))


def _grids(game: str, data: bytes) -> list[Grid]:
    rules = by_name(game)
    boards = contest_boards(rules, data) if game == "go" else [rules.contest.parse(data).board]
    return [Grid.of(board) for board in boards]


def _input(game: str, grids: list[Grid]) -> bytes:
    if game == "go":
        return go_input(grids)
    if game == "nogo":
        return nogo_input(random.Random(0), grids[0])
    return by_name(game).contest.write(grids[0].board).encode()


def in_words(game: str, failure: Failure) -> str:
    """For a person: what went wrong, the input, what was expected and what came."""
    kinds = {"wrong": "wrong answer", "crash": "crash", "time": "too slow", "memory": "too much memory"}
    expected = published_answer(game, failure.data).decode()
    output = failure.output[:2000].decode("utf-8", "backslashreplace")
    text = f"{kinds[failure.kind]}: {failure.words}\n\nfor this input ({failure.family}):\n{failure.data.decode()}"
    right = "a right answer would be" if by_name(game).has_published_judge else "the right answer is"
    return f"{text}\n{right}:\n{expected}\nit wrote:\n{output}" if failure.kind == "wrong" else text
