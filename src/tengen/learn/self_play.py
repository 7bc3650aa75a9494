"""Games that a net plays with itself: their trees in the core, the net on a GPU or the processor."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from tengen.games.native import NativeSelfPlay
from tengen.learn.model import FrozenNet, Sight, compiled

Judge = Callable[[Tensor], tuple[Tensor, Tensor]]


class Fleet:
    """Games side by side that ask the net together. Of two fleets, one's positions are judged on the GPU while the
    trees of the other grow on the processor."""

    def __init__(self, games: NativeSelfPlay, sight: Sight, height: int, width: int, net: FrozenNet) -> None:
        self._games = games
        self._wanted = torch.from_dlpack(games.wanted)  # the core's own memory
        self.size = len(self._wanted)

        def judge(rows: Tensor) -> tuple[Tensor, Tensor]:
            return net(sight.planes_of(rows, height, width))

        self._judge = judge
        self._graph = _Graph(self._wanted, judge, net.device) if net.device.type == "cuda" else None
        self.ask()

    def ask(self) -> None:
        """Has the net judge what the games want judged."""
        if self._graph is None:
            self._policy, self._value = self._judge(self._wanted)
        else:
            self._graph.start()
            self._policy, self._value = self._graph.policy, self._graph.value

    def go_on(self) -> None:
        """Tells the games what the net thinks, lets them go on, and asks again."""
        if self._graph is not None:
            self._graph.wait()
        self._games.tell(self._policy.numpy(), self._value.numpy())
        self.ask()

    def take(self) -> tuple[Tensor, Tensor, Tensor, int]:
        """What there is to learn from games that have ended: rows of bytes, policies, results; how many games."""
        rows, policy, result, games = self._games.take()
        return torch.from_dlpack(rows), torch.from_dlpack(policy), torch.from_dlpack(result), games


class _Graph:
    """The net on the GPU for one array of positions, recorded once and replayed: a launch instead of hundreds."""

    def __init__(self, wanted: Tensor, judge: Judge, device: torch.device) -> None:
        self._wanted = wanted
        runtime = torch.cuda.cudart()
        status = runtime.cudaHostRegister(wanted.data_ptr(), wanted.numel() * wanted.element_size(), 0)
        assert int(status) == 0, status
        self._stream = torch.cuda.Stream()
        self._input = torch.zeros_like(wanted, device=device)
        with torch.cuda.stream(self._stream), torch.no_grad():
            judge = compiled(judge, self._input)
            for _ in range(3):
                judge(self._input)
            self._stream.synchronize()
            self._graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._graph, stream=self._stream):
                self._output = judge(self._input)
        self.policy, self.value = (torch.empty(each.shape).pin_memory() for each in self._output)

    def start(self) -> None:
        with torch.cuda.stream(self._stream):
            self._input.copy_(self._wanted, non_blocking=True)
            self._graph.replay()
            for here, there in zip((self.policy, self.value), self._output, strict=True):
                here.copy_(there, non_blocking=True)

    def wait(self) -> None:
        self._stream.synchronize()
