"""A View is a value, and its JSON is read back as what it was."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen as tg
from tengen.render import Ghost, Heat, Mark, View
from tengen.render.view import COORDINATES, KINDS, MOST_LABEL, MOST_SIDE, ROLES, STYLES, rows_of


@st.composite
def views(draw: st.DrawFn, most: int = 6) -> View:
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most))
    rows = draw(st.lists(st.text("XO.#", min_size=width, max_size=width), min_size=height, max_size=height))
    point = st.integers(0, height * width - 1)
    label = st.text(max_size=MOST_LABEL)
    marks = st.one_of(
        st.builds(Mark, point, st.sampled_from(KINDS[:-1]), st.sampled_from(ROLES)),
        st.builds(Mark, point, st.just("label"), st.sampled_from(ROLES), label.filter(bool)),
    )
    return View(
        tuple(rows),
        draw(st.sampled_from(STYLES)),
        draw(st.sampled_from(list(COORDINATES))),
        draw(st.text(max_size=30)),
        draw(st.text(max_size=80)),
        draw(st.none() | point),
        tuple(draw(st.dictionaries(point, st.integers(0, 99_999), max_size=4)).items()),
        tuple(draw(st.lists(marks, max_size=6))),
        tuple(draw(st.lists(st.builds(Heat, point, st.floats(0, 1), label), max_size=6))),
        tuple(draw(st.lists(st.builds(Ghost, point, st.sampled_from("XO"), label), max_size=4))),
    )


@given(views())
def test_json_is_read_back(view: View) -> None:
    text = json.dumps(view.to_json())
    assert View.from_json(json.loads(text)) == view
    assert hash(View.from_json(json.loads(text))) == hash(view)
    assert pickle.loads(pickle.dumps(view)) == view


def test_the_shape_of_the_json() -> None:
    view = View(
        ("X.", "O#"),
        last=0,
        numbers=((0, 7),),
        heat=(Heat(1, 0.5, "50"), Heat(1, 1)),
        marks=(Mark(1, "cross", "bad"), Mark(2, "label", "note", "A"), Mark(0, "dot")),
        ghosts=(Ghost(1, "O", "2"), Ghost(1, "X")),
        title="NoGo, 2x2",
        caption="Black to play",
    )
    assert view.to_json() == {
        "version": 1,
        "height": 2,
        "width": 2,
        "rows": ["X.", "O#"],
        "style": "intersections",
        "coordinates": "gtp",
        "title": "NoGo, 2x2",
        "caption": "Black to play",
        "last": 0,
        "numbers": [[0, 7]],
        "marks": [[1, "cross", "bad"], [2, "label", "note", "A"], [0, "dot", "plain"]],
        "heat": [[1, 0.5, "50"], [1, 1]],
        "ghosts": [[1, "O", "2"], [1, "X"]],
    }
    plain = View((".",))
    assert plain.to_json() == {
        "version": 1,
        "height": 1,
        "width": 1,
        "rows": ["."],
        "style": "intersections",
        "coordinates": "gtp",
    }


def test_points_have_the_names_of_their_coordinates() -> None:
    board = rows_of(tg.nogo.start((3, 9)).board)
    assert [View(board, coordinates=kind).name(8) for kind in ("gtp", "othello", "none")] == ["J3", "i1", "J3"]
    assert View(board).name(18) == "A1"


GOOD = View(("X.", ".O")).to_json()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 2}, "the view has version '2'; expected 1"),
        ({"version": None}, "the view has version 'None'; expected 1"),
        (
            {"stones": []},
            "a view has no 'stones'; expected rows, style, coordinates, title, caption, last, numbers, marks, "
            "heat or ghosts",
        ),
        ({"rows": "X..O"}, "a view without rows; expected a list of rows of X, O, . and #"),
        ({"rows": ["X.", 3]}, "a view without rows; expected a list of rows of X, O, . and #"),
        ({"rows": []}, "a 0x0 board cannot be drawn; pictures have 1 to 100 rows and columns"),
        ({"rows": ["."] * (MOST_SIDE + 1)}, "a 101x1 board cannot be drawn; pictures have 1 to 100 rows and columns"),
        ({"rows": ["X.", "..."]}, "a row is '...'; expected 2 of X, O, . and #"),
        ({"rows": ["X.", "xO"]}, "a row is 'xO'; expected 2 of X, O, . and #"),
        ({"height": 3}, "the view is 3 by 2, and its rows are 2 by 2"),
        ({"style": "wood"}, "there is no style 'wood'; expected intersections or squares"),
        ({"coordinates": ["gtp"]}, "there is no coordinates ['gtp']; expected gtp, othello or none"),
        ({"caption": 5}, "the caption is '5'; expected text of at most 1000 characters"),
        ({"caption": "x" * 1001}, f"the caption is '{'x' * 20}'; expected text of at most 1000 characters"),
        ({"last": 4}, "the point is 4; expected 0 to 3"),
        ({"last": -1}, "the point is -1; expected 0 to 3"),
        ({"last": True}, "the point is True; expected 0 to 3"),
        ({"last": 1.0}, "the point is 1.0; expected 0 to 3"),
        ({"numbers": [[0, -1]]}, "the number on a stone is -1; expected a whole number of at most 5 digits"),
        ({"numbers": [[0, "1"]]}, "the number on a stone is '1'; expected a whole number of at most 5 digits"),
        ({"numbers": [[0]]}, "the numbers are '[[0]]'; expected a list of lists of 2 to 2 values"),
        ({"marks": {"0": "cross"}}, "the marks are \"{'0': 'cross'}\"; expected a list of lists of 2 to 4 values"),
        ({"marks": [[0, "star"]]}, "there is no mark 'star'; expected cross, circle, square, triangle, dot or label"),
        ({"marks": [[0, "dot", "red"]]}, "there is no role 'red'; expected plain, good, bad or note"),
        ({"marks": [[0, "dot", "bad", "A"]]}, "a dot with the text 'A'; labels have text, other marks none"),
        ({"marks": [[0, "label"]]}, "a label with the text ''; labels have text, other marks none"),
        ({"marks": [[0, "label", "bad", "ABCDEF"]]}, "the label is 'ABCDEF'; expected text of at most 5 characters"),
        ({"heat": [[0, 1.5]]}, "the heat is 1.5; expected 0 to 1"),
        ({"heat": [[0, float("nan")]]}, "the heat is nan; expected 0 to 1"),
        ({"heat": [[0, 0.5, 7]]}, "the label is '7'; expected text of at most 5 characters"),
        ({"ghosts": [[0, "XO"]]}, "there is no stone 'XO'; expected X or O"),
    ],
)
def test_json_that_is_no_view(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(tg.ParseError) as refused:
        View.from_json({**GOOD, **changes})
    assert str(refused.value) == message


@pytest.mark.parametrize("value", [None, [], "view", 7])
def test_what_is_not_even_an_object(value: object) -> None:
    with pytest.raises(tg.ParseError, match="is not a view; expected a JSON object"):
        View.from_json(value)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=5), each, max_size=3),
    ),
    st.sampled_from([*GOOD, "last", "numbers", "marks", "heat", "ghosts", "title", "caption"]),
)
def test_any_json_is_a_view_or_a_parse_error(value: object, name: str) -> None:
    try:
        view = View.from_json({**GOOD, name: value})
    except tg.ParseError:
        return
    view.to_svg()
