"""What a server is told: where it listens, and how much it lets anybody do."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from tengen.errors import UsageError
from tengen.verbs.jobs import MOST_MEMORY, MOST_THREADS, checked_threads

ENVIRONMENT = "TENGEN_SERVE_"  # and the name of the option, as in TENGEN_SERVE_MOST_ROWS


def _limit(default: Any, least: float, most: float, words: str) -> Any:
    return field(default=default, metadata={"least": least, "most": most, "words": words})


@dataclass(frozen=True)
class Settings:
    """The limits of a server. Every one is an option of `tengen serve` and a variable of its environment.

    The defaults are fit for a classroom of 40, even if all of it comes from one address.
    """

    most_rows: int = _limit(25, 1, 100, "rows or columns of a board")
    most_seconds: float = _limit(10.0, 0.1, 3600, "seconds that a player may think about a move")
    most_analysis: float = _limit(30.0, 0.1, 3600, "seconds of live analysis of one position")
    most_verb_seconds: float = _limit(10.0, 0.1, 3600, "seconds for a question about a position, such as count")
    most_simulations: int = _limit(1_000_000, 1, 10**9, "random games in one question")
    most_depth: int = _limit(12, 0, 1000, "plies that count looks ahead")
    most_games: int = _limit(500, 1, 10**9, "new games an hour from one address")
    most_requests: int = _limit(100, 1, 10**9, "requests a second from one address")
    most_connections: int = _limit(400, 1, 10**6, "open connections from one address")
    most_sockets: int = _limit(150, 1, 10**6, "of them to games")
    most_messages: int = _limit(20, 1, 10**6, "messages a second on one connection to a game")
    most_silence: float = _limit(20.0, 0.1, 3600, "seconds for a request or a hello to come, or an answer to be read")
    threads: int = _limit(0, 0, MOST_THREADS, "searches at the same moment; 0: one a core")
    memory: int = _limit(32, 1, MOST_MEMORY, "MiB for the tree of one search")

    def __post_init__(self) -> None:
        for each in fields(self):
            value, least, most = getattr(self, each.name), each.metadata["least"], each.metadata["most"]
            if not least <= value <= most:
                raise UsageError(f"{option(each.name)} is {value}; expected {least} to {most}")

    @property
    def searches(self) -> int:
        return self.threads or checked_threads(None)

    @staticmethod
    def chosen(options: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings with these options; those that are missing or None are the environment's, or as usual."""
        found: dict[str, Any] = {}
        for each in fields(Settings):
            kind = float if isinstance(each.default, float) else int
            value = options.get(each.name)
            name = f"{ENVIRONMENT}{each.name.upper()}"
            if value is None and name in environment:
                try:
                    value = kind(environment[name])
                except ValueError:
                    raise UsageError(f"{name} is {environment[name]!r}; expected a number") from None
            if value is not None:
                found[each.name] = value
        return Settings(**found)


def option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


# What nobody needs to change.
LEAST_SECONDS = 0.1  # of thinking
MOST_MESSAGE = 64 * 1024  # bytes of a message, and of a request that is no paste
MOST_PASTE = 1024 * 1024
MOST_NAME = 40  # characters
MOST_CLOCK = 24 * 3600.0  # seconds of each part of a clock
MOST_SUMMARIES = 100
IN_ALL = 5  # connections and places at boards, in addresses' worth
REQUESTS_AT_ONCE = 10  # seconds' worth of requests: a class that opens the page at the same moment
