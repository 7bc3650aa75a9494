"""Monte Carlo tree search, by the core: as a player, and as a search that can be watched while it goes on."""

from __future__ import annotations

from threading import Lock, RLock
from time import monotonic
from typing import Self

from tengen._core import Cancel
from tengen.errors import UsageError
from tengen.games.game import Position
from tengen.games.native import NativeSearch
from tengen.nets import NetFile
from tengen.patterns import Patterns
from tengen.players.choice import Candidate, Choice
from tengen.players.clock import Clock
from tengen.players.evaluating import Asking, Evaluate, checked_leaves
from tengen.players.margins import Margins
from tengen.players.player import OwnPlayer, require_moves
from tengen.render.notebook import inline
from tengen.render.view import View
from tengen.verbs.jobs import checked_memory, checked_threads
from tengen.verbs.simulate import checked_seed

DEFAULT_SECONDS = 1.0
DEFAULT_MEMORY = 1024  # MiB
MOST_VISITS = 2**24 - 2  # as far as the core counts

# What the solver of margins may take: 64 nodes for each visit, about the time of the visits themselves; or, once the
# result is proven, as many as it needs in the endings that the search plays perfectly.
_NODES_A_VISIT = 64
_FEWEST_NODES = 400_000
_NODES_A_SECOND = 4_000_000
_ANY_NODES = 2**63
_TREE_SHARE = 0.25  # of the seconds, where the solver is likely to be done in the others
_MARGIN_MEMORY = 64  # MiB at most


