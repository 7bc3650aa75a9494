"""Work on a thread of its own, so that it can be cut short: by Ctrl-C, or by whoever started it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Generic, TypeVar

from tengen._core import Cancel

Result = TypeVar("Result")


class Job(Generic[Result]):
    """work(cancel) on a thread of its own."""

    def __init__(self, work: Callable[[Cancel], Result]) -> None:
        self.cancel = Cancel()
        self._work = work
        self._results: list[Result] = []
        self._error: BaseException | None = None
        self._done = Event()
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._results.append(self._work(self.cancel))
        except BaseException as error:  # of whoever asks for the result
            self._error = error
        finally:
            self._done.set()

    def is_done(self, seconds: float) -> bool:
        """Waits for this long at most."""
        return self._done.wait(seconds)

    def result(self) -> Result:
        """What the work gave, or raises what it raised. It is done."""
        if self._error is not None:
            raise self._error
        return self._results[0]

    def stop(self) -> None:
        """Asks it to stop, and gives it a moment to do so."""
        self.cancel.request()
        self._done.wait(1)


def run_cancellable(work: Callable[[Cancel], Result]) -> tuple[Result, bool]:
    """Lets work(cancel) end early on Ctrl-C; its result, and whether it was cut short."""
    job = Job(work)
    interrupted = False
    while True:
        try:
            if job.is_done(0.2):
                return job.result(), interrupted
        except KeyboardInterrupt:
            interrupted = True
            job.cancel.request()


def interruptible(work: Callable[[Cancel], Result]) -> Result:
    """The result of work(cancel), unless Ctrl-C comes first."""
    job = Job(work)
    try:
        while not job.is_done(0.2):
            pass
    except KeyboardInterrupt:
        job.stop()
        raise
    return job.result()
