"""Files of openings: games in SGF, books of variations, lines of moves; and what is said of those that cannot be used."""

from __future__ import annotations

import pytest

import tengen as tg
from tengen.errors import UsageError
from tengen.games.game import Position
from tengen.match.openings import read_openings

BOOK = b"(;GM[1]SZ[5]KM[0.5];B[cc](;W[bb];B[dd](;W[bd])(;W[db]))(;W[bc]))"


def after(start: Position, moves: str) -> Position:
    for move in moves.split():
        start = start.play(move)
    return start.with_to_play(start.to_play)


def test_each_leaf_of_a_book_is_an_opening() -> None:
    start = tg.go.start(5, komi=0.5)
    found = read_openings(BOOK, "book.sgf", "go")
    assert found.starts == [after(start, line) for line in ("C3 B4 D2 B2", "C3 B4 D2 D4", "C3 B3")]
    assert found.faults == []
    assert read_openings(BOOK, "book.sgf", "go", komi=2).starts[2].rules["komi"] == 2


def test_lines_of_moves() -> None:
    found = read_openings(b"\xef\xbb\xbfE5 C3 D7\r\n\n  a1\n", "book.txt", "nogo")
    assert found.starts == [after(tg.nogo.start(9), line) for line in ("E5 C3 D7", "A1")]
    assert found.faults == []
    small = read_openings(b"e4 e3 c2", "book.txt", "othello", (6, 6)).starts
    assert small == [after(tg.othello.start(6), "e4 e3 c2")]
    (passed,) = read_openings(b"C3 pass B2", "book.txt", "go", (5, 5), komi=1).starts
    assert passed == after(tg.go.start(5, komi=1), "C3 pass B2")


def test_openings_that_are_left_out_are_named() -> None:
    games = b"(;GM[1]SZ[5];B[cc];W[zz])\n(;GM[1]SZ[5];B[cc](;W[bb])(;W[cc])(;W[aa];B[ab];W[ab]))(;GM[1]SZ[5];B[];W[])"
    found = read_openings(games, "some.sgf", "go")
    assert found.starts == [after(tg.go.start(5), "C3 B4")]
    assert found.faults == [
        "'some.sgf': line 1, column 19: game 1: W[zz]: 'zz' is not a point of this 5x5 board; expected two letters "
        "from aa to ee",
        "'some.sgf': game 2, variation 1: move 2, White C3, is illegal: C3 is occupied by Black",
        "'some.sgf': game 2, variation 2: move 4, White A4, is illegal: A4 is occupied by Black",
        "'some.sgf': game 3: the game is over after its last move",
    ]
    lines = read_openings(b"E5 E5\nC3 Z9\nE5 E5 what\nA1 what\nB2", "lines", "nogo")
    assert lines.starts == [after(tg.nogo.start(9), "B2")]
    assert lines.faults == [
        "'lines': line 1: move 2, White E5, is illegal: E5 is occupied by Black",
        "'lines': line 2: move 2: 'Z9' is not on this board; its corners are A1 and J9",
        "'lines': line 3: move 2, White E5, is illegal: E5 is occupied by Black",
        "'lines': line 4: move 2: 'what' is not a vertex; expected a letter (not I) and a number, like E5",
    ]


def test_positions_that_cannot_be_played_on() -> None:
    with pytest.raises(UsageError) as caught:
        read_openings(b"(;GM[1]SZ[2]AB[aa][ba][ab][bb])", "full.sgf", "go")
    assert str(caught.value) == "'full.sgf': game 1: the black chain of 4 at A2 B2 A1 B1 has no liberty"


@pytest.mark.parametrize(
    ("data", "file", "message"),
    [
        (b"", "a.txt", "'a.txt': there is no opening; expected one a line, as in E5 C3 D7"),
        (b"", "a.SGF", "'a.SGF': line 1, column 1: there is no game; expected (; where one starts"),
        (b"(", "a.txt", "'a.txt': line 1, column 1: there is no game; expected (; where one starts"),
        (b"\xff", "a.txt", "'a.txt': line 1: move 1: '\ufffd' is not a move"),
    ],
)
def test_files_without_an_opening(data: bytes, file: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_openings(data, file, "go")
    assert str(caught.value) == message
