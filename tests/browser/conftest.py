"""Debian's chromium, a server, and visitors with the language, screen and colours that a test wants."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from conftest import missing, require
from waiting import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from browser.visitor import Visitor
    from web.shared import Server

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")  # the first takes half the time
ARGUMENTS = [] if os.geteuid() else ["--no-sandbox"]  # chromium refuses root a sandbox
DESKTOP = {"width": 1280, "height": 800}
SITE = os.environ.get("TENGEN_SITE")  # a folder that `make site` made: then these are tests of the page in it

Visit = Callable[..., "Visitor"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    require("playwright", "playwright")
    if CHROMIUM is None:
        missing("chromium", "Debian: chromium-headless-shell")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """For what takes a server: friends, lines that are cut."""
    if SITE is not None:
        pytest.skip("there is no server behind a static page")
    from web.shared import Server

    with Server(tmp_path_factory.mktemp("served")) as started:
        yield started


@pytest.fixture(scope="module")
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """Where the page is: at a server, or in a folder of files."""
    if SITE is None:
        yield request.getfixturevalue("server").address
        return
    from browser.files import FileServer

    with FileServer(Path(SITE).resolve()) as started:
        yield started.address


@pytest.fixture
def contexts(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browsers' profiles: nothing is remembered from one to another."""
    made: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        usual = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"}
        made.append(browser.new_context(**(usual | options)))
        made[-1].set_default_timeout(1000 * PATIENCE)
        return made[-1]

    yield make
    for context in made:
        context.close()


@pytest.fixture
def visit(address: str, contexts: Callable[..., BrowserContext]) -> Iterator[Visit]:
    """Opens the page: visit("#p=...", locale="zh-CN"). Anything that goes wrong inside the page fails the test."""
    from browser.visitor import Visitor

    faults: list[str] = []

    def opened(
        fragment: str = "",
        *,
        context: BrowserContext | None = None,
        prepare: Callable[[Page], None] | None = None,
        **options: Any,
    ) -> Visitor:
        page = (context or contexts(**options)).new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)
        if prepare is not None:
            prepare(page)
        page.goto(f"{address}/{fragment}")
        page.locator("[role=gridcell]").first.wait_for(state="attached")
        return Visitor(page)

    yield opened
    assert not faults
