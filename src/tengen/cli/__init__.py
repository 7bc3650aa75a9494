"""The command line.

Without options, `simulate`, `judge`, `check`, `flips` and `count` must start as fast as an interpreter can. So this
file, and all that they need, import no argparse, typing, enum or dataclasses.
"""

import sys

from tengen import errors
from tengen.cli.streams import BrokenOutput, write_error
from tengen.games import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    class Command(Protocol):
        """The file of a command."""

        FILES: tuple[str, ...]  # of those in QUICK
        DEFAULTS: dict[str, Any]  # of their options

        def run(self, game: str, options: dict[str, Any]) -> int: ...


QUICK = ("simulate", "judge", "check", "flips", "count", "solve", "generate")  # need no argparse without options


def main(arguments: list[str] | None = None) -> int:
    """Runs a command and returns its exit status: 0 right, 1 a "no", 2 bad input or usage, 130 on Ctrl-C."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        return _run(words)
    except (errors.TengenError, OverflowError) as error:
        write_error(str(error))
        return 2
    except KeyboardInterrupt:
        write_error("interrupted")
        return 130
    except BrokenOutput:
        return 141  # what a shell reports of a program that SIGPIPE ended
    except MemoryError:
        write_error("not enough memory for a job of this size")
        return 2


def _run(words: list[str]) -> int:
    plain = 2 <= len(words) <= 4 and not any(word.startswith("-") for word in words)
    if plain and words[0] in QUICK and words[1] in NAMES:
        command = _command(words[0])
        if len(words) - 2 <= len(command.FILES):
            return command.run(words[1], {**command.DEFAULTS, "files": words[2:]})
    if words == ["--version"]:
        from tengen import __version__
        from tengen.cli.streams import write_text

        write_text(f"tengen {__version__}\n")
        return 0
    from tengen.cli.arguments import parse

    name, game, options = parse(words)
    return _command(name).run(game, options)


def _command(name: str) -> "Command":
    module = __import__(f"tengen.cli.{name}", fromlist=["run"])  # importlib costs a millisecond
    command: Command = module
    return command
