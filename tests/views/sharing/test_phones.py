"""The screens of a shared table: the host's, the bank's, a player's and a watcher's."""

from __future__ import annotations

import flet as ft
import pytest
from hats_game import press
from headless import PHONE, TABLET, play

from companion.core.prompt import Offer
from companion.core.recording.revision import Change
from companion.formats.session import replay, steps
from companion.games import infos
from models.ledger import Place, Refusal
from models.rooms import ASKS, IN, OUT, sign_of
from views import theme
from views.sharing import phones, square
from views.sharing.requests import JOIN

ACCENTED = ft.Border.all(2, theme.ACCENT)


async def test_a_players_phone_shows_that_players_game_and_no_screen_of_the_table(evening):
    ben = evening.add("Ben")
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


async def test_a_member_of_one_room_sees_nothing_of_another(evening):
    other = evening.shared.rooms.open_room([])
    stranger = evening.add("Ben", room=other.id)
    async with evening.screen(stranger) as screen:
        assert screen.says("not one of your table")
        assert not screen.says("$1,500")
        for part in ("", "/journal", "/see", "/rules", "/show", "/bids", "/phones"):
            await screen.go(f"/play/{evening.play}{part}")
            assert not screen.says("Ann"), part
        await screen.go("/")
        assert screen.says("No game yet")


async def test_the_bank_sees_who_waits_and_records_with_one_tap(evening):
    ben = evening.add("Ben")
    async with evening.screen(ben) as phone, evening.screen(evening.tablet, size=TABLET) as tablet:
        await phone.tap("Ann")
        await phone.tap("$10")
        await phone.tap("Record")
        assert phone.says("Waiting for the banker.")
        await tablet.settle()
        await tablet.tap("1 phone is waiting")
        assert tablet.says("Ben asks")
        await tablet.tap("Ben pays Ann $10")
        assert evening.lines[0] == ("table for ben", "Ben pays Ann $10.")
        await phone.settle()
        assert phone.says("Pays Ann $10.")
        assert not phone.says("Waiting for the banker.")


async def test_the_act_has_a_line_of_its_own_and_no_receipt_pushes_the_buttons_out_of_sight(evening):
    asks = evening.state(evening.add("Ben"))
    asks.sheet.open(Offer("pay", {"payer": "ben", "payee": "ann", "amount": 10}))
    asks.recorder.record(asks.sheet.draft.command)
    async with evening.screen(evening.tablet, size=TABLET) as tablet:
        await tablet.tap("1 phone is waiting")
        card = next(one for one in tablet.walk() if isinstance(one, ft.Container) and one.border == ACCENTED)
        _, act, others, receipt = card.content.controls
        assert act.content == "Ben pays Ann $10"
        assert [one.content for one in others.controls] == ["No", "Change"]
        assert others.wrap
        assert isinstance(receipt, ft.Semantics)


async def test_the_bank_says_no_with_a_word_and_the_phone_shows_it(evening):
    ben = evening.add("Ben")
    evening.state(ben).requests.object_to(1, "I had less.")
    async with evening.screen(ben) as phone, evening.screen(evening.tablet, size=TABLET) as tablet:
        await tablet.tap("1 phone is waiting")
        await tablet.tap("No")
        await tablet.tap("Not by the rules")
        await phone.settle()
        assert phone.says("Not recorded: Not by the rules.")
        assert not tablet.named("1 phone is waiting")


async def test_what_can_no_longer_be_done_is_said_at_once_on_both_screens(evening):
    ben = evening.add("Ben")
    asks = evening.state(ben)
    asks.sheet.open(Offer("pay", {"payer": "ben", "payee": "ann", "amount": 1_500}))
    asks.recorder.record(asks.sheet.draft.command)
    asks.sheet.open(Offer("pay", {"payer": "ben", "payee": "cy", "amount": 1_000}))
    asks.recorder.record(asks.sheet.draft.command)
    why = "Can't be done now: Ben has $500"
    async with evening.screen(ben) as phone, evening.screen(evening.tablet, size=TABLET) as tablet:
        await tablet.tap("1 phone is waiting")
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


