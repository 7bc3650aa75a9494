"""Ratings: published examples, a slow and obvious way to the same numbers, and how often the truth is inside."""

from __future__ import annotations

import math
import pickle
import random
import time
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from match import simulated
from match.simulated import DECISIVE, KNOWN
from tengen.errors import UsageError
from tengen.match.elo import Tally, elo, expected
from tengen.match.ratings import Anchor, Rating, ratings

NAMES = "abcde"
NATURAL = math.log(10) / 400

points = st.sampled_from([0.0, 0.5, 1.0])
tallies = st.builds(simulated.tally, st.lists(st.tuples(points, points), max_size=6), st.lists(points, max_size=6))
tables = st.dictionaries(st.sampled_from(list(combinations(NAMES, 2))), tallies)


def by_name(rated: tuple[Rating, ...]) -> dict[str, Rating]:
    return {rating.name: rating for rating in rated}


@pytest.mark.parametrize("example", KNOWN["strengths"], ids=lambda example: example["source"].split(",")[0])
def test_published_examples(example: dict[str, Any]) -> None:
    """With a thousand times the games, the draw that everybody is given is of no account."""
    names, wins = example["names"], example["wins"]
    table = {
        (names[i], names[j]): Tally(1000 * wins[i][j], 0, 1000 * wins[j][i])
        for i, j in combinations(range(len(names)), 2)
    }
    rated = by_name(ratings(table))
    first = rated[names[0]].elo
    found = [NATURAL * (rated[name].elo - first) for name in names]
    assert found == pytest.approx(example["strengths"], abs=0.51 * 10.0 ** -example["decimals"])


def by_minorization(table: dict[tuple[str, str], Tally]) -> dict[str, float]:
    """Hunter's algorithm, where the draw against an average player is a game against one whose strength stays 1."""
    strength = {name: 1.0 for two in table for name in two}
    for _ in range(3000):
        for name in strength:
            wins, weight = 0.5, 1 / (strength[name] + 1)
            for (one, other), tally in table.items():
                if name in (one, other):
                    wins += tally.points if name == one else tally.reversed().points
                    weight += tally.games / (strength[one] + strength[other])
            strength[name] = wins / weight
    return {name: math.log(value) / NATURAL for name, value in strength.items()}


def test_the_maximum_is_that_of_the_slow_way() -> None:
    chance = random.Random(1)
    table = {
        two: Tally(chance.randrange(9), chance.randrange(4), chance.randrange(9)) for two in combinations(NAMES, 2)
    }
    table["a", "b"] = Tally(30)
    slow = by_minorization(table)
    average = sum(slow.values()) / len(slow)
    for rating in ratings(table):
        assert rating.elo == pytest.approx(slow[rating.name] - average, abs=0.01)


def test_intervals_are_those_of_the_covariance() -> None:
    """In a round robin of single games without draws, where every game is seen as independent."""
    chance = random.Random(2)
    table = {two: Tally(chance.randrange(5, 30), 0, chance.randrange(5, 30)) for two in combinations(NAMES, 2)}
    rated = by_name(ratings(table))
    slow = by_minorization(table)
    information = np.diag([expected(slow[name]) * expected(-slow[name]) for name in NAMES])
    seen = wanted = 1.0
    for (one, other), tally in table.items():
        share = expected(rated[one].elo - rated[other].elo)
        i, j = NAMES.index(one), NAMES.index(other)
        for row, column, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
            information[row, column] += sign * tally.games * share * (1 - share)
        seen += tally.wins * (1 - share) ** 2 + tally.losses * share**2
        wanted += tally.games * share * (1 - share)
    centre = np.eye(len(NAMES)) - 1 / len(NAMES)
    covariance = centre @ np.linalg.inv(information) @ centre * seen / wanted
    for i, name in enumerate(NAMES):
        margin = 1.96 * math.sqrt(covariance[i, i]) / NATURAL
        assert rated[name].high - rated[name].elo == pytest.approx(margin, rel=1e-3)
        assert rated[name].elo - rated[name].low == pytest.approx(margin, rel=1e-3)


