"""Every door of the native module, knocked at with sense and nonsense: only Python's own exceptions may come out.

A few thousand knocks are a test. `make soak` makes many more, at a module that is built with the sanitizers. If a door
breaks there, this says each knock before it is made, so that the last line is the one:

    LD_PRELOAD="$(c++ -print-file-name=libasan.so) $(c++ -print-file-name=libubsan.so)" \
        ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 PYTHONPATH=build/sanitized-python/python \
        .venv/bin/python tests/unit/test_native_doors.py SEED KNOCKS
"""

from __future__ import annotations

import array
import ast
import random
import re
import sys
import threading
import time
import warnings
from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from conftest import SEED
from tengen import _core
from tengen.games.record import Record
from tengen.nets import tensor_shapes

REFUSALS = (TypeError, ValueError, IndexError, OverflowError, MemoryError, BufferError, AttributeError, SystemError)
SLICE = 0.003  # seconds that a long job gets before it is cancelled

ODD_NUMBERS = (
    -(2**63),
    -(2**31) - 1,
    -(2**31),
    -3,
    -2,
    -1,
    0,
    1,
    7,
    255,
    256,
    2**31 - 1,
    2**31,
    2**32,
    2**63,
    2**64,
    10**30,
)
ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**64,
    0.5,
    float("nan"),
    "",
    "A1",
    "pass",
    b"",
    b"\x00",
    (),
    [],
    [None],
    object(),
    int,
)
PLAUSIBLE: dict[str, Callable[[random.Random], Any]] = {
    "threads": lambda rng: rng.randint(1, 3),
    "most_bytes": lambda rng: rng.choice([0, 1, 64, 4096, 1 << 16, 1 << 20]),
    "seconds": lambda rng: rng.choice([0.0, 0.001, -1.0]),
    "visits": lambda rng: rng.randint(0, 40),
    "games": lambda rng: rng.randint(0, 40),
    "symmetry": lambda rng: rng.randint(0, 7),
    "ko": lambda rng: rng.randint(0, 2),
    "variant": lambda rng: rng.randint(0, 2),
    "boards": lambda rng: rng.choice([1, 2, 3, 70]),
    "board": lambda rng: rng.randint(0, 3),
    "planes": lambda rng: rng.randint(0, 3),
    "opening": lambda rng: rng.randint(0, 3),
    "most_plies": lambda rng: rng.randint(0, 40),
    "moves": lambda rng: _array(rng, 13),
    "where": lambda rng: rng.choice([None, None, _array(rng, 3), memoryview(bytes([1, 0, 1])).cast("?")]),
    "seed": lambda rng: rng.choice([rng.randrange(2**64), _array(rng, 99)]),
    "numbers": lambda rng: rng.choice(
        [_net_numbers(5, 2, 1, False), _net_numbers(5, 2, 1, True), _floats(5, 3, 3), _floats(1, 5, 9)]
    ),
}


def _floats(*shape: int) -> memoryview[float]:
    return memoryview(array.array("f", [0.5] * prod(shape))).cast("B").cast("f", shape)


def _net_numbers(planes: int, channels: int, blocks: int, passes: bool) -> array.array[float]:
    return array.array(
        "f", bytes(4 * sum(prod(shape) for shape in tensor_shapes(planes, channels, blocks, passes).values()))
    )


def _array(rng: random.Random, most: int) -> array.array[int]:
    return array.array(rng.choice("bBhHiIqQ"), [rng.randint(0, most) for _ in range(rng.choice([1, 3, 3, 70]))])


# No machine has as much; what it could have would be taken.
ODD: dict[str, tuple[Any, ...]] = {
    "threads": (-(2**31), -1, 0, 1025, 2**31, 2**64),
    "most_bytes": (-1, 2**40 + 1, 2**63, 2**64 - 1, 2**64),
    "seconds": (float("nan"), float("inf"), float("-inf"), 1e300, -0.0),
    "cells": (-1, 100_000_001, 2**31, 2**64),
    "boards": (-1, 0, 2**24 + 1, 2**63),
}


