"""A progress bar on standard error, for terminals only."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tengen.verbs.jobs import Progress

_WIDTH = 30
_AFTER = 0.5  # seconds: work shorter than this needs no bar
_EVERY = 0.1


@contextmanager
def progress_bar(label: str) -> Iterator[Progress | None]:
    """Something to tell "done, total" to, or None where nobody is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    start = time.monotonic()
    shown = start + _AFTER - _EVERY
    drawn = False

    def show(done: int, total: int) -> None:
        nonlocal shown, drawn
        now = time.monotonic()
        if now < shown + _EVERY and done < total:
            return
        if now - start < _AFTER:
            return
        shown, drawn = now, True
        full = _WIDTH * done // max(total, 1)
        left = (now - start) * (total - done) / max(done, 1)
        sys.stderr.write(f"\r{label} [{'#' * full}{'.' * (_WIDTH - full)}] {done / max(total, 1):4.0%}  "
                         f"{left:.0f} s left \x1b[K")
        sys.stderr.flush()

    try:
        yield show
    finally:
        if drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
