"""What the tests of matches need: programs, none of which may be left when a test is over; matplotlib."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

from players.conftest import programs

__all__ = ["matplotlib", "programs"]


@pytest.fixture
def matplotlib() -> None:
    if find_spec("matplotlib") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI must have matplotlib")
        pytest.skip("matplotlib is not here (pip install 'tengen[plots]')")
