"""How it is played: ways by name, what makes the game what it is, the title, house rules and the board."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.core.option import Option
from companion.core.recording.members import BOOK
from models.journal import Journal
from views.app_shell import go
from views.components.controls import (
    Controls,
    Part,
    button,
    column,
    heading,
    main_button,
    press,
    quiet_button,
    remark,
    wrap,
)
from views.components.fields import field
from views.components.sections import fold, pills
from views.rules.house_rules import changed_text, choices, relevant, rule_rows
from views.state.client import Client
from views.state.setup_form import HOUSES, TEMPLATE, SetupForm


def options(client: Client, form: SetupForm, journal: Journal) -> Part:
    """Show how it is played, with the house rules folded.

    Templates are saved and the board book opened by whoever has the book.
    """
    own, rules = client.may(BOOK), form.game.options
    title = field(
        form.title,
        "Title",
        hint_text=form.usual_title(journal),
        capitalization=ft.TextCapitalization.SENTENCES,
        key="title",
    )
    return [
        _templates(client, form, own=own) if form.game.templates else None,
        [
            column(heading(rule.title), _choices(form, rule), key=f"lead-{rule.key}")
            for rule in relevant(rules, form.ways, lead=True)
        ],
        _houses(form),
        title,
        _board(form) if own and form.game.board_values else None,
    ]


def _choices(form: SetupForm, rule: Option[Any]) -> Part:
    def choose(way: str) -> None:
        form.play_by({rule.key: way})

    return choices(rule, form.ways[rule.key], form.typed(rule), choose)


def _templates(client: Client, form: SetupForm, *, own: bool) -> ft.Control:
    """Offer well-known ways to play and those that people have saved, and save another."""
    naming, below = press(form.toggle, TEMPLATE), Controls()
    if TEMPLATE in form.open:
        save = press(lambda: form.save_template(client.book()))
        name = field(
            form.template_name,
            "Name it",
            capitalization=ft.TextCapitalization.WORDS,
            on_submit=save,
            key="template-name",
        )
        cancel = quiet_button("Cancel", naming)
        below = [name, wrap(main_button("Save", save), cancel)]
    elif form.template in form.saved:
        sign = ft.Icons.DELETE_OUTLINE
        below = [
            quiet_button(
                f"Remove {form.template}",
                lambda: form.forget_template(form.template, client.book()),
                icon=sign,
            )
        ]
    elif own and not form.template and form.ways != form.game.house_rules():
        below = [button("Save as my own", naming, icon=ft.Icons.BOOKMARK_ADD_OUTLINED)]
    names = {name: name for name in form.templates}
    return column(
        heading("Start from"),
        wrap(pills(names, form.template, form.use_template)),
        below,
        key="templates",
    )


def _houses(form: SetupForm) -> ft.Control:
    """Fold the house rules into one row; unfolded, a tap on one shows the ways it can be played."""
    last, unfolded, inside = None, HOUSES in form.open, Controls()
    if form.last_ways and form.ways != form.last_ways:
        others = sum(form.last_ways[option.key] != option.default for option in form.game.options)
        words, again = f"As last time ({others} changed)", press(form.play_by, form.last_ways)
        last = button(words, again, icon=ft.Icons.HISTORY)
    standard = button("Back to standard rules", form.play_by_rulings, icon=ft.Icons.RESTART_ALT)
    if unfolded:
        inside = rule_rows(
            relevant(form.game.options, form.ways, lead=False),
            form.ways,
            form.open,
            form.toggle,
            lambda rule: _choices(form, rule),
        )
    return column(
        fold(
            "House rules",
            changed_text(form.changed),
            remark("Where the rulebook is silent, these decide. Tap one to change it."),
            inside,
            unfolded=unfolded,
            toggle=press(form.toggle, HOUSES),
            key="houses",
        ),
        last,
        standard if form.changed else None,
    )


def _board(form: SetupForm) -> Part:
    own = form.own_facts
    words = f"As printed in the {form.game.edition}."
    if own:
        whose = "from that game" if form.rematch else "from your own board"
        words += f" {own} {'figure is' if own == 1 else 'figures are'} {whose}."
    return [
        heading("The board"),
        remark(words),
        wrap(
            button(
                "Open the board book", go, f"/new/board/{form.game.key}", icon=ft.Icons.MAP_OUTLINED
            )
        ),
    ]
