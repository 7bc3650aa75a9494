"""Pairing everybody: beside all ways to do so, tried one by one."""

from __future__ import annotations

from itertools import combinations
from random import Random

from tengen.match.blossom import ALONE, pair_all

Two = tuple[int, int]


def can_be(left: list[int], allowed: set[Two]) -> bool:
    if not left:
        return True
    first, *rest = left
    return any(
        (first, other) in allowed and can_be([each for each in rest if each != other], allowed) for other in rest
    )


def test_all_are_paired_where_that_can_be(chance: Random) -> None:
    answers = set()
    for _ in range(400):
        count, share = chance.choice([2, 4, 6, 8, 10]), chance.uniform(0.15, 0.6)
        allowed = {two for two in combinations(range(count), 2) if chance.random() < share}
        partners = [
            [other for other in range(count) if tuple(sorted((each, other))) in allowed] for each in range(count)
        ]
        mates = [ALONE] * count
        for one, other in chance.sample(
            sorted(allowed), len(allowed)
        ):  # pairs that somebody has made without a thought
            if mates[one] == mates[other] == ALONE:
                mates[one], mates[other] = other, one
        done = pair_all(partners, mates)
        assert done == can_be(list(range(count)), allowed)
        if done:
            assert all(mates[mates[each]] == each and mates[each] in partners[each] for each in range(count))
        answers.add((count, done))
    assert {(count, done) for count in (4, 6, 8, 10) for done in (False, True)} <= answers


def test_two_triangles_and_a_bridge() -> None:
    """Blossoms: 0 1 2 and 3 4 5, of which only 2 and 3 may meet across."""
    partners = [[1, 2], [0, 2], [0, 1, 3], [2, 4, 5], [3, 5], [3, 4]]
    mates = [2, ALONE, 0, 4, 3, ALONE]
    assert pair_all(partners, mates)
    assert mates == [1, 0, 3, 2, 5, 4]