class Impatience:
    """Cancels what takes longer than a slice."""

    def __init__(self) -> None:
        self._since: tuple[float, _core.Cancel] | None = None
        self.is_needed = True
        threading.Thread(target=self._watch, daemon=True).start()

    def flag(self) -> _core.Cancel:
        cancel = _core.Cancel()
        self._since = time.monotonic(), cancel
        return cancel

    def _watch(self) -> None:
        while self.is_needed:
            if (since := self._since) is not None and time.monotonic() > since[0] + SLICE:
                since[1].request()
            time.sleep(SLICE)


class Door:
    """A function or a method, as the stubs have it."""

    def __init__(self, owner: str | None, node: ast.FunctionDef) -> None:
        marks = {ast.unparse(each) for each in node.decorator_list}
        self.owner, self.name = owner, node.name
        self.is_property = "property" in marks
        arguments = [*node.args.posonlyargs, *node.args.args]
        self.takes_self = owner is not None and "staticmethod" not in marks
        self.parameters = [
            (each.arg, ast.unparse(each.annotation) if each.annotation else "") for each in arguments[self.takes_self :]
        ]


def doors() -> list[Door]:
    tree = ast.parse(Path(_core.__file__).with_name("_core.pyi").read_text())
    found = [Door(None, node) for node in tree.body if isinstance(node, ast.FunctionDef)]
    for each in tree.body:
        if isinstance(each, ast.ClassDef):
            found += [Door(each.name, node) for node in each.body if isinstance(node, ast.FunctionDef)]
    return found


def _said(values: list[Any]) -> str:
    """Nothing that is shown may be asked how it looks: it may be half made."""
    return ", ".join(
        repr(each) if isinstance(each, int | float | str | bytes | list) else type(each).__name__ for each in values
    )


def forged(kind: Any, state: object) -> Any:
    """What unpickling makes of a state."""
    made = kind.__new__(kind)
    made.__setstate__(state)
    return made


