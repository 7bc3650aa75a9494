"""Matches in rounds: who meets whom follows from the games before, wherever a match was stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tengen as tg
from match.stored import a_game
from tengen import BLACK, WHITE, Color, players
from tengen.errors import UsageError
from tengen.match import Match, Sprt, standings
from tengen.match.export import as_json, rounds_table
from tengen.match.rounds import Round, Rounds, buchholz, read_rounds, scores
from tengen.match.schedule import Fixture
from tengen.store.finished import GameFile, StoredGame

Result = Callable[[Fixture], Color | None]


def a_file(folder: Path, mode: str, names: Sequence[str], games: int = 2) -> GameFile:
    """The file of a match that has just begun."""
    file = GameFile(folder / f"{len(list(folder.iterdir()))}.db", create=True)
    file.keep("match", json.dumps({"mode": mode, "players": dict.fromkeys(names, "random")}))
    file.keep("rounds", json.dumps({"games": games}))
    return file


def the_rounds(file: GameFile, most: int | None = None) -> Rounds:
    found = read_rounds(file, most)
    assert found is not None
    return found


def played(file: GameFile, result: Result, most: int | None = None) -> Rounds:
    """All rounds, the winners of the games settled by this."""
    while left := the_rounds(file, most).rounds[-1].left:
        file.add([a_game(each.number, each.black, each.white, result(each)) for each in left.values()])
    return the_rounds(file, most)


def stronger(fixture: Fixture) -> Color:
    """Who comes first in the alphabet wins."""
    return BLACK if fixture.black < fixture.white else WHITE


def two_by_two(each: Round) -> list[str]:
    return ["".join(meeting.players) for meeting in each.meetings]


def test_a_swiss_match(tmp_path: Path) -> None:
    with a_file(tmp_path, "swiss", "ABCDEFGH") as file:
        found = played(file, stronger, 3)
        assert file.numbers == set(range(3 * 4 * 2))
    assert [two_by_two(each) for each in found.rounds] == [
        ["AE", "BF", "CG", "DH"],  # the upper half and the lower half
        ["AC", "BD", "EG", "FH"],
        ["AB", "CE", "DF", "GH"],  # C, D, E and F have a point each
    ]
    assert scores(found.names, found.rounds) == {"A": 3, "B": 2, "C": 2, "D": 2, "E": 1, "F": 1, "G": 1, "H": 0}


def test_the_swiss_table(tmp_path: Path) -> None:
    with a_file(tmp_path, "swiss", ["ann", "bob", "cat", "dan", "eve"], 4) as file:
        played(file, lambda each: None if each.opening == 0 else stronger(each), 1)
        found = played(file, stronger, 3)
        assert (
            rounds_table(found)
            == """\
   Swiss  points  Buchholz  round 1  round 2  round 3
