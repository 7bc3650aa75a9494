"""Questions about a position that is no game yet: read it, write it, look at it."""

from __future__ import annotations

from typing import Any

from tengen.board import Color, Points
from tengen.errors import UsageError
from tengen.formats import diagram
from tengen.formats.source import without_bom
from tengen.games import NAMES
from tengen.games.game import Game, Position
from tengen.games.record import Record
from tengen.games.sgf import read_sgf
from tengen.web import boards
from tengen.web.refusals import bad_input
from tengen.web.settings import MOST_MESSAGE, MOST_PASTE
from tengen.web.wire import Fields

_FORMATS = ("auto", "contest", "diagram", "sgf")
_MOST_NODES = 20_000  # of SGF: a second's work
_MOST_LINES = 100  # of a text beside those that the largest board has


def answer(body: Any, most_rows: int) -> dict[str, Any]:
    """The answer to a request about a position. It may take a while: not for the event loop."""
    fields = Fields(body, "a question about a position")
    action = fields.one_of("action", ("parse", "write", "look", "start"))
    found = {"parse": _parse, "write": _write, "look": _look, "start": _start}[action](fields, most_rows)
    fields.done()
    return found


def look(position: Position) -> dict[str, Any]:
    """What is to be seen of a position."""
    return {
        "position": boards.write_position(position),
        "view": boards.view(position).to_json(),
        "legal": boards.legal(position),
        "forbidden": boards.pairs(position.game.forbidden(position)),
        "pass": position.is_sound and boards.may_pass(position),
        "over": boards.over(position),
        "sound": position.is_sound,
    }


def line(start: Position, moves: Points) -> dict[str, Any]:
    """A line of play: the names of its moves, and what each changes on the board."""
    names, steps = [], []
    position = start
    for move in moves:
        after = position.play(move)
        names.append(position.vertex(move))
        steps.append(boards.step(position, after))
        position = after
    return {"moves": names, "steps": steps}


def _look(fields: Fields, most_rows: int) -> dict[str, Any]:
    position = boards.read_position(fields.raw("position"), most_rows)
    found = look(position)
    if fields.has("move"):
        move = boards.read_move(position, fields.text("move"))
        why = position.why_illegal(move)
        found["why"] = None if why is None else boards.refusal(position, move, why)
    return found


def _start(fields: Fields, most_rows: int) -> dict[str, Any]:
    return look(boards.usual_start(fields, most_rows))


def _write(fields: Fields, most_rows: int) -> dict[str, Any]:
    position = boards.read_position(fields.raw("position"), most_rows)
    form = fields.one_of("format", _FORMATS[1:])
    if form == "diagram":
        return {"text": f"{position}\n"}
    if form == "sgf":
        return {"text": Record(position, Points([], position.width)).to_sgf()}
    try:
        return {"text": position.contest()}
    except UsageError as error:
        raise bad_input(str(error)) from None


def _parse(fields: Fields, most_rows: int) -> dict[str, Any]:
    text = fields.text("text")
    if len(text.encode()) > MOST_PASTE:
        raise bad_input(f"a text of more than {MOST_PASTE} bytes")
    wanted = boards.read_game(fields.text("game")) if fields.has("game") else None
    rules = {} if wanted is None else boards.read_rules(wanted, fields.raw("rules"))
    form = fields.one_of("format", _FORMATS, "auto")
    if form == "sgf" or (form == "auto" and text.lstrip("\ufeff \t\r\n").startswith("(")):
        if text.count(";") > _MOST_NODES:
            raise bad_input(f"a game of more than {_MOST_NODES} nodes")
        return _sgf(text, wanted, rules, most_rows)
    if len(text) > MOST_MESSAGE or text.count("\n") > most_rows + _MOST_LINES:
        raise bad_input(f"the text is longer than any board; expected 1 to {most_rows} rows and columns")
    game = wanted or boards.read_game(NAMES[0])
    warnings = [] if wanted else [f"the text does not say which game it is; read as {game.title}"]
    board, to_play = _stones(game, text, form, most_rows)
    position = game.position(board, to_play, **rules)
    if not position.is_sound:
        warnings.append(game.flaws(position)[0].text)
    return {**look(position), "warnings": warnings}


def _stones(game: Game, text: str, form: str, most_rows: int) -> tuple[Any, Color | None]:
    """The board, and the side to move, if the text or the contest says so."""
    data = without_bom(text.encode()).lstrip(b"\r\n")
    if form == "contest" or (form == "auto" and game.contest.starts(data)):
        parsed, usual = game.contest.parse(data, game.contest.size_of(data)), game.contest_to_play
    else:
        parsed, usual = diagram.parse(text), None
    boards.check_size(parsed.board.height, parsed.board.width, most_rows)
    return parsed.board, parsed.to_play or usual


def _sgf(text: str, wanted: Game | None, rules: dict[str, Any], most_rows: int) -> dict[str, Any]:
    tree = read_sgf(text, wanted.name if wanted else None, **rules)
    record = tree.record
    boards.check_size(record.start.height, record.start.width, most_rows)
    warnings = []
    if len(tree.nodes) > len(tree.main_line):
        warnings.append("the file has variations; only its main line is shown")
    end = record.end
    return {
        **look(end),
        "start": boards.write_position(record.start),
        **line(record.start, record.moves),
        "warnings": warnings,
    }
