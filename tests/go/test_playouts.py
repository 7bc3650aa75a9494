"""Random games of Go: exact probabilities from the oracle beside many simulated games, and what each policy may do."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import tengen as tg
from go.shared import NAMES, legal_moves, move_of, moves_of, play, position_of, random_board, rows, rules_of
from oracles import go as oracle
from tengen.games.game import HasCardGames
from tengen.verbs.simulate_many import Simulations
from twin import simulate_as_card

KNOWN = json.loads((Path(__file__).resolve().parent.parent / "data" / "go_known.json").read_text())
GAMES = 200_000


def within(count: int, games: int, probability: float, sigmas: float = 4.0) -> bool:
    return abs(count - games * probability) <= sigmas * sqrt(games * probability * (1 - probability)) + 1e-9


def random_moves(state: oracle.State) -> list[oracle.Move]:
    """The random policy, with simple ko by its point."""
    moves: list[oracle.Move] = [
        move
        for move in legal_moves(state)
        if move != "pass" and not oracle.fills_own_eye(state.board, move, state.to_play)
    ]
    return moves or [oracle.PASS]


POLICIES: dict[str, Callable[[oracle.State], list[oracle.Move]]] = {"random": random_moves, "uniform": legal_moves}


class Exact(NamedTuple):
    winners: dict[str, Fraction]
    lengths: dict[int, Fraction]
    first: dict[oracle.Move, Fraction]
    black_ended: dict[oracle.Point, Fraction]


def exact(start: oracle.State, policy: str, most_plies: int) -> Exact:
    """What random games add up to, ply by ply over everything that can happen, until most_plies."""
    winners = defaultdict[str, Fraction](Fraction)
    lengths = defaultdict[int, Fraction](Fraction)
    black_ended = defaultdict[oracle.Point, Fraction](Fraction)
    now = {oracle.future_key(start): (start, Fraction(1))}
    for ply in range(most_plies + 1):
        later: dict[oracle.Key, tuple[oracle.State, Fraction]] = {}
        for state, share in now.values():
            if oracle.is_over(state) or ply == most_plies:
                winners[oracle.winner(state)] += share
                lengths[ply] += share
                for point in oracle.points(state.board):
                    if oracle.at(state.board, point) == "X":
                        black_ended[point] += share
                continue
            moves = POLICIES[policy](state)
            for move in moves:
                following = play(state, move)
                key = oracle.future_key(following)
                before = later[key][1] if key in later else Fraction(0)
                later[key] = (following, before + share / len(moves))
        now = later
    moves = POLICIES[policy](start)
    return Exact(winners, lengths, {move: Fraction(1, len(moves)) for move in moves}, black_ended)


def compare(board: oracle.Board, to_play: str, rules: oracle.Rules, policy: str) -> None:
    start = position_of(board, rules, to_play)
    allowed = max(2, 3 * sum(len(row) - row.count("#") for row in board))
    expected = exact(oracle.new_game(board, rules, to_play), policy, allowed)
    assert sum(expected.winners.values()) == sum(expected.lengths.values()) == 1
    results = [tg.simulate_many(start, GAMES, seed=20261115, policy=policy, by_point=True)]
    assert isinstance(start.game, HasCardGames)
    if start.game.card_misfit(start, policy) is None:
        results.append(simulate_as_card(start, GAMES, seed=20261115, policy=policy, by_point=True))
    for result in results:
        compare_result(result, expected, allowed)


def compare_result(result: Simulations, expected: Exact, allowed: int) -> None:
    for name, count in (("X", result.black_wins), ("O", result.white_wins), ("draw", result.draws)):
        assert within(count, GAMES, float(expected.winners.get(name, 0))), name
    assert result.longest <= allowed
    for plies, count in enumerate(result.lengths):
        assert within(count, GAMES, float(expected.lengths.get(plies, 0))), plies
    for each in result.points:
        where = (each.point.row, each.point.col)
        assert within(each.opened, GAMES, float(expected.first.get(where, 0)))
        assert within(each.black_ended, GAMES, float(expected.black_ended.get(where, 0)))


def size_and_rules(entry: dict[str, Any]) -> str:
    return f"{entry['rows']}x{entry['cols']}, {entry['ko']}, suicide {entry['suicide']}"


@pytest.mark.parametrize(
    ("entry", "policy"),
    [
        pytest.param(entry, policy, id=f"{policy}, {size_and_rules(entry)}")
        for policy, most_points in (("random", 4), ("uniform", 3))
        for entry in KNOWN["random_policy"]
        if entry["rows"] * entry["cols"] <= most_points
    ],
)
def test_many_games_follow_the_exact_distribution(entry: dict[str, Any], policy: str) -> None:
    compare(oracle.empty_board(entry["rows"], entry["cols"]), "X", rules_of(entry), policy)


def test_the_known_probabilities_of_games_that_are_not_stopped() -> None:
    compared = 0
    for entry in KNOWN["random_policy"]:
        if entry["suicide"] and entry["ko"] == "simple":
            continue  # the data reads simple ko literally
        start = position_of(oracle.empty_board(entry["rows"], entry["cols"]), rules_of(entry))
        result = tg.simulate_many(start, GAMES, seed=7)
        stopped = sum(result.lengths[start.game.plies_allowed(start) or 0 :])
        for name, count in (("X", result.black_wins), ("O", result.white_wins), ("draw", result.draws)):
            share = Fraction(entry[name])
            slack = 4 * sqrt(GAMES * share * (1 - share))
            assert abs(count - GAMES * share) <= slack + stopped
        compared += stopped < GAMES // 100
    assert compared > 15


@pytest.mark.parametrize(
    ("board", "to_play"),
    [(("X.O", ".#."), "O"), (("..", "#."), "X"), ((".X", "O."), "O"), (("#.", ".#"), "X"), (("..#.",), "O")],
    ids="/".join,
)
def test_boards_with_holes_and_stones(board: oracle.Board, to_play: str) -> None:
    for ko in ("simple", "positional"):
        rules = rules_of({"suicide": False, "ko": ko, "komi": "1/2"})
        compare(board, to_play, rules, "random")
        if sum(len(row) - row.count("#") for row in board) <= 3:
            compare(board, to_play, rules, "uniform")


@pytest.mark.parametrize(
    "case", [case for case in KNOWN["eyes"] if "#" not in "".join(case["board"])], ids=lambda case: case["name"]
)
def test_own_eyes_are_not_filled_and_other_points_are(case: dict[str, Any]) -> None:
    point = tg.Point(*case["point"])
    for colour in "XO":
        position = position_of(tuple(case["board"]), oracle.Rules(False, "simple"), colour)
        if not position.is_sound:
            continue
        opened = {each.point: each.opened for each in tg.simulate_many(position, 4000, 3, by_point=True).points}
        assert bool(opened[point]) == (position.is_legal(point) and not case[colour])


@pytest.mark.parametrize("ko", ["simple", "positional", "situational"])
def test_what_each_policy_may_play(chance: random.Random, ko: str) -> None:
    passes = {"random": 0, "uniform": 0}
    for _ in range(60):
        start = tg.go.start((chance.randint(1, 7), chance.randint(1, 7)), ko=ko, suicide=chance.random() < 0.3)
        for policy in POLICIES:
            position = start
            record = tg.simulate(start, policy, chance.randrange(2**32))
            for move in moves_of(record.moves):
                board = rows(position.board)
                if policy == "random":
                    colour = "X" if position.to_play is tg.BLACK else "O"
                    useful: list[oracle.Move] = [
                        each
                        for each in moves_of(position.legal_moves)
                        if each != "pass" and not oracle.fills_own_eye(board, each, colour)
                    ]
                    assert move in (useful or ["pass"])
                passes[policy] += move == "pass"
                position = position.play(move_of(move))
            assert position == record.end
    assert min(passes.values()) > 60


@pytest.mark.parametrize(
    ("board", "allowed"),
    [("...\n...\n...", 27), (".", 3), ("#.\n..", 9), ("#", 2), ("X.#.\n..O.\n#...", 30), ("....." * 5, 75)],
)
@pytest.mark.parametrize("policy", POLICIES)
def test_games_stop_after_three_times_as_many_plies_as_points(board: str, allowed: int, policy: str) -> None:
    start = tg.go.parse(board, ko="simple", suicide=True)
    assert start.game.plies_allowed(start) == allowed
    result = tg.simulate_many(start, 3000, seed=2, policy=policy)
    assert result.longest <= allowed
    records = [tg.simulate(start, policy, seed) for seed in range(300)]
    assert max(map(len, records)) <= allowed
    for record in records:
        assert record.outcome is not None
        assert record.end.is_over or len(record) == allowed
        stopped = ", stopped before two passes" in str(record.outcome)
        assert stopped is not record.end.is_over
        black, white = oracle.area_score(rows(record.end.board))
        assert NAMES[record.winner] == ("X" if black - white > 7.5 else "O")


def test_a_stopped_game_is_scored_as_it_stands() -> None:
    # Under simple ko with suicide some tiny boards never come to rest.
    start = tg.go.start((1, 4), ko="simple", suicide=True, komi=0)
    result = tg.simulate_many(start, 20_000, seed=1)
    assert result.lengths[12] > 100
    assert result.games == 20_000 == sum(result.lengths)
    endless = next(record for record in (tg.simulate(start, seed=seed) for seed in range(500)) if len(record) == 12)
    assert str(endless.outcome).endswith(", stopped before two passes")


@pytest.mark.parametrize("policy", POLICIES)
def test_single_games_and_many_have_one_distribution(policy: str) -> None:
    for size in ((2, 3), (4, 4), (5, 5)):
        start = tg.go.start(size, komi=0.5)
        games = 3000
        records = [tg.simulate(start, policy, seed) for seed in range(games)]
        many = tg.simulate_many(start, 60_000, seed=8, policy=policy)
        wins = sum(record.winner is tg.BLACK for record in records)
        share = many.black_win_rate
        assert abs(wins / games - share) < 4 * sqrt(share * (1 - share) * (1 / games + 1 / 60_000)) + 1e-9
        plies = sum(map(len, records)) / games
        error = many.standard_deviation_plies * sqrt(1 / games + 1 / 60_000)
        assert abs(plies - many.mean_plies) < 4 * error


def test_the_first_policy_plays_the_first_legal_point(chance: random.Random) -> None:
    for _ in range(30):
        board = random_board(chance, most=4)
        record = tg.simulate(tg.go.parse("\n".join(board)), "first")
        position = record.start
        for move in record.moves:
            assert move == position.legal_moves[0]
            position = position.play(move)
        assert position.is_over or len(record) == position.game.plies_allowed(record.start)


def test_policies_that_do_not_exist() -> None:
    with pytest.raises(tg.UsageError, match="there is no policy 'best'; expected first, random or uniform"):
        tg.simulate(tg.go.start(3), "best")
    with pytest.raises(tg.UsageError, match="many games are of chance; the policy is 'first', expected random or unif"):
        tg.simulate_many(tg.go.start(3), 5, policy="first")
