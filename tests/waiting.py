"""Waiting for what a test needs, not for a while: a machine may be as slow as it likes."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

Answer = TypeVar("Answer")

PATIENCE = 60.0  # seconds for what takes one or two on a machine that has nothing else to do


def wait_until(true: Callable[[], Answer | None], seconds: float = PATIENCE) -> Answer:
    """What this answers as soon as that is something."""
    end = time.monotonic() + seconds
    while not (answer := true()):
        assert time.monotonic() < end, "this took too long"
        time.sleep(0.005)
    return answer


def wait_until_busy(process: subprocess.Popen[Any], seconds: float) -> None:
    """Until it has used so much of the processors' time from now on; to start it takes a fraction of a second."""
    begun = _processor_seconds(process.pid)
    wait_until(lambda: _processor_seconds(process.pid) >= begun + seconds)


def wait_until_idle(process: subprocess.Popen[Any]) -> None:
    """Until it has started and waits for somebody else: for input, say."""
    asleep = 0
    while asleep < 10:
        wait_until(lambda: _state(process.pid)[0] == "S")
        time.sleep(0.01)
        asleep = asleep + 1 if _state(process.pid)[0] == "S" else 0


def _processor_seconds(process: int) -> float:
    """That it has used so far."""
    fields = _state(process)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _state(process: int) -> list[str]:
    """What Linux says of it, from its state on."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
