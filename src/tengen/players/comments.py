"""What players think, in words, and as comments of a game in SGF."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tengen.board import BLACK, Color, Pass, Point
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.players.choice import Choice
from tengen.players.course import Played

_PROVEN = {1.0: "a proven win", 0.5: "a proven draw", 0.0: "a proven loss"}
_ENDINGS = {"agreed": "", "resigned": "R", "time": "T", "crash": "F", "timeout": "F", "illegal": "F",
            "protocol": "F"}  # as FF[4] has them


def thought(position: Position, choice: Choice, name: Callable[[Point | Pass], str] | None = None) -> str:
    """What the side to move thought: "win 63.2 % after 1000 visits; E5 C3 D4". "" if all it knew was the move.

    Moves have the game's names unless others are given.
    """
    words = []
    if choice.value is not None:
        words.append((choice.exact and _PROVEN.get(choice.value)) or f"win {100 * choice.value:.1f} %")
    visits = sum(choice.visits.values())
    if visits:
        words.append(f"after {visits} visit{'s' if visits > 1 else ''}")
    line = " ".join(map(name or position.vertex, choice.line or ()))
    return "; ".join(part for part in (" ".join(words), line) if part)


def sgf(record: Record, choices: Sequence[Choice | None], **properties: str) -> str:
    """A record in SGF, with what was thought at each move; None where nobody was asked, as of an opening."""
    side = record.start.to_play
    black_wins: list[float | None] = []
    for choice in choices:
        black_wins.append(for_black(side, choice.value) if choice else None)
        side = side.opponent  # a pass is a move
    comments = [thought(record.start, choice) if choice else None for choice in choices]
    return record.to_sgf(comments, black_wins, **properties)


def for_black(side: Color, value: float | None) -> float | None:
    """Black's chance to win, of what this side expects."""
    return value if value is None or side is BLACK else 1 - value


def played_sgf(played: Played, **properties: str) -> str:
    """A game between two players in SGF, with what they thought and how it ended."""
    if result := unplayed_result(played.winner, played.ending):
        properties = {**result, "GC": played.reason, **properties}
    return sgf(played.record, played.choices, **properties)


def unplayed_result(winner: Color | None, ending: str) -> dict[str, str]:
    """The result as SGF has it, where the moves do not show it: a resignation, a forfeit, stones agreed to be dead."""
    if ending not in _ENDINGS:
        return {}
    if winner is None:
        return {"RE": "0"}
    return {"RE": f"{'B' if winner is BLACK else 'W'}+{_ENDINGS[ending]}"}
