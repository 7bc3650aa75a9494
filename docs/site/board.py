"""The board as a static page: `make site`. The page of `tengen serve`, with an engine in the browser for the server.

    python docs/site/board.py build/wasm build/site

The first folder is what `make wasm` makes: tengen.js with its modules, the .wasm files, the nets. All addresses in the
page are relative: it works at any place. Its modules are joined (bundle.py), and lie there one by one too.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from bundle import bundled
from resvg_py import svg_to_bytes

from tengen.formats import safetensors
from tengen.formats.bare import BareContest
from tengen.formats.contest import SquareContest
from tengen.formats.numbers import NumbersContest
from tengen.games import NAMES, by_name
from tengen.games.game import Game, HasDeadStones, HasMargin
from tengen.grid import BLACK, BLACK_CELL, EMPTY_CELL, Board
from tengen.web.api import about
from tengen.web.settings import Settings

STATIC = Path(__file__).parents[2] / "src/tengen/web/static"
ENGINE = "static/engine"  # in the site
ICONS = (192, 512)
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' "
    "data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
STYLES = re.compile(r'(?: *<link rel="stylesheet" href="[^"]+">\n)+')
# Each is made of many files, and lies where what it loads is as near as it is to them.
STYLE, SCRIPT, WORKER = JOINED = ("static/css/all.css", "static/js/local/page.js", "static/js/local/worker.js")
FETCHED = ("tengen-simd.wasm.packed", "facts.json")  # by the page, for its workers
LATER = (".safetensors.packed", "tengen.wasm.packed")  # what a first visit does without
MOST_NET = 400_000  # bytes, packed
_TYPES = {"F16": np.float16, "F32": np.float32}


def make(engine: Path, site: Path) -> None:
    """Puts the page and all it needs into the folder of the site."""
    shutil.rmtree(site / "static", ignore_errors=True)
    shutil.copytree(STATIC, site / "static", ignore=shutil.ignore_patterns("index.html", "offline.js"))
    shutil.copy(STATIC / "js/local/offline.js", site)
    folder = site / ENGINE
    folder.mkdir()
    for module in engine.glob("*.js"):
        shutil.copy(module, folder)
    for file in engine.glob("*.wasm"):
        (folder / f"{file.name}.packed").write_bytes(_packed(file.read_bytes()))
    for file in engine.glob("nets/*.safetensors"):
        (folder / f"{file.name}.packed").write_bytes(packed_net(file.read_bytes()))
    modules = site / "static/js"
    (site / SCRIPT).write_text(bundled(modules / "local/begin.js", modules / "main.js"), "utf-8")
    (site / WORKER).write_text(bundled(site / WORKER), "utf-8")
    (site / STYLE).write_text("\n".join((site / name).read_text("utf-8") for name in styles()), "utf-8")
    (folder / "facts.json").write_text(json.dumps(facts(engine), ensure_ascii=False, separators=(",", ":")), "utf-8")
    for pixels in ICONS:
        icon = svg_to_bytes(svg_path=str(STATIC / "icon.svg"), width=pixels, height=pixels)
        (site / f"static/icon-{pixels}.png").write_bytes(icon)
    (site / "tengen.webmanifest").write_text(json.dumps(manifest(), indent=2), "utf-8")
    (site / "index.html").write_text(page(), "utf-8")
    (site / "offline-files.js").write_text(offline_files(site), "utf-8")


def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def packed_net(data: bytes) -> bytes:
    """A file of weights, which are rounded as finely as the page's bound for a net allows."""
    return next(packed for levels in range(127, 0, -16) if len(packed := _packed(rounded(data, levels))) <= MOST_NET)


def rounded(data: bytes, levels: int) -> bytes:
    """The same weights, as whole numbers of steps: at most `levels` up or down. Each row, the weights of an output or
    of patterns at a stage of the game, has steps of its own length, `apart`. js/nets.js reads this."""
    tensors, metadata = safetensors.parse(data)
    found = {}
    for name, tensor in tensors.items():
        if len(tensor.shape) == 1:
            found[name] = tensor
            continue
        numbers = np.frombuffer(tensor.data, _TYPES[tensor.dtype]).astype(np.float32)
        rows = numbers.reshape(tensor.shape[0], -1)
        apart = np.maximum(abs(rows).max(1, keepdims=True) / levels, np.finfo(np.float32).tiny)
        found[name] = safetensors.Tensor("I8", tensor.shape, np.rint(rows / apart).astype(np.int8).tobytes())
        found[f"{name}.apart"] = safetensors.Tensor("F32", tensor.shape[:1], apart.astype(np.float32).tobytes())
    return safetensors.write(found, metadata)


