"""How long the page keeps its thread busy with what it draws on a large board, in Chromium, beside a frame."""

from __future__ import annotations

import json
import statistics
from typing import TYPE_CHECKING, Any

from websockets.sync.client import connect

import tengen as tg
from benchmarks.peers import Peers
from benchmarks.timing import table
from benchmarks.wasm import CHROMIUM
from benchmarks.web_clients import Served, served

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from playwright.sync_api import CDPSession, Page

SIZE, MOVES, TIMES = 19, 300, 20
FRAME = 1000 / 60  # milliseconds
WIDTH, HEIGHT = 1680, 1050
# Does something, waits until the text of an element is another and two more frames are drawn.
DONE = """([selector, kind, target]) => new Promise((done, failed) => {
  setTimeout(() => failed(new Error(`${selector} stays as it is after ${kind} ${target}`)), 10_000);
  const node = document.querySelector(selector);
  const before = node.textContent;
  const seen = new MutationObserver(() => {
    if (node.textContent === before) return;
    seen.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
  });
  seen.observe(node, { childList: true, characterData: true, subtree: true });
  if (kind === "click") document.querySelector(target).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  if (kind === "key") document.body.dispatchEvent(new KeyboardEvent("keydown", { key: target, bubbles: true }));
})"""


def game(server: Served, points: Sequence[int]) -> str:
    """The address of a game of Go for two at one board in which these moves were made."""
    import httpx2

    seat = {"kind": "person", "name": ""}
    wanted = {"game": "go", "size": SIZE, "black": seat, "white": seat}
    with httpx2.Client(base_url=server.address, trust_env=False) as http:
        found = http.post("/api/games", json=wanted).raise_for_status().json()
    id, token = found["id"], found["tokens"]["both"]
    with connect(f"{server.address.replace('http', 'ws')}/ws/games/{id}", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": token}))
        socket.recv()
        for ply, point in enumerate(points):
            move = f"{'ABCDEFGHJKLMNOPQRST'[point % SIZE]}{SIZE - point // SIZE}"
            socket.send(json.dumps({"type": "move", "move": move, "ply": ply}))
            socket.recv()
    return f"{server.address}/#game={id}&token={token}"


class Watch:
    """The processor time that the page's thread takes: other programs do not count."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def _busy(self) -> float:
        metrics: list[dict[str, Any]] = self._session.send("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")

    def times(self, selector: str, kind: str = "", targets: Callable[[int], str] = lambda _: "") -> list[float]:
        """Milliseconds, each time that this element has another text."""
        found = []
        for number in range(TIMES):
            before = self._busy()
            self._page.evaluate(DONE, [selector, kind, targets(number)])
            found.append(1000 * (self._busy() - before))
        return found


def measure(page: Page, points: Sequence[int], other: int) -> dict[str, list[float]]:
    """These moves come next in the game; instead of the first, `other` may be played."""
    watch = Watch(page)
    later = iter(points)

    def move(_: int) -> str:
        return f"[data-point='{next(later)}']"

    found = {"a move": watch.times("#ply", "click", move)}
    found["a step back"] = watch.times("#ply", "key", lambda _: "ArrowLeft")
    page.evaluate(DONE, ["#status", "click", f"[data-point='{other}']"])
    page.locator(".variation").wait_for()
    page.locator("#back").click()
    page.locator("#live").click()
    page.locator("#live").wait_for(state="hidden")
    found["a move, another was tried"] = watch.times("#ply", "click", move)
    found["a step back, another was tried"] = watch.times("#ply", "key", lambda _: "ArrowLeft")
    page.locator("#live").click()
    page.locator("#analyse").click()
    found["a frame of live analysis"] = watch.times("#visits")
    return found


def report(peers: Peers) -> str:
    title = f"## The page: what a frame takes on {SIZE}x{SIZE}, {MOVES} moves in the list and a review of them"
    if not CHROMIUM:
        return f"{title}\n\nMissing: chromium.\n"
    from playwright.sync_api import sync_playwright

    points = tg.simulate(tg.go.start(SIZE), seed=1).moves.indices  # a random game passes only when the board is full
    position = tg.go.start(SIZE)
    for point in points[:MOVES]:
        position = position.play(point)
    other = next(point for point in position.legal_moves.indices if point != points[MOVES])
    with served("--most-messages", "100000") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, locale="en-GB")
        page.goto(game(server, points[:MOVES]))
        page.locator("#review").click()
        page.locator("#review:not(:text('Stop'))").wait_for()
        page.locator("#move-list .value:not(:empty)").first.wait_for(state="attached")
        found = measure(page, points[MOVES:], other)
        browser.close()
    rows = [
        [
            what,
            f"**{statistics.median(times):.1f} ms**",
            f"{max(times):.1f} ms",
            f"{statistics.median(times) / FRAME:.2f}",
        ]
        for what, times in found.items()
    ]
    return f"{title}\n\n{table(['', 'median', 'worst', 'median / frame'], rows)}\n"
