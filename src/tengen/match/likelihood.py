"""How well a share of the points fits the results of a match: the one likelihood behind intervals and tests.

A match is a number of independent *units*: pairs of games from one opening with colours swapped, or single games. The
chances of a unit's outcomes are not known, only that its points are, on average, the share times its games. Of all the
chances with that average the likeliest are taken, so draws, openings that favour one side, and their effect on the
second game of a pair need no model of their own.

This is the empirical likelihood of Owen (2001, Empirical Likelihood, chapters 2 and 3). For pairs it is Proposition 1.1
of Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial distribution"
(https://www.cantate.be/Fishtest/comparing_approximations.pdf), on which the SPRT of fishtest is built.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

Unit = tuple[float, float, int]  # how many units gave these points, in this many games

ENOUGH = 1e-12  # of a natural logarithm


def misfit(units: Sequence[Unit], share: float) -> tuple[float, float]:
    """How much less likely (as a natural logarithm) the results are if the true share is this one, and its slope.

    The misfit is 0 where the share is that of the results; its slope is for one game. All outcomes that are possible
    have to be among the units, with a count of 0 if they did not occur. The share is more than 0 and less than 1.
    """
    # The likeliest chances are count / total / (1 + tilt * surplus), with the tilt that makes the average surplus 0.
    surpluses = [points - share * games for _, points, games in units]
    seen = [(unit[0], surplus) for unit, surplus in zip(units, surpluses, strict=True) if unit[0]]

    def balance(tilt: float) -> tuple[float, float]:
        value = slope = 0.0
        for count, surplus in seen:
            part = surplus / (1 + tilt * surplus)
            value += count * part
            slope -= count * part * part
        return value, slope

    tilt = falling_root(balance, -1 / max(surpluses), -1 / min(surpluses), 0.0)
    value = 0.0
    for count, surplus in seen:
        value += count * math.log(1 + tilt * surplus)
    return value, -tilt


def interval(units: Sequence[Unit], share: float, deviations: float) -> tuple[float, float]:
    """The shares that fit the results to within this many standard deviations (Wilks): 1.96 of them are 95 %."""
    swapped = [(count, games - points, games) for count, points, games in units]
    return lowest(units, share, deviations), 1 - lowest(swapped, 1 - share, deviations)


def lowest(units: Sequence[Unit], share: float, deviations: float) -> float:
    if share <= 0:
        return 0.0

    games_played = sum(count * games for count, _, games in units)

    def excess(lower: float) -> tuple[float, float]:
        value, slope = misfit(units, lower)
        root = math.sqrt(2 * max(value, 0.0))  # nearly a straight line, which suits Newton's steps
        return root - deviations, slope * games_played / root if root else 0.0

    spread = math.sqrt(sum(count * (points - share * games) ** 2 for count, points, games in units))
    guess = share - deviations * spread / games_played
    return falling_root(excess, 0.0, share, guess if 0 < guess < share else share / 2)


def falling_root(function: Callable[[float], tuple[float, float]], low: float, high: float, start: float) -> float:
    """Where a falling function is 0, or the end of the range nearest to that: Newton's steps, kept within the range."""
    place = start
    for _ in range(200):
        value, slope = function(place)
        if value > 0:
            low = place
        else:
            high = place
        step = -value / slope if slope else math.inf
        following = place + step
        inside = low < following < high
        if abs(value) * min(abs(step), high - low) <= ENOUGH:
            return following if inside else place
        place = following if inside else (low + high) / 2
    return place
