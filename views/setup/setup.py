"""Starting a game, or playing one again with the same people."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic
from weakref import WeakKeyDictionary

import flet as ft

from companion.core.recording.members import BOOK, NEXT
from companion.core.rematch import Rematch, next_title, rematch
from companion.core.show.player_colours import INKS
from companion.core.table import listed
from companion.dates import short_date
from models.journal import Journal
from views.app_shell import go, header, play_route
from views.components.controls import (
    Controls,
    Style,
    column,
    dialog,
    fill,
    main_button,
    note,
    panes,
    quiet_button,
    read_out,
    remark,
    row,
    screen,
    text,
    wrap,
)
from views.components.fields import is_writing
from views.components.player_card import badge
from views.components.sections import scroll_pane, side_by_side
from views.setup.game_tiles import game_tiles
from views.setup.options import options
from views.setup.seats import people, seat_list
from views.state.client import Client
from views.state.play.play_state import PlaySnapshot, PlayState
from views.state.play.taps import SAME_TAP
from views.state.room_book import book_for
from views.state.setup_form import FORMS, LONGEST_TITLE, SetupForm, form_of, titles, usual_title


def rematch_form(journal: Journal, snapshot: PlaySnapshot) -> SetupForm:
    """Fill in a form from a play, so that it can be begun once more by one tap.

    Raises:
        DamagedError: the play can't be read.

    """
    game, play = snapshot.game, snapshot.play
    again = rematch(game, snapshot.table, snapshot.referee.lines())
    form = SetupForm(game=game, players=tuple(journal.players()))
    form.choose_game(game, journal)
    _seat(form, again, snapshot)
    form.follow(again, journal)
    day, known = short_date(play.created), titles(journal)
    # one that is named by its day gets the day of the next
    dated = rf"{re.escape(game.title)}( \d+)?, {re.escape(day)}( \d+)?"
    named = re.fullmatch(dated, play.title)
    title = (
        usual_title(game, None, known) if named else next_title(play.title, known, LONGEST_TITLE)
    )
    form.title.words = title
    form.again = play.title
    return form


def _seat(form: SetupForm, again: Rematch, snapshot: PlaySnapshot) -> None:
    order = [person.key for person in snapshot.people]
    for seat in again.seats:
        at = order.index(seat.key)
        colour = (
            seat.colour
            if seat.colour in INKS
            else INKS[snapshot.table.sat_down[seat.key] % len(INKS)]
        )
        form.seat(seat.name, colour, snapshot.people[at].shape)


def start_next_game(client: Client, snapshot: PlaySnapshot) -> None:
    """Go on to another game with everybody who is still here: which one is all that is left to say.

    Raises:
        DamagedError: the play can't be read.

    """
    form = SetupForm.of(book_for(client))
    _seat(form, rematch(snapshot.game, snapshot.table, snapshot.referee.lines()), snapshot)
    form.again = snapshot.play.title
    FORMS[client] = form
    go("/new" if client.may(BOOK) else play_route(snapshot.play.id, "next"))


ABOVE_KEYBOARD = 560
"""A screen lower than this is what a keyboard has left of one."""
_offered: WeakKeyDictionary[Client, float] = WeakKeyDictionary()


def start_rematch(client: Client, snapshot: PlaySnapshot) -> None:
    """Offer to play once more: who, for what, and one button that starts it.

    Raises:
        DamagedError: the play can't be read.

    """
    if monotonic() - _offered.get(client, float("-inf")) < SAME_TAP:
        return  # the second half of a double tap
    form = rematch_form(book_for(client), snapshot)
    offered = _offered[client] = monotonic()
    page = ft.context.page

    def change() -> None:
        page.pop_dialog()
        FORMS[client] = form
        go("/new" if client.may(BOOK) else play_route(snapshot.play.id, "next"))

    def start() -> None:
        if (
            monotonic() - offered >= SAME_TAP
        ):  # else it is the second half of a double tap on Play again
            page.pop_dialog()
            _begin(client, form)

    names = listed(seat.name for seat in form.seats)
    who = wrap((badge(person, 32) for person in people(form)), spacing=4)
    asked = dialog(
        f"Once more: {names}",
        (who, text(form.terms or "Standard rules", Style.BODY_LARGE)),
        quiet_button("Change something", change, key="change"),
        main_button("Start", start, key="start-rematch"),
        modal=False,
    )
    page.show_dialog(asked)


def _begin(client: Client, form: SetupForm) -> None:
    client.open_plays.shared.require(client.member_id, NEXT)
    play = form.begin(book_for(client))
    client.open_plays.shared.join_evening(play, by=client.member_id)
    client.announce(play)
    go(play_route(play, ""))


@screen
def SetupScreen(client: Client) -> ft.Control:
    """Choose a game, then who plays, and start it."""
    form, _ = ft.use_state(form_of(client))
    journal = book_for(client)
    # the board book may have been changed while this screen waited below it
    ft.use_effect(lambda: form.look_up(journal), [ft.use_route_location()])

    def put_away() -> None:
        if form.again and FORMS.get(client) is form:
            del FORMS[client]

    # whoever cancels a rematch finds an empty form the next time
    ft.on_unmounted(put_away)

    def start() -> None:
        _begin(client, form)
        FORMS.pop(client, None)

    again, form_of_game = None, Controls()
    if form.chosen:
        if form.again:
            again = note(f"A rematch of {form.again}. Change what you like.", "info")
        seats = seat_list(form, client.prefs.scale)
        form_of_game = side_by_side(client, seats, options(client, form, journal), spacing=20)
    return scroll_pane(
        client,
        again,
        game_tiles(form, client, journal),
        form_of_game,
        foot=_foot(form, start),
        # there is room for what one writes or for Start
        away=is_writing() and client.height < ABOVE_KEYBOARD,
        spacing=20,
    )


@screen
def NextGameScreen(client: Client, state: PlayState) -> ft.Control:
    """Set up the next game of an evening, for those who lead it and have not the whole book."""
    return panes(
        header(client, "Next game", back=play_route(state.play_id, "")),
        fill(SetupScreen(client)),
    )


def _foot(form: SetupForm, start: Callable[[], object]) -> ft.Control:
    """Show the one button where it is always visible; it says what is missing until it can start."""
    error = form.error if form.chosen else ""
    many = f"{form.expected} player{'s' if form.expected > 1 else ''}"
    begin = main_button(
        form.missing or f"Start with {many}",
        start,
        disabled=bool(form.missing or error),
        expand=True,
        key="start",
    )
    said = read_out(remark(error), live=True)
    return column(said if error else None, row(begin), spacing=8)
