"""One seed, one game: a change of behaviour shows as a change of these hashes, and must be meant."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import tengen as tg
from tengen.games import NAMES, by_name

SIGNATURES = json.loads((Path(__file__).resolve().parent.parent / "data" / "signatures.json").read_text())["simulate"]
SIZES = [(1, 1), (1, 9), (2, 2), (5, 5), (6, 9), (9, 9), (13, 13), (19, 19), (40, 40)]
LARGEST = {"othello": 16}


def signature(game: str) -> str:
    """Of the moves of games with seeds 0 to 9, and of the first-legal game, on boards of many sizes."""
    digest = hashlib.sha256()
    for height, width in SIZES:
        if max(height, width) > LARGEST.get(game, 40):
            continue
        start = by_name(game).start(height, width)
        games = [tg.simulate(start, "first"), *(tg.simulate(start, seed=seed) for seed in range(10))]
        for record in games:
            digest.update(b"".join(record.start.game.transcript(start, record.moves)) + record.start.game.closing_line)
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("game", NAMES)
def test_signature(game: str) -> None:
    assert signature(game) == SIGNATURES[game]
