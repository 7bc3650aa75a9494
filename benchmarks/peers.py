"""The programs to measure against, if they are here. None is part of this repository."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path


class Peers:
    """A folder of executables (the published solutions `nogo-2`, ...; the `yardstick`), and packages if installed.

    Large packages may be in a virtual environment of their own, named `packages`, in that folder.
    """

    def __init__(self, folder: str | None) -> None:
        self.folder = Path(folder) if folder else None
        self.missing: list[str] = []

    def program(self, name: str) -> Path | None:
        """The peer's executable; if it is absent, that is remembered and said."""
        path = self.folder / name if self.folder else None
        if path is not None and os.access(path, os.X_OK):
            return path
        where = self.folder or "no folder named: --peers or TENGEN_PEERS"
        self._miss(f"{name} ({where})")
        return None

    def package(self, name: str) -> bool:
        if importlib.util.find_spec(name) is None:
            self._miss(f"{name} (not installed)")
            return False
        return True

    def interpreter(self, package: str) -> Path | None:
        """A Python that has the package: this one, or that of the folder's environment."""
        look = f"import importlib.util as u, sys; sys.exit(u.find_spec({package!r}) is None)"
        pythons = [Path(sys.executable)] + ([self.folder / "packages/bin/python"] if self.folder else [])
        for python in pythons:
            if os.access(python, os.X_OK) and subprocess.run([python, "-c", look]).returncode == 0:
                return python
        self._miss(f"{package} (not installed)")
        return None

    def _miss(self, what: str) -> None:
        if what not in self.missing:
            self.missing.append(what)
            print(f"peer missing: {what}", file=sys.stderr)


def yardstick_games(program: Path, size: int, seconds: float) -> float:
    """Games per second of the plain C++ loop."""
    answer = subprocess.run([program, str(size), str(seconds)], capture_output=True, check=True, text=True).stdout
    return float(answer.split()[1])
