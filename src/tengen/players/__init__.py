"""Players: whatever chooses moves.

    from tengen import players

    players.random.choose(position).move
    players.mcts(visits=1000).choose(position).value
    players.net(seconds=0.5).choose(position).value

`random` and `greedy` are players; `mcts(...)`, `net(...)` and `external(...)` make players; any function
(position, clock) -> move is one wherever a player is expected.
"""

from tengen.players.choice import Candidate, Choice
from tengen.players.clock import Clock
from tengen.players.course import Played
from tengen.players.external import ExternalPlayer, external
from tengen.players.learned import NetPlayer, net
from tengen.players.mcts import MctsPlayer, Search, mcts
from tengen.players.player import FunctionPlayer, GreedyPlayer, Player, RandomPlayer, as_player
from tengen.players.playing import play
from tengen.players.specs import parse

random = RandomPlayer()
greedy = GreedyPlayer()

__all__ = [
    "Candidate",
    "Choice",
    "Clock",
    "ExternalPlayer",
    "FunctionPlayer",
    "GreedyPlayer",
    "MctsPlayer",
    "NetPlayer",
    "Played",
    "Player",
    "RandomPlayer",
    "Search",
    "as_player",
    "external",
    "greedy",
    "mcts",
    "net",
    "parse",
    "play",
    "random",
]
