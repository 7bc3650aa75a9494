"""The parts of the screen, each for itself: keys from bytes, frames to bytes, what goes where, looks."""

from __future__ import annotations

import random

import pyte
import pytest

import tengen as tg
from tengen.cli.play.frames import Frame, update
from tengen.cli.play.keys import Keys
from tengen.cli.play.layout import FOOT, Window, layout
from tengen.cli.play.looks import look


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (b"aZ?9", ["a", "Z", "?", "9"]),
        (b"\r\n \x7f\x08\x0c\x04", ["enter", "enter", "enter", "backspace", "backspace", "redraw", "q"]),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        (b"\x1bOA\x1bOB\x1bOC\x1bOD", ["up", "down", "right", "left"]),
        (b"\x1b[1;5Ax", ["up", "x"]),  # with Ctrl held
        (b"\x1b[15~\x1b[H\x1b[<0;1;1Mx", ["x"]),  # keys that mean nothing here
        ("é围".encode(), ["é", "围"]),
        (b"\xffx", ["\ufffd", "x"]),
        (b"\x00\x01\x1fx", ["x"]),
        (b"\x1bx", ["escape", "x"]),
        (b"\x1b\x1b[A", ["escape", "up"]),
    ],
)
def test_keys(data: bytes, keys: list[str]) -> None:
    assert Keys().feed(data) == keys
    piecemeal = Keys()
    assert [key for byte in data for key in piecemeal.feed(bytes([byte]))] == keys
    assert not piecemeal.is_pending


def test_a_lone_escape_is_one_when_no_more_comes() -> None:
    keys = Keys()
    for beginning in (b"\x1b", b"\x1b[", b"\x1b[1;"):
        assert keys.feed(beginning) == []
        assert keys.is_pending
        assert keys.flush() == ["escape"]
        assert not keys.is_pending
    assert keys.flush() == []


def test_no_beginning_is_kept_for_ever() -> None:
    keys = Keys()
    keys.feed(b"\x1b[" + b"1;" * 1000)
    assert not keys.is_pending


def shown(screen: pyte.Screen) -> list[list[tuple[str, str, bool]]]:
    return [
        [(cell.data, cell.fg, cell.bold) for col in range(screen.columns) for cell in (screen.buffer[row][col],)]
        for row in range(screen.lines)
    ]


def test_updates_show_what_a_new_drawing_would(chance: random.Random) -> None:
    screen = pyte.Screen(30, 6)
    stream = pyte.Stream(screen)
    old: Frame | None = None
    for _ in range(60):
        rows, cols = (6, 30) if chance.random() < 0.9 else (5, 20)
        frame = Frame(rows, cols)
        if old is not None and (old.rows, old.cols) == (rows, cols):
            frame.cells = [list(row) for row in old.cells]
        for _ in range(chance.randrange(6)):
            frame.put(
                chance.randrange(-1, rows + 1),
                chance.randrange(-3, cols),
                "x●. "[: chance.randrange(5)],
                chance.choice(["", "31", "1", "1;32"]),
            )
        frame.cursor = chance.randrange(rows), chance.randrange(cols)
        screen.resize(rows, cols)
        stream.feed(update(old, frame))
        again = pyte.Screen(cols, rows)
        pyte.Stream(again).feed(update(None, frame))
        assert shown(screen) == shown(again)
        assert [line.rstrip() for line in screen.display] == frame.lines()
        assert (screen.cursor.y, screen.cursor.x) == frame.cursor
        old = frame


def test_nothing_is_sent_when_nothing_has_changed() -> None:
    frame = Frame(5, 5)
    frame.put(2, 2, "x", "1")
    assert update(frame, frame) == ""
    other = Frame(5, 5)
    other.put(2, 2, "y", "1")
    assert update(frame, other) == "\x1b[3;3H\x1b[0;1my\x1b[0m\x1b[1;1H"


def test_characters_that_take_no_column_or_two_are_replaced() -> None:
    frame = Frame(1, 10)
    frame.put(0, 0, "a围b\u0301\x1bc")
    assert frame.lines() == ["a?b??c"]


@pytest.mark.parametrize("rows", [11, 12, 14, 18, 24, 40])
@pytest.mark.parametrize("cols", [26, 30, 47, 80, 132])
@pytest.mark.parametrize("size", [(1, 1), (5, 5), (9, 9), (19, 19), (26, 26), (4, 52), (52, 4)])
def test_everything_has_its_place(rows: int, cols: int, size: tuple[int, int]) -> None:
    position = tg.gomoku.start(size)
    window = Window()
    for point in (tg.Point(0, 0), tg.Point(size[0] - 1, size[1] - 1), tg.Point(size[0] // 2, 0)):
        plan = layout(position, rows, cols, window, point)
        if plan is None:
            assert rows < 5 + 2 + FOOT + 4 or cols < 5 * 3 + 5 + 1 + 26
            continue
        assert plan.shows(point)
        assert 0 <= plan.top <= size[0] - plan.shown_rows
        assert 0 <= plan.left <= size[1] - plan.shown_cols
        board_bottom = plan.row(plan.top + plan.shown_rows)
        board_right = plan.column(plan.left + plan.shown_cols - 1) + 1 + plan.edge
        assert board_bottom < rows - FOOT
        assert board_right < cols
        assert plan.panel_col > board_right or plan.panel_row > board_bottom
        assert plan.panel_col + plan.panel_width <= cols
        assert plan.panel_row + plan.panel_rows <= rows - FOOT


def test_a_view_moves_no_more_than_it_must() -> None:
    position = tg.gomoku.start(30)
    window = Window()
    layout(position, 24, 80, window, tg.Point(15, 10))
    top = window.top
    layout(position, 24, 80, window, tg.Point(14, 10))
    assert window.top == top
    layout(position, 24, 80, window, tg.Point(0, 10))
    assert window.top == 0


def test_looks_by_environment() -> None:
    plain = look({"TERM": "xterm", "NO_COLOR": "1"})
    assert (plain.black, plain.white, plain.point, plain.encoding) == ("X", "O", ".", "ascii")
    assert not any("3" in style or "4" in style.replace("1;4", "") for style in plain.styles.values())
    assert look({"LANG": "en_US.UTF-8"}).encoding == "utf-8"
    assert look({"LANG": "en_US.UTF-8", "LC_ALL": "C"}).encoding == "ascii"
    assert look({"LANG": "en_US.UTF-8", "NO_COLOR": ""}).white == "●"  # empty is as good as not there
    assert look({"LANG": "C", "LC_CTYPE": "C.UTF-8"}).encoding == "ascii"
    assert look({"LC_CTYPE": "en_US.utf8", "LANG": "C"}).encoding == "utf-8"
