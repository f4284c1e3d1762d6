"""Whole evenings from one seed, in short: they hold, the same seed is the same, and each planted fault is found."""

from uuid import uuid4

import pytest

from companion.core.recording import members
from models import projections
from models.book import Book
from models.errors import StorageError
from models.rooms import RECORDED
from tests.campaigns.evenings import shorten
from tests.campaigns.platter import Normal
from tests.campaigns.simulation import promises
from tests.campaigns.simulation.evening import Told, play
from tests.campaigns.simulation.going_on import Kept
from views.state.client import Client
from views.state.open_plays import OpenPlays
from views.state.play.play_state import PlayState
from views.state.play.recorder import Recorder

pytestmark = pytest.mark.usefixtures("reached")


def told(evening):
    return "\n".join([str(evening.broken), *evening.lines])


def test_a_short_evening_keeps_every_promise():
    evening = play("1", many=8)

    assert not evening.broken, told(evening)
    assert evening.taken == list(range(8))


@pytest.mark.seeds(range(30), 1)
def test_an_evening_goes_on_from_its_phones(seed):
    many = seed % 5
    acts = {"pays": many, "goes_on": 3}
    evening = play(f"without the tablet {seed}", many=1 + many, acts=acts)

    assert not evening.broken, told(evening)


@pytest.mark.campaign
def test_an_evening_is_the_same_to_the_byte_from_its_seed():
    first, again, another = play("1", many=6), play("1", many=6), play("2", many=1)

    assert first.lines == again.lines
    assert first.trace == again.trace
    assert first.trace != another.trace


def test_an_evening_that_fails_is_made_as_short_as_it_still_fails():
    def again(seed, only):
        breaks = {3, 17} <= set(only)
        return Told(
            seed, list(only), broken=promises.Broken(promises.LOST, "as before") if breaks else None
        )

    shortest = shorten(again("1", range(40)), again=again)

    assert shortest.taken == [3, 17]


# --- faults planted on purpose: an evening that can't find them proves nothing -----------------------


class Pretending(Book):
    """A book that says it has saved, whether it has or not."""

    def _commit(self):
        try:
            super()._commit()
        except StorageError:
            self.broken = None


def a_request_that_is_recorded_for_each_packet(monkeypatch):
    def grant(self, request, seen):
        del seen
        member = self.play.member()
        asker = self.play.open_plays.shared.member(request.member)
        entry = self.write(
            self.referee.write,
            request.action,
            request.answers,
            member=member,
            asker=asker,
            command=uuid4().hex,
        )
        if entry:
            self.requests.settle(request, RECORDED)
        return entry

    monkeypatch.setattr(Recorder, "grant", grant)


def a_balance_that_is_off_by_one_after_undo(monkeypatch):
    count = projections.apply_entry

    def careless(connection, rows):
        count(connection, rows)
        if rows.voidings:
            connection.exec_driver_sql(
                "UPDATE balance SET quantity = quantity + 1 WHERE play = ? AND account LIKE 'ann:%'",
                (rows.entry[0],),
            )

    monkeypatch.setattr(projections, "apply_entry", careless)


def a_phone_that_records_by_itself(monkeypatch):
    monkeypatch.setattr(members, "why_not_allowed", lambda *_, **__: None)


def a_bid_that_others_can_read(monkeypatch):
    sync = PlayState.sync

    def careless(self):
        sync(self)
        lot = self.open_plays.lots.get(self.play_id)
        if lot and lot.laid:
            self.problem = f"Bids so far: {sorted(lot.laid.values())}"

    monkeypatch.setattr(PlayState, "sync", careless)


def a_phone_that_comes_back_to_what_it_showed(monkeypatch):
    monkeypatch.setattr(Client, "catch_up", lambda _: "")


def a_seat_that_is_gone_when_the_tablet_starts_again(monkeypatch):
    begin = OpenPlays.__init__

    def careless(self, journal, *more):
        begin(self, journal, *more)
        with journal.database.writing() as connection:
            connection.exec_driver_sql("UPDATE member SET state = 'out' WHERE people LIKE '%Cy%'")

    monkeypatch.setattr(OpenPlays, "__init__", careless)


def a_copy_that_is_handed_out_without_its_last_entry(monkeypatch):
    handed = Kept.take

    def careless(self, handing):
        before = list(self.parts)
        handed(self, handing)
        self.parts = before if len(before) > 1 else self.parts

    monkeypatch.setattr(Kept, "take", careless)


def a_tablet_that_goes_on_though_the_game_did_elsewhere(monkeypatch):
    monkeypatch.setattr("companion.core.recording.referee.went_on", lambda *_: None)


def a_longer_book_that_takes_the_place_of_the_shorter(monkeypatch):
    monkeypatch.setattr("models.backups.phone_copies._keep_aside", lambda *_: "")


def a_log_that_is_not_synced(_):
    return {"opening": Normal.open}


def a_failed_save_that_is_not_said(_):
    return {"opening": Pretending.open}


ENTERING, ENDING = {"pays": 4, "nods": 3}, {"pays": 4, "power_cut": 2, "killed": 1}
PLANTED = {
    a_request_that_is_recorded_for_each_packet: ((promises.TWICE,), "money", ENTERING),
    a_balance_that_is_off_by_one_after_undo: (
        (promises.SUMS,),
        "money",
        {"pays": 2, "undoes": 2, "tablet_reloads": 1},
    ),
    a_phone_that_records_by_itself: ((promises.RIGHT,), "money", ENTERING),
    a_bid_that_others_can_read: ((promises.SECRET,), "chips", {"bids": 1}),
    a_phone_that_comes_back_to_what_it_showed: (
        (promises.SCREEN,),
        "money",
        {"pays": 3, "nods": 2, "loses_its_link": 3},
    ),
    a_seat_that_is_gone_when_the_tablet_starts_again: (
        (promises.SEAT,),
        "money",
        {"tablet_reloads": 1, "pays": 1},
    ),
    a_copy_that_is_handed_out_without_its_last_entry: (
        (promises.LOST,),
        "money",
        {"pays": 1, "goes_on": 2},
    ),
    a_tablet_that_goes_on_though_the_game_did_elsewhere: (
        (promises.TWICE,),
        "money",
        {"pays": 1, "goes_on": 2},
    ),
    a_longer_book_that_takes_the_place_of_the_shorter: (
        (promises.LOST,),
        "money",
        {"pays": 1, "goes_on": 2},
    ),
    a_log_that_is_not_synced: ((promises.LOST,), "money", ENDING),
    a_failed_save_that_is_not_said: (
        (promises.LOST, promises.SCREEN, promises.SUMS),
        "money",
        {"pays": 2, "disk_is_full": 2},
    ),
}
"""Each fault, the promises that it may break first, and what evenings lean to in which it comes up soon."""


@pytest.mark.campaign
@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found(fault, monkeypatch):
    more = fault(monkeypatch) or {}
    broken, kind, acts = PLANTED[fault]
    evenings = (play(str(seed), many=12, kind=kind, acts=acts, **more) for seed in range(1, 13))
    found = next((evening for evening in evenings if evening.broken), None)

    assert found, "nobody has noticed"
    assert found.broken.promise in broken, told(found)