def facts(engine: Path) -> dict[str, Any]:
    """What a server knows and the engine in the browser does not: from the same source, so that it exists once."""
    settings = Settings()
    return {
        "about": {**about(settings), "friends": False},
        "settings": {"verb_seconds": settings.most_verb_seconds},
        "games": {name: _game(by_name(name), engine / "nets") for name in NAMES},
    }


def _game(game: Game, nets: Path) -> dict[str, Any]:
    contest = game.contest
    if isinstance(contest, NumbersContest):
        kind, words = "numbers", [word.decode() for word in contest.words]
    else:
        assert isinstance(contest, SquareContest | BareContest)
        kind, words = "bare" if isinstance(contest, BareContest) else "square", list(contest.glyphs.decode())
    first, net = game.contest_to_play, f"{game.name}.safetensors"
    return {
        "coordinates": game.coordinates.name,
        "contest": {"kind": kind, "words": words, "to_play": first and ("black" if first is BLACK else "white")},
        "net": net if (nets / net).exists() else None,
        "starts_empty": game.starts_empty,
        "every_ply_adds_a_stone": game.every_ply_adds_a_stone,
        "has_margin": isinstance(game, HasMargin),
        "has_dead_stones": isinstance(game, HasDeadStones),
        "moves_left": _moves_left(game),
    }


def _moves_left(game: Game) -> dict[str, float | None]:
    """How many moves a clock is shared out over: a share of the empty points, but some, and within bounds."""

    def of(side: int, cell: int) -> float:
        return game.moves_left(game.position(Board(side, side, bytes([cell]) * side * side), BLACK))

    small, large, most = of(5, EMPTY_CELL), of(6, EMPTY_CELL), of(16, EMPTY_CELL)
    share = (6 * 6 - 5 * 5) / (large - small)
    spare = 5 * 5 - share * small
    is_bounded = most < 0.99 * (16 * 16 - spare) / share
    return {"least": of(5, BLACK_CELL), "most": most if is_bounded else None, "spare": spare, "share": share}


def manifest() -> dict[str, Any]:
    """What a phone needs to keep the page among its programs."""
    sizes: list[tuple[str, str, str]] = [(f"static/icon-{n}.png", f"{n}x{n}", "image/png") for n in ICONS]
    icons = [*sizes, ("static/icon.svg", "any", "image/svg+xml")]
    return {
        "name": "Tengen",
        "short_name": "Tengen",
        "description": "NoGo, Go, Gomoku and Othello: play, analyse, ask.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#faf8f3",
        "theme_color": "#faf8f3",
        "icons": [{"src": source, "sizes": size, "type": kind} for source, size, kind in icons],
    }


def styles() -> list[str]:
    """The page's style sheets, in their order."""
    return re.findall(r'<link rel="stylesheet" href="([^"]+)">', (STATIC / "index.html").read_text("utf-8"))


def page() -> str:
    """The page of `tengen serve`, told that its engine is in the browser, and what to load at once."""
    html = (STATIC / "index.html").read_text("utf-8").replace('class="foot" hidden>', 'class="foot">')
    html = STYLES.sub(f'  <link rel="stylesheet" href="{STYLE}">\n', html).replace("static/js/main.js", SCRIPT)
    lines = [
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="tengen-engine" content="local">',
        *(f'<link rel="preload" as="fetch" crossorigin href="{ENGINE}/{name}">' for name in FETCHED),
        '<link rel="manifest" href="tengen.webmanifest">',
        '<link rel="apple-touch-icon" href="static/icon-192.png">',
    ]
    head = "\n  ".join(lines)
    return re.sub(r'(<meta charset="utf-8">)', lambda found: f"{found[1]}\n  {head}", html, count=1)


def offline_files(site: Path) -> str:
    """The files that the page needs without a network, and a version: another, if one byte of them is."""
    files = sorted(
        path.relative_to(site).as_posix()
        for path in [*(site / "static").rglob("*"), site / "index.html", site / "tengen.webmanifest"]
        if path.is_file() and (path.suffix not in (".js", ".css") or path.relative_to(site).as_posix() in JOINED)
    )
    digest = sha256()
    for name in files:
        digest.update(name.encode() + b"\0" + (site / name).read_bytes())
    first = [name for name in files if not name.endswith(LATER)]
    later = [name for name in files if name not in first]
    listed = {"version": digest.hexdigest()[:16], "first": ["./", *first], "later": later}
    return f"self.tengen = {json.dumps(listed)};\n"


if __name__ == "__main__":
    make(Path(sys.argv[1]), Path(sys.argv[2]))
