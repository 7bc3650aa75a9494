"""Takes the pictures of the page that the documentation shows: python -m browser.pictures docs/images, from tests/."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from browser.conftest import ARGUMENTS, CHROMIUM
from browser.visitor import Visitor, expect
from web.shared import Server

SCREEN = {"width": 1240, "height": 780}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1.5,
    "locale": "zh-CN",
    "color_scheme": "dark",
}
MIDDLE = "nogo:black:9/2O1X4/1X1O1X3/3X1O1O1/1O2X4/2X1O1XO1/1O1X1O1X1/4O1X2/9"
CHAIN = "nogo:white:9/2OO5/1OXXO4/2OXXO3/3O1X1X1/1X4X2/4X4/2O3XO1/9"
_QUALITY = 82


@contextmanager
def visitor_of(browser: Browser, address: str, **options: Any) -> Iterator[Visitor]:
    context = browser.new_context(**({"viewport": SCREEN, "locale": "en-GB", "reduced_motion": "reduce"} | options))
    page = context.new_page()
    page.goto(address)
    page.locator("[role=gridcell]").first.wait_for(state="attached")
    yield Visitor(page)
    context.close()


def keep(page: Page, path: Path) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    Image.open(BytesIO(page.screenshot())).convert("RGB").save(path, "WEBP", quality=_QUALITY, method=6)
    print(f"{path}: {path.stat().st_size // 1024} KiB")


def play(visitor: Visitor, moves: int) -> None:
    """A game against the computer: mostly the move that the analysis likes best."""
    chance = Random(5)
    visitor.page.locator("#analyse").click()
    for count in range(moves):
        visitor.page.locator("#best .move").first.wait_for()
        visitor.page.wait_for_timeout(700)
        best = visitor.page.locator("#best .move").first.inner_text()
        visitor.point(best if count % 5 else chance.choice(visitor.legal())).click()
        visitor.expect_moves(2 * count + 2)
    visitor.page.wait_for_timeout(2500)


def main() -> int:
    folder = Path(sys.argv[1])
    with TemporaryDirectory() as kept, Server(Path(kept)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with visitor_of(browser, f"{server.address}/") as visitor:
            visitor.new_game("NoGo", white="hard")
            play(visitor, 10)
            keep(visitor.page, folder / "page-analysis.webp")
        with visitor_of(browser, f"{server.address}/#p={CHAIN}") as visitor:
            visitor.point("E5").click()
            expect(visitor.detail).to_contain_text("leaves without a liberty")
            keep(visitor.page, folder / "page-illegal.webp")
        with visitor_of(browser, f"{server.address}/#p={MIDDLE}") as visitor:
            visitor.tab("Questions")
            visitor.page.set_viewport_size({"width": 1240, "height": 860})
            visitor.page.get_by_role("button", name="Ask: Who wins at random?").click()
            expect(visitor.answer).to_contain_text("games")
            visitor.page.evaluate("scrollTo(0, 0)")
            keep(visitor.page, folder / "page-questions.webp")
        with visitor_of(browser, f"{server.address}/", **PHONE) as visitor:
            visitor.page.locator("#new").tap()
            visitor.page.locator("#new-game [type=submit]").tap()
            play(visitor, 8)
            visitor.page.evaluate("scrollTo(0, 0)")
            keep(visitor.page, folder / "page-phone.webp")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
