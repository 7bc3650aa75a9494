"""tengen train: a net that learns a game by playing with itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tengen import learn
from tengen.cli.streams import write_error, write_text
from tengen.errors import UsageError
from tengen.games import by_name

if TYPE_CHECKING:
    from tengen.learn.trainer import Row

_HEAD = "minutes   games  positions  games/s  evaluations/s  policy  value    Elo  against the last best"


def run(game: str, options: dict[str, Any]) -> int:
    sizes = options["sizes"] or str(by_name(game).usual_size)
    plan = learn.Plan(game, sizes, options["net"], options["minutes"], options["seed"], options["weights"])
    try:
        train = learn.train
    except ImportError as error:
        if error.name != "torch":
            raise
        raise UsageError("training needs PyTorch; install it with: pip install 'tengen[learn]'") from None
    folder = Path(options["dir"] or f"{game}-train")
    shown = False

    def report(row: Row) -> None:
        nonlocal shown
        write_text(_line(row) + "\n" if shown else f"{_HEAD}\n{_line(row)}\n")
        shown = True

    try:
        net = train(
            plan,
            folder,
            resume=options["resume"],
            distil=options["distil"],
            threads=options["threads"],
            report=report,
        )
    except KeyboardInterrupt:
        write_error(f"interrupted; what was learned is in {str(folder)!r}: go on with --resume")
        return 130
    write_error(f"the net is {net}")
    return 0


def _line(row: Row) -> str:
    return (
        f"{row.seconds / 60:7.1f} {row.games:7} {row.positions:10} {row.games_a_second:8.1f} "
        f"{row.evaluations_a_second:14,.0f} {row.policy_loss:7.3f} {row.value_loss:6.3f} {row.elo:6.0f}  {row.gate}"
    ).rstrip()
