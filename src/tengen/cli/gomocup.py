"""tengen gomocup: a Gomoku brain that speaks the Gomocup protocol."""

from __future__ import annotations

from functools import partial
from typing import Any

from tengen.cli.talking import talking
from tengen.interrupts import interruptible
from tengen.protocols.gomocup import Brain
from tengen.protocols.lines import Lines

FILES = ()
DEFAULTS: dict[str, Any] = {"player": None}


def run(game: str, options: dict[str, Any]) -> int:
    with talking(options["player"]) as (player, write):
        brain, lines = Brain(player), Lines(0)
        while not brain.has_ended and (line := lines.take()) is not None:
            answer = interruptible(partial(brain.answer, line.decode("utf-8", "replace")))
            write("".join(f"{each}\n" for each in answer).encode())
    return 0
