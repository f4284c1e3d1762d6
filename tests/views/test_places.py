"""Where things lie on a screen, measured: nothing is off it unsaid, and no room lies between what belongs together."""

from __future__ import annotations

import re

import flet as ft
import pytest
from crowded import evening
from device import opened
from headless import PHONE, TABLET, set_up
from layout import placed

from companion.core.prompt import Offer
from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal
from views.state.open_plays import OpenPlays

NEAR = 30
"""So many pixels lie between a question and its answers at most."""
CARDS, HEAD, CLOSE = 380, 60, 80
"""Players' cards on a tablet end before this, and begin below the head; so much lies between two of them at most."""
ROUNDS = "game rat_a_tat_cat\nseats Ann Ben Cy\n"
PAYING = "game any_money\nseats Ann Ben Cy\n"


@pytest.fixture
def lay(tmp_path):
    database = Book.open(tmp_path)
    journal = Journal(database)
    yield lambda session: (OpenPlays(journal), replay(journal, steps(session)).play.id)
    database.close()


def find(screen, words):
    """The text that reads so, where it lies."""
    return next(one for one in placed(screen, 1.0) if one.words == words)


async def test_every_player_whose_money_can_be_looked_at_is_on_a_phone_s_screen():
    with evening("ratrace-six-players", half=True) as referee:
        names = {referee.table.name(one.key) for one in referee.table.seats}
        async with opened(OpenPlays(referee.journal), referee.play.id, PHONE, "/see") as screen:
            whole = {one.words for one in placed(screen, 1.0) if not one.across and 0 <= one.x <= PHONE[0] - one.width}
    assert len(names) == 6
    assert names <= whole


async def test_squares_lie_two_by_two_on_an_upright_tablet_in_large_text():
    with evening("rat_race_monopoly-thirty-million", half=True) as referee:
        async with set_up(referee, (820, 1180), scale=2.0) as (screen, _):
            lie = {one.words: one.y for one in placed(screen, 2.0)}
    assert lie["GO"] == lie["Street for sale"] < lie["Owned street"]


async def test_answers_lie_right_below_their_question_on_a_phone(lay):
    open_plays, play_id = lay(PAYING)
    async with opened(open_plays, play_id, PHONE) as screen:
        screen.clients[0].state(play_id).sheet.open(Offer("pay"))
        await screen.settle()
        asked, answers = (
            find(screen, "Who pays?"),
            [one for one in placed(screen, 1.0) if one.words == "Ann" and one.y > find(screen, "Who pays?").y],
        )
        assert 0 < answers[0].y - (asked.y + asked.height) <= NEAR
        button = find(screen, "Choose a player")
        assert 0 < button.y - (answers[0].y + answers[0].height) <= 2 * NEAR, "and right above the button"


async def test_no_box_without_anything_in_it_lies_above_the_first_question(lay):
    open_plays, play_id = lay(ROUNDS)
    async with opened(open_plays, play_id, PHONE) as screen:
        assert screen.says("Who deals first?")
        framed = [one for one in screen.all(ft.Container) if one.border and one.content is not None]
        assert framed
        assert [one for one in framed if not screen.words(one)] == []


@pytest.mark.parametrize("name", ["ratrace-first-steps", "rat_race_monopoly-bankrupt", "rat_race_monopoly-disasters"])
async def test_no_card_says_how_many_facts_more_there_are_above_empty_room(name):
    with evening(name, half=True) as referee:
        async with opened(OpenPlays(referee.journal), referee.play.id, TABLET) as screen:
            cards = [one for one in placed(screen, 1.0) if one.x < CARDS and one.y > HEAD]
    assert cards
    for more in (one for one in cards if re.fullmatch(r"\+\d+ more", one.words)):
        below = [one.y for one in cards if one.y > more.y + more.height]
        assert min([*below, TABLET[1]]) - (more.y + more.height) <= CLOSE, [one.words for one in cards]
