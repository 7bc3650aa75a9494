"""tengen botzone: a bot that speaks Botzone's JSON."""

from __future__ import annotations

import os
import time
from functools import partial
from typing import Any

from tengen.cli.talking import talking
from tengen.errors import ParseError
from tengen.interrupts import interruptible
from tengen.protocols.botzone import KEEP_RUNNING, Bot
from tengen.protocols.lines import Lines

FILES = ()
DEFAULTS: dict[str, Any] = {"player": None, "keep_running": False}

_GUESS = 0.25  # seconds that starting takes, where the system cannot say
_NOT_STARTING = 10.0  # seconds: a process as old as this has done something else before


def run(game: str, options: dict[str, Any]) -> int:
    spent = process_age()
    mark = f"{KEEP_RUNNING}\n" if options["keep_running"] else ""
    with talking(options["player"]) as (player, write):
        bot, lines, turns = Bot(game, player), Lines(0), 0
        while (options["keep_running"] or not turns) and (line := lines.take()) is not None:
            if line.strip():
                answer = interruptible(partial(bot.turn, line, spent))
                write(f"{answer}\n{mark}".encode())
                turns += 1
                spent = 0.0
    if not turns:
        raise ParseError("there is no input; expected a line of JSON from Botzone")
    return 0


def process_age() -> float:
    """How long ago this process was started, in seconds: Botzone's clock runs since then."""
    try:
        with open("/proc/self/stat", "rb") as file:
            started = int(file.read().rpartition(b")")[2].split()[19]) / os.sysconf("SC_CLK_TCK")
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - started
    except (OSError, ValueError, IndexError, AttributeError):
        return _GUESS
    return age if 0 <= age < _NOT_STARTING else _GUESS
