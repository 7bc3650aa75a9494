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


@pytest.mark.parametrize("path", sorted((PACKAGE / "verbs").glob("*.py")), ids=lambda path: path.name)
def test_verbs_do_not_know_the_games_by_name(path: Path) -> None:
    names = {node.id.lower() for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)}
    names |= {str(node.value).lower() for node in ast.walk(ast.parse(path.read_text()))
              if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value}
    for game in NAMES:
        assert game not in names


@pytest.mark.parametrize(("words", "board", "answer"), [
    (["simulate", "nogo"], b"3\nXOO\nXO.\nX..\n", b"2 3\n-1 -1\n"),
    (["simulate", "nogo", "2"], b"", b"1 1\n1 2\n2 1\n-1 -1\n"),
    (["flips", "go"], b"1\n2\noo\noo\n", b"485539347\n"),
    (["check", "gomoku"], (b"." * 19 + b"\n") * 19, b"YES\n"),
    (["count", "othello"], b"3\n-1 0 1\n0 1 0\n1 0 -1\n", b"2 0 0\n"),
])
def test_a_seed_job_loads_nothing_heavy(words: list[str], board: bytes, answer: bytes) -> None:
    script = (f"import sys; from tengen.cli import main; status = main({words});"
              "sys.stderr.write(' '.join(sys.modules)); sys.exit(status)")
    result = subprocess.run([sys.executable, "-I", "-c", script], input=board, capture_output=True, check=True)
    assert result.stdout == answer
    plain = subprocess.run([sys.executable, "-I", "-c", "import sys; print(*sys.modules)"], capture_output=True,
                           check=True)
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
    subprocess.run([sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "tengen._core",
                    "-p", str(REPOSITORY / "core/bindings/stubs.nb"), "-o", str(fresh)], check=True)
    assert fresh.read_text() == (PACKAGE / "_core.pyi").read_text(), "run `make stubs`"


def test_the_version_is_said_once_and_the_same() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    assert project["version"] == tg.__version__
    assert f"## {tg.__version__}" in (REPOSITORY / "CHANGELOG.md").read_text()


def test_the_installed_package_is_this_one() -> None:
    installed = Path(tg.__file__).parent
    for path in sorted(PACKAGE.rglob("*.py")):
        assert (installed / path.relative_to(PACKAGE)).read_text() == path.read_text()
