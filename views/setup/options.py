"""How it is played: ways by name, the goal, the title, house rules and the board, folded into one row."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import flet as ft

from companion.core.game import Game
from companion.core.recording.members import BOOK
from models.journal import Journal
from views.app_shell import go
from views.components import controls
from views.components.controls import Style, button, field, press, screen, soft, text
from views.components.sections import fold, pill, radio_row
from views.rules import house_rules
from views.state.client import Client
from views.state.setup_form import OPTIONS, TEMPLATE, SetupForm, terms


def options(client: Client, form: SetupForm, journal: Journal) -> ft.Control:
    """Show in one row how it is played; open, with all that can be settled about it.

    Templates are saved and the board book opened by whoever has the book.
    """
    own = client.may(BOOK)
    unfolded = OPTIONS in form.open
    inside: list[ft.Control] = []
    if unfolded:
        inside = [
            *_templates(client, form, own=own),
            *_leads(form),
            _title(form, journal),
            *_houses(form),
        ]
        if own:
            inside += _board(form)
    usual = form.ways == form.game.house_rules() and not form.own_facts
    return fold(
        f"Options: {'standard' if usual else form.template or 'changed'}",
        terms(form.game, form.ways, form.own_facts),
        inside,
        unfolded=unfolded,
        toggle=press(form.toggle, OPTIONS),
        key="options",
    )


def _title(form: SetupForm, journal: Journal) -> ft.Control:
    return field(
        "Title",
        form.title,
        form.type_title,
        error=form.title_error,
        hint_text=form.usual_title(journal),
        capitalization=ft.TextCapitalization.SENTENCES,
        key="title",
    )


def _templates(client: Client, form: SetupForm, *, own: bool) -> list[ft.Control]:
    """Offer well-known ways to play and those that people have saved, and save another."""
    if not form.game.templates:
        return []
    chips: list[ft.Control] = [
        pill(name, press(form.use_template, name), chosen=name == form.template)
        for name in form.templates
    ]
    writing = TEMPLATE in form.open
    blocks: list[ft.Control] = [controls.heading("Start from"), controls.wrap(*chips, spacing=8)]
    if form.template in form.saved:
        remove = press(lambda: form.forget_template(form.template, client.book()))
        blocks.append(
            button(f"Remove {form.template}", remove, icon=ft.Icons.DELETE_OUTLINE, tone="quiet")
        )
    elif own and not form.template and not writing and form.ways != form.game.house_rules():
        blocks.append(
            button(
                "Save as my own", press(form.toggle, TEMPLATE), icon=ft.Icons.BOOKMARK_ADD_OUTLINED
            )
        )
    if writing:
        save = press(lambda: form.save_template(client.book()))
        blocks.append(
            field(
                "Name it",
                form.template_name,
                form.type_template,
                error=form.template_error,
                capitalization=ft.TextCapitalization.WORDS,
                on_submit=save,
                key="template-name",
            )
        )
        blocks.append(
            controls.wrap(
                button("Save", save, tone="primary"),
                button("Cancel", press(form.toggle, TEMPLATE), tone="quiet"),
            )
        )
    return [controls.column(*blocks, spacing=8, key="templates")]


def _leads(form: SetupForm) -> list[ft.Control]:
    """Set on top what makes the game what it is, such as its goal: it decides how long the evening will be."""
    blocks: list[ft.Control] = []
    for rule in house_rules.relevant(form.game.options, form.ways, lead=True):
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
            else house_rules.words(
                rule, way, form.typed.get(rule.key), form.wrong.get(rule.key, ""), form.amount
            )
            if rule.text
            else [
                radio_row(meaning, press(form.play_by, rule.key, value), chosen=value == way)
                for value, meaning in rule.ways
            ]
        )
        blocks.append(
            controls.column(controls.heading(rule.title), *inside, key=f"lead-{rule.key}")
        )
    return blocks


def _houses(form: SetupForm) -> list[ft.Control]:
    changed = form.changed
    offers: list[ft.Control] = []
    if form.last_ways and form.ways != form.last_ways:
        others = sum(form.last_ways[option.key] != option.default for option in form.game.options)
        offers.append(
            button(
                f"As last time ({others} changed)", press(form.play_as_last), icon=ft.Icons.HISTORY
            )
        )
    if changed:
        offers.append(
            button("Back to standard rules", press(form.play_by_rulings), icon=ft.Icons.RESTART_ALT)
        )
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
    for group, rules in house_rules.group_rules(
        house_rules.relevant(game.options, ways, lead=False)
    ):
        blocks.append(house_rules.heading_of(group))
        for rule in rules:
            way, unfolded = ways[rule.key], rule.key in opened
            inside: list[ft.Control] = []
            if unfolded and rule.whole:
                words, complaint = typed.get(rule.key), wrong.get(rule.key, "")
                inside = house_rules.amounts(
                    rule, way, words, complaint, choose=choose, ask=ask, write=write
                )
            elif unfolded and rule.text:
                inside = house_rules.words(
                    rule, way, typed.get(rule.key), wrong.get(rule.key, ""), write
                )
            elif unfolded:
                inside = house_rules.ways(rule, way, choose)
            blocks.append(
                house_rules.row(
                    rule, way, inside, unfolded=unfolded, toggle=press(toggle, rule.key)
                )
            )
    return controls.column(*blocks, spacing=8)


HouseRules = controls.memo(screen(_house_rules))


def _board(form: SetupForm) -> list[ft.Control]:
    game = form.game
    if not game.board_values:
        return []
    own = form.own_facts
    words = f"As printed in the {game.edition}."
    if own:
        whose = "from that game" if form.lent else "from your own board"
        words += f" {own} {'figure is' if own == 1 else 'figures are'} {whose}."
    card = controls.card(
        text("The board", Style.TITLE_MEDIUM),
        soft(words, Style.BODY_MEDIUM),
        ft.Row(
            [
                button(
                    "Open the board book",
                    press(go, f"/new/board/{game.key}"),
                    icon=ft.Icons.MAP_OUTLINED,
                )
            ],
            wrap=True,
        ),
        padding=14,
    )
    return [card]
