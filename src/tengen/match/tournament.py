"""A match from beginning to end: its settings, its file, its games, its table."""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from types import TracebackType

from tengen.errors import UsageError, listed, unknown
from tengen.games.game import Position
from tengen.match.adjudication import Adjudication
from tengen.match.elo import Tally
from tengen.match.metering import is_metered
from tengen.match.pool import LocalWorkers
from tengen.match.ratings import Anchor
from tengen.match.rounds import ROUNDS, read_rounds
from tengen.match.run import MatchRun, OnGames
from tengen.match.schedule import FIXED_MODES, ROUND_MODES, Fixture, Schedule
from tengen.match.sprt import Sprt, SprtState
from tengen.match.standings import HALF_POINTS, SETTINGS, Standings, standings
from tengen.match.versions import Versions, versions
from tengen.match.watching import folder_of, forget
from tengen.match.worker import Setup
from tengen.players import Clock, Player, as_player
from tengen.players.player import Function
from tengen.players.swap2 import check_rule
from tengen.store.finished import GameFile, start_text
from tengen.verbs.jobs import checked_threads
from tengen.verbs.simulate import MOST_SEED, checked_seed

MOST_GAMES = 10_000_000  # of one pairing
USUAL_OPENING, MOST_OPENING = 2, 100  # plies
MOST_WORKERS = 1000
_VERSIONS = "versions"
_SINCE = {"adjudication": "none", "opening rule": "none"}  # settings that files of older versions do not have
_WAYS_ON = "name another file (--file), or set this one aside (--fresh)"
_PAIR = f"""
SELECT count(*), sum(ending != 'unfinished'), name, {HALF_POINTS}
FROM game JOIN player ON player.number = min(black, white) WHERE game.number IN (?, ?)"""


