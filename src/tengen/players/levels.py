"""Levels: players by how strong they are, for people who choose an opponent."""

from __future__ import annotations

from tengen.players.learned import usual
from tengen.players.mcts import MctsPlayer
from tengen.players.player import GreedyPlayer, Player, RandomPlayer
from tengen.values import Value


class Level(Value):
    """An opponent of a game. Most think for a number of visits, so that they are as strong on every machine."""

    __slots__ = ("elo", "name", "player")

    name: str
    player: Player
    elo: int | None  # above the first level of the game, on a board of its usual size; None: not measured

    def __init__(self, name: str, player: Player, elo: int | None = None) -> None:
        self._set(name=name, player=player, elo=elo)


# From the weakest up.
LEVELS: dict[str, tuple[Level, ...]] = {
    "nogo": (
        Level("beginner", RandomPlayer(), 0),
        Level("easy", GreedyPlayer()),
        Level("medium", MctsPlayer(visits=100)),
        Level("hard", MctsPlayer(visits=2000)),
        Level("strong", usual("nogo", visits=1)),
        Level("strongest", usual("nogo", seconds=1.0)),
    ),
    "go": (
        Level("beginner", RandomPlayer(), 0),
        Level("easy", GreedyPlayer()),
        Level("medium", MctsPlayer(visits=50)),
        Level("hard", MctsPlayer(visits=300)),
        Level("strong", MctsPlayer(visits=2000)),
        Level("strongest", usual("go", seconds=2.0)),
    ),
    "gomoku": (
        Level("beginner", RandomPlayer(), 0),
        Level("easy", GreedyPlayer()),
        Level("medium", MctsPlayer(visits=50)),
        Level("hard", MctsPlayer(visits=400)),
        Level("strong", MctsPlayer(visits=3000)),
        Level("strongest", usual("gomoku", seconds=2.0)),
    ),
    "othello": (
        Level("beginner", RandomPlayer(), 0),
        Level("easy", GreedyPlayer()),
        Level("medium", MctsPlayer(visits=20)),
        Level("hard", MctsPlayer(visits=200)),
        Level("strong", MctsPlayer(visits=2000)),
        Level("strongest", usual("othello", seconds=2.0)),
    ),
}


def level(game: str, name: str) -> Level:
    return next(each for each in LEVELS[game] if each.name == name)
