"""How long a first visitor of the static page waits until there is a move on the board, on slow lines."""

from __future__ import annotations

import http.server
import threading
from functools import partial
from statistics import median
from time import perf_counter, sleep
from typing import TYPE_CHECKING, AnyStr, BinaryIO, ClassVar

from benchmarks.peers import Peers
from benchmarks.timing import table
from benchmarks.wasm import CHROMIUM, REPOSITORY, Quiet

if TYPE_CHECKING:
    import io

    from _typeshed import SupportsRead, SupportsWrite
    from playwright.sync_api import Browser

SITE = REPOSITORY / "build" / "site"
ROUNDS = 5
# Bits a second, and seconds before each answer, as the developer tools of Chromium slow a page down: they stretch the
# times of the lines that they name, and take a tenth off what is carried.
LINES = {"none": None, "Fast 4G": (0.9 * 9e6, 2.75 * 0.06), "Slow 4G": (0.9 * 1.6e6, 3.75 * 0.15)}
PIECE = 4096  # bytes


class Slow(Quiet):
    """A plain file server at the end of a slow line, which all that is asked for shares. Chromium can slow down a
    page by itself, but not what its workers ask for."""

    line: ClassVar[tuple[float, float] | None] = None
    free: ClassVar[float] = 0  # the moment from which the line carries nothing
    lock: ClassVar[threading.Lock] = threading.Lock()

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        if self.line is not None:
            sleep(self.line[1])
        return super().send_head()

    def copyfile(self, source: SupportsRead[AnyStr], outputfile: SupportsWrite[AnyStr]) -> None:
        while piece := source.read(PIECE):
            if self.line is not None:
                with self.lock:
                    Slow.free = max(Slow.free, perf_counter()) + 8 * len(piece) / self.line[0]
                    arrives = Slow.free
                sleep(max(0, arrives - perf_counter()))
            try:
                outputfile.write(piece)
            except ConnectionError:  # the page was closed
                return


def visit(browser: Browser, address: str) -> tuple[float, float]:
    """Seconds until the board is there, and until a click on it has put a stone down."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
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
    handler = partial(Slow, directory=str(SITE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, line in LINES.items():
            Slow.line = line
            found = [visit(browser, f"http://127.0.0.1:{server.server_port}/") for _ in range(ROUNDS)]
            seen, moved = (median(each) for each in zip(*found, strict=True))
            rows.append([name, f"{seen:.2f} s", f"**{moved:.2f} s**"])
        browser.close()
        server.shutdown()
    return f"{title}\n\n{table(['slowed down as', 'the board is there', 'the first stone'], rows)}\n"
