"""Clocks of processor time: what is counted, who loses by them, and where they are refused."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from match import bots
from tengen import players
from tengen.errors import PlayerFailed, UsageError
from tengen.match import Match, read_standings, tournament
from tengen.match.metering import Meter, is_metered, processor_seconds
from tengen.players import Choice, Clock
from waiting import wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has used")

BURN = "import time\nwhile time.process_time() < 0.2: pass\n"
SAY = "print('ready', flush=True)\ninput()\n"


def with_child(program: str) -> str:
    return f"import subprocess, sys\nchild = subprocess.Popen([sys.executable, '-c', {program!r}])\n"


@pytest.mark.parametrize(
    "program",
    [
        BURN + SAY,
        with_child(BURN) + "child.wait()\n" + SAY,
        with_child(BURN + SAY) + "child.wait()\n",
        "from threading import Thread\n"
        "def burn():\n    while time.process_time() < 0.2: pass\n"
        "import time\nburning = Thread(target=burn)\nburning.start()\nburning.join()\n" + SAY,
    ],
    ids=["itself", "a child that has ended", "a child that runs", "a thread"],
)
def test_what_is_counted(program: str) -> None:
    process = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        assert 0.18 <= processor_seconds(process.pid) < 60  # those that have ended are counted in hundredths
    finally:
        process.kill()
        process.communicate()


def test_nobody_is_gone_for_good() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    with pytest.raises(OSError, match="No such"):
        processor_seconds(process.pid)
    assert is_metered()


def test_tengens_own_players_are_counted_where_they_think() -> None:
    position = tg.nogo.start(9)
    answer, seconds = Meter().ask(players.mcts(visits=200, threads=1), position, Clock(60).of_processor_time())
    assert isinstance(answer, Choice)
    assert 0 < seconds < 60


def test_who_waits_has_used_nothing(tmp_path: Path) -> None:
    """It takes half a second to begin, and has less on its clock."""
    two: dict[str, Any] = {"sleepy": bots.sleepy, "random": players.random}
    clock = Clock(0.4).of_processor_time()
    path = tmp_path / "match.db"
    with Match(two, tg.nogo.start(3), path, opening_plies=0, clock=clock, seed=1) as match:
        match.play(2, workers=2)
        assert {game.ending for game in match.file.games} == {"over"}
    assert [each.clock for each in read_standings(path).players] == ["0.4 s, of processor time"] * 2
    with pytest.raises(UsageError) as caught:
        Match(two, tg.nogo.start(3), path, opening_plies=0, clock=Clock(0.4), seed=1)
    assert " its clock is <Clock 0.4 s, of processor time>, not <Clock 0.4 s>; " in str(caught.value)


def test_who_uses_too_much_is_stopped(tmp_path: Path) -> None:
    two: dict[str, Any] = {"burning": bots.burning, "random": players.random}
    clock = {"burning": Clock(0.2).of_processor_time()}
    with Match(two, tg.nogo.start(3), tmp_path / "match.db", opening_plies=0, clock=clock) as match:
        standings = match.play(2, workers=2)
        games = list(match.file.games)
    for game in games:
        loser = "Black" if game.black == "burning" else "White"
        assert (game.ending, game.reason) == ("time", f"{loser} ran out of time")
    assert standings.tally("random", "burning").wins == 2


PROGRAM = """
import sys
for line in sys.stdin:
    if line.startswith("genmove"):
        while True: pass
    print("= list_commands genmove\\n" if line.startswith("list") else "=\\n", flush=True)
"""


def test_programs_are_counted_and_stopped(tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(PROGRAM)
    position = tg.nogo.start(3)
    with players.external(f"{sys.executable} {tmp_path / 'engine.py'}") as player:
        player.prepare(position)
        answer, seconds = Meter().ask(player, position, Clock(0.1).of_processor_time())
    assert isinstance(answer, PlayerFailed)
    assert answer.message.endswith("was killed by signal 9 instead of answering 'genmove b'")
    assert 0.2 < seconds < 60


PONDERING = """
import sys, time
from threading import Thread
moves = iter(["A1", "B1"])
def ponder():
    end = time.process_time() + 0.3
    while time.process_time() < end: pass
for line in sys.stdin:
    if line.startswith("genmove"):
        print("=", next(moves), "\\n", flush=True)
        Thread(target=ponder).start()
    else:
        print("= list_commands genmove\\n" if line.startswith("list") else "=\\n", flush=True)
"""


def test_a_program_that_ponders_pays_for_it(tmp_path: Path) -> None:
    """What it uses while the other side thinks is counted with its next move."""
    (tmp_path / "engine.py").write_text(PONDERING)
    start, clock, meter = tg.nogo.start(3), Clock(60).of_processor_time(), Meter()
    with players.external(f"{sys.executable} {tmp_path / 'engine.py'}") as player:
        player.prepare(start)
        assert player.process is not None
        used = processor_seconds(player.process)
        answer, seconds = meter.ask(player, start, clock)
        assert isinstance(answer, Choice)
        wait_until(lambda: processor_seconds(player.process or 0) >= used + 0.3)
        answer, more = meter.ask(player, start.play("A1").play("C3"), clock)
        assert isinstance(answer, Choice)
    assert 0.25 < seconds + more < 60


def test_a_clock_says_how_long_to_wait() -> None:
    clock = Clock(5, 1).of_processor_time()
    assert repr(clock) == "<Clock 5 s, 1 s more with each move, of processor time>"
    after = clock.after(2)
    assert after == Clock(4, 1).of_processor_time()
    assert (Clock(5).patience, clock.patience) == (5, 110)


def test_where_nobody_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two: dict[str, Any] = {"random": players.random, "greedy": players.greedy}
    clock = Clock(1).of_processor_time()
    with (
        Match(two, tg.nogo.start(3), tmp_path / "match.db", clock=clock) as match,
        ThreadPoolExecutor(1) as threads,
        pytest.raises(UsageError) as caught,
    ):
        match.play(2, executor=threads)
    assert str(caught.value) == (
        "processor time is counted only in the processes of a match itself, not by an executor"
    )
    monkeypatch.setattr(tournament, "is_metered", lambda: False)
    with pytest.raises(UsageError) as caught:
        Match(two, tg.nogo.start(3), tmp_path / "other.db", clock=clock)
    assert str(caught.value) == "this system (linux) does not tell how much processor time a process has used"
    assert not (tmp_path / "other.db").exists()
