"""The processes that play the games of a match, in moments that are hard to meet from outside."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from threading import Event, Thread

import pytest

import tengen as tg
from tengen.games.game import Position
from tengen.grid import Pass, Point
from tengen.match.pool import LocalWorkers
from tengen.match.schedule import Fixture
from tengen.match.worker import Parcel, Setup, _telling, play_some
from tengen.players import Clock, FunctionPlayer, Player
from tengen.players.player import RandomPlayer
from waiting import PATIENCE, wait_until

is_read = Event()
may_go_on = Event()


def slowly() -> bool:
    is_read.set()
    return may_go_on.wait(PATIENCE)


class SlowToRead:
    """A result that keeps whoever reads it busy."""

    def __reduce__(self) -> tuple[object, ...]:
        return slowly, ()


def long_result(asked_for: Path, number: Path) -> bytes:
    """More than a pipe holds, as soon as it is asked for; and in the other file by whom."""
    wait_until(asked_for.exists)
    number.write_text(str(os.getpid()))
    return bytes(1 << 22)


def in_the_middle_of_a_result(workers: LocalWorkers, folder: Path) -> tuple[Future[SlowToRead], Future[bytes], int]:
    """One that is being read, the next one, and the process that has sent some of that."""
    is_read.clear()
    may_go_on.clear()
    asked_for, number = folder / "asked for", folder / "number"
    slow = workers.submit(SlowToRead)
    long = workers.submit(long_result, asked_for, number)
    assert is_read.wait(PATIENCE)
    asked_for.touch()
    results = workers._crew._pool._result_queue
    wait_until(lambda: not results.empty())
    return slow, long, int(number.read_text())


def test_broken_off_in_the_middle_of_a_result(tmp_path: Path) -> None:
    workers = LocalWorkers(2)
    slow, broken_off, number = in_the_middle_of_a_result(workers, tmp_path)
    closing = Thread(target=workers.shutdown, kwargs={"wait": False}, daemon=True)
    closing.start()
    workers._crew._processes[number].join(PATIENCE)
    may_go_on.set()
    closing.join(PATIENCE)
    assert not closing.is_alive(), "the pool waits for the rest of a result that nobody will send"
    assert slow.result()
    with pytest.raises(BrokenProcessPool):
        broken_off.result()


def test_killed_in_the_middle_of_a_result(tmp_path: Path) -> None:
    """The others do not keep the pool waiting for the rest, and work goes on with new processes."""
    workers = LocalWorkers(2)
    try:
        slow, lost, number = in_the_middle_of_a_result(workers, tmp_path)
        os.kill(number, signal.SIGKILL)
        may_go_on.set()
        assert slow.result(PATIENCE)
        with pytest.raises(BrokenProcessPool):
            lost.result(PATIENCE)
        assert workers.submit(os.getpid).result(PATIENCE) not in (os.getpid(), number)
    finally:
        workers.shutdown(wait=False)


def test_work_that_comes_while_the_pool_is_being_closed(tmp_path: Path) -> None:
    """It cannot start its second process any more: new ones do the work."""
    workers = LocalWorkers(2)
    try:
        lost = workers.submit(long_result, tmp_path / "never", tmp_path / "number")
        workers._crew._pool._result_queue._writer.close()  # type: ignore[attr-defined]
        assert workers.submit(pow, 3, 2).result(PATIENCE) == 9
        with pytest.raises(BrokenProcessPool):
            lost.result(PATIENCE)
    finally:
        workers.shutdown(wait=False)


def test_waiting_for_the_last_results() -> None:
    with LocalWorkers(2) as workers:
        squares = [workers.submit(pow, number, 2) for number in range(20)]
    assert [square.result(0) for square in squares] == [number * number for number in range(20)]


def test_a_game_that_the_end_of_its_process_spoils_is_not_told() -> None:
    """A crew ends together: the players of the others are killed, and what becomes of their games is nobody's fault."""
    over = Event()

    def last(position: Position, clock: Clock | None) -> Point | Pass:
        over.set()
        return position.legal_moves[0]

    players: dict[str, Player] = {"last": FunctionPlayer(last), "random": RandomPlayer()}
    setup = Setup(players, 0, dict.fromkeys(players), 1, dict.fromkeys(players))
    work = [(Fixture(0, 0, "last", "random", 0), tg.nogo.start((1, 2)))]
    with _telling, ThreadPoolExecutor(1) as pool:
        told = pool.submit(play_some, Parcel(setup), work, 1)
        assert over.wait(PATIENCE)
        with pytest.raises(TimeoutError):
            told.result(0.5)
        _telling.release()
        assert len(told.result(PATIENCE)) == 1
        _telling.acquire()
