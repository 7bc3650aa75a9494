"""The commands of GTP version 2, and the usual ones beside them."""

from __future__ import annotations

from math import isfinite
from time import process_time

from tengen import __version__
from tengen.errors import IllegalMove, IllegalPosition, UsageError
from tengen.formats import diagram
from tengen.formats.vertex import GTP
from tengen.games.game import HasMargin, Position
from tengen.grid import BLACK, BLACK_CELL, EMPTY_CELL, HOLE_CELL, WHITE_CELL, Board, Color, Pass, Point
from tengen.players.clock import Clock
from tengen.protocols.gtp_session import Command, Failure, Session, number, seconds, syntax_error

_MOST = 10**9  # of any number


def _name(session: Session, words: list[str]) -> str:
    return f"Tengen {session.player}"


def _boardsize(session: Session, words: list[str]) -> str:
    sides = [number(word, 0, _MOST) for word in words]
    try:
        session.game.new(height=sides[-1], width=sides[0])
    except UsageError as error:
        session.log(str(error))
        raise Failure("unacceptable size") from None
    session.clocks.restart()
    return ""


def query_boardsize(session: Session, words: list[str]) -> str:
    """As `boardsize` takes it."""
    height, width = session.position.height, session.position.width
    return str(width) if width == height else f"{width} {height}"


def _clear_board(session: Session, words: list[str]) -> str:
    session.game.clear()
    session.clocks.restart()
    return ""


def _komi(session: Session, words: list[str]) -> str:
    try:
        komi = float(words[0])
    except ValueError:
        komi = float("nan")
    if not isfinite(komi):
        syntax_error(f"{words[0]!r} is not a number of points")
    if "komi" not in session.position.rules:
        return ""
    try:
        session.game.set_rules(komi=komi)
    except UsageError as error:
        syntax_error(str(error))
    return ""


def _play(session: Session, words: list[str]) -> str:
    color, move = session.color(words[0]), session.move(words[1])
    try:
        session.game.play(color, move)
    except IllegalMove as error:
        # Arbiters compare these two words. People get the reason, in the game's own names of points.
        session.log(f"illegal move {color} {session.names(move)}: {error}")
        raise Failure("illegal move") from None
    return ""


def _genmove(session: Session, words: list[str]) -> str:
    color = session.color(words[0])
    return session.answer_move(color, session.generate(color))


def _reg_genmove(session: Session, words: list[str]) -> str:
    color = session.color(words[0])
    settled = session.settled(color)
    move = session.chosen(session.choosing(color)) if settled is None else settled
    return move if isinstance(move, str) else session.vertex(move)


def _undo(session: Session, words: list[str]) -> str:
    if not session.game.moves:
        raise Failure("cannot undo")
    session.game.undo()
    return ""


def _showboard(session: Session, words: list[str]) -> str:
    return "\n" + diagram.write(session.position.board, session.position.to_play, coordinates=GTP)


def _set_position(session: Session, words: list[str]) -> str:
    if not words:
        return _clear_board(session, words)
    if len(words) % 2:
        syntax_error("expected pairs of a colour and a vertex, like: set_position black E5 white C3")
    board = session.position.board
    cells = bytearray(cell if cell == HOLE_CELL else EMPTY_CELL for cell in board.cells)
    for k in range(0, len(words), 2):
        color, move = session.color(words[k]), session.move(words[k + 1])
        if isinstance(move, Pass) or cells[index := move.row * board.width + move.col] != EMPTY_CELL:
            raise Failure(f"illegal position: {words[k + 1]!r} is not an empty point")
        cells[index] = BLACK_CELL if color is BLACK else WHITE_CELL
    try:
        session.game.set_up_board(Board(board.height, board.width, bytes(cells)))
    except IllegalPosition as error:
        raise Failure(f"illegal position: {error}") from None
    session.clocks.restart()
    return ""


def score(position: Position) -> str:
    """As GTP writes it: B+3.5, W+12, or 0 for a draw; B+ or W+ where a game is won without points.

    Where points are counted, that is done as the board stands. Other games have no score before they are over.
    """
    if isinstance(position.game, HasMargin):
        lead = position.game.margin(position)
        return f"{'B' if lead > 0 else 'W'}+{abs(lead):g}" if lead else "0"
    if not position.is_over:
        raise Failure("cannot score: the game is not over")
    return "0" if position.winner is None else f"{position.winner.name[0].upper()}+"


