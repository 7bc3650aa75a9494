"""tengen match: players against each other, and what their games say."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any

from tengen.cli.report import write_report
from tengen.cli.streams import read, write_error
from tengen.errors import MatchFailed, UsageError
from tengen.games import by_name
from tengen.games.game import Position
from tengen.match.adjudication import Adjudication
from tengen.match.export import table
from tengen.match.openings import read_openings
from tengen.match.ratings import Anchor
from tengen.match.schedule import Schedule
from tengen.match.sprt import Sprt
from tengen.match.tournament import Match, checked_workers
from tengen.match.watching import folder_of, forget
from tengen.players import Clock, Player, parse
from tengen.render.chart import check_plot
from tengen.store.finished import StoredGame

_NAMED = re.compile(r"([\w.+-]+)=(.+)", re.DOTALL)
# The command, with this interpreter, wherever it is. It ends with its input, which the system closes however we end.
_PAGE = """
import os, signal, sys, threading
def end(): sys.stdin.read(); os.kill(os.getpid(), signal.SIGTERM)
threading.Thread(target=end, daemon=True).start()
from tengen.cli import main; raise SystemExit(main())
"""
_DRAW_EVERY = 0.5  # seconds on a terminal
_LINE_EVERY = 30.0  # elsewhere


def run(game: str, options: dict[str, Any]) -> int:
    if sys.stderr is None:
        _open_standard_error()
    clocks = _clocks(options["clock"] or [])
    if options["cpu_clock"]:
        if not clocks or options["scheduler"]:
            raise UsageError("--cpu-clock goes with --clock, and without --scheduler")
        clocks = {name: clock.of_processor_time() for name, clock in clocks.items()}
    adjudication = None if options["adjudicate"] is None else Adjudication.parse(options["adjudicate"])
    sprt = None if options["sprt"] is None else Sprt.parse(options["sprt"])
    anchor = None if options["anchor"] is None else Anchor.parse(options["anchor"])
    if options["plot"]:
        check_plot(Path(options["plot"]))
    path = options["file"] or f"{game}-match.db"
    players, starts = _players(options["players"]), _starts(game, options)
    if anchor is not None:
        anchor.require_among(list(players))
    schedule = Schedule(tuple(players), options["mode"])
    checked_workers(schedule, options["games"], sprt, options["parallel"], options["rounds"])
    status = 0
    with (
        _executor(options["scheduler"], players) as (executor, at_once),
        Match(
            players,
            starts,
            path,
            mode=options["mode"],
            opening_plies=options["opening_plies"],
            opening_rule=options["opening_rule"],
            clock={**dict.fromkeys(players, clocks.pop("", None)), **clocks},
            adjudication=adjudication,
            seed=options["seed"],
            fresh=options["fresh"],
        ) as match,
    ):
        if match.set_aside is not None:
            write_error(f"the old games are in {match.set_aside}")
        match.settle_rounds(options["games"])
        with (
            watched(path) if options["watch"] else nullcontext(),
            Live(match, options["games"], sprt, anchor, options["rounds"]) as live,
        ):
            try:
                match.play(
                    options["games"],
                    sprt=sprt,
                    workers=options["parallel"],
                    executor=executor,
                    at_once=at_once,
                    on_games=live.add,
                    rounds=options["rounds"],
                )
            except KeyboardInterrupt:
                status = 130
            except MatchFailed as failure:
                write_error(str(failure))
                status = 1
        write_report(
            match.file, match.standings(anchor), match.sprt(sprt) if sprt else None, options, by_name(game).title
        )
        if status:
            again = shlex.join(["tengen", *(word for word in sys.argv[1:] if word != "--fresh")])
            write_error(f"stopped; what was played is in {path}, and this goes on from there: {again}")
    return status


@contextmanager
def watched(path: str) -> Iterator[None]:
    """A page that shows the match, as long as it is played; `tengen serve --match` shows it afterwards."""
    with tempfile.TemporaryDirectory(prefix="tengen-watch-") as folder:
        command = [sys.executable, "-c", _PAGE, "serve", "--match", path, "--port", "0"]
        page = subprocess.Popen(
            [*command, "--file", str(Path(folder) / "games.db")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for the match, which ends the page
        )
        assert page.stdout is not None
        try:
            address = page.stdout.readline().strip()
            if not address:
                page.wait()
                assert page.stderr is not None
                raise UsageError(page.stderr.read().strip().removeprefix("tengen: ") or "the page did not start")
            write_error(f"watch it at {address}")
            yield
        finally:
            page.kill()
            page.communicate()
            forget(folder_of(path))  # which it had no time for


def _open_standard_error() -> None:
    """It is closed: the next file to be opened would take its place and get our messages, and workers would fail."""
    while (number := os.open(os.devnull, os.O_RDWR)) < 2:
        pass
    if number == 2:
        os.set_inheritable(2, True)
        sys.stderr = os.fdopen(2, "w", closefd=False)
    else:
        os.close(number)


def _players(words: list[str]) -> dict[str, Player]:
    """Players by name: NAME=PLAYER, or PLAYER for both."""
    players: dict[str, Player] = {}
    for word in words:
        named = _NAMED.fullmatch(word)
        name, spec = named.groups() if named else (word, word)
        if name in players:
            raise UsageError(f"two players are called {name!r}; give them names, like first={spec} second={spec}")
        players[name] = parse(spec)
    return players


def _clocks(words: list[str]) -> dict[str, Clock]:
    """Clocks by the player's name: NAME=TIME; TIME alone, for those that are not named, has the name ""."""
    clocks: dict[str, Clock] = {}
    for word in words:
        name, _, time = word.rpartition("=")
        if name in clocks:
            raise UsageError(f"two clocks for {repr(name) if name else 'everybody'}; expected one")
        clocks[name] = Clock.parse(time)
    return clocks


