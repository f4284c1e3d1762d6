"""The figures in short: ratios within one run, with margins so wide that only a change of kind breaks them."""

from __future__ import annotations

from contextlib import closing
from statistics import median

import pytest

from companion.core.recording.referee import Referee
from companion.games import game_of
from models.book import Book
from models.journal import Journal
from tests.bench import adding_up, entering, opening, tables
from tests.bench.laying import lay
from tests.figures import interleaved

pytestmark = pytest.mark.bench


def test_a_durable_validated_entry_is_no_session_of_objects():
    ours, theirs = entering.measure("ratrace", 40), entering.measure("ratrace", 40, session=True)
    assert len(ours.one) == len(ours.raw) >= 40
    assert ours.ratio < 0.75 * theirs.ratio


def test_the_raw_commit_leaves_the_same_rows_behind(tmp_path):
    texts = entering.evenings("ratrace", 20)[:1]
    with closing(Book.open(tmp_path)) as database:
        journal = Journal(database)
        (play, _), lines = entering.begin(journal, entering.steps(texts[0])), entering.session_entries(texts[0])
        with entering.alone(database) as driver:
            took = entering.Took()
            entering._enter(Referee(journal, play.id, game_of), driver, None, lines, took)
            for table in ("posting", "mark", "balance", "standing"):
                query = f"SELECT * FROM {table} WHERE play = ? ORDER BY 1, 2, 3"  # noqa: S608 - names of our own
                assert (
                    driver.execute(query, (play.id,)).fetchall()
                    == database.driver.execute(query, (play.id,)).fetchall()
                )
            assert len(took.one) == len(took.raw) == len(lines)


def test_the_plain_text_bookkeepers_say_the_same_and_take_longer(tmp_path):
    there = adding_up.programs()
    took = adding_up.compare(tmp_path, 300, there, repeats=2)
    assert took.keys() == {"book", *there}
    for name in there:
        assert median(took[name]) > median(took["book"])


def test_a_line_costs_a_long_evening_no_more_than_a_short_one(tmp_path):
    with closing(Book.open(tmp_path / "short")) as one, closing(Book.open(tmp_path / "long")) as other:
        short, long = (
            Referee(book, lay(book, size), game_of) for book, size in ((Journal(one), 200), (Journal(other), 4_000))
        )
        took = interleaved(50, short=lambda _: adding_up.once(short), long=lambda _: adding_up.once(long))
    assert median(took["long"]) < 3 * median(took["short"])


def test_a_first_screen_reads_a_long_evening_as_fast_as_a_short_one(tmp_path):
    with closing(Book.open(tmp_path)) as database:
        journal = Journal(database)
        plays = {size: lay(journal, size) for size in (100, opening.FETCHED)}
        took = opening.reading(journal, plays, repeats=7)
    assert took[str(opening.FETCHED)] < opening.LIMIT * took["raw"]
    assert took[str(opening.FETCHED)] < 3 * took["100"]


def test_every_device_of_every_table_shows_what_its_tablet_records(tmp_path):
    took = tables.play(tmp_path, many=2, seconds=8)
    assert len(took.milliseconds) >= 2


def test_every_device_has_the_highest_bid(tmp_path):
    assert len(tables.auction(tmp_path, 4)) == 4
