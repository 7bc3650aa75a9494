"""solve on many machines: beside the solver of one, with tasks that do not suffice, and on a real Dask cluster."""

from __future__ import annotations

import os
import random
import re
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from clusters import Cluster
from conftest import require
from match.shared import Running, end_all, run
from nogo.test_solve import check, random_board, values
from tengen._core import NogoSolver
from tengen.verbs import spread
from tengen.verbs.dask import cluster as connected
from tengen.verbs.solve import Solving
from waiting import wait_until, wait_until_busy

LONG = ("nogo", "2x11", "--one", "--memory", "64")  # 1.3 million nodes: several tasks for every worker


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fewest nodes that there are: the solver looks at the clock every so often."""
    monkeypatch.setattr(spread, "_FEWEST_NODES", 1)
    monkeypatch.setattr(spread, "_MOST_NODES", 1)


@pytest.mark.parametrize("at_once", [1, 2, 50])
def test_random_positions(threads: Executor, at_once: int, small_tasks: None, chance: random.Random) -> None:
    """With stones, with holes, either side to move: every move is worth what a solver that tries everything says."""
    for _ in range(30):
        board = random_board(chance, chance.randint(2, 4), chance.randint(3, 5), 9)
        for colour in "XO":
            check(board, colour, executor=threads, at_once=lambda: at_once, memory=4)


@pytest.mark.parametrize("size", [(4, 4), (3, 5), (2, 8)])
@pytest.mark.parametrize("at_once", [1, 20])
def test_tasks_that_do_not_suffice(
    threads: Executor, size: tuple[int, int], at_once: int, small_tasks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes: list[int] = []
    real = spread.work

    def noted(task: spread.Task) -> spread.Outcome:
        outcome = real(task)
        outcomes.append(outcome[0])
        return outcome

    monkeypatch.setattr(spread, "work", noted)
    start = tg.nogo.start(size)
    solution = tg.solve(start, executor=threads, at_once=lambda: at_once, memory=4, seed=3)
    assert values(solution) == values(tg.solve(start, threads=1))
    assert {0, 1, 2} <= set(outcomes)
    assert solution.nodes > len(outcomes)


def test_processes_with_threads_of_their_own() -> None:
    start = tg.nogo.parse("....\n.X..\n..#.\n....\n...O", tg.BLACK)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for threads in (None, 2):
            solution = tg.solve(start, executor=pool, at_once=lambda: 2, memory=16, threads=threads)
            assert values(solution) == values(tg.solve(start))


def test_a_process_that_dies_is_said_in_words(tmp_path: Path) -> None:
    """What was found by then is in the checkpoint."""
    start, path = tg.nogo.start((4, 5)), tmp_path / "it.run"
    with (
        ProcessPoolExecutor(1, get_context("spawn"), initializer=os._exit, initargs=(3,)) as pool,
        pytest.raises(tg.TengenError, match=r"^a part could not be solved: a process of the executor died$"),
    ):
        tg.solve(start, executor=pool, checkpoint=path)
    assert path.exists()


class Stalled(Executor):
    """It does so many tasks, and no more."""

    def __init__(self, executor: Executor, tasks: int) -> None:
        self._executor, self._left = executor, tasks

    def submit(self, work: Any, *tasks: Any) -> Future[Any]:  # type: ignore[override]
        self._left -= 1
        return self._executor.submit(work, *tasks) if self._left >= 0 else Future()


def test_what_was_found_is_gone_on_from(threads: Executor, tmp_path: Path, small_tasks: None) -> None:
    """By this machine alone, and by many."""
    start, path = tg.nogo.start((2, 9)), tmp_path / "it.run"
    cancel = tg.Cancel()

    def stop(solving: Solving) -> None:
        if solving.nodes > 100_000:
            cancel.request()

    with pytest.raises(tg.Cancelled) as cancelled:
        tg.solve(
            start, executor=Stalled(threads, 100), at_once=lambda: 2, checkpoint=path, progress=stop, cancel=cancel
        )
    assert not cancelled.value.partial.is_known
    assert cancelled.value.partial.nodes > 100_000
    kept = path.read_bytes()
    assert len(kept) > 500
    whole = tg.solve(start, threads=1)
    path.write_bytes(kept)
    assert values(tg.solve(start, checkpoint=path, threads=1)) == values(whole)
    path.write_bytes(kept)
    assert values(tg.solve(start, checkpoint=path, executor=threads)) == values(whole)
    # Now all is known, and nothing is left to be sent.
    assert values(tg.solve(start, checkpoint=path, executor=Stalled(threads, 0))) == values(whole)


def test_a_solver_answers_for_what_follows_alone() -> None:
    start = tg.nogo.parse("...\n.X.\n..#")
    solver = NogoSolver(start, 1 << 20, 0, 1)
    moves, found = solver.replies(start)
    assert len(moves) == len(found) <= len(start.legal_moves)
    assert solver.decide(start.play(moves[0]), 1 << 20, 1, None) in (1, 2)
    for board in ("....\n.X..\n..#.", "...\n...\n..#", "...\n.O.\n..#", "...\n.X.\n...", "OX.\nXX.\n..#"):
        other = tg.nogo.parse(board)
        with pytest.raises(ValueError, match="the position does not follow from the one that is solved"):
            solver.replies(other)
        with pytest.raises(ValueError, match="the position does not follow from the one that is solved"):
            solver.decide(other, 10, 1, None)


def test_an_answer_is_noted_once() -> None:
    start = tg.nogo.start((4, 5))
    solver = NogoSolver(start, 1 << 24, 0, 1)
    solver.run(False, -1.0, 1, None)
    journal = solver.journal()
    assert journal
    solver.go_on_from(journal + journal)
    assert solver.journal() == journal


@pytest.fixture(scope="module")
def shared_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    require("distributed", "distributed", "pip install 'tengen[cluster]'")
    made = Cluster(tmp_path_factory.mktemp("dask"))
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def cluster(shared_cluster: Cluster) -> Cluster:
    shared_cluster.complete()
    return shared_cluster


def test_a_worker_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    solving = Running(tmp_path, *LONG, "--scheduler", cluster.address, command="solve")
    try:
        wait_until_busy(cluster.workers[0], 0.2)
        cluster.workers[0].send_signal(signal.SIGKILL)
        assert solving.process.poll() is None
        status, output, errors = solving.end()
    finally:
        end_all(solving)
    assert (status, errors) == (0, "")
    assert output.startswith("Black wins\n")


def test_stopped_and_started_again(cluster: Cluster, tmp_path: Path) -> None:
    words = (
        *LONG,
        "--seed",
        "1",
        "--checkpoint",
        "it.run",
        "--scheduler",
        cluster.address,
    )  # workers do not know it yet
    solving = Running(tmp_path, *words, command="solve")
    try:
        wait_until_busy(cluster.workers[1], 0.2)
        solving.interrupt()
        status, output, errors = solving.end()
    finally:
        end_all(solving)
    assert (status, output.splitlines()[0]) == (130, "unknown")
    assert errors == "tengen: interrupted; the same command goes on from it.run\n"
    assert (tmp_path / "it.run").stat().st_size > 200
    status, output, errors = run(tmp_path, *words, command="solve")
    assert (status, errors) == (0, "")
    assert output.startswith("Black wins\n")


def test_workers_of_another_version(cluster: Cluster) -> None:
    with (
        pytest.raises(tg.UsageError) as error,
        connected(cluster.address, "solve", partial(spread.require_version, "0.0.1")),
    ):
        pass
    assert re.fullmatch(
        rf"the worker tcp://\S+ cannot solve this: UsageError: it has Tengen {tg.__version__}, not 0.0.1",
        str(error.value),
    )


def test_when_the_scheduler_is_gone_the_search_stops(cluster: Cluster, tmp_path: Path) -> None:
    words = ("nogo", "6x6", "--checkpoint", "it.run", "--scheduler", cluster.address)
    solving = Running(tmp_path, *words, command="solve")
    try:
        wait_until_busy(cluster.workers[0], 4)
        cluster.scheduler.send_signal(signal.SIGKILL)
        status, output, errors = solving.end()
    finally:
        end_all(solving)
    assert (status, output) == (2, "")
    assert errors == "tengen: a part could not be solved: whoever was to do it is gone\n"
    assert wait_until(lambda: (tmp_path / "it.run").stat().st_size > 200)
