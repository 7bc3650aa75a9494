"""SGF: what is read, what is written, what is kept, and what is said about the rest."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf as peer
from sgfmill import sgf_grammar, sgf_moves

import tengen as tg
from conftest import REPOSITORY
from tengen import players
from tengen.formats import sgf
from tengen.games import NAMES, by_name
from tengen.games.game import Position
from tengen.games.tree import GameTree, Node
from tengen.players import Candidate, Choice, words
from tengen.players.course import Played

FILES = REPOSITORY / "tests" / "data" / "sgf"

# The golden corners of a board of 3 rows and 52 columns: the first letter is the column, rows count from the top.
CORNERS = [
    ((0, 0), "aa"),
    ((0, 51), "Za"),
    ((2, 0), "ac"),
    ((2, 51), "Zc"),
    ((1, 8), "ib"),
    ((1, 25), "zb"),
    ((1, 26), "Ab"),
]


@pytest.mark.parametrize(("place", "name"), CORNERS)
def test_corners(place: tuple[int, int], name: str) -> None:
    point = tg.Point(*place)
    assert sgf.LETTERS.write(point, 3) == name
    assert sgf.LETTERS.parse(name, 3, 52) == point
    for game in ("go", "nogo", "gomoku"):
        start = by_name(game).start(3, 52)
        text = tg.Record(start, tg.Points([point], 52)).to_sgf()
        assert f"B[{name}]" in text
        assert "SZ[52:3]" in text


def test_othello_has_its_own_names_and_letters_are_read_too() -> None:
    record = tg.Record(tg.othello.start(), tg.Points([tg.Point(2, 3), tg.Point(4, 2)], 8))
    assert ";B[d3];W[c5])" in record.to_sgf().replace("\n", "")
    for moves in (";B[d3];W[c5]", ";B[D3];W[C5]", ";B[dc];W[ce]"):
        assert tg.read_sgf(f"(;GM[2]{moves})").record == record


def rules_of(game: str, draw: st.DrawFn) -> dict[str, object]:
    if game == "go":
        return {
            "komi": draw(st.integers(-30, 30)) / 2,
            "ko": draw(st.sampled_from(tg.go.KO_RULES)),
            "suicide": draw(st.booleans()),
        }
    if game == "gomoku":
        variant = draw(st.sampled_from(tg.gomoku.VARIANTS))
        return {"in_a_row": 5 if variant == "renju" else draw(st.integers(3, 6)), "variant": variant}
    return {}


@st.composite
def records(draw: st.DrawFn) -> tg.Record:
    """Part of a random game from the usual start, or from the middle of another one."""
    name = draw(st.sampled_from(NAMES))
    game = by_name(name)
    sides = st.integers(2, 8) if name == "othello" else st.integers(1, 9)
    start = game.start(draw(sides), draw(sides), **rules_of(name, draw))
    seed = draw(st.integers(0, 2**32))
    if draw(st.booleans()):
        before = game.random_game(start, "random", seed, draw(st.integers(0, 20)), None)
        middle = tg.Record(start, before).end
        start = game.position(middle.board, middle.to_play, **middle.rules)
    return tg.Record(start, game.random_game(start, "random", seed + 1, draw(st.integers(0, 60)), None))


@given(records())
def test_records_come_back(record: tg.Record) -> None:
    text = record.to_sgf()
    tree = tg.read_sgf(text)
    assert tree.record == record
    assert tree.start.rules == record.start.rules
    assert tree.record.end == record.end
    assert tree.to_sgf() == text
    assert [position.board for position in tree.positions][-1] == record.end.board
    assert text.isascii()


AWKWARD = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("[]\\:;()\n\r\t é围🙂"), max_size=30)


def as_read(text: str) -> str:
    """FF[4]: line ends become one kind, other white space becomes a blank."""
    for ends in ("\r\n", "\n\r", "\r"):
        text = text.replace(ends, "\n")
    return text.translate({9: " ", 11: " ", 12: " "})


@given(AWKWARD, AWKWARD)
def test_comments_come_back(first: str, second: str) -> None:
    record = tg.simulate(tg.nogo.start(2), seed=1)
    tree = tg.read_sgf(record.to_sgf([first, None], C=second))
    assert tree.nodes[1].comment == as_read(first)
    assert "C" not in tree.nodes[2].properties
    assert tree.root.comment == as_read(second)
    assert tg.read_sgf(tree.to_sgf().encode()) == tree


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Trees of any shape, with properties that nobody knows."""
    names = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=3, max_size=9)  # no standard property is as long
    values = st.lists(AWKWARD.map(sgf.escaped), min_size=1, max_size=3)
    nodes = st.dictionaries(names, values, max_size=3).map(
        lambda found: ";" + "".join(name + "".join(f"[{value}]" for value in each) for name, each in found.items())
    )
    trees = st.recursive(
        nodes,
        lambda inner: st.tuples(nodes, st.lists(inner, min_size=2, max_size=3)).map(
            lambda parts: parts[0] + "".join(f"({each})" for each in parts[1])
        ),
        max_leaves=12,
    )
    return f"(;FF[4]GM[1]CA[UTF-8]SZ[9]{draw(trees)})"


