"""solve: who wins with perfect play, and with which moves?"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import nullcontext, suppress
from pathlib import Path

from tengen._core import Cancel
from tengen.errors import UsageError
from tengen.games.game import Game, HasJournal, HasMargin, Position
from tengen.games.native import JournalingSolver, NativeSolver
from tengen.grid import Color, Pass, Point, Points
from tengen.interrupts import run_cancellable
from tengen.values import Value
from tengen.verbs.checkpoint import Checkpoint
from tengen.verbs.jobs import checked_memory, checked_threads
from tengen.verbs.simulate import checked_seed
from tengen.verbs.spread import Spread

DEFAULT_MEMORY = 1024  # MiB
_SAVED_EVERY = 60.0  # seconds

Watch = Callable[["Solving"], None]


class Solving(Value):
    """How far a solver has come."""

    __slots__ = ("done", "nodes", "seconds", "table_size", "table_used")

    nodes: int
    done: float  # share of the work, as it looks from here: from 0 to 1
    seconds: float
    table_used: int  # positions
    table_size: int

    def __init__(self, nodes: int, done: float, seconds: float, table_used: int, table_size: int) -> None:
        self._set(nodes=nodes, done=done, seconds=seconds, table_used=table_used, table_size=table_size)


class MoveValue(Value):
    """What a move is worth to the side that makes it: between two bounds, which are equal if it is known exactly.

    More than 0 is a win, less a loss. In NoGo and Gomoku that is 1 or -1; in Othello and Go it is the margin.
    """

    __slots__ = ("line", "lower", "upper")

    line: Points  # the move, and how it would go on
    lower: float
    upper: float

    def __init__(self, line: Points, lower: float, upper: float) -> None:
        self._set(line=line, lower=lower, upper=upper)

    @property
    def move(self) -> Point | Pass:
        return self.line[0]

    @property
    def result(self) -> str | None:
        """ "win", "draw" or "loss" for the side that makes it; None if that is not known."""
        return _result(self.lower, self.upper)


class Solution(Value):
    """What is known of a position with perfect play."""

    __slots__ = (
        "line_in_plies",
        "lower",
        "moves",
        "nodes",
        "plies",
        "position",
        "seconds",
        "table_size",
        "table_used",
        "upper",
    )

    position: Position
    lower: float  # of the value to the side to move: see MoveValue
    upper: float
    moves: tuple[MoveValue, ...]  # every legal move
    nodes: int
    seconds: float
    table_used: int
    table_size: int
    plies: tuple[int, int] | None  # how many the winner takes, at least and at most, if that was asked and is known
    line_in_plies: Points | None  # how it would go on in that many

    def __init__(
        self,
        position: Position,
        lower: float,
        upper: float,
        moves: tuple[MoveValue, ...],
        nodes: int = 0,
        seconds: float = 0.0,
        table_used: int = 0,
        table_size: int = 0,
        plies: tuple[int, int] | None = None,
        line_in_plies: Points | None = None,
    ) -> None:
        self._set(
            position=position,
            lower=lower,
            upper=upper,
            moves=moves,
            nodes=nodes,
            seconds=seconds,
            table_used=table_used,
            table_size=table_size,
            plies=plies,
            line_in_plies=line_in_plies,
        )

    @property
    def result(self) -> str | None:
        """ "win", "draw" or "loss" for the side to move; None if that is not known."""
        return _result(self.lower, self.upper)

    @property
    def counts(self) -> bool:
        """Is there something to count: more than winning or not?"""
        return isinstance(self.position.game, HasMargin)

    @property
    def is_known(self) -> bool:
        return self.result is not None

    @property
    def winner(self) -> Color | None:
        """None for a draw, or if it is not known."""
        side = self.position.to_play
        return {"win": side, "loss": side.opponent}.get(self.result or "")

    @property
    def margin(self) -> float | None:
        """By how much Black wins, where that is known: stones, points, or 1 where there is nothing to count."""
        if self.lower != self.upper:
            return None
        return self.lower if self.position.to_play is Color.BLACK else 0.0 - self.lower

    @property
    def best_moves(self) -> Points:
        """The moves known to keep what the position is worth; none if it is not known, or if every move loses."""
        worst = min((each.lower for each in self.moves), default=self.lower)
        if not self.is_known or (self.result == "loss" and self.lower == worst):
            return Points([], self.position.width)
        return self.position.points(each.move for each in self.moves if each.lower >= self.lower)

    @property
    def undecided_moves(self) -> Points:
        """The moves of which it is not known whether they are as good as the best ones."""
        return self.position.points(
            each.move
            for each in self.moves
            if each.lower < each.upper and each.upper >= self.lower and not (self.is_known and each.lower >= self.lower)
        )

    @property
    def line(self) -> Points:
        """How it would go on with best play, as far as is known; where plies were counted, in as many."""
        if self.line_in_plies:
            return self.line_in_plies
        best = max(self.moves, key=lambda each: (each.lower, each.upper), default=None)
        return best.line if best is not None and self.is_known else Points([], self.position.width)

    def __repr__(self) -> str:
        answer = "unknown" if not self.is_known else "draw" if self.winner is None else f"{self.winner} wins"
        return f"<Solution: {answer}, {self.nodes} nodes>"


def solve(
    position: Position,
    *,
    all_moves: bool = True,
    threads: int | None = None,
    memory: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    checkpoint: str | Path | None = None,
    plies: bool = False,
    executor: Executor | None = None,
    at_once: Callable[[], int] | None = None,
    progress: Watch | None = None,
    cancel: Cancel | None = None,
) -> Solution:
    """Who wins with perfect play, and with which moves: proven, or not known.

    With all_moves=False it stops as soon as the position itself is known. `memory` is MiB for the table of positions.
    After this many `seconds` it says what it knows. Ctrl-C raises Interrupted, a raised cancel flag Cancelled;
    `partial` is the Solution so far. NoGo: another `seed` makes it go another way to the same answer; and what took
    long to find out is kept in the file `checkpoint` every minute, from which the same call goes on after a stop. With
    `plies`, also how many the winner takes if the other side delays it as best it can; that needs as much memory again.
    With an `executor` its workers search: at_once() says how many there are, unless they are as many as this machine
    has cores; each has `memory`, and so many `threads`, one unless told.
    """
    return solved(
        position,
        all_moves=all_moves,
        threads=threads,
        memory=memory,
        seconds=seconds,
        seed=seed,
        checkpoint=checkpoint,
        plies=plies,
        executor=executor,
        at_once=at_once,
        progress=progress,
        cancel=cancel,
    )[0]


def solved(
    position: Position,
    *,
    all_moves: bool,
    threads: int | None,
    memory: int | None,
    seconds: float | None,
    seed: int,
    checkpoint: str | Path | None,
    plies: bool,
    progress: Watch | None,
    cancel: Cancel | None,
    executor: Executor | None = None,
    at_once: Callable[[], int] | None = None,
    to_prove: bool = False,
) -> tuple[Solution, JournalingSolver | None]:
    """What solve says, and the solver that found it, if it has a journal. `to_prove`: it has one, unless the game is
    over."""
    position.require_sound()
    most_bytes = checked_memory(memory, DEFAULT_MEMORY, "the table") << 20
    if seconds is not None and not 0 <= seconds < float("inf"):
        raise UsageError(f"{seconds} seconds; expected 0 or more")
    threads = 1 if executor is not None and threads is None else checked_threads(threads)
    if position.is_over:
        value = position.game.final_value(position)
        return Solution(position, value, value, (), plies=(0, 0) if plies else None), None
    journals = to_prove or plies or checkpoint is not None or executor is not None
    here = most_bytes if executor is None else min(most_bytes, DEFAULT_MEMORY << 20)  # for what workers send back
    solver, journaling = _solver(position, here, seed, threads, journals)
    spread = None
    if executor is not None and journaling is not None:
        workers = at_once or (lambda: checked_threads(None))
        spread = Spread(position, journaling, seed, most_bytes, threads, executor, workers)
    save = _saving(position, seed, checkpoint, journaling)
    begin = time.monotonic()
    saved = begin

    def left() -> float:
        return -1.0 if seconds is None else max(0.0, seconds - (time.monotonic() - begin))

    def work(stop: Cancel) -> tuple[int, int, Points] | None:
        if spread is not None:
            spread.run(all_moves, seconds, stop)
        solver.run(all_moves, left(), threads, stop)
        if journaling is None or not plies or not _solution(position, solver, 0).is_known:
            return None
        return journaling.count_plies(most_bytes, left(), stop)

    def watch() -> None:
        nonlocal saved
        now = time.monotonic()
        if progress is not None:
            nodes, done = (spread.nodes, spread.done) if spread is not None else (0, 0.0)
            progress(Solving(nodes + solver.nodes, max(done, solver.done), now - begin, *solver.table))
        if now > saved + _SAVED_EVERY:
            with suppress(UsageError):  # a full disk may have room again
                save()
            saved = time.monotonic()

    try:
        counted, stopped = run_cancellable(work, watch, cancel)
    except BaseException:
        with suppress(UsageError):
            save()
        raise
    solution = _solution(position, solver, time.monotonic() - begin, counted, spread.nodes if spread is not None else 0)
    with suppress(UsageError) if solution.is_known else nullcontext():
        save()
    if stopped is not None:
        raise stopped(solution)
    return solution, journaling


def require_journal(game: Game[Position]) -> HasJournal[Position]:
    """The game, whose solver keeps a journal: what a checkpoint, a proof and other machines need."""
    if not isinstance(game, HasJournal):
        raise UsageError(
            f"{game.title} is solved without a seed, a checkpoint or an executor, and without counting plies"
        )
    return game


def _solver(
    position: Position, most_bytes: int, seed: int, threads: int, journals: bool
) -> tuple[NativeSolver, JournalingSolver | None]:
    """A solver; and the same solver again if it has a journal, else None."""
    game = position.game
    journaled = require_journal(game) if journals or seed else None
    if journaled is None or not journals:
        return game.solver(position, most_bytes, checked_seed(seed), threads), None
    solver = journaled.journaling_solver(position, most_bytes, checked_seed(seed), threads)
    return solver, solver


def _saving(
    position: Position, seed: int, checkpoint: str | Path | None, solver: JournalingSolver | None
) -> Callable[[], None]:
    """Goes on from the checkpoint, if there is one; then how to save what has been found out so far."""
    if checkpoint is None or solver is None:
        return lambda: None
    file = Checkpoint(checkpoint, position, seed)
    journal = file.read()
    if journal is not None:
        solver.go_on_from(journal)
    file.write(solver.journal())  # to see now whether it can be written
    return lambda: file.write(solver.journal())


def _solution(
    position: Position,
    solver: NativeSolver,
    seconds: float,
    counted: tuple[int, int, Points] | None = None,
    nodes_elsewhere: int = 0,
) -> Solution:
    plies, line = ((counted[0], counted[1]), counted[2]) if counted else (None, None)
    moves = tuple(MoveValue(line, lower, upper) for lower, upper, line in solver.report())
    return Solution(
        position,
        max(each.lower for each in moves),
        max(each.upper for each in moves),
        moves,
        nodes_elsewhere + solver.nodes,
        seconds,
        *solver.table,
        plies,
        line,
    )


def _result(lower: float, upper: float) -> str | None:
    if lower > 0:
        return "win"
    if upper < 0:
        return "loss"
    return "draw" if lower == upper else None
