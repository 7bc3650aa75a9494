"""By how much: the moves that keep the result of an ending, told apart by the exact solver."""

from __future__ import annotations

from tengen._core import Cancel
from tengen.games.game import HasMargin, Position
from tengen.games.native import MarginSolver
from tengen.grid import Pass, Point
from tengen.players.choice import Candidate, Choice
from tengen.verbs.solve import MoveValue

_VALUES = {"win": 1.0, "draw": 0.5, "loss": 0.0}


class Margins:
    """What the solver has found out about the moves of one position so far."""

    def __init__(self, solver: MarginSolver) -> None:
        self._solver = solver
        self._moves: dict[Point | Pass, MoveValue] = {}

    @staticmethod
    def of(position: Position, most_bytes: int, nodes: int | None) -> Margins | None:
        """Margins, if the game has them and this many nodes are likely to find them; None: as many as needed."""
        game = position.game
        solver = game.margin_solver(position, most_bytes, nodes) if isinstance(game, HasMargin) else None
        return None if solver is None else Margins(solver)

    def find(self, nodes: int, seconds: float, threads: int, cancel: Cancel | None) -> None:
        """Looks at this many more positions, for at most this many seconds unless they are negative."""
        if not self._moves or self._lower() < self._upper():
            self._solver.find_margin(nodes, seconds, threads, cancel)
            self._moves = {line[0]: MoveValue(line, lower, upper) for lower, upper, line in self._solver.report()}

    @property
    def value(self) -> float | None:
        """1, 0.5 or 0 if the result is proven."""
        if not self._moves:
            return None
        lower, upper = self._lower(), self._upper()
        return 1.0 if lower > 0 else 0.0 if upper < 0 else 0.5 if lower == upper else None

    def applied(self, choice: Choice) -> Choice:
        """The choice of a search with what is known here: of the moves that keep the result, the best margin first."""
        if not self._moves:
            return choice
        value = choice.value if choice.exact else self.value

        def rank(candidate: Candidate) -> tuple[float, float, float]:
            if value is None:  # the search's order, but for what is lost
                return float(candidate.exact and candidate.value == 0), 0, 0
            known = self._moves[candidate.move]
            return (0, -known.lower, -known.upper) if candidate.exact and candidate.value == value else (1, 0, 0)

        candidates = tuple(sorted(map(self._known, choice.candidates), key=rank))
        best = candidates[0]
        return Choice(best.move, best.value, candidates, best.line, value is not None)

    def _known(self, candidate: Candidate) -> Candidate:
        known = self._moves[candidate.move]
        if known.result is None:
            return candidate
        is_settled = known.lower == known.upper
        return Candidate(
            candidate.move,
            candidate.visits,
            _VALUES[known.result],
            known.line if is_settled else candidate.line,
            True,
            known.lower if is_settled else candidate.lead,
            candidate.prior,
        )

    def _lower(self) -> float:
        return max(each.lower for each in self._moves.values())

    def _upper(self) -> float:
        return max(each.upper for each in self._moves.values())
