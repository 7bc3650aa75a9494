"""Processes that players have started: they end with the match, also when their parents have ended before.

On Linux, that is. Elsewhere nobody can say whose a process is whose parent is gone.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

MARK = "TENGEN_MATCH"  # in the environment of all that the workers of a match start
_PATIENCE = 5.0  # seconds for processes to be gone once they are killed
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36  # of <sys/prctl.h>
_LOOKS = 3
_IS_LINUX = sys.platform == "linux"


def adopt_orphans() -> None:
    """From now on a descendant of this process whose parent ends becomes its child, also in a session of its own."""
    if _IS_LINUX:
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_with_parent() -> None:
    """This process is killed when its parent ends."""
    if _IS_LINUX:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def end_descendants() -> None:
    """Kills every process that comes from this one. They are children of it, or of one that is killed as well."""
    _end(_descendants)
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def end_marked(mark: str) -> None:
    """Kills every process that was started with this mark: those of a worker that was killed are nobody's."""
    words = f"{MARK}={mark}".encode()
    _end(lambda: [process for process in _processes() if _is_marked(process, words)])


def _end(found: Callable[[], list[int]]) -> None:
    """Kills what this finds, until several looks find nothing: one look misses what is started while it lasts."""
    end, quiet = time.monotonic() + _PATIENCE, 0
    while quiet < _LOOKS and time.monotonic() < end:
        processes = found()
        quiet = 0 if processes else quiet + 1
        for process in processes:
            _kill(process)
        time.sleep(0.005)


def is_stopped(process: int) -> bool:
    """Does it stand still, as after SIGSTOP?"""
    return _state(process)[0] == "T"


def _descendants() -> list[int]:
    states = {process: _state(process) for process in _processes()}
    family = {os.getpid()}
    while more := {process for process, (_, parent) in states.items() if parent in family} - family:
        family |= more
    return [process for process in family - {os.getpid()} if states[process][0] not in "ZX"]


def _processes() -> Iterator[int]:
    if _IS_LINUX:
        yield from (int(name) for name in os.listdir("/proc") if name.isdecimal())


def _state(process: int) -> tuple[str, int]:
    """A letter, and its parent."""
    try:
        state, parent, *_ = Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except (OSError, ValueError):
        return "X", 0
    return state, int(parent)


def _is_marked(process: int, words: bytes) -> bool:
    try:
        return words in Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def _kill(process: int) -> None:
    with suppress(OSError):
        os.kill(process, signal.SIGKILL)
