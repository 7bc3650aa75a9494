"""The words are true: every example in the README and in docs/ that has a prompt is run."""

from __future__ import annotations

import doctest
import shlex
from pathlib import Path

import pytest

from conftest import REPOSITORY, Tengen

PAGES = sorted([*REPOSITORY.glob("README*.md"), *REPOSITORY.glob("docs/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in page.read_text(encoding="utf-8").split("](")[1:]:
        path = target.split(")")[0].split("#")[0]
        if path and "://" not in path:
            assert (page.parent / path).exists(), path


def test_the_readme_runs_what_it_shows(tengen: Tengen) -> None:
    """Each `$ tengen ...` of the README that is followed by an answer gives that answer."""
    blocks = (REPOSITORY / "README.md").read_text(encoding="utf-8").split("```console\n")[1:]
    shown = 0
    for block in blocks:
        for part in ("\n" + block.split("```")[0]).split("\n$ ")[1:]:
            command, _, answer = part.partition("\n")
            if command.startswith("tengen ") and answer.strip() and not any(mark in command for mark in "|<>"):
                result = tengen(*shlex.split(command)[1:], cwd=REPOSITORY)
                assert result.stdout.decode().strip() == answer.strip(), command
                shown += 1
    assert shown >= 3


def test_the_two_readmes_show_the_same_commands() -> None:
    english, chinese = ((REPOSITORY / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh-CN.md"))
    for command in ("make demo", "make test", "tengen simulate nogo", "tengen judge nogo"):
        assert command in english
        assert command in chinese
