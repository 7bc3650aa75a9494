"""Games from files and into files: loadsgf and printsgf."""

from __future__ import annotations

from tengen.errors import TengenError
from tengen.formats.sgf import MOST_BYTES
from tengen.games.record import Record
from tengen.games.sgf import read_sgf
from tengen.protocols.gtp_session import Command, Failure, Session, number

_MOST_MOVES = 10**6
_MOST_WORDS = 1000  # of a file's name


def _loadsgf(session: Session, words: list[str]) -> str:
    """The position before the move of this number; without one, the last. Rules that were chosen stay, but the komi."""
    before = number(words.pop(), 1, _MOST_MOVES) if len(words) > 1 and words[-1].isdigit() else None
    rules = {name: value for name, value in session.game.rules.items() if name != "komi"}
    try:
        with open(_name(words), "rb") as file:
            record = read_sgf(file.read(MOST_BYTES + 1), session.game.game.name, **rules).record
        record.start.require_sound()
        session.game.load(record if before is None else Record(record.start, record.moves[: before - 1]))
    except (OSError, ValueError, TengenError) as error:
        session.log(f"cannot load {_name(words)!r}: {error.strerror if isinstance(error, OSError) else error}")
        raise Failure("cannot load file") from None
    session.clocks.restart()
    return ""


def _printsgf(session: Session, words: list[str]) -> str:
    try:
        text = session.game.course.record.to_sgf()
        if not words:
            return text
        with open(_name(words), "w", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError, TengenError) as error:
        session.log(f"cannot write the game: {error.strerror if isinstance(error, OSError) else error}")
        raise Failure("cannot save file") from None
    return ""


def _name(words: list[str]) -> str:
    """A file's name may have blanks in it, and then GoGui puts it in quotes."""
    name = " ".join(words)
    return name[1:-1] if len(name) > 1 and name[0] == name[-1] == '"' else name


COMMANDS = {
    "loadsgf": Command(_loadsgf, 1, _MOST_WORDS, "a file and perhaps the number of a move, like: loadsgf game.sgf 20"),
    "printsgf": Command(_printsgf, 0, _MOST_WORDS, "a file, or nothing"),
}
