"""Everybody paired with somebody, where not everybody may meet everybody.

Edmonds (1965), Paths, trees, and flowers, Canadian Journal of Mathematics 17, 449-467. A path that begins and ends with
somebody who is alone, and takes every other step between two who are paired, gives one pair more if its steps change
places. Cycles of odd length on the way, the blossoms, are shrunk to a point.
"""

from __future__ import annotations

from collections.abc import Sequence

ALONE = -1


def pair_all(partners: Sequence[Sequence[int]], mates: list[int]) -> bool:
    """Completes these pairs, changing as many of them as it must; False if that cannot be.

    partners: the numbers of those that each may meet, whom it had better meet first. mates: of each, or ALONE.
    """
    for root in range(len(mates)):
        if mates[root] == ALONE:
            search = _Search(partners, mates)
            end = search.path_from(root)
            if end == ALONE:
                return False
            while end != ALONE:
                before = search.parents[end]
                left = mates[before]
                mates[end], mates[before] = before, end
                end = left
    return True


class _Search:
    """For a path from one who is alone to another."""

    def __init__(self, partners: Sequence[Sequence[int]], mates: list[int]) -> None:
        self._partners = partners
        self._mates = mates
        self.parents = [ALONE] * len(mates)  # a step back on the path
        self._bases = list(range(len(mates)))  # of the blossom that each is in

    def path_from(self, root: int) -> int:
        """The other end of the path, from where parents and mates lead back; ALONE if there is none."""
        queue, reached = [root], {root}
        for each in queue:
            for other in self._partners[each]:
                if self._bases[each] == self._bases[other] or self._mates[each] == other:
                    continue
                mate = self._mates[other]
                if other == root or (mate != ALONE and self.parents[mate] != ALONE):
                    base = self._meeting_point(each, other)
                    shrunk = self._half(each, base, other) | self._half(other, base, each)
                    for inside, its_base in enumerate(self._bases):
                        if its_base in shrunk:
                            self._bases[inside] = base
                            if inside not in reached:
                                reached.add(inside)
                                queue.append(inside)
                elif self.parents[other] == ALONE:
                    self.parents[other] = each
                    if mate == ALONE:
                        return other
                    reached.add(mate)
                    queue.append(mate)
        return ALONE

    def _meeting_point(self, one: int, other: int) -> int:
        """Where the ways back from these two meet."""
        seen = set()
        while True:
            one = self._bases[one]
            seen.add(one)
            if self._mates[one] == ALONE:
                break
            one = self.parents[self._mates[one]]
        while self._bases[other] not in seen:
            other = self.parents[self._mates[self._bases[other]]]
        return self._bases[other]

    def _half(self, each: int, base: int, across: int) -> set[int]:
        """The bases on the way back from here to the base of a blossom, which may now be walked the other way too."""
        found = set()
        while self._bases[each] != base:
            mate = self._mates[each]
            found |= {self._bases[each], self._bases[mate]}
            self.parents[each] = across
            across, each = mate, self.parents[mate]
        return found
