"""Reading the position that a command is about."""

import os

from tengen.cli.streams import read
from tengen.errors import ParseError, UsageError
from tengen.formats.source import Parsed, without_bom
from tengen.games import by_name
from tengen.games.game import Position, checked_size
from tengen.grid import BLACK, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

RULES = ("komi", "ko", "suicide", "in_a_row", "variant")  # of some games; options of the same names

_COLORS = {"black": BLACK, "white": WHITE}


class Source:
    """A position and the rows it was read from, to name line and column in complaints. SGF and sizes have no rows."""

    __slots__ = ("parsed", "position")

    def __init__(self, position: Position, parsed: Parsed | None) -> None:
        self.position = position
        self.parsed = parsed

    def require_sound(self) -> None:
        """Bad input, with its place, if the position cannot be played on."""
        if not self.position.is_sound:
            flaw = self.position.game.flaws(self.position)[0]
            raise ParseError(flaw.text, *self.parsed.place(flaw.points[0]) if self.parsed else ())


def read_position(game_name: str, options: "dict[str, Any]") -> Source:
    """The position that the command is about: in its file or standard input, as contest text, a diagram or SGF. If its
    file is a size (5x5, or 9) and there is no file of that name, the start of a game on such a board."""
    game = by_name(game_name)
    name = options["files"][0] if options["files"] else None
    if name is not None and is_size(name) and not os.path.exists(name):
        return Source(with_side(game.start(*read_size(name), **options["rules"]), options), None)
    data = read(name)
    if options["input"] == "sgf":
        from tengen.games.sgf import read_sgf

        return Source(with_side(read_sgf(data, game_name, **options["rules"]).record.end, options), None)
    if options["input"] == "contest":
        parsed = game.contest.parse(data, options["size"])
        usual = game.contest_to_play
    else:
        from tengen.formats import diagram

        parsed = diagram.parse(without_bom(data).decode("utf-8", "replace"))
        usual = None  # as the game has it
    to_play = _COLORS.get(options["to_play"]) or parsed.to_play or usual
    return Source(game.position(parsed.board, to_play, **options["rules"]), parsed)


def with_side(position: Position, options: "dict[str, Any]") -> Position:
    """With the side to move that --to-play asks for. The position keeps its past unless the side changes."""
    side = _COLORS.get(options["to_play"])
    return position if side in (None, position.to_play) else position.with_to_play(side)


def is_size(text: str) -> bool:
    height, by, width = text.lower().partition("x")
    return height.isdecimal() and (width.isdecimal() or not by)


def read_size(text: str) -> tuple[int, int]:
    height, by, width = text.lower().partition("x")
    try:
        if len(text) > 20:
            raise ValueError
        sides = int(height), int(width if by else height)
    except ValueError:
        shown = text if len(text) <= 20 else text[:20] + "..."
        raise UsageError(f"{shown!r} is not a size; expected a number like 9, or rows and columns like 9x13") from None
    return checked_size(sides)


# What every command that reads a position takes.
POSITION_DEFAULTS: "dict[str, Any]" = {"input": "contest", "to_play": None, "size": None, "rules": {}}
