"""Positions, rules and moves as they go over the wire: points are [row, col] from the top-left, moves have names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tengen.errors import listed
from tengen.formats.diagram import GLYPHS
from tengen.games import NAMES, by_name
from tengen.games.game import Game, Position
from tengen.games.results import Refusal
from tengen.grid import BLACK, PASS, WHITE, Board, Color, Pass, Point
from tengen.players.levels import levels
from tengen.render.view import View, rows_of
from tengen.web.refusals import bad_input
from tengen.web.settings import MOST_NAME
from tengen.web.wire import Fields, shown

COLORS = {"black": BLACK, "white": WHITE}
Step = list[tuple[int, int, str]]  # rows, columns, and what is there now

_LONGEST_MOVE = 8  # characters
_CELLS = {glyph: cell for cell, glyph in enumerate(GLYPHS)}


def read_game(name: str) -> Game:
    if name not in NAMES:
        raise bad_input(f"there is no game {shown(name)}; expected {listed(NAMES)}")
    return by_name(name)


def read_size(value: Any, most: int) -> tuple[int, int]:
    """Height and width: one number for both, or two."""
    sides = [value, value] if type(value) is int else value
    if not isinstance(sides, list) or len(sides) != 2 or any(type(side) is not int for side in sides):
        raise bad_input(f"the size is {shown(value)}; expected a number like 9, or rows and columns like [9, 13]")
    height, width = sides
    check_size(height, width, most)
    return height, width


def check_size(height: int, width: int, most: int) -> None:
    if not (1 <= height <= most and 1 <= width <= most):
        raise bad_input(f"a board of {height} by {width} points; expected 1 to {most} rows and columns")


def read_rules(game: Game, value: Any) -> dict[str, Any]:
    """Rules by name, of the types that the game's usual ones have; the game itself looks at the values."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise bad_input(f"the rules are {shown(value)}; expected a JSON object")
    usual = game.start(game.usual_size, game.usual_size).rules
    for name, chosen in value.items():
        if name not in usual:
            raise bad_input(f"{game.title} has no rule {shown(name)}")
        kind = (int, float) if isinstance(usual[name], float) else type(usual[name])
        if not isinstance(chosen, kind) or (isinstance(chosen, bool) and kind is not bool):
            raise bad_input(f"the rule {name!r} is {shown(chosen)}; expected something like {usual[name]!r}")
    return dict(value)


def read_position(value: Any, most: int) -> Position:
    """A position: {"game", "diagram", "to_play", "rules"}."""
    fields = Fields(value, "a position")
    game = read_game(fields.text("game"))
    rows = fields.text("diagram").split("\n")
    check_size(len(rows), len(rows[0]), most)
    for row in rows:
        if len(row) != len(rows[0]) or row.strip(GLYPHS):
            raise bad_input(f"a row of the diagram is {shown(row)}; expected {len(rows[0])} of X, O, . and #")
    board = Board(len(rows), len(rows[0]), bytes(_CELLS[glyph] for row in rows for glyph in row))
    to_play = COLORS[fields.one_of("to_play", COLORS)]
    rules = read_rules(game, fields.raw("rules"))
    fields.done()
    return game.position(board, to_play, **rules)


def usual_start(fields: Fields, most: int) -> Position:
    """The position that a game of this name, size and rules begins with."""
    game = read_game(fields.text("game"))
    size = fields.raw("size")
    height, width = read_size(game.usual_size if size is None else size, most)
    return game.start(height, width, **read_rules(game, fields.raw("rules")))


def write_position(position: Position) -> dict[str, Any]:
    return {
        "game": position.game.name,
        "diagram": "\n".join(rows_of(position.board)),
        "to_play": color_name(position.to_play),
        "rules": position.rules,
    }


def read_move(position: Position, name: str) -> Point | Pass:
    """The move of this name, legal or not."""
    if len(name) > _LONGEST_MOVE:
        raise bad_input(f"{shown(name)} is not a move")
    return position.move(name)


def read_names(fields: Fields) -> list[str]:
    """The `moves` of a question: a list of names."""
    names = fields.raw("moves")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise bad_input(f"'moves' is {shown(names)}; expected a list of moves, as they are named")
    return names


