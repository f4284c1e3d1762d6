"""Who plays: the field for a name, those remembered, and the order round the table. Plain functions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import flet as ft

from companion.core import player_colours
from companion.core.player_colours import INKS, SHAPES
from models.plays import Player
from views import theme
from views.components import controls
from views.components.controls import Style, button, face, field, icon_button, press, soft, text
from views.components.player_card import badge, colour_choices, shape_choices
from views.components.sections import without_semantics
from views.setup.form import INK_NAMES, SeatedPlayer, SetupForm
from views.state.play_snapshot import Person

LINE_HEIGHT = 56
"""Height of the field for names, at text size 1."""
REST = 3.0
"""Seconds after a comma without a letter after which names that were taken leave the field."""
AT_ONCE = 12
"""So many remembered players are offered; typing a part of a name finds the others."""


def seat_list(form: SetupForm, add: Callable[[], object], *, roomy: bool, scale: float) -> ft.Control:
    """Lay out the whole part: those who sit down, in order, and how to add more."""
    game = form.game
    rows = [_player_row(form, one, at, len(form.seated), roomy=roomy) for at, one in enumerate(form.seated)]
    order = (
        "In the order you sit, going round to the left. The arrows change it."
        if rows
        else f"{game.least} to {game.most} players, in the order you sit, going round to the left."
    )
    blocks: list[ft.Control] = [controls.heading("Players"), soft(order, Style.BODY_MEDIUM)]
    # above those who sit, and so always in the same place: below them it would wander off a phone's screen
    if form.full:
        blocks.append(controls.note(f"The table is full: {game.title} takes {game.most} players at most.", "info"))
        if form.name:
            blocks.append(_name_row(form, add, scale))
    else:
        blocks += [_name_row(form, add, scale), *_remembered(form)]
    return controls.column(*blocks, *rows, spacing=theme.GAP)


def _name_row(form: SetupForm, add: Callable[[], object], scale: float) -> ft.Control:
    page = ft.context.page

    async def rest(words: str) -> None:
        await asyncio.sleep(REST)
        form.clear_seated(words)

    def spell(words: str) -> None:
        form.type_names(words)
        if form.all_seated:
            page.run_task(rest, form.name)

    name = field(
        "Player's name",
        form.name,
        spell,
        focused=form.write,
        capitalization=ft.TextCapitalization.WORDS,
        autocorrect=False,
        # Enter in a field of one line lets go of it, and what is typed until it is held again is lost. So it has more,
        # in the height of one: the line that is written in is in sight, an empty one after Enter, and nothing moves.
        multiline=True,
        fit_parent_size=True,
        # a fresh field once one was emptied by a tap, to go on writing in
        autofocus=form.emptied > 0,
        key=f"player-name-{form.emptied}",
    )
    said = form.name_error or "Enter or a comma after each name"
    return controls.column(
        ft.Row(
            [
                ft.Container(name, expand=True, height=LINE_HEIGHT * scale),
                button("Add", press(add), icon=ft.Icons.PERSON_ADD_ALT),
            ],
            spacing=theme.GAP,
        ),
        ft.Semantics(
            content=text(said, Style.BODY_SMALL, ft.Colors.ERROR if form.name_error else theme.SOFT_INK),
            live_region=bool(form.name_error),
            container=True,
        ),
        spacing=4,
    )


def _remembered(form: SetupForm) -> list[ft.Control]:
    """Offer those who have played before; a tap seats them."""
    found = form.absent
    blocks: list[ft.Control] = []
    if form.last_seats and not form.seated and not form.name:
        blocks.append(
            button(f"Same as last time: {form.last_players()}", press(form.seat_as_last), icon=ft.Icons.GROUPS_OUTLINED)
        )
    if found:
        blocks.append(soft("Have played before", Style.LABEL_MEDIUM))
        blocks.append(controls.wrap(*(_guest(form, one, at) for at, one in enumerate(found[:AT_ONCE])), spacing=8))
    if len(found) > AT_ONCE:
        blocks.append(soft(f"and {len(found) - AT_ONCE} more: type a part of the name."))
    return blocks


def _guest(form: SetupForm, player: Player, at: int) -> ft.Control:
    colour = player_colours.known(player.colour, INKS[at % len(INKS)])
    person = Person(player.name, player.name, colour, player.token if player.token in SHAPES else SHAPES[0])
    return face(
        without_semantics(
            ft.Row([badge(person, size=26), text(player.name, Style.LABEL_LARGE)], spacing=8, tight=True)
        ),
        press(form.invite, player),
        expand=None,
        padding=ft.Padding.symmetric(horizontal=12, vertical=11),
        radius=24,
        spoken=f"Add {player.name}",
        role="button",
        key=f"guest-{player.name}",
    )


def _player_row(form: SetupForm, one: SeatedPlayer, at: int, count: int, *, roomy: bool) -> ft.Control:
    """Show somebody's place: the number, badge and name to tap on, and the buttons that move or remove them."""
    editing = form.edited == one.number
    who = face(
        without_semantics(
            ft.Row(
                [
                    soft(str(at + 1), Style.TITLE_SMALL),
                    badge(one.person, size=36),
                    text(one.name, Style.TITLE_MEDIUM, expand=True),
                    ft.Icon(ft.Icons.EXPAND_LESS if editing else ft.Icons.EDIT_OUTLINED, size=18, color=theme.SOFT_INK),
                ],
                spacing=theme.GAP,
            )
        ),
        press(form.edit, one.number),
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
        spoken=f"Place {at + 1}: {one.name}, {INK_NAMES[one.colour]} {one.shape}. Change",
        role="button",
    )
    moves: list[ft.Control] = [
        icon_button(ft.Icons.ARROW_UPWARD, f"Move {one.name} up", press(form.move, one.number, -1), disabled=at == 0),
        icon_button(
            ft.Icons.ARROW_DOWNWARD, f"Move {one.name} down", press(form.move, one.number, 1), disabled=at == count - 1
        ),
        icon_button(ft.Icons.PERSON_REMOVE_OUTLINED, f"Remove {one.name}", press(form.remove, one.number)),
    ]
    if roomy:
        row: ft.Control = ft.Row([who, *moves], spacing=0)
    else:
        row = controls.column(ft.Row([who]), ft.Row(moves, alignment=ft.MainAxisAlignment.END, spacing=0), spacing=0)
    if not editing:
        return ft.Container(row, key=f"sitter-{one.number}")
    return ft.Container(controls.column(row, _editor(form, one)), key=f"sitter-{one.number}")


def _editor(form: SetupForm, one: SeatedPlayer) -> ft.Control:
    """Change a name, a colour or a token's shape. No two players look alike."""
    person = Person("", one.name, one.colour, one.shape)
    return controls.card(
        field(
            "Name",
            form.rename,
            form.type_new_name,
            error=form.rename_error,
            capitalization=ft.TextCapitalization.WORDS,
            autocorrect=False,
            on_submit=press(form.edit, one.number),
            key=f"rename-{one.number}",
        ),
        soft("Colour and token; who has it already takes yours", Style.LABEL_MEDIUM),
        colour_choices(person, lambda ink: form.set_colour(one.number, ink)),
        shape_choices(person, lambda shape: form.shape(one.number, shape)),
    )
