"""tengen simulate --games N: what many random games add up to."""

from __future__ import annotations

from typing import Any

from tengen.cli.progress import progress_bar
from tengen.cli.reports import simulations_json, simulations_text
from tengen.cli.streams import write_error, write_text
from tengen.errors import Interrupted
from tengen.games.game import Position
from tengen.verbs.simulate_many import simulate_many


def run_many(position: Position, options: dict[str, Any]) -> int:
    status = 0
    with progress_bar("games") as progress:
        try:
            result = simulate_many(position, options["games"], options["seed"],
                                   policy=options["policy"] or "random", by_point=options["points"],
                                   threads=options["threads"], progress=progress)
        except Interrupted as interrupted:
            result = interrupted.partial
            status = 130
    if options["format"] == "json":
        write_text(simulations_json(result))
    elif options["format"] == "diagram":
        write_text(simulations_text(result))
    else:
        write_text(f"{result.black_wins} {result.white_wins} {result.draws}\n")
    if status:
        write_error(f"interrupted: only {result.games} games were played")
    return status