def shape(tree: GameTree) -> list[tuple[int | None, tuple[int, ...], dict[str, tuple[str, ...]]]]:
    return [(node.parent, node.children, node.properties) for node in tree.nodes]


def peer_nodes(text: bytes) -> list[dict[str, tuple[str, ...]]]:
    """The nodes as sgfmill's grammar has them, in the order of the text."""
    nodes, branches = [], [sgf_grammar.parse_sgf_game(text)]
    while branches:
        branch = branches.pop()
        nodes += [
            {name: tuple(value.decode() for value in values) for name, values in properties.items()}
            for properties in branch.sequence
        ]
        branches += reversed(branch.children)
    return nodes


@given(texts())
def test_whatever_was_read_is_written_back(text: str) -> None:
    tree = tg.read_sgf(text.encode())
    again = tg.read_sgf(tree.to_sgf().encode())
    assert shape(again) == shape(tree)
    assert again == tree
    assert [node.properties for node in sgf.parse(text).nodes] == peer_nodes(text.encode())
    raw = {name: values for node in sgf.parse(text.encode()).nodes for name, values in node.properties.items()}
    assert set(raw) <= {name for node in again.nodes for name in node.properties}


def load(name: str, game: str | None = None) -> GameTree:
    return tg.read_sgf((FILES / f"{name}.sgf").read_bytes(), game)


def names_of(tree: GameTree) -> str:
    return tree.record.start.vertices(tree.record.moves)


def test_a_handicap_game_with_variations() -> None:
    tree = load("go-handicap")
    assert tree.game.name == "go"
    assert tree.start.rules == {"komi": 0.5, "ko": "simple", "suicide": False}
    assert (tree.start.to_play, tree.start["G7"], tree.start["C3"]) == (tg.WHITE, tg.BLACK, tg.BLACK)
    assert names_of(tree) == "C7 G3 E5 E7"
    assert (tree.root.text("PB"), tree.root.text("PW")) == ("学生", "先生 [9p]")
    assert [[node.number for node in line] for line in tree.lines] == [
        [0, 1, 2, 3, 4],
        [0, 1, 2, 5, 6, 7],
        [0, 1, 2, 5, 6, 8],
    ]
    assert tree.nodes[3].comment == "The centre: a question.\n\nIs B\\W enough?"
    last = tree.nodes[8]
    assert last.properties["KGSDE"] == ("private to another program",)
    assert tree.record_to(last).start.vertices(tree.record_to(last).moves) == "C7 G3 G5 G4 H5"
    assert tree.position(last)["H5"] is tg.WHITE
    assert "KGSDE[private to another program]" in tree.to_sgf()
    assert shape(tg.read_sgf(tree.to_sgf())) == shape(tree)


