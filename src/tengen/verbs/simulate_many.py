"""simulate_many: many random games, and what they add up to."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from tengen._core import Cancel, Totals
from tengen.errors import Cancelled, UsageError, listed, stopped
from tengen.games.game import HasCardGames, Position
from tengen.grid import Point
from tengen.render.notebook import inline
from tengen.render.view import Heat, View
from tengen.verbs.jobs import Progress, run_parts
from tengen.verbs.simulate import checked_seed

if TYPE_CHECKING:
    from tengen.verbs.card import Device

DEVICES = ("cpu", "gpu", "auto")
MOST_GAMES = 10**15  # nobody waits for more, and the core adds up in 64 bits
_PARTS = 256  # jobs, about: progress moves, and threads finish together; none is smaller than a block of games
_CARD_PARTS = 64  # on a card, which is quicker with larger ones
_CARD_LEAST = 2**20  # games of a part there
_CARD_PAYS = 10**9  # points to play on, in all games: below, the card is hardly started before the processor is done


@dataclass(frozen=True)
class PointStatistics:
    """What happened at one point."""

    point: Point
    black_ended: int  # games that ended with a black stone there
    white_ended: int
    opened: int  # games that opened there
    opener_won: int  # of those, the ones that the side to move won

    @property
    def win_rate(self) -> float | None:
        """Of the side to move, in the games that opened here."""
        return self.opener_won / self.opened if self.opened else None


@dataclass(frozen=True)
class Simulations:
    """What many random games from one position add up to."""

    position: Position
    games: int
    seed: int
    black_wins: int
    white_wins: int
    draws: int
    lengths: tuple[int, ...]  # lengths[k]: games of k plies
    points: tuple[PointStatistics, ...]  # row by row, empty unless asked for
    device: str = "cpu"  # that played them; a seed's games are others on "gpu"

    @property
    def black_win_rate(self) -> float:
        return self.black_wins / self.games if self.games else 0.0

    @property
    def mean_plies(self) -> float:
        return sum(k * count for k, count in enumerate(self.lengths)) / self.games if self.games else 0.0

    @property
    def standard_deviation_plies(self) -> float:
        if not self.games:
            return 0.0
        squares = sum(k * k * count for k, count in enumerate(self.lengths)) / self.games
        return sqrt(max(0.0, squares - self.mean_plies**2))

    @property
    def shortest(self) -> int:
        return next((k for k, count in enumerate(self.lengths) if count), 0)

    @property
    def longest(self) -> int:
        return max((k for k, count in enumerate(self.lengths) if count), default=0)

    def view(self) -> View:
        """A heat map: the win rate of the side to move by its first move, in percent."""
        if not self.points:
            raise UsageError("nothing is known of the points; play the games with by_point=True")
        rates = {k: each.win_rate for k, each in enumerate(self.points) if each.win_rate is not None}
        low, high = min(rates.values(), default=0.0), max(rates.values(), default=0.0)
        heat = tuple(
            Heat(k, (rate - low) / (high - low) if high > low else 0.5, f"{100 * rate:.0f}")
            for k, rate in rates.items()
        )
        games = f"{self.games} random game{'' if self.games == 1 else 's'}"
        return self.position.view().changed(
            marks=(),
            heat=heat,
            caption=f"Win rate of {self.position.to_play} by first move, in percent, in {games}; "
            f"Black won {100 * self.black_win_rate:.1f} % of all",
        )

    def _repr_svg_(self) -> str | None:
        return inline(self.view)


def simulate_many(
    position: Position,
    games: int,
    seed: int | None = None,
    *,
    policy: str = "random",
    by_point: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
    device: str = "cpu",
) -> Simulations:
    """Plays this many uniformly random games and adds them up, on all cores unless `threads` says otherwise.

    The same seed gives the same totals whatever the number of threads, or the executor. Ctrl-C raises Interrupted, a
    raised cancel flag Cancelled; `partial` has the games that were finished by then. device "gpu" plays on a graphics
    card (the extra `gpu`), other games with the same seed; "auto" does so where it pays, and can be done.
    """
    position.require_sound()
    if device not in DEVICES:
        raise UsageError(f"there is no device {device!r}; expected {listed(DEVICES)}")
    if policy == "first" or policy not in position.game.policies:
        expected = listed(name for name in position.game.policies if name != "first")
        raise UsageError(f"many games are of chance; the policy is {policy!r}, expected {expected}")
    if games < 0:
        raise UsageError(f"{games} games; expected 0 or more")
    if games > MOST_GAMES:
        raise UsageError(f"{games} games; expected at most {MOST_GAMES}")
    seed = checked_seed(seed)
    if device == "gpu" and (threads is not None or executor is not None):
        raise UsageError("threads and executors are the processor's; leave them out with the device gpu")
    if device == "auto" and threads is None and executor is None:
        device = "gpu" if _pays(position, policy, games) else "cpu"
    if device == "gpu":
        from tengen.verbs.card import card

        _fitting(position, policy)
        return play_on(card(), position, games, seed, policy, by_point, progress, cancel)
    totals = Totals(position.height * position.width, by_point)
    block = position.game.games_in_block(position)
    blocks = -(-games // block)
    at_once = max(1, blocks // _PARTS)
    parts = [
        Part(position, policy, min(at_once * block, games - first * block), seed, first, by_point)
        for first in range(0, blocks, at_once)
    ]
    try:
        run_parts(play_part, parts, totals.add, threads=threads, executor=executor, progress=progress, cancel=cancel)
    except (KeyboardInterrupt, Cancelled) as error:
        raise stopped(error, _result(position, totals, seed)) from None
    return _result(position, totals, seed)


def play_on(
    card: Device,
    position: Position,
    games: int,
    seed: int,
    policy: str = "random",
    by_point: bool = False,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Simulations:
    """The games of this seed as a card plays them. Any split of them adds up to the same."""
    totals = Totals(position.height * position.width, by_point)
    asked = _fitting(position, policy).card_games(position, policy, by_point)
    at_once = max(_CARD_LEAST, -(-games // _CARD_PARTS))
    parts = [(first, min(at_once, games - first)) for first in range(0, games, at_once)]

    def work(part: tuple[int, int], flag: Cancel | None) -> Totals:
        return card.play(asked, seed, *part, flag)

    try:
        run_parts(work, parts, totals.add, threads=1, progress=progress, cancel=cancel)
    except (KeyboardInterrupt, Cancelled) as error:
        raise stopped(error, _result(position, totals, seed, "gpu")) from None
    return _result(position, totals, seed, "gpu")


def _fitting(position: Position, policy: str) -> HasCardGames:
    """The game of this position, if a card can play it from here."""
    game = position.game
    misfit = game.card_misfit(position, policy) if isinstance(game, HasCardGames) else game.title
    if not isinstance(game, HasCardGames) or misfit is not None:
        raise UsageError(f"no graphics card plays {misfit}; the device cpu does")
    return game


def _pays(position: Position, policy: str, games: int) -> bool:
    """Are there enough games, and a card that can play them?"""
    if games * position.height * position.width < _CARD_PAYS:
        return False
    from tengen.verbs.card import card

    try:
        _fitting(position, policy)
        card()
    except UsageError:
        return False
    return True


@dataclass(frozen=True)
class Part:
    """Some whole blocks of games."""

    position: Position
    policy: str
    games: int
    seed: int
    first_block: int
    by_point: bool


def play_part(part: Part, cancel: Cancel | None) -> Totals:
    game = part.position.game
    return game.random_games(part.position, part.policy, part.games, part.seed, part.first_block, part.by_point, cancel)


def _result(position: Position, totals: Totals, seed: int, device: str = "cpu") -> Simulations:
    width = position.width
    points = tuple(
        PointStatistics(Point(k // width, k % width), *counts)
        for k, counts in enumerate(
            zip(totals.ended_black, totals.ended_white, totals.first_games, totals.first_wins, strict=True)
        )
    )
    draws = totals.games - totals.black_wins - totals.white_wins
    return Simulations(
        position, totals.games, seed, totals.black_wins, totals.white_wins, draws, tuple(totals.lengths), points, device
    )
