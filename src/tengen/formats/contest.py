"""The text of the published problems: a size, rows of glyphs, moves as 1-based `row col`.

Parsing judges syntax only: counts and liberties are the rules' business.
"""

from tengen._core import point_lines, scan_pairs, scan_rows
from tengen.errors import ParseError
from tengen.formats.source import Parsed, fault_at, quoted_character, quoted_word, without_bom
from tengen.grid import MOST_POINTS, Board, Point, Points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

END = b"-1 -1\n"

_TOO_FEW_ROWS, _SHORT_ROW, _LONG_ROW, _UNKNOWN_GLYPH = 1, 2, 3, 4
_NO_LINES, _NOT_TWO_NUMBERS, _OFF_BOARD, _NO_CLOSING_LINE = 1, 2, 3, 4

# Lines of moves are written in pieces of this many: large enough to be fast, small enough to stay in the cache.
_LINES_AT_ONCE = 8192


class Contest:
    """How a game's published problem writes a board."""

    __slots__ = ()

    def parse(self, data: bytes, size: "tuple[int, int] | None" = None) -> Parsed:
        """Reads a board; a size is for texts that do not say it."""
        raise NotImplementedError

    def starts(self, data: bytes) -> bool:
        """Does this text look like contest text, rather than a diagram?"""
        return data.partition(b"\n")[0].strip().removeprefix(b"-").isdigit()

    def size_of(self, data: bytes) -> "tuple[int, int] | None":
        """The size of the board in this text, where the text shows it without saying it."""
        return None

    def can_write(self, board: Board) -> bool:
        """Square boards without holes."""
        return board.height == board.width and board.point_count == board.height * board.width

    def write(self, board: Board) -> str:
        raise NotImplementedError


class SquareContest(Contest):
    """`n`, then n rows of n glyphs: those of an empty point, of Black and of White, in this order."""

    __slots__ = ("glyphs",)

    def __init__(self, glyphs: bytes) -> None:
        self.glyphs = glyphs

    def parse(self, data: bytes, size: "tuple[int, int] | None" = None) -> Parsed:
        data = without_bom(data)
        side, offset = read_size(data)
        parsed, offset = self.parse_rows(data, offset, side, side, first_line=2)
        refuse_rest(data, offset, side, side, self.glyphs)
        return parsed

    def parse_rows(self, data: bytes, offset: int, height: int, width: int, first_line: int) -> tuple[Parsed, int]:
        """Reads the rows alone, and gives the offset after them."""
        board, fault, offset = scan_rows(data, offset, height, width, self.glyphs)
        if board is None:
            raise row_fault(data, fault, offset, height, width, self.glyphs, first_line)
        return Parsed(board, None, line=first_line, column=1, column_step=1), offset

    def write(self, board: Board) -> str:
        return f"{board.width}\n{write_rows(board, self.glyphs)}"


def write_rows(board: Board, glyphs: bytes) -> str:
    text = board.cells.translate(glyphs + bytes(256 - len(glyphs))).decode()
    width = board.width
    return "".join(f"{text[start : start + width]}\n" for start in range(0, len(text), width))


def read_number(data: bytes, offset: int, what: str, expected: str) -> tuple[int, int]:
    """The number on the line that starts here, 1 or more, and the offset of the next line."""
    end = data.find(b"\n", offset)
    line = data[offset:] if end < 0 else data[offset:end]
    word = line.rstrip(b" \t\r")
    digits = word.removeprefix(b"-")
    if not word and not data[offset:].strip():
        raise fault_at(data, offset, f"the input {'ends here' if offset else 'is empty'}; expected {expected}")
    if not word:
        raise fault_at(data, offset, f"the {'' if offset else 'first '}line is empty; expected {expected}")
    if not digits.isdigit():
        raise fault_at(data, offset, f"{quoted_word(word)} is not a number; expected {expected}")
    if len(digits) > 9:
        raise fault_at(
            data, offset, f"{what} is {quoted_word(word)}; expected 1 or more, and at most {MOST_POINTS} points"
        )
    number = int(word)
    if number < 1:
        raise fault_at(data, offset, f"{what} is {number}; expected 1 or more")
    return number, offset + len(line) + (end >= 0)


