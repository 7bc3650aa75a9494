"""Ratings of many players from all their games.

The model of Bradley and Terry (1952): a player gets the share `expected(difference)` of the points, a draw being half
a win and half a loss. The ratings are the likeliest ones, after each player was given one draw against an average
player, so that all stay finite. See Hunter (2004), MM algorithms for generalized Bradley-Terry models, Annals of
Statistics 32, 384-406; the maximum is the same, but found by Newton's method, which also gives the covariance.

The covariance is that of independent games that are won or lost (the Fisher information), times the dispersion: how
much the points of pairs and of single games varied, beside what such games would do. That is the quasi-likelihood of
Wedderburn (1974), with one dispersion for all; one unit of variance that is as expected keeps it from vanishing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tengen.errors import UsageError, listed, unknown
from tengen.match.elo import DEVIATIONS, Results, Tally
from tengen.match.triangle import Reduced, zero

PRIOR_DRAWS = 1.0
ELO = 400 / math.log(10)  # of a difference of 1 in the natural logarithm of strength
MOST_ELO = 100_000  # of an anchor
LONGEST_STEP = 2.0
SHORT_STEP = 1e-3  # after it, Newton's method is right to about its square

Meeting = tuple[int, int, Tally]  # two players, by number, and what the first got


class Anchor(NamedTuple):
    """A player whose rating is known from elsewhere. The others are rated beside it."""

    name: str
    elo: float

    @classmethod
    def parse(cls, text: str) -> Anchor:
        """From words like "gnugo=1800"."""
        name, _, number = text.rpartition("=")
        try:
            elo = float(number)
        except ValueError:
            elo = math.nan
        if not name or not abs(elo) <= MOST_ELO:
            raise UsageError(f"{text!r} is not an anchor; expected a player and its rating, as in gnugo=1800")
        return cls(name, elo)

    def require_among(self, names: Sequence[str]) -> None:
        if self.name not in names:
            raise UsageError(unknown("player", self.name, names, f"expected {listed(names)}"))

    def __str__(self) -> str:
        return f"{self.name} is {self.elo:.15g}"


class Rating(Results):
    """A player's rating, where the average is 0, with its 95 % interval, and what it got in all games.

    Players who did not meet, not even through others, are rated within their own group, whose average is 0. A player
    without games has a rating of 0 and an infinite interval.

    With an anchor, that player has the rating that is known, and intervals are those of the difference from it: of the
    anchor itself 0, and infinite for players who did not meet it, not even through others.
    """

    __slots__ = ("draws", "elo", "high", "losses", "low", "name", "wins")

    name: str
    elo: float
    low: float
    high: float

    def __init__(self, name: str, elo: float, low: float, high: float, wins: int, draws: int, losses: int) -> None:
        self._set(name=name, elo=elo, low=low, high=high, wins=wins, draws=draws, losses=losses)

    def __repr__(self) -> str:
        return f"<Rating {self.name}: {self.elo:+.0f} ({self.low:+.0f} to {self.high:+.0f}), {self.games} games>"


def ratings(tallies: Mapping[tuple[str, str], Tally], anchor: Anchor | None = None) -> tuple[Rating, ...]:
    """The ratings of all players named, the strongest first, from what the first of each two got against the second."""
    names = list(dict.fromkeys(name for two in tallies for name in two))
    numbers = {name: number for number, name in enumerate(names)}
    if anchor is not None:
        anchor.require_among(names)
    totals = [[0, 0, 0] for _ in names]
    meetings = []
    for (name, other), tally in tallies.items():
        if name == other:
            raise UsageError(f"{name!r} cannot play against itself")
        if tally.games:
            meetings.append((numbers[name], numbers[other], tally))
        for who, won, lost in ((name, tally.wins, tally.losses), (other, tally.losses, tally.wins)):
            total = totals[numbers[who]]
            total[0] += won
            total[1] += tally.draws
            total[2] += lost
    start = [math.log((won + drawn / 2 + 1) / (lost + drawn / 2 + 1)) for won, drawn, lost in totals]
    strengths, information = fit(start, meetings)
    variances = information.inverse_diagonal()
    # The zero point of each group is its average, or the anchor.
    fixed = None if anchor is None else numbers[anchor.name]
    weights = [0.0] * len(names)
    together = groups(len(names), meetings)
    for group in together:
        for i in group:
            weights[i] = float(i == fixed) if fixed in group else 1 / len(group)
    covariances = information.solve(weights)  # of each player's strength and its group's zero point
    for group in together:
        zero_point = sum(weights[i] * strengths[i] for i in group)
        variance = sum(weights[i] * covariances[i] for i in group)
        for i in group:
            strengths[i] -= zero_point
            variances[i] += variance - 2 * covariances[i]
            if fixed is not None and fixed not in group:
                variances[i] = math.inf
    known = 0.0 if anchor is None else anchor.elo
    spread = DEVIATIONS * ELO * math.sqrt(dispersion(strengths, meetings))
    rated = []
    for i, (name, strength, total) in enumerate(zip(names, strengths, totals, strict=True)):
        elo = known + strength * ELO
        margin = spread * math.sqrt(max(variances[i], 0.0)) if any(total) else math.inf
        if i == fixed:
            margin = 0.0
        rated.append(Rating(name, elo, elo - margin, elo + margin, *total))
    return tuple(sorted(rated, key=lambda rating: (not rating.games, -rating.elo, rating.name)))


def fit(start: list[float], meetings: Sequence[Meeting]) -> tuple[list[float], Reduced]:
    """The likeliest strengths, and the information about them."""
    results = [(i, j, tally.games, tally.points) for i, j, tally in meetings]
    strengths = start
    while True:
        slopes = []
        curvature = zero(len(strengths))
        for i, strength in enumerate(strengths):
            share = chance(strength)
            slopes.append(PRIOR_DRAWS * (0.5 - share))
            curvature[i][i] = PRIOR_DRAWS * share * chance(-strength)
        for i, j, games, points in results:
            difference = strengths[i] - strengths[j]
            share = chance(difference)
            surplus = points - games * share
            certainty = games * share * chance(-difference)
            slopes[i] += surplus
            slopes[j] -= surplus
            curvature[i][i] += certainty
            curvature[j][j] += certainty
            curvature[max(i, j)][min(i, j)] -= certainty
        information = Reduced(curvature)
        steps = information.solve(slopes)
        longest = max(map(abs, steps), default=0.0)
        scale = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        strengths = [strength + scale * step for strength, step in zip(strengths, steps, strict=True)]
        if longest < SHORT_STEP:
            return strengths, information


def chance(difference: float) -> float:
    """`elo.expected`, of a difference in natural logarithms of strength. Never rounded to 0."""
    small = math.exp(-abs(difference))
    return (1 if difference > 0 else small) / (1 + small)


def groups(players: int, meetings: Sequence[Meeting]) -> list[list[int]]:
    """The players who met, directly or through others, together."""
    group_of = [[i] for i in range(players)]
    for i, j, _ in meetings:
        larger, smaller = sorted((group_of[i], group_of[j]), key=len, reverse=True)
        if larger is not smaller:
            larger.extend(smaller)
            for k in smaller:
                group_of[k] = larger
    return [group for i, group in enumerate(group_of) if group[0] == i]


def dispersion(strengths: Sequence[float], meetings: Sequence[Meeting]) -> float:
    seen = expected = 1.0
    for i, j, tally in meetings:
        share = chance(strengths[i] - strengths[j])
        expected += tally.games * share * (1 - share)
        for count, points, games in tally.units:
            seen += count * (points - share * games) ** 2
    return seen / expected