class Search:
    """A search of one position, that can be run in pieces, asked for its opinion at any moment, and moved on.

    `run` may be called in one thread while another asks for `choice`. Threads that run it or move it on wait for each
    other.
    """

    def __init__(
        self,
        position: Position,
        *,
        threads: int | None = None,
        seed: int | None = None,
        memory: int | None = None,
        evaluate: Evaluate | NetFile | None = None,
        leaves: int | None = None,
    ) -> None:
        """`memory`: MiB that the tree may take; past that, no new positions are added to it.

        `evaluate`: a net, patterns, or a function that judges positions, as for `mcts`, `leaves` of them at once.
        """
        require_moves(position)
        self.seed = checked_seed(seed)
        alone = seed is not None or (evaluate is not None and not isinstance(evaluate, NetFile))
        self.threads = checked_threads(1 if threads is None and alone else threads)
        self.evaluate = evaluate
        self.leaves = checked_leaves(evaluate, leaves)
        self.memory = checked_memory(memory, DEFAULT_MEMORY, "the tree")
        self._position = position
        self._begin()
        self._margins: Margins | None = None  # of this position, once they are in reach
        self._solving = Lock()  # held while they are worked on, or the position changes

    @property
    def position(self) -> Position:
        return self._position

    @property
    def visits(self) -> int:
        """How often the position was looked at, what was kept from earlier positions included."""
        return self._native.visits

    @property
    def is_decided(self) -> bool:
        """Is the value of the position proven? Then there is nothing more to search."""
        margins = self._margins
        return self._native.is_decided or (margins is not None and margins.value is not None)

    def run(
        self,
        visits: int | None = None,
        seconds: float | None = None,
        cancel: Cancel | None = None,
        *,
        settle: bool = False,
    ) -> None:
        """Searches until the position has this many visits, these seconds have passed, the cancel flag is raised, or
        its value is proven; whichever is first. With `settle` also when the most visited move cannot be caught up with
        in the seconds that are left.

        In the endings of games with a margin it then looks for the best one among the moves that keep the result, for
        what is left of the seconds, or for about as long as the visits took. Where an ending is likely to be solved
        in the seconds, most of them are kept for it."""
        if visits is None and seconds is None and cancel is None:
            raise UsageError("a search without an end; give it visits, seconds or a cancel flag")
        if visits is not None and visits < 0:
            raise UsageError(f"{visits} visits; expected 0 or more")
        if seconds is not None and not 0 <= seconds < float("inf"):
            raise UsageError(f"{seconds} seconds; expected 0 or more")
        begun = monotonic()
        solves = self._is_solvable(visits, seconds)
        if not self.is_decided:
            share = -1.0 if seconds is None else seconds * _TREE_SHARE if solves else seconds
            most = MOST_VISITS if visits is None else min(visits, MOST_VISITS)
            asked = [asking.for_core for asking in self._asking]
            self._native.run(most, share, self.threads, settle, cancel, asked, self._net)
        if visits != 0 and (solves or self.is_decided) and not (cancel is not None and cancel.requested):
            left = -1.0 if seconds is None else max(0.0, seconds - (monotonic() - begun))
            self._find_margins(
                _ANY_NODES if visits is None else max(visits * _NODES_A_VISIT, _FEWEST_NODES), left, cancel
            )

    def _is_solvable(self, visits: int | None, seconds: float | None) -> bool:
        """Is an ending likely to be solved within this? Then there are margins to find."""
        bounds = [
            *([] if visits is None else [visits * _NODES_A_VISIT]),
            *([] if seconds is None else [int(seconds * (1 - _TREE_SHARE) * _NODES_A_SECOND)]),
        ]
        with self._solving:
            if self._margins is None and bounds and self._has_choice:
                self._margins = Margins.of(self._position, self._margin_bytes, min(bounds))
            return self._margins is not None

    def _find_margins(self, nodes: int, seconds: float, cancel: Cancel | None) -> None:
        with self._solving:
            if self._margins is None and self._has_choice:
                self._margins = Margins.of(self._position, self._margin_bytes, None)
            if self._margins is not None:
                self._margins.find(nodes, seconds, self.threads, cancel)

    @property
    def _has_choice(self) -> bool:
        """Are there margins to choose by? A search with patterns finds them by itself."""
        return len(self._position.legal_moves) > 1 and not isinstance(self.evaluate, Patterns)

    @property
    def _margin_bytes(self) -> int:
        return min(self.memory, _MARGIN_MEMORY) << 20

    def choice(self) -> Choice:
        """The best move so far, and what is known of it and the others."""
        value, exact, candidates = self._native.report()
        found = tuple(
            Candidate(line[0], visits, mean, line, proven, lead, prior)
            for visits, mean, proven, line, lead, prior in candidates
        )
        choice, margins = Choice(found[0].move, value, found, found[0].line, exact), self._margins
        return choice if margins is None else margins.applied(choice)

    def view(self) -> View:
        """The best move so far and the others, on the board."""
        return self.choice().view(self._position)

    def _repr_svg_(self) -> str | None:
        return inline(self.view)

    def __repr__(self) -> str:
        return f"<Search of {self._position!r}: {self.visits} visits>"

    def move_on(self, position: Position) -> None:
        """Searches this position from now on. What is known of it is kept, if it is at most two moves away."""
        if position == self._position:
            return
        require_moves(position)
        with self._solving:
            self._margins = None
            if type(position) is not type(self._position) or not self._native.move_on(position):
                self._position = position
                self._begin()
            self._position = position

    def _begin(self) -> None:
        """With a tree of its own, and what asks about its leaves: one for each thread, since they ask side by side."""
        position, evaluate = self._position, self.evaluate
        if isinstance(evaluate, NetFile) and (misfit := evaluate.misfit(position)):
            raise UsageError(misfit)
        self._net = evaluate.for_core if isinstance(evaluate, NetFile) else None
        self._asking = (
            []
            if evaluate is None or isinstance(evaluate, NetFile)
            else [Asking(evaluate, position, self.leaves) for _ in range(self.threads)]
        )
        search = evaluate.search if isinstance(evaluate, Patterns) else position.game.search
        self._native: NativeSearch = search(position, self.seed, self.memory << 20)


