"""Whether the tests notice small mistakes: ``python -m tests.campaigns.mutants [FOLDER of the product ...]``.

``mutants.json`` holds 300 of them, whether tests noticed each when it was last stored, and which. It ends with 1 if
fewer are noticed in a folder than stored. The tests are collected once; each mutant is switched on in a fork, which
runs those tests that come to it until one fails. Needs a system that can fork.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import os
import random
import sys
import time
from collections import defaultdict
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

from tests.campaigns import slips
from tests.campaigns.altering import Key, Switching, keyed, switched
from tests.campaigns.noticing import OPTIONS, Forks, Reach
from tests.paths import ROOT

STORED = Path(__file__).with_suffix(".json")
GAMES = ("doubletrack", "rat_a_tat_cat", "rat_race_monopoly", "ratrace", "totopoly")
FOLDERS = (
    *(f"companion/games/{game}" for game in GAMES),
    *(
        "companion/games",
        "views/table",
        "views/sharing",
        "views/hosting",
        "companion/core",
        "models",
        "companion",
    ),
    *("views/state", "views/components", "views"),
)
"""What figures are given for, and in this order; a file belongs to the first it lies in."""
LEFT_OUT = ("companion/cli", "companion/testing.py", "companion/__main__.py", "views/testing.py")
SEED = 47
EVERY = 1e6
"""Seconds in which each test has its turn."""
KEPT = 3
"""So many tests that noticed a mutant are stored."""


@dataclass
class Mutant:
    """A stored mutant. ``by`` has some tests that noticed it, or none; ``None``: not tried yet."""

    key: Key
    by: list | None = None

    @property
    def folder(self):
        return next(folder for folder in FOLDERS if self.key.file.startswith(f"{folder}/"))

    def told(self):
        was, now = (
            "\n      ".join(text.splitlines()) for text in (self.key.before, self.key.after)
        )
        return f"{self.key.file}, {self.key.function}\n    - {was}\n    + {now}"


def read():
    """Read what is stored."""
    rows = json.loads(STORED.read_text(encoding="utf-8"))
    return [Mutant(by=row.pop("by"), key=Key(**row)) for row in rows]


def store(mutants):
    """Write them, a line each."""
    ordered = sorted(
        mutants, key=lambda mutant: (FOLDERS.index(mutant.folder), *asdict(mutant.key).values())
    )
    rows = [
        json.dumps({**asdict(mutant.key), "by": mutant.by}, ensure_ascii=False)
        for mutant in ordered
    ]
    STORED.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


# --- Choosing


def product():
    """The source of every file that mutants are chosen in."""
    files = [
        path
        for top in ("models", "companion", "views")
        for path in sorted((ROOT / top).rglob("*.py"))
    ]
    named = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files}
    return {
        file: text
        for file, text in named.items()
        if not file.startswith(LEFT_OUT) and file.count("/")
    }


def dice(seed):
    """Chance that is the same every time."""
    return random.Random(seed)  # noqa: S311 - nothing is kept secret by it


def choose(count, files, taken, chance):
    """Choose a sort of mistake by chance, then one of it; in each function one while there are others."""
    sorts = defaultdict(list)
    for file, source in files.items():
        for key, site in keyed(ast.parse(source), file):
            sorts[site.kind].append(key)
    taken = set(taken)
    functions = {(key.file, key.function) for key in taken}
    for everywhere in (False, True):
        while count and any(sorts.values()):
            sort = chance.choice(sorted(name for name, keys in sorts.items() if keys))
            key = sorts[sort].pop(chance.randrange(len(sorts[sort])))
            if key in taken or (not everywhere and (key.file, key.function) in functions):
                continue
            taken.add(key)
            functions.add((key.file, key.function))
            count -= 1
            yield key


def with_switches(mutants, jobs, work, build=switched):
    """Collect the tests with the mutants built in, and do something with both; return those that no longer apply."""
    numbers = defaultdict(dict)
    for number, mutant in enumerate(mutants):
        numbers[mutant.key.file][mutant.key] = number
    trees, found = {}, set()
    for file, keys in numbers.items():
        if (ROOT / file).exists():
            trees[file], there = build((ROOT / file).read_text(encoding="utf-8"), file, keys)
            found |= there
    here = {number: mutant for number, mutant in enumerate(mutants) if mutant.key in found}
    Switching(ROOT, trees)
    forks = Forks(lambda plugin: work(plugin, here), jobs)
    for file in trees:
        importlib.import_module(
            file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        )
    status = pytest.main([*OPTIONS, "tests"], plugins=[forks])
    if forks.broken or not forks.items:
        sys.exit(f"The tests can't be run ({status}).")
    return [mutant for mutant in mutants if mutant.key not in found]


# --- Commands


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def compare(mutants, verdicts):
    """Print a line a folder and what is noticed no longer; say if no folder has fewer."""
    held = True
    say(f"\n{'folder':<36}{'mutants':>8}{'before':>8}{'now':>6}")
    for folder in FOLDERS:
        inside = [
            mutant for mutant in mutants if mutant.folder == folder and mutant.key in verdicts
        ]
        before, now = (
            sum(bool(one.by) for one in inside),
            sum(bool(verdicts[one.key]) for one in inside),
        )
        held = held and now >= before
        if inside:
            say(f"{folder:<36}{len(inside):>8}{before:>8}{now:>6}")
    for mutant in mutants:
        if mutant.by and not verdicts.get(mutant.key, True):
            say(f"\nnoticed no longer: {mutant.told()}\n    by {', '.join(mutant.by)}")
    return held


def try_stored(mine, reach, asked):
    """Try some mutants, print what came of it, and store it if asked; say if no fewer are noticed in any folder."""
    verdicts = {}

    def work(forks, here):
        say(f"{len(forks.items)} tests collected, {len(here)} mutants")
        for mutant, by in forks.try_all(here, reach, asked.seconds, KEPT if asked.store else 1):
            verdicts[mutant.key] = by
            if asked.store:  # after each, so that a run that is ended leaves what it found
                store([Mutant(one.key, by) if one.key == mutant.key else one for one in read()])
            say(
                f"{len(verdicts):>4} {by[0] if by else 'NOT NOTICED'}  {mutant.key.file}, {mutant.key.function}"
            )

    began = time.monotonic()
    lost = with_switches(mine, asked.jobs, work)
    held = compare(mine, verdicts)
    for mutant in lost:
        say(f"\nno longer applies: {mutant.told()}")
    say(f"\n{time.monotonic() - began:.0f} seconds")
    return held


def write_reach(forks, here, file):
    """Run every test once, write which of the mutants it comes to, and return that."""
    reach = forks.reach({number: mutant.key.id for number, mutant in here.items()})
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(asdict(reach)))
    say(f"{len(reach.red)} tests are red as it is, and left out: {reach.red}")
    say(f"{len(reach.early)} lie where code runs before the tests, which a fork is too late for")
    return reach


def read_reach(file):
    """Read what was written of a run; empty where none was."""
    return Reach(**json.loads(file.read_text())) if file.exists() else Reach()


def try_slips(jobs, file):
    """Try every slip, and write the table; say if as many are noticed as before.

    The test that noticed it when the table was written is tried first. Only a slip that it passes over is tried with
    all tests that come to it: the map in the ``file`` serves as long as it has every slip; else it is made first.
    """
    known = slips.noticed()
    every = [Mutant(key, known.get(key.before)) for key in slips.found()]
    verdicts = {one.key.before: slips.STALE for one in every}

    def tell(tried):
        for slip, by in tried:
            verdicts[slip.key.before] = f"`{by[0]}`" if by else slips.NOBODY
            say(f"{slip.key.before}: {verdicts[slip.key.before]}")

    def work(forks, here):
        tell(forks.try_all(here, Reach(), 0, 1))
        left = {
            number: one for number, one in here.items() if verdicts[one.key.before] == slips.NOBODY
        }
        if not left:
            return
        reach = read_reach(file)
        if not {one.key.id for one in here.values()} <= set(reach.mutants):
            reach = write_reach(forks, here, file)
        tell(forks.try_all(left, reach, EVERY, 1))

    with_switches(every, jobs, work, slips.built_in)
    lost = slips.store(verdicts)
    say(f"{sum(by.startswith('`') for by in verdicts.values())} of {len(every)} are noticed")
    for name in lost:
        say(f"noticed no longer: {name}")
    return not lost


def remake(stored):
    """Choose another mutant in the same file, or folder, for each that no longer applies."""
    sources = product()
    found = {
        key for file in {one.key.file for one in stored} & set(sources)
        for key, _ in keyed(ast.parse(sources[file]), file)
    }  # fmt: skip
    made = [one for one in stored if one.key in found]
    for mutant in stored:
        if mutant.key in found:
            continue
        file = mutant.key.file
        files = {file: sources[file]} if file in sources else {
            one: text for one, text in sources.items() if Mutant(Key(one, "", "", "")).folder == mutant.folder
        }  # fmt: skip
        for key in choose(1, files, [one.key for one in made], dice(f"{SEED} {mutant.key.id}")):
            say(f"instead of {mutant.told()}\n  {Mutant(key).told()}")
            made.append(Mutant(key))
    store(made)


def main(options=None):
    """Run what is asked for; 1 where fewer mutants are noticed than stored."""
    parser = argparse.ArgumentParser(
        prog="tests.campaigns.mutants", description="Do the tests notice small mistakes?"
    )
    parser.add_argument(
        "folders", nargs="*", help="folders or files of the product; all if there is none"
    )
    parser.add_argument("--jobs", type=int, default=2, help="how many forks at a time")
    parser.add_argument("--seconds", type=float, default=40, help="of tests at most for one mutant")
    parser.add_argument("--reach", type=Path, help="map of the tests; else one in build/")
    parser.add_argument(
        "--reach-run", action="store_true", help="run all tests once, and write that map"
    )
    parser.add_argument("--store", action="store_true", help="store what came of it")
    parser.add_argument("--open", action="store_true", help="only those that were never tried")
    parser.add_argument(
        "--remake", action="store_true", help="choose others for mutants that no longer apply"
    )
    parser.add_argument("--slips", action="store_true", help="try tests/slips/*.patch instead")
    asked = parser.parse_args(options)
    if not hasattr(os, "fork"):
        sys.exit("Each mutant is tried in a fork, which this system has not got.")
    tried = "slips" if asked.slips else "mutants"
    asked.reach = asked.reach or ROOT / "build" / f"{tried}-reach.json"
    if asked.slips:
        return 0 if try_slips(asked.jobs, asked.reach) else 1
    stored = read()
    if asked.remake:
        remake(stored)
    elif asked.reach_run:
        with_switches(stored, asked.jobs, lambda forks, here: write_reach(forks, here, asked.reach))
    else:
        folders = tuple(folder.rstrip("/") for folder in asked.folders) or ("",)
        mine = [
            one
            for one in stored
            if one.key.file.startswith(folders) and (one.by is None or not asked.open)
        ]
        return 0 if try_stored(mine, read_reach(asked.reach), asked) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
