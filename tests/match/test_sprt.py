"""The sequential test: published examples, properties, and its error rates in simulated matches."""

from __future__ import annotations

import math
import pickle
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Tengen
from match import simulated
from match.simulated import DECISIVE, DRAWISH, KNOWN, OPENINGS
from tengen.errors import UsageError
from tengen.match.elo import Pairs, Tally, expected
from tengen.match.likelihood import misfit
from tengen.match.sprt import Sprt

pairs = st.tuples(*[st.integers(0, 300)] * 5)
differences = st.lists(st.integers(-200, 200), min_size=3, max_size=3, unique=True).map(sorted)


def of_pairs(counts: Pairs) -> Tally:
    """A tally of these pairs; which games make up those of one point is of no account to a test."""
    zero, half, one, three_halves, two = counts
    return Tally(2 * two + three_halves + one, half + three_halves, 2 * zero + half + one, counts)


@pytest.mark.parametrize("example", KNOWN["llr"], ids=lambda example: example["source"].split("/")[-1])
def test_published_examples(example: dict[str, Any]) -> None:
    within = 1.01 * 10.0 ** -example["decimals"]
    if "pairs" in example:
        state = Sprt(example["elo0"], example["elo1"]).look(of_pairs(tuple(example["pairs"])))
        assert state.llr == pytest.approx(example["llr"], abs=within)
    else:
        units = Tally(example["wins"], example["draws"], example["losses"]).units
        found = misfit(units, expected(example["elo0"]))[0] - misfit(units, expected(example["elo1"]))[0]
        assert found == pytest.approx(example["llr"], abs=within)


@pytest.mark.parametrize("example", KNOWN["bounds"], ids=lambda example: example["source"].split("/")[-1])
def test_published_bounds(example: dict[str, float]) -> None:
    lower, upper = Sprt(0, 30, example["alpha"], example["beta"]).bounds
    assert lower == pytest.approx(example["lower"], abs=10.0 ** -example["decimals"])
    assert upper == pytest.approx(example["upper"], abs=10.0 ** -example["decimals"])


def test_a_test_in_words() -> None:
    sprt = Sprt(0, 30)
    before = sprt.look(Tally())
    assert (before.llr, before.decision) == (0, None)
    assert str(before) == "undecided between +0 and +30 Elo (LLR 0.00, bounds -2.94 and 2.94)"
    better = sprt.look(Tally(120, 0, 80, (10, 0, 60, 0, 30)))
    assert better.decision == "H1"
    assert str(better) == "H1 accepted: more than +0 Elo (LLR 3.48, bounds -2.94 and 2.94)"
    worse = sprt.look(Tally(80, 0, 120, (30, 0, 60, 0, 10)))
    assert worse.decision == "H0"
    assert str(worse).startswith("H0 accepted: less than +30 Elo (LLR -")
    assert pickle.loads(pickle.dumps(better)) == better
    assert sprt == Sprt(0, 30, 0.05, 0.05) != Sprt(0, 31)


def test_games_outside_of_complete_pairs_do_not_count() -> None:
    paired = Tally(120, 0, 80, (10, 0, 60, 0, 30))
    assert Sprt(0, 30).look(paired + Tally(1, 1, 5)).llr == Sprt(0, 30).look(paired).llr


def test_games_alone_are_tested_one_by_one() -> None:
    """Beside the normal approximation: n (s1 - s0) (2 s - s0 - s1) / (2 v), which is near where many games were played."""
    for wins, draws, losses in ((1200, 300, 1000), (500, 3000, 450), (900, 0, 1000)):
        games = wins + draws + losses
        share = (wins + draws / 2) / games
        variance = (wins + draws / 4) / games - share**2
        low, high = expected(0), expected(10)
        near = games * (high - low) * (2 * share - low - high) / (2 * variance)
        assert Sprt(0, 10).look(Tally(wins, draws, losses)).llr == pytest.approx(near, rel=0.05)
    assert Sprt(0, 10).look(Tally()).llr == 0


