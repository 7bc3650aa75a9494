"""The patterns of Othello: their file, what they say of a position beside plain addition, and the player that asks
them."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from random import Random

import numpy as np
import pytest

import tengen as tg
from oracles.othello_patterns import NUMBERS, plain_discs
from tengen import players
from tengen._core import OthelloPatterns
from tengen.errors import ParseError, UsageError
from tengen.formats import safetensors
from tengen.patterns import FORMAT, Patterns
from tengen.players.learned import shipped_net, usual

FILE = Path(tg.__file__).parent / "data" / "othello.safetensors"
SHAPE = (8, NUMBERS)


def random_position(chance: Random, plies: int) -> tg.othello.Position:
    position = tg.othello.start()
    for _ in range(plies):
        after = position.play(chance.choice(list(position.legal_moves)))
        if after.is_over:
            break
        position = after
    return position


def written(discs: np.ndarray, metadata: dict[str, str] | None = None, name: str = "discs") -> bytes:
    kind = {"float32": "F32", "float16": "F16", "float64": "F64"}[str(discs.dtype)]
    about = {"format": FORMAT, "game": "othello", "history": json.dumps({"of": "a test"})}
    return safetensors.write({name: safetensors.Tensor(kind, discs.shape, discs.tobytes())}, metadata or about)


def test_the_shipped_patterns_are_small_and_say_where_they_come_from() -> None:
    patterns = shipped_net("othello")
    assert isinstance(patterns, Patterns)
    assert patterns.game == "othello"
    assert patterns.history["positions"] > 1_000_000
    assert FILE.stat().st_size <= 2_000_000
    assert pickle.loads(pickle.dumps(patterns)) == patterns
    assert (OthelloPatterns.knots, OthelloPatterns.numbers) == SHAPE


@pytest.mark.chance
def test_one_visit_adds_up_what_the_tables_say(chance: Random, tmp_path: Path) -> None:
    generator = np.random.default_rng(chance.getrandbits(32))
    discs = generator.uniform(-1, 1, SHAPE).astype(np.float32)
    file = tmp_path / "random.safetensors"
    file.write_bytes(written(discs))
    for _ in range(20):
        position = random_position(chance, chance.randrange(45))
        if isinstance(position.legal_moves[0], tg.Pass):
            continue
        choice = players.net(visits=1, file=str(file)).choose(position)
        if choice.exact:
            continue
        best = max(-plain_discs(discs, position.play(move)) for move in position.legal_moves)
        lead = choice.candidates[0].lead
        assert lead is not None
        assert abs(lead - min(63, max(-63, best))) < 0.2  # 46 numbers, each rounded to 1/256, and the sum to 1/32


def test_a_search_with_visits_is_the_same_every_time() -> None:
    position = tg.othello.start().play("d3").play("c5")
    first, second = (players.net(visits=20_000, seed=1).choose(position) for _ in range(2))
    assert first == second
    assert {candidate.move for candidate in first.candidates} == set(position.legal_moves)
    assert first.line is not None
    assert first.line[0] == first.move


def test_every_move_has_a_value_of_its_own() -> None:
    """The search knows of the others only that they are not better; what they are worth, it sees a few plies ahead."""
    position = random_position(Random(1), 20)
    choice = players.net(visits=50_000, seed=1).choose(position)
    leads = [candidate.lead for candidate in choice.candidates]
    assert len(leads) == len(position.legal_moves) > 4
    assert None not in leads
    assert max(lead for lead in leads if lead is not None) == leads[0]
    assert len(set(leads)) > len(leads) // 2


@pytest.mark.chance
def test_what_is_exact_is_what_the_solver_says(chance: Random) -> None:
    for _ in range(4):
        position = random_position(chance, 48)
        choice = players.net(visits=2_000_000).choose(position)
        solution = tg.solve(position, threads=1)
        assert choice.exact
        assert choice.candidates[0].lead == solution.margin
        assert choice.move in solution.best_moves


def test_it_beats_the_tree_search() -> None:
    """At about the same time for each."""
    score = 0.0
    for seed in range(4):
        start = random_position(Random(seed), 4)
        for ours in (tg.BLACK, tg.WHITE):
            net, mcts = players.net(visits=40_000), players.mcts(visits=300, seed=seed)
            game = players.play(start, *((net, mcts) if ours is tg.BLACK else (mcts, net)))
            score += 1 if game.winner is ours else 0.5 if game.winner is None else 0
    assert score >= 6


def test_boards_that_patterns_are_not_for() -> None:
    small = tg.othello.start(6)
    with pytest.raises(UsageError) as refused:
        players.net(visits=1).choose(small)
    assert str(refused.value) == "patterns are for boards of 8x8 without holes, with at least four discs"
    assert usual(visits=5).choose(small).move in small.legal_moves
    assert usual(visits=5).search(small).evaluate is None
    assert usual(visits=5).search(tg.othello.start()).evaluate is shipped_net("othello")


def test_files_that_are_refused(tmp_path: Path) -> None:
    zero = np.zeros(SHAPE, np.float16)
    holed = np.zeros(SHAPE, np.float32)
    holed[3, 5] = np.nan
    cases = {
        "its tensors are ['tables']; expected ['discs']": written(zero, name="tables"),
        f"tensor 'discs' has the shape [2, 3]; expected [8, {NUMBERS}]": written(np.zeros((2, 3), np.float32)),
        "tensor 'discs' has the dtype F64; expected F32 or F16": written(np.zeros(SHAPE)),
        "tensor 'discs' has a number that is infinite or none (NaN)": written(holed),
        "its history is not JSON": written(zero, {"format": FORMAT, "game": "othello", "history": "{"}),
        "its format is 'tengen net 1'; expected 'tengen patterns 1'": written(zero, {"format": "tengen net 1"}),
    }
    for message, data in cases.items():
        with pytest.raises(ParseError) as refused:
            Patterns(data)
        assert str(refused.value) == message
    file = tmp_path / "broken.safetensors"
    file.write_bytes(written(holed))
    with pytest.raises(ParseError, match=r"broken.safetensors' is no net: tensor 'discs' has a number"):
        players.net(file=str(file)).choose(tg.othello.start())
    with pytest.raises(UsageError) as wrong:
        players.net(file=str(FILE)).choose(tg.nogo.start(5))
    assert str(wrong.value) == f"{str(FILE)!r} is a net for Othello, not for NoGo"


def test_the_doors_of_the_core() -> None:
    patterns = OthelloPatterns(np.zeros(SHAPE, np.float32).ravel())
    for arguments, message in (
        ((0, -1, 1, 8, 1), "the number of games is out of range"),
        ((0, 1, 0, 8, 1), "the depth is out of range"),
        ((0, 1, 1, 99, 1), "the number of empty points is out of range"),
    ):
        with pytest.raises(ValueError, match=message):
            patterns.games(*arguments)
    with pytest.raises(ValueError, match="these are not as many numbers as patterns have"):
        OthelloPatterns(np.zeros(5, np.float32))
    with pytest.raises(ValueError, match="as many boards of the one as of the other are wanted"):
        OthelloPatterns.numbers_of(np.zeros(2, np.uint64), np.zeros(3, np.uint64))
    own, other, margin = (np.asarray(each) for each in patterns.games(0, 3, 1, 6, 7))
    assert len(own) == len(other) == len(margin) > 60
    assert not (own & other).any()
