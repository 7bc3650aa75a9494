"""The special judge of the NoGo job, slow and obvious, on the bytes of a transcript.

The format is looked at first, as a whole; only a well-formed transcript is played through.
Lines end with LF or CRLF; the last line may lack its end, blank lines at the end do not count, and one UTF-8
byte-order mark may stand at the very start.  A line is two integers (`-?[0-9]+`) with spaces or tabs between
and, if any, around them.  All lines but the last name a point of the board's rectangle, 1-based; the last is
`-1 -1`.  (A hole inside the rectangle is no wrong format but an illegal move; the job's own boards have none.)
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .grid import BLACK, Board, on_board, opponent
from .nogo import is_legal, legal_moves, place

BOM = b"\xef\xbb\xbf"
LINE = re.compile(rb"[ \t]*(-?[0-9]+)[ \t]+(-?[0-9]+)[ \t]*")
HUGE = 10**18  # stands for any number of more digits than this has: off every board


class Verdict(NamedTuple):
    score: int  # 0 to 10
    right: int | None  # right lines before the first wrong one; None when the format is wrong
    total: int  # lines, not counting blank ones at the end
    first_wrong_line: int | None  # 1-based; None when all is right or there is no line
    why: str  # "right", "format", "illegal", "ended too early", "no lines"


def integer(text: bytes) -> int:
    """The value of `-?[0-9]+`, of any length, without asking int() for thousands of digits."""
    digits = text.removeprefix(b"-").lstrip(b"0") or b"0"
    value = HUGE if len(digits) > 18 else int(digits)
    return -value if text.startswith(b"-") else value


def split_lines(transcript: bytes) -> list[bytes]:
    """The lines without their ends and without the blank ones after the last that is not blank."""
    lines = [line.removesuffix(b"\r") for line in transcript.removeprefix(BOM).split(b"\n")]
    while lines and not lines[-1].strip(b" \t"):
        lines.pop()
    return lines


def verdict(board: Board, transcript: bytes) -> Verdict:
    lines = split_lines(transcript)
    total = len(lines)
    if total == 0:
        return Verdict(0, None, 0, None, "no lines")

    pairs: list[tuple[int, int]] = []
    for number, line in enumerate(lines, start=1):
        match = LINE.fullmatch(line)
        if match is None:
            return Verdict(0, None, total, number, "format")
        row, col = integer(match[1]), integer(match[2])
        if number == total and (row, col) != (-1, -1):
            return Verdict(0, None, total, number, "format")
        if number < total and not on_board(board, row - 1, col - 1):
            return Verdict(0, None, total, number, "format")
        pairs.append((row, col))

    colour = BLACK
    for number, (row, col) in enumerate(pairs, start=1):
        right = number - 1
        partial = 0 if right == 0 else len(str(right))
        if number == total:
            if legal_moves(board, colour):
                return Verdict(partial, right, total, number, "ended too early")
        elif is_legal(board, row - 1, col - 1, colour):
            board = place(board, row - 1, col - 1, colour)
            colour = opponent(colour)
        else:
            return Verdict(partial, right, total, number, "illegal")
    return Verdict(10, total, total, None, "right")


def judge(board: Board, transcript: bytes) -> tuple[int, int | None, int]:
    """(score, number of right lines before the first wrong one or None for a wrong format, number of lines)"""
    result = verdict(board, transcript)
    return result.score, result.right, result.total
