"""A player is what it runs: another version of it is another player, and plays another match."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from match import bots
from match.shared import rows, run
from tengen import players
from tengen.errors import UsageError
from tengen.match import Match
from tengen.match.versions import version
from tengen.players.digests import command_source
from tengen.store.finished import GameFile

FIRST = "def choose(position, clock):\n    return position.legal_moves[0]\n"
LAST = FIRST.replace("[0]", "[-1]")
WAYS_ON = "name another file (--file), or set this one aside (--fresh)"
MATCH = ("nogo", "bot.py:choose", "greedy", "--size", "4", "--games", "2", "--seed", "1")
CHANGED = f"'nogo-match.db' holds another match: the player 'bot.py:choose' has changed since; {WAYS_ON}"


def test_an_edited_bot_plays_another_match(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(FIRST)
    assert run(tmp_path, *MATCH)[0] == 0
    first = rows(tmp_path / "nogo-match.db")
    (tmp_path / "bot.py").write_text(LAST)
    assert run(tmp_path, *MATCH) == (2, "", f"tengen: {CHANGED}\n")
    status, _, errors = run(tmp_path, *MATCH, "--fresh")
    assert (status, errors) == (0, "tengen: the old games are in nogo-match-1.db\n")
    assert rows(tmp_path / "nogo-match-1.db") == first
    last = rows(tmp_path / "nogo-match.db")
    assert [row[10] for row in last.values()] != [row[10] for row in first.values()]
    assert run(tmp_path, *MATCH, "--fresh")[2] == "tengen: the old games are in nogo-match-2.db\n"
    assert rows(tmp_path / "nogo-match-2.db") == last
    (tmp_path / "bot.py").write_text(FIRST)  # as it was: the old match goes on
    assert run(tmp_path, *MATCH, "--file", "nogo-match-1.db")[::2] == (
        0,
        "going on: 2 of 2 games are in nogo-match-1.db\n",
    )


@pytest.mark.parametrize("file", ["helper.py", "package/__init__.py", "package/deep/inner.py", "package/sibling.py"])
def test_what_a_bot_imports_is_part_of_it(tmp_path: Path, file: str) -> None:
    files = {
        "bot.py": "import helper\n\n\ndef choose(position, clock):\n    from package.deep.inner import x\n",
        "helper.py": "import os",
        "package/__init__.py": "",
        "package/deep/__init__.py": "",
        "package/deep/inner.py": "from ..sibling import x",
        "package/sibling.py": "x = 1",
        "package/unused.py": "",
        "unused.py": "",
        "broken.py": "def",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)
    script = (
        f"from tengen import players; from tengen.match.versions import version;"
        f"print(version(players.parse({str(tmp_path / 'bot.py')!r} + ':choose')))"
    )

    def now() -> bytes:
        return subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout

    before = now()
    for unused in ("unused.py", "package/unused.py", "broken.py"):
        (tmp_path / unused).write_text("y = 2")
    assert now() == before
    (tmp_path / file).write_text(files[file] + "\ny = 2")
    assert now() != before


def test_a_program_is_its_files(tmp_path: Path) -> None:
    program, script, weights, log = (tmp_path / name for name in ("program", "script.py", "weights.bin", "out.log"))
    for path in (program, script, weights, log):
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    (tmp_path / "helper.py").write_text("")
    script.write_text("import helper")
    command = f"{program} {script} --weights={weights} --log {log} --visits 100 {'x' * 5000}"
    seen = {command_source(command)}
    for number, path in enumerate((program, script, weights, tmp_path / "helper.py"), 2):
        path.write_text(path.read_text() + "#")
        seen.add(command_source(command))
        assert len(seen) == number, path
    log.write_text("a line")
    assert command_source(command) in seen
    program.unlink()
    seen.add(command_source(command))
    assert len(seen) == 6


def test_a_program_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "engine").write_text("#!/bin/sh\n")
    (tmp_path / "engine").chmod(0o755)
    before = version(players.external("engine --mode gtp"))
    (tmp_path / "engine").write_text("#!/bin/sh\nexit\n")
    assert version(players.external("engine --mode gtp")) != before


def test_players_of_python() -> None:
    def one(position: Any, clock: Any) -> Any:
        return position.legal_moves[0]

    text = "def first(position, clock):\n    return {1, 2, 'x'} and [move for move in position.legal_moves][0]"
    session: dict[str, Any] = {}
    exec(text, session)
    exec(text.replace("first", "last").replace("[0]", "[1]"), session)
    again: dict[str, Any] = {}
    exec(f"\n\n{text}", again)
    found = {
        name: version(players.as_player(function))
        for name, function in {
            "file": bots.first,
            "same file": bots.last,
            "partial": partial(bots.first),
            "here": one,
            "session": session["first"],
            "other": session["last"],
            "again": again["first"],
        }.items()
    }
    assert None not in found.values()
    assert found["file"] == found["same file"] == found["partial"] != found["here"]
    assert found["session"] == found["again"] != found["other"]
    assert [version(player) for player in (players.random, players.greedy.seeded(1), players.mcts(visits=3))] == [
        None,
        None,
        None,
    ]


def test_a_function_of_a_session_that_has_changed(tmp_path: Path) -> None:
    for source, refused in ((FIRST, False), (FIRST, False), (LAST, True)):
        session: dict[str, Any] = {}
        exec(source, session)
        two = {"mine": session["choose"], "random": players.random}
        if refused:
            with pytest.raises(UsageError) as caught:
                Match(two, tg.nogo.start(3), tmp_path / "a.db")
            assert str(caught.value) == (
                f"'{tmp_path / 'a.db'}' holds another match: the player 'mine' has changed since; {WAYS_ON}"
            )
            with Match(two, tg.nogo.start(3), tmp_path / "a.db", fresh=True) as match:
                assert match.set_aside == tmp_path / "a-1.db"
                assert match.standings().games == 0
        else:
            with Match(two, tg.nogo.start(3), tmp_path / "a.db") as match, ThreadPoolExecutor(1) as threads:
                assert match.play(2, executor=threads).games == 2


def test_a_file_of_an_older_version_cannot_know(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(FIRST)
    assert run(tmp_path, *MATCH)[0] == 0
    assert run(tmp_path, "nogo", "random", "greedy", "--size", "4", "--games", "2", "--file", "own.db")[0] == 0
    for name in ("nogo-match.db", "own.db"):
        with GameFile(tmp_path / name) as file:
            kept = json.loads(file.setting("match") or "")
            del kept["versions"]
            file.keep("match", json.dumps(kept))
    assert run(tmp_path, *MATCH) == (
        2,
        "",
        "tengen: 'nogo-match.db' was begun by an older Tengen, which did not note the version of the player "
        f"'bot.py:choose': nobody can know whether it is the same one; {WAYS_ON}\n",
    )
    assert run(tmp_path, "nogo", "random", "greedy", "--size", "4", "--games", "2", "--file", "own.db")[::2] == (
        0,
        "going on: 2 of 2 games are in own.db\n",
    )


def test_a_file_in_use_is_not_set_aside(tmp_path: Path) -> None:
    two: dict[str, Any] = {"random": players.random, "greedy": players.greedy}
    path = tmp_path / "a.db"
    with Match(two, tg.nogo.start(3), path):
        with pytest.raises(UsageError) as caught:
            Match(two, tg.nogo.start(3), path, fresh=True)
        assert str(caught.value) == f"'{path}' is in use: another process is playing this match"
    with GameFile(path) as reader:
        reader.rows("SELECT 1 FROM game")
        with pytest.raises(UsageError) as caught:
            Match(two, tg.nogo.start(3), path, fresh=True)
        assert str(caught.value) == f"'{path}' is in use: another process is reading it"
    (tmp_path / "text.txt").write_text("words")
    with pytest.raises(UsageError, match="file is not a database"):
        Match(two, tg.nogo.start(3), tmp_path / "text.txt", fresh=True)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.db", "text.txt"]


def test_a_bot_that_is_edited_while_it_plays(tmp_path: Path) -> None:
    """Processes that start later do not play with it; what was played stays."""
    bot = tmp_path / "bot.py"
    bot.write_text(FIRST)
    two = {"mine": players.parse(f"{bot}:choose"), "random": players.random}
    bot.write_text(LAST)
    with Match(two, tg.nogo.start(3), tmp_path / "a.db") as match, pytest.raises(tg.MatchFailed) as caught:
        match.play(2, workers=1)
    assert str(caught.value) == (
        "game 1 (mine against random) could not be played: UsageError: the player 'mine' is another version here than "
        "the one that this match was started with"
    )
