"""What one player got against another, and what that says about their strengths."""

from __future__ import annotations

import math

from tengen.errors import UsageError
from tengen.match import likelihood
from tengen.match.likelihood import Unit
from tengen.values import Value

DEVIATIONS = 1.959964  # of a normal distribution, either side: 95 %

Pairs = tuple[int, int, int, int, int]


def expected(difference: float) -> float:
    """The share of the points that a player gets who is stronger by this many Elo: 0.5 for 0, 0.76 for 200."""
    if difference < 0:
        return 1 - expected(-difference)
    return 1 / (1 + math.pow(10, -difference / 400))


def elo(share: float) -> float:
    """The difference in Elo that this share of the points stands for: infinite at 0 and 1."""
    if not 0 <= share <= 1:
        raise UsageError(f"{share} is not a share of the points; expected 0 to 1")
    if share == 0 or share == 1:
        return math.inf if share else -math.inf
    return 400 * math.log10(share / (1 - share))


def elo_words(elo: float, low: float, high: float) -> str:
    """A difference in Elo and its interval. Where all games were won or lost, only one end of the interval is known; it
    says nothing after a few games."""
    if math.isfinite(low) and math.isfinite(high):
        return f"{elo:+.0f} Elo ({low:+.0f} to {high:+.0f})"
    if math.isfinite(low) and low > 0:
        return f"{low:+.0f} Elo or more"
    return f"{high:+.0f} Elo or less" if math.isfinite(high) and high < 0 else "Elo not known"


class Results(Value):
    """Games won, drawn and lost, and what they amount to."""

    __slots__ = ()

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """The points, of all that there were; 0.5 before the first game."""
        return self.points / self.games if self.games else 0.5


class Tally(Results):
    """What one player got against another: `wins`, `draws` and `losses` of all games, and the pairs among them.

    `pairs` counts the complete pairs of games, from one opening with colours swapped, that gave 0, 1/2, 1, 3/2 and 2
    points. The two games of a pair are not independent, so intervals are those of pairs; games outside of a complete
    pair count one by one. Before the first game all is even: a share of 0.5, and nothing known about it.
    """

    __slots__ = ("draws", "losses", "pairs", "wins")

    pairs: Pairs

    def __init__(self, wins: int = 0, draws: int = 0, losses: int = 0, pairs: Pairs = (0, 0, 0, 0, 0)) -> None:
        self._set(wins=wins, draws=draws, losses=losses, pairs=pairs)
        if len(pairs) != 5 or min(wins, draws, losses, *pairs) < 0:
            raise UsageError(f"{self!r} is not a tally; expected counts of 0 or more, of pairs five")
        if min(self._singles()) < 0:
            raise UsageError(f"{self!r} is not a tally; the pairs have results that the games do not have")

    @classmethod
    def of_pairs(cls, zero: int, half: int, one: int, three_halves: int, two: int) -> Tally:
        """So many pairs of games gave so many points. A pair of one point counts as two draws."""
        return cls(
            2 * two + three_halves,
            half + 2 * one + three_halves,
            2 * zero + half,
            (zero, half, one, three_halves, two),
        )

    @property
    def units(self) -> list[Unit]:
        """The independent parts: how many of them gave these points, in this many games, for all that may occur."""
        units: list[Unit] = []
        for games, counts in ((2, self.pairs), (1, self._singles())):
            if any(counts):
                units += [(count, half_points / 2, games) for half_points, count in enumerate(counts)]
        return units

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share is, with 95 % confidence.

        It covers the truth as often as that from about 20 games on, and is too wide rather than too narrow before. It
        is never of zero width, and reaches 1 if all games were won.
        """
        if not self.games:
            return 0.0, 1.0
        return likelihood.interval(self.units, self.share, DEVIATIONS * self._caution())

    @property
    def elo(self) -> float:
        """How much stronger the player is than the other."""
        return elo(self.share)

    @property
    def elo_interval(self) -> tuple[float, float]:
        low, high = self.interval
        return elo(low), elo(high)

    @property
    def superiority(self) -> float:
        """How likely it is that the player is the stronger one; more than 0.975 where the interval is above 0 Elo."""
        if not self.games:
            return 0.5
        misfit, _ = likelihood.misfit(self.units, 0.5)
        deviations = math.copysign(math.sqrt(2 * max(misfit, 0.0)), self.share - 0.5) / self._caution()
        return math.erfc(-deviations / math.sqrt(2)) / 2

    def reversed(self) -> Tally:
        """What the other player got."""
        return Tally(self.losses, self.draws, self.wins, self.pairs[::-1])

    def __add__(self, other: Tally) -> Tally:
        zero, half, one, three_halves, two = (mine + yours for mine, yours in zip(self.pairs, other.pairs, strict=True))
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            (zero, half, one, three_halves, two),
        )

    def __str__(self) -> str:
        games = f"{self.games} game{'' if self.games == 1 else 's'}"
        return f"{100 * self.share:.1f} % of {games}, {elo_words(self.elo, *self.elo_interval)}"

    def __repr__(self) -> str:
        return f"Tally({self.wins}, {self.draws}, {self.losses}, {self.pairs})"

    def _singles(self) -> tuple[int, int, int]:
        """The losses, draws and wins outside of complete pairs.

        A pair of 1 point is a win and a loss or two draws, which its count does not tell. Two draws are assumed as
        often as can be: that leaves the most decided games to the single ones, and the widest interval.
        """
        zero, half, one, three_halves, two = self.pairs
        draws = self.draws - half - three_halves
        drawn = min(one, draws // 2)
        decided = one - drawn
        return (
            self.losses - 2 * zero - half - decided,
            draws - 2 * drawn,
            self.wins - 2 * two - three_halves - decided,
        )

    def _caution(self) -> float:
        """Student's distribution in place of the normal one, to first order in the number of units and at 95 %."""
        return 1 + (1 + DEVIATIONS**2) / 4 / sum(count for count, _, _ in self.units)
