"""Records of moves in a game's own notation: one move a line, `pass` where the game has it."""

from tengen.errors import ParseError
from tengen.formats.source import quoted_word, without_bom
from tengen.formats.vertex import PASS_NAME, Coordinates
from tengen.grid import PASS, Pass, Point, Points


def write(moves: Points, height: int, coordinates: Coordinates) -> bytes:
    return "".join(
        f"{PASS_NAME if isinstance(move, Pass) else coordinates.write(move, height)}\n" for move in moves
    ).encode()


def parse(data: bytes, height: int, width: int, coordinates: Coordinates) -> "tuple[Points, str | None]":
    """The moves up to the first line that is none, and what is wrong with that line.

    Blanks around a move, CRLF and blank lines at the end are let pass.
    """
    moves: list[Point | Pass] = []
    for line in without_bom(data).rstrip().split(b"\n") if data.strip() else []:
        word = line.strip(b" \t\r")
        try:
            text = word.decode()
            moves.append(PASS if text.lower() == PASS_NAME else coordinates.parse(text, height, width))
        except (ParseError, UnicodeDecodeError) as error:
            wrong = str(error) if isinstance(error, ParseError) else f"{quoted_word(word)} is not a move"
            return Points(moves, width, height), wrong
    return Points(moves, width, height), None
