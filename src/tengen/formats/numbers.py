"""Contest text in numbers: `n`, then n rows of n numbers, one for each kind of cell (Othello's: -1 empty, 0, 1)."""

from tengen.errors import ParseError
from tengen.formats.contest import Contest, read_number
from tengen.formats.source import Parsed, fault_at, quoted_word, without_bom
from tengen.grid import Board, Point


class _Parsed(Parsed):
    """Numbers stand where blanks put them."""

    __slots__ = ("_columns",)

    def __init__(self, board: Board, columns: "list[list[int]]") -> None:
        super().__init__(board, None, 2, 1, 1)
        self._columns = columns

    def place(self, point: Point) -> tuple[int, int]:
        return 2 + point.row, self._columns[point.row][point.col]


class NumbersContest(Contest):
    """The numbers of an empty point, of Black and of White, in this order."""

    __slots__ = ("_cells", "most", "words")

    def __init__(self, words: tuple[bytes, bytes, bytes], most: int) -> None:
        self.words = words
        self.most = most  # rows and columns
        self._cells = {word: cell for cell, word in enumerate(words)}

    def parse(self, data: bytes, size: "tuple[int, int] | None" = None) -> Parsed:
        data = without_bom(data)
        side, offset = read_number(data, 0, "the board size", "the board size n")
        if side > self.most:
            raise ParseError(f"the board size is {side}; expected at most {self.most}", 1, 1)
        cells = bytearray()
        columns: list[list[int]] = []
        for row in range(side):
            if not data[offset:].strip():
                raise fault_at(
                    data, len(data), f"the input ends after {row} row{'' if row == 1 else 's'}; expected {side}"
                )
            end = data.find(b"\n", offset)
            line = data[offset:] if end < 0 else data[offset:end]
            columns.append(self._row(data, offset, line, side, cells))
            offset += len(line) + (end >= 0)
        rest = data[offset:]
        if rest.strip():
            at = offset + len(rest) - len(rest.lstrip())
            raise fault_at(
                data, at, f"{quoted_word(rest.split(None, 1)[0])} after the board; expected the end of the input"
            )
        return _Parsed(Board(side, side, bytes(cells)), columns)

    def _row(self, data: bytes, offset: int, line: bytes, side: int, cells: bytearray) -> "list[int]":
        """Adds the cells of this row; the columns (from 1) where its numbers stand."""
        columns: list[int] = []
        at = 0
        for word in line.split():
            at = line.index(word, at)
            if len(columns) == side:
                raise fault_at(
                    data, offset + at, f"{quoted_word(word)} is past the end of the row; expected {side} numbers"
                )
            if word not in self._cells:
                empty, black, white = (each.decode() for each in self.words)
                raise fault_at(
                    data,
                    offset + at,
                    f"{quoted_word(word)} is not a disc; expected {black} (black), {white} (white) or {empty} (empty)",
                )
            cells.append(self._cells[word])
            columns.append(at + 1)
            at += len(word)
        if len(columns) < side:
            raise fault_at(data, offset + len(line.rstrip()), f"the row ends after {len(columns)} of {side} numbers")
        return columns

    def write(self, board: Board) -> str:
        words = [word.decode() for word in self.words]
        width = board.width
        rows = (" ".join(words[cell] for cell in board.cells[k : k + width]) for k in range(0, len(board.cells), width))
        return "\n".join([str(width), *rows, ""])
