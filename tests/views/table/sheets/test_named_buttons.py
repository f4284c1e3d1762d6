"""The button at the foot names what it does; what can't be otherwise is chosen, and rules are behind an (i)."""

from __future__ import annotations

import pytest
from device import opened
from headless import PHONE, TABLET

from views.state.play.play_state import PlayState
from views.table.sheet import choose_words

HEAD = "game ratrace\nseats Ann Ben Cy Dot Eve Fay\nhouse businesses=one\nstart first=ann\n"
PICKS = "".join(
    f"pick who={who} business={business}\n"
    for who, business in zip(
        ("ann", "ben", "cy", "dot", "eve"), ("black", "red", "blue", "green", "olive"), strict=True
    )
)
PLAYING = HEAD + PICKS + "pick who=fay business=brown\n"
STREETS = "game rat_race_monopoly\nseats Ann Ben\nstart first=ann\n"


async def test_the_last_business_there_is_needs_one_tap(lay) -> None:
    open_plays, play_id = lay(HEAD + PICKS)
    async with opened(open_plays, play_id, PHONE) as screen:
        assert screen.says("Pick Brown's Sporting Goods")
        await screen.tap("Record")
        assert open_plays.snapshot(play_id).lines[0].proposal.narration == "Fay picks Brown's Sporting Goods."


async def test_a_purchase_says_what_is_bought_how_and_for_how_much(lay) -> None:
    open_plays, play_id = lay(PLAYING + "roll who=ann roll=5\n")
    async with opened(open_plays, play_id, PHONE) as screen:
        assert screen.says("What does Ann buy from Eve?")
        assert screen.says("Choose what Ann buys")
        state = screen.clients[0].state(play_id)
        state.sheet.answer("item", "working")
        await screen.settle()
        assert screen.says("How does Ann pay?")
        assert screen.says("leaves $100")
        assert screen.says("then owes $100")
        state.sheet.answer("on", "credit")
        await screen.settle()
        assert screen.says("Buy Quartz Watch on credit \u00b7 $100")


async def test_what_cant_be_changed_is_not_shown_to_change(lay) -> None:
    open_plays, play_id = lay(PLAYING + "roll who=ann roll=5\n")
    async with opened(open_plays, play_id, PHONE) as screen:
        assert not screen.named("Ann Change")
        assert not screen.named("Olive's Jewellery Change")


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
async def test_rules_and_their_source_are_behind_the_i(lay, size) -> None:
    open_plays, play_id = lay(PLAYING + "roll who=ann roll=9\n")
    async with opened(open_plays, play_id, size) as screen:
        assert not screen.says("Rulebook:")
        await screen.tap("Rules for this")
        assert screen.says("Rulebook: Q. What happens on the Lottery square?")
        await screen.tap("Hide the rules")
        assert not screen.says("Rulebook:")


async def test_what_may_be_said_besides_is_a_switch(lay) -> None:
    open_plays, play_id = lay(STREETS)
    state = PlayState(open_plays, play_id)
    landed = next(one for one in state.snapshot.prompt.offers if one.action == "pass_go")
    async with opened(open_plays, play_id, TABLET) as screen:
        await screen.tap("GO Salary 500K")
        await screen.tap("Landed on GO itself?")
        assert screen.clients[0].state(play_id).sheet.draft.answers == {**landed.answers, "landed": "yes"}
        await screen.tap("Landed on GO itself?")
        assert screen.clients[0].state(play_id).sheet.draft.answers == landed.answers


async def test_a_landing_that_says_everything_records_with_one_tap(lay) -> None:
    open_plays, play_id = lay(STREETS)
    async with opened(open_plays, play_id, PHONE) as screen:
        assert screen.says("Where did Ann land?")
        await screen.tap("Tax Pay 100K")
        assert open_plays.snapshot(play_id).lines[0].proposal.narration == "Ann pays 100K tax."


async def test_a_players_page_says_nothing_twice(lay) -> None:
    open_plays, play_id = lay(PLAYING)
    async with opened(open_plays, play_id, PHONE) as screen:
        await screen.tap("Ann...")
        assert screen.says("Next: Middle Class")
        assert screen.says("$300 short")
        for twice in ("Cash: $200", "Credit debt: $0", "no debt", "Missing for the Middle Class"):
            assert not screen.says(twice), twice
            assert not screen.named(twice), twice


@pytest.mark.parametrize(
    ("name", "asked", "words"),
    [
        ("business", "At which Business?", "Choose a Business"),
        ("item", "What does Ann buy?", "Choose what Ann buys"),
        ("streets", "Which streets?", "Choose streets"),
        ("lot", "Which lot?", "Choose a lot"),
        ("club", "Which one?", "Choose one"),
        ("how", "What for?", "Choose"),
        ("item", "Which item?", "Choose an item"),
    ],
)
def test_what_is_missing_is_asked_for_in_the_questions_own_words(name, asked, words) -> None:
    assert choose_words(name, asked) == words
