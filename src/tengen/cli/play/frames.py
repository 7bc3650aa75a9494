"""What a terminal shows, and the least to send it when that changes."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

_NEAR = 4  # unchanged characters that are cheaper to write again than to step over


class Frame:
    """Rows of characters, each in a style: the numbers of an ANSI sequence, or nothing."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rows = rows
        self.cols = cols
        self.cells = [[(" ", "")] * cols for _ in range(rows)]
        self.cursor = (0, 0)

    def put(self, row: int, col: int, text: str, style: str = "", most: int | None = None) -> None:
        """Writes on one row; what does not fit, or is longer than `most`, is cut off."""
        if not 0 <= row < self.rows:
            return
        end = self.cols if most is None else min(self.cols, col + most)
        for place, character in enumerate(text, col):
            if 0 <= place < end:
                self.cells[row][place] = (_narrow(character), style)

    def lines(self) -> list[str]:
        """The characters alone."""
        return ["".join(character for character, _ in row).rstrip() for row in self.cells]


def update(old: Frame | None, new: Frame) -> str:
    """What turns a terminal that shows `old` into one that shows `new`; without an old one it is cleared first."""
    pieces = []
    if old is None or (old.rows, old.cols) != (new.rows, new.cols):
        pieces.append("\x1b[0m\x1b[2J")
        old = Frame(new.rows, new.cols)
    style = ""
    for row, (before, after) in enumerate(zip(old.cells, new.cells, strict=True)):
        for start, end in _runs(before, after):
            pieces.append(f"\x1b[{row + 1};{start + 1}H")
            for character, wanted in after[start:end]:
                if wanted != style:
                    pieces.append(f"\x1b[0;{wanted}m" if wanted else "\x1b[0m")
                    style = wanted
                pieces.append(character)
    if style:
        pieces.append("\x1b[0m")
    if pieces or old.cursor != new.cursor:
        pieces.append(f"\x1b[{new.cursor[0] + 1};{new.cursor[1] + 1}H")
    return "".join(pieces)


def _runs(before: list[tuple[str, str]], after: list[tuple[str, str]]) -> list[tuple[int, int]]:
    """Where two rows differ: the first place, and the one after the last. Places near each other are one run."""
    runs: list[tuple[int, int]] = []
    for place, (one, other) in enumerate(zip(before, after, strict=True)):
        if one == other:
            continue
        if runs and place - runs[-1][1] <= _NEAR:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return runs


def _narrow(character: str) -> str:
    """A character that takes one column: names of players may have others."""
    is_wide = east_asian_width(character) in "WF" or combining(character) or not character.isprintable()
    return "?" if is_wide else character
