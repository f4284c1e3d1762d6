"""The answer given last, the receipt's result and the button are on a small screen together, on every sheet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from unittest.mock import patch

import pytest
from crowded import EVENINGS
from fitting import SCALES, SMALL, evening, fill_in
from headless import play, set_up

from companion.core.prompt import Offer
from companion.core.recording.referee import Referee
from models.rooms import IN
from views.state.open_plays import OpenPlays

TABLETS = (1180, 820), (820, 1180)
QUICK = {
    "streets and shares": "rat_race_monopoly-thirty-million",
    "a round of cards": "rat_a_tat_cat-limit-all-at-once",
}


def walked(referee: Referee, size: tuple[int, int], scale: float, side: str = "", *, member: str = "") -> list[str]:
    """Fill in every sheet of a game on one screen, all of them turned to a ``side``; say what was out of sight.

    On the phone of a ``member`` these are those that its player may ask for.
    """
    found: list[str] = []
    someone = referee.play.seats[0].key

    async def scene() -> None:
        sides = tuple((one.name, side) for one in referee.play.seats if side)
        async with set_up(referee, size, member, scale=scale, facing=bool(side), sides=sides) as (screen, client):
            state = client.state(referee.play.id)
            where = f"{size} {scale:.0%}"
            found.extend(await fill_in(screen, state, None, where))
            for offer in offers(referee, someone if member else ""):
                state.sheet.put_away()
                found.extend(await fill_in(screen, state, offer, where))

    with patch("views.state.facing.who_acts", lambda _: someone):
        play(scene)
    return found


def own_phone(referee: Referee) -> str:
    """Let in the phone of the first player; its member's id."""
    shared = OpenPlays(referee.journal).shared
    room = shared.open_room(referee.play.id)
    return shared.rooms.add_member("phone", room=room.id, people=(referee.play.seats[0].name,), state=IN).id


def offers(referee: Referee, seat: str) -> Iterator[Offer]:
    """Everything that the table may record, or a player ask for."""
    for action in referee.game.actions:
        if seat:
            yield from (Offer(action.name, {name: seat}, called) for name, called in action.asks)
        else:
            yield Offer(action.name)


@pytest.mark.parametrize(("size", "scale"), [(SMALL[0], 2.0), (SMALL[2], 1.0)])
@pytest.mark.parametrize("name", QUICK.values(), ids=QUICK)
def test_answer_receipt_and_button_are_in_sight_together(name, size, scale):
    with evening(name, half=True) as referee:
        assert walked(referee, size, scale) == []


def test_a_sheet_that_is_turned_sideways_has_everything_in_sight():
    with evening(QUICK["a round of cards"], half=True) as referee:
        assert walked(referee, TABLETS[0], 1.0, "left") == []


def test_no_word_on_a_card_of_a_player_s_own_phone_is_broken():
    with evening("ratrace-six-players", half=False) as referee:
        assert walked(referee, SMALL[1], 2.0, member=own_phone(referee)) == []


def test_the_keys_of_a_deal_in_cents_are_whole_beside_its_payments():
    with evening("any_money-cents", half=True) as referee:
        assert walked(referee, SMALL[2], 2.0) == []


@pytest.mark.parametrize("scale", SCALES)
def test_a_tablet_that_is_upright_has_everything_in_sight(scale):
    with evening("rat_a_tat_cat-limit-last-one-in", half=False) as referee:
        assert walked(referee, TABLETS[1], scale) == []


def test_large_text_on_a_tablet_leaves_an_answer_and_its_button_in_sight():
    with evening("ratrace-first-steps", half=False) as referee:
        assert walked(referee, TABLETS[0], 2.0) == []


@pytest.mark.long
@pytest.mark.parametrize("half", [True, False], ids=["half played", "at its end"])
@pytest.mark.parametrize("name", EVENINGS)
def test_nothing_of_any_evening_is_out_of_sight(name, half):
    with evening(name, half=half) as referee:
        found = [one for size in SMALL for scale in SCALES for one in walked(referee, size, scale)]
        ways = product(TABLETS, SCALES, ("", "left"))
        found += [one for size, scale, side in ways for one in walked(referee, size, scale, side)]
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("half", [True, False], ids=["half played", "at its end"])
@pytest.mark.parametrize("name", EVENINGS)
def test_nothing_is_out_of_sight_on_a_player_s_own_phone(name, half):
    with evening(name, half=half) as referee:
        member = own_phone(referee)
        found = [one for size in SMALL for scale in SCALES for one in walked(referee, size, scale, member=member)]
    assert found == []
