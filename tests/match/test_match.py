"""Matches through Python: every game, going on, refusing what is another match, players of all kinds, clocks."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from match import bots
from players.shared import Programs
from tengen import players
from tengen.errors import MatchFailed, UsageError
from tengen.games.game import Position
from tengen.match import Match, Sprt, read_standings
from tengen.players import Clock
from tengen.store.finished import GameFile, StoredGame
from waiting import PATIENCE

STARTS = [tg.nogo.start(4), tg.go.start(4, komi=2.5), tg.gomoku.start(5, in_a_row=4), tg.othello.start(4)]
TWO: dict[str, Any] = {"random": players.random, "greedy": players.greedy}


def without_times(game: StoredGame) -> dict[str, object]:
    return {name: value for name, value in game._fields().items() if not name.endswith("seconds")}


def played(
    path: Path, games: int, starts: Any, bots: dict[str, Any] | None = None, **options: Any
) -> list[dict[str, object]]:
    """A match in threads: what is in its file, but for how long it took."""
    with Match(bots or TWO, starts, path, seed=5, **options) as match, ThreadPoolExecutor(2) as threads:
        match.play(games, executor=threads)
        return [without_times(game) for game in match.file.games]


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.game.name)
def test_every_game(tmp_path: Path, start: Position) -> None:
    with Match(TWO, start, tmp_path / "match.db", opening_plies=3, seed=5) as match:
        standings = match.play(10, workers=2)
        games = list(match.file.games)
    assert standings.games == len(games) == 10
    assert [game.number for game in games] == list(range(10))
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.pair == other.pair
        assert {one.black, one.white} == {one.black, other.black} == {"random", "greedy"}
        assert one.opening == other.opening == 3
        assert one.record.moves[:3] == other.record.moves[:3]
    for game in games:
        assert game.start == start
        record = game.record
        assert record.outcome is not None
        assert (record.outcome.winner, record.outcome.termination) == (game.winner, game.reason)
        assert game.ending == ("over" if record.end.is_over else "stopped")
        assert game.black_seconds > 0 < game.white_seconds
    assert len({str(game.record) for game in games}) > 5
    # Processes or threads, the seed settles every move.
    assert played(tmp_path / "again.db", 10, start, opening_plies=3) == [without_times(game) for game in games]


def test_a_match_goes_on_and_can_be_made_longer(tmp_path: Path) -> None:
    start, path = tg.nogo.start(4), tmp_path / "match.db"
    assert played(path, 20, start) == played(tmp_path / "at once.db", 20, start)
    told: list[StoredGame] = []
    with Match(TWO, start, path) as match, ThreadPoolExecutor(2) as threads:
        assert match.seed == 5
        before = match.play(20, executor=threads, on_games=told.extend)
        assert match.play(7, executor=threads, on_games=told.extend) == before
        assert not told
        match.play(31, executor=threads, on_games=told.extend)
        longer = [without_times(game) for game in match.file.games]
    assert sorted(game.number for game in told) == list(range(20, 32))
    assert longer == played(tmp_path / "longer.db", 32, start)


def test_what_is_missing_is_played(tmp_path: Path) -> None:
    """Games come back in any order, and a match may be killed after any of them."""
    start, path = tg.nogo.start(4), tmp_path / "match.db"
    whole = played(path, 20, start)
    with Match(TWO, start, path) as match, ThreadPoolExecutor(2) as threads:
        for number in (0, 3, 4, 5, 11, 19):
            match.file.rows("DELETE FROM game WHERE number = ?", (number,))
        assert match.standings().games == 14
        assert match.play(20, executor=threads).games == 20
        assert [without_times(game) for game in match.file.games] == whole


def test_three_players_and_a_gauntlet(tmp_path: Path) -> None:
    three = {**TWO, "first": bots.first}
    for mode, games in (("round-robin", 12), ("gauntlet", 8)):
        with (
            Match(three, tg.nogo.start(3), tmp_path / mode, mode=mode, seed=1) as match,
            ThreadPoolExecutor(2) as threads,
        ):
            standings = match.play(3, executor=threads)
        assert standings.games == games
        assert {frozenset(two) for two in standings.tallies} == {frozenset(two) for two in match.schedule.pairings}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"players": {"random": players.random, "greedy": players.greedy.seeded(3)}},
            "its players are random greedy, not random greedy=greedy:seed=3",
        ),
        (
            {"players": {"random": players.random, "eager": players.greedy}},
            "its players are random greedy, not random eager=greedy",
        ),
        (
            {"players": {"greedy": players.greedy, "random": players.random}},
            "its players are random greedy, not greedy random",
        ),
        ({"players": {**TWO, "bot": bots.first}}, "its players are random greedy, not random greedy bot=first"),
        ({"starts": tg.nogo.start(5)}, "it has other starting positions"),
        ({"starts": [tg.nogo.start(4), tg.nogo.start(4)]}, "it has other starting positions"),
        ({"starts": tg.go.start(4)}, "it has other starting positions"),
        ({"mode": "gauntlet"}, "its mode is round-robin, not gauntlet"),
        ({"opening_plies": 3}, "its number of opening plies is 2, not 3"),
        ({"clock": Clock(60, 1)}, "its clock is none, not <Clock 60 s, 1 s more with each move>"),
        (
            {"clock": {"greedy": Clock(60)}},
            "its clock is none, not random=none greedy=<Clock 60 s>",
        ),
        ({"seed": 6}, "its seed is 5, not 6"),
    ],
)
def test_another_match_is_refused(tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    path = tmp_path / "match.db"
    before = played(path, 2, tg.nogo.start(4))
    settings: dict[str, Any] = {"players": TWO, "starts": tg.nogo.start(4), "seed": 5, **changed}
    with pytest.raises(UsageError) as caught:
        Match(file=path, **settings)
    assert str(caught.value) == (
        f"'{path}' holds another match: {message}; name another file (--file), or set this one aside (--fresh)"
    )
    assert played(path, 2, tg.nogo.start(4)) == before


def test_a_seed_is_drawn_and_kept(tmp_path: Path) -> None:
    seeds = set()
    for name in ("one.db", "other.db"):
        with Match(TWO, tg.nogo.start(4), tmp_path / name) as match:
            seeds.add(match.seed)
        with Match(TWO, tg.nogo.start(4), tmp_path / name) as match:
            assert match.seed in seeds
    assert len(seeds) == 2


def test_a_file_has_one_match_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "match.db"
    with Match(TWO, tg.nogo.start(4), path):
        with pytest.raises(UsageError) as caught:
            Match(TWO, tg.nogo.start(4), path)
        assert str(caught.value) == f"'{path}' is in use: another process is playing this match"
        with GameFile(path) as file:  # whoever only reads is welcome
            assert not file.numbers
    Match(TWO, tg.nogo.start(4), path).close()


def after(start: Position, vertices: str) -> Position:
    for vertex in vertices.split():
        start = start.play(vertex)
    return start


KO = after(tg.go.start(5), "B1 C1 A2 D2 B3 C3 C2 B2")  # where White has just taken one


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"players": {"random": players.random}}, "a match of 1 player; expected 2 or more"),
        ({"starts": []}, "a match needs a position to begin with"),
        ({"starts": tg.nogo.start(1)}, "a match cannot begin where the game is over"),
        ({"starts": [tg.nogo.start(4), tg.nogo.parse("XO\nOX")]}, "the black stone at A2 has no liberty"),
        ({"starts": KO}, "this position cannot be kept in a file: its past (what a ko forbids) is not in SGF"),
        (
            {"starts": tg.nogo.parse("..#\n...")},
            "there is no point at C2; SGF has no word for that, and boards with holes cannot be written",
        ),
        ({"opening_plies": -1}, "openings of -1 plies; expected 0 to 100"),
        ({"opening_plies": 101}, "openings of 101 plies; expected 0 to 100"),
        ({"clock": {"rndom": Clock(60)}}, "there is no player 'rndom'; did you mean random?"),
        ({"clock": {"x": Clock(60)}}, "there is no player 'x'; expected random or greedy"),
        ({"seed": -1}, "the seed is -1; expected a whole number from 0 to 2**64 - 1"),
        ({"seed": 2**64}, f"the seed is {2**64}; expected a whole number from 0 to 2**64 - 1"),
        ({"mode": "ladder"}, "there is no mode 'ladder'; expected round-robin, gauntlet, swiss or knockout"),
    ],
)
def test_matches_that_are_none_leave_no_file(tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    settings: dict[str, Any] = {"players": TWO, "starts": tg.nogo.start(4), **changed}
    with pytest.raises((UsageError, tg.IllegalPosition)) as caught:
        Match(file=tmp_path / "match.db", **settings)
    assert str(caught.value) == message
    assert not list(tmp_path.iterdir())


def test_what_is_not_a_player_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="'greedy' is not a player"):
        Match({"a": "greedy", "b": players.random}, tg.nogo.start(4), tmp_path / "match.db")  # type: ignore[dict-item]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "0 games; expected 1 to 10000000"),
        ({"games": 10_000_001}, "10000001 games; expected 1 to 10000000"),
        ({"games": 2, "workers": 0}, "0 games at once; expected 1 to 1000"),
        ({"games": 2, "workers": 1001}, "1001 games at once; expected 1 to 1000"),
        (
            {"games": 2, "rounds": 3},
            "a round-robin match has no number of rounds; expected one with the mode swiss only",
        ),
        ({"games": 2, "sprt": Sprt(0, 30)}, "an SPRT compares two players, and these are 3"),
    ],
)
def test_what_cannot_be_played(tmp_path: Path, options: dict[str, Any], message: str) -> None:
    with Match({**TWO, "bot": bots.first}, tg.nogo.start(4), tmp_path / "match.db") as match:
        with pytest.raises(UsageError) as caught:
            match.play(**options)
        assert str(caught.value) == message
        assert match.standings().games == 0


def test_functions_play_in_processes(tmp_path: Path) -> None:
    functions = {"first": bots.first, "last": bots.last}
    with Match(functions, tg.nogo.start(3), tmp_path / "match.db", opening_plies=0) as match:
        match.play(2, workers=1)
        games = list(match.file.games)
    for game in games:
        side = {"first": bots.first, "last": bots.last}
        expected = players.play(tg.nogo.start(3), side[game.black], side[game.white])
        assert (game.record.moves, game.winner) == (expected.record.moves, expected.winner)


def test_a_function_that_other_processes_cannot_find(tmp_path: Path) -> None:
    functions: dict[str, Any] = {"lambda": lambda position, clock: position.legal_moves[0], "random": players.random}
    with Match(functions, tg.nogo.start(3), tmp_path / "match.db") as match:
        with pytest.raises(UsageError) as caught:
            match.play(2)
        said = str(caught.value)
        assert said.startswith("the player 'lambda' cannot be sent to another process: ")
        assert said.endswith("; define it in a file, or play in threads with executor=ThreadPoolExecutor()")
        with ThreadPoolExecutor(1) as threads:
            assert match.play(2, executor=threads).games == 2


def test_a_function_of_an_interactive_session(tmp_path: Path) -> None:
    session = f"""
