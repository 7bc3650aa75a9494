"""A game that was played: where it started, the moves, how it ended."""

from tengen.board import Color, Points
from tengen.games.game import GamePosition, Outcome


class Record:
    """A start, the moves from it, and the outcome (None if the game was not over). Immutable."""

    __slots__ = ("_end", "moves", "seed", "start")

    def __init__(self, start: GamePosition, moves: Points, seed: int | None = None) -> None:
        self.start = start
        self.moves = moves
        self.seed = seed  # of the chance in it, if there was any
        self._end: GamePosition | None = None

    @property
    def end(self) -> GamePosition:
        """The position after the last move."""
        if self._end is None:
            right, end = self.start.replay(self.moves)
            if right < len(self.moves):
                end.play(self.moves[right])  # raises IllegalMove, and says why
            self._end = end
        return self._end

    @property
    def outcome(self) -> Outcome | None:
        return self.end.outcome

    @property
    def winner(self) -> Color | None:
        outcome = self.outcome
        return outcome.winner if outcome else None

    def __len__(self) -> int:
        """How many plies were played."""
        return len(self.moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return (self.start, self.moves) == (other.start, other.moves)

    def __hash__(self) -> int:
        return hash((self.start, self.moves))

    def __repr__(self) -> str:
        shown = self.start.vertices(self.moves[:8]) + (" ..." if len(self.moves) > 8 else "")
        return f"<Record of {len(self.moves)} plies: {shown}; {self.outcome or 'not over'}>"

    def __getstate__(self) -> tuple[GamePosition, Points, int | None]:
        return self.start, self.moves, self.seed

    def __setstate__(self, state: tuple[GamePosition, Points, int | None]) -> None:
        self.__init__(*state)  # type: ignore[misc]
