"""Proofs of who wins, and whether they hold: judged by the rules alone, whoever wrote them."""

from tengen._core import Cancel
from tengen.board import Color, Points
from tengen.errors import Interrupted, ParseError, UsageError, listed
from tengen.formats import proof as text_form
from tengen.formats.source import place_of
from tengen.games import NAMES, by_name
from tengen.games.game import Position
from tengen.interrupts import Job
from tengen.values import Value
from tengen.verbs.jobs import Progress, checked_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

DEFAULT_MEMORY = 4096  # MiB

# Fault codes of the core.
HOLDS, ENDS_EARLY, ILLEGAL, CANNOT_MOVE, LEFT_OVER, NO_ROOM, STOPPED = range(7)


class Proof(Value):
    """The winner's answers to whatever the other side plays, a letter each: see `tengen.formats.proof`."""

    __slots__ = ("letters", "position", "winner")

    position: Position
    winner: Color
    letters: bytes

    def __init__(self, position: Position, winner: Color, letters: bytes) -> None:
        self._set(position=position, winner=winner, letters=letters)

    @property
    def text(self) -> bytes:
        """As a file has it and judge_proof reads it."""
        return text_form.write(self.position.game.name, str(self.position), self.winner, self.letters)

    @staticmethod
    def check_path(path: "str | Path") -> None:
        """Refuses a path that `save` could not write to, before hours of work."""
        import errno
        import os

        folder = os.path.dirname(path) or "."
        if os.path.isdir(path):
            why = errno.EISDIR
        elif not os.path.isdir(folder):
            why = errno.ENOENT
        elif not os.access(folder, os.W_OK):
            why = errno.EACCES
        else:
            return
        raise UsageError(f"cannot write {str(path)!r}: {os.strerror(why)}")

    def save(self, path: "str | Path") -> None:
        """Writes the text there, compressed if the name ends with .gz."""
        text = self.text
        try:
            with open(path, "wb") as file:
                file.write(text_form.packed(text) if str(path).endswith(".gz") else text)
        except OSError as error:
            raise UsageError(f"cannot write {str(path)!r}: {error.strerror}") from None

    def __repr__(self) -> str:
        return f"<Proof: {self.winner} wins, {len(self.letters)} answers>"


class ProofJudgement(Value):
    """Whether a proof holds, and if not, where that shows."""

    __slots__ = ("answers", "end", "is_right", "line", "place", "position", "reason", "winner")

    position: Position
    winner: Color  # as the proof has it
    is_right: bool
    answers: int  # that are right: positions with the winner to move, each once
    reason: str
    place: tuple[int, int] | None  # line and column in the text where it goes wrong
    line: Points  # the moves from the position to where it goes wrong
    end: Position  # after those moves, as far as they are legal

    def __init__(self, position: Position, winner: Color, is_right: bool, answers: int, reason: str,
                 place: tuple[int, int] | None, line: Points, end: Position) -> None:
        self._set(position=position, winner=winner, is_right=is_right, answers=answers, reason=reason, place=place,
                  line=line, end=end)

    @property
    def verdict(self) -> str:
        return f"{self.winner} wins" if self.is_right else "not proven"

    def __str__(self) -> str:
        return self.reason if self.place is None else f"line {self.place[0]}, column {self.place[1]}: {self.reason}"

    def __repr__(self) -> str:
        return f"<ProofJudgement: {self.verdict}, {self}>"


def judge_proof(text: "str | bytes", *, game: str | None = None, memory: int | None = None,
                progress: Progress | None = None, cancel: Cancel | None = None) -> ProofJudgement:
    """Whether this proof holds: all moves of the loser are played, and the proof's answer to each.

    A text that is no proof raises ParseError, and so does one whose board cannot be played on, or one of another game
    than is asked for. `memory` is MiB for the positions that were seen. Ctrl-C or a raised cancel flag raises
    Interrupted, whose `partial` is the number of answers that were right so far.
    """
    most_bytes = checked_memory(memory, DEFAULT_MEMORY, "the positions") << 20
    data = text.encode("utf-8", "replace") if isinstance(text, str) else bytes(text)
    claim = text_form.parse(text_form.unpacked(data, most_bytes))
    position = _position(claim, game)
    points = position.game.proof_points(position)
    if points > text_form.MOST_POINTS:
        raise UsageError(f"{points} points can still be played; a proof has letters for at most "
                         f"{text_form.MOST_POINTS}")
    text_form.check_letters(claim, points)
    native = position.game.proof(position, claim.winner, claim.data, claim.offset, most_bytes)
    job = Job(native.run)
    try:
        while not job.is_done(0.1):
            if progress is not None:
                progress(native.offset, len(claim.data) - claim.offset)
            if cancel is not None and cancel.requested:
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        job.stop()
        raise Interrupted(native.answers) from None
    fault, line = job.result()
    if fault == NO_ROOM:
        raise UsageError(f"the positions of the proof do not fit in {most_bytes >> 20} MiB: there are more than "
                         f"{native.answers}")
    _, end = position.replay(line)
    if fault == HOLDS:
        words = {0: str(position.outcome), 1: "its one answer is right"}.get(
            native.answers, f"all {native.answers} answers are right")
        return ProofJudgement(position, claim.winner, True, native.answers, words, None, line, end)
    reason = _reason(position, claim.winner, fault, line, end)
    return ProofJudgement(position, claim.winner, False, native.answers, reason,
                          place_of(claim.data, claim.offset + native.offset), line, end)


def _position(claim: text_form.ParsedProof, game: str | None) -> Position:
    names = [name for name in NAMES if by_name(name).has_proofs]
    if game is not None and game not in names:
        raise UsageError(f"there are no proofs of {by_name(game).title}")
    if claim.game not in (names if game is None else [game]):
        column = claim.data.partition(b"\n")[0].decode("utf-8", "replace").rindex(claim.game) + 1
        expected = listed(names if game is None else [game])
        raise ParseError(f"a proof of {claim.game[:20]!r}; expected {expected}", 1, column)
    position = by_name(claim.game).position(claim.parsed.board, claim.to_play)
    if not position.is_sound:
        flaw = position.game.flaws(position)[0]
        raise ParseError(flaw.text, *claim.parsed.place(flaw.points[0]))
    return position


def _reason(position: Position, winner: Color, fault: int, line: Points, end: Position) -> str:
    if fault == LEFT_OVER:
        return "answers are left over: all is proven before this one"
    played = Points(list(line)[:-1], position.width) if fault == ILLEGAL else line
    where = f"after {position.vertices(played)}" if len(played) else "at the start"
    if fault == ILLEGAL:
        move = line[-1]
        return f"{where} the answer {position.vertex(move)} is illegal: {end.why_illegal(move)}"
    if fault == CANNOT_MOVE:
        return f"{where} {winner} has no legal move, and loses"
    return f"the proof ends, but {where} {winner} has no answer"
