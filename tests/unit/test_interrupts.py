"""Ctrl-C: heard where it does no harm, twice at once, and never a lock that stays taken."""

from __future__ import annotations

import gc
import os
import random
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable

import pytest

import tengen as tg
from tengen._core import Cancel
from tengen.errors import Interrupted
from tengen.interrupts import HeldInterrupts, run_cancellable
from tengen.verbs.jobs import run_parts
from waiting import PATIENCE


def test_an_interrupt_is_held_until_it_is_asked_for() -> None:
    def held() -> None:
        with HeldInterrupts() as interrupts:
            interrupts.check()
            signal.raise_signal(signal.SIGINT)
            seen.append("held")
            interrupts.check()
            seen.append("never")

    seen: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        held()
    assert seen == ["held"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_an_interrupt_that_nobody_asked_for_is_raised_at_the_end() -> None:
    def held() -> None:
        with HeldInterrupts():
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        held()


def test_a_second_interrupt_is_not_held() -> None:
    def pressed_twice() -> None:
        with HeldInterrupts():
            signal.raise_signal(signal.SIGINT)
            seen.append("once")
            signal.raise_signal(signal.SIGINT)
            seen.append("never")

    seen: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        pressed_twice()
    assert seen == ["once"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_one_inside_another_hears_what_that_one_hears() -> None:
    def nested() -> None:
        with HeldInterrupts():
            signal.raise_signal(signal.SIGINT)
            with HeldInterrupts() as inner:
                seen.append("held")
                inner.check()
            seen.append("never")

    seen: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        nested()
    assert seen == ["held"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(
    "count", [lambda: tg.perft(tg.nogo.start(5), 4), lambda: tg.count(tg.nogo.start(3))], ids=["perft", "count"]
)
def test_an_interrupt_during_garbage_collection_is_heard(count: Callable[[], object]) -> None:
    """Python drops what its callbacks raise, and libraries have some: without holding it, Ctrl-C would be lost there."""

    def collected(phase: str, info: dict[str, int]) -> None:
        names = {frame.name for frame in traceback.extract_stack()}
        if not pressed and "_lines" in names and "run_parts" not in names:  # between two depths
            pressed.append(phase)
            signal.raise_signal(signal.SIGINT)

    pressed: list[str] = []
    thresholds = gc.get_threshold()
    gc.callbacks.append(collected)
    gc.set_threshold(1)
    try:
        with pytest.raises(tg.Interrupted):
            count()
    finally:
        gc.set_threshold(*thresholds)
        gc.callbacks.remove(collected)
    assert pressed


def test_other_threads_and_other_handlers_are_left_alone() -> None:
    def enter() -> None:
        with HeldInterrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    seen: list[object] = []
    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        enter()
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [signal.default_int_handler, signal.SIG_IGN]


def test_parts_end_whenever_the_interrupt_comes() -> None:
    """Raised just anywhere, it may leave the lock of a future taken, and then the pool waits for ever."""
    chance = random.Random(1)
    done: list[int] = []

    def work(part: int, cancel: Cancel | None) -> int:
        return part

    def again_and_again() -> None:
        timer.start()
        while True:
            run_parts(work, range(100), done.append, threads=2)

    for _ in range(150):
        timer = threading.Timer(chance.random() * 0.01, os.kill, (os.getpid(), signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            again_and_again()
        timer.join()
    assert done


AT_WORK = """
import threading, tengen as tg
from tengen.players.mcts import Search
search = Search(tg.go.start(9), threads=2)
work = {
    "search": lambda: search.run(visits=10**7),
    "search again and again": lambda: [search.run(visits=10**9, seconds=0.001) for _ in range(10**9)],
    "many games": lambda: tg.simulate_many(tg.nogo.start(9), 10**12, 1),
    "count": lambda: tg.count(tg.nogo.start(9)),
    "solve": lambda: tg.solve(tg.nogo.start(6)),
}
begun = threading.Event()
def run():
    begun.set()
    work[WHAT]()
threading.Thread(target=run, daemon=True).start()
begun.wait()
while "search" in WHAT and not search.visits:
    pass
"""


@pytest.mark.parametrize("what", ["search", "search again and again", "many games", "count", "solve"])
def test_work_on_a_daemon_thread_does_not_keep_the_process_nor_break_its_end(what: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", f"WHAT = {what!r}{AT_WORK}"], capture_output=True, timeout=PATIENCE, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_ctrl_c_just_when_a_job_begins_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Begun(threading.Thread):
        def start(self) -> None:
            super().start()
            signal.raise_signal(signal.SIGINT)

    def work(stop: Cancel) -> str:
        while not stop.requested:
            time.sleep(0.001)
        return "as far as it got"

    monkeypatch.setattr("tengen.interrupts.Thread", Begun)
    assert run_cancellable(work) == ("as far as it got", Interrupted)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_when_a_job_is_done_loses_nothing() -> None:
    def work(_stop: Cancel) -> str:
        signal.raise_signal(signal.SIGINT)
        return "all of it"

    assert run_cancellable(work) == ("all of it", Interrupted)
