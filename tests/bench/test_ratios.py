"""The figures in short: ratios within one run, with margins so wide that only a change of kind breaks them."""

from statistics import median

import pytest

from companion.core.recording.referee import Referee
from companion.games import game_of
from tests.bench import adding_up, entering, opening, tables
from tests.bench.laying import journal_in, lay
from tests.figures import interleaved

pytestmark = pytest.mark.bench


def test_a_durable_validated_entry_costs_a_few_raw_commits():
    took = entering.measure(40, "ratrace")
    assert len(took.one) == len(took.raw) >= 40
    assert took.ratio < 2.5 * entering.LIMIT


def test_the_plain_text_bookkeepers_say_the_same_and_take_longer():
    took = adding_up.compare(300, repeats=2)
    assert min(took, key=took.get) == "book"


def test_a_line_costs_a_long_evening_no_more_than_a_short_one():
    with journal_in() as journal:
        short, long = (Referee(journal, lay(journal, size), game_of) for size in (200, 4_000))
        took = interleaved(
            50, short=lambda _: adding_up.once(short), long=lambda _: adding_up.once(long)
        )
    assert median(took["long"]) < 3 * median(took["short"])


def test_a_first_screen_reads_a_long_evening_as_fast_as_a_short_one():
    took = opening.reading((100, opening.FETCHED), repeats=7)
    assert took[opening.FETCHED] < min(opening.LIMIT, 3 * took[100])


def test_every_device_of_every_table_shows_what_its_tablet_records(tmp_path):
    took, _ = tables.play(tmp_path, many=2, seconds=8)
    assert len(took) >= 2
