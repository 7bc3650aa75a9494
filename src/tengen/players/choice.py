"""What a player answers with: a move, and what it thinks of it."""

from __future__ import annotations

from tengen.games.game import Position
from tengen.grid import BLACK, EMPTY_CELL, Pass, Point, Points
from tengen.render.view import Ghost, Heat, View
from tengen.values import Value

_SHOWN = 0.02  # of the visits to the move with most of them: less is hardly a thought
_LINE = 8  # moves of the line that a picture shows


class Candidate(Value):
    """One move that was looked at."""

    __slots__ = ("exact", "lead", "line", "move", "prior", "value", "visits")

    move: Point | Pass
    visits: int
    value: float  # for the side to move: 1 a win, 0 a loss, 0.5 a draw
    line: Points  # how play would go on, this move first
    exact: bool  # is the value proven?
    lead: float | None  # expected, in points or discs for the side to move, where they are counted: in Go, or solved
    prior: float | None  # how likely the evaluator of a search thinks it

    def __init__(
        self,
        move: Point | Pass,
        visits: int,
        value: float,
        line: Points,
        exact: bool = False,
        lead: float | None = None,
        prior: float | None = None,
    ) -> None:
        self._set(move=move, visits=visits, value=value, line=line, exact=exact, lead=lead, prior=prior)

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

    def __init__(
        self,
        move: Point | Pass | None,
        value: float | None = None,
        candidates: tuple[Candidate, ...] = (),
        line: Points | None = None,
        exact: bool = False,
    ) -> None:
        self._set(move=move, value=value, candidates=candidates, line=line, exact=exact)

    @property
    def resigns(self) -> bool:
        return self.move is None

    @property
    def visits(self) -> dict[Point | Pass, int]:
        """How often each move was looked at."""
        return {candidate.move: candidate.visits for candidate in self.candidates}

    def view(self, position: Position) -> View:
        """What was thought of this position: each move's share of the visits as heat, its value in percent, and how
        play would go on, the expected stones numbered from the second move."""
        from tengen.players.words import thought

        width, cells = position.width, position.board.cells
        tried = {
            move.row * width + move.col: each
            for each in self.candidates
            if not isinstance(move := each.move, Pass) and each.visits
        }
        most = max((each.visits for each in tried.values()), default=0)
        heat = {
            point: Heat(point, each.visits / most, f"{100 * each.value:.0f}")
            for point, each in tried.items()
            if each.visits >= most * _SHOWN
        }
        ghosts: dict[int, Ghost] = {}
        side = position.to_play
        for number, point in enumerate(self.line.indices[:_LINE] if self.line else (), 1):
            if number > 1 and point < len(cells) and point not in ghosts and cells[point] == EMPTY_CELL:
                ghosts[point] = Ghost(point, "X" if side is BLACK else "O", str(number))
                heat.pop(point, None)
            side = side.opponent
        chosen = (
            "resigns"
            if self.move is None
            else ("passes" if isinstance(self.move, Pass) else position.vertex(self.move))
        )
        words = thought(position, self)
        return position.view().changed(
            heat=tuple(heat.values()),
            ghosts=tuple(ghosts.values()),
            caption=f"{position.to_play} {chosen}{f': {words}' if words else ''}",
        )

    def __repr__(self) -> str:
        value = "" if self.value is None else f", value {self.value:.3f}{' exactly' if self.exact else ''}"
        return f"<Choice {'resigns' if self.move is None else self.move!r}{value}>"
