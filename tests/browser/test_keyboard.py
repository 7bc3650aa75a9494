"""The page by the keyboard alone: everything is reached, in the order in which one reads, and focus is never lost."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from browser.conftest import SITE
from browser.visitor import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser.conftest import Visit
    from browser.visitor import Visitor

MOST_STOPS = 80
HERE = """() => {
  const here = document.activeElement;
  if (here === document.body) return null;
  (window.reached ??= new Set()).add(here);
  const label = here.labels?.[0];
  const name = here.ariaLabel ?? label?.querySelector("span")?.textContent ?? (label ?? here).textContent;
  return { number: [...window.reached].indexOf(here), name: name.trim() };
}"""
# All at one moment: a note that goes moves what is below it.
PLACES = "() => [...window.reached].map((each) => each.getBoundingClientRect()).map(({ left, top, bottom }) => [left, top, bottom])"
# What one can do something with, and focus was never at. Of the choices of a group one is enough: arrows lead to the others.
LEFT_OUT = """() => {
  const groups = [...window.reached].map(({ name }) => name).filter(Boolean);
  return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex], [role=slider]")]
    .filter((each) => each.checkVisibility() && !each.matches("#points") && !window.reached.has(each))
    .filter((each) => !(each.type === "radio" && groups.includes(each.name)))
    .filter((each) => !document.querySelector("dialog:modal") || each.closest("dialog")).map((each) => each.outerHTML);
}"""
# Chromium takes focus away from what is hidden when it has drawn the page.
IS_SOMEWHERE = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  done(document.activeElement !== document.body && document.activeElement.checkVisibility());
})))"""
Stop = dict[str, Any]


def tour(page: Page, key: str = "Tab") -> list[Stop]:
    """Where this key leads, once around, from where the page or the dialog begins."""
    stops: list[Stop] = []
    begin = 0
    for _ in range(MOST_STOPS):
        page.keyboard.press(key)
        stop = page.evaluate(HERE)
        if stop is None:
            begin = len(stops)  # the browser itself has its turn
        elif stops and stop["number"] == stops[0]["number"]:
            return stops[begin:] + stops[:begin]
        else:
            stops.append(stop)
    raise AssertionError(f"{key} leads nowhere")


def names(stops: list[Stop]) -> list[str]:
    return [stop["name"] for stop in stops]


def check_order(page: Page, stops: list[Stop]) -> None:
    """What comes next is further right, or further down."""
    places = page.evaluate(PLACES)
    for one, other in pairwise(stops):
        (left, _, bottom), (next_left, next_top, _) = places[one["number"]], places[other["number"]]
        assert next_left > left or next_top >= bottom - 2, (one, other)


def go(page: Page, selector: str, key: str = "Tab") -> None:
    for _ in range(MOST_STOPS):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {selector}")


def enter(page: Page, selector: str) -> None:
    go(page, selector)
    page.keyboard.press("Enter")


def check_at(page: Page, selector: str) -> None:
    assert page.evaluate(IS_SOMEWHERE)
    expect(page.locator(f"{selector}:focus")).to_have_count(1)


def with_a_line(visit: Visit) -> Visitor:
    """A game of three moves, and another second move that was tried."""
    visitor = visit()
    visitor.new_game("NoGo", size=5)
    for count, vertex in enumerate(("C3", "B2", "D4"), 1):
        visitor.point(vertex).click()
        visitor.expect_moves(count)
    visitor.button("Move 1, Black C3").click()
    visitor.point("A1").click()
    expect(visitor.status).to_have_text("What if, move 2 of 2")
    return visitor


def test_everything_is_reached_in_the_order_of_reading(visit: Visit) -> None:
    visitor = with_a_line(visit)
    page = visitor.page
    board = ["A1, white stone, last move", "To the start", "One move back", "One move on", "To the last move"]
    beside = [*board, "Move numbers", "One-sided points", "Play from here", "Back to the game", "Hint"]
    above = ["To the board", "Tengen 天元", "New game", "Games", "中文", "Sound of stones", "Dark mode"]
    moves = ["Moves", "Save as SGF", "Move 2, White A1", "Forget this line"]
    tools = ["Analysis", "Analyse", "Review the game"]
    end = [] if SITE is None else ["Docs"]
    stops = tour(page)
    assert names(stops) == [*above, *beside, *moves, *tools, *end]
    check_order(page, stops[1:])  # the first is seen only while one is at it
    assert names(tour(page, "Shift+Tab")) == names(stops)[::-1]
    go(page, "[role=gridcell]")
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    for _ in range(5):
        page.keyboard.press("Home")
        for _ in range(5):
            page.evaluate(HERE)
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    go(page, ".move")
    page.keyboard.press("Home")
    for name in ("Move 1, Black C3", "Move 2, White B2", "Move 2, White A1", "Move 3, Black D4"):
        expect(page.locator(".move:focus")).to_have_accessible_name(name)
        page.evaluate(HERE)
        page.keyboard.press("ArrowDown")
    go(page, "[role=tab]")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        page.evaluate(HERE)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        check_order(page, tour(page)[1:])
        assert page.evaluate(LEFT_OUT) == []
        go(page, "[role=tab]")


