"""One seed, one game, and one search: a change of behaviour shows as a change of these hashes, and must be meant.

The hashes of searches change with everything that searches know and every constant in them. To renew one, put the hash
that the failing test shows into tests/data/signatures.json; the commit says what changed.
"""

from __future__ import annotations

import hashlib
import json
import platform
from pathlib import Path

import pytest

import tengen as tg
from tengen import players
from tengen.games import NAMES, by_name
from tengen.games.game import Position

SIGNATURES = json.loads((Path(__file__).resolve().parent.parent / "data" / "signatures.json").read_text())
SIZES = [(1, 1), (1, 9), (2, 2), (5, 5), (6, 9), (9, 9), (13, 13), (19, 19), (40, 40)]
LARGEST = {"othello": 16}
CASES = (*NAMES, "renju")


def started(case: str, height: int, width: int) -> Position:
    if case == "renju":
        return tg.gomoku.start((height, width), variant="renju")
    return by_name(case).start(height, width)


def signature(game: str) -> str:
    """Of the moves of games with seeds 0 to 9, and of the first-legal game, on boards of many sizes."""
    digest = hashlib.sha256()
    for height, width in SIZES:
        if max(height, width) > LARGEST.get(game, 40):
            continue
        start = started(game, height, width)
        games = [tg.simulate(start, "first"), *(tg.simulate(start, seed=seed) for seed in range(10))]
        for record in games:
            digest.update(b"".join(record.start.game.transcript(start, record.moves)) + record.start.game.closing_line)
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("game", CASES)
def test_signature(game: str) -> None:
    assert signature(game) == SIGNATURES["simulate"][game]


def search_signature(game: str) -> str:
    """Of the first moves of games that a seeded search plays with itself: all its lines, and how often it took them."""
    digest = hashlib.sha256()
    for size, visits in ((5, 200), ((6, 9), 200), (9, 400), (15, 100)):
        position = by_name(game).start(*(size if isinstance(size, tuple) else (size, size)))
        player = players.mcts(visits=visits, seed=7)
        for _ in range(4):
            choice = player.choose(position)
            for candidate in choice.candidates:
                digest.update(f"{' '.join(map(position.vertex, candidate.line))}: {candidate.visits}\n".encode())
            assert choice.move is not None
            position = position.play(choice.move)
    return digest.hexdigest()[:16]


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="other processors round otherwise")
@pytest.mark.parametrize("game", NAMES)
def test_search_signature(game: str) -> None:
    assert search_signature(game) == SIGNATURES["search"][game]
