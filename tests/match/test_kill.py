"""Matches that are killed, interrupted, started twice: nothing is lost, played twice, or left running."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import SEED
from match.shared import Running, end_all, rows, run, settled, touched, wait_for_end_of, wait_for_games
from tengen.match.schedule import Schedule
from waiting import wait_until

KILLS = 100 if SEED else 12
TURNS = 20 if SEED else 4
PLAYERS = ("random", "greedy", "mcts:visits=20")  # the last one has thoughts
FAST = ("nogo", *PLAYERS, "--size", "6", "--parallel", "2")
THOUGHTS = 11  # which column
ENDLESS = 100_000  # games of each two: too many to come to an end


def words(file: str, games: int, seed: int) -> tuple[str, ...]:
    return (*FAST, "--file", file, "--games", str(games), "--seed", str(seed))


def table(output: str) -> list[list[str]]:
    """Without the last column, the seconds that a move took."""
    return [line.split()[:-1] for line in output.splitlines()]


def stopped(path: Path) -> str:
    return f"tengen: stopped; what was played is in {path.name}, and this goes on from there"


def assert_goes_on(path: Path, seed: int) -> None:
    """To no other games than those of a match that was never stopped."""
    games = rows(path)
    assert run(path.parent, *words(path.name, 100, seed))[0] == 0
    whole = path.with_name("whole.db")
    assert run(path.parent, *words(whole.name, 100, seed))[0] == 0
    found, expected = settled(path), settled(whole)
    assert sorted(expected) == list(range(300))
    assert {number: found[number] for number in expected} == expected
    assert {number: row for number, row in rows(path).items() if number in games} == games  # not one was played again


@pytest.fixture
def running() -> Iterator[list[Running]]:
    """Commands that a test has started; none of them may be left."""
    started: list[Running] = []
    yield started
    for each in started:
        end_all(each)


def test_killed_at_random_moments(tmp_path: Path, running: list[Running], chance: random.Random) -> None:
    kills = at_play = seed = 0
    while kills < KILLS:
        seed += 1
        path = tmp_path / f"killed-{seed}.db"
        games: dict[int, tuple[object, ...]] = {}
        while kills < KILLS:
            state = touched(path)
            match = Running(tmp_path, *words(path.name, 300, seed))
            running.append(match)
            if chance.random() < 0.4:
                time.sleep(chance.uniform(0, 0.2))
            else:
                while touched(path) == state and match.process.poll() is None:
                    time.sleep(0.003)
                time.sleep(chance.uniform(0, 0.05))
            if match.process.poll() is not None:
                break  # all games are played
            match.kill(group=chance.random() < 0.2)
            kills += 1
            found = rows(path) if path.exists() else {}
            # Not a second is different: no game was played again.
            assert {number: found.get(number) for number in games} == games
            at_play += len(found) > len(games)
            games = found
            wait_for_end_of(match)
        status, output, _ = run(tmp_path, *words(path.name, 300, seed))
        assert status == 0
        found = rows(path)
        assert {number: found[number] for number in games} == games
        status, whole_output, _ = run(tmp_path, *words("whole.db", 300, seed))
        assert status == 0
        whole = settled(tmp_path / "whole.db")
        assert settled(path) == whole
        assert table(output) == table(whole_output)
        schedule = Schedule(PLAYERS)
        assert sorted(whole) == list(range(schedule.count(300)))
        for number, row in whole.items():
            fixture = schedule.fixture(number)
            assert row[1:4] == (fixture.pair, fixture.black, fixture.white)
        assert any(row[THOUGHTS] for row in whole.values())
        (tmp_path / "whole.db").unlink()
    assert at_play > 0.4 * KILLS  # so many had finished games since the kill before; others came as one was written


def test_a_killed_worker_costs_no_game(tmp_path: Path, running: list[Running]) -> None:
    path = tmp_path / "killed.db"
    match = Running(tmp_path, *words(path.name, ENDLESS, 7))
    running.append(match)
    wait_for_games(path, 1)
    killed = set[int]()
    for _ in range(2):
        killed.add(match.workers()[0])
        for worker in killed & set(match.workers()):
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: match.workers() and not killed & set(match.workers()))
        wait_for_games(path, len(rows(path)) + 1)
    match.interrupt()
    status, output, errors = match.end()
    assert (status, errors.partition(": tengen match ")[0]) == (130, stopped(path))
    assert output.startswith("   player ")
    wait_for_end_of(match)
    assert_goes_on(path, 7)


def test_control_c(tmp_path: Path, running: list[Running], chance: random.Random) -> None:
    """While the workers start, and later; restarted each time."""
    path = tmp_path / "stopped.db"
    games = 0
    for turn in range(TURNS):
        match = Running(tmp_path, *words(path.name, ENDLESS, 8))
        running.append(match)
        wait_until(match.workers)
        if turn >= TURNS // 2:
            wait_for_games(path, games + 1)
        time.sleep(chance.uniform(0, 0.1))
        match.interrupt()
        status, output, errors = match.end()
        wait_for_end_of(match)
        going_on = f"going on: {games} of {3 * ENDLESS} games are in {path.name}\n" if games else ""
        assert (status, errors.partition(": tengen match ")[0]) == (130, going_on + stopped(path))
        assert output.split()[:2] == ["player", "Elo"]
        assert len(output.splitlines()) == 9  # two tables of three players
        games = len(rows(path))
    assert games > 0
    assert_goes_on(path, 8)


def test_the_same_match_twice_at_once(tmp_path: Path, running: list[Running]) -> None:
    path = tmp_path / "twice.db"
    for turn in range(5):
        running.extend(Running(tmp_path, *words(path.name, ENDLESS, 9)) for _ in range(2))
        wait_until(lambda: {each.process.poll() for each in running[-2:]} != {None})
        refused, match = sorted(running[-2:], key=lambda each: each.process.poll() is None)
        assert refused.end() == (2, "", "tengen: 'twice.db' is in use: another process is playing this match\n")
        wait_for_games(path, len(rows(path)) + 1 if turn else 1)
        assert run(tmp_path, *words(path.name, ENDLESS, 9))[0] == 2
        match.interrupt()
        assert match.end()[0] == 130
    assert run(tmp_path, *words("short.db", 2, 9))[0] == 0
    assert run(tmp_path, *words("short.db", 2, 9))[::2] == (0, "going on: 6 of 6 games are in short.db\n")