class Match:
    """A match and the file that it is kept in. Opened again with the same settings, it goes on where it stopped.

    players: by the names they have in the table.
    starts: where games begin, in turn. Each opening is used twice by every pairing, with colours changed.
    opening_plies: how many random plies are given from there, the same for both games: 2 unless told otherwise.
    opening_rule: "swap2": the players open each game themselves and choose sides; there are no random plies then.
    clock: for each side in each game; who oversteps it loses. One for all, or each player's own by its name.
    adjudication: when a game is decided before its end; if there is none, all are played out.
    seed: settles the openings and the chance of all players that have a seed; drawn if there is none.
    fresh: what the file holds is set aside, under the name in `set_aside`, and the match begins anew.
    """

    set_aside: Path | None

    def __init__(
        self,
        players: Mapping[str, Player | Function],
        starts: Position | Sequence[Position],
        file: str | Path,
        *,
        mode: str = "round-robin",
        opening_plies: int | None = None,
        opening_rule: str | None = None,
        clock: Clock | Mapping[str, Clock | None] | None = None,
        adjudication: Adjudication | None = None,
        seed: int | None = None,
        fresh: bool = False,
    ) -> None:
        self.schedule = Schedule(tuple(players), mode)
        self._starts = tuple([starts] if isinstance(starts, Position) else starts)
        if not self._starts:
            raise UsageError("a match needs a position to begin with")
        for start in self._starts:
            start.require_sound()
            if start.is_over:
                raise UsageError("a match cannot begin where the game is over")
        if opening_rule is not None:
            if opening_plies:
                raise UsageError(f"openings of {opening_plies} plies and by {opening_rule}; expected one of the two")
            for start in self._starts:
                check_rule(opening_rule, start)
        if opening_plies is None:
            opening_plies = 0 if opening_rule else USUAL_OPENING
        if not 0 <= opening_plies <= MOST_OPENING:
            raise UsageError(f"openings of {opening_plies} plies; expected 0 to {MOST_OPENING}")
        self._playing = {name: as_player(player) for name, player in players.items()}
        clocks = _clocks(clock, self.schedule.names)
        clock_words = {name: repr(each) if each else "none" for name, each in clocks.items()}
        settings = {
            "players": {name: str(player) for name, player in self._playing.items()},
            "mode": mode,
            "starts": [start_text(start) for start in self._starts],
            "number of opening plies": opening_plies,
            "clock": clock_words if len(set(clock_words.values())) > 1 else next(iter(clock_words.values())),
            "adjudication": str(adjudication or "none"),
            "opening rule": opening_rule or "none",
        }
        if seed is not None:
            checked_seed(seed)
        found = versions(self._playing)
        self.set_aside = _set_aside(Path(file)) if fresh and os.path.exists(file) else None
        self.file = GameFile(file, create=True)  # last, so that wrong settings leave no file behind
        try:
            self.file.hold("playing this match")
            self.seed = self._settled(settings, seed, found)
        except BaseException:
            self.file.close()
            raise
        self._live = folder_of(file)
        self._setup = Setup(
            self._playing, opening_plies, clocks, self.seed, found, adjudication, opening_rule, self._live
        )
        self._test: _Test | None = None  # kept, so that the whole file is not read for each look

    def _settled(self, settings: dict[str, object], seed: int | None, found: Versions) -> int:
        """The seed of the match: of a new one, or of the one in the file, which must be the same match."""
        kept = self.file.settings(SETTINGS)
        if kept is None:
            seed = checked_seed(seed)
            self.file.keep(SETTINGS, json.dumps({**settings, "seed": seed, _VERSIONS: found}))
            return seed
        path = str(self.file.path)
        kept = {**_SINCE, **kept}
        wanted = {**settings, "seed": kept.get("seed") if seed is None else seed}
        for name, value in wanted.items():
            there = kept.get(name)
            kinds = (str, dict) if name == "clock" else (type(value),)
            if type(there) not in kinds or (name == "seed" and there not in range(MOST_SEED + 1)):
                raise UsageError(f"{path!r} is damaged: its match has no {name}")
            if json.dumps(there) != json.dumps(value):  # the order of the players is part of the schedule
                difference = "".join(
                    letter if letter.isprintable() else "?" for letter in _difference(name, there, value)
                )
                raise UsageError(f"{path!r} holds another match: {difference}; {_WAYS_ON}")
        noted = kept.get(_VERSIONS, {})
        if not isinstance(noted, dict):
            raise UsageError(f"{path!r} is damaged: its match has no {_VERSIONS}")
        if _VERSIONS not in kept:
            strangers = [name for name, version in found.items() if version is not None]
            if strangers:
                raise UsageError(
                    f"{path!r} was begun by an older Tengen, which did not note the version of "
                    f"{_named(strangers)}: nobody can know whether it is the same one; {_WAYS_ON}"
                )
        elif changed := [name for name, version in found.items() if noted.get(name) != version]:
            has = "has" if len(changed) == 1 else "have"
            raise UsageError(f"{path!r} holds another match: {_named(changed)} {has} changed since; {_WAYS_ON}")
        return int(kept["seed"])

    def play(
        self,
        games: int,
        *,
        sprt: Sprt | None = None,
        workers: int | None = None,
        executor: Executor | None = None,
        at_once: Callable[[], int] | None = None,
        on_games: OnGames | None = None,
        rounds: int | None = None,
    ) -> Standings:
        """Plays until every pairing has this many games, or the test has an answer; gives the table.

        rounds: in the mode swiss, how many.

        The games are played by `workers` processes of this machine, as many as there are cores unless told otherwise;
        or wherever an executor has its workers, `at_once` at a time. on_games: told of games as they are kept.
        """
        count = checked_workers(self.schedule, games, sprt, workers, rounds)
        self.settle_rounds(games)
        if executor is not None and any(clock and clock.processor for clock in self._setup.clocks.values()):
            raise UsageError("processor time is counted only in the processes of a match itself, not by an executor")
        if executor is None:
            for name, player in self._playing.items():
                _require_sendable(name, player)
        pool = LocalWorkers(count) if executor is None else executor
        forget(self._live)  # what a match that was killed has left there
        try:
            for numbers, fixture in self._due(games, rounds):
                MatchRun(self.file, numbers, fixture, self._starts, self._setup, pool, at_once or (lambda: count)).play(
                    on_games, lambda: sprt is not None and self.sprt(sprt).decision is not None
                )
        finally:
            if isinstance(pool, LocalWorkers):
                pool.shutdown(wait=False)
            forget(self._live)
        return self.standings()

    def settle_rounds(self, games: int) -> None:
        """Where results decide who meets next, notes how many games a meeting has; refuses another number later."""
        if self.schedule.mode not in ROUND_MODES:
            return
        games += games % 2
        kept = self.file.settings(ROUNDS)
        if kept is None:
            self.file.keep(ROUNDS, json.dumps({"games": games}))
        elif kept.get("games") != games:
            raise UsageError(
                f"{str(self.file.path)!r} holds another match: in a round players meet for {kept.get('games')} games, "
                f"not {games}; {_WAYS_ON}"
            )

    def _due(self, games: int, rounds: int | None) -> Iterator[tuple[list[int], Callable[[int], Fixture]]]:
        """The numbers of games to play next, and what they are: all that are missing, or those of one round."""
        if self.schedule.mode in FIXED_MODES:
            played = self.file.numbers
            yield [n for n in range(self.schedule.count(games)) if n not in played], self.schedule.fixture
            return
        most = self.schedule.rounds(rounds)
        while (found := read_rounds(self.file, most)) and (left := found.rounds[-1].left):
            yield sorted(left), left.__getitem__

    def standings(self, anchor: Anchor | None = None) -> Standings:
        return standings(self.file, self.schedule.names, anchor)

    def sprt(self, sprt: Sprt) -> SprtState:
        """How the test stands after the games in the file."""
        if self._test is None or self._test.sprt != sprt:
            self._test = _Test(sprt, self.file, self.schedule.names[0])
        return self._test.look()

    def close(self) -> None:
        self.file.close()

    def __enter__(self) -> Match:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def checked_workers(
    schedule: Schedule, games: int, sprt: Sprt | None, workers: int | None, rounds: int | None = None
) -> int:
    """How many processes `Match.play` would use; refuses what it would refuse."""
    if not 1 <= games <= MOST_GAMES:
        raise UsageError(f"{games} games; expected 1 to {MOST_GAMES}")
    if sprt is not None and len(schedule.names) != 2:
        raise UsageError(f"an SPRT compares two players, and these are {len(schedule.names)}")
    if sprt is not None and schedule.mode in ROUND_MODES:
        raise UsageError(f"an SPRT stops a match at any game, and a {schedule.mode} match is played in rounds")
    schedule.rounds(rounds)
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise UsageError(f"{workers} games at once; expected 1 to {MOST_WORKERS}")
    return checked_threads(workers)