def test_an_anchor_has_its_rating_and_the_others_the_difference() -> None:
    """Between two that have met nobody else, the interval is that of the difference: twice the one beside the average."""
    two = {("new", "old"): Tally(120, 0, 80)}
    plain, beside = by_name(ratings(two)), by_name(ratings(two, Anchor("old", 1800)))
    assert (beside["old"].elo, beside["old"].low, beside["old"].high) == (1800, 1800, 1800)
    assert beside["new"].elo == pytest.approx(1800 + 2 * plain["new"].elo)
    assert beside["new"].high - beside["new"].elo == pytest.approx(2 * (plain["new"].high - plain["new"].elo))


def test_the_interval_beside_an_anchor_grows_with_the_games_between() -> None:
    """a met b, b met c: the variance of c beside a is that of both differences together."""
    chain = {("a", "b"): Tally(500, 0, 500), ("b", "c"): Tally(500, 0, 500)}
    beside = by_name(ratings(chain, Anchor("a", -10.5)))
    margins = {name: rating.high - rating.elo for name, rating in beside.items()}
    assert margins["a"] == 0
    assert margins["c"] == pytest.approx(
        math.sqrt(2) * margins["b"], rel=1e-2
    )  # not quite, for the draws all are given
    assert {round(rating.elo, 9) for rating in beside.values()} == {-10.5}


def test_who_did_not_meet_the_anchor_has_no_interval() -> None:
    apart = {("a", "b"): Tally(15, 0, 5), ("c", "d"): Tally(5, 0, 15), ("e", "a"): Tally()}
    found = by_name(ratings(apart, Anchor("b", 100)))
    assert [name for name, rating in found.items() if math.isfinite(rating.low)] == ["a", "b"]
    idle = by_name(ratings(apart, Anchor("e", 100)))
    assert [name for name, rating in idle.items() if math.isfinite(rating.low)] == ["e"]


