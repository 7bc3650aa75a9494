"""Somebody at the page, who goes by what is written there: labels, buttons, words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page
    from playwright.sync_api import expect as expect
else:
    try:
        from playwright.sync_api import expect
    except ImportError:
        expect = None  # the `browser` that every test wants says what is missing

COLORS = {"X": "black stone", "O": "white stone", ".": "empty", "#": "no point"}
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class Visitor:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.status = page.locator("#status")
        self.why = page.locator("#how")  # it ended so; before a game, how it is played
        self.detail = page.locator("#detail")
        self.said = page.locator("#said")  # the live region
        self.ply = page.locator("#ply")
        self.bar = page.locator("#line")  # shown while the line is cut
        self.answer = page.locator("#answer")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name, exact=True).click()

    def point(self, vertex: str) -> Locator:
        """The point that a screen reader calls by this name."""
        return self.page.get_by_role("gridcell", name=re.compile(rf"^{vertex}[,，]"))

    def label(self, vertex: str) -> str:
        return self.point(vertex).get_attribute("aria-label") or ""

    def labels(self) -> list[str]:
        """What a screen reader says of every point, row by row."""
        cells = self.page.get_by_role("gridcell")
        labels: list[str] = cells.evaluate_all("cells => cells.map((cell) => cell.ariaLabel)")
        return labels

    def diagram(self) -> str:
        """The stones, in the letters of a diagram, as the labels have them."""
        glyphs = {words: glyph for glyph, words in COLORS.items()}
        rows: dict[str, str] = {}
        for label in self.labels():
            name, words = label.split(", ")[:2]
            rows[name.lstrip(LETTERS)] = rows.get(name.lstrip(LETTERS), "") + glyphs[words]
        return "\n".join(rows.values())

    def invitation(self) -> str:
        """The link for a friend, once it is there."""
        field = self.page.get_by_label("Invitation for your friend")
        expect(field).not_to_have_value("")
        return field.input_value()

    def expect_moves(self, count: int) -> None:
        """So many moves have been made, and the last one is shown."""
        expect(self.ply).to_have_text(f"{count} / {count}")

    def new_game(
        self,
        game: str,
        *,
        black: str = "me",
        white: str = "me",
        size: int | None = None,
        clock: str | None = None,
    ) -> None:
        self.button("New game").click()
        dialog = self.page.get_by_role("dialog")
        dialog.locator("label", has_text=re.compile(f"^{game}$")).click()
        if size is not None:
            dialog.get_by_label("Rows", exact=True).fill(str(size))
        dialog.get_by_label("Black", exact=True).select_option(black)
        dialog.get_by_label("White", exact=True).select_option(white)
        if clock is not None:
            dialog.get_by_label("Clock", exact=True).select_option(label=clock)
        dialog.get_by_role("button", name="Start").click()
        expect(dialog).to_be_hidden()
        if size is not None:
            expect(self.page.get_by_role("gridcell")).to_have_count(size * size)  # not the board of before

    def legal(self) -> list[str]:
        """The points that are called legal."""
        return [re.split("[,，]", label)[0] for label in self.labels() if re.search("[,，] ?(legal|可下)", label)]
