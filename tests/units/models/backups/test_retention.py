"""Copies lie close together while they are new and far apart when they are old; what must stay, stays."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from models.backups.backup import LEAST, MOST_KEPT_BYTES, TWO_MONTHS, Copy, Proof, copies_to_delete

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
PROVEN, DAMAGED = Proof(1, 1, (), "", ""), Proof(1, 1, ("Friday",), "", "")
FITTING = MOST_KEPT_BYTES // 4
minutes = st.integers(-3 * 24 * 60, 900 * 24 * 60)


def ago(size=0, proof=PROVEN, **how):
    return Copy(Path(), NOW - timedelta(**how), 1, size, proof)


sized = st.builds(
    ago, st.integers(0, 90_000_000), st.sampled_from([PROVEN, DAMAGED]), minutes=minutes
)
sets = st.sets(sized, max_size=40)
small = st.sets(st.builds(ago, minutes=minutes), max_size=40)


def kept(found, now=NOW):
    return set(found) - copies_to_delete(found, now)


def age(copy):
    """By this the newest comes last; one of days to come has no date that is worth anything."""
    return copy.at <= NOW, copy.at


@given(sets)
def test_nothing_goes_that_was_not_there_and_the_newest_three_stay(found):
    going = copies_to_delete(found, NOW)
    assert going <= found
    assert len(found - going) >= min(LEAST, len(found))
    if found:
        assert max(map(age, found - going)) == max(map(age, found))


@given(sets)
def test_the_newest_whole_copy_never_goes(found):
    whole = [copy for copy in found if copy.whole]
    if whole:
        newest = max(map(age, whole))
        assert any(copy.whole and age(copy) == newest for copy in kept(found))


@given(sets)
def test_deleting_expired_copies_twice_takes_no_more_than_once(found):
    assert copies_to_delete(kept(found), NOW) == set()


@given(small, st.integers(0, 200 * 24))
def test_deleting_expired_copies_now_and_later_leaves_what_later_alone_leaves(found, hours):
    later = NOW + timedelta(hours=hours)
    assert kept(kept(found), later) == kept(found, later)


@given(small)
def test_every_month_keeps_one_and_the_last_day_all(found):
    left = kept(found)
    assert {copy.at.strftime("%Y-%m") for copy in left} == {
        copy.at.strftime("%Y-%m") for copy in found
    }
    assert {copy for copy in found if NOW - copy.at <= timedelta(days=1)} <= left


@given(small)
def test_a_month_long_ago_keeps_one_at_most_but_for_the_newest(found):
    left = kept(found)
    newest = set(sorted(found, key=age)[-LEAST:])
    months = [copy.at.strftime("%Y-%m") for copy in left - newest if NOW - copy.at > TWO_MONTHS]
    assert len(months) == len(set(months))


@given(sets)
def test_more_room_than_is_allowed_is_taken_only_by_what_must_stay(found):
    left = kept(found)
    if sum(copy.size for copy in left) > MOST_KEPT_BYTES:
        newest = sorted(found, key=lambda copy: (copy.at, copy.size, copy.whole), reverse=True)
        must = {*newest[:LEAST], *[copy for copy in newest if copy.whole][:1]}
        assert left == must


def test_where_room_is_short_those_go_that_were_soonest_followed_by_another():
    first, close = ago(FITTING, hours=20), ago(FITTING, hours=2)
    newest = {ago(FITTING, minutes=minute) for minute in range(LEAST)}
    assert kept({first, close, *newest}) == {first, *newest}


def test_where_room_is_short_the_last_copy_that_holds_everything_stays():
    whole = ago(hours=9)
    damaged = {ago(MOST_KEPT_BYTES, DAMAGED, hours=hour) for hour in range(1, LEAST + 1)}
    assert whole in kept({whole, *damaged})


def test_a_copy_from_the_future_stays_for_a_clock_that_was_set_back():
    ahead = ago(days=-400)
    assert ahead in kept({ahead, *(ago(minutes=minute) for minute in range(9))})


def test_copies_of_a_clock_that_was_ahead_take_the_place_of_none_that_is_dated():
    ahead = {ago(FITTING, days=-200 - day) for day in range(4)}
    today = {ago(FITTING, minutes=minute) for minute in range(4)}
    assert kept(ahead | today) == today
