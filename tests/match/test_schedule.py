"""Who plays whom: fair pairings, paired openings, and all of it settled by numbers and the seed."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen as tg
from tengen.errors import UsageError
from tengen.games.game import Position
from tengen.match.schedule import FIXED_MODES, Fixture, Schedule, derived_seed, opening

schedules = st.builds(
    lambda players, mode: Schedule(tuple("ABCDEF"[:players]), mode), st.integers(2, 6), st.sampled_from(FIXED_MODES)
)
games_each = st.integers(1, 9)
seeds = st.integers(0, 2**64 - 1)
STARTS = [
    tg.nogo.start(3),
    tg.nogo.start(9),
    tg.go.start(2),
    tg.go.start(5),
    tg.gomoku.start(3, in_a_row=2),
    tg.gomoku.start(9),
    tg.othello.start(4),
    tg.othello.start(8),
]


def fixtures(schedule: Schedule, games: int) -> list[Fixture]:
    return [schedule.fixture(number) for number in range(schedule.count(games))]


def given_moves(seed: int, fixture: Fixture, start: Position, plies: int) -> tg.Record:
    return opening(fixture, start, plies, seed)


@given(schedules, games_each)
def test_every_pairing_has_equal_games_and_equal_colours(schedule: Schedule, games: int) -> None:
    colours = Counter((fixture.black, fixture.white) for fixture in fixtures(schedule, games))
    everybody = set(combinations(schedule.names, 2))
    met = everybody if schedule.mode == "round-robin" else {two for two in everybody if two[0] == schedule.names[0]}
    assert set(colours) == met | {(white, black) for black, white in met}
    assert set(colours.values()) == {(games + 1) // 2}


@given(schedules, games_each)
def test_each_opening_is_played_twice_with_colours_changed(schedule: Schedule, games: int) -> None:
    pairs: dict[int, list[Fixture]] = {}
    for fixture in fixtures(schedule, games):
        pairs.setdefault(fixture.pair, []).append(fixture)
    assert list(pairs) == list(range(len(pairs)))
    openings = Counter[tuple[frozenset[str], int]]()
    for one, other in pairs.values():
        assert (one.black, one.white, one.opening) == (other.white, other.black, other.opening)
        openings[frozenset([one.black, one.white]), one.opening] += 1
    assert set(openings.values()) == {1}
    assert {which for _, which in openings} == set(range((games + 1) // 2))


@given(schedules, games_each)
def test_rounds_are_played_one_after_the_other(schedule: Schedule, games: int) -> None:
    """So that a match that is stopped is fair, and one that is made longer has the same beginning."""
    listed = fixtures(schedule, games)
    assert [fixture.number for fixture in listed] == list(range(len(listed)))
    assert [fixture.opening for fixture in listed] == sorted(fixture.opening for fixture in listed)
    assert fixtures(schedule, games + 4)[: len(listed)] == listed


@given(schedules)
def test_black_in_the_first_game_of_a_pair_is_taken_in_turn(schedule: Schedule) -> None:
    blacks: dict[frozenset[str], list[str]] = {}
    for fixture in fixtures(schedule, 8)[::2]:
        blacks.setdefault(frozenset([fixture.black, fixture.white]), []).append(fixture.black)
    for one, other, third, fourth in blacks.values():
        assert one == third != other == fourth


def test_a_gauntlet_is_run_by_the_first() -> None:
    schedule = Schedule(("new", "old", "older"), "gauntlet")
    assert schedule.pairings == (("new", "old"), ("new", "older"))
    assert schedule.count(3) == 8
    assert [(fixture.black, fixture.white) for fixture in fixtures(schedule, 2)] == [
        ("new", "old"),
        ("old", "new"),
        ("new", "older"),
        ("older", "new"),
    ]


@pytest.mark.parametrize(
    ("names", "mode", "message"),
    [
        (("a", "b"), "ladder", "there is no mode 'ladder'; expected round-robin, gauntlet, swiss or knockout"),
        (("a",), "round-robin", "a match of 1 player; expected 2 or more"),
        ((), "gauntlet", "a match of 0 players; expected 2 or more"),
        (("a", "b", "a"), "round-robin", "two players are called 'a'; give them names, like first=a second=a"),
    ],
)
def test_matches_that_are_none(names: tuple[str, ...], mode: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        Schedule(names, mode)
    assert str(caught.value) == message


@given(st.sampled_from(STARTS), seeds, st.integers(0, 50), st.integers(0, 30))
def test_openings_are_legal_and_leave_a_game_to_play(start: Position, seed: int, which: int, plies: int) -> None:
    record = given_moves(seed, Fixture(0, 0, "a", "b", which), start, plies)
    position = start
    for move in record.moves:
        assert position.is_legal(move)
        position = position.play(move)
    assert not position.is_over
    assert len(record) <= plies
    if start.board.width > 5 and plies <= 4:
        assert len(record) == plies


@given(schedules, seeds, st.integers(0, 40))
def test_all_games_of_a_round_have_one_opening(schedule: Schedule, seed: int, number: int) -> None:
    fixture = schedule.fixture(number)
    for other in (schedule.fixture(number ^ 1), schedule.fixture(number // schedule.count(1) * schedule.count(1))):
        assert given_moves(seed, fixture, tg.go.start(7), 6) == given_moves(seed, other, tg.go.start(7), 6)


@given(seeds)
def test_openings_differ_from_round_to_round_and_from_seed_to_seed(seed: int) -> None:
    def openings(seed: int) -> list[tg.Record]:
        return [given_moves(seed, Fixture(0, 0, "a", "b", which), tg.nogo.start(19), 8) for which in range(20)]

    assert openings(seed) == openings(seed)
    assert len({str(record.moves) for record in openings(seed) + openings(seed ^ 1)}) == 40  # of 10**20


def test_seeds_stay_what_they_are() -> None:
    """A file that was begun goes on as it would have: with another seed its games would be others."""
    assert derived_seed(1, "opening", 0) == 7281737983479387655
    assert derived_seed(1, "player", 7, "black") == 16730865105553811625
    assert (
        len(
            {
                derived_seed(seed, what, number)
                for seed in range(5)
                for what in ("opening", "player")
                for number in range(100)
            }
        )
        == 1000
    )
