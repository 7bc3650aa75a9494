"""Elo, its interval and the likelihood behind them: published examples, properties, how often the truth is inside."""

from __future__ import annotations

import math
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from match import simulated
from match.simulated import DECISIVE, DRAWISH, KNOWN, OPENINGS
from tengen.errors import UsageError
from tengen.match.elo import Tally, elo, expected
from tengen.match.likelihood import Unit, misfit

points = st.sampled_from([0.0, 0.5, 1.0])
tallies = st.builds(simulated.tally, st.lists(st.tuples(points, points), max_size=30), st.lists(points, max_size=20))
played = tallies.filter(lambda tally: tally.games > 0)


@pytest.mark.parametrize("example", KNOWN["elo"], ids=lambda example: example["source"].split("/")[-1])
def test_published_examples(example: dict[str, Any]) -> None:
    tally = Tally(example["wins"], example["draws"], example["losses"], tuple(example.get("pairs", (0,) * 5)))
    if "elo" in example:
        assert tally.elo == pytest.approx(example["elo"], abs=0.51 if example["elo"] > 100 else 0.06)
    if "margin" in example:
        low, high = tally.elo_interval
        assert (high - low) / 2 == pytest.approx(example["margin"], rel=0.03)
    if "superiority" in example:
        assert 100 * tally.superiority == pytest.approx(example["superiority"], abs=0.2)


def test_elo_and_shares_are_each_others_inverse() -> None:
    assert expected(0) == 0.5
    assert expected(200) == pytest.approx(0.7597, abs=1e-4)  # Elo's own example, to two decimals
    assert expected(400) == pytest.approx(10 / 11)
    assert (elo(0), elo(1), elo(0.5)) == (-math.inf, math.inf, 0)
    assert expected(5000) + expected(-5000) == 1
    assert expected(-1e9) == 0
    for difference in (-700, -30, 0.001, 5, 1000):
        assert elo(expected(difference)) == pytest.approx(difference)


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan])
def test_what_is_not_a_share(share: float) -> None:
    with pytest.raises(UsageError, match="not a share"):
        elo(share)


def test_before_the_first_game_nothing_is_known() -> None:
    nothing = Tally()
    assert (nothing.games, nothing.points, nothing.share, nothing.elo, nothing.superiority) == (0, 0, 0.5, 0, 0.5)
    assert nothing.interval == (0, 1)
    assert nothing.elo_interval == (-math.inf, math.inf)


def test_a_tally_in_words() -> None:
    tally = Tally(120, 0, 80, (10, 0, 60, 0, 30))
    assert str(tally) == "60.0 % of 200 games, +70 Elo (+28 to +115)"
    assert repr(tally) == "Tally(120, 0, 80, (10, 0, 60, 0, 30))"
    assert str(Tally(10)) == "100.0 % of 10 games, +226 Elo or more"
    assert str(Tally(0, 0, 10)) == "0.0 % of 10 games, -226 Elo or less"
    assert str(Tally()) == "50.0 % of 0 games, Elo not known"
    assert str(Tally(0, 1)).startswith("50.0 % of 1 game, ")
    assert pickle.loads(pickle.dumps(tally)) == tally


@pytest.mark.parametrize(
    "counts",
    [
        (-1, 0, 0),
        (0, 0, 0, (1, 0, 0, 0, 0)),
        (2, 0, 1, (0, 0, 0, 0, 2)),
        (1, 0, 1, (0, 1, 0, 0, 0)),
        (5, 0, 0, (0, 0, 1)),
        (1, 2, 0, (0, 0, 1, 1, 0)),
        (9, 0, 9, (0, 0, -1, 0, 0)),
    ],
)
def test_what_is_not_a_tally(counts: tuple[int, int, int]) -> None:
    with pytest.raises(UsageError, match="is not a tally"):
        Tally(*counts)


def test_games_outside_of_complete_pairs_count_one_by_one() -> None:
    pairs = Tally(120, 0, 80, (10, 0, 60, 0, 30))
    more = pairs + Tally(2, 1, 0)
    assert more.units == [*pairs.units, (0, 0, 1), (1, 0.5, 1), (2, 1, 1)]
    # A pair of one point may be two draws; if it is, the single games were decided.
    assert Tally(1, 2, 1, (0, 0, 1, 0, 0)).units[5:] == [(1, 0, 1), (0, 0.5, 1), (1, 1, 1)]
    assert Tally(1, 3, 1, (0, 0, 1, 0, 0)).units[5:] == [(1, 0, 1), (1, 0.5, 1), (1, 1, 1)]


def test_pairs_that_are_always_split_say_more_than_single_games() -> None:
    single, paired = Tally(50, 0, 50), Tally(50, 0, 50, (0, 0, 50, 0, 0))
    assert width(paired) < width(single) / 2
    assert width(paired) > 0.01
    doubled = Tally(50, 0, 50, (25, 0, 0, 0, 25))  # the second game only repeats the first
    assert width(doubled) == pytest.approx(math.sqrt(2) * width(single), rel=0.03)