def read_name(value: str) -> str:
    """A person's name: one line that can be shown. It is text, wherever it goes."""
    name = " ".join(value.split())
    if len(name) > MOST_NAME:
        raise bad_input(f"the name has {len(name)} characters; at most {MOST_NAME} are allowed")
    if not name.isprintable():
        raise bad_input(f"the name is {shown(name)}; expected characters that can be shown")
    return name


def color_name(color: Color) -> str:
    return "black" if color is BLACK else "white"


def pairs(points: Iterable[Point | Pass]) -> list[list[int]]:
    return [[point.row, point.col] for point in points if isinstance(point, Point)]


def may_pass(position: Position) -> bool:
    return not position.is_over and position.is_legal(PASS)


def legal(position: Position) -> dict[str, list[list[int]]]:
    """Where each side may move. The other side's points are known where stones live by liberties."""
    found: dict[str, list[list[int]]] = {"black": [], "white": []}
    if not position.is_sound:
        return found
    found[color_name(position.to_play)] = pairs(position.legal_moves)
    if position.game.has_chains:
        other = position.to_play.opponent
        found[color_name(other)] = pairs(position.with_to_play(other).legal_moves)
    return found


def step(before: Position, after: Position) -> Step:
    """What a move changed on the board."""
    width = before.width
    old, new = before.board.cells, after.board.cells
    return [
        (start // width, col, GLYPHS[new[start + col]])
        for start in range(0, len(old), width)
        if old[start : start + width] != new[start : start + width]  # most rows are as they were
        for col in range(width)
        if old[start + col] != new[start + col]
    ]


def refusal(position: Position, move: Point | Pass, why: Refusal) -> dict[str, Any]:
    """Why a move is illegal, and the chains that it would leave without a liberty, or the rows it would make."""
    chains = [pairs(chain) for chain in why.chains]
    chain = sorted({(row, col) for each in chains for row, col in each if position[Point(row, col)] is not None})
    marks = [[row * position.width + col, "circle", "bad"] for row, col in chain]
    if isinstance(move, Point):
        marks.append([move.row * position.width + move.col, "cross", "bad"])
    return {
        "move": position.vertex(move),
        "rule": why.rule,
        "reason": why.text,
        "marks": marks,
        "chains": chains,
        "chain": [list(point) for point in chain],
    }


def over(position: Position, stopped: bool = False) -> dict[str, Any] | None:
    """How the game ended, by the rules or because it was stopped and counted; None: it goes on."""
    if not position.is_sound or not (position.is_over or stopped):
        return None
    outcome, row = position.game.outcome(position), pairs(position.game.highlights(position))
    return {
        "winner": outcome.winner and color_name(outcome.winner),
        "reason": outcome.termination,
        "ending": "over" if position.is_over else "stopped",
        **position.game.outcome_data(position),
        **({"row": row} if row else {}),
    }


def about(game: Game) -> dict[str, Any]:
    """What the page must know of a game that it knows nothing else of."""
    names = game.coordinates
    return {
        "name": game.name,
        "title": game.title,
        "usual_size": game.usual_size,
        "sizes": list(game.sizes),
        "style": game.style,
        "chains": game.has_chains,
        "counts_stones": game.stones_are_score,
        "rules": _about_rules(game),
        "levels": [{"name": level.name, "player": str(level.player), "elo": level.elo} for level in levels(game)],
        "coordinates": {"letters": names.letters, "from_bottom": names.from_bottom},
    }


def _about_rules(game: Game) -> list[dict[str, Any]]:
    """What can be chosen about the rules of a game. Numbers go up in whole steps, or in halves if the usual one is a
    fraction."""
    found: list[dict[str, Any]] = []
    for name, usual in game.start(game.usual_size, game.usual_size).rules.items():
        rule: dict[str, Any] = {"name": name, "default": usual}
        if choices := game.rule_choices(name):
            found.append({**rule, "kind": "choice", "choices": list(choices)})
        elif isinstance(usual, bool):
            found.append({**rule, "kind": "flag"})
        else:
            found.append({**rule, "kind": "number", "step": 0.5 if isinstance(usual, float) else 1})
    return found


def view(position: Position, last: Point | Pass | None = None) -> View:
    """The board as it is, and the last move."""
    if not isinstance(last, Point):
        return position.view()
    return position.view().changed(last=last.row * position.width + last.col)
