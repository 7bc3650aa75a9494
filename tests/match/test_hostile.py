"""Players that misbehave, by the real command: each loses its games for the right reason, and nothing else happens."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import sys
from pathlib import Path

import pytest

from match.shared import Process, Running, end_all, rows, run, wait_for_end_of, wait_for_games
from tengen.games.sgf import read_sgf_games
from tengen.players.program import MOST_STDERR
from waiting import wait_until

HOSTILE = Path(__file__).parent / "hostile"
FUNCTIONS = HOSTILE / "functions.py"
BLACK_NAME, WINNER, ENDING, REASON, PLIES, STDERR = 2, 4, 5, 6, 9, 12  # columns


def engine(folder: Path, *fault: str) -> str:
    """Its command, in which the folder is a mark to find its processes by."""
    return shlex.join([sys.executable, str(HOSTILE / "engine.py"), str(folder), *fault])


def played(folder: Path, player: str, *options: str, games: int = 2) -> tuple[list[tuple[object, ...]], str]:
    """The games of a player called bad against random, and the table, which the command wrote and nothing else."""
    status, output, errors = run(
        folder,
        "nogo",
        f"bad={player}",
        "random",
        "--size",
        "5",
        "--games",
        str(games),
        "--seed",
        "3",
        "--parallel",
        "2",
        "--file",
        "match.db",
        "--sgf",
        "games",
        *options,
        env={"HOSTILE_ENGINE": engine(folder)},
    )
    assert (status, errors) == (0, f"tengen: wrote {games} games to games\n")
    assert output.startswith("   player ")
    failure = r"\n(failed|the first of \d+ failures): game \d+, bad: .*\n"
    assert re.fullmatch(rf"(.*\n){{3}}\n.* is stronger than .*\n(\nclock: .*\n)?({failure})?", output)
    found = rows(folder / "match.db")
    assert sorted(found) == list(range(games))
    for number, row in found.items():
        (game,) = read_sgf_games((folder / "games" / f"{number + 1:06}.sgf").read_bytes(), "nogo")
        assert len(game.record) == row[PLIES]
    return list(found.values()), output


def sides(row: tuple[object, ...]) -> tuple[str, str]:
    """Which colour the player called bad has, and which the other one."""
    return ("Black", "White") if row[BLACK_NAME] == "bad" else ("White", "Black")


def check_forfeits(games: list[tuple[object, ...]], output: str, ending: str, reason: str, stderr: str = "") -> None:
    """All games are lost by bad, in this way."""
    for row in games:
        bad, other = sides(row)
        assert row[WINNER] == other.lower()
        assert row[ENDING] == ending
        wanted = reason.replace("SIDE", bad).replace("LETTER", bad[0].lower())
        assert re.sub(r" \(functions.py, line \d+\)$", "", str(row[REASON])) == wanted
        assert row[STDERR] == stderr
    assert f"{len(games)} ({len(games)} {ending})" in output


@pytest.mark.parametrize(
    ("fault", "ending", "what", "stderr"),
    [
        ("crashes at start", "crash", "ended with exit status 1 instead of answering 'list_commands'", "no licence\n"),
        ("leaves at start", "crash", "ended with exit status 0 instead of answering 'list_commands'", ""),
        ("crashes", "crash", "ended with exit status 3 instead of answering 'genmove LETTER'", "out of ideas\n"),
        ("is killed", "crash", "was killed by signal 11 instead of answering 'genmove LETTER'", ""),
        ("leaves", "crash", "ended with exit status 0 instead of answering 'genmove LETTER'", ""),
        ("leaves a child", "crash", "ended with exit status 4 instead of answering 'genmove LETTER'", ""),
        (
            "garbage",
            "crash",
            "ended with exit status 0 instead of answering 'genmove LETTER'; it wrote '\\x00ÿ Let me "
            "see ...', which is no answer",
            "",
        ),
        ("endless", "protocol", "wrote more than 1048576 bytes without an end of its answer to 'genmove LETTER'", ""),
        (
            "banana",
            "protocol",
            "answered 'genmove LETTER' with no move: 'banana' is not a vertex; expected a letter (not "
            "I) and a number, like E5",
            "",
        ),
        ("refuses", "protocol", "refused 'genmove LETTER': I am not in the mood", ""),
        ("passes", "illegal", "chose an illegal move: nobody passes in NoGo", ""),
    ],
)
def test_engines(tmp_path: Path, fault: str, ending: str, what: str, stderr: str) -> None:
    command = engine(tmp_path, fault)
    games, output = played(tmp_path, f"gtp:{command}", games=4)
    check_forfeits(games, output, ending, f"SIDE's player failed: {command!r} {what}", stderr)


def test_an_engine_that_plays_where_a_stone_is(tmp_path: Path) -> None:
    command = engine(tmp_path, "occupied")
    games, _ = played(tmp_path, f"gtp:{command}", games=4)
    for row in games:
        bad, other = sides(row)
        assert row[WINNER:REASON] == (other.lower(), "illegal")
        assert str(row[REASON]).startswith(f"{bad}'s player failed: {command!r} chose an illegal move: ")
        assert " is occupied by " in str(row[REASON])


def test_an_engine_that_is_not_there(tmp_path: Path) -> None:
    games, output = played(tmp_path, "gtp:no-such-program-anywhere", games=4)
    check_forfeits(
        games,
        output,
        "crash",
        "SIDE's player failed: cannot start 'no-such-program-anywhere': No such file or directory",
    )


@pytest.mark.parametrize(("fault", "stderr"), [("hangs", "this needs some thought\n"), ("too slow", "")])
def test_engines_on_a_clock(tmp_path: Path, fault: str, stderr: str) -> None:
    games, output = played(tmp_path, f"gtp:{engine(tmp_path, fault)}", "--clock", "0.4/move")
    check_forfeits(games, output, "time", "SIDE ran out of time", stderr)


@pytest.mark.parametrize(
    ("name", "fault", "what", "stderr"),
    [
        ("hanging_program", "hangs", "did not answer 'genmove LETTER' within 2 seconds", "this needs some thought\n"),
        ("loading_program", "never starts", "did not answer 'list_commands' within 2 seconds", "loading\n"),
    ],
)
def test_engines_that_hang_without_a_clock(tmp_path: Path, name: str, fault: str, what: str, stderr: str) -> None:
    games, output = played(tmp_path, f"{FUNCTIONS}:{name}")
    check_forfeits(games, output, "timeout", f"SIDE's player failed: {engine(tmp_path, fault)!r} {what}", stderr)


def test_an_engine_that_floods_standard_error_and_plays(tmp_path: Path) -> None:
    games, _ = played(tmp_path, f"gtp:{engine(tmp_path, 'floods')}")
    assert {(row[ENDING], row[STDERR]) for row in games} == {("over", "")}


def test_the_end_of_a_flood_is_kept(tmp_path: Path) -> None:
    games, _ = played(tmp_path, f"gtp:{engine(tmp_path, 'floods and crashes')}")
    for row in games:
        assert row[ENDING] == "crash"
        assert str(row[STDERR]).endswith("thought\nthe last words\n")
        assert len(str(row[STDERR])) == MOST_STDERR


def test_an_engine_that_does_not_want_to_leave(tmp_path: Path) -> None:
    games, _ = played(tmp_path, f"gtp:{engine(tmp_path, 'stubborn')}")
    assert {row[ENDING] for row in games} == {"over"}


@pytest.mark.parametrize(
    ("name", "ending", "reason"),
    [
        ("raises", "crash", "LookupError: no idea"),
        ("forgets", "illegal", "NAME gave None, which is no move; to resign it would give 'resign'"),
        ("raises_without_words", "crash", "Wordless"),
        ("raises_interrupt", "crash", "KeyboardInterrupt: "),
        ("exits", "crash", "SystemExit: 3"),
        ("exits_at_once", "crash", "NAME ended with exit status 0 instead of choosing a move"),
        ("dies", "crash", "NAME was killed by signal 11 instead of choosing a move"),
        (
            "banana",
            "illegal",
            "NAME chose an illegal move: 'banana' is not a vertex; expected a letter (not I) and a number, like E5",
        ),
    ],
)
def test_functions(tmp_path: Path, name: str, ending: str, reason: str) -> None:
    player = f"{FUNCTIONS}:{name}"
    games, output = played(tmp_path, player)
    check_forfeits(games, output, ending, f"SIDE's player failed: {reason.replace('NAME', player)}")


@pytest.mark.parametrize(
    ("name", "ending", "beginning"),
    [
        ("raises_odd_words", "crash", "FileNotFoundError: [Errno 2] ? ] \\ \0xxx"),
        ("recurses", "crash", "RecursionError: maximum recursion depth exceeded"),
        ("nothing_known", "illegal", "NAME chose an illegal move: <object object at"),
        ("tuple_of_numbers", "illegal", "NAME chose an illegal move: "),
        ("always_the_same", "illegal", "NAME chose an illegal move: C3 is occupied by "),
    ],
)
def test_functions_with_words_of_their_own(tmp_path: Path, name: str, ending: str, beginning: str) -> None:
    player = f"{FUNCTIONS}:{name}"
    games, _ = played(tmp_path, player)
    for row in games:
        bad, other = sides(row)
        assert row[WINNER:REASON] == (other.lower(), ending)
        assert str(row[REASON]).startswith(f"{bad}'s player failed: {beginning.replace('NAME', player)}")
        assert len(str(row[REASON])) <= 2000


@pytest.mark.parametrize("name", ["loops_whatever_happens", "deaf_to_alarms", "stands_still", "too_slow", "own_player"])
def test_functions_on_a_clock(tmp_path: Path, name: str) -> None:
    games, output = played(tmp_path, f"{FUNCTIONS}:{name}", "--clock", "0.5/move")
    check_forfeits(games, output, "time", "SIDE ran out of time")


def test_a_function_that_says_nonsense_about_its_moves(tmp_path: Path) -> None:
    status, output, errors = run(
        tmp_path,
        "nogo",
        f"bad={FUNCTIONS}:boasts",
        "random",
        "--size",
        "5",
        "--games",
        "2",
        "--file",
        "match.db",
        "--format",
        "json",
    )
    assert status == 0
    assert json.loads(output)["games"] == 2
    assert set(errors.replace("I will win", "W").strip()) <= {"W", "\n"}  # two processes may write their lines at once
    assert "I will win" in errors
    assert {row[ENDING] for row in rows(tmp_path / "match.db").values()} == {"over"}


def test_a_process_that_dies_leaves_no_program_of_the_others(tmp_path: Path) -> None:
    good = f"good=gtp:{engine(tmp_path, 'none')}"
    status, _, errors = run(
        tmp_path,
        "nogo",
        good,
        f"bad={FUNCTIONS}:exits_at_once",
        "random",
        "--size",
        "5",
        "--games",
        "2",
        "--parallel",
        "2",
        "--file",
        "match.db",
    )
    assert (status, errors) == (0, "")
    games = rows(tmp_path / "match.db").values()
    assert len(games) == 6
    for row in games:
        assert row[ENDING] == ("crash" if "bad" in row else "over")


DIED = "the process that played this game died 3 times"


@pytest.mark.parametrize(
    ("player", "other", "reason"),
    [
        (
            f"{FUNCTIONS}:dies_while_the_other_thinks",
            f"{FUNCTIONS}:slow",
            f"{FUNCTIONS}:dies_while_the_other_thinks ended with exit status 0 instead of choosing a move",
        ),
        (f"{FUNCTIONS}:kills_its_parent", "mcts:seconds=0.3", DIED),
        (f"{FUNCTIONS}:stops_its_parent", "mcts:seconds=0.3", DIED),
        ("ENGINE kills its parent", "mcts:seconds=0.3", DIED),
    ],
    ids=["dies", "kills", "stops", "engine"],
)
def test_nobody_loses_by_what_the_other_one_does(tmp_path: Path, player: str, other: str, reason: str) -> None:
    """It is the other side's turn whenever the process dies."""
    bad = player.replace("ENGINE ", f"gtp:{engine(tmp_path)} '") + "'" * player.startswith("ENGINE")
    status, _, errors = run(
        tmp_path,
        "nogo",
        f"bad={bad}",
        f"good={other}",
        "--size",
        "5",
        "--games",
        "2",
        "--file",
        "match.db",
        "--parallel",
        "1",
    )
    assert (status, errors) == (0, "")
    for row in rows(tmp_path / "match.db").values():
        side, winner = sides(row)
        assert (row[WINNER], row[ENDING]) == (winner.lower(), "crash")
        assert row[REASON] == f"{side}'s player failed: {reason}"


