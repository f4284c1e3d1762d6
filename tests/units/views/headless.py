"""The screens of tests are those that an author of a game gets; tests also find, tap and type on them."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import flet as ft
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page

from views import testing
from views.app import open_session
from views.state.open_plays import OpenPlays
from views.state.shared_table import WHOSE
from views.testing import PHONE, TABLET, Watched, Wire, play, words_of

__all__ = [
    "PATIENCE",
    "PHONE",
    "TABLET",
    "TELEVISION",
    "Reading",
    "Screen",
    "Watched",
    "Wire",
    "end_threads",
    "play",
    "set_up",
]

if TYPE_CHECKING:
    from views.state.client import Client


TELEVISION = (1600, 900)
RECORD = "Record"
PATIENCE = 10
"""Seconds until words that are waited for are given up."""


class Reading(testing.Reading):
    """What is shown, by kinds and by names."""

    def __init__(self, *things):
        self._kinds = {}
        super().__init__(*things)

    def of(self, kind):
        """Every control of a type."""
        if kind not in self._kinds:
            self._kinds[kind] = [control for control in self.controls if isinstance(control, kind)]
        return self._kinds[kind]

    @cached_property
    def names(self):
        """Buttons and cards with what a screen reader would say of each."""
        found = []
        for control in self.controls:
            inside = getattr(control, "content", None)
            if isinstance(control, ft.Semantics):
                said = [control.label]
            elif not getattr(control, "on_click", None):
                continue
            else:
                said = [getattr(control, "tooltip", None), inside]
                if isinstance(inside, BaseControl):
                    parts = self.below(inside)
                    icons = [part.semantics_label for part in parts if isinstance(part, ft.Icon)]
                    said += [part.label for part in parts if isinstance(part, ft.Semantics)]
                    said += [part.semantics_label for part in parts if isinstance(part, ft.Text)]
                    signs = {
                        sign
                        for part in parts
                        if _is_unsaid(part)
                        for sign in words_of(self.below(part))
                    }
                    words = [
                        *(word for word in words_of(parts) if word not in signs),
                        *(control for control in icons if control),
                    ]
                    said += [" ".join(words), *words[:1]]
            found.append((control, {name for name in said if isinstance(name, str)}))
        return found


def _is_unsaid(control):
    if isinstance(control, ft.Text):
        return control.semantics_label == ""
    return isinstance(control, ft.Semantics) and control.exclude_semantics


class Screen(testing.Screen):
    """A screen to find controls on, to tap them, type keys, turn it or make it narrow."""

    reading = Reading

    async def see(self, part):
        """Wait until these words are on the screen, as when another thread finds them out."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not self.says(part):
                    self.wire.news.clear()
                    await self.wire.news.wait()
                    await self.settle()
        except TimeoutError:
            raise AssertionError(f"{part!r} never came") from None

    def walk(self, node=None):
        """One control and everything in it, or everything the page has, on the screen or beneath."""
        return Reading(self.page).controls if node is None else self.shown.below(node)

    def all(self, kind, **props):
        """Every control of a type on the screen with these properties."""
        return [
            control
            for control in self.shown.of(kind)
            if all(getattr(control, name, None) == value for name, value in props.items())
        ]

    def named(self, name):
        """Buttons and cards by the name a screen reader would say, or a part of it ending in an ellipsis.

        The button that records says what it does, with its amount; ``Record`` finds it whatever that is.
        """
        if name == RECORD and (bar := self.by_id(RECORD.casefold())):
            return [one for one in self.walk(bar) if isinstance(one, ft.FilledButton)]
        if not name.endswith("..."):
            return [one for one, said in self.shown.names if name in said]
        start = name.removesuffix("...")
        return [
            one for one, said in self.shown.names if any(word.startswith(start) for word in said)
        ]

    def button(self, name):
        """What can be tapped under a name.

        Raises:
            AssertionError: nothing can.

        """
        found = [
            one
            for one in self.named(name)
            if getattr(one, "on_click", None) or getattr(one, "on_tap", None)
        ]
        assert found, f"nothing called {name!r}"
        return found[0]

    def by_id(self, identifier):
        """What has this identifier, if it is on the screen."""
        found = self.all(ft.Semantics, identifier=identifier)
        return found[0] if found else None

    def turn_to(self):
        """Do what the test does next on this screen, as in one of its handlers: Flet draws there."""
        _context_page.set(self.page)

    async def fire(self, control, event, data=None):
        """Let a control have an event, and wait for what comes of it."""
        await self.session.dispatch_event(control._i, event, data)
        await self.settle()

    async def tap(self, name):
        """Tap a button by its name.

        Raises:
            AssertionError: there is none, or it is greyed.

        """
        control = self.button(name)
        assert not getattr(control, "disabled", False), f"{name!r} is greyed"
        await self.fire(control, "click" if getattr(control, "on_click", None) else "tap")

    async def key(self, key, *, ctrl=False, shift=False):
        """Press a key of a keyboard."""
        pressed = {"key": key, "ctrl": ctrl, "shift": shift, "alt": False, "meta": False}
        await self.fire(self.page, "keyboard_event", pressed)

    async def write(self, field, words):
        """Type into a field, in place of what is there."""
        self.session.apply_patch(field._i, {"value": words})
        await self.fire(field, "change", words)

    async def resize(self, size):
        """Turn the device, or make its window narrow."""
        self.session.apply_page_patch({"width": size[0], "height": size[1]})
        await self.fire(self.page, "resize", {"width": size[0], "height": size[1]})


async def end_threads():
    """Wait for the threads that screens have started, before a book is closed that one of them may be reading."""
    await asyncio.get_running_loop().shutdown_default_executor()


@asynccontextmanager
async def set_up(referee, size, member="", *, route="", **preferences):
    """Open a play, or another ``route``, on a device with its own preferences; give its screen and client.

    It is the device of a ``member``, or else the table's.
    """
    open_plays, clients = OpenPlays(referee.journal), list["Client"]()

    def enter(page):
        before = WHOSE.set(member or WHOSE.get())
        clients.append(open_session(page, open_plays))
        WHOSE.reset(before)

    async with Screen(enter, route or f"/play/{referee.play.id}", size) as screen:
        client = clients[0]
        client.prefs = replace(client.prefs, **preferences)
        client.redraw()
        await screen.settle()
        yield screen, client
