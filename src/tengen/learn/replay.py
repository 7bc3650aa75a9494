"""The positions that a net is trained on: the newest ones of one canvas, on the net's device."""

from __future__ import annotations

import torch
from torch import Tensor

from tengen.learn.model import unpacked

WHOLE = 32767  # a policy's probability of 1, as the core writes it


class Replay:
    def __init__(self, capacity: int, planes: int, height: int, width: int, device: torch.device) -> None:
        self.height, self.width, self.capacity, self.device = height, width, capacity, device
        points = height * width
        self._planes = torch.zeros(capacity, planes, (points + 7) // 8, dtype=torch.uint8, device=device)
        self._policy = torch.zeros(capacity, points, dtype=torch.int16, device=device)
        self._result = torch.zeros(capacity, dtype=torch.int8, device=device)
        self.size = self._next = 0

    def add(self, planes: Tensor, policy: Tensor, result: Tensor) -> None:
        """In place of the oldest."""
        planes, policy, result = (each[-self.capacity :] for each in (planes, policy, result))
        count = len(result)
        where = (self._next + torch.arange(count, device=self.device)) % self.capacity
        for kept, new in ((self._planes, planes), (self._policy, policy), (self._result, result)):
            kept[where] = new.to(self.device)
        self._next = (self._next + count) % self.capacity
        self.size = min(self.capacity, self.size + count)

    def sample(self, count: int) -> tuple[Tensor, Tensor, Tensor]:
        """Planes, policies and results of positions drawn at random, all laid down another way, the same for all."""
        drawn = torch.randint(self.size, (count,), device=self.device)
        planes = unpacked(self._planes[drawn], self.height, self.width)
        policy = (self._policy[drawn].float() / WHOLE).reshape(count, 1, self.height, self.width)
        symmetry = int(torch.randint(8 if self.height == self.width else 4, (1,)))
        if symmetry & 4:
            planes, policy = planes.transpose(2, 3), policy.transpose(2, 3)
        flipped = [axis for axis, bit in ((2, 1), (3, 2)) if symmetry & bit]
        if flipped:
            planes, policy = planes.flip(flipped), policy.flip(flipped)
        planes = planes.contiguous(memory_format=torch.channels_last)
        return planes, policy.reshape(count, -1), self._result[drawn].float()