def test_other_programs_files() -> None:
    assert names_of(load("gomoku-renju")) == "H8 J9 J7 G9 G7 H7 H9 J10 H10 F10 H11 E11 H12"
    assert load("gomoku-renju").record.winner is tg.BLACK
    assert names_of(load("othello-edax")) == "f5 d6 c3 d3 c4"
    assert load("nogo-gogui").game.name == "go"
    nogo = load("nogo-gogui", "nogo")
    assert (nogo.game.name, names_of(nogo)) == ("nogo", "C3 B4 D4 B2 D2 A3 E1")
    assert "GM[1]" in nogo.to_sgf()
    assert tg.read_sgf(nogo.to_sgf()).game.name == "nogo"


def test_an_old_file() -> None:
    """FF[3] names with small letters, CRLF, Latin-1, tt for a pass, and a pass too many."""
    tree = load("go-old")
    assert (tree.start.height, tree.start.rules["komi"], tree.root.text("PB")) == (13, 5.5, "André")
    assert names_of(tree) == "C11 pass L3 pass pass"
    assert tree.record.end.is_over
    assert len(tree.nodes) == 7
    assert tree.nodes[1].comment == "line one\nline two"
    assert tg.read_sgf(tree.to_sgf().encode()).root.text("PB") == "André"


def rows(position: Position) -> list[str]:
    text = position.board.cells.translate(b".XO" + bytes(253)).decode()
    return [text[start : start + position.width] for start in range(0, len(text), position.width)]


def test_stones_set_up_on_the_way() -> None:
    tree = load("set-up")
    positions = list(tree.positions)
    assert rows(positions[0]) == ["OX.....", ".X.....", "OXX....", "O......", "O......"]
    assert rows(positions[1])[1] == "OX....."
    assert rows(positions[2]) == [".X....X", ".X.....", ".XX....", ".......", "......."]
    assert rows(positions[-1]) == [".X....X", ".X....O", ".XX...O", ".......", "X......"]
    assert tree.nodes[2].stones == {**{tg.Point(row, 0): None for row in range(5)}, tg.Point(0, 6): tg.BLACK}
    # Without PL, the side that moves next is to move after stones were set up.
    assert [str(position.to_play) for position in positions] == [
        "White",
        "Black",
        "Black",
        "White",
        "Black",
        "White",
        "Black",
    ]
    assert names_of(tree) == "G3"  # the record starts where something was last set up, here the side to move
    before = tree.record_to(tree.nodes[4])
    assert before.start.vertices(before.moves) == "A1 G4"
    assert before.start == tree.position(tree.nodes[2])
    assert tg.read_sgf(tree.to_sgf()).record == tree.record


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("(;SZ[9]AB[aa]PL[W])", "White"),
        ("(;SZ[9]AB[aa]PL[b];W[bb])", "Black"),  # and White's move comes after a pass
        ("(;SZ[9]AB[aa][bb])", "White"),  # a handicap, though nobody says so
        ("(;SZ[9]AB[aa])", "Black"),
        ("(;SZ[9]AB[aa]AW[bb])", "Black"),
        ("(;SZ[9]AB[aa][bb];B[cc])", "Black"),
        ("(;SZ[9];C[no move yet];W[cc])", "White"),
        ("(;SZ[9]PL[1];W[cc])", "Black"),  # 1 and 2 for B and W, by a slip in FF[3]
        ("(;SZ[9]PL[2])", "White"),
        ("(;SZ[9]RU[NoGo]AB[aa][bb])", "Black"),
        ("(;GM[4]SZ[9]AB[aa][bb]AW[cc])", "White"),  # by the counts
        ("(;GM[2])", "Black"),
        ("(;GM[2]AB[d4]AW[d5])", "Black"),
    ],
)
def test_who_is_to_play(text: str, side: str) -> None:
    assert str(tg.read_sgf(text).start.to_play) == side


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("(;SZ[9];B[aa];B[bb])", "A9 pass B8"),
        ("(;SZ[9];B[aa];W[];B[];W[tt];B[])", "A9 pass pass"),
        ("(;SZ[9];B[aa];W[];B[];W[cc];B[dd])", "A9 C7 D6"),  # they played on: those passes were none
        ("(;SZ[9];B[aa];W[];B[];W[];B[];B[cc])", "A9 pass C7"),  # and Black was the one to do so
        ("(;SZ[9];B[aa];W[];B[];W[cc];B[];W[])", "A9 C7 pass pass"),
        ("(;SZ[9];B[];W[];AB[aa][bb];W[cc])", "C7"),
        ("(;SZ[9];B[aa]W[bb];W[cc]B[dd])", "A9 B8 pass C7 D6"),  # two moves in a node, in the order of the text
        ("(SZ[9];B[aa](W[bb];B[cc])(W[dd]))", "A9 B8 C7"),  # without the first ;
        ("(;SZ[21];B[tt])", "U2"),
        ("(;SZ[9];B[];W[tt])", "pass pass"),
        ("(;GM[2]SZ[4];B[b1];W[a3];B[c4];W[c1];B[d1];W[d3];B[a2];W[a1];W[d2])", "b1 a3 c4 c1 d1 d3 a2 a1 pass d2"),
        (
            "(;GM[2]SZ[4];B[b1];W[a3];B[c4];W[c1];B[d1];W[d3];B[a2];W[a1];B[PA];W[d2])",
            "b1 a3 c4 c1 d1 d3 a2 a1 pass d2",
        ),
        ("(;GM[2]SZ[16]AB[na]AW[oa];B[pa])", "p1"),
    ],
)
def test_passes(text: str, moves: str) -> None:
    assert names_of(tg.read_sgf(text)) == moves


