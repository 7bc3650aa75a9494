"""What a search with an evaluator asks: a function about many positions at once, a net for example."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tengen._core import Answers
from tengen.errors import UsageError
from tengen.games.game import Position
from tengen.nets import NetFile
from tengen.verbs.batch import Batch, batch, refusals

Evaluate = Callable[[Batch[Any]], tuple[Any, Any]]

DEFAULT_LEAVES = 16
_MOST_LEAVES = 65536


def checked_leaves(evaluate: Evaluate | NetFile | None, leaves: int | None) -> int | None:
    if evaluate is not None and not callable(evaluate) and not isinstance(evaluate, NetFile):
        raise TypeError(f"evaluate={evaluate!r} is not a function; expected one of a batch that gives policy and value")
    if leaves is not None and not callable(evaluate):
        raise UsageError(f"leaves={leaves} without a function to ask about them; give evaluate too")
    if leaves is not None and not 1 <= leaves <= _MOST_LEAVES:
        raise UsageError(f"{leaves} leaves; expected 1 to {_MOST_LEAVES}")
    return leaves


class Asking:
    """Asks the function for one thread of a search, which puts its leaves on the boards of a batch."""

    def __init__(self, evaluate: Evaluate, position: Position, leaves: int | None) -> None:
        self._evaluate = evaluate
        self._batch = batch(position, DEFAULT_LEAVES if leaves is None else leaves, planes="float32")
        self._answers = Answers(len(self._batch), self._batch.moves)

    @property
    def for_core(self) -> tuple[object, Answers, Callable[[int], None]]:
        return self._batch._native, self._answers, self._ask

    def _ask(self, count: int) -> None:
        answer = self._evaluate(self._batch)
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            raise UsageError(f"evaluate gave {type(answer).__name__}; expected a tuple of two arrays, policy and value")
        with refusals():
            self._answers.take(*answer, count)
