"""Ratings as bars, with matplotlib (the extra `plots`)."""

from __future__ import annotations

import math
from pathlib import Path

from tengen.match.standings import Standings
from tengen.render.chart import check_plot, save_figure


def plot(standings: Standings, path: Path, title: str) -> None:
    """Draws each player's rating with its 95 % interval, the strongest at the top."""
    check_plot(path)
    from matplotlib.figure import Figure

    rated = [standing.rating for standing in standings.players if math.isfinite(standing.rating.low)]
    figure = Figure(figsize=(8, 1.3 + 0.45 * len(rated)), layout="constrained")
    axes = figure.add_subplot()
    places = range(len(rated))
    lowest, highest = min(rating.low for rating in rated), max(rating.high for rating in rated)
    left = lowest - 0.05 * (highest - lowest)
    axes.barh(
        places,
        [rating.elo - left for rating in rated],
        left=left,
        color="#7a9e7e",
        height=0.6,
        xerr=[[rating.elo - rating.low for rating in rated], [rating.high - rating.elo for rating in rated]],
        error_kw={"capsize": 4, "ecolor": "#333333"},
    )
    axes.set_yticks(places, [rating.name for rating in rated])
    axes.invert_yaxis()
    axes.set_xlabel(f"Elo, where {standings.anchor or 'the average is 0'}; with the 95 % interval")
    axes.set_title(title)
    axes.grid(axis="x", alpha=0.3)
    axes.set_axisbelow(True)
    save_figure(figure, path)
