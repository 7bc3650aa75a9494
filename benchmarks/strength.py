"""python -m benchmarks.strength [--peers FOLDER] [PART ...]: how strong the tree search is, by matches.

Takes about an hour, so it is not a part of `make bench`. Every figure is wins out of games with the 95 % interval
(Wilson's) and the settings it was found with. Colours alternate, and every game is played from the usual start.
"""

from __future__ import annotations

import argparse
import os
import shutil
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt

from benchmarks.peers import Peers
from benchmarks.timing import TENGEN, table
from tengen.board import BLACK, WHITE
from tengen.games import by_name
from tengen.games.game import Position
from tengen.players import Choice, Clock, ExternalPlayer, Player, as_player, mcts, parse, play

PROCESSOR_SECONDS = "processor-seconds"
AT_ONCE = max(1, len(os.sched_getaffinity(0)))


@dataclass(frozen=True)
class Pairing:
    """One player's games against another."""

    game: str
    size: int
    first: str
    second: str
    games: int
    words: str = ""
    rules: tuple[tuple[str, object], ...] = ()


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's, 95 % (E. B. Wilson 1927)."""
    z, share = 1.959964, wins / games
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, centre - half), min(1.0, centre + half)


def one_game(pairing: Pairing, number: int) -> tuple[float, str]:
    """What the first player got, and how the game ended if not by the rules or a resignation."""
    start = by_name(pairing.game).start(pairing.size, pairing.size, **dict(pairing.rules))
    first, second = seated(pairing.first, number), seated(pairing.second, number + 1_000_000)
    side = BLACK if number % 2 == 0 else WHITE
    try:
        result = play(start, *((first, second) if side is BLACK else (second, first)))
    finally:
        for player in (first, second):
            if isinstance(player, ExternalPlayer):
                player.close()
    score = 0.5 if result.winner is None else float(result.winner is side)
    return score, "" if result.ending in ("over", "resigned") else f"{result.ending}: {result.reason}"


class ProcessorTime:
    """A search that thinks for so many seconds of processor time, as the peer does: fair on a busy machine too."""

    def __init__(self, seconds: float, seed: int) -> None:
        self._seconds = seconds
        self._player = mcts(threads=1, seed=seed)

    def __call__(self, position: Position, clock: Clock | None) -> Choice:
        begun = time.thread_time()
        search = self._player.search(position)
        while not search.is_decided and (left := self._seconds - (time.thread_time() - begun)) > 0:
            search.run(visits=search.visits + max(50, int(left * 40_000)))  # never past the end by much
        return search.choice()


def seated(name: str, seed: int) -> Player:
    kind, _, seconds = name.partition("=")
    if kind == PROCESSOR_SECONDS:
        return as_player(ProcessorTime(float(seconds), seed))
    return parse(name).seeded(seed)


def row(pairing: Pairing) -> list[str]:
    scores, troubles = [], []
    with ProcessPoolExecutor(AT_ONCE) as pool:
        for score, trouble in pool.map(one_game, [pairing] * pairing.games, range(pairing.games)):
            scores.append(score)
            troubles += [trouble] if trouble else []
    wins = sum(scores)
    low, high = interval(wins, pairing.games)
    return [f"{by_name(pairing.game).title} {pairing.size}x{pairing.size}", pairing.words or f"`{pairing.first}`",
            f"`{pairing.second}`", f"{wins:g} of {pairing.games}",
            f"{100 * wins / pairing.games:.1f} % [{100 * low:.1f}, {100 * high:.1f}]", "; ".join(troubles) or "none"]


def against_random(peers: Peers) -> list[Pairing]:
    return [Pairing("nogo", 9, "mcts:visits=1000", "random", 200), Pairing("go", 9, "mcts:visits=1000", "random", 20),
            Pairing("gomoku", 15, "mcts:visits=1000", "greedy", 50),
            Pairing("othello", 8, "mcts:visits=1000", "greedy", 100)]


def scaling(peers: Peers) -> list[Pairing]:
    return [Pairing("nogo", 9, "mcts:visits=10000", "mcts:visits=1000", 100),
            Pairing("go", 9, "mcts:visits=2000", "mcts:visits=200", 40),
            Pairing("gomoku", 15, "mcts:visits=5000", "mcts:visits=500", 60),
            Pairing("othello", 8, "mcts:visits=5000", "mcts:visits=500", 100)]


def hahanogo(peers: Peers) -> list[Pairing]:
    # Built with its own loop over time, set to 0.2 s, not over simulations; it counts the time of the processor.
    program = peers.program("hahanogo-0.2s")
    if program is None:
        return []
    return [Pairing("nogo", 9, f"{PROCESSOR_SECONDS}=0.2", f"gtp:{program}", 100,
                    "`mcts`, one thread, 0.2 s of processor time")]


def gnugo(peers: Peers) -> list[Pairing]:
    program = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if program is None:
        peers.missing.append("gnugo")
        return []
    ours = "mcts:seconds=0.5,threads=1"
    return [Pairing("go", 9, f"gtp:{TENGEN} gtp go --player {ours}",
                    f"gtp:{program} --mode gtp --chinese-rules --capture-all-dead --level {level}", 20,
                    f"`tengen gtp go --player {ours}`") for level in (1, 10)]


PARTS: dict[str, Callable[[Peers], list[Pairing]]] = {
    "random": against_random, "scaling": scaling, "hahanogo": hahanogo, "gnugo": gnugo}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", default=os.environ.get("TENGEN_PEERS"), metavar="FOLDER")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)} (default: all)")
    options = parser.parse_args()
    peers = Peers(options.peers)
    header = ["game", "player", "against", "won", "share, 95 % interval", "forfeits and stops"]
    for name in options.parts or PARTS:
        rows = [row(pairing) for pairing in PARTS[name](peers)]
        if rows:
            print(f"### {name}\n\n{table(header, rows)}\n", flush=True)
    print(f"Peers missing: {', '.join(peers.missing) or 'none'}.")


if __name__ == "__main__":
    main()
