"""The board itself: what moves on it, how a game of Go ends there, what is heard, and how it looks at any size."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest

from browser.visitor import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from browser.conftest import Visit
    from browser.visitor import Visitor

# Black has the left and White the right; B2 and F4 stand lost on the other's side.
COUNTED = "#p=go:black:2XO3/2XO1X1/2XO3/1OXO3/2XO3"
MOVING = """
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.moved.push(JSON.stringify(frames));
    return animate.call(this, frames, options);
  };
"""
SOUNDING = """
  window.sounds = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...when) { window.sounds += 1; return start.apply(this, when); };
"""
SCALE = """async ([style, balanced]) => {
  const { Board } = await import(new URL("static/js/board.js", document.baseURI));
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "board");
  document.body.append(svg);
  const heat = Array.from({ length: 101 }, (_, point) => [point, point / 100, "50"]);
  new Board(svg).draw({ rows: [".".repeat(101)], style, coordinates: { letters: "ABC", from_bottom: true }, heat, balanced });
  const context = document.createElement("canvas").getContext("2d");
  const channels = (color) => {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const found = [...svg.querySelectorAll(".heat > g")].map((each) =>
    [...each.children].map((part) => channels(getComputedStyle(part).fill)));
  svg.remove();
  return found;
}"""


def spied(script: str) -> Any:
    """Something that happens is written down, and happens all the same."""
    return lambda page: page.add_init_script(script)


def play(visitor: Visitor, *moves: str) -> None:
    for count, move in enumerate(moves, int(visitor.ply.inner_text().partition(" ")[0] or 0) + 1):
        (visitor.button("Pass") if move == "pass" else visitor.point(move)).click()
        visitor.expect_moves(count)


def from_here(visitor: Visitor, white: str = "me") -> None:
    visitor.button("Play from here").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("White", exact=True).select_option(white)
    dialog.get_by_role("button", name="Start").click()
    expect(dialog).to_be_hidden()


def test_the_end_of_go_is_counted_on_the_board(visit: Visit) -> None:
    from axe_playwright_python.sync_playwright import Axe

    visitor = visit(COUNTED)
    owners, dead = visitor.page.locator(".owner"), visitor.page.locator(".stone.dead")
    from_here(visitor)
    play(visitor, "pass", "pass")
    expect(visitor.status).to_have_text("White wins by 12.5")
    expect(visitor.why).to_have_text("15 points for Black, 20 for White and 7.5 komi.")
    expect(visitor.detail).to_contain_text("The faded stones count as dead.")
    expect(dead).to_have_count(2)
    expect(owners).to_have_count(25)  # every point but those with a living stone
    expect(visitor.page.locator(".owner.black")).to_have_count(10)
    assert not [
        each for each in Axe().run(visitor.page).response["violations"] if each["impact"] in ("serious", "critical")
    ]
    visitor.point("B2").click()
    expect(dead).to_have_count(1)
    expect(visitor.status).to_have_text("White wins by 23.5")
    expect(visitor.why).to_have_text("5 points for Black, 21 for White and 7.5 komi.")
    visitor.point("B2").click()
    expect(dead).to_have_count(2)
    visitor.button("Play on").click()
    expect(visitor.status).to_have_text("Black to play")
    expect(owners).to_have_count(0)
    play(visitor, "pass", "pass")
    visitor.button("Agree").click()
    expect(visitor.button("Play again")).to_be_visible()
    expect(visitor.button("Agree")).to_be_hidden()
    expect(visitor.status).to_have_text("White wins by 12.5")
    expect(visitor.why).to_have_text("15 points for Black, 20 for White and 7.5 komi.")
    visitor.point("B2").click()
    expect(visitor.detail).to_have_text("The game is over.")
    visitor.page.reload()
    expect(dead).to_have_count(2)
    visitor.page.locator("#language").click()
    expect(visitor.status).to_have_text("白方胜 12.5")
    expect(visitor.why).to_have_text("黑 15 点，白 20 点，贴 7.5。")


@pytest.mark.usefixtures("server")
def test_two_people_agree_on_the_end(visit: Visit) -> None:
    visitor = visit(COUNTED)
    from_here(visitor, white="friend")
    link = visitor.invitation()
    friend = visit(link.split("/")[-1])
    for count, each in enumerate((visitor, friend), 1):
        each.button("Pass").click()
        each.expect_moves(count)
    visitor.button("Agree").click()
    expect(visitor.detail).to_have_text("Waiting for White to agree.")
    friend.point("F4").click()  # that chain lives: Black has to agree again
    expect(visitor.page.locator(".stone.dead")).to_have_count(1)
    expect(visitor.button("Agree")).to_be_enabled()
    for each in (friend, visitor):
        each.button("Agree").click()
    for each in (friend, visitor):
        expect(each.button("Play again")).to_be_visible()


def test_othello_shows_where_one_may_play(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("Othello")
    dots = visitor.page.locator(".hint-dot.black")
    expect(dots).to_have_count(4)
    visitor.point("d3").click()
    expect(visitor.page.locator(".hint-dot.white")).to_have_count(3)
    expect(dots).to_have_count(0)
    visitor.button("Analyse").click()
    expect(visitor.page.locator(".heat .patch").first).to_be_visible()
    expect(visitor.page.locator(".hint-dot")).to_have_count(0)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_discs_turn_over_and_captured_stones_fade(visit: Visit, motion: str) -> None:
    visitor = visit(prepare=spied(MOVING), reduced_motion=motion)
    page = visitor.page
    visitor.new_game("Othello")
    visitor.point("d3").click()
    visitor.expect_moves(1)
    expect(page.locator(".stones .stone")).to_have_count(5)
    turned = [each for each in page.evaluate("window.moved") if "scaleX(0)" in each]
    visitor.new_game("Go", size=5)
    play(visitor, "B5", "A5", "A4")
    expect(page.locator(".stones .stone")).to_have_count(2)
    faded = [each for each in page.evaluate("window.moved") if '"opacity":0,' in each]
    assert (len(turned), len(faded)) == ((2, 1) if motion == "no-preference" else (0, 0))
    frames = [frame for each in page.evaluate("window.moved") for frame in json.loads(each)]
    assert {name for frame in frames for name in frame} <= {"opacity", "transform"}  # which move nothing else
    expect(page.locator(".leaving .stone")).to_have_count(0)


def test_a_step_draws_only_what_changes(visit: Visit) -> None:
    """However many stones there are: on a large board it must not take longer than a frame."""
    rows = ["XO" * 9 + ".", "." * 19] * 9 + ["." * 19]
    packed = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    visitor = visit(f"#p=go:black:{packed}")
    from_here(visitor)
    play(visitor, "T19", "T17")
    count = """() => {
      window.added = 0;
      const count = (changes) => changes.forEach((each) => (window.added += each.addedNodes.length));
      new MutationObserver(count).observe(document.querySelector("#points"), { childList: true, subtree: true });
    }"""
    visitor.page.evaluate(count)
    visitor.page.locator("#previous").click()
    expect(visitor.page.locator(".stones .stone")).to_have_count(163)
    visitor.page.locator("#next").click()
    expect(visitor.page.locator(".stones .stone")).to_have_count(164)
    assert 0 < visitor.page.evaluate("window.added") < 10


def test_a_point_shows_what_may_be_played_there(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("NoGo", size=5)
    look = "cell => [getComputedStyle(cell).cursor, getComputedStyle(cell.querySelector('.hint')).fill]"
    point = visitor.point("B2")
    assert point.evaluate(look)[0] == "auto"
    point.hover()
    assert point.evaluate(look) == ["pointer", "rgb(17, 17, 17)"]
    visitor.point("D4").click()
    visitor.expect_moves(1)
    point.hover()
    assert point.evaluate(look) == ["pointer", "rgb(255, 255, 255)"]
    visitor.point("D4").hover()  # a stone is there
    assert visitor.point("D4").evaluate(look) == point.evaluate(look) == ["auto", "none"]


def work(visitor: Visitor, do: Callable[[], None]) -> tuple[int, int]:
    """How many elements got a new style meanwhile, and how many were laid out again, as the browser counts them."""
    browser = visitor.page.context.browser
    assert browser is not None
    browser.start_tracing(page=visitor.page, categories=["devtools.timeline"])
    do()
    events = json.loads(browser.stop_tracing())["traceEvents"]
    styled = sum(each["args"].get("elementCount", 0) for each in events if each["name"] == "UpdateLayoutTree")
    layouts = [each["args"].get("beginData", {}) for each in events if each["name"] == "Layout"]
    return styled, sum(layout.get("dirtyObjects", 0) for layout in layouts)


def test_a_move_on_a_large_board_is_little_work(visit: Visit) -> None:
    """Counted, not timed: a frame has time for it if it touches what changes and no more. There are 361 points, each of
    four elements, and 164 stones."""
    rows = ["XO" * 9 + ".", "." * 19] * 9 + ["." * 19]
    packed = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    visitor = visit(f"#p=go:black:{packed}")
    from_here(visitor)
    moves = ("T19", "T17", "T15", "T13", "T11")
    play(visitor, moves[0])
    styled, laid = work(visitor, lambda: play(visitor, *moves[1:]))
    assert 4 < styled / 4 < 200
    assert 4 < laid / 4 < 400

    def walk() -> None:
        for ply in (4, 3, 2, 1):
            visitor.page.locator("#previous").click()
            expect(visitor.ply).to_have_text(f"{ply} / 5")

    styled, laid = work(visitor, walk)
    assert 4 < styled / 4 < 100
    assert 4 < laid / 4 < 200


def heard(page: Page) -> int:
    count: int = page.evaluate("window.sounds")
    return count


def test_a_stone_is_heard_unless_the_switch_is_off(visit: Visit) -> None:
    visitor = visit(prepare=spied(SOUNDING))
    page = visitor.page
    switch = visitor.button("Sound of stones")
    expect(switch).to_have_attribute("aria-pressed", "true")
    visitor.new_game("NoGo", size=5)
    assert heard(page) == 0
    play(visitor, "C3")
    page.wait_for_function("window.sounds > 0")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    before = heard(page)
    play(visitor, "A1")
    page.reload()
    visitor.expect_moves(2)  # the game is there again
    expect(switch).to_have_attribute("aria-pressed", "false")
    play(visitor, "E5")
    assert heard(page) == 0  # the count began anew with the page
    assert before > 0


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("size", [3, 9, 19])
def test_letters_are_as_large_on_every_board_and_touch_nothing(visit: Visit, width: int, size: int) -> None:
    visitor = visit(f"#p=nogo:black:{'/'.join([str(size)] * size)}", viewport={"width": width, "height": 800})
    frame = visitor.page.locator(".rim").bounding_box()
    assert frame is not None
    boxes: list[dict[str, float]] = visitor.page.locator(".name").evaluate_all(
        "names => names.map((name) => name.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) == 4 * size
    for box in boxes:
        assert 7 <= box["height"] <= 22
        assert box["left"] - frame["x"] > 1.5
        assert frame["x"] + frame["width"] - box["right"] > 1.5
    assert frame["width"] <= (440 if size == 3 else width)


def test_holes_are_cut_out_of_the_board(visit: Visit) -> None:
    from PIL import Image

    for game in ("nogo", "othello"):
        visitor = visit(f"#p={game}:black:3H1/5/1HXO1/2OX1/5", color_scheme="light")
        box = visitor.point("D5" if game == "nogo" else "d1").bounding_box()
        paper = visitor.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        assert box is not None
        picture = Image.open(BytesIO(visitor.page.screenshot())).convert("RGB")
        seen = picture.getpixel((round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)))
        assert f"rgb{seen}" == paper


def luminance(color: list[int]) -> float:
    parts = [part / 255 for part in color]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_colours_of_heat_can_be_read_by_everybody(visit: Visit, scheme: str) -> None:
    """One hue that gets steadily darker, in the dark brighter, needs no eye for red and green; the numbers on it meet AA."""
    visitor = visit(color_scheme=scheme)
    for style in ("intersections", "squares"):
        patches = visitor.page.evaluate(SCALE, [style, False])
        assert len(patches) == 101
        lights = [luminance(patch) for patch, _ in patches]
        assert lights == sorted(lights, reverse=scheme == "light")
        for patch, text in patches:
            low, high = sorted((luminance(patch), luminance(text)))
            assert (high + 0.05) / (low + 0.05) > 4.5
        red, green, blue = patches[-1][0]
        assert blue > green > red  # the best move does not look like danger


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_colours_of_a_map_are_two_hues_around_the_middle(visit: Visit, scheme: str) -> None:
    """From violet by neither to green, which no eye takes for one; as light on one side as on the other."""
    visitor = visit(color_scheme=scheme)
    scale = visitor.page.evaluate(SCALE, ["intersections", True])
    patches = [patch for patch, _ in scale]
    (red, green, blue), middle, (more_red, more_green, more_blue) = patches[0], patches[50], patches[100]
    assert blue > red > green
    assert more_green > more_blue > more_red
    assert max(middle) - min(middle) < 20
    lights = [luminance(patch) for patch in patches]
    assert lights[:51] == sorted(lights[:51], reverse=scheme == "dark")
    assert lights[50:] == sorted(lights[50:], reverse=scheme == "light")
    assert 0.75 < lights[0] / lights[100] < 1.3
    for patch, text in scale:
        low, high = sorted((luminance(patch), luminance(text)))
        assert (high + 0.05) / (low + 0.05) > 4.4  # large letters need 3
