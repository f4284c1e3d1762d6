"""The app is killed by SIGKILL in the midst of what it does: what was ticked is there, the rest all or not at all."""

from __future__ import annotations

import os
import re

import pytest

from models import database
from models.backups import backup
from models.errors import StorageError
from tests.campaigns import kills, upheavals
from tests.campaigns.killing import CALLS, LINES
from tests.campaigns.kills import EARLY, HALVES, TWICE, campaign, means_here
from tests.campaigns.upheavals import UPHEAVALS, tried

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be forked here, so nothing can be killed")


def quick():
    """The means by which the fewest kills show the most, of those that there are here."""
    return (CALLS,) if CALLS in means_here() else (LINES,)


@pytest.fixture
def calls():
    """Each call to the system by itself: where names change hands, few lie in between."""
    if CALLS not in means_here():
        pytest.skip("this system lets no process stop its child at each call")
    return (CALLS,)


def one(name):
    return next(upheaval for upheaval in UPHEAVALS if name in upheaval.name)


def test_wherever_the_app_is_killed_nothing_ticked_is_lost_nothing_is_there_twice_and_nothing_by_half():
    found = campaign(seed=3, count=20, most=10)
    assert found.broken == []
    assert found.kills == 20
    assert found.acknowledged > 0
    assert found.again > 0


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("sabotage", "noticed"),
    [
        (EARLY, "only a part is there|was ticked"),
        (HALVES, "is not what the entries come to|under|projections"),
        (TWICE, "sent again is not what it would have been"),
    ],
)
def test_a_promise_that_is_broken_on_purpose_is_noticed(monkeypatch, sabotage, noticed):
    monkeypatch.setattr(kills, "ERRORS", 1)
    found = campaign(seed=1, count=80, sabotage=sabotage, most=40)
    assert any(re.search(noticed, sentence) for sentence in found.broken), found


@pytest.mark.campaign
@pytest.mark.parametrize("upheaval", UPHEAVALS, ids=lambda upheaval: upheaval.name.replace(" ", "-"))
def test_what_a_book_goes_through_as_a_whole_may_be_killed_anywhere(tmp_path, upheaval):
    found = tried(upheaval, tmp_path, 1, 2, quick())
    assert found.broken == ""
    assert found.kills == 2


@pytest.mark.campaign
def test_a_repair_that_nobody_finishes_is_noticed(tmp_path, monkeypatch, calls):
    monkeypatch.setattr(database, "finish", lambda _: None)
    monkeypatch.setattr(upheavals, "finish", lambda _: None)
    found = tried(one("repaired"), tmp_path, 1, 40, calls, last=24)
    assert "as before nor as after" in found.broken


@pytest.mark.campaign
def test_a_copy_that_is_written_under_its_name_is_noticed(tmp_path, monkeypatch, calls):
    def careless(book, data, heads, version, at):
        folder = book.parent / "backups"
        folder.mkdir(exist_ok=True)
        path = folder / f"companion-v{version}-{at:{backup.WHEN}}Z.db"
        with path.open("wb", buffering=0) as file:
            for start in range(0, len(data), 512):
                file.write(data[start : start + 512])
        return backup.Copy(path, at, version, len(data), backup.prove(data, heads))

    monkeypatch.setattr(backup, "_write_copy", careless)
    with pytest.raises(StorageError):
        tried(one("copies itself"), tmp_path, 1, 40, calls)
