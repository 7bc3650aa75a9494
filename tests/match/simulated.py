"""Matches as chance makes them, where the truth is known.

An opening favours one side by so many Elo, in both games of a pair: that is what makes them depend on each other. Draws
are those of BayesElo: a game is won only if it would be with `draw_elo` less.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tengen.match.elo import Tally, expected

KNOWN: dict[str, Any] = json.loads((Path(__file__).resolve().parent.parent / "data" / "match_known.json").read_text())

Chances = dict[tuple[float, float], float]  # of the points of the two games of a pair

DECISIVE = 0.0
DRAWISH = 130.0  # draw_elo: about 0.3 of the games between equals are draws
OPENINGS = (-100.0, 100.0, 300.0)


def chances(share: float, draw_elo: float, advantages: Sequence[float]) -> Chances:
    """The chances of a pair that gives this share of the points on average."""
    low, high = -3000.0, 3000.0
    for _ in range(100):
        difference = (low + high) / 2
        if average(_chances(difference, draw_elo, advantages)) < share:
            low = difference
        else:
            high = difference
    return _chances(difference, draw_elo, advantages)


def average(pair: Chances) -> float:
    return sum(chance * sum(points) / 2 for points, chance in pair.items())


def variance(pair: Chances) -> float:
    """Of the share of one pair."""
    return sum(chance * (sum(points) / 2 - average(pair)) ** 2 for points, chance in pair.items())


def pair_chances(pair: Chances) -> list[float]:
    """The chances of 0, 1/2, 1, 3/2 and 2 points."""
    return [sum(chance for points, chance in pair.items() if sum(points) == half / 2) for half in range(5)]


def tally(pairs: Sequence[tuple[float, float]], singles: Sequence[float] = ()) -> Tally:
    games = Counter(points for pair in pairs for points in pair) + Counter(singles)
    halves = Counter(round(2 * sum(pair)) for pair in pairs)
    return Tally(games[1.0], games[0.5], games[0.0], (halves[0], halves[1], halves[2], halves[3], halves[4]))


def matches(pair: Chances, pairs: int, number: int, seed: int) -> Iterator[Tally]:
    chance = random.Random(seed)
    outcomes, weights = list(pair), list(pair.values())
    for _ in range(number):
        yield tally(chance.choices(outcomes, weights, k=pairs))


def _chances(difference: float, draw_elo: float, advantages: Sequence[float]) -> Chances:
    found: Chances = {}
    for advantage in advantages:
        for first, its_chance in _game(difference + advantage, draw_elo).items():
            for second, other_chance in _game(difference - advantage, draw_elo).items():
                chance = its_chance * other_chance / len(advantages)
                found[first, second] = found.get((first, second), 0.0) + chance
    return found


def _game(difference: float, draw_elo: float) -> dict[float, float]:
    won, lost = expected(difference - draw_elo), expected(-difference - draw_elo)
    return {0.0: lost, 0.5: max(0.0, 1 - won - lost), 1.0: won}
