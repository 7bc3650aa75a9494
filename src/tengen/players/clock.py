"""The time that a side has: main time, an increment, byo-yomi of either kind."""

from __future__ import annotations

import re

from tengen.errors import UsageError
from tengen.values import Value

_NUMBER = r"\d+(?:\.\d+)?"
_WORDS = re.compile(
    rf"(?P<each>{_NUMBER})/move|(?P<main>{_NUMBER})(?:\+(?:(?:(?P<periods>\d{{1,9}})x(?P<period>{_NUMBER})"
    rf"|(?P<canadian>{_NUMBER})/(?P<stones>\d{{1,9}}))|(?P<increment>{_NUMBER})))?"
)
GRACE = 0.05  # seconds that a side may overstep its time by: what a busy machine takes to notice a move
_WAIT, _SLOWER = 60.0, 10.0  # seconds, and times as long: what a move may last that may use so much processor time
_LAG = 0.02  # seconds: what it takes to be told the time and to be heard


class Clock(Value):
    """What one side has left.

    `remaining` seconds, with `increment` added after every move. When they are used up, and `period` is not 0, byo-yomi
    begins: `stones` moves are to be made within each period (1: Japanese, more: Canadian), and a side that does not
    loses a period. When the last of `periods` is lost, so is the game.

    A clock of `processor` time counts only what the player's process and its children use of that, in a match.
    """

    __slots__ = ("increment", "period", "periods", "processor", "remaining", "stones", "stones_left")

    remaining: float  # of the main time; in byo-yomi, of the period
    increment: float
    period: float
    periods: int  # left, the present one included
    stones: int
    stones_left: int  # to be made in this period; 0: the main time still runs
    processor: bool

    def __init__(
        self,
        remaining: float,
        increment: float = 0.0,
        period: float = 0.0,
        periods: int = 1,
        stones: int = 1,
        stones_left: int = 0,
        processor: bool = False,
    ) -> None:
        for name, value in (("remaining", remaining), ("increment", increment), ("period", period)):
            if not 0 <= value < float("inf"):
                raise UsageError(f"a clock with {value} seconds of {name}; expected 0 or more")
        for name, number in (("periods", periods), ("stones", stones)):
            if number < 1:
                raise UsageError(f"a clock with {number} {name}; expected 1 or more")
        if not 0 <= stones_left <= (stones if period else 0):
            raise UsageError(f"a clock with {stones_left} stones left of {stones if period else 0} in a period")
        if remaining == 0 and period and not stones_left:
            remaining, stones_left = period, stones
        self._set(
            remaining=float(remaining),
            increment=float(increment),
            period=float(period),
            periods=periods,
            stones=stones,
            stones_left=stones_left,
            processor=processor,
        )

    @classmethod
    def per_move(cls, seconds: float) -> Clock:
        """This many seconds for every move, and none of them kept."""
        return cls(0, period=seconds)

    @classmethod
    def parse(cls, text: str) -> Clock:
        """A clock in words: "60" seconds for the game; "60+1", a second more with each move; "60+5x10", then 5 periods
        of 10 seconds; "60+30/5", then 30 seconds for every 5 moves; "0.5/move", half a second for each move."""
        found = _WORDS.fullmatch(text.strip())
        if found is None:
            raise UsageError(
                f"{text!r} is not a clock; expected seconds as in 60, 60+1 (a second more with each "
                f"move), 60+5x10 (then 5 periods of 10), 60+30/5 (then 30 for every 5 moves), or 0.5/move"
            )
        if found["each"]:
            return cls.per_move(float(found["each"]))
        if period := found["period"] or found["canadian"]:
            return cls(
                float(found["main"]),
                period=float(period),
                periods=int(found["periods"] or 1),
                stones=int(found["stones"] or 1),
            )
        return cls(float(found["main"]), float(found["increment"] or 0))

    @property
    def available(self) -> float:
        """The longest that this move can take without losing the game."""
        spare = self.periods - 1 if self.stones_left else self.periods
        return self.remaining + self.period * spare

    @property
    def keeps(self) -> bool:
        """Is what this move does not use there for later ones? Not in byo-yomi, at the last stone of a period."""
        return self.stones_left != 1

    @property
    def patience(self) -> float:
        """How long to wait for this move: a process that waits for its turn, or for others, uses no processor time."""
        return _WAIT + _SLOWER * self.available if self.processor else self.available

    def after(self, seconds: float, grace: float = 0.0) -> Clock | None:
        """The clock after a move that took this long; None: time is up and the game is lost.

        Overstepping it by at most `grace` seconds is forgiven.
        """
        spent = self._spent(seconds) or self._spent(max(0.0, seconds - grace))
        if spent is None:
            return None
        left, periods, stones_left = spent
        if stones_left == 0:
            return self._with(left + self.increment, periods, 0)
        stones_left -= 1
        return self._with(left, periods, stones_left) if stones_left else self._with(self.period, periods, self.stones)

    def running(self, seconds: float) -> Clock | None:
        """The clock when a move has taken this long and is not yet made; None: time is up."""
        spent = self._spent(seconds)
        return None if spent is None else self._with(*spent)

    def _spent(self, seconds: float) -> tuple[float, int, int] | None:
        """Seconds, periods and stones that are then left."""
        left = self.remaining - seconds
        periods, stones_left = self.periods, self.stones_left
        if stones_left == 0:
            if left >= 0:
                return left, periods, 0
            if not self.period:
                return None
            left, stones_left = left + self.period, self.stones
        while left < 0:
            periods -= 1
            if periods < 1:
                return None
            left, stones_left = left + self.period, self.stones
        return left, periods, stones_left

    def _with(self, remaining: float, periods: int, stones_left: int) -> Clock:
        return Clock(remaining, self.increment, self.period, periods, self.stones, stones_left, self.processor)

    def of_processor_time(self) -> Clock:
        """The same, but it counts processor time."""
        return Clock(
            self.remaining, self.increment, self.period, self.periods, self.stones, self.stones_left, processor=True
        )

    def allowance(self, moves_left: float) -> float:
        """How long to think about this move, if the side will make about this many moves, this one included."""
        if self.stones_left:
            return _usable(self.remaining / self.stones_left, self.available)
        later = self.increment + self.period / self.stones
        return _usable(self.remaining / max(1.0, moves_left) + 0.8 * later, self.available)

    def __repr__(self) -> str:
        if self.stones_left:
            words = [f"{self.remaining:.4g} s for {self.stones_left} of {self.stones} moves"]
            if self.periods > 1:
                words.append(f"{self.periods - 1} more period{'s' if self.periods > 2 else ''} of {self.period:.4g} s")
        else:
            words = [f"{self.remaining:.4g} s"]
            if self.increment:
                words.append(f"{self.increment:.4g} s more with each move")
            if self.period:
                moves = f"{self.stones} move{'s' if self.stones > 1 else ''}"
                words.append(f"then {self.periods} x {self.period:.4g} s for {moves}")
        return f"<Clock {', '.join(words)}{', of processor time' if self.processor else ''}>"


def _usable(wanted: float, there: float) -> float:
    """Wanted, less the time it takes to say the move; never so long that the clock could run out."""
    return max(0.0, min(wanted - _LAG, 0.9 * wanted, there - 2 * _LAG))