@pytest.mark.parametrize("corrected", [False, True])
async def test_an_entry_that_no_longer_counts_as_written_needs_no_correction(evening, corrected):
    ben = evening.add("Ben")
    bank = evening.state(evening.tablet)
    bank.recorder.enter("pay", {"payer": "ann", "payee": "cy", "amount": 5}, "one")
    evening.state(ben).requests.object_to(2, "It was $10.")
    if corrected:
        ten = Change("pay", {"payer": "ann", "payee": "cy", "amount": 10})
        bank.recorder.amend({Place(2): ten}, "It was $10.", "two", again=True)
    else:
        bank.recorder.undo(bank.snapshot.version)
    why = "is corrected in entry 3." if corrected else "is crossed out by entry 3."
    for member in (ben, evening.tablet):
        async with evening.screen(member, size=TABLET) as screen:
            if member == evening.tablet:
                await screen.tap("1 phone is waiting")
            assert screen.says(f"Can't be done now: Entry 2 {why}")


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_the_host_invites_with_a_square_an_address_and_a_code(evening, size):
    evening.shared.reach.addresses = ("http://192.0.2.1:8550", "http://192.0.2.2:8550")
    async with evening.screen(evening.tablet, f"/play/{evening.play}/phones", size) as screen:
        assert screen.says("192.0.2.1:8550/join")
        assert screen.named(f"The code is {' '.join(evening.room.code)}") or screen.says(evening.room.code[0])
        await screen.tap("192.0.2.2:8550")
        assert screen.says("192.0.2.2:8550/join")
        await screen.tap("New code")
        assert evening.shared.room_of(evening.play).invitation != evening.room.invitation


def test_the_square_holds_the_address():
    assert square.square("http://192.0.2.1:8550/join?i=x").startswith(b"\x89PNG")


@pytest.fixture
def served(evening):
    """The evening, served to a household."""
    evening.shared.reach.addresses = ("http://192.0.2.1:8550",)
    return evening


def hosts_screen(evening):
    return evening.screen(evening.tablet, f"/play/{evening.play}/phones", TABLET)


@pytest.fixture
def shut(evening):
    """The evening on a computer that no phone can reach before it is invited; a room is open from before."""
    reach = evening.shared.reach

    def open_network():
        reach.addresses = ("http://192.0.2.1:8550",)

    reach.open_network = open_network
    reach.close_network = lambda: setattr(reach, "addresses", ())
    return evening


async def test_the_first_invitation_opens_the_network_and_shows_the_square(shut):
    shut.shared.set_room(shut.room, closed=True)
    async with hosts_screen(shut) as screen:
        assert not screen.says("or type this code")
        await screen.tap("Invite phones")
        assert screen.says("192.0.2.1:8550/join")
        assert screen.says("or type this code")


async def test_after_a_restart_phones_are_invited_again_to_the_room_that_is_open(shut):
    async with hosts_screen(shut) as screen:
        assert screen.says("Invite phones again: whoever was in keeps their seat.")
        assert screen.says("Who is here")
        assert not screen.says("or type this code")
        await screen.tap("Invite phones")
        assert screen.says("192.0.2.1:8550/join")
        assert shut.shared.room_of(shut.play) == shut.room


async def test_where_the_network_can_not_be_opened_the_screen_says_what_to_do_and_no_room_is_opened(shut):
    shut.shared.set_room(shut.room, closed=True)

    def fails():
        raise Refusal("Connect it to the Wi-Fi.")

    shut.shared.reach.open_network = fails
    async with hosts_screen(shut) as screen:
        await screen.tap("Invite phones")
        assert screen.says("Connect it to the Wi-Fi.")
        assert screen.named("Invite phones")
        assert shut.shared.room_of(shut.play) is None


async def test_stop_sharing_closes_the_network(shut):
    async with hosts_screen(shut) as screen:
        await screen.tap("Invite phones")
        await screen.tap("Stop sharing")
        assert shut.shared.reach.addresses == ()


def test_the_network_stays_open_for_another_game_to_which_phones_were_invited(shut):
    journal = shut.open_plays.journal
    first = journal.play(shut.play)
    other = journal.begin(
        game=first.game, title="Upstairs", seats=first.seats, houses=first.houses, board=first.board, edition=""
    )
    rooms = [shut.shared.open_room(play_id) for play_id in (shut.play, other.id)]
    shut.shared.set_room(rooms[0], closed=True)
    assert shut.shared.reach.addresses
    shut.shared.set_room(rooms[1], closed=True)
    assert not shut.shared.reach.addresses


