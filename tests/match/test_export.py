"""Reports: the table as it is printed, CSV and JSON as they are read again, games as SGF, the picture."""

from __future__ import annotations

import csv
import io
import json
import math
import sys
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from match import bots
from match.stored import a_game, a_pair
from tengen import players
from tengen.errors import UsageError
from tengen.match import Anchor, Match, Rating, Sprt, Standing, Standings, Tally, standings
from tengen.match.export import as_json, comma_separated, failure_lines, game_sgf, table, write_sgf_files
from tengen.match.plot import plot
from tengen.match.standings import Failure
from tengen.players import Clock
from tengen.render.chart import check_plot
from tengen.store.finished import GameFile, StoredGame

NEW = Standing(Rating("new", 35.25, -10.5, 81.0, 12, 1, 7), {"time": 2, "crash": 1}, 0.01234)
OLD = Standing(Rating('old, with a "name"', -35.25, -81.0, 10.5, 7, 1, 12), {}, 1.5e-5)
IDLE = Standing(Rating("idle", 0.0, -math.inf, math.inf, 0, 0, 0), {}, 0.0)
TALLY = Tally(12, 1, 7, (1, 0, 5, 1, 3))
BOTH = Standings(20, (NEW, OLD), {("new", OLD.rating.name): TALLY})
THREE = Standings(20, (NEW, OLD, IDLE), {(OLD.rating.name, "new"): TALLY.reversed()})


def test_the_table_of_two() -> None:
    assert (
        table(BOTH, Sprt(0, 30).look(TALLY))
        == """\
   player              Elo        95 %  games  points  share  won  drawn  lost             forfeits   s/move
1  new                 +35  -10 to +81     20    12.5  62.5%   12      1     7  3 (1 crash, 2 time)   0.0123
2  old, with a "name"  -35  -81 to +10     20     7.5  37.5%    7      1    12                    -  1.5e-05

not shown yet that new is stronger than old, with a "name": +89 Elo (-77 to +261); the likelihood of it is 86.4%

SPRT: undecided between +0 and +30 Elo (LLR 0.42, bounds -2.94 and 2.94)
"""
    )


def test_the_table_of_three() -> None:
    assert (
        table(THREE)
        == """\
   player              Elo        95 %  games  points  share  won  drawn  lost             forfeits   s/move
1  new                 +35  -10 to +81     20    12.5  62.5%   12      1     7  3 (1 crash, 2 time)   0.0123
2  old, with a "name"  -35  -81 to +10     20     7.5  37.5%    7      1    12                    -  1.5e-05
3  idle                 +0           -      0       0      -    0      0     0                    -        0

   share against         1    2  3
1  new                   -  62%  -
2  old, with a "name"  38%    -  -
3  idle                  -    -  -
"""
    )


def test_who_won_everything_is_shown_to_be_stronger_or_not() -> None:
    def last_line(tally: Tally) -> str:
        winner = Standing(Rating("new", 300.0, 100.0, 500.0, tally.wins, 0, 0), {}, 0.0)
        return table(Standings(tally.games, (winner, OLD), {("new", OLD.rating.name): tally})).splitlines()[-1]

    assert last_line(Tally(40, 0, 0, (0, 0, 0, 0, 20))) == ('new is stronger than old, with a "name": +377 Elo or more')
    assert last_line(Tally(2, 0, 0, (0, 0, 0, 0, 1))) == (
        'not shown yet that new is stronger than old, with a "name": Elo not known; the likelihood of it is 70.3%'
    )


def test_failures_in_words() -> None:
    written = 'Traceback (most recent call last):\n  File "/home/me/bot.py", line 7, in <module>\nKeyError: 3\n\n'
    lost = Failure(0, "one", "time", "Black ran out of time", "")
    crashed = Failure(2, "two", "crash", "White's player failed: it\nended", written)
    again = Failure(5, "one", "illegal", "Black's player failed: \x1b[2J", "out of ideas\n")
    assert failure_lines([], every=False) == ""
    assert failure_lines([], every=True) == "nobody failed\n"
    assert failure_lines([lost, crashed, again], every=False) == (
        "the first of 2 failures: game 1, one: Black ran out of time\n"
        "failed: game 3, two: White's player failed: it ended; its last words: KeyError: 3 (bot.py, line 7)\n"
    )
    assert failure_lines([lost, crashed, again], every=True).splitlines()[1:] == [
        "game 3, two: White's player failed: it ended; its last words: KeyError: 3 (bot.py, line 7)",
        "game 6, one: Black's player failed: ?[2J; its last words: out of ideas",
    ]


