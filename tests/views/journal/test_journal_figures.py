"""The figure beside a line of the journal: what it came to, or was to one player, or what a correction changed."""

from __future__ import annotations

import bids_game
import flet as ft
import pytest
from hats_game import new_play, opened, press
from headless import PHONE
from small_game import new_open_plays

from companion.core.recording.differences import headline
from companion.core.recording.revision import Change
from companion.core.show.statement import Part, share
from models.ledger import Place, Posting, Proposal, ReceiptLine
from views import theme
from views.components.journal_row import RowContent, journal_row

ROLLS = (("alice", 9), ("ben", 4), ("alice", 8))


@pytest.fixture
def play_id(open_plays):
    """Three rolls; then Alice pays Ben."""
    made = new_play(open_plays)
    for who, roll in ROLLS:
        open_plays.referee(made).write("roll", {"who": who, "roll": roll})
    open_plays.referee(made).write("give", {"who": "alice", "to": "ben", "amount": 50})
    return made


def figure(open_plays, play_id, seq, holder=""):
    """The figure beside a line as it is read now, and whose it is where that is said."""
    snapshot = open_plays.snapshot(play_id)
    line = snapshot.figure(open_plays.journal.entry(play_id, seq), holder)
    return line and (line.text, line.figure)


def correct(open_plays, play_id, seq, action, **answers):
    return open_plays.referee(play_id).amend({Place(seq): Change(action, answers)}, "misread").seq


@pytest.mark.parametrize(("holder", "amount"), [("alice", -50), ("ben", 50)])
def test_a_payment_has_the_sign_of_whoever_it_is_read_for(open_plays, play_id, holder, amount):
    assert figure(open_plays, play_id, 4, holder) == ("", amount)


def test_a_line_that_moved_no_money_of_a_players_has_no_figure_for_them(open_plays, play_id):
    assert figure(open_plays, play_id, 1, "ben") is None


def test_read_for_everybody_a_line_has_the_figure_of_the_player_it_is_about(open_plays, play_id):
    assert figure(open_plays, play_id, 4) == ("", -50)


def test_cash_goes_before_other_accounts_and_those_before_what_is_owed():
    moves = {("ann:credit", "$"): -100, ("ann:race", "$"): 20, ("ann:cash", "$"): -20, ("ben:credit", "$"): -100}
    assert share(moves, "ann").figure == -20
    assert share(moves, "ben").figure == -100
    assert share({("ann:hats", "hat"): 1}, "ann") is None


@pytest.mark.parametrize(
    ("change", "balance", "said"),
    [
        (-100, None, "owes $100"),
        (-100, ReceiptLine("owes", 300), "owes $100 more"),
        (100, ReceiptLine("owes", 200), "owes $100 less"),
    ],
)
def test_what_is_bought_on_credit_is_owed_and_shown_as_no_money_that_moved(change, balance, said):
    line = share({("ann:credit", "$"): change}, "ann")
    assert not line.signed
    row = RowContent(1, "Ann buys a hat.", parts=(Part(line, balance),))
    drawn = journal_row(row, lambda: None)
    (figure,) = [one for one in reach(drawn) if isinstance(one, ft.Text) and one.value == said]
    assert figure.color == theme.INK
    assert said.replace("$100", "100 dollars").capitalize() in row.spoken


def reach(control):
    """A control and all within it."""
    yield control
    inside = [getattr(control, "content", None), *(getattr(control, "controls", None) or [])]
    for part in filter(None, inside):
        yield from reach(part)


def test_a_correction_has_the_difference_it_made_and_whose_it_is(open_plays, play_id):
    correction = correct(open_plays, play_id, 1, "roll", who="alice", roll=10)
    assert figure(open_plays, play_id, correction) == ("", 10)


def test_a_correction_of_a_correction_has_the_difference_to_that(open_plays, play_id):
    correct(open_plays, play_id, 1, "roll", who="alice", roll=10)
    again = correct(open_plays, play_id, 1, "roll", who="alice", roll=8)
    assert figure(open_plays, play_id, again) == ("", -20)


def test_where_several_players_have_something_else_no_figure_stands_for_all(open_plays, play_id):
    correction = correct(open_plays, play_id, 4, "give", who="alice", to="ben", amount=60)
    assert figure(open_plays, play_id, correction) is None


def test_among_one_players_entries_the_corrected_one_has_the_new_figure_and_the_correction_none(open_plays, play_id):
    correction = correct(open_plays, play_id, 4, "give", who="alice", to="ben", amount=60)
    assert figure(open_plays, play_id, 4, "ben") == ("", 60)
    assert figure(open_plays, play_id, correction, "ben") is None


@pytest.mark.parametrize(
    ("working", "moved", "figure"),
    [
        ([("Win", 40, True), ("Fee", -60, True), ("Ann has", 9, False)], 5, -60),
        ([("Lands on Bingo", None, True), ("Ann has", 9, False)], 5, 5),
        ([], 5, 5),
        ([], 0, None),
    ],
    ids=["its last result", "else what it moved", "without a receipt", "else nothing"],
)
def test_an_entry_is_summed_up_by_its_last_result_else_by_the_money_that_it_moved(working, moved, figure):
    lines = tuple(ReceiptLine(words, number, total=total) for words, number, total in working)
    postings = (Posting("ann:cash", -moved, "$"), Posting("ben:cash", moved, "$")) if moved else ()
    found = headline(Proposal("pay", {}, "Paid.", postings, working=lines))
    assert (found and found.figure) == figure


def test_a_correction_has_no_figure_of_another_line(open_plays, play_id):
    seq = correct(open_plays, play_id, 1, "roll", who="alice", roll=10)
    assert headline(open_plays.journal.entry(play_id, seq).proposal) is None


def test_what_is_hidden_from_the_table_has_no_figure(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.games.find_game", bids_game.find)
    open_plays = new_open_plays(tmp_path / "fists")
    play_id = bids_game.new_play(open_plays, {"ann": 100, "ben": 85, "cy": 60, "dot": 0})
    entry = open_plays.referee(play_id).write("slip", {"who": "ann", "to": "ben", "amount": 5})
    assert figure(open_plays, play_id, entry.seq, "ben") is None
    open_plays.journal.database.close()


async def test_a_journal_of_one_player_shows_that_players_sums(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/journal", PHONE) as screen:
        assert screen.says("\u2212$50")
        await press(screen, "Only Ben")
        assert screen.says("+$50")
        assert not screen.says("\u2212$50")
