"""Players and analysis at work: in threads, in short steps, so that many can think at once and all can be watched."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from tengen._core import Cancel
from tengen.games.game import HasDeadStones, Position
from tengen.grid import BLACK, Point, Points
from tengen.players.choice import Choice
from tengen.players.learned import usual
from tengen.players.mcts import MctsPlayer, Search
from tengen.players.player import Player
from tengen.web.settings import Settings
from tengen.web.turns import Result, Workers, in_thread, threads

_STEP = 0.1  # seconds of one search, before it is another's turn
_TELL_EVERY = 0.2
_MOST_HEAT = 30  # moves that are shown

Tell = Callable[[Choice, int], None]  # what is thought so far, and after how many visits


class Minds:
    """The threads in which players think."""

    def __init__(self, settings: Settings) -> None:
        self._searching = Workers("search", settings.searches)
        self._quick = threads(2, "quick")  # players that do not search never wait for those that do
        self._memory = settings.memory

    async def choose(self, owner: str, player: Player, position: Position, seconds: float, tell: Tell) -> Choice:
        """The move of this player, after this many seconds at most."""
        if not isinstance(player, MctsPlayer):
            return await in_thread(self._quick, Cancel(), lambda: player.choose(position))
        moves = position.legal_moves
        if len(moves) == 1:
            return Choice(moves[0])
        return await self._search(owner, player, position, seconds, tell)

    async def analyse(self, owner: str, position: Position, seconds: float, tell: Tell) -> Choice:
        return await self._search(owner, usual(), position, seconds, tell)

    async def do(self, owner: str, work: Callable[[], Result]) -> Result:
        """Something short, in turn with the searches."""
        return await self._searching.do(owner, work)

    async def dead_stones(self, owner: str, position: Position) -> Points:
        """Those that seem dead at the end of a game."""
        game = position.game
        assert isinstance(game, HasDeadStones)
        return await self._searching.do(owner, lambda: game.dead_stones(position))

    async def _search(self, owner: str, player: MctsPlayer, position: Position, seconds: float, tell: Tell) -> Choice:
        """What the player's search finds in this many seconds, or in its visits. It shares the processor with the
        others, and has at least a step.

        It answers in time however many think; the more there are, the less each of them sees.
        """
        cancel = Cancel()
        told = time.monotonic()
        until = told + seconds

        def step(search: Search | None) -> tuple[Search, Choice]:
            if search is None:
                evaluate = player.evaluator(position)
                search = Search(position, threads=1, memory=self._memory, evaluate=evaluate)
            search.run(player.visits, max(0.01, min(_STEP, until - time.monotonic())), cancel)
            return search, search.choice()

        known: Search | None = None
        while True:
            search, choice = await self._searching.do(owner, partial(step, known), cancel)
            known, now = search, time.monotonic()
            has_visits = player.visits is not None and search.visits >= player.visits
            done = search.is_decided or has_visits or now >= until
            if done or now >= told + _TELL_EVERY:
                told = now
                tell(choice, search.visits)
            if done:
                return choice

    def close(self) -> None:
        self._searching.close()
        self._quick.shutdown(wait=False, cancel_futures=True)


def for_black(position: Position, value: float | None) -> float | None:
    """Black's chance to win, where the value is for the side to move."""
    return None if value is None else round(value if position.to_play is BLACK else 1 - value, 4)


def thought(position: Position, ply: int, by: str, choice: Choice, visits: int) -> dict[str, Any]:
    """What is thought, for the page: Black's chance to win, the best line, and how the visits are spread."""
    total = sum(candidate.visits for candidate in choice.candidates) or 1
    heat = [
        [candidate.move.row, candidate.move.col, round(candidate.visits / total, 4), f"{100 * candidate.value:.0f}"]
        for candidate in choice.candidates[:_MOST_HEAT]
        if isinstance(candidate.move, Point) and candidate.visits
    ]
    return {
        "type": "thinking",
        "ply": ply,
        "by": by,
        "value": for_black(position, choice.value),
        "visits": visits,
        "exact": choice.exact,
        "line": [position.vertex(move) for move in choice.line or ()],
        "heat": heat,
    }
