"""The answer given last, the receipt's result and the button are on a small screen together, on every sheet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from unittest.mock import patch

import pytest

from companion.core.prompt import Offer
from companion.core.recording.referee import Referee
from models.rooms import IN
from tests.paths import EVENINGS
from tests.units.views.fitting import SCALES, SMALL, evening, fill_in
from tests.units.views.headless import play, set_up
from views.state.open_plays import OpenPlays

TABLETS = (1180, 820), (820, 1180)
STREETS, CARDS = "rat_race_monopoly-thirty-million", "rat_a_tat_cat-limit-all-at-once"
LAST = "rat_a_tat_cat-limit-last-one-in"


def walked(
    referee: Referee, size: tuple[int, int], scale: float, side: str = "", *, member: str = ""
) -> list[str]:
    """Fill in every sheet of a game on one screen, all of them turned to a ``side``; say what was out of sight.

    On the phone of a ``member`` these are those that its player may ask for.
    """
    found: list[str] = []
    someone = referee.play.seats[0].key

    async def scene() -> None:
        sides = tuple((one.name, side) for one in referee.play.seats if side)
        async with set_up(referee, size, member, scale=scale, facing=bool(side), sides=sides) as (
            screen,
            client,
        ):
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
    return shared.rooms.add_member(
        "phone", room=room.id, people=(referee.play.seats[0].name,), state=IN
    ).id


def offers(referee: Referee, seat: str) -> Iterator[Offer]:
    """Everything that the table may record, or a player ask for."""
    for action in referee.game.actions:
        if seat:
            yield from (Offer(action.name, {name: seat}, called) for name, called in action.asks)
        else:
            yield Offer(action.name)


@pytest.mark.parametrize(
    ("name", "half", "size", "scale", "side"),
    [
        (STREETS, True, SMALL[2], 1.0, ""),
        *((CARDS, True, *small, "") for small in ((SMALL[0], 2.0), (SMALL[2], 1.0))),
        (CARDS, True, TABLETS[0], 1.0, "left"),
        *((LAST, False, TABLETS[1], scale, "") for scale in SCALES),
        ("any_money-cents", True, SMALL[2], 1.0, ""),
        ("ratrace-first-steps", False, TABLETS[0], 2.0, ""),
    ],
)
def test_answer_receipt_and_button_are_in_sight_together(name, half, size, scale, side):
    with evening(name, half=half) as referee:
        assert walked(referee, size, scale, side) == []


def test_no_word_on_a_card_of_a_player_s_own_phone_is_broken():
    with evening("ratrace-six-players", half=False) as referee:
        assert walked(referee, SMALL[1], 2.0, member=own_phone(referee)) == []


@pytest.mark.long
@pytest.mark.parametrize("half", [True, False], ids=["half played", "at its end"])
@pytest.mark.parametrize("name", EVENINGS)
def test_nothing_of_any_evening_is_out_of_sight(name, half):
    with evening(name, half=half) as referee:
        small = [*product(SMALL, SCALES)]
        found = [one for size, scale in small for one in walked(referee, size, scale)]
        found += [
            one for way in product(TABLETS, SCALES, ("", "left")) for one in walked(referee, *way)
        ]
        member = own_phone(referee)
        found += [
            one for size, scale in small for one in walked(referee, size, scale, member=member)
        ]
    assert found == []
