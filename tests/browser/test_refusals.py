"""Moves that are not possible: the page says why, and shows where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.visitor import expect
from waiting import wait_until

if TYPE_CHECKING:
    from browser.conftest import Visit
    from browser.visitor import Visitor

CHAIN = "#p=nogo:black:OO3/XX3/5/5/5"  # White's two stones in the corner have one liberty left: C5
CAPTURE = "Black at C5 leaves without a liberty the white chain of 2 at A5 B5 (no capture in NoGo)."


def for_two(visitor: Visitor) -> None:
    """A game from the position on the board, both sides played here."""
    visitor.button("Play from here").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("White", exact=True).select_option("me")
    dialog.get_by_role("button", name="Start").click()
    expect(visitor.status).to_have_text("Black to play")


@pytest.mark.parametrize("in_a_game", [False, True], ids=["before a game", "in a game"])
def test_a_capture_in_nogo_is_explained_and_the_chain_lights_up(visit: Visit, in_a_game: bool) -> None:
    visitor = visit(CHAIN)
    if in_a_game:
        for_two(visitor)
    halos, crosses = visitor.page.locator(".lit .halo"), visitor.page.locator(".marks .mark.bad")
    assert visitor.label("C5") == "C5, empty, illegal"
    visitor.point("C5").click()
    expect(visitor.detail).to_have_text(CAPTURE)
    expect(visitor.said).to_have_text(CAPTURE)
    expect(halos).to_have_count(2)
    stones = [visitor.point(vertex).locator(".hint") for vertex in ("A5", "B5")]
    assert [halo.get_attribute("cx") for halo in halos.all()] == [stone.get_attribute("cx") for stone in stones]
    expect(crosses).to_have_count(1)
    visitor.page.keyboard.press("Escape")
    expect(halos).to_have_count(0)
    expect(crosses).to_have_count(0)


def test_a_refused_move_can_be_followed_by_a_good_one(visit: Visit) -> None:
    visitor = visit(CHAIN)
    for_two(visitor)
    visitor.point("C5").click()
    expect(visitor.detail).to_have_text(CAPTURE)
    visitor.point("A5").click()
    expect(visitor.detail).to_have_text("A5 is occupied by White.")
    visitor.point("E1").click()
    visitor.expect_moves(1)
    expect(visitor.page.locator(".lit .halo")).to_have_count(0)


def test_a_click_on_a_board_that_is_about_to_go_is_no_move_on_the_next(visit: Visit) -> None:
    visitor = visit("#p=nogo:black:9/9/9/9/9/9/9/9/9")
    page, points = visitor.page, visitor.page.get_by_role("gridcell")
    expect(points).to_have_count(81)
    page.evaluate(
        """() => {
            window.drawn = [];
            window.realFrame = window.requestAnimationFrame;
            window.requestAnimationFrame = (draw) => window.drawn.push(draw);
            window.heard = [];
            const said = document.querySelector("#said");
            new MutationObserver(() => window.heard.push(said.textContent)).observe(said, { childList: true, subtree: true,
              characterData: true });
        }"""
    )
    page.evaluate("location.hash = 'p=nogo:black:3/3/3'")
    wait_until(lambda: page.evaluate("window.drawn.length > 0"))  # the small board is on the table, and not yet drawn
    page.evaluate(
        "document.querySelector('[role=row]:last-child [role=gridcell]').dispatchEvent(new Event('click', { bubbles: true }))"
    )
    page.evaluate(
        "() => { window.requestAnimationFrame = window.realFrame; while (window.drawn.length) window.drawn.shift()(); }"
    )
    expect(points).to_have_count(9)
    visitor.point("B2").click()  # comes after whatever the first click led to
    wait_until(lambda: "X" in visitor.diagram())
    diagram = visitor.diagram()
    assert diagram.count("X") == 1
    assert diagram.splitlines()[1][1] == "X"
    heard = [words for words in page.evaluate("window.heard") if words]
    assert heard[0] == "Black played B2."  # and no refusal before it


def test_analysis_is_drawn_after_a_refusal(visit: Visit) -> None:
    visitor = visit(CHAIN)
    for_two(visitor)
    halos, heat = visitor.page.locator(".lit .halo"), visitor.page.locator(".heat .patch").first
    visitor.point("A5").click()
    expect(halos).to_have_count(1)
    visitor.button("Analyse").click()
    expect(heat).to_be_visible()
    expect(halos).to_have_count(0)
    expect(visitor.detail).to_have_text("")
    visitor.point("A5").click()
    expect(halos).to_have_count(1)
    expect(heat).to_be_visible()  # both at once


def test_points_open_to_one_side_are_shown(visit: Visit) -> None:
    visitor = visit(CHAIN)
    visitor.page.get_by_label("One-sided points").check()
    sided = visitor.page.locator(".sided")
    expect(sided).to_have_count(1)  # White may connect at C5, Black may not capture there
    expect(sided).to_have_class("sided white")


def test_the_ko_of_go_is_explained(visit: Visit) -> None:
    visitor = visit("#p=go:black:1XO2/XO1O1/1XO2/5/5:ko=simple")
    for_two(visitor)
    visitor.point("C4").click()
    visitor.expect_moves(1)
    assert visitor.label("B4") == "B4, empty, illegal"
    visitor.point("B4").click()
    expect(visitor.detail).to_have_text("White at B4 takes back the ko at once.")


def test_points_that_renju_forbids_are_crossed(visit: Visit) -> None:
    visitor = visit("#p=gomoku:black:9/9/4X4/4X4/2XX5/9/9/9/9:variant=renju")
    halos, crosses = visitor.page.locator(".lit .halo"), visitor.page.locator(".marks .mark.bad")
    expect(crosses).to_have_count(1)
    for_two(visitor)
    expect(crosses).to_have_count(1)
    visitor.point("E5").click()
    expect(visitor.detail).to_have_text("Black at E5 makes a double three: C5-D5-E5 and E7-E6-E5 (renju).")
    expect(halos).to_have_count(4)
    visitor.point("A1").click()
    visitor.expect_moves(1)
    expect(crosses).to_have_count(0)  # White may play anywhere
    visitor.point("A9").click()
    visitor.expect_moves(2)
    expect(crosses).to_have_count(1)


def test_nobody_passes_in_nogo_and_othello_says_what_is_missing(visit: Visit) -> None:
    visitor = visit()
    expect(visitor.button("Pass")).to_be_hidden()
    visitor.new_game("Othello")
    visitor.point("a1").click()
    expect(visitor.detail).to_have_text("Black at a1 brackets no disc of White.")
