"""The line to the server is cut: the page says so, comes back by itself, and no move is lost."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from browser.visitor import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

    from browser.conftest import Visit
    from web.shared import Server

LOST = re.compile("The connection is lost. Trying again")


def test_a_killed_server_comes_back_and_the_game_goes_on(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.new_game("NoGo", size=5)
    for count, vertex in enumerate(("C3", "B2"), 1):
        visitor.point(vertex).click()
        visitor.expect_moves(count)
    server.kill()
    expect(visitor.bar).to_be_visible()
    expect(visitor.bar).to_have_text(LOST)
    visitor.point("D4").click()  # while nobody hears it
    expect(visitor.page.locator(".ghost .stone.black")).to_have_count(1)
    visitor.expect_moves(2)
    server.start()
    visitor.expect_moves(3)
    expect(visitor.said).to_have_text(re.compile(r"Connected again|Black played D4"))
    expect(visitor.bar).to_be_hidden()
    expect(visitor.page.locator(".ghost")).to_have_count(0)
    assert visitor.diagram() == ".....\n...X.\n..X..\n.O...\n....."
    visitor.point("A5").click()
    visitor.expect_moves(4)


def test_it_can_be_tried_at_once(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.new_game("NoGo", size=5)
    server.kill()
    expect(visitor.bar).to_have_text(LOST)
    visitor.page.wait_for_timeout(2500)  # the pauses grow
    expect(visitor.button("Try now")).to_be_visible()
    server.start()
    visitor.page.locator("#line button").dispatch_event("click")  # also if it has come back by itself just now
    expect(visitor.bar).to_contain_text("Connected again.")
    visitor.point("C3").click()
    visitor.expect_moves(1)


@pytest.mark.usefixtures("server")
def test_a_move_whose_answer_was_lost_is_made_once(visit: Visit) -> None:
    """The server hears the move, and the line is cut before it can say so."""
    lines: list[WebSocketRoute] = []

    def cut_after_a_move(page: Page) -> None:
        def between(line: WebSocketRoute) -> None:
            lines.append(line)
            first = len(lines) == 1
            server = line.connect_to_server()

            def to_page(message: str | bytes) -> None:
                if first and json.loads(message)["type"] == "moved":
                    line.close(code=1011)
                else:
                    line.send(message)

            server.on_message(to_page)

        page.route_web_socket(re.compile("/ws/games/"), between)

    visitor = visit(prepare=cut_after_a_move)
    visitor.new_game("NoGo", size=5)
    visitor.point("C3").click()
    visitor.expect_moves(1)
    assert len(lines) == 2
    visitor.point("B2").click()
    visitor.expect_moves(2)
    assert visitor.diagram() == ".....\n.....\n..X..\n.O...\n....."


def test_moves_of_others_made_meanwhile_are_caught_up(visit: Visit, server: Server) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.new_game("NoGo", size=5, white="friend")
    expect(visitor.detail).to_have_text("The invitation for your friend is copied. Send it to them.")
    link = visitor.page.evaluate("navigator.clipboard.readText()")
    made = visit(link.split("/")[-1])
    visitor.point("C3").click()
    made.expect_moves(1)
    visitor.page.context.set_offline(True)
    server.kill()
    expect(visitor.bar).to_have_text(LOST)
    server.start()
    expect(made.bar).to_be_hidden(timeout=20_000)
    made.point("B2").click()
    made.expect_moves(2)
    visitor.expect_moves(1)
    visitor.page.context.set_offline(False)
    visitor.expect_moves(2)
    expect(visitor.status).to_have_text("Your turn")


def test_a_game_that_is_not_there(visit: Visit) -> None:
    visitor = visit("#game=nosuchgame")
    expect(visitor.status).to_have_text("NoGo, 9 × 9")
    expect(visitor.detail).to_have_class("detail warn")
