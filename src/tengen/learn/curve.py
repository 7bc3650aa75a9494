"""How a training went, as a picture, with matplotlib (the extra `plots`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen.learn.trainer import Row


def draw(history: Sequence[Row], path: Path, title: str) -> None:
    """Losses and strength by minutes. Without matplotlib nothing is drawn: the table says the same."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return
    if not history:
        return
    minutes = [row.seconds / 60 for row in history]
    figure = Figure(figsize=(9, 3.2), layout="constrained")
    figure.suptitle(f"{title}: {history[-1].positions / 1e6:.1f} million positions, {history[-1].games:,} games")
    panels = (("policy loss (nats)", "policy_loss"), ("value loss", "value_loss"), ("Elo above random weights", "elo"))
    for place, (name, field) in enumerate(panels, 1):
        axes = figure.add_subplot(1, 3, place)
        axes.plot(minutes, [getattr(row, field) for row in history], color="#356859", linewidth=1.5)
        axes.set_title(name, fontsize=10)
        axes.set_xlabel("minutes")
        axes.locator_params(nbins=5)
        axes.grid(alpha=0.3)
    figure.savefig(path, dpi=120)
