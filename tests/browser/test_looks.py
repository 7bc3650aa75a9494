"""How the page fits: phones, dark rooms, and readers who do not see it (axe-core)."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from browser.visitor import expect
from tengen.render import View

if TYPE_CHECKING:
    from browser.conftest import Visit
    from browser.visitor import Visitor

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def heat(visitor: Visitor) -> None:
    visitor.button("Analyse").click()
    expect(visitor.page.locator(".heat .patch").first).to_be_visible()
    expect(visitor.page.locator("#best .move")).to_have_count(10)  # as long as the line ever gets


def refusal(visitor: Visitor) -> None:
    visitor.page.goto(f"{visitor.page.url.partition('#')[0]}#p=nogo:black:OO3/XX3/5/5/5")
    expect(visitor.point("C5")).to_have_accessible_name("C5, empty, illegal")
    visitor.point("C5").click()
    expect(visitor.detail).to_contain_text("no capture")


def answer(visitor: Visitor) -> None:
    visitor.tab("Questions")
    visitor.page.get_by_role("button", name="Ask: Who wins at random?").click()
    expect(visitor.answer).to_contain_text("10,000 games")


def setting_up(visitor: Visitor) -> None:
    visitor.tab("Set up")


def new_game(visitor: Visitor) -> None:
    visitor.button("New game").click()


def games(visitor: Visitor) -> None:
    visitor.point("E5").click()
    visitor.expect_moves(2)
    visitor.button("Games").click()
    expect(visitor.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(1)


def review(visitor: Visitor) -> None:
    """It takes no longer than it must: on this board all is solved."""
    visitor.tab("Set up")
    visitor.page.locator("#text").fill("(;GM[1]RU[NoGo]SZ[3];B[ab];W[ac];B[ba];W[ca];B[cc];W[cb];B[aa])")
    visitor.button("Read").click()
    visitor.expect_moves(7)
    visitor.tab("Analysis")
    visitor.button("Review the game").click()
    visitor.page.locator("#blunders button").first.click()
    expect(visitor.detail).to_contain_text("Better was")


def tried(visitor: Visitor) -> None:
    """A line of its own, with a hint."""
    visitor.page.goto(f"{visitor.page.url.partition('#')[0]}#p=nogo:black:3/3/3")
    expect(visitor.page.get_by_role("gridcell")).to_have_count(9)  # not the board of before
    visitor.point("A1").click()
    visitor.expect_moves(2)
    untouched = next(label for label in visitor.labels() if ", empty" in label)  # not the answer that was played
    visitor.page.locator("#previous").click()
    visitor.point(untouched.partition(",")[0]).click()
    expect(visitor.status).to_contain_text("What if")
    visitor.page.locator("#moves").evaluate("moves => (moves.open = true)")
    visitor.button("Hint").click()
    expect(visitor.detail).to_contain_text("Hint:")


def othello(visitor: Visitor) -> None:
    visitor.new_game("Othello")


def nothing(visitor: Visitor) -> None:
    pass


SIZES = """() => {
  const probe = document.body.appendChild(document.createElement("span"));
  const scale = ["s", "m", "l", "xl"].map((name) => {
    probe.style.fontSize = `var(--text-${name})`;
    return getComputedStyle(probe).fontSize;
  });
  probe.remove();
  const written = [...document.querySelectorAll("body *")].filter((each) => !each.closest("#points, script, noscript, option")
    && (each.matches("input, textarea, select") || [...each.childNodes].some(({ data }) => data?.trim())));
  const other = written.filter((each) => !scale.includes(getComputedStyle(each).fontSize));
  return [written.length, other.map((each) => `${each.outerHTML.slice(0, 80)} ${getComputedStyle(each).fontSize}`)];
}"""


def check_sizes(visitor: Visitor) -> None:
    """Everything is written in one of four sizes."""
    written, others = visitor.page.evaluate(SIZES)
    assert written > 50
    assert others == []


STATES = [nothing, heat, refusal, answer, setting_up, new_game, games, review, tried, othello]
states = pytest.mark.parametrize("state", STATES, ids=[state.__name__ for state in STATES])


@states
def test_a_desktop_is_easy_to_read(visit: Visit, state: Callable[[Visitor], None]) -> None:
    """axe finds nothing serious."""
    from axe_playwright_python.sync_playwright import Axe

    visitor = visit(color_scheme="light")
    state(visitor)
    check_sizes(visitor)
    for color_scheme in ("light", "dark"):
        visitor.page.emulate_media(color_scheme=color_scheme)
        assert (brightness(visitor) > 0.5) == (color_scheme == "light")
        found = Axe().run(visitor.page)
        assert found.response["passes"]
        assert not [
            (each["id"], [node["html"][:200] for node in each["nodes"]])
            for each in found.response["violations"]
            if each["impact"] in ("serious", "critical")
        ]


@states
def test_a_phone_shows_the_whole_board_and_nothing_beside_it(visit: Visit, state: Callable[[Visitor], None]) -> None:
    visitor = visit(**PHONE)
    state(visitor)
    check_sizes(visitor)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360
    box = visitor.page.locator("#points").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert box["width"] >= 330
    assert box["height"] <= 740


def test_a_tap_plays_and_on_small_points_the_first_tap_aims(visit: Visit) -> None:
    visitor = visit(**PHONE)
    visitor.point("E5").tap()
    visitor.expect_moves(2)
    visitor.new_game("Gomoku", size=19)
    visitor.point("K10").tap()
    expect(visitor.page.locator(".cell.aimed")).to_have_count(1)
    expect(visitor.detail).to_have_text("K10: tap again to play there.")
    visitor.point("K11").tap()
    expect(visitor.page.locator(".cell.aimed")).to_have_attribute("aria-label", "K11, empty, legal")
    cross = visitor.page.locator(".cross-hair").bounding_box()
    board = visitor.page.locator("#points").bounding_box()
    assert cross is not None
    assert board is not None
    assert cross["width"] > 0.8 * board["width"]  # it is seen beside a finger
    visitor.point("K11").tap()
    visitor.expect_moves(1)
    expect(visitor.point("K11")).to_have_accessible_name("K11, black stone, last move")
    expect(visitor.page.locator(".cell.aimed")).to_have_count(0)
    visitor.point("A1").tap()
    visitor.button("Play A1").tap()
    visitor.expect_moves(2)
    expect(visitor.page.locator("#confirm")).to_be_hidden()
    visitor.point("A1").tap()  # not a move: there is nothing to aim at
    expect(visitor.detail).to_have_text("A1 is occupied by White.")


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 600)])
@pytest.mark.parametrize("game", ["Go", "Gomoku"])
def test_start_is_never_below_the_fold(visit: Visit, size: tuple[int, int], game: str) -> None:
    visitor = visit(viewport={"width": size[0], "height": size[1]})
    visitor.button("New game").click()
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="NoGo")).to_be_focused()
    dialog.locator("label", has_text=re.compile(f"^{game}$")).click()
    box = dialog.get_by_role("button", name="Start").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1]
    dialog.get_by_role("radio", name=game, exact=True).press("Enter")
    expect(dialog).to_be_hidden()
    expect(visitor.page.get_by_role("grid")).to_have_accessible_name(re.compile(f"^{game} board"))


def test_the_curve_of_a_long_game_is_not_below_the_fold(visit: Visit) -> None:
    """It is beside the board; and where two buttons lead on, one is the usual way."""
    points = [chr(97 + col) + chr(97 + row) for row in (0, 2, 4, 6) for col in range(9)]
    moves = "".join(f";{'BW'[ply % 2]}[{point}]" for ply, point in enumerate(points))
    visitor = visit()
    visitor.tab("Set up")
    visitor.page.locator("#text").fill(f"(;GM[1]SZ[9]{moves})")
    visitor.button("Read").click()
    visitor.expect_moves(36)
    visitor.tab("Analysis")
    visitor.page.locator("#previous").click()
    expect(visitor.page.locator(".side .main:visible")).to_have_text(["To the last move"])
    visitor.button("Analyse").click()
    for ply in ("35", "34"):  # two values make a curve
        expect(visitor.ply).to_have_text(f"{ply} / 36")
        expect(visitor.page.locator("#best .move").first).to_be_visible()
        visitor.page.locator("#previous").click()
    visitor.page.evaluate("scrollTo(0, 0)")
    for place in ("#move-list [aria-current=true]", "#sgf", "#graph"):
        box = visitor.page.locator(place).bounding_box()
        assert box is not None
        assert box["y"] > 0
        assert box["y"] + box["height"] <= 800


def brightness(visitor: Visitor) -> float:
    """Of the paper: 0 is black."""
    color = visitor.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    red, green, blue = (int(part) for part in color.removeprefix("rgb(").rstrip(")").split(","))
    return (red + green + blue) / 765


def test_dark_mode_follows_the_system_and_the_switch(visit: Visit) -> None:
    visitor = visit(color_scheme="dark")
    switch = visitor.page.get_by_role("button", name="Dark mode")
    assert brightness(visitor) < 0.2
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    assert brightness(visitor) > 0.8
    visitor.page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert brightness(visitor) > 0.8
    assert brightness(visit(color_scheme="light")) > 0.8


def test_the_page_draws_what_the_pictures_draw(visit: Visit) -> None:
    """The same measures as tengen.render: a stone of the page is where a stone of the SVG is, and as large."""
    rows = "X........\n.........\n..O......\n" + "\n".join(["." * 9] * 6)
    svg = View(tuple(rows.split("\n"))).to_svg()
    places = {(float(x), float(y)) for x, y in re.findall(r'<use href="#[^"]*" x="([\d.]+)" y="([\d.]+)"/>', svg)}
    radius = re.search(r'<circle r="([\d.]+)"', svg)
    visitor = visit("#p=nogo:black:X8/9/2O6/9/9/9/9/9/9")
    bodies = visitor.page.locator(".stones .body").all()
    assert {(float(body.get_attribute("cx") or 0), float(body.get_attribute("cy") or 0)) for body in bodies} == places
    assert radius is not None
    assert {body.get_attribute("r") for body in bodies} == {radius[1]}
    box = re.search(r'viewBox="([^"]+)"', svg)
    assert box is not None
    assert visitor.page.locator("#points").get_attribute("viewBox") == box[1]


@pytest.mark.parametrize("size", [(1680, 1050), (1920, 1080)])
def test_a_wide_screen_is_filled(visit: Visit, size: tuple[int, int]) -> None:
    """The board is as high as the screen allows, the panels beside it reach as far as the menu, and nothing lies idle between
    them. The board stays where it is when the list of moves comes."""
    visitor = visit(viewport={"width": size[0], "height": size[1]})

    def edges(selector: str) -> tuple[float, float, float, float]:
        box = visitor.page.locator(selector).bounding_box()
        assert box is not None
        return box["x"], box["x"] + box["width"], box["y"], box["y"] + box["height"]

    def check(*parts: str) -> None:
        sides = [edges(part) for part in parts]
        assert abs(sides[0][0] - edges(".top h1")[0]) < 2
        assert abs(sides[-1][1] - edges(".top nav")[1]) < 2
        assert all(0 < other[0] - one[1] < 60 for one, other in pairwise(sides))
        assert size[1] - 80 < edges(".under")[3] <= size[1]

    check("#points", ".side")
    check("#points", ".sheets")
    board = edges("#points")
    visitor.point("E5").click()
    visitor.expect_moves(2)
    check("#points", ".side", "#moves")
    check("#points", ".sheets", "#moves")
    assert edges("#points") == board
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == size[0]