class Knocker:
    def __init__(self, rng: random.Random, say: Callable[[str], object]) -> None:
        self._rng, self._say = rng, say
        self._doors = doors()
        self._impatience = Impatience()
        self._known: dict[str, list[Any]] = {}
        for start in (
            tg.nogo.start(3),
            tg.nogo.start((1, 9)),
            tg.nogo.start(20),
            tg.go.start(2),
            tg.go.start((3, 4)),
            tg.go.start((1, 3), ko="simple", suicide=True),
            tg.gomoku.start(3, in_a_row=3),
            tg.gomoku.start((2, 7), variant="caro"),
            tg.gomoku.start(20),
            tg.othello.start(4),
            tg.othello.start((6, 4)),
            tg.othello.start(12),
            tg.Point(0, 0),
            tg.Point(2, 1),
            tg.PASS,
            tg.Points([tg.Point(0, 0), tg.PASS, tg.Point(1, 2)], 3),
            tg.Color.BLACK,
            tg.Color.WHITE,
            _core.Cancel(),
            _core.Totals(9, True),
            _core.NogoSolver(tg.nogo.start(3), 1 << 16, 0, 2),
            _core.NogoStripSolver(tg.nogo.start((1, 9)), 1 << 16, 0),
            _core.GoSolver(tg.go.start(2), 1 << 16),
            _core.GomokuSolver(tg.gomoku.start(3, in_a_row=3), 1 << 16),
            _core.OthelloSolver(tg.othello.start(4), 1 << 16),
            _core.OthelloLayer(tg.othello.start(4), True),
            _core.NogoSearch(tg.nogo.start(3), 1, 1 << 16),
            _core.GoSearch(tg.go.start(2), 1, 1 << 16),
            _core.GomokuSearch(tg.gomoku.start(3), 1, 1 << 16),
            _core.OthelloSearch(tg.othello.start(4), 1, 1 << 16),
            _core.NogoProof(tg.nogo.start(2), tg.BLACK, 1 << 16),
            _core.NogoBatch(tg.nogo.start(3), 3, 1, 5, 2, False, False, 1, 0),
            _core.GoBatch(tg.go.start((3, 4)), 70, 2, 5, 2, True, True, 2, 20),
            _core.GomokuBatch(tg.gomoku.start((2, 70)), 3, 3, 5, 1, True, False, 0, 0),
            _core.OthelloBatch(tg.othello.start(4), 3, 0, 5, 1, False, True, 0, 9),
            _core.NogoCardBatch(tg.nogo.start(3), 3, 1, False, False, 1, 0),
            _core.GoCardBatch(tg.go.start((3, 4), ko="simple"), 70, 2, True, True, 2, 20),
            _core.GomokuCardBatch(tg.gomoku.start((2, 60)), 3, 3, True, False, 0, 0),
            _core.OthelloCardBatch(tg.othello.start(4), 3, 0, False, True, 0, 9),
            net := _core.Net(5, 2, 1, False, _net_numbers(5, 2, 1, False)),
            _core.Net(10, 2, 1, True, _net_numbers(10, 2, 1, True)),
            _core.NetAsker(net, 3, 3),
        ):
            self._keep(start)
            if hasattr(start, "board"):
                self._keep(start.board)
        self._keep(_core.NogoProver(self._known["NogoSolver"][0], tg.BLACK, 1 << 16))
        self._keep(_core.PositionCounter(tg.Board(3, 3, bytes(9)), True, 1 << 20))
        self._keep(_core.flip_counts(tg.Board(2, 2, bytes([1, 2, 0, 1])), tg.Color.WHITE))

    def close(self) -> None:
        self._impatience.is_needed = False

    def knock(self) -> None:
        rng = self._rng
        door = rng.choice(self._doors)
        chosen = rng.random()
        if chosen < 0.08:
            self._try("buffer", lambda: bytes(memoryview(self._object("Board | Points | FlipCounts"))))
        elif chosen < 0.16:
            self._forge()
        elif door.is_property:
            self._try(f"{door.owner}.{door.name}", lambda: getattr(self._object(str(door.owner)), door.name))
        else:
            self._call(door)

    def _call(self, door: Door) -> None:
        arguments = [self._argument(name, kind) for name, kind in door.parameters]
        if self._rng.random() < 0.03 and not any("Cancel" in kind for _, kind in door.parameters):
            arguments = arguments[:-1] if self._rng.random() < 0.5 else [*arguments, None]
        owner: Any = _core if door.owner is None else getattr(_core, door.owner)
        if door.name == "__init__":
            self._try(f"{door.owner}({_said(arguments)})", lambda: owner(*arguments))
        else:
            on = self._object(str(door.owner)) if door.takes_self else owner
            self._try(f"{_said([on])}.{door.name}({_said(arguments)})", lambda: getattr(on, door.name)(*arguments))

    def _forge(self) -> None:
        """What a pickle could hold: the state of something, changed here and there."""
        kind = self._rng.choice([kind for kind, known in self._known.items() if hasattr(known[0], "__getstate__")])
        model = self._rng.choice(self._known[kind])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            state = self._changed(model.__getstate__())

        self._try(f"{kind}.__setstate__({state!r})", lambda: forged(type(model), state))

    def _changed(self, value: Any) -> Any:
        rng = self._rng
        if rng.random() < 0.15:
            return rng.choice([*ODD_NUMBERS, *ODD_VALUES])
        if isinstance(value, list | tuple):
            parts = [self._changed(each) for each in value]
            if parts and rng.random() < 0.1:
                parts.pop(rng.randrange(len(parts)))
            return type(value)(parts)
        return value

    def _try(self, what: str, act: Callable[[], Any]) -> None:
        self._say(what)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that something was never initialised, which is meant
                result = act()
                repr(result)
        except REFUSALS:
            return
        for each in result if isinstance(result, tuple | list) else (result,):
            self._keep(each)

    def _keep(self, value: Any) -> None:
        """For later knocks, some of each kind."""
        for kind in type(value).__mro__:
            if kind.__module__ == "tengen._core":
                known = self._known.setdefault(kind.__name__, [])
                if len(known) < 30:
                    known.append(value)
                else:
                    known[self._rng.randrange(30)] = value

    def _object(self, kinds: str) -> Any:
        kind = self._rng.choice(kinds.split(" | "))
        if self._rng.random() < 0.03 and (made := vars(_core).get(kind)) is not None:
            return made.__new__(made)  # never initialised
        return self._rng.choice(self._known.get(kind) or [None])

    def _plausible(self, name: str, most: int) -> Any:
        return PLAUSIBLE[name](self._rng) if name in PLAUSIBLE else self._rng.randint(0, most)

    def _argument(self, name: str, kind: str) -> Any:
        rng = self._rng
        if "Cancel" in kind:
            return self._impatience.flag()
        if rng.random() < 0.05:
            return rng.choice([value for value in ODD_VALUES if name not in ODD or value is None])
        if name in ODD and kind != "bytes":
            return self._plausible(name, 30) if rng.random() < 0.7 else rng.choice(ODD[name])
        if kind.startswith("int"):
            return self._plausible(name, 6) if rng.random() < 0.7 else rng.choice(ODD_NUMBERS)
        if kind == "float":
            return rng.choice([0.0, -1.0, 0.5])
        if kind == "bool":
            return rng.random() < 0.5
        if kind == "bytes":
            return bytes(rng.choices(b"\x00\x00\x01\x02\x03\xff.XOA1 -\n", k=rng.choice([0, 1, 4, 9, 12, 36])))
        if kind.startswith("Iterable"):
            return [
                rng.choice([tg.Point(rng.randint(-1, 9), rng.randint(-1, 9)), tg.PASS])
                for _ in range(rng.randint(0, 9))
            ]
        if kind == "Point":
            return tg.Point(rng.choice([-1, 0, 1, 2, 5, 2**31 - 1]), rng.choice([-(2**31), 0, 0, 1, 3, 99]))
        if kind == "object" and name in PLAUSIBLE and rng.random() < 0.8:
            return PLAUSIBLE[name](rng)
        if name == "saved" and kind.startswith("tuple"):
            return (rng.randint(-1, 9), *rng.choices([-3, -1, 0, 5, 2**31 - 1], k=2), 0.5, -1.0, True, False, 2**63)
        if kind in ("object", "slice", "") or kind.startswith("tuple"):
            return rng.choice([slice(rng.randint(-9, 9), None, rng.choice([-2, 1, 3])), self._object("Points"), 1])
        return self._object(kind)


