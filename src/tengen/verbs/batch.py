"""batch: many games of one kind side by side, in arrays that stay where they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, Generic, Literal, SupportsIndex, TypeVar

from tengen.errors import IllegalMove, UsageError, listed
from tengen.games.game import HasCardGames, Position
from tengen.verbs.simulate import checked_seed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tengen.games.native import NativeBatch
    from tengen.verbs.card_batch import CardBatch, Device

P = TypeVar("P", bound=Position)
PlaneKind = Literal["uint8", "float32", "bits"] | None
COMMON_PLANES = ("own", "other", "own legal", "other legal", "points")  # that every game has
_PLANE_KINDS: tuple[PlaneKind, ...] = (None, "uint8", "float32", "bits")  # as the core numbers them
_ILLEGAL = ("refuse", "lose")
_DEVICES = ("cpu", "gpu")
_PLIES_AT_A_TIME = 200_000  # of all boards together: then Ctrl-C is heard
_MOST_PLIES = 10_000  # that the core plays at a time


def batch(
    start: P,
    boards: int,
    *,
    planes: PlaneKind = "uint8",
    seed: int | Sequence[int] | NDArray[Any] = 0,
    threads: int = 1,
    autoreset: bool = False,
    illegal: Literal["refuse", "lose"] = "refuse",
    opening: int = 0,
    most_plies: int | None = None,
    device: Literal["cpu", "gpu"] = "cpu",
) -> Batch[P]:
    """This many games from one position, side by side.

    planes: what `Batch.planes` is made of; None saves the time that it takes to write them.
    seed: of the games' chance, which is in openings and `play_random`; or one number for each board.
    threads: that a step is shared out to. They change nothing but the time.
    autoreset: a game that ends is begun anew in the same step.
    illegal: an illegal move is refused and nothing is stepped ("refuse"), or loses the game ("lose").
    opening: every game begins with this many random plies.
    most_plies: a game is stopped after this many plies and taken as it stands. None: as `simulate` does it, which stops
    games of Go after three plies for each point, and others never.
    device: "gpu": a graphics card (the extra `gpu`) has the games, and the arrays, for libraries that take them there.
    """
    if device not in _DEVICES:
        raise UsageError(f"there is no device {device!r}; expected {listed(_DEVICES)}")
    if device == "gpu" and threads != 1:
        raise UsageError("threads are the processor's; leave them out with the device gpu")
    made = Batch(start, boards, planes, seed, threads, autoreset, illegal, opening, most_plies, device)
    if opening and min(_host(made._native.plies)) < opening:
        raise UsageError(f"{opening} random plies end nearly every game on this board; choose a shorter opening")
    return made


class Batch(Generic[P]):
    """Many games side by side. The arrays are made once, and every call changes them in place."""

    def __init__(
        self,
        start: P,
        boards: int,
        planes: PlaneKind,
        seed: int | Sequence[int] | NDArray[Any],
        threads: int,
        autoreset: bool,
        illegal: str,
        opening: int,
        most_plies: int | None,
        device: str | Device = "cpu",  # a card, or what stands for one
    ) -> None:
        if not isinstance(start, Position):
            raise TypeError(f"{start!r} is not a position; expected one to begin with, as tg.nogo.start(9) gives it")
        if planes not in _PLANE_KINDS:
            raise UsageError(f"planes={planes!r}; expected {listed(map(repr, _PLANE_KINDS[1:]))}, or None")
        if illegal not in _ILLEGAL:
            raise UsageError(f"illegal={illegal!r}; expected {listed(map(repr, _ILLEGAL))}")
        start.require_sound()
        if most_plies is None:
            most_plies = start.game.plies_allowed(start) or 0
        elif most_plies < 1:
            raise UsageError(f"most_plies={most_plies}; expected 1 or more")
        points = start.height * start.width
        if not 0 <= opening <= points:
            raise UsageError(f"an opening of {opening} plies; expected 0 to {points}, the points of the board")
        if most_plies and opening >= most_plies:
            raise UsageError(f"an opening of {opening} plies, and games are stopped after {most_plies}")
        self.start = start
        self.game = start.game
        self._native: NativeBatch
        self._settings = (planes, threads, autoreset, illegal, opening, most_plies)
        kind, loses = _PLANE_KINDS.index(planes), illegal == "lose"
        with refusals():
            if device == "cpu":
                self._native = self.game.batch(
                    start, boards, kind, _seeds(seed), threads, autoreset, loses, opening, most_plies
                )
            else:
                self._native = _card_batch(device, start, boards, kind, autoreset, loses, opening, most_plies)
                self._native.reset(None, _seeds(seed))

    @property
    def height(self) -> int:
        return self.start.height

    @property
    def width(self) -> int:
        return self.start.width

    @property
    def moves(self) -> int:
        """How many numbers a move can have: one for each point, and a last one for the pass in games that have it."""
        return self._native.moves

    @property
    def plane_names(self) -> tuple[str, ...]:
        return (*COMMON_PLANES, *self.game.more_planes)

    @cached_property
    def mask(self) -> NDArray[np.uint8]:
        """For each board and move: 1 if the side to move may make it."""
        return _array(self._native.mask)

    @cached_property
    def planes(self) -> NDArray[Any]:
        """For each board, plane and point what the side to move sees. As "bits" eight points are a byte, the first one
        in its lowest bit."""
        if self._settings[0] is None:
            raise UsageError("this batch has no planes; it was made with planes=None")
        return _array(self._native.planes)

    @cached_property
    def to_play(self) -> NDArray[np.uint8]:
        """For each board: 0 if Black is to move, 1 if White is."""
        return _array(self._native.to_play)

    @cached_property
    def rewards(self) -> NDArray[np.float32]:
        """For each board, Black's and White's: 1 and -1 if its last step ended the game and one of them won, else 0."""
        return _array(self._native.rewards)

    @cached_property
    def over(self) -> NDArray[np.bool_]:
        """For each board: is the game over? With autoreset: did it end in the last step?"""
        return _array(self._native.over)

    @cached_property
    def truncated(self) -> NDArray[np.bool_]:
        """For each board that is over: was it stopped for having too many plies?"""
        return _array(self._native.truncated)

    @cached_property
    def plies(self) -> NDArray[np.int32]:
        """For each board: how many plies were played, those of a random opening among them."""
        return _array(self._native.plies)

    def step(self, moves: Any, where: Any = None) -> None:
        """One move on every board, or on those that `where` names: an array of their numbers, or of one bool a board.

        moves: an array of whole numbers, one for each of these boards. Unless all of them can be made, none is.
        """
        with refusals():
            refused = self._native.step(_whole(moves), _whole(where))
        if refused is not None:
            board, number, is_over = refused
            reason = "the game is over" if is_over else self.positions[board].why_illegal(number)
            raise IllegalMove(f"board {board}: {reason}")

    def play_random(self, plies: SupportsIndex = 1, where: Any = None) -> None:
        """This many random moves on every board, or on those that `where` names (as for `step`), chosen as `simulate`
        does. A game that is over stays as it is."""
        if hasattr(plies, "__len__") or not hasattr(plies, "__index__") or (count := index(plies)) < 0:
            raise UsageError(f"{plies!r} plies; expected a whole number, 0 or more")
        most = min(max(1, _PLIES_AT_A_TIME // len(self)), _MOST_PLIES)
        boards = _whole(where)
        with refusals():
            for done in range(0, count, most):
                self._native.play_random(min(most, count - done), boards)
                if done + most < count and not self._settings[2] and all(_host(self._native.over)):
                    break

    def reset(self, where: Any = None, seed: int | Sequence[int] | NDArray[Any] | None = None) -> None:
        """Begins these games anew: all, or those that `where` names (as for `step`).

        seed: new chance for these boards: one number, or one for each of them.
        """
        with refusals():
            self._native.reset(_whole(where), None if seed is None else _seeds(seed))

    @property
    def positions(self) -> Positions[P]:
        """The boards as ordinary positions: positions[3] gives one, positions[3] = position puts one there."""
        return Positions(self)

    def copy(self) -> Batch[P]:
        """The same games again, with arrays and chance of their own."""
        return self._with(self.start, self._native.copy())

    def transformed(self, symmetry: int) -> Batch[P]:
        """The same games with every board laid down another way, as `Position.transformed` does it.

        In Go what a superko rule remembers is left behind.
        """
        with refusals():
            native = self._native.transformed(symmetry)
        return self._with(self.start.transformed(symmetry), native)

    @cached_property
    def symmetries(self) -> NDArray[np.int32]:
        """For each symmetry that keeps the board's shape and each move: where it comes from.

        policy[:, symmetries[k]] are the numbers of `policy`, one for each move, laid down as `transformed(k)`.
        """
        from array import array

        height, width = self.height, self.width
        rows = []
        for symmetry in range(8 if height == width else 4):
            for row in range(height):
                for col in range(width):
                    place = (height - 1 - row if symmetry & 1 else row), (width - 1 - col if symmetry & 2 else col)
                    rows.append(place[1] * width + place[0] if symmetry & 4 else place[0] * width + place[1])
            rows.extend(range(height * width, self.moves))
        flat = memoryview(array("i", rows))
        return _array(flat.cast("B").cast("i", (len(rows) // self.moves, self.moves)))

    def _with(self, start: P, native: Any) -> Batch[P]:
        other = object.__new__(type(self))
        other.start, other.game, other._settings, other._native = start, self.game, self._settings, native
        return other

    def __len__(self) -> int:
        return self._native.boards

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.game.title} {self.height}x{self.width}>"

    def __reduce__(self) -> tuple[Any, ...]:
        boards = [(self.positions[k], self._native.rest(k)) for k in range(len(self))]
        return _read_back, (self.start, self._settings, boards)


class Positions(Sequence[P]):
    """The boards of a batch as positions."""

    def __init__(self, batch: Batch[P]) -> None:
        self._batch = batch

    def __len__(self) -> int:
        return len(self._batch)

    def _number(self, board: int) -> int:
        number = board + len(self) if board < 0 else board
        if not 0 <= number < len(self):
            raise IndexError(f"there is no board {board}; expected 0 to {len(self) - 1}")
        return number

    def __getitem__(self, board: Any) -> Any:
        if isinstance(board, slice):
            return [self[k] for k in range(*board.indices(len(self)))]
        return self._batch._native.position(self._number(board), self._batch.start)

    def __setitem__(self, board: int, position: P) -> None:
        if type(position) is not type(self._batch.start):
            raise TypeError(f"{position!r} is not a position of {self._batch.game.title}")
        position.require_sound()
        with refusals():
            self._batch._native.put(self._number(board), position)


@contextmanager
def refusals() -> Iterator[None]:
    """The core's refusals, as errors of ours."""
    try:
        yield
    except UsageError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from None


