"""A match in the page: the table as it grows, its games found, opened and followed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.conftest import SITE
from browser.visitor import expect
from web.shared import Server
from web.test_matches import play_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from browser.conftest import Visit


pytestmark = pytest.mark.skipif(SITE is not None, reason="there is no server behind a static page")


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("match")
    play_match(folder / "match.db")
    with Server(folder, "--match", str(folder / "match.db")) as started:
        yield started


def test_a_match_is_looked_at(visit: Visit, server: Server) -> None:
    visitor = visit("#match")
    page = visitor.page
    dialog = page.get_by_role("dialog", name="Match match.db")
    expect(dialog.get_by_role("row")).to_have_count(3)
    expect(dialog.get_by_role("img").first).to_have_accessible_name(re.compile(r"^from -?\d+ to"))
    expect(dialog.get_by_role("listitem")).to_have_count(4)
    dialog.get_by_label("Opening").select_option(index=1)
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    dialog.get_by_label("Opening").select_option(index=0)
    expect(dialog.get_by_role("listitem")).to_have_count(4)
    play_match(server.folder / "match.db", 6)  # the match goes on
    expect(dialog.get_by_role("listitem")).to_have_count(6)
    expect(dialog).to_contain_text("6 games so far")
    dialog.get_by_role("button", name="Open: 3.").click()
    expect(page.locator("#status")).to_contain_text("Move 0 of")
    assert "#match=3" in page.url
    expect(page.locator(".player.black .who")).to_have_text("Black · random")
    page.locator("#last").click()
    expect(visitor.why).to_contain_text("has no legal move")
    visitor.button("Review the game").click()
    expect(page.locator("#review-said")).to_contain_text("15%")
    page.reload()
    expect(page.locator("#status")).to_contain_text("Move 0 of")


def test_a_phone_shows_the_whole_table(visit: Visit) -> None:
    visitor = visit("#match", viewport={"width": 390, "height": 844})
    table = visitor.page.get_by_role("region", name="Table of the match")
    assert table.evaluate("table => table.scrollWidth - table.clientWidth") == 0


def test_the_newest_game_is_followed(visit: Visit) -> None:
    visitor = visit("#match", locale="zh-CN")
    visitor.button("跟着看最新的对局").click()
    expect(visitor.button("不再跟着看")).to_be_visible()
    expect(visitor.why).to_contain_text("已经无处可下")  # shown to its end
    visitor.button("不再跟着看").click()
    expect(visitor.button("不再跟着看")).to_be_hidden()


def test_axe_finds_nothing_serious_in_a_match(visit: Visit) -> None:
    from axe_playwright_python.sync_playwright import Axe

    visitor = visit("#match")
    expect(visitor.page.get_by_role("table")).to_be_visible()
    for color_scheme in ("light", "dark"):
        visitor.page.emulate_media(color_scheme=color_scheme)
        found = Axe().run(visitor.page).response["violations"]
        assert not [each["id"] for each in found if each["impact"] in ("serious", "critical")]
