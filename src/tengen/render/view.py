"""What a picture of a board shows, as a plain value and as JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from tengen.errors import ParseError, UsageError, listed
from tengen.formats.diagram import GLYPHS
from tengen.formats.vertex import ALL, GTP, Coordinates
from tengen.grid import Board

VERSION = 1  # of the JSON
MOST_SIDE = 100  # rows or columns: past that, points are too small to be seen
MOST_TEXT = 1000  # characters of a caption
MOST_LABEL = 5

COORDINATES: dict[str, Coordinates | None] = {**{each.name: each for each in ALL}, "none": None}
STYLES = ("intersections", "squares")
KINDS = ("cross", "circle", "square", "triangle", "dot", "label")
ROLES = ("plain", "good", "bad", "note")
STONES = ("X", "O")


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign at a point. The role says what it is for, and the theme which colour that has."""

    point: int
    kind: str  # one of KINDS
    role: str = "plain"  # one of ROLES
    text: str = ""  # of a label


@dataclass(frozen=True, slots=True)
class Heat:
    """How strongly a point is coloured, from 0 to 1, and what is written there."""

    point: int
    value: float
    label: str = ""


@dataclass(frozen=True, slots=True)
class Ghost:
    """A stone that is not there, but could be: X or O, with a few letters on it."""

    point: int
    stone: str
    label: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """What a picture of a board shows. Points are numbers: row * width + col, from the top-left, from 0.

    `rows` are rows of X (Black), O (White), . (empty) and # (no point there).
    """

    rows: tuple[str, ...]
    style: str = "intersections"  # or "squares"
    coordinates: str = "gtp"  # or "othello" or "none"
    title: str = ""  # what a screen reader says first
    caption: str = ""  # stands below the board
    last: int | None = None  # the point of the last move
    numbers: tuple[tuple[int, int], ...] = ()  # points and what is written on their stones
    marks: tuple[Mark, ...] = ()
    heat: tuple[Heat, ...] = ()
    ghosts: tuple[Ghost, ...] = ()

    def __post_init__(self) -> None:
        check_size(self.height, self.width)
        for row in self.rows:
            if len(row) != self.width or row.strip(GLYPHS):
                raise UsageError(f"a row is {row[:20]!r}; expected {self.width} of X, O, . and #")
        _one_of("style", self.style, STYLES)
        _one_of("coordinates", self.coordinates, tuple(COORDINATES))
        for name, text in (("title", self.title), ("caption", self.caption)):
            if not isinstance(text, str) or len(text) > MOST_TEXT:
                raise UsageError(f"the {name} is {str(text)[:20]!r}; expected text of at most {MOST_TEXT} characters")
        added: tuple[Mark | Heat | Ghost, ...] = (*self.marks, *self.heat, *self.ghosts)
        points = [
            *(() if self.last is None else (self.last,)),
            *(point for point, _ in self.numbers),
            *(each.point for each in added),
        ]
        for point in points:
            if type(point) is not int or not 0 <= point < self.height * self.width:
                raise UsageError(f"the point is {point!r}; expected 0 to {self.height * self.width - 1}")
        for _, number in self.numbers:
            if type(number) is not int or not 0 <= number < 10**MOST_LABEL:
                raise UsageError(
                    f"the number on a stone is {number!r}; expected a whole number of at most {MOST_LABEL} digits"
                )
        for mark in self.marks:
            _one_of("mark", mark.kind, KINDS)
            _one_of("role", mark.role, ROLES)
            if bool(mark.text) != (mark.kind == "label"):
                raise UsageError(f"a {mark.kind} with the text {mark.text!r}; labels have text, other marks none")
        for ghost in self.ghosts:
            _one_of("stone", ghost.stone, STONES)
        for heat in self.heat:
            if type(heat.value) not in (int, float) or not 0 <= heat.value <= 1:
                raise UsageError(f"the heat is {heat.value!r}; expected 0 to 1")
        for label in (each.text if isinstance(each, Mark) else each.label for each in added):
            if not isinstance(label, str) or len(label) > MOST_LABEL:
                raise UsageError(f"the label is {str(label)[:20]!r}; expected text of at most {MOST_LABEL} characters")

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0

    @property
    def cells(self) -> str:
        """All points in one string, row by row."""
        return "".join(self.rows)

    def name(self, point: int) -> str:
        """The point as people name it; GTP's name where the picture shows none."""
        row, col = divmod(point, self.width)
        names = COORDINATES[self.coordinates] or GTP
        return names.column_name(col) + names.row_name(row, self.height)

    def changed(self, **changes: Any) -> View:
        """The same view but for these fields."""
        return replace(self, **changes)

    def to_json(self) -> dict[str, Any]:
        """The view as JSON has it; what is empty is left out."""
        found: dict[str, Any] = {
            "version": VERSION,
            "height": self.height,
            "width": self.width,
            "rows": list(self.rows),
            "style": self.style,
            "coordinates": self.coordinates,
        }
        for name in ("title", "caption", "last"):
            if getattr(self, name) not in ("", None):
                found[name] = getattr(self, name)
        for name in ("numbers", "marks", "heat", "ghosts"):
            if items := getattr(self, name):
                found[name] = [_short(item) for item in items]
        return found

    @staticmethod
    def from_json(value: Any) -> View:
        """The view that to_json wrote. Raises ParseError for anything else."""
        return _read(value)

    def to_svg(self, *, theme: str = "light", pixels: int | None = None) -> str:
        """The picture as SVG text. `pixels` is its width; by default what suits the board."""
        from tengen.render.svg import draw

        return draw(self, theme, pixels)

    def save(self, path: str | Path, *, theme: str = "light", pixels: int | None = None) -> None:
        """Writes the picture to a file that ends with .svg, .png, .pdf or .gif."""
        from tengen.render.files import save

        save(self, Path(path), theme, pixels)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __repr__(self) -> str:
        return f"<View of {self.title or f'a board, {self.height}x{self.width}'}>"


