"""A match's table for people, spreadsheets and programs, and its games as SGF files."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tengen.errors import IllegalMove, IllegalPosition, UsageError
from tengen.match.elo import Results, elo_words
from tengen.match.rounds import Rounds, buchholz, scores, survivor
from tengen.match.sprt import SprtState
from tengen.match.standings import Failure, Standing, Standings, clock_words
from tengen.players.words import unplayed_result
from tengen.store.finished import GameFile, StoredGame

_MOST_CROSSED = 12  # players, in a table that a terminal can show
_MAIN_TIME = re.compile(r"([\d.e+]+) s(?:, (.+))?")  # a clock that begins with it, in words


def table(standings: Standings, sprt: SprtState | None = None) -> str:
    """For a terminal."""
    lines = _aligned(
        [
            ["", "player", "Elo", "95 %", "games", "points", "share", "won", "drawn", "lost", "forfeits", "s/move"],
            *(
                _line(place, standing, "" if standings.anchor else "+")
                for place, standing in enumerate(standings.players, 1)
            ),
        ]
    )
    names = standings.names
    if 2 < len(names) <= _MOST_CROSSED:
        lines += [
            "",
            *_aligned(
                [
                    ["", "share against", *map(str, range(1, len(names) + 1))],
                    *(
                        [str(place), name, *(_crossed(standings, name, other) for other in names)]
                        for place, name in enumerate(names, 1)
                    ),
                ]
            ),
        ]
    if len(names) == 2 and standings.games:
        tally = standings.tally(*names)
        low, high = tally.elo_interval
        difference = elo_words(tally.elo, low, high)
        if low > 0:
            lines += ["", f"{names[0]} is stronger than {names[1]}: {difference}"]
        else:
            lines += [
                "",
                f"not shown yet that {names[0]} is stronger than {names[1]}: {difference}; "
                f"the likelihood of it is {tally.superiority:.1%}",
            ]
    if standings.anchor is not None:
        lines += ["", f"Elo: {standings.anchor}; the intervals are those of the difference from it"]
    if clock := _clock_words(standings):
        lines += ["", clock]
    if sprt is not None:
        lines += ["", f"SPRT: {sprt}"]
    return "\n".join(lines) + "\n"


def rounds_table(found: Rounds) -> str:
    """What the rounds of a match gave, for a terminal."""
    return _bracket(found) if found.mode == "knockout" else _swiss_table(found)


def _swiss_table(found: Rounds) -> str:
    names, rounds = found.names, found.complete
    score, tie_break = scores(names, rounds), buchholz(names, rounds)
    order = sorted(names, key=lambda name: (-score[name], -tie_break[name]))
    heads = ["", "Swiss", "points", "Buchholz", *(f"round {number}" for number in range(1, len(rounds) + 1))]
    rows = []
    for place, name in enumerate(order, 1):
        results = []
        for each in rounds:
            met = next((meeting for meeting in each.meetings if name in meeting.players), None)
            if met is None:
                results.append("bye")
                continue
            other = met.players[met.players[0] == name]
            sign = "=" if met.winner is None else "+" if met.winner == name else "-"
            results.append(f"{sign}{order.index(other) + 1}")
        rows.append([str(place), name, f"{score[name]:g}", f"{tie_break[name]:g}", *results])
    return "\n".join(_aligned([heads, *rows])) + "\n"


def _bracket(found: Rounds) -> str:
    last = (len(found.names) - 1).bit_length()
    lines = []
    for number, each in enumerate(found.rounds, 1):
        title = "final" if number == last else f"round {number}"
        for met in each.meetings:
            one, other = met.players
            words = f"{one} {met.points[0]:g} - {met.points[1]:g} {other}"
            if met.left:
                words += f", {len(met.left)} games to play"
            elif met.extra:
                words += f", {met.extra} games of them after a tie"
                if met.winner is None:
                    words += f"; {survivor(found.names, met)} goes on as the better seed"
            lines.append(f"{title}: {words}")
        lines += [f"{title}: {name} has a bye" for name in each.byes]
    if len(found.complete) == last:
        lines.append(f"winner: {survivor(found.names, found.rounds[-1].meetings[0])}")
    return "\n".join(lines) + "\n"


def failure_lines(failures: list[Failure], every: bool) -> str:
    """Why players failed, for a terminal: every time, or each player's first."""
    if every:
        return "".join(f"{failure}\n" for failure in failures) or "nobody failed\n"
    counts = Counter(failure.player for failure in failures)
    firsts = {failure.player: failure for failure in reversed(failures)}
    return "".join(
        f"{'failed' if counts[name] == 1 else f'the first of {counts[name]} failures'}: {failure}\n"
        for name, failure in sorted(firsts.items(), key=lambda item: item[1].number)
    )


