"""prove: solve, and write down why."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from tengen._core import Cancel
from tengen.errors import Interrupted, TengenError, UsageError
from tengen.games.game import JournalingSolver, Position, cast
from tengen.interrupts import Job
from tengen.verbs.proof import HOLDS, NO_ROOM, STOPPED, Proof
from tengen.verbs.solve import DEFAULT_MEMORY, Solution, Watch, solved


def prove(position: Position, *, all_moves: bool = True, threads: int | None = None, memory: int | None = None,
          seconds: float | None = None, seed: int = 0, checkpoint: str | Path | None = None, plies: bool = False,
          progress: Watch | None = None, writing: Callable[[int], None] | None = None,
          cancel: Cancel | None = None) -> tuple[Solution, Proof | None]:
    """Who wins, as `solve` says it, and a proof for `judge_proof`; no proof if the seconds did not suffice.

    The settings are those of `solve`. The proof's positions take up to as much memory again. `writing` is told how many
    answers have been written.
    """
    if not position.game.has_proofs:
        raise UsageError(f"there are no proofs of {position.game.title}")
    begin = time.monotonic()
    solution, solver = solved(position, all_moves=all_moves, threads=threads, memory=memory, seconds=seconds, seed=seed,
                              checkpoint=checkpoint, plies=plies, progress=progress, cancel=cancel, to_prove=True)
    winner = solution.winner
    if winner is None:
        return solution, None
    if solver is None:
        return solution, Proof(position, winner, b"")
    most_bytes = (memory or DEFAULT_MEMORY) << 20
    prover = position.game.prover(cast(JournalingSolver, solver), winner, most_bytes)
    left = -1.0 if seconds is None else max(0.0, seconds - (time.monotonic() - begin))
    job = Job(lambda stop: prover.run(left, stop))
    try:
        while not job.is_done(0.1):
            if writing is not None:
                writing(prover.answers)
            if cancel is not None and cancel.requested:
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        job.stop()
        raise Interrupted(solution) from None
    fault, letters = job.result()
    if fault == NO_ROOM:
        raise UsageError(f"the positions of the proof do not fit in {most_bytes >> 20} MiB: there are more than "
                         f"{prover.answers}")
    if fault == STOPPED:
        return solution, None
    if fault != HOLDS:
        raise TengenError("the solver's answer could not be proven: two positions had the same key; try another seed")
    return solution, Proof(position, winner, letters)
