"""judge: is this record of moves right, and how far?"""

from tengen.formats import contest
from tengen.games.game import GamePosition
from tengen.values import Value

FULL_SCORE = 10


class Judgement(Value):
    """The score from 0 to 10, how many lines are right, and what is wrong with the first that is not."""

    __slots__ = ("end", "first_wrong_line", "reason", "right", "score")

    score: int
    right: int
    first_wrong_line: int | None  # from 1; None if all is right or there is no line
    reason: str
    end: GamePosition  # after the right moves

    def __init__(self, score: int, right: int, first_wrong_line: int | None, reason: str, end: GamePosition) -> None:
        self._set(score=score, right=right, first_wrong_line=first_wrong_line, reason=reason, end=end)

    @property
    def is_right(self) -> bool:
        return self.score == FULL_SCORE

    def __str__(self) -> str:
        return self.reason if self.first_wrong_line is None else f"line {self.first_wrong_line}: {self.reason}"

    def __repr__(self) -> str:
        return f"<Judgement {self.score}: {self}>"


def judge(position: GamePosition, transcript: "str | bytes") -> Judgement:
    """Judges lines `row col` and a last line `-1 -1`, as the published problem's special judge does.

    Ten points if every move is legal and the side to move cannot move at the end; none if the format is wrong
    anywhere or the first line is; else as many as the number of right lines has digits.
    """
    position.require_sound()
    data = transcript.encode("utf-8", "surrogatepass") if isinstance(transcript, str) else bytes(transcript)
    try:
        moves = contest.parse_transcript(data, position.board)
    except contest.BadTranscript as bad:
        return Judgement(0, 0, bad.line or None, bad.message, position)
    right, end = position.replay(moves)
    if right < len(moves):
        reason = f"{contest.name(moves[right])} is illegal: {end.why_illegal(moves[right])}"
    elif end.is_over:
        return Judgement(FULL_SCORE, len(moves) + 1, None, f"all {len(moves) + 1} lines are right; {end.outcome}", end)
    else:
        move = end.legal_moves[0]
        reason = f"-1 -1, but {end.to_play} can move, for example {contest.name(move)}"
    return Judgement(len(str(right)) if right else 0, right, right + 1, reason, end)
