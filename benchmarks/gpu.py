"""Random games on a graphics card: its totals beside the twin's, then games a second."""

from __future__ import annotations

import time

import tengen as tg
from benchmarks.peers import Peers
from benchmarks.timing import medians, table
from tengen.errors import UsageError
from tengen.games.game import Position
from tengen.verbs.card import Card, Twin, card
from tengen.verbs.simulate_many import play_on

# What to reach on one H200, in millions of games a second.
BARS: dict[str, tuple[Position, int]] = {
    "NoGo 9x9": (tg.nogo.start(9), 1000),
    "NoGo 19x19": (tg.nogo.start(19), 80),
    "Othello 8x8": (tg.othello.start(), 500),
    "Gomoku 15x15": (tg.gomoku.start(15), 300),
    "Go 9x9, simple ko": (tg.go.start(9, ko="simple"), 30),
}
CHECKED = 20_000  # games
ROUNDS = 3
SECONDS = 2.0  # a round


def games_a_second(found: Card, start: Position) -> float:
    def seconds(games: int) -> float:
        begun = time.perf_counter()
        play_on(found, start, games, 2)
        return time.perf_counter() - begun

    seconds(1_000_000)  # compiles; finds out how many games a launch should have
    games = max(1_000_000, int(1_000_000 * SECONDS / 10 / seconds(1_000_000)))
    games = int(games * SECONDS / seconds(games))
    return medians({"card": lambda: games / seconds(games)}, ROUNDS)["card"]


def report(peers: Peers) -> str:
    title = "## Random games on a graphics card\n"
    try:
        found = card()
    except UsageError as error:
        peers.missing.append("a graphics card")
        return f"{title}\nNot measured: {error}.\n"
    rows = []
    for name, (start, bar) in BARS.items():
        for by_point in (False, True):
            same = play_on(found, start, CHECKED, 1, by_point=by_point) == play_on(
                Twin(), start, CHECKED, 1, by_point=by_point
            )
            if not same:
                raise SystemExit(f"{name}: the card's totals are not the twin's")
        reached = games_a_second(found, start) / 1e6
        rows.append([name, f"{reached:,.0f}", f"{bar:,}", f"**{reached / bar:.2f}**"])
    header = ["board", "million games/s", "bar", "ratio"]
    return f"{title}\n{found.name}; the totals of {CHECKED:,} games are the twin's.\n\n{table(header, rows)}\n"
