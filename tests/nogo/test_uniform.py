"""Random play is uniform over legal moves: exact probabilities from the oracle beside many simulated games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from math import sqrt

import pytest

import tengen as tg
from oracles import nogo as oracle
from tengen.verbs.simulate_many import Simulations
from twin import simulate_as_card

GAMES = 1_000_000
BOARDS: list[tuple[oracle.Board, str]] = [
    (("...", "..."), "X"),
    (("...", "...", "..."), "X"),
    (("...", "...", "..."), "O"),
    (("..#.", "X...", "..O."), "X"),
    (("......",), "O"),
]


def within(count: int, games: int, probability: float, sigmas: float = 4.0) -> bool:
    return abs(count - games * probability) <= sigmas * sqrt(games * probability * (1 - probability)) + 1e-9


@pytest.mark.parametrize("play", [tg.simulate_many, simulate_as_card])
@pytest.mark.parametrize(("board", "colour"), BOARDS, ids="/".join)
def test_many_games_follow_the_exact_distribution(
    board: oracle.Board, colour: str, play: Callable[..., Simulations]
) -> None:
    start = tg.nogo.parse("\n".join(board), tg.BLACK if colour == "X" else tg.WHITE)
    result = play(start, GAMES, seed=20261115, by_point=True)
    assert within(result.black_wins, GAMES, float(oracle.random_play_probability(board, colour)))
    assert result.mean_plies == pytest.approx(float(oracle.mean_plies(board, colour)), abs=0.01)
    for plies, probability in oracle.plies_distribution(board, colour).items():
        assert within(result.lengths[plies], GAMES, float(probability))
    first = oracle.first_move_distribution(board, colour)
    won = oracle.win_probability_by_first_move(board, colour)
    ended = oracle.ended_probability(board, colour)
    for each in result.points:
        where = (each.point.row, each.point.col)
        assert within(each.opened, GAMES, float(first.get(where, 0)))
        if each.opened:
            black = float(won[where])
            assert within(each.opener_won, each.opened, black if colour == "X" else 1 - black)
        if where in ended:
            assert within(each.black_ended, GAMES, float(ended[where][0]))
            assert within(each.white_ended, GAMES, float(ended[where][1]))


def test_single_games_follow_the_exact_distribution() -> None:
    start = tg.nogo.start(3)
    games = 30_000
    wins = sum(tg.simulate(start, seed=seed).winner is tg.BLACK for seed in range(games))
    assert within(wins, games, 290071 / 466560)


@pytest.mark.parametrize(("size", "games", "plies", "black"), [(9, 200_000, 74.40, 0.5018), (19, 20_000, 339.13, None)])
def test_anchors_on_larger_boards(size: int, games: int, plies: float, black: float | None) -> None:
    result = tg.simulate_many(tg.nogo.start(size), games, seed=4)
    error = result.standard_deviation_plies / sqrt(games)
    assert abs(result.mean_plies - plies) < 4 * error + 0.005
    if black:
        assert within(result.black_wins, games, black, sigmas=4.2)


def test_chi_square_on_the_next_move_of_middle_games(chance: random.Random) -> None:
    for _ in range(12):
        start = tg.nogo.start((chance.randint(4, 7), chance.randint(4, 7)))
        whole = tg.simulate(start, seed=chance.randrange(2**32))
        position = start.replay(whole.moves[: len(whole) * 2 // 3])[1]
        legal = position.legal_moves
        if len(legal) < 2:
            continue
        games = 2000 * len(legal)
        seed = chance.randrange(2**32)
        opened = {each.point: each.opened for each in tg.simulate_many(position, games, seed, by_point=True).points}
        first = Counter(tg.simulate(position, seed=seed + k, most_plies=1).moves[0] for k in range(games))
        for counts in (opened, first):
            assert {point for point, count in counts.items() if count} <= set(legal)
            chi_square = sum((counts[point] - 2000) ** 2 / 2000 for point in legal)
            freedom = len(legal) - 1
            # Wilson-Hilferty: the cube root of chi-square over freedom is nearly normal. 5 sigma, since seeds are new.
            z = ((chi_square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
            assert z < 5, (position, counts)
