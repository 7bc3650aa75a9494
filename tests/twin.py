"""The games of a graphics card, played here: the same ones, with the same totals."""

from __future__ import annotations

from typing import Any

from tengen.games.game import Position
from tengen.verbs.card import Twin
from tengen.verbs.simulate_many import Simulations, play_on


def simulate_as_card(position: Position, games: int, seed: int, **named: Any) -> Simulations:
    return play_on(Twin(), position, games, seed, **named)
