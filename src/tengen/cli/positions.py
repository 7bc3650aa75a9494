"""Reading the position that a command is about."""

import os

from tengen.board import BLACK, WHITE
from tengen.cli.streams import read
from tengen.errors import ParseError
from tengen.formats.source import Parsed, without_bom
from tengen.games import by_name
from tengen.games.game import Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

RULES = ("komi", "ko", "suicide", "in_a_row", "variant")  # of some games; options of the same names

COLORS = {"black": BLACK, "white": WHITE}


class Source:
    """A position and the rows it was read from, so that a complaint can name line and column. SGF has no rows."""

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
    """The position in the command's file or standard input, in its contest text, as a diagram or in SGF."""
    game = by_name(game_name)
    data = read(options["files"][0] if options["files"] else None)
    if options["input"] == "sgf":
        from tengen.games.sgf import read_sgf

        end = read_sgf(data, game_name, **options["rules"]).record.end
        side = COLORS.get(options["to_play"])
        return Source(end.with_to_play(side) if side and side is not end.to_play else end, None)
    if options["input"] == "contest":
        parsed = game.contest.parse(data, options["size"])
        usual = game.contest_to_play
    else:
        from tengen.formats import diagram

        parsed = diagram.parse(without_bom(data).decode("utf-8", "replace"))
        usual = None  # as the game has it
    to_play = COLORS.get(options["to_play"]) or parsed.to_play or usual
    return Source(game.position(parsed.board, to_play, **options["rules"]), parsed)


def start_or_position(game_name: str, options: "dict[str, Any]") -> Source:
    """Where games begin on a board of this size, if the command's file is a size (5x5, or 9) and no such file is there;
    else the position in it."""
    name = options["files"][0] if options["files"] else ""
    if not is_size(name) or os.path.exists(name):
        return read_position(game_name, options)
    from tengen.cli.generate import read_size

    start = by_name(game_name).start(*read_size(name), **options["rules"])
    side = COLORS.get(options["to_play"])
    return Source(start.with_to_play(side) if side and side is not start.to_play else start, None)


def is_size(text: str) -> bool:
    height, by, width = text.lower().partition("x")
    return height.isdecimal() and (width.isdecimal() or not by)


# What every command that reads a position takes.
POSITION_DEFAULTS: "dict[str, Any]" = {"input": "contest", "to_play": None, "size": None, "rules": {}}
