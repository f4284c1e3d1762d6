"""The card pad: how few taps a round takes, what can be taken back, and what no deck can deal."""

from __future__ import annotations

import flet as ft
import pytest
import score_game
import small_game
from device import lines, opened
from flet.pubsub.pubsub_hub import PubSubHub
from headless import PHONE, TABLET

from companion.core.prompt import Offer
from companion.formats.session import replay, steps
from views.state.play.draft import begin
from views.table.questions import card_pad

pytestmark = pytest.mark.games("cats")


@pytest.fixture
def real_cat(tmp_path):
    """Two rounds of Rat-a-Tat Cat: the open plays, and the play's id."""
    open_plays = small_game.new_open_plays(tmp_path)
    text = """game rat_a_tat_cat
seats Ann Ben Cy Dora
start first=ann
round scores="ann=13 ben=18 cy=2,2,1,1 dora=7" knocked=nobody
"""
    yield open_plays, replay(open_plays.journal, steps(text)).play.id
    open_plays.journal.database.close()


class Finger:
    """Taps, and counts them."""

    def __init__(self, screen):
        self.screen, self.count = screen, 0

    async def tap(self, *names):
        for name in names:
            self.count += 1
            await score_game.tap(self.screen, name)

    async def cards(self, keys):
        await self.tap(*(f"Card {key}" for key in keys))


def total(screen):
    return screen.by_id("sum").label


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_round_for_four_takes_seventeen_taps_by_cards(open_plays, size):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, size) as screen:
        finger = Finger(screen)
        await finger.cards("2930" + "9998" + "0012" + "4567")
        await finger.tap("Record")
        assert lines(open_plays, play_id) == ["Round 1: Ann 14, Ben 35, Cy 3, Dora 22."]
        assert finger.count == 17


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_round_for_four_takes_five_taps_by_totals(open_plays, size):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, size) as screen:
        await score_game.tap(screen, "Total")
        finger = Finger(screen)
        await finger.tap("Total 14", "Total 36", "Total 3", "Total 0", "Record")
        assert lines(open_plays, play_id) == ["Round 1: Ann 14, Ben 36, Cy 3, Dora 0."]
        assert finger.count == 5
        assert score_game.named(screen, "Total 36"), "the next round is asked for in the same way"


async def test_the_pad_moves_on_with_the_fourth_card_and_adds_up_as_it_goes(open_plays):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, PHONE) as screen:
        finger = Finger(screen)
        await finger.cards("293")
        assert total(screen) == "Ann's hand: 14"
        assert score_game.named(screen, "Ann: 14 so far")
        await finger.cards("0")
        assert total(screen) == "Ben's hand: 0"
        assert score_game.named(screen, "Ann: 14")


async def test_a_lone_card_is_no_total(open_plays):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, PHONE) as screen:
        await Finger(screen).cards("2")
        assert screen.clients[0].state(play_id).sheet.draft.texts["scores"] == "ann=2,"
        assert total(screen) == "Ann's hand: 2"
        assert screen.button("Record").disabled


async def test_any_player_can_be_entered_first_and_a_card_taken_up_again(open_plays):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, PHONE) as screen:
        finger = Finger(screen)
        await finger.tap("Cy: open")
        await finger.cards("1234")
        assert total(screen) == "Dora's hand: 0", "it goes on round the table from there"
        await finger.tap("Cy: 10")
        await finger.tap("Take 2 out of Cy's hand")
        assert total(screen) == "Cy's hand: 8"
        await finger.cards("9")
        assert score_game.named(screen, "Cy: 17")


async def test_backspace_unrolls_mistakes_even_into_the_hand_before(open_plays):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, PHONE) as screen:
        finger = Finger(screen)
        await finger.cards("1235")
        await finger.tap("Backspace")
        assert total(screen) == "Ann's hand: 6"
        await finger.tap("Backspace")
        assert total(screen) == "Ann's hand: 3"


async def test_the_fist_beside_a_player_says_who_knocked_in_one_tap(open_plays):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, PHONE) as screen:
        finger = Finger(screen)
        await finger.cards("1234")
        await finger.tap("Ben knocked")
        await finger.cards("0000" + "5555" + "6666")
        assert score_game.named(screen, "Ben: 0, knocked")
        await finger.tap("Record")
        entry = open_plays.journal.entries(play_id)[0]
        assert entry.proposal.answers["knocked"] == "ben"
        assert finger.count == 18


async def test_the_same_fist_again_takes_the_knock_back(open_plays):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, PHONE) as screen:
        await score_game.tap(screen, "Ann knocked")
        await score_game.tap(screen, "Ann knocked")
        assert "knocked" not in screen.clients[0].state(play_id).sheet.draft.answers


async def test_who_knocked_and_when_it_was_are_asked_nowhere_else(open_plays):
    play_id = score_game.new_play(open_plays, 2)
    async with opened(open_plays, play_id, PHONE) as screen:
        screen.clients[0].state(play_id).now = lambda: 1_800_000_000
        await Finger(screen).cards("12341234")
        assert not score_game.named(screen, "Knocked not entered...")
        assert not score_game.named(screen, "At...")
        assert not score_game.named(screen, "Because...")
        await score_game.tap(screen, "Record")
        entry = open_plays.journal.entries(play_id)[0]
        assert entry.proposal.answers["at"] == 1_800_000_000


