"""What is read from strangers: JSON with suspicion, positions within limits, names as text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen as tg
from tengen.errors import TengenError
from tengen.games import NAMES
from tengen.web import boards
from tengen.web.refusals import Refused
from tengen.web.wire import Fields, dumps, loads

BAD = {
    "no JSON": b"{",
    "nothing": b"",
    "not UTF-8": b'"\xff\xfe"',
    "too deep": b"[" * 60_000,
    "too deep, and right": b"[" * 30_000 + b"]" * 30_000,
    "not a number": b'{"ply": NaN}',
    "infinity": b"[Infinity]",
    "minus infinity": b"[-Infinity]",
    "past all numbers": b"[1e999]",
    "a number of 60,000 digits": b"9" * 60_000,
    "half a character": rb'"\ud800"',
    "half a character in a name": rb'{"\udc00": 1}',
    "two values": b"1 2",
    "a comment": b"/* */ 1",
    "single quotes": b"{'a': 1}",
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_is_no_json_is_refused(data: bytes) -> None:
    with pytest.raises(Refused) as refused:
        loads(data)
    assert refused.value.status == 400
    assert len(str(refused.value)) < 250
    assert "\n" not in str(refused.value)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_or_refused(data: bytes) -> None:
    try:
        value = loads(data)
    except Refused:
        return
    assert loads(dumps(value)) == value
    dumps(value).encode()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "game": st.sampled_from(NAMES) | JSON,
            "diagram": st.text(".XO#\n", max_size=40) | JSON,
            "to_play": st.sampled_from(["black", "white"]) | JSON,
            "rules": st.dictionaries(st.sampled_from(["komi", "ko", "suicide", "in_a_row", "variant"]), JSON) | JSON,
            "more": JSON,
        },
    )
)
def test_any_value_is_a_position_or_refused(value: object) -> None:
    try:
        position = boards.read_position(value, 9)
    except TengenError:
        return
    assert max(position.height, position.width) <= 9
    assert boards.read_position(boards.write_position(position), 9) == position


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ({"game": "chess", "diagram": ".", "to_play": "black"}, "there is no game 'chess'"),
        ({"game": "go", "diagram": "..\n.", "to_play": "black"}, "expected 2 of X, O, . and #"),
        ({"game": "go", "diagram": "..\n.Q", "to_play": "black"}, "'.Q'"),
        ({"game": "go", "diagram": "." * 26, "to_play": "black"}, "1 by 26 points; expected 1 to 25"),
        ({"game": "go", "diagram": "", "to_play": "black"}, "1 by 0 points"),
        ({"game": "go", "diagram": "\n" * 100_000, "to_play": "black"}, "100001 by 0 points"),
        ({"game": "go", "diagram": ".", "to_play": "red"}, "'red'; expected black or white"),
        ({"game": "go", "diagram": ".", "to_play": "black", "rules": {"komi": True}}, "the rule 'komi' is True"),
        ({"game": "go", "diagram": ".", "to_play": "black", "rules": {"komi": "7"}}, "the rule 'komi' is '7'"),
        ({"game": "go", "diagram": ".", "to_play": "black", "rules": {"komi": 0.3}}, "whole or half points"),
        ({"game": "go", "diagram": ".", "to_play": "black", "rules": {"suicide": 1}}, "the rule 'suicide' is 1"),
        ({"game": "nogo", "diagram": ".", "to_play": "black", "rules": {"komi": 7}}, "NoGo has no rule 'komi'"),
        ({"game": "gomoku", "diagram": ".", "to_play": "black", "rules": {"in_a_row": 0}}, "0 in a row"),
        ({"game": "othello", "diagram": "." * 17, "to_play": "black"}, "at most 16x16"),
        ({"game": "go", "diagram": ".", "to_play": "black", "x": 1}, "a position has no 'x'"),
        ([1, 2], "[1, 2] is not a position"),
    ],
)
def test_positions_that_are_refused(value: object, complaint: str) -> None:
    with pytest.raises(TengenError) as error:
        boards.read_position(value, 25)
    assert complaint in str(error.value)


def test_fields_know_their_types() -> None:
    fields = Fields({"n": 3, "f": True, "t": "x", "x": 1.5}, "a thing")
    assert (fields.whole("n", 0, 9), fields.flag("f"), fields.text("t")) == (3, True, "x")
    assert fields.number("x", 0, 2) == 1.5
    fields.done()
    for value, read in (
        ({"n": True}, "whole"),
        ({"n": 1.0}, "whole"),
        ({"n": 10}, "whole"),
        ({"n": "1"}, "number"),
        ({"n": False}, "number"),
    ):
        with pytest.raises(Refused, match="'n' is"):
            getattr(Fields(value, "a thing"), read)("n", 0, 9)
    with pytest.raises(Refused, match="'t' is missing; expected text"):
        Fields({}, "a thing").text("t")
    with pytest.raises(Refused, match="a thing has no 'more'"):
        Fields({"more": 1}, "a thing").done()


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "a'b\"c&d", "天元", "Zoë", ""])
def test_names_are_kept_as_they_are(name: str) -> None:
    assert boards.read_name(name) == name


def test_names_that_are_refused() -> None:
    assert boards.read_name("  Ann \n Lee ") == "Ann Lee"
    for name in ("x" * 41, "a\u202eb", "a\x00b", "a\x1bb", "a\u2066b"):
        with pytest.raises(Refused, match="the name"):
            boards.read_name(name)


def test_steps_and_legal_points() -> None:
    before = tg.go.parse("XO.\nO..\n...", tg.BLACK)
    after = before.with_to_play(tg.WHITE)
    assert boards.step(before, after) == []
    taking = tg.go.parse("OX.\n.X.\n...", tg.BLACK)
    assert boards.step(taking, taking.play("A2")) == [(0, 0, "."), (1, 0, "X")]
    nogo = tg.nogo.parse(".X.\nX..\n...", tg.WHITE)
    legal = boards.legal(nogo)
    assert [0, 0] in legal["black"]
    assert [0, 0] not in legal["white"]
    assert json.loads(dumps(legal)) == legal
