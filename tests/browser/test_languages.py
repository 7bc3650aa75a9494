"""English and Chinese: chosen by the browser, switchable, kept, and complete."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.visitor import expect

if TYPE_CHECKING:
    from browser.conftest import Visit

CHINESE = re.compile("[\u4e00-\u9fff]")
OTHERS = {"Tengen", "天元", "SGF", "English"}


def test_the_browser_chooses_and_the_reader_switches(visit: Visit) -> None:
    visitor = visit(locale="zh-CN")
    page = visitor.page
    expect(visitor.status).to_have_text("不围棋 9 × 9")
    assert page.locator("html").get_attribute("lang") == "zh-CN"
    assert visitor.label("E5") == "E5，空，可下"
    visitor.button("English").click()
    expect(visitor.status).to_have_text("NoGo, 9 × 9")
    page.reload()
    expect(visitor.status).to_have_text("NoGo, 9 × 9")
    visitor.button("中文").click()
    expect(visitor.status).to_have_text("不围棋 9 × 9")


@pytest.mark.parametrize("locale", ["zh-TW", "zh-CN"])
def test_a_game_in_chinese(visit: Visit, locale: str) -> None:
    visitor = visit("#p=nogo:black:OO3/XX3/5/5/5", locale=locale)
    visitor.point("C5").click()
    expect(visitor.detail).to_have_text("黑方下 C5 会让这些子没有气：A5 B5。不围棋不许吃子。")
    visitor.point("E1").click()
    expect(visitor.status).to_have_text("轮到你了")
    visitor.button("认输").click()
    visitor.button("真的认输？").click()
    expect(visitor.status).to_have_text("白方胜")
    expect(visitor.why).to_have_text("黑方认输。")


def test_an_unknown_language_is_english(visit: Visit) -> None:
    expect(visit(locale="fi-FI").status).to_have_text("NoGo, 9 × 9")


def test_every_word_is_said_in_both(visit: Visit) -> None:
    page = visit().page
    said = page.evaluate("""async () => {
        const { LANGUAGES } = await import(new URL("static/js/words.js", document.baseURI));
        return Object.fromEntries(Object.entries(LANGUAGES).map(([name, words]) => [name, Object.keys(words)]));
    }""")
    english, chinese = set(said["en"]), set(said["zh"])
    assert english <= chinese
    # The server's sentences are English already.
    assert {word.split("-")[0] for word in chinese - english} == {"over", "illegal", "reason", "error"}


def test_no_english_is_left_in_the_chinese_page(visit: Visit) -> None:
    visitor = visit(locale="zh-CN")
    page = visitor.page
    texts = page.evaluate("""() => [...document.querySelectorAll("body *")]
        .filter((node) => !node.closest("svg, noscript")).flatMap((node) => [...node.childNodes])
        .filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent.trim()).filter(Boolean)""")
    assert len(texts) > 40
    assert not [
        text for text in texts if re.search("[A-Za-z]{2}", text) and not CHINESE.search(text) and text not in OTHERS
    ]
    for tab in ("提问", "摆棋"):
        visitor.tab(tab)
        assert CHINESE.search(page.get_by_role("tabpanel").inner_text())
