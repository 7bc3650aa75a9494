"""Matches on a real Dask cluster of two workers on this machine, one of which is killed."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from clusters import Cluster
from conftest import require
from match.shared import Running, end_all, rows, run, settled, touched, wait_for_games
from waiting import PATIENCE

HOSTILE = Path(__file__).parent / "hostile"
BOT = "import time\n\n\ndef choose(position, clock):\n    time.sleep(0.002)\n    return position.legal_moves[0]\n"
ENDING, REASON = 5, 6  # columns


@pytest.fixture(scope="module")
def dask() -> None:
    require("distributed", "distributed", "pip install 'tengen[cluster]'")


@pytest.fixture(scope="module")
def shared_cluster(dask: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = Cluster(tmp_path_factory.mktemp("dask"))
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def cluster(shared_cluster: Cluster) -> Cluster:
    """With two workers, whatever the test before has done to them."""
    shared_cluster.complete()
    return shared_cluster


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bot.py").write_text(BOT)
    return tmp_path


def words(folder: Path, file: str, games: int = 40) -> tuple[str, ...]:
    return (
        "nogo",
        "random",
        "mcts:visits=20",
        f"bot={folder / 'bot.py'}:choose",
        "--size",
        "5",
        "--games",
        str(games),
        "--seed",
        "4",
        "--file",
        file,
    )


def test_a_worker_is_killed(cluster: Cluster, folder: Path) -> None:
    """Every game is played exactly once in the result, and is the game that processes of this machine play."""
    match = Running(folder, *words(folder, "cluster.db"), "--scheduler", cluster.address)
    try:
        wait_for_games(folder / "cluster.db", 10)
        cluster.workers[0].send_signal(signal.SIGKILL)
        at_kill = len(rows(folder / "cluster.db"))
        status, output, errors = match.end()
    finally:
        end_all(match)
    assert (status, errors) == (0, "")
    assert at_kill < 100
    games = settled(folder / "cluster.db")
    assert sorted(games) == list(range(120))
    assert {row[ENDING] for row in games.values()} == {"over"}
    status, local_output, _ = run(folder, *words(folder, "local.db"))
    assert status == 0
    assert games == settled(folder / "local.db")
    assert [line.split()[:-1] for line in output.splitlines()] == [
        line.split()[:-1] for line in local_output.splitlines()
    ]


def test_killed_and_started_again(cluster: Cluster, folder: Path) -> None:
    path = folder / "cluster.db"
    match = Running(folder, *words(folder, path.name), "--scheduler", cluster.address)
    try:
        wait_for_games(path, 10)
        match.kill()
        before = rows(path)
        assert len(before) < 120
        match = Running(folder, *words(folder, path.name), "--scheduler", cluster.address)
        wait_for_games(path, len(before) + 10)
        match.interrupt()
        status, output, errors = match.end()
    finally:
        end_all(match)
    assert (status, re.sub(": tengen match .*", "", errors).splitlines()) == (
        130,
        [
            f"going on: {len(before)} of 120 games are in cluster.db",
            "tengen: stopped; what was played is in cluster.db, and this goes on from there",
        ],
    )
    assert output.startswith("   player ")
    # Back on this machine: it is the same match.
    assert run(folder, *words(folder, path.name))[0] == 0
    after = rows(path)
    assert sorted(after) == list(range(120))
    assert {number: after[number] for number in before} == before


def test_when_all_workers_are_gone_the_match_waits_for_new_ones(cluster: Cluster, folder: Path) -> None:
    path = folder / "cluster.db"
    match = Running(folder, *words(folder, path.name), "--scheduler", cluster.address)
    try:
        wait_for_games(path, 10)
        for worker in cluster.workers:
            worker.send_signal(signal.SIGKILL)
            worker.wait()
        state = None
        while state != (state := touched(path)):  # as long as games still come in
            time.sleep(0.5)
        assert match.process.poll() is None
        cluster.complete()
        assert match.end()[0] == 0
    finally:
        end_all(match)
    assert sorted(rows(path)) == list(range(120))


def test_players_that_misbehave(cluster: Cluster, folder: Path) -> None:
    """Where a player shares its process with Dask, its failures are forfeits as well."""
    functions, engine = HOSTILE / "functions.py", f"{sys.executable} {HOSTILE / 'engine.py'} {folder}"
    status, _, errors = run(
        folder,
        "nogo",
        "random",
        f"raises={functions}:raises",
        f"exits={functions}:exits",
        f"crashes=gtp:{engine} crashes",
        "missing=gtp:no-such-program-anywhere",
        f"fine=gtp:{engine} none",
        "--size",
        "5",
        "--games",
        "2",
        "--mode",
        "gauntlet",
        "--file",
        "cluster.db",
        "--scheduler",
        cluster.address,
    )
    assert (status, errors) == (0, "")
    reasons = {
        "raises": "LookupError: no idea",
        "exits": "SystemExit: 3",
        "missing": "No such file or directory",
        "crashes": "ended with exit status 3",
    }
    games = rows(folder / "cluster.db").values()
    assert len(games) == 10
    for row in games:
        (bad,) = {row[2], row[3]} - {"random"}
        assert row[ENDING] == ("over" if bad == "fine" else "crash")
        assert reasons.get(bad, "") in row[REASON]


def test_workers_that_do_not_have_the_player(cluster: Cluster, folder: Path) -> None:
    """They are asked before the first game, and live on."""
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "here.py").write_text(BOT)
    status, output, errors = run(
        folder / "elsewhere",
        "nogo",
        "random",
        "here.py:choose",
        "--size",
        "5",
        "--games",
        "2",
        "--file",
        "cluster.db",
        "--scheduler",
        cluster.address,
    )
    assert (status, output) == (2, "")
    assert re.fullmatch(
        r"tengen: the worker tcp://127.0.0.1:\d+ cannot play this: UsageError: there is no file "
        r"'here.py' to take the player 'here.py:choose' from\n",
        errors,
    )
    assert not (folder / "elsewhere" / "cluster.db").exists()
    assert [worker.poll() for worker in cluster.workers] == [None, None]


def test_workers_that_have_another_version_of_the_player(cluster: Cluster, folder: Path) -> None:
    """A file that differs; and the same files everywhere, where a worker has loaded an earlier version of one."""
    command = ("nogo", "random", "the_bot.py:choose", "--size", "5", "--games", "2", "--scheduler", cluster.address)

    def changed(name: str, text: str, *places: Path) -> tuple[int, str]:
        for place in places:
            (place / name).write_text(text)
        status, _, errors = run(folder, *command, "--fresh")
        return status, errors.rpartition("cannot play this: ")[2]

    both, text = (folder, cluster.folder), f"import the_helper\n{BOT}"
    for place in both:
        (place / "the_helper.py").write_text("")
    refused = (
        2,
        "UsageError: the player 'the_bot.py:choose' is another version here than the one that this match was "
        "started with\n",
    )
    assert changed("the_bot.py", text, *both) == (0, "")
    assert changed("the_bot.py", text + "# a word\n", cluster.folder) == refused
    assert changed("the_bot.py", text + "# a word\n", folder)[0] == 0
    assert changed("the_helper.py", "x = 1\n", *both) == refused


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("tcp://127.0.0.1:1", "Timed out trying to connect to tcp://127.0.0.1:1 after 10 s"),
        ("nowhere", "missing port number in address 'nowhere'"),
    ],
)
def test_nobody_listens(dask: None, tmp_path: Path, address: str, reason: str) -> None:
    begun = time.monotonic()
    assert run(tmp_path, "nogo", "random", "greedy", "--scheduler", address) == (
        2,
        "",
        f"tengen: cannot reach a Dask scheduler at {address!r}: {reason}\n",
    )
    assert time.monotonic() - begun < 10 + PATIENCE
    assert list(tmp_path.iterdir()) == []


def test_without_the_package(tmp_path: Path) -> None:
    script = "import sys; sys.modules['distributed'] = None; from tengen.cli import main; sys.exit(main())"
    result = subprocess.run(
        [sys.executable, "-c", script, "match", "nogo", "random", "greedy", "--scheduler", "tcp://127.0.0.1:8786"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout, result.stderr) == (
        2,
        "",
        "tengen: a cluster needs Dask; install it with: pip install 'tengen[cluster]'\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_when_the_scheduler_is_gone_the_match_stops(cluster: Cluster, folder: Path) -> None:
    path = folder / "cluster.db"
    match = Running(folder, *words(folder, path.name, 400), "--scheduler", cluster.address)
    try:
        wait_for_games(path, 10)
        cluster.scheduler.send_signal(signal.SIGKILL)
        status, output, errors = match.end()
    finally:
        end_all(match)
    assert re.fullmatch(
        r"tengen: game \d+ \(\S+ against \S+\) could not be played: whoever was to play it is gone\n"
        r"tengen: stopped; what was played is in cluster.db, and this goes on from there: tengen match .*\n",
        errors,
    ), errors
    assert status == 1
    assert output.startswith("   player ")
