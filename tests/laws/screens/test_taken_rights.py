"""Every handler of every screen is fired by every kind of member: no authority is gained, and no secret told.

Most of all by what was drawn while a right was there, and is tapped once it has been taken away.
"""

import inspect
import re
from contextlib import suppress
from types import SimpleNamespace

import flet as ft
import pytest

from companion.core.prompt import Offer
from companion.core.recording.members import GONE, HOST_ONLY, RIGHTS
from models.ledger import Refusal
from models.rooms import ASKS, IN, OUT, RECORDED
from tests.units.views.headless import TABLET
from views.app_shell import ELSEWHERE
from views.components.error_boundary import SORRY

RATS = """game ratrace
title Rats
seats Ann Ben Cy
house businesses=one gifts=yes position=off
start first=ann
pick who=ann business=black
pick who=ben business=olive
pick who=cy business=red
"""
GATES = """game doubletrack
title Gates
seats Ann Ben Cy
house stack=145 secret=yes
start first=ann
toll who=cy gate=red answer=pays amount=25
passage gate=red came=yes
"""
OF_THE_PLAY = (
    *(
        "",
        "journal",
        "see",
        "house",
        "board",
        "more",
        "past",
        "count",
        "take",
        "phones",
        "next",
        "rules",
        "show",
        "bids",
    ),
    *("correct/line/2", "correct/strike/2"),
)
OF_THE_BOOK = ("/", "/new", "/settings", "/players", "/players/ann", "/new/board/ratrace")
KINDS = {
    "the book's device": {"room": "", "host": True, "bank": True},
    "a host who banks": {"host": True, "bank": True},
    "a host": {"host": True},
    "a banker": {"bank": True},
    "a player": {"people": ("Ben",)},
}
NOTHING = {"host": False, "bank": False, "people": ()}
LONG_AGO = "2020-01-01T00:00:00+00:00"
WAYS = {
    "only watches": NOTHING,
    "is removed": {"state": OUT},
    "was away for long": {"since": LONG_AGO},
}
QUICK = [
    ("the book's device", "is removed"),
    ("a host who banks", "was away for long"),
    ("a host", "only watches"),
    ("a banker", "only watches"),
    ("a player", "is removed"),
    ("a player", "only watches"),
]
HANDLERS = ("on_click", "on_tap", "on_change", "on_submit", "on_select", "on_result")
REFUSALS = {why for _, why in RIGHTS.values()} | {GONE}


@pytest.fixture
def evening(lay, monkeypatch, request):
    monkeypatch.setattr("views.state.play.taps.SAME_TAP", -1)
    monkeypatch.setattr("views.setup.setup.SAME_TAP", -1)
    evening = lay(getattr(request, "param", RATS))
    evening.shared.reach.addresses = ("http://192.0.2.1:8550",)
    return evening


def written(evening):
    """All that is in the book, and what is kept beside it while bids are taken."""
    book = [*evening.open_plays.journal.database.driver.iterdump()]
    return book, dict(evening.open_plays.lots)


def wait_for_the_table(evening):
    """Have a device, an entry to be recorded and one to be put right wait for whoever nods."""
    if not evening.waiting:
        evening.add("Cy", state=ASKS)
        phone = evening.state(evening.add("Ann"))
        phone.requests.object_to(2, "That was not so.")
        phone.requests.ask_for(
            "gift", {"giver": "ann", "taker": "cy", "amount": 5, "reason": "a bet"}, "asked"
        )


def handlers(screen):
    """Every handler on the screen and on what it has open, what records first, with what it is called with."""
    found = []
    for control in sorted(screen.walk(), key=lambda one: not isinstance(one, ft.FilledButton)):
        for name in HANDLERS:
            handler = getattr(control, name, None)
            if handler:
                event = SimpleNamespace(
                    control=control, data="1", files=[], selection=None, index=0, error=None
                )
                found.append((handler, event))
    return found


async def fire(screen, found):
    """Call every handler, as for an event that was on its way when its control went."""
    screen.turn_to()
    for handler, event in found:
        takes = len(inspect.signature(handler).parameters)
        with suppress(AttributeError):  # the event of a slider, which this one is not
            made = handler(*([event] * min(takes, 1)))
            if inspect.isawaitable(made):
                await made
    await screen.settle()


def said(screen):
    """What the notices at the foot of the screen say."""
    bars = [one for one in screen.page._dialogs.controls if isinstance(one, ft.SnackBar)]
    return {bar.content.semantics_label or bar.content.value for bar in bars}


def routes(evening, *others):
    return *(f"/play/{evening.play}/{part}".rstrip("/") for part in OF_THE_PLAY), *others


async def stages(screen, client, evening, route):
    """Show a screen, and what can be opened on it while the right is there."""
    await screen.go(route)
    yield
    state = client.here()
    if route == f"/play/{evening.play}" and state:
        for words in [
            words for _, names in screen.shown.names for words in names if words.endswith("waiting")
        ][:1]:
            await screen.tap(words)
            yield
        state.sheet.open(
            Offer("gift", {"giver": "ben", "taker": "cy", "amount": 5, "reason": "a bet"})
        )
        await screen.settle()
        yield
    if route == "/":
        for item in screen.all(ft.PopupMenuItem, content="Rename")[:1]:
            await screen.fire(item, "click")
            yield


