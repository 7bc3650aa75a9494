"""No two files of the package have names that a reader confuses."""

from __future__ import annotations

from conftest import REPOSITORY

PACKAGE = REPOSITORY / "src" / "tengen"

# What a command does is in the file of that name in another folder: what `tengen count` asks is in verbs/count.py.
COMMANDS = ("botzone", "check", "count", "flips", "generate", "gomocup", "gtp", "judge", "simulate", "simulate_many",
            "solve")
ALLOWED = {
    frozenset(["formats/sgf", "games/sgf"]): "the grammar, and what games make of it",
    frozenset(["formats/proof", "verbs/proof"]): "the grammar, and the question",
    frozenset(["render/view", "games/views"]): "what a view is, and the views of games",
    frozenset(["players/words", "render/words"]): "what players think, and what a picture shows; both in the docs",
    frozenset(["board", "web/boards"]): "what a board is, and boards in JSON",
    frozenset(["cli/report", "cli/reports"]): "the command `tengen report`, and what several commands report",
}


def test_no_two_files_have_one_name_or_differ_by_a_plural() -> None:
    names = [path.relative_to(PACKAGE).with_suffix("").as_posix() for path in PACKAGE.rglob("*.py")
             if path.name != "__init__.py"]
    by_stem: dict[str, set[str]] = {}
    for name in names:
        by_stem.setdefault(name.rpartition("/")[2].removesuffix("s"), set()).add(name)
    for stem, twins in by_stem.items():
        others = {name for name in twins if name not in {f"cli/{command}" for command in COMMANDS}}
        assert len(others) == 1 or frozenset(others) in ALLOWED, (stem, sorted(others))


def test_every_exception_is_needed() -> None:
    """What is no longer there is no longer allowed."""
    for command in COMMANDS:
        assert len(list(PACKAGE.rglob(f"{command}.py"))) == 2, command
