"""Where the repository is, and its recorded evenings."""

from itertools import groupby
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SESSION_FOLDER = ROOT / "tests" / "evenings"
EVENINGS = sorted(path.stem for path in SESSION_FOLDER.glob("*.session"))


def some_evenings(quick=2):
    """Every evening, as parameters of a test; without `--long` the longest few (quick) of each game."""
    found = []
    for _, names in groupby(EVENINGS, lambda name: name.partition("-")[0]):
        longest = sorted(
            names, key=lambda name: -(SESSION_FOLDER / f"{name}.session").stat().st_size
        )
        found += longest[:quick]
        found += [pytest.param(name, marks=pytest.mark.long) for name in longest[quick:]]
    return found
