"""What the commands that talk a protocol share: their player, and a way out for their answers alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from tengen.cli.streams import write
from tengen.errors import UsageError
from tengen.players import Player, parse


@contextmanager
def talking(spec: str | None) -> Iterator[tuple[Player | None, Callable[[bytes], None]]]:
    """The player of this name, if there is one, and what writes an answer. A program behind the player is ended."""
    answers = _answers_only()
    with named_player(spec) as player:
        yield player, partial(write, file=answers)


@contextmanager
def named_player(spec: str | None) -> Iterator[Player | None]:
    """The player of this name, if there is one; a program behind it is ended with the block."""
    player = None if spec is None else parse(spec)
    try:
        yield player
    finally:
        if player is not None and hasattr(player, "close"):
            player.close()


def _answers_only() -> int:
    """A file for the answers alone: what somebody's own player prints goes to standard error, not between them."""
    try:
        answers = os.dup(1)
        os.dup2(2, 1)
    except OSError as error:
        raise UsageError(f"cannot write to standard output: {error.strerror}") from None
    return answers
