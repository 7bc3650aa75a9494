"""Live analysis: who is ahead, where to play, how it would go on; and the win rate over the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from browser.visitor import expect

if TYPE_CHECKING:
    from browser.conftest import Visit

SEARCHES = "hard"


def test_analysis_is_shown_while_it_thinks_and_follows_the_game(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("NoGo", size=7)
    page = visitor.page
    expect(page.locator(".heat .patch")).to_have_count(0)
    visitor.button("Analyse").click()
    expect(page.locator(".heat .patch").first).to_be_visible()
    expect(page.locator("#visits")).to_have_text(re.compile(r"[\d,]+ visits\..* On the board: Black's chance to win"))
    black, white = page.locator("#share-black"), page.locator("#share-white")
    expect(black).to_have_text(re.compile(r"\d+%"))
    visitor.button("Stop").click()
    expect(page.locator(".heat .patch")).to_have_count(0)
    shares = [int(each.inner_text().rstrip("%")) for each in (black, white)]
    assert 99 <= sum(shares) <= 101
    visitor.button("Analyse").click()
    line = page.locator("#best button")
    expect(line).to_be_visible()
    line.hover()
    expect(page.locator(".ghost").first).to_be_visible()
    page.mouse.move(0, 0)
    expect(page.locator(".ghost")).to_have_count(0)
    visitor.point("D4").click()
    expect(page.locator("#visits")).to_contain_text("White's chance to win")


def test_analysis_follows_what_is_shown(visit: Visit) -> None:
    """Back through the moves, along a line that is tried, and to the last move again."""
    visitor = visit()
    page = visitor.page
    visitor.new_game("NoGo", size=7)
    for count, vertex in enumerate(("D4", "C3", "B2"), 1):
        visitor.point(vertex).click()
        visitor.expect_moves(count)
    said, heat = page.locator("#visits"), page.locator(".heat .patch").first
    value = page.locator("#move-list .move[aria-current=true] .value")
    visitor.button("Analyse").click()
    expect(said).to_contain_text("White's chance to win")
    page.locator("#previous").click()
    expect(visitor.status).to_have_text("Move 2 of 3")
    expect(said).to_contain_text("Black's chance to win")
    expect(heat).to_be_visible()
    expect(value).to_have_text(re.compile(r"\d+%"))
    page.locator("#previous").click()
    expect(said).to_contain_text("White's chance to win")
    visitor.point("E5").click()
    expect(visitor.status).to_have_text("What if, move 2 of 2")
    expect(said).to_contain_text("Black's chance to win")
    expect(heat).to_be_visible()
    expect(value).to_have_text(re.compile(r"\d+%"))
    line = page.locator("#best button")
    expect(line).to_be_visible()
    assert not {"D4", "E5"} & set(line.inner_text().split())
    visitor.button("Stop").click()
    expect(page.locator(".heat .patch")).to_have_count(0)
    expect(value).to_have_text(re.compile(r"\d+%"))  # what was found stays
    visitor.button("Back to the game").click()
    visitor.button("Analyse").click()  # it may begin there too
    expect(visitor.status).to_have_text("Move 1 of 3")
    expect(heat).to_be_visible()
    page.locator("#live").click()
    visitor.expect_moves(3)
    expect(said).to_contain_text("White's chance to win")
    expect(heat).to_be_visible()


def test_a_game_that_is_over_is_analysed_at_its_moves(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("NoGo", size=5)
    for count, vertex in enumerate(("C3", "B2"), 1):
        visitor.point(vertex).click()
        visitor.expect_moves(count)
    visitor.button("Resign").click()
    visitor.button("Really resign?").click()
    expect(visitor.button("Analyse")).to_be_disabled()
    visitor.page.locator("#previous").click()
    visitor.button("Analyse").click()
    expect(visitor.page.locator(".heat .patch").first).to_be_visible()


def test_a_position_of_ones_own_is_analysed_at_a_board_for_two(visit: Visit) -> None:
    visitor = visit("#p=go:white:2X2/5/2O2/5/5")
    visitor.button("Analyse").click()
    expect(visitor.page.locator(".heat .patch").first).to_be_visible()
    expect(visitor.status).to_have_text("White to play")
    assert visitor.label("C5") == "C5, black stone"


def test_the_graph_leads_through_the_game(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("NoGo", size=5, white=SEARCHES)
    moves = 0
    for vertex in ("C3", "A1", "E5"):
        if vertex in visitor.legal():
            visitor.point(vertex).click()
            moves += 2
            visitor.expect_moves(moves)
    graph = visitor.page.get_by_role("slider")
    expect(graph).to_have_attribute("aria-valuenow", str(moves))
    expect(graph).to_have_attribute("aria-valuetext", re.compile(rf"Move {moves}: Black \d+%"))
    assert (graph.locator(".curve").get_attribute("d") or "").count("L") >= 1
    assert graph.locator("text").evaluate_all("all => all.every((each) => each.getBBox().x >= 0)")  # none is cut off
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": 47, "y": box["height"] / 2})
    expect(visitor.status).to_have_text(f"Move 0 of {moves}")
    assert all(", empty" in label for label in visitor.labels())
    graph.press("ArrowRight")
    expect(visitor.status).to_have_text(f"Move 1 of {moves}")
    expect(visitor.point("C3")).to_have_accessible_name("C3, black stone, last move")
    graph.press("End")
    visitor.expect_moves(moves)
    graph.click(position={"x": box["width"] - 9, "y": box["height"] / 2})
    visitor.expect_moves(moves)


MISTAKES = "(;GM[1]RU[NoGo]SZ[3];B[ab];W[ac];B[ba];W[ca];B[cc];W[cb];B[aa])"  # the third move and the sixth


def test_a_game_is_reviewed(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    expect(visitor.button("Review the game")).to_be_hidden()  # there is no move yet
    visitor.tab("Set up")
    page.locator("#text").fill(MISTAKES)
    visitor.button("Read").click()
    visitor.expect_moves(7)
    visitor.tab("Analysis")
    visitor.button("Review the game").click()
    blunders = page.locator("#blunders button")
    expect(blunders).to_have_count(2)
    expect(page.locator("#review-said")).to_have_text("These moves lost 15% or more of the chance to win:")
    expect(page.locator("#graph .blunder.black")).to_have_count(1)
    expect(page.locator("#graph .blunder.white")).to_have_count(1)
    assert (page.locator("#graph .curve").get_attribute("d") or "").count("L") == 7
    expect(page.locator(".ghost")).to_have_count(0)
    blunders.first.click()
    expect(visitor.status).to_have_text("Move 2 of 7")
    expect(visitor.detail).to_have_text(re.compile(r"^Move 3, Black B3: 100% → 0%\. Better was (A3|B2|C[12])\.$"))
    expect(blunders.first).to_have_attribute("aria-current", "true")
    expect(page.locator(".ghost").first).to_be_visible()
    page.locator("#next").click()
    expect(visitor.status).to_have_text("Move 3 of 7")
    expect(page.locator(".ghost")).to_have_count(0)
    page.locator("#language").click()
    expect(page.locator("#review-said")).to_have_text("这几手让胜率降了 15% 或更多：")
    expect(blunders.last).to_contain_text("应下")


def test_a_review_stays_with_its_game(visit: Visit) -> None:
    """It is of the moves so far: it stays when more are made, and goes when they are taken back."""
    visitor = visit()
    visitor.new_game("NoGo", size=3)
    for count, vertex in enumerate(("A2", "A1"), 1):
        visitor.point(vertex).click()
        visitor.expect_moves(count)
    visitor.button("Review the game").click()
    said = visitor.page.locator("#review-said")
    found = re.compile(r"lost 15% or more")
    expect(said).to_have_text(found)
    visitor.point("B3").click()
    visitor.expect_moves(3)
    expect(said).to_have_text(found)
    for count in (2, 1):
        visitor.button("Undo").click()
        visitor.expect_moves(count)
    expect(said).to_have_text(re.compile(r"^The computer looks at every move"))
