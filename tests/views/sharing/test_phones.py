"""The screens of a shared table: the host's, the bank's, a player's and a watcher's."""

from __future__ import annotations

import pytest
from hats_game import press
from headless import PHONE, TABLET, play

from companion.core.prompt import Offer
from models.rooms import ASKS, IN, OUT
from views.sharing import phones


def test_a_players_phone_shows_that_players_game_and_no_screen_of_the_table(evening):
    ben = evening.add("Ben")

    async def scene():
        async with evening.screen(ben) as screen:
            assert screen.says("You have")
            assert screen.says("$1,500")
            assert not screen.named("Find an action")
            assert not screen.named("Back to all games")
            for part in ("more", "past", "take", "count", "house", "board", "correct/line/1"):
                await screen.go(f"/play/{evening.play}/{part}")
                assert screen.says("Not on this phone"), part
            for route in ("/", "/settings", "/players", "/new"):
                await screen.go(route)
                assert screen.says("The games of this evening."), route

    play(scene)


def test_a_member_of_one_room_sees_nothing_of_another(evening):
    other = evening.shared.rooms.open_room([])
    stranger = evening.add("Ben", room=other.id)

    async def scene():
        async with evening.screen(stranger) as screen:
            assert screen.says("not one of your table")
            assert not screen.says("$1,500")
            for part in ("", "/journal", "/see", "/rules", "/show", "/bids", "/phones"):
                await screen.go(f"/play/{evening.play}{part}")
                assert not screen.says("Ann"), part
            await screen.go("/")
            assert screen.says("No game yet")

    play(scene)


def test_the_bank_sees_who_waits_and_records_with_one_tap(evening):
    ben = evening.add("Ben")

    async def scene():
        async with evening.screen(ben) as phone, evening.screen(evening.tablet, size=TABLET) as tablet:
            await phone.tap("Ann")
            await phone.tap("$10")
            await phone.tap("Record")
            assert phone.says("Waiting for the banker.")
            await tablet.settle()
            await tablet.tap("1 phone waits")
            assert tablet.says("Ben asks")
            await tablet.tap("Ben pays Ann $10")
            assert evening.lines[0] == ("table for ben", "Ben pays Ann $10.")
            await phone.settle()
            assert phone.says("Pays Ann $10.")
            assert not phone.says("Waiting for the banker.")

    play(scene)


def test_the_bank_says_no_with_a_word_and_the_phone_shows_it(evening):
    ben = evening.add("Ben")
    evening.state(ben).object_to(1, "I had less.")

    async def scene():
        async with evening.screen(ben) as phone, evening.screen(evening.tablet, size=TABLET) as tablet:
            await tablet.tap("1 phone waits")
            await tablet.tap("No")
            await tablet.tap("Not by the rules")
            await phone.settle()
            assert phone.says("The banker said no: Not by the rules.")
            assert not tablet.named("1 phone waits")

    play(scene)


def test_what_can_no_longer_be_done_is_said_at_once_on_both_screens(evening):
    ben = evening.add("Ben")
    asks = evening.state(ben)
    asks.open(Offer("pay", {"payer": "ben", "payee": "ann", "amount": 1_500}))
    asks.record(asks.draft.command)
    asks.open(Offer("pay", {"payer": "ben", "payee": "cy", "amount": 1_000}))
    asks.record(asks.draft.command)
    why = "Can\u2019t be done now: Ben has $500"

    async def scene():
        async with evening.screen(ben) as phone, evening.screen(evening.tablet, size=TABLET) as tablet:
            await tablet.tap("2 phones wait")
            assert not phone.says(why)
            assert not tablet.says(why)
            await tablet.tap("Ben pays Cy $1,000")
            assert tablet.says(why)
            assert not tablet.named("Ben pays Ann $1,500")
            await phone.settle()
            assert phone.says(why)
            assert all(one.says("Ann \u00b7 $1,500") for one in (phone, tablet))
            await tablet.tap("Undo...")
            assert not tablet.says(why)
            await phone.settle()
            assert not phone.says(why)
            assert phone.says("Waiting for the banker.")

    play(scene)


