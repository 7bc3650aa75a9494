"""Links for others: who can open them, and the code that a phone reads."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from browser.visitor import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from browser.conftest import Visit

pytestmark = pytest.mark.usefixtures("server")  # without one, nobody is invited

# As another program (zxing-cpp) has read them.
KNOWN = """\
#######.##.#..#######
#.....#..#.#..#.....#
#.###.#.#.#.#.#.###.#
#.###.#.####..#.###.#
#.###.#.#####.#.###.#
#.....#.......#.....#
#######.#.#.#.#######
...........#.........
####..#.#.#.##..###.#
#...#.....##....#####
..#...#.##.#.##..#.##
.#####..#.#.##.#.#.#.
#..##.#....####.##..#
........#.#.#...#....
#######..##.....#....
#.....#...###...####.
#.###.#..###.#.##.#.#
#.###.#.##.###.......
#.###.#.#.#.#.##..#..
#.....#.##.##.#.##..#
#######.##.####..##.."""
LONG = "http://192.168.1.23:8765/#game=棋" * 7
DIGESTS = {LONG[:146]: "8e1fb92c737e7291", f"{LONG}http://192.168.1.23:8765/#game=xx": "66d7d52840ea44b6"}
ENCODE = """async (text) => {
    const { qrCode } = await import("/static/js/qr.js");
    return qrCode(text)?.map((row) => row.map((dark) => (dark ? "#" : ".")).join("")).join("\\n") ?? null;
}"""


def test_codes_are_those_that_were_read(visit: Visit) -> None:
    page = visit().page
    assert page.evaluate(ENCODE, "http://192.168.1.") == KNOWN
    for text, digest in DIGESTS.items():  # of versions 7 and 10: with blocks, and the version in the code
        assert sha256(page.evaluate(ENCODE, text).encode()).hexdigest()[:16] == digest
    assert page.evaluate(ENCODE, "x" * 272) is None


def test_a_link_that_only_this_computer_can_open_says_so(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("NoGo", size=5, white="friend")
    expect(visitor.page.locator("#invite-shared")).to_contain_text("Only this computer can open this link.")
    expect(visitor.page.locator(".qr")).to_have_count(0)
    visitor = visit()
    visitor.tab("Set up")
    visitor.button("Share as a link").click()
    expect(visitor.page.locator("#setup-shared")).to_contain_text("Only this computer can open this link.")


def served_to_others(page: Page) -> None:
    """As if the server had said where others find it."""

    def answer(route: Route) -> None:
        about = json.loads(route.fetch().text())
        route.fulfill(json={**about, "address": "http://192.0.2.7:8765"})

    page.route("**/api/about", answer)


def test_a_link_for_others_has_the_network_address_and_a_code(visit: Visit) -> None:
    visitor = visit(prepare=served_to_others)
    visitor.new_game("NoGo", size=5, white="friend")
    link = visitor.invitation()
    assert link.startswith("http://192.0.2.7:8765/#game=")
    expect(visitor.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    modules = visitor.page.locator("#invite-shared .qr path").get_attribute("d") or ""
    assert modules.count("M") == visitor.page.evaluate(ENCODE, link).count("#")
    visitor.tab("Set up")
    visitor.button("Share as a link").click()
    expect(visitor.page.locator("#setup-shared .qr")).to_be_visible()
    assert visitor.page.locator("#text").input_value().startswith("http://192.0.2.7:8765/#p=nogo")
    visitor.page.get_by_role("group", name="To play").get_by_label("White").check()
    expect(visitor.page.locator("#setup-shared")).to_be_hidden()  # it is another position now
