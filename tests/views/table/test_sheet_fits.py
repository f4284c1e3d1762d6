"""The answer given last, the receipt's result and the button are on a small screen together, on every sheet."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import pytest
from crowded import EVENINGS
from fitting import SCALES, SMALL, evening, fill_in
from headless import Screen, play

from companion.core.prompt import Offer
from companion.core.recording.referee import Referee
from views import app
from views.state.client import Client
from views.state.open_plays import OpenPlays

TABLETS = (1180, 820), (820, 1180)
QUICK = {
    "streets and shares": "rat_race_monopoly-thirty-million",
    "a round of cards": "rat_a_tat_cat-limit-all-at-once",
}


def walked(referee: Referee, size: tuple[int, int], scale: float, side: str = "") -> list[str]:
    """Fill in every sheet of a game on one screen, all of them turned to a ``side``; say what was out of sight."""
    found: list[str] = []
    someone = referee.play.seats[0].key

    async def scene() -> None:
        open_plays, clients = OpenPlays(referee.journal), list[Client]()
        route = f"/play/{referee.play.id}"
        async with Screen(lambda page: clients.append(app.open_session(page, open_plays)), route, size) as screen:
            client = clients[0]
            sides = tuple((one.name, side) for one in referee.play.seats if side)
            client.prefs = replace(client.prefs, scale=scale, facing=bool(side), sides=sides)
            client.redraw()
            await screen.settle()
            state = client.state(referee.play.id)
            where = f"{size} {scale:.0%}"
            found.extend(await fill_in(screen, state, None, where))
            for action in referee.game.actions:
                state.sheet.put_away()
                found.extend(await fill_in(screen, state, Offer(action.name), where))

    with patch("views.state.facing.acting", lambda _: someone):
        play(scene)
    return found


@pytest.mark.parametrize(("size", "scale"), [(SMALL[0], 1.0), (SMALL[0], 2.0), (SMALL[1], 1.0), (SMALL[2], 1.0)])
@pytest.mark.parametrize("name", QUICK.values(), ids=QUICK)
def test_answer_receipt_and_button_are_in_sight_together(name, size, scale):
    with evening(name, half=True) as referee:
        assert walked(referee, size, scale) == []


@pytest.mark.parametrize("name", QUICK.values(), ids=QUICK)
def test_a_sheet_that_is_turned_sideways_has_everything_in_sight(name):
    with evening(name, half=True) as referee:
        assert walked(referee, TABLETS[0], 1.0, "left") == []


@pytest.mark.long
@pytest.mark.parametrize("half", [True, False], ids=["half played", "at its end"])
@pytest.mark.parametrize("name", EVENINGS)
def test_nothing_of_any_evening_is_out_of_sight(name, half):
    with evening(name, half=half) as referee:
        found = [one for size in SMALL for scale in SCALES for one in walked(referee, size, scale)]
        found += [one for size in TABLETS for scale in SCALES for one in walked(referee, size, scale, "left")]
    assert found == []
