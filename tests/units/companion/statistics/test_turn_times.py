"""How long a table waited for whom, from the times of its entries."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from companion.statistics.turn_times import BREAK, turn_times
from companion.testing import replayed
from tests.paths import SESSION_FOLDER

MINUTE = timedelta(minutes=1)
WAITED = [1, 2, 4, 8, 3, 5]
"""Minutes from each of seven entries to the next; after the second and the third it is Bob's turn, else Alice's."""


def times(session, minutes):
    """The times of a session whose entries come so many minutes after each other."""
    referee = replayed((SESSION_FOLDER / f"{session}.session").read_text(encoding="utf-8"))
    at = datetime(2026, 11, 25, 20, tzinfo=UTC)
    lines = []
    for line, waited in zip(referee.lines(), (*minutes, 0), strict=True):
        lines.append(replace(line, at=at))
        at += waited * MINUTE
    return turn_times(referee.game, referee.table, lines)


def test_the_time_to_the_next_entry_is_that_of_whoever_has_the_turn():
    found = times("ratrace-first-steps", WAITED)
    assert found.turns == {"alice": (1 + 8 + 3 + 5) * MINUTE, "bob": (2 + 4) * MINUTE}
    assert found.evening == sum(WAITED) * MINUTE


def test_a_break_is_nobodys_time():
    supper = BREAK / MINUTE + 1
    found = times("ratrace-first-steps", [*WAITED[:3], supper, *WAITED[4:]])
    assert found.turns["alice"] == (1 + 3 + 5) * MINUTE
    assert found.evening == (sum(WAITED) - 8) * MINUTE


def test_a_line_that_was_put_in_later_takes_no_time_back():
    found = times("ratrace-first-steps", [1, 2, -3, 8, 3, 5])
    assert found.turns == {"alice": (1 + 8 + 3 + 5) * MINUTE, "bob": 2 * MINUTE}


def test_where_nobody_has_the_turn_nothing_is_said():
    assert times("any_money-cents", [5] * 4) is None


def test_nor_of_an_evening_that_was_read_from_a_file_in_one_go():
    assert times("ratrace-first-steps", [0] * 6) is None
