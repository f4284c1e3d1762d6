"""Who is invited to a table and let in, who is removed, and who goes on to its next game."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.formats.session import replay, steps
from companion.games import infos
from models.entry_rows import stamp
from models.ledger import Refusal
from models.rooms import ASKS, IN, OUT, sign_of
from tests.evenings.devices.channels import Handset, Table
from tests.units.views.fitting import marked
from tests.units.views.hats_game import field, press
from tests.units.views.headless import PHONE, TABLET
from tests.units.views.layout import placed
from views.sharing import square
from views.sharing.requests import JOIN
from views.state.meeting import NONE, Meeting

ADDRESSES = ("http://192.0.2.1:8550", "http://192.0.2.2:8550")
HERE = "192.0.2.1:8550/join"


@pytest.fixture
def served(evening):
    """The evening, served to a household."""
    evening.shared.reach.addresses = ADDRESSES
    return evening


@pytest.fixture
def shut(evening):
    """The evening on a computer that no phone can reach before it is invited."""
    reach = evening.shared.reach
    reach.open_network = lambda: setattr(reach, "addresses", ADDRESSES[:1])
    reach.close_network = lambda: setattr(reach, "addresses", ())
    return evening


def hosts_screen(evening):
    return evening.screen(evening.tablet, f"/play/{evening.play}/phones", TABLET)


async def test_the_host_invites_by_any_address_of_the_machine(served):
    async with hosts_screen(served) as screen:
        assert screen.says(HERE)
        await screen.tap("192.0.2.2:8550")
        assert screen.says("192.0.2.2:8550/join")
    assert square.square("http://192.0.2.1:8550/join?i=x").startswith(b"\x89PNG")


@pytest.mark.parametrize("again", [False, True])
async def test_an_invitation_opens_the_network_and_stopping_closes_it(shut, again):
    """Again after a restart: the room is open, and nobody can reach it."""
    if not again:
        shut.shared.set_room(shut.room, closed=True)
    async with hosts_screen(shut) as screen:
        assert screen.says("Who is here") is again
        assert bool(screen.says("Invite phones again: whoever was in keeps their seat.")) is again
        assert not screen.says("or type this code")
        await screen.tap("Invite phones")
        assert screen.says(HERE)
        assert screen.says("or type this code")
        assert (shut.shared.room_of(shut.play) == shut.room) is again
        await screen.tap("Stop sharing")
    assert shut.shared.reach.addresses == ()


async def test_where_the_network_can_not_be_opened_the_screen_says_what_to_do_and_no_room_is_opened(
    shut,
):
    shut.shared.set_room(shut.room, closed=True)

    def fails():
        raise Refusal("Connect it to the Wi-Fi.")

    shut.shared.reach.open_network = fails
    async with hosts_screen(shut) as screen:
        await screen.tap("Invite phones")
        assert screen.says("Connect it to the Wi-Fi.")
        assert screen.named("Invite phones")
    assert shut.shared.room_of(shut.play) is None


MONEY = "game any_money\nseats Ann Ben Cy\nbegin\n"


def further(evening):
    """Begin another game, and return its id."""
    return replay(evening.open_plays.journal, steps(MONEY)).play.id


def test_the_network_stays_open_for_another_game_to_which_phones_were_invited(shut):
    rooms = [shut.shared.open_room(play_id) for play_id in (shut.play, further(shut))]
    for room, addresses in zip(rooms, (ADDRESSES[:1], ()), strict=True):
        shut.shared.set_room(room, closed=True)
        assert shut.shared.reach.addresses == addresses


async def test_without_a_camera_a_screen_is_told_letters_and_for_a_tablet_a_phone_that_is_here_scans(
    evening,
):
    evening.add("Ann")
    evening.lose(evening.add("Ben"))
    posted = []
    given = {
        "room": evening.room.id,
        "offer": "https://example.org/#join.x",
        "site": "https://example.org/",
    }
    given |= {"letters": "ABCDEFGHJKLMNPQRSTUV" * 3, "camera": NONE}
    evening.shared.reach.meeting = Meeting(lambda act, **more: posted.append((act, more)), **given)
    async with hosts_screen(evening) as screen:
        await screen.tap("A screen without a camera")
        assert screen.says("example.org/join")
        assert screen.says("STUV")
        assert screen.named("Let Ann scan")
        assert not screen.named("Let Ben scan")
        pasted = field(screen, "The phone's square as text")
        await screen.write(pasted, "companion:x")
        await screen.fire(pasted, "submit")
    assert ("answer", {"words": "companion:x"}) in posted


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_phones_that_have_not_come_back_are_named_and_one_square_is_for_all(evening, size):
    table = Table(evening)
    evening.add("Ann")
    evening.add("Ben")
    async with table.screen(size) as tablet, Handset(table, 3, "Cy"):
        table.phones.hear("called", {})
        table.phones.hear("square", {"link": "https://example.org/#back.x"})
        await tablet.see("Not back yet: Ann and Ben.")
        assert all(one.hidden == 0 for one in marked(placed(tablet, 1), "record"))
        await tablet.tap("Ann")
        assert tablet.says("Who gets it?"), "the note above leaves the screen below it alive"
        await tablet.tap("Show the square")
        for words in ("Each phone scans this once", "here now", "away"):
            assert tablet.says(words)
        made = [act for act, _ in table.posted if act == "gather"]
        assert len(made) == 1, "when they were missed, and not once more when it is shown"


async def test_a_phone_that_comes_back_over_another_connection_goes_on_with_its_sheet(evening):
    ben, clients = evening.add("Ben"), []
    async with evening.screen(ben, clients=clients) as screen:
        await screen.tap("Ann")
        await screen.tap("$10")
        async with evening.screen(ben, goes_on=clients[0]) as again:
            await again.tap("Record")
            assert again.says("Waiting for the banker.")
    assert evening.waiting


async def test_two_phones_that_ask_for_one_seat_are_told_apart_and_let_in_or_refused_by_the_host(
    served,
):
    asking = [served.add("Ben", state=ASKS) for _ in range(2)]
    signs = [sign_of(member) for member in served.shared.members_asking(served.room)]
    async with hosts_screen(served) as screen:
        for sign in signs:
            assert screen.says(f"Is this Ben's phone? It shows {sign}.")
        assert not screen.says("plays on another phone already")
        await screen.tap("Let Ben in")
        assert screen.says("Ben plays on another phone already.")
        await screen.tap("No")
    assert {served.shared.member(member).state for member in asking} == {IN, OUT}


async def test_somebody_new_is_seated_from_the_list_of_who_is_here(served):
    zoe = served.add("Zoë", state=ASKS)
    async with hosts_screen(served) as screen, served.screen(zoe) as phone:
        assert screen.says("Zoë has no seat in this game. Let Zoë in, then tap Sit down late.")
        await screen.tap("Let Zoë in")
        assert screen.says("No seat")
        await phone.go(f"/play/{served.play}")
        assert phone.says(
            "You have no seat in this game yet. The banker seats you with Sit down late."
        )
        await screen.tap("Sit down late: Zoë")
        await screen.tap("Record")
        assert served.lines[0][1].startswith("Zoë sits down and begins with $1,500.")
        await phone.settle()
        assert phone.says("You have")


def test_every_game_seats_who_comes_late_by_an_action_of_one_name():
    for info in infos():
        actions = info.open().actions
        seating = {
            action.name
            for action in actions
            if action.questions and action.questions[0].name == "called"
        }
        assert seating <= {JOIN}, info.key


async def test_other_devices_with_the_whole_book_are_listed_and_removed(served):
    words = "Other devices with the whole book"
    other, host = served.add(room="", host=True, bank=True), served.add(host=True)
    async with (
        hosts_screen(served) as screen,
        served.screen(host, f"/play/{served.play}/phones") as theirs,
    ):
        assert not theirs.says(words)
        assert screen.says(words)
        await screen.tap("Remove")
        assert not screen.says(words)
    assert served.shared.member(other).state == OUT
    assert served.shared.member(served.tablet).state == IN


async def test_a_removed_phone_shows_nothing_of_the_game_any_more(evening):
    ben = evening.add("Ben")
    async with evening.screen(ben) as screen:
        evening.shared.turn_away(evening.shared.member(ben))
        await screen.settle()
        assert not screen.says("$1,500")


def test_a_removed_device_has_no_right_left(evening):
    ben = evening.add("Ben", host=True, bank=True)
    evening.shared.turn_away(evening.shared.member(ben))
    member = evening.shared.member(ben)
    assert (member.state, member.host, member.bank) == (OUT, False, False)


def test_whose_phone_was_removed_is_no_longer_away(evening):
    ben, shared = evening.add("Ben"), evening.shared
    shared.reach.present = tuple
    assert shared.away(evening.play) == {"ben"}
    shared.turn_away(shared.member(ben))
    assert shared.away(evening.play) == set()


def test_whose_phone_was_not_used_for_a_day_has_gone_home_and_is_missed_anew_once_it_is(evening):
    ben, shared = evening.add("Ben"), evening.shared
    shared.rooms.change_token(ben, "Ben's")
    shared.reach.present = tuple
    for hours, away in ((25, set()), (23, {"ben"})):
        unused = datetime.now(UTC) - timedelta(hours=hours)
        shared.rooms.set_member(ben, since=stamp(unused))
        shared.refresh()
        assert shared.away(evening.play) == away
    shared.rooms.member_with("Ben's")
    assert shared.rooms.member(ben).since > unused


def test_the_next_game_is_the_one_begun_last_whichever_was_corrected_since(evening):
    shared = evening.shared
    second, third = further(evening), further(evening)
    for play_id in (second, third):
        shared.rooms.add_play(evening.room.id, play_id)
    for play_id in (second, evening.play):
        evening.open_plays.referee(play_id).write(
            "pay", {"payer": "ann", "payee": "ben", "amount": 5}
        )
    shared.refresh()
    table = shared.member(evening.tablet)
    found = [shared.next_play(table, play_id) for play_id in (evening.play, second, third)]
    assert [play and play.id for play in found] == [third, third, None]


async def test_the_rooms_own_banker_begins_the_next_game_and_sees_nobody_of_the_household(evening):
    bank, ben, journal = evening.add(bank=True), evening.add("Ben"), evening.open_plays.journal
    journal.remember_player("Zed")
    before = journal.players()
    async with (
        evening.screen(bank, f"/play/{evening.play}/more", TABLET) as tablet,
        evening.screen(ben) as phone,
    ):
        await tablet.tap("Next game...")
        await press(tablet, "Any money game.")
        assert not tablet.says("Zed")
        for name in ("Add Ann", "Add Ben", "Start with 2 players"):
            await press(tablet, name)
        await phone.settle()
        await phone.tap("Go on to...")
        assert phone.says("You have")
    assert journal.players() == before
    assert len(evening.shared.rooms.plays_of(evening.room.id)) == 2


async def test_who_plays_once_more_at_the_end_takes_everyone_along_and_nobody_twice(evening):
    bank, ben = evening.add(bank=True), evening.add("Ben")
    evening.state(bank).recorder.enter("settle", {}, "the end")
    async with (
        evening.screen(bank, size=TABLET) as tablet,
        evening.screen(evening.tablet, size=TABLET) as other,
        evening.screen(ben) as phone,
    ):
        await tablet.tap("Play again")
        await tablet.tap("Change something")
        await press(tablet, "Start with 3 players")
        assert tablet.page.route != f"/play/{evening.play}"
        for screen in (other, phone):
            await screen.settle()
            assert screen.page.route == tablet.page.route
        # whoever wants to look at the old one once more is left there
        await other.go(f"/play/{evening.play}/journal")
        await other.go(f"/play/{evening.play}")
        assert other.page.route == f"/play/{evening.play}"
        assert other.named("Go on to...")
