"""Training patterns: games that they play with themselves, tables fitted to how those ended, and again."""

from __future__ import annotations

import json
import math
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from tengen._core import Cancel
from tengen.errors import UsageError
from tengen.formats import safetensors
from tengen.games import by_name
from tengen.games.game import HasPatterns
from tengen.learn.plan import Plan
from tengen.learn.trainer import NET_FILE, Row
from tengen.nets import floats_of
from tengen.patterns import FORMAT, TENSOR, Patterns
from tengen.verbs.checkpoint import replace_file

_GAMES_A_TASK = 32
_BATCHES = 64  # at least, in a pass over the positions,
_LEAST, _MOST = 256, 16_384  # of so many positions
_RATE = 0.02


class _Stage(NamedTuple):
    """How games are played up to this part of the training, and what is learned from them."""

    until: float
    depth: int
    solved: int  # with so many empty points left, the rest is played perfectly
    passes: int  # over the positions


_STAGES = (
    _Stage(0.02, 1, 10, 3),
    _Stage(0.08, 2, 12, 4),
    _Stage(0.18, 3, 12, 5),
    _Stage(0.35, 4, 13, 6),
    _Stage(0.65, 5, 14, 6),
    _Stage(1.0, 6, 14, 8),
)
_FITTING = 0.3  # of a stage's time; the rest is for its games
_LEARNED_TOGETHER = 3  # stages: the later ones have few games, and the games of those before are nearly as good