import tengen as tg
def choose(position, clock):
    return position.legal_moves[0]
with tg.match.Match({{"mine": choose, "random": tg.players.random}}, tg.nogo.start(3), {str(tmp_path / "a.db")!r}) as m:
    m.play(2)
"""
    result = subprocess.run(
        [sys.executable, "-"], input=session, text=True, capture_output=True, check=False, timeout=60
    )
    assert result.stderr.splitlines()[-1] == (
        "tengen.errors.UsageError: the player 'mine' cannot be sent to another process: it is defined in an "
        "interactive session; define it in a file, or play in threads with executor=ThreadPoolExecutor()"
    )


def test_programs_in_threads_are_one_for_each(tmp_path: Path, programs: Programs) -> None:
    two = {"one": programs("plain"), "other": programs("plain")}
    with (
        Match(two, tg.gomoku.start(5, in_a_row=3), tmp_path / "match.db", opening_plies=1, seed=1) as match,
        ThreadPoolExecutor(3) as threads,
    ):
        match.play(12, executor=threads, at_once=lambda: 3)
        assert {game.ending for game in match.file.games} == {"over"}
    programs.wait_for(0)


def test_an_executor_that_fails_says_which_game(tmp_path: Path) -> None:
    with Match(TWO, tg.nogo.start(4), tmp_path / "match.db") as match:
        closed = ThreadPoolExecutor(1)
        with pytest.raises(MatchFailed) as caught:
            match.play(2, executor=Failing(1))
        assert str(caught.value) == "game 1 (random against greedy) could not be played: OSError: no route"
        assert match.play(2, executor=closed).games == 2
        closed.shutdown()


class Failing(ThreadPoolExecutor):
    """Loses what it is given."""

    def submit(self, fn: Any, /, *words: Any, **options: Any) -> Any:
        def lost() -> None:
            raise OSError("no route")

        return super().submit(lost)


def test_games_are_in_the_file_before_they_are_told_of(tmp_path: Path) -> None:
    path = tmp_path / "match.db"
    told: list[int] = []

    def look(games: list[StoredGame]) -> None:
        told.extend(game.number for game in games)
        with GameFile(path) as file:
            assert file.numbers == set(told)

    with Match(TWO, tg.nogo.start(4), path, seed=1) as match:
        match.play(100, workers=2, on_games=look)
    assert sorted(told) == list(range(100))


def test_whoever_is_told_may_end_the_match(tmp_path: Path) -> None:
    path = tmp_path / "match.db"

    def stop(games: list[StoredGame]) -> None:
        raise KeyboardInterrupt

    with Match(TWO, tg.nogo.start(4), path, seed=5) as match:
        with pytest.raises(KeyboardInterrupt):
            match.play(1000, workers=2, on_games=stop)
        assert 0 < match.standings().games < 1000
    assert played(path, 40, tg.nogo.start(4))[:40] == played(tmp_path / "at once.db", 40, tg.nogo.start(4))


def test_clocks_are_enforced_in_threads(tmp_path: Path) -> None:
    two = {"late": bots.late, "random": players.random}
    for game in played(tmp_path / "match.db", 2, tg.nogo.start(4), two, clock=Clock(0.6)):
        assert game["ending"] == "time"
        loser = tg.BLACK if game["black"] == "late" else tg.WHITE
        assert (game["winner"], game["reason"]) == (loser.opponent, f"{loser} ran out of time")


@pytest.mark.parametrize("clock", [Clock(0.8), Clock.per_move(0.6)])
def test_a_function_that_does_not_answer_is_stopped_in_processes(tmp_path: Path, clock: Clock) -> None:
    begun = time.monotonic()
    with Match(
        {"endless": bots.endless, "random": players.random}, tg.nogo.start(4), tmp_path / "match.db", clock=clock
    ) as match:
        standings = match.play(4, workers=2)
    assert time.monotonic() - begun < PATIENCE
    tally = standings.tally("random", "endless")
    assert (tally.wins, tally.losses) == (4, 0)
    assert standings.players[1].forfeits == {"time": 4}


def test_the_clock_is_told_and_runs_on_from_move_to_move(tmp_path: Path) -> None:
    seen: list[float] = []

    def careful(position: Position, clock: Clock | None) -> Any:
        assert clock is not None
        seen.append(clock.remaining)
        return position.legal_moves[0]

    [game, _] = played(
        tmp_path / "match.db", 1, tg.nogo.start(4), {"careful": careful, "random": players.random}, clock=Clock(100)
    )
    assert seen[0] == 100.0
    assert 0 < min(seen) < 100
    assert game["ending"] == "over"


def test_each_player_may_have_a_clock_of_its_own(tmp_path: Path) -> None:
    told: dict[str, set[float | None]] = {"slow": set(), "fast": set()}

    def telling(name: str) -> Any:
        def choose(position: Position, clock: Clock | None) -> Any:
            if position.board.count(position.to_play) == 0:
                told[name].add(None if clock is None else clock.remaining)
            return position.legal_moves[0]

        return choose

    bots = {name: telling(name) for name in told}
    path = tmp_path / "match.db"
    clock = {"slow": Clock(200, 2)}
    played(path, 2, tg.nogo.start(4), bots, opening_plies=0, clock=clock)
    assert told == {"slow": {200.0}, "fast": {None}}
    found = {each.rating.name: each.clock for each in read_standings(path).players}
    assert found == {"slow": "200 s, 2 s more with each move", "fast": ""}
    played(path, 2, tg.nogo.start(4), bots, opening_plies=0, clock={"fast": None, **clock})  # the same match
    with Match(bots, tg.nogo.start(4), tmp_path / "other.db", clock=Clock.per_move(0.5)) as match:
        assert {each.clock for each in match.standings().players} == {"0.5 s for each move"}
    with pytest.raises(UsageError) as caught:
        Match(bots, tg.nogo.start(4), path, opening_plies=0, clock=Clock(200, 2))
    assert " its clock is slow=<Clock 200 s, 2 s more with each move> fast=none, not <Clock 200 s, " in str(
        caught.value
    )


def test_go_has_its_komi(tmp_path: Path) -> None:
    for komi, winner in ((50.5, tg.WHITE), (-50.5, tg.BLACK)):
        path = tmp_path / f"{komi}.db"
        games = played(path, 4, tg.go.start(5, komi=komi, ko="situational"))
        assert {game["winner"] for game in games} == {winner}
        with GameFile(path) as file:
            for game in file.games:
                assert game.start == tg.go.start(5, komi=komi, ko="situational")
                assert f"{abs(komi)}" in game.reason


def test_openings_are_used_in_turn(tmp_path: Path) -> None:
    """As the command reads them from SGF; each by every pairing, twice."""
    trees = tg.read_sgf_games("(;GM[1]SZ[5];B[cc];W[bb])(;GM[1]SZ[6];B[cc])(;GM[1]SZ[5]KM[0.5]AB[aa][bb]AW[ee])")
    starts = [tree.record.end.with_to_play(tree.record.end.to_play) for tree in trees]
    three = {**TWO, "first": bots.first}
    games = played(tmp_path / "match.db", 8, starts, three, opening_plies=0)
    assert [game["start"] for game in games] == [starts[number // 6 % 3] for number in range(24)]
    assert {game["opening"] for game in games} == {0}


def test_what_players_thought_is_kept_from_blacks_side(tmp_path: Path) -> None:
    two = {"confident": bots.confident, "random": players.random}
    one, other = played(tmp_path / "match.db", 2, tg.nogo.start(3), two, opening_plies=1)
    assert one["opening"] == other["opening"] == 1
    for game, share in ((one, 0.75), (other, 0.25)):
        thoughts: Any = game["thoughts"]
        its = (share, "win 75.0 %")
        nothing = (None, None)
        assert thoughts[0] == nothing
        if game["black"] == "confident":  # White is first to choose after an opening of one ply
            assert thoughts[1:4] == (nothing, its, nothing)
        else:
            assert thoughts[1:4] == (its, nothing, its)
