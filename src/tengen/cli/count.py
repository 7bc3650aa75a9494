"""tengen count: all lines of play."""

from tengen.cli.positions import POSITION_DEFAULTS, start_or_position
from tengen.cli.streams import write_error, write_text
from tengen.errors import Interrupted, UsageError
from tengen.games.game import GamePosition
from tengen.verbs.count import count, perft

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILES = ("board",)
DEFAULTS = {**POSITION_DEFAULTS, "depth": None, "free_passes": False, "threads": None, "format": "contest"}


def run(game: str, options: "dict[str, Any]") -> int:
    source = start_or_position(game, options)
    source.require_sound()
    if options["free_passes"] and options["depth"] is None:
        raise UsageError("--free-passes goes with --depth: complete games are the same either way")
    return (_count if options["depth"] is None else _perft)(source.position, options)


def _count(position: GamePosition, options: "dict[str, Any]") -> int:
    status = 0
    try:
        if position.game.is_quick(position):
            result = count(position)
        else:
            from tengen.cli.progress import progress_bar

            with progress_bar("lines") as progress:
                result = count(position, threads=options["threads"], progress=progress)
    except Interrupted as interrupted:
        result, status = interrupted.partial, 130
    if status and not result.by_plies:
        write_error("interrupted: nothing was counted")
        return status
    if options["format"] == "json":
        from tengen.cli.reports import count_json

        write_text(count_json(position, result))
    elif options["format"] == "diagram":
        write_text(f"{position}\n\ncomplete games: {result.games}\nBlack wins {result.black_wins}\n"
                   f"White wins {result.white_wins}\ndraws      {result.draws}\n")
    else:
        write_text(f"{result.black_wins} {result.white_wins} {result.draws}\n")
    if status:
        write_error(f"interrupted: only games of fewer than {len(result.by_plies)} plies were counted")
    return status


def _perft(position: GamePosition, options: "dict[str, Any]") -> int:
    from tengen.cli.progress import progress_bar

    status = 0
    with progress_bar("lines") as progress:
        try:
            found = perft(position, options["depth"], pass_is_ply=not options["free_passes"],
                          threads=options["threads"], progress=progress)
        except Interrupted as interrupted:
            found, status = interrupted.partial, 130
    if options["format"] == "json":
        from tengen.cli.reports import perft_json

        write_text(perft_json(position, found))
    else:
        board = f"{position}\n\nlines of play by plies:\n" if options["format"] == "diagram" else ""
        write_text(board + "".join(f"{plies} {lines}\n" for plies, lines in enumerate(found)))
    if status:
        write_error(f"interrupted: depth {len(found)} and beyond were not counted")
    return status
