"""What a file says, beside a second opinion that counts its games one by one."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tengen as tg
from match.stored import a_game, a_pair
from tengen import players
from tengen.match import Match, Standings, Tally, ratings, standings
from tengen.store.finished import GameFile, StoredGame

NAMES = ("ann", "bob", "cid", "dot")
FAILED = ["time", "timeout", "crash", "illegal", "protocol"]


@contextmanager
def files(games: list[StoredGame]) -> Iterator[GameFile]:
    with TemporaryDirectory() as folder, GameFile(Path(folder, "games.db"), create=True) as file:
        file.add(games)
        yield file


def points(game: StoredGame, name: str) -> float:
    if game.winner is None:
        return 0.5
    return float((game.black if game.winner is tg.BLACK else game.white) == name)


def tally(file: GameFile, name: str, other: str) -> Tally:
    """What the first got against the second."""
    met = [game for game in file.games if game.ending != "unfinished" and {game.black, game.white} == {name, other}]
    results = Counter(points(game, name) for game in met)
    pairs = Counter[float]()
    for number in {game.pair for game in met}:
        both = [game for game in met if game.pair == number]
        if len(both) == 2:
            pairs[sum(points(game, name) for game in both)] += 1
    return Tally(results[1.0], results[0.5], results[0.0], (pairs[0.0], pairs[0.5], pairs[1.0], pairs[1.5], pairs[2.0]))


def require_right(found: Standings, file: GameFile, names: tuple[str, ...]) -> None:
    """The standings are what the games of the file say, of these players too."""
    counted = [game for game in file.games if game.ending != "unfinished"]
    met = {game.black for game in counted} | {game.white for game in counted}
    assert found.games == len(counted)
    assert sorted(found.names) == sorted(met | set(names))
    for one, other in permutations(met, 2):
        expected = tally(file, one, other)
        if expected.games:
            assert found.tally(one, other) == expected
        else:
            assert (one, other) not in found.tallies
    for standing in found.players:
        name = standing.rating.name
        own = [game for game in counted if name in (game.black, game.white)]
        results = Counter(points(game, name) for game in own)
        assert (standing.rating.wins, standing.rating.draws, standing.rating.losses) == (
            results[1.0],
            results[0.5],
            results[0.0],
        )
        assert standing.forfeits == Counter(
            game.ending for game in own if game.ending in FAILED and points(game, name) == 0
        )
        seconds = sum(game.black_seconds if game.black == name else game.white_seconds for game in own)
        moves = sum((len(game.record) - game.opening) / 2 for game in own)
        assert standing.seconds_per_move == pytest.approx(seconds / max(1, moves))
    if counted:
        rated = {rating.name: rating.elo for rating in ratings(found.tallies)}
        for standing in found.players:
            assert standing.rating.elo == pytest.approx(rated.get(standing.rating.name, 0.0))


@st.composite
def pairs_of_games(draw: st.DrawFn) -> list[StoredGame]:
    """Games as a match leaves them when it is killed: some pairs have one, some have none."""
    games = []
    for number in range(draw(st.integers(0, 25))):
        one, other = draw(st.permutations(NAMES))[:2]
        for second in draw(st.sampled_from([(0, 1), (0, 1), (0,), (1,)])):
            black, white = (one, other) if second == 0 else (other, one)
            ending = draw(st.sampled_from(["over", "over", "resigned", "stopped", "unfinished", *FAILED]))
            winners: list[tg.Color | None] = [None] if ending == "unfinished" else [tg.BLACK, tg.WHITE]
            winners += [None] if ending in ("over", "stopped") else []
            moves = draw(st.sampled_from(["", "A1", "A1 C3", "A1 C3 B2"]))
            games.append(
                a_game(
                    2 * number + second,
                    black,
                    white,
                    draw(st.sampled_from(winners)),
                    ending,
                    moves=moves,
                    opening=draw(st.integers(0, len(moves.split()))),
                    seconds=(draw(st.integers(0, 80)) / 8, draw(st.integers(0, 80)) / 8),
                )
            )
    return games


@settings(max_examples=80)
@given(pairs_of_games(), st.sampled_from([(), NAMES, NAMES[::-1], ("bob", "eve", "ann")]))
def test_standings_are_what_the_games_say(games: list[StoredGame], names: tuple[str, ...]) -> None:
    with files(games) as file:
        require_right(standings(file, names), file, names)


def test_half_of_a_pair_counts_as_a_game_and_not_as_a_pair() -> None:
    games = a_pair(0, "a", "b", ["a", "a"]) + a_pair(1, "a", "b", ["b"]) + a_pair(2, "a", "b", [None, "a"])
    with files(games) as file:
        assert standings(file).tally("a", "b") == Tally(3, 1, 1, (0, 0, 0, 1, 1))
        assert standings(file).tally("b", "a") == Tally(1, 1, 3, (1, 1, 0, 0, 0))


def test_a_forfeit_is_the_losers() -> None:
    games = [
        a_game(0, "a", "b", tg.WHITE, "time"),
        a_game(1, "b", "a", tg.WHITE, "crash"),
        a_game(2, "a", "b", tg.WHITE, "time"),
        a_game(3, "b", "a", tg.BLACK, "resigned"),
        a_game(4, "a", "b", tg.BLACK, "illegal"),
    ]
    with files(games) as file:
        found = {standing.rating.name: standing.forfeits for standing in standings(file).players}
    assert found == {"a": {"time": 2}, "b": {"crash": 1, "illegal": 1}}


def test_moves_of_an_opening_took_no_time() -> None:
    with files([a_game(0, "a", "b", tg.BLACK, moves="A1 C3 B2", opening=1, seconds=(3.0, 5.0))]) as file:
        found = {standing.rating.name: standing.seconds_per_move for standing in standings(file).players}
    assert found == {"a": 3.0, "b": 5.0}


def test_a_file_without_games() -> None:
    with files([]) as file:
        assert standings(file) == Standings(0, (), {})
        found = standings(file, ("b", "a", "c"))
        assert (found.games, found.names, found.tallies) == (0, ("a", "b", "c"), {})
        for standing in found.players:
            rating = standing.rating
            assert (rating.elo, rating.low, rating.high, rating.games) == (0, -math.inf, math.inf, 0)


def test_players_without_games_come_last() -> None:
    with files(a_pair(0, "b", "c", ["c", "c"])) as file:
        assert standings(file, ("a", "b", "c", "d")).names == ("c", "b", "a", "d")


def test_real_games_with_draws_and_failures(tmp_path: Path) -> None:
    def failing(position: tg.othello.Position, clock: players.Clock | None) -> tg.Point | tg.Pass:
        if len(position.legal_moves) == 1:
            raise RuntimeError("tired")
        return position.legal_moves[0]

    three: dict[str, Any] = {"random": players.random, "greedy": players.greedy, "tired": failing}
    with Match(three, tg.othello.start(4), tmp_path / "match.db", seed=2) as match, ThreadPoolExecutor(2) as threads:
        found = match.play(30, executor=threads)
        require_right(found, match.file, ("random", "greedy", "tired"))
        with GameFile(match.file.path) as file:
            assert standings(file).names == found.names
    assert found.tally("random", "greedy").draws > 0
    assert {standing.rating.name: set(standing.forfeits) for standing in found.players} == {
        "random": set(),
        "greedy": set(),
        "tired": {"crash"},
    }
