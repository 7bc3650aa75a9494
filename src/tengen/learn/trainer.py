"""Training: games with itself, positions kept, steps of an optimizer, a checkpoint, and again."""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor

from tengen import nets
from tengen.errors import UsageError
from tengen.formats import safetensors
from tengen.games import by_name
from tengen.games.game import HasPatterns, HasSelfPlay
from tengen.learn.curve import draw
from tengen.learn.gate import compare
from tengen.learn.learner import Learner
from tengen.learn.model import FrozenNet, Sight
from tengen.learn.plan import Canvas, Plan, canvases
from tengen.learn.replay import Replay
from tengen.learn.self_play import Fleet
from tengen.verbs.checkpoint import replace_file
from tengen.verbs.jobs import checked_threads

NET_FILE = "net.safetensors"
_CHECKPOINT = "checkpoint.pt"
_FORMAT = 1

_VISITS, _CANDIDATES = 32, 16
_OPENING = 4  # random plies at most: a few, so that games differ from the first move on
_PASSES = 4  # over each new position, on average
_RATES = (2e-3, 1e-4)  # of learning, at the beginning and the end
_SETTLED = 0.5  # from this part of the training on, batch norms stay as they are
_BEGUN = 0.75  # where a training that begins with a net begins
_SECONDS_A_CHECKPOINT = 60.0
_GATES = 20  # matches against the last best in a whole run


class _Scale(NamedTuple):
    """How much is done at once."""

    fleets: int  # for each canvas
    games: int  # of one fleet
    round: int  # new positions between two spells of training
    batch: int
    kept: int  # positions


_ON_GPU = _Scale(2, 4096, 200_000, 4096, 1_000_000)
_ON_PROCESSOR = _Scale(1, 256, 4_000, 256, 100_000)


class Row(NamedTuple):
    """What happened in a round."""

    seconds: float  # of training so far, all pieces together
    games: int
    positions: int
    games_a_second: float
    evaluations_a_second: float
    policy_loss: float  # how far its policy is from what the search finds (Kullback-Leibler), in nats
    value_loss: float  # squared error against results of -1 and 1
    elo: float  # of the best net so far, where the first weights are 0
    gate: str  # what the match against the last best said, if there was one


def train(
    plan: Plan,
    folder: str | Path | None = None,
    *,
    resume: bool = False,
    distil: str | None = None,
    threads: int | None = None,
    report: Callable[[Row], None] | None = None,
) -> Path:
    """Trains a net until the minutes of the plan are over, and gives the file of the best one.

    All that is needed to go on is in the folder (GAME-train), every minute. distil: a smaller net, as in "4x32", that
    learns from the games of the folder's best one instead, in a folder of its own.
    """
    from tengen.learn.pattern_trainer import PatternTrainer

    kind = PatternTrainer if isinstance(by_name(plan.game), HasPatterns) else Trainer
    trainer = kind(plan, Path(folder or f"{plan.game}-train"), resume, distil, checked_threads(threads))
    try:
        while not trainer.is_over:
            row = trainer.round()
            if report is not None:
                report(row)
    finally:
        trainer.save()
    return trainer.folder / NET_FILE


