"""``backup`` and ``restore``: everything as one file, and back to the letter."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.cli.backup import line_of
from models.backups.backup import Copy, Proof


@pytest.mark.parametrize(
    ("ahead", "proof", "begins", "says"),
    [
        (-1, Proof(1, 20, (), "", ""), "20", "1 game, 20 entries, proven"),
        (-1, Proof(2, 1, ("Friday", "Sunday"), "", ""), "20", "2 games, 1 entry, proven, 2 damaged and left out"),
        (-1, None, "20", "not proven"),
        (1, None, "(wrong date)", "not proven"),
    ],
)
def test_the_line_of_a_copy_says_when_it_was_made_and_what_it_is_worth(ahead, proof, begins, says):
    at = datetime.now(UTC) + timedelta(days=ahead)
    line = line_of(Copy(Path("there.db"), at, 1, 40_000, proof))
    assert line.startswith(begins)
    assert " ".join(line.split()).endswith(f"40 kB {says} there.db")