def test_the_command(tengen: Tengen) -> None:
    result = tengen("sprt", "12", "0", "108", "0", "30")
    assert (result.returncode, result.stderr) == (0, b"")
    words = b"56.0 % of 300 games, +42 Elo (+13 to +72)\nSPRT: H1 accepted: more than +0 Elo (LLR 3.66, bounds -2.94 and 2.94)\n"
    assert result.stdout == words
    counts = "three (games won, drawn, lost) or five (pairs of games with 0, 0.5, 1, 1.5 and 2 points)"
    for arguments, complaint in (
        (["1", "2"], f"2 counts; expected {counts}"),
        (["1", "2", "1000000000"], "1000000003 games; expected 1000000000 at most"),
        (["1", "2", "3", "--test", "30,0"], "30 and 0 Elo cannot be told apart; expected the smaller one first"),
    ):
        result = tengen("sprt", *arguments)
        assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {complaint}\n")


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((30, 0), "30 and 0 Elo cannot be told apart; expected the smaller one first"),
        ((5, 5), "5 and 5 Elo cannot be told apart"),
        ((0, 1001), "1001 Elo cannot be tested; expected -1000 to 1000"),
        ((-math.inf, 0), "-inf Elo cannot be tested"),
        ((math.nan, 0), "nan Elo cannot be tested"),
        ((0, 30, 0), "an error rate alpha of 0 cannot be; expected more than 0 and less than 0.5"),
        ((0, 30, 0.05, 0.5), "an error rate beta of 0.5 cannot be"),
        ((0, 30, 0.05, math.nan), "an error rate beta of nan cannot be"),
    ],
)
def test_what_cannot_be_tested(numbers: tuple[float, float], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Sprt(*numbers)


@given(pairs, differences)
def test_the_other_side_tests_the_opposite(counts: Pairs, tested: list[int]) -> None:
    low, _, high = tested
    tally = of_pairs(counts)
    assert Sprt(-high, -low).look(tally.reversed()).llr == pytest.approx(-Sprt(low, high).look(tally).llr, abs=1e-7)


@given(pairs, differences)
def test_ratios_add_up(counts: Pairs, tested: list[int]) -> None:
    low, middle, high = tested
    tally = of_pairs(counts)
    both = Sprt(low, middle).look(tally).llr + Sprt(middle, high).look(tally).llr
    assert Sprt(low, high).look(tally).llr == pytest.approx(both, abs=1e-7)


@given(pairs, st.integers(-100, 100), st.integers(1, 100))
def test_a_pair_won_speaks_for_the_greater_difference(counts: Pairs, elo0: int, more: int) -> None:
    zero, half, one, three_halves, two = counts
    sprt = Sprt(elo0, elo0 + more)
    assert (
        sprt.look(of_pairs((zero, half, one, three_halves, two + 1))).llr
        > sprt.look(of_pairs((zero + 1, half, one, three_halves, two))).llr
    )


@pytest.mark.parametrize(
    "extreme",
    [
        (10**7, 0, 0, 0, 0),
        (0, 0, 0, 0, 10**7),
        (0, 0, 10**7, 0, 0),
        (1, 0, 0, 0, 10**7),
    ],
)
def test_long_and_one_sided_matches(extreme: Pairs) -> None:
    ratio = Sprt(-1000, 1000).look(of_pairs(extreme)).llr
    average = sum(count * half for half, count in enumerate(extreme)) / sum(extreme) / 4
    assert math.isfinite(ratio)
    assert ratio == pytest.approx(0, abs=1) if average == 0.5 else (ratio > 1e6) == (average > 0.5)


@pytest.mark.parametrize(("elo1", "draw_elo", "openings"), [(30, DECISIVE, (400.0,)), (60, DRAWISH, OPENINGS)])
def test_the_stated_error_rates_hold(elo1: int, draw_elo: float, openings: tuple[float, ...]) -> None:
    """A thousand matches for each truth, looked at after every pair.

    Stopped by chance alone, an error of 5 % is seen in 50 of them, give or take 7. Overshooting the bounds makes it
    fewer. Variances 1.5 times too small would give 120, and too large 15.
    """
    sprt = Sprt(0, elo1)
    decide = cache(lambda *counts: sprt.look(of_pairs(counts)).decision)
    chance = random.Random(elo1)
    for truth, wrong in ((0, "H1"), (elo1, "H0")):
        pair = simulated.chances(expected(truth), draw_elo, openings)
        halves = simulated.pair_chances(pair)
        errors = looks = 0
        for _ in range(1000):
            counts = [0] * 5
            decision = None
            while decision is None:
                counts[chance.choices(range(5), halves)[0]] += 1
                decision = decide(*counts)
                looks += 1
            errors += decision == wrong
        assert 20 <= errors <= 70, (truth, errors)
        # Wald's average: the right bound in 95 %, less the other in 5 %, over what one pair adds; and some overshoot.
        drift = (expected(elo1) - 0.5) ** 2 / 2 / simulated.variance(pair)
        assert looks / 1000 == pytest.approx(0.9 * sprt.bounds[1] / drift, rel=0.15)
