"""Answers of the verbs, as text for people and as JSON for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tengen.formats import diagram
from tengen.games.game import Position
from tengen.grid import BLACK_CELL, WHITE_CELL, Point, Points

if TYPE_CHECKING:  # a command imports only the verb that it asks
    from tengen.games.record import Record
    from tengen.verbs.check import Check
    from tengen.verbs.count import Count
    from tengen.verbs.flips import Flips
    from tengen.verbs.judge import Judgement
    from tengen.verbs.judge_proof import ProofJudgement
    from tengen.verbs.simulate_many import Simulations
    from tengen.verbs.solve import MoveValue, Solution


def dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def position_json(position: Position) -> dict[str, Any]:
    """The position as JSON."""
    text = position.board.cells.translate(diagram.GLYPHS.encode() + bytes(252)).decode()
    width = position.width
    rules = {"rules": position.rules} if position.rules else {}
    return {
        "game": position.game.name,
        **rules,
        "height": position.height,
        "width": width,
        "to_play": position.to_play.name,
        "rows": [text[start : start + width] for start in range(0, len(text), width)],
    }


def vertices(position: Position, points: Points) -> list[str]:
    return [position.vertex(point) for point in points]


def game_json(record: Record) -> str:
    outcome = record.outcome
    return dumps(
        {
            "start": position_json(record.start),
            "seed": record.seed,
            "moves": vertices(record.start, record.moves),
            "plies": len(record),
            "winner": outcome.winner.name if outcome and outcome.winner else None,
            "termination": outcome.termination if outcome else None,
            "end": position_json(record.end),
        }
    )


def game_text(record: Record) -> str:
    """A whole game that a person can follow: the start, the end with its moves numbered, and the moves by name."""
    start, end = record.start, record.end
    numbers = {index: str(k) for k, index in enumerate(record.moves.indices, 1) if index < len(end.board.cells)}
    moves = [f"{k}. {mover} {start.vertex(point)}" for k, (mover, point) in enumerate(_movers(record), 1)]
    seed = "" if record.seed is None else f" (seed {record.seed})"
    parts = [
        f"{start.game.title}, {start.height}x{start.width}{seed}",
        str(start),
        f"After {len(record)} moves, each numbered where it was played "
        f"(odd: {start.to_play}, even: {start.to_play.opponent}):",
        diagram.write(end.board, None, numbers, start.game.coordinates),
    ]
    if not start.game.every_ply_adds_a_stone:
        # Numbers do not show whose stone is there in the end, or whether there is one.
        parts += [diagram.write(end.board, None, coordinates=start.game.coordinates)]
    parts.append("\n".join([*_columns(moves), str(record.outcome or "The game is not over.")]))
    return "\n\n".join(parts) + "\n"


def _movers(record: Record) -> list[tuple[str, Any]]:
    color = record.start.to_play
    movers = []
    for point in record.moves:
        movers.append((str(color), point))
        color = color.opponent
    return movers


def _columns(words: list[str], width: int = 96) -> list[str]:
    column = max(map(len, words), default=0) + 2
    across = max(1, width // column)
    return [
        "".join(word.ljust(column) for word in words[k : k + across]).rstrip() for k in range(0, len(words), across)
    ]


def simulations_json(result: Simulations) -> str:
    position = result.position
    view: dict[str, Any] = {
        "position": position_json(position),
        "games": result.games,
        "seed": result.seed,
        "device": result.device,
        "black_wins": result.black_wins,
        "white_wins": result.white_wins,
        "draws": result.draws,
        "mean_plies": result.mean_plies,
        "standard_deviation_plies": result.standard_deviation_plies,
        "lengths": {str(k): count for k, count in enumerate(result.lengths) if count},
    }
    if result.points:
        view["points"] = {
            position.vertex(each.point): {
                "black_ended": each.black_ended,
                "white_ended": each.white_ended,
                "opened": each.opened,
                "opener_won": each.opener_won,
            }
            for each in result.points
        }
    return dumps(view)


def simulations_text(result: Simulations) -> str:
    games = result.games
    on_card = " on the graphics card" if result.device == "gpu" else ""
    lines = [f"{games} random games from this position{on_card}, seed {result.seed}:", "", str(result.position), ""]
    for name, wins in (("Black", result.black_wins), ("White", result.white_wins), ("draws", result.draws)):
        if wins or name != "draws":
            share = wins / games if games else 0.0
            error = (share * (1 - share) / games) ** 0.5 if games else 0.0
            lines.append(f"{name:5}  {wins:>12}  {share:8.3%}  +- {error:.3%}")
    lines.append(
        f"plies  {result.mean_plies:12.2f}  mean, {result.standard_deviation_plies:.2f} standard deviation, "
        f"{result.shortest} to {result.longest}"
    )
    if result.points:
        lines += [
            "",
            f"win rate of {result.position.to_play} by first move, in percent:",
            _percentages(result, [each.win_rate for each in result.points]),
            "",
            "share of games that ended with a black stone there, in percent:",
            _percentages(result, [each.black_ended / games if games else None for each in result.points]),
            "",
            "share of games that ended with a white stone there, in percent:",
            _percentages(result, [each.white_ended / games if games else None for each in result.points]),
        ]
    return "\n".join(lines) + "\n"


def _percentages(result: Simulations, shares: list[float | None]) -> str:
    board = result.position.board
    marks = {k: f"{100 * share:.0f}" for k, share in enumerate(shares) if share is not None and board.cells[k] != 3}
    return diagram.write(board, None, marks, result.position.game.coordinates)


def judgement_json(judgement: Judgement) -> str:
    return dumps(
        {
            "score": judgement.score,
            "right_lines": judgement.right,
            "first_wrong_line": judgement.first_wrong_line,
            "reason": judgement.reason,
        }
    )


def proof_json(judgement: ProofJudgement) -> str:
    line, column = judgement.place or (None, None)
    return dumps(
        {
            "position": position_json(judgement.position),
            "proven": judgement.is_right,
            "winner": judgement.winner.name if judgement.is_right else None,
            "answers": judgement.answers,
            "reason": judgement.reason,
            "line": line,
            "column": column,
            "moves": vertices(judgement.position, judgement.line),
        }
    )


def check_json(position: Position, answer: Check) -> str:
    return dumps(
        {
            "position": position_json(position),
            "reachable": answer.reachable,
            "verdict": answer.verdict,
            "last_moves": None if answer.last_moves is None else vertices(position, answer.last_moves),
            "legal": answer.legal,
            "reasons": [
                {"rule": reason.rule, "text": reason.text, "points": vertices(position, reason.points)}
                for reason in answer.reasons
            ],
        }
    )


def count_json(position: Position, result: Count) -> str:
    return dumps(
        {
            "position": position_json(position),
            "black_wins": result.black_wins,
            "white_wins": result.white_wins,
            "draws": result.draws,
            "by_plies": list(result.by_plies),
            "complete": result.complete,
            **({} if result.complete else {"at_least": result.at_least}),
        }
    )


def perft_json(position: Position, found: tuple[int, ...]) -> str:
    return dumps({"position": position_json(position), "perft": list(found)})


def positions_json(position: Position, found: int, table: tuple[tuple[int, ...], ...] | None) -> str:
    return dumps({"position": position_json(position), "positions": found, **({"by_stones": table} if table else {})})


def flips_json(result: Flips) -> str:
    width = result.position.width
    counts = {"dead_white": result.dead_white.counts, "dead_black": result.dead_black.counts}
    return dumps(
        {
            "position": position_json(result.position),
            "hash": result.hash,
            **{name: [values[k : k + width] for k in range(0, len(values), width)] for name, values in counts.items()},
        }
    )


def flips_text(result: Flips) -> str:
    board = result.position.board
    stones = [k for k, cell in enumerate(board.cells) if cell in (BLACK_CELL, WHITE_CELL)]
    parts = [str(result.position)]
    for color, counts in (("white", result.dead_white.counts), ("black", result.dead_black.counts)):
        marks = {k: str(counts[k]) for k in stones}
        parts.append(
            f"dead {color} stones if the stone there changed colour:\n"
            + diagram.write(board, None, marks, result.position.game.coordinates)
        )
    return "\n\n".join(parts) + "\n"


def solution_json(solution: Solution) -> str:
    position = solution.position
    return dumps(
        {
            "position": position_json(position),
            "known": solution.is_known,
            "result": solution.result,
            "winner": None if solution.winner is None else str(solution.winner).lower(),
            "margin": solution.margin,
            "bounds": [solution.lower, solution.upper],
            "best_moves": vertices(position, solution.best_moves),
            "undecided_moves": vertices(position, solution.undecided_moves),
            "plies": solution.plies,
            "line": vertices(position, solution.line),
            "moves": {
                position.vertex(each.move): {
                    "result": each.result,
                    "bounds": [each.lower, each.upper],
                    "line": vertices(position, each.line),
                }
                for each in solution.moves
            },
            "nodes": solution.nodes,
            "seconds": solution.seconds,
            "table": {"used": solution.table_used, "size": solution.table_size},
        }
    )


def solution_text(solution: Solution, board: bool) -> str:
    position, side = solution.position, solution.position.to_play
    lines = []
    if board:
        marks = {
            each.move.row * position.width + each.move.col: _move_mark(each, solution.counts)
            for each in solution.moves
            if isinstance(each.move, Point)
        }
        lines += [diagram.write(position.board, side, marks, position.game.coordinates), ""]
    margin = "" if not solution.counts or solution.lower != solution.upper else f" by {abs(solution.lower):g}"
    lines.append(
        "unknown"
        if not solution.is_known
        else "draw"
        if solution.winner is None
        else f"{solution.winner} wins{margin}{_in_plies(solution)}"
    )
    if not solution.is_known and (decided := [each for each in solution.moves if each.result]):
        lines.append(
            "known to lose: " + position.vertices(position.points(each.move for each in decided))
            if all(each.result == "loss" for each in decided)
            else "known: " + ", ".join(f"{position.vertex(each.move)} {each.result}" for each in decided)
        )
    if best := solution.best_moves:
        word = {"win": "wins with", "draw": "draws with", "loss": "loses by the least with"}[solution.result or ""]
        lines.append(f"{side} {word}: {position.vertices(best)}")
    if solution.is_known and (open_moves := solution.undecided_moves):
        lines.append(f"not looked into: {position.vertices(open_moves)}")
    if len(solution.line) > 0:
        lines.append(f"line: {position.vertices(solution.line)}")
    share = solution.table_used / max(solution.table_size, 1)
    lines.append(f"{solution.nodes:,} nodes, {solution.seconds:.1f} s, {share:.0%} of the table")
    return "\n".join(lines) + "\n"


def _in_plies(solution: Solution) -> str:
    if solution.plies is None:
        return ""
    least, most = solution.plies
    return f" in {'' if least == most else 'at most '}{most} {'ply' if most == 1 else 'plies'}"


def _move_mark(value: MoveValue, counts: bool) -> str:
    if counts and value.lower == value.upper:
        return f"{value.lower:+g}" if value.lower else "0"
    return {"win": "+", "draw": "=", "loss": "-"}.get(value.result or "", "?")
