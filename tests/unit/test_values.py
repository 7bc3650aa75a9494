"""Colours, points, boards and errors: the plain values."""

from __future__ import annotations

import pickle
import re
from typing import Any, assert_type

import numpy as np
import pytest

import tengen as tg
from tengen._core import Cancel, Totals
from tengen.games.results import LinesOfPlay
from tengen.match import Rating
from tengen.values import Value


def test_colors() -> None:
    assert tg.BLACK is tg.Color.BLACK
    assert tg.BLACK.opponent is tg.WHITE
    assert (str(tg.WHITE), repr(tg.WHITE), tg.WHITE.name) == ("White", "Color.WHITE", "white")
    assert pickle.loads(pickle.dumps(tg.BLACK)) is tg.BLACK


def test_the_pass() -> None:
    assert (str(tg.PASS), repr(tg.PASS)) == ("pass", "PASS")
    assert pickle.loads(pickle.dumps(tg.PASS)) is tg.PASS
    moves = tg.Points([tg.Point(0, 1), tg.PASS], 3, 2)
    assert list(moves) == [tg.Point(0, 1), tg.PASS]
    assert moves.indices == [1, 6]
    assert np.asarray(moves).tolist() == np.asarray(pickle.loads(pickle.dumps(moves))).tolist() == [1, 6]
    assert np.asarray(moves[1:]).tolist() == [6]
    assert tg.PASS in moves
    assert tg.PASS not in moves[:1]
    assert repr(moves) == "<2 points: (0, 1), pass>"
    nogo = tg.nogo.start(3)
    assert not nogo.is_legal("pass")
    with pytest.raises(tg.IllegalMove, match="nobody passes in NoGo"):
        nogo.play(tg.PASS)
    with pytest.raises(IndexError, match="a pass is not a point"):
        nogo["pass"]


def test_a_pass_has_a_number_only_where_the_height_is_known() -> None:
    moves = tg.Points([tg.Point(0, 1), tg.PASS], 3)
    assert (moves.width, moves.height) == (3, None)
    assert moves == tg.Points([tg.Point(0, 1), tg.PASS], 3, 2)
    assert np.asarray(moves[:1]).tolist() == moves[:1].indices == [1]
    unknown = "a pass has a number only on a board of known height: Points(points, width, height)"
    with pytest.raises(ValueError, match=re.escape(unknown)):
        moves.indices  # noqa: B018
    with pytest.raises(BufferError, match=re.escape(unknown)):
        memoryview(moves)  # type: ignore[arg-type]
    with pytest.raises(IndexError, match=r"^Point\(2, 0\) is not on a 2x3 board$"):
        tg.Points([tg.Point(2, 0)], 3, 2)
    assert tg.go.start((2, 3)).points(["pass", 1]).indices == [6, 1]
    assert tg.Record(tg.go.start((2, 3)), moves).moves.indices == [1, 6]


def test_points() -> None:
    point = tg.Point(2, 3)
    assert (point.row, point.col, repr(point)) == (2, 3, "Point(2, 3)")
    assert tg.Point(0, 5) < tg.Point(1, 0) <= tg.Point(1, 0) < point
    assert point > tg.Point(2, 2) >= tg.Point(0, 9)
    assert len({point, tg.Point(2, 3), tg.Point(3, 2)}) == 2
    assert pickle.loads(pickle.dumps(point)) == point
    assert point != (2, 3)


def test_sequences_of_points() -> None:
    points = tg.Points([tg.Point(0, 1), tg.Point(2, 0), tg.Point(1, 2)], 3)
    assert len(points) == 3
    assert list(points) == [points[0], points[1], points[-1]]
    assert points[1:] == tg.Points([tg.Point(2, 0), tg.Point(1, 2)], 3)
    assert points[::-1][0] == tg.Point(1, 2)
    assert tg.Point(2, 0) in points
    assert tg.Point(2, 1) not in points
    assert tg.Point(0, 7) not in points
    with pytest.raises(TypeError, match="'B2' is not a Point or a Pass"):
        "B2" in points  # noqa: B015
    assert points.indices == [1, 6, 5]
    assert np.asarray(points).tolist() == [1, 6, 5]
    assert pickle.loads(pickle.dumps(points)) == points
    assert hash(points) == hash(tg.Points(list(points), 3))
    assert points != points[:2]
    assert repr(points) == "<3 points: (0, 1), (2, 0), (1, 2)>"
    assert repr(tg.nogo.start(3).legal_moves).endswith("(2, 1), ...>")
    assert not tg.Points([], 3)
    with pytest.raises(IndexError, match="Points index out of range"):
        points[3]
    with pytest.raises(IndexError, match="not on a board of this width"):
        tg.Points([tg.Point(0, 3)], 3)


