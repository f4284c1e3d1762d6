"""Where things lie on a screen, measured: nothing is off it unsaid, and no room lies between what belongs together."""

import re

import flet as ft
import pytest

from companion.formats.session import replay, steps
from tests.units.views.crowded import evening
from tests.units.views.device import on_sheet, opened
from tests.units.views.headless import PHONE, TABLET, set_up
from tests.units.views.layout import placed
from views.state.open_plays import OpenPlays

pytestmark = pytest.mark.games("all")

NEAR = 30
"""So many pixels lie between a question and its answers at most."""
KEYBOARDS = [((390, 844), 300), ((390, 763), 300), ((360, 640), 260), ((844, 390), 200)]
"""Phones, and how high their keyboards are."""
SIX = ("Ann", "Ben", "Cy", "Dan", "Eva", "Finn")
CARDS, HEAD, CLOSE = 380, 60, 80
"""Players' cards on a tablet end before this, and begin below the head; so much lies between two of them at most."""


async def test_every_player_whose_money_can_be_looked_at_is_on_a_phone_s_screen():
    with evening("ratrace-six-players", half=True) as referee:
        names = {referee.table.name(one.key) for one in referee.table.seats}
        async with opened(OpenPlays(referee.journal), referee.play.id, PHONE, "/see") as screen:
            whole = {
                one.words
                for one in placed(screen, 1.0)
                if not one.across and 0 <= one.x <= PHONE[0] - one.width
            }
    assert len(names) == 6
    assert names <= whole


@pytest.mark.parametrize(("size", "scale"), [((390, 844), 1), ((360, 640), 1), ((390, 844), 1.3)])
async def test_six_players_and_their_money_are_whole_on_one_row(open_plays, size, scale):
    text = f"game any_money\nseats {' '.join(SIX)}\nhouse start=99999\nbegin\n"
    async with set_up(replay(open_plays.journal, steps(text)), size, scale=scale) as (screen, _):
        cards = [one for one in placed(screen, scale) if one.words == "$99,999"]
    assert len(cards) == len(SIX)
    assert [one.cut for one in cards if one.cut] == []
    assert max(one.x + one.width for one in cards) <= size[0]
    assert len({one.y for one in cards}) == 1


async def test_answers_lie_right_below_their_question_and_no_box_is_empty(
    open_plays,
):
    play_id = replay(open_plays.journal, steps("game any_money\nseats Ann Ben Cy\n")).play.id
    async with on_sheet(open_plays, play_id, "pay", PHONE) as screen:
        found = placed(screen, 1.0)
        question = next(one for one in found if one.mark == "prompt")
        name = next(one for one in reversed(found) if one.words == "Ann")
        answer = next(
            one for one in reversed(found) if one.mark == "tap" and 0 < name.y - one.y < one.height
        )
        assert 0 < answer.y - (question.y + question.height) <= NEAR
        framed = [one for one in screen.all(ft.Container) if one.border and one.content is not None]
        assert framed
        assert [one for one in framed if not screen.words(one)] == []


@pytest.mark.parametrize(
    "name", ["ratrace-first-steps", "rat_race_monopoly-bankrupt", "rat_race_monopoly-disasters"]
)
async def test_no_card_says_how_many_facts_more_there_are_above_empty_room(name):
    with evening(name, half=True) as referee:
        async with opened(OpenPlays(referee.journal), referee.play.id, TABLET) as screen:
            cards = [one for one in placed(screen, 1.0) if one.x < CARDS and one.y > HEAD]
    assert cards
    for more in (one for one in cards if re.fullmatch(r"\+\d+ more", one.words)):
        below = [one.y for one in cards if one.y > more.y + more.height]
        assert min([*below, TABLET[1]]) - (more.y + more.height) <= CLOSE, [
            one.words for one in cards
        ]


@pytest.mark.parametrize(("size", "keyboard"), KEYBOARDS)
async def test_a_field_what_comes_of_it_and_record_stand_above_a_phones_keyboard(
    open_plays, size, keyboard
):
    text = "game any_money\nseats Ann Ben Cy\nbegin\n"
    play_id = replay(open_plays.journal, steps(text)).play.id
    paid = {"payer": "ann", "payee": "ben", "amount": 5}
    async with on_sheet(open_plays, play_id, "pay", size, **paid) as screen:
        screen.clients[0].here().sheet.reopen("memo")
        await screen.settle()
        (field,) = screen.all(ft.TextField)
        await screen.fire(field, "focus")
        assert [one._i for one in screen.all(ft.TextField)] == [field._i], "it loses the keyboard"
        found = {one.mark: one.y + one.height for one in placed(screen, 1.0)}
    assert found.keys() & {"receipt", "result"}
    assert found["record"] <= size[1] - keyboard
