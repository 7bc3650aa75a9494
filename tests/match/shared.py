"""Matches as a person runs them: the command in a process group of its own, and what it leaves in its file."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Any, NamedTuple

from conftest import TENGEN
from waiting import PATIENCE, wait_until

_GAMES = """
SELECT game.number, pair, black.name, white.name, winner, ending, reason, sgf, opening, plies, moves, thoughts, stderr,
    black_seconds, white_seconds
FROM game JOIN player AS black ON black = black.number JOIN player AS white ON white = white.number
JOIN start ON start = start.number"""


_PATIENT = """
import time
from pathlib import Path

HERE = Path(__file__).parent


def choose(position, clock):
    stones = 25 - list(position.board.cells).count(0)
    (HERE / f"asked-{stones}").touch()
    if stones == 2 and not (HERE / "may-24").exists():  # the last one: there is nothing more to see
        time.sleep(1.1)  # a game that takes longer than a second is shown to those who watch
    while not (HERE / f"may-{stones}").exists():
        time.sleep(0.005)
    return position.legal_moves[0]
"""


class PatientMatch:
    """A match on 5x5 between two bots that move when they may, so that a test sees each move. Two stones are given."""

    def __init__(self, folder: Path, games: int = 2) -> None:
        self.folder = folder
        self.path = folder / "match.db"
        self._bots = folder / "bots"
        self._bots.mkdir(exist_ok=True)
        (self._bots / "patient.py").write_text(_PATIENT)
        players = (f"{name}={self._bots / 'patient.py'}:choose" for name in ("ann", "bob"))
        self.words = ("nogo", *players, "--size", "5", "--games", str(games), "--parallel", "1", "--seed", "7")

    def start(self, *words: str) -> Running:
        temporary = {"TMPDIR": str(self._bots)}  # where a match that is killed leaves what it likes
        return Running(self.folder, *self.words, "--file", self.path.name, *words, env=temporary)

    def wait_for_turn(self, stones: int) -> None:
        """Until somebody is to move after so many stones."""
        wait_until((self._bots / f"asked-{stones}").exists)

    def move(self, *after: int) -> None:
        """Those who are to move after so many stones may do so."""
        for stones in after:
            (self._bots / f"may-{stones}").touch()


class Process(NamedTuple):
    number: int
    parent: int
    group: int
    command: str


class Running:
    """The command `tengen match` while it runs, started in this folder with these words."""

    def __init__(self, folder: Path, *words: str, command: str = "match", env: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [TENGEN, command, *words],
            cwd=folder,
            env={**os.environ, **(env or {})},
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def workers(self) -> list[int]:
        """Processes that were spawned to play games."""
        return [each.number for each in processes() if each.group == self.process.pid and "spawn_main" in each.command]

    def left(self) -> list[Process]:
        """Processes that are not the command itself but come from it, engines in the folder among them."""
        return [
            each
            for each in processes()
            if each.number != self.process.pid and (each.group == self.process.pid or str(self.folder) in each.command)
        ]

    def kill(self, group: bool = False) -> None:
        """With SIGKILL, which nobody hears: the command alone, or its workers at the same moment."""
        (os.killpg if group else os.kill)(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def interrupt(self) -> None:
        """As Ctrl-C in a terminal does: everybody in the foreground hears it."""
        os.killpg(self.process.pid, signal.SIGINT)

    def end(self) -> tuple[int, str, str]:
        """Waits for the end: exit status, standard output, and standard error without the progress of a long match."""
        output, errors = self.process.communicate(timeout=4 * PATIENCE)
        return self.process.returncode, output, re.sub(r"^\d+ of \d+ games, .*\n", "", errors, flags=re.MULTILINE)


def run(folder: Path, *words: str, command: str = "match", env: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Exit status, standard output, standard error; afterwards nothing is left of it."""
    running = Running(folder, *words, command=command, env=env)
    try:
        result = running.end()
        wait_until(lambda: not running.left())
    finally:
        end_all(running)
    return result


def end_all(running: Running) -> None:
    """After a test that failed."""
    if running.process.poll() is None:
        running.kill(group=True)


def wait_for_games(path: Path, count: int) -> None:
    """Until there are so many in the file."""
    wait_until(lambda: path.exists() and len(rows(path)) >= count)


def wait_for_end_of(running: Running) -> None:
    """Everything that came from the command is to be gone soon."""
    end = time.monotonic() + PATIENCE / 2
    while left := running.left():
        assert time.monotonic() < end, left
        time.sleep(0.02)


def processes() -> list[Process]:
    """All that run; those that ended and were not asked for yet do not."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,pgid=,stat=,args="],
        capture_output=True,
        text=True,
        errors="replace",
        check=True,
    )
    lines = (line.split(None, 4) for line in listed.stdout.splitlines())
    return [
        Process(int(number), int(parent), int(group), " ".join(words))
        for number, parent, group, stat, *words in lines
        if stat[0] != "Z"
    ]


def rows(path: Path) -> dict[int, tuple[Any, ...]]:
    """The games of a file by number, in which nothing changes by looking.

    It is looked at as SQLite would find it after a power cut: whoever opens the file itself tidies up.
    """
    copy = path.with_name(f"copy of {path.name}")
    shutil.copyfile(path, copy)
    log = path.with_name(f"{path.name}-wal")
    if log.exists():
        shutil.copyfile(log, copy.with_name(f"{copy.name}-wal"))
    database = sqlite3.connect(copy)
    try:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'game'").fetchone():
            return {}
        found = database.execute(_GAMES).fetchall()
    finally:
        database.close()
        for name in (copy.name, f"{copy.name}-wal", f"{copy.name}-shm"):
            path.with_name(name).unlink(missing_ok=True)
    games = {row[0]: row for row in found}
    assert len(games) == len(found)
    return games


def settled(path: Path) -> dict[int, tuple[Any, ...]]:
    """The same without the seconds: all that is equal whenever a game is played again."""
    return {number: row[:-2] for number, row in rows(path).items()}


def touched(path: Path) -> tuple[int, int]:
    """Changes whenever something is written to the file."""
    log = path.with_name(f"{path.name}-wal")
    try:
        state = log.stat()
    except FileNotFoundError:
        return 0, 0
    return state.st_size, state.st_mtime_ns
