"""SGF that is wrong, odd, big or in another character set."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen as tg
from conftest import REPOSITORY
from tengen.formats import sgf
from tengen.games.sgf import write_record

FAULTS = [
    ("", "line 1, column 1: there is no game; expected (; where one starts"),
    ("some words", "line 1, column 1: there is no game; expected (; where one starts"),
    ("(;", "line 1, column 3: the text ends in the middle of a game; expected )"),
    ("(;SZ[9]\n;B[aa]\n", "line 3, column 1: the text ends in the middle of a game; expected )"),
    ("(;SZ[9]\n;B[aa)", "line 2, column 3: a value that is not closed; expected ]"),
    ("(;SZ[9]\n;C[é]$)", "line 2, column 6: '$' where a property, ; ( or ) is expected"),
    ("(;SZ[9];[aa])", "line 1, column 9: a value that belongs to no property; expected a name before ["),
    ("(;SZ[9](;B[aa])\n;W[bb])", "line 2, column 1: a node after variations; expected ( or )"),
    ("(;SZ[9]())", "line 1, column 9: ( or ) where a node should be; expected ;"),
    ("(;SZ[9];B)", "line 1, column 10: a property without a value; expected ["),
    ("(;SZ[9];B $)", "line 1, column 11: '$' where a property, ; ( or ) is expected"),
    ("(;SZ[9](;B[aa])C[x])", "line 1, column 16: a property that is in no node; expected ;"),
    ("(;SZ[9];B[aa]\n(;SZ[9];B[ee])", "line 2, column 1: another game starts in the middle of this one; expected )"),
    ("(;SZ[9];b[aa])", "line 1, column 9: a property with a name of small letters; expected capitals, like SZ"),
    (
        "(;SZ[0])",
        "line 1, column 2: SZ[0] is not a size; expected a number from 1 to 52, or columns and rows like 13:9",
    ),
    (
        "(;SZ[0000000190])",
        "line 1, column 2: SZ[0000000190] is not a size; expected a number from 1 to 52, or columns and rows like 13:9",
    ),
    (
        "(;SZ[53])",
        "line 1, column 2: SZ[53] is not a size; expected a number from 1 to 52, or columns and rows like 13:9",
    ),
    (
        "(;SZ[9:x])",
        "line 1, column 2: SZ[9:x] is not a size; expected a number from 1 to 52, or columns and rows like 13:9",
    ),
    (
        "(;SZ[9:9:9])",
        "line 1, column 2: SZ[9:9:9] is not a size; expected a number from 1 to 52, or columns and rows like 13:9",
    ),
    (
        "(;GM[7])",
        "line 1, column 2: GM[7] is a game that is not known here; expected 1 (Go or NoGo), 2 (Othello) or 4 (Gomoku)",
    ),
    ("(;GM[2]SZ[17])", "line 1, column 2: a 17x17 board; Othello is played on at most 16x16"),
    ("(;KM[six])", "line 1, column 2: KM[six] is not a number"),
    ("(;KM[3.75])", "line 1, column 2: the komi is 3.75; expected whole or half points, at most 1000000"),
    ("(;PL[3])", "line 1, column 2: PL[3] is not a side; expected B or W"),
    ("(;PL[x])", "line 1, column 2: PL[x] is not a side; expected B or W"),
    (
        "(;SZ[9]\n;B[zz])",
        "line 2, column 1: B[zz]: 'zz' is not a point of this 9x9 board; expected two letters from aa to ii",
    ),
    (
        "(;SZ[9:3];W[ad])",
        "line 1, column 10: W[ad]: 'ad' is not a point of this 3x9 board; expected two letters from aa to ic",
    ),
    (
        "(;SZ[9](;B[aa])(;B[A1]))",
        "line 1, column 17: B[A1]: 'A1' is not a point of this 9x9 board; expected two letters from aa to ii",
    ),
    ("(;GM[2];B[i9])", "line 1, column 8: B[i9]: 'i9' is not on this board; its corners are a1 and h8"),
    (
        "(;SZ[9]AB[aa:zz])",
        "line 1, column 2: AB[aa:zz]: 'zz' is not a point of this 9x9 board; expected two letters from aa to ii",
    ),
    ("(;SZ[9];B[aa]W[aa])", "line 1, column 8: move 2, White A9, is illegal: A9 is occupied by Black"),
    ("(;SZ[9];B[aa][bb])", "line 1, column 8: B[aa] B[bb] in one node; expected one move"),
    ("(;SZ[9];B[aa]\n;W[bb];B[aa])", "line 2, column 7: move 3, Black A9, is illegal: A9 is occupied by Black"),
    ("(;SZ[9];B[aa](;W[aa])(;W[bb]))", "line 1, column 15: move 2, White A9, is illegal: A9 is occupied by Black"),
    ("(;SZ[9];B[aa];W[];B[];W[aa])", "line 1, column 22: move 4, White A9, is illegal: A9 is occupied by Black"),
    (
        "(;SZ[3]RU[Japanese];B[ab];B[ba];W[aa])",
        "line 1, column 32: move 4, White A3, is illegal: White at A3 leaves "
        "without a liberty the white stone at A3 (suicide)",
    ),
    ("(;SZ[5]RU[NoGo];B[aa];B[bb])", "line 1, column 22: move 2, Black B4, is illegal: White is to play"),
    ("(;SZ[5]RU[NoGo];B[])", "line 1, column 16: move 1, Black pass, is illegal: nobody passes in NoGo"),
    ("(;GM[2];B[d3];W[a1])", "line 1, column 14: move 2, White a1, is illegal: White at a1 brackets no disc of Black"),
    (
        "(;GM[4]SZ[3]RU[freestyle, 2 in a row];B[aa];W[cc];B[ab];W[bb])",
        "line 1, column 56: move 4, White B2, is illegal: the game is over: Black wins: 2 in a row from A3 to A2",
    ),
    (
        "(;SZ[2]AB[aa]AW[ab][ba];B[bb])",
        "line 1, column 24: move 1, Black B1, is illegal: the black stone at A2 has no liberty",
    ),
    ("(;SZ[9]" + ";C[x]" * 60_000 + ";B)", "line 1, column 300010: a property without a value; expected ["),
]


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_faults(text: str, message: str) -> None:
    with pytest.raises(tg.ParseError) as error:
        tg.read_sgf(text)
    assert str(error.value) == message


def test_the_game_that_was_asked_for() -> None:
    with pytest.raises(tg.ParseError, match=r"GM\[2\] is Othello, not Go"):
        tg.read_sgf("(;GM[2])", "go")
    with pytest.raises(tg.ParseError, match=r"GM\[1\] is Go or NoGo, not Othello"):
        tg.read_sgf("(;GM[1])", "othello")
    assert tg.read_sgf("(;)", "othello").start == tg.othello.start()
    with pytest.raises(tg.UsageError, match="there is no game 'chess'; expected nogo, go, gomoku or othello"):
        tg.read_sgf("(;)", "chess")
    with pytest.raises(tg.UsageError, match="there is no ko rule 'none'") as error:
        tg.read_sgf("(;)", ko="none")
    assert "line" not in str(error.value)  # the caller's fault, not the text's
    with pytest.raises(TypeError, match="7 is not text; expected str or bytes"):
        tg.read_sgf(7)  # type: ignore[arg-type]


def test_variations_are_judged_when_somebody_asks() -> None:
    tree = tg.read_sgf("(;SZ[9];B[aa](;W[bb])(;W[aa];B[cc]))")
    assert [len(line) for line in tree.lines] == [3, 4]
    with pytest.raises(tg.IllegalMove, match="A9 is occupied by Black"):
        tree.position(tree.nodes[4])


def test_collections() -> None:
    text = (REPOSITORY / "tests" / "data" / "sgf" / "collection.sgf").read_bytes()
    assert [tree.game.name for tree in tg.read_sgf_games(text)] == ["go", "othello", "gomoku"]
    assert tg.read_sgf(text).game.name == "go"


# Texts of several games: the sizes of those that can be read, and what is said of the others.
COLLECTIONS = [
    (
        "(;SZ[9];B[ee])(;SZ[8];B[ee];W[ee])(;SZ[7];B[ee])",
        [9, 7],
        ["line 1, column 28: game 2: move 2, White E4, is illegal: E4 is occupied by Black"],
    ),
    (
        "(;SZ[9])\n(;SZ[9]\n;B[zz])",
        [9],
        ["line 3, column 1: game 2: B[zz]: 'zz' is not a point of this 9x9 board; expected two letters from aa to ii"],
    ),
    ("(;SZ[9])\n(;SZ[9];B[aa]\n", [9], ["line 3, column 1: game 2: the text ends in the middle of a game; expected )"]),
    (
        "(;SZ[9])\n(;SZ[9];B[aa] $ (;SZ[7])",
        [9, 7],
        ["line 2, column 15: game 2: '$' where a property, ; ( or ) is expected"],
    ),
    (
        "(;SZ[9])(;SZ[8](;B[aa])(;[aa](;C[x]))(;))\n(;SZ[7])",
        [9, 7],
        ["line 1, column 26: game 2: a value that belongs to no property; expected a name before ["],
    ),
    (
        "(;SZ[9];B[aa](;W[bb])\n(;GM[1]SZ[7];B[cc])\n(;SZ[6]\n;C)(;SZ[5])",
        [7, 5],
        [
            "line 2, column 1: game 1: another game starts in the middle of this one; expected )",
            "line 4, column 3: game 3: a property without a value; expected [",
        ],
    ),
    (
        "(;SZ[9])(;SZ[8];C[not closed)(;SZ[7)",
        [9],
        ["line 1, column 18: game 2: a value that is not closed; expected ]"],
    ),
    (
        "(;GM[7])(;GM[2])",
        [8],
        [
            "line 1, column 2: game 1: GM[7] is a game that is not known here; expected 1 (Go or "
            "NoGo), 2 (Othello) or 4 (Gomoku)"
        ],
    ),
    (
        "(;é[x])(;é[x])\né(;é[x])(;SZ[2])",
        [2],
        [
            f"line {place}: game {number}: 'é' where a property, ; ( or ) is expected"
            for number, place in enumerate(("1, column 3", "1, column 10", "2, column 4"), 1)
        ],
    ),
]


@pytest.mark.parametrize(("text", "sizes", "faults"), COLLECTIONS)
def test_one_bad_game_does_not_spoil_the_others(text: str, sizes: list[int], faults: list[str]) -> None:
    games = tg.read_sgf_games(text)
    assert [tree.start.height for tree in games] == sizes
    assert [str(fault) for fault in games.faults] == faults
    assert repr(games) == f"<Games: {len(sizes)} read, {len(faults)} with a fault>"
    again = pickle.loads(pickle.dumps(games))
    assert again == games
    assert [str(fault) for fault in again.faults] == faults


@pytest.mark.parametrize(
    ("data", "comment"),
    [
        (b"(;C[caf\xe9])", "café"),  # FF[4]: Latin-1 unless CA says otherwise
        (b"(;CA[UTF-8]C[caf\xc3\xa9])", "café"),
        (b"\xef\xbb\xbf(;CA[ISO-8859-1]C[caf\xc3\xa9])", "café"),  # a byte-order mark says what it is
        ("\ufeff(;C[围棋])".encode("utf-16-le"), "围棋"),
        ("\ufeff(;CA[ISO-8859-1]C[围棋])".encode("utf-16-be"), "围棋"),
        ("(;C[围棋]CA[GB18030])".encode("gb18030"), "围棋"),
        ("(;CA[Shift_JIS]C[ソ表])".encode("shift_jis"), "ソ表"),  # with the bytes of \\ and ] in them
        ("(;CA[iso-2022-jp]C[天元])".encode("iso-2022-jp"), "天元"),  # in seven bits
        ("(;CA[Big5]C[功]GN[CA[latin-1\\]])".encode("big5"), "功"),
        (b"(;C[CA[UTF-16\\]]CA[UTF-8])", "CA[UTF-16]"),
        (b"(;CA[UTF-8]C[caf\xe9])", "caf\ufffd"),  # a byte that is none is replaced
        (b"(;CA[nonesuch]C[plain])", "plain"),  # which does not matter in ASCII
    ],
)
def test_character_sets(data: bytes, comment: str) -> None:
    tree = tg.read_sgf(data)
    assert tree.root.comment == comment
    again = tg.read_sgf(tree.to_sgf().encode())
    assert again.root.comment == comment
    assert again.root.text("CA") == "UTF-8"


@pytest.mark.parametrize("name", ["nonesuch", "punycode", "zip", "utf\0-8", "\0"])
def test_character_sets_that_are_none(name: str) -> None:
    with pytest.raises(tg.ParseError, match=rf"CA\[{name}\] names a character set that is not known here"):
        tg.read_sgf(f"(;CA[{name}]C[\xe9])".encode("latin-1"))


def test_boards_that_cannot_be_written() -> None:
    big = tg.Record(tg.go.start((3, 53)), tg.Points([], 53))
    with pytest.raises(tg.UsageError, match="a 3x53 board; SGF has letters for at most 52 rows and columns"):
        big.to_sgf()
    holes = tg.Record(tg.nogo.parse("..\n#."), tg.Points([], 2))
    with pytest.raises(
        tg.UsageError,
        match="there is no point at A1; SGF has no word for that, and boards with holes cannot be written",
    ):
        holes.to_sgf()


def test_properties_that_cannot_be_chosen() -> None:
    record = tg.Record(tg.nogo.start(3), tg.Points([], 3))
    for name in ("SZ", "KM", "pb", "P1"):
        with pytest.raises(tg.UsageError, match=f"{name} is not a property that can be chosen"):
            write_record(record, **{name: "x"})  # type: ignore[arg-type]
    with pytest.raises(tg.UsageError, match="1 comments for 0 moves"):
        record.to_sgf(["one"])
    with pytest.raises(tg.UsageError, match="1 chances to win for 0 moves"):
        record.to_sgf(black_wins=[0.5])


def test_a_long_game() -> None:
    """15,000 nodes deep: read, compared, pickled and written without recursion."""
    text = "(;FF[4]CA[UTF-8]GM[1]SZ[9]RU[Japanese]" + ";B[aa];W[ii];AE[aa][ii]" * 5_000 + ")"
    tree = tg.read_sgf(text)
    assert len(tree.nodes) == len(tree.main_line) == 15_001
    assert pickle.loads(pickle.dumps(tree)) == tree
    again = tg.read_sgf(tree.to_sgf())
    assert again == tree
    assert hash(again) == hash(tree)


def test_deep_variations() -> None:
    text = "(;FF[4]CA[UTF-8]GM[1]" + "(;C[a](;C[b])" * 3_000 + ")" * 3_001
    tree = tg.read_sgf(text)
    assert len(tree.nodes) == 6_001
    assert max(len(line) for line in tree.lines) == 3_002
    assert tg.read_sgf(tree.to_sgf()) == tree


def test_a_text_that_is_too_big(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(tg.ParseError, match=f"has {sgf.MOST_BYTES + 1} bytes; at most {sgf.MOST_BYTES} are read"):
        tg.read_sgf(b"(;" + b" " * (sgf.MOST_BYTES - 1))
    monkeypatch.setattr(sgf, "MOST_NODES", 20_000)  # a fiftieth: it is quick
    for text, what in (
        ("(;" + ";" * 20_000 + ")", "20000 nodes"),
        ("(;" * 20_001, "20000 nodes"),
        ("(;)" * 10_001, "10000 games"),
    ):
        with pytest.raises(tg.ParseError) as error:
            tg.read_sgf_games(text)
        assert str(error.value) == f"the text has more than {what}; no more are read"


@given(
    st.binary(max_size=80)
    | st.lists(
        st.sampled_from(
            [
                b"(",
                b")",
                b";",
                b"B[aa]",
                b"W[]",
                b"[",
                b"]",
                b"\\",
                b"SZ[3]",
                b"AB[aa:cc]",
                b"PL[W]",
                b"GM[2]",
                b"C[x]",
                b"x",
                b"CA[utf-16]",
                b"\xff",
            ]
        ),
        max_size=30,
    ).map(b"".join)
)
def test_garbage_is_refused_in_words(data: bytes) -> None:
    for text in (data, b"(;" + data + b")"):
        try:
            trees = tg.read_sgf_games(text)
        except tg.ParseError:
            continue  # anything else would be a fault of ours
        assert trees or trees.faults
        assert all(tg.read_sgf(tree.to_sgf()).start == tree.start for tree in trees)
