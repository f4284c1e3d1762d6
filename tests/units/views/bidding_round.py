"""A round of closed fists on screens without a browser: who sits down, what is laid, and what is kept of it."""


async def hand_round(screen):
    """Ann sells a card, and the device goes round."""
    await screen.tap("Sell a card")
    await screen.fire(screen.named("Ann")[-1], "click")
    word = "tablet" if screen.page.width >= 700 else "phone"
    await screen.tap(f"Hand the {word} round")
    await screen.see(f"Hand the {word} to Ben.")


async def bid(screen, name, *chips):
    await screen.tap(f"I am {name}")
    for chip in chips or ("Empty fist",):
        await screen.tap(chip)
    await screen.tap("Close the fist")


def the_bidding(open_plays, play_id):
    return open_plays.lots[play_id]


async def everyone_bids(screen, ben="$25"):
    """Ann sells a card, and all three have bid."""
    await hand_round(screen)
    for name, chips in (("Ben", (ben,)), ("Cy", ("$10",)), ("Dot", ())):
        await bid(screen, name, *chips)
