"""The SVG of a View: readable by a strict parser, closed in itself, and with everything where it should be."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tengen as tg
from render.shared import SVG, parsed, places, stone_places, stones, texts_on_board
from render.test_view import views
from tengen.games import NAMES, by_name
from tengen.render import Ghost, Heat, Mark, View
from tengen.render.themes import THEMES
from tengen.render.view import KINDS, ROLES, rows_of

HOSTILE = [
    "</title><script>alert(1)</script>",
    "]]>",
    "&amp; &#0; &bogus;",
    '" onload="x',
    "\x00\x01\x1f\ufffe\ud800",
    "<!--",
    "<![CDATA[",
    "\u202eright to left",
    "a\nb\tc\r",
    "😀" * 20,
    "黑" * 200,
    "W" * 900,
]


@settings(max_examples=150)
@given(views(), st.sampled_from(THEMES))
def test_any_view_is_well_formed_xml_and_closed_in_itself(view: View, theme: str) -> None:
    svg = view.to_svg(theme=theme)
    root = parsed(svg)
    svg.encode("utf-8")
    names = [each.tag.removeprefix(SVG) for each in root.iter()]
    assert set(names) <= {
        "svg",
        "title",
        "desc",
        "defs",
        "radialGradient",
        "linearGradient",
        "stop",
        "g",
        "rect",
        "path",
        "circle",
        "use",
        "text",
    }
    known = {each.get("id") for each in root.iter()} - {None}
    for each in root.iter():
        for name, value in each.attrib.items():
            assert not name.startswith("on")
            if name == "href":
                assert value.removeprefix("#") in known
            for reference in re.findall(r"url\(([^)]*)\)", value):
                assert reference.removeprefix("#") in known
    assert view.to_svg(theme=theme) == svg


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_stay_words(text: str) -> None:
    view = View(
        ("X.", ".."),
        title=text,
        caption=text,
        marks=(Mark(1, "label", "bad", text[:5]),),
        heat=(Heat(2, 0.5, text[:5]),),
        ghosts=(Ghost(3, "O", text[:5]),),
    )
    root = parsed(view.to_svg())
    assert not list(root.iter(f"{SVG}script"))
    clean = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\ud800]", "\ufffd", text)
    title = root.findtext(f"{SVG}title") or ""
    assert title.split() == clean.split()
    assert max(len(each.attrib) for each in root.iter()) < 12  # nothing broke out into attributes


def test_a_screen_reader_is_told() -> None:
    view = tg.simulate(tg.nogo.start(3), seed=1).view(3)
    root = parsed(view.changed(marks=(Mark(0, "cross", "bad"),), heat=(Heat(1, 0.25),)).to_svg())
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "NoGo, 3x3"
    words = root[1].text or ""
    assert words.startswith("White to play, after 3 moves. Black: ")
    assert f"Last move: {view.name(view.last or 0)}." in words
    assert "Marked with a cross (bad): A3." in words
    assert "Values: B3 0.25." in words


@pytest.mark.parametrize("name", NAMES)
def test_a_turned_position_is_a_turned_picture(name: str, chance: random.Random) -> None:
    game = by_name(name)
    height, width = chance.choice([(6, 6), (8, 8), (6, 8), (4, 7)])
    start = game.start(height, width)
    record = tg.simulate(start, seed=chance.randrange(2**32), most_plies=chance.randrange(12, 20))
    drawn = centred(record.end.view())
    for symmetry, turned in enumerate(record.end.symmetries):
        expected = {}
        for (x, y), glyph in drawn.items():
            if symmetry & 4:
                x, y = y, x
            expected[-x if symmetry & 2 else x, -y if symmetry & 1 else y] = glyph
        assert centred(turned.view()) == expected


def centred(view: View) -> dict[tuple[float, float], str]:
    """Where stones are drawn, from the middle of the board."""
    root = parsed(view.to_svg())
    columns, rows = places(root, view)
    middle = (min(columns) + max(columns)) / 2, (min(rows) + max(rows)) / 2
    return {(x - middle[0], y - middle[1]): glyph for (x, y), glyph in stone_places(root).items()}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theme", THEMES)
def test_every_stone_is_where_it_stands(name: str, theme: str, chance: random.Random) -> None:
    record = tg.simulate(by_name(name).start(8, 8), seed=chance.randrange(2**32), most_plies=25)
    view = record.view()
    found = stones(view.to_svg(theme=theme), view)
    assert found == {point: glyph for point, glyph in enumerate(view.cells) if glyph in "XO"}
    assert texts_on_board(view.to_svg(theme=theme), view) == {point: str(number) for point, number in view.numbers}


def test_colours_are_told_apart_by_their_definitions() -> None:
    for theme in THEMES:
        root = parsed(View(("XO",)).to_svg(theme=theme))
        fills = {}
        for gradient in root.iter(f"{SVG}radialGradient"):
            stop = gradient.findall(f"{SVG}stop")[1].get("stop-color", "")
            fills[gradient.get("id", "")[-6]] = sum(int(stop[k : k + 2], 16) for k in (1, 3, 5))
        assert fills["X"] < 150
        assert fills["O"] > 600


@pytest.mark.parametrize(
    ("size", "dots"),
    [
        (9, "C3 C7 E5 G3 G7"),
        (11, "C3 C9 F6 J3 J9"),
        (13, "D4 D10 G7 K4 K10"),
        (15, "D4 D12 H8 M4 M12"),
        (17, "D4 D14 J9 O4 O14"),
        (19, "D4 D10 D16 K4 K10 K16 Q4 Q10 Q16"),
        (8, ""),
        (5, ""),
        ((9, 13), ""),
    ],
)
def test_star_points(size: int | tuple[int, int], dots: str) -> None:
    view = tg.go.start(size).view()
    root = parsed(view.to_svg())
    columns, rows = places(root, view)
    found = [
        view.name(rows[float(each.get("cy", ""))] * view.width + columns[float(each.get("cx", ""))])
        for each in root.findall(f"{SVG}circle")
    ]
    assert sorted(found) == sorted(dots.split())


def test_holes_are_missing_points() -> None:
    view = View(rows_of(tg.nogo.parse("X.#\n.#.\n#..").board))
    root = parsed(view.to_svg())
    columns, rows = places(root, view)
    lines = set()
    for match in re.finditer(r"M(\d+) (\d+)([hv])(\d+)", root.find(f"{SVG}path").get("d", "")):  # type: ignore[union-attr]
        x, y, length = float(match[1]), float(match[2]), int(match[4])
        lines.add((rows[y] * 3 + columns[x], match[3], length))
    assert lines == {(0, "h", 40), (7, "h", 40), (0, "v", 40), (5, "v", 40)}
    lonely = parsed(View((".#.", "#X#")).to_svg()).findall(f"{SVG}circle")
    assert len(lonely) == 3  # points that no line leads to are dots


def test_coordinates_are_the_games_own() -> None:
    for name, corners in (("nogo", ["A", "9", "J", "1"]), ("othello", ["a", "1", "h", "8"])):
        view = by_name(name).start(9 if name == "nogo" else 8, 9 if name == "nogo" else 8).view()
        columns, _ = places(parsed(view.to_svg()), view)
        assert sorted(columns.values()) == list(range(view.width))
        texts = [each.text for each in parsed(view.to_svg()).iter(f"{SVG}text")]
        assert set(corners) <= set(texts)
    bare = tg.go.start(5).view().changed(coordinates="none", caption="")
    assert not list(parsed(bare.to_svg()).iter(f"{SVG}text"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("role", ROLES)
def test_a_mark_is_drawn_at_its_point_in_a_colour_that_shows(kind: str, role: str) -> None:
    text = "A" if kind == "label" else ""
    for theme in THEMES:
        pictures = [View(("X.O",), marks=(Mark(point, kind, role, text),)).to_svg(theme=theme) for point in range(3)]
        plain = View(("X.O",)).to_svg(theme=theme)
        colors = []
        for point, picture in enumerate(pictures):
            added = [
                each
                for each in parsed(picture)
                if ElementTree.tostring(each) not in [ElementTree.tostring(other) for other in parsed(plain)]
            ]
            mark = added[-1]
            x = float(re.findall(r"[\d.]+", mark.get("cx") or mark.get("x") or mark.get("d") or "")[0])
            assert abs(x - (26 + 20 + 40 * point)) <= 14
            colors.append(mark.get("stroke") or mark.get("fill") or "")
        # on black and on white the same role has different colours, each far from its stone's
        assert brightness(colors[0]) > 120
        assert brightness(colors[2]) < 120


def brightness(color: str) -> float:
    red, green, blue = (int(color[k : k + 2], 16) for k in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_heat_goes_one_way_from_light_to_dark_or_back() -> None:
    for theme in THEMES:
        for style in ("intersections", "squares"):
            view = View(("." * 11,), style=style, heat=tuple(Heat(k, k / 10, str(k)) for k in range(11)))
            root = parsed(view.to_svg(theme=theme))
            cells = [each for each in root.findall(f"{SVG}rect") if each.get("width") == "38"]
            levels = [brightness(each.get("fill", "")) for each in cells]
            assert len(levels) == 11
            assert levels == sorted(levels) or levels == sorted(levels, reverse=True)
            labels = [each.get("fill", "") for each in root.findall(f"{SVG}text")]
            for level, label in zip(levels, labels, strict=True):
                assert abs(level - brightness(label)) > 90  # and its label can be read on it


def test_ghosts_and_the_last_move() -> None:
    view = View(("X.O",), last=2, ghosts=(Ghost(1, "X", "2"),))
    root = parsed(view.to_svg())
    assert len(stone_places(root)) == 2  # a ghost is no stone
    (ring,) = (each for each in root.findall(f"{SVG}circle") if each.get("fill") == "none")
    (ghost,) = (each for each in root.findall(f"{SVG}circle") if each.get("fill-opacity"))
    columns, _ = places(root, view)
    assert columns[float(ring.get("cx", ""))] == 2
    assert columns[float(ghost.get("cx", ""))] == 1
    assert texts_on_board(view.to_svg(), view) == {1: "2"}


@pytest.mark.parametrize("caption", ["", "Black to play", "a long story " * 20, "黑方胜" * 40, "W" * 200])
def test_captions_fit_below_the_board(caption: str) -> None:
    root = parsed(tg.nogo.start(3).view().changed(caption=caption).to_svg())
    _, _, wide, high = map(float, root.get("viewBox", "").split())
    lines = [each for group in root.findall(f"{SVG}g") if group.get("font-size") == "15" for each in group]
    assert len(lines) <= 4
    assert bool(lines) == bool(caption)
    assert all(float(line.get("y", "")) < high - 5 for line in lines)
    assert all(sum(15 if ord(letter) > 0x2E80 else 7.5 for letter in line.text or "") < wide for line in lines)
    words = "".join(line.text or "" for line in lines)
    assert words.rstrip("…").replace(" ", "") == caption.replace(" ", "")[: len(words.rstrip("…").replace(" ", ""))]


def test_the_size_is_what_was_asked_for() -> None:
    view = tg.go.start(19).view()
    for pixels in (32, 333, 4096):
        root = parsed(view.changed(caption="").to_svg(pixels=pixels))
        assert (root.get("width"), root.get("height")) == (str(pixels), str(pixels))
    usual = parsed(view.to_svg())
    assert usual.get("width") == "600"


@pytest.mark.parametrize("pixels", [0, 31, 4097, -5, True, 100.5])
def test_sizes_that_make_no_sense(pixels: int) -> None:
    with pytest.raises(tg.UsageError, match="pixels wide; expected 32 to 4096"):
        tg.go.start(9).view().to_svg(pixels=pixels)
    tall = View(("...",) * 100)
    with pytest.raises(tg.UsageError, match=r"a picture 4096 pixels wide would be .* high; at most 4096 are allowed"):
        tall.to_svg(pixels=4096)


def test_unknown_themes() -> None:
    with pytest.raises(tg.UsageError, match="there is no theme 'pink'; expected light, dark or paper"):
        tg.go.start(9).view().to_svg(theme="pink")


def test_the_largest_board_is_drawn_and_a_larger_one_is_not() -> None:
    board = tg.generate(tg.nogo.start(100), fill=0.5, seed=1)
    svg = board.view().to_svg()
    parsed(svg)
    assert len(svg) < 2_000_000
    large = tg.nogo.start(101)
    with pytest.raises(tg.UsageError) as refused:
        large.view()
    assert str(refused.value) == "a 101x101 board cannot be drawn; pictures have 1 to 100 rows and columns"
    assert large._repr_svg_() is None
    assert tg.nogo.start(9000)._repr_svg_() is None  # at once
