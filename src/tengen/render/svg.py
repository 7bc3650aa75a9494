"""A View as SVG text: no script, nothing from elsewhere, the same text every time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tengen.errors import UsageError
from tengen.render.themes import Theme, mixed, theme_of
from tengen.render.view import COORDINATES, Ghost, Heat, Mark, View
from tengen.render.words import described, wrapped

CELL = 40  # from point to point; pictures are scaled as a whole
MOST_PIXELS = 4096
LEAST_PIXELS = 32
_USUAL_PIXELS = 600  # wider pictures are made this wide, unless told otherwise
_BAND = 26  # for coordinates
_MARGIN = 8  # without
_CARD_WIDTH = 300  # at least, if there is a caption
_CAPTION = 15  # the size of its letters
_VALUE = 17.5  # of letters on heat, at most
_LINE = 21  # from one of its lines to the next
_RADIUS = {"intersections": 18.8, "squares": 16.6}  # of stones
_FONT = "Helvetica Neue,Helvetica,Arial,sans-serif"
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# What is drawn over what.
HEAT, GHOST, STONE, MARK, CAPTION = range(5)


class Layout:
    """Where things are: in units, of which there are CELL from one point to the next."""

    def __init__(self, view: View, captions: tuple[str, ...]) -> None:
        """`captions`: all that will stand below this board, one at a time."""
        self.rows, self.columns = view.height, view.width
        self.band = _BAND if COORDINATES[view.coordinates] else _MARGIN
        natural = 2 * self.band + CELL * view.width
        self.width = max(natural, _CARD_WIDTH) if any(captions) else natural
        self.left = (self.width - CELL * view.width) // 2
        self.board_height = 2 * self.band + CELL * view.height
        room = (self.width - 24) / _CAPTION
        self.captions = {caption: wrapped(caption, room) for caption in captions if caption}
        lines = max(map(len, self.captions.values()), default=0)
        self.height = self.board_height + (lines * _LINE + 16 if lines else 0)

    def center(self, point: int) -> tuple[int, int]:
        row, col = divmod(point, self.columns)
        return self.left + CELL * col + CELL // 2, self.band + CELL * row + CELL // 2

    def pixels(self, asked: int | None) -> tuple[int, int]:
        """Width and height of the picture."""
        if asked is None:
            asked = min(self.width, _USUAL_PIXELS)
        if type(asked) is not int or not LEAST_PIXELS <= asked <= MOST_PIXELS:
            raise UsageError(f"a picture {asked} pixels wide; expected {LEAST_PIXELS} to {MOST_PIXELS}")
        height = round(asked * self.height / self.width)
        if height > MOST_PIXELS:
            raise UsageError(f"a picture {asked} pixels wide would be {height} high; at most {MOST_PIXELS} are allowed")
        return asked, max(height, 1)


def draw(view: View, theme: str = "light", pixels: int | None = None, captions: tuple[str, ...] = ()) -> str:
    """The picture of one view; with `captions`, as large as if each of these stood below it."""
    layout = Layout(view, (view.caption, *captions))
    body = "".join(piece for _, piece in sorted(pieces(view, layout, theme), key=lambda each: each[0]))
    return document(view, layout, theme, pixels, body)


def document(view: View, layout: Layout, theme: str, pixels: int | None, body: str) -> str:
    """The whole text, around what stands on the board."""
    width, height = layout.pixels(pixels)
    title, description = described(view)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {layout.width} {layout.height}" role="img" font-family="{_FONT}" text-anchor="middle">'
        f"<title>{escaped(title)}</title><desc>{escaped(description)}</desc>"
        f"{_definitions(view, theme)}{_board(view, layout, theme)}{body}</svg>\n"
    )


def escaped(text: str) -> str:
    """Text as XML has it; what XML has no way to write becomes a replacement character."""
    text = _NOT_XML.sub("\ufffd", text)
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(character, entity)
    return text


def pieces(view: View, layout: Layout, theme_name: str) -> Iterator[tuple[int, str]]:
    """Everything on the board, a layer and a piece of SVG each. Alike in two views if it looks alike in both."""
    theme = theme_of(theme_name, view.style)
    cells = view.cells
    numbered = dict(view.numbers)
    heat = {each.point: each for each in view.heat}
    for each in view.heat:
        yield HEAT, _heat(each, layout, theme, cells[each.point])
    for ghost in view.ghosts:
        yield GHOST, _ghost(ghost, view, layout, theme)
    for point, glyph in enumerate(cells):
        x, y = layout.center(point)
        if glyph in "XO":
            place = f'x="{x}" y="{y}"' if point not in heat else f'transform="translate({x} {y}) scale(.78)"'
            yield STONE, f'<use href="#{_name(view, theme_name, glyph)}" {place}/>'
        if point in heat and heat[point].label and glyph in "XO":
            yield MARK, _text(heat[point].label, x, y, theme.on(glyph)["plain"], _VALUE)
        if point in numbered:
            role = "bad" if point == view.last else "plain"
            yield MARK, _text(str(numbered[point]), x, y, theme.on(glyph)[role])
    marked = {mark.point for mark in view.marks if mark.kind != "circle"}
    if view.last is not None and view.last not in numbered and view.last not in heat and view.last not in marked:
        x, y = layout.center(view.last)
        color = theme.on(cells[view.last])["plain"]
        yield MARK, f'<circle cx="{x}" cy="{y}" r="7.5" fill="none" stroke="{color}" stroke-width="2.2"/>'
    for mark in view.marks:
        yield MARK, _mark(mark, layout, theme, cells[mark.point])
    if view.caption:
        yield CAPTION, _caption(view.caption, layout, theme)


def _name(view: View, theme: str, what: str) -> str:
    """The id of a definition. The same in every picture where it stands for the same, as pages may hold many."""
    return f"tengen-{theme}-{view.style}-{what}"


def _definitions(view: View, theme_name: str) -> str:
    theme = theme_of(theme_name, view.style)
    parts = []
    radius = _RADIUS[view.style]
    for glyph, colors, edge in (("X", theme.black, theme.black_edge), ("O", theme.white, theme.white_edge)):
        name = _name(view, theme_name, glyph)
        stops = "".join(
            f'<stop offset="{offset}" stop-color="{color}"/>'
            for offset, color in zip((0, 0.55, 1), colors, strict=True)
        )
        shadow = (
            f'<circle cx=".8" cy="1.6" r="{radius}" fill="#000000" fill-opacity="{theme.shadow}"/>'
            if theme.shadow
            else ""
        )
        parts.append(
            f'<radialGradient id="{name}-fill" cx=".36" cy=".3" r=".75">{stops}</radialGradient>'
            f'<g id="{name}">{shadow}<circle r="{radius}" fill="url(#{name}-fill)" stroke="{edge}" '
            f'stroke-width=".9"/></g>'
        )
    first, last = theme.board
    parts.append(
        f'<linearGradient id="{_name(view, theme_name, "board")}" x1="0" y1="0" x2="1" y2="1">'
        f'<stop offset="0" stop-color="{first}"/><stop offset="1" stop-color="{last}"/></linearGradient>'
    )
    return f"<defs>{''.join(parts)}</defs>"


def _board(view: View, layout: Layout, theme_name: str) -> str:
    theme = theme_of(theme_name, view.style)
    wide, high = layout.width, layout.height
    surface = f"url(#{_name(view, theme_name, 'board')})"
    outer = f'x=".5" y=".5" width="{wide - 1}" height="{high - 1}" rx="7"'
    parts = [f'<rect {outer} fill="{theme.card}"/>']
    fill = surface if view.style == "intersections" else theme.frame
    if high == layout.board_height:
        parts.append(f'<rect {outer} fill="{fill}"/>')
    else:
        bottom = layout.board_height - 0.5
        parts.append(f'<path d="M.5 {bottom}V7.5a7 7 0 0 1 7-7H{wide - 7.5}a7 7 0 0 1 7 7V{bottom}z" fill="{fill}"/>')
    if view.style == "squares":
        parts.append(_squares(view, layout, theme, surface))
    else:
        parts.append(_intersections(view, layout, theme))
    parts.append(f'<rect {outer} fill="none" stroke="{theme.edge}"/>')
    return "".join(parts) + _names(view, layout, theme)


def _intersections(view: View, layout: Layout, theme: Theme) -> str:
    lines = []
    columns = ["".join(column) for column in zip(*view.rows, strict=True)]
    for row, glyphs in enumerate(view.rows):
        for start, stop in _runs(glyphs):
            x, y = layout.center(row * view.width + start)
            lines.append(f"M{x} {y}h{CELL * (stop - start - 1)}")
    for col, glyphs in enumerate(columns):
        for start, stop in _runs(glyphs):
            x, y = layout.center(start * view.width + col)
            lines.append(f"M{x} {y}v{CELL * (stop - start - 1)}")
    parts = [
        _holes(view, layout, theme, 5),
        f'<path d="{"".join(lines)}" stroke="{theme.line}" stroke-width="1.2" stroke-linecap="square" fill="none"/>',
    ]
    if "#" not in view.cells and view.height > 1 and view.width > 1:
        x, y = layout.center(0)
        parts.append(
            f'<rect x="{x}" y="{y}" width="{CELL * (view.width - 1)}" height="{CELL * (view.height - 1)}" '
            f'fill="none" stroke="{theme.line}" stroke-width="2"/>'
        )
    dots = [layout.center(point) for point in (*_stars(view), *_lonely(view))]
    parts += [f'<circle cx="{x}" cy="{y}" r="4" fill="{theme.line}"/>' for x, y in dots]
    return "".join(parts)


def _squares(view: View, layout: Layout, theme: Theme, surface: str) -> str:
    left, top = layout.left, layout.band
    wide, high = CELL * view.width, CELL * view.height
    lines = "".join(
        [
            *(f"M{left} {top + CELL * row}h{wide}" for row in range(view.height + 1)),
            *(f"M{left + CELL * col} {top}v{high}" for col in range(view.width + 1)),
        ]
    )
    parts = [
        f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="{surface}"/>',
        _holes(view, layout, theme, 0),
        f'<path d="{lines}" stroke="{theme.line}" stroke-width="1.4" stroke-linecap="square" fill="none"/>',
    ]
    if min(view.height, view.width) >= 8 and "#" not in view.cells:
        parts += [
            f'<circle cx="{left + CELL * col}" cy="{top + CELL * row}" r="3.6" fill="{theme.line}"/>'
            for row in (2, view.height - 2)
            for col in (2, view.width - 2)
        ]
    return "".join(parts)


def _runs(glyphs: str) -> Iterator[tuple[int, int]]:
    """Where two or more points stand side by side."""
    for match in re.finditer("[^#]{2,}", glyphs):
        yield match.span()


def _lonely(view: View) -> Iterator[int]:
    """Points without a neighbour, that no line leads to."""
    cells, width = view.cells, view.width
    for point, glyph in enumerate(cells):
        row, col = divmod(point, width)
        around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        if glyph != "#" and not any(
            0 <= r < view.height and 0 <= c < width and cells[r * width + c] != "#" for r, c in around
        ):
            yield point


def _stars(view: View) -> list[int]:
    """The points that boards of the usual sizes have dots on."""
    side = view.width
    if side != view.height or side not in (9, 11, 13, 15, 17, 19) or "#" in view.cells:
        return []
    near, middle = (3 if side > 11 else 2), side // 2
    lines = (near, middle, side - 1 - near)
    return [row * side + col for row in lines for col in lines if side == 19 or (row == middle) == (col == middle)]


def _holes(view: View, layout: Layout, theme: Theme, radius: int) -> str:
    parts = []
    for point, glyph in enumerate(view.cells):
        if glyph == "#":
            x, y = layout.center(point)
            parts.append(
                f'<rect x="{x - 20}" y="{y - 20}" width="{CELL}" height="{CELL}" rx="{radius}" fill="{theme.hole}"/>'
            )
    return "".join(parts)


def _names(view: View, layout: Layout, theme: Theme) -> str:
    """The coordinates, on all four sides."""
    names = COORDINATES[view.coordinates]
    if names is None:
        return ""
    parts = []
    right = layout.left + CELL * view.width
    for col in range(view.width):
        x, _ = layout.center(col)
        name = names.column_name(col)
        parts += [f'<text x="{x}" y="{y}">{name}</text>' for y in (18, layout.board_height - 9)]
    for row in range(view.height):
        _, y = layout.center(row * view.width)
        name = names.row_name(row, view.height)
        parts += [f'<text x="{x}" y="{y + 4.5:g}">{name}</text>' for x in (layout.left - 13, right + 13)]
    return f'<g font-size="13" fill="{theme.names}">{"".join(parts)}</g>'


def _heat(heat: Heat, layout: Layout, theme: Theme, glyph: str) -> str:
    x, y = layout.center(heat.point)
    color, ink = theme.heat_color(heat.value)
    cell = f'<rect x="{x - 19}" y="{y - 19}" width="38" height="38" rx="4" fill="{color}"/>'
    return cell + (_text(heat.label, x, y, ink, _VALUE) if heat.label and glyph not in "XO" else "")


def _ghost(ghost: Ghost, view: View, layout: Layout, theme: Theme) -> str:
    x, y = layout.center(ghost.point)
    color, edge = (theme.black[1], theme.black_edge) if ghost.stone == "X" else (theme.white[1], theme.white_edge)
    stone = (
        f'<circle cx="{x}" cy="{y}" r="{_RADIUS[view.style]}" fill="{color}" fill-opacity=".62" stroke="{edge}" '
        f'stroke-opacity=".5"/>'
    )
    return stone + (_text(ghost.label, x, y, theme.on(ghost.stone)["plain"]) if ghost.label else "")


def _text(text: str, x: int, y: int, color: str, most: float = 20) -> str:
    size = min(most, {1: 20, 2: 17.5, 3: 14.5}.get(len(text), 46 // len(text)))
    return f'<text x="{x}" y="{y + 0.355 * size:g}" font-size="{size:g}" fill="{color}">{escaped(text)}</text>'


def _mark(mark: Mark, layout: Layout, theme: Theme, glyph: str) -> str:
    x, y = layout.center(mark.point)
    color = theme.on(glyph)[mark.role]
    if mark.kind == "label":
        ground = mixed(*theme.board, (x / layout.width + y / layout.board_height) / 2)
        under = "" if glyph in "XO" else f'<circle cx="{x}" cy="{y}" r="13" fill="{ground}"/>'
        return under + _text(mark.text, x, y, color)
    if mark.kind == "dot":
        return f'<circle cx="{x}" cy="{y}" r="5.5" fill="{color}"/>'
    shape = {
        "cross": f'<path d="M{x - 7} {y - 7}l14 14m0-14l-14 14"',
        "circle": f'<circle cx="{x}" cy="{y}" r="{14 if glyph in "XO" else 9.5}"',  # around a number, if there is one
        "square": f'<path d="M{x - 8} {y - 8}h16v16h-16z"',
        "triangle": f'<path d="M{x} {y - 11}l9.5 16.5h-19z"',
    }[mark.kind]
    return shape + f' fill="none" stroke="{color}" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/>'


def _caption(caption: str, layout: Layout, theme: Theme) -> str:
    x = f"{layout.width / 2:g}"
    lines = [
        f'<text x="{x}" y="{layout.board_height + 22 + _LINE * k}">{escaped(line)}</text>'
        for k, line in enumerate(layout.captions[caption])
    ]
    return f'<g font-size="{_CAPTION}" fill="{theme.ink}">{"".join(lines)}</g>'