def _line(place: int, standing: Standing, sign: str) -> list[str]:
    rating = standing.rating
    forfeits = sum(standing.forfeits.values())
    causes = ", ".join(f"{count} {cause}" for cause, count in sorted(standing.forfeits.items()))
    return [
        str(place),
        rating.name,
        f"{rating.elo:{sign}.0f}",
        f"{rating.low:{sign}.0f} to {rating.high:{sign}.0f}" if math.isfinite(rating.high) else "-",
        str(rating.games),
        f"{rating.points:.15g}",
        f"{rating.share:.1%}" if rating.games else "-",
        str(rating.wins),
        str(rating.draws),
        str(rating.losses),
        f"{forfeits} ({causes})" if forfeits else "-",
        f"{standing.seconds_per_move:.3g}",
    ]


def _clock_words(standings: Standings) -> str:
    """What clocks the players had, or "" if there was none."""
    clocks = {standing.rating.name: standing.clock for standing in standings.players}
    if len(set(clocks.values())) < 2:
        clock = next(iter(clocks.values()), "")
        return clock and f"clock: {clock}"
    return "clocks: " + "; ".join(f"{name} has {clock or 'none'}" for name, clock in clocks.items())


def _crossed(standings: Standings, name: str, other: str) -> str:
    met = (name, other) in standings.tallies or (other, name) in standings.tallies
    return f"{standings.tally(name, other).share:.0%}" if met else "-"


def _aligned(rows: list[list[str]]) -> list[str]:
    """Columns as wide as they need to be: names to the left, the rest to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def comma_separated(standings: Standings) -> str:
    """A line a player."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    have_clocks = any(standing.clock for standing in standings.players)
    writer.writerow(
        [
            "player",
            "elo",
            "elo_low",
            "elo_high",
            "games",
            "points",
            "wins",
            "draws",
            "losses",
            "forfeits",
            "seconds_per_move",
            *["clock"] * have_clocks,
        ]
    )
    for standing in standings.players:
        rating = standing.rating
        writer.writerow(
            [
                rating.name,
                *map(_finite, (rating.elo, rating.low, rating.high)),
                rating.games,
                f"{rating.points:.15g}",
                rating.wins,
                rating.draws,
                rating.losses,
                sum(standing.forfeits.values()),
                round(standing.seconds_per_move, 6),
                *[standing.clock] * have_clocks,
            ]
        )
    return text.getvalue()


