"""solve on many machines: positions of the top of the tree, as tasks of anybody's Executor.

Every solver of one start and one seed has the same keys, wherever it runs. So what one of them has proven any other can
use: a task brings back its journal, and takes along the answers that took most work so far.
"""

from __future__ import annotations

import time
from bisect import insort
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from struct import Struct
from threading import Lock

from tengen import __version__
from tengen._core import Cancel
from tengen.errors import TengenError, UsageError
from tengen.games.game import HasJournal, Position
from tengen.games.native import JournalingSolver
from tengen.values import Value

_UNKNOWN, _LOST, _WON = 0, 1, 2  # for the side to move
_ANSWER = Struct("=QQQ")  # of a journal: two words of a key; the verdict, and above it how many bits the work has
_LEAST_WORK = 15  # bits, of an answer in a journal
_ANSWERS_SENT = 4096  # with a task: 96 KiB
_FEWEST_NODES, _MOST_NODES = 1 << 20, 1 << 30  # of a task, for each thread
_TASKS = 64  # for each worker, in as many nodes as there were so far

Key = tuple[int, int]
Outcome = tuple[int, int, bytes]  # the verdict, how many nodes it took, and the journal


class Task(Value):
    """A position that follows from a start."""

    __slots__ = ("known", "most_bytes", "most_nodes", "position", "seed", "start", "threads")

    start: Position
    seed: int
    most_bytes: int
    threads: int
    position: Position
    most_nodes: int
    known: bytes  # a journal

    def __init__(
        self,
        start: Position,
        seed: int,
        most_bytes: int,
        threads: int,
        position: Position,
        most_nodes: int,
        known: bytes,
    ) -> None:
        self._set(
            start=start,
            seed=seed,
            most_bytes=most_bytes,
            threads=threads,
            position=position,
            most_nodes=most_nodes,
            known=known,
        )