@pytest.mark.parametrize("text", ["gnugo", "=1800", "gnugo=", "gnugo=strong", "gnugo=nan", "gnugo=inf", "gnugo=1e6"])
def test_what_is_no_anchor(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        Anchor.parse(text)
    assert str(caught.value) == f"{text!r} is not an anchor; expected a player and its rating, as in gnugo=1800"


def test_anchors() -> None:
    assert Anchor.parse("mcts:visits=100=-12.5") == ("mcts:visits=100", -12.5)
    with pytest.raises(UsageError) as caught:
        ratings({("a", "b"): Tally()}, Anchor("gnugo", 1800))
    assert str(caught.value) == "there is no player 'gnugo'; expected a or b"


@pytest.mark.parametrize("tally", [Tally(120, 0, 80, (10, 0, 60, 0, 30)), Tally(1200, 300, 500)])
def test_two_players_differ_as_their_tally_says(tally: Tally) -> None:
    one, other = ratings({("new", "old"): tally})
    assert (one.name, other.name) == ("new", "old")
    assert one.elo == pytest.approx(-other.elo)
    assert one.elo - other.elo == pytest.approx(tally.elo, rel=0.01)  # the draw that each is given
    low, high = tally.elo_interval
    assert 2 * (one.high - one.low) == pytest.approx(high - low, rel=0.06)


def test_all_won_stays_finite() -> None:
    best, *others = ratings({("a", "b"): Tally(20, 0, 0, (0, 0, 0, 0, 10)), ("b", "c"): Tally(10, 0, 10)})
    assert best.name == "a"
    assert 300 < best.elo - others[0].elo < 1500
    assert best.low < best.elo < best.high < 3000
    assert best.low > 0


def test_players_without_games_and_groups_that_did_not_meet() -> None:
    rated = ratings({("a", "b"): Tally(15, 0, 5), ("c", "d"): Tally(5, 0, 15), ("e", "a"): Tally()})
    assert [rating.name for rating in rated] == ["a", "d", "b", "c", "e"]
    found = by_name(rated)
    assert found["a"].elo == pytest.approx(found["d"].elo) == pytest.approx(-found["b"].elo)
    assert (found["e"].elo, found["e"].low, found["e"].high) == (0, -math.inf, math.inf)
    assert (found["e"].games, found["e"].share) == (0, 0.5)
    assert ratings({}) == ()


def test_who_comes_first_in_a_pairing_is_of_no_account() -> None:
    tally = Tally(26, 4, 20, (5, 0, 10, 4, 6))
    plain = ratings({("a", "b"): tally + tally, ("b", "c"): Tally(3, 0, 4)})
    turned = ratings({("c", "b"): Tally(4, 0, 3), ("b", "a"): tally.reversed(), ("a", "b"): tally})
    for one, other in zip(plain, turned, strict=True):
        assert one.name == other.name
        assert (one.elo, one.low, one.high) == pytest.approx((other.elo, other.low, other.high))
        assert (one.wins, one.draws, one.losses) == (other.wins, other.draws, other.losses)


def test_a_player_against_itself() -> None:
    with pytest.raises(UsageError, match="'a' cannot play against itself"):
        ratings({("a", "a"): Tally(1, 0, 1)})


def test_a_rating_is_a_value() -> None:
    rating, _ = ratings({("new", "old"): Tally(120, 20, 60)})
    assert (rating.games, rating.points, rating.share) == (200, 130, 0.65)
    assert repr(rating) == "<Rating new: +54 (+30 to +77), 200 games>"
    assert pickle.loads(pickle.dumps(rating)) == rating


@given(tables)
def test_any_table_is_rated(table: dict[tuple[str, str], Tally]) -> None:
    rated = ratings(table)
    assert {rating.name for rating in rated} == {name for two in table for name in two}
    assert sum(rating.elo for rating in rated) == pytest.approx(0, abs=1e-6)
    assert sum(rating.games for rating in rated) == 2 * sum(tally.games for tally in table.values())
    played = [rating for rating in rated if rating.games]
    assert [rating.elo for rating in played] == sorted((rating.elo for rating in played), reverse=True)
    for rating in played:
        assert rating.low < rating.elo < rating.high
        assert math.isfinite(rating.low + rating.high)


def test_the_truth_is_inside_as_often_as_stated() -> None:
    """Four players, 40 games a pairing, openings that matter. Variances 1.5 times off would give 89 % or 98 %."""
    truth = {"a": 90.0, "b": 20.0, "c": -10.0, "d": -100.0}
    chances = {
        (one, other): simulated.chances(expected(truth[one] - truth[other]), DECISIVE, (200.0,))
        for one, other in combinations(truth, 2)
    }
    inside = 0
    streams = {two: simulated.matches(chance, 20, 400, seed) for seed, (two, chance) in enumerate(chances.items())}
    for _ in range(400):
        rated = ratings({two: next(stream) for two, stream in streams.items()})
        inside += sum(rating.low <= truth[rating.name] <= rating.high for rating in rated)
    assert inside / 1600 == pytest.approx(0.95, abs=0.022)


def test_a_hundred_players() -> None:
    chance = random.Random(3)
    truth = {f"player {number}": chance.gauss(0, 300) for number in range(100)}
    table = {}
    for one, other in combinations(truth, 2):
        wins = sum(chance.random() < expected(truth[one] - truth[other]) for _ in range(4))
        table[one, other] = Tally(wins, 0, 4 - wins)
    started = time.process_time()
    rated = ratings(table)
    assert time.process_time() - started < 1  # about 0.06 s; not a matter of thousands of rounds
    average = sum(truth.values()) / 100
    inside = sum(rating.low <= truth[rating.name] - average <= rating.high for rating in rated)
    assert inside >= 88


def test_a_long_chain_of_players() -> None:
    """Each met the next one only, and lost a little: differences add up."""
    names = [str(number) for number in range(60)]
    tally = Tally(64_000, 0, 36_000)
    rated = ratings(dict.fromkeys(pairwise(names), tally))
    assert [rating.name for rating in rated] == names
    assert rated[0].elo - rated[-1].elo == pytest.approx(59 * elo(0.64), rel=0.001)
    far = ratings(dict.fromkeys(pairwise(names), Tally(10**7)))
    assert [rating.name for rating in far] == names
    assert 50_000 < far[0].elo - far[-1].elo < 500_000
