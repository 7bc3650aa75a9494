"""check: can this position arise in a legal game, and if not, why not?"""

from tengen.games.game import GamePosition, Reason


class Check:
    """The answer: `reachable`, and every reason why not, each with its place on the board."""

    __slots__ = ("legal", "reasons")

    def __init__(self, legal: bool, reasons: tuple[Reason, ...]) -> None:
        self.legal = legal  # can the position be played on, wherever it came from?
        self.reasons = reasons

    @property
    def reachable(self) -> bool:
        return not self.reasons

    def __bool__(self) -> bool:
        return self.reachable

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Check):
            return NotImplemented
        return (self.legal, self.reasons) == (other.legal, other.reasons)

    def __hash__(self) -> int:
        return hash((self.legal, self.reasons))

    def __repr__(self) -> str:
        return f"<Check: {'reachable' if self.reachable else '; '.join(map(str, self.reasons))}>"


def check(position: GamePosition) -> Check:
    """Whether some game leads to this position, and if not every reason with its place."""
    flaws = position.game.flaws(position)
    return Check(not flaws, (*flaws, *position.game.contradictions(position)))
