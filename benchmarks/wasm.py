"""The WebAssembly build in Node and in Chromium, beside the native core on one thread: NoGo 9x9."""

from __future__ import annotations

import functools
import http.server
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import tengen as tg
from benchmarks.peers import Peers
from benchmarks.timing import Contender, medians, table
from tengen.players import Search
from tengen.players.learned import shipped_net

if TYPE_CHECKING:
    from playwright.sync_api import Page

REPOSITORY = Path(__file__).resolve().parent.parent
PACKAGE = REPOSITORY / "build" / "wasm"
WEIGHTS = REPOSITORY / "src" / "tengen" / "data" / "nogo.safetensors"
ROUNDS, SECONDS = 5, 1.0
MEASURES = {"games": "random games", "search": "visits, played out", "net": "visits, judged by the net"}
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")


def native(what: str) -> float:
    start = tg.nogo.start(9)
    if what == "games":
        games = 200_000
        begin = perf_counter()
        tg.simulate_many(start, games, seed=1, threads=1)
        return games / (perf_counter() - begin)
    search = Search(start, threads=1, seed=1, evaluate=shipped_net("nogo") if what == "net" else None)
    begin = perf_counter()
    search.run(seconds=SECONDS)
    return search.visits / (perf_counter() - begin)


def in_node(program: str, build: str, what: str) -> float:
    command = [program, str(Path(__file__).with_suffix(".js")), str(PACKAGE), build, what, str(SECONDS)]
    return float(subprocess.run(command, input=WEIGHTS.read_bytes(), capture_output=True, check=True).stdout)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def chromium() -> Iterator[Page]:
    """A page from a plain file server."""
    from playwright.sync_api import sync_playwright

    handler = functools.partial(Quiet, directory=str(REPOSITORY))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(0)
        page.goto(f"http://127.0.0.1:{server.server_port}/build/wasm/README.md")
        yield page
        browser.close()
        server.shutdown()


IN_PAGE = """async ([what, seconds]) => {
  const { load } = await import("/build/wasm/tengen.js");
  const { warm } = await import("/benchmarks/wasm.js");
  const weights = await (await fetch("/build/wasm/nets/nogo.safetensors")).arrayBuffer();
  return warm(await load(), what, seconds, weights);
}"""


def in_page(page: Page, what: str) -> float:
    found: float = page.evaluate(IN_PAGE, [what, SECONDS])
    return found


def report(peers: Peers) -> str:
    title = "## In JavaScript: NoGo 9x9, a second, one thread"
    node = shutil.which("node")
    missing = [
        *([] if (PACKAGE / "tengen.js").exists() else ["build/wasm (`make wasm` makes it)"]),
        *([] if node else ["node"]),
        *([] if CHROMIUM else ["chromium"]),
    ]
    if missing or node is None:
        return f"{title}\n\nMissing: {', '.join(missing)}.\n"
    rows = []
    with chromium() as page:
        for what, words in MEASURES.items():
            contenders: dict[str, Contender] = {
                "native": partial(native, what),
                "node": partial(in_node, node, "simd", what),
                "plain": partial(in_node, node, "plain", what),
                "chromium": partial(in_page, page, what),
            }
            found = medians(contenders, ROUNDS)
            ratio = found["chromium"] / found["native"]
            rows.append([words, *(f"{found[name]:,.0f}" for name in contenders), f"**{ratio:.2f}**"])
    header = ["", "native core", "Node", "Node, without SIMD", "Chromium", "Chromium / native"]
    return f"{title}\n\n{table(header, rows)}\n"
