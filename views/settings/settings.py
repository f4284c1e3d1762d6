"""How this person likes the screen, who is remembered, and where the book lies."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import flet as ft

from companion.core.show import player_colours
from companion.core.show.player_colours import INKS, SHAPES
from companion.dates import describe_time
from companion.version import VERSION
from models.plays import Player
from views import theme
from views.components import controls
from views.components.controls import Style, icon_button, press, screen, soft, text
from views.components.player_card import badge
from views.components.sections import (
    pill,
    radio_row,
    scroll_pane,
    side_by_side,
    without_semantics,
)
from views.settings import backup_screen
from views.settings.backup_screen import backup_section, use_file_transfer
from views.state import preferences
from views.state.client import Client, Preferences
from views.state.play.play_snapshot import Person

log = logging.getLogger("companion.views")

MODES = (
    ("system", "Match device"),
    ("light", "Light"),
    ("dark", "Dark"),
)
SCALES = (1.0, 1.25, 1.5, 1.75, 2.0)
ASLEEP = (
    "This browser can't keep the screen on. Install the app, or open it on the machine that runs it. Or set the "
    "device not to sleep."
)


def app_version() -> str:
    """Which version of the app this is."""
    return VERSION


@screen
def SettingsScreen(client: Client) -> ft.Control:
    """Let a person set the screen as they like it; everything takes effect at once."""
    page = ft.context.page
    able, set_able = ft.use_state(True)
    _, set_kept = ft.use_state(0)
    every, set_every = ft.use_state(False)
    preferred = client.prefs
    journal = client.open_plays.journal

    async def try_awake() -> None:
        set_able(await can_stay_awake())

    ft.use_effect(try_awake, dependencies=[])

    async def apply(wanted: Preferences) -> None:
        preferences.apply(page, client, wanted)
        await preferences.keep(wanted)

    def setter(**change: object) -> Callable[..., object]:
        return press(apply, replace(preferred, **change))  # type: ignore[arg-type]

    def again() -> None:
        set_kept(lambda seen: seen + 1)

    transfer = use_file_transfer(client, again)

    def forget(name: str) -> None:
        client.book().forget_player(name)
        again()

    remembered = journal.players()
    left: list[ft.Control] = [
        controls.heading("Colours"),
        *(
            radio_row(label, setter(mode=mode), chosen=preferred.mode == mode, key=f"mode-{mode}")
            for mode, label in MODES
        ),
        controls.heading("Text size"),
        controls.wrap(
            *(
                pill(
                    f"{size:.0%}",
                    setter(scale=size),
                    chosen=abs(preferred.scale - size) < 0.01,
                    key=f"scale-{size}",
                )
                for size in SCALES
            ),
            spacing=8,
        ),
        _sample(),
    ]
    right: list[ft.Control] = [
        backup_section(transfer),
        backup_screen.copy_list(transfer, every=every, toggle=lambda: set_every(not every)),
        controls.heading("At the table"),
        _switch(
            "Record with one tap",
            preferred.one_tap,
            setter(one_tap=not preferred.one_tap),
            "Where a tile shows name and amount. Undo is beside it.",
        ),
        _switch(
            "Vibrate when something is recorded",
            preferred.haptics,
            setter(haptics=not preferred.haptics),
            "On phones only.",
        ),
        _switch(
            "Keep the screen on during a game",
            preferred.awake,
            setter(awake=not preferred.awake),
            "" if able else ASLEEP,
        ),
        _switch(
            "Show how long a turn takes",
            preferred.turn_clock,
            setter(turn_clock=not preferred.turn_clock),
            "In games with turns. Nothing happens when it is long.",
        ),
    ]
    if remembered:
        right.append(controls.heading("Known players"))
        right.append(soft("Forgetting a player changes no game.", Style.BODY_MEDIUM))
        right.append(
            controls.column(
                *(_player(one, at, forget) for at, one in enumerate(remembered)), spacing=2
            )
        )
    right.append(controls.heading("About"))
    right.append(
        controls.card(
            _fact("Version", app_version()),
            soft(
                "Your games stay on the machine that runs the app, unless you save them as a file."
            ),
            padding=14,
        )
    )
    return scroll_pane(client, *side_by_side(client, left, right, spacing=12), spacing=12)


async def can_stay_awake() -> bool:
    """Try whether this device lets us keep its screen awake."""
    lock = ft.Wakelock()
    try:
        await lock.enable()  # type: ignore[no-untyped-call]
        held = bool(await lock.is_enabled())
        await lock.disable()  # type: ignore[no-untyped-call]
    except Exception:
        log.debug("the screen can't be kept awake here", exc_info=True)
        return False
    return held


def _sample() -> ft.Control:
    """Show what the chosen size looks like where it matters."""
    return ft.Semantics(
        identifier="sample",
        container=True,
        content=controls.card(
            ft.Row(
                [
                    ft.Row(
                        [
                            badge(Person("sample", "Ada", INKS[3], SHAPES[0]), size=38),
                            ft.Column(
                                [text("Ada", Style.TITLE_MEDIUM), soft("Middle Class")],
                                spacing=0,
                                tight=True,
                            ),
                        ],
                        spacing=theme.GAP,
                        tight=True,
                    ),
                    text("$1,340", Style.DISPLAY_SMALL),
                ],
                wrap=True,
                alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
                spacing=theme.GAP,
            ),
            soft("Ada pays Ben $100 for the Quartz Watch.", Style.BODY_MEDIUM),
            padding=14,
        ),
    )


def _switch(label: str, on: bool, change: Callable[..., object], remark: str) -> ft.Control:
    lines: list[ft.Control] = [controls.switch(label, change, on=on)]
    if remark:
        lines.append(soft(remark))
    return controls.column(*lines, spacing=2)


def _player(player: Player, at: int, forget: Callable[[str], object]) -> ft.Control:
    colour = player_colours.valid_colour(player.colour, INKS[at % len(INKS)])
    person = Person(
        player.name, player.name, colour, player.token if player.token in SHAPES else SHAPES[0]
    )
    return ft.Row(
        [
            badge(person, size=30),
            ft.Column(
                [
                    text(player.name, Style.TITLE_SMALL),
                    soft(f"Played {describe_time(player.last_seen)}"),
                ],
                spacing=0,
                tight=True,
                expand=True,
            ),
            icon_button(
                ft.Icons.PERSON_REMOVE_OUTLINED, f"Forget {player.name}", press(forget, player.name)
            ),
        ],
        spacing=theme.GAP,
        key=f"player-{player.name}",
    )


def _fact(label: str, value: str) -> ft.Control:
    return ft.Semantics(
        label=f"{label}: {value}",
        container=True,
        content=without_semantics(
            controls.column(soft(label, Style.LABEL_MEDIUM), text(value), spacing=0)
        ),
    )
