"""Grammars: what is accepted, and what is said about the rest."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen as tg
from tengen.formats import contest, diagram
from tengen.formats.vertex import GTP, OTHELLO

SQUARE = contest.SquareContest(b".XO")

# The golden corners of each codec on a board of 3 rows and 26 columns.
CORNERS = [
    # point from the top-left, GTP vertex, Othello's name, contest row col
    ((0, 0), "A3", "a1", "1 1"),
    ((0, 25), "AA3", "z1", "1 26"),
    ((2, 0), "A1", "a3", "3 1"),
    ((2, 25), "AA1", "z3", "3 26"),
    ((1, 8), "J2", "i2", "2 9"),
    ((1, 24), "Z2", "y2", "2 25"),
]


@pytest.mark.parametrize(("place", "name", "othello", "pair"), CORNERS)
def test_corners(place: tuple[int, int], name: str, othello: str, pair: str) -> None:
    point = tg.Point(*place)
    assert GTP.write(point, 3) == name
    assert GTP.parse(name, 3, 26) == point
    assert GTP.parse(f" {name.lower()} ", 3, 26) == point
    assert OTHELLO.write(point, 3) == othello
    assert OTHELLO.parse(othello.upper(), 3, 26) == point
    assert contest.name(point) == pair
    assert b"".join(contest.transcript(tg.Points([point], 26))).decode() == pair + "\n"
    board = tg.Board(3, 26, bytes(78))
    assert list(contest.parse_transcript(f"{pair}\n-1 -1\n".encode(), board)) == [point]


@given(st.integers(1, 2000), st.integers(1, 2000), st.data())
def test_vertices_parse_back(height: int, width: int, data: st.DataObject) -> None:
    point = tg.Point(data.draw(st.integers(0, height - 1)), data.draw(st.integers(0, width - 1)))
    assert GTP.parse(GTP.write(point, height), height, width) == point


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("I5", "'I5' is not a vertex; expected a letter (not I) and a number, like E5"),
        ("5E", "'5E' is not a vertex; expected a letter (not I) and a number, like E5"),
        ("", "'' is not a vertex; expected a letter (not I) and a number, like E5"),
        ("E", "'E' is not a vertex; expected a letter (not I) and a number, like E5"),
        ("E5.0", "'E5.0' is not a vertex; expected a letter (not I) and a number, like E5"),
        ("E\u0665", "'E\u0665' is not a vertex; expected a letter (not I) and a number, like E5"),
        ("K1", "'K1' is not on this board; its corners are A1 and J9"),
        ("A0", "'A0' is not on this board; its corners are A1 and J9"),
        ("A10", "'A10' is not on this board; its corners are A1 and J9"),
        ("A" + "9" * 5000, "is not on this board"),
        ("A0000000000012", "is not on this board"),
        ("Z" * 5000 + "1", "is not on this board"),
    ],
)
def test_bad_vertices(text: str, message: str) -> None:
    with pytest.raises(tg.ParseError) as error:
        tg.nogo.start(9).play(text)
    assert message in str(error.value)


BAD_CONTEST = [
    ("", "line 1, column 1: the input is empty; expected the board size n"),
    (" \n\n", "line 1, column 1: the input is empty; expected the board size n"),
    ("\n3\n...\n...\n...\n", "line 1, column 1: the first line is empty; expected the board size n"),
    ("...\n...\n...\n", "line 1, column 1: '...' is not a number; expected the board size n"),
    ("abc\n", "line 1, column 1: 'abc' is not a number; expected the board size n"),
    ("3 3\n...\n", "line 1, column 1: '3 3' is not a number; expected the board size n"),
    (" 3\n...\n", "line 1, column 1: ' 3' is not a number; expected the board size n"),
    ("+3\n", "line 1, column 1: '+3' is not a number; expected the board size n"),
    ("3.0\n", "line 1, column 1: '3.0' is not a number; expected the board size n"),
    ("\u0663\n", "line 1, column 1: '\u0663' is not a number; expected the board size n"),
    ("0\n", "line 1, column 1: the board size is 0; expected 1 or more"),
    ("-0\n", "line 1, column 1: the board size is 0; expected 1 or more"),
    ("-4\n", "line 1, column 1: the board size is -4; expected 1 or more"),
    ("10001\n.", "line 1, column 1: a board of size 10001 has 100020001 points; at most 100000000 are allowed"),
    (
        "9" * 30,
        "line 1, column 1: the board size is '99999999999999999999...'; expected 1 or more, and at most "
        "100000000 points",
    ),
    (
        "-" + "9" * 30,
        "line 1, column 1: the board size is '-9999999999999999999...'; expected 1 or more, and at most "
        "100000000 points",
    ),
    ("3\n", "line 2, column 1: the input ends after 0 rows; expected 3"),
    ("3", "line 1, column 2: the input ends after 0 rows; expected 3"),
    ("3\nX.O\n", "line 3, column 1: the input ends after 1 row; expected 3"),
    ("3\nX.O\n...", "line 3, column 4: the input ends after 2 rows; expected 3"),
    ("3\nX.O\n...\n  ", "line 4, column 3: the input ends after 2 rows; expected 3"),
    ("3\nX.O\n..\n...\n", "line 3, column 3: the row ends after 2 of 3 points"),
    ("3\nX.O\n..", "line 3, column 3: the row ends after 2 of 3 points"),
    ("3\n\nX.O\n...\n...\n", "line 2, column 1: the row ends after 0 of 3 points"),
    ("3\nX.OX\n...\n...\n", "line 2, column 4: 'X' is past the end of the row; expected 3 points"),
    ("3\nX.O\n.Q.\n...\n", "line 3, column 2: 'Q' is not a stone; expected X, O or ."),
    ("3\nX.O\n.x.\n...\n", "line 3, column 2: 'x' is not a stone; expected X, O or ."),
    ("3\nX.O\n X.\n...\n", "line 3, column 1: ' ' is not a stone; expected X, O or ."),
    ("3\nX.O\n.#.\n...\n", "line 3, column 2: '#' is not a stone; expected X, O or ."),
    ("3\nX.O\n.\u3002.\n...\n", "line 3, column 2: '\u3002' is not a stone; expected X, O or ."),
    ("3\nX.O\n...Q\n...\n", "line 3, column 4: 'Q' is not a stone; expected X, O or ."),
    ("3\nX.O\n... .\n...\n", "line 3, column 5: '.' is not a stone; expected X, O or ."),
    ("3\nX.O\r...\r...\r", "line 2, column 4: '\\r' is not a stone; expected X, O or ."),
    ("3\nX.O\n...\n...\n...\n", "line 5, column 1: row 4 of a board of 3 rows; expected the end of the input"),
    ("3\nX.O\n...\n...\n\n more\n", "line 6, column 2: 'more' after the board; expected the end of the input"),
    ("3\nX.O\n...\n...\n\f x\n", "line 5, column 3: 'x' after the board; expected the end of the input"),
    ("3\nX.O\n...\n...\n0\n", "line 5, column 1: '0' after the board; expected the end of the input"),
]


@pytest.mark.parametrize(("text", "message"), BAD_CONTEST)
def test_bad_contest_text(text: str, message: str) -> None:
    with pytest.raises(tg.ParseError) as error:
        SQUARE.parse(text.encode())
    assert str(error.value) == message
    with pytest.raises(tg.ParseError) as error:
        SQUARE.parse(b"\xef\xbb\xbf" + text.encode())
    assert str(error.value) == message


@pytest.mark.parametrize(
    "text",
    [
        "3\nX.O\n...\n...",
        "3\r\nX.O\r\n...\r\n...\r\n",
        "3  \nX.O \n...\t\n... ",
        "3\nX.O\n...\n...\n\n \n\r\n",
        "\ufeff3\nX.O\n...\n...\n",
        "003\nX.O\n...\n...\n",
        "3\nX.O\n...\n...\n\f",
        "3\nX.O\n...\n...\n \v\n",
    ],
)
def test_accepted_without_fuss(text: str) -> None:
    assert SQUARE.parse(text.encode()).board == tg.nogo.parse("X.O\n...\n...").board


@given(st.binary(max_size=40))
def test_any_bytes_are_a_board_or_a_complaint(data: bytes) -> None:
    for text in (data, b"2\n" + data):
        fault: tg.ParseError | None = None
        try:
            assert tg.nogo.parse(text).height >= 1
        except tg.ParseError as error:
            fault = error
        assert fault is None or ((fault.line or 0) >= 1 <= (fault.column or 0) and "\n" not in str(fault))


GOOD_DIAGRAMS = [
    "X.O\n.#.",
    "X . O\n. # .",
    "\nX.O\n.#.\n\n",
    "  A B C\n2 X . O 2\n1 . # . 1\n  A B C",
    " A B C\n 2 X . O\n 1 . # .",
    "2 X.O 2\n1 .#. 1",
    "X.O\r\n.#.\r\n",
    "\ufeffX.O\n.#.",
    "X.O\n.#.\nBlack to play",
    "  X.O\n  .#.\n black   to play. ",
]


@pytest.mark.parametrize("text", GOOD_DIAGRAMS)
def test_diagrams(text: str) -> None:
    parsed = diagram.parse(text)
    assert (parsed.board.height, parsed.board.width, parsed.board.cells) == (2, 3, bytes([1, 0, 2, 0, 3, 0]))
    lines = text.removeprefix("\ufeff").splitlines()
    for row in range(2):
        for col in range(3):
            line, column = parsed.place(tg.Point(row, col))
            assert lines[line - 1][column - 1] == "X.O.#."[row * 3 + col]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: there is no board; expected rows of X, O, . and #"),
        ("Black to play", "line 1, column 1: there is no board; expected rows of X, O, . and #"),
        ("X.O\nX.", "line 2, column 1: the row has 2 points; expected 3 as in the first row"),
        ("X.O\n.Q.", "line 2, column 2: 'Q' is not a stone; expected X, O, . or #"),
        ("2 X.O\n1 .o.", "line 2, column 4: 'o' is not a stone; expected X, O, . or #"),
        ("X.O\n\n12\n", "line 3, column 3: there is no point in this row; expected X, O, . or #"),
        ("X.O\nBlack to play\nX.O", "line 3, column 1: 'X.O' after the board; expected the end of the input"),
        ("  A B\n1 X .\n  A B\n  rest", "line 4, column 3: 'rest' after the board; expected the end of the input"),
    ],
)
def test_bad_diagrams(text: str, message: str) -> None:
    with pytest.raises(tg.ParseError) as error:
        diagram.parse(text)
    assert str(error.value) == message


@given(st.integers(1, 30), st.integers(1, 30), st.randoms(use_true_random=False))
def test_diagrams_of_any_size_parse_back(height: int, width: int, chance: object) -> None:
    cells = bytes(chance.choices(range(4), k=height * width))  # type: ignore[attr-defined]
    for color in (tg.BLACK, tg.WHITE):
        position = tg.nogo.Position(tg.Board(height, width, cells), color)
        assert tg.nogo.parse(str(position)) == position


def test_how_a_position_prints() -> None:
    assert str(tg.nogo.start((2, 11)).play("L1")) == (
        "  A B C D E F G H J K L\n2 . . . . . . . . . . . 2\n1 . . . . . . . . . . X 1\n  A B C D E F G H J K L\n"
        "White to play"
    )


def test_the_side_to_move_is_read_or_said() -> None:
    assert tg.nogo.parse("X.\n..").to_play is tg.BLACK
    assert tg.nogo.parse("X.\n..\nWhite to play").to_play is tg.WHITE
    assert tg.nogo.parse("X.\n..\nWhite to play", tg.BLACK).to_play is tg.BLACK
    assert tg.nogo.parse(b"2\nX.\n..\n", tg.WHITE).to_play is tg.WHITE


@pytest.mark.parametrize(
    ("array", "words"),
    [
        ([[0, 1], [2]], "row 1 has 1 numbers; expected 2, as row 0 has"),
        ([[0, 4]], "Point(0, 1) is 4; expected 0 (empty), 1 (black), 2 (white) or 3 (no point there)"),
        ([[0, True]], "Point(0, 1) is True; expected 0 (empty), 1 (black), 2 (white) or 3 (no point there)"),
        (np.array([[0, -1]]), "Point(0, 1) is -1; expected 0 (empty), 1 (black), 2 (white) or 3 (no point there)"),
        (np.zeros(9, int), "an array of 1 dimension; expected rows and columns"),
        (np.zeros((1, 1, 1), int), "an array of 3 dimensions; expected rows and columns"),
        (np.zeros((3, 3)), "an array of float64; expected whole numbers"),
        (np.zeros((3, 3), ">i4"), "an array of >i4; expected whole numbers"),
        (np.zeros((3, 3), bool), "an array of bool; expected whole numbers"),
        (
            np.zeros((0, 3), int),
            "an array of 0 rows and 3 columns; expected at least one of each and at most 100000000 points",
        ),
        (
            np.broadcast_to(np.uint8(0), (20000, 20000)),
            "an array of 20000 rows and 20000 columns; expected at least one of each and at most 100000000 points",
        ),
    ],
)
def test_an_array_that_is_no_board_is_refused(array: object, words: str) -> None:
    with pytest.raises(tg.UsageError) as refused:
        tg.nogo.from_array(array)
    assert str(refused.value) == words


@pytest.mark.parametrize("array", ["X", b"X", 3, None, [1, 2], [[1], 2]])
def test_what_is_no_array_is_refused(array: object) -> None:
    with pytest.raises((TypeError, tg.UsageError), match=r"is not an array of two dimensions|an array of 1 dimension"):
        tg.nogo.from_array(array)


def test_a_board_that_the_contest_has_no_way_to_write() -> None:
    with pytest.raises(tg.UsageError, match="the contest text of NoGo has no way to write this board; a diagram has"):
        tg.nogo.start((2, 3)).contest()
    assert tg.nogo.start(2).play("A2").contest() == "2\nX.\n..\n"


def test_a_board_of_rows_alone_that_begins_with_a_blank_one() -> None:
    with pytest.raises(tg.ParseError, match="line 1, column 1: the row ends after 0 of 1 points"):
        tg.gomoku.parse("  \n\to \n")
