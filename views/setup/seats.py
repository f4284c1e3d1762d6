"""Who plays: names to type or tap, the order round the table, and how each of them looks."""

from __future__ import annotations

import asyncio

import flet as ft

from companion.core.show import player_colours
from companion.core.show.player_colours import HOUSE_ACCENT, INKS, SHAPES
from companion.games import is_inked
from models.plays import Player
from views import theme
from views.components import controls
from views.components.controls import Style, button, face, field, icon_button, press, soft, text
from views.components.player_card import badge, colour_choices, shape_choices
from views.components.sections import without_semantics
from views.state.play.play_snapshot import Person
from views.state.setup_form import INK_NAMES, SeatedPlayer, SetupForm

LINE_HEIGHT = 56
"""Height of the field for names, at text size 1."""
REST = 0.25
"""Seconds without a letter after which names that were taken leave the field: at once, for whoever looks at it.

Without them, a letter that is on its way while the field is emptied would be lost.
"""
UNSEEN_REST = 5.0
"""The same where they ended with Enter: nobody sees them, and the next name is probably being typed."""
AT_ONCE = 12
"""So many remembered players are offered; typing a part of a name finds the others."""


def seat_list(form: SetupForm, *, roomy: bool, scale: float) -> ft.Control:
    """Lay out the whole part: those who sit down, in order, and how to add more."""
    game, people = form.game, form.people
    seated = zip(form.seated, people, strict=True)
    rows = [
        _player_row(form, one, person, at, roomy=roomy) for at, (one, person) in enumerate(seated)
    ]
    many = str(game.least) if game.least == game.most else f"{game.least} to {game.most}"
    order = (
        "In the order you sit, clockwise."
        if rows
        else f"{many} players, in the order you sit, clockwise."
    )
    blocks: list[ft.Control] = [controls.heading("Players"), soft(order, Style.BODY_MEDIUM)]
    # above those who sit, and so always in the same place: below them it would wander off a phone's screen
    if form.full:
        blocks.append(
            controls.note(
                f"The table is full: {game.title} takes {game.most} players at most.", "info"
            )
        )
    if not form.full or form.name:
        blocks.append(_name_row(form, scale))
    if not form.full:
        blocks += _offer_known_players(form)
    if rows:
        blocks.append(controls.column(*rows, spacing=theme.GAP_S))
    return controls.column(*blocks, spacing=theme.GAP)


def _name_row(form: SetupForm, scale: float) -> ft.Control:
    page = ft.context.page

    async def rest(words: str) -> None:
        await asyncio.sleep(UNSEEN_REST if words.endswith("\n") else REST)
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
    row = ft.Row(
        [
            ft.Container(name, expand=True, height=LINE_HEIGHT * scale),
            button("Add", press(form.add_typed), icon=ft.Icons.PERSON_ADD_ALT),
        ],
        spacing=theme.GAP,
    )
    if not form.name_error:
        return row
    said = ft.Semantics(
        content=text(form.name_error, Style.BODY_SMALL, ft.Colors.ERROR),
        live_region=True,
        container=True,
    )
    return controls.column(row, said, spacing=4)


def _offer_known_players(form: SetupForm) -> list[ft.Control]:
    """Offer those who have played before; a tap seats them."""
    found = form.absent
    blocks: list[ft.Control] = []
    if form.last_seats and not form.seated and not form.name:
        blocks.append(
            button(
                f"Same as last time: {form.last_players()}",
                press(form.seat_as_last),
                icon=ft.Icons.GROUPS_OUTLINED,
            )
        )
    if found:
        blocks.append(
            controls.wrap(
                *(_guest(form, one, at) for at, one in enumerate(found[:AT_ONCE])), spacing=8
            )
        )
    if len(found) > AT_ONCE:
        blocks.append(soft(f"and {len(found) - AT_ONCE} more. Type part of a name to find them."))
    return blocks


def _guest(form: SetupForm, player: Player, at: int) -> ft.Control:
    plain = is_inked(form.game.key)  # its board says who plays in which colour
    colour = (
        HOUSE_ACCENT if plain else player_colours.valid_colour(player.colour, INKS[at % len(INKS)])
    )
    person = Person(
        player.name, player.name, colour, player.token if player.token in SHAPES else SHAPES[0]
    )
    return face(
        without_semantics(
            ft.Row(
                [badge(person, size=26), text(player.name, Style.LABEL_LARGE)],
                spacing=8,
                tight=True,
            )
        ),
        press(form.invite, player),
        expand=None,
        padding=ft.Padding.symmetric(horizontal=12, vertical=11),
        radius=24,
        spoken=f"Add {player.name}",
        role="button",
        key=f"guest-{player.name}",
    )


def _player_row(
    form: SetupForm, sitter: SeatedPlayer, person: Person, at: int, *, roomy: bool
) -> ft.Control:
    """Show somebody's place: badge and name to tap on, and the buttons that move or remove them."""
    editing, last = form.edited == sitter.number, at == len(form.seated) - 1
    looks = (
        f"{INK_NAMES[sitter.colour]} {sitter.shape}"
        if person.colour == sitter.colour
        else sitter.shape
    )
    who = face(
        without_semantics(
            ft.Row(
                [
                    soft(str(at + 1), Style.TITLE_SMALL),
                    badge(person, size=32),
                    text(sitter.name, Style.TITLE_MEDIUM, expand=True),
                ],
                spacing=theme.GAP,
            )
        ),
        press(form.edit, sitter.number),
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
        spoken=f"Place {at + 1}: {sitter.name}, {looks}. Change",
        role="button",
        quiet=not editing,
    )
    moves: list[ft.Control] = [
        icon_button(
            ft.Icons.KEYBOARD_ARROW_UP,
            f"Move {sitter.name} up",
            press(form.move, sitter.number, -1),
            disabled=not at,
        ),
        icon_button(
            ft.Icons.KEYBOARD_ARROW_DOWN,
            f"Move {sitter.name} down",
            press(form.move, sitter.number, 1),
            disabled=last,
        ),
        icon_button(ft.Icons.CLOSE, f"Remove {sitter.name}", press(form.remove, sitter.number)),
    ]
    if roomy:
        row: ft.Control = ft.Row([who, *moves], spacing=0)
    else:
        row = controls.column(
            ft.Row([who]), ft.Row(moves, alignment=ft.MainAxisAlignment.END, spacing=0), spacing=0
        )
    if not editing:
        return ft.Container(row, key=f"sitter-{sitter.number}")
    return ft.Container(
        controls.column(row, _editor(form, sitter, person)), key=f"sitter-{sitter.number}"
    )


def _editor(form: SetupForm, sitter: SeatedPlayer, shown: Person) -> ft.Control:
    """Change a name, a colour or a token's shape. No two players look alike."""
    game, person = form.game, sitter.person
    given = is_inked(game.key) and shown.colour == HOUSE_ACCENT
    tokens = shape_choices(
        shown if given else person, lambda shape: form.shape(sitter.number, shape)
    )
    looks: list[ft.Control] = [
        soft(f"{game.title} gives everybody a colour during the game.", Style.LABEL_MEDIUM)
        if given
        else colour_choices(person, lambda ink: form.set_colour(sitter.number, ink)),
        tokens,
        soft("If somebody has it already, you swap.", Style.LABEL_MEDIUM),
    ]
    return controls.card(
        field(
            "Name",
            form.rename,
            form.type_new_name,
            error=form.rename_error,
            capitalization=ft.TextCapitalization.WORDS,
            autocorrect=False,
            on_submit=press(form.edit, sitter.number),
            key=f"rename-{sitter.number}",
        ),
        *looks,
    )
