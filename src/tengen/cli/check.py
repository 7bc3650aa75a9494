"""tengen check: can this position arise in a legal game?"""

from tengen.cli.positions import POSITION_DEFAULTS, read_position
from tengen.cli.streams import write_text
from tengen.verbs.check import check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILES = ("board",)
DEFAULTS = {**POSITION_DEFAULTS, "explain": False, "format": "contest"}


def run(game: str, options: "dict[str, Any]") -> int:
    source = read_position(game, options)
    answer = check(source.position)
    if options["format"] == "json":
        from tengen.cli.answers import check_json

        write_text(check_json(source.position, answer))
    else:
        lines = ["NO" if not answer else "YES" if answer.exact else answer.verdict]
        if options["explain"] or options["format"] == "diagram":
            lines += [reason.text for reason in answer.reasons]
        if options["format"] == "diagram":
            lines += ["", str(source.position)]
        write_text("\n".join(lines) + "\n")
    return 0 if answer else 1
