"""judge: is this record of moves right, and how far?"""

from tengen.formats import contest
from tengen.games.game import Position
from tengen.grid import Point
from tengen.values import Value

FULL_SCORE = 10


class Judgement(Value):
    """The score, how many lines are right, and what is wrong with the first that is not."""

    __slots__ = ("end", "first_wrong_line", "is_format_right", "is_right", "reason", "right", "score")

    score: int
    right: int
    first_wrong_line: int | None  # from 1; None if all is right or there is no line
    reason: str
    end: Position  # after the right moves
    is_right: bool  # all of it
    is_format_right: bool  # of all lines, whatever the moves are

    def __init__(
        self,
        score: int,
        right: int,
        first_wrong_line: int | None,
        reason: str,
        end: Position,
        is_right: bool = False,
        is_format_right: bool = True,
    ) -> None:
        self._set(
            score=score,
            right=right,
            first_wrong_line=first_wrong_line,
            reason=reason,
            end=end,
            is_right=is_right,
            is_format_right=is_format_right,
        )

    def __str__(self) -> str:
        return self.reason if self.first_wrong_line is None else f"line {self.first_wrong_line}: {self.reason}"

    def __repr__(self) -> str:
        return f"<Judgement {self.score}: {self}>"


def judge(position: Position, transcript: "str | bytes") -> Judgement:
    """How many moves of this record are right, and what is wrong with the first that is not.

    A record is what `tengen simulate` writes: for a game with a published judge (NoGo: lines `row col` and a last line
    `-1 -1`) its format and its score from 0 to 10; for the others one move a line in the game's own notation, and the
    score is the number of right moves.
    """
    position.require_sound()
    data = transcript.encode("utf-8", "surrogatepass") if isinstance(transcript, str) else bytes(transcript)
    return (_published if position.game.has_published_judge else _plain)(position, data)


def _published(position: Position, data: bytes) -> Judgement:
    """Ten points if every move is legal and the side to move cannot move at the end; none if the format is wrong
    anywhere or the first line is; else as many as the number of right lines has digits."""
    try:
        moves = contest.parse_transcript(data, position.board)
    except contest.BadTranscript as bad:
        return Judgement(0, 0, bad.line or None, bad.message, position, is_format_right=False)
    right, end = position.replay(moves)
    if right < len(moves):
        reason = f"{contest.name(moves[right])} is illegal: {end.why_illegal(moves[right])}"
    elif end.is_over:
        lines = len(moves) + 1
        return Judgement(FULL_SCORE, lines, None, f"all {lines} lines are right; {end.outcome}", end, is_right=True)
    else:
        move = end.legal_moves[0]
        assert isinstance(move, Point)
        reason = f"-1 -1, but {end.to_play} can move, for example {contest.name(move)}"
    return Judgement(len(str(right)) if right else 0, right, right + 1, reason, end)


def _plain(position: Position, data: bytes) -> Judgement:
    from tengen.formats import moves as notation

    moves, wrong = notation.parse(data, position.height, position.width, position.game.coordinates)
    right, end = position.replay(moves)
    if right < len(moves):
        wrong = f"{end.vertex(moves[right])} is illegal: {end.why_illegal(moves[right])}"
    if wrong:
        return Judgement(right, right, right + 1, wrong, end)
    state = str(end.outcome) if end.is_over else f"the game is not over, {end.to_play} to play"
    return Judgement(right, right, None, f"all {right} moves are right; {state}", end, is_right=True)
