"""Views one after the other: a game that plays itself, as one SVG that needs no script."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tengen.errors import UsageError
from tengen.render.view import View

MOST_FRAMES = 2000
MOST_SPEED = 50.0  # frames a second: what browsers and GIFs can do
_HOLD = 2.0  # seconds that the last view stays before the first comes again


@dataclass(frozen=True, slots=True, repr=False)
class Animation:
    """Views of one board, one after the other, again and again."""

    views: tuple[View, ...]
    frames_per_second: float = 2.0

    def __post_init__(self) -> None:
        if not 1 <= len(self.views) <= MOST_FRAMES:
            raise UsageError(f"an animation of {len(self.views)} frames; expected 1 to {MOST_FRAMES}")
        if not 0.1 <= self.frames_per_second <= MOST_SPEED:
            raise UsageError(f"{self.frames_per_second:g} frames a second; expected 0.1 to {MOST_SPEED:g}")
        if len({(view.height, view.width, view.style, view.coordinates) for view in self.views}) > 1:
            raise UsageError("the views of an animation are of different boards")

    @property
    def hold(self) -> int:
        """For how many frames' time the last view stays."""
        return max(1, round(_HOLD * self.frames_per_second))

    def to_svg(self, *, theme: str = "light", pixels: int | None = None) -> str:
        """One SVG that moves where it is looked at, in a page or as an image; elsewhere it shows the last view."""
        from tengen.render.svg import Layout, document, pieces

        layout = Layout(self.views[0], tuple(dict.fromkeys(view.caption for view in self.views)))
        frames: dict[tuple[int, str], list[int]] = {}
        for number, view in enumerate(self.views):
            for piece in pieces(view, layout, theme):
                frames.setdefault(piece, []).append(number)
        body = "".join(
            self._timed(piece, frames[layer, piece]) for layer, piece in sorted(frames, key=lambda each: each[0])
        )
        return document(self.views[-1], layout, theme, pixels, body)

    def save(self, path: str | Path, *, theme: str = "light", pixels: int | None = None) -> None:
        """Writes the animation to a file that ends with .svg or .gif."""
        from tengen.render.files import save

        save(self, Path(path), theme, pixels)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __repr__(self) -> str:
        return f"<Animation of {len(self.views)} views>"

    def _timed(self, piece: str, frames: list[int]) -> str:
        """A piece that is seen in these frames."""
        count = len(self.views)
        if len(frames) == count:
            return piece
        total = count - 1 + self.hold
        seen = set(frames)
        changes = [k for k in range(count) if k == 0 or (k in seen) != (k - 1 in seen)]
        values = ";".join("1" if k in seen else "0" for k in changes)
        times = ";".join(f"{k / total:.5f}".rstrip("0").rstrip(".") for k in changes)
        hidden = "" if count - 1 in seen else ' opacity="0"'
        return (
            f'<g{hidden}><animate attributeName="opacity" values="{values}" keyTimes="{times}" calcMode="discrete" '
            f'dur="{total / self.frames_per_second:g}s" repeatCount="indefinite"/>{piece}</g>'
        )
