"""Stopping one long native job with Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import TypeVar

from tengen._core import Cancel

Result = TypeVar("Result")


def run_cancellable(work: Callable[[Cancel], Result]) -> tuple[Result, bool]:
    """work(cancel) on a thread of its own, so that this one hears Ctrl-C; its result, and whether it was cut short."""
    cancel = Cancel()
    results: list[Result] = []
    errors: list[BaseException] = []
    done = Event()

    def target() -> None:
        try:
            results.append(work(cancel))
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    Thread(target=target, daemon=True).start()
    interrupted = False
    while not done.is_set():
        try:
            done.wait(0.2)
        except KeyboardInterrupt:
            interrupted = True
            cancel.request()
    if errors:
        raise errors[0]
    return results[0], interrupted