def knock(rng: random.Random, cases: int, say: Callable[[str], object] = lambda what: None) -> None:
    """So many knocks, of which nothing but refusals and answers may come."""
    knocker = Knocker(rng, say)
    try:
        for _ in range(cases):
            knocker.knock()
    finally:
        knocker.close()


def raised() -> _core.Cancel:
    cancel = _core.Cancel()
    cancel.request()
    return cancel


GAMES = (tg.nogo, tg.go, tg.gomoku, tg.othello)
LOW_ROW = tg.Point(5, 0)  # off a board of four rows


@pytest.mark.parametrize("game", GAMES)
def test_moves_off_the_board_are_refused(game: Any) -> None:
    start = game.start(4)
    for ask in (start.play, start.is_legal, start.why_illegal, start.__getitem__):
        with pytest.raises(IndexError, match=r"^Point\(5, 0\) is not on a 4x4 board$"):
            ask(LOW_ROW)
    with pytest.raises(IndexError, match=r"^Point\(5, 0\) is not on a 4x4 board$"):
        start.replay(tg.Points([LOW_ROW], 4))
    with pytest.raises(IndexError, match=r"^Point\(5, 0\) is not on a 4x4 board$"):
        _ = Record(start, tg.Points([LOW_ROW], 4)).end
    with pytest.raises(ValueError, match=r"^moves on a board of 5 columns; expected 4$"):
        start.replay(tg.Points([tg.Point(0, 0)], 5))