class Trainer:
    """One run. It writes nothing but into its folder."""

    def __init__(self, plan: Plan, folder: Path, resume: bool, distil: str | None, threads: int) -> None:
        game = by_name(plan.game)
        assert isinstance(game, HasSelfPlay)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._scale = _ON_GPU if self.device.type == "cuda" else _ON_PROCESSOR
        if self.device.type == "cpu":
            torch.set_num_threads(threads)
            threads = 1  # the net takes nearly all of the time, and its threads want the cores
        else:
            torch.backends.cudnn.benchmark = True
            torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        teacher = None
        if distil is not None:
            teacher = _read(folder / _CHECKPOINT, self.device)["best"]
            plan = Plan(plan.game, plan.sizes, distil, plan.minutes, plan.seed, plan.weights)
            folder = folder / f"distilled-{distil}"
        saved = _saved(folder, resume, self.device)
        self.plan = plan if saved is None else Plan(**{**saved["plan"], "minutes": plan.minutes})
        self.folder = folder
        torch.manual_seed(self.plan.seed)
        seed = self.plan.seed + 1_000_003 * (0 if saved is None else saved["pieces"])
        self._chance = random.Random(seed)
        self._canvases = canvases(self.plan, game, seed)
        self._board = _alone(game, self._canvases[0])
        self._sight = Sight.of(game, self._board)
        self._learner = Learner(self._sight, self.plan.blocks, self.plan.channels, self.device)
        self._begun_with: str | None = None  # the digest of a net
        if saved is None and self.plan.weights is not None:
            net = _given_net(self.plan, self._sight)
            self._learner.begin_with(_tensors(net, self.device))
            self._begun_with = net.digest
        self._best = self._learner.tensors()
        self.history: list[Row] = []
        self._pieces = 0
        if saved is not None:
            self._learner.load(saved)
            self._best, self._pieces = saved["best"], saved["pieces"]
            self._begun_with = saved.get("begun with")
            self.history = [Row(*row) for row in saved["history"]]
        self._before = self.history[-1].seconds if self.history else 0.0
        self._begun = time.monotonic()
        self._saved_at = self._begun
        self._gated_at = self.seconds

        self._teacher = None if teacher is None else FrozenNet(teacher, self.device)
        self._player = FrozenNet(self._learner.tensors(), self.device)
        self._rival = FrozenNet(self._best, self.device)
        self._fleets = [
            (number, self._fleet(game, canvas, threads, seed + 2 * number + half))
            for half in range(self._scale.fleets)
            for number, canvas in enumerate(self._canvases)
        ]
        self._replays = [
            Replay(max(2, int(self._scale.kept * canvas.share)), self._sight, canvas.height, canvas.width, self.device)
            for canvas in self._canvases
        ]
        self._writer = _tensorboard(folder)

    @property
    def seconds(self) -> float:
        """Of training, with the pieces before this one."""
        return self._before + time.monotonic() - self._begun

    @property
    def is_over(self) -> bool:
        return self.seconds >= 60 * self.plan.minutes

    def _fleet(self, game: HasSelfPlay[Any], canvas: Canvas, threads: int, seed: int) -> Fleet:
        count = max(2, int(self._scale.games * canvas.share))
        games = game.self_play(list(canvas.starts), count, _VISITS, _CANDIDATES, _OPENING, threads, seed)
        player = self._player if self._teacher is None else self._teacher
        return Fleet(games, self._sight, canvas.height, canvas.width, player)

    def round(self) -> Row:
        """New games, then training on them and on some before."""
        begun = time.monotonic()
        games, new, evaluations = self._play()
        played = time.monotonic() - begun
        # Of few positions it would learn the positions themselves.
        full = min(1.0, 4 * sum(replay.size for replay in self._replays) / self._scale.kept)
        steps = max(1, int(full * _PASSES * sum(new) / self._scale.batch))
        order = self._chance.choices(self._replays, new, k=steps)
        if self._done() >= _SETTLED:
            self._learner.settle()
        losses = self._learner.learn(order, self._scale.batch, self._rate())
        tensors = self._learner.tensors()
        self._player.load(tensors)
        last = self.history[-1] if self.history else None
        elo, gate = last.elo if last else 0.0, ""
        if self.seconds - self._gated_at > 60 * self.plan.minutes / _GATES or self.seconds >= 60 * self.plan.minutes:
            elo, gate = self._against_the_last_best(tensors, elo)
        row = Row(
            self.seconds,
            games + (last.games if last else 0),
            sum(new) + (last.positions if last else 0),
            games / played,
            evaluations / played,
            *losses,
            elo,
            gate,
        )
        self.history.append(row)
        if self._writer is not None:
            for name in ("games_a_second", "policy_loss", "value_loss", "elo"):
                self._writer.add_scalar(name, getattr(row, name), row.positions)
        if time.monotonic() - self._saved_at > _SECONDS_A_CHECKPOINT:
            self.save()
        return row

    def _play(self) -> tuple[int, list[int], int]:
        games = evaluations = 0
        new = [0] * len(self._canvases)
        while sum(new) < self._scale.round:
            for _ in range(_VISITS // 2):
                for _, fleet in self._fleets:
                    fleet.go_on()
                    evaluations += fleet.size
            for number, fleet in self._fleets:
                *lessons, ended = fleet.take()
                games += ended
                if ended:
                    self._replays[number].add(*lessons)
                    new[number] += len(lessons[2])
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        return games, new, evaluations

    def _done(self) -> float:
        """The part of the training that is over."""
        skipped = 0.0 if self.plan.weights is None else _BEGUN
        return skipped + (1 - skipped) * min(1.0, self.seconds / (60 * self.plan.minutes))

    def _rate(self) -> float:
        """It falls along half a cosine."""
        return _RATES[1] + (_RATES[0] - _RATES[1]) * (1 + math.cos(math.pi * self._done())) / 2

    def _against_the_last_best(self, tensors: dict[str, Tensor], elo: float) -> tuple[float, str]:
        self._gated_at = self.seconds
        tally, decision = compare(self._player, self._rival, self._sight, self._board, self._chance.getrandbits(32))
        if decision == "H1" or (decision is None and tally.share > 0.5):
            self._best = tensors
            self._rival.load(tensors)
            elo += tally.elo if math.isfinite(tally.elo) else 800.0
        verdict = {"H1": "stronger", "H0": "not stronger", None: "about equal"}[decision]
        drawn = f", {tally.draws} drawn" if tally.draws else ""
        return elo, f"{tally.wins} of {tally.games}{drawn}: {verdict}"

    def save(self) -> None:
        """The checkpoint and the best net, each replaced whole: a kill leaves the old one or the new one."""
        self.folder.mkdir(parents=True, exist_ok=True)
        checkpoint = {
            "tengen training": _FORMAT,
            "plan": {name: getattr(self.plan, name) for name in ("game", "sizes", "net", "minutes", "seed", "weights")},
            **self._learner.state(),
            "best": self._best,
            "begun with": self._begun_with,
            "pieces": self._pieces + 1,
            "history": [tuple(row) for row in self.history],
        }
        replace_file(self.folder / _CHECKPOINT, lambda file: torch.save(checkpoint, file))
        export(self._best, self.folder / NET_FILE, self.plan.game, self._history_in_words())
        draw(self.history, self.folder / "curve.png", f"{self.plan.net} on {self.plan.sizes}")
        self._saved_at = time.monotonic()

    def _history_in_words(self) -> dict[str, Any]:
        last = self.history[-1] if self.history else None
        return {
            "plan": {name: getattr(self.plan, name) for name in ("sizes", "net", "minutes", "seed")},
            "device": torch.cuda.get_device_name() if self.device.type == "cuda" else "processor",
            "minutes": round(last.seconds / 60, 1) if last else 0,
            "games": last.games if last else 0,
            "positions": last.positions if last else 0,
            "begun with": self._begun_with,
            "matches": [[round(row.seconds), row.gate] for row in self.history if row.gate][-20:],
        }


def _alone(game: HasSelfPlay[Any], canvas: Canvas) -> Any:
    """The board of a canvas that has no holes, or its first, with the usual rules."""
    start = next((start for start in canvas.starts if 3 not in start.board.cells), canvas.starts[0])
    return game.position(start.board)


def _saved(folder: Path, resume: bool, device: torch.device) -> dict[str, Any] | None:
    path = folder / _CHECKPOINT
    if resume:
        return _read(path, device)
    if path.exists():
        raise UsageError(f"there is a run in {str(folder)!r}; go on with --resume, or name another folder with --dir")
    return None


def _given_net(plan: Plan, sight: Sight) -> nets.Net:
    """The one that the plan begins with."""
    assert plan.weights is not None
    net = nets.Net.load(plan.weights, plan.game)
    if (net.blocks, net.channels) != (plan.blocks, plan.channels):
        raise UsageError(f"{plan.weights!r} is a net of {net.blocks}x{net.channels}, and one of {plan.net} is trained")
    if (net.planes, net.passes) != (sight.inputs, sight.passes):
        passes = "a number" if sight.passes else "no number"
        raise UsageError(
            f"{plan.weights!r} takes {net.planes} planes and has {'a' if net.passes else 'no'} number for the pass; "
            f"expected {sight.inputs} planes and {passes}"
        )
    return net


def _tensors(net: nets.Net, device: torch.device) -> dict[str, Tensor]:
    kinds = {"F16": torch.float16, "F32": torch.float32}
    return {
        name: torch.frombuffer(bytearray(tensor.data), dtype=kinds[tensor.dtype])
        .reshape(tensor.shape)
        .float()
        .to(device)
        for name, tensor in net.tensors.items()
    }


def _read(path: Path, device: torch.device) -> dict[str, Any]:
    try:
        saved = torch.load(path, map_location=device, weights_only=True)
    except FileNotFoundError:
        raise UsageError(f"there is no run in {str(path.parent)!r}: {str(path)!r} is missing") from None
    except Exception as error:
        raise UsageError(f"{str(path)!r} cannot be read: {type(error).__name__}: {error}") from None
    if not isinstance(saved, dict) or saved.get("tengen training") != _FORMAT:
        raise UsageError(f"{str(path)!r} is not a checkpoint of this version's training")
    return saved


def _tensorboard(folder: Path) -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(str(folder / "tensorboard"))


def export(tensors: dict[str, Tensor], path: Path, game: str, history: dict[str, Any]) -> None:
    """The net file, in half precision."""
    data = safetensors.write(
        {
            name: safetensors.Tensor("F16", tuple(tensor.shape), tensor.half().cpu().contiguous().numpy().tobytes())
            for name, tensor in tensors.items()
        },
        {"format": nets.FORMAT, "game": game, "history": json.dumps(history)},
    )
    replace_file(path, lambda file: file.write(data))