def test_an_entry_that_is_crossed_out_by_now_needs_no_correction(evening):
    ben = evening.add("Ben")
    bank = evening.state(evening.tablet)
    bank.enter("pay", {"payer": "ann", "payee": "cy", "amount": 5}, "one")
    evening.state(ben).object_to(2, "It was $10.")
    bank.undo(bank.snapshot.version)

    async def scene():
        for member in (ben, evening.tablet):
            async with evening.screen(member, size=TABLET) as screen:
                if member == evening.tablet:
                    await screen.tap("1 phone waits")
                assert screen.says("Can\u2019t be done now: Entry 2 is crossed out by now.")

    play(scene)


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_the_host_invites_with_a_square_an_address_and_a_code(evening, size):
    evening.shared.reach.addresses = ("http://192.0.2.1:8550", "http://192.0.2.2:8550")
    evening.shared.reach.only_here = False

    async def scene():
        async with evening.screen(evening.tablet, f"/play/{evening.play}/phones", size) as screen:
            assert screen.says("192.0.2.1:8550/join")
            assert screen.named(f"The code is {' '.join(evening.room.code)}") or screen.says(evening.room.code[0])
            await screen.tap("192.0.2.2:8550")
            assert screen.says("192.0.2.2:8550/join")
            await screen.tap("New code")
            assert evening.shared.room_of(evening.play).invitation != evening.room.invitation

    play(scene)


def test_the_square_holds_the_address():
    assert phones.square("http://192.0.2.1:8550/join?i=x").startswith(b"\x89PNG")


def test_a_device_that_asks_is_let_in_or_refused_by_the_host(evening):
    evening.shared.reach.addresses = ("http://192.0.2.1:8550",)
    ben = evening.add("Ben", state=ASKS)
    eve = evening.add(state=ASKS)

    async def scene():
        async with evening.screen(evening.tablet, f"/play/{evening.play}/phones", TABLET) as screen:
            assert screen.says("A phone wants to play as Ben")
            await screen.tap("Let Ben in")
            await screen.tap("No")
            assert evening.shared.member(ben).state == IN
            assert evening.shared.member(eve).state == OUT

    play(scene)


def test_without_a_server_the_screen_says_how_to_have_one(evening):
    async def scene():
        async with evening.screen(evening.tablet, f"/play/{evening.play}/phones", TABLET) as screen:
            assert screen.says("no other phone can reach it")

    play(scene)


def test_a_player_tells_the_banker_what_is_wrong_with_an_entry(evening):
    ben = evening.add("Ben")

    async def scene():
        async with evening.screen(ben, f"/play/{evening.play}/journal") as screen:
            await screen.tap("Entry 1...")
            assert not screen.named("Cross out this entry")
            (field,) = [one for one in screen.all(phones.ft.TextField) if one.label == "What is wrong with it?"]
            await screen.write(field, "I had less.")
            await screen.tap("Tell the banker")
            assert evening.waiting == ["objection"]

    play(scene)


def test_what_the_turn_offers_beside_its_sheet_is_on_the_phone_too(evening):
    ben = evening.add("Ben")

    async def scene():
        async with evening.screen(ben) as screen:
            assert screen.says("Who gets it?")
            assert screen.named("The bank pays...")
            assert not screen.says("no debt")

    play(scene)


def test_a_watcher_sees_the_table_and_has_nothing_to_tap_that_records(evening):
    guest = evening.add()

    async def scene():
        async with evening.screen(guest) as screen:
            assert screen.says("$1,500")
            for name in ("Record", "Undo", "Find an action", "What else you can do"):
                assert not screen.named(name), name

    play(scene)


