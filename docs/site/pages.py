"""Pages of the site that are not in docs/: the README and its like, and the notebook. Links stay as GitHub has them."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

import nbformat
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from nbconvert import MarkdownExporter

REPOSITORY = Path(__file__).parents[2]
NOTEBOOK = "examples/tengen.ipynb"
OUTSIDE = {  # their places in the site
    "README.md": "index.md",
    "README.zh-CN.md": "zh-CN.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    NOTEBOOK: "notebook.md",
}
SOURCES = {place: source for source, place in OUTSIDE.items()}
LINK = re.compile(r'(\]\(|(?:src|href)=")([^)"#:\s]+)')


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    for source, place in OUTSIDE.items():
        if source != NOTEBOOK:
            files.append(File.generated(config, place, content=(REPOSITORY / source).read_text(encoding="utf-8")))
    for place, content in _notebook().items():
        files.append(File.generated(config, place, content=content))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    here = page.file.src_uri
    source = SOURCES.get(here, f"docs/{here}")

    def moved(found: re.Match[str]) -> str:
        opening, link = found.groups()
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
        place = OUTSIDE.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else None)
        return opening + (posixpath.relpath(place, posixpath.dirname(here)) if place else link)

    if source != NOTEBOOK:
        markdown = LINK.sub(moved, markdown)
    return markdown.replace("```python\n>>> ", "```pycon\n>>> ")


def _notebook() -> dict[str, str | bytes]:
    """The page, the pictures that its cells drew, and the notebook itself to take away."""
    notebook = nbformat.read(REPOSITORY / NOTEBOOK, as_version=4)
    text, resources = MarkdownExporter().from_notebook_node(
        notebook, {"output_files_dir": "notebook", "unique_key": "notebook"}
    )
    name = posixpath.basename(NOTEBOOK)
    title, _, rest = text.partition("\n")
    page = f"{title}\n\n[Download this notebook]({name})\n{rest}".replace("![svg](", "![What the cell drew](")
    return {OUTSIDE[NOTEBOOK]: page, name: (REPOSITORY / NOTEBOOK).read_bytes(), **resources["outputs"]}
