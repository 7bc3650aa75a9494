"""The net that is trained, in PyTorch; and the same net as it is played with, without batch norms.

docs/nets.md says what it computes. It knows no size of board: holes are masked, and pooling is over points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from tengen.games.game import HasSelfPlay, Position
from tengen.verbs.batch import COMMON_PLANES

OWN_LEGAL_PLANE = COMMON_PLANES.index("own legal")
POINTS_PLANE = COMMON_PLANES.index("points")  # 1 on the board, 0 in a hole
_NUMBER_ZERO, _NUMBER_UNIT = 128, 16  # as the core writes a number, and what of it is 1 to a net
Tensors = Mapping[str, Tensor]


class Sight(NamedTuple):
    """What a game's nets see of a position, and what they say of it besides a number for each point and a value."""

    planes: int  # as in a batch
    number: bool  # one more plane, the same everywhere
    passes: bool  # a number for the pass
    owners: bool  # while they learn: whose each point will be

    @property
    def inputs(self) -> int:
        return self.planes + self.number

    @classmethod
    def of(cls, game: HasSelfPlay[Any], start: Position) -> Sight:
        return cls(len(COMMON_PLANES) + len(game.more_planes), game.has_net_number, start.has_passes, game.has_owners)

    def planes_of(self, rows: Tensor, height: int, width: int) -> Tensor:
        """Planes as numbers, from rows of bytes as the core writes them: planes first, then the number."""
        planes = unpacked(rows[:, : self.planes], height, width)
        if not self.number:
            return planes
        return self.with_number(planes, rows[:, self.planes, 0].float() - _NUMBER_ZERO)

    @staticmethod
    def with_number(planes: Tensor, number: Tensor) -> Tensor:
        everywhere = (number / _NUMBER_UNIT)[:, None, None, None]
        return torch.cat([planes, everywhere * planes[:, POINTS_PLANE : POINTS_PLANE + 1]], 1)


def compiled(function: Callable[..., Any], *example: Tensor) -> Callable[..., Any]:
    """Its small steps joined by PyTorch's compiler, which nearly doubles the speed; as it is where there is none."""
    faster = torch.compile(function, dynamic=False)
    try:
        faster(*example)
    except Exception:  # it needs Triton and a C compiler, and says so in many ways
        return function
    return faster


def pooled(y: Tensor, area: Tensor) -> Tensor:
    """For each channel its mean and maximum over the board, and the mean once more, scaled by the size of the board."""
    mean = y.sum((2, 3)) / area
    return torch.cat([mean, y.amax((2, 3)), mean * ((area.sqrt() - 9) / 4)], 1)


