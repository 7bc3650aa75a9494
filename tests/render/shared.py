"""Pictures, read back: what stands where, told from the SVG alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from tengen.render.view import View

SVG = "{http://www.w3.org/2000/svg}"


def opened(path: Path) -> Any:
    """An image file, by Pillow."""
    from PIL import Image

    return Image.open(path)


def parsed(svg: str) -> ElementTree.Element:
    """The document, which a strict parser can read."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def places(root: ElementTree.Element, view: View) -> tuple[dict[float, int], dict[float, int]]:
    """Which x is which column and which y is which row, as the coordinates around the board say."""
    texts = [each for group in root.findall(f"{SVG}g") if group.get("font-size") == "13" for each in group]
    names = {view.name(col).rstrip("0123456789"): col for col in range(view.width)}
    numbers = {
        view.name(row * view.width).lstrip("ABCDEFGHJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"): row
        for row in range(view.height)
    }
    columns = {float(each.get("x", "")): names[each.text or ""] for each in texts if each.text in names}
    rows = {float(each.get("y", "")) - 4.5: numbers[each.text or ""] for each in texts if each.text in numbers}
    assert len(columns) == view.width
    assert len(rows) == view.height
    return columns, rows


def stone_places(root: ElementTree.Element) -> dict[tuple[float, float], str]:
    """The middle of every stone, and its colour."""
    found = {}
    for use in root.iter(f"{SVG}use"):
        if use.get("transform"):
            x, y = use.get("transform", "").partition("(")[2].partition(")")[0].split()
        else:
            x, y = use.get("x", ""), use.get("y", "")
        found[float(x), float(y)] = use.get("href", "")[-1]
    return found


def stones(svg: str, view: View) -> dict[int, str]:
    """The stones on the board by point."""
    root = parsed(svg)
    columns, rows = places(root, view)
    return {rows[y] * view.width + columns[x]: glyph for (x, y), glyph in stone_places(root).items()}


def texts_on_board(svg: str, view: View) -> dict[int, str]:
    """What is written on points."""
    root = parsed(svg)
    columns, rows = places(root, view)
    found = {}
    for text in root.findall(f"{SVG}text"):
        x, y, size = (float(text.get(name, "")) for name in ("x", "y", "font-size"))
        middle = min(rows, key=lambda row: abs(row - (y - 0.355 * size)))
        assert abs(middle - (y - 0.355 * size)) < 0.01
        found[rows[middle] * view.width + columns[x]] = text.text or ""
    return found
