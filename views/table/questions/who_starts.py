"""Ways to say who starts without naming somebody: drawn by the app, or thrown for."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import flet as ft

from companion.core.questions import Player
from companion.core.table import listed
from companion.tools.throw_off import ThrowOff
from companion.tools.throws import SIDES
from views import theme
from views.components import controls
from views.components.controls import Style, button, press, screen, soft, text
from views.components.keypad import number_face
from views.components.player_card import badge
from views.state.play.draft import AnswerTarget
from views.state.play.play_snapshot import Person
from views.table.questions.pad import helper, lay, throw_key

DICE = random.SystemRandom()
BOTH = 2
"""Number of dice of a throw with both."""


@dataclass(frozen=True, slots=True)
class Starters:
    """Those of whom one starts, and the question that it answers; ``kind`` says how it is thrown for."""

    target: AnswerTarget
    question: str
    people: tuple[Person, ...]
    kind: Player

    def name(self, key: str) -> str:
        """What somebody is called."""
        return next(person.name for person in self.people if person.key == key)

    def start(self, key: str) -> None:
        """Have somebody start."""
        self.target.answer(self.question, key)


@screen
def WhoStarts(starters: Starters, tiles: ft.Control) -> ft.Control:
    """Offer the names as ``tiles``, or in their place what finds one of them."""
    throws, throw = ft.use_state(False)
    said, say = ft.use_state("")
    keys = [person.key for person in starters.people]

    def decide(key: str, words: str) -> None:
        throw(False)
        say(words)
        starters.start(key)

    def draw() -> None:
        key = DICE.choice(keys)
        decide(key, f"Drawn: {starters.name(key)}.")

    if throws:
        return Throwing(starters, decide, partial(throw, False))
    ways = controls.wrap(
        button(
            "Draw who starts",
            press(draw),
            tone="quiet",
            icon=ft.Icons.CASINO,
            disabled=not keys,
            key="draw",
        ),
        button(
            "Throw for it",
            press(throw, True),
            tone="quiet",
            disabled=len(keys) < 2,
            key="throw-for-it",
        ),
        spacing=0,
    )
    words = (
        [ft.Semantics(content=soft(said, Style.BODY_MEDIUM), live_region=True, container=True)]
        if said
        else []
    )
    return controls.column(ways, *words, tiles, spacing=theme.GAP_S)


@screen
def Throwing(
    starters: Starters, decided: Callable[..., object], leave: Callable[..., object]
) -> ft.Control:
    """Ask what each throws, one after the other, until one of them starts; the app throws for whom it is asked to."""
    kind = starters.kind
    off, set_off = ft.use_state(
        ThrowOff(tuple(person.key for person in starters.people), kind.lowest)
    )

    def add(throws: ThrowOff) -> None:
        set_off(throws)
        if throws.winner:
            decided(throws.winner, _describe_throws(starters, throws))

    def by_the_app(throws: ThrowOff) -> ThrowOff:
        return throws.throw(sum(DICE.randint(1, SIDES) for _ in range(kind.dice)))

    def throw() -> None:
        add(by_the_app(off))

    def throw_all() -> None:
        throws = off
        while throws.waiting:
            throws = by_the_app(throws)
        add(throws)

    if not off.waiting:
        return ft.Container()
    now = starters.name(off.waiting[0])
    faces = [
        number_face(str(sum_), press(add, off.throw(sum_)), spoken=f"{now} throws {sum_}")
        for sum_ in range(kind.dice, kind.dice * SIDES + 1)
    ]
    faces.append(throw_key(f"Throw for {now}", press(throw)))
    acts = [helper("Throw all", press(throw_all), spoken="Throw for everybody")]
    if off.before:
        acts.append(helper("Undo", press(set_off, off.before), spoken="Take a throw back"))
    acts.append(helper("Back", press(leave), spoken="Another way"))
    which, dice = (
        "lowest" if kind.lowest else "highest",
        "both dice" if kind.dice == BOTH else "a die",
    )
    return controls.column(
        soft(
            f"Everybody throws {dice}. The {which} starts; who ties throws again.",
            Style.BODY_MEDIUM,
        ),
        *(_round(starters, off, at, thrown) for at, thrown in enumerate(off.rounds)),
        text(f"What does {now} throw?", Style.TITLE_SMALL),
        lay(acts, faces),
        spacing=theme.GAP_S,
    )


def _round(starters: Starters, off: ThrowOff, at: int, thrown: dict[str, int]) -> ft.Control:
    """Show who threw what in a round, and who is still to throw in it."""
    here = [*thrown, *(off.waiting if at == len(off.rounds) - 1 else ())]
    cells: list[ft.Control] = [soft("Again:", Style.BODY_MEDIUM)] if at else []
    for person in starters.people:
        if person.key not in here:
            continue
        words = f"{person.name} {thrown[person.key]}" if person.key in thrown else person.name
        ink = theme.INK if person.key in thrown else theme.SOFT_INK
        cells.append(
            ft.Row(
                [badge(person, size=24), text(words, Style.LABEL_LARGE, ink)], spacing=6, tight=True
            )
        )
    return controls.wrap(*cells, spacing=12)


def _describe_throws(starters: Starters, off: ThrowOff) -> str:
    """Say what was thrown, round by round."""
    rounds = [
        listed(f"{starters.name(key)} {face}" for key, face in thrown.items())
        for thrown in off.rounds
    ]
    return f"Thrown: {'; again: '.join(rounds)}."