def _card_batch(
    device: Any, start: Any, boards: int, kind: int, autoreset: bool, loses: bool, opening: int, most_plies: int
) -> CardBatch:
    from tengen.verbs.card import card
    from tengen.verbs.card_batch import CardBatch

    game = start.game
    if not isinstance(game, HasCardGames):
        raise UsageError(f"no graphics card has a batch of {game.title}; the device cpu does")
    if (misfit := game.card_batch_misfit(start)) is not None:
        raise UsageError(f"no graphics card has a batch of {misfit}; the device cpu does")
    native = game.card_batch(start, boards, kind, autoreset, loses, opening, most_plies)
    return CardBatch(
        card() if device == "gpu" else device, native, start.height, start.width, _PLANE_KINDS[kind], loses
    )


def _array(native: Any) -> NDArray[Any]:
    """As numpy's, where numpy is installed; else as it is, with the buffer protocol and DLPack. One on a card stays
    there."""
    shown: NDArray[Any] = native
    if hasattr(native, "__cuda_array_interface__"):
        return shown
    try:
        import numpy
    except ImportError:
        return shown
    return numpy.asarray(native)


def _host(native: Any) -> memoryview:
    return native.host() if hasattr(native, "host") else memoryview(native)


def _whole(numbers: Any) -> Any:
    """What has no buffer of its own, as an array of whole numbers."""
    if isinstance(numbers, list | tuple | range):
        from array import array

        if numbers and all(isinstance(number, bool) for number in numbers):
            return memoryview(bytes(numbers)).cast("?")
        try:
            return array("q", numbers)
        except (TypeError, OverflowError) as error:
            raise UsageError(f"not a list of whole numbers: {error}") from None
    return numbers


def _seeds(seed: Any) -> Any:
    if hasattr(seed, "__index__") and not hasattr(seed, "__len__"):  # numpy's arrays have both
        return checked_seed(index(seed))
    if isinstance(seed, list | tuple | range):
        from array import array

        return array("Q", [checked_seed(each) for each in seed])
    return seed


def _read_back(start: Any, settings: tuple[Any, ...], boards: list[tuple[Any, Any]]) -> Batch[Any]:
    planes, threads, autoreset, illegal, opening, most_plies = settings
    made = Batch(start, len(boards), planes, 0, threads, autoreset, illegal, opening, most_plies or None)
    for number, (position, rest) in enumerate(boards):
        made._native.put(number, position)
        made._native.put_rest(number, rest)
    return made
