"""tengen generate: legal random positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tengen.cli.streams import write_error, write_text
from tengen.errors import UsageError
from tengen.games import by_name
from tengen.games.game import Position
from tengen.grid import BLACK, WHITE
from tengen.interrupts import run_cancellable
from tengen.verbs.generate import generate
from tengen.verbs.simulate import checked_seed

FILES = ()
DEFAULT_FILL = 0.5
DEFAULTS: dict[str, Any] = {
    "size": None,
    "fill": None,
    "stones": None,
    "count": None,
    "seed": None,
    "cases": None,
    "dir": None,
    "layout": None,
    "families": None,
    "sizes": None,
    "format": "contest",
    "rules": {},
}


_OF_CASES = ("dir", "layout", "families", "sizes")
_OF_BOARDS = ("size", "fill", "stones", "rules")


def run(game: str, options: dict[str, Any]) -> int:
    if options["cases"] is not None:
        return _data_set(game, options)
    for name in _OF_CASES:
        if options[name]:
            raise UsageError(f"--{name} goes with --cases")
    rules = by_name(game)
    height, width = options["size"] or (rules.usual_size, rules.usual_size)
    start = rules.start(height, width, **options["rules"])
    in_contest = options["format"] == "contest"
    if in_contest and not rules.contest.can_write(start.board):
        raise UsageError("the contest text is for square boards without holes; use --format diagram")
    stones = _stones(start.board.point_count, options)
    seed = checked_seed(options["seed"])
    positions = _generated(start, stones, seed, options["count"])
    if in_contest and options["stones"] is None and _unsaid(positions) and stones > _stones_on(start):
        fewer = _generated(start, stones - 1, seed, options["count"])
        if len(_unsaid(fewer)) < len(_unsaid(positions)):
            positions, stones = fewer, stones - 1
    if options["format"] == "json":
        from tengen.cli.answers import dumps, position_json

        for number, position in enumerate(positions):
            which = {} if options["count"] is None else {"number": number}
            write_text(dumps({**position_json(position), "stones": stones, "seed": seed, **which}))
    elif in_contest:
        write_text("".join(position.contest() for position in positions))
    else:
        write_text("\n".join(f"{position}\n" for position in positions))
    if in_contest and (unsaid := _unsaid(positions)):
        side = unsaid[0].to_play
        where = "" if options["count"] is None else f" on {len(unsaid)} of {len(positions)} boards"
        write_error(f"{side} is to play{where}; the contest text does not say so, --to-play {side.name} does")
    if options["seed"] is None:
        write_error(f"the seed was {seed}")
    return 0


def _data_set(game: str, options: dict[str, Any]) -> int:
    from tengen.problems.data_set import cases, write_data_set

    for name in _OF_BOARDS:
        if options[name]:
            raise UsageError(f"{'rules' if name == 'rules' else f'--{name}'} cannot go with --cases: see --sizes")
    if options["count"]:
        raise UsageError("--cases says how many there are; leave out --count")
    if not options["dir"]:
        raise UsageError("say with --dir where the data set is to be written")
    sizes = None
    if options["sizes"]:
        low, _, high = options["sizes"].partition("-")
        if not (low.isdecimal() and (high or low).isdecimal() and len(options["sizes"]) <= 20):
            raise UsageError(f"{options['sizes']!r} are no sizes; expected two numbers like 5-100")
        sizes = int(low), int(high or low)
    seed = checked_seed(options["seed"])
    families = options["families"].split(",") if options["families"] else None
    found = cases(game, options["cases"], seed=seed, sizes=sizes, families=families)
    count = write_data_set(Path(options["dir"]), game, options["layout"] or "plain", found, seed)
    write_error(f"wrote {count} cases to {options['dir']}; the seed was {seed}")
    return 0


def _generated(start: Position, stones: int, seed: int, count: int | None) -> tuple[Position, ...]:
    if count is not None:
        from tengen.cli.progress import progress_bar
        from tengen.verbs.generate_many import generate_many

        with progress_bar("boards") as progress:
            return generate_many(start, count, stones=stones, seed=seed, progress=progress)
    position, interrupted = run_cancellable(lambda cancel: generate(start, stones=stones, seed=seed, cancel=cancel))
    if interrupted:
        raise KeyboardInterrupt
    return (position,)


def _unsaid(positions: tuple[Position, ...]) -> list[Position]:
    """Those in which the side to move is not the one that the contest text takes for granted."""
    return [each for each in positions if each.game.contest_to_play not in (None, each.to_play)]


def _stones_on(position: Position) -> int:
    return position.board.count(BLACK) + position.board.count(WHITE)


def _stones(points: int, options: dict[str, Any]) -> int:
    fill: float | None = options["fill"]
    stones: int | None = options["stones"]
    if stones is not None:
        if fill is not None:
            raise UsageError("say how full with --fill or with --stones, one of the two")
        return stones
    if fill is None:
        fill = DEFAULT_FILL
    if not 0 <= fill <= 1:
        raise UsageError(f"the fill is {fill}; expected 0 to 1")
    return round(fill * points)
