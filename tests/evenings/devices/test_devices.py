"""What the devices of a table do, step by step, and what comes of each step, as the texts in ``cases`` have it.

A text begins with a session. Below each heading the devices do something at a table of their own: a player's phone by
the player's name, two who share one with a plus, ``bank`` for the table's device, and ``watcher``. Below each step
stands what it changes: entries with who recorded them, what waits and for whose yes, who takes part, and the lot under
the hammer. A word before the step, ``late``, has the device still show what it showed before the step above.
A number is a phone at a tablet with no server, and ``page`` is the page around that tablet.
To add a case, write its steps, and have the machine write what comes of them.
"""

import itertools
import json
from pathlib import Path

import pytest
from approved import assert_approved

from companion.core.prompt import Offer
from companion.core.recording.revision import Change
from companion.formats.session import Step, read_pairs
from models.ledger import Place, Refusal
from models.rooms import ASKS, DECLINED, IN, RECORDED, SEALED, WAITS, WITHDRAWN
from tests.evenings.devices.channels import Table as Channels
from views.sharing.own_page import latest_of
from views.sharing.requests import Asked, sort_waiting
from views.state.meeting import Meeting

CASES = Path(__file__).with_name("cases")
HEADING, WRITTEN = "== ", ("+ ", "- ")
RIGHTS = {
    "bank": {"bank": True},
    "host": {"host": True},
    "asking": {"state": ASKS},
    "book": {"room": "", "host": True, "bank": True},
    "elsewhere": {"host": True, "bank": True},
}


