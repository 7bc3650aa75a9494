"""The text of the published problems: a size, rows of glyphs, moves as 1-based `row col`.

Parsing judges syntax only: counts and liberties are the rules' business.
"""

from tengen._core import point_lines, scan_pairs, scan_rows
from tengen.board import MOST_POINTS, Board, Point, Points
from tengen.errors import ParseError
from tengen.formats.source import Parsed, fault_at, quoted_character, quoted_word, without_bom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

END = b"-1 -1\n"

_TOO_FEW_ROWS, _SHORT_ROW, _LONG_ROW, _UNKNOWN_GLYPH = 1, 2, 3, 4
_NO_LINES, _NOT_TWO_NUMBERS, _OFF_BOARD, _NO_CLOSING_LINE = 1, 2, 3, 4

# Lines of moves are written in pieces of this many: large enough to be fast, small enough to stay in the cache.
_LINES_AT_ONCE = 8192


def parse(data: bytes, glyphs: bytes) -> Parsed:
    """Reads `n` and n rows of n glyphs; glyphs are those of an empty point, of Black and of White, in this order."""
    data = without_bom(data)
    size, offset = _size(data)
    board, fault, offset = scan_rows(data, offset, size, size, glyphs)
    if board is None:
        raise _row_fault(data, fault, offset, size, glyphs)
    rest = data[offset:]
    garbage = rest.lstrip(b" \t\r\n")
    if garbage:
        at = offset + len(rest) - len(garbage)
        word = garbage.split(None, 1)[0]
        if len(word) == size and not word.strip(glyphs):
            raise fault_at(data, at, f"row {size + 1} of a board of size {size}; expected the end of the input")
        raise fault_at(data, at, f"{quoted_word(word)} after the board; expected the end of the input")
    return Parsed(board, None, line=2, column=1, column_step=1)


def _size(data: bytes) -> tuple[int, int]:
    """The number on the first line, and the offset of the second."""
    if not data.strip():
        raise ParseError("the input is empty; expected the board size n", 1, 1)
    line, newline, _ = data.partition(b"\n")
    word = line.rstrip(b" \t\r")
    digits = word.removeprefix(b"-")
    if not word:
        raise ParseError("the first line is empty; expected the board size n", 1, 1)
    if not digits.isdigit():
        raise ParseError(f"{quoted_word(word)} is not a number; expected the board size n", 1, 1)
    if len(digits) > 9:
        raise ParseError(f"the board size is {quoted_word(word)}; expected 1 or more, and at most {MOST_POINTS} "
                         f"points", 1, 1)
    size = int(word)
    if size < 1:
        raise ParseError(f"the board size is {size}; expected 1 or more", 1, 1)
    if size * size > MOST_POINTS:
        raise ParseError(f"a board of size {size} has {size * size} points; at most {MOST_POINTS} are allowed", 1, 1)
    return size, len(line) + len(newline)


def _row_fault(data: bytes, fault: int, offset: int, size: int, glyphs: bytes) -> ParseError:
    line_start = data.rfind(b"\n", 0, offset) + 1
    if fault == _TOO_FEW_ROWS:
        rows = data.rstrip(b" \t\r\n").count(b"\n")
        return fault_at(data, offset, f"the input ends after {rows} row{'' if rows == 1 else 's'}; expected {size}")
    if fault == _SHORT_ROW:
        return fault_at(data, offset, f"the row ends after {offset - line_start} of {size} points")
    if fault == _LONG_ROW:
        return fault_at(data, offset, f"{quoted_character(data, offset)} is past the end of the row; expected {size} "
                                      f"points")
    return fault_at(data, offset, f"{quoted_character(data, offset)} is not a stone; expected {glyph_list(glyphs)}")


def glyph_list(glyphs: bytes) -> str:
    """Stones first, as a person would list them: "X, O or ."."""
    empty, black, white = (chr(glyph) for glyph in glyphs)
    return f"{black}, {white} or {empty}"


def write(board: Board, glyphs: bytes) -> str:
    """`n` and n rows; the board is square and has no holes."""
    text = board.cells.translate(glyphs + bytes(256 - len(glyphs))).decode()
    width = board.width
    rows = [text[start:start + width] for start in range(0, len(text), width)]
    return "\n".join([str(width), *rows, ""])


def can_write(board: Board) -> bool:
    return board.height == board.width and board.point_count == board.height * board.width


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


def parse_transcript(data: bytes, board: Board) -> Points:
    """The moves of a transcript that ends with `-1 -1`; BadTranscript if its format is wrong."""
    data = without_bom(data)
    moves, fault, line = scan_pairs(data, board.height, board.width)
    if fault == _NO_LINES:
        raise BadTranscript(0, "there is no line at all; expected moves and a last line -1 -1")
    if fault:
        text = data.split(b"\n", line)[line - 1].strip(b" \t\r")
        raise BadTranscript(line, {
            _NOT_TWO_NUMBERS: f"{quoted_word(text)} is not two numbers",
            _OFF_BOARD: f"{quoted_word(text)} is not on a {board.height}x{board.width} board"
                        + ("; -1 -1 belongs on the last line" if text.split() == [b"-1", b"-1"] else ""),
            _NO_CLOSING_LINE: f"the last line is {quoted_word(text)}; expected -1 -1",
        }[fault])
    return moves


def name(point: Point) -> str:
    """The point as this format writes it."""
    return f"{point.row + 1} {point.col + 1}"
