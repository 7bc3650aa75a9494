"""A View in words, for those who do not see it; and captions in lines."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import east_asian_width

from tengen.render.view import View

_MOST_NAMES = 80  # in one list of points
_MOST_LINES = 4


def described(view: View) -> tuple[str, str]:
    """Title and description of the picture."""
    title = view.title or f"A board, {view.height}x{view.width}"
    cells = view.cells
    parts = [view.caption]
    for name, glyph in (("Black", "X"), ("White", "O")):
        points = [point for point, each in enumerate(cells) if each == glyph]
        parts.append(f"{name}: {_listed(map(view.name, points), len(points)) or 'no stones'}")
    if view.last is not None:
        parts.append(f"Last move: {view.name(view.last)}")
    for kind in dict.fromkeys((mark.kind, mark.role) for mark in view.marks):
        marked = [mark for mark in view.marks if (mark.kind, mark.role) == kind]
        role = "" if kind[1] == "plain" else f" ({kind[1]})"
        names = (f"{view.name(mark.point)} {mark.text}".strip() for mark in marked)
        parts.append(f"Marked with a {kind[0]}{role}: {_listed(names, len(marked))}")
    if view.heat:
        names = (f"{view.name(each.point)} {each.label or format(each.value, '.2f')}" for each in view.heat)
        parts.append(f"Values: {_listed(names, len(view.heat), ', ')}")
    if view.ghosts:
        names = (f"{each.label} {view.name(each.point)}".strip() for each in view.ghosts)
        parts.append(f"Expected: {_listed(names, len(view.ghosts), ', ')}")
    return title, " ".join(f"{part.rstrip('.')}." for part in parts if part)


def _listed(names: Iterable[str], count: int, between: str = " ") -> str:
    shown = [name for _, name in zip(range(_MOST_NAMES), names, strict=False)]
    return between.join(shown) + (f" and {count - _MOST_NAMES} more" if count > _MOST_NAMES else "")


def wrapped(text: str, room: float) -> list[str]:
    """The text in lines at most this many letter heights wide, as far as can be told without the font."""
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if lines[-1] and _length(joined) > room:
            lines.append(word)
        else:
            lines[-1] = joined
        while _length(lines[-1]) > room:  # a word that is too long, or a language without blanks
            fits = next(k for k in range(len(lines[-1]), 0, -1) if k == 1 or _length(lines[-1][:k]) <= room)
            lines[-1:] = [lines[-1][:fits], lines[-1][fits:]]
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], lines[_MOST_LINES - 1][:-1] + "…"]
    return [line for line in lines if line]


def _length(text: str) -> float:
    """In letter heights: a Chinese character takes one, other letters about half of it."""
    return sum(1.0 if east_asian_width(letter) in "WF" else 0.52 for letter in text)