def test_the_table_of_many_leaves_out_who_beat_whom() -> None:
    many = tuple(Standing(Rating(f"player {number}", 0.0, -1.0, 1.0, 1, 0, 1), {}, 0.0) for number in range(13))
    assert len(table(Standings(13, many, {})).splitlines()) == 14
    assert len(table(Standings(12, many[:12], {})).splitlines()) == 13 + 1 + 13


def test_the_table_before_the_first_game() -> None:
    assert (
        table(Standings(0, (IDLE,), {}))
        == """\
   player  Elo  95 %  games  points  share  won  drawn  lost  forfeits  s/move
1  idle     +0     -      0       0      -    0      0     0         -       0
"""
    )


def test_points_of_millions_of_games_are_exact() -> None:
    winner = Standing(Rating("winner", 0.0, -1.0, 1.0, 1_234_567, 1, 0), {}, 0.0)
    assert "  1234567.5  " in table(Standings(1_234_568, (winner,), {}))
    assert ",1234567.5," in comma_separated(Standings(1_234_568, (winner,), {}))


def test_csv_is_read_again() -> None:
    rows = list(csv.DictReader(io.StringIO(comma_separated(THREE))))
    assert [row["player"] for row in rows] == ["new", OLD.rating.name, "idle"]
    for row, standing in zip(rows, THREE.players, strict=True):
        rating = standing.rating
        assert (float(row["elo"]), float(row["points"])) == (rating.elo, rating.points)
        assert [int(row[name]) for name in ("games", "wins", "draws", "losses", "forfeits")] == [
            rating.games,
            rating.wins,
            rating.draws,
            rating.losses,
            sum(standing.forfeits.values()),
        ]
        assert float(row["seconds_per_move"]) == standing.seconds_per_move
    assert [(float(row["elo_low"]), float(row["elo_high"])) for row in rows[:2]] == [(-10.5, 81.0), (-81.0, 10.5)]
    assert (rows[2]["elo_low"], rows[2]["elo_high"]) == ("", "")


def test_an_anchor() -> None:
    new = Standing(Rating("new", 1835.25, 1790.5, 1880.0, 12, 1, 7), {}, 0.01)
    old = Standing(Rating("old", 1800.0, 1800.0, 1800.0, 7, 1, 12), {}, 0.01)
    anchored = Standings(20, (new, old), {("new", "old"): TALLY}, Anchor("old", 1800))
    assert (
        table(anchored)
        == """\
   player   Elo          95 %  games  points  share  won  drawn  lost  forfeits  s/move
1  new     1835  1790 to 1880     20    12.5  62.5%   12      1     7         -    0.01
2  old     1800  1800 to 1800     20     7.5  37.5%    7      1    12         -    0.01

not shown yet that new is stronger than old: +89 Elo (-77 to +261); the likelihood of it is 86.4%

Elo: old is 1800; the intervals are those of the difference from it
"""
    )
    assert json.loads(as_json(anchored))["anchor"] == {"name": "old", "elo": 1800}
    assert "anchor" not in json.loads(as_json(BOTH))


def test_clocks() -> None:
    """Where there are any: in words below the table, and of each player in CSV and JSON."""
    one, other = (Standing(each.rating, {}, 0.0, "60 s") for each in (NEW, OLD))
    same, different = (Standings(20, players, BOTH.tallies) for players in ((one, other), (one, OLD)))
    assert table(same).splitlines()[-1] == "clock: 60 s"
    assert table(different).splitlines()[-1] == 'clocks: new has 60 s; old, with a "name" has none'
    assert "clock" not in table(BOTH)
    rows = list(csv.DictReader(io.StringIO(comma_separated(different))))
    assert [row["clock"] for row in rows] == ["60 s", ""]
    assert [player.get("clock") for player in json.loads(as_json(different))["players"]] == ["60 s", None]


def refused(word: str) -> None:
    raise AssertionError(f"{word} is not JSON")