def _clocks(clock: Clock | Mapping[str, Clock | None] | None, names: Sequence[str]) -> dict[str, Clock | None]:
    """Each player's clock."""
    own = dict.fromkeys(names, clock) if clock is None or isinstance(clock, Clock) else clock
    for name, each in own.items():
        if name not in names:
            raise UsageError(unknown("player", name, names, f"expected {listed(names)}"))
        if each is not None and each.processor and not is_metered():
            raise UsageError(f"this system ({sys.platform}) does not tell how much processor time a process has used")
    return {name: own.get(name) for name in names}


def _require_sendable(name: str, player: Player) -> None:
    """Refuses a player that another process could not load."""
    advice = "define it in a file, or play in threads with executor=ThreadPoolExecutor()"
    try:
        pickle.dumps(player)
    except Exception as error:
        raise UsageError(f"the player {name!r} cannot be sent to another process: {error}; {advice}") from None
    home = getattr(getattr(player, "function", player), "__module__", None)
    main = sys.modules["__main__"]
    if home == "__main__" and main.__spec__ is None and not Path(getattr(main, "__file__", "")).is_file():
        raise UsageError(
            f"the player {name!r} cannot be sent to another process: it is defined in an interactive session; {advice}"
        )


def _set_aside(path: Path) -> Path:
    file = GameFile(path)
    try:
        file.hold("playing this match")
        return file.set_aside()
    finally:
        file.close()


def _named(players: list[str]) -> str:
    return f"the player{'s' * (len(players) > 1)} {' and '.join(map(repr, players))}"


def _difference(name: str, kept: object, wanted: object) -> str:
    if name == "clock":
        return f"its clock is {_listed(kept)}, not {_listed(wanted)}"
    if isinstance(kept, dict) and isinstance(wanted, dict):
        return f"its players are {_listed(kept)}, not {_listed(wanted)}"
    return "it has other starting positions" if name == "starts" else f"its {name} is {kept}, not {wanted}"


def _listed(players: object) -> str:
    if not isinstance(players, dict):
        return str(players)
    return " ".join(name if name == player else f"{name}={player}" for name, player in players.items())


class _Test:
    """A sequential test over the pairs of a match in the order of the schedule.

    Games that end sooner are heard of sooner, and may be won by one side more often: taken as they come, they could
    stop a test wrongly.
    """

    def __init__(self, sprt: Sprt, file: GameFile, first: str) -> None:
        self.sprt = sprt
        self._file = file
        self._first = first  # of the two players
        # How many pairs were looked at, how many of them gave 0 to 4 half points, and the state after them. They change
        # together, for Ctrl-C may come at any moment.
        self._seen = 0, [0] * 5, sprt.look(Tally())

    def look(self) -> SprtState:
        """How it stands after the pairs in the file, as far as none is missing."""
        pair, before, state = self._seen
        counts = before.copy()
        while state.decision is None:
            ((games, finished, name, half_points),) = self._file.rows(_PAIR, (2 * pair, 2 * pair + 1))
            if games < 2:
                break
            if finished == 2:
                counts[half_points if name == self._first else 4 - half_points] += 1
                state = self.sprt.look(Tally.of_pairs(*counts))
            pair += 1
        self._seen = pair, counts, state
        return state