def check_size(height: int, width: int) -> None:
    """Refuses a board that cannot be drawn, before anything is made of it."""
    if not (1 <= height <= MOST_SIDE and 1 <= width <= MOST_SIDE):
        raise UsageError(f"a {height}x{width} board cannot be drawn; pictures have 1 to {MOST_SIDE} rows and columns")


def rows_of(board: Board) -> tuple[str, ...]:
    """The rows of a View with these stones."""
    check_size(board.height, board.width)
    text = "".join(map(GLYPHS.__getitem__, board.cells))
    return tuple(text[start : start + board.width] for start in range(0, len(text), board.width))


def _one_of(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise UsageError(f"there is no {name} {value!r}; expected {listed(choices)}")


def _short(item: Any) -> list[Any]:
    """An item as a list, without what is empty at its end."""
    values = list(item) if isinstance(item, tuple) else [getattr(item, field.name) for field in fields(item)]
    while values[-1] == "":
        values.pop()
    return values


_ITEMS: dict[str, tuple[Callable[..., Any], int, int]] = {  # how each is made, and of how many values
    "numbers": (lambda point, number: (point, number), 2, 2),
    "marks": (Mark, 2, 4),
    "heat": (Heat, 2, 3),
    "ghosts": (Ghost, 2, 3),
}


def _read(value: Any) -> View:
    if not isinstance(value, dict):
        raise ParseError(f"{str(value)[:20]!r} is not a view; expected a JSON object")
    if value.get("version") != VERSION:
        raise ParseError(f"the view has version {str(value.get('version'))[:20]!r}; expected {VERSION}")
    names = [field.name for field in fields(View)]
    for name in value:
        if name not in ("version", "height", "width", *names):
            raise ParseError(f"a view has no {str(name)[:20]!r}; expected {listed(names)}")
    found = {name: value[name] for name in names if name in value}
    rows = found.get("rows")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise ParseError("a view without rows; expected a list of rows of X, O, . and #")
    found["rows"] = tuple(rows)
    for name, (make, least, most) in _ITEMS.items():
        if name in found:
            found[name] = tuple(make(*item) for item in _lists(name, found[name], least, most))
    try:
        view = View(**found)
    except (UsageError, TypeError) as error:
        raise ParseError(str(error)) from None
    if (value.get("height"), value.get("width")) != (view.height, view.width):
        raise ParseError(
            f"the view is {value.get('height')!r} by {value.get('width')!r}, and its rows are "
            f"{view.height} by {view.width}"
        )
    return view


def _lists(name: str, items: Any, least: int, most: int) -> list[list[Any]]:
    if not isinstance(items, list) or not all(isinstance(item, list) and least <= len(item) <= most for item in items):
        raise ParseError(f"the {name} are {str(items)[:20]!r}; expected a list of lists of {least} to {most} values")
    return items
