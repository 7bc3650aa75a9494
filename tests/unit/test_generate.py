"""generate: as full as asked, by a random game, in time that grows with the board alone."""

from __future__ import annotations

import json
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import tengen as tg
from conftest import TENGEN, Tengen
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
        [TENGEN, "generate", "go", "--size", "3000", "--fill", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        wait_until_busy(process, 0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"tengen: interrupted\n")


@pytest.mark.parametrize("start", [tg.nogo.start(5), tg.go.start(5), tg.gomoku.start(6), tg.othello.start(6)])
def test_of_many_each_is_the_same_whatever_their_number_and_the_threads(start: Any) -> None:
    many = tg.generate_many(start, 600, 0.4, seed=7, threads=1)
    assert len(many) == 600
    assert len(set(many)) > 500
    assert {position.board.count(tg.BLACK) + position.board.count(tg.WHITE) for position in many} == {
        round(0.4 * start.board.point_count)
    }
    assert tg.generate_many(start, 600, 0.4, seed=7, threads=3) == many
    assert tg.generate_many(start, 20, 0.4, seed=7) == many[:20]
    with ThreadPoolExecutor(2) as executor:
        assert tg.generate_many(start, 300, 0.4, seed=7, executor=executor) == many[:300]
    assert tg.generate_many(start, 20, 0.4, seed=8) != many[:20]


def test_of_many_one_whose_game_ends_early_is_played_again() -> None:
    start = tg.nogo.start(4)
    many = tg.generate_many(start, 5, stones=15, seed=1)  # which one game in a dozen or so reaches
    assert [position.board.cells.count(0) for position in many] == [1] * 5
    with pytest.raises(tg.UnreachableFill) as caught:
        tg.generate_many(start, 5, stones=16, seed=1)
    assert str(caught.value) == "16 stones were not reached: each of 1000 games ended with fewer on the board"


def test_many_that_make_no_sense() -> None:
    start = tg.nogo.start(3)
    assert tg.generate_many(start, 0, stones=3) == ()
    with pytest.raises(tg.UsageError, match=r"^-1 positions; expected 0 or more$"):
        tg.generate_many(start, -1, stones=3)
    with pytest.raises(tg.UsageError, match=r"^5000001 positions; at most 5000000 of this size are made at once$"):
        tg.generate_many(tg.nogo.start(3), 5_000_001, stones=2)
    with pytest.raises(tg.UsageError, match=r"^the fill is 1.5; expected 0 to 1$"):
        tg.generate_many(start, 3, 1.5)


def test_of_many_a_raised_flag_leaves_the_first_ones() -> None:
    start, cancel = tg.nogo.start(5), Cancel()

    def progress(done: int, parts: int) -> None:
        if done >= 10:
            cancel.request()

    with pytest.raises(tg.Cancelled) as caught:
        tg.generate_many(start, 2560, 0.4, seed=7, threads=1, progress=progress, cancel=cancel)
    partial = caught.value.partial
    assert 0 < len(partial) < 2560
    assert partial == tg.generate_many(start, len(partial), 0.4, seed=7)


def test_many_by_the_command(tengen: Tengen) -> None:
    words = ("generate", "nogo", "--size", "3", "--stones", "4", "--seed", "7", "--count", "2")
    result = tengen(*words)
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout == b"3\n.X.\n.OO\nX..\n3\nO..\n.X.\nO.X\n"
    positions = tg.generate_many(tg.nogo.start(3), 2, stones=4, seed=7)
    assert tengen(*words, "--format", "diagram").stdout.decode() == f"{positions[0]}\n\n{positions[1]}\n"
    lines = tengen(*words, "--format", "json").stdout.splitlines()
    assert [json.loads(line) for line in lines] == [
        {
            "game": "nogo",
            "height": 3,
            "width": 3,
            "to_play": "black",
            "rows": rows,
            "stones": 4,
            "seed": 7,
            "number": number,
        }
        for number, rows in enumerate(([".X.", ".OO", "X.."], ["O..", ".X.", "O.X"]))
    ]
    boards = tengen("generate", "go", "--size", "5", "--count", "3", "--seed", "1").stdout
    assert tengen("flips", "go", input=b"3\n" + boards).stdout == b"0\n1000007\n418945766\n"


@pytest.mark.parametrize(
    ("words", "board", "side"),
    [
        ("othello --size 4 --stones 8 --seed 1", "4\n-1 -1 -1 -1\n-1 0 0 0\n-1 1 1 0\n-1 -1 1 0\n", "Black"),
        ("othello --size 4 --stones 9 --seed 1", None, None),
        ("othello --size 4 --stones 9 --seed 32", None, "Black"),  # White has passed
        ("othello --size 4 --fill 0.5625 --seed 32", None, "Black"),  # and with a stone less it is Black's turn too
        ("othello --size 4 --fill 0.25 --seed 1", None, "Black"),  # the start: there are no fewer stones
        ("nogo --size 3 --stones 5 --seed 1", "3\n...\nOXX\nOX.\n", "White"),
        ("nogo --size 3 --fill 0.5556 --seed 1", None, None),
        ("gomoku --size 3 --stones 3 --seed 1", None, None),  # where the counts say it
    ],
)
def test_the_side_to_move_is_said_where_the_contest_text_does_not(
    tengen: Tengen, words: str, board: str | None, side: str | None
) -> None:
    result = tengen("generate", *words.split())
    said = f"tengen: {side} is to play; the contest text does not say so, --to-play {str(side).lower()} does\n"
    assert (result.returncode, result.stderr.decode()) == (0, said if side else "")
    if board is not None:
        assert result.stdout.decode() == board
    game, _, size, *_, seed = words.split()
    parsed = getattr(tg, game).parse(result.stdout, {"Black": tg.BLACK, "White": tg.WHITE, None: None}[side])
    stones = parsed.board.count(tg.BLACK) + parsed.board.count(tg.WHITE)
    assert parsed == tg.generate(getattr(tg, game).start(int(size)), stones=stones, seed=int(seed))


def test_the_side_to_move_of_many(tengen: Tengen) -> None:
    words = ("generate", "othello", "--size", "4", "--stones", "9", "--seed", "1", "--count", "30")
    sides = [position.to_play for position in tg.generate_many(tg.othello.start(4), 30, stones=9, seed=1)]
    assert sides.count(tg.BLACK) == 2
    assert tengen(*words).stderr == (
        b"tengen: Black is to play on 2 of 30 boards; the contest text does not say so, --to-play black does\n"
    )
    assert tengen(*words, "--format", "diagram").stdout.count(b"Black to play\n") == 2
