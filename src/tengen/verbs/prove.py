"""prove: solve, and write down why."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tengen._core import Cancel
from tengen.errors import ProofFailed, TengenError, UsageError
from tengen.formats import proof as text_form
from tengen.games.game import HasProofs, Position
from tengen.grid import Color
from tengen.interrupts import run_cancellable
from tengen.values import Value
from tengen.verbs.checkpoint import replacing
from tengen.verbs.judge_proof import HOLDS, NO_ROOM, STOPPED
from tengen.verbs.solve import DEFAULT_MEMORY, Solution, Watch, solved


class Proof(Value):
    """The winner's answers to every move of the other side, a letter each: see `tengen.formats.proof`."""

    __slots__ = ("answers", "letters", "position", "winner")

    position: Position
    winner: Color
    letters: bytes | None  # None: they are in the file that prove wrote, and nowhere else
    answers: int

    def __init__(self, position: Position, winner: Color, letters: bytes | None, answers: int | None = None) -> None:
        self._set(
            position=position,
            winner=winner,
            letters=letters,
            answers=len(letters or b"") if answers is None else answers,
        )

    @property
    def text(self) -> bytes:
        """As a file has it and judge_proof reads it."""
        pieces: list[bytes] = []
        self._write(pieces.append)
        return b"".join(pieces)

    def save(self, path: str | Path) -> None:
        """Writes the text there, compressed if the name ends with .gz."""
        with _file(path) as write:
            self._write(write)

    def _write(self, write: Callable[[bytes], object]) -> None:
        if self.letters is None:
            raise UsageError("the letters of this proof are in its file alone")
        text = text_form.Writer(write, self.position.game.name, str(self.position), self.winner)
        text.letters(self.letters)
        text.end()

    def __repr__(self) -> str:
        return f"<Proof: {self.winner} wins, {self.answers} answers>"


def _check_path(path: str | Path) -> None:
    """Refuses a path that could not be written to, before hours of work."""
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        why = os.strerror(errno.EISDIR)
    elif os.path.exists(path) and not os.path.isfile(path):
        why = "it is no regular file, which could be replaced"
    elif not os.path.isdir(folder):
        why = os.strerror(errno.ENOENT)
    elif not os.access(folder, os.W_OK):
        why = os.strerror(errno.EACCES)
    else:
        return
    raise UsageError(f"cannot write {str(path)!r}: {why}")


@contextmanager
def _file(path: str | Path) -> Iterator[Callable[[bytes], object]]:
    """Writes a file that is there once it is whole, compressed if the name ends with .gz."""
    _check_path(path)
    with replacing(Path(path)) as file:
        if not str(path).endswith(".gz"):
            yield file.write
            return
        import gzip

        with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:  # the same file every time
            yield packed.write


class _TimeIsUp(Exception):
    pass


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
    path: str | Path | None = None,
    progress: Watch | None = None,
    writing: Callable[[int], None] | None = None,
    cancel: Cancel | None = None,
) -> tuple[Solution, Proof | None]:
    """Who wins, as `solve` says it, and a proof for `judge_proof`; no proof if the seconds did not suffice.

    The settings are those of `solve`. The proof's positions take up to as much memory again. With a `path` the letters
    are written there as they are found, compressed if it ends with .gz, and not kept in memory; the file is there once
    it is whole. `writing` is told how many answers have been written. Where there is no room for the proof, in memory
    or on the disk, ProofFailed has the solution.
    """
    game = position.game
    if not isinstance(game, HasProofs):
        raise UsageError(f"there are no proofs of {game.title}")
    if path is not None:
        _check_path(path)
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
    most_bytes = (memory or DEFAULT_MEMORY) << 20

    def find(give: Callable[[bytes], object]) -> int:
        """Gives the letters, and says how many there are."""
        if solver is None:  # the game is over
            return 0
        prover = game.prover(solver, winner, most_bytes)
        left = -1.0 if seconds is None else max(0.0, seconds - (time.monotonic() - begin))
        watch = None if writing is None else lambda: writing(prover.answers)
        fault, stopped = run_cancellable(lambda stop: prover.run(give, left, stop), watch, cancel)
        if stopped is not None:
            raise stopped(solution)
        if fault == NO_ROOM:
            raise UsageError(
                f"the positions of the proof do not fit in {most_bytes >> 20} MiB: there are more than {prover.answers}"
            )
        if fault == STOPPED:
            raise _TimeIsUp
        if fault != HOLDS:
            raise TengenError(
                "the solver's answer could not be proven: two positions had the same key; try another seed"
            )
        return prover.answers

    pieces: list[bytes] = []
    try:
        if path is None:
            find(pieces.append)
            return solution, Proof(position, winner, b"".join(pieces))
        with _file(path) as write:
            text = text_form.Writer(write, game.name, str(position), winner)
            answers = find(text.letters)
            text.end()
        return solution, Proof(position, winner, None, answers)
    except _TimeIsUp:
        return solution, None
    except UsageError as error:
        raise ProofFailed(str(error), solution) from None
