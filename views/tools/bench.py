"""The bench: what was given to each quick tool last, kept on the device and in no book."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

import flet as ft

from views.components.controls import press, say
from views.state.preferences import KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.tools.asking import Inputs

log = logging.getLogger("companion.views")

EMPTY: Inputs = MappingProxyType({})
LONGEST = 100_000
"""So many letters are more than any tool writes; a device that keeps more has been tampered with."""
UNDO_SECONDS = 8
BENCH = "bench"
"""Under which a session keeps it."""


@dataclass(eq=False)
class Bench(ft.Observable):
    """What is given to every tool, words by name. ``at`` is the question that takes the keys, by tool.

    ``wrong`` is why the last thing tapped could not be done, with the question it is about. ``unfolded`` are the
    tools whose folded part is open.
    """

    held: Mapping[str, Inputs] = field(default_factory=dict)
    at: Mapping[str, str] = field(default_factory=dict)
    wrong: tuple[str, str] = ("", "")
    unfolded: frozenset[str] = frozenset()
    writing: bool = False
    walking: bool = False
    keep: Callable[[str, Inputs], object] = lambda _tool, _inputs: None
    read: frozenset[str] = frozenset()

    def given(self, tool: str) -> Inputs:
        """What is given to a tool."""
        return self.held.get(tool, EMPTY)

    def put(self, tool: str, words: Mapping[str, str]) -> None:
        """Give a tool some words, beside what it has; empty ones are taken away."""
        given = {name: said for name, said in {**self.given(tool), **words}.items() if said}
        self._have(tool, given)

    def clear(self, tool: str) -> Inputs:
        """Take everything away from a tool; what it had is handed back."""
        had = self.given(tool)
        self._have(tool, {})
        self.at = {name: said for name, said in self.at.items() if name != tool}
        return had

    def restore(self, tool: str, had: Inputs) -> None:
        """Give a tool what it had before."""
        self._have(tool, had)

    def found(self, tool: str, kept: Inputs) -> None:
        """Take in what the device has kept for a tool, unless somebody was quicker."""
        if tool not in self.held:
            self.held = {**self.held, tool: MappingProxyType(dict(kept))}

    def look(self, tool: str, question: str) -> None:
        """Let a question take the keys."""
        self.wrong = ("", "")
        self.at = {**self.at, tool: question}

    def refuse(self, question: str, sentence: str) -> None:
        """Say at a question why that could not be done."""
        self.wrong = (question, sentence)

    def fold(self, name: str) -> None:
        """Open a folded part, or close it."""
        self.unfolded = self.unfolded ^ {name}

    def _have(self, tool: str, given: Mapping[str, str]) -> None:
        self.wrong = ("", "")
        self.held = {**self.held, tool: MappingProxyType(dict(given))}
        self.keep(tool, self.held[tool])


def bench_of() -> Bench:
    """The bench of the session that is being drawn or has been tapped; it goes when the session does."""
    kept = ft.context.page.session.store
    if not kept.contains_key(BENCH):
        kept.set(BENCH, Bench())
    bench: Bench = kept.get(BENCH)
    return bench


def use_bench(tool: str) -> Bench:
    """Draw from the bench, and read once what the device has kept for a tool. A hook: call it once in a screen."""
    bench, _ = ft.use_state(bench_of())
    page = ft.context.page

    async def kept(name: str, inputs: Inputs) -> None:
        try:
            await ft.SharedPreferences().set(_key(name), json.dumps(dict(inputs)))
        except Exception:
            log.debug("what is given to a tool can't be kept here", exc_info=True)

    async def read() -> None:
        # a field that had the focus elsewhere may have gone without a word
        bench.writing = bench.walking = False
        bench.keep = lambda name, inputs: page.run_task(kept, name, inputs)
        if tool in bench.read:
            return
        bench.read = bench.read | {tool}
        try:
            found = readable(await ft.SharedPreferences().get(_key(tool)))
        except Exception:
            log.debug("nothing given to a tool is kept here", exc_info=True)
            return
        if found:
            bench.found(tool, found)

    ft.use_effect(read, dependencies=[tool])
    return bench


def _key(tool: str) -> str:
    return f"{KEY}tool.{tool}"


def readable(words: object) -> Inputs:
    """What a device has kept, as words by name; nothing where it is anything else."""
    if not isinstance(words, str) or len(words) > LONGEST:
        return EMPTY
    try:
        found = json.loads(words)
    except ValueError:
        return EMPTY
    if not isinstance(found, dict):
        return EMPTY
    return {str(name): said for name, said in found.items() if isinstance(said, str)}


def clear_offering_undo(bench: Bench, tool: str) -> None:
    """Clear a tool; what was there can be had back for a while."""
    if not bench.given(tool):
        say("There is nothing to clear.")
        return
    had = bench.clear(tool)
    offer_undo("Cleared.", bench, tool, had)


def offer_undo(words: str, bench: Bench, tool: str, had: Inputs) -> None:
    """Say what was taken away, and offer it back for a while."""
    ft.context.page.show_dialog(
        ft.SnackBar(
            ft.Text(words),
            action=ft.SnackBarAction("Undo", on_click=press(bench.restore, tool, had)),
            duration=UNDO_SECONDS * 1000,
            persist=False,
        )
    )
