"""A test that stops a match by itself: over the pairs in the order of the schedule, whichever games end first."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tengen as tg
from tengen import players
from tengen.match import Match, Sprt, SprtState, Tally
from tengen.store.finished import StoredGame

NOGO = tg.nogo.start(4)
SPRT = Sprt(0, 100)
WINNERS = {2: tg.BLACK, 1: None, 0: tg.WHITE}  # by the half points of Black

Result = tuple[int, int]  # the half points of the first player in the two games of a pair


@contextmanager
def matches() -> Iterator[Match]:
    """A match of "new" against "old" that has not begun."""
    with (
        TemporaryDirectory() as folder,
        Match({"new": players.greedy, "old": players.random}, NOGO, Path(folder, "match.db")) as match,
    ):
        yield match


def stored(match: Match, number: int, half_points: int, ending: str = "over") -> StoredGame:
    """The game of this number, with so many half points for "new"."""
    fixture = match.schedule.fixture(number)
    winner = WINNERS[half_points if fixture.black == "new" else 2 - half_points]
    return StoredGame(number, fixture.pair, fixture.black, fixture.white, winner, ending, "because", NOGO, 0, b"")


def expected(results: Sequence[Result], known: set[int]) -> SprtState:
    """The slow and obvious way: pair after pair as long as both of its games are known, until there is an answer."""
    state = SPRT.look(Tally())
    for number in range(len(results)):
        if state.decision is not None or not {2 * number, 2 * number + 1} <= known:
            break
        games = [points for pair in results[: number + 1] for points in pair]
        sums = [sum(pair) for pair in results[: number + 1]]
        state = SPRT.look(
            Tally(
                games.count(2),
                games.count(1),
                games.count(0),
                (sums.count(0), sums.count(1), sums.count(2), sums.count(3), sums.count(4)),
            )
        )
    return state


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from([(2, 2), (2, 0), (0, 2), (2, 1), (1, 1), (0, 0)]), max_size=40), st.randoms(), st.data()
)
def test_games_in_any_order_are_looked_at_in_their_own(
    results: list[Result], chance: random.Random, data: st.DataObject
) -> None:
    points = [half_points for pair in results for half_points in pair]
    order = list(range(len(points)))
    chance.shuffle(order)
    with matches() as match:
        known = set(order[: data.draw(st.integers(0, len(order)))])  # these were played before
        match.file.add([stored(match, number, points[number]) for number in sorted(known)])
        assert match.sprt(SPRT) == expected(results, known)
        ahead = [number for number in order if number not in known]
        while ahead:
            count = data.draw(st.integers(1, len(ahead)))
            some, ahead = ahead[:count], ahead[count:]
            known |= set(some)
            match.file.add([stored(match, number, points[number]) for number in some])
            assert match.sprt(SPRT) == expected(results, known)


def test_quick_games_do_not_mislead() -> None:
    """ "new" wins short games and loses long ones: of those that are known early it wins all."""
    with matches() as match:
        match.file.add([stored(match, number, 2) for number in range(2, 200)])
        assert (match.sprt(SPRT).llr, match.sprt(SPRT).decision) == (0, None)
        match.file.add([stored(match, 0, 0)])
        assert match.sprt(SPRT).decision is None
        match.file.add([stored(match, 1, 0)])  # now all pairs are complete, from the first on
        assert match.sprt(SPRT).decision == "H1"
    with matches() as match:
        taken_as_they_come = [number for number in range(400) if number % 4 < 2]
        match.file.add([stored(match, number, 2) for number in taken_as_they_come])
        assert match.sprt(SPRT).decision is None  # one pair is known in a row
        match.file.add([stored(match, number, 0) for number in range(400) if number % 4 >= 2])
        assert match.sprt(SPRT) == expected([(2, 2), (0, 0)] * 100, set(range(400)))
        assert match.sprt(SPRT).decision == "H0"


def test_a_pair_with_a_game_that_has_no_result_is_left_out() -> None:
    with matches() as match:
        match.file.add([stored(match, 0, 2), stored(match, 1, 1, "unfinished")])
        match.file.add([stored(match, number, 2) for number in range(2, 10)])
        assert match.sprt(SPRT) == expected([(2, 2)] * 4, set(range(8)))


def test_an_answer_stands() -> None:
    """Games that were under way when the test stopped are kept, and do not change it."""
    with matches() as match:
        match.file.add([stored(match, number, 2) for number in range(100)])
        answer = match.sprt(SPRT)
        assert answer.decision == "H1"
        match.file.add([stored(match, number, 0) for number in range(100, 1000)])
        assert match.sprt(SPRT) is answer


@pytest.mark.parametrize(("first", "decision"), [("greedy", "H1"), ("random", "H0")])
def test_a_match_stops_by_itself(tmp_path: Path, first: str, decision: str) -> None:
    both: dict[str, players.Player] = {"greedy": players.greedy, "random": players.random}
    names = [first, *both.keys() - {first}]
    with Match({name: both[name] for name in names}, tg.nogo.start(5), tmp_path / "match.db", seed=3) as match:
        match.play(100_000, sprt=SPRT, workers=2)
        games = match.standings().games
        assert games < 10_000
        state = match.sprt(SPRT)
        assert state.decision == decision
        # The answer is that of the first complete pairs, and the same games give it again.
        points = {
            game.number: 1
            if game.winner is None
            else 2 * ((game.black if game.winner is tg.BLACK else game.white) == first)
            for game in match.file.games
        }
        complete = next(pair for pair in range(games) if not {2 * pair, 2 * pair + 1} <= points.keys())
        assert state == expected([(points[2 * pair], points[2 * pair + 1]) for pair in range(complete)], set(points))
        told: list[list[StoredGame]] = []
        match.play(100_000, sprt=SPRT, workers=2, on_games=told.append)
        assert not told
        longest = max(points) + 11
        with ThreadPoolExecutor(2) as threads:  # without a test it goes on
            assert match.play(longest, executor=threads).games == longest + longest % 2


def test_a_match_that_is_too_short_stays_undecided(tmp_path: Path) -> None:
    with (
        Match({"a": players.random, "b": players.random}, tg.nogo.start(5), tmp_path / "match.db", seed=3) as match,
        ThreadPoolExecutor(2) as threads,
    ):
        assert match.play(6, sprt=SPRT, executor=threads).games == 6
        assert match.sprt(SPRT).decision is None
