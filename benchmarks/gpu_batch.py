"""Batches on a graphics card: beside the core's, board for board, and then steps a second beside Pgx's.

Each part is tried for itself: what fails is said, and the others go on.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

import tengen as tg
from benchmarks.batch_peers import chosen
from benchmarks.peers import Peers
from benchmarks.timing import medians, table
from tengen.errors import UsageError
from tengen.verbs.card import card

BOARDS = 65_536
STEPS = 100  # of a run
ROUNDS = 5
BAR = 10  # times Pgx
ARRAYS = ("mask", "planes", "to_play", "rewards", "over", "truncated", "plies")
CHECKED: dict[str, Any] = {
    "NoGo 9x9": lambda: tg.nogo.start(9),
    "NoGo 5x7 with holes": lambda: tg.nogo.parse("..#....\n.......\n.......\n#......\n......#"),
    "Go 9x9": lambda: tg.go.start(9, ko="simple"),
    "Go 13x13": lambda: tg.go.start(13, ko="simple"),
    "Go 19x19": lambda: tg.go.start(19, ko="simple"),
    "Go 5x7 with suicide and holes": lambda: tg.go.parse(
        "..#....\n.......\n.......\n#......\n......#", ko="simple", suicide=True
    ),
    "Gomoku 15x15": lambda: tg.gomoku.start(15),
    "Gomoku 19x19, caro": lambda: tg.gomoku.start(19, variant="caro"),
    "Othello 8x8": tg.othello.start,
    "Othello 6x6": lambda: tg.othello.start(6),
    "Othello 10x10": lambda: tg.othello.start(10),
}
# A start, how many plies a game may have (as Pgx has them), and Pgx's name for it.
TIMED: dict[str, tuple[Callable[[], Any], int | None, str | None]] = {
    "Go 9x9": (lambda: tg.go.start(9, ko="simple"), 162, "go_9x9"),
    "Go 19x19": (lambda: tg.go.start(19, ko="simple"), 722, "go_19x19"),
    "Othello 8x8": (tg.othello.start, None, "othello"),
    "NoGo 9x9": (lambda: tg.nogo.start(9), None, None),
    "Gomoku 15x15": (lambda: tg.gomoku.start(15), None, None),
}


def host(array: Any) -> np.ndarray[Any, Any]:
    return np.asarray(array.host() if hasattr(array, "host") else array)


def held(start: Any, boards: int, steps: int) -> str:
    """The same moves on the card and in the core: legal ones where games wait, any where they lose."""
    compared = 0
    for lose, planes in ((False, "uint8"), (True, "float32"), (True, "bits")):
        asked: dict[str, Any] = {
            "planes": planes,
            "seed": 5,
            "autoreset": lose,
            "illegal": "lose" if lose else "refuse",
            "opening": 2,
            "most_plies": steps // 2,
        }
        core, ours = tg.batch(start, boards, **asked), tg.batch(start, boards, device="gpu", **asked)
        chance = np.random.default_rng(1)
        for k in range(steps):
            for name in ARRAYS:
                one, other = host(getattr(ours, name)), host(getattr(core, name))
                if one.dtype != other.dtype or not np.array_equal(one, other):
                    wrong = np.argwhere(np.atleast_1d(one != other))[:3].tolist()
                    raise AssertionError(f"step {k}, {asked}: {name} differs, first at {wrong}")
                compared += 1
            which = None if lose else np.flatnonzero(~core.over)
            if which is not None and not len(which):
                break
            moves = chosen(core.mask, chance)
            if lose:
                moves = np.where(chance.random(boards) < 0.02, chance.integers(0, core.moves, boards), moves)
            else:
                moves = moves[which]
            core.step(moves, which)
            ours.step(moves, which)
            if k % 20 == 10:
                core.play_random(2)
                ours.play_random(2)
        for k in range(0, boards, max(1, boards // 10)):
            if ours.positions[k] != core.positions[k]:
                raise AssertionError(f"{asked}: position {k} differs")
    return f"{compared:,} arrays of {boards:,} boards are equal"


def held_start(name: str) -> str:
    begun = time.perf_counter()
    said = held(CHECKED[name](), 1000, 300)
    return f"{name}: {said} ({time.perf_counter() - begun:.0f} s)"


def refusals() -> str:
    batch = tg.batch(tg.nogo.start(5), 1000, device="gpu")
    batch.step(np.full(1000, 12))
    moves = np.zeros(1000, "int32")
    moves[[700, 300]] = 12
    before = host(batch.mask)
    try:
        batch.step(moves)
    except tg.IllegalMove as error:
        assert np.array_equal(before, host(batch.mask))
        return f"refused: {error}"
    raise AssertionError("an illegal move was made")


def _address(array: Any) -> int:
    return int(array.__cuda_array_interface__["data"][0])


def taken_by_torch() -> str:
    import torch

    batch = tg.batch(tg.othello.start(), 1000, device="gpu", illegal="lose", autoreset=True)
    core = tg.batch(tg.othello.start(), 1000, autoreset=True)
    taken = {name: torch.from_dlpack(getattr(batch, name)) for name in ARRAYS}
    also = torch.as_tensor(batch.planes, device="cuda")
    assert also.data_ptr() == _address(batch.planes)
    for name, tensor in taken.items():
        assert tensor.is_cuda
        assert tensor.data_ptr() == _address(getattr(batch, name))
    for number in range(100):
        with torch.cuda.stream(torch.cuda.Stream()) if number % 2 else torch.cuda.stream(None):
            mask = torch.from_dlpack(batch.mask)
            moves = mask.float().argmax(1)
            batch.step(moves if number % 3 else moves.to(torch.int32))
            core.step(moves.cpu().numpy())
            torch.cuda.current_stream().wait_stream(torch.cuda.default_stream())
            assert torch.equal(torch.from_dlpack(batch.mask).cpu(), torch.from_numpy(core.mask))
    batch.reset(torch.arange(1000, device="cuda") % 2 == 0)
    core.reset(np.arange(1000) % 2 == 0)
    assert np.array_equal(taken["plies"].cpu().numpy(), core.plies)
    return f"torch {torch.__version__} takes the arrays without a copy, and its moves are played"


def taken_by_cupy() -> str:
    import cupy

    batch = tg.batch(tg.othello.start(), 1000, device="gpu")
    taken = cupy.from_dlpack(batch.mask)
    assert taken.data.ptr == cupy.asarray(batch.mask).data.ptr == _address(batch.mask)
    batch.step(taken.argmax(axis=1))
    assert int(cupy.asarray(batch.plies).sum()) == 1000
    return f"cupy {cupy.__version__} takes the arrays without a copy, and its moves are played"


def taken_by_jax() -> str:
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax

    batch = tg.batch(tg.othello.start(), 1000, device="gpu")
    for _ in range(20):
        mask = jax.dlpack.from_dlpack(batch.mask)
        assert mask.unsafe_buffer_pointer() == _address(batch.mask)
        batch.step(mask.argmax(axis=1))
    assert int(jax.dlpack.from_dlpack(batch.plies).sum()) == 20_000
    return f"jax {jax.__version__} takes the arrays without a copy, and its moves are played"


class Ours:
    """Steps with moves that were found before, and lie on the card."""

    def __init__(self, start: Any, most_plies: int | None, illegal: str, planes: Any = "uint8") -> None:
        asked: dict[str, Any] = {"seed": 3, "autoreset": True, "illegal": illegal, "most_plies": most_plies}
        self.batch = tg.batch(start, BOARDS, device="gpu", planes=planes, **asked)
        self.moves = []
        for _ in range(STEPS):
            self.moves.append(on_the_card(self.batch))
            self.batch.step(self.moves[-1])

    def __call__(self) -> float:
        self.batch.reset()
        self.batch.over.host()  # type: ignore[attr-defined]
        begin = time.perf_counter()
        for moves in self.moves:
            self.batch.step(moves)
        self.batch.over.host()  # type: ignore[attr-defined]
        return STEPS * BOARDS / (time.perf_counter() - begin)


def on_the_card(batch: Any) -> Any:
    """A random legal move for each board."""
    try:
        import torch
    except ImportError:
        import cupy

        mask = cupy.asarray(batch.mask)
        return (cupy.random.random(mask.shape, "float32") * mask).argmax(axis=1).astype("int32")
    mask = torch.from_dlpack(batch.mask)
    return (torch.rand(mask.shape, device="cuda") * mask).argmax(1).to(torch.int32)


class Pgx:
    """Its steps with moves that were found before."""

    def __init__(self, name: str) -> None:
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # our batch is there too
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental import auto_reset

        if jax.devices()[0].platform != "gpu":
            raise UsageError(f"jax has no card, but {jax.devices()}")
        env = pgx.make(name)
        step, keys = jax.vmap(auto_reset(env.step, env.init)), jax.random.split(jax.random.PRNGKey(0), BOARDS)

        def find(state: Any, key: Any) -> Any:
            chance = jax.random.uniform(key, state.legal_action_mask.shape)
            moves = jnp.argmax(chance * state.legal_action_mask, axis=1).astype(jnp.int32)
            return step(state, moves, keys), moves

        begin = jax.jit(jax.vmap(env.init))
        self.begin: Callable[[], Any] = lambda: begin(keys)
        self.ready: Callable[[Any], Any] = jax.block_until_ready
        _, self.moves = jax.jit(lambda state, keys: jax.lax.scan(find, state, keys))(
            self.begin(), jax.random.split(jax.random.PRNGKey(1), STEPS)
        )
        self.all_steps: Callable[[Any, Any], Any] = jax.jit(
            lambda state, moves: jax.lax.scan(lambda each, move: (step(each, move, keys), None), state, moves)[0],
            donate_argnums=0,
        )
        self.step: Callable[[Any, Any], Any] = jax.jit(lambda state, move: step(state, move, keys), donate_argnums=0)

    def in_one_call(self) -> float:
        return self._rate(lambda state: self.all_steps(state, self.moves))

    def a_call_a_step(self) -> float:
        each = list(self.moves)

        def play(state: Any) -> Any:
            for moves in each:
                state = self.step(state, moves)
            return state

        return self._rate(play)

    def _rate(self, play: Callable[[Any], Any]) -> float:
        state = self.ready(self.begin())
        begin = time.perf_counter()
        self.ready(play(state))
        return STEPS * BOARDS / (time.perf_counter() - begin)


def times(name: str) -> str:
    start, most_plies, peer = TIMED[name]
    loops: dict[str, Callable[[], float]] = {
        'ours, illegal="lose"': Ours(start(), most_plies, "lose"),
        "ours, illegal moves refused": Ours(start(), most_plies, "refuse"),
        "ours, float32": Ours(start(), most_plies, "lose", "float32"),
        "ours, bits": Ours(start(), most_plies, "lose", "bits"),
    }
    failure = ""
    if peer:
        try:
            pgx = Pgx(peer)
            for title, loop in (
                ("Pgx, all steps in one call", pgx.in_one_call),
                ("Pgx, a call a step", pgx.a_call_a_step),
            ):
                loop()  # compiles
                loops[title] = loop
        except Exception:
            failure = f"\n\n**Pgx failed**\n\n```\n{traceback.format_exc()}```"
    found = medians(loops, ROUNDS)
    best = max((value for title, value in found.items() if title.startswith("Pgx")), default=0.0)
    rows = [
        [title, f"{value / 1e6:,.1f}", f"**{value / best:.1f}**" if best and title.startswith("ours") else ""]
        for title, value in found.items()
    ]
    shown = table([f"{name}, {BOARDS:,} boards", "million steps/s", f"of Pgx's better one (bar: {BAR})"], rows)
    return shown + failure


def on_a_card(peers: Peers, title: str, parts: Sequence[Callable[[], str]]) -> str:
    try:
        found = card()
    except UsageError as error:
        if "a graphics card" not in peers.missing:
            peers.missing.append("a graphics card")
        return f"{title}\n\nNot measured: {error}.\n"
    lines = [title, f"{found.name}, {found.architecture}."]
    for part in parts:
        try:
            lines.append(part())
        except Exception:
            lines.append(f"**failed**\n\n```\n{traceback.format_exc()}```")
        print(lines[-1], file=sys.stderr, flush=True)  # at once: what comes later may take too long
    return "\n\n".join(lines) + "\n"


def check_report(peers: Peers) -> str:
    parts = [partial(held_start, name) for name in CHECKED]
    return on_a_card(
        peers,
        "## Batches on a graphics card: the same games",
        [*parts, refusals, taken_by_torch, taken_by_cupy, taken_by_jax],
    )


def report(peers: Peers) -> str:
    return on_a_card(peers, "## Batches on a graphics card", [partial(times, name) for name in TIMED])
