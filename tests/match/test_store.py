"""Files of games: what is kept comes back, all or nothing; and what is not such a file is refused in one line."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tengen as tg
from conftest import TENGEN, missing
from match.shared import Running, end_all, rows, run, wait_for_games
from match.stored import a_game
from tengen.errors import UsageError
from tengen.games.game import Position
from tengen.players.course import ENDINGS
from tengen.store.finished import GameFile, StoredGame, packed, start_text
from waiting import wait_until

MATCH = ("nogo", "random", "greedy", "--size", "5", "--games", "2", "--seed", "1", "--file")


@st.composite
def starts(draw: st.DrawFn) -> Position:
    """A position to begin with, of any game: the usual one, or some random moves later."""
    game = draw(st.sampled_from([tg.nogo, tg.go, tg.gomoku, tg.othello]))
    smallest = 2 if game is tg.othello else 1
    size = draw(st.integers(smallest, 8)), draw(st.integers(smallest, 8))
    if game is tg.go:
        start: Position = tg.go.start(
            size,
            komi=draw(st.integers(-20, 20)) / 2,
            suicide=draw(st.booleans()),
            ko=draw(st.sampled_from(["simple", "positional", "situational"])),
        )
    elif game is tg.gomoku:
        start = tg.gomoku.start(
            size, in_a_row=draw(st.integers(3, 6)), variant=draw(st.sampled_from(["freestyle", "standard", "caro"]))
        )
    else:
        start = game.start(size)
    if not start.is_over:
        later = tg.simulate(start, seed=draw(st.integers(0, 2**32)), most_plies=draw(st.integers(0, 12))).end
        start = later.with_to_play(later.to_play)  # the past is not part of a start
    return start


@st.composite
def games(draw: st.DrawFn, number: int) -> StoredGame:
    start = draw(starts())
    moves: list[tg.Point | tg.Pass] = []
    if not start.is_over:
        moves = list(tg.simulate(start, seed=draw(st.integers(0, 2**32)), most_plies=draw(st.integers(0, 80))).moves)
        if isinstance(start, tg.go.Position) and draw(st.booleans()):
            moves.append(tg.PASS)
    words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
    seconds = st.floats(0, 1e6)
    names = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=20)
    black, white = draw(st.lists(names, min_size=2, max_size=2, unique=True))
    value = st.none() | st.floats(0, 1)
    thoughts = draw(st.lists(st.tuples(value, st.none() | words), max_size=len(moves)))
    return StoredGame(
        number,
        number,
        black,
        white,
        draw(st.sampled_from([None, tg.BLACK, tg.WHITE])),
        draw(st.sampled_from(ENDINGS)),
        draw(words),
        start,
        draw(st.integers(0, len(moves))),
        packed(start, start.points(moves)),
        draw(seconds),
        draw(seconds),
        tuple(thoughts),
        draw(words),
    )


numbers = st.lists(st.integers(0, 2**40), max_size=5, unique=True)


@settings(max_examples=60)
@given(numbers.flatmap(lambda chosen: st.tuples(*(games(number) for number in chosen))), st.integers(0, 5))
def test_what_is_kept_comes_back(kept: tuple[StoredGame, ...], first: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.db")
        with GameFile(path, create=True) as file:
            file.add(kept[:first])
            file.add(kept[first:])
            file.keep("what", "this is")
        with GameFile(path) as file:
            back = list(file.games)
            assert back == sorted(kept, key=lambda game: game.number)
            assert file.numbers == {game.number for game in kept}
            assert (file.setting("what"), file.setting("other")) == ("this is", None)
        for game in back:
            assert packed(game.start, game.record.moves) == game.moves
            assert game.record.start == game.start


def test_a_pass_and_the_corners(tmp_path: Path) -> None:
    game = a_game(0, "a", "b", tg.WHITE, start=tg.go.start((3, 5)), moves="A3 pass E3 A1 pass E1")
    assert game.moves.hex(" ", 4) == "00000000 ffffffff 04000000 0a000000 ffffffff 0e000000"
    with GameFile(tmp_path / "games.db", create=True) as file:
        file.add([game])
        (back,) = file.games
    assert [back.start.vertex(move) for move in back.record.moves] == ["A3", "pass", "E3", "A1", "pass", "E1"]


def test_thoughts_are_kept_as_json(tmp_path: Path) -> None:
    thoughts = ((None, None), (0.25, "win 75.0 %; 好"))
    with GameFile(tmp_path / "games.db", create=True) as file:
        file.add([a_game(0, "a", "b", None), a_game(1, "b", "a", None, moves="A1 B1", thoughts=thoughts)])
        kept = file.rows("SELECT thoughts FROM game ORDER BY number")
        assert [game.thoughts for game in file.games] == [(), thoughts]
    assert kept == [(None,), (r'[[null,null],[0.25,"win 75.0 %; \u597d"]]',)]


def test_positions_are_kept_once_whichever_version_writes(tmp_path: Path) -> None:
    text = start_text(tg.go.start(9, komi=6.5))
    assert "SZ[9]" in text
    assert tg.__version__ not in text
    with GameFile(tmp_path / "games.db", create=True) as file:
        file.add([a_game(0, "a", "b", None), a_game(1, "b", "a", None)])
        file.add([a_game(2, "a", "b", None)])
        assert file.rows("SELECT count(*) FROM start") == [(1,)]
        assert file.rows("SELECT name FROM player ORDER BY number") == [("a",), ("b",)]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (
            tg.nogo.parse("# .\n. .\n"),
            "there is no point at A2; SGF has no word for that, and boards with holes cannot be written",
        ),
        (tg.gomoku.start((3, 70)), "a 3x70 board; SGF has letters for at most 52 rows and columns"),
        (
            tg.go.start(5).play("pass"),
            "this position cannot be kept in a file: its past (what a ko forbids) is not in SGF",
        ),
    ],
)
def test_positions_that_cannot_be_kept(position: Position, message: str, tmp_path: Path) -> None:
    with GameFile(tmp_path / "games.db", create=True) as file:
        with pytest.raises(UsageError) as caught:
            file.add([a_game(0, "a", "b", None), a_game(1, "a", "b", None, start=position)])
        assert str(caught.value) == message
        assert file.numbers == set()


def test_all_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with GameFile(path, create=True) as file, GameFile(path) as reader:
        file.add([a_game(0, "a", "b", tg.BLACK)])
        with pytest.raises(UsageError, match=r"is damaged: it does not take these games: UNIQUE constraint"):
            file.add([a_game(1, "c", "b", None, start=tg.nogo.start(4)), a_game(0, "a", "b", tg.WHITE)])

        def broken_off() -> Iterator[StoredGame]:
            yield a_game(2, "d", "e", None)
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            file.add(broken_off())
        assert reader.numbers == {0}
        assert reader.rows("SELECT name FROM player") == [("a",), ("b",)]
        assert reader.rows("SELECT count(*) FROM start") == [(1,)]
        # What was taken back is not thought to be there.
        file.add([a_game(1, "c", "b", None, start=tg.nogo.start(4)), a_game(2, "d", "e", None)])
        assert [(game.number, game.black, game.winner) for game in reader.games] == [
            (0, "a", tg.BLACK),
            (1, "c", None),
            (2, "d", None),
        ]


def test_a_file_that_is_held(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with GameFile(path, create=True) as file, GameFile(path) as other:
        file.hold("counting")
        with pytest.raises(UsageError) as caught:
            other.hold("counting")
        assert str(caught.value) == f"{str(path)!r} is in use: another process is counting"
    with GameFile(path) as other:
        other.hold("counting")


def a_text(path: Path) -> None:
    path.write_text("These are not the games you are looking for.\n" * 100)


def a_folder(path: Path) -> None:
    path.mkdir()


def somebody_elses(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE game (number INTEGER)")
    database.commit()
    database.close()


def of_a_later_version(path: Path) -> None:
    GameFile(path, create=True).close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 2")
    database.close()


def half_of_one(path: Path) -> None:
    with GameFile(path, create=True) as file:
        file.add([a_game(number, "a", "b", None) for number in range(500)])
    os.truncate(path, path.stat().st_size // 2)


DAMAGED = "cannot use 'it.db' as a file of Tengen's games: database disk image is malformed"


@pytest.mark.parametrize(
    ("make", "message", "report_message"),
    [
        (a_text, "cannot use 'it.db' as a file of Tengen's games: file is not a database", None),
        (
            a_folder,
            "cannot use 'it.db' as a file of Tengen's games: unable to open database file",
            "there is no file 'it.db'",
        ),
        (somebody_elses, "'it.db' is not a file of Tengen's games", None),
        (of_a_later_version, "'it.db' was written by another version of Tengen (format 2; this one reads 1)", None),
        (half_of_one, DAMAGED, None),
    ],
)
def test_what_is_not_a_file_of_games(
    tmp_path: Path, make: Callable[[Path], None], message: str, report_message: str | None
) -> None:
    path = tmp_path / "it.db"
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    assert run(tmp_path, *MATCH, path.name) == (2, "", f"tengen: {message}\n")
    assert run(tmp_path, path.name, command="report") == (2, "", f"tengen: {report_message or message}\n")
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert run(tmp_path, "it.db", command="report") == (2, "", "tengen: there is no file 'it.db'\n")
    assert list(tmp_path.iterdir()) == []
    assert run(tmp_path, *MATCH, "no/it.db") == (
        2,
        "",
        "tengen: cannot use 'no/it.db' as a file of Tengen's games: unable to open database file\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_a_file_without_a_game(tmp_path: Path) -> None:
    GameFile(tmp_path / "it.db", create=True).close()
    assert run(tmp_path, "it.db", command="report") == (2, "", "tengen: there is no game in 'it.db' yet\n")


def test_a_file_that_may_be_read_only(tmp_path: Path) -> None:
    path = tmp_path / "it.db"
    status, table, _ = run(tmp_path, *MATCH, path.name)
    assert status == 0
    path.chmod(0o444)
    command = [str(TENGEN)]
    if os.geteuid() == 0:  # who may write everything, unless told otherwise
        if shutil.which("setpriv") is None:
            missing("setpriv, without which root may write to every file", "Debian: util-linux")
        command = ["setpriv", "--bounding-set=-dac_override", *command]

    def tried(*words: str) -> tuple[int, str, str]:
        result = subprocess.run([*command, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
        return result.returncode, result.stdout, result.stderr

    assert tried("report", path.name) == (0, table, "")
    assert tried("match", *MATCH, path.name) == (0, table, "going on: 2 of 2 games are in it.db\n")
    assert tried("match", *MATCH, path.name, "--games", "4") == (
        2,
        "",
        "going on: 2 of 4 games are in it.db\n"
        "tengen: cannot use 'it.db' as a file of Tengen's games: attempt to write a readonly database\n",
    )
    assert len(rows(path)) == 2


def test_a_report_while_the_match_goes_on(tmp_path: Path) -> None:
    match = Running(tmp_path, *MATCH, "it.db", "--games", "100000", "--parallel", "1")
    try:

        def reported() -> int:
            status, output, errors = run(tmp_path, "it.db", "--format", "csv", command="report")
            assert (status, errors) == (0, "")
            return int(output.splitlines()[1].split(",")[4])

        def more_than(seen: int) -> bool:
            return reported() > seen

        wait_for_games(tmp_path / "it.db", 1)
        for _ in range(4):
            wait_until(partial(more_than, reported()))
        match.interrupt()
        assert match.end()[0] == 130
    finally:
        end_all(match)
