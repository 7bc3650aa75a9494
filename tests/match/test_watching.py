"""Games of a match while they are played: what is written for those who watch, and what is believed of it."""

from __future__ import annotations

import fcntl
import json
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import tengen as tg
from match.shared import PatientMatch, Running, end_all, settled, wait_for_end_of
from tengen.games.record import Record
from tengen.grid import PASS
from tengen.match import watching
from tengen.match.schedule import Fixture
from tengen.match.tournament import Match
from tengen.match.watching import LiveGame, folder_of, running_game, running_games
from tengen.players import Choice, parse
from tengen.store.finished import StoredGame, start_text
from waiting import wait_until

START = tg.go.start(5)
GIVEN = Record(START, START.points([START.move("C3")]))
LONG = tg.simulate(tg.nogo.start(50), seed=7)  # more than a thousand moves
FIXTURE = Fixture(8, 4, "ann", "bob", 0)
TOLD = {"pair": 4, "black": "ann", "white": "bob", "start": start_text(START), "opening": 1, "moves": [12, 25]}


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(watching, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With somebody who watches."""
    assert running_games(tmp_path / "live") == []
    return tmp_path / "live"


class LongGame(LiveGame):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder, FIXTURE, ("ann", "bob"), Record(LONG.start, LONG.moves[:1]))
        self._left = iter(LONG.moves[1:])

    def move(self) -> None:
        self.moved(LONG.start, Choice(next(self._left)))


def plies(folder: Path) -> int | None:
    game = running_game(folder, 8)
    return None if game is None else len(game.record)


def test_a_game_is_told_of_as_it_stands(folder: Path, clock: Clock) -> None:
    with LiveGame(folder, FIXTURE, ("ann", "bob"), GIVEN) as game:
        game.moved(START, Choice(START.move("A1")))
        assert os.listdir(folder) == []  # it may be over in a moment
        clock.now += 1
        game.moved(START, Choice(PASS))
        (told,) = running_games(folder)
        assert (told.number, told.pair, told.black, told.white, told.opening) == (8, 4, "ann", "bob", 1)
        assert told.record == Record(START, START.points([START.move("C3"), START.move("A1"), PASS]))
        assert os.listdir(folder) == ["8"]
    assert os.listdir(folder) == []
    assert running_games(folder) == []


def test_nothing_is_written_where_nobody_watches(tmp_path: Path, clock: Clock) -> None:
    with LongGame(tmp_path / "live") as game:
        clock.now += 1
        game.move()
        assert os.listdir(tmp_path) == []
        assert running_games(tmp_path / "live") == []  # now somebody does
        clock.now += 1
        game.move()
        assert plies(tmp_path / "live") == 3
        watching.forget(tmp_path / "live")
        clock.now += 1
        game.move()
    assert os.listdir(tmp_path) == []


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are told, one after the other."""
    names: list[str] = []
    replace = os.replace

    def counting(source: str, target: Path) -> None:
        replace(source, target)
        names.append(target.name)

    monkeypatch.setattr(os, "replace", counting)
    return names


def test_it_is_told_now_and_then(folder: Path, clock: Clock, counted: list[str]) -> None:
    with LongGame(folder) as game:
        for _ in range(1000):  # ten seconds
            clock.now += 0.01
            game.move()
        assert 20 <= len(counted) <= 30
        before = len(counted)
        for _ in range(10):  # slow moves, each with a quick answer
            clock.now += 60
            game.move()
            clock.now += 0.001
            game.move()
        assert len(counted) == before + 20
        assert plies(folder) == 1021


def test_a_disk_that_is_full_is_nobodys_concern(folder: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*words: object) -> None:
        raise OSError(28, "No space left on device")

    with LongGame(folder) as game:
        clock.now += 1
        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", full)
            game.move()
        assert os.listdir(folder) == []
        clock.now += 1
        game.move()
        assert plies(folder) == 3


@contextmanager
def written(folder: Path, text: bytes, alive: bool = True) -> Iterator[None]:
    """A file of a game with this text, of a process that lives."""
    with open(folder / "8", "wb") as file:
        file.write(text)
        file.flush()
        if alive:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def test_what_a_dead_process_left_is_ignored(folder: Path) -> None:
    text = json.dumps(TOLD).encode()
    with written(folder, text):
        assert plies(folder) == 2
        assert len(running_games(folder)) == 1
    with written(folder, text, alive=False):
        assert plies(folder) is None
        assert running_games(folder) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"moves": [12, 12]},
        {"moves": [12, 26]},
        {"moves": [12, -1]},
        {"moves": [12, True]},
        {"moves": [12, None]},
        {"moves": {}},
        {"opening": 3},
        {"opening": "1"},
        {"pair": None},
        {"black": ""},
        {"white": "b\nob"},
        {"white": 7},
        {"start": "("},
        {"start": "(;GM[1]SZ[5]AB[aa]AW[ba][ab])"},  # a stone without a liberty
        {"start": None},
    ],
)
def test_damaged_words_are_ignored(folder: Path, changed: dict[str, Any]) -> None:
    with written(folder, json.dumps({**TOLD, **changed}).encode()):
        assert running_games(folder) == []


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"7", b"\xff", b"[" * 100_000, json.dumps(TOLD).encode()[:-9]])
def test_damaged_files_are_ignored(folder: Path, text: bytes) -> None:
    (folder / ".half").write_bytes(b"{")
    (folder / "9").mkdir()
    with written(folder, text):
        assert running_games(folder) == []


def test_watching_changes_no_game(tmp_path: Path, counted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "_AFTER", 0)
    monkeypatch.setattr(watching, "_EVERY", 0)
    players = {"mcts": parse("mcts:visits=5"), "random": parse("random")}

    def look(games: list[StoredGame]) -> None:
        running_games(folder_of(tmp_path / "watched.db"))

    for name, on_games in (("watched", look), ("alone", None)):
        with Match(players, tg.nogo.start(5), tmp_path / f"{name}.db", seed=7) as match, ThreadPoolExecutor(2) as pool:
            match.play(40, executor=pool, at_once=lambda: 2, on_games=on_games)
    assert len(counted) > 100
    assert settled(tmp_path / "watched.db") == settled(tmp_path / "alone.db")
    assert sorted(os.listdir(tmp_path)) == ["alone.db", "watched.db"]


@pytest.fixture
def running() -> Iterator[list[Running]]:
    """Commands that a test has started; none of them may be left."""
    started: list[Running] = []
    yield started
    for each in started:
        end_all(each)


def test_killed_workers_and_matches_leave_no_game_behind(tmp_path: Path, running: list[Running]) -> None:
    patient = PatientMatch(tmp_path)
    folder = folder_of(patient.path)

    def told(stones: int) -> None:
        wait_until(lambda: [len(game.record) for game in running_games(folder)] == [stones])

    running.append(patient.start())
    patient.wait_for_turn(2)
    running_games(folder)  # from now on somebody watches
    patient.move(2)
    told(3)
    (worker,) = running[0].workers()
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: running[0].workers() not in ([], [worker]))
    told(3)  # it is played again
    running[0].kill(group=True)
    wait_for_end_of(running[0])
    assert running_games(folder) == []
    patient.move(*range(3, 25))
    running.append(patient.start())
    assert running[1].end()[0] == 0
    assert sorted(settled(patient.path)) == [0, 1]
    assert sorted(os.listdir(tmp_path)) == ["bots", "match.db"]
