"""Charts in files, with matplotlib (the extra `plots`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tengen.errors import UsageError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("png", "svg", "pdf")


def check_plot(path: Path) -> None:
    """Refuses, before any work is done, what could not be drawn after it."""
    if path.suffix[1:].lower() not in FORMATS:
        raise UsageError(f"cannot draw {str(path)!r}; expected a name that ends with .{', .'.join(FORMATS)}")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise UsageError("drawing needs matplotlib; install it with: pip install 'tengen[plots]'") from None


def save_figure(figure: Figure, path: Path) -> None:
    try:
        figure.savefig(path, dpi=120)
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error.strerror}") from None
