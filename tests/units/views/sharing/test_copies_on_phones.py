"""Phones keep copies of their table's games: what each is handed, and what becomes of one that went on elsewhere."""

import json

import flet as ft
import pytest

from companion.backup_reminder import note_backup
from companion.core.recording.handing_out import go_on
from companion.core.recording.referee import Referee
from companion.games import game_of
from models.backups.phone_copies import CUT, assemble, part_since
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from models.ledger import Refusal
from models.rooms import THIS_DEVICE
from tests.evenings.devices.channels import Handset, Table
from tests.units.views.headless import TABLET
from views.hosting.phones import SAID
from views.state.copies import KEPT_TOO, LEFT, ONE_MORE, TAKEN, Copies

CHIPS = """game doubletrack
title Chips
seats Ann Ben Cy Dot
house stack=500 secret=yes
start first=ann
"""


class Copied(Table):
    """A table whose phones keep copies, and what each of them has."""

    def __init__(self, evening):
        super().__init__(evening)
        plays, shared = evening.open_plays, evening.shared
        plays.copies = self.phones.copies = Copies(
            shared, plays.referee, plays.read_anew, self.post, self.phones.say
        )
        self.held = {}

    def join(self, number, *people, **more):
        """Let a phone in, which says what it keeps."""
        self.greet(number, people=people)
        member = self.let_in()
        self.tell(number, **more)
        return member

    def tell(self, number, *held, keeps=True, **more):
        """Have a phone say what it keeps."""
        said = {"keeps": keeps, "held": held, **more}
        self.hear(number, SAID + json.dumps({"copies": said}).encode())

    def handed(self):
        """The parts that were handed out since this was asked last."""
        parts = [more for act, more in self.posted if act == "copy"]
        self.posted.clear()
        return parts

    def take(self, part, *numbers):
        """Have phones keep a part that they were handed."""
        held = {name: part[name] for name in ("play", "seal", "mark", "last", "where")}
        for number in numbers:
            self.tell(number, {**held, "by": "PRINT"})


@pytest.fixture
def table(evening):
    return Copied(evening)


def pay(table, amount=5):
    plays, play_id = table.evening.open_plays, table.evening.play
    plays.referee(play_id).write("bank_pays", {"payee": "ann", "amount": amount})
    plays.copies.hand_out(play_id)


async def test_a_phone_is_handed_what_it_lacks_once_it_has_what_came_before(table):
    table.join(1, "Ben")
    table.join(2, "Cy", keeps=False)
    (begun,) = table.handed()
    assert (begun["to"], begun["first"], begun["seal"]) == ([[1, 0]], 1, "")
    pay(table)
    pay(table)
    assert table.handed() == [], "it has not answered yet"
    table.take(begun, 1)
    (more,) = table.handed()
    assert (more["first"], more["last"]) == (begun["last"] + 1, begun["last"] + 2)
    table.take(more, 1)
    copies = table.evening.open_plays.copies
    assert [(member.people, last) for member, last, _ in copies.kept(table.evening.play)] == [
        (("Ben",), more["last"])
    ]
    copies.want(False, THIS_DEVICE.id)
    assert b'"drop"' in table.packets[1][-1]


async def test_the_table_sees_who_keeps_a_copy_and_a_phone_chooses_for_itself(table):
    async with Handset(table, 1, "Ben") as ben:
        table.tell(1, ready=True)
        (begun,) = table.handed()
        table.take(begun, 1)
        route = f"/play/{table.evening.play}/phones"
        async with table.evening.screen(table.evening.tablet, route, TABLET) as tablet:
            assert [
                switch.value for switch in tablet.all(ft.Switch, label="Phones keep a copy")
            ] == [True]
            assert tablet.says(f"Kept by Ben up to entry {begun['last']}.")
        await ben.tap("All that you have")
        (switch,) = ben.all(ft.Switch, label="Keep a copy on this phone")
        await ben.fire(switch, "change", data=False)
    assert SAID + b'{"keep": false}' in table.packets[1]


async def test_a_copy_is_thrown_away_when_its_game_is_over_and_backed_up(table):
    journal, play_id = table.evening.open_plays.journal, table.evening.play
    table.join(1, "Ben")
    (begun,) = table.handed()
    journal.set_play(play_id, ended="Ann wins.")
    table.take(begun, 1)
    assert table.posted == []
    note_backup(journal)
    table.take(begun, 1)
    assert table.packets[1][-1] == SAID + json.dumps({"drop": play_id}).encode()


