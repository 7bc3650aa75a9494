"""A game that somebody is at: moves one after the other, in the file before anybody hears of them, players who think.

Everything here runs on the event loop and never waits there: the disk and the searches are in threads of their own.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial

from tengen.errors import IllegalMove, ParseError
from tengen.grid import Color
from tengen.players.choice import Choice
from tengen.players.clock import GRACE
from tengen.players.course import Course
from tengen.store.seated import SeatedMove
from tengen.web import boards
from tengen.web.audience import Audience, Viewer
from tengen.web.counting import BOTH, Counting
from tengen.web.editing import played
from tengen.web.keeper import Keeper
from tengen.web.minds import Minds, for_black, thought
from tengen.web.refusals import Refused, bad_input, no_help
from tengen.web.settings import Settings
from tengen.web.state import Asked, WebGame, over, timestamp
from tengen.web.wire import dumps

_LOG = logging.getLogger("tengen.web")
_PACE = 0.5  # seconds at least for a move, where two players play for people to look at
_FLAG_LATE = 2 * GRACE  # seconds past the end of a clock: a move within its grace comes first


class LiveGame:
    """A game, those who look at it, and the player who thinks about it."""

    def __init__(
        self, game: WebGame, keeper: Keeper, minds: Minds, settings: Settings, on_idle: Callable[[LiveGame], None]
    ) -> None:
        """`on_idle`: told when nothing is being done here any longer."""
        self.game = game
        self.users = 0  # who need it to stay
        self._keeper = keeper
        self._minds = minds
        self._settings = settings
        self._on_idle = on_idle
        self._viewers = Audience()
        self._lock = asyncio.Lock()
        self._turn = 0  # counts every change, so that a thought can tell that it comes too late
        self._begun = self._left = time.monotonic()  # the turn began then, and the last viewer left then
        self._task: asyncio.Task[None] | None = None  # of a player's thinking, or of analysis
        self._analysed = -1  # the last turn that was analysed for as long as is allowed
        self._lines: dict[
            Viewer, asyncio.Task[None]
        ] = {}  # analysis elsewhere in the game, of what one of them looks at
        self._found: tuple[int, float] | None = None  # what analysis says of the position after a move, not yet kept
        self._asked: Color | None = None  # who asks the other person to take a move back
        self._flag: asyncio.TimerHandle | None = None
        self._doing: set[asyncio.Task[None]] = set()  # what is done to its end, even if they go who asked

    @property
    def is_idle(self) -> bool:
        return self._task is None and not self._doing and not self._lock.locked()

    def state(self, seats: frozenset[Color] = frozenset()) -> str:
        """The state as JSON text, for somebody who holds these seats."""
        spent = (time.monotonic() if self._viewers else self._left) - self._begun
        return self.game.state(seats, spent, bool(self._viewers), self._asked)

    def enter(self, viewer: Viewer) -> None:
        if not self._viewers:
            self._begun += time.monotonic() - self._left  # clocks stand still while nobody is there
        self._viewers.add(viewer)
        self._stop_help(viewer)
        viewer.send(self._state_message(viewer))
        self._go_on()

    def leave(self, viewer: Viewer) -> None:
        self._stop_line(viewer)
        if viewer in self._viewers:
            self._viewers.remove(viewer)
            self._left = time.monotonic()
            self._go_on()  # without what only they wanted to see

    async def move(self, viewer: Viewer, name: str, ply: int) -> None:
        """A person's move, unless it is illegal, and then they are told why."""
        await self._to_the_end(self._move(viewer, name, ply))

    async def undo(self, viewer: Viewer, granted: bool | None = None) -> None:
        """Takes a move back; between two people it asks the other, who says whether it is granted."""
        await self._to_the_end(self._undo(viewer) if granted is None else self._answer_undo(viewer, granted))

    async def resign(self, viewer: Viewer) -> None:
        await self._to_the_end(self._resign(viewer))

    async def mark(self, viewer: Viewer, stone: str) -> None:
        """A player says of the chain with this stone that it is dead, or alive."""
        await self._to_the_end(self._count_on(viewer, lambda counting: counting.turn_over(stone)))

    async def agree(self, viewer: Viewer, version: int) -> None:
        """A player agrees that the stones are dead that are marked so."""
        await self._to_the_end(self._count_on(viewer, lambda counting: counting.agree(viewer.seats, version)))

    async def play_on(self, viewer: Viewer) -> None:
        """A player does not agree: the game goes on where both sides passed."""
        await self._to_the_end(self._play_on(viewer))

    async def _to_the_end(self, work: Coroutine[None, None, None]) -> None:
        """Does this to its end: they may go away who asked, but a move that is being written is made."""
        await asyncio.shield(self._begin(work))

    def _begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._doing.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._doing.discard(task)
        if not task.cancelled():
            task.exception()  # is told to who asked, if they are still there
        self._on_idle(self)

    async def _move(self, viewer: Viewer, name: str, ply: int) -> None:
        async with self._lock:
            game = self.game
            if ply != game.ply:
                # A move that was made already, or one for a board that has changed.
                viewer.send(self._state_message(viewer))
                return
            self._require_going()
            if not viewer.seats:
                raise Refused(403, "not your seat", "you are watching this game; moving takes a player's token")
            if game.to_play not in viewer.seats:
                raise Refused(409, "not your turn", f"it is {game.to_play}'s turn")
            move = boards.read_move(game.position, name)
            try:
                course = game.course.play(Choice(move), self._seconds)
            except IllegalMove:
                why = game.start.game.refusal(game.position, move)
                viewer.send(dumps({"type": "illegal", **boards.refusal(game.position, move, why)}))
                return
            await self._go_to(course)

    async def _undo(self, viewer: Viewer) -> None:
        async with self._lock:
            self._require_seat(viewer)
            if not self.game.has_other_person(viewer.seats):
                await self._go_to(self.game.before_last_of(viewer.seats))
            elif self._asked is not None and self._asked not in viewer.seats:
                await self._go_to(self.game.before_last_of({self._asked}))  # both want it
            else:
                self.game.before_last_of(viewer.seats)  # there is one
                (self._asked,) = viewer.seats
                self._viewers.send(self._state_message)

    async def _answer_undo(self, viewer: Viewer, granted: bool) -> None:
        async with self._lock:
            self._require_seat(viewer)
            if self._asked is None or viewer.seats == {self._asked}:
                raise Refused(409, "nothing to undo", "nobody asks you to take a move back")
            if granted:
                await self._go_to(self.game.before_last_of({self._asked}))
            else:
                self._asked = None
                self._viewers.send(self._state_message)

    async def _resign(self, viewer: Viewer) -> None:
        async with self._lock:
            self._require_seat(viewer)
            self._require_going()
            side = self.game.to_play
            await self._go_to(self.game.course.resigned(side if side in viewer.seats else side.opponent))

    async def _count_on(self, viewer: Viewer, change: Callable[[Counting], None]) -> None:
        async with self._lock:
            change(self._require_counting(viewer))
            self.game.counting_changed()
            await self._settle()

    async def _settle(self) -> None:
        """Ends the count if both sides agree. Needs the lock."""
        counting = self.game.counting
        assert counting is not None
        if counting.agreed == BOTH:
            await self._go_to(self.game.course.agreed(counting.dead))
        else:
            self._viewers.send(self._state_message)

    async def _play_on(self, viewer: Viewer) -> None:
        async with self._lock:
            self._require_counting(viewer)
            await self._go_to(self.game.before_passes())

    def _require_counting(self, viewer: Viewer) -> Counting:
        self._require_seat(viewer)
        if self.game.counting is None:
            raise Refused(409, "nothing to count", "there is nothing to agree on now")
        return self.game.counting

    def analyse(self, viewer: Viewer, on: bool, moves: list[str] | None = None) -> None:
        """Of the game as it stands; or of where these moves lead from its start, for one who looks at that."""
        if on and self.game.is_closed_to(viewer.seats):
            raise no_help()
        self._stop_line(viewer)
        viewer.analyses = on and moves is None
        if on and moves is not None:
            self._lines[viewer] = asyncio.create_task(self._analyse_line(viewer, moves))
        self._go_on()

    def is_helped_by(self, address: str, asked: Asked) -> bool:
        """Would an answer to this question help a person at this address against another person?"""
        return self.game.is_asked_about(asked) and any(
            viewer.address == address and viewer.seats and self.game.is_closed_to(viewer.seats)
            for viewer in self._viewers
        )

    def close(self) -> None:
        """Nobody needs it any more, or the server ends."""
        self._stop_flag()
        self._stop_thinking()
        for viewer in list(self._lines):
            self._stop_line(viewer)
        self._keep_found()

    def _require_seat(self, viewer: Viewer) -> None:
        if not viewer.seats:
            raise Refused(403, "not your seat", "you are watching this game; only its players can do that")

    def _require_going(self) -> None:
        if self.game.course.is_over:
            raise Refused(409, "game over", f"the game is over: {self.game.course.result.reason}")

    @property
    def _seconds(self) -> float:
        return round(time.monotonic() - self._begun, 3)

    async def _go_to(self, course: Course, value: float | None = None) -> None:
        """Goes to this course: in the file, then here, then for those who look on. Needs the lock. `value`: Black's
        chance to win after the move."""
        game, side, last, end = self.game, self.game.to_play, course.last, over(course)
        text = None if end is None else dumps(end)
        self._keep_found()
        if course.plies <= game.ply:
            await self._keeper.do(lambda file: file.cut(game.id, course.plies, text, timestamp()))
            game.go_to(course)
            self._changed()
            self._viewers.send(self._state_message)
            return
        assert last is not None
        made = SeatedMove(game.position.vertex(last.move), last.seconds, value)
        await self._keeper.do(lambda file: file.add_move(game.id, course.plies - 1, made, text, timestamp()))
        game.go_to(course, made.move, value)
        self._changed()
        head = dumps({"type": "moved", "ply": game.ply, "move": made.move, "by": boards.color_name(side)})[:-1]
        self._viewers.send(lambda viewer: f'{head},"state":{self.state(viewer.seats)}}}')

    def _changed(self) -> None:
        """A new turn begins."""
        self._turn += 1
        self._asked = None
        self._begun = time.monotonic()
        self._stop_thinking()
        for viewer in self._viewers:
            self._stop_help(viewer)  # it may have been over, and go on
        self._go_on()

    def _go_on(self) -> None:
        """Lets think who has to, stops who need not, and sets the clock."""
        self._set_flag()
        game = self.game
        if game.course.is_over:
            wanted = self._count if self._viewers and game.is_to_be_counted and game.counting is None else None
        elif not game.seat.is_person:
            wanted = self._think if self._viewers or not game.is_watched else None
        else:
            wanted = self._analyse if self._viewers.analysts and self._analysed != self._turn else None
        if wanted is None:
            self._stop_thinking()
        elif self._task is None:
            self._task = asyncio.create_task(self._watched(partial(wanted, self._turn)))

    async def _watched(self, work: Callable[[], Awaitable[None]]) -> None:
        """Work that is known to be going on until it ends, however it ends."""
        task = asyncio.current_task()
        try:
            await work()
        except Refused as refused:
            text = dumps({"type": "error", **refused.wire})
            self._viewers.send(lambda viewer: text)
        except Exception:
            _LOG.exception("a player failed in game %s", self.game.id)
        finally:
            if self._task is task:
                self._task = None
            self._on_idle(self)

    async def _think(self, turn: int) -> None:
        """The move of the player whose turn it is."""
        game, seat, position = self.game, self.game.seat, self.game.position
        player, seconds = seat.thinker(position.game, self._settings.most_seconds)
        if (clock := game.course.clock) is not None:
            seconds = min(seconds, clock.allowance(position.game.moves_left(position)))
        by = boards.color_name(position.to_play)

        def tell(choice: Choice, visits: int) -> None:
            self._viewers.show(thought(position, game.ply, by, choice, visits), analysts_only=False)

        begun = time.monotonic()
        owner = self._viewers.address or game.id  # for whom it thinks
        choice = await self._minds.choose(owner, player, position, seconds, tell)
        if game.is_watched:
            await asyncio.sleep(min(_PACE, seconds) - (time.monotonic() - begun))  # so that people can follow
        async with self._lock:
            if turn == self._turn:
                self._task = None  # from here on this cannot be stopped, and another may begin
                course = game.course.play(Choice(choice.move), self._seconds)
                await self._go_to(course, for_black(position, choice.value))

    async def _count(self, turn: int) -> None:
        """Which stones seem dead: what the players begin with when they agree on it. Two computers have agreed then."""
        dead = await self._minds.dead_stones(self._viewers.address or self.game.id, self.game.position)
        async with self._lock:
            if turn == self._turn:
                self._task = None
                self.game.begin_counting(dead)
                await self._settle()

    async def _analyse(self, turn: int) -> None:
        """What is thought of a person's position, for those who want to see it."""
        game, position = self.game, self.game.position

        def tell(choice: Choice, visits: int) -> None:
            value = for_black(position, choice.value)
            if turn != self._turn:
                return
            if value is not None and game.ply:
                self._found = game.ply - 1, value
                game.set_value(*self._found)
            self._viewers.show(thought(position, game.ply, "analysis", choice, visits), analysts_only=True)

        owner = self._viewers.analysts[0].address
        await self._minds.analyse(owner, position, self._settings.most_analysis, tell)
        self._keep_found()
        self._analysed = turn

    async def _analyse_line(self, viewer: Viewer, names: list[str]) -> None:
        """What is thought of a moment of the past, or of a line that was tried."""
        start, seconds = self.game.start, self._settings.most_analysis
        try:
            _, position = await self._minds.do(viewer.address, lambda: start.replay(played(start, names)))
            if position.is_over:
                return

            def tell(choice: Choice, visits: int) -> None:
                viewer.show(dumps(thought(position, len(names), "analysis", choice, visits) | {"moves": names}))

            await self._minds.analyse(viewer.address, position, seconds, tell)
        except (Refused, ParseError) as error:
            refused = error if isinstance(error, Refused) else bad_input(str(error))
            viewer.send(dumps({"type": "error", **refused.wire}))
        except Exception:
            _LOG.exception("analysis failed in game %s", self.game.id)

    def _stop_help(self, viewer: Viewer) -> None:
        """No more analysis for those who must not see it."""
        if self.game.is_closed_to(viewer.seats):
            viewer.analyses = False
            self._stop_line(viewer)

    def _stop_line(self, viewer: Viewer) -> None:
        if (task := self._lines.pop(viewer, None)) is not None:
            task.cancel()

    def _keep_found(self) -> None:
        """Puts into the file what analysis has found out, before anything else is written there."""
        if self._found is not None:
            ply, value = self._found
            self._found = None
            self._keeper.put(lambda file: file.keep_value(self.game.id, ply, value))

    def _stop_thinking(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _set_flag(self) -> None:
        """Wakes up when the time of the side to move is up."""
        self._stop_flag()
        clock = self.game.course.clock
        if clock is not None and not self.game.course.is_over and self._viewers:
            left = self._begun + clock.available - time.monotonic()
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(max(0.0, left) + _FLAG_LATE, self._flag_falls, self._turn)

    def _stop_flag(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def _flag_falls(self, turn: int) -> None:
        async def lose() -> None:
            async with self._lock:
                if turn == self._turn:
                    await self._go_to(self.game.course.out_of_time())

        self._begin(lose())

    def _state_message(self, viewer: Viewer) -> str:
        return f'{{"type":"state",{self.state(viewer.seats)[1:]}'
