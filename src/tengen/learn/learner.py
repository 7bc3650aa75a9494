"""The net that learns, and its steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from tengen.learn.model import OWN_LEGAL_PLANE, ResidualNet, Sight, Tensors, compiled
from tengen.learn.replay import Replay

_AVERAGED = 0.995  # the net that plays is a running mean of the last few hundred steps
_COLD = 500  # steps in which the rate rises, where a net is given: Adam's first steps are as long as the rate
_OWNERS_SHARE = 0.5  # how much it counts whether owners of points were foreseen


class Learner:
    def __init__(self, sight: Sight, blocks: int, channels: int, device: torch.device) -> None:
        self.device = device
        self._sight = sight
        self._on_gpu = device.type == "cuda"
        self._net = ResidualNet(sight, blocks, channels).to(device).to(memory_format=torch.channels_last)
        self._mean = AveragedModel(self._net, multi_avg_fn=get_ema_multi_avg_fn(_AVERAGED), use_buffers=True)
        rate = torch.tensor(0.0, device=device) if self._on_gpu else 0.0
        self._optimizer = torch.optim.AdamW(
            self._net.parameters(), rate, weight_decay=1e-4, fused=self._on_gpu, capturable=self._on_gpu
        )
        self._steps: dict[tuple[int, ...], _Recorded] = {}
        self._judge: Callable[[Tensor], tuple[Tensor, Tensor, Tensor | None]] = self._net
        self._settled = False
        self._cold = 0  # steps that are left in which the rate rises

    def tensors(self) -> dict[str, Tensor]:
        """Of the mean net, as its file has them."""
        net = self._mean.module
        assert isinstance(net, ResidualNet)
        return {name: tensor.clone() for name, tensor in net.folded().items()}

    def begin_with(self, tensors: Tensors) -> None:
        """The net of a file. It has no norms, so they are to stay as they are (`settle`)."""
        self._net.unfold(tensors)
        self._mean.module.load_state_dict(self._net.state_dict())
        self._cold = _COLD

    def state(self) -> dict[str, Any]:
        return {
            "net": self._net.state_dict(),
            "mean": self._mean.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "cold": self._cold,
        }

    def load(self, state: dict[str, Any]) -> None:
        self._net.load_state_dict(state["net"])
        self._mean.load_state_dict(state["mean"])
        self._cold = state.get("cold", 0)
        for group, own in zip(state["optimizer"]["param_groups"], self._optimizer.param_groups, strict=True):
            # It may have begun on a GPU and go on without, or the other way round.
            group.update({name: own[name] for name in ("lr", "fused", "capturable")})
        self._optimizer.load_state_dict(state["optimizer"])

    def settle(self) -> None:
        """Its batch norms stay as they are from now on, those of the mean net.

        Until then a norm follows each batch, and a batch has boards of one canvas; the net that plays has one norm for
        all. So boards that are rare are learned in a way that the net cannot play them, until this is called.
        """
        if not self._settled:
            self._settled = True
            self._net.load_state_dict(self._mean.module.state_dict())
            self._steps.clear()  # they were recorded with norms that follow

    def learn(self, replays: list[Replay], batch: int, rate: float) -> tuple[float, float]:
        """A step on positions of each of these in turn; the mean losses of policy and value."""
        self._net.train()
        if self._settled:
            for module in self._net.modules():
                if isinstance(module, nn.BatchNorm2d):
                    module.eval()
        sums = torch.zeros(2, device=self.device)
        for replay in replays:
            self._set_rate(rate * (1 - self._cold / _COLD))
            self._cold = max(0, self._cold - 1)
            sums += self._step(*replay.sample(batch))
            self._mean.update_parameters(self._net)
        policy, value = (sums / len(replays)).tolist()
        return policy, value

    def _set_rate(self, rate: float) -> None:
        for group in self._optimizer.param_groups:
            if self._on_gpu:
                group["lr"].fill_(rate)  # a CUDA graph knows the place
            else:
                group["lr"] = rate

    def _step(self, *sample: Tensor) -> Tensor:
        if not self._on_gpu:
            return self._plain_step(*sample)
        shape = tuple(sample[0].shape)
        if shape not in self._steps:
            if not self._steps:
                with self._half_precision():
                    self._judge = compiled(self._net, sample[0])
            self._steps[shape] = _Recorded(self._plain_step, sample)
        return self._steps[shape](sample)

    def _half_precision(self) -> torch.autocast:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self._on_gpu, cache_enabled=False)

    def _plain_step(self, planes: Tensor, policy: Tensor, result: Tensor, owners: Tensor) -> Tensor:
        with self._half_precision():
            logits, value, owner = self._judge(planes)
        legal = planes[:, OWN_LEGAL_PLANE].flatten(1)
        if self._sight.passes:
            legal = F.pad(legal, (0, 1), value=1.0)
        logits = logits.float().masked_fill(legal == 0, -1e9)
        policy_loss = F.kl_div(F.log_softmax(logits, 1), policy, reduction="batchmean")
        value_loss = F.mse_loss(value.float(), result)
        loss = policy_loss + value_loss
        if owner is not None:
            own, other = owners[:, 0].flatten(1), owners[:, 1].flatten(1)
            owned = own + other  # a game that was given up has none
            missed = F.binary_cross_entropy_with_logits(owner.float(), own, owned, reduction="sum")
            loss = loss + _OWNERS_SHARE * missed / owned.sum().clamp(min=1.0)
        self._optimizer.zero_grad(set_to_none=False)
        loss.backward()
        nn.utils.clip_grad_norm_(self._net.parameters(), 1.0)
        self._optimizer.step()
        return torch.stack([policy_loss.detach(), value_loss.detach()])


class _Recorded:
    """A step on the GPU for samples of one shape, recorded as a CUDA graph: its launches take longer than its work."""

    def __init__(self, step: Any, sample: tuple[Tensor, ...]) -> None:
        self._sample = [tensor.clone() for tensor in sample]
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                step(*self._sample)
        torch.cuda.current_stream().wait_stream(stream)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._losses: Tensor = step(*self._sample)

    def __call__(self, sample: tuple[Tensor, ...]) -> Tensor:
        for here, new in zip(self._sample, sample, strict=True):
            here.copy_(new)
        self._graph.replay()
        return self._losses
