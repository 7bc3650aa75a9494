"""How a board looks on this terminal: its characters and its colours."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

# Styles by what they are for. With colours, the board has the colour of wood.
_PLAIN = {
    "point": "",
    "black": "1",
    "white": "1",
    "cursor": "1",
    "last": "1",
    "chain": "1;4",
    "mark": "",
    "hint": "1",
    "title": "1",
    "turn": "1",
    "said": "",
}
_EIGHT = {
    "point": "43;30",
    "black": "43;30;1",
    "white": "43;37;1",
    "cursor": "43;31;1",
    "last": "43;30",
    "chain": "41",
    "mark": "43;30",
    "hint": "43;34;1",
    "title": "1",
    "turn": "1",
    "said": "",
}
_MANY = {
    "point": "48;5;179;38;5;94",
    "black": "48;5;179;38;5;16",
    "white": "48;5;179;38;5;231",
    "cursor": "48;5;179;38;5;124;1",
    "last": "48;5;179;38;5;16",
    "chain": "48;5;160",
    "mark": "48;5;179;38;5;58",
    "hint": "48;5;179;38;5;21;1",
    "title": "1",
    "turn": "1",
    "said": "",
}

_COERCED = ("C.UTF-8", "C.utf8", "UTF-8")  # what Python makes of a locale that is C, or not there (PEP 538)


class Look(NamedTuple):
    """Characters and styles."""

    black: str
    white: str
    point: str
    styles: Mapping[str, str]

    @property
    def encoding(self) -> str:
        return "ascii" if self.point == "." else "utf-8"

    def in_chain(self, style: str) -> str:
        """The style of a stone in the chain that a refused move would leave without a liberty."""
        ink = self.styles[style].partition("48;5;179;")[2] or self.styles[style].partition("43;")[2]
        return ";".join(part for part in (self.styles["chain"], ink) if part)


def look(environment: Mapping[str, str] = os.environ) -> Look:
    """What this environment allows: colours unless NO_COLOR is there, and Unicode where the locale has UTF-8."""
    names = ["LC_ALL", "LC_CTYPE", "LANG"]
    if environment.get("LC_CTYPE") in _COERCED and environment.get("LANG"):
        names.remove("LC_CTYPE")  # Python has set it itself
    locale = next((value for name in names if (value := environment.get(name))), "")
    has_unicode = locale.lower().replace("-", "").endswith("utf8")
    if environment.get("NO_COLOR"):
        styles = _PLAIN
    elif "256" in environment.get("TERM", "") or environment.get("COLORTERM"):
        styles = _MANY
    else:
        styles = _EIGHT
    if not has_unicode:
        return Look("X", "O", ".", styles)
    # Drawn in black and white both stones are full; where there are no colours, Black is the full one, as in print.
    return Look("●", "○" if styles is _PLAIN else "●", "·", styles)
