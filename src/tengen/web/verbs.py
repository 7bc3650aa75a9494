"""The verbs, asked of the position on the page: within a time limit, with what is known when that is up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tengen._core import Cancel
from tengen.errors import Cancelled, TooManyGames
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.grid import BLACK, WHITE
from tengen.players.learned import usual
from tengen.players.review import review
from tengen.players.thinking import think
from tengen.verbs.check import check
from tengen.verbs.count import count, perft
from tengen.verbs.flips import flips
from tengen.verbs.generate import generate
from tengen.verbs.simulate import checked_seed, simulate
from tengen.verbs.simulate_many import simulate_many
from tengen.web import boards, maps
from tengen.web.editing import line, played
from tengen.web.minds import for_black
from tengen.web.refusals import bad_input
from tengen.web.settings import Settings
from tengen.web.wire import Fields

Answer = dict[str, Any]
Ask = Callable[[Cancel], Answer]

_LEAST_ERROR = 0.001  # of a map's points: what a million games at each would give
_MOST_SEED = 2**53 - 1  # as far as the numbers of a page are whole
_MOST_RECOUNTED = 16  # points
_REVIEW_SHARE = 0.9  # of the time for a question; the rest is for what is around the searches
_MOST_HINT = 1.5  # seconds
_MOST_REVIEW = 1.0  # seconds for a position


def answer(verb: str, body: Any, settings: Settings, cancel: Cancel) -> Answer:
    """What a verb says. Stopped by the flag, it says what it knows. Not for the event loop."""
    fields = Fields(body, "a question")
    ask = VERBS[verb](fields, settings)
    fields.done()
    return ask(cancel)


def _position(fields: Fields, settings: Settings) -> Position:
    return boards.read_position(fields.raw("position"), settings.most_rows)


def _seed(fields: Fields) -> int:
    return checked_seed(fields.whole("seed", 0, _MOST_SEED) if fields.has("seed") else None)


def _so_far(ask: Callable[[], Any]) -> tuple[Any, bool]:
    """What a verb says, or knew when it was stopped; and whether it was."""
    try:
        return ask(), False
    except (Cancelled, TooManyGames) as stopped:
        return stopped.partial, True


def _simulate(fields: Fields, settings: Settings) -> Ask:
    position, seed = _position(fields, settings), _seed(fields)

    def ask(cancel: Cancel) -> Answer:
        record, _ = _so_far(lambda: simulate(position, "random", seed, cancel=cancel))
        outcome = record.outcome
        data = {
            **line(position, record.moves),
            "winner": outcome and outcome.winner and boards.color_name(outcome.winner),
            "reason": outcome and outcome.termination,
            "seed": seed,
            "over": boards.over(record.end, stopped=outcome is not None),
        }
        return {"view": record.view(numbers=False).to_json(), "text": str(outcome or "stopped"), "data": data}

    return ask


def _simulate_many(fields: Fields, settings: Settings) -> Ask:
    position, seed = _position(fields, settings), _seed(fields)
    games = fields.whole("games", 1, settings.most_simulations, min(10_000, settings.most_simulations))
    error = fields.number("error", _LEAST_ERROR, 0.5) if fields.has("error") else None

    def ask(cancel: Cancel) -> Answer:
        found, stopped = _so_far(
            lambda: simulate_many(position, games, seed, by_point=error is None, threads=1, cancel=cancel)
        )
        data = {
            "games": found.games,
            "black_wins": found.black_wins,
            "white_wins": found.white_wins,
            "draws": found.draws,
            "mean_plies": round(found.mean_plies, 2),
            "shortest": found.shortest,
            "longest": found.longest,
            "seed": seed,
            "stopped": stopped,
        }
        text = (
            f"{found.games} random games: Black wins {100 * found.black_win_rate:.1f} %"
            f"{', stopped early' if stopped else ''}"
        )
        if error is None:
            return {"view": found.view().to_json(), "text": text, "data": data}
        moves = maps.first_moves(position, error, settings.most_simulations - games, seed, cancel)
        data["map_games"] = sum(tally.games for tally in moves)
        data["error"] = round(max((tally.error for tally in moves), default=0.0), 5)
        return {"view": maps.view(position, moves).to_json(), "text": text, "data": data}

    return ask


def _check(fields: Fields, settings: Settings) -> Ask:
    position = _position(fields, settings)

    def ask(cancel: Cancel) -> Answer:
        found = check(position)
        reasons = [
            {"rule": reason.rule, "text": reason.text, "points": boards.pairs(reason.points)}
            for reason in found.reasons
        ]
        return {
            "view": found.view().to_json(),
            "text": found.verdict,
            "data": {"legal": found.legal, "reachable": found.reachable, "reasons": reasons},
        }

    return ask


def _flips(fields: Fields, settings: Settings) -> Ask:
    position = _position(fields, settings)
    dead = fields.one_of("dead", ("black", "white", "both"), "both")

    def ask(cancel: Cancel) -> Answer:
        found = flips(position)
        counts = {
            color: [[*divmod(point, position.width), dead] for point, dead in enumerate(table.counts) if dead]
            for color, table in ((BLACK, found.dead_black), (WHITE, found.dead_white))
        }
        view = found.view(boards.COLORS.get(dead))
        return {
            "view": view.to_json(),
            "text": view.caption,
            "data": {"dead_black": counts[BLACK], "dead_white": counts[WHITE]},
        }

    return ask


def _count(fields: Fields, settings: Settings) -> Ask:
    position = _position(fields, settings)
    depth = fields.whole("depth", 0, settings.most_depth) if fields.has("depth") else None
    game = position.game
    if (
        depth is None
        and game.has_chains
        and not game.every_ply_adds_a_stone
        and position.board.point_count > _MOST_RECOUNTED
    ):
        # Stones come and go: such games are without number, and counting them is slow to stop.
        raise bad_input(
            f"complete games of {game.title} are counted on boards of at most {_MOST_RECOUNTED} points; give a depth"
        )

    def by_depth(cancel: Cancel) -> Answer:
        lines, stopped = _so_far(lambda: perft(position, depth or 0, threads=1, cancel=cancel))
        found = lines or (1,)
        return {
            "text": f"{found[-1]} lines of {len(found) - 1} plies",
            "data": {"complete": not stopped, "perft": [str(lines) for lines in found]},
        }

    def games(cancel: Cancel) -> Answer:
        found, _ = _so_far(lambda: count(position, threads=1, cancel=cancel))
        number = found.at_least
        text = f"{number} complete games" if found.complete else f"at least {number} complete games, stopped early"
        return {
            "text": text,
            "data": {
                "complete": found.complete,
                "games": str(number),
                "at_least": not found.complete,
                "black_wins": str(found.black_wins),
                "white_wins": str(found.white_wins),
                "draws": str(found.draws),
                "by_plies": [str(each) for each in found.by_plies],
            },
        }

    return games if depth is None else by_depth


def _generate(fields: Fields, settings: Settings) -> Ask:
    start = boards.usual_start(fields, settings.most_rows)
    fill, seed = fields.number("fill", 0, 1, 0.5), _seed(fields)

    def ask(cancel: Cancel) -> Answer:
        position, _ = _so_far(lambda: generate(start, fill, seed=seed, cancel=cancel))
        return {
            "view": boards.view(position).to_json(),
            "text": f"{position!r}"[1:-1],
            "data": {"position": boards.write_position(position), "seed": seed},
        }

    return ask


def _review(fields: Fields, settings: Settings) -> Ask:
    start = _position(fields, settings)
    start.require_sound()
    moves = played(start, boards.read_names(fields))
    seconds = min(_MOST_REVIEW, _REVIEW_SHARE * settings.most_verb_seconds / (len(moves) + 1))
    player = usual(seconds=seconds, threads=1, memory=settings.memory)

    def ask(cancel: Cancel) -> Answer:
        found, _ = _so_far(lambda: review(Record(start, moves), player, cancel=cancel))
        blunders = [
            {
                "ply": each.number,
                "move": start.vertex(each.move),
                "before": round(each.before, 4),
                "after": round(each.after, 4),
                "line": [start.vertex(move) for move in each.line],
            }
            for each in found.blunders
        ]
        data = {
            "values": [round(chance, 4) for chance in found.black_wins],
            "blunder": found.blunder,
            "blunders": blunders,
            "complete": found.is_complete,
        }
        return {"text": found.summary(), "data": data}

    return ask


def _hint(fields: Fields, settings: Settings) -> Ask:
    start = _position(fields, settings)
    start.require_sound()
    position = Record(start, played(start, boards.read_names(fields) if fields.has("moves") else [])).end
    if position.is_over:
        raise bad_input("the game is over: there is no move")
    seconds = min(_MOST_HINT, _REVIEW_SHARE * settings.most_verb_seconds)
    player = usual(seconds=seconds, threads=1, memory=settings.memory)

    def ask(cancel: Cancel) -> Answer:
        choice = think(player, position, None, cancel)
        assert choice.move is not None
        data = {
            "move": position.vertex(choice.move),
            "value": for_black(position, choice.value),
            "line": [position.vertex(move) for move in choice.line or ()],
            "exact": choice.exact,
        }
        return {"text": f"{position.to_play} at {data['move']}", "data": data}

    return ask


VERBS: dict[str, Callable[[Fields, Settings], Ask]] = {
    "simulate": _simulate,
    "simulate_many": _simulate_many,
    "check": _check,
    "flips": _flips,
    "count": _count,
    "generate": _generate,
    "review": _review,
    "hint": _hint,
}
QUICK = ("check", "flips")  # one look at the board
