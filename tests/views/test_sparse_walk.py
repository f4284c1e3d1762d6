"""A device is sent byte for byte what Flet's own comparison sends, and another version of Flet is left alone."""

from __future__ import annotations

import hashlib
import inspect
from contextlib import closing

import flet as ft
import pytest
from crowded import EVENINGS, SESSIONS
from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder
from headless import PHONE, TABLET, Screen, play
from stillness import make_up_the_same

from companion.core.prompt import Offer
from companion.formats.session import begin, run, steps
from companion.version import FLET
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from views import app, sparse_walk
from views.state.client import Client
from views.state.open_plays import OpenPlays
from views.testing import PAGES

pytestmark = pytest.mark.usefixtures("one_thing_after_another")

OWN = {name: getattr(DiffBuilder, name) for name in ("_configure_dataclass", "_removed_controls")}
MADE = BaseControl.__post_init__.__code__
READ = "65d4c8fa24c73fc4873f150d0e0d0b528da933a7ec5932f13141cf40c2edae3e"
"""The digest of all three as they were read."""


@pytest.fixture
def flets_own(monkeypatch):
    """Let Flet compare by itself."""

    def put_back():
        for name, method in OWN.items():
            monkeypatch.setattr(DiffBuilder, name, method)
        monkeypatch.setattr(BaseControl.__post_init__, "__code__", MADE)
        monkeypatch.setattr(sparse_walk, "FLET", "another")

    return put_back


def sent(monkeypatch, name: str, size: tuple[int, int]) -> list[bytes]:
    """Play an evening before one screen, look into every place and open every sheet; give each message it was sent."""
    make_up_the_same(monkeypatch)
    found: list[bytes] = []

    async def scene() -> None:
        with closing(UntrustedFile()) as file:
            book, clients = Journal(file), list[Client]()
            evening, rest = begin(book, steps((SESSIONS / f"{name}.session").read_text(encoding="utf-8")), "evening")
            open_plays = OpenPlays(book)
            route = f"/play/{evening.id}"
            async with Screen(lambda page: clients.append(app.open_session(page, open_plays)), route, size) as screen:
                for step in rest:
                    run(open_plays.referee(evening.id), step)
                    screen.turn_to()
                    clients[0].refresh(evening.id)
                    await screen.settle()
                for page in PAGES:
                    await screen.go(route + page)
                await screen.go(route)
                state = clients[0].state(evening.id)
                for action in state.snapshot.game.actions:
                    state.sheet.open(Offer(action.name))
                    await screen.settle()
                found.extend(screen.wire.sent)

    play(scene)
    return found


def assert_same(monkeypatch, flets_own, name: str, size: tuple[int, int]) -> None:
    ours = sent(monkeypatch, name, size)
    assert DiffBuilder._configure_dataclass is sparse_walk._configure_dataclass
    flets_own()
    theirs = sent(monkeypatch, name, size)
    assert DiffBuilder._configure_dataclass is OWN["_configure_dataclass"]
    assert ours == theirs


@pytest.mark.parametrize(
    ("name", "size"), [("rat_a_tat_cat-limit-all-at-once", PHONE), ("ratrace-first-steps", TABLET)]
)
def test_an_evening_sends_the_same_bytes(monkeypatch, flets_own, name, size):
    assert_same(monkeypatch, flets_own, name, size)


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
@pytest.mark.parametrize("name", EVENINGS)
def test_every_evening_sends_the_same_bytes(monkeypatch, flets_own, name, size):
    assert_same(monkeypatch, flets_own, name, size)


def test_it_replaces_the_methods_that_it_was_read_from():
    source = "".join(inspect.getsource(one) for one in (*OWN.values(), MADE))
    assert hashlib.sha256(source.encode()).hexdigest() == READ, "read Flet's anew before FLET names another version"
    assert ft.__version__ == FLET


def test_any_other_version_of_flet_is_left_as_it_is(monkeypatch, flets_own):
    flets_own()
    monkeypatch.setattr(ft, "__version__", "1.0.6")
    monkeypatch.setattr(sparse_walk, "FLET", FLET)
    sparse_walk.install()
    assert {name: getattr(DiffBuilder, name) for name in OWN} == OWN
