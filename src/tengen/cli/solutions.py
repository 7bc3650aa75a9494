"""What `solve` found, as text for people and as JSON for programs."""

from __future__ import annotations

from tengen.board import Point, Points
from tengen.cli.reports import dumps, position_view, vertices
from tengen.formats import diagram
from tengen.verbs.solve import MoveValue, Solution


def solution_json(solution: Solution) -> str:
    position = solution.position
    return dumps({
        "position": position_view(position),
        "known": solution.is_known,
        "result": solution.result,
        "winner": None if solution.winner is None else str(solution.winner).lower(),
        "margin": solution.margin,
        "bounds": [solution.lower, solution.upper],
        "best_moves": vertices(position, solution.best_moves),
        "undecided_moves": vertices(position, solution.undecided_moves),
        "plies": solution.plies,
        "line": vertices(position, solution.line),
        "moves": {position.vertex(each.move): {"result": each.result, "bounds": [each.lower, each.upper],
                                               "line": vertices(position, each.line)} for each in solution.moves},
        "nodes": solution.nodes,
        "seconds": solution.seconds,
        "table": {"used": solution.table_used, "size": solution.table_size},
    })


def solution_text(solution: Solution, board: bool) -> str:
    position, side = solution.position, solution.position.to_play
    lines = []
    if board:
        marks = {each.move.row * position.width + each.move.col: _move_mark(each, solution.counts)
                 for each in solution.moves if isinstance(each.move, Point)}
        lines += [diagram.write(position.board, side, marks, position.game.coordinates), ""]
    margin = "" if not solution.counts or solution.lower != solution.upper else f" by {abs(solution.lower):g}"
    lines.append("unknown" if not solution.is_known else "draw" if solution.winner is None
                 else f"{solution.winner} wins{margin}{_in_plies(solution)}")
    if not solution.is_known and (decided := [each for each in solution.moves if each.result]):
        lines.append("known to lose: " + position.vertices(Points([each.move for each in decided], position.width))
                     if all(each.result == "loss" for each in decided) else
                     "known: " + ", ".join(f"{position.vertex(each.move)} {each.result}" for each in decided))
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
