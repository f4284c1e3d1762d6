"""A short turn of the campaign on damaged files, and that it would notice if a promise broke."""

import pytest

from models import entry_rows, integrity
from models.integrity import CHAIN, CHECKSUMS
from tests.campaigns import damage, hostile

ONE_AND_ALL = [
    pytest.param(way, marks=() if way is hostile.one_bit else pytest.mark.campaign)
    for way in hostile.WAYS
]
"""One flipped bit in every run, and all else that can happen to a file in the campaign."""


def change(what):
    """Damage one place that holds a text, wherever it is in the file."""

    def letters(data, _chance):
        data[data.index(what)] ^= 1

    return letters


@pytest.mark.parametrize("way", ONE_AND_ALL, ids=lambda way: way.__name__)
def test_whatever_is_seen_to_have_changed_was_noticed_and_is_had_back(way):
    for at in range(2):
        assert not damage.damage(f"short/{at}", way=way, repair=at == 0).wrong


@pytest.mark.campaign
def test_with_a_damaged_log_the_book_is_as_it_was_some_lines_ago():
    for at in range(4):
        assert not damage.damage(f"short/{at}", damage.LOG, log=True, repair=at == 0).wrong


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("text", "notices"),
    [
        (b"Grandmother's eightieth", CHECKSUMS),
        (b'"Dark \\"S', CHECKSUMS),
        (b"#aa3322cat", CHECKSUMS),
        (b'"reason":"test"', CHAIN),
    ],
)
def test_each_kind_of_what_is_seen_has_something_that_notices(text, notices):
    case = damage.damage("text", way=change(text))
    assert case.seen
    assert notices in case.noticed
    assert not case.wrong


@pytest.mark.campaign
def test_a_sound_book_is_found_sound():
    for log in (False, True):
        case = damage.damage("sound", log=log, way=lambda _data, _chance: None)
        assert (case.seen, case.noticed, case.wrong) == (set(), set(), "")


@pytest.mark.campaign
def test_the_campaign_notices_when_no_checksum_and_no_chain_is_looked_at(monkeypatch):
    monkeypatch.setattr(integrity, "find_broken", lambda _driver: {})
    assert "'home'" in damage.damage("title", way=change(b"Grandmother's eightieth")).wrong
    monkeypatch.setattr(entry_rows.Rows, "compute_digest", lambda self, _previous: self.digest)
    assert "'journal'" in damage.damage("reason", way=change(b'reason":"test"')).wrong
