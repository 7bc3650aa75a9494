"""Programs for the tests, none of which may be left when a test is over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from players.shared import Programs


@pytest.fixture
def programs() -> Iterator[Programs]:
    made = Programs()
    yield made
    for player in made.made:
        player.close()
    assert made.running() == 0