1  ann         3         5       +3       +2       +4
2  bob         2         5       +4       -1       +5
3  cat         2         4       -1       +5      bye
4  dan         1         5       -2      bye       -1
5  eve         1         4      bye       -3       -2
"""
        )


def test_everybody_rests_once_and_for_a_point(tmp_path: Path) -> None:
    with a_file(tmp_path, "swiss", "ABCDE") as file:
        found = played(file, stronger, 5)
    assert sorted(bye for each in found.rounds for bye in each.byes) == list("ABCDE")
    assert sum(scores(found.names, found.rounds).values()) == 3 * 5


def test_tied_rounds_are_shared(tmp_path: Path) -> None:
    with a_file(tmp_path, "swiss", "AB") as file:
        found = played(file, lambda each: BLACK, 2)  # everybody wins with Black
    assert scores(found.names, found.rounds) == {"A": 1, "B": 1}
    assert buchholz(found.names, found.rounds) == {"A": 2, "B": 2}


def matchings(names: list[str]) -> Iterator[list[frozenset[str]]]:
    """Every way to pair all of these."""
    if not names:
        yield []
        return
    first, *rest = names
    for other in rest:
        for later in matchings([name for name in rest if name != other]):
            yield [frozenset((first, other)), *later]


@pytest.mark.parametrize("count", [4, 5, 6, 7, 8])
def test_nobody_meets_twice_where_that_can_be(tmp_path: Path, count: int) -> None:
    """Beside all pairings that there are, in more rounds than there are opponents."""
    names = list("ABCDEFGH"[:count])
    for seed in range(5):
        chance = Random(seed)

        def drawn(_: Fixture, chance: Random = chance) -> Color | None:
            return chance.choice([BLACK, WHITE, None])

        with a_file(tmp_path, "swiss", names) as file:
            found = played(file, drawn, count + 1)
        met: set[frozenset[str]] = set()
        for each in found.rounds:
            now = {frozenset(meeting.players) for meeting in each.meetings}
            resting = each.byes or ("",)
            if now & met:
                pairs = matchings([name for name in names if name not in resting])
                assert all(met & set(pairing) for pairing in pairs)
            met |= now
        assert {frozenset(two) for two in combinations(names, 2)} >= met


def test_a_knockout(tmp_path: Path) -> None:
    with a_file(tmp_path, "knockout", "BADCE") as file:
        found = played(file, stronger)
        assert len(file.numbers) == 4 * 2
    assert [(two_by_two(each), each.byes) for each in found.rounds] == [
        (["CE"], ("B", "A", "D")),  # seeds four and five; the others have a bye
        (["BC", "AD"], ()),
        (["BA"], ()),
    ]
    assert rounds_table(found) == (
        "round 1: C 2 - 0 E\n"
        "round 1: B has a bye\n"
        "round 1: A has a bye\n"
        "round 1: D has a bye\n"
        "round 2: B 2 - 0 C\n"
        "round 2: A 2 - 0 D\n"
        "final: B 0 - 2 A\n"
        "winner: A\n"
    )


def test_the_first_two_seeds_meet_in_the_final(tmp_path: Path) -> None:
    with a_file(tmp_path, "knockout", "ABCDEFGH") as file:
        found = played(file, stronger)
    assert [two_by_two(each) for each in found.rounds] == [["AH", "DE", "BG", "CF"], ["AD", "BC"], ["AB"]]


def test_ties_of_a_knockout_are_played_on(tmp_path: Path) -> None:
    """First for two games; if nobody ever has more, the better seed goes on."""
    with a_file(tmp_path, "knockout", "AB", 4) as file:
        file.add([a_game(n, each.black, each.white, None) for n, each in the_rounds(file).rounds[0].left.items()])
        assert rounds_table(the_rounds(file)) == ("final: A 2 - 2 B, 2 games to play\n")
        more = the_rounds(file).rounds[0].left
        assert list(more) == [4, 5]
        assert {(each.black, each.white) for each in more.values()} == {("A", "B"), ("B", "A")}
        assert len({each.opening for each in more.values()} | {0, 1}) == 3  # an opening that they have not had
        assert rounds_table(played(file, lambda _: None)) == (
            "final: A 7 - 7 B, 10 games of them after a tie; A goes on as the better seed\nwinner: A\n"
        )
        assert len(file.numbers) == 4 + 10
    with a_file(tmp_path, "knockout", "AB", 4) as file:
        found = played(file, lambda each: BLACK if each.number < 4 else stronger(each))
    assert rounds_table(found) == "final: A 4 - 2 B, 2 games of them after a tie\nwinner: A\n"


def test_games_without_a_result_count_for_nobody(tmp_path: Path) -> None:
    with a_file(tmp_path, "knockout", "AB") as file:
        one, other = the_rounds(file).rounds[0].left.values()
        file.add([a_game(one.number, one.black, one.white, None, "unfinished")])
        file.add([a_game(other.number, other.black, other.white, stronger(other))])
        assert rounds_table(the_rounds(file)) == "final: A 1 - 0 B\nwinner: A\n"


def test_rounds_as_json(tmp_path: Path) -> None:
    with a_file(tmp_path, "swiss", "ABC") as file:
        found = played(file, stronger, 1)
        view = json.loads(as_json(standings(file), rounds=found))
        assert "rounds" not in json.loads(as_json(standings(file)))
    assert view["rounds"] == {
        "mode": "swiss",
        "rounds": [{"meetings": [{"players": ["A", "B"], "points": [2, 0], "winner": "A"}], "byes": ["C"]}],
        "players": {
            "A": {"points": 1, "buchholz": 0},
            "B": {"points": 0, "buchholz": 1},
            "C": {"points": 1, "buchholz": 0},
        },
    }


def without_times(games: Iterator[StoredGame]) -> list[dict[str, object]]:
    return [{name: value for name, value in game._fields().items() if not name.endswith("seconds")} for game in games]


FIVE: dict[str, Any] = {
    "greedy": players.greedy,
    "random": players.random,
    "other": players.random,
    "eager": players.greedy,
    "mcts": players.mcts(visits=10),
}


@pytest.mark.parametrize(("mode", "rounds"), [("swiss", 4), ("knockout", None)])
def test_a_match_that_was_stopped_goes_on_the_same_way(tmp_path: Path, mode: str, rounds: int | None) -> None:
    def play(path: Path, most: int) -> list[dict[str, object]]:
        """Stopped after so many more games, again and again."""
        while True:
            told: list[StoredGame] = []

            def stop(games: list[StoredGame], told: list[StoredGame] = told) -> None:
                told += games
                if len(told) >= most:
                    raise KeyboardInterrupt

            with Match(FIVE, tg.nogo.start(4), path, mode=mode, seed=3) as match, ThreadPoolExecutor(1) as thread:
                try:
                    match.play(2, rounds=rounds, executor=thread, on_games=stop)
                except KeyboardInterrupt:
                    continue
                return without_times(match.file.games)

    whole = play(tmp_path / "whole.db", 10_000)
    assert play(tmp_path / "stopped.db", 3) == whole
    assert len(whole) >= (4 * 2 * 2 if mode == "swiss" else 4 * 2)


def test_more_rounds_go_on_but_other_numbers_of_games_are_another_match(tmp_path: Path) -> None:
    path = tmp_path / "match.db"
    with Match(FIVE, tg.nogo.start(3), path, mode="swiss") as match, ThreadPoolExecutor(1) as thread:
        assert match.play(1, rounds=1, executor=thread).games == 4
        assert match.play(2, rounds=2, executor=thread).games == 8
        assert match.play(2, rounds=1, executor=thread).games == 8
        with pytest.raises(UsageError) as caught:
            match.play(3, rounds=2, executor=thread)
    assert str(caught.value) == (
        f"'{path}' holds another match: in a round players meet for 2 games, not 4; name another file (--file), or set "
        f"this one aside (--fresh)"
    )


@pytest.mark.parametrize(
    ("mode", "options", "message"),
    [
        ("swiss", {"rounds": 0}, "0 rounds; expected 1 to 1000"),
        ("swiss", {"rounds": 1001}, "1001 rounds; expected 1 to 1000"),
        ("knockout", {"rounds": 3}, "a knockout match has no number of rounds; expected one with the mode swiss only"),
        (
            "knockout",
            {"sprt": Sprt(0, 30)},
            "an SPRT stops a match at any game, and a knockout match is played in rounds",
        ),
    ],
)
def test_rounds_that_cannot_be_played(tmp_path: Path, mode: str, options: dict[str, Any], message: str) -> None:
    two: dict[str, Any] = {"a": players.random, "b": players.greedy}
    with Match(two, tg.nogo.start(3), tmp_path / "match.db", mode=mode) as match:
        with pytest.raises(UsageError) as caught:
            match.play(2, **options)
        assert match.file.setting("rounds") is None
    assert str(caught.value) == message


def test_files_whose_rounds_cannot_be(tmp_path: Path) -> None:
    with a_file(tmp_path, "swiss", "ABCD") as file:
        file.add([a_game(0, "A", "B", BLACK)])
        with pytest.raises(UsageError) as caught:
            read_rounds(file)
        assert str(caught.value) == (
            f"'{file.path}' is damaged: game 1 is of A against B, and the rounds before it pair A with C"
        )
        file.keep("rounds", '{"games": 3}')
        with pytest.raises(UsageError) as caught:
            read_rounds(file)
        assert str(caught.value) == f"'{file.path}' is damaged: its rounds have no number of games, or no players"
        file.keep("match", '{"mode": "gauntlet"}')
        assert read_rounds(file) is None