def test_json_says_all_that_the_table_does() -> None:
    view: dict[str, Any] = json.loads(as_json(THREE, Sprt(0, 30).look(TALLY)), parse_constant=refused)
    assert list(view) == ["games", "players", "pairings", "sprt"]
    assert view["games"] == 20
    new, old, idle = view["players"]
    assert new == {
        "name": "new",
        "elo": 35.25,
        "elo_interval": [-10.5, 81.0],
        "games": 20,
        "points": 12.5,
        "wins": 12,
        "draws": 1,
        "losses": 7,
        "forfeits": {"time": 2, "crash": 1},
        "seconds_per_move": 0.01234,
    }
    assert old["name"] == OLD.rating.name
    assert (idle["games"], idle["elo"], idle["elo_interval"]) == (0, 0.0, [None, None])
    [pairing] = view["pairings"]
    theirs = TALLY.reversed()
    assert (pairing["player"], pairing["against"], pairing["pairs"]) == (OLD.rating.name, "new", list(theirs.pairs))
    assert (pairing["wins"], pairing["draws"], pairing["losses"], pairing["games"]) == (7, 1, 12, 20)
    assert (pairing["share"], pairing["points"]) == (0.375, 7.5)
    for name, expected, places in (("elo", theirs.elo, 0.01), ("superiority", theirs.superiority, 1e-6)):
        assert pairing[name] == pytest.approx(expected, abs=places)
    assert pairing["elo_interval"] == pytest.approx(theirs.elo_interval, abs=0.01)
    assert pairing["share_interval"] == pytest.approx(theirs.interval, abs=1e-6)
    state = Sprt(0, 30).look(TALLY)
    assert view["sprt"] == {
        "elo0": 0,
        "elo1": 30,
        "llr": round(state.llr, 6),
        "lower": round(state.lower, 6),
        "upper": round(state.upper, 6),
        "decision": None,
    }
    assert "sprt" not in json.loads(as_json(THREE))


def test_json_has_no_infinity(tmp_path: Path) -> None:
    """Whoever wins every game is stronger by infinitely many Elo."""
    with GameFile(tmp_path / "match.db", create=True) as file:
        file.add(a_pair(0, "a", "b", ["a", "a"]))
        view = json.loads(as_json(standings(file, ("a", "b", "c"))), parse_constant=refused)
    [pairing] = view["pairings"]
    assert (pairing["elo"], pairing["elo_interval"][1], pairing["share"]) == (None, None, 1.0)
    assert view["players"][2]["elo_interval"] == [None, None]


@pytest.mark.parametrize(
    ("game", "result"),
    [
        (a_game(6, "a", "b", tg.WHITE, "time", moves="A1 C3", reason="Black ran out of time"), "W+T"),
        (a_game(6, "a", "b", tg.BLACK, "resigned", moves="A1", reason="White resigned"), "B+R"),
        (a_game(6, "a", "b", tg.BLACK, "crash", reason="White's player failed: oh [no]\\"), "B+F"),
        (a_game(6, "a", "b", tg.BLACK, "timeout"), "B+F"),
        (a_game(6, "a", "b", tg.BLACK, "illegal"), "B+F"),
        (a_game(6, "a", "b", tg.BLACK, "protocol"), "B+F"),
        (a_game(6, "a", "b", tg.WHITE, start=tg.nogo.start(1), reason="Black has no legal move"), "W+"),
        (a_game(6, "a", "b", tg.WHITE, start=tg.go.start(2, komi=0.5), moves="pass pass"), "W+0.5"),
        (a_game(6, "a", "b", None, start=tg.go.start(2, komi=0), moves="pass pass"), "0"),
        (a_game(6, "[黑]", "w:h", None, "unfinished", moves="A1", opening=1), ""),
    ],
)
def test_a_game_in_sgf(game: StoredGame, result: str) -> None:
    tree = tg.read_sgf(game_sgf(game))
    assert tree.record.moves == game.record.moves
    assert tree.start == game.start
    assert {name: tree.root.text(name) for name in ("PB", "PW", "GN", "GC", "RE")} == {
        "PB": game.black,
        "PW": game.white,
        "GN": "game 7",
        "GC": game.reason,
        "RE": result,
    }


