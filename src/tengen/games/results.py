"""The small values that games and verbs answer with."""

from tengen.grid import Color, Point, Points
from tengen.values import Value


class Reason(Value):
    """One thing that is wrong with a position: the rule, in a word; the whole story; where."""

    __slots__ = ("points", "rule", "text")

    rule: str
    text: str
    points: "Points[Point]"

    def __init__(self, rule: str, text: str, points: "Points[Point]") -> None:
        self._set(rule=rule, text=text, points=points)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Reason {self.rule}: {self.text}>"


class Refusal(Value):
    """Why a move is illegal: the rule, in a word; the whole story; the chains it would leave without a liberty, or the
    rows it would make."""

    __slots__ = ("chains", "rule", "text")

    rule: str
    text: str
    chains: "tuple[Points[Point], ...]"

    def __init__(self, rule: str, text: str, chains: "tuple[Points[Point], ...]" = ()) -> None:
        self._set(rule=rule, text=text, chains=chains)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Refusal {self.rule}: {self.text}>"


class Outcome(Value):
    """How a game ended: who won (None for a draw), and in words why."""

    __slots__ = ("termination", "winner")

    winner: Color | None
    termination: str

    def __init__(self, winner: Color | None, termination: str) -> None:
        self._set(winner=winner, termination=termination)

    def __str__(self) -> str:
        return f"{f'{self.winner} wins' if self.winner else 'a draw'}: {self.termination}"

    def __repr__(self) -> str:
        return f"Outcome({self.winner!r}, {self.termination!r})"


class LinesOfPlay(Value):
    """How many lines of play there are, and how many of them are complete games, by outcome."""

    __slots__ = ("black_wins", "draws", "lines", "white_wins")

    lines: int
    black_wins: int
    white_wins: int
    draws: int

    def __init__(self, lines: int = 0, black_wins: int = 0, white_wins: int = 0, draws: int = 0) -> None:
        self._set(lines=lines, black_wins=black_wins, white_wins=white_wins, draws=draws)

    def __add__(self, other: "LinesOfPlay") -> "LinesOfPlay":
        return LinesOfPlay(
            self.lines + other.lines,
            self.black_wins + other.black_wins,
            self.white_wins + other.white_wins,
            self.draws + other.draws,
        )
