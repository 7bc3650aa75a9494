"""The commands that talk until they are told to stop: tengen gtp, tengen botzone and tengen gomocup."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from tengen.cli.streams import write, write_error
from tengen.errors import ParseError, UsageError
from tengen.games import by_name
from tengen.interrupts import interruptible
from tengen.players import Player, parse
from tengen.players.learned import usual
from tengen.players.mcts import MctsPlayer
from tengen.protocols.lines import Lines

Write = Callable[[bytes], None]

_GUESS = 0.25  # seconds that starting takes, where the system cannot say
_NOT_STARTING = 10.0  # seconds: a process as old as this has done something else before


def run(game: str, options: dict[str, Any]) -> int:
    if options.get("export") is not None:
        return _export(game, options)
    talk = {"gtp": _gtp, "botzone": _botzone, "gomocup": _gomocup}[options["protocol"]]
    with talking(options["player"]) as (player, write):
        talk(game, options, player, write)
    return 0


def _gtp(game: str, options: dict[str, Any], player: Player | None, write: Write) -> None:
    from tengen.protocols.gtp import GtpServer
    from tengen.protocols.gtp_game import GtpGame

    for option, verb in (("player", "play"), ("ponder", "ponder")):
        if options["referee"] and options[option]:
            raise UsageError(f"a referee does not {verb}; leave out --{option} or --referee")
    if not options["referee"] and player is None:
        player = usual()
    if options["ponder"] and not isinstance(player, MctsPlayer):
        raise UsageError(f"{player} has no search to ponder with; expected mcts or net")
    rules = by_name(game)
    height, width = options["size"] or (rules.usual_size, rules.usual_size)
    board = GtpGame(rules, height, width, options["rules"])
    GtpServer(board, player, 0, write, write_error, ponder=options["ponder"]).serve()


def _botzone(game: str, options: dict[str, Any], player: Player | None, write: Write) -> None:
    from tengen.players.botzone_engine import KEEP_RUNNING
    from tengen.protocols.botzone import Bot

    spent = process_age()
    mark = f"{KEEP_RUNNING}\n" if options["keep_running"] else ""
    bot, lines, turns = Bot(game, player), Lines(0), 0
    while (options["keep_running"] or not turns) and (line := lines.take()) is not None:
        if line.strip():
            answer = interruptible(partial(bot.turn, line, spent))
            write(f"{answer}\n{mark}".encode())
            turns += 1
            spent = 0.0
    if not turns:
        raise ParseError("there is no input; expected a line of JSON from Botzone")


def _export(game: str, options: dict[str, Any]) -> int:
    """Botzone's: the player in one file, instead of a talk."""
    from tengen.players.digests import imported_files
    from tengen.protocols.botzone_export import exported
    from tengen.render.files import write_whole

    player, path = options["player"], Path(options["export"])
    if player is None:
        raise UsageError("--export writes a player of yours; name it, as in --player mybot.py:choose")
    text = exported(game, player, keep_running=options["keep_running"])
    if path.resolve() in imported_files(Path(player.partition(":")[0])):
        raise UsageError(f"--export {path} would overwrite a file of the player; name another")
    write_whole(path, text.encode())
    return 0


def _gomocup(game: str, options: dict[str, Any], player: Player | None, write: Write) -> None:
    from tengen.protocols.gomocup import Brain

    brain, lines = Brain(player), Lines(0)
    while not brain.has_ended and (line := lines.take()) is not None:
        answer = interruptible(partial(brain.answer, line.decode("utf-8", "replace")))
        write("".join(f"{each}\n" for each in answer).encode())


def process_age() -> float:
    """How long ago this process was started, in seconds: Botzone's clock runs since then."""
    try:
        with open("/proc/self/stat", "rb") as file:
            started = int(file.read().rpartition(b")")[2].split()[19]) / os.sysconf("SC_CLK_TCK")
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - started
    except (OSError, ValueError, IndexError, AttributeError):
        return _GUESS
    return age if 0 <= age < _NOT_STARTING else _GUESS


@contextmanager
def talking(spec: str | None) -> Iterator[tuple[Player | None, Write]]:
    """The player of this name, if there is one, and what writes an answer. A program behind the player is ended."""
    answers = _answers_only()
    with named_player(spec) as player:
        yield player, partial(write, file=answers)


@contextmanager
def named_player(spec: str | None) -> Iterator[Player | None]:
    """The player of this name, if there is one; a program behind it is ended with the block."""
    player = None if spec is None else parse(spec)
    try:
        yield player
    finally:
        if player is not None and hasattr(player, "close"):
            player.close()


def _answers_only() -> int:
    """A file for the answers alone: what a user's player prints goes to standard error, not among them."""
    try:
        answers = os.dup(1)
        os.dup2(2, 1)
    except OSError as error:
        raise UsageError(f"cannot write to standard output: {error.strerror}") from None
    return answers