@pytest.mark.parametrize(
    ("start", "moves", "result"),
    [
        (tg.go.start(3, komi=0.5), "B2 pass pass", "RE[B+8.5]"),
        (tg.go.start(3, komi=9), "B2 pass pass", "RE[0]"),
        (tg.go.start(3), "B2", None),
        (tg.nogo.start((1, 2)), "A1", "RE[B+]"),
        (tg.gomoku.start(3, in_a_row=2), "A1 C3 A2", "RE[B+]"),
        (tg.othello.parse("XO.\n...\n...\n"), "c1", "RE[B+3]"),
    ],
)
def test_results(start: Position, moves: str, result: str | None) -> None:
    record = tg.Record(start, tg.Points([start.move(name) for name in moves.split()], start.width))
    text = record.to_sgf()
    assert (result in text) if result else "RE[" not in text
    assert "RE[W+R]" in record.to_sgf(RE="W+R")


def test_handicap_is_written() -> None:
    position = tg.go.parse("..X\n...\nX..\n", to_play=tg.WHITE)
    assert "HA[2]" in tg.Record(position, tg.Points([], 3)).to_sgf()
    assert "HA[" not in tg.Record(position.with_to_play(tg.BLACK), tg.Points([], 3)).to_sgf()


def test_an_othello_board_without_discs() -> None:
    record = tg.Record(tg.othello.parse("...\n..."), tg.Points([], 3))
    assert tg.read_sgf(record.to_sgf()).start == record.start


def test_trees_are_values() -> None:
    tree = load("go-handicap")
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert hash(pickle.loads(pickle.dumps(tree))) == hash(tree)
    assert repr(tree) == "<GameTree: Go 9x9, 9 nodes>"
    assert repr(tree.nodes[1]) == "<Node 1: W WL>"
    assert isinstance(tree.root, Node)
    with pytest.raises(AttributeError, match="a GameTree cannot be changed"):
        tree.nodes = ()


def test_sgfmill_reads_our_go(chance: random.Random) -> None:
    """The positions that sgfmill's own reader of Go makes of what we write."""
    for size in (2, 5, 9, 19):
        start = tg.generate(tg.go.start(size), fill=0.2, seed=chance.randrange(2**32))
        record = tg.Record(start, start.game.random_game(start, "random", chance.randrange(2**32), size * size, None))
        game = peer.Sgf_game.from_bytes(record.to_sgf(["a comment] \\"], PB="Ann").encode())
        assert (game.get_size(), game.get_komi(), game.get_player_name("b")) == (size, 7.5, "Ann")
        board, plays = sgf_moves.get_setup_and_moves(game)
        position = record.start
        for color, move in plays:
            assert color == position.to_play.name[0]
            point = tg.PASS if move is None else tg.Point(size - 1 - move[0], move[1])
            if move is not None:
                board.play(*move, color)
            position = position.play(point)
        assert position == record.end
        for row in range(size):
            for col in range(size):
                stone = position[tg.Point(row, col)]
                assert board.get(size - 1 - row, col) == (stone.name[0] if stone else None)


