"""prove: solve, and write down why."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from pathlib import Path

from tengen._core import Cancel
from tengen.errors import TengenError, UsageError
from tengen.formats import proof as text_form
from tengen.games.game import HasProofs, Position
from tengen.grid import Color
from tengen.interrupts import run_cancellable
from tengen.values import Value
from tengen.verbs.judge_proof import HOLDS, NO_ROOM, STOPPED
from tengen.verbs.solve import DEFAULT_MEMORY, Solution, Watch, solved


class Proof(Value):
    """The winner's answers to every move of the other side, a letter each: see `tengen.formats.proof`."""

    __slots__ = ("letters", "position", "winner")

    position: Position
    winner: Color
    letters: bytes

    def __init__(self, position: Position, winner: Color, letters: bytes) -> None:
        self._set(position=position, winner=winner, letters=letters)

    @property
    def text(self) -> bytes:
        """As a file has it and judge_proof reads it."""
        return text_form.write(self.position.game.name, str(self.position), self.winner, self.letters)

    @staticmethod
    def check_path(path: str | Path) -> None:
        """Refuses a path that `save` could not write to, before hours of work."""
        folder = os.path.dirname(path) or "."
        if os.path.isdir(path):
            why = errno.EISDIR
        elif not os.path.isdir(folder):
            why = errno.ENOENT
        elif not os.access(folder, os.W_OK):
            why = errno.EACCES
        else:
            return
        raise UsageError(f"cannot write {str(path)!r}: {os.strerror(why)}")

    def save(self, path: str | Path) -> None:
        """Writes the text there, compressed if the name ends with .gz."""
        text = self.text
        try:
            with open(path, "wb") as file:
                file.write(text_form.packed(text) if str(path).endswith(".gz") else text)
        except OSError as error:
            raise UsageError(f"cannot write {str(path)!r}: {error.strerror}") from None

    def __repr__(self) -> str:
        return f"<Proof: {self.winner} wins, {len(self.letters)} answers>"


def prove(
    position: Position,
    *,
    all_moves: bool = True,
    threads: int | None = None,
    memory: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    checkpoint: str | Path | None = None,
    plies: bool = False,
    progress: Watch | None = None,
    writing: Callable[[int], None] | None = None,
    cancel: Cancel | None = None,
) -> tuple[Solution, Proof | None]:
    """Who wins, as `solve` says it, and a proof for `judge_proof`; no proof if the seconds did not suffice.

    The settings are those of `solve`. The proof's positions take up to as much memory again. `writing` is told how many
    answers have been written.
    """
    game = position.game
    if not isinstance(game, HasProofs):
        raise UsageError(f"there are no proofs of {game.title}")
    begin = time.monotonic()
    solution, solver = solved(
        position,
        all_moves=all_moves,
        threads=threads,
        memory=memory,
        seconds=seconds,
        seed=seed,
        checkpoint=checkpoint,
        plies=plies,
        progress=progress,
        cancel=cancel,
        to_prove=True,
    )
    winner = solution.winner
    if winner is None:
        return solution, None
    if solver is None:
        return solution, Proof(position, winner, b"")
    most_bytes = (memory or DEFAULT_MEMORY) << 20
    prover = game.prover(solver, winner, most_bytes)
    left = -1.0 if seconds is None else max(0.0, seconds - (time.monotonic() - begin))
    watch = None if writing is None else lambda: writing(prover.answers)
    (fault, letters), stopped = run_cancellable(lambda stop: prover.run(left, stop), watch, cancel)
    if stopped is not None:
        raise stopped(solution)
    if fault == NO_ROOM:
        raise UsageError(
            f"the positions of the proof do not fit in {most_bytes >> 20} MiB: there are more than {prover.answers}"
        )
    if fault == STOPPED:
        return solution, None
    if fault != HOLDS:
        raise TengenError("the solver's answer could not be proven: two positions had the same key; try another seed")
    return solution, Proof(position, winner, letters)