class _Kept:
    """The solver of this process. It outlives a task, so that the next one finds its table full."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._of: tuple[Position, int, int, int] | None = None
        self._solver: JournalingSolver | None = None

    def work(self, task: Task) -> Outcome:
        with self._lock:
            solver = self._solver_for(task)
            solver.go_on_from(task.known)
            known, nodes = len(solver.journal()), solver.nodes
            verdict = solver.decide(task.position, task.most_nodes, task.threads, None)
            return verdict, solver.nodes - nodes, solver.journal()[known:]

    def _solver_for(self, task: Task) -> JournalingSolver:
        of = (task.start, task.seed, task.most_bytes, task.threads)
        if self._solver is None or self._of != of:
            self._of = self._solver = None  # two tables may not fit
            game = task.start.game
            assert isinstance(game, HasJournal)
            self._solver = game.journaling_solver(task.start, task.most_bytes, task.seed, task.threads)
            self._of = of
        return self._solver


_kept = _Kept()


def work(task: Task) -> Outcome:
    return _kept.work(task)


def require_version(version: str) -> None:
    """Another one may have other keys."""
    if version != __version__:
        raise UsageError(f"it has Tengen {__version__}, not {version}")


class _Node:
    """A position near the top of the tree. Different orders of moves lead to the same one."""

    __slots__ = ("future", "key", "nodes", "position", "replies", "seen", "share", "verdict")

    def __init__(self, position: Position, key: Key | None, verdict: int) -> None:
        self.position = position
        self.key = key  # None: the start
        self.verdict = verdict
        self.replies: list[_Node] | None = None  # in the order in which the solver tries them; None: not looked into
        self.future: Future[Outcome] | None = None
        self.nodes = 0  # that went into it
        self.seen = 0  # in this round
        self.share = 0.0  # of it that is done, if all replies cost the same


class Spread:
    """A search for who wins, by the workers of an executor, for a solver that will know it then.

    It is the solver's own search, from the top: a position is won by its first good move, so the moves are tried one
    after the other. A position that such a move leads to is lost if all answers fail, and those are tried at once. A
    task has a number of nodes. If they do not suffice, its position is looked into here, and its moves become tasks.
    """

    def __init__(
        self,
        start: Position,
        solver: JournalingSolver,
        seed: int,
        most_bytes: int,
        threads: int,
        executor: Executor,
        at_once: Callable[[], int],
    ) -> None:
        self._start = start
        self._solver = solver
        self._settings = (seed, most_bytes, threads)
        self._executor = executor
        self._at_once = at_once
        self._nodes: dict[Key, _Node] = {}
        self._waiting: dict[Future[Outcome], _Node] = {}
        self._round = 0
        self._leaves: list[_Node] = []
        self._known: list[tuple[int, bytes]] = []  # answers to be sent, those that took most work first
        self._known_keys: set[Key] = set()
        self.nodes = 0  # of finished tasks
        self.done = 0.0

    def run(self, all_moves: bool, seconds: float | None, stop: Cancel) -> None:
        """Until it is known who wins, with all moves if so asked; until the seconds have passed, or it is stopped."""
        end = None if seconds is None else time.monotonic() + seconds
        for answer in _ANSWER.iter_unpack(self._solver.journal()):
            self._learn(*answer)
        root = _Node(self._start, None, _UNKNOWN)
        root.replies = list(self._replies(root))
        goals = root.replies if all_moves else [root]
        try:
            while not stop.requested and (end is None or time.monotonic() < end):
                at_once = max(1, self._at_once())
                self._look_for_leaves(goals, at_once)
                if not self._leaves:
                    return
                self._send(at_once)
                finished, _ = wait(self._waiting, timeout=0.1, return_when=FIRST_COMPLETED)
                for future in finished:
                    self._take(future)
        finally:
            for future in self._waiting:
                future.cancel()

    def _look_for_leaves(self, goals: list[_Node], fewest: int) -> None:
        """The positions that matter now. While they are too few, those that nobody works on are looked into."""
        while True:
            self._round += 1
            self._leaves.clear()
            for goal in goals:
                self._look(goal, goal.key is None)
            self.done = sum(goal.share for goal in goals) / len(goals)
            free = [leaf for leaf in self._leaves if leaf.future is None]
            if len(self._leaves) >= fewest or not free:
                return
            for leaf in free:
                leaf.replies = list(self._replies(leaf))

    def _look(self, node: _Node, wins: bool) -> None:
        """`wins`: if all is as it seems, so that its first undecided move alone matters."""
        if node.verdict or node.seen == self._round:
            return
        node.seen = self._round
        if node.replies is None:
            self._leaves.append(node)
            return
        undecided = 0
        for reply in node.replies:
            if not (wins and undecided):
                self._look(reply, not wins)
            undecided += reply.verdict == _UNKNOWN
            if reply.verdict == _LOST:
                self._decide(node, _WON)
                return
        if not undecided:
            self._decide(node, _LOST)
        else:
            node.share = sum(reply.share for reply in node.replies) / len(node.replies)

    def _replies(self, node: _Node) -> Iterator[_Node]:
        moves, found = self._solver.replies(node.position)
        for move, (index, signature, verdict) in zip(moves, found, strict=True):
            key = (index, signature)
            if key not in self._nodes:
                self._nodes[key] = _Node(node.position.play(move), key, _UNKNOWN)
            if verdict:
                self._settle(self._nodes[key], verdict)
            yield self._nodes[key]

    def _settle(self, node: _Node, verdict: int) -> None:
        node.verdict = verdict
        node.share = 1.0
        node.replies = None

    def _decide(self, node: _Node, verdict: int) -> None:
        """What follows from tasks, and is in no journal of theirs."""
        node.nodes += sum(reply.nodes for reply in node.replies or ())
        if node.key is not None:
            bits = max(node.nodes.bit_length(), _LEAST_WORK)
            self._note(_ANSWER.pack(*node.key, bits << 2 | verdict))
        self._settle(node, verdict)

    def _note(self, journal: bytes) -> None:
        self._solver.go_on_from(journal)
        for index, signature, answer in _ANSWER.iter_unpack(journal):
            self._learn(index, signature, answer)
            node = self._nodes.get((index, signature))
            if node is not None and not node.verdict:
                self._settle(node, answer & 3)

    def _learn(self, index: int, signature: int, answer: int) -> None:
        key = (index, signature)
        if key in self._known_keys:
            return
        self._known_keys.add(key)
        insort(self._known, (-(answer >> 2), _ANSWER.pack(index, signature, answer)))
        for _, least in self._known[_ANSWERS_SENT:]:
            self._known_keys.discard(_ANSWER.unpack(least)[:2])
        del self._known[_ANSWERS_SENT:]

    def _send(self, at_once: int) -> None:
        """Some more tasks than there are workers, so that none of these waits for us."""
        for future, node in [*self._waiting.items()]:
            if (node.verdict or node.seen != self._round) and future.cancel():  # nobody needs it any more
                self._forget(future)
        seed, most_bytes, threads = self._settings
        most_nodes = threads * min(max(_FEWEST_NODES, self.nodes // (_TASKS * at_once * threads)), _MOST_NODES)
        known = b"".join(answer for _, answer in self._known)
        for leaf in self._leaves:
            if len(self._waiting) > at_once + at_once // 4:
                return
            if leaf.future is None:
                task = Task(self._start, seed, most_bytes, threads, leaf.position, most_nodes, known)
                try:
                    leaf.future = self._executor.submit(work, task)
                except Exception as error:  # an executor from elsewhere may raise anything
                    raise _failed(error) from error
                self._waiting[leaf.future] = leaf

    def _forget(self, future: Future[Outcome]) -> _Node:
        node = self._waiting.pop(future)
        node.future = None
        return node

    def _take(self, future: Future[Outcome]) -> None:
        node = self._forget(future)
        try:
            verdict, nodes, journal = future.result()
        except Exception as error:
            raise _failed(error) from error
        self.nodes += nodes
        node.nodes += nodes
        self._note(journal)
        if node.verdict:
            return
        if verdict:
            self._decide(node, verdict)
        else:
            node.replies = list(self._replies(node))


def _failed(error: BaseException) -> TengenError:
    # A cluster that has lost its scheduler cancels its futures.
    if isinstance(error, CancelledError):
        return TengenError("a part could not be solved: whoever was to do it is gone")
    if isinstance(error, BrokenExecutor):
        return TengenError("a part could not be solved: a process of the executor died")
    return TengenError(f"a part could not be solved: {type(error).__name__}: {error}")
