"""The list of the journal as values: turns, folds, one player's statement, and what a correction has put in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import small_game
from hats_game import new_play, opened, press
from headless import PHONE, TABLET

from companion.core.recording.revision import Change
from companion.core.recording.turns import Turns
from companion.dates import clock
from companion.formats.session import replay, steps
from models.ledger import Place
from views.components.journal_row import RowContent
from views.journal.listing import Heading, list_entries
from views.state.play.journal_state import JournalState


@pytest.fixture
def play_id(open_plays):
    """Alice and Ben have rolled, and Alice has paid Ben."""
    made = new_play(open_plays)
    referee = open_plays.referee(made)
    referee.write("roll", {"who": "alice", "roll": 9})
    referee.write("roll", {"who": "ben", "roll": 4})
    referee.write("give", {"who": "alice", "to": "ben", "amount": 50})
    return made


def rows(open_plays, play_id, **reading):
    snapshot = open_plays.snapshot(play_id)
    state = JournalState(**reading)
    found = snapshot.referee.entries(holder=state.holder or None, text=state.find)
    return list_entries(snapshot, state, found, whole=True)


def brief(found):
    return [one.brief if isinstance(one, RowContent) else one.words for one in found]


def test_a_turn_is_headed_by_the_time_it_began(open_plays):
    made, began = new_play(open_plays), datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
    note = open_plays.referee(made).propose("note", {"words": "a minute each"})
    for number in (0, 1):
        at = began + timedelta(minutes=number)
        open_plays.journal.append(made, note, after=number, by="table", command=str(number), at=at)
    (head,) = (one for one in rows(open_plays, made) if isinstance(one, Heading))
    assert head.when.endswith(clock(began))


def test_an_entry_is_about_whom_its_sentence_begins_with_and_has_the_sign_that_player_sees(open_plays, play_id):
    paid = next(one for one in rows(open_plays, play_id) if isinstance(one, RowContent))
    assert (paid.person.name, paid.figure.figure) == ("Alice", -50)
    assert paid.spoken == "Entry 3. Alice pays Ben $50. minus 50 dollars."


def test_whoever_looks_for_words_finds_what_is_crossed_out_too(open_plays, play_id):
    open_plays.referee(play_id).void(3, "never happened")
    found = rows(open_plays, play_id, find="pays")
    assert [one.seq for one in found if isinstance(one, RowContent)] == [4, 3]


def test_one_players_entries_add_up_to_what_that_player_has(open_plays, play_id):
    referee = open_plays.referee(play_id)
    referee.undo()
    referee.amend({Place(1): Change("roll", {"who": "alice", "roll": 8})}, "misread")
    referee.amend({Place(1, 1): Change("give", {"who": "alice", "to": "ben", "amount": 5})}, "forgotten")
    found = [one for one in rows(open_plays, play_id, holder="ben") if isinstance(one, RowContent) and one.figure]
    assert [(figure.figure, left.figure) for one in found for figure, left in one.parts] == [(40, 45), (5, 5)]
    assert referee.table.ledger.balance("ben:cash") == 45


@pytest.mark.parametrize(
    ("action", "answers", "about"),
    [
        ("pay", {"payer": "ann", "payee": "ben", "amount": 5}, ["ann", "ben"]),
        ("allow_debts", {"who": "ann", "may": "no"}, ["ann"]),
    ],
    ids=["by what it moves", "by whom it names"],
)
def test_what_a_correction_has_put_in_is_in_the_journal_of_everybody_it_is_about(tmp_path, action, answers, about):
    open_plays = small_game.new_open_plays(tmp_path)
    text = "game any_money\nseats Ann Ben Cy\nbegin\npay payer=ann payee=cy amount=5\n"
    try:
        made = replay(open_plays.journal, steps(text)).play.id
        open_plays.referee(made).amend({Place(1, 1): Change(action, answers)}, "forgotten")
        listed = {who: rows(open_plays, made, holder=who) for who in ("ann", "ben", "cy")}
        words = rows(open_plays, made, find="may not") + rows(open_plays, made, find="PAYS BEN")
    finally:
        open_plays.journal.database.close()
    put_in = [who for who, found in listed.items() if any(isinstance(one, RowContent) and one.n for one in found)]
    assert put_in == about
    assert len([one for one in words if isinstance(one, RowContent) and one.n]) == 1


def test_what_others_do_in_an_event_is_part_of_the_turn(tmp_path):
    open_plays = small_game.new_open_plays(tmp_path)
    text = (
        "game ratrace\nseats Ann Ben\nhouse businesses=one\nstart first=ann\npick who=ann business=black\n"
        "pick who=ben business=olive\nroll who=ann roll=9\nlottery who=ann stake=20\nmatch who=ben\n"
        "lottery_roll who=ann roll=4\nlottery_roll who=ben roll=10\n"
    )
    try:
        referee = open_plays.referee(replay(open_plays.journal, steps(text)).play.id)
        lines = referee.lines()
        turns = Turns().of(referee, lines, {one.place for one in lines})
        assert {turns[one.place].seat for one in lines[4:]} == {"ann"}
    finally:
        open_plays.journal.database.close()


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_the_filter_is_kept_over_a_change_of_tab(open_plays, play_id, size):
    async with opened(open_plays, f"/play/{play_id}/journal", size) as screen:
        await press(screen, "Only Ben")
        await screen.go(f"/play/{play_id}/rules")
        await screen.go(f"/play/{play_id}/journal")
        assert not screen.named("Entry 1...")
        assert screen.named("Entry 3. Alice pays Ben $50. plus 50 dollars. Has 90 dollars.")
