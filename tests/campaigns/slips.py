"""Slips of strangers, `tests/slips/*.patch`: is each noticed by the default tests, and by which first?

`python -m tests.campaigns.mutants --slips` applies each to a clone of what is committed and runs texts and cases, then
the tests of the folders it changes, then all, until one fails. `tests/slips/README.md` has what came of it, a line a
slip.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.paths import ROOT

SLIPS = ROOT / "tests" / "slips"
GIT = shutil.which("git") or "git"
UNITS = Path("tests/units")
TEXTS = ("evenings", "looks", "cases", "units/kept")
"""What is tried first, of `tests`."""
HEAD = """# Slips of strangers

Each patch is a mistake somebody put into the product on purpose. `python -m tests.campaigns.mutants --slips` tries
them and writes this table: the test that noticed it first, "nobody", or that it no longer applies.

| slip | noticed by |
|---|---|
"""
ROW = re.compile(r"^\| `(.+?)` \| (.*) \|$", re.MULTILINE)
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+(?:\[.*?\])?)", re.MULTILINE)
NOBODY, STALE = "nobody", "no longer applies"


def folders_beside(changed):
    """The folders of units that mirror what a patch changes, as deep as there is one."""
    found = []
    for file in changed:
        inner = file.removeprefix("companion/") if file.startswith("companion/games/") else file
        folder = (UNITS / inner).parent
        while not (ROOT / folder).is_dir():
            folder = folder.parent
        if folder != UNITS:
            found.append(folder.as_posix())
    return sorted(set(found))


def noticed_by(patch):
    """The first test that fails with a patch applied, or why there is none."""
    with tempfile.TemporaryDirectory(prefix="companion-slip-") as folder:
        subprocess.run([GIT, "clone", "-q", "--shared", ROOT, folder], check=True)
        if subprocess.run(
            [GIT, "apply", str(patch)], cwd=folder, capture_output=True, check=False
        ).returncode:
            return STALE
        beside = folders_beside(
            re.findall(r"^\+\+\+ b/(\S+)", patch.read_text(encoding="utf-8"), re.MULTILINE)
        )
        for tests in ([f"tests/{kind}" for kind in TEXTS], beside, ["tests"]):
            command = [
                sys.executable,
                "-m",
                "pytest",
                "-x",
                "-q",
                "-n",
                "0",
                "--no-header",
                "--tb=no",
                "-rfE",
            ]
            done = subprocess.run(
                [*command, "-p", "no:cacheprovider", *tests], cwd=folder, capture_output=True, text=True, check=False
            ) if tests else None  # fmt: skip
            if done and done.returncode:
                first = FAILED.search(done.stdout)
                return f"`{first[1]}`" if first else f"pytest ends with {done.returncode}"
    return NOBODY


def main(jobs):
    """Try every slip and write the table; 1 if one is noticed no longer."""
    table = SLIPS / "README.md"
    known = table.read_text(encoding="utf-8") if table.exists() else ""
    before = dict(ROW.findall(known))
    patches = sorted(SLIPS.glob("*.patch"))
    now = {}
    with ThreadPoolExecutor(jobs) as threads:
        for patch, by in zip(patches, threads.map(noticed_by, patches), strict=True):
            now[patch.stem] = by
            sys.stdout.write(f"{patch.stem}: {by}\n")
            sys.stdout.flush()
    SLIPS.mkdir(exist_ok=True)
    rows = "".join(f"| `{name}` | {by} |\n" for name, by in now.items())
    below = known.rpartition(" |\n")[2]
    table.write_text(HEAD + rows + below, encoding="utf-8")
    lost = [
        name
        for name, by in now.items()
        if by == NOBODY and before.get(name, by) not in {NOBODY, STALE}
    ]
    sys.stdout.writelines(f"noticed no longer: {name}, by {before[name]}\n" for name in lost)
    count = sum(by not in {NOBODY, STALE} for by in now.values())
    sys.stdout.write(f"{count} of {len(now)} are noticed\n")
    return 1 if lost else 0
