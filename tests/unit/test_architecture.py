"""The shape of the package: which way imports point, what a seed job loads, and what is generated."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import tengen as tg
from conftest import missing
from tengen.games import NAMES
from tengen.games.game import HasProofs

REPOSITORY = Path(__file__).resolve().parent.parent.parent
PACKAGE = REPOSITORY / "src" / "tengen"

# The table in docs/architecture.md, from its top: a layer may import itself and the layers above it.
MAP = (REPOSITORY / "docs" / "architecture.md").read_text().split("| elsewhere |")[0]
LAYERS = re.findall(r"^\| `(\w+)(?:\.py|/)?` \|", MAP, re.MULTILINE)


def imports_of(path: Path) -> set[str]:
    """The layers of the package that this file imports, lazily or not, for types or not."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return {name.split(".")[1] for name in found if name.startswith("tengen.")} - {"__version__"}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    layer = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if layer == "__init__":
        return
    for imported in imports_of(path):
        assert LAYERS.index(imported) <= LAYERS.index(layer), f"{layer} imports {imported}"


# Outside src/tengen/games, core/<game> and core/bindings/<game>.cpp only these files name a game.
NAMING = {
    "src/tengen/__init__.py": "the public names",
    "src/tengen/cli/arguments.py": "options that one game has",
    "src/tengen/cli/options.py": "the rules of one game",
    "src/tengen/formats/vertex.py": "a way to name points is called after Othello, in the JSON of pictures too",
    **dict.fromkeys(
        (f"src/tengen/problems/{name}.py" for name in ("checker", "families", "stress")),
        "the published problems, one of each game",
    ),
    "src/tengen/data/botzone_rules.py": "the rules of a bot that is uploaded",
    "src/tengen/data/botzone_talk.py": "a clause that one game has on Botzone",
    "src/tengen/players/botzone_engine.py": "which games Botzone has, on which boards",
    "src/tengen/players/gomocup_engine.py": "the protocol of one game",
    "src/tengen/players/nboard_engine.py": "the protocol of one game",
    "src/tengen/protocols/botzone.py": "a rule of NoGo on Botzone",
    "src/tengen/protocols/gomocup.py": "the protocol of one game",
    "src/tengen/protocols/gtp_go.py": "the commands that GTP has for Go alone",
    "src/tengen/web/static/js/local/dialects.js": "how each game is written in SGF",
    "src/tengen/web/static/js/words-en.js": "what games are called",
    "src/tengen/web/static/js/words-zh.js": "what games are called",
    "core/bindings/bindings.hpp": "a line for each game",
    "core/bindings/module.cpp": "a line for each game",
}


def words_of(path: Path) -> set[str]:
    """The identifiers of this file and its strings of one word; not its comments, docstrings and sentences."""
    text = path.read_text()
    if path.suffix != ".py":
        text = re.sub(r"//.*|/\*.*?\*/|<!--.*?-->", "", text, flags=re.DOTALL if path.suffix == ".html" else 0)
        text = re.sub(r'"([^"\n]*)"', lambda string: "" if " " in string[1] else f" {string[1]} ", text)
        return set(re.findall(r"[\w-]+", text))
    found = set()
    for node in ast.walk(ast.parse(text)):
        for _, value in ast.iter_fields(node):
            found |= {word for word in (value if isinstance(value, list) else [value]) if isinstance(word, str)}
    return {piece for word in found if " " not in word for piece in word.split(".")}


def names_a_game(word: str) -> bool:
    """`go` is English too: it counts as a whole word, or as the first of a class."""
    return (
        word.lower() in NAMES
        or any(name in word.lower() for name in NAMES if name != "go")
        or bool(re.match("Go[A-Z]", word))
    )


def shared_files() -> list[str]:
    files = [
        path
        for suffix in ("py", "js", "html", "css")
        for path in PACKAGE.rglob(f"*.{suffix}")
        if PACKAGE / "games" not in path.parents
    ]
    files += [
        path
        for path in (*(REPOSITORY / "core").glob("*.hpp"), *(REPOSITORY / "core" / "bindings").iterdir())
        if path.stem.partition("_")[0] not in NAMES
    ]
    return sorted(str(path.relative_to(REPOSITORY)) for path in files)


