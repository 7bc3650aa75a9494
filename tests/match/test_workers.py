"""The processes that play the games of a match, in moments that are hard to meet from outside."""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool
from threading import Event, Thread

import pytest

from match.shared import PATIENCE, wait_until
from tengen.match.workers import LocalWorkers

LONG = 1 << 22  # bytes that no pipe holds

is_read = Event()
may_go_on = Event()


def slowly() -> bool:
    is_read.set()
    return may_go_on.wait(PATIENCE)


class SlowToRead:
    """A result that keeps whoever reads it busy."""

    def __reduce__(self) -> tuple[object, ...]:
        return slowly, ()


def test_broken_off_in_the_middle_of_a_result() -> None:
    workers = LocalWorkers(1)
    slow = workers.submit(SlowToRead)
    broken_off = workers.submit(bytes, LONG)
    assert is_read.wait(PATIENCE)
    wait_until(workers._pool._result_queue._reader.poll)  # type: ignore[attr-defined]
    process, = workers._pool._processes.values()
    closing = Thread(target=workers.shutdown, kwargs={"wait": False}, daemon=True)
    closing.start()
    process.join(PATIENCE)
    may_go_on.set()
    closing.join(PATIENCE)
    assert not closing.is_alive(), "the pool waits for the rest of a result that nobody will send"
    assert slow.result()
    with pytest.raises(BrokenProcessPool):
        broken_off.result()