def test_boards() -> None:
    board = tg.nogo.parse("X.#\n.O.").board
    assert (board.height, board.width, board.cells, board.point_count) == (2, 3, bytes([1, 0, 3, 0, 2, 0]), 5)
    assert board[tg.Point(0, 0)] is tg.BLACK
    assert board[tg.Point(0, 1)] is None
    assert board[tg.Point(0, 2)] is None
    assert not board.has_point(tg.Point(0, 2))
    assert (board.count(tg.BLACK), board.count(tg.WHITE)) == (1, 1)
    assert repr(board) == "<Board 2x3>"
    assert pickle.loads(pickle.dumps(board)) == board
    assert hash(board) == hash(tg.Board(2, 3, board.cells)) != hash(board.colors_swapped())
    assert board != tg.Board(3, 2, board.cells)
    with pytest.raises(ValueError, match="0 to 7"):
        board.transformed(8)


def test_numpy_reads_a_board_without_a_copy() -> None:
    position = tg.nogo.parse("X.#\n.O.")
    array = np.asarray(position.board)
    assert array.tolist() == [[1, 0, 3], [0, 2, 0]]
    assert array.dtype == np.uint8
    assert not array.flags.writeable
    assert array.base is not None
    board = position.board
    del position
    assert np.asarray(board).sum() == array.sum() == 6  # the position lives as long as somebody looks at it
    with pytest.raises(TypeError, match="read-only"):
        memoryview(board)[0, 0] = 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("height", "width", "cells", "message"),
    [
        (0, 1, b"", "at least one row"),
        (1, 0, b"", "at least one row"),
        (-1, -1, b"\0", "at least one row"),
        (2, 2, b"\0\0\0", "height [*] width cells"),
        (1, 1, b"\4", "a cell is 0"),
    ],
)
def test_bad_boards(height: int, width: int, cells: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tg.Board(height, width, cells)


def test_errors_know_their_kind() -> None:
    for kind in (tg.ParseError, tg.IllegalMove, tg.IllegalPosition, tg.UsageError, tg.UnreachableFill):
        assert issubclass(kind, tg.TengenError)
        assert issubclass(kind, ValueError)
    error = tg.ParseError("no", 3, 4)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.line, copy.column) == ("line 3, column 4: no", 3, 4)
    assert issubclass(tg.Interrupted, KeyboardInterrupt)
    assert issubclass(tg.Cancelled, tg.TengenError)
    assert not issubclass(tg.Cancelled, KeyboardInterrupt)
    cancelled = pickle.loads(pickle.dumps(tg.Cancelled((1, 2))))
    assert (str(cancelled), cancelled.partial) == ("cancelled", (1, 2))


def test_small_results_say_what_they_are() -> None:
    assert repr(LinesOfPlay(3, 1, 2)) == "LinesOfPlay(lines=3, black_wins=1, white_wins=2, draws=0)"
    move = tg.solve(tg.nogo.parse("XX\n.."), threads=1, memory=1).moves[0]
    assert repr(move) == f"MoveValue(line={move.line!r}, lower={move.lower}, upper={move.upper})"
    rating = Rating("a", 0, 0, 0, 3, 2, 1)
    assert Value.__repr__(rating).startswith("Rating(wins=3, draws=2, losses=1, name=")


def test_a_game_shows_what_people_need_of_it() -> None:
    assert dir(tg.nogo) == dir(tg.othello) == ["Position", "from_array", "parse", "start"]
    assert dir(tg.go) == ["KO_RULES", "Position", "from_array", "parse", "start"]
    assert dir(tg.gomoku) == ["Position", "VARIANTS", "from_array", "parse", "start"]


def test_totals_add_up_and_pickle() -> None:
    start = tg.nogo.start(2)
    one = start.game.random_games(start, "random", 10, 1, 0, True, None)
    two = pickle.loads(pickle.dumps(one))
    two.add(one)
    assert (two.games, two.black_wins) == (20, 2 * one.black_wins)
    assert two.lengths == [2 * count for count in one.lengths]
    with pytest.raises(ValueError, match="do not add up"):
        two.add(Totals(9, True))
    with pytest.raises(ValueError, match="do not add up"):
        two.add(Totals(4, False))


def test_a_cancelled_job_returns_what_it_has() -> None:
    cancel = Cancel()
    assert not cancel.requested
    cancel.request()
    start = tg.nogo.start(50)
    assert start.game.random_games(start, "random", 10**9, 1, 0, False, cancel).games == 0


@pytest.mark.parametrize(
    ("size", "message"),
    [
        (0, "a 0x0 board; expected at least one row and one column"),
        ((3, -1), "a 3x-1 board; expected at least one row and one column"),
        (True, "True is not a size; expected a number like 9, or rows and columns like (9, 13)"),
        ("9", "'9' is not a size; expected a number like 9, or rows and columns like (9, 13)"),
        ((3, 4, 5), "(3, 4, 5) is not a size; expected a number like 9, or rows and columns like (9, 13)"),
        ((2.5, 3), "(2.5, 3) is not a size; expected a number like 9, or rows and columns like (9, 13)"),
        (10001, "a 10001x10001 board has 100020001 points; at most 100000000 are allowed"),
    ],
)
def test_sizes_are_bounded_before_memory_is_taken(size: int | tuple[int, int], message: str) -> None:
    with pytest.raises(tg.UsageError) as error:
        tg.nogo.start(size)
    assert str(error.value) == message


