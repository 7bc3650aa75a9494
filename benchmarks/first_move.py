"""How long a first visitor of the static page waits until there is a move on the board, on slow lines."""

from __future__ import annotations

import http.server
import threading
from functools import partial
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.peers import Peers
from benchmarks.timing import table
from benchmarks.wasm import CHROMIUM, REPOSITORY, Quiet

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SITE = REPOSITORY / "build" / "site"
ROUNDS = 5
# Bits a second down and up, and milliseconds for each request, as Chromium's developer tools slow a page down: they
# stretch the times of the lines that they name, and take a tenth off what is carried.
LINES = {
    "none": None,
    "Fast 4G": (0.9 * 9e6, 0.9 * 1.5e6, 2.75 * 60),
    "Slow 4G": (0.9 * 1.6e6, 0.9 * 0.75e6, 3.75 * 150),
}


def visit(browser: Browser, address: str, line: tuple[float, float, float] | None) -> tuple[float, float]:
    """Seconds until the board is there, and until a click on it has put a stone down."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    if line is not None:
        down, up, latency = line
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        limits = {"offline": False, "downloadThroughput": down / 8, "uploadThroughput": up / 8, "latency": latency}
        session.send("Network.emulateNetworkConditions", limits)
    begin = perf_counter()
    page.goto(address, wait_until="commit")
    centre = page.get_by_role("gridcell").nth(40)
    centre.wait_for(state="attached")
    seen = perf_counter() - begin
    centre.click()
    page.locator(".stones .stone").first.wait_for(state="attached")
    moved = perf_counter() - begin
    context.close()
    return seen, moved


def report(peers: Peers) -> str:
    title = "## The static page: from opening it to the first move"
    if not (SITE / "index.html").exists() or not CHROMIUM:
        return f"{title}\n\nMissing: build/site (`make site` makes it), or chromium.\n"
    from playwright.sync_api import sync_playwright

    rows = []
    handler = partial(Quiet, directory=str(SITE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, line in LINES.items():
            found = [visit(browser, f"http://127.0.0.1:{server.server_port}/", line) for _ in range(ROUNDS)]
            seen, moved = (median(each) for each in zip(*found, strict=True))
            rows.append([name, f"{seen:.2f} s", f"**{moved:.2f} s**"])
        browser.close()
        server.shutdown()
    return f"{title}\n\n{table(['slowed down as', 'the board is there', 'the first stone'], rows)}\n"
