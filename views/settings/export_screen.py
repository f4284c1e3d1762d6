"""Exporting a play: the formats it can be saved in, what each is good for, and a button that saves the file."""

from __future__ import annotations

import flet as ft

from companion.formats.forms import FORMS, Form
from views import theme
from views.app_shell import back_route, page
from views.components.controls import (
    button,
    card,
    chip,
    heading,
    note,
    remark,
    screen,
    text,
    with_sign,
    wrap,
)
from views.components.sections import halves
from views.settings.backup_screen import saved_note, use_file_transfer
from views.state.client import Client
from views.state.play.play_state import PlayState

SECRETS = (
    "Something is still hidden in this game, so the files leave out sealed bids, balances, charts and proofs. But they "
    "list what moved in the open, so anyone who adds it up can work out what is hidden."
)
SAVES = {
    "page": ("Save the page", ft.Icons.ARTICLE_OUTLINED),
    "session": ("Save the game", ft.Icons.PHONELINK_OUTLINED),
    "csv": ("Save the table", ft.Icons.TABLE_CHART_OUTLINED),
    "hledger": ("Save the journal", ft.Icons.ACCOUNT_BALANCE_OUTLINED),
}
"""The label of each form's button, and its icon."""


@screen
def ExportScreen(client: Client, state: PlayState) -> ft.Control:
    """Offer a play in every format, one card each."""
    transfer = use_file_transfer(client, lambda: None)
    snapshot = state.snapshot

    def offer(form: Form) -> ft.Control:
        """Show what a format is good for and its button; once saved, also the file and a button to save it again."""
        words, icon = SAVES[form.key]
        tone = "primary" if form is FORMS[0] else "plain"
        return card(
            with_sign(ft.Icon(icon, theme.ACCENT, 26), heading(form.title)),
            text(form.about),
            # beside the heading it would leave long words no room in large text
            wrap(
                button(
                    words,
                    transfer.export,
                    snapshot.play,
                    form,
                    icon=ft.Icons.SAVE_ALT,
                    tone=tone,
                    key=form.key,
                ),
                chip(form.suffix),
            ),
            saved_note(transfer, form.key),
        )

    return page(
        client,
        "Share & export",
        remark("Each is one file, made on this device. Nothing is sent."),
        note(SECRETS, "warn") if snapshot.secret else None,
        halves(client, map(offer, FORMS)),
        back=back_route(client, state.play_id),
    )
