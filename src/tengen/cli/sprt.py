"""tengen sprt: what results that were played elsewhere say."""

from typing import Any

from tengen.cli.streams import write_text
from tengen.errors import UsageError
from tengen.match.elo import Tally
from tengen.match.sprt import Sprt

MOST_GAMES = 1_000_000_000


def run(game: str, options: dict[str, Any]) -> int:
    counts: list[int] = options["counts"]
    if len(counts) not in (3, 5):
        raise UsageError(
            f"{len(counts)} counts; expected three (games won, drawn, lost) or five (pairs of games with 0, 0.5, 1, "
            "1.5 and 2 points)"
        )
    if sum(counts) > MOST_GAMES:
        raise UsageError(f"{sum(counts)} games; expected {MOST_GAMES} at most")
    tally = Tally(counts[0], counts[1], counts[2]) if len(counts) == 3 else Tally.of_pairs(*counts)
    write_text(f"{tally}\nSPRT: {Sprt.parse(options['test']).look(tally)}\n")
    return 0
