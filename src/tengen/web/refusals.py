"""What the server says no to: in words, with a status for HTTP and a short code that the page can translate."""

from __future__ import annotations

from tengen.errors import TengenError

_MOST_WORDS = 300  # characters: what was sent may be quoted, but not all of it


class Refused(TengenError):
    """A request that is not granted."""

    def __init__(self, status: int, code: str, message: str, retry_after: float | None = None) -> None:
        super().__init__(status, code, message)
        self.status = status
        self.code = code
        self.message = message
        self.retry_after = retry_after  # seconds

    def __str__(self) -> str:
        return self.message

    @property
    def wire(self) -> dict[str, str]:
        long = len(self.message) > _MOST_WORDS
        return {"error": f"{self.message[:_MOST_WORDS]}..." if long else self.message, "code": self.code}


def bad_input(message: str) -> Refused:
    return Refused(400, "bad input", message)


def not_found(message: str) -> Refused:
    return Refused(404, "not found", message)


def no_help() -> Refused:
    return Refused(403, "no help", "two people play this game: it can be analysed when it is over")


def too_many(message: str, retry_after: float) -> Refused:
    return Refused(429, "too many", message, retry_after)


def full(retry_after: float) -> Refused:
    """For somebody who has done nothing wrong."""
    return Refused(503, "full", "the server is full at this moment; try again in a little while", retry_after)
