"""checker: is this output of a program right, as the judge of the published problem asks?"""

import re
from pathlib import Path

from tengen.errors import TengenError, UsageError
from tengen.formats.source import without_bom
from tengen.games import by_name
from tengen.games.game import Game, Position
from tengen.values import Value
from tengen.verbs.judge import FULL_SCORE, judge

RIGHT, WRONG, BAD_FORMAT, FAILED, SOME_POINTS = 0, 1, 2, 3, 7  # testlib's exit statuses

MOST_POINTS = 1_000_000
_SOURCE = Path(__file__).parent.parent / "data" / "checker.cpp"
_IS_ANSWER = {  # in C++
    "YES_NO": 'word == "YES" || word == "NO"',
    "number": 'word.find_first_not_of("0123456789") == std::string::npos',
}
_BLANKS = re.compile(rb"[ \t\r\n]+")


class Checked(Value):
    """What a checker says: its exit status, the points where they are neither all nor none, and why."""

    __slots__ = ("points", "status", "words")

    status: int
    points: float | None
    words: str

    def __init__(self, status: int, words: str, points: float | None = None) -> None:
        self._set(status=status, words=words, points=points)

    def __str__(self) -> str:
        return self.words if self.points is None else f"points {self.points:g}\n{self.words}"

    def __repr__(self) -> str:
        return f"<Checked {self.status}: {self}>"


def published_answer(game: str, data: bytes) -> bytes:
    """The answer to an input of the game's published problem; one of the right ones where there are several."""
    kind = by_name(game)
    if game == "go":
        from tengen.verbs.flips import contest_hashes

        return contest_hashes(kind, data)
    position = _position(kind, data)
    if game == "nogo":
        from tengen.verbs.simulate import simulate

        moves = simulate(position, "first").moves
        return b"".join(kind.transcript(position, moves)) + kind.closing_line
    if game == "gomoku":
        from tengen.verbs.check import check

        return b"YES\n" if check(position) else b"NO\n"
    from tengen.verbs.count import count

    games = count(position)
    return b"%d %d %d\n" % (games.black_wins, games.white_wins, games.draws)


def check_output(
    game: str, data: bytes, output: bytes, answer: bytes | None = None, *, points: int = FULL_SCORE
) -> Checked:
    """Is this output right for this input? `answer`: the one that the judge has, which may be wrong itself.

    points: what a NoGo output that is right to its end would get; one that is right at its beginning gets some of it.
    """
    if not 1 <= points <= MOST_POINTS:
        raise UsageError(f"{points} points; expected 1 to {MOST_POINTS}")
    try:
        if game == "nogo":
            return _check_game(_position(by_name(game), data), output, answer, points)
        wanted = _words(published_answer(game, data))
    except TengenError as error:
        return Checked(FAILED, f"the input is bad: {error}")
    if answer is not None and _words(answer) != wanted:
        return Checked(FAILED, f"the answer is wrong: expected {_shown(wanted)}")
    given = _words(output)
    if len(given) != len(wanted):
        return Checked(BAD_FORMAT, f"{len(given)} answers; expected {len(wanted)}")
    for number, word in enumerate(given, 1):
        if not (word in (b"YES", b"NO") if game == "gomoku" else word.isdigit()):
            return Checked(BAD_FORMAT, f"answer {number} is {_shown([word])}, which is none")
    for number, (word, right) in enumerate(zip(given, wanted, strict=True), 1):
        if word != right:
            return Checked(WRONG, f"answer {number} is {_shown([word])}; expected {_shown([right])}")
    return Checked(RIGHT, "all is right")


def exported(game: str, points: int = FULL_SCORE) -> str:
    """The same as a program in C++ that needs nothing else, for judges that take no other."""
    title = f"{by_name(game).title}'s published problem"
    top, of_game, of_words, main = re.split(r"^//// .*\n\n", _SOURCE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    source = f"{top}{of_game if game == 'nogo' else of_words}{main}"
    return (
        source.replace("TITLE", title)
        .replace("GAME", game)
        .replace("FULL_POINTS", str(points))
        .replace("IS_ANSWER", _IS_ANSWER["YES_NO" if game == "gomoku" else "number"])
    )


def _position(game: Game, data: bytes) -> Position:
    position = game.position(game.contest.parse(data).board, game.contest_to_play)
    if game.name == "nogo":
        position.require_sound()
    return position


def _check_game(position: Position, output: bytes, answer: bytes | None, points: int) -> Checked:
    if answer is not None and not (own := judge(position, answer)).is_right:
        return Checked(FAILED, f"the answer is wrong: {own}")
    judgement = judge(position, output)
    if judgement.is_right:
        return Checked(RIGHT, str(judgement))
    if judgement.score == 0:
        return Checked(WRONG if judgement.is_format_right else BAD_FORMAT, str(judgement))
    return Checked(SOME_POINTS, str(judgement), judgement.score * points / FULL_SCORE)


def _words(text: bytes) -> list[bytes]:
    return [word for word in _BLANKS.split(without_bom(text)) if word]


def _shown(words: list[bytes]) -> str:
    text = b" ".join(words[:5])[:60].decode("ascii", "backslashreplace")
    return f"{text!r}{' ...' if len(words) > 5 else ''}"
