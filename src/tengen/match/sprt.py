"""The sequential probability ratio test: play until it is clear which of two differences is the likelier one."""

from __future__ import annotations

import math

from tengen.errors import UsageError
from tengen.match.elo import Tally, expected
from tengen.match.likelihood import misfit
from tengen.values import Value

FARTHEST = 1000.0  # Elo; beyond it shares are too near to 0 and 1 for a test to mean anything
UNSEEN = 0.001  # pairs: the count of an outcome that did not occur, as in fishtest and fastchess


class Sprt(Value):
    """A test of a difference of `elo0` (H0) against one of `elo1` (H1), which stops by itself.

    If the true difference is `elo0` or less, H1 is accepted with a chance of at most `alpha`. If it is `elo1` or more,
    H0 is accepted with a chance of at most `beta`. Elo is logistic. A match looks at complete pairs of games only, and
    may do so after each.

    Wald (1945), Sequential Tests of Statistical Hypotheses; for chances that are not known, the generalized test with
    the likelihood of pairs by Van den Bergh (https://github.com/vdbergh/pentanomial).
    """

    __slots__ = ("alpha", "beta", "elo0", "elo1")

    elo0: float
    elo1: float
    alpha: float
    beta: float

    def __init__(self, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        for difference in (elo0, elo1):
            if not -FARTHEST <= difference <= FARTHEST:
                raise UsageError(f"{difference:g} Elo cannot be tested; expected -1000 to 1000")
        if elo0 >= elo1:
            raise UsageError(f"{elo0:g} and {elo1:g} Elo cannot be told apart; expected the smaller one first")
        for name, rate in (("alpha", alpha), ("beta", beta)):
            if not 0 < rate < 0.5:
                raise UsageError(f"an error rate {name} of {rate:g} cannot be; expected more than 0 and less than 0.5")
        self._set(elo0=elo0, elo1=elo1, alpha=alpha, beta=beta)

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """From a text like "0,30" or "0,30,0.05,0.05"."""
        try:
            numbers = [float(word) for word in text.split(",")]
            if not 2 <= len(numbers) <= 4:
                raise ValueError
        except ValueError:
            raise UsageError(
                f"{text!r} is not a test; expected two differences in Elo and, if they are not 0.05, the "
                f"error rates, as in 0,30 or 0,30,0.05,0.05"
            ) from None
        return cls(*numbers)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def look(self, tally: Tally) -> SprtState:
        """What the pairs so far say; where no pairs are known, the games one by one."""
        return SprtState(self, log_likelihood_ratio(self.elo0, self.elo1, tally) if tally.games else 0.0)


class SprtState(Value):
    """Where a test stands: the log-likelihood ratio `llr` of H1 to H0, and the `decision`: "H0", "H1" or None."""

    __slots__ = ("llr", "sprt")

    sprt: Sprt
    llr: float

    def __init__(self, sprt: Sprt, llr: float) -> None:
        self._set(sprt=sprt, llr=llr)

    @property
    def lower(self) -> float:
        return self.sprt.bounds[0]

    @property
    def upper(self) -> float:
        return self.sprt.bounds[1]

    @property
    def decision(self) -> str | None:
        if self.llr >= self.upper:
            return "H1"
        return "H0" if self.llr <= self.lower else None

    def __str__(self) -> str:
        where = f"LLR {self.llr:.2f}, bounds {self.lower:.2f} and {self.upper:.2f}"
        if self.decision == "H1":
            return f"H1 accepted: more than {self.sprt.elo0:+g} Elo ({where})"
        if self.decision == "H0":
            return f"H0 accepted: less than {self.sprt.elo1:+g} Elo ({where})"
        return f"undecided between {self.sprt.elo0:+g} and {self.sprt.elo1:+g} Elo ({where})"

    def __repr__(self) -> str:
        return f"<SprtState {self}>"


def log_likelihood_ratio(elo0: float, elo1: float, tally: Tally) -> float:
    counts, games = (tally.pairs, 2) if any(tally.pairs) else ((tally.losses, tally.draws, tally.wins), 1)
    units = [(count or UNSEEN, half_points / 2, games) for half_points, count in enumerate(counts)]
    return misfit(units, expected(elo0))[0] - misfit(units, expected(elo1))[0]
