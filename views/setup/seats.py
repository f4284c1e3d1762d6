"""Who plays: names to type or tap, the order round the table, and how each of them looks."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.core.show.people import People, Person
from companion.core.show.player_colours import HOUSE_ACCENT, INK_NAMES, INKS, look, valid_colour
from companion.core.table import Table, listed
from companion.games import is_inked
from models.plays import Player
from views import theme
from views.components.controls import (
    Part,
    Style,
    button,
    card,
    column,
    face,
    heading,
    icon_button,
    note,
    packed,
    press,
    read_out,
    remark,
    soft,
    text,
    without_semantics,
    wrap,
)
from views.components.fields import field
from views.components.player_card import SHAPE_NAMES, badge, choices_of
from views.components.sections import pill
from views.state.setup_form import SetupForm

LINE_HEIGHT = 56
"""Height of the field for names, at text size 1."""
AT_ONCE = 12
"""Number of remembered players offered; typing a part of a name finds the others."""


def people(form: SetupForm) -> People:
    """Everybody seated as the table shows them; in no colour yet where the board decides it after the start."""
    shown = [Person(seat.key, seat.name, seat.colour, seat.token) for seat in form.seats]
    if not is_inked(form.game.key):
        return tuple(shown)
    seats = form.keyed()
    table = Table(seats, houses=form.ways, printed=form.board)
    colours = [standing.colour for standing in form.game.standings(table)]
    return tuple(
        replace(person, colour=valid_colour(colour, HOUSE_ACCENT))
        for person, colour in zip(shown, colours, strict=True)
    )


def seat_list(form: SetupForm, scale: float) -> ft.Control:
    """Lay out the whole part: those who sit down, in order, and how to add more."""
    game = form.game
    many = str(game.least) if game.least == game.most else f"{game.least} to {game.most}"
    order = "In the order you sit, clockwise."
    if not form.seats:
        order = f"{many} players, in the order you sit, clockwise."
    rows = [_player_row(form, person, at) for at, person in enumerate(people(form))]
    full = f"The table is full: {game.title} takes {game.most} players at most."
    return column(
        heading("Players"),
        remark(order),
        # above those who sit, and so always in the same place: below them it would wander off a phone's screen
        note(full, "info") if form.full else None,
        _name_row(form, scale) if not form.full or form.name.words else None,
        None if form.full else _offer_known_players(form),
        column(rows, spacing=theme.GAP_S),
    )


def _name_row(form: SetupForm, scale: float) -> ft.Control:
    name = field(
        form.name,
        "Player's name",
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
    name.error = None  # it would need more than the one line
    row = ft.Row(
        [
            ft.Container(name, expand=True, height=LINE_HEIGHT * scale),
            button("Add", form.add_typed, icon=ft.Icons.PERSON_ADD_ALT),
        ]
    )
    said = read_out(text(form.name.error, Style.BODY_SMALL, ft.Colors.ERROR), live=True)
    return packed(row, said if form.name.error else None)


def _offer_known_players(form: SetupForm) -> Part:
    """Offer those who have played before; a tap seats them."""
    found, same = form.absent, None
    if form.last_names and not form.seats and not form.name.words:
        words = f"Same as last time: {listed(form.last_names)}"
        same = button(words, form.add, *form.last_names, icon=ft.Icons.GROUPS_OUTLINED)
    guests = [_guest(form, player, at) for at, player in enumerate(found[:AT_ONCE])]
    others = f"and {len(found) - AT_ONCE} more. Type part of a name to find them."
    return [
        same,
        wrap(guests, spacing=8) if guests else None,
        soft(others) if len(found) > AT_ONCE else None,
    ]


def _guest(form: SetupForm, player: Player, at: int) -> ft.Control:
    colour, shape = look(at, player.colour, player.token)
    if is_inked(form.game.key):  # its board says who plays in which colour
        colour = HOUSE_ACCENT
    return pill(
        player.name,
        press(form.invite, player),
        sign=badge(Person(player.name, player.name, colour, shape), 26),
        spoken=f"Add {player.name}",
        key=f"guest-{player.name}",
    )


def _player_row(form: SetupForm, person: Person, at: int) -> ft.Control:
    """Show somebody's place; a tap opens what can be changed about it."""
    editing = form.edited == person.key
    colour = f"{INK_NAMES[person.colour]} " if person.colour in INKS else ""
    inside = ft.Row(
        [
            soft(str(at + 1), Style.TITLE_SMALL),
            badge(person, 32),
            text(person.name, Style.TITLE_MEDIUM, expand=True),
        ]
    )
    who = face(
        without_semantics(inside),
        form.edit,
        person.key,
        padding=theme.sides(12, 8),
        spoken=f"Place {at + 1}: {person.name}, {colour}{person.shape}. Change",
        role="button",
        quiet=not editing,
    )
    row = ft.Row(
        [who, icon_button(ft.Icons.CLOSE, f"Remove {person.name}", form.remove, person.key)],
        spacing=0,
    )
    below = _editor(form, person, at) if editing else None
    return column(row, below, key=f"sitter-{person.key}")


def _editor(form: SetupForm, person: Person, at: int) -> ft.Control:
    """Change a name, the place, a colour or a token's shape. No two players look alike."""
    key = person.key
    given = is_inked(form.game.key) and person.colour == HOUSE_ACCENT
    own = next(seat.colour for seat in form.seats if seat.key == key)
    colours = choices_of(
        replace(person, colour=own),
        "colour",
        INK_NAMES,
        lambda ink: form.swap(key, "colour", ink),
    )
    if given:
        colours = soft(f"{form.game.title} gives everybody a colour during the game.")
    up, down = press(form.move, key, -1), press(form.move, key, 1)
    last = at == len(form.seats) - 1
    return card(
        field(
            form.new_name,
            "Name",
            capitalization=ft.TextCapitalization.WORDS,
            autocorrect=False,
            on_submit=press(form.edit, key),
            key=f"rename-{key}",
        ),
        wrap(
            button("Move up", up, icon=ft.Icons.KEYBOARD_ARROW_UP, disabled=not at),
            button("Move down", down, icon=ft.Icons.KEYBOARD_ARROW_DOWN, disabled=last),
        ),
        colours,
        choices_of(person, "shape", SHAPE_NAMES, lambda shape: form.swap(key, "token", shape)),
        soft("If somebody has it already, you swap.", Style.LABEL_MEDIUM),
    )
