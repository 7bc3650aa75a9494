"""tengen render: a board or a game as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tengen.cli.positions import read_position, with_side
from tengen.cli.streams import read, write_error, write_text
from tengen.errors import UsageError
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.games.sgf import read_sgf
from tengen.games.tree import GameTree
from tengen.interrupts import run_cancellable
from tengen.players.mcts import Search
from tengen.render.animation import Animation
from tengen.render.files import format_of
from tengen.render.view import View
from tengen.verbs.check import check
from tengen.verbs.flips import flips
from tengen.verbs.simulate import checked_seed
from tengen.verbs.simulate_many import simulate_many

MARKS = ("none", "legal", "illegal", "check", "flips", "wins", "search")
USUAL_GAMES, USUAL_VISITS, USUAL_SPEED = 10_000, 1000, 2.0
_OF_CHANCE = {"games": "wins", "visits": "search"}  # options, and the marks they are for


def run(game: str, options: dict[str, Any]) -> int:
    path = None if options["output"] in (None, "-") else Path(options["output"])
    kind = "svg" if path is None else format_of(path)
    _require_sense(options, kind)
    picture = _picture(game, options, kind)
    if path is None:
        write_text(picture.to_svg(theme=options["theme"], pixels=options["pixels"]))
    else:
        picture.save(path, theme=options["theme"], pixels=options["pixels"])
    return 0


def _require_sense(options: dict[str, Any], kind: str) -> None:
    """Refuses options that do not go together, before anything is read."""
    for name, marks in _OF_CHANCE.items():
        if options[name] is not None and options["marks"] != marks:
            raise UsageError(f"--{name} is for --marks {marks}")
    if options["seed"] is not None and options["marks"] not in _OF_CHANCE.values():
        raise UsageError("--seed is for --marks wins and --marks search")
    if options["animate"]:
        if kind in ("png", "pdf"):
            raise UsageError(f"a {kind.upper()} does not move; write a game that does to .svg or .gif")
        for name in ("marks", "caption", "to_play"):
            if options[name] not in ("none", None):
                raise UsageError(f"--{name.replace('_', '-')} is for one board; leave out --animate")


def _picture(game: str, options: dict[str, Any], kind: str) -> View | Animation:
    file = options["files"][0] if options["files"] else None
    if options["input"] is None:
        of_sgf = game == "any" or (file is not None and file.lower().endswith(".sgf"))
        options["input"] = "sgf" if of_sgf else "contest"
    if options["input"] == "sgf":
        tree = read_sgf(read(file), None if game == "any" else game, **options["rules"])
        return _of_game(tree, options, kind)
    if game == "any":
        raise UsageError("a board does not say which game it is of; name one, as in: tengen render nogo board.txt")
    for name, given in (
        ("move", options["move"] is not None),
        ("numbers", options["numbers"]),
        ("animate", options["animate"]),
        ("fps", options["fps"] is not None),
    ):
        if given:
            raise UsageError(f"--{name} is for games; give one with --input sgf")
    source = read_position(game, options)
    if options["marks"] not in ("none", "check", "flips"):
        source.require_sound()
    return _captioned(_of_position(source.position, options), options)


def _of_game(tree: GameTree, options: dict[str, Any], kind: str) -> View | Animation:
    record, move = tree.record, options["move"]
    if move is not None:
        if move > len(record):
            raise UsageError(f"there is no move {move}; the game has {len(record)}")
        record = Record(record.start, record.moves[:move])
    whole = (
        kind == "gif"
        and move is None
        and (options["marks"], options["caption"], options["to_play"]) == ("none", None, None)
    )
    if options["animate"] or whole:
        speed = USUAL_SPEED if options["fps"] is None else options["fps"]
        return record.animation(numbers=options["numbers"], frames_per_second=speed)
    if options["fps"] is not None:
        raise UsageError("--fps is for games that move; add --animate")
    end = with_side(record.end, options)
    if options["marks"] == "none" and end is record.end:
        written = move is None and not options["numbers"]
        view = tree.view() if written else record.view(numbers=options["numbers"])
        return _captioned(view, options)
    shown = record.view(numbers=options["numbers"])
    return _captioned(_of_position(end, options).changed(last=shown.last, numbers=shown.numbers), options)


def _of_position(position: Position, options: dict[str, Any]) -> View:
    marks = options["marks"]
    if marks == "check":
        return check(position).view()
    if marks == "flips":
        return flips(position).view()
    if marks not in _OF_CHANCE.values():
        return position.view(marks)
    position.view()  # refuses a board that is too large before anything is played on it
    seed = checked_seed(options["seed"])
    if marks == "wins":
        view = simulate_many(position, options["games"] or USUAL_GAMES, seed, by_point=True).view()
    else:
        search = Search(position, seed=seed)
        _, interrupted = run_cancellable(lambda cancel: search.run(options["visits"] or USUAL_VISITS, cancel=cancel))
        if interrupted:
            raise KeyboardInterrupt
        view = search.view()
    if options["seed"] is None:
        write_error(f"the seed was {seed}")
    return view


def _captioned(view: View, options: dict[str, Any]) -> View:
    return view if options["caption"] is None else view.changed(caption=options["caption"])
