"""tengen judge: score a transcript, or check a proof."""

from tengen.cli.positions import POSITION_DEFAULTS, read_position
from tengen.cli.streams import cannot_read, read, write_text
from tengen.errors import UsageError
from tengen.verbs.judge import judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILES = ("board", "moves")
DEFAULTS = {**POSITION_DEFAULTS, "proof": None, "memory": None, "dir": None, "data": None, "format": "contest"}


def run(game: str, options: "dict[str, Any]") -> int:
    if options["dir"] is not None or options["data"] is not None:
        return _judge_folder(game, options)
    if options["proof"] is not None:
        return _judge_proof(game, options)
    if options["memory"] is not None:
        raise UsageError("--memory goes with --proof")
    files: list[str] = options["files"]
    board, moves, *_ = [*files, "-", "-"]
    if board == moves == "-":
        raise UsageError("judge needs a file or a size for the board; the moves are a second file or standard input")
    source = read_position(game, options)
    source.require_sound()
    answer = judge(source.position, read(moves))
    if options["format"] == "json":
        from tengen.cli.answers import judgement_json

        write_text(judgement_json(answer))
    else:
        board = f"\n{answer.end}\n" if options["format"] == "diagram" else ""
        write_text(f"{answer.score}\n{answer}\n{board}")
    return 0 if answer.is_right else 1


def _judge_folder(game: str, options: "dict[str, Any]") -> int:
    from pathlib import Path

    from tengen.problems.data_set import judged, outcomes_text

    if options["dir"] is None or options["data"] is None or options["files"] or options["format"] != "contest":
        raise UsageError("a folder is judged with --dir OUTPUTS --data DATA, and nothing else")
    outcomes = judged(game, Path(options["data"]), Path(options["dir"]))
    write_text(outcomes_text(outcomes))
    return 0 if all(outcome.is_right for outcome in outcomes) else 1


def _judge_proof(game: str, options: "dict[str, Any]") -> int:
    from tengen.cli.progress import progress_bar
    from tengen.verbs.judge_proof import judge_proof

    if options["files"] or options["to_play"] or options["input"] != "contest":
        raise UsageError("a proof says which board it is about; give no other with --proof")
    path = options["proof"]
    try:
        with open(0 if path == "-" else path, "rb", closefd=path != "-") as file, progress_bar("proof") as progress:
            answer = judge_proof(file, game=game, memory=options["memory"], progress=progress)
    except OSError as error:
        raise cannot_read(path, error) from None
    if options["format"] == "json":
        from tengen.cli.answers import proof_json

        write_text(proof_json(answer))
    else:
        board = f"\n{answer.end}\n" if options["format"] == "diagram" else ""
        write_text(f"{answer.verdict}\n{answer}\n{board}")
    return 0 if answer.is_right else 1
