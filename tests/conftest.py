"""Shared by all tests: fresh seeds that are printed on failure, and the command as a person runs it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("tengen", deadline=None, print_blob=True)
settings.load_profile("tengen")

REPOSITORY = Path(__file__).resolve().parent.parent
TENGEN = Path(sys.executable).parent / "tengen"

Tengen = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def fresh() -> random.Random:
    """A new source of chance in every run. TENGEN_TEST_SEED repeats one that failed."""
    seed = int(os.environ.get("TENGEN_TEST_SEED") or random.SystemRandom().randrange(2**32))
    print(f"TENGEN_TEST_SEED={seed}")
    return random.Random(seed)


@pytest.fixture
def tengen() -> Tengen:
    """Runs the installed command: tengen("simulate", "nogo", input=b"...")."""

    def run(*words: str, input: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([TENGEN, *words], input=input, capture_output=True, check=False, timeout=120, cwd=cwd)

    return run
