"""Setting up a new play, or a rematch: which game, who sits where, to what goal and by which house rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime
from math import ceil
from time import monotonic
from weakref import WeakKeyDictionary

import flet as ft

from companion.core import player_colours
from companion.core.game import Game
from companion.core.player_colours import INKS, SHAPES
from companion.core.rematch import numbered, rematch
from companion.games import GAMES, from_outside
from models.journal import Journal
from models.plays import Play, Player
from views import theme
from views.app_shell import go, play_route
from views.components import controls
from views.components.controls import Style, button, face, field, icon_button, press, screen, soft, text
from views.components.player_card import badge, colour_choices, shape_choices
from views.components.sections import (
    choice_chip,
    fits_two_columns,
    fold,
    radio_row,
    scroll_pane,
    side_by_side,
    without_semantics,
)
from views.rules import house_rules
from views.setup.form import INK_NAMES, LONGEST_TITLE, TEMPLATE, SeatedPlayer, SetupForm, usual_title
from views.state.client import Client
from views.state.play_snapshot import Person, PlaySnapshot
from views.state.play_state import SAME_TAP

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


NARROWEST_CARD = 215
"""Width of a game's card below which its name is broken."""


def rematch_form(journal: Journal, snapshot: PlaySnapshot) -> SetupForm:
    """Fill in a form from a play, so that it can be begun once more by one tap.

    Raises:
        DamagedError: the play can't be read.

    """
    game, play = snapshot.game, snapshot.play
    again = rematch(game, snapshot.table, snapshot.referee.lines())
    form = SetupForm(game=game, players=tuple(journal.players()))
    form.choose_game(game, journal)
    order = [one.key for one in snapshot.people]
    for seat in again.seats:
        at = order.index(seat.key)
        colour = seat.colour if seat.colour in INKS else INKS[at % len(INKS)]
        form.seat(seat.name, colour, snapshot.people[at].shape)
    form.ways = again.ways
    form.lend(again.board, journal)
    form.title = rematch_title(journal, game, play)
    form.again, form.laid = play.title, monotonic()
    return form


def rematch_title(journal: Journal, game: Game, play: Play, now: datetime | None = None) -> str:
    """Name the next play of a series; one that is named by its day gets the day of the next."""
    taken = [one.title for away in (False, True) for one in journal.plays(archived=away)]
    usual = usual_title(game, play.created)
    if not play.title.startswith(usual):
        return numbered(play.title, taken, LONGEST_TITLE)
    today = usual_title(game, now)
    return today if today not in taken else numbered(today, taken, LONGEST_TITLE)


ABOVE_KEYBOARD = 560
"""A screen lower than this is what a keyboard has left of one."""

_forms: WeakKeyDictionary[Client, SetupForm] = WeakKeyDictionary()


def form_of(client: Client) -> SetupForm:
    """The form a session is filling in; it outlives a look at the board book, and a reload."""
    if client not in _forms:
        _forms[client] = SetupForm.of(client.open_plays.journal)
    return _forms[client]


def start_rematch(client: Client, snapshot: PlaySnapshot) -> None:
    """Go to the form of a rematch, filled in; Start begins it.

    Raises:
        DamagedError: the play can't be read.

    """
    known = _forms.get(client)
    if known and monotonic() - known.laid < SAME_TAP:
        return  # the second half of a double tap
    _forms[client] = rematch_form(client.open_plays.journal, snapshot)
    go("/new")


def _put_away(client: Client, form: SetupForm) -> None:
    if form.again and _forms.get(client) is form:
        del _forms[client]


@screen
def SetupScreen(client: Client) -> ft.Control:
    """Fill in a new play, and begin it."""
    form, _ = ft.use_state(form_of(client))
    journal = client.open_plays.journal
    # the board book may have been changed while this screen waited below it
    ft.use_effect(lambda: form.look_up(journal), dependencies=[ft.use_route_location()])
    # whoever cancels a rematch finds an empty form the next time
    ft.use_effect(lambda: None, dependencies=[], cleanup=lambda: _put_away(client, form))

    def start() -> None:
        if monotonic() - form.laid < SAME_TAP:
            return  # the second half of a double tap on Rematch
        play = form.begin(journal)
        _forms.pop(client, None)
        client.announce(play)
        go(play_route(play, ""))

    roomy = fits_two_columns(client) or client.width >= 360 * client.prefs.scale
    left = [seat_list(form, form.add_typed, roomy=roomy, scale=client.prefs.scale)]
    right = [*_templates(form, journal), *_leads(form), _title(form), *_houses(form), *_board(form)]
    return scroll_pane(
        client,
        *_again(form),
        *_games(form, client),
        *side_by_side(client, left, right, spacing=20),
        foot=_foot(form, start),
        away=form.writing and client.height < ABOVE_KEYBOARD,  # there is room for what one writes or for Start
        spacing=20,
    )


