"""No two files of the package have names that a reader confuses."""

from __future__ import annotations

from conftest import REPOSITORY

PACKAGE = REPOSITORY / "src" / "tengen"

# These commands are called as the verbs are that they ask, and so are their files.
COMMANDS = ["check", "count", "flips", "generate", "judge", "simulate", "solve"]
ALLOWED = {
    frozenset(["formats/sgf", "games/sgf"]): "the grammar, and what games make of it",
    frozenset(["render/view", "games/views"]): "what a view is, and the views of games",
    frozenset(["players/words", "render/words"]): "what players think, which the docs name; and what a picture shows",
    frozenset(["problems/checker", "cli/checker"]): "what is checked, and its command",
    frozenset(["problems/stress", "cli/stress"]): "what is tried, and its command",
    frozenset(["match/sprt", "cli/sprt"]): "the test, and its command",
    frozenset(["players/review", "cli/review"]): "the review, and its command",
    frozenset(["board", "web/boards"]): "what a board is, and boards in JSON",
    **{frozenset([f"verbs/{name}", f"cli/{name}"]): "the verb, and its command" for name in COMMANDS},
}


def test_no_two_files_have_one_name_or_differ_by_a_plural() -> None:
    by_stem: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        if path.name != "__init__.py":
            name = path.relative_to(PACKAGE).with_suffix("").as_posix()
            by_stem.setdefault(path.stem.removesuffix("s"), set()).add(name)
    assert [sorted(twins) for twins in by_stem.values() if len(twins) > 1 and frozenset(twins) not in ALLOWED] == []
