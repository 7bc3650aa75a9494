"""Where things are in a text that was read, so that errors can say so."""

from tengen.errors import ParseError
from tengen.grid import Board, Color, Point

BOM = b"\xef\xbb\xbf"


class Parsed:
    """A board that was read, the side to move if the text said so, and where each row stood in the text."""

    __slots__ = ("_column", "_column_step", "_line", "board", "to_play")

    def __init__(self, board: Board, to_play: Color | None, line: int, column: int, column_step: int) -> None:
        self.board = board
        self.to_play = to_play
        self._line = line
        self._column = column
        self._column_step = column_step

    def place(self, point: Point) -> tuple[int, int]:
        """Line and column of this point in the text."""
        return self._line + point.row, self._column + point.col * self._column_step


def without_bom(data: bytes) -> bytes:
    return data[len(BOM) :] if data.startswith(BOM) else data


def place_of(data: bytes, offset: int) -> tuple[int, int]:
    """Line and column of this offset; columns count characters, not bytes."""
    start = data.rfind(b"\n", 0, offset) + 1
    return data.count(b"\n", 0, offset) + 1, len(data[start:offset].decode("utf-8", "replace")) + 1


class LineCounter:
    """Lines and columns of offsets in a text; quick where they are asked for in order."""

    __slots__ = ("_column", "_data", "_line", "_offset")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._offset, self._line, self._column = 0, 1, 1

    def fault(self, offset: int, message: str) -> ParseError:
        """An error at this offset."""
        if offset < self._offset:
            self._offset, self._line, self._column = 0, 1, 1
        line, column = place_of(self._data[self._offset : offset], offset - self._offset)
        self._column = column if line > 1 else self._column + column - 1
        self._line += line - 1
        self._offset = offset
        return ParseError(message, self._line, self._column)


def fault_at(data: bytes, offset: int, message: str) -> ParseError:
    """An error at this offset."""
    return ParseError(message, *place_of(data, offset))


def quoted_character(data: bytes, offset: int) -> str:
    """The character at this offset, quoted for a message."""
    return repr(data[offset : offset + 4].decode("utf-8", "replace")[:1])


def quoted_word(word: bytes) -> str:
    """The start of this word, quoted for a message."""
    text = word[:80].decode("utf-8", "replace")
    return repr(text if len(text) <= 20 else text[:20] + "...")
