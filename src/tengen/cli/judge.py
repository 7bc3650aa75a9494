"""tengen judge: score a transcript."""

from tengen.cli.positions import POSITION_DEFAULTS, read_position
from tengen.cli.streams import read, write_text
from tengen.errors import UsageError
from tengen.verbs.judge import judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILES = ("board", "moves")
DEFAULTS = {**POSITION_DEFAULTS, "format": "contest"}


def run(game: str, options: "dict[str, Any]") -> int:
    files: list[str] = options["files"]
    board, moves, *_ = [*files, "-", "-"]
    if board == moves == "-":
        raise UsageError("judge needs a file for the board; the moves are a second file or standard input")
    source = read_position(game, options)
    source.require_sound()
    answer = judge(source.position, read(moves))
    if options["format"] == "json":
        from tengen.cli.reports import judgement_json

        write_text(judgement_json(answer))
    else:
        board = f"\n{answer.end}\n" if options["format"] == "diagram" else ""
        write_text(f"{answer.score}\n{answer}\n{board}")
    return 0 if answer.is_right else 1