def test_records() -> None:
    record = tg.simulate(tg.nogo.parse("3\nXOO\nXO.\nX..\n"), "first")
    assert repr(record) == "<Record: C2; Black wins: White has no legal move>"
    assert record.winner is tg.BLACK
    assert record.outcome == tg.Outcome(tg.BLACK, "White has no legal move")
    assert record.end == record.start.play("C2")
    assert {record: 1}[tg.Record(record.start, record.moves)] == 1
    unfinished = tg.Record(record.start, record.moves[:0])
    assert unfinished.winner is None
    assert "not over" in repr(unfinished)
    wrong = tg.Record(record.start, tg.Points([tg.Point(0, 0)], 3))
    with pytest.raises(tg.IllegalMove, match="A3 is occupied by Black"):
        assert wrong.end


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (lambda: tg.simulate(tg.nogo.start(3), "best"), "there is no policy 'best'; expected first or random"),
        (lambda: tg.simulate(tg.nogo.start(3), seed=-1), "the seed is -1; expected a whole number from 0 to 2**64 - 1"),
        (
            lambda: tg.simulate(tg.nogo.start(3), seed=2**64),
            f"the seed is {2**64}; expected a whole number from 0 to 2**64 - 1",
        ),
        (
            lambda: tg.simulate(tg.nogo.start(3), seed=1.5),  # type: ignore[arg-type]
            "the seed is 1.5; expected a whole number from 0 to 2**64 - 1",
        ),
        (lambda: tg.simulate(tg.nogo.start(3), most_plies=-1), "at most -1 plies; expected 0 or more"),
        (lambda: tg.simulate(tg.nogo.start(3), "first", 3), "policy first leaves nothing to chance; it takes no seed"),
        (lambda: tg.simulate_many(tg.nogo.start(3), -5), "-5 games; expected 0 or more"),
        (lambda: tg.simulate_many(tg.nogo.start(3), 5, threads=0), "0 threads; expected 1 or more"),
        (lambda: tg.perft(tg.nogo.start(3), -1), "the depth is -1; expected 0 or more"),
        (lambda: tg.generate(tg.nogo.start(3)), "say how full with fill or with stones, one of the two"),
        (lambda: tg.generate(tg.nogo.start(3), 0.1, stones=3), "say how full with fill or with stones, one of the two"),
        (lambda: tg.generate(tg.nogo.start(3), 1.5), "the fill is 1.5; expected 0 to 1"),
        (
            lambda: tg.generate(tg.nogo.start(3), stones=10),
            "10 stones; expected 0 (those there at the start) to 9 (all points)",
        ),
    ],
)
def test_requests_that_make_no_sense(request_: object, message: str) -> None:
    assert callable(request_)
    with pytest.raises(tg.UsageError) as error:
        request_()
    assert str(error.value) == message


def test_a_fill_that_cannot_be_reached_names_the_fill_reached() -> None:
    with pytest.raises(tg.UnreachableFill) as error:
        tg.generate(tg.nogo.start(3), 1.0, seed=1)
    record = tg.simulate(tg.nogo.start(3), seed=1)
    assert str(error.value) == (
        f"a fill of 1.000 (9 of 9 points) was not reached: with seed 1 the game ended at a "
        f"fill of {len(record) / 9:.3f} ({len(record)} points)"
    )


def test_results_cannot_be_changed() -> None:
    start = tg.nogo.parse("XO.\nO..\n...")
    record = tg.simulate(tg.nogo.start(3), seed=1)
    results: list[Any] = [
        record,
        record.outcome,
        tg.check(start),
        tg.check(start).reasons[0],
        start.why_illegal("C1"),
        tg.judge(tg.nogo.start(3), b""),
    ]
    for result in results:
        assert result is not None
        with pytest.raises(AttributeError, match="cannot be changed"):
            result.text = "changed"
        with pytest.raises(AttributeError, match="cannot be changed"):
            del result.text
        copy = pickle.loads(pickle.dumps(result))
        assert copy == result
        assert hash(copy) == hash(result)
        assert copy != object()


def test_the_types_say_where_a_pass_may_be() -> None:
    """mypy reads this: an ignored error that is none would be one."""
    for move in tg.go.start(2).legal_moves:
        assert_type(move, tg.Point | tg.Pass)
        assert isinstance(move, tg.Pass) or move.row < 2
    with pytest.raises(AttributeError):
        [move.row for move in tg.go.start(2).legal_moves]  # type: ignore[union-attr]
    assert_type(tg.nogo.start(2).legal_moves[0], tg.Point)
    assert [move.row for move in tg.gomoku.start(2).legal_moves] == [0, 0, 1, 1]
    position: tg.Position = tg.othello.start(4)
    assert_type(position.legal_moves, tg.Points)
