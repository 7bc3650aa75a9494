"""Who plays whom, with which colours, from which opening: settled by the numbers of the games alone."""

from __future__ import annotations

from hashlib import blake2b
from itertools import combinations

from tengen.errors import UsageError, listed
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.store.finished import name_fault
from tengen.values import Value
from tengen.verbs.simulate import simulate

FIXED_MODES = ("round-robin", "gauntlet")
ROUND_MODES = ("swiss", "knockout")  # results decide who meets next: see rounds.py
MODES = (*FIXED_MODES, *ROUND_MODES)
MOST_ROUNDS = 1000


class Fixture(Value):
    """A game to be played. `pair` numbers the openings: its two games have colours changed."""

    __slots__ = ("black", "number", "opening", "pair", "white")

    number: int
    pair: int
    black: str
    white: str
    opening: int  # which; the same for every pairing in a round

    def __init__(self, number: int, pair: int, black: str, white: str, opening: int) -> None:
        self._set(number=number, pair=pair, black=black, white=white, opening=opening)


class Schedule(Value):
    """Every game of a match, numbered round by round, so that more rounds add games and change none."""

    __slots__ = ("mode", "names", "pairings")

    names: tuple[str, ...]
    mode: str  # round-robin: everybody against everybody; gauntlet: the first against everybody else
    pairings: tuple[tuple[str, str], ...]  # none in the modes where results decide them

    def __init__(self, names: tuple[str, ...], mode: str = "round-robin") -> None:
        if mode not in MODES:
            raise UsageError(f"there is no mode {mode!r}; expected {listed(MODES)}")
        if len(names) < 2:
            raise UsageError(f"a match of {len(names)} player{'s' * (len(names) != 1)}; expected 2 or more")
        for name in names:
            if fault := name_fault(name):
                shown = name if len(name) < 60 else f"{name[:60]}..."
                raise UsageError(f"a player cannot be called {shown!r}: {fault}; give it a name, like first=PLAYER")
            if names.count(name) > 1:
                raise UsageError(f"two players are called {name!r}; give them names, like first={name} second={name}")
        pairings = tuple(combinations(names, 2)) if mode in FIXED_MODES else ()
        self._set(names=names, mode=mode, pairings=pairings[: len(names) - 1] if mode == "gauntlet" else pairings)

    def rounds(self, wanted: int | None) -> int | None:
        """How many rounds a Swiss match has: as many as a knock-out would, unless told otherwise."""
        if self.mode != "swiss":
            if wanted is not None:
                raise UsageError(f"a {self.mode} match has no number of rounds; expected one with the mode swiss only")
            return None
        if wanted is not None and not 1 <= wanted <= MOST_ROUNDS:
            raise UsageError(f"{wanted} rounds; expected 1 to {MOST_ROUNDS}")
        return wanted or (len(self.names) - 1).bit_length()

    def count(self, games: int, rounds: int | None = None) -> int:
        """How many games there are if each pairing plays this many; in a knock-out, if nobody ties."""
        pairings = len(self.names) - 1 if self.mode == "knockout" else len(self.pairings)
        if number := self.rounds(rounds):
            pairings = number * (len(self.names) // 2)
        return pairings * (games + games % 2)

    def fixture(self, number: int) -> Fixture:
        pair, second = divmod(number, 2)
        opening, pairing = divmod(pair, len(self.pairings))
        one, other = self.pairings[pairing]
        # The player that is named first does not always have Black first.
        if (second + opening) % 2:
            one, other = other, one
        return Fixture(number, pair, one, other, opening)


def opening(fixture: Fixture, start: Position, plies: int, seed: int) -> Record:
    """The random moves that this game of a match with this seed begins with; none of them ends the game."""
    record = simulate(start, seed=derived_seed(seed, "opening", fixture.opening), most_plies=plies)
    while len(record) and record.end.is_over:
        record = Record(start, record.moves[:-1])
    return record


def derived_seed(*words: object) -> int:
    """A seed of 64 bits that these words settle."""
    return int.from_bytes(blake2b(":".join(map(str, words)).encode(), digest_size=8).digest(), "little")
