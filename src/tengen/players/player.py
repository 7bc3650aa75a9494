"""What a player is, the two simplest ones, and any function as a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from tengen.board import Pass, Point, Points
from tengen.errors import PlayerFailed, UsageError
from tengen.games.game import GamePosition
from tengen.players.choice import Choice
from tengen.players.clock import Clock
from tengen.values import Value
from tengen.verbs.simulate import checked_seed

Answer = Choice | Point | Pass | str | None
Function = Callable[[GamePosition, Clock | None], Answer]


@runtime_checkable
class Player(Protocol):
    """Chooses moves. Players are values: they compare, pickle, and print as what makes them again."""

    def choose(self, position: GamePosition, clock: Clock | None = None) -> Choice:
        """A move for the side to play in this position, which is not over. The clock is that side's."""
        ...

    def seeded(self, seed: int) -> Player:
        """The same player with its chance fixed: same positions, same moves."""
        ...


def draw(seed: int | None, position: GamePosition, moves: Points) -> Point | Pass:
    """One of these moves. With a seed the position settles which, whatever was drawn before."""
    fixed = checked_seed(seed)
    text = f"{fixed}:{position.board.cells!r}:{position.to_play}"
    from random import Random

    return moves[Random(text).randrange(len(moves))]


def require_moves(position: GamePosition) -> Points:
    """The legal moves, of which there is one."""
    position.require_sound()
    moves = position.legal_moves
    if not moves:
        raise UsageError("the game is over; there is no move to choose")
    return moves


class RandomPlayer(Value):
    """Plays as `simulate` does: any legal move; in Go none that fills an own eye, and a pass only for want of others."""

    __slots__ = ("seed",)

    seed: int | None

    def __init__(self, seed: int | None = None) -> None:
        self._set(seed=None if seed is None else checked_seed(seed))

    def seeded(self, seed: int) -> RandomPlayer:
        return RandomPlayer(seed)

    def choose(self, position: GamePosition, clock: Clock | None = None) -> Choice:
        require_moves(position)
        return Choice(draw(self.seed, position, position.game.random_moves(position)))

    def __str__(self) -> str:
        return "random" if self.seed is None else f"random:seed={self.seed}"

    def __repr__(self) -> str:
        return f"<player {self}>"


class GreedyPlayer(Value):
    """Plays what looks best at once: NoGo, more moves than the other side; Go, area; Gomoku, rows; Othello, discs."""

    __slots__ = ("seed",)

    seed: int | None  # settles between equals

    def __init__(self, seed: int | None = None) -> None:
        self._set(seed=None if seed is None else checked_seed(seed))

    def seeded(self, seed: int) -> GreedyPlayer:
        return GreedyPlayer(seed)

    def choose(self, position: GamePosition, clock: Clock | None = None) -> Choice:
        moves = require_moves(position)
        gains = position.game.gains(position)
        best = max(gains)
        return Choice(draw(self.seed, position, Points(
            [move for move, gain in zip(moves, gains, strict=True) if gain == best], position.width)))

    def __str__(self) -> str:
        return "greedy" if self.seed is None else f"greedy:seed={self.seed}"

    def __repr__(self) -> str:
        return f"<player {self}>"


class FunctionPlayer(Value):
    """A function (position, clock) -> move as a player. The move may be a Point, a name like "E5", or a Choice."""

    __slots__ = ("function", "name")

    function: Function
    name: str

    def __init__(self, function: Function, name: str | None = None) -> None:
        self._set(function=function, name=name or getattr(function, "__name__", "function"))

    def seeded(self, seed: int) -> FunctionPlayer:
        return self  # its chance is its own

    def choose(self, position: GamePosition, clock: Clock | None = None) -> Choice:
        require_moves(position)
        answer = self.function(position, clock)
        choice = answer if isinstance(answer, Choice) else Choice(None if answer is None else position.move(answer))
        if choice.move is not None and not position.is_legal(choice.move):
            raise PlayerFailed(f"{self.name} chose an illegal move: {position.why_illegal(choice.move)}", "illegal")
        return choice

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<player {self}>"


def as_player(player: Player | Function) -> Player:
    """A player, whether it is one already or a function that chooses moves."""
    if isinstance(player, Player):
        return player
    if callable(player):
        return FunctionPlayer(player)
    raise TypeError(f"{player!r} is not a player; expected one of tengen.players, or a function (position, clock)")