def width(tally: Tally) -> float:
    low, high = tally.interval
    return high - low


@pytest.mark.parametrize("wins", [1, 2, 5, 20, 1000])
def test_an_interval_is_never_of_zero_width(wins: int) -> None:
    low, high = Tally(wins).interval
    assert high == 1
    assert 0 <= low < 1 - 1.5 / wins if wins > 1 else low < 0.1  # the rule of three: 3 / games, for one side
    assert low > 1 - 6 / wins
    assert Tally(wins).superiority == pytest.approx(1 - 0.5 ** (wins + 1), abs=0.06)  # with any strength as likely


@given(played)
def test_the_other_side_sees_the_mirror_image(tally: Tally) -> None:
    other = tally.reversed()
    assert other.elo == pytest.approx(-tally.elo)
    low, high = tally.interval
    assert other.interval == pytest.approx((1 - high, 1 - low), abs=1e-9)
    assert other.superiority == pytest.approx(1 - tally.superiority, abs=1e-9)
    assert other.reversed() == tally


@given(played)
def test_the_interval_is_around_the_share(tally: Tally) -> None:
    low, high = tally.interval
    assert 0 <= low <= tally.share <= high <= 1
    assert low < high
    assert (low == 0) == (tally.share == 0)
    assert (high == 1) == (tally.share == 1)


@given(played)
def test_more_of_the_same_narrows_it(tally: Tally) -> None:
    assert width(tally + tally) < width(tally)


@given(played)
def test_the_stronger_one_is_where_the_interval_says(tally: Tally) -> None:
    low, high = tally.elo_interval
    if low > 1e-6:
        assert tally.superiority > 0.975
    elif high < -1e-6:
        assert tally.superiority < 0.025
    elif low < -1e-6 and high > 1e-6:
        assert 0.025 <= tally.superiority <= 0.975


@given(tallies, tallies)
def test_tallies_add_up(one: Tally, other: Tally) -> None:
    both = one + other
    assert both == other + one
    assert (both.games, both.points) == (one.games + other.games, one.points + other.points)
    assert sum(count * games for count, _, games in both.units) == both.games
    assert sum(count * points for count, points, _ in both.units) == both.points


@given(st.tuples(*[st.integers(0, 40)] * 3).filter(any), st.floats(0.02, 0.98))
def test_the_misfit_is_that_of_the_likeliest_chances(counts: tuple[int, int, int], share: float) -> None:
    units: list[Unit] = [(count, half / 2, 1) for half, count in enumerate(counts)]
    best = sum(count * math.log(count / sum(counts)) for count in counts if count)
    assert misfit(units, share)[0] == pytest.approx(best - likeliest(counts, share), abs=1e-6)


def likeliest(counts: tuple[int, int, int], share: float) -> float:
    """The greatest log-likelihood of losses, draws and wins with this share, by trying chances of a draw."""

    def likelihood(draw: float) -> float:
        found = 0.0
        for count, chance in zip(counts, (1 - share - draw / 2, draw, share - draw / 2), strict=True):
            if count:
                found += count * math.log(chance) if chance > 0 else -math.inf
        return found

    low, high = 0.0, 2 * min(share, 1 - share)
    for _ in range(200):
        one, other = low + (high - low) / 3, high - (high - low) / 3
        low, high = (one, high) if likelihood(one) < likelihood(other) else (low, other)
    return max(map(likelihood, (0.0, low, 2 * min(share, 1 - share))))


@pytest.mark.parametrize("example", KNOWN["chances"], ids=lambda example: example["source"])
def test_the_simulation_is_like_others(example: dict[str, Any]) -> None:
    found = simulated.chances(0.5, example["draw_elo"], example["advantages"])
    assert simulated.pair_chances(found) == pytest.approx(example["pairs"], abs=6e-5)


def test_the_truth_is_inside_as_often_as_stated() -> None:
    """Variances 1.5 times too large would give 98 %, and too small 89 %."""
    inside = []
    for difference in (0, 30):
        for draw_elo in (DECISIVE, DRAWISH):
            pair = simulated.chances(expected(difference), draw_elo, OPENINGS)
            for games in (40, 200):
                found = 0
                for tally in simulated.matches(pair, games // 2, 1000, seed=games + difference):
                    low, high = tally.elo_interval
                    found += low <= difference <= high
                inside.append(found / 1000)
    assert all(0.915 <= rate <= 0.98 for rate in inside), inside
    assert sum(inside) / len(inside) == pytest.approx(0.95, abs=0.012)


def test_single_games_cover_the_truth_too() -> None:
    pair = simulated.chances(expected(30), DRAWISH, (0.0,))
    inside = 0
    for tally in simulated.matches(pair, 50, 1000, seed=5):
        low, high = Tally(tally.wins, tally.draws, tally.losses).elo_interval
        inside += low <= 30 <= high
    assert inside / 1000 == pytest.approx(0.95, abs=0.025)