def read_size(data: bytes, offset: int = 0) -> tuple[int, int]:
    """The board size on the line that starts here, and the offset of the next line."""
    size, after = read_number(data, offset, "the board size", "the board size n")
    if size * size > MOST_POINTS:
        raise fault_at(
            data, offset, f"a board of size {size} has {size * size} points; at most {MOST_POINTS} are allowed"
        )
    return size, after


def refuse_rest(data: bytes, offset: int, rows: int, width: int, glyphs: bytes) -> None:
    """Raises ParseError if anything but blanks follows the board."""
    rest = data[offset:]
    garbage = rest.lstrip()
    if not garbage:
        return
    at = offset + len(rest) - len(garbage)
    word = garbage.split(None, 1)[0]
    if len(word) == width and not word.strip(glyphs):
        raise fault_at(data, at, f"row {rows + 1} of a board of {rows} rows; expected the end of the input")
    raise fault_at(data, at, f"{quoted_word(word)} after the board; expected the end of the input")


def row_fault(
    data: bytes, fault: int, offset: int, height: int, width: int, glyphs: bytes, first_line: int
) -> ParseError:
    line_start = data.rfind(b"\n", 0, offset) + 1
    if fault == _TOO_FEW_ROWS:
        rows = data.rstrip(b" \t\r\n").count(b"\n") + 2 - first_line if data.strip() else 0
        return fault_at(data, offset, f"the input ends after {rows} row{'' if rows == 1 else 's'}; expected {height}")
    if fault == _SHORT_ROW:
        return fault_at(data, offset, f"the row ends after {offset - line_start} of {width} points")
    if fault == _LONG_ROW:
        return fault_at(
            data,
            offset,
            f"{quoted_character(data, offset)} is past the end of the row; expected {width} "
            f"point{'' if width == 1 else 's'}",
        )
    return fault_at(data, offset, f"{quoted_character(data, offset)} is not a stone; expected {glyph_list(glyphs)}")


def glyph_list(glyphs: bytes) -> str:
    """Stones first, as a person would list them: "X, O or ."."""
    empty, black, white = (chr(glyph) for glyph in glyphs)
    return f"{black}, {white} or {empty}"


def transcript(moves: Points) -> "Iterator[bytes]":
    """A line `row col` for each move, in pieces; `-1 -1`, the end of the game, is not among them."""
    for start in range(0, len(moves), _LINES_AT_ONCE):
        yield point_lines(moves, start, start + _LINES_AT_ONCE)


class BadTranscript(Exception):
    """A transcript in the wrong format; `line` is from 1, or 0 when there is no line at all."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(line, message)
        self.line = line
        self.message = message


def parse_transcript(data: bytes, board: Board) -> "Points[Point]":
    """The moves of a transcript that ends with `-1 -1`; BadTranscript if its format is wrong."""
    data = without_bom(data)
    moves, fault, line = scan_pairs(data, board.height, board.width)
    if fault == _NO_LINES:
        raise BadTranscript(0, "there is no line at all; expected moves and a last line -1 -1")
    if fault:
        text = data.split(b"\n", line)[line - 1].strip(b" \t\r")
        raise BadTranscript(
            line,
            {
                _NOT_TWO_NUMBERS: f"{quoted_word(text)} is not two numbers",
                _OFF_BOARD: f"{quoted_word(text)} is not on a {board.height}x{board.width} board"
                + ("; -1 -1 belongs on the last line" if text.split() == [b"-1", b"-1"] else ""),
                _NO_CLOSING_LINE: f"the last line is {quoted_word(text)}; expected -1 -1",
            }[fault],
        )
    return moves


def name(point: Point) -> str:
    """The point as this format writes it."""
    return f"{point.row + 1} {point.col + 1}"
