"""Whether the tests of a module notice that it was changed: a copy of the tree, and a run of pytest in a fork.

What takes long to import and is none of ours is imported once, before the forks. Nothing of ours is, so that every
run meets the module as it is in the copy. As a program of its own it tries the changes that its input lists.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("models", "companion", "tests/models", "tests/games", "tests/companion", "tests/sessions")
FILES = ("tests/conftest.py", "pyproject.toml")
FOREIGN = ("hypothesis.strategies", "hypothesis.stateful", "sqlmodel", "sqlite3")
OPTIONS = (
    *("-x", "-q", "--no-header", "--tb=short", "-p", "no:cacheprovider"),
    *("-W", "ignore:Module already imported"),  # that is what is done here
)
PATIENCE = 8
"""A run may take so many times the seconds that the sound module takes, before it is given up."""
LONGEST = 300
"""Seconds that the tests of the sound module may take."""
ROOM = 3 * 2**30
"""Bytes that a run may ask for; a mutant that goes on adding to a list ends there."""
PASSED = 0
"""What pytest ends with when all is well."""


@dataclass(frozen=True)
class Verdict:
    """How a run ended, which test failed first (none where the module can't even be imported), and processor time."""

    outcome: str
    by: str = ""
    seconds: float = 0.0

    @property
    def noticed(self) -> bool:
        """Whether anybody would have heard of it; a run without an end is noticed too."""
        return self.outcome != "survived"


@contextmanager
def copy_of_the_tree() -> Iterator[Path]:
    """Yield a copy of the tree in a folder that is deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix="companion-mutants-") as folder:
        copy = Path(folder)
        for part in PARTS:
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        for name in FILES:
            shutil.copy(ROOT / name, copy / name)
        yield copy


@dataclass(eq=False)  # pytest keeps plugins in sets
class Watch:
    """Puts those tests first that notice most in the least time, and remembers which one fails."""

    noticed: Counter[str]
    took: dict[str, float]
    by: str = ""
    now: dict[str, float] = field(default_factory=dict)

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """Let Hypothesis try as many examples as with `--long`, once tests/conftest.py has said how many that is.

        They are the same for every mutant, and no time is lost on making a failing one smaller.
        """
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        at_length = hypothesis.settings.get_profile("long")
        hypothesis.settings.register_profile("mutants", at_length, derandomize=True, database=None, phases=phases)
        hypothesis.settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort the tests."""
        items.sort(key=lambda item: self.took.get(item.nodeid, 0) / (1 + self.noticed[item.nodeid]))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember the first that fails, and what each took."""
        self.now[report.nodeid] = self.now.get(report.nodeid, 0) + report.duration
        if report.failed:
            self.by = self.by or report.nodeid


class Trial:
    """A copy of the tree, one module in it, and what pytest is given to notice when that changes.

    Raises:
        AssertionError: the tests fail on the module as it is, or there are none.

    """

    def __init__(self, copy: Path, module: str, tests: Sequence[str]) -> None:
        for name in FOREIGN:
            importlib.import_module(name)
        gc.freeze()  # pytest sweeps memory several times in each run; what was there before need not be looked at
        self.copy, self.tests = copy, tests
        self.module, self.said = copy / module, copy / "said-by-pytest"
        self.sound = self.module.read_text(encoding="utf-8")
        self.noticed: Counter[str] = Counter()
        self.took: dict[str, float] = {}
        self.limit, self.compiling = LONGEST, True
        plain = self._run()
        if plain.noticed:
            raise AssertionError(f"The tests of {module} fail as it is: {plain}\n{self.said.read_text()}")
        # later runs find the tests compiled; the module itself, changed twice a second, must never be
        for left in self.module.parent.glob(f"__pycache__/{self.module.stem}.*"):
            left.unlink()
        self.limit, self.compiling = 5 + round(PATIENCE * plain.seconds), False

    def verdict(self, source: str) -> Verdict:
        """Run the tests on the module as it would be with this source."""
        self.module.write_text(source, encoding="utf-8")
        try:
            verdict = self._run()
        finally:
            self.module.write_text(self.sound, encoding="utf-8")
        self.noticed[verdict.by] += 1
        return verdict

    def changed(self, was: str, now: str) -> Verdict:
        """Run the tests on the module with some words in it changed, which must be there once."""
        if self.sound.count(was) != 1:
            raise AssertionError(f"not once in {self.module.name}: {was}")
        return self.verdict(self.sound.replace(was, now))

    def _run(self) -> Verdict:
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            os.close(reader)
            self._in_the_fork(writer)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            output = pipe.read()
        _, status, used = os.wait4(child, 0)
        by, took = json.loads(output) if output else ("", {})
        if self.compiling:
            self.took = took
        return Verdict(self._outcome(status), by, used.ru_utime + used.ru_stime)

    @staticmethod
    def _outcome(status: int) -> str:
        if os.WIFSIGNALED(status):
            return "timed out" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGALRM) else "killed"
        return "survived" if os.WEXITSTATUS(status) == PASSED else "killed"

    def _in_the_fork(self, writer: int) -> None:
        """Be pytest, from here to the end of the process."""
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (self.limit, self.limit + 5))
            if sys.platform == "linux":  # elsewhere a process may be given more than this before it asks
                resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
            signal.alarm(10 * self.limit)  # for what waits without an end, and takes no processor time
            said = os.open(self.said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(said, 1)
            os.dup2(said, 2)
            os.chdir(self.copy)
            sys.path[:] = [str(self.copy), *(one for one in sys.path if one and Path(one).resolve() != ROOT)]
            sys.dont_write_bytecode = not self.compiling
            watch = Watch(self.noticed, self.took)
            status = int(pytest.main([*OPTIONS, *self.tests], plugins=[watch]))
            with os.fdopen(writer, "w") as pipe:
                json.dump([watch.by, watch.now], pipe)
        except BaseException:  # noqa: BLE001 - whatever it is, this process ends here
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)


def answer() -> None:
    """Try what the input asks for, as {module: [tests, changes]}; say how each ended, in the same order."""
    asked = json.load(sys.stdin)
    with copy_of_the_tree() as copy:
        verdicts = {
            module: [asdict(trial.changed(was, now)) for was, now in changes]
            for module, (tests, changes) in asked.items()
            for trial in [Trial(copy, module, tests)]
        }
    json.dump(verdicts, sys.stdout)


if __name__ == "__main__":
    answer()
