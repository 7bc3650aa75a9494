"""The documentation as a site: every page is in it, every public name is in its reference, and it can be made."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import tengen as tg
from conftest import REPOSITORY, require
from tengen.games import NAMES

DOCS = REPOSITORY / "docs"
GROUPS = (tg.envs, tg.match, tg.players, tg.render)


def test_every_page_is_in_the_navigation_once() -> None:
    navigation = (REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1].split("\n\n")[0]
    listed = re.findall(r": (\S+\.md)$", navigation, re.MULTILINE)
    assert len(listed) == len(set(listed))
    assert {page.relative_to(DOCS).as_posix() for page in DOCS.glob("**/*.md")} <= set(listed)


def public_names() -> list[str]:
    modules = {*NAMES, *(group.__name__.removeprefix("tengen.") for group in GROUPS)}
    return [
        *(f"tengen.{name}" for name in tg.__all__ if name not in modules),
        *(f"{group.__name__}.{name}" for group in GROUPS for name in group.__all__),
        *(f"tengen.{game}.{name}" for game in NAMES for name in ("start", "parse", "from_array", "Position")),
    ]


def test_every_public_name_is_in_the_reference_once() -> None:
    shown = []
    for page in DOCS.glob("api/*.md"):
        for name, heading in re.findall(
            r"^::: (\S+)(?:\n    options:\n      heading: (\S+))?", page.read_text(encoding="utf-8"), re.MULTILINE
        ):
            shown.append(heading or name)
    assert len(shown) == len(set(shown))
    assert set(public_names()) <= set(shown)


def test_every_name_but_the_errors_is_in_the_overview() -> None:
    overview = (DOCS / "api" / "overview.md").read_text(encoding="utf-8")
    names = {
        name
        for name in tg.__all__
        if not (isinstance(value := getattr(tg, name), type) and issubclass(value, BaseException))
    }
    assert {name for name in names if f"`tg.{name}`" not in overview} == set()


class Loaded(HTMLParser):
    """What a browser fetches to show a page."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        fetched = {"link": "href", "script": "src", "img": "src", "iframe": "src"}.get(tag)
        self.addresses += [value for name, value in attributes if name == fetched and value]


def test_the_site_is_made_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    for module in ("mkdocs", "material", "mkdocstrings", "nbconvert"):
        require(module, module, "pip install --group docs")
    made = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert made.returncode == 0, made.stderr
    for page in tmp_path.glob("**/*.html"):
        for address in Loaded(page).addresses:
            assert not re.match(r"(https?:)?//", address), (page.name, address)
            if page.name != "404.html":  # whose addresses are the site's
                assert (page.parent / address.split("?")[0].split("#")[0]).exists(), (page.name, address)
    reference = "".join(page.read_text(encoding="utf-8") for page in tmp_path.glob("api/*.html"))
    assert "In Go that is three plies a point" in reference  # a docstring
    assert "Rows or columns of a board" in reference  # a comment beside an attribute
    assert (tmp_path / "tengen.ipynb").read_bytes() == (REPOSITORY / "examples" / "tengen.ipynb").read_bytes()
    assert list(tmp_path.glob("notebook/*.svg"))
