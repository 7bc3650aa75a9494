"""tengen flips: what would be dead if one stone changed colour."""

from tengen.cli.positions import POSITION_DEFAULTS, read_position
from tengen.cli.streams import read, write_text
from tengen.errors import UsageError
from tengen.formats.contest import SquareContest, read_number, read_size, refuse_rest
from tengen.formats.source import without_bom
from tengen.games import by_name
from tengen.verbs.flips import contest_hash, flips, require_chains

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILES = ("board",)
DEFAULTS = {**POSITION_DEFAULTS, "format": "contest"}


def run(game: str, options: "dict[str, Any]") -> int:
    if options["input"] == "contest" and options["format"] == "contest":
        write_text(_cases(game, read(options["files"][0] if options["files"] else None)))
        return 0
    from tengen.cli.answers import flips_json, flips_text

    source = read_position(game, options)
    answer = flips(source.position)
    write_text(flips_json(answer) if options["format"] == "json" else flips_text(answer))
    return 0


def _cases(game_name: str, data: bytes) -> str:
    """The published job: T, then T boards, each with its size; one hash a line."""
    game = by_name(game_name)
    contest = game.contest
    require_chains(game)
    if not isinstance(contest, SquareContest):
        raise UsageError(f"{game.title} has no contest text with several boards; use --format diagram")
    data = without_bom(data)
    cases, offset = read_number(data, 0, "the number of cases", "the number of cases T")
    answers = []
    line = 2
    for _ in range(cases):
        size, offset = read_size(data, offset)
        parsed, offset = contest.parse_rows(data, offset, size, size, line + 1)
        line += 1 + size
        answers.append(contest_hash(parsed.board))
    refuse_rest(data, offset, 0, 0, b"")
    return "".join(f"{answer}\n" for answer in answers)
