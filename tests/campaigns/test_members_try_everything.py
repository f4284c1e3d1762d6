"""The campaign of hostile members in short."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaigns import members

pytestmark = [
    pytest.mark.campaign,
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read where Linux tells it"),
]


def test_members_who_try_everything_gain_nothing_and_are_told_nothing(tmp_path):
    tried = members.campaign(tmp_path, seconds=12)
    assert tried.visits > 3
    assert tried.events > 50
    assert (tried.told, tried.recorded) == (0, 0)
    assert tried.answered < 10
    assert tried.memory[-1] - tried.memory[2] < members.MOST_GROWN


def test_it_notices_what_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(members, "HIDDEN", members.re.compile(b"Ann"))
    assert members.campaign(tmp_path, seconds=3, parts=1).told