def _final_score(session: Session, words: list[str]) -> str:
    dead = session.dead_stones
    return score(session.position.game.without(session.position, dead) if dead else session.position)


def legal_moves(session: Session, words: list[str]) -> str:
    """Of the side to move, or of the one that is named."""
    if not words:
        return session.vertices(session.position.legal_moves)
    return session.vertices(session.game.facing(session.color(words[0])).legal_moves)


def _list_stones(session: Session, words: list[str]) -> str:
    return " ".join(session.vertex(point) for point in stones(session.position.board, session.color(words[0])))


def stones(board: Board, color: Color) -> list[Point]:
    """Where the stones of this colour are, row by row."""
    cell = BLACK_CELL if color is BLACK else WHITE_CELL
    return [Point(*divmod(k, board.width)) for k, each in enumerate(board.cells) if each == cell]


def _time_settings(session: Session, words: list[str]) -> str:
    main, period = seconds(words[0]), seconds(words[1])
    moves = number(words[2], 0, _MOST)
    if period and moves:
        session.clocks.set(Clock(main, period=period, stones=moves))
    else:  # a period for no stones means no limit; so does no time at all
        session.clocks.set(None if period or not main else Clock(main))
    return ""


def _kgs_time_settings(session: Session, words: list[str]) -> str:
    kind, rest = words[0], words[1:]
    expected = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}
    if len(rest) != expected.get(kind):
        syntax_error("expected none, absolute MAIN, byoyomi MAIN PERIOD PERIODS or canadian MAIN PERIOD STONES")
    if kind == "none":
        session.clocks.set(None)
        return ""
    main = seconds(rest[0])
    if kind == "absolute":
        session.clocks.set(Clock(main))
        return ""
    period, count = seconds(rest[1]), number(rest[2], 1, _MOST)
    periods, stones = (count, 1) if kind == "byoyomi" else (1, count)
    session.clocks.set(Clock(main, period=period, periods=periods, stones=stones))
    return ""


def _time_left(session: Session, words: list[str]) -> str:
    session.clocks.tell(session.color(words[0]), seconds(words[1]), number(words[2], 0, _MOST))
    return ""


def _known_command(session: Session, words: list[str]) -> str:
    return "true" if words[0] in session.commands else "false"


def _list_commands(session: Session, words: list[str]) -> str:
    return "\n".join(session.commands)


def _nothing(session: Session, words: list[str]) -> str:
    return ""


_COLOR = "a colour, black or white"

COMMANDS = {
    "protocol_version": Command(lambda session, words: "2"),
    "name": Command(_name),
    "version": Command(lambda session, words: __version__),
    "known_command": Command(_known_command, 1, 1, "the name of a command"),
    "list_commands": Command(_list_commands),
    "quit": Command(_nothing),
    "boardsize": Command(_boardsize, 1, 2, "a size, or columns and rows, like: boardsize 9"),
    "rectangular_boardsize": Command(_boardsize, 2, 2, "columns and rows, like: rectangular_boardsize 13 9"),
    "query_boardsize": Command(query_boardsize),
    "clear_board": Command(_clear_board),
    "komi": Command(_komi, 1, 1, "a number of points, like: komi 7.5"),
    "play": Command(_play, 2, 2, "a colour and a vertex, like: play black E5"),
    "genmove": Command(_genmove, 1, 1, _COLOR),
    "reg_genmove": Command(_reg_genmove, 1, 1, _COLOR),
    "undo": Command(_undo),
    "showboard": Command(_showboard),
    "set_position": Command(_set_position, 0, _MOST),
    "final_score": Command(_final_score),
    "legal_moves": Command(legal_moves, 0, 1, f"{_COLOR}, or nothing"),
    "all_legal": Command(legal_moves, 1, 1, _COLOR),
    "list_stones": Command(_list_stones, 1, 1, _COLOR),
    "time_settings": Command(_time_settings, 3, 3, "seconds of main time, seconds of a period, stones in a period"),
    "time_left": Command(_time_left, 3, 3, "a colour, seconds, and stones or periods, like: time_left black 60 0"),
    "kgs-time_settings": Command(_kgs_time_settings, 1, 4, "none, absolute, byoyomi or canadian, and its numbers"),
    "kgs-game_over": Command(_nothing),
    "cputime": Command(lambda session, words: f"{process_time():.2f}"),
}
