"""When an evening was played, in what is given away of it: from its first entry to its last, not from its set-up."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from json import loads
from urllib.parse import unquote

import pytest

from companion.dates import clock, date
from companion.formats import bg_stats, html
from companion.formats.evening import read
from companion.testing import replayed

SET_UP = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)
BEGAN = datetime(2026, 11, 20, 12, 30, tzinfo=UTC)
MINUTES = 45
EVENING = "game any_score\nseats Ann Ben\n" + 'score points="ann=1 ben=2"\n' * 3


@pytest.fixture
def evening():
    """One whose table was set up six days before."""
    referee = replayed(EVENING)
    found = read(referee.journal, referee.play.id)
    lines = (replace(line, at=BEGAN + timedelta(minutes=MINUTES * at)) for at, line in enumerate(found.lines))
    return replace(found, play=replace(found.play, created=SET_UP), lines=tuple(lines))


def test_bg_stats_is_told_when_the_first_entry_was_and_how_long_it_took_to_the_last(evening):
    play = loads(unquote(bg_stats.link(evening).removeprefix(bg_stats.ADDRESS)))
    assert (play["playDate"], play["durationMin"]) == ("2026-11-20 12:30:00", 2 * MINUTES)


def test_a_saved_page_says_the_day_and_from_when_to_when(evening):
    last = evening.lines[-1].at
    assert f"{date(BEGAN)}, {clock(BEGAN)} to {clock(last)} \u00b7 3 entries" in "".join(html.write(evening))
