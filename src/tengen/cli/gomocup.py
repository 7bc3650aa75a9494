"""tengen gomocup: a Gomoku brain that speaks the Gomocup protocol."""

from __future__ import annotations

from functools import partial
from typing import Any

from tengen.cli.streams import write_text
from tengen.players import parse
from tengen.protocols.gomocup import Brain
from tengen.protocols.gtp_io import Lines
from tengen.protocols.thinking import interruptible

FILES = ()
DEFAULTS: dict[str, Any] = {"player": None}


def run(game: str, options: dict[str, Any]) -> int:
    brain = Brain(None if options["player"] is None else parse(options["player"]))
    lines = Lines(0)
    while not brain.has_ended and (line := lines.take()) is not None:
        answer = interruptible(partial(brain.answer, line.decode("utf-8", "replace")))
        write_text("".join(f"{each}\n" for each in answer))
    return 0
