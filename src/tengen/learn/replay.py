"""The positions that a net is trained on: the newest ones of one canvas, on the net's device."""

from __future__ import annotations

import torch
from torch import Tensor

from tengen.learn.model import Sight, unpacked

WHOLE = 32767  # a policy's probability of 1, as the core writes it


class Replay:
    def __init__(self, capacity: int, sight: Sight, height: int, width: int, device: torch.device) -> None:
        self.height, self.width, self.capacity, self.device = height, width, capacity, device
        self._sight, self._points = sight, height * width
        rows = sight.inputs + 2 * sight.owners
        self._rows = torch.zeros(capacity, rows, (self._points + 7) // 8, dtype=torch.uint8, device=device)
        self._policy = torch.zeros(capacity, self._points + sight.passes, dtype=torch.int16, device=device)
        self._result = torch.zeros(capacity, dtype=torch.int8, device=device)
        self.size = self._next = 0

    def add(self, rows: Tensor, policy: Tensor, result: Tensor) -> None:
        """In place of the oldest."""
        rows, policy, result = (each[-self.capacity :] for each in (rows, policy, result))
        count = len(result)
        where = (self._next + torch.arange(count, device=self.device)) % self.capacity
        for kept, new in ((self._rows, rows), (self._policy, policy), (self._result, result)):
            kept[where] = new.to(self.device)
        self._next = (self._next + count) % self.capacity
        self.size = min(self.capacity, self.size + count)

    def sample(self, count: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Planes, policies, results and owners of positions drawn at random, all laid down another way, the same for
        all. Owners are two planes, the side's to move and the other's, or none."""
        drawn = torch.randint(self.size, (count,), device=self.device)
        rows, policy = self._rows[drawn], self._policy[drawn].float() / WHOLE
        planes = self._sight.planes_of(rows, self.height, self.width)
        owners = unpacked(rows[:, self._sight.inputs :], self.height, self.width)
        on_board = policy[:, : self._points].reshape(count, 1, self.height, self.width)
        symmetry = int(torch.randint(8 if self.height == self.width else 4, (1,)))
        planes, owners, on_board = (_laid_down(each, symmetry) for each in (planes, owners, on_board))
        policy = torch.cat([on_board.reshape(count, -1), policy[:, self._points :]], 1)
        planes = planes.contiguous(memory_format=torch.channels_last)
        return planes, policy, self._result[drawn].float(), owners.contiguous()


def _laid_down(boards: Tensor, symmetry: int) -> Tensor:
    if symmetry & 4:
        boards = boards.transpose(2, 3)
    return boards.flip([axis for axis, bit in ((2, 1), (3, 2)) if symmetry & bit])
