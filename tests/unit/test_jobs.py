"""Long work: executors, progress, Ctrl-C."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

import tengen as tg
from tengen.verbs.jobs import checked_threads


def test_any_executor_gives_the_same_answer() -> None:
    start = tg.nogo.start(5)
    here = tg.simulate_many(start, 20_000, 3, by_point=True)
    count = tg.count(tg.nogo.start((2, 4)))
    with ThreadPoolExecutor(3) as threads:
        assert tg.simulate_many(start, 20_000, 3, by_point=True, executor=threads) == here
        assert tg.count(tg.nogo.start((2, 4)), executor=threads) == count
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert tg.simulate_many(start, 20_000, 3, by_point=True, executor=processes) == here
        assert tg.count(tg.nogo.start((2, 4)), executor=processes) == count
        assert tg.perft(start, 3, executor=processes) == (1, 25, 600, 13792)


def test_progress_is_told_and_ends_at_the_end() -> None:
    told: list[tuple[int, int]] = []
    tg.simulate_many(tg.nogo.start(5), 100_000, 3, progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] > 1


def test_threads_default_to_the_cores_we_may_use() -> None:
    assert checked_threads(None) >= 1
    assert checked_threads(7) == 7
    with pytest.raises(tg.UsageError, match=r"^1025 threads; expected at most 1024$"):
        tg.solve(tg.nogo.start(2), threads=1025)
    with pytest.raises(tg.UsageError, match=r"^10000 threads; expected at most 1024$"):
        tg.simulate_many(tg.nogo.start(2), 1, 1, threads=10_000)


def interrupt_soon() -> None:
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()


def test_ctrl_c_leaves_the_games_that_were_finished() -> None:
    interrupt_soon()
    start = time.monotonic()
    with pytest.raises(tg.Interrupted) as interrupted:
        tg.simulate_many(tg.nogo.start(19), 10**12, 1)
    assert time.monotonic() - start < 20
    partial = interrupted.value.partial
    assert 0 < partial.games < 10**12
    assert partial.black_wins + partial.white_wins == partial.games == sum(partial.lengths)


def test_ctrl_c_leaves_the_depths_that_were_finished() -> None:
    interrupt_soon()
    with pytest.raises(tg.Interrupted) as interrupted:
        tg.perft(tg.nogo.start(9), 40)
    found = interrupted.value.partial
    assert 3 <= len(found) < 40
    assert found[:3] == (1, 81, 6480)


def test_ctrl_c_in_a_count() -> None:
    interrupt_soon()
    with pytest.raises(tg.Interrupted) as interrupted:
        tg.count(tg.nogo.start(9))
    assert not interrupted.value.partial.complete


def test_an_error_in_a_part_is_raised_and_the_rest_is_dropped() -> None:
    from tengen.verbs.jobs import run_parts

    def work(part: int, cancel: object) -> int:
        if part == 3:
            raise ValueError("part 3")
        return part

    with pytest.raises(ValueError, match="part 3"):
        run_parts(work, range(100), lambda result: None, threads=2)
