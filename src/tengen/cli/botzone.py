"""tengen botzone: a bot that speaks Botzone's JSON."""

from __future__ import annotations

import os
import time
from functools import partial
from typing import Any

from tengen.cli.streams import write_text
from tengen.errors import ParseError
from tengen.players import parse
from tengen.protocols.botzone import KEEP_RUNNING, Bot
from tengen.protocols.gtp_io import Lines
from tengen.protocols.thinking import interruptible

FILES = ()
DEFAULTS: dict[str, Any] = {"player": None, "keep_running": False}

_GUESS = 0.25  # seconds that starting takes, where the system cannot say
_NOT_STARTING = 10.0  # seconds: a process as old as this has done something else before


def run(game: str, options: dict[str, Any]) -> int:
    spent = process_age()
    bot = Bot(game, None if options["player"] is None else parse(options["player"]))
    lines, turns = Lines(0), 0
    while (line := lines.take()) is not None:
        if not line.strip():
            continue
        answer = interruptible(partial(bot.turn, line, spent))
        turns += 1
        spent = 0.0
        if not options["keep_running"]:
            write_text(f"{answer}\n")
            return 0
        write_text(f"{answer}\n{KEEP_RUNNING}\n")
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
