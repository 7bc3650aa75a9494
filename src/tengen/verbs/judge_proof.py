"""judge_proof: does a proof of who wins hold? Judged by the rules alone."""

from io import BytesIO

from tengen._core import Cancel
from tengen.errors import ParseError, UsageError, listed
from tengen.formats import proof as text_form
from tengen.games import NAMES, by_name
from tengen.games.game import HasProofs, Position
from tengen.grid import Color, Points
from tengen.interrupts import run_cancellable
from tengen.values import Value
from tengen.verbs.jobs import Progress, checked_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

DEFAULT_MEMORY = 4096  # MiB

# Fault codes of the core.
HOLDS, ENDS_EARLY, ILLEGAL, CANNOT_MOVE, LEFT_OVER, NO_ROOM, STOPPED = range(7)


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

    def __init__(
        self,
        position: Position,
        winner: Color,
        is_right: bool,
        answers: int,
        reason: str,
        place: tuple[int, int] | None,
        line: Points,
        end: Position,
    ) -> None:
        self._set(
            position=position,
            winner=winner,
            is_right=is_right,
            answers=answers,
            reason=reason,
            place=place,
            line=line,
            end=end,
        )

    @property
    def verdict(self) -> str:
        return f"{self.winner} wins" if self.is_right else "not proven"

    def __str__(self) -> str:
        return self.reason if self.place is None else f"line {self.place[0]}, column {self.place[1]}: {self.reason}"

    def __repr__(self) -> str:
        return f"<ProofJudgement: {self.verdict}, {self}>"


def judge_proof(
    text: "str | bytes | BinaryIO",
    *,
    game: str | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> ProofJudgement:
    """Whether this proof holds: all moves of the loser are played, and the proof's answer to each.

    A binary file is read piece by piece. It may be compressed, and so may bytes. A text that is no proof raises
    ParseError, and so does one whose board cannot be played on, or one of another game than is asked for. `memory` is
    MiB for the positions that were seen. `progress` counts bytes. Ctrl-C raises Interrupted, a raised cancel flag
    Cancelled; `partial` is the number of answers that were right so far.
    """
    most_bytes = checked_memory(memory, DEFAULT_MEMORY, "the positions") << 20
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    file = BytesIO(data) if isinstance(data, bytes | bytearray | memoryview) else data
    size = _size(file)
    source = text_form.Text(file, most_bytes)
    claim = text_form.parse(source)
    rules = _game(claim, game)
    position = rules.position(claim.parsed.board, claim.to_play)
    if not position.is_sound:
        flaw = rules.flaws(position)[0]
        raise ParseError(flaw.text, *claim.parsed.place(flaw.points[0]))
    points = rules.proof_points(position)
    if points > text_form.MOST_POINTS:
        raise UsageError(
            f"{points} points can still be played; a proof has letters for at most {text_form.MOST_POINTS}"
        )
    letters = source.letters(points)
    native = rules.proof(position, claim.winner, most_bytes)

    def work(stop: Cancel) -> "tuple[int, Points]":
        source.cancel = stop
        found = native.run(lambda: next(letters, b""), stop)
        for _ in letters:  # a text that is no proof further on is none, whatever was found before
            if stop.requested:
                break
        return found

    watch = None if progress is None or size is None else lambda: progress(source.done, size)
    found, stopped = run_cancellable(work, watch, cancel)
    if stopped is not None:
        raise stopped(native.answers)
    fault, line = found
    if fault == NO_ROOM:
        raise UsageError(
            f"the positions of the proof do not fit in {most_bytes >> 20} MiB: there are more than {native.answers}"
        )
    _, end = position.replay(line)
    if fault == HOLDS:
        words = {0: str(position.outcome), 1: "its one answer is right"}.get(
            native.answers, f"all {native.answers} answers are right"
        )
        return ProofJudgement(position, claim.winner, True, native.answers, words, None, line, end)
    reason = _reason(position, claim.winner, fault, line, end)
    first_line, first_column = claim.place
    lines, characters = native.place
    place = first_line + lines, characters + (1 if lines else first_column)
    return ProofJudgement(position, claim.winner, False, native.answers, reason, place, line, end)


def _size(file: "BinaryIO") -> int | None:
    """How many bytes are left in it, if that is known."""
    if not file.seekable():
        return None
    at = file.tell()
    size = file.seek(0, 2) - at
    file.seek(at)
    return size


def _game(claim: text_form.ParsedProof, wanted: str | None) -> HasProofs:
    """The game that the proof is of, if it is the one that was asked for."""
    games = {name: game for name in NAMES if isinstance(game := by_name(name), HasProofs)}
    if wanted is not None and wanted not in games:
        raise UsageError(f"there are no proofs of {by_name(wanted).title}")
    expected = list(games) if wanted is None else [wanted]
    if claim.game not in expected:
        raise ParseError(f"a proof of {claim.game[:20]!r}; expected {listed(expected)}", 1, claim.column)
    return games[claim.game]


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
