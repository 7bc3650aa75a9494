"""tengen solve: who wins with perfect play, and with which moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from typing import Any

from tengen import __version__
from tengen.cli.answers import solution_json, solution_text
from tengen.cli.positions import POSITION_DEFAULTS, read_position
from tengen.cli.progress import status_line
from tengen.cli.streams import write_error, write_text
from tengen.errors import Interrupted, ProofFailed, UsageError
from tengen.verbs.prove import prove
from tengen.verbs.solve import Solving, Watch, require_journal, solve

FILES = ("board",)
DEFAULTS = {
    **POSITION_DEFAULTS,
    "one": False,
    "threads": None,
    "memory": None,
    "seconds": None,
    "seed": 0,
    "checkpoint": None,
    "plies": False,
    "proof": None,
    "scheduler": None,
    "format": "text",
}


def run(game: str, options: dict[str, Any]) -> int:
    source = read_position(game, options)
    source.require_sound()
    status = 0
    settings: dict[str, Any] = {
        "all_moves": not options["one"],
        **{name: options[name] for name in ("threads", "memory", "seconds", "seed", "checkpoint", "plies")},
    }
    proof = failed = None
    if options["proof"] is not None and options["scheduler"] is not None:
        raise UsageError("--proof goes without --scheduler")
    if options["scheduler"] is not None:
        require_journal(source.position.game)  # said before anything waits for a cluster
    try:
        with _executor(options["scheduler"]) as (executor, at_once), _watch() as watch:
            if options["proof"] is None:
                solution = solve(source.position, executor=executor, at_once=at_once, progress=watch, **settings)
            else:
                solution, proof = prove(source.position, path=options["proof"], progress=watch, **settings)
    except Interrupted as interrupted:
        solution, status = interrupted.partial, 130
    except ProofFailed as error:
        solution, failed = error.partial, error
    if options["format"] == "json":
        write_text(solution_json(solution))
    else:
        write_text(solution_text(solution, board=options["format"] == "diagram"))
    if failed is not None:
        raise failed
    if status:
        kept = f"; the same command goes on from {options['checkpoint']}" if options["checkpoint"] else ""
        write_error(f"interrupted{kept}")
    if options["proof"] is not None and proof is None and not status:
        write_error(f"no proof was written to {options['proof']}")
    return status or (0 if solution.is_known and (proof or options["proof"] is None) else 1)


@contextmanager
def _executor(scheduler: str | None) -> Iterator[tuple[Executor | None, Callable[[], int] | None]]:
    """Where to search: None for this machine."""
    if scheduler is None:
        yield None, None
        return
    from tengen.verbs.dask import cluster
    from tengen.verbs.spread import require_version

    with cluster(scheduler, "solve", partial(require_version, __version__)) as (executor, at_once):
        yield executor, at_once


@contextmanager
def _watch() -> Iterator[Watch | None]:
    """A function that shows how far the solver has come, or None if standard error is no terminal."""
    with status_line() as line:
        if line is None:
            yield None
            return
        shown = 0.0

        def show(solving: Solving) -> None:
            nonlocal shown
            if solving.seconds < 0.5 or solving.seconds < shown + 0.2:
                return
            shown = solving.seconds
            line(solving_text(solving))

        yield show


def solving_text(solving: Solving) -> str:
    full = solving.table_used / max(solving.table_size, 1)
    speed = solving.nodes / max(solving.seconds, 1e-9)
    return (
        f"{solving.nodes:,} nodes, {speed:,.0f} a second, table {full:.0%} full, about {solving.done:.2%} searched "
        f"in {solving.seconds:.0f} s"
    )