class PatternTrainer:
    """One run, a stage a round. It writes nothing but into its folder."""

    def __init__(self, plan: Plan, folder: Path, resume: bool, distil: str | None, threads: int) -> None:
        game = by_name(plan.game)
        assert isinstance(game, HasPatterns)
        size = game.usual_size
        if plan.rectangles != ((size, size),):
            raise UsageError(f"--sizes {plan.sizes}; {game.title}'s patterns are for boards of {size}: --sizes {size}")
        if distil is not None:
            raise UsageError("--distil is for nets; patterns are not distilled")
        if plan.weights is not None:
            raise UsageError("--weights is for nets; patterns begin with zeros")
        self._game, self.plan, self.folder = game, plan, folder
        self._threads = threads
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(plan.seed)
        self._discs = torch.zeros(math.prod(game.patterns_shape), device=self._device)
        self._lessons: list[tuple[Any, Any, Any]] = []  # of each stage
        self._games = self._positions = self._stage = 0
        self._before = 0.0
        if resume:
            self._go_on()
        elif (folder / NET_FILE).exists():
            raise UsageError(
                f"there is a run in {str(folder)!r}; go on with --resume, or name another folder with --dir"
            )
        self._begun = time.monotonic()

    @property
    def seconds(self) -> float:
        """Of training, with the pieces before this one."""
        return self._before + time.monotonic() - self._begun

    @property
    def is_over(self) -> bool:
        return self._stage >= len(_STAGES)

    def round(self) -> Row:
        stage, seed = _STAGES[self._stage], self.plan.seed + 1_000_003 * self._stage
        begun, whole = time.monotonic(), 60 * self.plan.minutes
        games = self._play(stage, seed, (stage.until * whole - self.seconds) * (1 - _FITTING))
        played = time.monotonic() - begun
        error = self._fit(stage)
        self._stage += 1
        return Row(self.seconds, self._games, self._positions, games / max(played, 1e-9), 0.0, 0.0, error, 0.0, "")

    def _play(self, stage: _Stage, seed: int, seconds: float) -> int:
        """Games on all threads for so many seconds, a few in any case."""
        patterns = self._game.patterns(self._discs.cpu().numpy())
        end = time.monotonic() + seconds
        found: list[tuple[Any, Any, Any]] = []
        cancel = Cancel()

        def work(first: int) -> None:
            while True:
                found.append(patterns.games(first, _GAMES_A_TASK, stage.depth, stage.solved, seed, cancel))
                first += self._threads * _GAMES_A_TASK
                if cancel.requested or time.monotonic() >= end:
                    return

        with ThreadPoolExecutor(self._threads) as pool:
            try:
                for task in [pool.submit(work, k * _GAMES_A_TASK) for k in range(self._threads)]:
                    task.result()
            except BaseException:
                cancel.request()
                raise
        own, other, margin = (np.concatenate([np.asarray(each[k]) for each in found]) for k in range(3))
        self._lessons = [*self._lessons, (own, other, margin)][-_LEARNED_TOGETHER:]
        games = len(found) * _GAMES_A_TASK
        self._games += games
        self._positions += len(margin)
        return games

    def _fit(self, stage: _Stage) -> float:
        """The tables to all lessons, by Adam; the mean squared error of the last pass, in discs."""
        own, other, margin = (np.concatenate([each[k] for each in self._lessons]) for k in range(3))
        examples = _Examples(self._game, own, other, margin, self._device)
        discs = self._discs
        mean, spread = torch.zeros_like(discs), torch.zeros_like(discs)
        batch = min(_MOST, max(_LEAST, len(examples) // _BATCHES))
        steps = max(1, stage.passes * len(examples) // batch)
        step, error = 0, 0.0
        for _ in range(stage.passes):
            order = torch.randperm(len(examples), device=self._device)
            total = 0.0
            for chosen in order.split(batch):
                step += 1
                rate = _RATE * (1 + math.cos(math.pi * min(1.0, step / steps))) / 2 + 1e-4
                gradient, squares = examples.gradient(discs, chosen)
                mean.lerp_(gradient, 0.1)
                spread.lerp_(gradient * gradient, 0.001)
                scale = (spread / (1 - 0.999**step)).sqrt_().add_(1e-8)
                discs.addcdiv_(mean / (1 - 0.9**step), scale, value=-rate)
                total += squares
            error = total / len(examples)
        return error

    def save(self) -> None:
        """The tables, replaced whole: a kill leaves the old ones or the new ones."""
        self.folder.mkdir(parents=True, exist_ok=True)
        history = {
            "plan": {name: getattr(self.plan, name) for name in ("sizes", "minutes", "seed")},
            "stages": self._stage,
            "minutes": round(self.seconds / 60, 1),
            "games": self._games,
            "positions": self._positions,
        }
        data = safetensors.write(
            {TENSOR: safetensors.Tensor("F16", self._game.patterns_shape, self._discs.half().cpu().numpy().tobytes())},
            {"format": FORMAT, "game": self.plan.game, "history": json.dumps(history)},
        )
        replace_file(self.folder / NET_FILE, lambda file: file.write(data))

    def _go_on(self) -> None:
        path = self.folder / NET_FILE
        if not path.exists():
            raise UsageError(f"there is no run in {str(self.folder)!r}: {str(path)!r} is missing")
        saved = Patterns.load(path, self.plan.game)
        self._discs = torch.tensor(floats_of(saved.tensors[TENSOR]), device=self._device)
        about = saved.history
        try:
            self._stage, self._games, self._positions = (int(about[key]) for key in ("stages", "games", "positions"))
            self._before = 60 * float(about["minutes"])
        except (KeyError, TypeError, ValueError):
            raise UsageError(f"{str(path)!r} does not say how far its training was") from None


class _Examples:
    """Positions, as the numbers of the tables that are added up for them, and their margins."""

    def __init__(self, game: HasPatterns[Any], own: Any, other: Any, margin: Any, device: torch.device) -> None:
        stages, self._count = game.patterns_shape
        numbers, at = (torch.from_dlpack(each) for each in game.numbers_of(own, other))
        self._numbers = numbers.to(device)
        self._margin = torch.from_numpy(margin).to(device).float()
        stage = at.long().clamp(max=stages - 2)
        self._share = (at - stage).to(device)
        self._first = (stage * self._count).to(device)

    def __len__(self) -> int:
        return len(self._margin)

    def gradient(self, discs: Tensor, chosen: Tensor) -> tuple[Tensor, float]:
        """Of the mean squared error over these; and the sum of the squares."""
        low = self._numbers[chosen].long() + self._first[chosen, None]
        high, share = low + self._count, self._share[chosen]
        error = discs[low].sum(1) * (1 - share) + discs[high].sum(1) * share - self._margin[chosen]
        pull = 2 / len(chosen) * error
        gradient = torch.zeros_like(discs)
        for numbers, weight in ((low, pull * (1 - share)), (high, pull * share)):
            gradient.index_add_(0, numbers.reshape(-1), weight[:, None].expand(numbers.shape).reshape(-1))
        return gradient, float((error * error).sum())
