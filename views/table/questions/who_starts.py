"""Ways to say who starts besides naming somebody: drawn by the app, thrown for, or by fingers on the screen."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass

import flet as ft
from flet.components.hooks.use_ref import MutableRef

from companion.core.questions import Player
from companion.core.table import listed
from companion.tools.throw_off import ThrowOff
from companion.tools.throws import SIDES
from views import theme
from views.components import controls
from views.components.controls import Style, button, face, press, screen, soft, text
from views.components.keypad import number_face
from views.components.player_card import badge
from views.state.play.draft import AnswerTarget
from views.state.play.play_snapshot import Person

DICE = random.SystemRandom()
MOMENT = 1.5
"""So many seconds nobody may come or go before one of the fingers is chosen."""
BOTH, ABREAST = 2, {1: 7, 2: 6}
"""Two dice; and so many throws of one die, and of two, lie beside each other."""
FEWEST = 2
"""So many fingers there must be."""
TALL = 88
"""How high the place for a finger is."""
THROWN, FINGERS = "thrown", "fingers"


async def a_moment() -> None:
    """Wait until it is clear that nobody comes or goes."""
    await asyncio.sleep(MOMENT)


@dataclass(frozen=True, slots=True)
class Starters:
    """Those of whom one starts, and the question that it answers; ``kind`` says how it is thrown for."""

    target: AnswerTarget
    question: str
    people: tuple[Person, ...]
    kind: Player

    def name(self, key: str) -> str:
        """What somebody is called."""
        return next(one.name for one in self.people if one.key == key)

    def start(self, key: str) -> None:
        """Have somebody start."""
        self.target.answer(self.question, key)


@screen
def WhoStarts(starters: Starters, tiles: ft.Control) -> ft.Control:
    """Offer the names as ``tiles``, or in their place what finds one of them."""
    way, go = ft.use_state("")
    said, say = ft.use_state("")
    keys = [one.key for one in starters.people]

    def decide(key: str, words: str) -> None:
        go("")
        say(words)
        starters.start(key)

    def draw() -> None:
        key = DICE.choice(keys)
        decide(key, f"Drawn: {starters.name(key)}.")

    def leave() -> None:
        go("")

    if way == THROWN:
        return Throwing(starters, decide, leave, key=THROWN)
    if way == FINGERS:
        return Fingers(starters, decide, leave, key=FINGERS)
    few = len(keys) < FEWEST
    ways = controls.wrap(
        button("Draw who starts", press(draw), tone="quiet", icon=ft.Icons.CASINO, disabled=not keys, key="draw"),
        button("Throw for it", press(go, THROWN), tone="quiet", disabled=few, key="throw-for-it"),
        button("Lay fingers on", press(go, FINGERS), tone="quiet", disabled=few, key="lay-fingers-on"),
        spacing=0,
    )
    words = [ft.Semantics(content=soft(said, Style.BODY_MEDIUM), live_region=True, container=True)] if said else []
    return controls.column(tiles, *words, ways, spacing=theme.GAP_S)


@screen
def Throwing(starters: Starters, decided: Callable[..., object], leave: Callable[..., object]) -> ft.Control:
    """Ask what each throws, one after the other, until one of them starts; the app throws for whom it is asked to."""
    kind = starters.kind
    off, set_off = ft.use_state(ThrowOff(tuple(one.key for one in starters.people), kind.lowest))

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
        number_face(str(one), press(add, off.throw(one)), spoken=f"{now} throws {one}")
        for one in range(kind.dice, kind.dice * SIDES + 1)
    ]
    icon = ft.Icon(ft.Icons.CASINO_OUTLINED, size=24, color=theme.ACCENT, semantics_label=f"Throw for {now}")
    faces.append(face(icon, press(throw), padding=0, radius=10, role="button"))
    acts = [button("Throw for everybody", press(throw_all), tone="quiet", icon=ft.Icons.CASINO, key="throw-all")]
    if off.faces:
        acts.append(button("Take a throw back", press(set_off, off.back()), tone="quiet", key="throw-back"))
    acts.append(button("Another way", press(leave), tone="quiet", key="another-way"))
    which, dice = "lowest" if kind.lowest else "highest", "both dice" if kind.dice == BOTH else "a die"
    return controls.column(
        soft(f"Everybody throws {dice}. The {which} starts; who ties throws again.", Style.BODY_MEDIUM),
        *(_round(starters, off, at, thrown) for at, thrown in enumerate(off.rounds)),
        text(f"What does {now} throw?", Style.TITLE_SMALL),
        controls.tiles(faces, ABREAST[kind.dice]),
        controls.wrap(*acts, spacing=0),
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
        cells.append(ft.Row([badge(person, size=24), text(words, Style.LABEL_LARGE, ink)], spacing=6, tight=True))
    return controls.wrap(*cells, spacing=12)


def _describe_throws(starters: Starters, off: ThrowOff) -> str:
    """Say what was thrown, round by round."""
    rounds = [listed(f"{starters.name(key)} {face}" for key, face in thrown.items()) for thrown in off.rounds]
    return f"Thrown: {'; again: '.join(rounds)}."


@screen
def Fingers(starters: Starters, decided: Callable[..., object], leave: Callable[..., object]) -> ft.Control:
    """Have everybody hold a finger on their name; once nobody comes or goes any more, one of them is chosen."""
    held, show = ft.use_state(frozenset[str]())
    there: MutableRef[frozenset[str]] = ft.use_ref(frozenset[str]())
    page = ft.context.page

    async def choose(fingers: frozenset[str]) -> None:
        await a_moment()
        if there.current is fingers:
            key = DICE.choice(sorted(fingers))
            decided(key, f"{starters.name(key)}'s finger was chosen.")

    def change(key: str, *, down: bool) -> None:
        before = there.current or frozenset()
        there.current = fingers = before | {key} if down else before - {key}
        show(fingers)
        if len(fingers) >= FEWEST:
            page.run_task(choose, fingers)

    def on_leave() -> None:
        there.current = frozenset()

    ft.use_effect(lambda: None, dependencies=[], cleanup=on_leave)

    def place(person: Person) -> ft.Control:
        on = person.key in held
        inside = ft.Row(
            [badge(person, size=44), text(person.name, Style.TITLE_MEDIUM, theme.ON_TINT if on else theme.INK)],
            spacing=10,
            alignment=ft.MainAxisAlignment.CENTER,
        )
        ground = ft.Container(
            inside,
            height=TALL,
            padding=8,
            bgcolor=theme.TINT if on else theme.CARD,
            border=ft.Border.all(3 if on else 1, theme.ACCENT if on else theme.EDGE),
            border_radius=theme.RADIUS,
        )
        lift = press(change, person.key, down=False)
        return ft.GestureDetector(
            content=ground,
            exclude_from_semantics=True,
            on_long_press_start=press(change, person.key, down=True),
            on_long_press_end=lift,
            on_long_press_cancel=lift,
            expand=True,
            key=f"finger-{person.key}",
        )

    words = "Everybody holds a finger on their own name. After a moment the app chooses one of you."
    return controls.column(
        soft(words, Style.BODY_MEDIUM),
        controls.tiles([place(one) for one in starters.people], FEWEST),
        controls.wrap(button("Another way", press(leave), tone="quiet", key="another-way")),
        spacing=theme.GAP_S,
    )