async def test_a_fifth_three_is_said_below_the_keys_before_the_round_is_whole(open_plays):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, PHONE) as screen:
        finger = Finger(screen)
        await finger.cards("3333")
        assert not screen.says("The deck has four 3s")
        await finger.cards("3")
        assert screen.says("The deck has four 3s; here are 5.")
        texts = screen.words()
        assert texts.index("The deck has four 3s; here are 5.") > texts.index("9"), "no key moves away"
        await finger.tap("Backspace")
        assert not screen.says("The deck has four 3s")


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_an_impossible_round_is_refused_and_recorded_with_a_reason(open_plays, size):
    play_id = score_game.new_play(open_plays, 2)
    async with opened(open_plays, play_id, size) as screen:
        await Finger(screen).cards("33333000")
        assert screen.button("Record").disabled
        assert sum("The deck has four 3s" in one for one in screen.words()) == 1, "said once"
        await score_game.tap(screen, "Record it all the same, with a reason")
        field = screen.all(ft.TextField)[0]
        await screen.fire(field, "focus")
        await screen.write(field, "two decks")
        await score_game.tap(screen, "Record")
        assert lines(open_plays, play_id) == ["Round 1: Ann 12, Ben 3."]
        assert open_plays.journal.entries(play_id)[0].proposal.answers["because"] == "two decks"


async def test_nothing_typed_is_lost_by_turning_the_screen_or_by_another_hand(open_plays):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, PHONE) as one:
        hub = one.wire.pubsubhub
        assert isinstance(hub, PubSubHub)
        async with opened(open_plays, play_id, TABLET, hub=hub) as other:
            await Finger(one).cards("29")
            await one.resize(TABLET)
            assert total(one) == "Ann's hand: 11"
            await score_game.tap(other, "Start the clock")
            await one.settle()
            assert total(one) == "Ann's hand: 11"
            assert not one.says("Recorded meanwhile")


async def test_a_round_recorded_elsewhere_meanwhile_is_pointed_out(open_plays):
    play_id = score_game.new_play(open_plays, 2)
    async with opened(open_plays, play_id, PHONE) as one:
        hub = one.wire.pubsubhub
        async with opened(open_plays, play_id, TABLET, hub=hub) as other:
            await Finger(one).cards("12341")
            await Finger(other).cards("12341234")
            await score_game.tap(other, "Record")
            await one.settle()
            assert one.says("Recorded meanwhile:\nRound 1: Ann 10, Ben 10.")
            await score_game.tap(one, "Don't record it")
            assert total(one) == "Ann's hand: 0"
            assert not one.says("Recorded meanwhile")
            assert len(lines(open_plays, play_id)) == 1


async def test_digits_on_a_keyboard_are_cards_and_enter_records(open_plays):
    play_id = score_game.new_play(open_plays, 2)
    async with opened(open_plays, play_id, PHONE) as screen:
        for key in ("2", "9", "Backspace", "3", "0", "0", "Numpad 4", "4", "4", "4", "Enter"):
            await screen.key(key)
        assert lines(open_plays, play_id) == ["Round 1: Ann 5, Ben 16."]


async def test_totals_are_typed_in_one_figure_or_two(open_plays):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, PHONE) as screen:
        await score_game.tap(screen, "Total")
        for key in ("1", "7", "9", "2", "Enter", "3", "6", "Enter"):
            await screen.key(key)
        assert lines(open_plays, play_id) == ["Round 1: Ann 17, Ben 9, Cy 2, Dora 36."]


@pytest.mark.parametrize(
    ("keys", "words"),
    [("0", "ann=0"), ("1", "ann=1"), ("12", "ann=12"), ("37", "ann=3 ben=7"), ("400", "ann=4 ben=0 cy=0")],
)
def test_what_digits_make_of_totals(open_plays, keys, words):
    snapshot = open_plays.snapshot(score_game.new_play(open_plays))
    draft = begin(snapshot, Offer("round", {}), lead=True)
    question = snapshot.game.find_action("round").question("scores")
    for key in keys:
        draft = card_pad.digit(key)(snapshot, draft, question)
    if keys == "37":
        # 37 is no total: the 7 is alone, in place of the 3 that was waiting for more
        words = "ann=7"
    assert draft.texts["scores"] == words


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_round_is_corrected_without_a_word_and_a_note_can_be_taken_beside_the_keys(real_cat, size):
    open_plays, play_id = real_cat
    async with opened(open_plays, play_id, size) as screen:
        if size == PHONE:
            await score_game.tap(screen, "Show the score sheet")
        await score_game.tap(screen, "Round 1: ...")
        assert not screen.says("That is what the sheet has already."), "it was only opened"
        pad = screen.by_id("pad")
        assert any(getattr(one, "value", "") == "Add a note" for one in screen.walk(pad))
        await score_game.tap(screen, "Cy: 6")
        await score_game.tap(screen, "Take 1 out of Cy's hand")
        await score_game.tap(screen, "Card 0")
        await score_game.tap(screen, "Record")
        assert lines(open_plays, play_id)[0].startswith("Corrected. Round 1: Ann 13, Ben 18, Cy 5 and Dora 7.")


async def test_a_player_who_is_out_is_not_asked_for(open_plays):
    play_id = score_game.new_play(open_plays, 3, end="limit", limit="20")
    score_game.score(open_plays, play_id, "ann=3 ben=24 cy=9")
    async with opened(open_plays, play_id, PHONE) as screen:
        assert not score_game.named(screen, "Ben: open")
        await Finger(screen).cards("12340000")
        await score_game.tap(screen, "Record")
        assert lines(open_plays, play_id)[0] == "Round 2: Ann 10, Cy 0."


async def test_power_cards_have_no_key_and_the_pad_says_why(open_plays):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, PHONE) as screen:
        assert screen.says("Power cards score nothing")
        keys = [one.semantics_label for one in screen.all(ft.Text) if str(one.semantics_label).startswith("Card ")]
        assert keys == [f"Card {number}" for number in range(10)]
