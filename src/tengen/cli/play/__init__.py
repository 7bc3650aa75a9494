"""tengen play: a game in the terminal, against a player or between two people."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from tengen.cli.play.in_lines import LineGame
from tengen.cli.play.saving import Saver
from tengen.cli.play.signals import Signals, Stopped
from tengen.cli.play.table import Table
from tengen.cli.positions import read_size
from tengen.cli.streams import BrokenOutput, write_error, write_text
from tengen.cli.talking import named_player, talking
from tengen.errors import UsageError
from tengen.formats import diagram
from tengen.formats.sgf import MOST_SIDE
from tengen.games import by_name
from tengen.games.game import Position
from tengen.players import Clock, Player
from tengen.players.learned import usual
from tengen.players.ongoing import OngoingGame, PlayerOrPerson
from tengen.players.thinking import prepare
from tengen.protocols.lines import Lines


def run(game: str, options: dict[str, Any]) -> int:
    start = _start(game, options)
    clock = None if options["clock"] is None else Clock.parse(options["clock"])
    if options["two"] and (options["player"] or options["color"]):
        raise UsageError("--two is for two people; leave out --player and --color")
    if options["plain"] or not _has_screen():
        with talking(options["player"]) as (player, write):
            return _play(
                _table(start, clock, player, options),
                lambda table, signals: _in_lines(table, signals, lambda text: write(text.encode())),
            )
    with named_player(options["player"]) as player:
        return _play(_table(start, clock, player, options), _on_screen)


def _play(table: Table, play: Callable[[Table, Signals], str]) -> int:
    """Plays on the screen or in lines. What is said at the end goes to standard error."""
    try:
        with Signals() as signals:
            words = play(table, signals)
    except Stopped as stop:
        write_error(str(stop))
        return stop.status
    except BrokenOutput:
        raise
    except Exception:
        if words := table.rescue():
            write_error(words)
        raise
    finally:
        table.game.close()
    if words:
        write_error(words)
    return 0


def _on_screen(table: Table, signals: Signals) -> str:
    from tengen.cli.play.looks import look
    from tengen.cli.play.on_screen import ScreenGame
    from tengen.cli.play.terminal import Terminal

    drawn = look()
    with Terminal(signals, drawn.encoding) as terminal:
        try:
            ScreenGame(table, terminal, drawn).play()
        except Stopped as stop:
            stop.add(table.rescue())  # at once: the terminal may not be there to be given back
            raise
    position = table.game.position
    if table.game.plies:
        board = diagram.write(position.board, coordinates=position.game.coordinates)
        write_text(f"{board}\n{table.status}\n{table.keeper.where}")
    return ""


def _in_lines(table: Table, signals: Signals, write: Callable[[str], None]) -> str:
    is_typed = os.isatty(0)
    try:
        if LineGame(table, Lines(0), write, signals, "> " if is_typed else "").play():
            write(table.keeper.where)
            return ""
    except Stopped as stop:
        stop.add(table.rescue())
        raise
    # Ctrl-D saves the game of a person who types; a file of moves has simply ended.
    return table.rescue() if is_typed else ""


def _start(name: str, options: dict[str, Any]) -> Position:
    game = by_name(name)
    if options["files"] and options["size"]:
        raise UsageError("the size is there twice; leave out --size")
    size = read_size(options["files"][0]) if options["files"] else options["size"]
    height, width = size or (game.usual_size, game.usual_size)
    if max(height, width) > MOST_SIDE:
        raise UsageError(
            f"a {height}x{width} board; games are played on at most {MOST_SIDE} rows and columns, as many "
            f"as SGF can keep"
        )
    return game.start(height, width, **options["rules"])


def _table(start: Position, clock: Clock | None, player: Player | None, options: dict[str, Any]) -> Table:
    chance = random.Random(options["seed"])
    if not options["two"]:
        player = usual() if player is None else player
        player = player if options["seed"] is None else player.seeded(options["seed"])
        prepare(player, start)

    def seats() -> tuple[PlayerOrPerson, PlayerOrPerson]:
        color = options["color"] or "black"
        if color == "random":
            color = chance.choice(("black", "white"))
        return (None, player) if color == "black" else (player, None)

    game = OngoingGame(start, *seats(), clock=clock, opening_rule=options["opening_rule"])
    return Table(game, Saver(game, options["sgf"]), seats)


def _has_screen() -> bool:
    """Is this a terminal that a board can be drawn on? On Windows there is none."""
    is_terminal = os.isatty(0) and os.isatty(1) and os.environ.get("TERM", "dumb") != "dumb"
    return is_terminal and find_spec("termios") is not None
