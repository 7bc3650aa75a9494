"""Analysis that streams while it goes on, as Leela Zero and KataGo have it: lz-analyze, kata-analyze and the like."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from math import sqrt
from time import monotonic
from typing import NamedTuple

from tengen.games.game import Position
from tengen.grid import Color
from tengen.interrupts import Job
from tengen.players.choice import Candidate, Choice
from tengen.players.mcts import MctsPlayer, Search
from tengen.protocols.gtp_session import Command, Failure, Session, number, syntax_error

_USUAL_INTERVAL = 100
_MOST_INTERVAL = 10**7  # centiseconds
_MOST_MOVES = 10**4
# What KataGo can be asked to add. Of these the search knows the first; the others are let pass and left out.
_EXTRAS = (
    "rootInfo",
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
    "noResultValue",
)


class Request(NamedTuple):
    """What an analysis is to be of, and what it is to show."""

    color: Color
    interval: float  # seconds
    least_moves: int
    most_moves: int
    root: bool


class Dialect(NamedTuple):
    """How values are written: Leela Zero's in ten-thousandths, KataGo's as fractions and with the lead."""

    value: Callable[[float], str]
    lead: Callable[[float | None], str]
    extras: tuple[str, ...]


LEELA = Dialect(lambda value: str(round(10000 * value)), lambda lead: "", ())
KATAGO = Dialect(lambda value: f"{value:.6f}", lambda lead: "" if lead is None else f"scoreLead {lead:.2f} ", _EXTRAS)


def _request(session: Session, words: list[str], dialect: Dialect) -> Request:
    """[colour] [interval] and pairs: interval N, minmoves N, maxmoves N, and KataGo's extras true or false."""
    rest = list(words)
    color = session.position.to_play
    if rest and rest[0].lower() in ("b", "w", "black", "white"):
        color = session.color(rest.pop(0))
    interval = number(rest.pop(0), 0, _MOST_INTERVAL) if rest and rest[0].isdigit() else _USUAL_INTERVAL
    least, most, root = 0, _MOST_MOVES, False
    while rest:
        key = rest.pop(0)
        value = rest.pop(0) if rest else ""
        if key == "interval":
            interval = number(value, 0, _MOST_INTERVAL)
        elif key == "minmoves":
            least = number(value, 0, _MOST_MOVES)
        elif key == "maxmoves":
            most = number(value, 0, _MOST_MOVES)
        elif key in dialect.extras and value in ("true", "false"):
            root = root or (key == "rootInfo" and value == "true")
        else:
            syntax_error(
                f"{' '.join([key, value]).strip()!r} is not an option; expected interval, minmoves or "
                f"maxmoves and a number"
            )
    return Request(color, max(1, interval) / 100, least, most, root)


def _analyze(dialect: Dialect, session: Session, words: list[str]) -> Generator[str, None, None]:
    request = _request(session, words, dialect)
    position = session.game.facing(request.color)
    if session.game.ends_with_passes or position.is_over:
        raise Failure("the game is over")
    return _watch(session, session.search(position), request, dialect)


def _watch(session: Session, search: Search, request: Request, dialect: Dialect) -> Generator[str, None, None]:
    """Searches until any line of input comes."""
    yield ""
    job = Job(lambda cancel: search.run(cancel=cancel))
    with session.under_way(job):
        while not session.lines.arrived(request.interval):
            finished = job.is_done(0)
            yield _report(session, search, request, dialect)
            if finished:
                job.result()  # raises what went wrong
                session.lines.arrived(None)


def _genmove_analyze(dialect: Dialect, session: Session, words: list[str]) -> Generator[str, None, None]:
    request = _request(session, words, dialect)
    color = request.color
    move = session.settled(color)
    if move is None:
        search = session.search(session.game.facing(color)) if isinstance(session.player, MctsPlayer) else None
        started = monotonic()
        job = session.choosing(color)
        with session.under_way(job):
            while search is not None and not job.is_done(request.interval):
                yield _report(session, search, request, dialect)
        move = session.chosen(job)
        session.clocks.spend(color, monotonic() - started)
    yield f"play {session.answer_move(color, move)}"


def _report(session: Session, search: Search, request: Request, dialect: Dialect) -> str:
    """A line about the moves so far; empty before there is anything to say."""
    if not search.visits:
        return ""
    choice, position = search.choice(), search.position
    candidates = _with_others(choice, position, request.least_moves)[: request.most_moves]
    unknown = 1 / len(position.legal_moves)  # without a net the search has no opinion beforehand
    parts = [
        f"info move {session.vertex(each.move)} visits {each.visits} winrate {dialect.value(each.value)} "
        f"{dialect.lead(each.lead)}prior {dialect.value(unknown if each.prior is None else each.prior)} "
        f"lcb {dialect.value(_lower_bound(each))} order {order} pv {session.vertices(each.line)}"
        for order, each in enumerate(candidates)
    ]
    if request.root:
        value = 0.5 if choice.value is None else choice.value
        lead = dialect.lead(choice.candidates[0].lead)
        parts.append(f"rootInfo visits {search.visits} winrate {dialect.value(value)} {lead}".rstrip())
    return " ".join(parts)


def _with_others(choice: Choice, position: Position, least: int) -> list[Candidate]:
    """The candidates, and if they are fewer than this, moves that nobody looked at."""
    known = list(choice.candidates)
    if len(known) < least:
        seen = set(choice.visits)
        value = 0.5 if choice.value is None else choice.value
        others = [move for move in position.legal_moves if move not in seen]
        known += [Candidate(move, 0, value, position.points([move])) for move in others[: least - len(known)]]
    return known


def _lower_bound(candidate: Candidate) -> float:
    """Two standard errors below the value."""
    value = candidate.value
    if candidate.exact:
        return value
    return max(0.0, value - 2 * sqrt(value * (1 - value) / candidate.visits)) if candidate.visits else 0.0


_EXPECTED = "a colour and an interval in centiseconds, like: lz-analyze black 50"

COMMANDS = {
    f"{prefix}-{name}": Command(partial(run, dialect), 0, 40, _EXPECTED)
    for prefix, dialect in (("lz", LEELA), ("kata", KATAGO))
    for name, run in (("analyze", _analyze), ("genmove_analyze", _genmove_analyze))
}
