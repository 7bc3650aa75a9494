"""check: can this position arise in a legal game, and if not, why not?"""

from tengen.games.game import GamePosition, Reason
from tengen.values import Value


class Check(Value):
    """The answer: `reachable`, and every reason why not, each with its place on the board."""

    __slots__ = ("legal", "reasons")

    legal: bool  # can the position be played on, wherever it came from?
    reasons: tuple[Reason, ...]

    def __init__(self, legal: bool, reasons: tuple[Reason, ...]) -> None:
        self._set(legal=legal, reasons=reasons)

    @property
    def reachable(self) -> bool:
        return not self.reasons

    def __bool__(self) -> bool:
        return self.reachable

    def __repr__(self) -> str:
        return f"<Check: {'reachable' if self.reachable else '; '.join(map(str, self.reasons))}>"


def check(position: GamePosition) -> Check:
    """Whether some game leads to this position, and if not every reason with its place."""
    flaws = position.game.flaws(position)
    return Check(not flaws, (*flaws, *position.game.contradictions(position)))
