"""Playing a match: games out to the executor, results into the file, until all are played or enough is known."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait

from tengen.errors import MatchFailed
from tengen.games.game import Position
from tengen.grid import BLACK, WHITE
from tengen.interrupts import HeldInterrupts
from tengen.match.schedule import Fixture, opening
from tengen.match.versions import is_own
from tengen.match.worker import Parcel, Setup, play_some
from tengen.players.course import Course, End
from tengen.store.finished import GameFile, StoredGame

OnGames = Callable[[list[StoredGame]], None]

_TASK = 0.1  # seconds: short games are sent out and kept together, about this much work at a time
_MOST_AT_A_TIME = 512
_DEATHS = 3  # of the process that plays a game, before it is given up


class MatchRun:
    """Games of a match that are not in its file yet, by their numbers, the smallest first."""

    def __init__(
        self,
        file: GameFile,
        numbers: list[int],
        fixture: Callable[[int], Fixture],
        starts: tuple[Position, ...],
        setup: Setup,
        executor: Executor,
        at_once: Callable[[], int],
    ) -> None:
        self._file = file
        self._left = numbers  # a heap, for they are in order
        self._fixture = fixture
        self._starts = starts
        self._setup = setup
        self._parcel = Parcel(setup)
        self._executor = executor
        self._at_once = at_once
        self._waiting: dict[Future[list[StoredGame]], list[Fixture]] = {}
        self._at_a_time = 1
        self._deaths: dict[int, int] = {}  # of games that are not played yet

    def play(self, on_games: OnGames | None, enough: Callable[[], bool]) -> None:
        """Until all games are played, or enough() says so after some were."""
        with HeldInterrupts() as interrupts:
            try:
                while not enough() and self._submit():
                    done = wait(self._waiting, timeout=0.25, return_when=FIRST_COMPLETED).done
                    games = [game for future in done for game in self._result(future)]
                    if games:
                        self._file.add(games)
                        if on_games is not None:
                            on_games(games)
                    interrupts.check()
            finally:
                for future in self._waiting:
                    future.cancel()

    def _submit(self) -> bool:
        """Keeps everybody busy; False if there is nothing left to wait for."""
        suspects = bool(self._deaths)
        while self._left and len(self._waiting) < (1 if suspects else self._at_once() + 1):
            # After a death games are played one by one, to see which of them it is.
            share = 1 if suspects else max(1, len(self._left) // (2 * self._at_once()))
            numbers = [heapq.heappop(self._left) for _ in range(min(self._at_a_time, share, len(self._left)))]
            fixtures = [self._fixture(number) for number in numbers]
            work = [(fixture, self._start(fixture)) for fixture in fixtures]
            try:
                future = self._executor.submit(play_some, self._parcel, work, _TASK)
            except Exception as error:  # an executor from elsewhere may raise anything
                raise _not_played(fixtures[0], error) from error
            self._waiting[future] = fixtures
        return bool(self._waiting)

    def _start(self, fixture: Fixture) -> Position:
        return self._starts[fixture.opening % len(self._starts)]

    def _result(self, future: Future[list[StoredGame]]) -> list[StoredGame]:
        fixtures = self._waiting.pop(future)
        try:
            games = future.result()
        except BrokenExecutor:
            return self._after_death(fixtures)
        except Exception as error:
            raise _not_played(fixtures[0], error) from error
        for game in games:
            self._deaths.pop(game.number, None)
        for fixture in fixtures[len(games) :]:
            heapq.heappush(self._left, fixture.number)
        if len(games) == len(fixtures) == self._at_a_time:
            self._at_a_time = min(2 * self._at_a_time, _MOST_AT_A_TIME)
        elif len(games) < len(fixtures):
            self._at_a_time = len(games)
        return games

    def _after_death(self, fixtures: list[Fixture]) -> list[StoredGame]:
        """The process that played these games died, or one beside it did."""
        for fixture in fixtures:
            self._deaths[fixture.number] = self._deaths.get(fixture.number, 0) + 1
        first = fixtures[0]
        if len(fixtures) == 1 and self._deaths[first.number] >= _DEATHS:
            del self._deaths[first.number]
            return [self._after_deaths(first)]
        for fixture in fixtures:
            heapq.heappush(self._left, fixture.number)
        return []

    def _after_deaths(self, fixture: Fixture) -> StoredGame:
        """Blames the one player that is not Tengen's; of two such, neither: whose turn it was shows nothing."""
        strangers = {
            color: name
            for color, name in ((BLACK, fixture.black), (WHITE, fixture.white))
            if not is_own(self._setup.players[name])
        }
        if not strangers:
            raise MatchFailed(f"the process that was to play {_named(fixture)} died {_DEATHS} times")
        given = opening(fixture, self._start(fixture), self._setup.opening_plies, self._setup.seed)
        died = f"the process that played this game died {_DEATHS} times"
        if len(strangers) == 2:
            end = End(None, f"{died}, and it may have been either player's doing", "unfinished")
        else:
            (loser,) = strangers
            end = End(loser.opponent, f"{loser}'s player failed: {died}", "crash")
        return StoredGame.of(
            fixture.number, fixture.pair, fixture.black, fixture.white, given, Course.begun(given.end).ended(end).played
        )


def _not_played(fixture: Fixture, error: Exception) -> MatchFailed:
    # A cluster that has lost its scheduler cancels its futures.
    why = "whoever was to play it is gone" if isinstance(error, CancelledError) else f"{type(error).__name__}: {error}"
    return MatchFailed(f"{_named(fixture)} could not be played: {why}")


def _named(fixture: Fixture) -> str:
    return f"game {fixture.number + 1} ({fixture.black} against {fixture.white})"
