"""Pictures as files: SVG by itself, PNG, PDF and GIF with the libraries of the extra `pictures`."""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import suppress
from html import unescape
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

from tengen.errors import UsageError, listed
from tengen.render.animation import Animation
from tengen.render.svg import Layout, draw
from tengen.render.themes import theme_of
from tengen.render.view import View

_MOST_GIF = 1 << 28  # pixels in all its frames
_USUAL_WIDTH = 480  # pixels of a GIF or an array
_NEEDED = {
    "svg": {},
    "png": {"resvg_py": "resvg-py"},
    "pdf": {"svglib": "svglib"},
    "gif": {"resvg_py": "resvg-py", "PIL": "pillow"},
}
FORMATS = tuple(_NEEDED)

Picture = View | Animation


def format_of(path: Path) -> str:
    """What the file's name ends with, if that can be written here. Asked before any work is done."""
    suffix = path.suffix[1:].lower()
    if suffix not in FORMATS:
        raise UsageError(
            f"cannot draw {str(path)!r}; expected a name that ends with {listed(f'.{name}' for name in FORMATS)}"
        )
    _require(f"{suffix.upper()} pictures need", _NEEDED[suffix])
    return suffix


def require_pixels() -> None:
    """Refuses, before any work is done, what `to_pixels` could not do."""
    _require("pictures in arrays need", _NEEDED["gif"])


def _require(need: str, packages: dict[str, str]) -> None:
    for module, package in packages.items():
        if find_spec(module) is None:
            raise UsageError(f"{need} {package}; install it with: pip install 'tengen[pictures]'")


def save(picture: Picture, path: Path, theme: str, pixels: int | None) -> None:
    """Writes the picture in the format that the file's name asks for; the file is there whole or not at all."""
    suffix = format_of(path)
    if suffix in ("png", "pdf") and isinstance(picture, Animation):
        raise UsageError(f"a {suffix.upper()} does not move; write a game that does to .svg or .gif")
    if suffix == "svg":
        data = picture.to_svg(theme=theme, pixels=pixels).encode()
    elif suffix == "gif":
        data = _gif(picture if isinstance(picture, Animation) else Animation((picture,)), theme, pixels)
    else:
        assert isinstance(picture, View)
        text = picture.to_svg(theme=theme, pixels=pixels)
        data = to_png(text) if suffix == "png" else to_pdf(text)
    write_whole(path, data)


def require_writable(path: Path) -> None:
    """Refuses, before any work is done, a file that `write_whole` could not write."""
    try:
        if not path.exists() or path.is_file():
            tempfile.TemporaryFile(dir=os.path.dirname(os.path.realpath(path))).close()
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error.strerror}") from None


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file in one step: a reader finds the old file or all of the new one."""
    target = Path(os.path.realpath(path))
    temporary = None
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a pipe or a device, which must stay what it is
            return
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)  # as any new file has it; a temporary one is its owner's alone
        os.replace(temporary, target)
    except BaseException as error:
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)
        if isinstance(error, OSError):
            raise UsageError(f"cannot write {str(path)!r}: {error.strerror}") from None
        raise


def to_png(svg: str) -> bytes:
    """The picture as PNG, in the size that it asks for."""
    import resvg_py

    own = own_font()
    data: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=own is not None and _is_in(svg, "latin-1"),
        font_files=[own] if own else [],
        sans_serif_family="Bitstream Vera Sans",
    )
    return data


def own_font() -> str | None:
    """One font for all machines; others are looked for only where it has not got the letters, or is not there."""
    home = find_spec("reportlab")  # which svglib brings along
    return str(Path(home.origin).parent / "fonts" / "Vera.ttf") if home and home.origin else None


def _is_in(text: str, charset: str) -> bool:
    try:
        text.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def to_pdf(svg: str) -> bytes:
    """The picture as a PDF of one page, all of it lines and letters."""
    from reportlab.graphics import renderPDF
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfgen.canvas import Canvas
    from svglib.fonts import register_font
    from svglib.svglib import svg2rlg

    def lettered(match: re.Match[str]) -> str:
        """Helvetica, which every reader of PDF has, has no letters but Latin ones."""
        return match[0] if _is_in(match[2], "cp1252") else f'<text font-family="{_ASIAN}"{match[1]}>{match[2]}</text>'

    registerFont(UnicodeCIDFont(_ASIAN))
    register_font(_ASIAN, rlgFontName=_ASIAN)
    drawing: Any = svg2rlg(BytesIO(re.sub("<text([^>]*)>([^<]*)</text>", lettered, svg).encode()))
    out = BytesIO()
    canvas = Canvas(out, pagesize=(drawing.width, drawing.height), invariant=1)
    title, description = (unescape(svg.partition(f"<{name}>")[2].partition("<")[0]) for name in ("title", "desc"))
    canvas.setTitle(title)
    canvas.setSubject(description)
    canvas.setAuthor("")
    canvas.setCreator("Tengen")
    renderPDF.draw(drawing, canvas, 0, 0)
    canvas.save()
    return out.getvalue()


_ASIAN = "STSong-Light"  # one of those that readers of PDF bring along


def to_pixels(view: View, theme: str = "light", width: int = _USUAL_WIDTH, captions: tuple[str, ...] = ()) -> Any:
    """The picture as an image of pillow's, red, green and blue: the round corners are filled."""
    from PIL import Image

    image = Image.open(BytesIO(to_png(draw(view, theme, width, captions)))).convert("RGBA")
    flat = Image.new("RGBA", image.size, theme_of(theme, view.style).edge)
    flat.alpha_composite(image)
    return flat.convert("RGB")


def _gif(animation: Animation, theme: str, pixels: int | None) -> bytes:
    from PIL import Image

    views = animation.views
    captions = tuple(dict.fromkeys(view.caption for view in views))
    layout = Layout(views[0], captions)
    width, height = layout.pixels(min(layout.width, _USUAL_WIDTH) if pixels is None else pixels)
    if len(views) * width * height > _MOST_GIF:
        raise UsageError(
            f"a GIF of {len(views)} frames of {width}x{height} pixels; at most {_MOST_GIF} pixels in all are allowed"
        )

    def frame(view: View) -> Any:
        return to_pixels(view, theme, width, captions)

    # One palette for all, from the first frame and the last: colours of their own would make the board flicker.
    first, last = frame(views[0]), frame(views[-1])
    both = Image.new("RGB", (first.width, 2 * first.height))
    both.paste(first, (0, 0))
    both.paste(last, (0, first.height))
    palette = both.quantize(256, dither=Image.Dither.NONE)
    reduced = [frame(view).quantize(palette=palette, dither=Image.Dither.NONE) for view in views]
    step = round(100 / animation.frames_per_second) * 10  # GIFs count hundredths of a second
    durations = [step] * (len(views) - 1) + [step * animation.hold]
    out = BytesIO()
    reduced[0].save(out, "GIF", save_all=True, append_images=reduced[1:], duration=durations, loop=0)
    return out.getvalue()
