"""Contest text without a size: rows of glyphs and nothing else (Gomoku's: 19 rows of 19)."""

from tengen.formats.contest import Contest, SquareContest, refuse_rest, write_rows
from tengen.formats.source import Parsed, without_bom
from tengen.grid import Board


class BareContest(Contest):
    """Rows of glyphs: those of an empty point, of Black and of White, in this order."""

    __slots__ = ("_rows", "glyphs", "usual_size")

    def __init__(self, glyphs: bytes, usual_size: tuple[int, int]) -> None:
        self.glyphs = glyphs
        self.usual_size = usual_size
        self._rows = SquareContest(glyphs)

    def parse(self, data: bytes, size: "tuple[int, int] | None" = None) -> Parsed:
        data = without_bom(data)
        height, width = size or self.usual_size
        parsed, offset = self._rows.parse_rows(data, 0, height, width, first_line=1)
        refuse_rest(data, offset, height, width, self.glyphs)
        return parsed

    def size_of(self, data: bytes) -> "tuple[int, int] | None":
        lines = data.rstrip().splitlines()
        return len(lines), max(1, len(lines[0].rstrip()))  # a blank first line is a row that is too short

    def starts(self, data: bytes) -> bool:
        # A board without stones reads the same as a diagram.
        return bool(data.strip()) and not data.translate(None, self.glyphs + b" \t\r\n")

    def can_write(self, board: Board) -> bool:
        return board.point_count == board.height * board.width

    def write(self, board: Board) -> str:
        return write_rows(board, self.glyphs)
