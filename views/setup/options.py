"""How it is played: ways by name, what makes the game what it is, the title, house rules and the board."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.core.option import Option
from companion.core.recording.members import BOOK
from models.journal import Journal
from views.app_shell import go
from views.components import controls
from views.components.controls import Style, button, press, soft
from views.components.fields import field
from views.components.sections import fold, pill
from views.rules import house_rules
from views.state.client import Client
from views.state.setup_form import HOUSES, TEMPLATE, SetupForm, other


def options(client: Client, form: SetupForm, journal: Journal) -> list[ft.Control]:
    """Show how it is played, with the house rules folded.

    Templates are saved and the board book opened by whoever has the book.
    """
    own = client.may(BOOK)
    leads = [
        controls.column(controls.heading(rule.title), *_choices(form, rule), key=f"lead-{rule.key}")
        for rule in house_rules.relevant(form.game.options, form.ways, lead=True)
    ]
    title = field(
        form.title,
        "Title",
        hint_text=form.usual_title(journal),
        capitalization=ft.TextCapitalization.SENTENCES,
        key="title",
    )
    board = _board(form) if own and form.game.board_values else []
    return [*_templates(client, form, own=own), *leads, title, *_houses(form), *board]


def _choices(form: SetupForm, rule: Option[Any]) -> list[ft.Control]:
    def choose(way: str) -> None:
        form.play_by({rule.key: way})

    return house_rules.choices(
        rule,
        form.ways[rule.key],
        form.typed(rule),
        choose,
        press(form.ask_amount, rule),
        other=other(rule.key) in form.open,
    )


def _templates(client: Client, form: SetupForm, *, own: bool) -> list[ft.Control]:
    """Offer well-known ways to play and those that people have saved, and save another."""
    if not form.game.templates:
        return []
    chips = (
        pill(name, press(form.use_template, name), chosen=name == form.template)
        for name in form.templates
    )
    blocks: list[ft.Control] = [controls.heading("Start from"), controls.wrap(*chips, spacing=8)]
    naming = press(form.toggle, TEMPLATE)
    if TEMPLATE in form.open:
        save = press(lambda: form.save_template(client.book()))
        name = field(
            form.template_name,
            "Name it",
            capitalization=ft.TextCapitalization.WORDS,
            on_submit=save,
            key="template-name",
        )
        cancel = button("Cancel", naming, tone="quiet")
        blocks += [name, controls.wrap(button("Save", save, tone="primary"), cancel)]
    elif form.template in form.saved:
        remove = press(lambda: form.forget_template(form.template, client.book()))
        sign = ft.Icons.DELETE_OUTLINE
        blocks.append(button(f"Remove {form.template}", remove, icon=sign, tone="quiet"))
    elif own and not form.template and form.ways != form.game.house_rules():
        blocks.append(button("Save as my own", naming, icon=ft.Icons.BOOKMARK_ADD_OUTLINED))
    return [controls.column(*blocks, spacing=8, key="templates")]


def _houses(form: SetupForm) -> list[ft.Control]:
    """Fold the house rules into one row; unfolded, a tap on one shows the ways it can be played."""
    offers: list[ft.Control] = []
    if form.last_ways and form.ways != form.last_ways:
        others = sum(form.last_ways[option.key] != option.default for option in form.game.options)
        words, again = f"As last time ({others} changed)", press(form.play_by, form.last_ways)
        offers.append(button(words, again, icon=ft.Icons.HISTORY))
    if form.changed:
        standard = press(form.play_by_rulings)
        offers.append(button("Back to standard rules", standard, icon=ft.Icons.RESTART_ALT))
    unfolded = HOUSES in form.open
    inside: list[ft.Control] = [house_rules.legend()] if unfolded else []
    rules = house_rules.relevant(form.game.options, form.ways, lead=False)
    for group, some in house_rules.group_rules(rules) if unfolded else ():
        inside.append(house_rules.heading_of(group))
        for rule in some:
            opened = rule.key in form.open
            choices = _choices(form, rule) if opened else []
            toggle = press(form.toggle, rule.key)
            way = form.ways[rule.key]
            inside.append(house_rules.row(rule, way, choices, unfolded=opened, toggle=toggle))
    section = fold(
        "House rules",
        house_rules.changed_text(form.changed),
        inside,
        unfolded=unfolded,
        toggle=press(form.toggle, HOUSES),
        key="houses",
    )
    return [controls.column(section, *offers)]


def _board(form: SetupForm) -> list[ft.Control]:
    own = form.own_facts
    words = f"As printed in the {form.game.edition}."
    if own:
        whose = "from that game" if form.rematch else "from your own board"
        words += f" {own} {'figure is' if own == 1 else 'figures are'} {whose}."
    book = press(go, f"/new/board/{form.game.key}")
    return [
        controls.heading("The board"),
        soft(words, Style.BODY_MEDIUM),
        ft.Row([button("Open the board book", book, icon=ft.Icons.MAP_OUTLINED)], wrap=True),
    ]
