"""Boards in the documentation that can be played on: a link below each to the board page, with its position.

`make site` has the board page beside the documentation; `make docs` alone does not, and then there are no links.
"""

from __future__ import annotations

import os
import posixpath
import re
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

BOARD = "TENGEN_BOARD"  # in the environment: where the board page is, seen from the root of the documentation
NAMES = ("nogo", "go", "gomoku", "othello")
MOST = 25  # rows or columns, as the page has them
FENCE = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
BORDER = r"[ \t]+(?:A B|a b)(?: [A-Za-z])*\n"
DIAGRAM = re.compile(rf"^{BORDER}((?: *\d+(?: +[XO.#])+ +\d+\n)+){BORDER}[ \t]*(Black|White) to play$", re.MULTILINE)
GAME = re.compile(r"\btg\.(nogo|gomoku|go|othello)\b|\btengen \w+ (nogo|gomoku|go|othello)\b")
PICTURE = re.compile(r'<img\b[^>]*?src="([^"]+\.svg)"[^>]*>')
TITLE = re.compile(r"<title>(\w+), (\d+)x(\d+)</title>\s*<desc>(.*?)</desc>", re.DOTALL)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    if BOARD in os.environ:
        config.extra["homepage"] = os.environ[BOARD]  # where the logo leads
    return config


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    if BOARD not in os.environ:
        return markdown
    here = posixpath.splitext(posixpath.basename(page.file.src_uri))[0]

    def with_links(block: re.Match[str]) -> str:
        before = markdown[: block.end()]
        found = [_of_diagram(each, _game(each, before[: block.start() + each.start()], here)) for each in boards(block)]
        return block[0] if not found else f"{block[0]}\n\n{_links(found, page)}\n"

    def boards(block: re.Match[str]) -> list[re.Match[str]]:
        return list(DIAGRAM.finditer(block[0]))

    return FENCE.sub(with_links, markdown)


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    if BOARD not in os.environ:
        return html

    def with_link(picture: re.Match[str]) -> str:
        place = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.dest_uri), picture[1]))
        file = files.src_uris.get(place)
        found = file and _of_picture(file.content_string)
        return f'<span class="playable">{picture[0]}{_link(found, page)}</span>' if found else picture[0]

    return PICTURE.sub(with_link, html)


def _game(diagram: re.Match[str], before: str, here: str) -> str:
    """Which game a diagram is of: Othello has small letters; else what the page last spoke of, or is about."""
    if diagram[0].lstrip().startswith("a"):
        return "othello"
    spoken = [one or other for one, other in GAME.findall(before)]
    return spoken[-1] if spoken else here if here in NAMES else NAMES[0]


def _of_diagram(diagram: re.Match[str], game: str) -> str:
    rows = [re.sub("[^XO.#]", "", line) for line in diagram[1].splitlines()]
    return _fragment(game, diagram[2], rows)


def _of_picture(svg: str) -> str | None:
    """The position in a picture that Tengen drew, as its words have it."""
    found = TITLE.search(svg)
    if found is None or found[1].lower() not in NAMES:
        return None
    game, height, width, words = found[1].lower(), int(found[2]), int(found[3]), found[4]
    side = re.search(r"\b(Black|White) to play", words)
    if side is None or max(height, width) > MOST:
        return None
    rows = [["."] * width for _ in range(height)]
    for name, glyph in (("Black", "X"), ("White", "O"), ("No point at", "#")):
        for vertex in _listed(words, name):
            row, col = _point(game, vertex, height)
            rows[row][col] = glyph
    return _fragment(game, side[1], ["".join(row) for row in rows])


def _listed(words: str, name: str) -> list[str]:
    found = re.search(rf"(?:^|\. ){name}: ([^.]*)", words)
    return found[1].split() if found else []


def _point(game: str, vertex: str, height: int) -> tuple[int, int]:
    letters = "abcdefghijklmnopqrstuvwxyz" if game == "othello" else "ABCDEFGHJKLMNOPQRSTUVWXYZ"
    row = int(vertex[1:])
    return (row - 1 if game == "othello" else height - row), letters.index(vertex[0])


def _fragment(game: str, side: str, rows: list[str]) -> str:
    """As the page has positions in its address."""
    packed = (re.sub(r"\.+", lambda run: str(len(run[0])), row).replace("#", "H") for row in rows)
    return f"#p={game}:{side.lower()}:{'/'.join(packed)}"


def _link(fragment: str, page: Page, number: int | None = None) -> str:
    chinese = page.file.src_uri.startswith("zh")
    words = "接着下" if chinese else "Play on"
    if number is not None:
        words += f"，第 {number} 盘" if chinese else f", board {number}"
    root = posixpath.relpath(".", posixpath.dirname(page.file.dest_uri) or ".")
    address = posixpath.normpath(posixpath.join(root, os.environ[BOARD]))
    return f'<a class="play-on" href="{escape(address)}{escape(fragment)}">{words}</a>'


def _links(fragments: list[str], page: Page) -> str:
    if len(fragments) == 1:
        return f"<p>{_link(fragments[0], page)}</p>"
    return f"<p>{' '.join(_link(each, page, number) for number, each in enumerate(fragments, 1))}</p>"