async def test_who_is_not_connected_is_shown_as_away_and_as_here_again(served):
    ben = served.add("Ben")
    async with hosts_screen(served) as screen:
        assert screen.says("away")
        served.shared.reach.present = lambda: {ben}
        served.shared.presence_changed()
        await screen.settle()
        assert not screen.says("away")
        assert screen.says("on a phone")


async def test_two_phones_that_ask_for_the_same_seat_are_told_apart_and_one_for_a_taken_seat_is_marked(served):
    for _ in range(2):
        served.add("Ben", state=ASKS)
    signs = [sign_of(one) for one in served.shared.members_asking(served.room)]
    async with hosts_screen(served) as screen:
        for sign in signs:
            assert screen.says(f"Is this Ben's phone? It shows {sign}.")
        assert not screen.says("plays on another phone already")
        served.shared.set_member(served.shared.members_asking(served.room)[0], state=IN)
        await screen.settle()
        assert screen.says("Ben plays on another phone already.")


async def test_somebody_new_is_seated_from_the_list_of_who_is_here(served):
    zoe = served.add("Zo\u00eb", state=ASKS)
    async with hosts_screen(served) as screen, served.screen(zoe) as phone:
        assert screen.says("Zo\u00eb has no seat in this game. Let Zo\u00eb in, then tap Sit down late.")
        await screen.tap("Let Zo\u00eb in")
        assert screen.says("No seat")
        await phone.go(f"/play/{served.play}")
        assert phone.says("You have no seat in this game yet. The banker seats you with Sit down late.")
        await screen.tap("Sit down late: Zo\u00eb")
        await screen.tap("Record")
        assert served.lines[0][1].startswith("Zo\u00eb sits down.")
        await phone.settle()
        assert phone.says("You have")


def test_every_game_seats_who_comes_late_by_an_action_of_one_name():
    for info in infos():
        seating = {one.name for one in info.open().actions if one.questions and one.questions[0].name == "called"}
        assert seating <= {JOIN}, info.key


async def test_other_devices_with_the_whole_book_are_listed_and_removed(served):
    other = served.add(room="", host=True, bank=True)
    host = served.add(host=True)
    async with hosts_screen(served) as screen, served.screen(host, f"/play/{served.play}/phones") as theirs:
        assert not theirs.says("Other devices with the whole book")
        assert screen.says("Other devices with the whole book")
        await screen.tap("Remove")
        assert served.shared.member(other).state == OUT
        assert served.shared.member(served.tablet).state == IN
        assert not screen.says("Other devices with the whole book")


async def test_a_device_that_asks_is_let_in_or_refused_by_the_host(served):
    evening = served
    ben = evening.add("Ben", state=ASKS)
    eve = evening.add(state=ASKS)
    async with evening.screen(evening.tablet, f"/play/{evening.play}/phones", TABLET) as screen:
        assert screen.says("A phone wants to play as Ben")
        await screen.tap("Let Ben in")
        await screen.tap("No")
        assert evening.shared.member(ben).state == IN
        assert evening.shared.member(eve).state == OUT


async def test_without_a_server_the_screen_says_how_to_have_one(evening):
    async with evening.screen(evening.tablet, f"/play/{evening.play}/phones", TABLET) as screen:
        assert screen.says("This app can't let phones in. Companion in a browser can")
        assert not screen.named("Invite phones")


async def test_a_player_tells_the_banker_what_is_wrong_with_an_entry(evening):
    ben = evening.add("Ben")
    async with evening.screen(ben, f"/play/{evening.play}/journal") as screen:
        await screen.tap("Entry 1...")
        assert not screen.named("Cross out this entry")
        (field,) = [one for one in screen.all(phones.ft.TextField) if one.label == "What is wrong with it?"]
        await screen.write(field, "I had less.")
        await screen.tap("Tell the banker")
        assert evening.waiting == ["objection"]


async def test_what_the_turn_offers_beside_its_sheet_is_on_the_phone_too(evening):
    ben = evening.add("Ben")
    async with evening.screen(ben) as screen:
        assert screen.says("Who gets it?")
        assert screen.named("The bank pays...")
        assert not screen.says("no debt")


async def test_a_watcher_sees_the_table_and_has_nothing_to_tap_that_records(evening):
    guest = evening.add()
    async with evening.screen(guest) as screen:
        assert screen.says("$1,500")
        for name in ("Record", "Undo", "Find an action", "What else you can do"):
            assert not screen.named(name), name


