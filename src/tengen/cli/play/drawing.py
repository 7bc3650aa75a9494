"""The screen of a game: the board, the panel beside or below it, what is said, and the keys."""

from __future__ import annotations

from textwrap import wrap

from tengen.cli.play.frames import Frame
from tengen.cli.play.layout import FEW_ROWS, FOOT, Layout, Window, layout
from tengen.cli.play.looks import Look
from tengen.cli.play.table import Table
from tengen.games.game import Position
from tengen.grid import BLACK, WHITE, Color, Pass, Point

_KEYS = ("Enter play", "p pass", "u undo", "q quit", "? hint", "m moves", "s save", "r resign", "n new")
_PART = "the board is larger than this terminal: it moves with the cursor"


class Hand:
    """What the person at the keyboard is doing: where the cursor is, and what has been typed."""

    def __init__(self, position: Position) -> None:
        self.point = Point(position.height // 2, position.width // 2)
        self.typed: str | None = None
        self.window = Window()  # the part of the board that is in view


def draw(table: Table, hand: Hand, look: Look, rows: int, cols: int) -> Frame:
    frame = Frame(rows, cols)
    position = table.game.position
    plan = layout(position, rows, cols, hand.window, hand.point)
    if plan is None:
        words = f"this terminal is too small ({cols}x{rows}) for the board: make it larger, or q to quit"
        for row, line in enumerate(wrap(words, max(1, cols))):
            frame.put(row, 0, line)
        return frame
    _draw_board(frame, table, hand, look, plan)
    _draw_panel(frame, table, look, plan)
    is_part = (plan.shown_rows, plan.shown_cols) != (position.height, position.width)
    _draw_foot(frame, table, hand, look, table.said or (_PART if is_part else ""))
    return frame


def _draw_board(frame: Frame, table: Table, hand: Hand, look: Look, plan: Layout) -> None:
    position = table.game.position
    names = position.game.coordinates
    bottom = plan.shown_rows + 1
    for col in range(plan.left, plan.left + plan.shown_cols):
        name = names.column_name(col)
        for row in (0, bottom):
            frame.put(row, plan.column(col) - len(name) + 1, name)
    glyphs = _glyphs(table, look)
    empty = " " * (plan.step * plan.shown_cols + 1)
    for row in range(plan.top, plan.top + plan.shown_rows):
        label = names.row_name(row, position.height)
        frame.put(plan.row(row), 0, label.rjust(plan.edge))
        frame.put(plan.row(row), plan.edge, empty, look.styles["point"])
        frame.put(plan.row(row), plan.edge + len(empty), label.rjust(plan.edge))
        for col in range(plan.left, plan.left + plan.shown_cols):
            glyph, style = glyphs[row * position.width + col]
            frame.put(plan.row(row), plan.column(col), glyph, style)
    moves = table.game.moves
    if moves and not isinstance(moves[-1], Pass):
        _surround(frame, plan, moves[-1], "()", look.styles["last"])
    _surround(frame, plan, hand.point, "[]", look.styles["cursor"])
    frame.cursor = plan.row(hand.point.row), plan.column(hand.point.col)


def _surround(frame: Frame, plan: Layout, point: Point, brackets: str, style: str) -> None:
    if plan.shows(point):
        row, col = plan.row(point.row), plan.column(point.col)
        frame.put(row, col - 1, brackets[0], style)
        frame.put(row, col + 1, brackets[1], style)


def _glyphs(table: Table, look: Look) -> list[tuple[str, str]]:
    """For each point a character and its style."""
    position = table.game.position
    usual = (
        (look.point, look.styles["point"]),
        (look.black, look.styles["black"]),
        (look.white, look.styles["white"]),
        (" ", look.styles["point"]),
    )
    cells = position.board.cells
    found = [usual[cell] for cell in cells]
    for index, mark in table.marks.items():
        found[index] = (mark, look.styles["mark"])
    for point in table.chain:
        index = point.row * position.width + point.col
        # The stone that was refused is not there.
        color = position[point] or position.to_play
        name = "black" if color is BLACK else "white"
        found[index] = (getattr(look, name) if cells[index] else found[index][0], look.in_chain(name))
    if table.hinted is not None:
        found[table.hinted.row * position.width + table.hinted.col] = ("*", look.styles["hint"])
    return found


def _draw_panel(frame: Frame, table: Table, look: Look, plan: Layout) -> None:
    row = plan.panel_row
    lines = _panel(table, plan.panel_width, plan.panel_rows)
    for text, style in lines[: plan.panel_rows]:
        frame.put(row, plan.panel_col, text, look.styles[style] if style else "", plan.panel_width)
        row += 1
    for color, line in ((BLACK, plan.panel_row + 1), (WHITE, plan.panel_row + 2)):
        stone, style = (look.black, "black") if color is BLACK else (look.white, "white")
        frame.put(line, plan.panel_col + 2, stone, look.styles[style])


def _panel(table: Table, width: int, rows: int) -> list[tuple[str, str]]:
    """The lines beside or below the board, with the names of their styles; the most important first."""
    game, position = table.game, table.game.position
    number = game.plies + (not game.is_over)
    title = f"{position.game.title} {position.height}x{position.width}, move {number}"
    lines = [(title, "title"), _side(table, BLACK, width), _side(table, WHITE, width)]
    last = f"last move: {position.to_play.opponent} {position.vertex(game.moves[-1])}" if game.plies else ""
    if rows <= FEW_ROWS:
        return [*lines, (table.status if game.is_over or not last else f"{table.status}; {last}", "")]
    lines.append(("", ""))
    lines += [(line, "title" if game.is_over else "") for line in wrap(table.status, width)]
    lines += [(line, "") for line in [*wrap(table.opinion, width), "", *_counts(table)]]
    lines += [(last, "")] if last else []
    lines += [("", ""), ("arrows or hjkl, or type a vertex", "")]
    recent = _moves(table, rows - len(lines) - 1)
    return [*lines, ("", ""), *((line, "") for line in recent)] if recent else lines


def _side(table: Table, color: Color, width: int) -> tuple[str, str]:
    """A line for one side: whose turn, its stone (drawn over the blank), who plays, the time."""
    is_turn = color is table.game.position.to_play and not table.game.is_over
    time = table.time(color)
    name = f"{color}, {table.name(color)}".rstrip(", ")
    room = width - 5 - len(time)
    shown = name if len(name) <= room else name[: room - 2] + ".."
    return f"{'>' if is_turn else ' '}   {shown.ljust(room)} {time}", "turn" if is_turn else ""


def _counts(table: Table) -> list[str]:
    """Stones on the board; in Go, where they come and go, those that were taken."""
    game, position = table.game, table.game.position
    black, white = (position.board.count(color) for color in (BLACK, WHITE))
    words = [f"{black} black, {white} white on the board"]
    if position.game.has_chains and not position.game.every_ply_adds_a_stone:
        placed = {BLACK: game.start.board.count(BLACK), WHITE: game.start.board.count(WHITE)}
        for ply, move in enumerate(game.moves):
            if not isinstance(move, Pass):
                placed[game.start.to_play if ply % 2 == 0 else game.start.to_play.opponent] += 1
        words.append(f"taken: {placed[BLACK] - black} black, {placed[WHITE] - white} white")
    return words


def _moves(table: Table, rows: int) -> list[str]:
    """The last moves, a pair a line."""
    position, moves = table.game.position, table.game.moves
    pairs = [
        f"{k // 2 + 1:3}. {position.vertex(moves[k]):5} "
        f"{position.vertex(moves[k + 1]) if k + 1 < len(moves) else ''}".rstrip()
        for k in range(0, len(moves), 2)
    ]
    return pairs[-rows:] if rows > 0 else []


def _draw_foot(frame: Frame, table: Table, hand: Hand, look: Look, said: str) -> None:
    top = frame.rows - FOOT
    if hand.typed is not None:
        words = f"play at: {hand.typed}"
        frame.put(top, 0, words)
        frame.cursor = top, min(len(words), frame.cols - 1)
    else:
        lines = wrap(said, frame.cols)
        if len(lines) > FOOT - 1:
            lines[FOOT - 2] = lines[FOOT - 2][: frame.cols - 4] + " ..."
        for row, line in enumerate(lines[: FOOT - 1], top):
            frame.put(row, 0, line, look.styles["said"])
    can_pass = any(isinstance(move, Pass) for move in table.game.position.legal_moves)
    keys = "  ".join(key for key in _KEYS if can_pass or key != "p pass")
    while len(keys) > frame.cols:
        keys = keys.rpartition("  ")[0]
    frame.put(frame.rows - 1, 0, keys)
