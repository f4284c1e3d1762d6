"""The short form of the mutants: a handful of slips that the quick tests of a module must notice, each by itself.

The long form, ``python -m tests.campaigns.mutants``, tries every one there is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.campaigns.mutants import Tally, configured

ROOT = Path(__file__).resolve().parents[2]
PLAIN = ("-m", "not hypothesis")
"""Worked examples alone: fast, and what the properties find is left to the long form."""

SLIPS = {
    "models/ledger.py": (
        ("tests/models/test_ledger.py", *PLAIN),
        [
            ("posting.quantity if stands else -posting.quantity", "posting.quantity"),
            ("voiders.discard(seq)", "pass"),
            ("MOST = 10**15", "MOST = 10**16"),
        ],
    ),
    "models/journal.py": (
        ("tests/models/test_journal.py", *PLAIN, "-k", "not damage and not written"),
        [
            ("if after != last:", "if after > last:"),
            ("EntryRow.seq > _DONE_LAST", "EntryRow.seq > 0"),
            ('f"{holder}:"', "holder"),
        ],
    ),
    "companion/rules/betting.py": (
        ("tests/games/totopoly/betting/test_totalisator.py", *PLAIN),
        [
            ("return (total + 5) // 10", "return total // 10"),
            ("for figure in (near + 1, near):", "for figure in (near,):"),
        ],
    ),
    "companion/rules/deck.py": (
        ("tests/games/rat_a_tat_cat/test_cat_deck.py", *PLAIN, "-k", "not six_totals"),
        [
            ("left[card] -= many", "left[card] -= 0"),
            ("if seen > there:", "if seen > there + 1:"),
        ],
    ),
}
UNNOTICEABLE = (
    "An entry counts unless an entry that counts voids it; so",
    "An entry counts unless one that counts voids it; so",
)


@pytest.fixture(scope="module")
def verdicts():
    if not hasattr(os, "fork"):
        pytest.skip("the tests of a slip run in a fork, which this system has not got")
    asked = {module: (tests, list(slips)) for module, (tests, slips) in SLIPS.items()}
    asked["models/ledger.py"][1].append(UNNOTICEABLE)
    done = subprocess.run(
        [sys.executable, "-m", "tests.campaigns.noticing"],
        cwd=ROOT, input=json.dumps(asked), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.campaign
@pytest.mark.parametrize("module", SLIPS)
def test_every_slip_in_it_is_noticed_by_a_test(verdicts, module):
    slips = SLIPS[module][1]
    for (_, now), verdict in zip(slips, verdicts[module], strict=False):
        assert verdict["outcome"] == "killed", now
        assert verdict["by"].startswith(SLIPS[module][0][0]), now


@pytest.mark.campaign
def test_a_change_that_changes_nothing_is_noticed_by_none(verdicts):
    assert verdicts["models/ledger.py"][-1]["outcome"] == "survived"


@pytest.mark.parametrize(
    ("outcomes", "rest", "kept"),
    [
        ({"killed": 90, "survived": 10}, {}, True),
        ({"killed": 80, "timed out": 10, "survived": 10}, {}, True),
        ({"killed": 89, "survived": 11}, {}, False),
        ({"killed": 99, "survived": 1}, {"unknown": ["a mutant"]}, False),
        ({"killed": 100}, {"stale": [("was", "now")]}, False),
        ({}, {}, True),
    ],
)
def test_a_module_keeps_the_promise_with_nine_in_ten_noticed_and_a_reason_for_every_other(outcomes, rest, kept):
    assert Tally("a module", Counter(outcomes), **rest).kept is kept


def test_every_reason_is_about_lines_that_are_there():
    tests, reasons = configured()
    for module, changes in reasons.items():
        lines = [line.strip() for line in (ROOT / module).read_text(encoding="utf-8").splitlines()]
        assert [was for was, _ in changes if was.splitlines()[0] not in lines] == []
        assert all(why.endswith(".") for why in changes.values())
    assert all((ROOT / one).exists() for given in tests.values() for one in given if not one.startswith("-"))


def test_every_rule_has_its_mutants_tried():
    rules = {f"companion/rules/{one.name}" for one in (ROOT / "companion" / "rules").glob("*.py")}
    assert rules - {"companion/rules/__init__.py"} <= set(configured()[0])
