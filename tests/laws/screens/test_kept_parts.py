"""What is kept of a screen and sent to it, entry by entry: no less than is drawn from nothing, and Flet's own bytes."""

import hashlib
import inspect
from contextlib import asynccontextmanager, closing

import flet as ft
import msgpack
import pytest
from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder
from flet.messaging.protocol import configure_encode_object_for_msgpack

from companion.core.prompt import Offer
from companion.formats.session import begin, run, steps
from companion.version import FLET
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from tests.paths import EVENINGS, SESSION_FOLDER
from tests.sockets import PATCH
from tests.units.views.device import opened
from tests.units.views.headless import PHONE, TABLET, TELEVISION, Reading, Screen
from tests.units.views.stillness import make_up_the_same
from views import sparse_walk
from views.state.open_plays import OpenPlays
from views.testing import PAGES

pytestmark = pytest.mark.usefixtures("one_thing_after_another")

QUICK = [
    ("rat_a_tat_cat-limit-all-at-once", PHONE, ""),
    ("ratrace-first-steps", TABLET, ""),
    ("any_money-without-a-bank", TELEVISION, "/show"),
]
PLACES = ((PHONE, ""), (TABLET, ""), (TELEVISION, "/show"))
EVERY = pytest.mark.parametrize(
    ("name", "size", "place"),
    [
        *QUICK,
        *(
            pytest.param(name, *place, marks=pytest.mark.long)
            for name in EVENINGS
            for place in PLACES
        ),
    ],
)
SAID = (
    "value",
    "icon",
    "label",
    "color",
    "bgcolor",
    "disabled",
    "selected",
    "tooltip",
    "size",
    "height",
    "content",
)
WRITE = configure_encode_object_for_msgpack(BaseControl)
SET, ADD, REMOVE, MOVE = range(4)
"""What a message may do to one place of a page."""
OWN = {name: getattr(DiffBuilder, name) for name in ("_configure_dataclass", "_removed_controls")}
MADE = BaseControl.__post_init__.__code__
READ = "65d4c8fa24c73fc4873f150d0e0d0b528da933a7ec5932f13141cf40c2edae3e"
"""The digest of all three as they were read."""


@asynccontextmanager
async def played(name, size, place=""):
    """A screen before which an evening is recorded, entry by entry."""
    with closing(UntrustedFile()) as file:
        book = Journal(file)
        evening, rest = begin(
            book, steps((SESSION_FOLDER / f"{name}.session").read_text(encoding="utf-8")), "evening"
        )
        open_plays = OpenPlays(book)

        async def entries():
            for number, step in enumerate(rest):
                run(open_plays.referee(evening.id), step)
                screen.turn_to()
                screen.clients[0].refresh(evening.id)
                await screen.settle()
                yield number

        async with opened(open_plays, evening.id, size, place) as screen:
            yield screen, entries()


def seen(screen):
    """All that a screen shows, in its order, but for what fills it for a moment, which whoever comes has missed."""
    over_it = {id(one) for one in Reading(screen.page._dialogs).controls}
    found = []
    for one in screen.shown.controls:
        if id(one) not in over_it:
            said = [getattr(one, name, None) for name in SAID]
            found.append(
                (
                    type(one).__name__,
                    *(None if isinstance(part, ft.BaseControl) else part for part in said),
                )
            )
    return found


@EVERY
async def test_what_is_kept_after_each_entry_is_what_would_be_drawn(name, size, place):
    async with played(name, size, place) as (kept, entries):
        async for number in entries:
            async with Screen(kept.main, kept.route, size) as fresh:
                kept.clients.pop()
                one, other = seen(kept), seen(fresh)
                missed = [pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]][:1]
                assert one == other, (
                    f"step {number}: {missed} {one[len(other) :]} {other[len(one) :]}"
                )


def as_sent(thing):
    """A thing as whoever receives it has it."""
    return unpack(msgpack.packb(thing, default=WRITE))


