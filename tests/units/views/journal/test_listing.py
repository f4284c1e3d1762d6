"""The list of the journal as values: days, turns, what a correction has put in, and the figure beside an entry."""

from datetime import datetime, timedelta

import pytest

from companion.core.recording.differences import headline
from companion.core.recording.revision import Change
from companion.core.show.statement import share
from companion.dates import day
from companion.formats.session import replay, steps
from companion.games import find_game
from models.ledger import Place, Posting, Proposal, ReceiptLine
from tests.units.views import bids_game, small_game
from tests.units.views.hats_game import field, narrations, new_play, opened
from views.components.journal_row import RowContent
from views.journal.listing import Heading, list_entries
from views.state.play.journal_state import JournalState


@pytest.fixture
def play_id(open_plays):
    """Three rolls; then Alice pays Ben."""
    made = new_play(open_plays)
    referee = open_plays.referee(made)
    for who, roll in (("alice", 9), ("ben", 4), ("alice", 8)):
        referee.write("roll", {"who": who, "roll": roll})
    referee.write("give", {"who": "alice", "to": "ben", "amount": 50})
    return made


@pytest.fixture
def others(tmp_path):
    """A book in which another game than hats can be played."""
    open_plays = small_game.new_open_plays(tmp_path / "others")
    yield open_plays
    open_plays.journal.database.close()


def rows(open_plays, play_id, **reading):
    snapshot, state = open_plays.snapshot(play_id), JournalState(**reading)
    found = snapshot.referee.journal.entries(
        snapshot.play.id, holder=state.holder or None, text=state.find
    )
    return list_entries(snapshot, state, found, whole=True)


def figure(open_plays, play_id, seq, holder=""):
    """The figure beside an entry as it is read now, for everybody or for one player."""
    line = open_plays.snapshot(play_id).figure(open_plays.journal.entry(play_id, seq), holder)
    return line and line.figure


def correct(open_plays, play_id, place, action, **answers):
    return open_plays.referee(play_id).amend({place: Change(action, answers)}, "misread").seq


async def test_while_somebody_writes_the_keyboard_belongs_to_the_field(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/journal") as screen:
        await screen.tap("Search")
        for event, count in (("focus", 4), ("blur", 5)):
            await screen.fire(field(screen, "Find in the journal"), event)
            await screen.key("Z", ctrl=True)
            assert len(narrations(open_plays, play_id)) == count


def test_entries_stand_under_the_day_they_were_written_on_and_a_turn_has_the_time_it_began(
    open_plays,
):
    made, noon = new_play(open_plays), datetime.now().astimezone().replace(hour=12, minute=0)
    long_ago = noon - timedelta(days=9)
    times = (long_ago, long_ago + timedelta(minutes=1), noon - timedelta(days=1), noon)
    note = open_plays.referee(made).propose("note", {"words": "an hour"})
    for number, at in enumerate(times):
        open_plays.journal.append(made, note, after=number, by="table", command=str(number), at=at)
    found = [one.when if isinstance(one, Heading) else one.seq for one in rows(open_plays, made)]
    assert found == ["12:00", 4, "Yesterday, 12:00", 3, f"{day(long_ago)}, 12:00", 2, 1]


def test_what_a_correction_has_put_in_is_in_the_journal_of_whom_it_names_and_is_found(others):
    made = replay(
        others.journal,
        steps("game any_money\nseats Ann Ben Anna\nbegin\npay payer=ann payee=ben amount=5\n"),
    )
    correct(others, made.play.id, Place(1, 1), "allow_debts", who="ann", may="no")
    correct(others, made.play.id, Place(1, 2), "bank_pays", payee="anna", amount=5)
    for reading, count in (
        ({"holder": "ann"}, 1),
        ({"holder": "anna"}, 1),
        ({"holder": "ben"}, 0),
        ({"find": "MAY NOT"}, 1),
    ):
        found = rows(others, made.play.id, **reading)
        assert sum(isinstance(one, RowContent) and bool(one.n) for one in found) == count


def test_an_entry_has_the_figure_of_whoever_it_is_read_for_or_else_of_whom_it_is_about(
    open_plays, play_id
):
    read_for = {holder: figure(open_plays, play_id, 4, holder) for holder in ("", "alice", "ben")}
    assert read_for == {"": -50, "alice": -50, "ben": 50}
    assert figure(open_plays, play_id, 1, "ben") is None


def test_a_correction_has_the_difference_it_made_where_that_is_one_players(open_plays, play_id):
    for roll, difference in ((10, 10), (8, -20)):
        seq = correct(open_plays, play_id, Place(1), "roll", who="alice", roll=roll)
        assert figure(open_plays, play_id, seq) == difference
        assert headline(open_plays.journal.entry(play_id, seq).proposal) is None
    seq = correct(open_plays, play_id, Place(4), "give", who="alice", to="ben", amount=60)
    assert figure(open_plays, play_id, seq) is None
    assert figure(open_plays, play_id, seq, "ben") is None
    assert figure(open_plays, play_id, 4, "ben") == 60


def test_what_is_hidden_from_the_table_has_no_figure(others, monkeypatch):
    monkeypatch.setattr("companion.games.find_game", bids_game.find)
    made = bids_game.new_play(others, {"ann": 100, "ben": 85, "cy": 60, "dot": 0})
    entry = others.referee(made).write("slip", {"who": "ann", "to": "ben", "amount": 5})
    assert figure(others, made, entry.seq, "ben") is None


def test_cash_goes_before_what_is_owed_and_a_stake_on_the_table_is_nobodys():
    game = find_game("ratrace")
    moves = {
        ("ann:credit", "$"): -100,
        ("ann:race", "$"): 20,
        ("ann:cash", "$"): -20,
        ("ben:credit", "$"): -100,
    }
    assert share(game, moves, "ann").figure == -20
    assert share(game, moves, "ben").figure == -100
    assert share(game, {("ann:race", "$"): -20, ("ben:cash", "$"): 20}, "ann") is None
    assert share(game, {("ann:hats", "hat"): 1}, "ann") is None


@pytest.mark.parametrize(
    ("working", "moved", "figure"),
    [
        ([("Win", 40, True), ("Fee", -60, True), ("Ann has", 9, False)], 5, -60),
        ([("Lands on Bingo", None, True), ("Ann has", 9, False)], 5, 5),
        ([], 0, None),
    ],
)
def test_an_entry_is_summed_up_by_its_last_result_else_by_the_money_that_it_moved(
    working, moved, figure
):
    lines = tuple(ReceiptLine(words, number, total=total) for words, number, total in working)
    postings = (Posting("ann:cash", -moved, "$"), Posting("ben:cash", moved, "$")) if moved else ()
    found = headline(Proposal("pay", {}, "Paid.", postings, working=lines))
    assert (found and found.figure) == figure