def as_json(standings: Standings, sprt: SprtState | None = None, rounds: Rounds | None = None) -> str:
    """Everything that the table says, and the pairings."""
    answer: dict[str, Any] = {
        "games": standings.games,
        "players": [
            {
                "name": standing.rating.name,
                "elo": _finite(standing.rating.elo),
                "elo_interval": _interval(standing.rating.low, standing.rating.high),
                **_results(standing.rating),
                "forfeits": standing.forfeits,
                "seconds_per_move": round(standing.seconds_per_move, 6),
                **({"clock": standing.clock} if standing.clock else {}),
            }
            for standing in standings.players
        ],
        "pairings": [
            {
                "player": one,
                "against": other,
                **_results(tally),
                "pairs": list(tally.pairs),
                "share": round(tally.share, 6),
                "share_interval": _interval(*tally.interval, digits=6),
                "elo": _finite(tally.elo),
                "elo_interval": _interval(*tally.elo_interval),
                "superiority": round(tally.superiority, 6),
            }
            for (one, other), tally in standings.tallies.items()
        ],
    }
    if standings.anchor is not None:
        answer["anchor"] = standings.anchor._asdict()
    if rounds is not None:
        answer["rounds"] = _rounds_json(rounds)
    if sprt is not None:
        answer["sprt"] = {
            "elo0": sprt.sprt.elo0,
            "elo1": sprt.sprt.elo1,
            "llr": round(sprt.llr, 6),
            "lower": round(sprt.lower, 6),
            "upper": round(sprt.upper, 6),
            "decision": sprt.decision,
        }
    return json.dumps(answer, indent=2, ensure_ascii=False) + "\n"


def _rounds_json(found: Rounds) -> dict[str, Any]:
    is_knockout = found.mode == "knockout"
    played = [
        {
            "meetings": [
                {
                    "players": met.players,
                    "points": met.points,
                    "winner": survivor(found.names, met) if is_knockout else met.winner,
                }
                for met in each.meetings
            ],
            "byes": each.byes,
        }
        for each in found.complete
    ]
    if is_knockout:
        return {"mode": found.mode, "rounds": played}
    score, tie_break = scores(found.names, found.complete), buchholz(found.names, found.complete)
    standing = {name: {"points": score[name], "buchholz": tie_break[name]} for name in found.names}
    return {"mode": found.mode, "rounds": played, "players": standing}


def _results(of: Results) -> dict[str, float]:
    return {"games": of.games, "points": of.points, "wins": of.wins, "draws": of.draws, "losses": of.losses}


def _finite(number: float, digits: int = 2) -> float | None:
    """JSON has no infinity, and spreadsheets do not either."""
    return round(number, digits) if math.isfinite(number) else None


def _interval(low: float, high: float, digits: int = 2) -> list[float | None]:
    return [_finite(low, digits), _finite(high, digits)]


def write_sgf_files(file: GameFile, folder: Path) -> int:
    """A file a game, named by its number; how many."""
    count = 0
    clocks = clock_words(file)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for game in file.games:
            try:
                text = game_sgf(game, clocks)
            except (IllegalMove, IllegalPosition) as error:
                raise UsageError(f"{str(file.path)!r} is damaged: game {game.number + 1} cannot be: {error}") from None
            folder.joinpath(f"{game.number + 1:06}.sgf").write_text(text, encoding="utf-8")
            count += 1
    except OSError as error:
        raise UsageError(f"cannot write the games to {str(folder)!r}: {error.strerror}") from None
    return count


def game_sgf(game: StoredGame, clocks: Callable[[str], str] = lambda name: "") -> str:
    """A game with its players, its result and what they thought. `clocks`: each player's, in words."""
    properties = {"PB": game.black, "PW": game.white, "GN": f"game {game.number + 1}", "GC": game.reason}
    properties |= _sgf_clock(clocks(game.black), clocks(game.white))
    properties |= unplayed_result(game.winner, game.ending)
    return game.record.to_sgf(
        [words for _, words in game.thoughts], [share for share, _ in game.thoughts], **properties
    )


def _sgf_clock(black: str, white: str) -> dict[str, str]:
    """TM has the seconds of main time, and OT the rest in words. SGF knows one clock for both: two are words alone."""
    if black != white:
        return {"OT": f"Black: {black or 'none'}; White: {white or 'none'}"}
    main = _MAIN_TIME.fullmatch(black)
    if main is None:
        return {"TM": "0", "OT": black} if black else {}
    return {"TM": f"{float(main[1]):.15g}", **({"OT": main[2]} if main[2] else {})}
