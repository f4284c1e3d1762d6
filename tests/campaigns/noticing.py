"""Runs tests in forks of a pytest that has collected them, with a mutant switched on or with none."""

from __future__ import annotations

import builtins
import hashlib
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import hypothesis
import pytest

from tests.campaigns.altering import SWITCH
from tests.paths import ROOT

OPTIONS = (
    *("-q", "-s", "--no-header", "-p", "no:cacheprovider"),
    *("-W", "ignore:Module already imported"),  # Hypothesis is, for its profile
    # these start the program as a process of its own, and don't come to a switch
    *("--ignore=tests/browser", "--ignore=tests/bench", "--ignore=tests/units/packaging"),
)
TEXTS = ("evenings", "looks", "cases", "units/kept")
"""What compares approved texts, cases or whole evenings."""
ROOM = 4 * 2**30
"""Bytes that a fork may ask for."""
LEAST = 0.005
"""Seconds that every test is taken to last at least."""
NOBODY_KNOWS = {True: 1.0, False: 0.2}
"""Seconds that a text and another test are taken to last where they were not measured."""


@dataclass
class Reach:
    """What a run of every test showed, with no mutant on: what each took, which fail, and the mutants it comes to.

    ``early`` are mutants in code that ran while tests were collected: a fork can be too late for them.
    """

    mutants: list = field(default_factory=list)
    seconds: dict = field(default_factory=dict)
    red: list = field(default_factory=list)
    files: dict = field(default_factory=dict)
    tests: dict = field(default_factory=dict)
    early: list = field(default_factory=list)


def digest(file):
    """Hash a file of tests."""
    return hashlib.sha1((ROOT / file).read_bytes(), usedforsecurity=False).hexdigest()


def is_text(test):
    """Whether it compares approved texts, cases or whole evenings."""
    return test.removeprefix("tests/").startswith(TEXTS)


def likeness(file, test):
    """How many words the paths of a module and of a test share."""
    module, other = (set(re.split(r"[/_.:\[\]-]+", path)) for path in (file, test))
    return len(module & other - {"py", "test", "of", "a", "the", "companion", "views", "models"})


def plan(mutant, tests, reach, seconds):
    """Which tests could notice a mutant, in this order, each with its seconds.

    First those that did, then texts and then others: those known to come to it, then those nobody measured. Of each
    sort the shortest and the likest come first, until half the seconds are spent.
    """
    file, key = mutant.key.file, mutant.key.id
    named = re.match(r"companion/games/(\w+)", file)
    game, measured = named and named[1], key in reach.mutants
    changed = {
        name: reach.files.get(name) != digest(name)
        for name in {test.partition("::")[0] for test in tests}
    }
    sorts = defaultdict(list)
    for test in tests:
        text, comes = is_text(test), key in reach.tests.get(test, ())
        strange = test not in reach.seconds or changed[test.partition("::")[0]]
        if (
            comes
            or (strange and reach.seconds)
            or (text and (game in test if game else not measured))
        ):
            takes = max(reach.seconds.get(test, NOBODY_KNOWS[text]), LEAST)
            sorts[not text, not comes].append((takes / (1 + likeness(file, test)), test, takes))
    chosen = {test: 30.0 for test in mutant.by or () if test in tests}
    for (_, strange), sort in sorted(sorts.items()):
        left = seconds / 4 if strange and measured else seconds / 2
        for _, test, takes in sorted(sort):
            if left > 0 and test not in chosen:
                chosen[test] = takes
                left -= takes
    return [(test, takes) for test, takes in chosen.items() if test not in reach.red]


# --- Forks


def begin_fork(work, task):
    """Do a task in a fork, which has a folder of its own; return both."""
    folder = Path(tempfile.mkdtemp(prefix="companion-mutants-"))
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child, folder
    import resource  # noqa: PLC0415 - it is there where forks are

    status = 1
    try:
        nowhere = os.open(folder / "output", os.O_WRONLY | os.O_CREAT)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        tempfile.tempdir = str(folder)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if (
            sys.platform == "linux"
        ):  # elsewhere a process may be given more than this before it asks
            resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
        work(task, folder)
        status = 0
    except BaseException:  # noqa: BLE001 - whatever it is, this process ends here
        (folder / "fault").write_text(traceback.format_exc())
    finally:
        os._exit(status)


def in_forks(work, tasks, jobs):
    """Do tasks in forks, some at a time; yield each with how its fork ended, and its folder."""
    waiting, running = iter(tasks), {}
    while True:
        while len(running) < jobs and (task := next(waiting, None)) is not None:
            child, folder = begin_fork(work, task)
            running[child] = task, folder
        if not running:
            return
        child, status = os.wait()
        task, folder = running.pop(child)
        if (folder / "fault").exists():
            raise AssertionError((folder / "fault").read_text())
        yield task, status, folder
        shutil.rmtree(folder, ignore_errors=True)


