"""The verbs, asked of the position on the board, and answered there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import tengen as tg
from browser.visitor import Visitor, expect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext

    from browser.conftest import Visit

START = "#p=nogo:black:5/5/5/5/5"


def heats(visitor: Visitor) -> dict[str, str]:
    """The number on every point that has one."""
    words = (label.split(", ") for label in visitor.labels())
    return {parts[0]: parts[-1] for parts in words if parts[-1].isdigit()}


def ask(visitor: Visitor, question: str, **options: str) -> None:
    visitor.tab("Questions")
    for name, value in options.items():
        visitor.page.get_by_role("combobox", name=name).select_option(label=value)
    visitor.page.get_by_role("button", name=f"Ask: {question}").click()


def test_a_random_game_is_shown_to_its_end(visit: Visit) -> None:
    visitor = visit(START)
    ask(visitor, "How could it go on?")
    expect(visitor.answer).to_contain_text(re.compile(r"(Black|White) wins after \d+ moves\."))
    found = re.search(r"(Black|White) wins after (\d+) moves\.\s+Seed (\d+)\.", visitor.answer.inner_text())
    assert found is not None
    record = tg.simulate(tg.nogo.start(5), seed=int(found[3]))
    assert str(record.winner) == found[1]
    assert len(record) == int(found[2])
    assert tg.nogo.parse(visitor.diagram()).board == record.end.board
    visitor.button("Back to the board").click()
    expect(visitor.page.locator(".stone")).to_have_count(0)


def test_a_random_game_is_played_move_by_move(visit: Visit) -> None:
    visitor = visit(START, reduced_motion="no-preference")
    ask(visitor, "How could it go on?")
    expect(visitor.answer).to_contain_text("Playing")
    seen = set()
    while "Playing" in visitor.answer.inner_text():
        seen.add(visitor.page.locator(".stones .stone").count())
    assert len(seen) > 3
    expect(visitor.answer).to_contain_text("wins after")


def test_many_games_make_a_map(visit: Visit) -> None:
    visitor = visit(START)
    ask(visitor, "Who wins at random?")
    expect(visitor.answer).to_contain_text("10,000 games")
    shares = re.search(r"Black wins (\d+)% and White (\d+)%", visitor.answer.inner_text())
    assert shares is not None
    assert 99 <= int(shares[1]) + int(shares[2]) <= 101
    expect(visitor.page.locator(".heat .patch")).to_have_count(25)
    assert re.fullmatch(r"C3, empty, \d+", visitor.label("C3"))
    found = heats(visitor)
    assert len({found[corner] for corner in ("A1", "A5", "E1", "E5")}) == 1  # by symmetry, not by luck
    assert len({found[point] for point in ("B1", "D1", "A2", "A4", "E2", "E4", "B5", "D5")}) == 1
    error = re.search(r"about ±(\d\.\d) \(one standard error\)", visitor.answer.inner_text())
    assert error is not None
    assert 0 < float(error[1]) <= 1
    expect(visitor.answer.locator(".legend")).to_contain_text("50%")
    kinds = visitor.page.locator(".heat .patch").evaluate_all("all => all.map((each) => each.classList[1])")
    assert set(kinds) <= {"less", "more"}
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(".heat .patch")).to_have_count(0)


def test_check_draws_its_reasons(visit: Visit) -> None:
    visitor = visit("#p=nogo:black:XO3/O4/5/5/3X1")
    expect(visitor.detail).to_contain_text("A chain here has no liberty")
    ask(visitor, "Can this arise?")
    expect(visitor.answer).to_contain_text("No, it cannot arise.")
    expect(visitor.answer).to_contain_text("The black stone at A5 has no liberty.")
    expect(visitor.page.locator(".marks .mark")).to_have_count(1)
    visitor = visit("#p=nogo:black:X4/1O3/5/5/5")
    ask(visitor, "Can this arise?")
    expect(visitor.answer).to_contain_text("Yes, a legal game leads here.")


def test_flips_are_a_map_on_the_stones(visit: Visit) -> None:
    visitor = visit("#p=go:black:XXO2/OO3/5/5/5")
    ask(visitor, "What if a stone changed colour?", **{"Dead stones": "of both sides"})
    counts = tg.flips(tg.go.parse("XXO..\nOO...\n.....\n.....\n....."))
    most = max(*counts.dead_black.counts, *counts.dead_white.counts)
    expect(visitor.answer).to_contain_text(f"At most {most} dead stone")
    expect(visitor.page.locator(".heat .patch").first).to_be_attached()
    visitor.new_game("Gomoku", size=9)
    visitor.tab("Questions")
    expect(visitor.page.get_by_role("button", name="Ask: What if a stone changed colour?")).to_have_count(0)


def test_games_and_lines_are_counted(visit: Visit) -> None:
    visitor = visit("#p=nogo:black:3/3/3")
    ask(visitor, "How many games are there?")
    count = tg.count(tg.nogo.start(3))
    expect(visitor.answer).to_contain_text(f"{count.games:,} games")
    expect(visitor.answer).to_contain_text(f"Black wins {count.black_wins:,} · White wins {count.white_wins:,}")
    ask(visitor, "How many games are there?", **{"Moves ahead": "2"})
    expect(visitor.answer).to_contain_text("2 moves: 72")


@pytest.mark.parametrize(
    ("locale", "tab", "number", "why"),
    [
        ("en-GB", "Questions", r"At least ([\d,]+) games", "Stopped after the time limit: this is what is known."),
        ("zh-CN", "提问", r"至少 ([\d,]+) 局", "时间到了，这是已经知道的部分。"),
    ],
)
def test_games_that_are_too_many_to_count(
    contexts: Callable[..., BrowserContext], tmp_path: Path, locale: str, tab: str, number: str, why: str
) -> None:
    from web.shared import Server

    with Server(tmp_path, "--most-verb-seconds", "0.2") as server:
        visitor = Visitor(contexts(locale=locale).new_page())
        visitor.page.goto(f"{server.address}/#p=nogo:black:9/9/9/9/9/9/9/9/9")
        visitor.tab(tab)
        visitor.page.locator("[data-verb=count]").click()
        expect(visitor.answer.locator("p")).to_have_text([re.compile(number), why])
        found = re.search(number, visitor.answer.inner_text())
        assert found is not None
        assert int(found[1].replace(",", "")) >= tg.perft(tg.nogo.start(9), 3)[-1]


def test_another_position_can_be_played(visit: Visit) -> None:
    visitor = visit("#p=nogo:black:6/6/6/6/6/6")
    ask(visitor, "Another position", Filled="30%")
    expect(visitor.answer).to_contain_text("Here it is.")
    expect(visitor.page.locator(".stones .stone")).to_have_count(11)
    visitor.point(visitor.legal()[0]).click()
    visitor.expect_moves(2)


def test_the_past_of_a_game_can_be_asked_about(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("NoGo", size=5)
    for count, vertex in enumerate(("C3", "B2"), 1):
        visitor.point(vertex).click()
        visitor.expect_moves(count)
    visitor.page.get_by_label("One move back").click()
    ask(visitor, "Who wins at random?")
    expect(visitor.answer).to_contain_text("how often White wins")
    expect(visitor.page.locator(".heat .patch")).to_have_count(24)
