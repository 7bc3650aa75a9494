"""check: can this position arise in a legal game, and if not, why not?"""

from tengen.games.game import Position
from tengen.games.results import Reason
from tengen.grid import Points
from tengen.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tengen.render.view import View


class Check(Value):
    """The answer, and every reason why not, each with its place on the board."""

    __slots__ = ("exact", "last_moves", "legal", "position", "reasons")

    position: Position
    legal: bool  # can the position be played on, wherever it came from?
    reasons: tuple[Reason, ...]
    exact: bool  # is a position without a reason known to be reachable?
    last_moves: Points | None  # the stones that could have been the last one played, where the game can say

    def __init__(
        self, position: Position, legal: bool, reasons: tuple[Reason, ...], exact: bool, last_moves: Points | None
    ) -> None:
        self._set(position=position, legal=legal, reasons=reasons, exact=exact, last_moves=last_moves)

    @property
    def reachable(self) -> bool | None:
        """True, False, or None where nothing was found against it and more is not known."""
        return False if self.reasons else True if self.exact else None

    @property
    def verdict(self) -> str:
        return "not reachable" if self.reasons else "reachable" if self.exact else "no contradiction found"

    def __bool__(self) -> bool:
        """Was nothing found against it?"""
        return not self.reasons

    def view(self) -> "View":
        """The position with a cross on each stone that a reason is about, and the reasons below it."""
        from tengen.render.view import MOST_TEXT, Mark

        view = self.position.view()
        wrong = dict.fromkeys(point for reason in self.reasons for point in reason.points.indices)
        words = "; ".join(map(str, self.reasons))
        caption = f"{self.verdict.capitalize()}{': ' if words else ''}{words}"[:MOST_TEXT]
        return view.changed(marks=tuple(Mark(point, "cross", "bad") for point in wrong), caption=caption)

    def _repr_svg_(self) -> "str | None":
        from tengen.render.notebook import inline

        return inline(self.view)

    def __repr__(self) -> str:
        return f"<Check: {'; '.join(map(str, self.reasons)) or self.verdict}>"


def check(position: Position) -> Check:
    """Whether some game leads to this position, and if not every reason with its place."""
    game = position.game
    flaws = game.flaws(position)
    reasons = (*flaws, *game.contradictions(position))
    return Check(position, not flaws, reasons, game.check_is_exact_for(position), game.last_moves(position))
