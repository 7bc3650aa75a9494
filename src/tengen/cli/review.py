"""tengen review: a game looked at again, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tengen.cli.answers import dumps, position_json, vertices
from tengen.cli.progress import progress_bar
from tengen.cli.streams import read, write_error, write_text
from tengen.errors import Interrupted
from tengen.games.sgf import read_sgf
from tengen.games.tree import GameTree
from tengen.grid import BLACK, WHITE
from tengen.players import parse
from tengen.players.learned import usual
from tengen.players.review import Review, percent, review
from tengen.render.chart import check_plot
from tengen.render.files import require_writable, write_whole


def run(game: str, options: dict[str, Any]) -> int:
    sgf, plot = (Path(options[name]) if options[name] else None for name in ("sgf", "plot"))
    if plot is not None:
        check_plot(plot)
    for path in filter(None, (sgf, plot)):
        require_writable(path)
    file = options["files"][0] if options["files"] else None
    tree = read_sgf(read(file), None if game == "any" else game, **options["rules"])
    player = usual() if options["player"] is None else parse(options["player"])
    status = 0
    with progress_bar("moves") as progress:
        try:
            found = review(tree, player, blunder=options["blunder"], progress=progress)
        except Interrupted as interrupted:
            found, status = interrupted.partial, 130
    if sgf is not None:
        write_whole(sgf, found.to_sgf().encode())
    if plot is not None:
        found.plot(plot)
    write_text(review_json(found) if options["format"] == "json" else review_text(found))
    if status:
        write_error(f"interrupted: only {len(found.moves)} of {found.plies} moves were reviewed")
    return status


def review_text(found: Review) -> str:
    start, blunders = found.game.start, found.blunders
    rows = [("move", "side", "played", "before", "after", "better line")]
    rows += [
        (
            str(each.number),
            str(each.color),
            start.vertex(each.move),
            percent(each.before),
            percent(each.after),
            start.vertices(each.line),
        )
        for each in blunders
    ]
    lines = [f"no move lost {percent(found.blunder)} or more"]
    if blunders:
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            f"{row[0]:>{widths[0]}}  {row[1]:{widths[1]}}  {row[2]:{widths[2]}}  {row[3]:>{widths[3]}}  "
            f"{row[4]:>{widths[4]}}  {row[5]}"
            for row in rows
        ]
    return "\n".join([*lines, found.summary(), _ending(found)]) + "\n"


def _ending(found: Review) -> str:
    outcome = found.record.outcome
    if outcome is not None:
        return str(outcome)
    said = found.game.root.text("RE") if isinstance(found.game, GameTree) else ""
    return f"the game is not over{f'; the file says {said}' if said else ''}"


def review_json(found: Review) -> str:
    start, outcome = found.game.start, found.record.outcome
    return dumps(
        {
            "start": position_json(start),
            "player": found.player,
            "blunder": found.blunder,
            "complete": found.is_complete,
            "moves": [
                {
                    "number": each.number,
                    "color": each.color.name,
                    "move": start.vertex(each.move),
                    "before": each.before,
                    "after": each.after,
                    "loss": each.loss,
                    "blunder": found.is_blunder(each),
                    "best": None if each.best is None else start.vertex(each.best),
                    "line": vertices(start, each.line),
                }
                for each in found.moves
            ],
            **{
                color.name: {
                    "moves": len(found.moves_of(color)),
                    "average_loss": found.average_loss(color),
                    "blunders": sum(each.color is color for each in found.blunders),
                }
                for color in (BLACK, WHITE)
            },
            "winner": outcome.winner.name if outcome and outcome.winner else None,
            "termination": outcome.termination if outcome else None,
        }
    )
