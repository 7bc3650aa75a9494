"""Files of matches that are damaged or forged: one line that says so, or a table, and never anything else."""

from __future__ import annotations

import json
import os
import random
import sqlite3
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from match.shared import run
from tengen import players
from tengen.cli import main
from tengen.errors import UsageError
from tengen.match import Match, Sprt
from tengen.store.finished import GameFile

TWO: dict[str, Any] = {"quick": players.mcts(visits=3), "random": players.random}
START = tg.nogo.start(4)
COLUMNS = {
    "game": (
        "number",
        "pair",
        "black",
        "white",
        "winner",
        "ending",
        "reason",
        "start",
        "opening",
        "plies",
        "moves",
        "black_seconds",
        "white_seconds",
        "thoughts",
        "stderr",
    ),
    "player": ("number", "name"),
    "start": ("number", "sgf"),
    "setting": ("name", "value"),
}
VALUES: tuple[Any, ...] = (
    None,
    0,
    1,
    -1,
    7,
    2**31,
    2**63 - 1,
    -(2**63),
    0.5,
    -0.5,
    1e300,
    float("inf"),
    "",
    "x",
    "black",
    "over",
    "\x1b[2J\n",
    "match",
    "x" * 3000,
    b"",
    b"\xff" * 3,
    b"\xff" * 8,
    b"\x10\0\0\0" * 4,
    b"\xfe\xff\xff\xff" * 2,
    "[]",
    "[7]",
    "[[2,3]]",
    "[[null]]",
    "{}",
    "[" * 100_000,
    '{"players":{}}',
    "(;GM[1]SZ[4])",
    "(;GM[1]SZ[1000])",
    "(;",
    "(;GM[2])",
    "(;GM[1]RU[NoGo]SZ[2]AB[aa][ab][ba][bb])",
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file of a match, one that has thoughts in it."""
    path = tmp_path_factory.mktemp("whole") / "match.db"
    with Match(TWO, START, path, seed=3) as match, ThreadPoolExecutor(1) as threads:
        match.play(8, executor=threads)
    return path.read_bytes()


def damaged(whole: bytes, path: Path, chance: random.Random) -> None:
    """The file in one of many ways that it should not be in."""
    path.write_bytes(whole)
    kind = chance.randrange(4)
    if kind == 0:
        os.truncate(path, chance.randrange(len(whole)))
    elif kind == 1:
        data = bytearray(whole)
        for _ in range(chance.choice([1, 3, 30, 1000])):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(data)
    else:
        database = sqlite3.connect(path)
        database.execute("PRAGMA ignore_check_constraints = 1")
        for _ in range(chance.choice([1, 1, 3])):
            table = chance.choice(["game", "game", "game", "player", "start", "setting"])
            column = chance.choice(COLUMNS[table])
            if chance.random() < 0.3:  # whatever the schema says, another may be in the file
                database.executescript(
                    f"CREATE TABLE other AS SELECT * FROM {table}; DROP TABLE {table};"
                    f"ALTER TABLE other RENAME TO {table};"
                )
            some = "" if chance.random() < 0.3 else f"WHERE rowid % {chance.randrange(1, 9)} = 0" * (table != "setting")
            try:
                if chance.random() < 0.1:
                    database.execute(f"DELETE FROM {table} {some}")
                else:
                    database.execute(f"UPDATE {table} SET {column} = ? {some}", (chance.choice(VALUES),))
            except (sqlite3.IntegrityError, sqlite3.OperationalError):
                pass  # the schema holds against this one
            database.commit()
        database.close()


def look(path: Path, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """At everything that is in a file; what is wrong is said in one line."""
    status = main(["report", str(path), "--sgf", str(folder), "--format", "json"])
    output, errors = capfd.readouterr()
    if status == 0:
        assert json.loads(output)["games"] > 0
    else:
        assert (status, output, errors.count("\n"), errors[:8]) == (2, "", 1, "tengen: "), errors
        assert str(path) in errors
    said = str(path)
    try:
        with Match(TWO, START, path) as match:
            match.standings()
            match.sprt(Sprt(0, 30))
            for game in match.file.games:
                len(game.record)
    except UsageError as error:
        said = str(error)
    assert str(path) in said
    assert said.isprintable()


def damage_and_look(whole: bytes, folder: Path, capfd: pytest.CaptureFixture[str], seed: int, rounds: int) -> None:
    """So many files that are damaged, one after the other; the seed settles how."""
    capfd.readouterr()
    for number in range(rounds):
        path = folder / f"{number}.db"
        damaged(whole, path, random.Random(f"{seed} {number}"))
        try:
            look(path, folder / "games", capfd)
        except BaseException as error:
            error.add_note(f"damage_and_look: seed {seed}, round {number}")
            raise
        path.unlink()


def test_damaged_files(whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    damage_and_look(whole, tmp_path, capfd, 1, 150)


def test_files_that_are_damaged_anew(
    whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str], chance: random.Random
) -> None:
    damage_and_look(whole, tmp_path, capfd, chance.randrange(2**32), 50)


def changed(table: str, column: str, value: object) -> Callable[[sqlite3.Connection], object]:
    where = "number = 3" if table == "game" else "number = 1" if table != "setting" else "true"
    return lambda database: database.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (value,))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (changed("game", "moves", array("I", [0, 1, 16, 5]).tobytes()), "game 4 has a wrong plies"),
        (changed("game", "winner", "purple"), "game 4 has a wrong winner"),
        (changed("game", "ending", "x"), "game 4 has a wrong ending"),
        (changed("game", "black", 9), "game 4 has a wrong black"),
        (changed("game", "black_seconds", "x"), "game 4 has a wrong black_seconds"),
        (changed("game", "thoughts", b"[]"), "game 4 has a wrong thoughts"),
        (changed("game", "thoughts", "[[2, null]]"), "game 4 has wrong thoughts"),
        (changed("game", "pair", 0), "the games of pair 0 are no pair"),
        (
            changed("player", "name", "a\nb"),
            "the name of player 1 cannot be one: it has the character '\\n', which no table can show",
        ),
        (
            changed("start", "sgf", "(;GM[1]SZ[x])"),
            "its start 1 is none: line 1, column 2: SZ[x] is not a size; expected "
            "a number from 1 to 52, or columns and rows like 13:9",
        ),
    ],
    ids=range(10),
)
def test_what_is_wrong_is_named(
    whole: bytes, tmp_path: Path, change: Callable[[sqlite3.Connection], object], message: str
) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(whole)
    database = sqlite3.connect(path)
    change(database)
    database.commit()
    database.close()
    with pytest.raises(UsageError) as caught, GameFile(path) as file:
        list(file.games)
    assert str(caught.value) == f"{str(path)!r} is damaged: {message}"


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (16, "game 1 has a move that is not on its board"),
        (2**32 - 2, "game 1 has a move that is not on its board"),
        (2**32 - 1, "game 1 cannot be: nobody passes in NoGo"),
    ],
)
def test_a_forged_move(whole: bytes, tmp_path: Path, move: int, message: str) -> None:
    """By the real command: a move that is not on the board must not get to where it is played."""
    path = tmp_path / "a.db"
    path.write_bytes(whole)
    database = sqlite3.connect(path)
    database.execute("UPDATE game SET plies = 4, moves = ?", (array("I", [0, 1, 2, move]).tobytes(),))
    database.execute("UPDATE game SET thoughts = NULL")
    database.commit()
    database.close()
    assert run(tmp_path, "a.db", "--sgf", "games", command="report") == (
        2,
        "",
        f"tengen: 'a.db' is damaged: {message}\n",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "its setting 'match' is no JSON object"),
        ("7", "its setting 'match' is no JSON object"),
        ("{}", "its match has no players"),
        ('{"players": 3}', "its match has no players"),
    ],
    ids=range(4),
)
def test_settings_that_are_none(whole: bytes, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(whole)
    with GameFile(path) as file:
        file.keep("match", text)
    with pytest.raises(UsageError) as caught:
        Match(TWO, START, path)
    assert str(caught.value) == f"{str(path)!r} is damaged: {message}"
