"""tengen stress: boards until a program fails, and the smallest on which it does."""

import sys
from typing import Any

from tengen.cli.streams import write_error, write_text
from tengen.problems.stress import Limits, in_words, stress
from tengen.verbs.simulate import checked_seed


def run(game: str, options: dict[str, Any]) -> int:
    done = 0

    def on_case(number: int, size: int) -> None:
        nonlocal done
        done = number
        if sys.stderr is not None and sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{number} cases are right, now on {size}x{size}")
            sys.stderr.flush()

    seed = checked_seed(options["seed"])
    limits = Limits(options["seconds"], options["memory"])
    try:
        failure = stress(game, options["program"], cases=options["cases"], seed=seed, limits=limits, on_case=on_case)
    except KeyboardInterrupt:
        write_error(f"stopped; {done} cases were right")
        return 130
    finally:
        if sys.stderr is not None and sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
    if failure is None:
        write_text(f"all {options['cases']} cases are right; the seed was {seed}\n")
        return 0
    write_text(in_words(game, failure))
    write_error(f"it failed in case {done + 1}; the seed was {seed}")
    return 1
