"""Colours. Those of a role are chosen for each surface: the board, a black stone, a white one."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tengen.errors import UsageError, listed

Palette = MappingProxyType[str, str]


def _palette(plain: str, good: str, bad: str, note: str) -> Palette:
    return MappingProxyType({"plain": plain, "good": good, "bad": bad, "note": note})


_ON_BLACK = _palette("#ffffff", "#5fdca8", "#ff8f7d", "#8fc6ff")
_ON_WHITE = _palette("#1c1a17", "#0a7a4a", "#c3271b", "#1d5cab")


@dataclass(frozen=True)
class Theme:
    """The colours of one style of board in one theme."""

    board: tuple[str, str]  # from the top-left to the bottom-right
    frame: str  # around squares; between intersections and the edge there is only board
    line: str
    hole: str
    names: str  # the coordinates
    card: str  # behind the caption
    ink: str  # the caption
    edge: str  # around the picture
    roles: Palette  # of marks on the board
    black: tuple[str, str, str] = ("#66666c", "#242427", "#0c0c0d")  # from the light to the shade
    black_edge: str = "#000000"
    white: tuple[str, str, str] = ("#ffffff", "#f6f4ef", "#d3cec4")
    white_edge: str = "#6f695e"
    shadow: float = 0.22  # its opacity
    heat: tuple[str, str, str] = ("#f4ecd9", "#5088a7", "#0d4a7d")  # one hue, so that every eye can tell them apart

    def on(self, glyph: str) -> Palette:
        """The colours of marks on this stone, or on the board."""
        return _ON_BLACK if glyph == "X" else _ON_WHITE if glyph == "O" else self.roles

    def heat_color(self, value: float) -> tuple[str, str]:
        """The colour for a value from 0 to 1, and that of text on it."""
        low, middle, high = self.heat
        color = mixed(low, middle, 2 * value) if value < 0.5 else mixed(middle, high, 2 * value - 1)
        red, green, blue = _channels(color)
        return color, "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < 110 else "#000000"


def mixed(first: str, last: str, share: float) -> str:
    """The colour that is this share of the way from the first to the last."""
    channels = zip(_channels(first), _channels(last), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in channels)


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


_PLAIN_STONES: dict[str, Any] = {
    "black": ("#3a3a3d", "#1b1b1d", "#0c0c0d"),
    "white": ("#ffffff", "#ffffff", "#f1f1f1"),
    "white_edge": "#1a1a1a",
    "shadow": 0.0,
}

# By theme and style.
_THEMES = {
    ("light", "intersections"): Theme(
        ("#efcf95", "#e4bb76"),
        "",
        "#7a5a2c",
        "#cfa661",
        "#74552a",
        "#fdf9f1",
        "#3a3026",
        "#d9b677",
        _palette("#3b2a12", "#0a6b42", "#b3200f", "#174f9a"),
    ),
    ("light", "squares"): Theme(
        ("#4a9a6c", "#3b8659"),
        "#26382f",
        "#245d40",
        "#26382f",
        "#cfe0d5",
        "#f7faf7",
        "#2a332d",
        "#26382f",
        _palette("#0f2d1d", "#d6ffe6", "#ffd2c6", "#dcebff"),
    ),
    ("dark", "intersections"): Theme(
        ("#8c6b43", "#7b5c38"),
        "",
        "#352614",
        "#644a2c",
        "#efdcbd",
        "#211c17",
        "#eadfce",
        "#5d4429",
        _palette("#f6e7cd", "#8ff0c0", "#ffb4a3", "#bcdcff"),
        shadow=0.35,
        heat=("#3b3a38", "#27627e", "#a5e3ff"),
    ),
    ("dark", "squares"): Theme(
        ("#2b6a48", "#235a3c"),
        "#121a16",
        "#133a26",
        "#121a16",
        "#a9bfb1",
        "#171d1a",
        "#dde7e0",
        "#0b100d",
        _palette("#e5f3ea", "#9df5c5", "#ffc0b1", "#c6e0ff"),
        shadow=0.35,
        heat=("#3b3a38", "#27627e", "#a5e3ff"),
    ),
    ("paper", "intersections"): Theme(
        ("#ffffff", "#ffffff"),
        "",
        "#3f3f3f",
        "#ececec",
        "#333333",
        "#ffffff",
        "#111111",
        "#bbbbbb",
        _palette("#111111", "#0a6b42", "#b3200f", "#174f9a"),
        **_PLAIN_STONES,
    ),
    ("paper", "squares"): Theme(
        ("#ffffff", "#ffffff"),
        "#ffffff",
        "#3f3f3f",
        "#d9d9d9",
        "#333333",
        "#ffffff",
        "#111111",
        "#bbbbbb",
        _palette("#111111", "#0a6b42", "#b3200f", "#174f9a"),
        **_PLAIN_STONES,
    ),
}

THEMES = ("light", "dark", "paper")


def theme_of(name: str, style: str) -> Theme:
    if name not in THEMES:
        raise UsageError(f"there is no theme {name!r}; expected {listed(THEMES)}")
    return _THEMES[name, style]
