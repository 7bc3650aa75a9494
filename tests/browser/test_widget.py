"""The board of a notebook: the page's part in Chromium, talking to the widget in Python."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

import tengen as tg
from conftest import require
from tengen.errors import IllegalMove

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

FILES = Path(tg.__file__).parent / "data"


@pytest.fixture(autouse=True)
def anywidget() -> None:
    require("anywidget", "anywidget")


def shown(widget: Any, context: BrowserContext) -> Page:
    """The widget in a page. What a notebook carries between the two is carried by the test."""
    page = context.new_page()
    script = (FILES / "widget.js").read_text()
    page.set_content(f"<style>{(FILES / 'widget.css').read_text()}</style><main></main>")
    page.expose_function("toPython", lambda message: hear(message))
    state = {"layout_of_board": widget.layout_of_board, "shown": widget.shown}
    page.evaluate(
        """async ([script, state]) => {
            const widget = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
            const heard = [];
            window.model = {
                get: (name) => state[name],
                on: (_, listener) => heard.push(listener),
                off: () => {},
                send: (message) => window.toPython(message),
                show: (shown) => { state.shown = shown; heard.forEach((listener) => listener()); },
            };
            widget.default.render({ model: window.model, el: document.querySelector("main") });
        }""",
        [script, state],
    )

    def hear(message: Any) -> None:
        widget._handle_custom_msg(json.loads(json.dumps(message)), [])

    widget.observe(lambda change: page.evaluate("(shown) => model.show(shown)", change.new), "shown")
    return page


def click(page: Page, name: str) -> None:
    page.get_by_label(f"{name},").click()


def test_clicks_are_moves(contexts: Callable[..., BrowserContext]) -> None:
    widget = tg.board(tg.nogo.start(5))
    moves: list[Any] = []
    widget.on_move(moves.append)
    page = shown(widget, contexts())
    click(page, "C3")
    page.get_by_label("C3, Black").wait_for()
    assert page.get_by_role("status").text_content() == "White to play, after 1 move"
    click(page, "A1")
    page.get_by_label("A1, White").wait_for()
    assert widget.position == tg.nogo.start(5).play("C3").play("A1")
    assert widget.record.moves == widget.moves
    assert moves == list(widget.moves)
    assert page.locator("svg").count() == 1


def test_a_refusal_is_said_and_changes_nothing(contexts: Callable[..., BrowserContext]) -> None:
    widget = tg.board(tg.nogo.start(5).play("C3"))
    page = shown(widget, contexts())
    click(page, "C3")
    page.get_by_text("C3 is occupied by Black").wait_for()
    assert not len(widget.moves)
    with pytest.raises(IllegalMove, match="C3 is occupied by Black"):
        widget.play("C3")


def test_a_player_answers_and_undo_takes_both_back(contexts: Callable[..., BrowserContext]) -> None:
    widget = tg.board(tg.othello.start(), player="greedy:seed=1")
    page = shown(widget, contexts())
    assert page.locator(".tengen-open").count() == 4
    assert page.get_by_role("button", name="Undo").is_disabled()
    click(page, "d3")
    page.get_by_text("Black to play, after 2 moves").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Black to play, after 0 moves").wait_for()
    assert widget.position == tg.othello.start()


def test_keys_and_a_pass(contexts: Callable[..., BrowserContext]) -> None:
    widget = tg.board(tg.go.start(3), theme="dark")
    page = shown(widget, contexts())
    page.get_by_label("A3, empty").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")  # there is nothing further left
    page.keyboard.press("Enter")
    page.get_by_label("A2, Black").wait_for()
    for plies in (2, 3):
        page.get_by_role("button", name="Pass").click()
        page.get_by_text(f"after {plies} moves").wait_for()
    assert page.get_by_role("button", name="Pass").is_hidden()
    assert widget.position.is_over
    assert not page.locator(".tengen-open").count()


def test_other_things_are_refused() -> None:
    with pytest.raises(tg.UsageError, match="9 is not a position"):
        tg.board(cast(Any, 9))