def test_a_game_that_either_player_may_have_ended_has_no_result(tmp_path: Path) -> None:
    """And is not played for ever; a test of who is stronger goes on without it."""
    status, output, errors = run(
        tmp_path,
        "nogo",
        f"bad={FUNCTIONS}:kills_its_parent",
        f"good={FUNCTIONS}:slow",
        "--size",
        "5",
        "--games",
        "2",
        "--file",
        "match.db",
        "--format",
        "json",
        "--sprt",
        "0,30",
    )
    assert (status, errors) == (0, "")
    assert json.loads(output)["games"] == 0
    assert json.loads(output)["sprt"]["llr"] == 0
    found = rows(tmp_path / "match.db").values()
    assert [(row[WINNER], row[ENDING], row[REASON]) for row in found] == [
        (None, "unfinished", f"{DIED}, and it may have been either player's doing")
    ] * 2


@pytest.mark.skipif(sys.platform != "linux", reason="only there is it known whose a process is")
@pytest.mark.parametrize(
    ("ending", "how"), [("over", "env -i setsid"), ("killed", "env -i setsid"), ("worker killed", "setsid")]
)
def test_what_a_player_leaves_behind_ends_with_the_match(tmp_path: Path, ending: str, how: str) -> None:
    (tmp_path / "temporary").mkdir()
    games = "2" if ending == "over" else "10000"
    match = Running(
        tmp_path,
        "nogo",
        f"bad={FUNCTIONS}:leaves_things_behind",
        "random",
        "--size",
        "4",
        "--games",
        games,
        "--file",
        "match.db",
        "--parallel",
        "1",
        env={"TMPDIR": str(tmp_path / "temporary"), "LEFT": str(tmp_path / "left"), "HOW": how},
    )
    try:
        if ending == "over":
            status, _, errors = match.end()
            assert (status, errors) == (0, "")
            assert len(rows(tmp_path / "match.db")) == 2
        else:
            wait_until(lambda: any("left" in each.command for each in match.left()))
            if ending == "worker killed":
                os.kill(match.workers()[0], signal.SIGKILL)
                wait_for_games(tmp_path / "match.db", 2)
                match.interrupt()
                assert match.end()[0] == 130
            else:
                match.kill()
        wait_until(lambda: not match.left())
        wait_until(lambda: not list((tmp_path / "temporary").iterdir()))
    finally:
        end_all(match)
        for each in match.left():
            os.kill(each.number, signal.SIGKILL)


