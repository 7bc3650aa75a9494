"""What a player answers with: a move, and what it thinks of it."""

from __future__ import annotations

from tengen.board import Pass, Point, Points
from tengen.values import Value


class Candidate(Value):
    """One move that was looked at."""

    __slots__ = ("exact", "line", "move", "value", "visits")

    move: Point | Pass
    visits: int
    value: float  # for the side to move: 1 a win, 0 a loss, 0.5 a draw
    line: Points  # how play would go on, this move first
    exact: bool  # is the value proven?

    def __init__(self, move: Point | Pass, visits: int, value: float, line: Points, exact: bool = False) -> None:
        self._set(move=move, visits=visits, value=value, line=line, exact=exact)

    def __repr__(self) -> str:
        return f"Candidate({self.move!r}, {self.visits}, {self.value:.3f}{', exact' if self.exact else ''})"


class Choice(Value):
    """The move a player chose, and what it knows. A player that does not search knows nothing but the move."""

    __slots__ = ("candidates", "exact", "line", "move", "value")

    move: Point | Pass | None  # None: the player resigns
    value: float | None  # expected, for the side to move: 1 a win, 0 a loss, 0.5 a draw
    candidates: tuple[Candidate, ...]  # the best first
    line: Points | None  # the principal variation, the move first
    exact: bool  # is the value proven?

    def __init__(self, move: Point | Pass | None, value: float | None = None,
                 candidates: tuple[Candidate, ...] = (), line: Points | None = None, exact: bool = False) -> None:
        self._set(move=move, value=value, candidates=candidates, line=line, exact=exact)

    @property
    def resigns(self) -> bool:
        return self.move is None

    @property
    def visits(self) -> dict[Point | Pass, int]:
        """How often each move was looked at."""
        return {candidate.move: candidate.visits for candidate in self.candidates}

    def __repr__(self) -> str:
        value = "" if self.value is None else f", value {self.value:.3f}{' exactly' if self.exact else ''}"
        return f"<Choice {'resigns' if self.move is None else self.move!r}{value}>"
