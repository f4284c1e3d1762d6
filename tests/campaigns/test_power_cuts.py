"""The power goes, in short: some cuts of a short evening; and a book that does not sync loses something in them."""

from __future__ import annotations

import random

import pytest

from tests.campaigns.disk import Op
from tests.campaigns.power_cuts import Normal, Platter, bringing_up, cuts, evening

MOST = 40


pytestmark = pytest.mark.usefixtures("reached")


def test_nothing_acknowledged_is_lost_when_the_power_goes(tmp_path):
    recorded = evening(tmp_path / "books", length=8)

    found = cuts(recorded, tmp_path, most=MOST)

    assert found.images == MOST
    assert not found.broken, found.broken
    assert found.ahead > 0, "some cuts come after a command is on the disk and before it is acknowledged"
    assert found.calls["truncate"] or found.calls["delete"], "the log is moved into the file on the way"


@pytest.mark.campaign
def test_a_proven_copy_stands_wherever_the_power_goes_while_a_book_is_brought_up_to_date(tmp_path):
    found = cuts(bringing_up(tmp_path / "books"), tmp_path, most=8, copied=True)

    assert not found.broken, found.broken


@pytest.mark.campaign
def test_the_same_cuts_take_something_from_a_book_that_takes_less_care(tmp_path):
    recorded = evening(tmp_path / "books", Normal.open, length=8)

    assert cuts(recorded, tmp_path, most=20).lost > 0


@pytest.mark.campaign
def test_a_platter_keeps_what_was_synced_and_tears_what_was_not():
    platter = Platter()
    for op in (
        Op("make", "a"),
        Op("sync names", ""),
        Op("write", "a", 0, b"1" * 1024),
        Op("sync", "a"),
        Op("write", "a", 0, b"2" * 1024),
        Op("make", "b"),
    ):
        platter.play(op)
    dice = random.Random(0)  # noqa: S311 - it decides what is lost

    assert platter.cut("nothing more", dice) == {"a": b"1" * 1024}
    assert platter.cut("as it came", dice) == {"a": b"2" * 1024, "b": b""}
    found = {platter.cut("half of it", dice)["a"] for _ in range(50)}
    assert found == {one + other for one in (b"1" * 512, b"2" * 512) for other in (b"1" * 512, b"2" * 512)}


@pytest.mark.campaign
def test_what_a_failed_sync_should_have_brought_may_never_come():
    lost = set()
    for seed in range(20):
        dice = random.Random(seed)  # noqa: S311 - it decides what is lost
        platter = Platter(dice=dice)
        for op in (
            Op("make", "a"),
            Op("sync names", ""),
            Op("write", "a", 0, b"1" * 512),
            Op("sync failed", "a"),
            Op("sync", "a"),
        ):
            platter.play(op)
        lost.add(platter.cut("as it came", dice)["a"])
    assert b"1" * 512 in lost
    assert len(lost) > 1, "and sometimes something else is found there, though a later sync went well"