class Forks:
    """A plugin of pytest that does some work with the tests in place of running them."""

    def __init__(self, work, jobs):
        self.work, self.jobs = work, jobs
        self.items = {}
        self.hit = set()
        self.sound = {}
        self.on = -1
        self.failed = self.broken = False
        setattr(builtins, SWITCH, self.is_on)

    def is_on(self, number):
        """Answer a switch."""
        self.hit.add(number)
        return number == self.on

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config):
        """Lose no time on making a failing example of Hypothesis smaller."""
        self.config = config
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile(
            "mutants", hypothesis.settings.get_profile("quick"), phases=phases
        )
        hypothesis.settings.load_profile("mutants")

    def pytest_collectreport(self, report):
        if report.failed:
            sys.stdout.write(f"can't be collected: {report.nodeid}\n{report.longreprtext}\n")

    def pytest_runtestloop(self, session):
        self.items = {item.nodeid: item for item in session.items}
        try:
            self.work(self)
        except BaseException:  # noqa: BLE001 - pytest would pass it over in silence
            traceback.print_exc()
            self.broken = True
        return True

    def pytest_runtest_logreport(self, report):
        self.failed = self.failed or report.failed

    def passes(self, test, following, seconds, folder):
        """Run a test here, within some times its seconds."""
        import resource  # noqa: PLC0415 - as above

        limit = int(time.process_time() + 10 + 5 * seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
        # for what waits without an end, and takes no processor time; a busy machine makes other tests wait as well
        signal.alarm(int((120 + 20 * seconds) * max(1, os.getloadavg()[0])))
        factory = self.config._tmp_path_factory
        if factory._given_basetemp is None:  # so that nothing is left of what it writes
            factory._basetemp, factory._given_basetemp = None, folder / "pytest"
        self.failed = False
        item = self.items[test]
        item.config.hook.pytest_runtest_protocol(
            item=item, nextitem=self.items.get(following or "")
        )
        return not self.failed

    def is_sound(self, test):
        """Whether a test passes while no mutant is on."""

        def alone(_, folder):
            (folder / "told").write_text(str(self.passes(test, None, 60, folder)))

        if test not in self.sound:
            child, folder = begin_fork(alone, None)
            os.waitpid(child, 0)  # the other forks go on meanwhile
            told = folder / "told"
            self.sound[test] = told.exists() and told.read_text() == "True"
            shutil.rmtree(folder, ignore_errors=True)
        return self.sound[test]

    def reach(self, ids):
        """Run every test in a fork of its own, where nothing is cached that another left."""
        found = Reach(mutants=[*ids.values()], early=[ids[number] for number in sorted(self.hit)])

        def alone(test, folder):
            began = time.process_time()
            self.hit.clear()
            passed = self.passes(test, None, 120, folder)
            told = [passed, round(time.process_time() - began, 3), sorted(self.hit)]
            (folder / "told").write_text(json.dumps(told))

        for number, (test, status, folder) in enumerate(
            in_forks(alone, self.items, self.jobs), start=1
        ):
            passed = False
            if not status:
                passed, found.seconds[test], hit = json.loads((folder / "told").read_text())
                found.tests[test] = [ids[one] for one in hit]
            found.red += [] if passed else [test]
            if number % 500 == 0:
                sys.stdout.write(f"{number} of {len(self.items)} tests run\n")
                sys.stdout.flush()
        found.files = {
            file: digest(file) for file in {test.partition("::")[0] for test in self.items}
        }
        return found

    def try_all(self, mutants, reach, seconds, kept):
        """Yield each mutant with some tests that noticed it, of those that pass while it is off."""
        self.sound |= dict.fromkeys(reach.red, False)

        def on(number, folder):
            self.on = number
            self._until_noticed(
                plan(mutants[number], self.items, reach, seconds), folder, kept, seconds / 4
            )

        waiting = [*mutants]
        while waiting:
            again = []
            for number, status, folder in in_forks(on, waiting, self.jobs):
                told = (folder / "told").read_text().splitlines()
                failed = [line[2:] for line in told if line.startswith("!")]
                if status and not failed:  # it went on without an end, or took all memory
                    failed = [told[-1][2:]]
                by = [test for test in failed if self.is_sound(test)]
                if by or not failed:
                    yield mutants[number], by
                else:
                    again.append(number)
            self.items = {
                test: item for test, item in self.items.items() if self.sound.get(test, True)
            }
            waiting = again

    def _until_noticed(self, tests, folder, kept, longer):
        """Run tests until one fails, and go on a little for others that do; write down each, and which failed."""
        failed, end = 0, None
        with (folder / "told").open("w", buffering=1) as told:
            after = [*(test for test, _ in tests[1:]), None]
            for (test, takes), following in zip(
                tests, after, strict=False
            ):  # perhaps no test comes to it
                told.write(f"> {test}\n")
                if not self.passes(test, following, takes, folder):
                    told.write(f"! {test}\n")
                    failed += 1
                    end = end or time.process_time() + longer
                if failed >= kept or (end and time.process_time() > end):
                    break
