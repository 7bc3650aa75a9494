"""python -m benchmarks.strength [--peers FOLDER] [PART ...]: how strong the tree search is, by matches.

Takes about an hour, so it is not a part of `make bench`. Every figure is the points of a match as `tengen match` plays
it: pairs of games from an opening of two random plies, with colours swapped, and the 95 % interval of those pairs.
"""

from __future__ import annotations

import argparse
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.peers import Peers
from benchmarks.timing import TENGEN, table
from tengen.games import by_name
from tengen.games.game import Position
from tengen.match import Match
from tengen.players import Choice, Clock, mcts, parse

PROCESSOR_SECONDS = 0.2  # of `processor_time`


@dataclass(frozen=True)
class Pairing:
    """One player's games against another."""

    game: str
    size: int
    first: str
    second: str
    games: int
    words: str = ""


def processor_time(position: Position, clock: Clock | None) -> Choice:
    """A search that thinks for so many seconds of processor time, as the peer does: fair on a busy machine too."""
    begun = time.thread_time()
    search = mcts(threads=1).search(position)
    while not search.is_decided and (left := PROCESSOR_SECONDS - (time.thread_time() - begun)) > 0:
        search.run(visits=search.visits + max(50, int(left * 40_000)))  # never past the end by much
    return search.choice()


def row(pairing: Pairing) -> list[str]:
    game = by_name(pairing.game)
    players = {"first": parse(pairing.first), "second": parse(pairing.second)}
    start = game.start(pairing.size, pairing.size)
    with TemporaryDirectory() as folder, Match(players, start, Path(folder, "games.db"), seed=1) as match:
        standings = match.play(pairing.games)
    tally = standings.tally("first", "second")
    low, high = tally.interval
    forfeits = [
        f"{standing.rating.name}: {count} by {kind}"
        for standing in standings.players
        for kind, count in standing.forfeits.items()
    ]
    return [
        f"{game.title} {pairing.size}x{pairing.size}",
        pairing.words or f"`{pairing.first}`",
        f"`{pairing.second}`",
        f"{tally.points:g} of {tally.games}",
        f"{100 * tally.share:.1f} % [{100 * low:.1f}, {100 * high:.1f}]",
        "; ".join(forfeits) or "none",
    ]


def against_random(peers: Peers) -> list[Pairing]:
    return [
        Pairing("nogo", 9, "mcts:visits=1000", "random", 200),
        Pairing("go", 9, "mcts:visits=1000", "random", 20),
        Pairing("gomoku", 15, "mcts:visits=1000", "greedy", 50),
        Pairing("othello", 8, "mcts:visits=1000", "greedy", 100),
    ]


def scaling(peers: Peers) -> list[Pairing]:
    return [
        Pairing("nogo", 9, "mcts:visits=10000", "mcts:visits=1000", 100),
        Pairing("go", 9, "mcts:visits=2000", "mcts:visits=200", 40),
        Pairing("gomoku", 15, "mcts:visits=5000", "mcts:visits=500", 60),
        Pairing("othello", 8, "mcts:visits=5000", "mcts:visits=500", 100),
    ]


def hahanogo(peers: Peers) -> list[Pairing]:
    # Built with its own loop over time, set to 0.2 s, not over simulations; it counts the time of the processor.
    program = peers.program("hahanogo-0.2s")
    if program is None:
        return []
    return [
        Pairing(
            "nogo",
            9,
            "benchmarks.strength:processor_time",
            f"gtp:{program}",
            100,
            f"`mcts`, one thread, {PROCESSOR_SECONDS} s of processor time",
        )
    ]


def gnugo(peers: Peers) -> list[Pairing]:
    program = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if program is None:
        peers.missing.append("gnugo")
        return []
    ours = "mcts:seconds=0.5,threads=1"
    return [
        Pairing(
            "go",
            9,
            f"gtp:{TENGEN} gtp go --player {ours}",
            f"gtp:{program} --mode gtp --chinese-rules --capture-all-dead --level {level}",
            20,
            f"`tengen gtp go --player {ours}`",
        )
        for level in (1, 10)
    ]


PARTS: dict[str, Callable[[Peers], list[Pairing]]] = {
    "random": against_random,
    "scaling": scaling,
    "hahanogo": hahanogo,
    "gnugo": gnugo,
}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.strength", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--peers", default=os.environ.get("TENGEN_PEERS"), metavar="FOLDER")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)} (default: all)")
    options = parser.parse_args()
    peers = Peers(options.peers)
    header = ["game", "player", "against", "won", "share, 95 % interval", "forfeits"]
    for name in options.parts or PARTS:
        rows = [row(pairing) for pairing in PARTS[name](peers)]
        if rows:
            print(f"### {name}\n\n{table(header, rows)}\n", flush=True)
    print(f"Peers missing: {', '.join(peers.missing) or 'none'}.")


if __name__ == "__main__":
    main()
