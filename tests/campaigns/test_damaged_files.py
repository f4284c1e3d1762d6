"""A short turn of the campaign on damaged files, and that it would notice if a promise broke."""

from __future__ import annotations

import pytest

from models import entry_rows, integrity
from tests.campaigns import damage, spoiling

SEEDS = 2


@pytest.fixture(scope="module")
def in_file(tmp_path_factory):
    """The book with all of it in the file."""
    return damage.book(tmp_path_factory.mktemp("file"), log=False)


@pytest.fixture(scope="module")
def in_log(tmp_path_factory):
    """The book with its newest lines in the log."""
    return damage.book(tmp_path_factory.mktemp("log"), log=True)


@pytest.fixture
def folder(tmp_path):
    """Where the damaged book is opened."""
    (tmp_path / "case").mkdir()
    return tmp_path / "case"


def letters_in(what):
    """Damage one place that holds a text, wherever it is in the file."""

    def change(data, chance):
        del chance
        at = data.index(what)
        data[at] ^= 1

    return change


ONE_AND_ALL = [
    pytest.param(way, marks=() if way is spoiling.one_bit else pytest.mark.campaign) for way in spoiling.WAYS
]
"""One flipped bit in every run, and all else that can happen to a file in the campaign."""


@pytest.mark.parametrize("way", ONE_AND_ALL, ids=lambda way: way.__name__)
def test_whatever_is_seen_to_have_changed_was_noticed_and_is_had_back(in_file, folder, way):
    for at in range(SEEDS):
        case = damage.try_one(in_file, way, f"short/{at}", folder, repair=at == 0)
        assert not case.missed, case
        assert not case.raised, case.raised[0].where
        assert not case.wrong, case


@pytest.mark.campaign
@pytest.mark.parametrize("way", damage.LOG_WAYS, ids=lambda way: way.__name__)
def test_with_a_damaged_log_the_book_is_as_it_was_some_lines_ago(in_log, folder, way):
    for at in range(SEEDS):
        case = damage.try_one(in_log, way, f"short/{at}", folder, on=damage.LOG, repair=at == 0)
        assert not case.broke, case


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("text", "notices"),
    [
        (b"Grandmother's eightieth", "checksums"),
        (b'"Dark \\"S', "checksums"),
        (b"#aa3322cat", "checksums"),
        (b'"reason":"test"', "chain"),
    ],
)
def test_each_kind_of_what_is_seen_has_something_that_notices(in_file, folder, text, notices):
    case = damage.try_one(in_file, letters_in(text), "text", folder)
    assert case.changed
    assert notices in case.noticed
    assert not case.broke


@pytest.mark.campaign
def test_a_sound_book_is_found_sound(in_file, in_log, folder):
    for whole in (in_file, in_log):
        case = damage.try_one(whole, lambda _data, _chance: None, "sound", folder)
        assert (case.changed, case.noticed, case.broke) == (set(), set(), False)


@pytest.mark.campaign
def test_the_campaign_notices_when_no_seal_is_looked_at(in_file, folder, monkeypatch):
    monkeypatch.setattr(integrity, "find_broken", lambda _driver: {})
    case = damage.try_one(in_file, letters_in(b"Grandmother's eightieth"), "title", folder, repair=False)
    assert {part for _, part in case.missed} == {"home"}


@pytest.mark.campaign
def test_the_campaign_notices_when_no_chain_is_looked_at(in_file, folder, monkeypatch):
    monkeypatch.setattr(entry_rows.Rows, "compute_digest", lambda self, _previous: self.digest)
    case = damage.try_one(in_file, letters_in(b'reason":"test"'), "reason", folder, repair=False)
    assert "journal" in {part for _, part in case.missed}
