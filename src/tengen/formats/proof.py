"""The text of a proof: what is claimed of which position, and the winner's answers, a letter each.

    tengen proof 1 nogo
      A B
    1 . . 1
      A B
    Black to play
    Black wins
    A

A letter stands for a point: A for the first, row by row, of those where somebody may play at the start. The text may be
compressed with gzip.
"""

from tengen._core import PROOF_LETTERS
from tengen.errors import ParseError, UsageError
from tengen.formats import diagram
from tengen.formats.source import Parsed, fault_at, quoted_character, quoted_word, without_bom
from tengen.grid import BLACK, WHITE, Color

FORMAT = 1
MOST_POINTS = len(PROOF_LETTERS)
_MARK = "tengen proof"
_WINNERS = {"black wins": BLACK, "white wins": WHITE}
_GZIP = b"\x1f\x8b"
_LETTERS_A_LINE = 100
_HEAD = 1 << 16  # what comes before the letters is shorter
_PIECE = 1 << 14  # of what is compressed: at most a thousand times as much
_BYTES_AN_ANSWER = 16  # each is about a position, and the core keeps it: 8 bytes, in a table that is not full


class ParsedProof:
    """What a proof claims, the whole text, and where its letters begin."""

    __slots__ = ("data", "game", "offset", "parsed", "to_play", "winner")

    def __init__(self, data: bytes, game: str, parsed: Parsed, to_play: Color, winner: Color, offset: int) -> None:
        self.data = data
        self.game = game
        self.parsed = parsed
        self.to_play = to_play
        self.winner = winner
        self.offset = offset


def write(game: str, position: str, winner: Color, letters: bytes) -> bytes:
    """The text of a proof; the position is a diagram that says whose move it is."""
    lines = (letters[start : start + _LETTERS_A_LINE] + b"\n" for start in range(0, len(letters), _LETTERS_A_LINE))
    return f"{_MARK} {FORMAT} {game}\n{position}\n{winner} wins\n".encode() + b"".join(lines)


def packed(text: bytes) -> bytes:
    import gzip

    return gzip.compress(text, mtime=0)  # the same file every time


def unpacked(data: bytes, most_bytes: int) -> bytes:
    """The text itself, which may have been compressed. A few bytes may stand for a text of any length: one with more
    answers than could be checked in this much memory is refused before memory is taken for it."""
    if not data.startswith(_GZIP):
        return data
    import zlib

    most = max(most_bytes // _BYTES_AN_ANSWER, _HEAD)
    stream = zlib.decompressobj(wbits=31)
    length = 0
    try:
        for start in range(0, len(data), _PIECE):
            length += len(stream.decompress(data[start : start + _PIECE]))
            if length > most:
                raise UsageError(
                    f"the proof has more than {most} characters; allow it more memory than {most_bytes >> 20} MiB"
                )
            if stream.eof:
                return zlib.decompress(data, wbits=31, bufsize=max(length, 1))
    except zlib.error:
        raise ParseError("the compressed file is damaged") from None
    raise ParseError("the compressed file ends too early")


def parse(data: bytes) -> ParsedProof:
    """Reads what is claimed. For the letters see check_letters: how many there are depends on the rules."""
    data = without_bom(data)
    line, offset = _line(data, 0)
    game = _game(line)
    rows = [""]  # the first line, so that the others keep their numbers
    while offset < len(data) and not _words(line).endswith("to play"):
        line, after = _line(data, offset)
        if _words(line) in _WINNERS:
            break
        rows.append(line)
        offset = after
    parsed = diagram.parse("\n".join(rows))
    if parsed.to_play is None:
        raise fault_at(data, offset, "expected `Black to play` or `White to play` below the board")
    line, after = _line(data, offset)
    winner = _WINNERS.get(_words(line))
    if winner is None:
        found = f"{quoted_word(line.encode())} is not" if line else "the proof ends without"
        raise fault_at(data, offset, f"{found} a claim; expected `Black wins` or `White wins`")
    return ParsedProof(data, game, parsed, parsed.to_play, winner, after)


def check_letters(proof: ParsedProof, count: int) -> None:
    """Raises ParseError at the first character that is not one of the first `count` letters."""
    wrong = proof.data[proof.offset :].translate(None, PROOF_LETTERS[:count] + b" \t\r\n")
    if not wrong:
        return
    offset = proof.data.index(wrong[:1], proof.offset)
    letters = PROOF_LETTERS[:count].decode()
    some = f"{letters[0]} to {letters[-1]}" if count > 1 else letters
    expected = f"this board has {some}" if count else "there is none, for nobody can move"
    wrong_one = quoted_character(proof.data, offset)
    raise fault_at(proof.data, offset, f"{wrong_one} is not the letter of a point; {expected}")


def _line(data: bytes, offset: int) -> tuple[str, int]:
    """The line that starts here, and the offset of the next one."""
    end = data.find(b"\n", offset)
    end = len(data) if end < 0 else end
    return data[offset:end].rstrip(b"\r").decode("utf-8", "replace"), min(end + 1, len(data))


def _words(line: str) -> str:
    return " ".join(line.split()).rstrip(".").lower() if len(line) < 100 else ""


def _game(line: str) -> str:
    words = line.split()
    if len(words) != 4 or " ".join(words[:2]) != _MARK:
        raise ParseError(
            f"{quoted_word(line.encode())} is not the first line of a proof; expected `{_MARK} {FORMAT}` "
            f"and the name of a game",
            1,
            1,
        )
    if words[2] != str(FORMAT):
        raise ParseError(f"a proof of format {words[2][:20]}; expected {FORMAT}", 1, line.index(words[2]) + 1)
    return words[3]