def searched(position: Position, move: str, value: float | None, visits: int = 0, exact: bool = False) -> Choice:
    point = position.move(move)
    line = tg.Points([point, position.play(point).legal_moves[0]], position.width)
    candidates = (Candidate(point, visits, value or 0.0, line),) if visits else ()
    return Choice(point, value, candidates, line if visits else None, exact)


def test_thoughts_as_comments() -> None:
    start = tg.nogo.start(5)
    first = searched(start, "C3", 0.632, 1000)
    after = start.play("C3")
    second = searched(after, "B4", 0.25)
    third = searched(after.play("B4"), "D4", 1.0, 1, exact=True)
    record = tg.Record(start, tg.Points([after.move(name) for name in ("C3", "B4", "D4", "E1")], 5))
    tree = tg.read_sgf(words.sgf(record, [first, second, third, None], PW="Bob"))
    assert [node.comment for node in tree.nodes[1:]] == [
        "win 63.2 % after 1000 visits; C3 A5",
        "win 25.0 %",
        "a proven win after 1 visit; D4 A5",
        "",
    ]
    # For Black, whoever moved; V where there is no score for it to be.
    assert [node.text("SBKV") for node in tree.nodes[1:]] == ["63.20", "75.00", "100.00", ""]
    assert [node.text("V") for node in tree.nodes[1:]] == ["0.264", "0.500", "1.000", ""]
    assert tree.root.text("PW") == "Bob"
    assert words.thought(start, Choice(start.move("C3"))) == ""
    go = tg.go.start(5)
    text = words.sgf(tg.Record(go, tg.Points([go.move("C3")], 5)), [searched(go, "C3", 0.5, 9)])
    assert "SBKV[50.00]" in text
    assert "V[0" not in text


def test_games_between_players() -> None:
    game = players.play(tg.nogo.start(3), players.random.seeded(1), players.greedy.seeded(1))
    tree = tg.read_sgf(words.played_sgf(game, PB="random"))
    assert tree.record == game.record
    winner = "B" if game.winner is tg.BLACK else "W"
    assert tree.root.text("RE") == f"{winner}+"
    record = tg.Record(tg.nogo.start(3), tg.Points([], 3))
    for ending, letter in (("resigned", "R"), ("time", "T"), ("crash", "F"), ("illegal", "F")):
        text = words.played_sgf(Played(record, tg.WHITE, "why", ending))
        assert f"RE[W+{letter}]" in text
        assert "GC[why]" in text


def test_sgfmill_is_loaded_by_nothing_else() -> None:
    script = (
        "import sys, tengen as tg; r = tg.simulate(tg.nogo.start(3), seed=1); tg.go.start(3); print(r.winner);"
        "assert 'sgfmill' not in sys.modules; r.to_sgf(); assert 'sgfmill' in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_every_line_of_a_tree_is_a_game(seed: int) -> None:
    """A tree of random variations: every line gives the position that playing it gives."""
    chance = random.Random(seed)
    nodes = ["SZ[5]RU[NoGo]"]
    children: list[list[int]] = [[]]
    positions: list[Position] = [tg.nogo.start(5)]
    for _ in range(20):
        parent = chance.randrange(len(nodes))
        if positions[parent].is_over:
            continue
        move = chance.choice(list(positions[parent].legal_moves))
        side = positions[parent].to_play.name[0].upper()
        children[parent].append(len(nodes))
        assert isinstance(move, tg.Point)
        nodes.append(f"{side}[{sgf.LETTERS.write(move, 5)}]")
        children.append([])
        positions.append(positions[parent].play(move))

    def text(number: int) -> str:
        return f"(;{nodes[number]}{''.join(map(text, children[number]))})"

    tree = tg.read_sgf(text(0))
    found = sorted(str(tree.position(line[-1])) for line in tree.lines)
    assert found == sorted(str(position) for position, each in zip(positions, children, strict=True) if not each)
    assert tg.read_sgf(tree.to_sgf()).record == tree.record
