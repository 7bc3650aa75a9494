"""`tengen train` trains a real net, on the processor. `make test-learn` runs this."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from math import prod
from pathlib import Path

import numpy as np
import pytest
import torch

import tengen as tg
from tengen import learn, nets, players
from tengen.errors import UsageError
from tengen.formats import safetensors
from tengen.games.game import HasSelfPlay, Position
from tengen.learn.gate import compare
from tengen.learn.learner import Learner
from tengen.learn.model import FrozenNet, ResidualNet, Sight
from tengen.learn.replay import WHOLE, Replay
from tengen.learn.trainer import Row, Trainer, export

_COMMAND = [
    sys.executable,
    "-c",
    "import sys; from tengen.cli import main; sys.exit(main(sys.argv[1:]))",
    "train",
    "nogo",
]


def sight_of(start: Position) -> Sight:
    assert isinstance(start.game, HasSelfPlay)
    return Sight.of(start.game, start)


@pytest.mark.parametrize("game", ["nogo", "go"])
def test_the_core_computes_what_pytorch_does(game: str, tmp_path: Path) -> None:
    torch.manual_seed(1)
    text = "X..O.#.\n.......\n..O.X..\n#......\n......."
    start: Position = tg.nogo.parse(text) if game == "nogo" else tg.go.parse(text)
    sight = sight_of(start)
    net = ResidualNet(sight, 4, 24)
    batch = tg.batch(start, 64, planes="float32", seed=3)
    batch.play_random(6)
    planes = torch.from_numpy(batch.planes.copy())
    if sight.number:
        planes = sight.with_number(planes, torch.linspace(-60, 60, 64))
    net.train()
    for _ in range(20):  # batch norms that have seen something
        net(planes)
    net.eval()
    with torch.no_grad():
        policy, value, _ = net(planes)
    frozen = FrozenNet(net.folded(), torch.device("cpu"))(planes)
    torch.testing.assert_close(frozen[0], policy, atol=1e-4, rtol=1e-4)
    torch.testing.assert_close(frozen[1], value, atol=1e-4, rtol=1e-4)
    export(net.folded(), tmp_path / "net.safetensors", game, {"of": "a test"})
    ours = tg.Net.load(tmp_path / "net.safetensors", game)
    assert (ours.blocks, ours.channels, ours.history) == (4, 24, {"of": "a test"})
    for k in range(64):
        logits, number = ours.evaluate(np.ascontiguousarray(planes[k].numpy()))
        assert abs(number - float(value[k])) < 0.02  # the file has half precision
        np.testing.assert_allclose(np.asarray(logits).ravel(), policy[k].numpy(), atol=0.05)


def small_learner() -> tuple[Learner, Replay]:
    """A net, and 64 positions of 5x5."""
    torch.manual_seed(2)
    sight, processor = sight_of(tg.nogo.start(5)), torch.device("cpu")
    learner, replay = Learner(sight, 1, 8, processor), Replay(64, sight, 5, 5, processor)
    batch = tg.batch(tg.nogo.start(5), 64, planes="float32", seed=3)
    batch.play_random(4)
    bits = np.packbits(batch.planes.astype(bool).reshape(64, 5, 25), axis=2, bitorder="little")
    replay.add(
        torch.from_numpy(bits), torch.full((64, 25), WHOLE // 25, dtype=torch.int16), torch.ones(64, dtype=torch.int8)
    )
    return learner, replay


def test_a_net_that_is_given_changes_slowly_at_first() -> None:
    learner, replay = small_learner()
    given = learner.tensors()
    learner.begin_with(given)
    learner.settle()
    learner.learn([replay] * 3, 32, 1e-3)
    assert all((learner.tensors()[name] - given[name]).abs().max() < 1e-5 for name in given)
    again, _ = small_learner()
    again.load(learner.state())  # and so it does after a stop
    learned = again.tensors()
    again.settle()
    again.learn([replay] * 3, 32, 1e-3)
    assert all((again.tensors()[name] - learned[name]).abs().max() < 1e-4 for name in given)
    learner.learn([replay] * 600, 32, 1e-3)
    assert any((learner.tensors()[name] - given[name]).abs().max() > 1e-2 for name in given)


def test_settled_norms_stay_as_they_are() -> None:
    learner, replay = small_learner()

    def norms() -> list[torch.Tensor]:
        state = learner.state()["net"]
        return [state[name].clone() for name in state if "running" in name]

    before = norms()
    learner.learn([replay] * 3, 32, 1e-3)
    followed = norms()
    learner.settle()
    settled = norms()
    learner.learn([replay] * 3, 32, 1e-3)
    for changes, (one, other) in ((True, (before, followed)), (True, (followed, settled)), (False, (settled, norms()))):
        assert any(not torch.equal(*pair) for pair in zip(one, other, strict=True)) is changes


def test_a_net_learns(tmp_path: Path) -> None:
    plan = learn.Plan("nogo", sizes="5", net="2x16", minutes=1000, seed=1)
    trainer = Trainer(plan, tmp_path / "run", resume=False, distil=None, threads=2)
    rows = [trainer.round() for _ in range(25)]
    trainer.save()
    path = tmp_path / "net.safetensors"
    export(trainer._learner.tensors(), path, "nogo", {})
    assert trainer.history[-1].positions == rows[-1].positions > rows[0].positions
    assert {file.name for file in (tmp_path / "run").iterdir()} >= {"checkpoint.pt", "net.safetensors", "curve.png"}
    net = players.net(visits=1, file=str(path))
    wins = 0
    for seed in range(40):
        start = tg.nogo.start(5)
        sides = (net, players.greedy.seeded(seed)) if seed % 2 else (players.greedy.seeded(seed), net)
        played = players.play(start, *sides)
        wins += (played.winner is tg.BLACK) == bool(seed % 2)
    assert wins >= 24


def test_go_is_learned_too(tmp_path: Path) -> None:
    """What it learned beats random weights, move by move without a search."""
    plan = learn.Plan("go", sizes="5", net="2x16", minutes=1000, seed=1)
    trainer = Trainer(plan, tmp_path / "run", resume=False, distil=None, threads=2)
    before = FrozenNet(trainer._learner.tensors(), torch.device("cpu"))
    rows = [trainer.round() for _ in range(12)]
    assert rows[-1].value_loss < rows[0].value_loss
    after = FrozenNet(trainer._learner.tensors(), torch.device("cpu"))
    start = tg.go.start(5)
    tally, decision = compare(after, before, sight_of(start), start, seed=1)
    assert decision == "H1"
    assert tally.share > 0.65


def test_gomoku_is_trained_and_played(tmp_path: Path) -> None:
    """Two rounds teach it little; but its search sees wins by fours by itself."""
    plan = learn.Plan("gomoku", sizes="7", net="2x16", minutes=1000, seed=1)
    trainer = Trainer(plan, tmp_path / "run", resume=False, distil=None, threads=2)
    rows = [trainer.round() for _ in range(2)]
    assert rows[1].positions > rows[0].positions >= 4000
    path = tmp_path / "net.safetensors"
    export(trainer._learner.tensors(), path, "gomoku", {})
    start = tg.gomoku.start(7)
    played = players.play(start, players.net(visits=20, file=str(path)), players.random.seeded(1))
    assert played.winner is tg.BLACK


def test_lessons_are_laid_down_with_their_owners() -> None:
    """The planes, policies and owners of Go turn together; a pass stays, and so does the komi."""
    sight = sight_of(tg.go.start(3))
    replay = Replay(1, sight, 3, 3, torch.device("cpu"))
    corner = [1, 0]  # the first point, as bits
    rows = [corner] * 9 + [[128 + 16, 0]] + [corner, [254, 1]]
    policy = [WHOLE // 2, 0, 0, 0, 0, 0, 0, 0, 0, WHOLE // 2]
    replay.add(
        torch.tensor([rows], dtype=torch.uint8),
        torch.tensor([policy], dtype=torch.int16),
        torch.ones(1, dtype=torch.int8),
    )
    seen = set()
    for _ in range(60):
        planes, target, result, owners = replay.sample(1)
        where = int(target[0, :9].argmax())
        seen.add(where)
        assert target[0, 9] == target[0, where] == pytest.approx(0.5, abs=1e-4)
        assert planes.shape == (1, 10, 3, 3)
        for plane in (*planes[0, :9], owners[0, 0], 1 - owners[0, 1], planes[0, 9]):
            assert plane.flatten()[where] == 1
            assert plane.sum() == 1
        assert result == 1
    assert seen == {0, 2, 6, 8}


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    options = ["--sizes", "4", "--net", "1x8", "--dir", str(folder)]
    for minutes in ("0.05", "0.1"):
        resume = ["--resume"] if folder.exists() else []
        result = subprocess.run(
            [*_COMMAND, *options, "--minutes", minutes, *resume], capture_output=True, text=True, check=False
        )
        assert result.returncode == 0, result.stderr
    before = torch.load(folder / "checkpoint.pt", weights_only=True)
    assert before["pieces"] == 2
    child = subprocess.Popen([*_COMMAND, *options, "--minutes", "60", "--resume"], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    child.stdout.readline()
    child.stdout.readline()
    child.kill()
    child.wait()
    assert torch.load(folder / "checkpoint.pt", weights_only=True)["history"] == before["history"]
    child = subprocess.Popen(
        [*_COMMAND, *options, "--minutes", "60", "--resume"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    child.stdout.readline()
    child.stdout.readline()
    time.sleep(0.1)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate()
    assert (child.returncode, errors) == (
        130,
        f"tengen: interrupted; what was learned is in {str(folder)!r}: go on with --resume\n",
    )
    after = torch.load(folder / "checkpoint.pt", weights_only=True)
    assert len(after["history"]) > len(before["history"])

    plan = learn.Plan("nogo", sizes="4", net="1x8", minutes=0.02)
    path = learn.train(plan, folder, distil="1x16")
    assert path == folder / "distilled-1x16" / "net.safetensors"
    assert tg.Net.load(path).channels == 16


def write_net(folder: Path, blocks: int, channels: int) -> str:
    """Random weights, with norms that have seen something."""
    torch.manual_seed(5)
    net = ResidualNet(sight_of(tg.nogo.start(5)), blocks, channels)
    for _ in range(3):
        net(torch.rand(16, 5, 5, 5))
    export(net.folded(), folder / "weights.safetensors", "nogo", {})
    return str(folder / "weights.safetensors")


def test_a_run_begins_with_a_net(tmp_path: Path) -> None:
    weights = write_net(tmp_path, 2, 16)
    plan = learn.Plan("nogo", sizes="5", net="2x16", minutes=1000, weights=weights)
    trainer = Trainer(plan, tmp_path / "run", resume=False, distil=None, threads=2)
    trainer.save()
    assert tg.Net.load(tmp_path / "run" / "net.safetensors").tensors.keys() == tg.Net.load(weights).tensors.keys()
    for name, tensor in tg.Net.load(tmp_path / "run" / "net.safetensors").tensors.items():
        numbers, given = (np.frombuffer(each.data, np.float16) for each in (tensor, tg.Net.load(weights).tensors[name]))
        np.testing.assert_allclose(numbers, given, rtol=2e-3, atol=1e-6)
    assert 0.75 <= trainer._done() < 0.76
    trainer.round()
    trainer.save()
    os.unlink(weights)  # a run that goes on does not ask for it
    assert Trainer(plan, tmp_path / "run", resume=True, distil=None, threads=2).plan.weights == weights


def test_what_is_refused(tmp_path: Path) -> None:
    plan = learn.Plan("nogo", sizes="3", net="1x8", minutes=0.01)
    with pytest.raises(UsageError, match=r"there is no run in .*: '.*checkpoint.pt' is missing"):
        learn.train(plan, tmp_path / "none", resume=True)
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "checkpoint.pt").write_bytes(b"no checkpoint")
    with pytest.raises(UsageError, match=r"checkpoint.pt' cannot be read: "):
        learn.train(plan, tmp_path / "odd", resume=True)
    with pytest.raises(
        UsageError, match=r"there is a run in '.*odd'; go on with --resume, or name another folder with --dir"
    ):
        learn.train(plan, tmp_path / "odd")
    weights = write_net(tmp_path, 1, 16)
    with pytest.raises(UsageError) as refused:
        learn.train(learn.Plan("nogo", sizes="3", net="1x8", weights=weights), tmp_path / "new")
    assert str(refused.value) == f"{weights!r} is a net of 1x16, and one of 1x8 is trained"
    with pytest.raises(UsageError) as refused:
        learn.train(learn.Plan("go", sizes="3", net="1x16", weights=weights), tmp_path / "new")
    assert str(refused.value) == f"{weights!r} is a net for NoGo, not for Go"
    shapes = nets.tensor_shapes(5, 16, 1)
    tensors = {name: safetensors.Tensor("F32", shape, bytes(4 * prod(shape))) for name, shape in shapes.items()}
    Path(weights).write_bytes(safetensors.write(tensors, {"format": nets.FORMAT, "game": "go", "history": "null"}))
    with pytest.raises(UsageError) as refused:
        learn.train(learn.Plan("go", sizes="3", net="1x16", weights=weights), tmp_path / "new")
    assert str(refused.value) == (
        f"{weights!r} takes 5 planes and has no number for the pass; expected 10 planes and a number"
    )
    assert not os.path.exists(tmp_path / "new")


def test_patterns_learn(tmp_path: Path) -> None:
    """From zeros, in a few seconds a stage; then they beat the zeros at the same number of positions."""
    plan = learn.Plan("othello", sizes="8", minutes=0.5, seed=1)
    rows: list[Row] = []
    path = learn.train(plan, tmp_path / "run", threads=2, report=rows.append)
    assert len(rows) == 6
    assert tg.Patterns.load(path, "othello").history["games"] == rows[-1].games > 0
    with pytest.raises(UsageError, match="there is a run in"):
        learn.train(plan, tmp_path / "run")
    assert learn.train(plan, tmp_path / "run", resume=True, report=rows.append) == path  # nothing is left to do
    assert len(rows) == 6
    zeros = tmp_path / "zeros.safetensors"
    shape = (8, 113_877)
    tensor = safetensors.Tensor("F16", shape, bytes(2 * shape[0] * shape[1]))
    zeros.write_bytes(safetensors.write({"discs": tensor}, {"format": "tengen patterns 1", "game": "othello"}))
    learned, nothing = (players.net(visits=300, file=str(file)) for file in (path, zeros))
    won = 0.0
    for seed in range(10):
        start = tg.generate(tg.othello.start(), stones=12, seed=seed)
        for ours in (tg.BLACK, tg.WHITE):
            game = players.play(start, *((learned, nothing) if ours is tg.BLACK else (nothing, learned)))
            won += 1 if game.winner is ours else 0.5 if game.winner is None else 0
    assert won >= 14


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sizes": "9"}, "--sizes 9; Othello's patterns are for boards of 8: --sizes 8"),
        ({"sizes": "8", "distil": "4x32"}, "--distil is for nets; patterns are not distilled"),
        ({"sizes": "8", "weights": "a.safetensors"}, "--weights is for nets; patterns begin with zeros"),
    ],
)
def test_patterns_that_cannot_be(options: dict[str, str], message: str, tmp_path: Path) -> None:
    plan = learn.Plan("othello", sizes=options["sizes"], weights=options.get("weights"))
    with pytest.raises(UsageError) as refused:
        learn.train(plan, tmp_path, distil=options.get("distil"))
    assert str(refused.value) == message
