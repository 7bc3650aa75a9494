"""Matches between players: played in parallel, kept in a file, and what they say about strength.

from tengen import match, nogo, players

bots = {"new": players.mcts(visits=2000), "old": players.mcts(visits=1000)}
with match.Match(bots, nogo.start(9), "new.db") as games:
    print(games.play(200).tally("new", "old"))
"""

from tengen.match.adjudication import Adjudication
from tengen.match.elo import Tally, elo, expected
from tengen.match.ratings import Anchor, Rating, ratings
from tengen.match.sprt import Sprt, SprtState
from tengen.match.standings import Standing, Standings, read_standings, standings
from tengen.match.tournament import Match

__all__ = [
    "Adjudication",
    "Anchor",
    "Match",
    "Rating",
    "Sprt",
    "SprtState",
    "Standing",
    "Standings",
    "Tally",
    "elo",
    "expected",
    "ratings",
    "read_standings",
    "standings",
]
