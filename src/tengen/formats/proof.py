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

from tengen._core import PROOF_LETTERS, Cancel
from tengen.errors import Cancelled, ParseError, UsageError
from tengen.formats import diagram
from tengen.formats.source import Parsed, place_of, quoted_character, quoted_word, without_bom
from tengen.grid import BLACK, WHITE, Color

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

FORMAT = 1
MOST_POINTS = len(PROOF_LETTERS)
_MARK = "tengen proof"
_WINNERS = {"black wins": BLACK, "white wins": WHITE}
_GZIP = b"\x1f\x8b"
_LETTERS_A_LINE = 100
_MOST_HEAD = 1 << 20  # characters before the letters
_PIECE = 1 << 16  # bytes
_BYTES_AN_ANSWER = 16  # each is about a position, and the core keeps it: 8 bytes, in a table that is not full


class Writer:
    """Writes the text of a proof, whose letters are given piece by piece."""

    def __init__(self, write: "Callable[[bytes], object]", game: str, position: str, winner: Color) -> None:
        """The position is a diagram that says whose move it is."""
        self._write = write
        self._rest = b""
        write(f"{_MARK} {FORMAT} {game}\n{position}\n{winner} wins\n".encode())

    def letters(self, letters: bytes) -> None:
        letters = self._rest + letters
        whole = len(letters) - len(letters) % _LETTERS_A_LINE
        lines = (letters[start : start + _LETTERS_A_LINE] for start in range(0, whole, _LETTERS_A_LINE))
        self._write(b"".join(line + b"\n" for line in lines))
        self._rest = letters[whole:]

    def end(self) -> None:
        if self._rest:
            self._write(self._rest + b"\n")


