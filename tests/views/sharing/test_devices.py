"""What the devices of a table do, step by step, and what comes of each step, as the texts in ``cases`` have it.

A text begins with a session. Below each heading the devices do something at a table of their own: a player's phone by
the player's name, two who share one with a plus, ``bank`` for the table's device, and ``watcher``. Below each step
stands what it changes: entries with who recorded them, what waits and for whose yes, who takes part, and the lot under
the hammer. A word before the step, ``late``, has the device still show what it showed before the step above.
To add a case, write its steps, and have the machine write what comes of them.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from approved import assert_approved
from asking import ask

from companion.core.prompt import Offer
from companion.formats.session import Step, read_pairs
from models.ledger import Refusal
from models.rooms import ASKS, DECLINED, RECORDED, WAITS, WITHDRAWN

CASES = Path(__file__).with_name("cases")
HEADING, WRITTEN = "== ", ("+ ", "- ")
RIGHTS = {
    "bank": {"bank": True},
    "host": {"host": True},
    "asking": {"state": ASKS},
    "book": {"room": "", "host": True, "bank": True},
}


def version(state):
    return state.snapshot.version


def turn(state):
    return state.auction.lot.turn if state.auction.lot else 0


class Table:
    """A table at which the steps of a case are done."""

    def __init__(self, evening):
        self.evening, self.shared, self.request, self.lot = evening, evening.shared, None, None
        self.devices = {"bank": evening.state(evening.tablet)}
        self.now, self.shown = 100, {}

    def device(self, name):
        """Return a device, which comes in when it is named first, with what it may do behind its name."""
        if name not in self.devices:
            people, *rights = name.split(",")
            seats = people.split("+") if people.istitle() else ()
            values = {key: value for right in rights for key, value in RIGHTS[right].items()}
            self.devices[name] = self.evening.state(self.evening.add(*seats, **values))
        self.devices[name].clock = lambda: self.now
        return self.devices[name]

    def do(self, line):
        """Do a step, and return what was said against it."""
        who, act, *words = line.split(" ", 2) if " " in line else (line, "")
        state, shown = self.device(who), self.shown
        self.now += 1
        self.shown = {
            name: (other.snapshot.version, other.auction.lot.turn if other.auction.lot else 0)
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

    def act(self, state, act, words, version, turn):  # noqa: C901, PLR0912 - each step is a line
        requests, auction, devices = state.requests, state.auction, state.devices
        first, *rest = words.split(" ")
        match act:
            case "asks":
                ask(state, first, **self.answers(state, words))
            case "enters":
                state.recorder.enter(first, self.answers(state, words), f"{self.now}")
            case "objects":
                requests.object_to(1, words)
            case "changes":
                requests.alter(self.request)
                state.sheet.answer("amount", int(words))
                state.recorder.record(state.sheet.draft.command)
            case "grants" | "agrees":
                getattr(requests, act[:-1])(self.request, version)
            case "disagrees" | "withdraws":
                getattr(requests, act[:-1])(self.request)
            case "declines":
                requests.decline(self.request, words)
            case "undoes":
                state.recorder.undo(version)
            case "shares":
                devices.set_room(self.evening.room, at_once=True)
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
            case "takes_back":
                auction.take_back(self.lot, turn)
            case "steps_out" | "comes_back":
                auction.step_out(self.lot, first, back=act == "comes_back")
            case "sets_the_clock":
                auction.set_clock(self.lot, int(words))
            case "waits":
                self.now += int(words)
            case _:
                assert not act, act

    def answers(self, state, words):
        action, _, rest = words.partition(" ")
        found = state.snapshot.game.find_action(action).read(state.snapshot.table, read_pairs(Step(0, action, rest)))
        return {name: value for name, value in found.items() if value is not None}

    def look(self):
        """Say all that the table has come to."""
        for number, (by, words) in enumerate(reversed(self.evening.lines), 1):
            yield f"entry {number} by {by}: {words}"
        rooms, play_id = self.shared.rooms, self.evening.play
        for member in rooms.members(self.evening.room.id):
            yield " ".join(
                [member.state, *(right for right in ("host", "bank") if getattr(member, right)), *member.people]
            )
        for state in (WAITS, RECORDED, DECLINED, WITHDRAWN):
            for request in rooms.requests(play_id, state=state):
                words = f"{request.seat} asks {request.action} {dict(request.answers)}"
                yield " ".join(filter(None, (f"{state}:", words, request.word)))
        for request in self.shared.requests_waiting(play_id):
            for name, device in self.devices.items():
                asked = device.requests.demands_on_me(request) if device.seats else {}
                yield from (f"{name} is asked for the yes of {seat}: {what}" for seat, what in asked.items())
        yield from (f"{name} has a sheet open" for name, device in self.devices.items() if device.sheet.own)
        bank = self.devices["bank"]
        if lot := bank.auction.lot:
            yield f"for sale {dict(lot.answers)}"
            said = {"sold at": lot.ends, "out": sorted(lot.out), "said": lot.message}
            yield from (f"{name} {value}" for name, value in said.items() if value)
            yield "hammered" if lot.asked else f"next bids {lot.next_bids(bank.snapshot)}"
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
def test_what_devices_do_comes_to_what_was_approved(file, lay, request):
    lines = file.read_text(encoding="utf-8").splitlines()
    session = [*itertools.takewhile(lambda line: not line.startswith(HEADING), lines)]
    told, rest = [*session], [line for line in lines[len(session) :] if not line.startswith(WRITTEN)]
    while rest:
        heading, *rest = rest
        steps = [*itertools.takewhile(lambda line: not line.startswith(HEADING), rest)]
        rest = rest[len(steps) :]
        told += [heading, *tell(lay("\n".join(session)), steps)]
    assert_approved(file, "".join(f"{line}\n" for line in told), approve=request.config.getoption("--approve"))
