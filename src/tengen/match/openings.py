"""Where the games of a match begin: the ends of games in SGF and of their variations, or lines of moves."""

from __future__ import annotations

from typing import Any, NamedTuple

from tengen.errors import IllegalMove, IllegalPosition, ParseError, UsageError
from tengen.formats import moves as notation
from tengen.formats.source import without_bom
from tengen.games import by_name
from tengen.games.game import Position
from tengen.games.sgf import read_sgf_games


class Openings(NamedTuple):
    """What a file of openings gives: positions, and what is wrong with the openings that are left out."""

    starts: list[Position]
    faults: list[str]


def read_openings(data: bytes, file: str, game: str, size: tuple[int, int] | None = None, **rules: Any) -> Openings:
    """The openings of a file, which gives complaints its name. Raises UsageError if there is none that can be used.

    In SGF every line of play is one, from the root to a leaf. Any other text has one a line, as in "E5 C3 D7", on a
    board of this size; SGF has its own.
    """
    is_sgf = b"(" in data or file.lower().endswith("sgf")
    if is_sgf and size:
        raise UsageError("--size and --openings cannot go together: openings in SGF have their own size")
    try:
        found = _of_sgf(data, game, rules) if is_sgf else _of_lines(data, game, size, rules)
    except ParseError as error:
        raise UsageError(f"{file!r}: {error}") from None
    faults = [f"{file!r}: {fault}" for fault in found.faults]
    if not found.starts:
        raise UsageError(faults[0] if faults else f"{file!r}: there is no opening; expected one a line, as in E5 C3 D7")
    return Openings(found.starts, faults)


def _of_sgf(data: bytes, game: str, rules: dict[str, Any]) -> Openings:
    games = read_sgf_games(data, game, **rules)
    found = Openings([], [str(fault) for fault in games.faults])
    for number, tree in zip(games.numbers, games, strict=True):
        for variation, line in enumerate(tree.lines):
            where = f"game {number}, variation {variation}" if variation else f"game {number}"
            try:
                _add(found, where, tree.position(line[-1]))
            except (IllegalMove, IllegalPosition):
                illegal = tree.first_illegal(line)
                assert illegal is not None
                found.faults.append(f"{where}: {illegal[1]}")
    return found


def _of_lines(data: bytes, name: str, size: tuple[int, int] | None, rules: dict[str, Any]) -> Openings:
    game = by_name(name)
    start = game.start(*(size or (game.usual_size, game.usual_size)), **rules)
    found = Openings([], [])
    for number, line in enumerate(without_bom(data).splitlines(), 1):
        moves, wrong = notation.parse(b"\n".join(line.split()), start.height, start.width, game.coordinates)
        if wrong is not None:
            wrong = f"move {len(moves) + 1}: {wrong}"
        position = start
        for count, move in enumerate(moves, 1):
            try:
                position = position.play(move)
            except IllegalMove as error:
                wrong = f"move {count}, {position.to_play} {start.vertex(move)}, is illegal: {error}"
                break
        if wrong is not None:
            found.faults.append(f"line {number}: {wrong}")
        elif len(moves):
            _add(found, f"line {number}", position)
    return found


def _add(found: Openings, where: str, end: Position) -> None:
    if not end.is_sound:
        found.faults.append(f"{where}: {end.game.flaws(end)[0].text}")
    elif end.is_over:
        found.faults.append(f"{where}: the game is over after its last move")
    else:
        found.starts.append(end.with_to_play(end.to_play))  # without its past, which an opening does not have
