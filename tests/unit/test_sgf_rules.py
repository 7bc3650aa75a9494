"""SGF: the rules that a file is read by, those that it names and those that it keeps."""

from __future__ import annotations

import pytest

import tengen as tg

GO = {"komi": 7.5, "ko": "positional", "suicide": False}


@pytest.mark.parametrize(
    ("properties", "rules"),
    [
        ("", GO),
        ("KM[0]", {**GO, "komi": 0.0}),
        ("KM[-5.5]RU[Tromp-Taylor]", {"komi": -5.5, "ko": "positional", "suicide": True}),
        ("RU[TrompTaylor]", {**GO, "suicide": True}),
        ("RU[Japanese]", {**GO, "ko": "simple"}),
        ("RU[Chinese]", {**GO, "ko": "simple"}),
        ("RU[AGA]", {**GO, "ko": "situational"}),
        ("RU[New Zealand]", {**GO, "ko": "situational", "suicide": True}),
        ("RU[koSITUATIONALscoreTERRITORYtaxSEKIsui1]", {**GO, "ko": "situational", "suicide": True}),
        ("RU[as agreed]", GO),
        ("GM[4]", {"in_a_row": 5, "variant": "freestyle"}),
        ("GM[4]RU[Standard, 6 in a row]", {"in_a_row": 6, "variant": "standard"}),
        ("GM[4]RU[8]", {"in_a_row": 5, "variant": "caro"}),
        ("GM[4]RU[Renju]", {"in_a_row": 5, "variant": "renju"}),
        ("GM[4]RU[4]", {"in_a_row": 5, "variant": "renju"}),
        ("GM[2]RU[x]", {}),
    ],
)
def test_rules(properties: str, rules: dict[str, object]) -> None:
    tree = tg.read_sgf(f"(;{properties}SZ[8])")
    assert tree.start.rules == rules
    again = tg.read_sgf(tree.to_sgf())
    assert again.start.rules == rules
    assert again.root.properties.get("RU") == tree.root.properties.get("RU")  # the file's own words stay


@pytest.mark.parametrize(
    ("text", "ko", "suicide"),
    [
        ("(;SZ[3:1];B[ba])", "positional", False),
        (
            "(;SZ[3:1];B[ca];W[aa];B[ba];W[aa];B[ca])",
            "situational",
            False,
        ),  # a board again, with the other side to move
        ("(;SZ[3:1];B[ca];W[aa];B[];W[ba];B[ca])", "simple", False),  # ... and with the same
        ("(;SZ[4:1]RU[as agreed];B[da];W[ba];B[ca])", "positional", True),
        ("(;SZ[3:1];B[ba];W[aa])", "situational", True),
        ("(;SZ[3:1];B[ba];W[aa];B[];W[aa])", "simple", True),
    ],
)
def test_a_record_that_names_no_rules_is_read_by_the_first_that_it_keeps(text: str, ko: str, suicide: bool) -> None:
    tree = tg.read_sgf(text)
    assert tree.start.rules == {"komi": 7.5, "ko": ko, "suicide": suicide}
    assert tg.read_sgf(tree.to_sgf()).record == tree.record
    assert tg.read_sgf(tree.to_sgf()).start.rules == tree.start.rules
    named = text.replace("RU[as agreed]", "").replace("(;", "(;RU[koSIMPLEscoreAREAtaxNONEsui1]")
    assert tg.read_sgf(named).start.rules["ko"] == "simple"
    if (ko, suicide) != ("positional", False):
        with pytest.raises(tg.ParseError, match="is illegal"):  # whoever names rules is taken at their word
            tg.read_sgf(text, ko="positional", suicide=False)
        one = {"suicide": False} if ko == "positional" else {"ko": "positional"}
        with pytest.raises(tg.ParseError, match="is illegal"):
            tg.read_sgf(text, **one)


def test_the_caller_goes_before_the_file() -> None:
    tree = tg.read_sgf("(;SZ[9]KM[3.75]RU[Japanese])", komi=7, suicide=True)
    assert tree.start.rules == {"komi": 7.0, "ko": "simple", "suicide": True}
    assert tg.read_sgf(tree.to_sgf()).start.rules == tree.start.rules
    for text in ("(;)", "(;GM[1])"):
        gomoku = tg.read_sgf(text, "gomoku", variant="caro")
        assert tg.read_sgf(gomoku.to_sgf()).start == gomoku.start == tg.gomoku.start(19, variant="caro")