@pytest.mark.parametrize("name", shared_files())
def test_what_games_share_does_not_know_them_by_name(name: str) -> None:
    named = sorted(filter(names_a_game, words_of(REPOSITORY / name)))
    if name in NAMING:
        assert named, f"{name} names no game any more: take it off the list"
    else:
        assert not named, "ask the game instead"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_has_words_for_every_game(language: str) -> None:
    words = (PACKAGE / "web" / "static" / "js" / f"words-{language}.js").read_text()
    for name in NAMES:
        assert f'"game-{name}":' in words
        assert f'"how-{name}":' in words


def test_a_game_that_lacks_an_answer_fails_at_once() -> None:
    class Chess(HasProofs):
        name = "chess"
        title = "Chess"

    with pytest.raises(TypeError, match=r"abstract class Chess .*\bfirst_game\b.*\bperft\b.*\bprover\b"):
        Chess()  # type: ignore[abstract]
    Chess.__abstractmethods__ = frozenset()
    with pytest.raises(AttributeError, match=r"^'Chess' object has no attribute 'contest'$"):
        Chess()  # type: ignore[abstract]


@pytest.mark.parametrize(
    ("words", "board", "answer"),
    [
        (["simulate", "nogo"], b"3\nXOO\nXO.\nX..\n", b"2 3\n-1 -1\n"),
        (["simulate", "nogo", "2"], b"", b"1 1\n1 2\n2 1\n-1 -1\n"),
        (["flips", "go"], b"1\n2\noo\noo\n", b"485539347\n"),
        (["check", "gomoku"], (b"." * 19 + b"\n") * 19, b"YES\n"),
        (["count", "othello"], b"3\n-1 0 1\n0 1 0\n1 0 -1\n", b"2 0 0\n"),
    ],
)
def test_a_seed_job_loads_nothing_heavy(words: list[str], board: bytes, answer: bytes) -> None:
    script = (
        f"import sys; from tengen.cli import main; status = main({words});"
        "sys.stderr.write(' '.join(sys.modules)); sys.exit(status)"
    )
    result = subprocess.run([sys.executable, "-I", "-c", script], input=board, capture_output=True, check=True)
    assert result.stdout == answer
    plain = subprocess.run(
        [sys.executable, "-I", "-c", "import sys; print(*sys.modules)"], capture_output=True, check=True
    )
    loaded = set(result.stderr.decode().split()) - set(plain.stdout.decode().split())
    assert {name for name in loaded if not name.startswith("tengen")} <= {"atexit", "__future__"}


def test_what_is_missing_is_skipped_by_name_and_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"^gnugo is not here \(Debian: gnugo\)$"):
        missing("gnugo", "Debian: gnugo")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"^CI must have gnugo \(Debian: gnugo\)$"):
        missing("gnugo", "Debian: gnugo")
    for path in sorted((REPOSITORY / "tests").rglob("*.py")):
        assert path.name == "conftest.py" or "pytest.skip" + "(" not in path.read_text(), f"{path} skips by itself"


def test_public_names_are_there_and_typed() -> None:
    for name in tg.__all__:
        assert getattr(tg, name) is not None
    assert set(tg.__all__) <= set(dir(tg))
    with pytest.raises(AttributeError, match="module 'tengen' has no attribute 'chess'"):
        tg.chess  # noqa: B018
    assert (PACKAGE / "py.typed").exists()


def test_the_native_stubs_are_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    subprocess.run(
        [
            sys.executable,
            "-m",
            "nanobind.stubgen",
            "-q",
            "-m",
            "tengen._core",
            "-p",
            str(REPOSITORY / "core/bindings/stubs.nb"),
            "-o",
            str(fresh),
        ],
        check=True,
    )
    assert fresh.read_text() == (PACKAGE / "_core.pyi").read_text(), "run `make stubs`"


def test_the_version_is_said_once_and_the_same() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    assert project["version"] == tg.__version__
    assert f"## {tg.__version__}" in (REPOSITORY / "CHANGELOG.md").read_text()


def test_the_installed_package_is_this_one() -> None:
    installed = Path(tg.__file__).parent
    for path in sorted(PACKAGE.rglob("*.py")):
        assert (installed / path.relative_to(PACKAGE)).read_text() == path.read_text()
