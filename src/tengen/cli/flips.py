"""tengen flips: what would be dead if one stone changed colour."""

from tengen.cli.positions import POSITION_DEFAULTS, read_position
from tengen.cli.streams import read, write, write_text
from tengen.games import by_name
from tengen.verbs.flips import contest_hashes, flips

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILES = ("board",)
DEFAULTS = {**POSITION_DEFAULTS, "format": "contest"}


def run(game: str, options: "dict[str, Any]") -> int:
    if options["input"] == "contest" and options["format"] == "contest":
        write(contest_hashes(by_name(game), read(options["files"][0] if options["files"] else None)))
        return 0
    from tengen.cli.answers import flips_json, flips_text

    source = read_position(game, options)
    answer = flips(source.position)
    write_text(flips_json(answer) if options["format"] == "json" else flips_text(answer))
    return 0
