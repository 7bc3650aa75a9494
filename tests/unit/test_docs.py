"""The words are true: every example in the README and in docs/ that has a prompt is run."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from conftest import REPOSITORY, TENGEN, Tengen
from protocols.sessions import block_parts, run_shell

PATHS = ("set-a-problem.md", "from-your-bot-to-a-rating.md")  # pages whose steps follow one another
PAGES = sorted([*REPOSITORY.glob("README*.md"), *REPOSITORY.glob("docs/**/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r'(?:\]\(|(?:src|href)=")([^)"]*)', page.read_text(encoding="utf-8")):
        path = target.split("#")[0]
        if path and "://" not in path:
            assert (page.parent / path).exists(), path


def test_programs_are_shown_as_they_are() -> None:
    """Each block without prompts of the page on training is in one of the programs, which `make test-learn` runs."""
    programs = [path.read_text(encoding="utf-8") for path in sorted((REPOSITORY / "examples").glob("train_*.py"))]
    page = (REPOSITORY / "docs" / "train-an-agent.md").read_text(encoding="utf-8")
    blocks = [block.split("```")[0] for block in page.split("```python\n")[1:] if not block.startswith(">>> ")]
    assert len(blocks) == len(programs) == 3
    for block in blocks:
        assert any(block in program for program in programs), block


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


@pytest.mark.parametrize("page", ["README.md", "README.zh-CN.md", "docs/match.md"])
def test_matches_are_what_they_are_said_to_be(page: str, tmp_path: Path) -> None:
    """Each `$ tengen match ...` and `$ tengen report ...` that is followed by an answer gives it, in a fresh folder."""
    text = (REPOSITORY / page).read_text(encoding="utf-8").split("\n## A real tournament")[0]  # which takes an hour
    bots = [block.split("```")[0] for block in text.split("```python\n")[1:] if block.startswith("def choose")]
    if bots:
        (tmp_path / "bot.py").write_text(bots[0])
    shown = 0
    for block in text.split("```console\n")[1:]:
        for part in ("\n" + block.split("```")[0]).split("\n$ ")[1:]:
            command, _, answer = part.partition("\n")
            if command.startswith(("tengen match ", "tengen report ")):
                result = subprocess.run(
                    ["bash", "-c", command.replace("tengen", str(TENGEN), 1)],
                    cwd=tmp_path,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    check=False,
                    timeout=120,
                )
                assert _without_times(result.stdout.decode()) == _without_times(answer), command
                shown += 1
    assert shown


def _without_times(answer: str) -> list[str]:
    """Its lines, without the seconds a move at the end of some."""
    return [re.sub(r" +(s/move|[\d.e-]+)$", "", line) for line in answer.strip().splitlines()]


@pytest.mark.parametrize("page", PATHS)
def test_a_path_leads_where_it_says(page: str, tmp_path: Path) -> None:
    """In a fresh folder: a block with a title is a file, and each command gives the answer that follows it."""
    run = 0
    for _, title, content in _blocks(REPOSITORY / "docs" / page):
        if title:
            (tmp_path / title).write_text(content, encoding="utf-8")
        for command, answer in block_parts(content):
            said = run_shell(command, tmp_path)
            if command.startswith("tengen match "):
                assert _without_times(said) == _without_times(answer), command
            else:
                assert said == answer, command
            run += 1
    assert run >= 9


@pytest.mark.parametrize("page", PATHS)
def test_a_path_is_the_same_in_chinese(page: str) -> None:
    assert _blocks(REPOSITORY / "docs" / "zh" / page) == _blocks(REPOSITORY / "docs" / page)


def _blocks(page: Path) -> list[tuple[str, str, str]]:
    """Each block of a page: its language, its title if it has one, and what is in it."""
    text = page.read_text(encoding="utf-8")
    return re.findall(r'^```(\w+)(?: title="([^"\n]+)")?\n(.*?)^```$', text, re.MULTILINE | re.DOTALL)


def test_the_two_readmes_show_the_same_commands() -> None:
    english, chinese = ((REPOSITORY / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh-CN.md"))
    for command in ("make demo", "make test", "tengen simulate nogo", "tengen judge nogo", "tengen match nogo"):
        assert command in english
        assert command in chinese
