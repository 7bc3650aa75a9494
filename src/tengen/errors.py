"""Everything that Tengen raises on purpose."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def listed(words: "Iterable[str]") -> str:
    """Choices as a person would list them: "this, that or the other"."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def unknown(kind: str, word: str, choices: "Iterable[str]", otherwise: str) -> str:
    """Words about a name that nothing has: which of the choices looks like it, or else what to do."""
    from difflib import get_close_matches

    meant = get_close_matches(word.partition(":")[0].lower(), list(choices), 1)  # mtcs:visits=9 is meant for mcts
    return f"there is no {kind} {word!r}; {f'did you mean {meant[0]}?' if meant else otherwise}"


class TengenError(Exception):
    """The base of them all."""


class ParseError(TengenError, ValueError):
    """A text that is not what it should be, with the place where that shows (line and column from 1).

    A single word, such as the name of a point, has no place.
    """

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message, line, column)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return self.message if self.line is None else f"line {self.line}, column {self.column}: {self.message}"


class IllegalMove(TengenError, ValueError):
    """A move that the rules forbid. The message says which rule."""


class IllegalPosition(TengenError, ValueError):
    """A position that cannot be played on. The message gives the first reason that `check` would."""


class TooManyGames(TengenError, OverflowError):
    """More games than can be counted. `partial.at_least` is how many there are at least."""

    def __init__(self, message: str, partial: "Any") -> None:
        super().__init__(message, partial)
        self.partial = partial

    def __str__(self) -> str:
        return str(self.args[0])


class UnreachableFill(TengenError, ValueError):
    """The random game ended before the board was as full as asked for."""


class UsageError(TengenError, ValueError):
    """A request that makes no sense: a size, a policy, a number out of range."""


class ProofFailed(UsageError):
    """A proof that could not be found or written. `partial` is the solution, which is right all the same."""

    def __init__(self, message: str, partial: "Any") -> None:
        super().__init__(message, partial)
        self.partial = partial

    def __str__(self) -> str:
        return str(self.args[0])


class PlayerFailed(TengenError):
    """A player that did not do its part: `cause` is "crash", "timeout", "illegal" or "protocol".

    `stderr` is the end of what the program wrote there, if it is a program.
    """

    def __init__(self, message: str, cause: str, stderr: str = "") -> None:
        super().__init__(message, cause, stderr)
        self.message = message
        self.cause = cause
        self.stderr = stderr

    def __str__(self) -> str:
        return self.message


class MatchFailed(TengenError):
    """A match that cannot go on. What was played is in its file."""


class Cancelled(TengenError):
    """A cancel flag that was raised during long work. `partial` is the result for what was done by then."""

    def __init__(self, partial: "Any") -> None:
        super().__init__("cancelled")
        self.partial = partial


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during long work. `partial` is the result for what was done by then."""

    def __init__(self, partial: "Any") -> None:
        super().__init__("interrupted")
        self.partial = partial


def stopped(error: "KeyboardInterrupt | Cancelled", partial: "Any") -> Interrupted | Cancelled:
    """The same error, with the result for what was done by then."""
    return Cancelled(partial) if isinstance(error, Cancelled) else Interrupted(partial)
