"""A status line on standard error, and a progress bar made of it: for terminals only."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tengen.verbs.jobs import Progress

_WIDTH = 30
_AFTER = 0.5  # seconds: work shorter than this needs no bar
_EVERY = 0.1


@contextmanager
def status_line() -> Iterator[Callable[[str], None] | None]:
    """A function that shows a line in place of the one before, or None if standard error is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    drawn = False

    def show(text: str) -> None:
        nonlocal drawn
        drawn = True
        sys.stderr.write(f"\r{text}\x1b[K")
        sys.stderr.flush()

    try:
        yield show
    finally:
        if drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


@contextmanager
def progress_bar(label: str) -> Iterator[Progress | None]:
    """A function that is told "done, total", or None if standard error is no terminal."""
    with status_line() as line:
        if line is None:
            yield None
            return
        start = time.monotonic()
        shown = start + _AFTER - _EVERY

        def show(done: int, total: int) -> None:
            nonlocal shown
            now = time.monotonic()
            if (now < shown + _EVERY and done < total) or now - start < _AFTER:
                return
            shown = now
            full = _WIDTH * done // max(total, 1)
            left = (now - start) * (total - done) / max(done, 1)
            line(f"{label} [{'#' * full}{'.' * (_WIDTH - full)}] {done / max(total, 1):4.0%}  {left:.0f} s left ")

        yield show
