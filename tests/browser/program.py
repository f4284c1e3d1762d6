"""The app in another form than `python -m companion`: any command, in any surroundings, that serves it."""

from __future__ import annotations

import contextlib
import subprocess
import time
from typing import TYPE_CHECKING, Any

from driver import Server

if TYPE_CHECKING:
    from pathlib import Path


class Program(Server):
    """A command that serves the app at `url` once it runs; `more` is how it is run, as `subprocess` takes it."""

    def __init__(self, folder: Path, **more: Any) -> None:
        super().__init__(folder)
        self.more = more
        self.command: list[str] = []

    def start(self) -> None:
        """Start the program and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, **self.more
            )
        deadline = time.monotonic() + 60
        while not self.answers():
            with contextlib.suppress(subprocess.TimeoutExpired):
                # the pause between two questions is a wait for the process to die
                code = self.process.wait(0.05)
                raise AssertionError(f"the app ended with {code} instead of serving:\n{self.said()}")
            if time.monotonic() > deadline:
                self.kill()
                raise AssertionError(f"the app did not answer at {self.url}:\n{self.said()}")