async def walk(evening, member, taken):
    """Go through all screens with every right, and fire on each what was drawn once the rights are ``taken``."""
    rooms, clients, told, changed = evening.shared.rooms, [], set(), []
    wait_for_the_table(evening)
    kept = rooms.member(member)
    back = {
        "host": kept.host,
        "bank": kept.bank,
        "people": kept.people,
        "state": IN,
        "since": kept.since.isoformat(),
    }
    async with evening.screen(member, size=TABLET, clients=clients) as screen:
        for route in routes(evening, *(() if kept.room else OF_THE_BOOK)):
            async for _ in stages(screen, clients[0], evening, route):
                drawn = handlers(screen)
                rooms.set_member(
                    member, **(taken or back)
                )  # as by another screen, of which this one has not heard yet
                before = written(evening)
                await fire(screen, drawn)
                if written(evening) != before:
                    changed.append(route)
                told |= said(screen)
                state = clients[0].here()
                told |= {state.problem} if state else set()
                rooms.set_member(member, **back)
                screen.page._dialogs.controls.clear()
                await screen.go("/tools")
                await screen.go(route)
    return changed, told


def add(evening, kind):
    rights = dict(KINDS[kind])
    return evening.add(*rights.pop("people", ()), **rights)


@pytest.mark.parametrize(
    ("kind", "way"),
    [
        pytest.param(kind, way, marks=() if (kind, way) in QUICK else pytest.mark.long)
        for kind in KINDS
        for way in WAYS
    ],
)
async def test_nothing_is_written_by_what_was_drawn_before_a_right_was_taken(
    evening, handed, kind, way
):
    changed, told = await walk(evening, add(evening, kind), WAYS[way])
    assert changed == []
    assert handed == []
    assert SORRY not in told
    assert told & REFUSALS
    if (kind, way) == ("a host", "only watches"):
        assert HOST_ONLY in told


LOOKING = "The book is open in another tab."


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "the book's device"])
async def test_a_phone_of_the_table_takes_the_book_from_no_tab(evening, kind):
    taken, storage = [], evening.open_plays.storage
    storage.read_only, storage.take = LOOKING, lambda: taken.append(kind)
    member = add(evening, kind)
    async with evening.screen(member) as screen:
        assert screen.says(ELSEWHERE)
        assert not screen.named("Keep the book here")
    with pytest.raises(Refusal, match="Only the device that keeps the book"):
        evening.open_plays.keep_here(member)
    assert taken == []


async def test_the_walk_writes_as_long_as_the_right_is_there(evening, handed):
    del handed
    changed, _ = await walk(evening, add(evening, "a host who banks"), {})
    assert {f"/play/{evening.play}", f"/play/{evening.play}/phones"} <= set(changed)


@pytest.mark.parametrize("evening", [GATES], indirect=True, ids=["gates"])
@pytest.mark.parametrize("people", [("Ben",), ()], ids=["player", "watcher"])
async def test_every_event_of_every_screen_writes_nothing_and_tells_no_secret(evening, people):
    def unasked():
        return [
            line for line in written(evening)[0] if not line.startswith('INSERT INTO "request"')
        ]

    member = evening.add(*people)
    before, referee = unasked(), evening.open_plays.referee(evening.play)
    async with evening.screen(member) as screen:
        for route in (*routes(evening), *OF_THE_BOOK) * 2:
            await screen.go(route)
            await fire(screen, handlers(screen))
        sent = b"".join(screen.wire.sent).decode("utf-8", "replace")
    game, table = referee.game, referee.table
    hidden = [
        f"{quantity}"
        for (account, unit), quantity in table.ledger.balances.items()
        if unit == "$"
        and quantity
        and not account.startswith("ben:")
        and game.is_secret(table, account)
    ]
    assert hidden
    assert not [figure for figure in hidden if re.search(rf"\${figure}(?!\d)", sent)]
    assert unasked() == before
    assert evening.shared.rooms.requests(evening.play, state=RECORDED) == []


@pytest.mark.parametrize("evening", [RATS, GATES], indirect=True, ids=["rats", "gates"])
def test_every_action_with_every_name_is_refused_to_a_player_and_to_a_watcher(evening):
    for member in (evening.add("Ben"), evening.add()):
        state = evening.state(member)
        for action in state.snapshot.game.actions:
            for who in ("ann", "cy", "bank", "nobody"):
                state.sheet.open(Offer(action.name, {action.asked_by or "who": who}))
                assert state.sheet.own is None
                assert (
                    state.recorder.enter(action.name, {action.asked_by or "who": who}, "forged")
                    is None
                )
        assert state.recorder.undo(state.snapshot.version) is None
        assert state.recorder.redo(state.snapshot.version) is None
        assert state.recorder.void(1, "It did not happen.", state.snapshot.version) is None
        assert state.recorder.amend({}, "No reason.", "forged", again=True) is None
    assert evening.waiting == []
