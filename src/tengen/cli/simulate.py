"""tengen simulate: play a board to its end, once or many times."""

from tengen.cli.positions import POSITION_DEFAULTS, Source, read_position
from tengen.cli.streams import write, write_error, write_text
from tengen.errors import Interrupted, ParseError, UsageError
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.verbs.simulate import simulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILES = ("board",)
# A game on a board of more points takes long enough that somebody may want to stop it.
SHORT = 1_000_000

DEFAULTS = {
    **POSITION_DEFAULTS,
    "policy": None,
    "seed": None,
    "games": None,
    "threads": None,
    "device": None,
    "points": False,
    "format": "contest",
}


def run(game: str, options: "dict[str, Any]") -> int:
    source = read_position(game, options)
    source.require_sound()
    if options["input"] == "contest" and source.parsed:
        _require_promise(source)
    if options["games"] is not None:
        return _many(source.position, options)
    for name in ("threads", "device", "points"):
        if options[name]:
            raise UsageError(f"--{name} is for many games; say how many with --games")
    policy = options["policy"] or ("first" if options["seed"] is None else "random")
    status = 0
    position = source.position
    if position.height * position.width <= SHORT:
        record = simulate(position, policy, options["seed"])
    else:
        from tengen.interrupts import run_cancellable

        record, interrupted = run_cancellable(lambda cancel: simulate(position, policy, options["seed"], cancel=cancel))
        if interrupted:
            write_error(f"interrupted after {len(record)} moves")
            status = 130
    if options["format"] == "contest":
        for lines in position.game.transcript(position, record.moves):
            write(lines)
        if not status:
            write(position.game.closing_line)
    elif options["format"] == "sgf":
        seed = "" if record.seed is None else f", seed {record.seed}"
        write_text(record.to_sgf(GC=f"simulated with policy {policy}{seed}"))
    else:
        from tengen.cli.answers import game_json, game_text

        write_text(game_json(record) if options["format"] == "json" else game_text(record))
    _say_seed(record, options)
    return status


def _many(position: Position, options: "dict[str, Any]") -> int:
    from tengen.cli.progress import progress_bar
    from tengen.verbs.simulate_many import simulate_many

    if options["format"] == "sgf":
        raise UsageError("--format sgf is for one game; leave out --games")
    status = 0
    with progress_bar("games") as progress:
        try:
            result = simulate_many(
                position,
                options["games"],
                options["seed"],
                policy=options["policy"] or "random",
                by_point=options["points"],
                threads=options["threads"],
                progress=progress,
                device=options["device"] or "cpu",
            )
        except Interrupted as interrupted:
            result, status = interrupted.partial, 130
    if options["format"] == "contest":
        write_text(f"{result.black_wins} {result.white_wins} {result.draws}\n")
    else:
        from tengen.cli.answers import simulations_json, simulations_text

        write_text(simulations_json(result) if options["format"] == "json" else simulations_text(result))
    if status:
        write_error(f"interrupted: only {result.games} games were played")
    return status


def _require_promise(source: Source) -> None:
    """The published problem promises a position that a game leads to; contest text of another one is refused."""
    game = source.position.game
    if game.has_published_judge and (reasons := game.contradictions(source.position)):
        raise ParseError(reasons[0].text, 2, 1)


def _say_seed(record: Record, options: "dict[str, Any]") -> None:
    """Says which seed was drawn, so that the same game can be played again."""
    if record.seed is not None and options["seed"] is None and options["format"] == "contest":
        write_error(f"the seed was {record.seed}")