def _starts(name: str, options: dict[str, Any]) -> list[Position]:
    game = by_name(name)
    if options["openings"] is None:
        height, width = options["size"] or (game.usual_size, game.usual_size)
        return [game.start(height, width, **options["rules"])]
    path = options["openings"]
    openings = read_openings(read(path), path, name, options["size"], **options["rules"])
    for fault in openings.faults:
        write_error(f"an opening is left out: {fault}")
    return openings.starts


@contextmanager
def _executor(
    scheduler: str | None, players: dict[str, Player]
) -> Iterator[tuple[Executor | None, Callable[[], int] | None]]:
    """Where to play: None for processes of this machine."""
    if scheduler is None:
        yield None, None
        return
    from tengen.match.cluster import cluster_for

    with cluster_for(scheduler, players) as (executor, at_once):
        yield executor, at_once


class Live:
    """The match as it goes on, on standard error: a table that is drawn again and again, or now and then a line."""

    def __init__(
        self, match: Match, games: int, sprt: Sprt | None, anchor: Anchor | None = None, rounds: int | None = None
    ) -> None:
        self._match = match
        self._anchor = anchor
        self._sprt = sprt
        self._total = match.schedule.count(games, rounds)
        self._terminal = sys.stderr.isatty()
        self._drawn = 0  # lines

    def __enter__(self) -> Live:
        self._before = self._done = sum(number < self._total for number in self._match.file.numbers)
        self._begun = self._shown = time.monotonic()
        if self._before:
            self._write(f"going on: {self._before} of {self._total} games are in {self._match.file.path}\n")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._erase()

    def add(self, games: list[StoredGame]) -> None:
        self._done += len(games)
        self._total = max(self._total, self._done)  # ties of a knock-out are played on
        now = time.monotonic()
        if now - self._shown < (_DRAW_EVERY if self._terminal else _LINE_EVERY):
            return
        self._shown = now
        if not self._terminal:
            self._write(f"{self._progress(now)}\n")
            return
        lines = table(
            self._match.standings(self._anchor), self._match.sprt(self._sprt) if self._sprt else None
        ).splitlines()
        width, height = shutil.get_terminal_size()
        shown = [line[: width - 1] for line in [*lines, "", self._progress(now)]][-(height - 1) :]
        self._erase()
        self._write("".join(f"{line}\n" for line in shown))
        self._drawn = len(shown)

    def _progress(self, now: float) -> str:
        speed = (self._done - self._before) / (now - self._begun)
        left = (self._total - self._done) / speed
        return (
            f"{self._done} of {self._total} games, {speed:.3g} a second, "
            f"{'at most ' if self._sprt else ''}{_duration(left)} left"
        )

    def _erase(self) -> None:
        if self._drawn:
            self._write(f"\x1b[{self._drawn}A\x1b[J")
            self._drawn = 0

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:
            pass  # nobody is looking


def _duration(seconds: float) -> str:
    minutes, hours = seconds / 60, seconds / 3600
    return f"{seconds:.0f} s" if seconds < 100 else f"{minutes:.0f} min" if minutes < 100 else f"{hours:.1f} h"
