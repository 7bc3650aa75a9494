"""Questions about a position that is no game yet: read it, write it, look at it."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import Any

from tengen.errors import IllegalMove, IllegalPosition, ParseError, UsageError
from tengen.formats import diagram
from tengen.formats.source import without_bom
from tengen.games import NAMES
from tengen.games.game import Game, Position
from tengen.games.record import Record
from tengen.games.sgf import Branch, read_sgf, write_record
from tengen.games.tree import GameTree
from tengen.grid import Board, Color, Pass, Point, Points
from tengen.players.words import unplayed_result
from tengen.web import boards
from tengen.web.refusals import bad_input
from tengen.web.settings import MOST_MESSAGE, MOST_PASTE
from tengen.web.wire import Fields, shown

_FORMATS = ("auto", "contest", "diagram", "sgf")
_MOST_NODES = 20_000  # of SGF: a second's work
_MOST_BRANCHES = 200  # lines of play beside the main one
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
    if fields.has("moves"):
        return _look_after(position, boards.read_names(fields))
    found = look(position)
    if fields.has("move"):
        move = boards.read_move(position, fields.text("move"))
        why = position.why_illegal(move)
        found["why"] = None if why is None else boards.refusal(position, move, why)
    return found


def _look_after(start: Position, names: list[str]) -> dict[str, Any]:
    """A look at where these moves lead, as far as they are legal, and why the next one is not."""
    position, moves, why = start, list[Point | Pass](), None
    for name in names:
        move = boards.read_move(position, name)
        illegal = position.why_illegal(move)
        if illegal is not None:
            why = boards.refusal(position, move, illegal)
            break
        position = position.play(move)
        moves.append(move)
    return {
        **look(position),
        "start": boards.write_position(start),
        **line(start, start.points(moves)),
        "why": why,
    }


def _start(fields: Fields, most_rows: int) -> dict[str, Any]:
    return look(boards.usual_start(fields, most_rows))


def _write(fields: Fields, most_rows: int) -> dict[str, Any]:
    position = boards.read_position(fields.raw("position"), most_rows)
    form = fields.one_of("format", _FORMATS[1:])
    if form == "diagram":
        return {"text": f"{position}\n"}
    if form == "sgf":
        return {"text": _written(position, fields)}
    try:
        return {"text": position.contest()}
    except UsageError as error:
        raise bad_input(str(error)) from None


def _written(start: Position, fields: Fields) -> str:
    """A game as SGF: its moves, Black's chance to win after each, other lines of play, who played, how it ended."""
    moves = played(start, boards.read_names(fields) if fields.has("moves") else [])
    values = fields.raw("values") or []
    if not isinstance(values, list) or not all(
        value is None or (isinstance(value, int | float) and 0 <= value <= 1) for value in values
    ):
        raise bad_input("'values' are chances to win, from 0 to 1, or null")
    lines = [moves]
    branches: list[Branch] = []
    for each in fields.raw("branches") or []:
        branch = Fields(each, "a branch")
        of = branch.whole("of", 0, len(branches))
        ply = branch.whole("ply", 0, len(lines[of]))
        lines.append(played(start, [start.vertex(move) for move in lines[of][:ply]] + boards.read_names(branch)))
        branches.append(Branch(of, ply, start.points(list(lines[-1])[ply:])))
        branch.done()
    properties = {name: boards.read_name(fields.text(side, "")) for name, side in (("PB", "black"), ("PW", "white"))}
    if fields.has("over"):
        over = Fields(fields.raw("over"), "how a game ended")
        winner = over.one_of("winner", boards.COLORS) if over.has("winner") else None
        properties |= unplayed_result(None if winner is None else boards.COLORS[winner], over.text("ending"))
    record = Record(start, moves)
    chosen = {name: value for name, value in properties.items() if value}
    return write_record(record, (), values[: len(moves)], branches, **chosen)


def played(start: Position, names: list[str]) -> Points:
    """Moves of these names, all of them legal."""
    moves = start.points([boards.read_move(start, name) for name in names])
    legal, _ = start.replay(moves)
    if legal < len(moves):
        raise bad_input(f"move {legal + 1}, {shown(names[legal])}, is illegal")
    return moves


def _parse(fields: Fields, most_rows: int) -> dict[str, Any]:
    text = fields.text("text")
    if len(text.encode()) > MOST_PASTE:
        raise bad_input(f"a text of more than {MOST_PASTE} bytes")
    wanted = boards.read_game(fields.text("game")) if fields.has("game") else None
    rules = {} if wanted is None else boards.read_rules(wanted, fields.raw("rules"))
    likely = boards.read_game(fields.text("likely")) if fields.has("likely") else wanted
    form = fields.one_of("format", _FORMATS, "auto")
    if form == "sgf" or (form == "auto" and text.lstrip("\ufeff \t\r\n").startswith("(")):
        if text.count(";") > _MOST_NODES:
            raise bad_input(f"a game of more than {_MOST_NODES} nodes")
        return _sgf(text, wanted, rules, most_rows)
    if len(text) > MOST_MESSAGE or text.count("\n") > most_rows + _MOST_LINES:
        raise bad_input(f"the text is longer than any board; expected 1 to {most_rows} rows and columns")
    others = [] if wanted else list(NAMES)
    game, board, to_play = _recognised(likely or boards.read_game(NAMES[0]), text, form, most_rows, others)
    position = game.position(board, to_play, **rules)
    warnings = []
    if not position.is_sound:
        warnings.append(game.flaws(position)[0].text)
    return {**look(position), "warnings": warnings}


def _recognised(
    likely: Game, text: str, form: str, most_rows: int, others: list[str]
) -> tuple[Game, Board, Color | None]:
    """Which game this text is of: the likely one if it can be, else one of the others whose contest writes so."""
    try:
        return likely, *_stones(likely, text, form, most_rows)
    except ParseError:
        for game in map(boards.read_game, others if form == "auto" and text.strip() else ()):
            with suppress(ParseError):
                return game, *_stones(game, text, "contest", most_rows)
        raise


def _stones(game: Game, text: str, form: str, most_rows: int) -> tuple[Board, Color | None]:
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
    branches, left_out = _branches(tree, record)
    return {
        **look(record.end),
        "start": boards.write_position(record.start),
        **line(record.start, record.moves),
        "branches": branches,
        "warnings": ["the file has variations that are not shown"] if left_out else [],
    }


def _branches(tree: GameTree, record: Record) -> tuple[list[dict[str, Any]], bool]:
    """The other lines of a tree, each beginning where it leaves an earlier one; and whether some are left out: those
    that begin elsewhere, break the rules, or are too many."""
    lines: list[list[Point | Pass]] = [list(record.moves)]
    found: list[dict[str, Any]] = []
    left_out = False
    plies = 0
    for nodes in islice(tree.lines, 1, None):
        try:
            other = tree.record_to(nodes[-1])
        except (IllegalMove, IllegalPosition):
            left_out = True
            continue
        moves = list(other.moves)
        shared = [_shared(line, moves) for line in lines]
        ply = max(shared)
        plies += len(moves)
        if other.start != record.start or len(found) == _MOST_BRANCHES or plies > _MOST_NODES:
            left_out = True
        elif ply < len(moves):
            branch = {key: value[ply:] for key, value in line(record.start, other.moves).items()}
            found.append({"of": shared.index(ply), "ply": ply, **branch})
            lines.append(moves)
    return found, left_out


def _shared(one: list[Point | Pass], other: list[Point | Pass]) -> int:
    """How many moves these have in common, from the first on."""
    return next((ply for ply, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
