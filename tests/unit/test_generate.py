"""generate: as full as asked, by a random game, in time that grows with the board alone."""

from __future__ import annotations

import signal
import subprocess
from typing import Any

import pytest

import tengen as tg
from conftest import TENGEN
from tengen._core import Cancel
from waiting import wait_until_busy


@pytest.mark.parametrize(
    "start",
    [
        tg.nogo.start(7),
        tg.go.start(7),
        tg.go.start(5, ko="simple", suicide=True),
        tg.gomoku.start(7),
        tg.othello.start(6),
        tg.othello.start(4),
    ],
)
def test_it_is_where_a_random_game_first_has_so_many_stones(start: Any) -> None:
    for seed in range(20):
        stones = start.board.count(tg.BLACK) + start.board.count(tg.WHITE) + seed % 9
        found = tg.generate(start, stones=stones, seed=seed)
        position = start
        moves = iter(tg.simulate(start, seed=seed).moves)
        while position.board.count(tg.BLACK) + position.board.count(tg.WHITE) != stones:
            position = position.play(next(moves))
        assert found == position


def test_the_most_stones_that_a_game_of_go_had_are_said() -> None:
    start = tg.go.start(3)
    position, most = start, 0
    for move in tg.simulate(start, seed=5).moves:
        position = position.play(move)
        most = max(most, position.board.count(tg.BLACK) + position.board.count(tg.WHITE))
    with pytest.raises(tg.UnreachableFill, match=rf"with seed 5 the game ended at a fill of .* \({most} points\)$"):
        tg.generate(start, stones=9, seed=5)


def test_no_position_of_the_game_is_made_but_the_last() -> None:
    """Each would be a copy of the board."""
    asked: list[object] = []

    class Watched(tg.go.Position):
        __slots__ = ()

        def play(self, move: Any) -> Any:
            asked.append(move)
            return super().play(move)

    start = Watched(tg.go.start(20).board, tg.BLACK)
    assert tg.generate(start, fill=0.5, seed=1) == tg.generate(tg.go.start(20), fill=0.5, seed=1)
    assert not asked


@pytest.mark.parametrize("start", [tg.nogo.start(90), tg.go.start(90), tg.gomoku.start(90, in_a_row=90)])
def test_a_raised_flag_stops_it_within_bounded_work(start: Any) -> None:
    cancel = Cancel()
    cancel.request()
    moves, _ = start.game.random_fill(start, 8000, 1, cancel)
    assert len(moves) <= 4096
    assert start.replay(start.game.random_fill(start, 8000, 1, None)[0], cancel)[0] == 4096


def test_ctrl_c_ends_the_command() -> None:
    with subprocess.Popen(
        [TENGEN, "generate", "go", "--size", "900", "--fill", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        wait_until_busy(process, 0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"tengen: interrupted\n")
