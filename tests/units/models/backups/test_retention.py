"""Copies lie close together while they are new and far apart when they are old; what must stay, stays."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from models.backups.backup import LEAST, MOST_KEPT_BYTES, TWO_MONTHS, Stamp, copies_to_delete

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
minutes = st.integers(-3 * 24 * 60, 900 * 24 * 60)
stamps = st.builds(
    lambda ago, size, whole: Stamp(NOW - timedelta(minutes=ago), size, whole),
    minutes, st.integers(0, 90_000_000), st.booleans(),
)  # fmt: skip
sets = st.sets(stamps, max_size=40)
small = st.sets(st.builds(lambda ago: Stamp(NOW - timedelta(minutes=ago)), minutes), max_size=40)


def kept(stamps, now=NOW, **how):
    return set(stamps) - copies_to_delete(stamps, now, **how)


def age(stamp):
    """By this the newest comes last; one of days to come has no date that is worth anything."""
    return stamp.at <= NOW, stamp.at


def ago(**how):
    return Stamp(NOW - timedelta(**how))


@given(sets)
def test_nothing_goes_that_was_not_there_and_the_newest_three_stay(stamps):
    going = copies_to_delete(stamps, NOW)
    assert going <= stamps
    assert len(stamps - going) >= min(LEAST, len(stamps))
    if stamps:
        assert max(map(age, stamps - going)) == max(map(age, stamps))


@given(sets)
def test_the_newest_whole_copy_never_goes(stamps):
    whole = [one for one in stamps if one.whole]
    if whole:
        newest = max(map(age, whole))
        assert any(one.whole and age(one) == newest for one in kept(stamps))


@given(sets)
def test_deleting_expired_copies_twice_takes_no_more_than_once(stamps):
    assert copies_to_delete(kept(stamps), NOW) == set()


@given(small, st.integers(0, 200 * 24))
def test_deleting_expired_copies_now_and_later_leaves_what_later_alone_leaves(stamps, hours):
    later = NOW + timedelta(hours=hours)
    assert kept(kept(stamps), later) == kept(stamps, later)


@given(small)
def test_every_month_keeps_one_and_the_last_day_all(stamps):
    left = kept(stamps)
    assert {one.at.strftime("%Y-%m") for one in left} == {one.at.strftime("%Y-%m") for one in stamps}
    assert {one for one in stamps if NOW - one.at <= timedelta(days=1)} <= left


@given(small)
def test_a_month_long_ago_keeps_one_at_most_but_for_the_newest(stamps):
    left = kept(stamps)
    newest = set(sorted(stamps, key=lambda stamp: stamp.at, reverse=True)[:LEAST])
    months = [one.at.strftime("%Y-%m") for one in left - newest if NOW - one.at > TWO_MONTHS]
    assert len(months) == len(set(months))


@given(sets)
def test_more_room_than_is_allowed_is_taken_only_by_what_must_stay(stamps):
    left = kept(stamps)
    if sum(one.size for one in left) > MOST_KEPT_BYTES:
        newest = sorted(stamps, key=lambda stamp: (stamp.at, stamp.size, stamp.whole), reverse=True)
        must = {*newest[:LEAST], *[one for one in newest if one.whole][:1]}
        assert left == must


def test_where_room_is_short_those_go_that_were_soonest_followed_by_another():
    first, close, last = ago(hours=20), ago(hours=2), ago(hours=1)
    sized = [Stamp(one.at, 100) for one in (first, close, last)]
    assert kept(sized, least=1, most_bytes=200) == {sized[0], sized[2]}


def test_where_room_is_short_the_last_copy_that_holds_everything_stays():
    whole = Stamp(NOW - timedelta(hours=9), 100)
    damaged = {Stamp(NOW - timedelta(hours=hour), 100, whole=False) for hour in (1, 2, 3)}
    assert whole in kept({whole, *damaged}, most_bytes=100)


def test_a_copy_from_the_future_stays_for_a_clock_that_was_set_back():
    ahead = ago(days=-400)
    assert ahead in kept({ahead, *(ago(minutes=minute) for minute in range(9))})


def test_copies_of_a_clock_that_was_ahead_take_the_place_of_none_that_is_dated():
    ahead = {Stamp(NOW + timedelta(days=200 + day), MOST_KEPT_BYTES // 4) for day in range(4)}
    today = {Stamp(NOW - timedelta(minutes=minute), MOST_KEPT_BYTES // 4) for minute in range(4)}
    assert kept(ahead | today) == today
