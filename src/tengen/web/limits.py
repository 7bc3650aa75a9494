"""How much one address may do: so often, and so many at once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

_REMEMBERED = 10_000  # addresses, before those that have used nothing lately are forgotten


def address_of(host: str | None) -> str:
    """Who counts as one: an address, or for IPv6 the 64 bits of the network that one customer is given."""
    try:
        address = ip_address(host or "")
    except ValueError:
        return host or "unknown"
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"


class Rate:
    """So many a second from each, after a store of as many as `burst`."""

    def __init__(self, a_second: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._a_second = a_second
        self._burst = max(1.0, burst)
        self._now = now
        self._left: dict[str, tuple[float, float]] = {}  # what was left, and when
        self._most_remembered = _REMEMBERED

    def take(self, who: str = "") -> float:
        """0 if this one is granted; else after how many seconds one will be."""
        now = self._now()
        left = self._at(who, now)
        if left >= 1:
            self._left[who] = left - 1, now
            if len(self._left) > self._most_remembered:
                self._left = {each: kept for each, kept in self._left.items() if self._at(each, now) < self._burst}
                # Not again at once, if they all have: looking through them takes time.
                self._most_remembered = max(_REMEMBERED, 2 * len(self._left))
            return 0.0
        return (1 - left) / self._a_second

    def _at(self, who: str, now: float) -> float:
        left, since = self._left.get(who, (self._burst, now))
        return min(self._burst, left + (now - since) * self._a_second)


class Places:
    """So many at once for each, and in all."""

    def __init__(self, each: int, in_all: int) -> None:
        self._each = each
        self._free = in_all
        self._taken: Counter[str] = Counter()

    def enter(self, who: str) -> bool:
        if not self._free or self._taken.get(who, 0) >= self._each:
            return False
        self._free -= 1
        self._taken[who] += 1
        return True

    def leave(self, who: str) -> None:
        self._free += 1
        self._taken[who] -= 1
        if not self._taken[who]:
            del self._taken[who]
