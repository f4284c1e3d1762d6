"""From one turn to the next, and from an empty sheet to a full one, nothing jumps: every zone has one place."""

from collections import defaultdict

import pytest

from tests.laws.screens.test_sheet_fits import offers
from tests.paths import EVENINGS
from tests.units.views.crowded import enlarge, evening
from tests.units.views.fitting import filled_in
from tests.units.views.headless import play, set_up
from tests.units.views.layout import placed

PLACES = {
    (390, 844): {"undo": 208, "prompt": 272, "keys": (468, 636), "receipt": (644, 708), "record": (716, 772)},
    (390, 763): {"undo": 143, "prompt": 207, "keys": (403, 571), "receipt": (579, 643), "record": (651, 707)},
    (390, 745): {"undo": 110, "prompt": 160, "keys": (332, 484), "receipt": (488, 532), "record": (536, 588)},
    (360, 640): {"undo": 110, "prompt": 160, "keys": (332, 484), "receipt": (488, 532), "record": (536, 588)},
    (844, 390): {"undo": 31, "prompt": 95, "keys": (73, 241), "receipt": (249, 313), "record": (321, 373)},
}  # fmt: skip
"""Where parts of every sheet of every game begin and end, by the phone's size; of a line it is the top, and of a
question the middle."""
TABLETS = (1180, 820), (820, 1180)
GAMES = (
    "any_money-cents",
    "any_score-hearts",
    "doubletrack-auctions-and-ties",
    "rat_a_tat_cat-rounds",
    "rat_race_monopoly-disasters",
    "ratrace-counting",
    "totopoly-whole-evening",
)
"""An evening of each game that has most of its actions, with debts and long sentences."""


def places(found):
    """Where the parts of a sheet are; a receipt is looked for below the keys, for it can be shown in their place."""
    keys = next((part for part in found if part.mark == "keys-of-pad"), None)
    for part in found:
        top, bottom = round(part.y), round(part.y + part.height)
        if part.words == "Undo":
            yield "undo", top
        elif part.mark == "prompt":
            yield "prompt", round(part.y + part.height / 2)
        elif part is keys or part.mark == "record":
            yield part.mark.removesuffix("-of-pad"), (top, bottom)
        elif part.mark in {"receipt", "result"} and keys and part.y > keys.y + keys.height:
            yield "receipt", (top, bottom)


def walked(name, size, scale=1.0):
    """Fill in every sheet of a game; where each part was, with a sheet on which it was there."""
    seen = defaultdict(dict)

    async def scene(referee):
        async with set_up(referee, size, scale=scale) as (screen, client):
            state = client.state(referee.play.id)
            for offer in (None, *offers(referee, "")):
                async for draft, _ in filled_in(screen, state, offer):
                    for part, place in places(placed(screen, scale)):
                        seen[part].setdefault(place, f"{draft.action} {dict(draft.answers)}")
                state.sheet.put_away()

    with pytest.MonkeyPatch.context() as patch, evening(name, half=True) as referee:
        enlarge(patch)
        play(lambda: scene(referee))
    return seen


@pytest.mark.parametrize(
    ("size", "name"),
    [
        *(((390, 844), name) for name in GAMES),
        *(((360, 640), name) for name in GAMES[1:3]),
        *(((844, 390), name) for name in GAMES[3:6:2]),
        *(pytest.param(size, name, marks=pytest.mark.long) for size in PLACES for name in EVENINGS),
    ],
)
def test_every_part_of_every_sheet_has_one_place_on_a_phone(size, name):
    seen = walked(name, size)
    assert {part: set(found) - {PLACES[size][part]} for part, found in seen.items()} == {
        part: set() for part in seen
    }, seen


@pytest.mark.parametrize(
    ("size", "scale", "name"),
    [
        (TABLETS[0], 1.0, GAMES[1]),
        *(
            pytest.param(size, scale, name, marks=pytest.mark.long)
            for size, scale in (
                (TABLETS[0], 1.0),
                (TABLETS[1], 1.0),
                ((390, 844), 1.15),
                ((412, 915), 1.3),
            )
            for name in EVENINGS
        ),
    ],
)
def test_every_part_of_the_sheets_of_one_game_has_one_place(size, scale, name):
    seen = walked(name, size, scale)
    assert [found for found in seen.values() if len(found) > 1] == []
