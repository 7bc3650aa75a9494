"""Players in processes of their own: what they answer, how they fail, and that it is their own failure."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import tengen as tg
from match import bots
from tengen import players
from tengen.errors import PlayerFailed, UsageError
from tengen.match.strangers import Stranger, StrangerProcess
from tengen.match.versions import version

FUNCTIONS = Path(__file__).parent / "hostile" / "functions.py"
START = tg.nogo.start(5)


@contextmanager
def in_process(player: players.Player, timeout: float = 60.0) -> Iterator[StrangerProcess]:
    process = StrangerProcess(Stranger(pickle.dumps(player), str(player)), "bad", version(player), timeout)
    try:
        yield process
    finally:
        process.close()


@pytest.mark.parametrize(
    "name", ["loops", "sleeps", "own_player", "loops_whatever_happens", "deaf_to_alarms", "stands_still"]
)
def test_whoever_does_not_answer_is_stopped(name: str) -> None:
    spec = f"{FUNCTIONS}:{name}"
    with in_process(players.parse(spec), timeout=0.3) as process:
        for seed in (1, 2):  # the second time in a new process
            with pytest.raises(PlayerFailed) as caught:
                process.seeded(seed).choose(START)
            assert (str(caught.value), caught.value.cause) == (f"{spec} did not answer within 0.3 seconds", "timeout")


@pytest.mark.parametrize(
    "position",
    [START, tg.go.start(5).play("pass"), tg.othello.start(6), tg.gomoku.start((4, 7)).play("A1")],
    ids=lambda position: position.game.name,
)
def test_the_same_moves_and_thoughts(position: tg.nogo.Position) -> None:
    """As in this process; a game on a board of any shape, with a past."""
    for function in (bots.confident, bots.last, bots.resigning, bots.searching):
        with in_process(players.FunctionPlayer(function)) as process:
            expected = players.as_player(function).choose(position)
            choice = process.seeded(1).choose(position, players.Clock(60))
            assert (choice.move, choice.value, choice.line or None, choice.exact) == (
                expected.move,
                expected.value,
                expected.line or None,
                expected.exact,
            )
            assert sum(choice.visits.values()) == sum(expected.visits.values())


@pytest.mark.parametrize(
    "answer",
    [
        "7",
        "[1]",
        "{}",
        '{"failed": null}',
        '{"answer": [99, null, 0, [], 0], "failed": null}',
        '{"answer": [0, 1, "x", [77], 0], "failed": null}',
        '{"failed": ["a", "b", "c"]}',
        "[" * 100_000,
        "\xff\x00",
    ],
    ids=range(9),
)
def test_a_process_that_says_what_it_likes(tmp_path: Path, answer: str) -> None:
    """It has the socket, and can write anything there."""
    (tmp_path / "liar.py").write_text(f"""
import os, socket, stat
def choose(position, clock):
    for number in range(3, 100):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                os.write(number, {answer!r}.encode() + b"\\n")
        except OSError:
            pass
    os._exit(0)
""")
    spec = f"{tmp_path / 'liar.py'}:choose"
    with in_process(players.parse(spec)) as process, pytest.raises(PlayerFailed) as caught:
        process.seeded(1).choose(START)
    assert (str(caught.value), caught.value.cause) == (f"{spec} answered with what is no move", "protocol")


def test_another_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def choose(position, clock):\n    return position.legal_moves[0]\n")
    player = players.parse(f"{tmp_path / 'bot.py'}:choose")
    (tmp_path / "bot.py").write_text("def choose(position, clock):\n    return position.legal_moves[1]\n")
    with in_process(player) as process, pytest.raises(UsageError) as caught:
        process.seeded(1)
    assert str(caught.value) == "the player 'bad' is another version here than the one that this match was started with"
