"""The pad of closed fists: chips to lay, what is refused in private, and how all of it is covered."""

import flet as ft
import pytest

from models.ledger import Refusal
from tests.units.views import bids_game
from tests.units.views.bidding_round import bid, hand_round, the_bidding
from tests.units.views.device import hold, in_tree, let_go, opened
from tests.units.views.fitting import SCALES, SEEN, SMALL
from tests.units.views.headless import play
from tests.units.views.layout import overlaps, placed
from views.state.client import Preferences
from views.state.play.lot import CANT_BID

pytestmark = pytest.mark.games("fists")


def spoken(screen):
    """All that a screen reader may come to: what no cover leaves out."""
    covers = [cover for cover in screen.all(ft.Semantics) if cover.exclude_semantics]
    unsaid = {id(inner) for cover in covers for inner in screen.walk(cover.content)}
    texts = [str(words.value) for words in screen.all(ft.Text) if id(words) not in unsaid]
    return texts + [
        str(said.label)
        for said in screen.all(ft.Semantics)
        if said.label and id(said) not in unsaid
    ]


def dots_pad(open_plays, dot, *then):
    """Every property of everything on the pad at which Dot sits with so many chips, after some taps."""
    play_id, seen = bids_game.new_play(open_plays, {"ann": 100, "ben": 85, "dot": dot}), []

    async def scene():
        async with opened(open_plays, play_id) as screen:
            await hand_round(screen)
            await bid(screen, "Ben", "$10")
            for name in ("I am Dot", *then):
                await screen.tap(name)
            seen.extend(part.replace(play_id, "the play") for part in in_tree(screen))
            seen.extend(spoken(screen))

    play(scene)
    return seen


@pytest.mark.parametrize(
    ("none", "some", "said"),
    [
        ((), (), ("Empty fist", "Red $5")),
        (("$50",), ("$50",), ("$50",)),
        (("$50", "+25", "Close the fist"),) * 2 + ((CANT_BID,),),
    ],
    ids=["before a tap", "more than there is", "what is refused"],
)
def test_the_pad_of_who_holds_no_chips_is_the_pad_of_who_holds_some(open_plays, none, some, said):
    seen = dots_pad(open_plays, 0, *none)
    assert seen == dots_pad(open_plays, 60, *some)
    for words in said:
        assert any(words in part for part in seen)


async def test_what_is_refused_at_the_pad_is_read_out_to_nobody(open_plays, fists):
    async with opened(open_plays, fists) as screen:
        await hand_round(screen)
        await screen.tap("I am Ben")
        before = spoken(screen)
        await screen.tap("Empty fist")
        await screen.tap("Close the fist")
        assert screen.says(CANT_BID)
        assert spoken(screen) == before
        assert not screen.all(ft.Semantics, live_region=True)


async def test_a_bid_that_is_none_is_refused_wherever_it_comes_from(open_plays, fists):
    async with opened(open_plays, fists) as screen:
        await hand_round(screen)
        state, found = screen.clients[0].state(fists), the_bidding(open_plays, fists)
        for seat, number, words in (
            ("ben", 7, "A bid here is a multiple of $5."),
            ("ben", 90, CANT_BID),
            ("ben", 0, CANT_BID),
            ("dot", 5, CANT_BID),
            ("ann", 5, "These bids are no longer taken."),
        ):
            with pytest.raises(Refusal, match=words.replace("$", r"\$")):
                state.auction.bid(found, seat, number)
        assert not found.bids


async def test_a_bid_may_be_changed_until_all_are_opened_and_the_former_is_never_shown(
    open_plays, fists
):
    async with opened(open_plays, fists) as screen:
        await hand_round(screen)
        await bid(screen, "Ben", "+10", "+25")
        await screen.tap("Ben")
        assert screen.says("Ben has bid already, and may bid again.")
        await screen.tap("I am Ben")
        assert not screen.says("$35"), "a former bid is not shown"
        await hold(screen)
        assert screen.says("$85"), "what Ben holds"
        assert not screen.says("$35"), "whoever holds the device last could read everybody's bid"
        await let_go(screen)
        assert not screen.says("$85")
        await screen.tap("$10")
        await screen.tap("Close the fist")
        assert the_bidding(open_plays, fists).laid["ben"] == 10


async def test_a_screen_that_hangs_up_comes_back_to_a_cover_and_never_to_a_pad(open_plays, fists):
    async with opened(open_plays, fists) as screen:
        await hand_round(screen)
        await screen.tap("I am Ben")
        await screen.tap("$25")
        assert screen.says("$25")
        wire = screen.session.connection
        await screen.session.disconnect(60)
        # this tree, as it is now, is what a reload is sent
        assert not screen.says("$25")
        assert screen.says("Hand the tablet to Ben.")
        await screen.session.connect(wire)
        await screen.settle()
        assert screen.says("Hand the tablet to Ben.")
        await screen.tap("I am Ben")
        assert screen.says("$0"), "nor is what lay in the fist kept for whoever sits down next"


@pytest.mark.parametrize("state", ["hide", "inactive", "pause"])
async def test_a_screen_that_nobody_looks_at_any_more_is_covered(open_plays, fists, state):
    async with opened(open_plays, fists) as screen:
        await hand_round(screen)
        await screen.tap("I am Ben")
        await screen.tap("$25")
        await screen.fire(screen.page, "app_lifecycle_state_change", {"state": state})
        assert screen.says("Hand the tablet to Ben.")
        assert not screen.says("$25")


async def test_the_second_half_of_a_double_tap_on_bid_sits_nobody_down(open_plays, fists):
    async with opened(open_plays, fists) as screen:
        await hand_round(screen)
        state = screen.clients[0].state(fists)
        moment = [100.0]
        state.clock = lambda: moment[0]
        await bid(screen, "Ben", "$10")
        moment[0] += 0.2
        await screen.tap("I am Cy")
        assert screen.says("Hand the tablet to Cy."), "it lay where Bid had been"
        moment[0] += 1
        await screen.tap("I am Cy")
        assert screen.says("What does Cy bid?")


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SMALL)
async def test_fist_chips_and_bid_are_in_sight_together(open_plays, fists, size, scale):
    found = []
    async with opened(open_plays, fists, size) as screen:
        screen.clients[0].prefs = Preferences(scale=scale)
        screen.clients[0].redraw()
        await screen.settle()

        def look(where, *words):
            seen = placed(screen, scale)
            lies = {
                word: min((one.hidden for one in seen if one.words == word), default=99)
                for word in words
            }
            found.extend(
                f"{where}: {word} is {px:.0f} px out of sight"
                for word, px in lies.items()
                if px > SEEN
            )
            found.extend(f"{where}: {one}" for one in overlaps(seen))
            found.extend(
                f"{where}: {amount} {why}" for one in seen for amount, why in one.cut.items()
            )

        await hand_round(screen)
        look("the cover", "I am Ben")
        await screen.tap("I am Ben")
        sights = ("$0", "$25", "Empty fist") if scale == 1 else ()
        look("the pad", *sights, "Close the fist")
        await screen.tap("$5")
        look("the pad with a chip", *sights[1:], "Close the fist")
        await screen.tap("Close the fist")
        await bid(screen, "Cy", "$10")
        await bid(screen, "Dot")
        look("all bids", "Open all bids")
    assert found == []
