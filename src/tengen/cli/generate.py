"""tengen generate: a legal random position."""

from __future__ import annotations

from typing import Any

from tengen.cli.interrupts import run_cancellable
from tengen.cli.streams import write_error, write_text
from tengen.errors import UsageError
from tengen.games import by_name
from tengen.games.game import checked_size
from tengen.verbs.generate import generate
from tengen.verbs.simulate import checked_seed

FILES = ()
DEFAULT_FILL = 0.5
DEFAULTS: dict[str, Any] = {"size": "9", "fill": None, "stones": None, "seed": None, "format": "contest", "rules": {}}


def run(game: str, options: dict[str, Any]) -> int:
    start = by_name(game).start(*read_size(options["size"]), **options["rules"])
    stones = _stones(start.board.point_count, options)
    if options["format"] == "contest":
        if not start.game.contest.can_write(start.board):
            raise UsageError("the contest text is for square boards without holes; use --format diagram")
        if start.game.closing_line:
            stones = _even(stones, options["stones"] is None)
    seed = checked_seed(options["seed"])
    position, interrupted = run_cancellable(lambda cancel: generate(start, stones=stones, seed=seed, cancel=cancel))
    if interrupted:
        raise KeyboardInterrupt
    if options["format"] == "json":
        from tengen.cli.reports import dumps, position_view

        write_text(dumps({**position_view(position), "stones": stones, "seed": seed}))
    else:
        in_contest = options["format"] == "contest"
        write_text(position.game.contest.write(position.board) if in_contest else f"{position}\n")
    if options["seed"] is None:
        write_error(f"the seed was {seed}")
    return 0


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


def _even(stones: int, may_change: bool) -> int:
    """The published text has Black to move, so as many stones of each colour."""
    if stones % 2 and not may_change:
        raise UsageError(f"{stones} stones; the contest text has Black to move, so expected an even number")
    return stones - stones % 2


def read_size(text: str) -> tuple[int, int]:
    height, by, width = text.lower().partition("x")
    try:
        sides = int(height), int(width if by else height)
    except ValueError:
        raise UsageError(f"{text!r} is not a size; expected a number like 9, or rows and columns like 9x13") from None
    return checked_size(sides)
