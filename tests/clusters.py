"""A real Dask cluster on this machine."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from waiting import wait_until


class Cluster:
    """A scheduler and two workers, each a process of its own that runs in this folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", file.name)
        self.workers: list[subprocess.Popen[bytes]] = []
        wait_until(lambda: file.exists() and '"address"' in file.read_text())
        (self.address,) = re.findall(r'"address": "(tcp://[^"]+)"', file.read_text())

    def complete(self) -> None:
        """New workers for those that are gone."""
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        registered = self._registered() + 2 - len(self.workers)
        while len(self.workers) < 2:
            self.workers.append(self._start("worker", self.address, "--nworkers", "1", "--nthreads", "1", "--no-nanny"))
        wait_until(lambda: self._registered() == registered)

    def _registered(self) -> int:
        return (self.folder / "scheduler.log").read_bytes().count(b"Register worker")

    def _start(self, role: str, *words: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{role}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{role}", *words, "--no-dashboard"],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