class _Convolution(nn.Module):
    """3x3, and a batch norm."""

    def __init__(self, before: int, after: int) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(before, after, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(after)

    def forward(self, x: Tensor) -> Tensor:
        return self.norm(self.convolution(x))

    def folded(self) -> tuple[Tensor, Tensor]:
        """Weight and bias of one convolution that does the same."""
        norm = self.norm
        assert norm.running_var is not None
        assert norm.running_mean is not None
        scale = norm.weight / (norm.running_var + norm.eps).sqrt()
        return self.convolution.weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale

    def unfold(self, weight: Tensor, bias: Tensor) -> None:
        """Such a convolution, with a norm that only adds the bias."""
        norm = self.norm
        norm.reset_parameters()
        assert norm.running_var is not None
        norm.running_var.sub_(norm.eps)
        self.convolution.weight.copy_(weight)
        norm.bias.copy_(bias)


class _Block(nn.Module):
    def __init__(self, channels: int, pools: bool) -> None:
        super().__init__()
        self.a = _Convolution(channels, channels)
        self.b = _Convolution(channels, channels)
        self.pool = nn.Linear(3 * channels, channels) if pools else None

    def forward(self, y: Tensor, mask: Tensor, area: Tensor) -> Tensor:
        z = F.relu(self.a(y)) * mask
        if self.pool is not None:
            z = z + self.pool(pooled(z, area))[:, :, None, None] * mask
        return F.relu(y + self.b(z)) * mask


class ResidualNet(nn.Module):
    def __init__(self, sight: Sight, blocks: int, channels: int) -> None:
        super().__init__()
        self.stem = _Convolution(sight.inputs, channels)
        self.blocks = nn.ModuleList([_Block(channels, k % 2 == 1) for k in range(blocks)])
        self.policy = nn.Sequential(nn.Conv2d(channels, channels // 2, 1), nn.ReLU(), nn.Conv2d(channels // 2, 1, 1))
        self.value = nn.Sequential(nn.Linear(3 * channels, channels), nn.ReLU(), nn.Linear(channels, 1), nn.Tanh())
        self.passing = (
            nn.Sequential(nn.Linear(3 * channels, channels), nn.ReLU(), nn.Linear(channels, 1))
            if sight.passes
            else None
        )
        self.owner = nn.Conv2d(channels, 1, 1) if sight.owners else None

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor, Tensor | None]:
        """A number for each move of each board, and a value for each board. Where points have owners, a number for each
        point: the higher, the likelier it will be the side's to move."""
        mask = planes[:, POINTS_PLANE : POINTS_PLANE + 1]
        area = mask.sum((2, 3))
        y = F.relu(self.stem(planes)) * mask
        for block in self.blocks:
            y = block(y, mask, area)
        policy, pool = self.policy(y).flatten(1), pooled(y, area)
        if self.passing is not None:
            policy = torch.cat([policy, self.passing(pool)], 1)
        owner = None if self.owner is None else self.owner(y).flatten(1)
        return policy, self.value(pool)[:, 0], owner

    @torch.no_grad()
    def folded(self) -> dict[str, Tensor]:
        """The tensors of the net file: batch norms are folded into the convolutions before them."""
        found: dict[str, Tensor] = {}
        for name, layer in self._layers():
            if isinstance(layer, _Convolution):
                weight, bias = layer.folded()
            else:
                weight, bias = layer.weight.flatten(1), layer.bias
            found[f"{name}.weight"], found[f"{name}.bias"] = weight.detach(), bias.detach()
        return found

    @torch.no_grad()
    def unfold(self, tensors: Tensors) -> None:
        """The net of a file: its norms only add the biases. What is not in the file stays as it is."""
        for name, layer in self._layers():
            weight, bias = tensors[f"{name}.weight"], tensors[f"{name}.bias"]
            if isinstance(layer, _Convolution):
                layer.unfold(weight, bias)
            else:
                layer.weight.copy_(weight.reshape(layer.weight.shape))
                layer.bias.copy_(bias)

    def _layers(self) -> Iterator[tuple[str, _Convolution | nn.Conv2d | nn.Linear]]:
        """As the net file names them."""
        yield "stem", self.stem
        for k, block in enumerate(self.blocks):
            assert isinstance(block, _Block)
            yield f"blocks.{k}.a", block.a
            yield f"blocks.{k}.b", block.b
            if block.pool is not None:
                yield f"blocks.{k}.pool", block.pool
        for name, head in (("policy", self.policy), ("value", self.value), ("pass", self.passing)):
            if head is None:
                continue
            for part, layer in (("a", head[0]), ("b", head[2])):
                assert isinstance(layer, nn.Conv2d | nn.Linear)
                yield f"{name}.{part}", layer


def unpacked(bits: Tensor, height: int, width: int) -> Tensor:
    """Planes as numbers, from planes whose bytes have a bit for each point."""
    places = torch.arange(8, dtype=torch.uint8, device=bits.device)
    points = ((bits.unsqueeze(-1) >> places) & 1).flatten(2)[:, :, : height * width]
    return points.reshape(*bits.shape[:2], height, width).float()


class FrozenNet:
    """A net that is played with. Its weights may be replaced, and stay where they are: a CUDA graph knows the places.

    On a GPU it computes in half precision.
    """

    def __init__(self, tensors: Tensors, device: torch.device) -> None:
        self.device = device
        self.type = torch.float16 if device.type == "cuda" else torch.float32
        self._tensors = {name: self._placed(tensor) for name, tensor in tensors.items()}
        self._blocks = sum(name.endswith("a.bias") and name.startswith("blocks.") for name in tensors)

    def _placed(self, tensor: Tensor) -> Tensor:
        placed = tensor.detach().to(self.device, self.type, copy=True)
        return placed.to(memory_format=torch.channels_last) if placed.dim() == 4 else placed

    def load(self, tensors: Tensors) -> None:
        for name, tensor in tensors.items():
            self._tensors[name].copy_(tensor)

    def _convolved(self, name: str, x: Tensor) -> Tensor:
        return F.conv2d(x, self._tensors[f"{name}.weight"], self._tensors[f"{name}.bias"], padding=1)

    def _linear(self, name: str, x: Tensor) -> Tensor:
        return F.linear(x, self._tensors[f"{name}.weight"], self._tensors[f"{name}.bias"])

    def _from_pool(self, head: str, pool: Tensor) -> Tensor:
        return self._linear(f"{head}.b", F.relu(self._linear(f"{head}.a", pool)))

    @torch.no_grad()
    def __call__(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """As ResidualNet, without owners; in single precision, on the net's device."""
        x = planes.to(self.type).contiguous(memory_format=torch.channels_last)
        mask = x[:, POINTS_PLANE : POINTS_PLANE + 1]
        area = mask.sum((2, 3))
        y = F.relu(self._convolved("stem", x)) * mask
        for k in range(self._blocks):
            z = F.relu(self._convolved(f"blocks.{k}.a", y)) * mask
            if k % 2 == 1:
                z = z + self._linear(f"blocks.{k}.pool", pooled(z, area))[:, :, None, None] * mask
            y = F.relu(y + self._convolved(f"blocks.{k}.b", z)) * mask
        points = y.permute(0, 2, 3, 1)  # channels last, as they lie: a 1x1 convolution is a matrix product
        policy = self._linear("policy.b", F.relu(self._linear("policy.a", points))).flatten(1)
        pool = pooled(y, area)
        value = torch.tanh(self._from_pool("value", pool)[:, 0])
        if "pass.a.weight" in self._tensors:
            policy = torch.cat([policy, self._from_pool("pass", pool)], 1)
        return policy.float(), value.float()
