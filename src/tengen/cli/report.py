"""tengen report: the table, the games and the picture of a match that was played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tengen.cli.streams import write_error, write_text
from tengen.errors import UsageError
from tengen.match.export import as_json, comma_separated, failure_lines, rounds_table, table, write_sgf_files
from tengen.match.plot import plot
from tengen.match.ratings import Anchor
from tengen.match.rounds import read_rounds
from tengen.match.sprt import SprtState
from tengen.match.standings import Standings, failures, standings
from tengen.render.chart import check_plot
from tengen.store.finished import GameFile


def run(game: str, options: dict[str, Any]) -> int:
    if options["plot"]:
        check_plot(Path(options["plot"]))
    with GameFile(options["file"]) as file:
        result = standings(file, anchor=options["anchor"] and Anchor.parse(options["anchor"]))
        if not result.games:
            raise UsageError(f"there is no game in {options['file']!r} yet")
        write_report(file, result, None, options, Path(options["file"]).stem)
    return 0


def write_report(
    file: GameFile, result: Standings, sprt: SprtState | None, options: dict[str, Any], title: str
) -> None:
    """The table on standard output, and the files that were asked for."""
    if options["sgf"]:
        count = write_sgf_files(file, Path(options["sgf"]))
        write_error(f"wrote {count} games to {options['sgf']}")
    if options["plot"] and result.games:
        plot(result, Path(options["plot"]), f"{title}, {result.games} games")
    if options["format"] == "json":
        write_text(as_json(result, sprt, read_rounds(file)))
    elif options["format"] == "csv":
        write_text(comma_separated(result))
    else:
        rounds = read_rounds(file)
        failed = failure_lines(failures(file), every=options.get("failures", False))
        write_text("\n".join(filter(None, (table(result, sprt), rounds and rounds_table(rounds), failed))))
