"""Names of points: GTP vertices, a letter for the column (no I) and a number for the row, from the bottom-left."""

from tengen.board import Point
from tengen.errors import ParseError

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def column_name(col: int) -> str:
    """A to Z without I, then AA, AB, ... as spreadsheets do."""
    name = ""
    col += 1
    while col:
        col, letter = divmod(col - 1, len(LETTERS))
        name = LETTERS[letter] + name
    return name


def write(point: Point, height: int) -> str:
    return f"{column_name(point.col)}{height - point.row}"


def parse(text: str, height: int, width: int) -> Point:
    """The point that this vertex names on a board of this size."""
    name = text.strip().upper()
    digits = name.lstrip(LETTERS + "I")
    letters = name[:len(name) - len(digits)]
    if not letters or not digits.isascii() or not digits.isdigit() or "I" in letters:
        raise ParseError(f"{text!r} is not a vertex; expected a letter (not I) and a number, like {_example(height)}")
    col = 0
    for letter in letters[:8]:
        col = col * len(LETTERS) + LETTERS.index(letter) + 1
    row = height - int(digits[:12])
    if not (0 <= row < height and col <= width):
        raise ParseError(f"{text!r} is not on this board; its corners are A1 and {write(Point(0, width - 1), height)}")
    return Point(row, col - 1)


def _example(height: int) -> str:
    return "E5" if height >= 5 else "A1"
