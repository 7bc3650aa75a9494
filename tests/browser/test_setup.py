"""Positions in and out: by clicking, pasting, dropping a file, copying, and as a link."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import tengen as tg
from browser.visitor import COLORS, expect

if TYPE_CHECKING:
    from browser.conftest import Visit
    from browser.visitor import Visitor

DIAGRAM = """\
X O . . .
. . X . .
. O . . #
. . . . .
. . . . X
"""
ROWS = "XO...\n..X..\n.O..#\n.....\n....X"
GAME = "(;GM[1]FF[4]SZ[5];B[cc];W[bb];B[dd])"


def drop(visitor: Visitor, name: str, text: str) -> None:
    """Lets go of a file over the page."""
    data = visitor.page.evaluate_handle(
        """([name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        return data;
    }""",
        [name, text],
    )
    for event in ("dragover", "drop"):
        visitor.page.dispatch_event("body", event, {"dataTransfer": data})


def expect_rows(visitor: Visitor, rows: str) -> None:
    cells = visitor.page.get_by_role("gridcell")
    expect(cells).to_have_count(len(rows.replace("\n", "")))
    for index, glyph in enumerate(rows.replace("\n", "")):
        expect(cells.nth(index)).to_have_accessible_name(re.compile(rf"^\w+, {COLORS[glyph]}"))


def test_a_position_is_set_up_by_clicking_and_played(visit: Visit) -> None:
    visitor = visit("#p=nogo:black:5/5/5/5/5")
    visitor.tab("Set up")
    panel = visitor.page.get_by_role("tabpanel")
    for tool, vertices in (("Black", ("C3", "A1")), ("White", ("B2",)), ("Hole", ("E5",))):
        panel.get_by_role("group", name="A click").get_by_label(tool).check()
        for vertex in vertices:
            visitor.point(vertex).click()
            expect(visitor.point(vertex)).not_to_have_accessible_name(f"{vertex}, empty, legal")
    panel.get_by_role("group", name="A click").get_by_label("Black").check()
    visitor.point("A1").click()  # once more: it is taken away
    expect(visitor.point("A1")).to_have_accessible_name("A1, empty, legal")
    panel.get_by_role("group", name="To play").get_by_label("White").check()
    expect(visitor.page.get_by_role("grid")).to_have_accessible_name("NoGo board, 5 × 5, White to play")
    assert visitor.diagram() == "....#\n.....\n..X..\n.O...\n....."
    panel.get_by_label("Plays").check()
    visitor.point("A1").click()
    visitor.expect_moves(2)
    assert visitor.label("A1") == "A1, white stone"


def test_setting_up_leaves_the_game_and_leads_back(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("NoGo", size=5)
    visitor.point("C3").click()
    visitor.expect_moves(1)
    visitor.tab("Set up")
    visitor.page.get_by_role("group", name="A click").get_by_label("White").check()
    visitor.point("A1").click()
    expect(visitor.point("A1")).to_have_accessible_name("A1, white stone")
    visitor.button("Back to the game").click()
    visitor.expect_moves(1)
    assert visitor.label("A1") == "A1, empty, legal"
    visitor.page.go_back()
    expect(visitor.point("A1")).to_have_accessible_name("A1, white stone")
    visitor.page.go_back()
    visitor.expect_moves(1)


@pytest.mark.parametrize("how", ["field", "keys", "file", "drop"])
def test_text_is_read(visit: Visit, how: str) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    page = visitor.page
    if how == "keys":
        page.evaluate("text => navigator.clipboard.writeText(text)", DIAGRAM)
        page.keyboard.press("Control+v")
    elif how == "drop":
        drop(visitor, "board.txt", DIAGRAM)
    else:
        visitor.tab("Set up")
        if how == "file":
            page.locator("#file").set_input_files(
                {"name": "board.txt", "mimeType": "text/plain", "buffer": DIAGRAM.encode()}
            )
        else:
            page.get_by_label("Text:").fill(DIAGRAM)
            visitor.button("Read").click()
    expect_rows(visitor, ROWS)


def test_a_game_in_sgf_is_dropped_replayed_and_played_on(visit: Visit) -> None:
    visitor = visit()
    drop(visitor, "game.sgf", GAME)
    visitor.expect_moves(3)
    expect(visitor.page.get_by_role("grid")).to_have_accessible_name("Go board, 5 × 5, White to play")
    visitor.page.get_by_label("One move back").click()
    expect(visitor.point("D2")).to_have_accessible_name("D2, empty")
    visitor.page.get_by_label("To the last move").click()
    visitor.point("A1").click()
    visitor.expect_moves(2)
    assert visitor.label("A1") == "A1, white stone"


def test_a_game_in_sgf_is_analysed_with_all_its_moves(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    drop(visitor, "game.sgf", "(;GM[1]FF[4]SZ[5];B[cc](;W[bb];B[dd])(;W[dd];B[bb]))")
    visitor.expect_moves(3)
    page.get_by_label("One move back").click()
    visitor.button("Analyse").click()
    expect(page.locator(".heat .patch").first).to_be_visible()
    expect(visitor.ply).to_have_text("2 / 3")
    expect(page.locator("#visits")).to_contain_text("Black's chance to win")
    expect(page.locator("#move-list .move")).to_have_count(5)
    page.get_by_label("To the last move").click()
    expect(visitor.point("D2")).to_have_accessible_name(re.compile("D2, black stone"))
    expect(page.locator("#visits")).to_contain_text("White's chance to win")
    page.reload()
    expect(page.locator("#move-list .move")).to_have_count(5)


def test_bad_text_is_refused_in_one_sentence(visit: Visit) -> None:
    visitor = visit()
    before = visitor.diagram()
    visitor.tab("Set up")
    visitor.page.get_by_label("Text:").fill("X O\nX Q\n")
    visitor.button("Read").click()
    expect(visitor.page.locator("#setup-said")).to_contain_text("'Q'")
    assert visitor.diagram() == before


@pytest.mark.parametrize("form", ["Contest text", "Diagram", "SGF"])
def test_what_is_copied_out_reads_back(visit: Visit, form: str) -> None:
    visitor = visit("#p=nogo:white:XO3/2X2/1O3/5/4X", permissions=["clipboard-read", "clipboard-write"])
    visitor.tab("Set up")
    visitor.page.get_by_label("Copy as").select_option(label=form)
    visitor.button("Copy").click()
    expect(visitor.page.locator("#setup-said")).to_have_text("Copied.")
    text = visitor.page.evaluate("navigator.clipboard.readText()")
    position = tg.read_sgf(text).record.end if form == "SGF" else tg.nogo.parse(text)
    assert [position[point] for point in ("A5", "B5", "C4", "E1")] == [tg.BLACK, tg.WHITE, tg.BLACK, tg.BLACK]
    assert position.to_play is (tg.BLACK if form == "Contest text" else tg.WHITE)  # that text cannot say it


def test_a_link_holds_the_whole_position(visit: Visit) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    drop(visitor, "board.txt", DIAGRAM)
    expect_rows(visitor, ROWS)
    visitor.tab("Set up")
    visitor.page.get_by_role("group", name="To play").get_by_label("White").check()
    expect(visitor.page.get_by_role("grid")).to_have_accessible_name("NoGo board, 5 × 5, White to play")
    visitor.button("Share as a link").click()
    expect(visitor.page.locator("#setup-said")).to_contain_text("The link is copied.")
    link = visitor.page.evaluate("navigator.clipboard.readText()")
    assert visitor.page.url == link  # and a reload shows it again
    other = visit(link[link.index("#") :])
    expect_rows(other, ROWS)
    expect(other.page.get_by_role("grid")).to_have_accessible_name("NoGo board, 5 × 5, White to play")


def test_a_link_holds_the_rules_too(visit: Visit) -> None:
    visitor = visit(
        "#p=go:black:2X2/5/5/5/2O2:komi=0.5,ko=simple,suicide=true", permissions=["clipboard-read", "clipboard-write"]
    )
    visitor.tab("Set up")
    visitor.button("Share as a link").click()
    expect(visitor.page.locator("#setup-said")).to_contain_text("The link is copied.")
    link = visitor.page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("#p=go:black:2X2/5/5/5/2O2:komi=0.5,ko=simple,suicide=true")


@pytest.mark.parametrize(
    "fragment",
    [
        "#p=",
        "#p=chess:black:5/5",
        "#p=nogo:black:5/4",
        "#p=nogo:black:99999999999",
        "#p=nogo:red:5",
        "#p=nogo:black:<b>",
        "#p=%E0%A4%A",
        "#p=go:black:3/3/3:komi=x",
    ],
)
def test_bad_links_are_refused(visit: Visit, fragment: str) -> None:
    visitor = visit(fragment)
    expect(visitor.detail).to_have_class("detail warn")
    expect(visitor.status).to_have_text("NoGo, 9 × 9")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("5\n..o..\n.....\n..x..\n.....\n.....\n", "Go, 5 × 5"),
        (".....\n..o..\n..x..\n.....\n", "Gomoku, 4 × 5"),
        ("4\n0 0 0 0\n0 1 -1 0\n0 -1 1 0\n0 0 0 0\n", "Othello, 4 × 4"),
        ("(;GM[4]SZ[15];B[hh])", "Gomoku, 15 × 15"),
    ],
)
def test_a_paste_says_which_game_it_is(visit: Visit, text: str, title: str) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.page.evaluate("text => navigator.clipboard.writeText(text)", text)
    visitor.page.keyboard.press("Control+v")
    expect(visitor.page.get_by_role("grid")).to_have_accessible_name(re.compile(f"^{title.replace(',', ' board,')}"))
    visitor.tab("Set up")
    expect(visitor.page.get_by_role("combobox", name="Game", exact=True)).to_have_value(title.split(",")[0].lower())


def test_the_game_that_is_set_up_is_chosen(visit: Visit) -> None:
    visitor = visit("#p=nogo:black:1X3/5/5/5/5")
    visitor.tab("Set up")
    game = visitor.page.get_by_role("combobox", name="Game", exact=True)
    game.select_option(label="Go")
    expect(visitor.page.get_by_role("grid")).to_have_accessible_name("Go board, 5 × 5, Black to play")
    expect(visitor.point("B5")).to_have_accessible_name("B5, black stone")
    visitor.button("Take all stones off").click()
    expect(visitor.point("B5")).to_have_accessible_name("B5, empty, legal")
    game.select_option(label="Othello")
    expect(visitor.page.get_by_role("grid")).to_have_accessible_name("Othello board, 5 × 5, Black to play")
    expect(visitor.page.locator(".stones .stone")).to_have_count(4)
