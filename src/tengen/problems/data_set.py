"""A data set for a judge: numbered inputs and answers, from one seed."""

from __future__ import annotations

import json
import os
import random
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tengen import __version__
from tengen.errors import UsageError, listed, unknown
from tengen.games import by_name
from tengen.problems.checker import RIGHT, SOME_POINTS, Checked, check_output, exported, published_answer
from tengen.problems.families import FAMILIES, SIZES
from tengen.verbs.judge import FULL_SCORE
from tengen.verbs.simulate import checked_seed

MOST_CASES = 1000
RECIPE = "recipe.json"
_POINTS = 100  # of a whole data set


class Case(NamedTuple):
    """An input, and a right answer to it."""

    name: str  # a number, from 01
    family: str
    size: int
    data: bytes
    answer: bytes


def cases(
    game: str,
    count: int = 20,
    *,
    seed: int = 0,
    sizes: tuple[int, int] | None = None,
    families: Sequence[str] | None = None,
) -> Iterator[Case]:
    """Inputs of the game's published problem: families in turn, on boards that grow from the smallest to the largest.

    The same seed gives the same cases, whatever their number is.
    """
    if not 1 <= count <= MOST_CASES:
        raise UsageError(f"{count} cases; expected 1 to {MOST_CASES}")
    checked_seed(seed)
    least, most = SIZES[game]
    low, high = sizes or (max(least, min(3, most)), most)
    if not least <= low <= high <= most:
        raise UsageError(f"sizes from {low} to {high}; expected {least} to {most}, as the published problem has it")
    names = list(families or FAMILIES[game])
    for name in names:
        if name not in FAMILIES[game]:
            raise UsageError(unknown("family", name, FAMILIES[game], f"expected {listed(FAMILIES[game])}"))
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        family = names[number % len(names)]
        size = round(low * (high / low) ** (number / max(1, count - 1)))
        data = FAMILIES[game][family](rng, size)
        yield Case(f"{number + 1:0{max(2, len(str(count)))}}", family, size, data, published_answer(game, data))


