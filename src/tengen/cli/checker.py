"""tengen checker: what a contest's judge calls to look at an output."""

from pathlib import Path
from typing import Any

from tengen.cli.streams import read, write, write_text
from tengen.errors import UsageError
from tengen.problems.checker import FAILED, Checked, check_output, exported


def run(game: str, options: dict[str, Any]) -> int:
    if options["export"]:
        if options["paths"]:
            raise UsageError("--export writes a checker and looks at no output; name no files")
        write_text(exported(game, options["points"]))
        return 0
    paths: list[str] = options["paths"]
    answer = _checked(game, paths, options["points"])
    if len(paths) == 4:
        try:
            Path(paths[3]).write_text(f"{answer}\n", encoding="utf-8")
        except OSError as error:
            answer = Checked(FAILED, f"cannot write {paths[3]!r}: {error.strerror}")
    write(f"{answer}\n".encode(), 2)
    return answer.status


def _checked(game: str, paths: list[str], points: int) -> Checked:
    """A judge must not take a mistake of its own for one of the program's: that is another exit status."""
    if not 3 <= len(paths) <= 4:
        return Checked(FAILED, f"{len(paths)} file{'s' * (len(paths) != 1)}; expected INPUT OUTPUT ANSWER [REPORT]")
    try:
        data, output, answer = map(read, paths[:3])
    except UsageError as error:
        return Checked(FAILED, str(error))
    return check_output(game, data, output, answer, points=points)
