"""tengen count: all lines of play, or all legal positions."""

from tengen.cli.positions import POSITION_DEFAULTS, read_position
from tengen.cli.streams import write_error, write_text
from tengen.errors import Interrupted, UsageError
from tengen.games.game import Position
from tengen.verbs.count import MOST_DEPTH, count, perft

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILES = ("board",)
DEFAULTS = {
    **POSITION_DEFAULTS,
    "depth": None,
    "free_passes": False,
    "positions": False,
    "by_stones": False,
    "memory": None,
    "threads": None,
    "format": "contest",
}


def run(game: str, options: "dict[str, Any]") -> int:
    source = read_position(game, options)
    source.require_sound()
    if options["free_passes"] and options["depth"] is None:
        raise UsageError("--free-passes goes with --depth: complete games are the same either way")
    if options["positions"]:
        if options["depth"] is not None:
            raise UsageError("count lines of play with --depth or positions with --positions, one of the two")
        return _positions(source.position, options)
    if options["by_stones"] or options["memory"] is not None:
        raise UsageError(f"--{'by-stones' if options['by_stones'] else 'memory'} goes with --positions")
    return (_count if options["depth"] is None else _perft)(source.position, options)


def _count(position: Position, options: "dict[str, Any]") -> int:
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
    if options["format"] == "json":
        from tengen.cli.answers import count_json

        write_text(count_json(position, result))
    elif options["format"] == "diagram" and not status:
        write_text(
            f"{position}\n\ncomplete games: {result.games}\nBlack wins {result.black_wins}\n"
            f"White wins {result.white_wins}\ndraws      {result.draws}\n"
        )
    elif status:
        board = f"{position}\n\ncomplete games: " if options["format"] == "diagram" else ""
        write_text(f"{board}at least {result.at_least}\n")
    else:
        write_text(f"{result.black_wins} {result.white_wins} {result.draws}\n")
    if status:
        counted = f"only games of fewer than {len(result.by_plies)} plies" if result.by_plies else "not all games"
        write_error(f"interrupted: {counted} were counted")
    return status


def _perft(position: Position, options: "dict[str, Any]") -> int:
    from tengen.cli.progress import progress_bar

    status = 0
    with progress_bar("lines") as progress:
        try:
            found = perft(
                position,
                min(options["depth"], MOST_DEPTH),
                pass_is_ply=not options["free_passes"],
                threads=options["threads"],
                progress=progress,
            )
        except Interrupted as interrupted:
            found, status = interrupted.partial, 130
    if 0 in found:
        found = found[: found.index(0) + 1]  # so are all that follow
    if options["format"] == "json":
        from tengen.cli.answers import perft_json

        write_text(perft_json(position, found))
    else:
        board = f"{position}\n\nlines of play by plies:\n" if options["format"] == "diagram" else ""
        write_text(board + "".join(f"{plies} {lines}\n" for plies, lines in enumerate(found)))
    if status:
        write_error(f"interrupted: depth {len(found)} and beyond were not counted")
    return status


def _positions(position: Position, options: "dict[str, Any]") -> int:
    from tengen.cli.progress import progress_bar
    from tengen.verbs.count_positions import count_positions, count_positions_by_stones

    table = None
    try:
        with progress_bar("positions") as progress:
            settings = {"threads": options["threads"], "memory": options["memory"], "progress": progress}
            if options["by_stones"]:
                table = count_positions_by_stones(position, **settings)
                found = sum(map(sum, table))
            else:
                found = count_positions(position, **settings)
    except Interrupted:
        write_error("interrupted: nothing was counted")
        return 130
    if options["format"] == "json":
        from tengen.cli.answers import positions_json

        write_text(positions_json(position, found, table))
    elif options["format"] == "diagram":
        rows = f"\n\nby black (down) and white (across) stones:\n{_aligned(table)}" if table else ""
        write_text(f"{position}\n\nlegal positions: {found}{rows}\n")
    elif table is not None:
        write_text("".join(f"{' '.join(map(str, row))}\n" for row in table))
    else:
        write_text(f"{found}\n")
    return 0


def _aligned(table: "tuple[tuple[int, ...], ...]") -> str:
    """With the numbers of stones beside and above; those that no position has are left out."""
    used = (
        max(black for black, row in enumerate(table) if any(row)),
        max(white for row in table for white, number in enumerate(row) if number),
    )
    rows = [
        ["", *map(str, range(used[1] + 1))],
        *([str(black), *map(str, row[: used[1] + 1])] for black, row in enumerate(table[: used[0] + 1])),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