def write_data_set(folder: Path, game: str, layout: str, found: Iterator[Case], seed: int) -> int:
    """All files of a data set, in a folder that was not there or was empty; how many cases. Nothing is half-written."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{str(folder)!r} is there already; name a folder that is not, or that is empty")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        try:
            count = _write(made, game, layout, found, seed)
            made.chmod(0o755)
            os.replace(made, folder)
        finally:
            shutil.rmtree(made, ignore_errors=True)
    except OSError as error:
        raise UsageError(f"cannot write {str(folder)!r}: {error.strerror}") from None
    return count


def _write(folder: Path, game: str, layout: str, found: Iterator[Case], seed: int) -> int:
    tests = folder / "tests" if layout == "polygon" else folder
    tests.mkdir(exist_ok=True)
    of_input, of_answer = ("", ".a") if layout == "polygon" else (".in", ".out")
    listed_cases = []
    for case in found:
        (tests / f"{case.name}{of_input}").write_bytes(case.data)
        (tests / f"{case.name}{of_answer}").write_bytes(case.answer)
        listed_cases.append({"name": case.name, "family": case.family, "size": case.size})
    names = [str(case["name"]) for case in listed_cases]
    recipe = {"tengen": __version__, "game": game, "seed": seed, "cases": listed_cases}
    (folder / RECIPE).write_text(json.dumps(recipe, indent=1) + "\n", encoding="utf-8")
    shares = {name: _POINTS // len(names) + (number < _POINTS % len(names)) for number, name in enumerate(names)}
    checker = None
    if by_name(game).has_published_judge and layout != "plain":
        checker = {"polygon": "check.cpp", "luogu": "checker.cpp"}.get(layout, "chk.cpp")
        points = shares[names[0]] if layout == "dmoj" else 1
        (folder / checker).write_text(exported(game, points), encoding="utf-8")
    for name, lines in _configuration(layout, shares, checker).items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(names)


def _configuration(layout: str, shares: dict[str, int], checker: str | None) -> dict[str, list[str]]:
    """The lines of the file that tells this judge of the cases, their points and the checker, if it has such a file."""
    if layout == "dmoj":
        lines = [f"- {{in: {name}.in, out: {name}.out, points: {share}}}" for name, share in shares.items()]
        bridged = f"checker: {{name: bridged, args: {{files: {checker}, lang: CPP17, type: testlib}}}}"
        return {"init.yml": ["test_cases:", *lines, *([bridged] if checker else [])]}
    if layout == "hydro":
        own = ["checker_type: testlib", f"checker: {checker}"] if checker else []
        lines = [
            f"- {{score: {share}, type: sum, cases: [{{input: {name}.in, output: {name}.out}}]}}"
            for name, share in shares.items()
        ]
        return {"config.yaml": ["type: default", *own, "subtasks:", *lines]}
    if layout == "luogu":
        limits = "timeLimit: 1000, memoryLimit: 512000"
        return {
            "config.yml": [f"{name}.in: {{{limits}, score: {share}, subtaskId: 0}}" for name, share in shares.items()]
        }
    return {}


class Outcome(NamedTuple):
    """What came of one case."""

    name: str
    family: str  # "" where no recipe says it
    checked: Checked | None  # None: there is no output

    @property
    def share(self) -> float:
        """Of the points of the case, from 0 to 1."""
        if self.checked is None:
            return 0.0
        return (self.checked.points or 0) / FULL_SCORE if self.checked.status == SOME_POINTS else float(self.is_right)

    @property
    def is_right(self) -> bool:
        return self.checked is not None and self.checked.status == RIGHT


def judged(game: str, data: Path, outputs: Path) -> list[Outcome]:
    """Every case of a data set, and what a program gave for it: the file with the name of the case, however it ends."""
    inputs = {path.stem: path for path in sorted(data.glob("*.in"))}
    inputs |= {path.name: path for path in sorted(data.glob("tests/*")) if not path.suffix}
    if not inputs:
        raise UsageError(f"there is no case in {str(data)!r}; expected files like 01.in")
    if not outputs.is_dir():
        raise UsageError(f"there is no folder {str(outputs)!r}")
    made_for, families = _recipe(data / RECIPE)
    if made_for not in ("", game):
        raise UsageError(f"the data set in {str(data)!r} is for {made_for!r}, not for {game!r}")
    given: dict[str, Path] = {}
    for path in sorted(path for path in outputs.iterdir() if path.is_file()):
        if path.stem in inputs and path not in inputs.values():
            if path.stem in given:
                raise UsageError(f"{str(given[path.stem])!r} and {str(path)!r} are outputs of one case")
            given[path.stem] = path
    try:
        return [
            Outcome(
                name,
                families.get(name, ""),
                check_output(game, path.read_bytes(), given[name].read_bytes()) if name in given else None,
            )
            for name, path in inputs.items()
        ]
    except OSError as error:
        raise UsageError(f"cannot read {error.filename!r}: {error.strerror}") from None


def _recipe(path: Path) -> tuple[str, dict[str, str]]:
    """The game, and the family of each case, as far as the recipe is there and says it."""
    try:
        recipe = json.loads(path.read_bytes())
        return str(recipe.get("game", "")), {str(case["name"]): str(case["family"]) for case in recipe["cases"]}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "", {}


def outcomes_text(outcomes: list[Outcome]) -> str:
    """A line a case, then the points of each family and of all."""
    lines = []
    for outcome in outcomes:
        words = "no output" if outcome.checked is None else outcome.checked.words
        lines.append(f"{outcome.name}  {100 * outcome.share:3.0f}  {outcome.family:12} {words}".rstrip())
    families: dict[str, list[float]] = {}
    for outcome in outcomes:
        families.setdefault(outcome.family or "the others", []).append(outcome.share)
    lines.append("")
    if len(families) > 1:
        lines += [f"{name}: {100 * sum(shares) / len(shares):.0f} of 100" for name, shares in families.items()]
    right = sum(outcome.is_right for outcome in outcomes)
    total = 100 * sum(outcome.share for outcome in outcomes) / len(outcomes)
    return "\n".join([*lines, f"{right} of {len(outcomes)} cases are right; {total:.0f} of 100 points"]) + "\n"
