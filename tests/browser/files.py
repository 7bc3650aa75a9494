"""A plain file server, as anybody has one: `python -m http.server`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import TracebackType

_PORT = re.compile(rb"port (\d+)")


class FileServer:
    """Serves a folder, and it is not at the root: what is in it must find its way from anywhere."""

    def __init__(self, folder: Path) -> None:
        command = [
            sys.executable,
            "-u",
            "-m",
            "http.server",
            "0",
            "--bind",
            "127.0.0.1",
            "--directory",
            str(folder.parent),
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self._process.stdout is not None
        found = _PORT.search(self._process.stdout.readline())
        assert found is not None
        self.address = f"http://127.0.0.1:{int(found[1])}/{folder.name}"

    def stop(self) -> None:
        self._process.kill()
        self._process.communicate()

    def __enter__(self) -> FileServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