def _again(form: SetupForm) -> list[ft.Control]:
    """Say what is filled in for a rematch."""
    if not form.again:
        return []
    board = ", house rules and board" if form.game.facts else " and house rules"
    words = f"A rematch of {form.again}: the same players{board}. Start, or change what you like."
    return [controls.note(words, "info")]


def _games(form: SetupForm, client: Client) -> list[ft.Control]:
    """Choose the game; where the book keeps one only, name it."""
    if len(GAMES) == 1:
        return [_banner(form.game)]
    faults = [controls.note(f"{one.name} can't be played here. {one.reason}", "warn") for one in from_outside()[1]]
    if fits_two_columns(client):
        cards = [_game_card(form, client, game) for game in GAMES]
        lines = ceil(len(cards) * NARROWEST_CARD / client.width)
        across = ceil(len(cards) / lines)
        return [controls.column(controls.heading("Game"), controls.rows(cards, across, 10), *faults)]
    # names alone, two by two: with their descriptions the games would push the players off a phone's screen
    cards = [_game_card(form, client, game, short=True) for game in GAMES]
    beside = 2 if client.width >= 360 * client.prefs.scale else 1
    said = soft(form.game.tagline, Style.BODY_MEDIUM)
    return [controls.column(controls.heading("Game"), controls.rows(cards, beside, 8), said, *faults, spacing=8)]


def _game_card(form: SetupForm, client: Client, game: Game, *, short: bool = False) -> ft.Control:
    """Show a game by its name and its own colour, and unless short what the book does for it."""
    chosen = game is form.game
    accent = player_colours.known(game.accent)
    size = 30 if short else 46
    sign = ft.Icon(
        ft.Icons.CHECK_CIRCLE if chosen else ft.Icons.CIRCLE_OUTLINED, size=size - 14 if short else 22,
        color=player_colours.ink_on(accent),
    )  # fmt: skip
    title = text(game.title, Style.TITLE_SMALL if short else Style.TITLE_MEDIUM)
    words = ft.Column([title] if short else [title, soft(game.tagline)], spacing=1, tight=True, expand=True)
    flag = ft.Container(
        sign, width=size, height=size, bgcolor=accent, border_radius=size / 4, alignment=ft.Alignment.CENTER
    )
    return ft.Row(
        [
            face(
                ft.Row([flag, words], spacing=10 if short else 12),
                press(form.choose_game, game, client.open_plays.journal),
                chosen=chosen,
                padding=ft.Padding.only(left=10, right=8 if short else 12, top=10, bottom=10),
                key=f"game-{game.key}",
            )
        ]
    )


def _banner(game: Game) -> ft.Control:
    return ft.Container(
        controls.column(
            controls.heading(game.title, style=Style.HEADLINE_MEDIUM), soft(game.tagline, Style.BODY_MEDIUM), spacing=2
        ),
        border=ft.Border(left=ft.BorderSide(6, player_colours.known(game.accent))),
        padding=ft.Padding.only(left=12),
    )


def _title(form: SetupForm) -> ft.Control:
    return field(
        "Title of this play",
        form.title,
        form.type_title,
        error=form.title_error,
        helper=f"Left empty: {usual_title(form.game)}" if not form.title else f"Up to {LONGEST_TITLE} letters",
        capitalization=ft.TextCapitalization.SENTENCES,
        key="title",
    )


def _templates(form: SetupForm, journal: Journal) -> list[ft.Control]:
    """Offer well-known ways to play and those that people have saved, and save another."""
    if not form.game.templates:
        return []
    chips: list[ft.Control] = [
        choice_chip(name, press(form.use_template, name), chosen=name == form.template) for name in form.templates
    ]
    writing = TEMPLATE in form.open
    blocks: list[ft.Control] = [controls.heading("Start from"), controls.wrap(*chips, spacing=8)]
    if form.template in form.saved:
        remove = press(form.forget_template, form.template, journal)
        blocks.append(button(f"Remove {form.template}", remove, icon=ft.Icons.DELETE_OUTLINE, tone="quiet"))
    elif not form.template and not writing and form.ways != form.game.house_rules():
        blocks.append(button("Save as my own", press(form.toggle, TEMPLATE), icon=ft.Icons.BOOKMARK_ADD_OUTLINED))
    if writing:
        save = press(form.save_template, journal)
        blocks.append(
            field(
                "Name it",
                form.template_name,
                form.type_template,
                error=form.template_error,
                helper="Games that were begun with it stay as they are.",
                capitalization=ft.TextCapitalization.WORDS,
                on_submit=save,
                key="template-name",
            )
        )
        blocks.append(
            controls.wrap(
                button("Save", save, tone="primary"), button("Leave it", press(form.toggle, TEMPLATE), tone="quiet")
            )
        )
    return [controls.column(*blocks, spacing=8, key="templates")]


