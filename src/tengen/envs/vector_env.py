"""Gymnasium's vector environment: many games at once, over a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tengen.envs import common
from tengen.errors import UsageError, listed, unknown
from tengen.games.game import Position
from tengen.players.external import ExternalPlayer
from tengen.players.player import Function, Player, RandomPlayer, as_player
from tengen.players.specs import parse
from tengen.players.thinking import think
from tengen.verbs.batch import Batch, batch

Opponent = str | Player | Function | None
Boards = NDArray[np.intp]  # numbers of boards


def vector(
    game: str,
    size: common.Size = None,
    num_envs: int = 1,
    *,
    start: Position | None = None,
    opponent: Opponent = None,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    most_plies: int | None = None,
    threads: int = 1,
    render_mode: str | None = None,
    **rules: Any,
) -> VectorEnv:
    """Many games side by side, for Gymnasium.

    Without an opponent the agent plays both sides in turn: an observation is what the side to move sees, a reward is
    that of the side that moved. Against an opponent the agent plays one side, drawn for every game from the seed; a
    step is its move and the opponent's reply. A reward is 1 for a win, -1 for a loss, else 0. An illegal action loses
    the game. The infos have "action_mask" (1 where an action is legal), "side" (0 if Black sees the observation, 1 if
    White does) and, of an illegal action, "illegal", the reason.

    size: a number, or rows and columns; the game's usual one if it is left out.
    start: a position to begin with, which has a size and rules of its own.
    opponent: a player, a function, or a name like "random" or "mcts:visits=100".
    autoreset_mode: what happens when a game ends, as Gymnasium has it.
    most_plies: a game is truncated after this many plies and scored as it stands. None: as `batch` does it.
    threads: that the agent's moves are shared out to.
    render_mode: "human" (prints the boards after every step), "ansi" or "rgb_array".
    rules: those of the game, as its `start` takes them.
    """
    modes = {mode.value: mode for mode in AutoresetMode}
    if autoreset_mode not in (*modes, *modes.values()):
        raise UsageError(unknown("autoreset mode", str(autoreset_mode), modes, f"expected {listed(modes)}"))
    begun = common.start_of(game, size, start, rules)
    games = batch(begun, num_envs, illegal="lose", most_plies=most_plies, threads=threads)
    player = parse(opponent) if isinstance(opponent, str) else None if opponent is None else as_player(opponent)
    return VectorEnv(games, player, AutoresetMode(autoreset_mode), common.checked_render_mode(render_mode))


class VectorEnv(gymnasium.vector.VectorEnv[NDArray[np.uint8], NDArray[Any], NDArray[Any]]):
    """What `vector` makes."""

    def __init__(
        self, games: Batch[Any], opponent: Player | None, mode: AutoresetMode, render_mode: str | None
    ) -> None:
        self.batch = games
        self.opponent = opponent
        self.num_envs = num_envs = len(games)
        self.render_mode = render_mode
        self.metadata = {**common.METADATA, "autoreset_mode": mode}
        self.single_observation_space, self.single_action_space = common.spaces_of(self.batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.chances: list[np.random.Generator | None] = [None] * num_envs  # who begins, and the opponent's seeds
        self._players: list[Player | None] = [None] * num_envs  # the opponent, seeded for the game
        self._side = np.zeros(num_envs, np.uint8)  # the agent's, against an opponent
        self._ended = np.ones(num_envs, np.bool_)  # and not begun anew
        self._mode = mode
        self._is_begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins the games anew: all, or those that options["reset_mask"], an array of bools, names.

        seed: environment k gets seed + k; or one for each of them. None: their chance goes on.
        """
        boards = _named((options or {}).get("reset_mask"), self.num_envs)
        seeds = [seed + k for k in range(self.num_envs)] if isinstance(seed, int | np.integer) else seed
        if seeds is not None:
            if len(seeds) != self.num_envs:
                raise UsageError(f"{len(seeds)} seeds for {self.num_envs} environments")
            for k in boards:
                if seeds[k] is not None:
                    self.chances[k] = np_random(seeds[k])[0]
        self._begin(boards)
        self._is_begun = True
        self._show()
        return self._seen(), self.infos(boards)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,):
            raise UsageError(f"actions of the shape {actions.shape}; expected ({self.num_envs},)")
        if not self._is_begun or (self._mode is AutoresetMode.DISABLED and self._ended.any()):
            raise UsageError(f"environment {np.argmax(self._ended)} has no game; reset it first")
        due, playing = np.flatnonzero(self._ended), np.flatnonzero(~self._ended)
        plies = self.batch.plies.copy()
        movers = self.batch.to_play.copy()
        self.batch.step(actions[playing], playing)
        refused = playing[self.batch.plies[playing] == plies[playing]]
        illegal = {k: str(self.batch.positions[k].why_illegal(actions[k])) for k in refused.tolist()}
        self._ended = self.batch.over.copy()
        resigned = self._answer(playing)
        rewards = self.batch.rewards[np.arange(self.num_envs), movers].astype(np.float64)
        rewards[resigned] = 1
        rewards[due] = 0
        self._begin(due)
        ended, truncated = self._ended.copy(), self.batch.truncated.copy()
        infos: dict[str, Any] = {}
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            seen, last = self._seen(), self.infos()
            for k in np.flatnonzero(ended).tolist():
                info = {key: last[key][k] for key in ("action_mask", "side")}
                info |= {"illegal": illegal.pop(k)} if k in illegal else {}
                infos = self._add_info(infos, {"final_obs": seen[k], "final_info": info}, k)
            self._begin(np.flatnonzero(ended))
        for k, reason in illegal.items():
            infos = self._add_info(infos, {"illegal": reason}, k)
        self._show()
        return self._seen(), rewards, ended & ~truncated, truncated, {**infos, **self.infos()}

    def render(self) -> tuple[Any, ...]:
        return tuple(common.picture(position, self.render_mode) for position in self.batch.positions)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close_extras(self, **kwargs: Any) -> None:
        if isinstance(self.opponent, ExternalPlayer):
            self.opponent.close()

    def infos(self, boards: Boards | None = None) -> dict[str, Any]:
        """Of all games, or of these boards."""
        mask = self.batch.mask.view(np.int8).copy()
        side = self.batch.to_play.copy()
        if self.opponent is not None:
            mask[side != self._side] = 0
            side = self._side.copy()
        told = np.ones(self.num_envs, np.bool_)
        if boards is not None:
            told[:] = False
            told[boards] = True
            mask[~told] = 0
            side[~told] = 0
        return {"action_mask": mask, "_action_mask": told, "side": side, "_side": told.copy()}

    def _seen(self) -> NDArray[np.uint8]:
        planes = cast(NDArray[np.uint8], self.batch.planes.copy())
        if self.opponent is not None:
            others = self.batch.to_play != self._side  # games that ended with the agent's own move
            planes[others] = common.from_the_other_side(planes[others])
        return planes

    def _begin(self, boards: Boards) -> None:
        self._ended[boards] = False
        if self.opponent is None:
            self.batch.reset(boards)
            return
        seeds = []
        for k in boards:
            chance = self.chances[k] = self.chances[k] or np_random()[0]
            self._side[k] = chance.integers(2)
            seeds.append(int(chance.integers(2**63)))
            self._players[k] = self.opponent.seeded(seeds[-1])
        self.batch.reset(boards, seeds)
        self._answer(boards)
        # A game that the opponent's first move has ended leaves nothing to play: there the agent begins.
        over = boards[self._ended[boards]]
        self.batch.reset(over)
        self._ended[over] = False
        self._side[over] = self.batch.to_play[over]

    def _answer(self, boards: Boards) -> list[int]:
        """The opponent's moves on those of these boards where it is its turn. Gives those where it resigned."""
        if self.opponent is None:
            return []
        due = boards[~self._ended[boards] & (self.batch.to_play[boards] != self._side[boards])]
        if isinstance(self.opponent, RandomPlayer):  # which the batch has in it
            self.batch.play_random(1, due)
            self._ended[due] = self.batch.over[due]
            return []
        moves, movers, resigned = [], [], []
        for k in due:
            player = self._players[k]
            assert player is not None
            try:
                move = think(player, self.batch.positions[k], None).move
            except BaseException:
                self._ended[due] = True  # the agent has moved there, and nobody answers: these games cannot go on
                raise
            if move is None:
                resigned.append(k)
            else:
                moves.append(move)
                movers.append(k)
        if movers:
            self.batch.step(self.batch.start.points(moves).indices, movers)
            self._ended[movers] = self.batch.over[movers]
        self._ended[resigned] = True
        return resigned


def _named(mask: Any, boards: int) -> Boards:
    """The boards that a reset mask names; without one, all."""
    if mask is None:
        return np.arange(boards)
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (boards,):
        raise UsageError(f"the reset mask is {mask!r}; expected an array of {boards} bools")
    return np.flatnonzero(mask)
