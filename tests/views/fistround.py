"""A round of closed fists on screens without a browser: who sits down, what is laid, and what is kept of it."""

from __future__ import annotations

from functools import partial
from itertools import count

from headless import TABLET, Screen

from views import app


def opened(house, play_id, size=TABLET, route="", **more):
    stores = []

    def main(page):
        stores.append(app.open_session(page, house))
        if state := stores[0].here() or stores[0]._states.get(play_id):
            state.clock = partial(next, count())

    screen = Screen(main, f"/play/{play_id}{route}", size, **more)
    screen.stores = stores
    return screen


def lines(house, play_id):
    return [one.entry.proposal.narration for one in house.journal.entries(play_id)]


async def hand_round(screen):
    """Ann sells a card, and the device goes round."""
    await screen.tap("Sell a card")
    await screen.fire(screen.named("Ann")[-1], "click")
    word = "tablet" if screen.page.width >= 700 else "phone"
    await screen.tap(f"Hand the {word} round")
    await screen.see(f"Hand the {word} to Ben.")


async def bid(screen, name, *chips):
    await screen.tap(f"I am {name}")
    for chip in chips:
        await screen.tap(chip)
    await screen.tap("Bid" if chips else "Hold out an empty fist")


def the_bidding(house, play_id):
    return house.biddings[play_id]
