"""A match in the page while it is played: small boards that grow, and one that is opened and followed to its end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.conftest import SITE
from browser.visitor import expect
from match.shared import PatientMatch, end_all
from tengen.match.watching import folder_of
from waiting import wait_until
from web.shared import Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from browser.conftest import Visit


pytestmark = pytest.mark.skipif(SITE is not None, reason="there is no server behind a static page")


@pytest.fixture(scope="module")
def patient(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PatientMatch]:
    """A match that was not started to be watched; its first move is not made yet."""
    folder: Path = tmp_path_factory.mktemp("running")
    patient = PatientMatch(folder)
    match = patient.start()
    try:
        patient.wait_for_turn(2)
        yield patient
    finally:
        end_all(match)


@pytest.fixture(scope="module")
def server(patient: PatientMatch) -> Iterator[Server]:
    with Server(patient.folder, "--match", str(patient.path)) as started:
        yield started


def test_a_game_is_seen_to_grow(visit: Visit, patient: PatientMatch) -> None:
    visitor = visit("#match")
    page = visitor.page
    dialog = page.get_by_role("dialog", name="Match match.db")
    wait_until(folder_of(patient.path).is_dir)  # the page has asked for games that are being played
    expect(dialog.get_by_role("heading", name="Being played")).to_be_hidden()
    for stones in (2, 3):
        patient.move(stones)
        expect(dialog.get_by_role("button", name=named("Watch", f", move {stones + 1}, "))).to_be_visible()
        expect(dialog.locator(".mini .stone")).to_have_count(stones + 1)
        expect(dialog.locator(".mini .mark")).to_have_count(1)
    board = dialog.get_by_role("button", name="Watch: 1.")
    board.focus()
    patient.move(4)
    expect(dialog.get_by_role("button", name=named("Watch", ", move 5, "))).to_be_focused()
    assert not serious(visitor.page)

    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(visitor.status).to_have_text("Move 5. White to play")
    assert page.url.endswith("#match=1")
    expect(page.locator(".player.black .who")).to_have_text("Black · ann")
    patient.move(5)
    visitor.expect_moves(6)
    expect(visitor.status).to_have_text("Move 6. Black to play")
    expect(visitor.said).to_contain_text("White played")
    page.get_by_role("gridcell", name="empty, legal").first.click()
    expect(visitor.detail).to_contain_text("You are watching")

    page.locator("#previous").click()  # who looks back is not disturbed
    patient.move(6)
    expect(visitor.ply).to_have_text("5 / 7")
    page.reload()
    expect(visitor.status).to_have_text("Move 7. White to play")

    follower = visit("#match", locale="zh-CN")
    expect(follower.page.get_by_role("button", name=named("观看", "，第 7 手，"))).to_be_visible()
    follower.button("跟着看最新的对局").click()
    expect(follower.status).to_have_text("第 7 手，轮到白方")

    patient.move(*range(7, 25))
    for why, words in ((visitor.why, "has no legal move"), (follower.why, "无处可下")):
        expect(why).to_contain_text(words)
    expect(page.locator("#ply")).not_to_have_text("7 / 7")
    visitor.button("Match").click()
    expect(dialog.get_by_role("button", name="Open: 2.")).to_be_visible()
    expect(dialog.get_by_role("heading", name="Being played")).to_be_hidden()


def named(verb: str, move: str) -> re.Pattern[str]:
    """The button of the first game after this move."""
    return re.compile(rf"^{verb}: 1\. ann . bob{move}")


def serious(page: Page) -> list[str]:
    """What axe finds, in the light and in the dark."""
    from axe_playwright_python.sync_playwright import Axe

    found: list[str] = []
    for color_scheme in ("light", "dark"):
        page.emulate_media(color_scheme=color_scheme)
        violations = Axe().run(page).response["violations"]
        found += [each["id"] for each in violations if each["impact"] in ("serious", "critical")]
    return found
