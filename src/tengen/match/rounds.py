"""Matches in rounds, Swiss and knock-out: results decide who meets next.

The pairings of a round follow from the games of the rounds before it, and nothing else is kept of them. So a match that
was stopped goes on as it would have, and chance has no part in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from tengen.errors import UsageError
from tengen.match.blossom import ALONE, pair_all
from tengen.match.schedule import ROUND_MODES, Fixture
from tengen.match.standings import SETTINGS
from tengen.store.finished import GameFile

ROUNDS = "rounds"  # the name of the setting, in the file, that says how many games a meeting has
EXTRA_PAIRS = 5  # that a tie in a knock-out is played on for, before the better seed goes on
_RESULTS = """
SELECT game.number, black.name, white.name, winner, ending
FROM game JOIN player AS black ON black = black.number JOIN player AS white ON white = white.number"""

Results = dict[int, tuple[str, str, float | None]]  # of games by number: Black, White, Black's points or None
Two = tuple[str, str]


class Meeting(NamedTuple):
    """Two players in a round."""

    players: Two
    points: tuple[float, float]  # of their games so far
    left: tuple[Fixture, ...]  # games that are not played yet
    extra: int  # games that were added because of a tie

    @property
    def winner(self) -> str | None:
        """Who has more points; None: neither."""
        one, other = self.points
        return None if one == other else self.players[one < other]


class Round(NamedTuple):
    meetings: tuple[Meeting, ...]
    byes: tuple[str, ...]  # players who have nobody to meet

    @property
    def left(self) -> dict[int, Fixture]:
        """The games of it that are not played yet, by number."""
        return {fixture.number: fixture for meeting in self.meetings for fixture in meeting.left}


class Rounds(NamedTuple):
    """A match in rounds, as far as it was played. Of the last round some games, or all, may be left."""

    mode: str
    names: tuple[str, ...]  # in the order given
    rounds: list[Round]

    @property
    def complete(self) -> list[Round]:
        return [each for each in self.rounds if not each.left]


def read_rounds(file: GameFile, most: int | None = None) -> Rounds | None:
    """The rounds of a file, at most so many; None if its match has none."""
    match, kept = file.settings(SETTINGS) or {}, file.settings(ROUNDS)
    mode, players = match.get("mode"), match.get("players")
    if kept is None or mode not in ROUND_MODES:
        return None
    games = kept.get("games")
    if not isinstance(games, int) or games < 2 or games % 2 or not isinstance(players, dict) or len(players) < 2:
        raise UsageError(f"{str(file.path)!r} is damaged: its rounds have no number of games, or no players")
    names = tuple(players)
    book = _Book(file, mode, len(names), games)
    pair = _swiss if mode == "swiss" else _knockout
    rounds: list[Round] = []
    meetings = 0
    while (most is None or len(rounds) < most) and not (rounds and rounds[-1].left):
        twos, byes = pair(names, rounds)
        if not twos:
            break
        rounds.append(Round(tuple(book.meeting(len(rounds), meetings + i, two) for i, two in enumerate(twos)), byes))
        meetings += len(twos)
    return Rounds(mode, names, rounds)


class _Book:
    """The games that are in a file, and which numbers belong to which meeting."""

    def __init__(self, file: GameFile, mode: str, players: int, games: int) -> None:
        self._path = str(file.path)
        self._has_extras = mode == "knockout"
        self._players = players
        self._games = games
        self._results: Results = {
            number: (black, white, None if ending == "unfinished" else {"black": 1.0, "white": 0.0}.get(winner, 0.5))
            for number, black, white, winner, ending in file.rows(_RESULTS)
        }

    def meeting(self, number: int, index: int, two: Two) -> Meeting:
        """This meeting of round `number`; the index is over all rounds."""
        points = dict.fromkeys(two, 0.0)
        left: tuple[Fixture, ...] = ()
        planned = 0
        for first, games, opening in self._blocks(number, index):
            fixtures = [_fixture(two, first + i, i, opening + i // 2) for i in range(games)]
            left = tuple(fixture for fixture in fixtures if fixture.number not in self._results)
            for fixture in fixtures:
                if fixture.number in self._results:
                    self._count(fixture, points)
            planned += games
            if left or points[two[0]] != points[two[1]]:
                break
        return Meeting(two, (points[two[0]], points[two[1]]), left, planned - self._games)

    def _blocks(self, number: int, index: int) -> Iterator[tuple[int, int, int]]:
        """The first number, the count and the first opening of games that are played until one player has more points.

        Those that are added after a tie have numbers, and openings, after those of all others.
        """
        half = self._games // 2
        yield index * self._games, self._games, number * half
        for extra in range(EXTRA_PAIRS if self._has_extras else 0):
            pair = (self._players - 1) * half + index * EXTRA_PAIRS + extra
            yield 2 * pair, 2, (self._players - 1).bit_length() * half + number * EXTRA_PAIRS + extra

    def _count(self, fixture: Fixture, points: dict[str, float]) -> None:
        black, white, share = self._results[fixture.number]
        if (black, white) != (fixture.black, fixture.white):
            raise UsageError(
                f"{self._path!r} is damaged: game {fixture.number + 1} is of {black} against {white}, and the rounds "
                f"before it pair {fixture.black} with {fixture.white}"
            )
        if share is not None:
            points[black] += share
            points[white] += 1 - share


def _fixture(two: Two, number: int, place: int, opening: int) -> Fixture:
    one, other = two if (place + opening) % 2 == 0 else two[::-1]
    return Fixture(number, number // 2, one, other, opening)


def scores(names: Sequence[str], rounds: Sequence[Round]) -> dict[str, float]:
    """A point for a round that was won, or a bye; half a point for each of two that got as much."""
    found = dict.fromkeys(names, 0.0)
    for each in rounds:
        for bye in each.byes:
            found[bye] += 1
        for meeting in each.meetings:
            for name in meeting.players:
                found[name] += 0.5 if meeting.winner is None else float(meeting.winner == name)
    return found


def buchholz(names: Sequence[str], rounds: Sequence[Round]) -> dict[str, float]:
    """For each player, the scores of those that it met, added up; a bye adds nothing."""
    score, found = scores(names, rounds), dict.fromkeys(names, 0.0)
    for each in rounds:
        for meeting in each.meetings:
            one, other = meeting.players
            found[one] += score[other]
            found[other] += score[one]
    return found


def _swiss(names: Sequence[str], rounds: Sequence[Round]) -> tuple[list[Two], tuple[str, ...]]:
    """Players of equal scores meet, the upper half of them the lower half, and nobody twice where that can be.

    Of an odd number, one has a bye: the last one of those who have had the fewest.
    """
    score = scores(names, rounds)
    order = sorted(names, key=lambda name: -score[name])  # among equals, in the order given
    met = Counter(frozenset(meeting.players) for each in rounds for meeting in each.meetings)
    byes = Counter(bye for each in rounds for bye in each.byes)
    resting = sorted(order, key=lambda name: (byes[name], -order.index(name)))
    for most in count():
        for bye in resting if len(order) % 2 else [None]:
            if bye is not None and byes[bye] > byes[resting[0]] + most:
                break
            paired = _paired([name for name in order if name != bye], score, met, most)
            if paired is not None:
                return paired, () if bye is None else (bye,)
    raise AssertionError("everybody may meet everybody often enough")


def _paired(
    order: list[str], score: dict[str, float], met: Mapping[frozenset[str], int], most: int
) -> list[Two] | None:
    """Everybody with somebody that it has met at most so often; None if that cannot be.

    One after the other finds whom it would best meet. Where that leaves somebody alone, pairs are changed.
    """

    def may_meet(one: int, other: int) -> bool:
        return one != other and met.get(frozenset((order[one], order[other])), 0) <= most

    numbers = range(len(order))
    mates = [ALONE] * len(order)
    for each in numbers:
        if mates[each] == ALONE:
            free = [other for other in numbers[each + 1 :] if mates[other] == ALONE]
            equals = [other for other in free if score[order[other]] == score[order[each]]]
            half = max(0, (len(equals) + 1) // 2 - 1)
            best = [*equals[half:], *reversed(equals[:half]), *free[len(equals) :]]
            best.sort(key=lambda other: met.get(frozenset((order[each], order[other])), 0))
            other = next((other for other in best if may_meet(each, other)), ALONE)
            if other != ALONE:
                mates[each], mates[other] = other, each
    partners = [
        sorted((other for other in numbers if may_meet(each, other)), key=lambda other: abs(each - other))
        for each in numbers
    ]
    if not pair_all(partners, mates):
        return None
    return [(order[each], order[mate]) for each, mate in enumerate(mates) if each < mate]


def _knockout(names: Sequence[str], rounds: Sequence[Round]) -> tuple[list[Two], tuple[str, ...]]:
    """Winners go on; of a tie, the better seed. Seeds are in the order given: the first two meet in the final at the
    earliest, and the best have a bye if the players are not a power of two."""
    seeds = [0]
    while len(seeds) < len(names):
        seeds = [each for seed in seeds for each in (seed, 2 * len(seeds) - 1 - seed)]
    slots: list[str | None] = [names[seed] if seed < len(names) else None for seed in seeds]
    for each in rounds:
        through = {*each.byes, *(survivor(names, meeting) for meeting in each.meetings)}
        slots = [one if one in through else other for one, other in zip(slots[::2], slots[1::2], strict=True)]
    if len(slots) == 1:
        return [], ()
    twos = list(zip(slots[::2], slots[1::2], strict=True))
    byes = tuple(one or other or "" for one, other in twos if one is None or other is None)
    return [(one, other) for one, other in twos if one is not None and other is not None], byes


def survivor(names: Sequence[str], meeting: Meeting) -> str:
    """Who goes on after this meeting of a knock-out."""
    return meeting.winner or min(meeting.players, key=names.index)