async def test_the_bank_may_be_handed_to_another_phone_and_taken_away_again(evening):
    ben = evening.add("Ben")
    async with evening.screen(ben) as screen:
        assert not screen.named("Find an action")
        evening.shared.set_member(evening.shared.member(ben), bank=True)
        await screen.settle()
        assert screen.named("Find an action")
        evening.shared.set_member(evening.shared.member(ben), bank=False)
        await screen.settle()
        assert not screen.named("Find an action")


async def test_a_removed_phone_shows_nothing_of_the_game_any_more(evening):
    ben = evening.add("Ben")
    async with evening.screen(ben) as screen:
        evening.shared.turn_away(evening.shared.member(ben))
        await screen.settle()
        assert not screen.says("$1,500")


async def test_everyone_keeps_the_seat_in_the_next_game_of_the_evening(evening):
    ben = evening.add("Ben")
    journal = evening.open_plays.journal
    first = journal.play(evening.play)
    again = journal.begin(
        game=first.game, title="A rematch", seats=first.seats, houses=first.houses, board=first.board, edition=""
    )
    evening.shared.join_evening(again.id)
    async with evening.screen(ben) as screen:
        await screen.tap("Go on to A rematch")
        assert screen.page.route == f"/play/{again.id}"
        assert screen.says("You have")
        assert not screen.named("Go on to A rematch")


def test_the_next_game_is_the_one_begun_last_whichever_was_corrected_since(evening):
    journal, shared = evening.open_plays.journal, evening.shared
    text = "game any_money\nseats Ann Ben\nbegin\n"
    second, third = (replay(journal, steps(text)).play.id for _ in range(2))
    for play_id in (second, third):
        shared.rooms.add_play(evening.room.id, play_id)
    for play_id in (second, evening.play):
        evening.open_plays.referee(play_id).write("pay", {"payer": "ann", "payee": "ben", "amount": 5})
    shared.refresh()
    table = shared.member(evening.tablet)
    found = [shared.next_play(table, play_id) for play_id in (evening.play, second, third)]
    assert [one and one.id for one in found] == [third, third, None]


def next_title(evening):
    """The title of the game that began last, which is in the evening's room."""
    its = set(evening.shared.rooms.plays_of(evening.room.id))
    return max(
        (one for one in evening.open_plays.journal.plays() if one.id in its), key=lambda play: play.created
    ).title


async def test_the_rooms_own_banker_begins_the_next_game_and_everyone_is_led_there(evening):
    bank, ben = evening.add(bank=True), evening.add("Ben")
    evening.open_plays.journal.remember_player("Zed")
    evening.open_plays.journal.set_preference("houses:any_money", {"debt": "yes"})
    before = evening.open_plays.journal.players()
    async with evening.screen(bank, size=TABLET) as tablet, evening.screen(ben) as phone:
        assert tablet.named("Back to this evening's games")
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
    assert evening.open_plays.journal.players() == before
    assert len(evening.shared.rooms.plays_of(evening.room.id)) == 2


async def test_the_rooms_own_banker_plays_once_more_at_the_end_and_everyone_is_taken_along(evening):
    bank, ben = evening.add(bank=True), evening.add("Ben")
    evening.state(bank).recorder.enter("settle", {}, "the end")
    async with (
        evening.screen(bank, size=TABLET) as tablet,
        evening.screen(evening.tablet, size=TABLET) as other,
        evening.screen(ben) as phone,
    ):
        await tablet.tap("Next game")
        assert tablet.says("Choose a game")
        await tablet.tap("Back")
        await tablet.tap("Play again")
        await tablet.tap("Change something")
        assert tablet.says("A rematch of")
        await press(tablet, "Start Any money game with 3")
        assert tablet.page.route != f"/play/{evening.play}"
        await other.settle()
        await phone.settle()
        assert tablet.page.route == other.page.route == phone.page.route
        # whoever wants to look at the old one once more is left there
        await other.go(f"/play/{evening.play}/journal")
        await other.go(f"/play/{evening.play}")
        assert other.page.route == f"/play/{evening.play}"
        assert other.named(f"Go on to {next_title(evening)}")


def test_who_only_plays_begins_no_game(evening):
    for member in (evening.add("Ben"), evening.add()):

        async def scene(member=member):
            async with evening.screen(member, f"/play/{evening.play}/next") as screen:
                assert screen.says("Not on this phone")
                assert not screen.named("Start...")

        play(scene)
