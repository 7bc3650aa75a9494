"""What players think, in words, and as comments of a game in SGF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle

from tengen.games.game import Position
from tengen.games.record import Record
from tengen.grid import BLACK, Color, Pass, Point
from tengen.players.choice import Choice
from tengen.players.course import FAILURES, Played

Thought = tuple[float | None, str | None]  # Black's chance to win after a move, and words; as far as they are known

_PROVEN = {1.0: "a proven win", 0.5: "a proven draw", 0.0: "a proven loss"}
_ENDINGS = {
    "agreed": "",
    "adjudicated": "",
    "resigned": "R",
    "time": "T",
    **dict.fromkeys(FAILURES, "F"),
}  # as FF[4] has them


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
    thoughts = thoughts_of(record.start, choices)
    return record.to_sgf([words for _, words in thoughts], [share for share, _ in thoughts], **properties)


def thoughts_of(start: Position, choices: Sequence[Choice | None]) -> list[Thought]:
    """What was thought at each move from here on. The sides take turns, for a pass is a move."""
    sides = cycle((start.to_play, start.to_play.opponent))
    return [
        (None, None) if choice is None else _thought(start, side, choice)
        for choice, side in zip(choices, sides, strict=False)
    ]


def _thought(start: Position, side: Color, choice: Choice) -> Thought:
    try:
        words = thought(start, choice) or None
    except Exception:  # somebody's own player may call anything a value, or a line
        return None, None
    return black_share(side, choice), words


def black_share(side: Color, choice: Choice) -> float | None:
    """Black's chance to win as this side saw it when it chose; None if it did not say, or said what is no chance."""
    try:
        value = None if choice.value is None else float(choice.value)
    except Exception:  # somebody's own player may call anything a value
        return None
    if value is None or not 0 <= value <= 1:
        return None
    return value if side is BLACK else 1 - value


def played_sgf(played: Played, **properties: str) -> str:
    """A game between two players in SGF, with what they thought and how it ended."""
    if result := unplayed_result(played.winner, played.ending):
        properties = {**result, "GC": played.reason, **properties}
    return sgf(played.record, played.choices, **properties)


def unplayed_result(winner: Color | None, ending: str) -> dict[str, str]:
    """The result as SGF has it, where the moves do not show it: a resignation, a forfeit, stones agreed to be dead, a
    game that was decided."""
    if ending not in _ENDINGS:
        return {}
    if winner is None:
        return {"RE": "0"}
    return {"RE": f"{'B' if winner is BLACK else 'W'}+{_ENDINGS[ending]}"}
