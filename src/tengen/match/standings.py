"""What a file of games says: who got how much against whom, and how strong that makes them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tengen.match.elo import Tally
from tengen.match.ratings import Anchor, Rating, ratings
from tengen.players.course import FAILURES
from tengen.store.finished import GameFile
from tengen.values import Value

SETTINGS = "match"  # the name of what the match is, in its file
FORFEITS = ("time", *FAILURES)  # games that a player threw away
_PLACE = re.compile(r'^ *File "(.+)", line (\d+)', re.MULTILINE)  # as Python's tracebacks have it

_GAMES = """
SELECT black.name, white.name, winner, ending, count(*), sum(black_seconds), sum(white_seconds), sum(plies - opening)
FROM game JOIN player AS black ON black = black.number JOIN player AS white ON white = white.number
WHERE ending != 'unfinished' GROUP BY black, white, winner, ending"""

# What the player with the smaller number got in these games.
HALF_POINTS = "sum(CASE WHEN winner IS NULL THEN 1 WHEN (winner = 'black') = (black < white) THEN 2 ELSE 0 END)"

# How many pairs of games gave how much; only complete ones.
_PAIRS = f"""
SELECT one.name, other.name, half_points, count(*) FROM (
    SELECT min(black, white) AS one, max(black, white) AS other, {HALF_POINTS} AS half_points
    FROM game WHERE ending != 'unfinished' GROUP BY pair HAVING count(*) = 2)
JOIN player AS one ON one = one.number JOIN player AS other ON other = other.number
GROUP BY one, other, half_points"""


_FAILED = f"""
SELECT game.number, player.name, ending, reason, stderr
FROM game JOIN player ON player.number = CASE winner WHEN 'black' THEN white ELSE black END
WHERE ending IN {FORFEITS} ORDER BY game.number"""


class Failure(NamedTuple):
    """A game that a player threw away."""

    number: int  # of the game, from 0
    player: str
    ending: str  # one of FORFEITS
    reason: str
    stderr: str  # the end of what a program wrote there

    def __str__(self) -> str:
        words = f"game {self.number + 1}, {self.player}: {self.reason}{self._last_words}"
        return "".join(letter if letter.isprintable() else "?" for letter in " ".join(words.split()))

    @property
    def _last_words(self) -> str:
        """What a program said last, and the line of its source if that was a traceback of Python's."""
        lines = [line.strip() for line in self.stderr.splitlines() if line.strip()]
        if not lines:
            return ""
        places = _PLACE.findall(self.stderr)
        place = f" ({Path(places[-1][0]).name}, line {places[-1][1]})" if places else ""
        return f"; its last words: {lines[-1]}{place}"


class Standing(Value):
    """A player's line of the table."""

    __slots__ = ("clock", "forfeits", "rating", "seconds_per_move")

    rating: Rating
    forfeits: dict[str, int]  # games lost by each kind of failure
    seconds_per_move: float
    clock: str  # in words; "" for none

    def __init__(self, rating: Rating, forfeits: dict[str, int], seconds_per_move: float, clock: str = "") -> None:
        self._set(rating=rating, forfeits=forfeits, seconds_per_move=seconds_per_move, clock=clock)


class Standings(Value):
    """A match as far as it was played: players, the strongest first, and what each pairing gave."""

    __slots__ = ("anchor", "games", "players", "tallies")

    games: int
    players: tuple[Standing, ...]
    tallies: dict[tuple[str, str], Tally]  # for the first of the two
    anchor: Anchor | None  # that the ratings are relative to; None: to the average

    def __init__(
        self,
        games: int,
        players: tuple[Standing, ...],
        tallies: dict[tuple[str, str], Tally],
        anchor: Anchor | None = None,
    ) -> None:
        self._set(games=games, players=players, tallies=tallies, anchor=anchor)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(standing.rating.name for standing in self.players)

    def tally(self, name: str, other: str) -> Tally:
        """What the first got against the second."""
        if (name, other) in self.tallies:
            return self.tallies[name, other]
        return self.tallies[other, name].reversed()


def read_standings(path: str | Path, anchor: Anchor | None = None) -> Standings:
    """The table of a file of games, which may still grow."""
    with GameFile(path) as file:
        return standings(file, anchor=anchor)


def failures(file: GameFile) -> list[Failure]:
    """The games that players threw away, in order."""
    return [Failure(*row) for row in file.rows(_FAILED)]


def standings(file: GameFile, names: Sequence[str] = (), anchor: Anchor | None = None) -> Standings:
    """The table of a file, and of these players even if they have no game yet."""
    with file.still():
        games, pairs_of_games = file.rows(_GAMES), file.rows(_PAIRS)
    results: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])  # wins, draws, losses
    pairs: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0] * 5)
    seconds: dict[str, float] = defaultdict(float)
    moves: dict[str, float] = defaultdict(float)
    forfeits: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    order = list(names)
    clocks = clock_words(file)

    def pairing(one: str, other: str) -> tuple[tuple[str, str], bool]:
        order.extend(name for name in (one, other) if name not in order)
        swapped = order.index(other) < order.index(one)
        return ((other, one) if swapped else (one, other)), swapped

    for black, white, winner, ending, count, black_seconds, white_seconds, plies in games:
        key, swapped = pairing(black, white)
        results[key][1 if winner is None else 2 * ((winner == "black") == swapped)] += count
        for name, spent in ((black, black_seconds), (white, white_seconds)):
            seconds[name] += spent
            moves[name] += plies / 2
        if ending in FORFEITS:
            forfeits[white if winner == "black" else black][ending] += count
    for one, other, half_points, count in pairs_of_games:
        key, swapped = pairing(one, other)
        pairs[key][4 - half_points if swapped else half_points] += count
    tallies = {}
    for key, (wins, draws, losses) in results.items():
        zero, half, one, three_halves, two = pairs[key]
        tallies[key] = Tally(wins, draws, losses, (zero, half, one, three_halves, two))
    rated = ratings({**dict.fromkeys(pairwise(names), Tally()), **tallies}, anchor)
    return Standings(
        sum(tally.games for tally in tallies.values()),
        tuple(
            Standing(
                rating,
                dict(forfeits[rating.name]),
                seconds[rating.name] / max(1.0, moves[rating.name]),
                clocks(rating.name),
            )
            for rating in rated
        ),
        tallies,
        anchor,
    )


def clock_words(file: GameFile) -> Callable[[str], str]:
    """The words for a player's clock, as the settings of the match have it: one for all, or each player's own."""
    clock = (file.settings(SETTINGS) or {}).get("clock")

    def words(name: str) -> str:
        own = clock.get(name) if isinstance(clock, dict) else clock
        shown = "" if own in (None, "none") else str(own).removeprefix("<Clock ").removesuffix(">")
        return shown.replace(" for 1 of 1 moves", " for each move")

    return words
