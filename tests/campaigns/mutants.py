"""Whether the tests notice slips in what the book rests on: ``python -m tests.campaigns.mutants [--module ...]``.

Every mutant of a module is tried on a copy of the tree, one after the other. What survives is looked up in
``mutants.toml``, which says why nobody could notice it; anything else that survives ends the campaign with 1.
Needs a system that can fork. The first run makes an environment of its own, ``.venv-proof``.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from tests.figures import head

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.campaigns.altering import Mutant

ROOT = Path(__file__).resolve().parents[2]
NEEDED_PERCENT = 90
OUTCOMES = ("killed", "survived", "timed out")


@dataclass
class Tally:
    """What became of the mutants of a module. ``known`` are survivors with the reason, ``stale`` reasons for none."""

    module: str
    outcomes: Counter[str] = field(default_factory=Counter)
    known: list[tuple[Mutant, str]] = field(default_factory=list)
    unknown: list[Mutant] = field(default_factory=list)
    stale: list[tuple[str, str]] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def total(self) -> int:
        """How many there were."""
        return self.outcomes.total()

    @property
    def share(self) -> float:
        """How many in a hundred were noticed."""
        return 100 * (1 - self.outcomes["survived"] / self.total) if self.total else 100.0

    @property
    def kept(self) -> bool:
        """Whether this module is tested as well as promised."""
        return self.share >= NEEDED_PERCENT and not self.unknown and not self.stale


def campaign(module: str, tests: Sequence[str], reasons: dict[tuple[str, str], str], every: int = 1) -> Tally:
    """Try the mutants of a module, or one of so many; ``reasons`` says of a change why it can't be noticed."""
    from tests.campaigns.altering import mutants  # noqa: PLC0415 - only the environment of this campaign has it
    from tests.campaigns.noticing import Trial, copy_of_the_tree  # noqa: PLC0415 - as above: it can't run everywhere

    tally = Tally(module)
    began = monotonic()
    left = dict(reasons)
    with copy_of_the_tree() as copy:
        trial = Trial(copy, module, tests)
        for mutant in list(mutants(trial.sound))[::every]:
            verdict = trial.verdict(mutant.source)
            tally.outcomes[verdict.outcome] += 1
            if verdict.noticed:
                continue
            why = left.pop((mutant.was, mutant.now), None)
            if why is None:
                tally.unknown.append(mutant)
                show(module, mutant)
            else:
                tally.known.append((mutant, why))
    tally.stale = list(left) if every == 1 else []
    tally.seconds = monotonic() - began
    return tally


def show(module: str, mutant: Mutant) -> None:
    """Print a change."""
    sys.stdout.write(f"{module}:{mutant.line}\n")
    for sign, lines in (("-", mutant.was), ("+", mutant.now)):
        sys.stdout.writelines(f"  {sign} {line}\n" for line in lines.splitlines())
    sys.stdout.flush()


def row(tally: Tally) -> str:
    """Put a module, or all of them, in one line of the table."""
    counts = "".join(f"{tally.outcomes[outcome]:>10}" for outcome in OUTCOMES)
    return f"{tally.module:<34}{tally.total:>8}{counts}{tally.share:>8.1f}%{tally.seconds:>8.0f} s\n"


def print_tallies(tallies: Sequence[Tally]) -> None:
    """Print the table, then the survivors with the reason why."""
    outcomes: Counter[str] = sum((one.outcomes for one in tallies), Counter())
    total = Tally("all", outcomes, seconds=sum(one.seconds for one in tallies))
    sys.stdout.write(f"\n{'module':<34}{'mutants':>8}{''.join(f'{one:>10}' for one in OUTCOMES)}{'noticed':>9}\n")
    sys.stdout.writelines(row(one) for one in (*tallies, total))
    reasons = Counter(why for one in tallies for _, why in one.known)
    sys.stdout.write(f"\nsurvivors that nobody could notice: {reasons.total()}\n")
    sys.stdout.writelines(f"{count:>5}  {why}\n" for why, count in reasons.most_common())
    for tally in tallies:
        for was, now in tally.stale:
            sys.stdout.write(f"{tally.module}: mutants.toml has a reason for what is noticed: {was} -> {now}\n")
    sys.stdout.write(f"survivors that a test should notice: {sum(len(one.unknown) for one in tallies)}\n")


def configured() -> tuple[dict[str, list[str]], dict[str, dict[tuple[str, str], str]]]:
    """Read which tests go with which module, and which changes can't be noticed, and why."""
    read = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    reasons: dict[str, dict[tuple[str, str], str]] = {module: {} for module in read["tests"]}
    for slip in read.get("unnoticeable", []):
        reasons[slip["module"]] |= {(slip["was"], now): slip["why"] for now in slip["now"]}
    return read["tests"], reasons


def main(options: Iterable[str]) -> int:
    """Run the campaign; 1 where a promise broke."""
    if not hasattr(os, "fork"):
        sys.exit("Each mutant is tried in a fork, which this system has not got.")
    tests, reasons = configured()
    parser = argparse.ArgumentParser(prog="tests.campaigns.mutants", description="Do the tests notice slips?")
    parser.add_argument("--module", action="append", choices=sorted(tests), help="only this one; may be given again")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="try only one mutant of N")
    asked = parser.parse_args(list(options))
    head("Mutants: small changes to a module, and whether its tests notice")
    tallies = [campaign(one, tests[one], reasons[one], asked.every) for one in asked.module or tests]
    print_tallies(tallies)
    return 0 if all(one.kept for one in tallies) else 1


if __name__ == "__main__":
    if importlib.util.find_spec("mutmut") is None:
        sys.path.insert(0, str(ROOT / "packaging"))
        from environment import Environment, run  # it makes environments for all that is run by path

        run(Environment(".venv-proof", "requirements-proof.lock"), ["-m", "tests.campaigns.mutants", *sys.argv[1:]])
    sys.exit(main(sys.argv[1:]))
