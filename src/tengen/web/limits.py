"""How much one address may do: how often, and how many things at once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address

from tengen.web.refusals import full, too_many

_WAIT = 10  # seconds, until it is worth trying again
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
    """`a_second` from each address, `burst` at once."""

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
    """At most `each` for one address and `in_all` together. The last fifth is for addresses that have few, unless one
    may have them all."""

    def __init__(self, each: int, in_all: int, what: str) -> None:
        """`what`: for messages, like "open boards"."""
        self._each = each
        self._free = in_all
        self._kept = in_all // 5 if each < in_all else 0
        self._few = max(1, each // 50)
        self._what = what
        self._taken: Counter[str] = Counter()

    def enter(self, who: str) -> None:
        taken = self._taken[who]
        if taken >= self._each:
            raise too_many(f"too many {self._what} from your address", _WAIT)
        if self._free <= (0 if taken < self._few else self._kept):
            raise full(_WAIT)
        self._free -= 1
        self._taken[who] += 1

    def leave(self, who: str) -> None:
        self._free += 1
        self._taken[who] -= 1
        if not self._taken[who]:
            del self._taken[who]

    @contextmanager
    def taken_by(self, who: str) -> Iterator[None]:
        """A place, as long as this lasts."""
        self.enter(who)
        try:
            yield
        finally:
            self.leave(who)
