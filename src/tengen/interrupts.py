"""Ctrl-C at a good moment; and work on a thread of its own, so that Ctrl-C or whoever started it can cut it short."""

from __future__ import annotations

import signal
from collections.abc import Callable
from threading import Event, Thread, current_thread, main_thread
from types import FrameType, TracebackType
from typing import Generic, Self, TypeVar

from tengen._core import Cancel
from tengen.errors import Cancelled, Interrupted

Result = TypeVar("Result")


class HeldInterrupts:
    """While it is entered, Ctrl-C is raised by `check` or at the end. Raised just anywhere, it may leave a lock of a
    library taken for ever; raised while Python collects garbage, it may be lost. A second Ctrl-C is
    raised at once. One that is entered inside another hears what the outer one hears."""

    def __init__(self) -> None:
        self._heard = False
        self._holds = False
        self._hearer = self

    def __enter__(self) -> Self:
        if current_thread() is main_thread():
            handler = signal.getsignal(signal.SIGINT)
            outer = getattr(handler, "__self__", None)
            if isinstance(outer, HeldInterrupts):
                self._hearer = outer
            elif handler is signal.default_int_handler:
                signal.signal(signal.SIGINT, self._hear)
                self._holds = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._holds:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if error is None:
            self.check()

    def _hear(self, _signal: int, _frame: FrameType | None) -> None:
        if self._heard:
            raise KeyboardInterrupt
        self._heard = True

    def check(self) -> None:
        if self._hearer._heard:
            raise KeyboardInterrupt

    def take(self) -> bool:
        """Has Ctrl-C come? Then whoever asks sees to it, and it is not raised."""
        heard, self._hearer._heard = self._hearer._heard, False
        return heard


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


def run_cancellable(
    work: Callable[[Cancel], Result], watch: Callable[[], None] | None = None, cancel: Cancel | None = None
) -> tuple[Result, type[Interrupted] | type[Cancelled] | None]:
    """Runs work(stop), and calls watch() ten times a second meanwhile. Ctrl-C or the caller's flag raises `stop`.

    Gives the result, or what there is of it if the work was stopped, and then the error to raise with it.
    """
    why: type[Interrupted] | type[Cancelled] | None = None
    with HeldInterrupts() as interrupts:  # else it may come when the job has begun and nobody listens yet
        job = Job(work)
        while True:
            try:
                if job.is_done(0.1):
                    return job.result(), Interrupted if interrupts.take() else why
                if interrupts.take():
                    raise KeyboardInterrupt
                if watch is not None:
                    watch()
                if cancel is not None and cancel.requested:
                    why = Cancelled
                    job.cancel.request()
            except KeyboardInterrupt:
                why = Interrupted
                job.cancel.request()
            except Cancelled as error:
                return error.partial, why
            except BaseException:
                job.stop()
                raise


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
