"""The text that people read: rows of `X O . #`, with or without spaces between points and coordinates around them.

    A B C
  3 . X .  3
  2 O # .  2
  1 . . .  1
    A B C
  Black to play

`X` is Black and `O` is White in every game; `#` means that there is no point there. What `write` writes, `parse` reads.
"""

from tengen.errors import ParseError
from tengen.formats.source import Parsed
from tengen.formats.vertex import ALL, GTP, Coordinates
from tengen.grid import BLACK, MOST_POINTS, WHITE, Board, Color, Point

GLYPHS = ".XO#"
_CELLS = {glyph: cell for cell, glyph in enumerate(GLYPHS)}
_TO_PLAY = {"black to play": BLACK, "white to play": WHITE}


class _Parsed(Parsed):
    """Rows of a diagram need not start in the same column."""

    __slots__ = ("_places",)

    def __init__(self, board: Board, to_play: Color | None, places: list[tuple[int, int, int]]) -> None:
        super().__init__(board, to_play, 0, 0, 0)
        self._places = places

    def place(self, point: Point) -> tuple[int, int]:
        line, column, step = self._places[point.row]
        return line, column + point.col * step


def write(
    board: Board, to_play: Color | None = None, marks: dict[int, str] | None = None, coordinates: Coordinates = GTP
) -> str:
    """The board with coordinates around it; marks[row * width + col] are written in place of glyphs."""
    marks = marks or {}
    cells = board.cells
    names = [coordinates.column_name(col) for col in range(board.width)]
    step = max([len(names[-1]), *map(len, marks.values())]) + 1
    edge = len(str(board.height))
    letters = " " * edge + "".join(name.rjust(step) for name in names)
    lines = [letters]
    for row in range(board.height):
        start = row * board.width
        points = "".join((marks.get(k) or GLYPHS[cells[k]]).rjust(step) for k in range(start, start + board.width))
        number = coordinates.row_name(row, board.height)
        lines.append(f"{number.rjust(edge)}{points} {number.rjust(edge)}")
    lines.append(letters)
    if to_play is not None:
        lines.append(f"{to_play} to play")
    return "\n".join(lines)


def parse(text: str) -> Parsed:
    """Reads a diagram; a last line `Black to play` or `White to play` is understood, and so are missing borders."""
    cells = bytearray()
    places: list[tuple[int, int, int]] = []
    width = 0
    to_play: Color | None = None
    border = False
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        words = line.split()
        if not words:
            continue
        if (side := _TO_PLAY.get(" ".join(words).rstrip(".").lower())) is not None:
            to_play = side
            continue
        if _is_letters(words):
            border = border or bool(places)
            continue
        if border or to_play is not None:
            raise ParseError(
                f"{line.strip()[:20]!r} after the board; expected the end of the input",
                number,
                len(line) - len(line.lstrip()) + 1,
            )
        row, column, step = _row(line, number)
        if places and len(row) != width:
            raise ParseError(f"the row has {len(row)} points; expected {width} as in the first row", number, column)
        width = len(row)
        if len(cells) + width > MOST_POINTS:
            raise ParseError(f"more than {MOST_POINTS} points", number, column)
        cells += row
        places.append((number, column, step))
    if not places:
        raise ParseError("there is no board; expected rows of X, O, . and #", 1, 1)
    return _Parsed(Board(len(places), width, bytes(cells)), to_play, places)


def _is_letters(words: list[str]) -> bool:
    """A border: column names in order. `O X` is a row, and so is a lone `X` or `O`, since no border starts there."""
    return any(words == [style.column_name(col) for col in range(len(words))] for style in ALL)


def _row(line: str, number: int) -> tuple[bytes, int, int]:
    """The cells of this row, the column (from 1) of the first of them, and the step from one to the next."""
    end = len(line.rstrip())
    start = end - len(line[:end].lstrip())
    # Row numbers on either side. A glyph is never a digit.
    start = end - len(line[start:end].lstrip("0123456789").lstrip())
    end = start + len(line[start:end].rstrip("0123456789").rstrip())
    cells = bytearray()
    columns: list[int] = []
    for column in range(start, end):
        glyph = line[column]
        if glyph in _CELLS:
            cells.append(_CELLS[glyph])
            columns.append(column + 1)
        elif not glyph.isspace():
            raise ParseError(f"{glyph!r} is not a stone; expected X, O, . or #", number, column + 1)
    if not cells:
        raise ParseError("there is no point in this row; expected X, O, . or #", number, start + 1)
    return bytes(cells), columns[0], columns[1] - columns[0] if len(columns) > 1 else 1
