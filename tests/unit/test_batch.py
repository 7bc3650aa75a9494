"""tg.batch: its arrays, what it refuses, and what it keeps. That its boards follow the rules is in the conformance tests."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tengen as tg
from tengen.verbs.batch import Batch

ARRAYS = ("mask", "planes", "to_play", "rewards", "over", "truncated", "plies")
STARTS = {
    "nogo": tg.nogo.start(5),
    "go": tg.go.start((4, 5)),
    "gomoku": tg.gomoku.parse("....\n.#..\n....\n....", in_a_row=3),
    "othello": tg.othello.start(6),
}
every_game = pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)


def same(one: Batch[Any], other: Batch[Any]) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ARRAYS)


@every_game
def test_arrays_stay_where_they_are(start: tg.Position) -> None:
    batch = tg.batch(start, 6)
    moves, planes = batch.moves, len(batch.plane_names)
    kept = {name: getattr(batch, name) for name in ARRAYS}
    assert {name: (array.dtype.name, array.shape) for name, array in kept.items()} == {
        "mask": ("uint8", (6, moves)),
        "planes": ("uint8", (6, planes, start.height, start.width)),
        "to_play": ("uint8", (6,)),
        "rewards": ("float32", (6, 2)),
        "over": ("bool", (6,)),
        "truncated": ("bool", (6,)),
        "plies": ("int32", (6,)),
    }
    addresses = {name: array.ctypes.data for name, array in kept.items()}
    batch.step(batch.mask.argmax(axis=1))
    assert batch.plies.tolist() == [1] * 6
    batch.play_random(100)
    batch.reset()
    assert {name: getattr(batch, name).ctypes.data for name in ARRAYS} == addresses
    assert repr(batch) == f"<6 games of {start.game.title} {start.height}x{start.width}>"
    del batch
    gc.collect()
    assert kept["mask"][0].tolist() == list(start.mask)  # an array keeps the batch alive


@every_game
def test_planes_of_every_kind_are_the_same(start: tg.Position) -> None:
    batches = {kind: tg.batch(start, 5, planes=kind, seed=1) for kind in ("uint8", "float32", "bits")}
    for batch in batches.values():
        batch.play_random(7)
    numbers, floats, bits = (batch.planes for batch in batches.values())
    assert (floats.dtype.name, bits.dtype.name) == ("float32", "uint8")
    assert np.array_equal(floats, numbers)
    points = start.height * start.width
    assert bits.shape == (5, numbers.shape[1], (points + 7) // 8)
    unpacked = np.unpackbits(bits, axis=2, count=points, bitorder="little")
    assert np.array_equal(unpacked.reshape(numbers.shape), numbers)
    bare = tg.batch(start, 5, planes=None, seed=1)
    bare.play_random(7)
    assert np.array_equal(bare.mask, batches["uint8"].mask)
    with pytest.raises(tg.UsageError, match="this batch has no planes; it was made with planes=None"):
        _ = bare.planes


def test_what_is_written_into_the_arrays_changes_no_game() -> None:
    batch, twin = (tg.batch(tg.go.start(5), 8, seed=2) for _ in range(2))
    for name in ARRAYS:
        getattr(batch, name)[:] = 1
    batch.play_random(3)
    twin.play_random(3)
    assert same(batch, twin)


def test_some_boards_step_and_the_others_wait() -> None:
    batch = tg.batch(tg.nogo.start(3), 4)
    batch.step([4, 0], [3, 1])
    assert batch.plies.tolist() == [0, 1, 0, 1]
    assert [position[4] for position in batch.positions] == [None, None, None, tg.BLACK]
    batch.step(np.array([8], np.int16), np.array([False, True, False, False]))
    batch.step(memoryview(bytes([1, 2])), [True, False, True, False])
    assert batch.plies.tolist() == [1, 2, 1, 1]
    assert batch.positions[-3].board.cells == bytes([1, 0, 0, 0, 0, 0, 0, 0, 2])
    batch.step([], [])
    batch.play_random(1, [3])
    assert batch.plies.tolist() == [1, 2, 1, 2]
    batch.reset([1, 3])
    assert batch.plies.tolist() == [1, 0, 1, 0]
    batch.reset(batch.plies > 0)
    assert batch.plies.tolist() == [0, 0, 0, 0]


@every_game
def test_a_game_that_ends_is_begun_anew_if_so_asked(start: tg.Position) -> None:
    plain, anew = (tg.batch(start, 1, autoreset=autoreset) for autoreset in (False, True))
    while not plain.over[0]:
        moves = plain.mask.argmax(axis=1)
        plain.step(moves)
        anew.step(moves)
    assert (anew.over[0], anew.truncated[0]) == (True, plain.truncated[0])
    assert np.array_equal(anew.rewards, plain.rewards)
    winner = plain.positions[0].winner
    assert (
        plain.truncated[0] or plain.rewards[0].tolist() == {None: [0, 0], tg.BLACK: [1, -1], tg.WHITE: [-1, 1]}[winner]
    )
    assert not plain.mask.any()
    assert not plain.planes[0, 2:4].any()
    assert anew.positions[0] == start
    assert (anew.plies[0], anew.mask[0].tolist()) == (0, list(start.mask))
    with pytest.raises(tg.IllegalMove, match="board 0: the game is over"):
        plain.step([0])
    anew.step(anew.mask.argmax(axis=1))
    assert (anew.over[0], anew.rewards.tolist()) == (False, [[0, 0]])
    plain.reset(plain.over)
    assert plain.positions[0] == start
    assert (plain.over[0], plain.rewards.tolist()) == (False, [[0, 0]])


def test_an_illegal_move_loses_if_so_asked() -> None:
    batch = tg.batch(tg.nogo.parse(".XX\nX..\n..."), 2, illegal="lose")
    batch.step([4, 8])
    batch.step([8, 0])  # White at A3 would have no liberty
    assert (batch.over.tolist(), batch.truncated.tolist()) == ([False, True], [False, False])
    assert batch.rewards.tolist() == [[0, 0], [1, -1]]
    assert not batch.mask[1].any()
    with pytest.raises(tg.UsageError, match="board 0: 9 is not the number of a move; expected 0 to 8"):
        batch.step([9], [0])


def test_games_are_stopped_after_so_many_plies() -> None:
    batch = tg.batch(tg.go.start(3, komi=0.5), 2, most_plies=3)
    batch.step([4, 9])
    batch.step([9, 4])
    batch.step([0], [0])
    assert batch.rewards.tolist() == [[1, -1], [0, 0]]
    batch.step([9], [1])  # the other game keeps its result
    assert (batch.over.tolist(), batch.truncated.tolist()) == ([True, True], [True, True])
    assert batch.rewards.tolist() == [[1, -1], [-1, 1]]  # as the board stands
    assert batch.positions[0].is_over is False
    usual = tg.batch(tg.go.start(3), 20, seed=5)
    usual.play_random(1000)
    assert usual.over.all()
    assert usual.plies.max() <= 27


def test_chance_is_one_seed_a_board() -> None:
    start = tg.go.start(5)
    one, other, third = tg.batch(start, 50, seed=7, opening=4), tg.batch(start, 50, seed=7, opening=4, threads=3), None
    assert one.plies.tolist() == [4] * 50
    assert len({position.board.cells for position in one.positions}) > 40
    one.play_random(20)
    for _ in range(20):
        other.play_random()
    assert same(one, other)
    third = tg.batch(start, 2, seed=[3, 3])
    third.play_random(9)
    assert third.positions[0] == third.positions[1]
    third.reset([1], seed=11)
    third.reset([0], seed=11)
    third.play_random(9)
    assert third.positions[0] != third.positions[1]  # one number makes another one for each board
    third.reset(seed=np.array([5, 5], np.uint64))
    third.play_random(9)
    assert third.positions[0] == third.positions[1]


@every_game
def test_copies_and_pickles_go_on_alike(start: tg.Position) -> None:
    for autoreset in (False, True):
        batch = tg.batch(start, 20, seed=3, opening=2, autoreset=autoreset, most_plies=25, planes="float32")
        batch.play_random(17)
        others = [batch.copy(), pickle.loads(pickle.dumps(batch))]
        for other in others:
            assert same(batch, other)
        batch.play_random(9)
        batch.reset([4])
        for other in others:
            assert not same(batch, other)
            other.play_random(9)
            other.reset([4])
            assert same(batch, other)
            assert list(batch.positions) == list(other.positions)


@every_game
def test_symmetries(start: tg.Position) -> None:
    batch = tg.batch(start, 10, seed=4)
    batch.play_random(6)
    points = start.height * start.width
    assert len(batch.symmetries) == (8 if start.height == start.width else 4)
    for symmetry, table in enumerate(batch.symmetries):
        turned = batch.transformed(symmetry)
        assert np.array_equal(turned.mask, batch.mask[:, table])
        planes = batch.planes.reshape(10, -1, points)
        assert np.array_equal(turned.planes.reshape(10, -1, points), planes[:, :, table[:points]])
        assert [position.board for position in turned.positions] == [
            position.board.transformed(symmetry) for position in batch.positions
        ]
        turned.reset()
        assert turned.positions[0] == start.transformed(symmetry)
    for wrong in (-1, 8, *([] if len(batch.symmetries) == 8 else [4])):
        with pytest.raises(tg.UsageError, match="there is no such symmetry of this board"):
            batch.transformed(wrong)


def test_positions_are_given_and_taken() -> None:
    start = tg.go.start(5, ko="simple")
    batch = tg.batch(start, 3)
    ko = start
    for move in ("B1", "C1", "A2", "D2", "B3", "C3", "C2", "B2"):
        ko = ko.play(move)
    batch.positions[1] = ko
    assert batch.positions[1] == ko
    assert batch.positions[1:] == [ko, start]
    names = dict(zip(batch.plane_names, batch.planes[1], strict=True))
    assert np.argwhere(names["ko"]).tolist() == [[3, 2]]
    with pytest.raises(tg.IllegalMove, match="board 1: Black at C2 takes back the ko at once"):
        batch.step([0, 17, 0])
    assert batch.plies.tolist() == [0, 0, 0]
    over = ko.play("pass").play("pass")
    batch.positions[2] = over
    assert batch.over.tolist() == [False, False, True]
    for wrong in (tg.go.start(5), tg.go.start(4, ko="simple"), tg.go.parse("#....\n" + ".....\n" * 4, ko="simple")):
        with pytest.raises(tg.UsageError, match="the position is not of the batch's kind"):
            batch.positions[0] = wrong
    with pytest.raises(TypeError, match=r"<NoGo 5x5: 0 black, 0 white, Black to play> is not a position of Go"):
        batch.positions[0] = tg.nogo.start(5)  # type: ignore[assignment]
    with pytest.raises(IndexError, match="there is no board 3; expected 0 to 2"):
        batch.positions[3] = ko


def test_what_go_remembers_is_turned_too() -> None:
    start = tg.go.start(5, ko="simple")
    ko = start
    for move in ("B1", "C1", "A2", "D2", "B3", "C3", "C2", "B2"):
        ko = ko.play(move)
    batch = tg.batch(start, 2)
    batch.positions[0] = ko
    batch.positions[1] = ko.play("pass")
    turned = batch.transformed(2)
    assert np.array_equal(turned.planes, batch.planes[:, :, :, ::-1])
    assert turned.positions[0].captures(tg.WHITE) == 1
    turned.step([25], [1])
    assert turned.over.tolist() == [False, True]


def test_a_new_game_is_not_over() -> None:
    """Of a board whose last game ended in the step before."""
    batch = tg.batch(tg.nogo.parse("X.."), 1, autoreset=True)
    batch.step([1])
    assert batch.over[0]
    with pytest.raises(tg.IllegalMove, match="board 0: A1 is occupied by Black"):
        batch.step([0])
    finished = tg.nogo.parse("XX.", tg.WHITE)
    assert finished.is_over
    batch.positions[0] = finished
    for other in (batch.copy(), pickle.loads(pickle.dumps(batch)), batch.transformed(2)):
        with pytest.raises(tg.IllegalMove, match="board 0: the game is over"):
            other.step([0])


def test_the_end_is_waited_for_no_longer_than_it_takes() -> None:
    batch = tg.batch(tg.nogo.start(3), 4)
    batch.play_random(10**15)
    assert batch.over.all()
    batch.play_random(np.int64(3))


def test_random_games_are_those_of_simulate() -> None:
    """Not move by move, but in their lengths and results."""
    for start in (tg.nogo.start(4), tg.go.start(3), tg.gomoku.start(5), tg.othello.start(4)):
        batch = tg.batch(start, 4000, seed=1)
        batch.play_random(500)
        expected = tg.simulate_many(start, games=20_000, seed=1)
        assert batch.over.all()
        assert abs(batch.plies.mean() - expected.mean_plies) < 0.02 * expected.mean_plies + 0.05
        assert abs((batch.rewards[:, 0] == 1).mean() - expected.black_win_rate) < 0.03


REFUSED: list[tuple[Callable[[Batch[Any]], Any], type[Exception], str]] = [
    (lambda b: b.step([0]), tg.UsageError, "1 moves for 4 boards"),
    (lambda b: b.step([0, 1], [0]), tg.UsageError, "2 moves for 1 boards"),
    (lambda b: b.step(np.zeros(4)), tg.UsageError, "the moves are not integers"),
    (lambda b: b.step(np.zeros(4, bool)), tg.UsageError, "the moves are not integers"),
    (lambda b: b.step(np.zeros((4, 1), int)), tg.UsageError, "the moves have 2 dimensions; expected 1"),
    (
        lambda b: b.step([0.5] * 4),
        tg.UsageError,
        "not a list of whole numbers: 'float' object cannot be interpreted as an integer",
    ),
    (lambda b: b.step("abcd"), TypeError, "the moves: <class 'str'> is not an array or a list"),
    (lambda b: b.step(3), TypeError, "the moves: <class 'int'> is not an array or a list"),
    (lambda b: b.step([0, 0, 25, 0]), tg.UsageError, "board 2: 25 is not the number of a move; expected 0 to 24"),
    (lambda b: b.step([0, 0, -1, 0]), tg.UsageError, "board 2: -1 is not the number of a move; expected 0 to 24"),
    (
        lambda b: b.step(np.array([2**64 - 1] * 4, np.uint64)),
        tg.UsageError,
        "board 0: -1 is not the number of a move; expected 0 to 24",
    ),
    (lambda b: b.step([0], [4]), tg.UsageError, "there is no board 4; expected 0 to 3"),
    (lambda b: b.step([0, 0], [1, 1]), tg.UsageError, "board 1 is named twice"),
    (lambda b: b.step([0], [True]), tg.UsageError, "1 yes or no for 4 boards"),
    (lambda b: b.step([3, 7, 12, 0]), tg.IllegalMove, "board 2: C3 is occupied by Black"),
    (lambda b: b.play_random(-1), tg.UsageError, "-1 plies; expected a whole number, 0 or more"),
    (lambda b: b.reset(seed=[1]), tg.UsageError, "1 seeds for 4 boards"),
    (lambda b: b.reset(seed=-1), tg.UsageError, "the seed is -1; expected a whole number from 0 to 2**64 - 1"),
    (lambda b: tg.batch(b.start, 0), tg.UsageError, "0 boards; expected 1 to 16777216"),
    (
        lambda b: tg.batch(b.start, 4, planes="int"),  # type: ignore[arg-type]
        tg.UsageError,
        "planes='int'; expected 'uint8', 'float32' or 'bits', or None",
    ),
    (
        lambda b: tg.batch(b.start, 4, illegal="pass"),  # type: ignore[arg-type]
        tg.UsageError,
        "illegal='pass'; expected 'refuse' or 'lose'",
    ),
    (lambda b: tg.batch(b.start, 4, most_plies=0), tg.UsageError, "most_plies=0; expected 1 or more"),
    (
        lambda b: tg.batch(b.start, 4, opening=26),
        tg.UsageError,
        "an opening of 26 plies; expected 0 to 25, the points of the board",
    ),
    (
        lambda b: tg.batch(b.start, 4, opening=25),
        tg.UsageError,
        "25 random plies end nearly every game on this board; choose a shorter opening",
    ),
    (
        lambda b: tg.batch(b.start, 4, opening=9, most_plies=9),
        tg.UsageError,
        "an opening of 9 plies, and games are stopped after 9",
    ),
    (
        lambda b: tg.batch(b.start, 4, seed=[1, 2, 3, -1]),
        tg.UsageError,
        "the seed is -1; expected a whole number from 0 to 2**64 - 1",
    ),
    (lambda b: tg.batch(b.start, 4, threads=0), tg.UsageError, "0 threads; expected 1 to 1024"),
    (lambda b: tg.batch(b.start, 4, seed=[1, 2]), tg.UsageError, "2 seeds for 4 boards"),
    (lambda b: tg.batch(tg.nogo.start((65, 64)), 1), tg.UsageError, "a batch takes boards of up to 4096 points"),
    (
        lambda b: tg.batch(tg.nogo.start(64), 2**24),
        tg.UsageError,
        "a batch of 16777216 such boards takes more than 64 GiB",
    ),
    (lambda b: tg.batch(tg.nogo.start(1), 4), tg.UsageError, "the game is over"),
    (lambda b: tg.batch(tg.nogo.parse("XO"), 4), tg.IllegalPosition, "the black stone at A1 has no liberty"),
    (
        lambda b: tg.batch("nogo", 4),
        TypeError,
        "'nogo' is not a position; expected one to begin with, as tg.nogo.start(9) gives it",
    ),
]


@pytest.mark.parametrize(("ask", "error", "message"), REFUSED, ids=[str(k) for k in range(len(REFUSED))])
def test_refusals(ask: Callable[[Batch[Any]], Any], error: type[Exception], message: str) -> None:
    batch = tg.batch(tg.nogo.start(5), 4)
    batch.step([12] * 4)
    before = batch.copy()
    with pytest.raises(error) as caught:
        ask(batch)
    assert str(caught.value) == message
    assert same(batch, before)


def test_dlpack_shares_the_memory() -> None:
    batch = tg.batch(tg.nogo.start(5), 4)
    mask = np.from_dlpack(batch._native.mask)
    batch.step([12] * 4)
    assert mask[:, 12].tolist() == [0] * 4


def test_without_numpy_there_are_buffers() -> None:
    code = """
import sys
sys.modules["numpy"] = None
import tengen as tg
batch = tg.batch(tg.nogo.start(5), 2)
batch.step([3, 4])
mask = memoryview(batch.mask)
print(mask.shape, mask[0, 3], mask[1, 4], memoryview(batch.over).tolist(), memoryview(batch.symmetries).shape)
print(batch.mask.__dlpack_device__())
try:
    batch.step([3, 3])
except tg.IllegalMove as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "(2, 25) 0 0 [False, False] (8, 25)",
        "(1, 0)",
        "board 0: D5 is occupied by Black",
    ]