def engines(match: Running) -> list[Process]:
    """Those of its workers, when there are two."""
    left = match.left()
    workers = {each.number for each in left if each.group == match.process.pid}
    found = [each for each in left if each.parent in workers and "engine.py" in each.command]
    return found if len(found) == 2 else []


def test_a_worker_that_dies_leaves_no_program_of_the_others(tmp_path: Path) -> None:
    """When one dies all are replaced. Its own program is on its own; those of the others are ended."""
    match = Running(
        tmp_path,
        "nogo",
        f"bad=gtp:{engine(tmp_path, 'stubborn')}",
        "random",
        "--size",
        "5",
        "--games",
        "10000",
        "--parallel",
        "2",
        "--file",
        "match.db",
    )
    try:
        first, second = wait_until(lambda: engines(match))
        os.kill(first.parent, signal.SIGKILL)
        os.killpg(first.number, signal.SIGKILL)
        wait_until(lambda: not {first.number, second.number} & {each.number for each in match.left()})
        wait_for_games(
            tmp_path / "match.db", len(rows(tmp_path / "match.db")) + 50
        )  # the match goes on, not only what was under way
        match.interrupt()
        assert match.end()[0] == 130
        wait_for_end_of(match)
    finally:
        end_all(match)


@pytest.mark.parametrize("fault", ["hangs", "never starts", "stubborn"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_no_engine_outlives_its_match(tmp_path: Path, fault: str, number: signal.Signals) -> None:
    match = Running(
        tmp_path,
        "nogo",
        f"bad=gtp:{engine(tmp_path, fault)}",
        "random",
        "--size",
        "5",
        "--games",
        "10000",
        "--parallel",
        "2",
        "--file",
        "match.db",
    )
    try:
        wait_until(lambda: engines(match))
        os.kill(match.process.pid, number)
        status, _, errors = match.end()
        assert status == (130 if number == signal.SIGINT else -number)
        assert "Traceback" not in errors
        wait_for_end_of(match)
    finally:
        end_all(match)