class MctsPlayer(OwnPlayer):
    """Searches for a number of visits, a number of seconds, or as long as the clock suggests.

    Without any of them it takes a second. With a seed it uses one thread unless told otherwise, and then a number of
    visits gives the same moves in the same game every time. Asked by several threads, it thinks for one after another.
    """

    __slots__ = ("_search", "_thinks", "evaluate", "leaves", "memory", "seconds", "seed", "threads", "visits")

    name = "mcts"  # as specs have it
    _options: tuple[str, ...] = ("visits", "seconds", "threads", "seed", "memory", "leaves")

    visits: int | None
    seconds: float | None
    threads: int | None
    seed: int | None
    memory: int | None  # MiB
    evaluate: Evaluate | NetFile | None
    leaves: int | None
    _search: Search | None  # of the position it was last asked about
    _thinks: RLock  # held by the thread that uses the search

    def __init__(
        self,
        visits: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        seed: int | None = None,
        memory: int | None = None,
        *,
        evaluate: Evaluate | NetFile | None = None,
        leaves: int | None = None,
    ) -> None:
        if visits is not None and not 1 <= visits <= MOST_VISITS:
            raise UsageError(f"{visits} visits; expected 1 to {MOST_VISITS}")
        if seconds is not None and not 0 < seconds < float("inf"):
            raise UsageError(f"{seconds} seconds; expected more than 0")
        if threads is not None:
            checked_threads(threads)
        self._set(
            visits=visits,
            seconds=seconds,
            threads=threads,
            seed=None if seed is None else checked_seed(seed),
            memory=None if memory is None else checked_memory(memory, DEFAULT_MEMORY, "the tree"),
            evaluate=evaluate,
            leaves=checked_leaves(evaluate, leaves),
            _search=None,
            _thinks=RLock(),
        )

    def seeded(self, seed: int) -> Self:
        return type(self)(**{**self._fields(), "seed": seed})

    def choose(self, position: Position, clock: Clock | None = None, cancel: Cancel | None = None) -> Choice:
        """The cancel flag ends the search at once, with the best move so far."""
        with self._thinks:
            search = self.search(position)
            settle = clock is not None and clock.keeps
            search.run(self.visits, self.seconds_for(position, clock), cancel, settle=settle)
            return search.choice()

    def search(self, position: Position) -> Search:
        """This player's search, moved on to this position."""
        with self._thinks:
            evaluate, search = self.evaluator(position), self._search
            if search is None or search.evaluate is not evaluate:  # another game may have another net
                options = {name: getattr(self, name) for name in ("threads", "seed", "memory", "leaves")}
                search = Search(position, evaluate=evaluate, **options)
                self._set(_search=search)
            search.move_on(position)
            return search

    def evaluator(self, position: Position) -> Evaluate | NetFile | None:
        """What judges the leaves of its search; None: they are played out."""
        return self.evaluate

    def seconds_for(self, position: Position, clock: Clock | None) -> float | None:
        """How long to think; None: until the visits are made."""
        seconds = self.seconds
        if clock is not None:
            allowed = clock.allowance(position.game.moves_left(position))
            return allowed if seconds is None else min(seconds, allowed)
        return DEFAULT_SECONDS if seconds is None and self.visits is None else seconds

    def __setstate__(self, state: dict[str, object]) -> None:
        self._set(_search=None, _thinks=RLock(), **state)

    def __str__(self) -> str:
        options = ",".join(
            f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
            for name in self._options
            if (value := getattr(self, name)) is not None
        )
        if self.evaluate is not None:
            name = getattr(self.evaluate, "__name__", type(self.evaluate).__name__)
            options += f"{',' if options else ''}evaluate={name}"
        return f"{self.name}:{options}" if options else self.name


def mcts(
    visits: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int | None = None,
    memory: int | None = None,
    *,
    evaluate: Evaluate | NetFile | None = None,
    leaves: int | None = None,
) -> MctsPlayer:
    """A player that searches the tree of play, for visits or seconds, whichever ends first.

    threads: as many as there are cores; one with a seed or a function. memory: MiB for the tree, 1024 unless told
    otherwise.

    evaluate: a `Net`, `Patterns`, or a function that judges positions, so that they are not played out. The function
    gets a `Batch` of `leaves` boards (16 unless told otherwise) with planes of float32. It gives two arrays of floats:
    the policy, a logit for each board and move, and the value of each board, from -1 to 1 for the side to move. With
    several threads it is called by several at once.
    """
    return MctsPlayer(visits, seconds, threads, seed, memory, evaluate=evaluate, leaves=leaves)