@pytest.mark.parametrize(
    ("clock", "main", "rest"),
    [
        (None, "", ""),
        (Clock(60), "60", ""),
        (Clock(36_000, 0.5), "36000", "0.5 s more with each move"),
        (Clock.parse("60+5x10"), "60", "then 5 x 10 s for 1 move"),
        (Clock.parse("60.5+30/5").of_processor_time(), "60.5", "then 1 x 30 s for 5 moves, of processor time"),
        (Clock.parse("0.5/move"), "0", "0.5 s for each move"),
        ({"greedy": Clock(60), "random": Clock(5)}, "", "Black: 60 s; White: 5 s"),
        ({"random": Clock(5)}, "", "Black: none; White: 5 s"),
    ],
)
def test_clocks_in_sgf(tmp_path: Path, clock: Any, main: str, rest: str) -> None:
    two: dict[str, Any] = {"greedy": players.greedy, "random": players.random}
    with Match(two, tg.nogo.start(3), tmp_path / "match.db", clock=clock, seed=1) as match:
        match.play(1, workers=1)
        write_sgf_files(match.file, tmp_path)
    roots = [tg.read_sgf(path.read_text()).root for path in sorted(tmp_path.glob("*.sgf"))]
    (root,) = (root for root in roots if root.text("PB") == "greedy")
    assert (root.text("TM"), root.text("OT")) == (main, rest)


@pytest.mark.parametrize(
    "start",
    [tg.nogo.start(4), tg.go.start(4, komi=3.5), tg.gomoku.start(4, in_a_row=3), tg.othello.start(4)],
    ids=lambda start: start.game.name,
)
def test_games_with_what_was_thought(tmp_path: Path, start: Any) -> None:
    three: dict[str, Any] = {"search": players.mcts(visits=30), "confident": bots.confident, "random": players.random}
    with Match(three, start, tmp_path / "match.db", seed=1) as match:
        match.play(2, workers=1)
        assert write_sgf_files(match.file, tmp_path / "deep" / "folder") == 6
        games = list(match.file.games)
    assert sorted(path.name for path in (tmp_path / "deep" / "folder").iterdir()) == [
        f"00000{number}.sgf" for number in range(1, 7)
    ]
    for game in games:
        tree = tg.read_sgf((tmp_path / "deep" / "folder" / f"{game.number + 1:06}.sgf").read_text(encoding="utf-8"))
        assert (tree.game.name, tree.record.moves) == (start.game.name, game.record.moves)
        assert (tree.root.text("PB"), tree.root.text("PW")) == (game.black, game.white)
        for number, node in enumerate(tree.main_line[1:]):
            mover = game.black if node.color is tg.BLACK else game.white
            if number < game.opening or mover == "random":
                assert (node.comment, node.text("SBKV")) == ("", "")
            elif mover == "confident":
                share = "75.00" if node.color is tg.BLACK else "25.00"
                assert (node.comment, node.text("SBKV")) == ("win 75.0 %", share)
            else:
                assert node.comment.startswith(("win ", "a proven "))
                assert node.move is not None
                assert 0 <= float(node.text("SBKV")) <= 100


def test_games_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with GameFile(tmp_path / "match.db", create=True) as file:
        file.add(a_pair(0, "a", "b", ["a", "a"]))
        with pytest.raises(UsageError) as caught:
            write_sgf_files(file, tmp_path / "file")
    assert str(caught.value) == f"cannot write the games to '{tmp_path / 'file'}': File exists"


@pytest.mark.usefixtures("matplotlib")
@pytest.mark.parametrize(
    ("name", "beginning"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF"), ("A.PNG", b"\x89PNG")]
)
@pytest.mark.parametrize("shown", [BOTH, THREE], ids=["two", "three"])
def test_pictures(tmp_path: Path, name: str, beginning: bytes, shown: Standings) -> None:
    plot(shown, tmp_path / name, "NoGo, 20 games")
    data = (tmp_path / name).read_bytes()
    assert data.startswith(beginning)
    assert len(data) > 1000


@pytest.mark.usefixtures("matplotlib")
def test_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        plot(BOTH, tmp_path / "none" / "a.png", "title")
    assert str(caught.value) == f"cannot write '{tmp_path / 'none' / 'a.png'}': No such file or directory"


@pytest.mark.parametrize("name", ["ratings", "ratings.jpg", "png", "ratings.", ".png"])
def test_pictures_of_other_kinds(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_plot(Path(name))
    assert str(caught.value) == f"cannot draw '{name}'; expected a name that ends with .png, .svg, .pdf"


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # what Python does where it is not installed: ImportError
    with pytest.raises(UsageError) as caught:
        check_plot(Path("ratings.png"))
    assert str(caught.value) == "drawing needs matplotlib; install it with: pip install 'tengen[plots]'"
