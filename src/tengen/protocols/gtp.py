"""A server of GTP version 2: https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html

A line of input is a command and gets one answer: `=` or `?`, the id if there was one, the words, an empty line.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

from tengen.games import by_name
from tengen.players.learned import usual
from tengen.players.player import Player
from tengen.protocols import gtp_analysis, gtp_commands, gtp_go, gtp_gogui, gtp_sgf
from tengen.protocols.gtp_game import GtpGame
from tengen.protocols.gtp_referee import refereeing
from tengen.protocols.gtp_session import Command, Failure, Session, syntax_error
from tengen.protocols.lines import MOST_BYTES, Lines

_CONTROL = bytes([*range(9), *range(10, 32), 127])
_LONGEST_ID = 10  # digits: ids have 31 bits
_LONGEST_FAILURE = 300  # characters

Result = TypeVar("Result")


def commands_for(game: str) -> dict[str, Command]:
    """What a server of this game understands."""
    rules = by_name(game)
    own = gtp_go.COMMANDS if rules is gtp_go.GAME else {}
    one_sided = gtp_gogui.OF_ONE_SIDE if rules.has_chains and rules.every_ply_adds_a_stone else {}
    return {
        **gtp_commands.COMMANDS,
        **own,
        **gtp_sgf.COMMANDS,
        **gtp_gogui.COMMANDS,
        **one_sided,
        **gtp_analysis.COMMANDS,
    }


class GtpServer:
    """Answers lines: `read` is a file descriptor, `write` takes bytes, `log` takes a line for people.

    player: None for a referee, which plays no moves of its own. ponder: after a move of the player its search goes on
    until the next line comes.
    """

    def __init__(
        self,
        game: GtpGame,
        player: Player | None,
        read: int,
        write: Callable[[bytes], None],
        log: Callable[[str], None],
        *,
        ponder: bool = False,
    ) -> None:
        commands = commands_for(game.game.name)
        if player is None:
            commands = refereeing(commands)
        self._write = write
        self._session = Session(game, player or usual(), commands, Lines(read), log, ponder=ponder)

    def serve(self) -> None:
        """Answers until `quit`, or until there is no more input."""
        while (line := self._session.next_line()) is not None:
            if self._answer(line) == "quit":
                return

    def _answer(self, line: bytes) -> str | None:
        """Answers one line; gives the name of the command, None for a line without one."""
        identity, name, words = split_line(line)
        if not name and not identity:
            return None
        try:
            if len(line) > MOST_BYTES:
                syntax_error("the line is too long")
            if name not in self._session.commands:
                raise Failure("unknown command" if name else "syntax error: there is no command after the id")
            self._run(identity, name, words)
        except Failure as failure:
            self._write(f"?{identity} {one_line(str(failure))}\n\n".encode(errors="replace"))
            return None
        return name

    def _run(self, identity: str, name: str, words: list[str]) -> None:
        command = self._session.commands[name]
        if not command.least <= len(words) <= command.most:
            syntax_error(f"expected {command.expected}")
        answer = self._guarded(lambda: command.run(self._session, words))
        if isinstance(answer, str):
            text = paragraph(answer)
            between = " " if text and not text.startswith("\n") else ""
            self._write(f"={identity}{between}{text}\n\n".encode(errors="replace"))
        else:
            self._stream(identity, answer)

    def _stream(self, identity: str, lines: Generator[str, None, None]) -> None:
        """An answer that comes line by line. Before the first of them it may still be a failure."""
        head = f"={identity}\n"
        try:
            while (line := self._guarded(lambda: next(lines, None))) is not None:
                self._write((head + (f"{line}\n" if line else "")).encode(errors="replace"))
                head = ""
        except Failure:
            if head:
                raise
        finally:
            lines.close()
        self._write(b"\n")

    def _guarded(self, step: Callable[[], Result]) -> Result:
        """What goes wrong inside is a failed command, never the end of the server."""
        try:
            return step()
        except Failure:
            raise
        except Exception as error:
            self._session.fail(error)


def split_line(line: bytes) -> tuple[str, str, list[str]]:
    """The id, the name of the command and its arguments, as the specification preprocesses a line; all may be empty."""
    bare = line.translate(None, _CONTROL).replace(b"\t", b" ").partition(b"#")[0]
    words = [word for word in bare.decode(errors="surrogateescape").split(" ") if word]
    identity = ""
    if words and words[0].isascii() and words[0].isdigit() and len(words[0]) <= _LONGEST_ID:
        identity = words.pop(0)
    return identity, words[0] if words else "", words[1:]


def one_line(text: str) -> str:
    """The words of this text in one line of a bearable length."""
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST_FAILURE else f"{words[:_LONGEST_FAILURE]}..."


def paragraph(text: str) -> str:
    """The text without empty lines, which would end the answer early; a first line break is kept."""
    start = "\n" if text.startswith("\n") else ""
    return start + "\n".join(line for line in text.split("\n") if line.strip())
