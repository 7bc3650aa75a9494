"""Names of points, as people see them: a letter for the column and a number for the row."""

from tengen.errors import ParseError
from tengen.grid import Point

PASS_NAME = "pass"


class Coordinates:
    """One way to name points: the letters of columns, and whether rows are numbered from the bottom."""

    __slots__ = ("from_bottom", "letters", "name")

    def __init__(self, name: str, letters: str, from_bottom: bool) -> None:
        self.name = name
        self.letters = letters
        self.from_bottom = from_bottom

    def column_name(self, col: int) -> str:
        """One letter, then AA, AB, ... as spreadsheets do."""
        name = ""
        col += 1
        while col:
            col, letter = divmod(col - 1, len(self.letters))
            name = self.letters[letter] + name
        return name

    def row_name(self, row: int, height: int) -> str:
        return str(height - row if self.from_bottom else row + 1)

    def write(self, point: Point, height: int) -> str:
        return f"{self.column_name(point.col)}{self.row_name(point.row, height)}"

    def parse(self, text: str, height: int, width: int) -> Point:
        """The point of this name on a board of this size."""
        name = text.strip()
        name = name.upper() if self.letters.isupper() else name.lower()
        digits = name.lstrip(self.letters + ("I" if self.from_bottom else ""))
        letters = name[: len(name) - len(digits)]
        if not letters or not digits.isascii() or not digits.isdigit() or set(letters) - set(self.letters):
            without = " (not I)" if "I" not in self.letters.upper() else ""
            example = self.column_name(4) + "5" if height >= 5 and width >= 5 else self.column_name(0) + "1"
            raise ParseError(f"{text!r} is not a vertex; expected a letter{without} and a number, like {example}")
        col = 0
        for letter in letters[:8]:
            col = col * len(self.letters) + self.letters.index(letter) + 1
        number = int(digits) if len(digits) <= 12 else 0
        row = height - number if self.from_bottom else number - 1
        if not (0 <= row < height and col <= width):
            first, last = (height - 1, 0) if self.from_bottom else (0, height - 1)
            corners = self.write(Point(first, 0), height), self.write(Point(last, width - 1), height)
            raise ParseError(f"{text!r} is not on this board; its corners are {corners[0]} and {corners[1]}")
        return Point(row, col - 1)


GTP = Coordinates("gtp", "ABCDEFGHJKLMNOPQRSTUVWXYZ", from_bottom=True)  # no I; A1 is the bottom-left
OTHELLO = Coordinates("othello", "abcdefghijklmnopqrstuvwxyz", from_bottom=False)  # a1 is the top-left
ALL = (GTP, OTHELLO)
