"""tengen match: players against each other, and what their games say."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tengen.cli.live import Live
from tengen.cli.report import write_report
from tengen.cli.streams import read, write_error
from tengen.errors import MatchFailed, UsageError
from tengen.games import by_name
from tengen.games.game import Position
from tengen.games.sgf import read_sgf_games
from tengen.match.plot import check_plot
from tengen.match.sprt import Sprt
from tengen.match.tournament import Match, checked_workers
from tengen.players import Clock, Player, parse

_NAMED = re.compile(r"([\w.+-]+)=(.+)", re.DOTALL)


def run(game: str, options: dict[str, Any]) -> int:
    if sys.stderr is None:
        _open_standard_error()
    clock = None if options["clock"] is None else Clock.parse(options["clock"])
    sprt = None if options["sprt"] is None else _sprt(options["sprt"])
    if options["plot"]:
        check_plot(Path(options["plot"]))
    path = options["file"] or f"{game}-match.db"
    players, starts = _players(options["players"]), _starts(game, options)
    checked_workers(len(players), options["games"], sprt, options["parallel"])
    status = 0
    with (_executor(options["scheduler"], players) as (executor, at_once),
          Match(players, starts, path, mode=options["mode"], opening_plies=options["opening_plies"], clock=clock,
                seed=options["seed"], fresh=options["fresh"]) as match):
        if match.set_aside is not None:
            write_error(f"the old games are in {match.set_aside}")
        with Live(match, options["games"], sprt) as live:
            try:
                match.play(options["games"], sprt=sprt, workers=options["parallel"], executor=executor,
                           at_once=at_once, on_games=live.add)
            except KeyboardInterrupt:
                status = 130
            except MatchFailed as failure:
                write_error(str(failure))
                status = 1
        write_report(match.file, match.standings(), match.sprt(sprt) if sprt else None, options, by_name(game).title)
        if status:
            write_error(f"stopped; what was played is in {path}, and the same command goes on from there")
    return status


def _open_standard_error() -> None:
    """It is closed: what is said there goes nowhere, and not into the next file that is opened, nor do workers fail."""
    while (number := os.open(os.devnull, os.O_RDWR)) < 2:
        pass
    if number == 2:
        os.set_inheritable(2, True)
        sys.stderr = os.fdopen(2, "w", closefd=False)
    else:
        os.close(number)


def _players(words: list[str]) -> dict[str, Player]:
    """Players by name: NAME=PLAYER, or as they call themselves."""
    players: dict[str, Player] = {}
    for word in words:
        named = _NAMED.fullmatch(word)
        name, spec = named.groups() if named else (word, word)
        if name in players:
            raise UsageError(f"two players are called {name!r}; give them names, like first={spec} second={spec}")
        players[name] = parse(spec)
    return players


def _starts(name: str, options: dict[str, Any]) -> list[Position]:
    game = by_name(name)
    if options["openings"] is None:
        height, width = options["size"] or (game.usual_size, game.usual_size)
        return [game.start(height, width, **options["rules"])]
    if options["size"]:
        raise UsageError("--size and --openings cannot go together: openings have their own size")
    games = read_sgf_games(read(options["openings"]), name, **options["rules"])
    if not games:
        raise games.faults[0]
    for fault in games.faults:
        write_error(f"an opening is left out: {fault}")
    ends = [tree.record.end for tree in games]
    return [end.with_to_play(end.to_play) for end in ends]  # without their past, which an opening does not have


def _sprt(text: str) -> Sprt:
    try:
        numbers = [float(word) for word in text.split(",")]
        if not 2 <= len(numbers) <= 4:
            raise ValueError
    except ValueError:
        raise UsageError(f"{text!r} is not a test; expected two differences in Elo and, if they are not 0.05, the "
                         f"error rates, as in 0,30 or 0,30,0.05,0.05") from None
    return Sprt(*numbers)


@contextmanager
def _executor(scheduler: str | None,
              players: dict[str, Player]) -> Iterator[tuple[Executor | None, Callable[[], int] | None]]:
    """Where to play: None for processes of this machine."""
    if scheduler is None:
        yield None, None
        return
    from tengen.match.cluster import cluster

    with cluster(scheduler, players) as (executor, at_once):
        yield executor, at_once