@pytest.mark.parametrize("game", GAMES)
def test_a_position_that_was_never_initialised_is_refused(game: Any) -> None:
    bare = game.Position.__new__(game.Position)
    for ask in (bare.play, bare.is_legal, bare.__getitem__):
        with pytest.raises(TypeError, match=r"^the object was never initialised$"):
            ask(tg.Point(0, 0))


@pytest.mark.parametrize("kind", [tg.Board, tg.Points, _core.FlipCounts])
def test_a_buffer_that_was_never_initialised_is_refused(kind: Any) -> None:
    with pytest.raises(BufferError, match=r"^the object was never initialised$"):
        memoryview(kind.__new__(kind))


EMPTY = tg.Board(2, 2, bytes(4))


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: tg.Points([], 0), "0 columns; expected 1 to 100000000"),
        (lambda: tg.Points([], -3), "-3 columns; expected 1 to 100000000"),
        (
            lambda: tg.Board(1, 100_000_001, b""),
            "a 1x100000001 board has too many points; at most 100000000 are allowed",
        ),
        (lambda: forged(tg.Points, ([-1], 3, 0)), "the saved points are not points"),
        (lambda: forged(tg.Points, ([2**31 - 1], 3, 0)), "the saved points are not points"),
        (lambda: forged(tg.Points, ([1], 0, 0)), "0 columns; expected 1 to 100000000"),
        (lambda: forged(tg.Points, ([6], 3, 2)), "the saved points are not points"),
        (lambda: forged(tg.Points, ([1], 3, -2)), "a board has at least one row and one column"),
        (lambda: forged(tg.Board, (-1, -1, b"\x00")), "a board has at least one row and one column"),
        (lambda: forged(_core.FlipCounts, (9, 9, [1], 1)), "a board has height * width counts"),
        (lambda: forged(_core.Totals, (1, 1, 0, [], [1], [], [], [])), "the saved totals are not of one board"),
        (
            lambda: forged(tg.go.Position, (EMPTY, tg.BLACK, (0, False, 1), 0, 4, (0, 0), [])),
            "the saved ko is not on an empty point",
        ),
        (
            lambda: forged(tg.go.Position, (EMPTY, tg.BLACK, (0, False, 1), 3, -1, (0, 0), [])),
            "the saved passes are not 0 to 2",
        ),
        (lambda: _core.scan_rows(b".", 2, 1, 1, b".XO"), "the offset is past the end of the text"),
        (lambda: _core.scan_rows(b".", 0, -1, -1, b".XO"), "a board has at least one row and one column"),
        (lambda: _core.scan_rows(b".", 0, 1, 1, b"..XO#"), "more glyphs than there are kinds of cells"),
        (lambda: _core.point_lines(tg.Points([tg.PASS], 1), 0, 1), "a pass has no row and column"),
        (
            lambda: _core.NogoJobs.count_additions(tg.nogo.start(2), 2, 1, 9, 10),
            "there is no empty point of this number",
        ),
        (lambda: _core.NogoJobs.count_additions(tg.nogo.start(2), -1, 1), "fewer than no stones"),
        (lambda: _core.GoJobs.perft(tg.go.start(2), 1001), "1001 plies; expected 0 to 1000"),
        (
            lambda: _core.GomokuJobs.check_many(tg.gomoku.start(1), b"\x04"),
            "a cell is 0 (empty), 1 (black), 2 (white) or 3 (no point there)",
        ),
        (lambda: _core.OthelloLayer(tg.othello.start(4), True).perft(1, 0, 0, None), "there is no such part"),
        (lambda: _core.OthelloLayer(tg.othello.start(10), True), "layers are of boards up to 8x8"),
        (
            lambda: _core.OthelloJobs.count_games(_core.OthelloPosition(_core.othello_start(17, 2), tg.BLACK)),
            "Othello is counted on at most 16x16",
        ),
        (lambda: _core.NogoSolver(tg.nogo.start(9), 1 << 20, 0, 1), "the solver does not take this position"),
        (lambda: _core.NogoStripSolver(tg.nogo.start(2), 1 << 20, 0), "the solver does not take this position"),
        (lambda: _core.GoSolver(tg.go.start(6), 1 << 20), "the solver does not take this position"),
        (lambda: _core.NogoSearch(tg.nogo.start(1), 0, 1 << 20), "the game is over"),
        (lambda: _core.Answers(70, 2**31 - 1), "more answers than a search asks for"),
        (lambda: _core.Answers(2**16 + 1, 1), "more answers than a search asks for"),
        (lambda: _core.NogoSearch(tg.nogo.start(3), 0, 2**40 + 1), "1099511627777 bytes; expected 0 to 1099511627776"),
        (
            lambda: _core.NogoSearch(tg.nogo.start(3), 0, 1 << 20).run(1, 0.0, 1025, False, None),
            "1025 threads; expected 1 to 1024",
        ),
        (
            lambda: _core.NogoSearch(tg.nogo.start(3), 0, 1 << 20).run(1, float("nan"), 1, False, None),
            "the seconds are not a number",
        ),
    ],
)
def test_what_no_board_could_hold_is_refused(act: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        act()


@pytest.mark.parametrize("asked", [[3], [(1, 2, 3)], [(tg.batch(tg.go.start(3), 1)._native, None, None)]])
def test_a_search_asks_a_batch_of_its_game(asked: Any) -> None:
    with pytest.raises(TypeError, match=r"^expected a batch of this game, its answers and a function$"):
        _core.NogoSearch(tg.nogo.start(3), 0, 1 << 20).run(1, 0.0, 1, False, None, asked)


def test_a_solver_that_never_ran_can_be_asked() -> None:
    solver = _core.NogoSolver(tg.nogo.start(2), 1 << 20, 0, 1)
    assert solver.count_plies(1 << 20, -1.0, raised())[0] >= 0
    pieces: list[bytes] = []
    assert _core.NogoProver(solver, tg.BLACK, 1 << 20).run(pieces.append, -1.0, None) == 0
    assert pieces == [b"ACB"]


def test_what_proofs_are_read_from_and_written_to_may_fail() -> None:
    def fail(*_: object) -> bytes:
        raise LookupError("gone")

    proof = _core.NogoProof(tg.nogo.start(2), tg.BLACK, 1 << 20)
    prover = _core.NogoProver(_core.NogoSolver(tg.nogo.start(2), 1 << 20, 0, 1), tg.BLACK, 1 << 20)
    for work in (lambda: proof.run(fail, None), lambda: prover.run(fail, -1.0, None)):
        with pytest.raises(LookupError, match=r"^gone$"):
            work()
    with pytest.raises(TypeError, match=r"^a piece is not bytes$"):
        proof.run(lambda: "ACB", None)  # type: ignore[arg-type,return-value]
    pieces = [b"\n A", b"C", b"B\n", b""]
    assert proof.run(lambda: pieces.pop(0), None)[0] == 0
    assert proof.answers == 3


def test_games_too_long_to_count_are_given_up() -> None:
    with pytest.raises(OverflowError, match=r"^more boards, or longer games, than can be counted$"):
        _core.GoJobs.count_games(tg.go.start((1, 13)))
    with pytest.raises(OverflowError, match=r"^longer games than can be counted$"):
        _core.GomokuJobs.count_games(tg.gomoku.start(100))
    assert _core.GomokuJobs.count_games(tg.gomoku.start(100, in_a_row=1)) == (10_000, 0, 0)


def test_a_count_on_a_large_board_stops_at_once() -> None:
    assert sum(_core.GoJobs.count_games(tg.go.start(19), raised())) <= 1


def test_knocks_at_all_doors_are_answered_or_refused(chance: random.Random) -> None:
    knock(chance, 30_000 if SEED else 3_000)


if __name__ == "__main__":
    knock(random.Random(sys.argv[1]), int(sys.argv[2]), lambda what: print(what, flush=True))
