"""Long work: executors, progress, Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

import tengen as tg
from tengen.verbs.jobs import _Threads, checked_threads
from waiting import PATIENCE

FORKED = """
import os, signal, sys, threading, time
import tengen

inside = threading.Event()

class Slow:
    def find_spec(self, name, path=None, target=None):
        if name == "tengen.verbs.solve":
            inside.set()
            time.sleep(0.3)

sys.meta_path.insert(0, Slow())
importing = threading.Thread(target=lambda: tengen.solve)
importing.start()
inside.wait()
child = os.fork()
if not child:
    signal.alarm(20)
    os._exit(7 if tengen.solve.__name__ == "solve" else 8)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_fork_in_the_middle_of_an_import() -> None:
    """The child finds no import that is half done, which nobody there would finish."""
    result = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, check=True, timeout=60)
    assert result.stdout == b"7\n"


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


def test_a_raised_flag_is_heard_with_an_executor_too() -> None:
    cancel = tg.Cancel()
    with ThreadPoolExecutor(1) as threads, pytest.raises(tg.Cancelled) as cancelled:
        tg.simulate_many(
            tg.nogo.start(5), 10**7, 3, executor=threads, cancel=cancel, progress=lambda done, of: cancel.request()
        )
    assert 0 < cancelled.value.partial.games < 10**7


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
    assert time.monotonic() - start < PATIENCE
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
    partial = interrupted.value.partial
    assert not partial.complete
    assert partial.at_least >= 6480  # as many as there are lines of play of two plies
    assert repr(partial) == f"<Count: at least {partial.at_least} games>"


def test_a_raised_flag_is_no_ctrl_c_and_leaves_the_same() -> None:
    cancel, start = tg.Cancel(), tg.nogo.start(9)
    cancel.request()
    with pytest.raises(tg.Cancelled) as cancelled:
        tg.simulate_many(start, 10**12, 1, cancel=cancel)
    partial = cancelled.value.partial
    assert partial.games == sum(partial.lengths) < 10**12
    with pytest.raises(tg.Cancelled) as cancelled:
        tg.perft(start, 40, cancel=cancel)
    assert cancelled.value.partial == (1, 81, 6480)[: len(cancelled.value.partial)]
    with pytest.raises(tg.Cancelled) as cancelled:
        tg.count(start, cancel=cancel)
    assert not cancelled.value.partial.complete
    assert cancelled.value.partial.at_least >= 6480


@pytest.mark.parametrize("start", [tg.go.start(100), tg.gomoku.start(100)], ids=["go", "gomoku"])
def test_a_count_of_a_large_board_ends_soon_when_it_is_stopped(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What there is at least is not found move by move."""
    jobs: list[int] = []
    perft = type(start.game).perft

    def noted(game: Any, start: Any, plies: int, *rest: Any) -> Any:
        jobs.append(plies)
        return perft(game, start, plies, *rest)

    monkeypatch.setattr(type(start.game), "perft", noted)
    cancel = tg.Cancel()
    cancel.request()
    with pytest.raises(tg.Cancelled) as cancelled:
        tg.count(start, cancel=cancel)
    assert cancelled.value.partial.at_least == len(start.legal_moves)
    assert jobs == [0, 1]


def few_points_of_many(side: int) -> tg.go.Position:
    """A large board of holes, but for a square of so many points a side."""
    rows = ["." * side + "#" * (700 - side)] * side + ["#" * 700] * (700 - side)
    return tg.go.parse("\n".join(rows))


def test_lines_on_a_large_board_with_few_points_are_not_counted_in_no_time() -> None:
    cancel = tg.Cancel()
    cancel.request()
    with pytest.raises(tg.Cancelled) as cancelled:
        tg.count(few_points_of_many(2), cancel=cancel)
    assert cancelled.value.partial.at_least == 21  # of two plies


def test_large_boards_are_given_up_before_they_fill_the_memory() -> None:
    with pytest.raises(tg.TooManyGames):
        tg.count(few_points_of_many(3))


def test_a_game_that_is_cut_short_says_so() -> None:
    cancel, start = tg.Cancel(), tg.nogo.start(50)
    cancel.request()
    with pytest.raises(tg.Cancelled, match=r"^cancelled$") as cancelled:
        tg.simulate(start, seed=7, cancel=cancel)
    partial = cancelled.value.partial
    assert partial.outcome is None
    assert partial == tg.simulate(start, seed=7, most_plies=len(partial), cancel=cancel)  # asked for no more
    ending = tg.nogo.parse("XOO\nXO.\nX..")
    assert tg.simulate(ending, "first", cancel=cancel) == tg.simulate(ending, "first")  # over before the flag is seen
    with pytest.raises(tg.Cancelled) as cancelled:
        tg.generate(start, 0.5, seed=1, cancel=cancel)
    position = cancelled.value.partial
    assert isinstance(position, tg.nogo.Position)
    assert position.board.count(tg.BLACK) + position.board.count(tg.WHITE) < 1250


class StoppedAt(Executor):
    """Ctrl-C before lines of so many plies are counted."""

    def __init__(self, plies: int) -> None:
        self._plies = plies

    def submit(self, work: Any, part: Any, cancel: Any) -> Any:  # type: ignore[override]
        if work.plies == self._plies:
            raise KeyboardInterrupt
        future: Future[Any] = Future()
        future.set_result(work(part, cancel))
        return future


def test_what_a_count_knows_when_it_is_stopped() -> None:
    start = tg.nogo.start((2, 3))
    whole = tg.count(start)
    assert whole.at_least == whole.games
    at_once = 264  # lines of four plies: never less is known
    lines = tg.perft(start, len(whole.by_plies))
    for plies in range(len(whole.by_plies) + 1):
        with pytest.raises(tg.Interrupted) as interrupted:
            tg.count(start, executor=StoppedAt(plies))
        partial = interrupted.value.partial
        assert (partial.complete, partial.by_plies) == (False, whole.by_plies[:plies])
        assert partial.at_least == max(at_once, sum(whole.by_plies[:plies][:-1]) + lines[max(plies - 1, 0)])
        assert partial.games <= partial.at_least <= whole.games
    assert partial.at_least == whole.games


def test_an_error_in_a_part_is_raised_and_the_rest_is_dropped() -> None:
    from tengen.verbs.jobs import run_parts

    def work(part: int, cancel: object) -> int:
        if part == 3:
            raise ValueError("part 3")
        return part

    with pytest.raises(ValueError, match="part 3"):
        run_parts(work, range(100), lambda result: None, threads=2)


def test_threads_pass_on_named_arguments() -> None:
    with _Threads(1) as threads:
        assert threads.submit(int, "ff", base=16).result() == 255