def test_the_bank_may_be_handed_to_another_phone_and_taken_away_again(evening):
    ben = evening.add("Ben")

    async def scene():
        async with evening.screen(ben) as screen:
            assert not screen.named("Find an action")
            evening.shared.set_member(evening.shared.member(ben), bank=True)
            await screen.settle()
            assert screen.named("Find an action")
            evening.shared.set_member(evening.shared.member(ben), bank=False)
            await screen.settle()
            assert not screen.named("Find an action")

    play(scene)


def test_a_removed_phone_shows_nothing_of_the_game_any_more(evening):
    ben = evening.add("Ben")

    async def scene():
        async with evening.screen(ben) as screen:
            evening.shared.turn_away(evening.shared.member(ben))
            await screen.settle()
            assert not screen.says("$1,500")

    play(scene)


def test_everyone_keeps_the_seat_in_the_next_game_of_the_evening(evening):
    ben = evening.add("Ben")
    journal = evening.open_plays.journal
    first = journal.play(evening.play)
    again = journal.begin(
        game=first.game, title="A rematch", seats=first.seats, houses=first.houses, board=first.board, edition=""
    )
    evening.shared.join_evening(again.id)

    async def scene():
        async with evening.screen(ben) as screen:
            await screen.tap("Go on to A rematch")
            assert screen.page.route == f"/play/{again.id}"
            assert screen.says("You have")
            assert not screen.named("Go on to A rematch")

    play(scene)


def next_title(evening):
    """The title of the game that began last, which is in the evening's room."""
    its = set(evening.shared.rooms.plays_of(evening.room.id))
    return max((one for one in evening.open_plays.journal.plays() if one.id in its), key=lambda one: one.created).title


def test_the_rooms_own_banker_begins_the_next_game_and_everyone_is_led_there(evening):
    bank, ben = evening.add(bank=True), evening.add("Ben")
    evening.open_plays.journal.remember_player("Zed")
    evening.open_plays.journal.set_preference("houses:any_money", {"debt": "yes"})
    before = evening.open_plays.journal.players()

    async def scene():
        async with evening.screen(bank, size=TABLET) as tablet, evening.screen(ben) as phone:
            assert tablet.named("Back to this evening\u2019s games")
            await tablet.go(f"/play/{evening.play}/more")
            await tablet.tap("Next game...")
            await press(tablet, "Any money game.")
            assert not tablet.says("Zed")
            await press(tablet, "Add Ann")
            await press(tablet, "Add Ben")
            await press(tablet, "Start Any money game with 2")
            await phone.settle()
            await phone.tap(f"Go on to {next_title(evening)}")
            assert phone.says("You have")

    play(scene)
    assert evening.open_plays.journal.players() == before
    assert len(evening.shared.rooms.plays_of(evening.room.id)) == 2


def test_the_rooms_own_banker_plays_once_more_at_the_end_and_the_other_tablet_is_led_there(evening):
    bank = evening.add(bank=True)
    evening.state(bank).enter("settle", {}, "the end")

    async def scene():
        async with evening.screen(bank, size=TABLET) as tablet, evening.screen(evening.tablet, size=TABLET) as other:
            await tablet.tap("Another game")
            assert tablet.says("Choose a game")
            await tablet.tap("Back")
            await tablet.tap("Rematch")
            await tablet.tap("Change something")
            assert tablet.says("A rematch of")
            await press(tablet, "Start Any money game with 3")
            assert tablet.page.route != f"/play/{evening.play}"
            await other.go(f"/play/{evening.play}/journal")
            await other.go(f"/play/{evening.play}")
            assert other.named(f"Go on to {next_title(evening)}")

    play(scene)


def test_who_only_plays_begins_no_game(evening):
    for member in (evening.add("Ben"), evening.add()):

        async def scene(member=member):
            async with evening.screen(member, f"/play/{evening.play}/next") as screen:
                assert screen.says("Not on this phone")
                assert not screen.named("Start...")

        play(scene)