def _leads(form: SetupForm) -> list[ft.Control]:
    """Set on top what makes the game what it is, such as its goal: it decides how long the evening will be."""
    blocks: list[ft.Control] = []
    for rule in house_rules.relevant(form.game.houses, form.ways, lead=True):
        way = form.ways[rule.key]
        inside = (
            house_rules.amounts(
                rule,
                way,
                form.typed.get(rule.key),
                form.wrong.get(rule.key, ""),
                choose=form.play_by,
                ask=form.ask_amount,
                write=form.amount,
            )
            if rule.whole
            else house_rules.words(rule, way, form.typed.get(rule.key), form.wrong.get(rule.key, ""), form.amount)
            if rule.text
            else [
                radio_row(meaning, press(form.play_by, rule.key, one), chosen=one == way) for one, meaning in rule.ways
            ]
        )
        blocks.append(controls.column(controls.heading(rule.title), *inside, key=f"lead-{rule.key}"))
    return blocks


def _houses(form: SetupForm) -> list[ft.Control]:
    changed = form.changed
    offers: list[ft.Control] = []
    if form.last_ways and form.ways != form.last_ways:
        others = sum(form.last_ways[one.key] != one.default for one in form.game.houses)
        offers.append(
            button(f"As you played last time ({others} changed)", press(form.play_as_last), icon=ft.Icons.HISTORY)
        )
    if changed:
        offers.append(button("Back to the rulings", press(form.play_by_rulings), icon=ft.Icons.RESTART_ALT))
    unfolded = "houses" in form.open
    inside: list[ft.Control] = []
    if unfolded:
        inside = [
            HouseRules(
                form.game, form.ways, form.typed, form.wrong, form.open,
                form.toggle, form.play_by, form.ask_amount, form.amount,
            )
        ]  # fmt: skip
    return [
        controls.column(
            fold(
                "House rules",
                house_rules.changed_text(changed),
                inside,
                unfolded=unfolded,
                toggle=press(form.toggle, "houses"),
                key="houses",
            ),
            *offers,
        )
    ]


def _house_rules(  # noqa: PLR0917 - each of these is a reason to draw it again
    game: Game,
    ways: Mapping[str, str],
    typed: Mapping[str, str],
    wrong: Mapping[str, str],
    opened: frozenset[str],
    toggle: Callable[[str], object],
    choose: Callable[[str, str], object],
    ask: Callable[[str], object],
    write: Callable[[str, str], object],
) -> ft.Control:
    """List the house rules by group; a tap on one shows the ways it can be played."""
    blocks: list[ft.Control] = [house_rules.legend()]
    for group, rules in house_rules.grouped(house_rules.relevant(game.houses, ways, lead=False)):
        blocks.append(house_rules.heading_of(group))
        for rule in rules:
            way, unfolded = ways[rule.key], rule.key in opened
            inside: list[ft.Control] = []
            if unfolded and rule.whole:
                words, complaint = typed.get(rule.key), wrong.get(rule.key, "")
                inside = house_rules.amounts(rule, way, words, complaint, choose=choose, ask=ask, write=write)
            elif unfolded and rule.text:
                inside = house_rules.words(rule, way, typed.get(rule.key), wrong.get(rule.key, ""), write)
            elif unfolded:
                inside = house_rules.ways(rule, way, choose)
            blocks.append(house_rules.row(rule, way, inside, unfolded=unfolded, toggle=press(toggle, rule.key)))
    return controls.column(*blocks, spacing=8)


HouseRules = controls.memo(screen(_house_rules))


def _board(form: SetupForm) -> list[ft.Control]:
    game = form.game
    if not game.facts:
        return []
    own = form.own_facts
    words = f"As printed in the {game.edition}."
    if own:
        whose = "as they were in that play" if form.lent else "your own board's"
        words += f" {own} {'figure is' if own == 1 else 'figures are'} {whose}."
    card = controls.card(
        text("The board", Style.TITLE_MEDIUM),
        soft(words, Style.BODY_MEDIUM),
        ft.Row(
            [button("Open the board book", press(go, f"/new/board/{game.key}"), icon=ft.Icons.MAP_OUTLINED)], wrap=True
        ),
        padding=14,
    )
    return [card]


def _foot(form: SetupForm, start: Callable[[], object]) -> ft.Control:
    """Show Start where it is always visible, with the reason above it while it is disabled."""
    lacking = form.lacking
    accent = player_colours.known(form.game.accent)
    label = "Start" if lacking else f"Start with {form.expected} players"
    begin = ft.FilledButton(
        content=text(label, Style.TITLE_MEDIUM, theme.SOFT_INK if lacking else player_colours.ink_on(accent)),
        disabled=bool(lacking),
        on_click=press(start),
        style=ft.ButtonStyle(
            padding=ft.Padding.symmetric(vertical=16, horizontal=16),
            bgcolor={ft.ControlState.DEFAULT: accent, ft.ControlState.DISABLED: theme.TONES["plain"][0]},
            shape=ft.RoundedRectangleBorder(radius=theme.RADIUS),
        ),
        key="start",
    )
    said = [ft.Semantics(content=soft(lacking, Style.BODY_MEDIUM), live_region=True, container=True)] if lacking else []
    return controls.column(*said, begin, spacing=8)
