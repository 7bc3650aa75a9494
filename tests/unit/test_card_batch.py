"""A batch on a graphics card, beside the core's: its kernels are compiled by this machine's compiler, and run here."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tengen as tg
from tengen.errors import IllegalMove, UsageError
from tengen.games.game import HasCardGames, Position
from tengen.verbs.batch import Batch
from tengen.verbs.card import CardArray
from tengen.verbs.card_batch import CardBatch
from twin import CardHere

ARRAYS = ("mask", "planes", "to_play", "rewards", "over", "truncated", "plies")
STARTS: dict[str, Any] = {
    "nogo": tg.nogo.start(5),
    "go": tg.go.parse("....\n.#X.\n..O.\n....\n....", ko="simple"),
    "gomoku": tg.gomoku.start((3, 11), in_a_row=3),
    "othello": tg.othello.start(8),
}
every_game = pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> CardHere:
    return CardHere(tmp_path_factory.mktemp("kernels"))


def beside(
    card: CardHere,
    start: Position,
    boards: int,
    planes: Any = "uint8",
    seed: Any = 7,
    autoreset: bool = False,
    illegal: str = "refuse",
    opening: int = 0,
    most_plies: int | None = None,
) -> tuple[Batch[Any], Batch[Any]]:
    """The same games on a card and in the core."""
    asked = start, boards, planes, seed, 1, autoreset, illegal, opening, most_plies
    return Batch(*asked, card), Batch(*asked)


def same(one: Batch[Any], other: Batch[Any], names: tuple[str, ...] = ARRAYS) -> bool:
    return all(
        getattr(one, name).dtype == getattr(other, name).dtype
        and np.array_equal(getattr(one, name), getattr(other, name))
        for name in names
    )


def chosen(batch: Batch[Any], boards: list[int], chance: random.Random) -> list[int]:
    """A legal move for each, and hardly ever a pass."""
    return [
        chance.choices(
            range(batch.moves),
            [int(may) * (1 if k < batch.height * batch.width else 1e-3) for k, may in enumerate(batch.mask[board])],
        )[0]
        for board in boards
    ]


@every_game
@pytest.mark.parametrize("autoreset", [False, True], ids=["waits", "begins anew"])
def test_a_card_plays_the_games_of_the_core(
    card: CardHere, start: Position, autoreset: bool, chance: random.Random
) -> None:
    ours, core = beside(card, start, 9, autoreset=autoreset, opening=2, most_plies=40)
    ended = 0
    for k in range(120):
        assert same(ours, core)
        ended += int(core.over.sum())
        boards = [board for board in range(9) if autoreset or not core.over[board]]
        if not boards:
            break
        moves = np.array(chosen(core, boards, chance), chance.choice(["int64", "int32", "uint8"]))
        where: Any = chance.choice([boards, np.isin(np.arange(9), boards), boards if len(boards) < 9 else None])
        for batch in (ours, core):
            batch.step(moves, where)
        if k % 10 == 3:
            for batch in (ours, core):
                batch.play_random(3, [1, 5])
    assert ended
    some = chance.sample(range(9), 3)
    for batch in (ours, core):
        batch.reset(some, seed=[5, 6, 2**64 - 1])
        batch.play_random(30)
    assert same(ours, core)
    assert ours.positions[:] == core.positions[:]


@every_game
def test_planes_of_every_kind(card: CardHere, start: Position) -> None:
    for planes in ("uint8", "float32", "bits", None):
        ours, core = beside(card, start, 5, planes=planes)
        for batch in (ours, core):
            batch.play_random(9)
        assert same(ours, core, ARRAYS if planes else tuple(name for name in ARRAYS if name != "planes"))
        assert ours.plane_names == core.plane_names
    with pytest.raises(UsageError, match=r"^this batch has no planes; it was made with planes=None$"):
        ours.planes  # noqa: B018


@every_game
def test_illegal_moves_lose_if_so_asked(card: CardHere, start: Position, chance: random.Random) -> None:
    ours, core = beside(card, start, 20, illegal="lose", autoreset=True)
    for _ in range(30):
        moves = [chance.randrange(core.moves) for _ in range(20)]
        for batch in (ours, core):
            batch.step(moves)
        assert same(ours, core)


def test_the_first_wrong_move_is_named_and_nothing_moves(card: CardHere) -> None:
    ours, core = beside(card, tg.nogo.start(5), 4)
    for batch in (ours, core):
        batch.step([0, 1, 2, 3])
    for moves, where, error, message in (
        ([4, 4, 2, 3], None, IllegalMove, "board 2: C5 is occupied by Black"),
        ([9, 3], [1, 3], IllegalMove, "board 3: D5 is occupied by Black"),
        ([4, 4, 25, 3], None, UsageError, "board 2: 25 is not the number of a move; expected 0 to 24"),
        ([4, -1, 4, 4], None, UsageError, "board 1: -1 is not the number of a move; expected 0 to 24"),
        ([4, 4], None, UsageError, "2 moves for 4 boards"),
        ([4, 4], [1, 1], UsageError, "board 1 is named twice"),
        ([4], [4], UsageError, "there is no board 4; expected 0 to 3"),
        ([0.5], [0], UsageError, "not a list of whole numbers: 'float' object cannot be interpreted as an integer"),
    ):
        for batch in (ours, core):
            with pytest.raises(error) as refused:
                batch.step(moves, where)
            assert str(refused.value) == message
        assert same(ours, core)


def test_a_move_for_a_game_that_is_over_is_refused(card: CardHere) -> None:
    for batch in beside(card, tg.gomoku.start(1), 2):
        batch.step([0, 0])
        with pytest.raises(IllegalMove, match=r"^board 0: the game is over$"):
            batch.step([0, 0])
    ours = beside(card, tg.gomoku.start((1, 2), in_a_row=1), 2, illegal="lose")[0]
    ours.step([0, 0])
    ours.step([1, 1])  # without waiting for the card there is nobody to refuse it
    assert ours.rewards.tolist() == [[1, -1], [1, -1]]


@every_game
def test_positions_are_given_and_taken(card: CardHere, start: Position) -> None:
    ours, core = beside(card, start, 3)
    for batch in (ours, core):
        batch.play_random(6)
        batch.positions[2] = batch.positions[0].play(batch.positions[0].legal_moves[0])
        batch.positions[1] = tg.simulate(start, seed=4).end
    assert same(ours, core)
    assert ours.over.tolist() == [False, True, False]
    assert ours.positions[:] == core.positions[:]
    with pytest.raises(UsageError, match=r"^the position is not of the batch's kind$"):
        ours.positions[0] = start.game.position(tg.Board(2, 2, bytes(4)))


class Streams:
    """The part of a card that an array of it asks."""

    name = "NVIDIA H200"

    def __init__(self) -> None:
        self.held: list[int] = []

    def hold_back(self, stream: int) -> None:
        self.held.append(stream)

    def read(self, address: int, size: int) -> bytearray:
        return CardHere.read(self, address, size)  # type: ignore[arg-type]


def lying_there(numbers: NDArray[Any], streams: Streams) -> CardArray:
    return CardArray(streams, numbers.ctypes.data, numbers.shape, numbers.dtype.name, numbers)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["int32", "uint8"])
def test_moves_and_boards_may_lie_on_the_card(card: CardHere, kind: str) -> None:
    streams = Streams()
    ours, core = beside(card, tg.nogo.start(5), 4)
    moves, some = np.array([5, 6, 24, 8], kind), np.array([3, 1], kind)
    which = np.array([True, False, True, True])
    ours.step(lying_there(moves, streams))
    core.step(moves)
    ours.step(lying_there(moves[2:], streams), lying_there(some, streams))
    core.step(moves[2:], some)
    ours.reset(lying_there(which, streams))
    core.reset(which)
    assert same(ours, core)
    with pytest.raises(IllegalMove, match=r"^board 1: B4 is occupied by Black$"):
        ours.step(lying_there(np.array([0, 6, 2, 3], kind), streams))
    with pytest.raises(UsageError, match=r"^3 moves for 4 boards$"):
        ours.step(lying_there(moves[:3], streams))
    with pytest.raises(UsageError, match=r"^the moves are not integers$"):
        ours.step(lying_there(which, streams))
    with pytest.raises(
        UsageError, match=r"^not an array of whole numbers, with one dimension, on the first graphics card$"
    ):
        ours.step(lying_there(np.zeros((4, 1), kind), streams))
    assert streams.held == []  # all of it is on the default stream


@pytest.mark.parametrize("stride", [1, 2, 0, -1])
def test_boards_may_be_named_by_part_of_an_array(card: CardHere, stride: int, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = np.array([3, 0, 1, 2], "int32")
    part = np.lib.stride_tricks.as_strided(numbers[1:], (2,), (4 * stride,))
    ours = beside(card, tg.nogo.start(5), 4)[0]
    native = ours._native
    assert isinstance(native, CardBatch)
    monkeypatch.setattr("tengen.verbs.card_batch.card_numbers", lambda _: (part.ctypes.data, 2, stride, 4, True, False))
    assert list(native._from_card(lying_there(numbers, Streams()))) == part.tolist()


def test_an_array_on_a_card_is_for_other_libraries() -> None:
    streams = Streams()
    numbers = np.arange(6, dtype="float32").reshape(3, 2)
    array = lying_there(numbers, streams)
    assert (array.shape, array.dtype, len(array)) == ((3, 2), "float32", 3)
    assert repr(array) == "<float32 (3, 2) on the graphics card NVIDIA H200>"
    assert array.__dlpack_device__() == (2, 0)
    assert array.__cuda_array_interface__ == {
        "shape": (3, 2),
        "typestr": "<f4",
        "data": (numbers.ctypes.data, False),
        "strides": None,
        "version": 3,
        "stream": 1,
    }
    assert np.array_equal(np.asarray(array.host()), numbers)
    assert 'capsule object "dltensor"' in repr(array.__dlpack__())
    assert 'capsule object "dltensor_versioned"' in repr(array.__dlpack__(stream=1, max_version=(1, 0)))
    array.__dlpack__(stream=-1)
    assert streams.held == []
    array.__dlpack__(stream=77)
    assert streams.held == [77]  # which reads what we write: it waits


def test_copies_go_on_alike(card: CardHere) -> None:
    ours = beside(card, STARTS["nogo"], 6)[0]
    ours.play_random(5)
    other = ours.copy()
    ours.play_random(3)
    assert not same(ours, other)
    other.play_random(3)
    assert same(ours, other)
    kept, expected = other.mask, other.mask.copy()
    del other
    ours.reset()
    assert np.array_equal(kept, expected)  # an array keeps its memory


@every_game
def test_no_bytes_are_taken_for_a_board_that_they_are_not(start: Position, chance: random.Random) -> None:
    """What comes back from a card is not trusted."""
    assert isinstance(start.game, HasCardGames)
    native = start.game.card_batch(start, 1, 1, False, False, 0, 0)
    with pytest.raises(ValueError, match=r"^these are not the bytes of a board$"):
        native.position(bytes(native.seat_bytes - 1), start)
    taken, said = 0, set()
    for _ in range(3000):
        seat = bytes(chance.choices(b"\0\1\2\xff", (200, 5, 5, chance.choice((0, 1))), k=native.seat_bytes))
        try:
            repr(native.position(seat, start).legal_moves)
            taken += 1
            found = native.position(seat, start)
            holes = [cell == 3 for cell in start.board.cells]
            assert [cell == 3 for cell in found.board.cells] == holes
        except ValueError as error:
            said.add(str(error))
    assert taken
    assert said == {"these are not the bytes of a board"}


def test_what_a_card_does_not_do_is_said(card: CardHere) -> None:
    ours = beside(card, STARTS["nogo"], 2)[0]
    with pytest.raises(UsageError) as refused:
        pickle.dumps(ours)
    assert str(refused.value) == "a batch on a graphics card cannot be pickled; its positions can: batch.positions[:]"
    with pytest.raises(UsageError) as refused:
        ours.transformed(1)
    assert str(refused.value) == (
        "a batch on a graphics card is not laid down another way; its symmetries say how arrays are"
    )


def test_too_many_boards_are_refused(card: CardHere) -> None:
    with pytest.raises(UsageError) as refused:
        Batch(tg.go.start(19, ko="simple"), 2_000_000, "uint8", 0, 1, False, "refuse", 0, None, card)
    assert str(refused.value) == (
        "2000000 such boards are more than a graphics card's batch takes; expected 1296789 at most"
    )


@pytest.mark.parametrize(
    ("start", "what"),
    [
        (tg.nogo.start(20), "NoGo on a 20x20 board"),
        (tg.gomoku.start((2, 64)), "Gomoku on a 2x64 board"),
        (tg.gomoku.start(15, variant="renju"), "renju"),
        (tg.go.start(9), "Go with positional superko (ko=simple it does)"),
    ],
    ids=str,
)
def test_what_no_card_has_is_named(start: Position, what: str) -> None:
    with pytest.raises(UsageError) as refused:
        tg.batch(start, 4, device="gpu")
    assert str(refused.value) == f"no graphics card has a batch of {what}; the device cpu does"


def test_devices() -> None:
    with pytest.raises(UsageError, match=r"^there is no device 'tpu'; expected cpu or gpu$"):
        tg.batch(tg.nogo.start(5), 4, device="tpu")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"^threads are the processor's; leave them out with the device gpu$"):
        tg.batch(tg.nogo.start(5), 4, device="gpu", threads=2)
