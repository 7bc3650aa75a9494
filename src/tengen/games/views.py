"""What a picture of a position or a game shows."""

from __future__ import annotations

from collections.abc import Iterable

from tengen.errors import UsageError, listed
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.games.results import Outcome
from tengen.grid import EMPTY_CELL
from tengen.render.animation import MOST_FRAMES, Animation
from tengen.render.view import Mark, View, check_size, rows_of

MARKS = ("none", "legal", "illegal")


def position_view(position: Position, marks: str = "none") -> View:
    """The stones, and below them whose turn it is, or how the game ended."""
    if marks not in MARKS:
        raise UsageError(f"there are no marks {marks!r}; expected {listed(MARKS)}")
    check_size(position.height, position.width)
    signs = {"none": "", "legal": "; dots: legal moves", "illegal": "; crosses: illegal"}[marks]
    return _plain(position, _state(position) + signs).changed(marks=(*_highlights(position), *_marked(position, marks)))


def record_view(record: Record, move: int | None = None, numbers: bool = True) -> View:
    """The board after this many moves, or all of them; each is numbered where it was played."""
    check_size(record.start.height, record.start.width)
    if move is None or move == len(record):
        shown, outcome = record, record.outcome
    elif 0 <= move < len(record):
        shown, outcome = Record(record.start, record.moves[:move]), None
    else:
        raise UsageError(f"there is no move {move}; the game has {len(record)}")
    end, count = shown.end, len(shown)
    moves = f"after {count} move{'' if count == 1 else 's'}"
    state = f"{outcome}, {moves}" if outcome else f"{end.to_play} to play, {moves}"
    return _after(end, shown.moves.indices, state, numbers).changed(marks=_highlights(end))


def record_animation(record: Record, numbers: bool = False, frames_per_second: float = 2.0) -> Animation:
    """The start, then every move."""
    position = record.start
    check_size(position.height, position.width)
    if len(record) >= MOST_FRAMES:
        raise UsageError(f"a game of {len(record)} moves; at most {MOST_FRAMES - 1} can be animated")
    views = [_plain(position, f"{position.to_play} to play")]
    indices = record.moves.indices
    for count, move in enumerate(record.moves, 1):
        words = f"{count}. {position.to_play} {position.vertex(move)}"
        position = position.play(move)
        if count == len(record) and record.outcome:
            words += f"; {record.outcome}"
        views.append(_after(position, indices[:count], words, numbers).changed(marks=_highlights(position)))
    return Animation(tuple(views), frames_per_second)


def _plain(position: Position, caption: str) -> View:
    game = position.game
    return View(
        rows_of(position.board),
        game.style,
        game.coordinates.name,
        f"{game.title}, {position.height}x{position.width}",
        caption,
    )


def _after(position: Position, indices: list[int], caption: str, numbers: bool) -> View:
    """A position that these moves have led to, as their numbers; past the last point is a pass."""
    view = _plain(position, caption)
    cells = position.board.cells
    last = indices[-1] if indices and indices[-1] < len(cells) else None
    if not numbers:
        return view.changed(last=last)
    latest = {
        index: count for count, index in enumerate(indices, 1) if index < len(cells) and cells[index] != EMPTY_CELL
    }
    return view.changed(last=last, numbers=tuple(sorted(latest.items())))


def _state(position: Position) -> str:
    outcome: Outcome | None = position.outcome if position.is_sound else None
    return str(outcome) if outcome else f"{position.to_play} to play"


def _highlights(position: Position) -> tuple[Mark, ...]:
    """What the game itself points out."""
    return tuple(Mark(index, "circle", "good") for index in position.game.highlights(position).indices)


def _marked(position: Position, marks: str) -> Iterable[Mark]:
    if marks == "none":
        return
    position.require_sound()
    mask = position.mask
    for index, cell in enumerate(position.board.cells):
        if marks == "legal" and mask[index]:
            yield Mark(index, "dot")
        elif marks != "legal" and cell == EMPTY_CELL and not mask[index]:
            yield Mark(index, "cross", "bad")
