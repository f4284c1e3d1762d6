"""Six clients write to one play at once: none of it lost, none doubled, and everybody reads the same journal."""

from __future__ import annotations

import os

import pytest

from tests.campaigns.clients import NO_IDS, OLD_TABLE, OPEN, SCREENS, THREADS, WAYS, together


@pytest.mark.parametrize("way", WAYS)
def test_six_clients_at_once_lose_nothing_and_double_nothing(tmp_path, way):
    if way not in (SCREENS, THREADS) and not hasattr(os, "fork"):
        pytest.skip("nothing can be forked here")
    found = together(way, 1, 6, tmp_path)
    assert found.broken == []
    assert found.sent == len(found.waits) > 36
    assert found.lines > 1


@pytest.mark.campaign
@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be forked here")
@pytest.mark.parametrize(
    ("sabotage", "noticed"), [(OLD_TABLE, "line"), (NO_IDS, "lines that no client got back")], ids=["stale", "no-ids"]
)
def test_a_promise_to_six_that_is_broken_on_purpose_is_noticed(tmp_path, sabotage, noticed):
    # whether two are at it at the very same moment is chance, so they are given several
    evenings = (together(OPEN, seed, 25, tmp_path / str(seed), sabotage=sabotage) for seed in range(1, 9))
    assert any(noticed in sentence for found in evenings for sentence in found.broken)