class Table:
    """A table at which the steps of a case are done."""

    def __init__(self, evening):
        self.evening, self.shared, self.request, self.lot = evening, evening.shared, None, None
        self.devices = {"bank": evening.state(evening.tablet)}
        self.now, self.shown, self.channels = 100, {}, None
        self.elsewhere = self.shared.rooms.open_room("elsewhere").id

    def device(self, name):
        """Return a device, which comes in when it is named first, with what it may do behind its name."""
        if name not in self.devices:
            people, *rights = name.split(",")
            seats = people.split("+") if people.istitle() else ()
            values = {key: value for right in rights for key, value in RIGHTS[right].items()}
            values |= {"room": self.elsewhere} if "elsewhere" in rights else {}
            self.devices[name] = self.evening.state(self.evening.add(*seats, **values))
        self.devices[name].clock = lambda: self.now
        return self.devices[name]

    def do(self, line):
        """Do a step, and return what was said against it."""
        who, act, *words = line.split(" ", 2) if " " in line else (line, "")
        if who.isdigit() or who == "page":
            return self.hear(int(who) if who.isdigit() else 0, act, "".join(words))
        state, shown = self.device(who), self.shown
        self.now += 1
        self.shown = {
            name: (other.snapshot.version, other.auction.lot.revision if other.auction.lot else 0)
            for name, other in self.devices.items()
        }
        if act == "late":
            act, *words = words[0].split(" ", 1)
        else:
            shown = self.shown
        state.problem = ""
        try:
            self.act(state, act, "".join(words), *shown[who])
        except Refusal as refusal:
            return refusal.sentence
        self.request = next(iter(self.shared.requests_waiting(state.play_id)[-1:]), self.request)
        return state.problem

    def hear(self, number, act, words):
        """Do what a phone at a tablet with no server does, or what happens at the page around that tablet."""
        if self.channels is None:
            self.channels = Channels(self.evening)
        phones = self.channels.phones
        match act:
            case "greets":
                self.channels.greet(number, **json.loads(words))
            case "sends":
                self.channels.hear(
                    number, words.encode().decode("unicode_escape").encode("latin-1")
                )
            case "removes":
                self.shared.turn_away(self.shared.member(*phones.present()))
            case "scans":
                phones.meeting.scan_with(*phones.present())
            case "invites":
                phones.meeting.invite(words)
            case _:
                phones.hear(act, {"phone": number, **json.loads(words or "{}")})

    def act(self, state, act, words, version, turn):  # noqa: C901, PLR0912, PLR0915 - each step is a line
        requests, auction, devices = state.requests, state.auction, state.devices
        first, *rest = words.split(" ")
        match act:
            case "asks":
                state.sheet.open(Offer(first, self.answers(state, words)))
                state.recorder.record(state.sheet.draft.command if state.sheet.draft else "none")
            case "enters":
                state.recorder.enter(first, self.answers(state, words), f"{self.now}")
            case "objects":
                requests.object_to(int(first), " ".join(rest))
            case "changes":
                requests.alter(self.request)
                state.sheet.answer("amount", int(words))
                state.recorder.record(state.sheet.draft.command)
            case "grants" | "agrees":
                getattr(state.recorder, act[:-1])(self.request, version)
            case "disagrees" | "withdraws":
                getattr(requests, act[:-1])(self.request)
            case "declines":
                requests.settle(self.request, DECLINED, words)
            case "undoes":
                state.recorder.undo(version)
            case "corrects":
                change = Change("bank_pays", {"payee": "ben", "amount": 20})
                state.recorder.amend(
                    {Place(int(first)): change}, " ".join(rest), f"{self.now}", again=True
                )
            case "closes":
                requests.forget_refusal(self.request)
            case "shares":
                devices.set_room(self.evening.room, at_once=True)
            case "invites":
                devices.invite()
            case "renews":
                devices.invite_anew(self.evening.room)
            case "meets":
                devices.meet(Meeting.stop)
            case "welcomes":
                devices.set_room(self.evening.room, newcomers=True)
            case "nods":
                devices.set_member(self.shared.members_asking(self.evening.room)[0], state=IN)
            case "refuses":
                devices.turn_away(self.shared.members_asking(self.evening.room)[0])
            case "stops":
                devices.stop_sharing(self.evening.room)
            case "makes":
                devices.set_member(self.device(first).member(), **RIGHTS[rest[0]])
            case "seats":
                devices.set_people(self.device(first).member(), tuple(rest))
            case "removes":
                devices.turn_away(self.device(first).member())
            case "offers":
                state.sheet.open(Offer(first, self.answers(state, words)))
                if state.sheet.draft:
                    self.lot = auction.put_up(state.sheet.draft)
            case "bids":
                auction.bid(self.lot, first, int(rest[0]))
            case "hammers":
                auction.knock_down(self.lot, turn)
            case "calls_off":
                auction.call_off(self.lot)
            case "gives_back":
                auction.ask_to_stop(auction.lot)
                self.now += 1
                auction.call_off(auction.lot)
            case "takes_back":
                auction.take_back(self.lot, turn)
            case "steps_out" | "comes_back":
                auction.step_out(self.lot, first, back=act == "comes_back")
            case "sets_the_clock":
                auction.set_clock(self.lot, int(words))
            case "leaves" | "returns":
                self.evening.lose(state.member().id, back=act == "returns")
            case "restarts":
                self.evening.start_again()
                self.shared = self.evening.shared
                self.devices = {
                    name: self.evening.state(one.member().id) for name, one in self.devices.items()
                }
                self.lot = self.devices["bank"].auction.lot
            case "takes_bids":
                state.sheet.open(Offer(first, self.answers(state, words)))
                auction.put_up(state.sheet.draft)
            case "lays":
                auction.bid(auction.lot, first, int(rest[0]))
            case "opens":
                auction.knock_down(auction.lot, auction.lot.revision)
            case "waits":
                self.now += int(words)
            case _:
                assert not act, act

    def answers(self, state, words):
        action, _, rest = words.partition(" ")
        found = state.snapshot.game.find_action(action).read(
            state.snapshot.table, read_pairs(Step(0, action, rest))
        )
        return {name: value for name, value in found.items() if value is not None}

    def read(self, bank):
        """Say what the bank reads of requests that wait, and players of those that were declined."""
        if said := bank.requests.how_many_wait:
            yield f"{said}, from the top: {[request.seat for request in sort_waiting(bank)]}"
        for why in filter(None, (Asked.of(bank, asked).why_not for asked in sort_waiting(bank))):
            yield f"the bank reads: {why}"
        for name, device in self.devices.items():
            if person := device.snapshot.person(device.seat):
                declined = device.requests.refusals(latest_of(device.snapshot, person))
                yield from (
                    f"{name} reads that {request.action} was declined" for request in declined
                )

    def look(self):
        """Say all that the table has come to."""
        for number, (by, words) in enumerate(reversed(self.evening.lines), 1):
            yield f"entry {number} by {by}: {words}"
        rooms, play_id = self.shared.rooms, self.evening.play
        for member in rooms.members(self.evening.room.id):
            yield " ".join(
                [
                    member.state,
                    *(right for right in ("host", "bank") if getattr(member, right)),
                    *member.people,
                ]
            )
        for state in (WAITS, RECORDED, DECLINED, WITHDRAWN):
            for request in rooms.requests(play_id, state=state):
                words = f"{request.seat} asks {request.action} {dict(request.answers)}"
                yield " ".join(filter(None, (f"{state}:", words, request.word)))
        for request in self.shared.requests_waiting(play_id):
            again = "" if request.id in self.shared.asked_here else " again"
            for name, device in self.devices.items():
                asked = device.requests.demands_on_me(request) if device.seats else {}
                yield from (
                    f"{name} is asked{again} for the yes of {seat}: {what}"
                    for seat, what in asked.items()
                )
        yield from (
            f"{name} plays {device.seats}" for name, device in self.devices.items() if device.seats
        )
        yield from (
            f"{name} has a sheet open" for name, device in self.devices.items() if device.sheet.own
        )
        bank = self.devices["bank"]
        yield from self.read(bank)
        yield from self.channels.told() if self.channels else ()
        yield from filter(
            None, [bank.snapshot.who_is_away(one.key for one in bank.snapshot.people)]
        )
        lot = bank.auction.lot
        if lot and lot.sealed and not lot.is_closed:
            yield f"bids for {lot.action} {dict(lot.answers)} wait for {lot.still_to_bid}"
            (kept,) = self.shared.rooms.requests(play_id, state=SEALED)
            yield f"{lot.message} In the book: {json.loads(kept.word) | {'command': ''}}".strip()
        elif lot and not lot.sealed:
            yield f"for sale {dict(lot.answers)}"
            said = {"sold at": lot.ends, "out": sorted(lot.out), "said": lot.message}
            yield from (f"{name} {value}" for name, value in said.items() if value)
            yield "hammered" if lot.asked else f"next bids {lot.next_bids}"
            yield from (f"bid of {bid.seat}: {bid.amount}" for bid in lot.bids)


def tell(evening, steps):
    """Do the steps of a case, and return them with what each changed."""
    table, known = Table(evening), [*Table(evening).look()]
    for step in steps:
        yield step
        if said := table.do(step):
            yield f"+ {said}"
        found = [*table.look()]
        yield from (f"- {line}" for line in known if line not in found)
        yield from (f"+ {line}" for line in found if line not in known)
        known = found


@pytest.mark.parametrize("file", sorted(CASES.glob("*.txt")), ids=lambda file: file.stem)
async def test_what_devices_do_comes_to_what_was_approved(file, lay, request):
    lines = file.read_text(encoding="utf-8").splitlines()
    session = [*itertools.takewhile(lambda line: not line.startswith(HEADING), lines)]
    told, rest = (
        [*session],
        [line for line in lines[len(session) :] if not line.startswith(WRITTEN)],
    )
    while rest:
        heading, *rest = rest
        steps = [*itertools.takewhile(lambda line: not line.startswith(HEADING), rest)]
        rest = rest[len(steps) :]
        told += [heading, *tell(lay("\n".join(session)), steps)]
    assert_approved(
        file, "".join(f"{line}\n" for line in told), approve=request.config.getoption("--approve")
    )
