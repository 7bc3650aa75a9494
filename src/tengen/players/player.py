"""What a player is, the two simplest ones, and any function as a player."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from traceback import walk_tb
from types import FunctionType
from typing import ClassVar, Protocol, Self, cast, runtime_checkable

from tengen.errors import ParseError, PlayerFailed, UsageError
from tengen.games.game import Position
from tengen.grid import BLACK, Pass, Point
from tengen.players.choice import Choice
from tengen.players.clock import Clock
from tengen.values import Value
from tengen.verbs.simulate import checked_seed

_TENGEN = str(Path(__file__).parent.parent)

RESIGN = "resign"
Answer = Choice | Point | Pass | str  # a str: the name of a move, or RESIGN
Function = Callable[[Position, Clock | None], Answer]


@runtime_checkable
class Player(Protocol):
    """Chooses moves. Players are values: they compare, pickle, and print as what makes them again."""

    def choose(self, position: Position, clock: Clock | None = None) -> Choice:
        """A move for the side to play in this position, which is not over. The clock is that side's."""
        ...

    def seeded(self, seed: int) -> Player:
        """The same player with its chance fixed: same positions, same moves."""
        ...


def chance(seed: int | None, position: Position) -> int:
    """64 bits of chance. With a seed only the position settles them, not what was drawn before."""
    words = b"%d:%d:%b" % (checked_seed(seed), position.to_play is BLACK, position.board.cells)
    return int.from_bytes(blake2b(words, digest_size=8).digest(), "little")


def require_moves(position: Position) -> None:
    """Refuses a position in which there is no move to choose."""
    position.require_sound()
    if position.is_over:
        raise UsageError("the game is over; there is no move to choose")


def ask(player: Player, position: Position, clock: Clock | None, name: object = None) -> Choice:
    """The player's choice, of a legal move or to resign. `name`: for a message, if the player is not called by str."""
    answer = player.choose(position, clock)
    # Tengen's own players choose legal moves. A class that somebody else derived from theirs may not.
    is_own = type(player).__module__.startswith("tengen.")
    return answer if is_own else checked(answer, position, name or player)


def checked(answer: Answer, position: Position, name: object) -> Choice:
    """What a player of this name answered, as the choice of a legal move or to resign; or raises PlayerFailed."""
    if answer is None:
        raise PlayerFailed(f"{name} gave None, which is no move; to resign it would give {RESIGN!r}", "illegal")
    if isinstance(answer, str) and answer.lower() == RESIGN:
        return Choice(None)
    choice = answer if isinstance(answer, Choice) else Choice(cast(Point | Pass, answer))
    if choice.move is None:
        return choice
    try:
        move = position.move(choice.move)
        wrong = position.why_illegal(move)
    except (ParseError, TypeError, IndexError) as error:
        raise PlayerFailed(f"{name} chose an illegal move: {error}", "illegal") from None
    if wrong is not None:
        raise PlayerFailed(f"{name} chose an illegal move: {wrong}", "illegal")
    return choice if move is choice.move else Choice(move, choice.value, choice.candidates, choice.line, choice.exact)


def worded(error: BaseException) -> str:
    """What somebody's own code raised, which may not even have words, and where in that code."""
    try:
        words = f"{type(error).__name__}: {error}"
    except Exception:
        words = type(error).__name__
    places = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    theirs = [f"{Path(file).name}, line {line}" for file, line in places if not file.startswith((_TENGEN, "<"))]
    return f"{words} ({theirs[-1]})" if theirs else words


class OwnPlayer(Value):
    """What Tengen's players have in common."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<player {self}>"


class _SeededPlayer(OwnPlayer):
    """A player whose only setting is the seed of its chance: of its moves, or of those that look equal."""

    __slots__ = ("seed",)

    seed: int | None
    _kind: ClassVar[str]

    def __init__(self, seed: int | None = None) -> None:
        self._set(seed=None if seed is None else checked_seed(seed))

    def seeded(self, seed: int) -> Self:
        return type(self)(seed)

    def __str__(self) -> str:
        return self._kind if self.seed is None else f"{self._kind}:seed={self.seed}"


class RandomPlayer(_SeededPlayer):
    """Plays as `simulate` does: any legal move; in Go no own eye is filled, and a pass is for want of other moves."""

    _kind = "random"

    def choose(self, position: Position, clock: Clock | None = None) -> Choice:
        require_moves(position)
        return Choice(position.game.random_game(position, "random", chance(self.seed, position), 1, None)[0])


class GreedyPlayer(_SeededPlayer):
    """Plays what looks best at once: NoGo, more moves than the other side; Go, area; Gomoku, rows; Othello, discs."""

    _kind = "greedy"

    def choose(self, position: Position, clock: Clock | None = None) -> Choice:
        require_moves(position)
        gains = position.game.gains(position)
        best = max(gains)
        equals = [move for move, gain in zip(position.legal_moves, gains, strict=True) if gain == best]
        return Choice(equals[chance(self.seed, position) % len(equals)])


class FunctionPlayer(OwnPlayer):
    """A function (position, clock) -> move as a player. The move may be a Point, a name like "E5", or a Choice."""

    __slots__ = ("function", "name")

    function: Function
    name: str

    def __init__(self, function: Function, name: str | None = None) -> None:
        self._set(function=function, name=name or getattr(function, "__name__", "function"))

    def seeded(self, seed: int) -> FunctionPlayer:
        return self  # its chance is its own

    def choose(self, position: Position, clock: Clock | None = None) -> Choice:
        require_moves(position)
        return checked(self.function(position, clock), position, self.name)

    def __str__(self) -> str:
        return self.name


def as_player(player: Player | Function) -> Player:
    """A player, whether it is one already or a function that chooses moves."""
    is_ours = isinstance(player, FunctionType) and (player.__module__ or "").startswith("tengen.")  # players.mcts
    if is_ours or isinstance(player, type):
        name = getattr(player, "__name__", "")
        raise TypeError(f"{name} makes a player and is none itself; call it, as in {name}(...)")
    if isinstance(player, Player):
        return player
    if callable(player):
        return FunctionPlayer(player)
    raise TypeError(f"{player!r} is not a player; expected one of tengen.players, or a function (position, clock)")