def unpack(sent):
    return msgpack.unpackb(sent, ext_hook=lambda code, word: (code, word), strict_map_key=False)


def nested(thing):
    """A thing, and all that it holds."""
    yield thing
    inside = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else ()
    for part in inside:
        yield from nested(part)


def places(thing, holder=None):
    """The numbers of all controls, each with its holder's."""
    number = thing.get("_i", holder) if isinstance(thing, dict) else holder
    found = {(number, holder)}
    inside = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else ()
    return found.union(*(places(part, number) for part in inside))


def take_in(page, message):
    """Change a page as Flet's client does on hearing a message."""
    kind, body = message
    if kind != PATCH:
        return
    root = next(
        part for part in nested(page) if isinstance(part, dict) and part.get("_i") == body["id"]
    )
    (top, *changes), paths = body["patch"], {}

    def spread(node, *path):
        paths[node[0]] = path
        for key, below in (node[1] if node[1:] else {}).items():
            spread(below, *path, key)

    def at(number):
        found = root
        for key in paths[number]:
            found = found[key] if isinstance(found, list) else found.setdefault(key, {})
        return found

    spread(top)
    for change, where, key, *more in changes:
        if change == SET:
            at(where)[key] = more[0]
        elif change == ADD:
            at(where).insert(key, more[0])
        else:
            part = at(where).pop(key)
            if change == MOVE:
                at(more[0]).insert(more[1], part)


@EVERY
async def test_who_hears_what_is_sent_after_each_entry_has_what_is_kept(name, size, place):
    async with played(name, size, place) as (screen, entries):
        heard, page = len(screen.wire.sent), as_sent(screen.page)
        async for number in entries:
            for message in screen.wire.sent[heard:]:
                take_in(page, unpack(message))
            heard, kept = len(screen.wire.sent), as_sent(screen.page)
            assert places(page) == places(kept), f"step {number}"
            page = kept


@pytest.fixture
def flets_own(monkeypatch):
    """Let Flet compare by itself."""

    def put_back():
        for name, method in OWN.items():
            monkeypatch.setattr(DiffBuilder, name, method)
        monkeypatch.setattr(BaseControl.__post_init__, "__code__", MADE)
        monkeypatch.setattr(sparse_walk, "FLET", "another")

    return put_back


async def sent(monkeypatch, name, size, place):
    """Play an evening, look into every place and open every sheet; give each message that was sent."""
    make_up_the_same(monkeypatch)
    async with played(name, size, place) as (screen, entries):
        async for _ in entries:
            pass
        table = screen.route.removesuffix(place)
        for page in (*PAGES, ""):
            await screen.go(table + page)
        state = screen.clients[0].here()
        for action in state.snapshot.game.actions:
            state.sheet.open(Offer(action.name))
            await screen.settle()
        return [*screen.wire.sent]


@EVERY
async def test_an_evening_sends_the_same_bytes_as_flet_by_itself(
    monkeypatch, flets_own, name, size, place
):
    ours = await sent(monkeypatch, name, size, place)
    assert DiffBuilder._configure_dataclass.__globals__["dataclasses"] is sparse_walk.Sparse
    flets_own()
    theirs = await sent(monkeypatch, name, size, place)
    assert DiffBuilder._configure_dataclass is OWN["_configure_dataclass"]
    assert ours == theirs


def test_only_the_version_of_flet_that_was_read_is_compared_otherwise(monkeypatch, flets_own):
    source = "".join(inspect.getsource(one) for one in (*OWN.values(), MADE))
    assert hashlib.sha256(source.encode()).hexdigest() == READ, (
        "read Flet's anew before FLET names another version"
    )
    assert ft.__version__ == FLET
    flets_own()
    monkeypatch.setattr(ft, "__version__", "1.0.6")
    monkeypatch.setattr(sparse_walk, "FLET", FLET)
    sparse_walk.install()
    assert {name: getattr(DiffBuilder, name) for name in OWN} == OWN
