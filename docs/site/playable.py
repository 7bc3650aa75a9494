"""Boards in the documentation that can be played on: a link below each to the board page, with its position.

`make site` has the board page beside the documentation; `make docs` alone does not, and then there are no links.
"""

from __future__ import annotations

import os
import posixpath
import re
from html import escape
from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

BOARD = "TENGEN_BOARD"  # in the environment: where the board page is, seen from the root of the documentation
NAMES = ("nogo", "go", "gomoku", "othello")
MOST = 25  # rows or columns, as the page has them
FENCE = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
BORDER = r"[ \t]+(?:A B|a b)(?: [A-Za-z])*\n"
DIAGRAM = re.compile(rf"^{BORDER}((?: *\d+(?: +[XO.#])+ +\d+\n)+){BORDER}[ \t]*(Black|White) to play$", re.MULTILINE)
PARSED = re.compile(r'\btg\.(nogo|gomoku|go|othello)\.parse\("""\n(.*?)"""([^\n]*)', re.DOTALL)
SHOWN = re.compile(r"^\$ (?:cat ([^|>\n]*)|tengen generate (\w+) [^|>\n]*)\n((?:(?!\$ |```).*\n)*)", re.MULTILINE)
CONTEST = {  # what stands for black, white and empty
    "nogo": dict(zip("XO.", "XO.", strict=True)),
    "go": dict(zip("xo.", "XO.", strict=True)),
    "othello": dict(zip(("1", "0", "-1"), "XO.", strict=True)),
}
STATEMENT = re.compile(r"^(?:>>> .*\n(?:\.\.\. .*\n)*|\$ .*\n)", re.MULTILINE)
RULES = {"go": ("komi", "ko", "suicide"), "gomoku": ("in_a_row", "variant")}
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
        found = [each for _, each in sorted(_of_block(block[0], markdown[: block.start()], here), key=itemgetter(0))]
        return block[0] if not found else f"{block[0]}\n\n{_links(found, page)}\n"

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


def _of_block(block: str, before: str, here: str) -> Iterator[tuple[int, str]]:
    """Where there is a board in a block of the page, and the address of its position."""
    for found in DIAGRAM.finditer(block):
        past = before + block[: found.start()]
        game = _game(found, past, here)
        rows = [re.sub("[^XO.#]", "", line) for line in found[1].splitlines()]
        statement = ["", *STATEMENT.findall(past)][-1]
        yield found.start(), _fragment(game, found[2], rows, _rules(game, statement, past))
    for found in PARSED.finditer(block):
        game, text, options = found.groups()
        rows = [re.sub(r"^\.\.\. | ", "", line) for line in text.splitlines()]
        rows = [row for row in rows if row]
        if len({len(row) for row in rows}) == 1 and not re.search("[^XO.#]", "".join(rows)):
            yield found.start(), _fragment(game, _side(game, rows, options), rows, _rules(game, options, ""))
    for found in SHOWN.finditer(block):
        file, made, text = found.groups()
        named = re.search(r"\b(nogo|gomoku|go|othello)-", file or "")
        game = made or (named[1] if named else _game(found, before + block[: found.start()], here))
        side = "White" if game == "othello" and "Black is to play" not in text else "Black"
        for rows in _contest(game, text.splitlines()):
            yield found.start(), _fragment(game, side, rows)


def _side(game: str, rows: list[str], options: str) -> str:
    """Who is to play in a text that does not say it, as formats has it, unless the options do."""
    said = re.search(r"\btg\.(BLACK|WHITE)\b", options)
    if said:
        return said[1].title()
    cells = "".join(rows)
    return "White" if game == "gomoku" and cells.count("X") > cells.count("O") else "Black"


def _contest(game: str, lines: list[str]) -> Iterator[list[str]]:
    """Boards in the text of a contest: the number of rows, and the rows. How many boards there are may come first."""
    cells = CONTEST.get(game, {})
    while lines:
        size, lines = int(lines[0]) if lines[0].isdigit() else 0, lines[1:]
        rows = [[cells.get(each, "") for each in (row.split() if game == "othello" else row)] for row in lines[:size]]
        if 0 < len(rows) == size <= MOST and all(len(row) == size and all(row) for row in rows):
            yield ["".join(row) for row in rows]


def _rules(game: str, statement: str, past: str) -> dict[str, str]:
    """What a statement says of the rules, and before it those that made what it names, earlier on the page."""
    found: dict[str, str] = {}
    for word in dict.fromkeys(re.findall(r"\b[a-z_]\w*\b", statement)):
        for made in [*re.finditer(rf"^>>> {word} = (.*\n(?:\.\.\. .*\n)*)", past, re.MULTILINE)][-1:]:
            found |= _rules(game, made[1], past[: made.start()])
    for name in RULES.get(game, ()):
        option = re.search(rf"\b{name}=(?:\"(\w+)\"|([\d.]+|True\b))|--{name.replace('_', '-')} ([\w.]+)", statement)
        if option:
            found[name] = next(filter(None, option.groups())).lower()
    return found


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


def _fragment(game: str, side: str, rows: list[str], rules: dict[str, str] | None = None) -> str:
    """As the page has positions in its address."""
    packed = (re.sub(r"\.+", lambda run: str(len(run[0])), row).replace("#", "H") for row in rows)
    said = ",".join(f"{name}={value}" for name, value in (rules or {}).items())
    return ":".join(filter(None, [f"#p={game}", side.lower(), "/".join(packed), said]))


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