def test_a_dialog_is_gone_through_and_left(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    enter(page, "#new")
    expect(page.locator("[name=game]:focus")).to_have_value("nogo")
    page.keyboard.press("ArrowRight")
    check_at(page, "[name=game][value=go]")
    stops = tour(page)
    assert names(stops)[:5] == ["Close", "Go", "Rows", "Columns", "9"]
    assert names(stops)[-2:] == ["Clock", "Start"]
    check_order(page, stops)
    assert page.evaluate(LEFT_OUT) == []
    page.keyboard.press("Escape")
    check_at(page, "#new")
    for key in ("Enter", " "):
        enter(page, "#new")
        go(page, ".dialog-top button", "Shift+Tab")
        page.keyboard.press(key)
        check_at(page, "#new")
    page.keyboard.press("Enter")
    enter(page, "#new-form [type=submit]")
    expect(page.get_by_role("dialog")).to_be_hidden()
    check_at(page, "[role=gridcell]")


def test_games_are_forgotten_one_after_the_other(visit: Visit) -> None:
    """Focus goes to the next one, and what was searched for stays."""
    visitor = visit()
    page = visitor.page
    for game in ("Gomoku", "NoGo", "Gomoku"):
        visitor.new_game(game, size=5)
    enter(page, "#games")
    items = page.get_by_role("dialog").get_by_role("listitem")
    expect(items).to_have_count(3)
    check_at(page, ".dialog-top button")
    check_order(page, tour(page))
    assert page.evaluate(LEFT_OUT) == []
    go(page, "[type=search]")
    page.keyboard.type("gomoku")
    expect(items).to_have_count(2)
    go(page, ".found li:last-child .do button:last-child")
    page.keyboard.press("Enter")
    expect(items).to_have_count(1)
    check_at(page, ".found li:last-child .do button:last-child")
    page.keyboard.press("Enter")
    expect(items).to_have_count(0)
    check_at(page, "[type=search]")
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    expect(items).to_have_count(1)
    page.keyboard.press("Escape")
    check_at(page, "#games")


def test_focus_is_not_lost_with_what_goes(visit: Visit) -> None:
    """Buttons that are hidden once they were used, or can do nothing more, and rows that are forgotten."""
    visitor = with_a_line(visit)
    page = visitor.page
    enter(page, ".forget")
    expect(page.locator(".variation")).to_have_count(0)
    check_at(page, "[aria-label='Move 1, Black C3']")
    enter(page, "#previous")
    expect(visitor.ply).to_have_text("0 / 3")
    check_at(page, "#previous")
    page.keyboard.press("Enter")
    check_at(page, "#previous")
    enter(page, "#live")
    visitor.expect_moves(3)
    check_at(page, "[role=gridcell]")
    enter(page, "#hint")
    expect(visitor.detail).to_contain_text("Hint:")
    check_at(page, "#hint")
    go(page, "[role=tab]")
    page.keyboard.press("ArrowRight")
    enter(page, "[data-verb=check]")
    expect(visitor.answer).to_contain_text("a legal game leads here")
    check_at(page, "[data-verb=check]")
    enter(page, "#clear")
    expect(page.locator("#clear")).to_be_hidden()
    check_at(page, "[role=gridcell]")
    for count in (2, 1, 0):
        enter(page, "#undo")
        expect(page.locator("#move-list .move")).to_have_count(count)
        check_at(page, "#undo")
    enter(page, "#resign")
    check_at(page, "#resign")
    page.keyboard.press("Enter")
    expect(visitor.status).to_have_text("White wins")
    check_at(page, "[role=gridcell]")
    enter(page, "#again")
    page.keyboard.press("Escape")
    check_at(page, "#again")
