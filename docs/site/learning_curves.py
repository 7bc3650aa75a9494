"""Draws docs/images/learning-curves.svg from what the programs of docs/train-an-agent.md print.

python examples/train_torch.py > torch.txt    # and so on
python docs/site/learning_curves.py torch.txt sb3.txt numpy.txt
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "tengen", "font.size": 10})
from matplotlib import pyplot  # noqa: E402

PICTURE = Path(__file__).parents[1] / "images" / "learning-curves.svg"
NAMES = {"torch": "PyTorch, PPO", "sb3": "MaskablePPO", "numpy": "numpy, REINFORCE"}
COLORS = {"torch": "#1f6f8b", "sb3": "#c0562f", "numpy": "#5c7f2b"}


def main(paths: list[str]) -> None:
    figure, axes = pyplot.subplots(figsize=(7, 3.6), layout="constrained")
    for path in map(Path, paths):
        reports = re.findall(r"([\d.]+)% won, \d+ s, processor ([\d.]+) s", path.read_text(encoding="utf-8"))
        shares, seconds = [float(share) for share, _ in reports], [float(busy) for _, busy in reports]
        axes.plot(seconds, shares, label=NAMES[path.stem], color=COLORS[path.stem], linewidth=1.6)
    axes.axhline(95, color="#808080", linewidth=0.8, linestyle="--")
    axes.set(xlabel="seconds of one processor", ylabel="% won against random", xlim=0, ylim=(45, 100.5))
    axes.legend(loc="lower right", frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(PICTURE, metadata={"Date": None, "Title": "Share won against random while learning"})


main(sys.argv[1:])
