"""What the tests of matches need: programs, none of which may be left when a test is over; matplotlib."""

from __future__ import annotations

import pytest

from conftest import require
from players.conftest import programs

__all__ = ["matplotlib", "programs"]


@pytest.fixture
def matplotlib() -> None:
    require("matplotlib", "matplotlib", "pip install 'tengen[plots]'")
