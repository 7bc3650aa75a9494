"""The npm package: packed, installed into an empty folder, and used from there. `make test-wasm` runs this."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import tengen as tg
from conftest import REPOSITORY, missing

PACKAGE = REPOSITORY / "build" / "wasm"
MOST_COMPRESSED = 500_000  # bytes, with gzip -9

USED = """
import { readFileSync } from "node:fs";
import { load, hasSimd, TengenError, IllegalMove } from "tengen";

const tengen = await load();
const position = tengen.start("nogo", 5).play(12);
const net = tengen.net(readFileSync("node_modules/tengen/nets/nogo.safetensors"));
const search = tengen.search(position, { seed: 7, net });
search.run({ visits: 20 });
let why;
try {
  position.play(12);
} catch (error) {
  why = error instanceof IllegalMove && error instanceof TengenError && error.refusal.rule;
}
console.log(JSON.stringify({ simd: tengen.simd === hasSimd(), why, visits: search.visits,
  moves: tengen.simulate(position, { seed: 7 }).moves }));
"""


def run(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, set[str]]:
    """An empty folder with the package in it, and what the package has."""
    npm, folder = shutil.which("npm"), tmp_path_factory.mktemp("installed")
    if npm is None:
        missing("npm", "Debian: npm")
    [packed] = json.loads(run(npm, "pack", str(PACKAGE), "--json", cwd=folder))
    (folder / "package.json").write_text('{"type": "module"}')
    run(npm, "install", "--offline", "--no-audit", "--no-fund", packed["filename"], cwd=folder)
    return folder, {file["path"] for file in packed["files"]}


def test_it_is_installed_and_used(installed: tuple[Path, set[str]]) -> None:
    folder, names = installed
    assert {"tengen.js", "tengen.d.ts", "tengen.wasm", "tengen-simd.wasm", "LICENSE", "README.md"} <= names
    assert {f"nets/{game}.safetensors" for game in ("nogo", "go", "gomoku", "othello")} <= names
    (folder / "used.js").write_text(USED)
    found = json.loads(run("node", "used.js", cwd=folder))
    record = tg.simulate(tg.nogo.start(5).play("C3"), seed=7)
    assert found == {"simd": True, "why": "occupied", "visits": 20, "moves": list(record.moves.indices)}


def test_its_types_are_right(installed: tuple[Path, set[str]]) -> None:
    """A program with all of the public face passes the strictest compiler, and finds everything as its types say."""
    folder, _ = installed
    found = subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", "--no-save", "typescript@7", "@types/node@20"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    if found.returncode:
        missing("TypeScript", "npm install typescript, over the network")
    shutil.copy(Path(__file__).with_name("typed.ts"), folder)
    options = "--strict --target es2022 --module nodenext --types node --noUncheckedIndexedAccess --noUnusedLocals"
    run("node_modules/.bin/tsc", *options.split(), "typed.ts", cwd=folder)
    assert json.loads(run("node", "typed.js", cwd=folder)) == {"faults": [], "done": [True, True, True, 2, 10]}


def test_the_page_of_the_docs_shows_what_is_said(installed: tuple[Path, set[str]]) -> None:
    """Its blocks are one program; each line that prints says what."""
    folder, _ = installed
    page = (REPOSITORY / "docs" / "javascript.md").read_text().partition("## In a page")[0]
    program = re.findall(r"^    (.*)$", page, re.MULTILINE)
    expected = [line.rpartition("// ")[2] for line in program if line.startswith("console.log")]
    (folder / "page.js").write_text("\n".join(program))
    assert run("node", "page.js", cwd=folder).splitlines() == expected


@pytest.mark.parametrize("build", ["tengen.wasm", "tengen-simd.wasm"])
def test_the_engine_is_small(build: str) -> None:
    assert len(gzip.compress((PACKAGE / build).read_bytes(), 9)) <= MOST_COMPRESSED


def test_it_has_the_version_of_python_s() -> None:
    version = re.search(r'^version = "(.*)"$', (REPOSITORY / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    assert json.loads((PACKAGE / "package.json").read_text())["version"] == version[1]


def test_everything_that_is_offered_is_there() -> None:
    """The classes and functions of the types are those of the module."""
    types, module = (PACKAGE / "tengen.d.ts").read_text(), (PACKAGE / "tengen.js").read_text()
    named = set(re.findall(r"^export (?:class|function) (\w+)", types, re.MULTILINE))
    exported = set(re.findall(r"^export (?:async )?(?:class|function) (\w+)", module, re.MULTILINE))
    [again] = re.findall(r"^export \{ (.*) \};", module, re.MULTILINE)
    assert named == exported | set(again.split(", "))