class Text:
    """The text of a proof, read from a file piece by piece. A few bytes may stand for a text of any length: one with
    more answers than could be checked in this much memory is refused."""

    def __init__(self, file: "BinaryIO", most_bytes: int) -> None:
        self.done = 0  # bytes of the file
        self.place = 1, 1  # line and column of what has not been given out yet
        self.cancel: Cancel | None = None  # once it is raised, reading raises Cancelled
        self._file = file
        self._pieces = self._bounded(most_bytes)
        self._piece = without_bom(next(self._pieces, b""))
        self._at = 0  # in the piece: what comes before has been given out

    def _bounded(self, most_bytes: int) -> "Iterator[bytes]":
        most = most_bytes // _BYTES_AN_ANSWER
        length = 0
        for piece in self._unpacked():
            length += len(piece)
            if length > most:
                raise UsageError(
                    f"the proof has more than {most} characters; allow it more memory than {most_bytes >> 20} MiB"
                )
            if piece:
                yield piece

    def _unpacked(self) -> "Iterator[bytes]":
        data = self._read()
        while 0 < len(data) < 3 and (more := self._read()):  # whether it is compressed, or begins with a mark
            data += more
        if not data.startswith(_GZIP):
            while data:
                yield data
                data = self._read()
            return
        import zlib

        stream = zlib.decompressobj(wbits=31)
        try:
            while True:
                piece = stream.decompress(data, _PIECE)
                yield piece
                if not (data or piece or stream.eof):
                    raise ParseError("the compressed file ends too early")
                data = stream.unconsumed_tail or stream.unused_data or self._read()
                if stream.eof:  # another may follow, as in files that were joined
                    if not data:
                        return
                    stream = zlib.decompressobj(wbits=31)
        except zlib.error:
            raise ParseError("the compressed file is damaged") from None

    def _read(self) -> bytes:
        """What there is by now, at least a byte before the end. A pipe may be silent for ever."""
        while not self._is_readable():
            if self.cancel is not None and self.cancel.requested:
                raise Cancelled(None)
        data: bytes = getattr(self._file, "read1", self._file.read)(_PIECE)
        self.done += len(data)
        return data

    def _is_readable(self) -> bool:
        """Waits a tenth of a second for that."""
        try:
            number = self._file.fileno()
        except (AttributeError, OSError):  # it is no file of the system's
            return True
        from select import poll

        watched = poll()
        watched.register(number)
        return bool(watched.poll(100))

    def lines(self) -> "Iterator[tuple[str, tuple[int, int]]]":
        """The lines, one by one, and where each begins."""
        given = 0
        while given <= _MOST_HEAD:
            while (end := self._piece.find(b"\n", self._at)) < 0 and len(self._piece) - self._at <= _MOST_HEAD:
                more = next(self._pieces, b"")
                if not more:
                    break
                self._piece, self._at = self._piece[self._at :] + more, 0
            place = self.place
            line = self._give_out(end + 1 if end >= 0 else len(self._piece))
            if not line:
                return
            given += len(line)
            yield line.rstrip(b"\r\n").decode("utf-8", "replace"), place
        raise self.fault(f"no claim in the first {_MOST_HEAD} characters; expected `Black wins` or `White wins`")

    def letters(self, count: int) -> "Iterator[bytes]":
        """What comes behind the lines, piece by piece. Raises ParseError at the first character that is not one of the
        first `count` letters."""
        known = PROOF_LETTERS[:count] + b" \t\r\n"
        while True:
            piece = self._piece[self._at :]
            wrong = piece.translate(None, known)
            if wrong:
                self._give_out(self._piece.index(wrong[:1], self._at))
                whole = self._piece[self._at :] + next(self._pieces, b"")  # it may be cut in two
                letters = PROOF_LETTERS[:count].decode()
                some = f"{letters[0]} to {letters[-1]}" if count > 1 else letters
                expected = f"this board has {some}" if count else "there is none, for nobody can move"
                raise self.fault(f"{quoted_character(whole, 0)} is not the letter of a point; {expected}")
            if piece:
                yield self._give_out(len(self._piece))
            self._piece, self._at = next(self._pieces, b""), 0
            if not self._piece:
                return

    def _give_out(self, end: int) -> bytes:
        given = self._piece[self._at : end]
        line, column = place_of(given, len(given))
        self.place = self.place[0] + line - 1, column if line > 1 else self.place[1] + column - 1
        self._at = end
        return given

    def fault(self, message: str) -> ParseError:
        """An error at what comes next."""
        return ParseError(message, *self.place)


class ParsedProof:
    """What a proof claims, where in its first line the name of the game is, and where its letters begin."""

    __slots__ = ("column", "game", "parsed", "place", "to_play", "winner")

    def __init__(
        self, game: str, column: int, parsed: Parsed, to_play: Color, winner: Color, place: tuple[int, int]
    ) -> None:
        self.game = game
        self.column = column
        self.parsed = parsed
        self.to_play = to_play
        self.winner = winner
        self.place = place


def parse(text: Text) -> ParsedProof:
    """Reads what is claimed. What follows are the letters: how many there are depends on the rules."""
    lines = text.lines()
    first, _ = next(lines, ("", text.place))
    game = _game(first)
    rows = [""]  # the first line, so that the others keep their numbers
    for claim, place in lines:
        if _words(claim) in _WINNERS:
            break
        rows.append(claim)
        if _words(claim).endswith("to play"):
            claim, place = next(lines, ("", text.place))
            break
    else:
        claim, place = "", text.place
    parsed = diagram.parse("\n".join(rows))
    if parsed.to_play is None:
        raise ParseError("expected `Black to play` or `White to play` below the board", *place)
    winner = _WINNERS.get(_words(claim))
    if winner is None:
        found = f"{quoted_word(claim.encode())} is not" if claim else "the proof ends without"
        raise ParseError(f"{found} a claim; expected `Black wins` or `White wins`", *place)
    return ParsedProof(game, first.rindex(game) + 1, parsed, parsed.to_play, winner, text.place)


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