async def test_a_phone_that_has_no_room_gets_all_as_one_part_and_then_no_more(table):
    table.join(1, "Ben")
    table.handed()
    play_id = table.evening.play
    for parts in (1, 0):
        table.tell(1, full=play_id)
        assert len(table.handed()) == parts
    pay(table)
    assert table.handed() == []


async def test_while_something_is_hidden_a_copy_is_sealed_with_a_place_for_each_player(lay):
    table = Copied(lay(CHIPS))
    shared = table.evening.shared
    for number, names in enumerate((["Ben"], ["Cy"], ["Ben"]), 1):
        member = table.join(number, *names)
    first, *others = table.handed()
    assert {part["seal"] for part in others} == {first["seal"]} != {""}
    places = dict(place for part in (first, *others) for place in part["to"])
    assert places[1] == places[3] != places[2]
    table.take(first, 1, 2, 3)
    assert table.handed() == []
    shared.set_member(member, people=("Ben", "Cy"))  # whoever has it would have two places
    table.take(first, 1, 2, 3)
    anew = table.handed()
    assert {part["first"] for part in anew} == {1}
    assert first["seal"] not in {part["seal"] for part in anew}


def elsewhere(table, begun, *amounts):
    """Have the game go on on another device, from what a phone was handed; return that book as one part."""
    other = Journal(UntrustedFile())
    go_on(other, assemble([begun["body"]]), game_of)
    for amount in amounts:
        Referee(other, table.evening.play, game_of).write(
            "bank_pays", {"payee": "ben", "amount": amount}
        )
    part = part_since(other, table.evening.play)
    table.take({**begun, "mark": part.mark, "last": part.last, "where": "on Ben's phone"}, 1)
    return part


async def test_a_game_that_went_on_elsewhere_is_recorded_in_no_more_until_somebody_has_chosen(
    table,
):
    table.join(1, "Ben")
    (begun,) = table.handed()
    async with table.screen() as tablet:
        part = elsewhere(table, begun, 20, 30)
        await tablet.see("This game continued on Ben's phone, up to entry")
        with pytest.raises(Refusal, match="continued"):
            pay(table)
        table.phones.hear("copy", {"phone": 1, "play": part.play, "parts": [part.data]})
        assert table.evening.open_plays.journal.last(part.play) < part.last, "nobody asked for it"
        await tablet.tap("Take the longer book")
        assert b'"hand"' in table.packets[1][-1]
        table.phones.hear("locked", {"phone": 1, "play": part.play})
        await tablet.see(ONE_MORE)
        table.phones.hear("copy", {"phone": 1, "play": part.play, "parts": [part.data]})
        await tablet.see(TAKEN)
        await tablet.tap("OK")
        pay(table)
        assert table.evening.open_plays.journal.last(part.play) > part.last


async def test_a_phone_that_claims_what_it_has_not_got_holds_nobody_up(table):
    table.join(1, "Ben")
    (begun,) = table.handed()
    table.take({**begun, "last": 99}, 1)
    (anew,) = table.handed()
    assert anew["first"] == 1
    pay(table)


async def test_of_two_ways_that_a_game_went_the_one_here_is_told_and_kept(table):
    table.join(1, "Ben")
    (begun,) = table.handed()
    pay(table)
    async with table.screen() as tablet:
        part = elsewhere(table, begun, 20, 30)
        await tablet.see("This game continued on Ben's phone, up to entry")
        await tablet.tap("Take the longer book")
        parts = [part.data, part.data[:30]]
        table.phones.hear("copy", {"phone": 1, "play": part.play, "parts": parts})
        await tablet.see(f"{TAKEN} {CUT} {KEPT_TOO} The bank pays Ann $5.")
    assert len(table.evening.open_plays.journal.plays()) == 2


async def test_a_phone_that_had_more_from_the_device_that_was_left_says_so(table):
    table.evening.open_plays.journal.set_preference(LEFT + table.evening.play, "PRINT")
    table.join(1, "Ben")
    (begun,) = table.handed()
    async with table.screen() as tablet:
        elsewhere(table, begun, 20)
        await tablet.see("This game continued on the device that was left, up to entry 2.")


async def test_a_book_goes_on_all_the_same_where_somebody_says_so(table):
    table.join(1, "Ben")
    (begun,) = table.handed()
    async with table.screen() as tablet:
        elsewhere(table, begun, 20)
        await tablet.see("This game continued")
        await tablet.tap("Go on here all the same")
        pay(table)
    (anew,) = table.handed()
    assert anew["first"] == 1, "the phone has this book from now on"
