"""Exporting a play: the formats it can be saved in, what each is good for, and a button that saves the file."""

from __future__ import annotations

import flet as ft

from companion.formats.forms import FORMS, Form
from views import theme
from views.app_shell import back_route, page
from views.components import controls
from views.components.controls import Style, button, press, screen, soft, text
from views.components.sections import side_by_side
from views.settings.backup_screen import saved_note, use_file_transfer
from views.settings.file_transfer import FileTransfer
from views.state.client import Client
from views.state.play.play_snapshot import PlaySnapshot
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
    cards = [_card(transfer, snapshot, form) for form in FORMS]
    blocks: list[ft.Control] = [
        soft("Each is one file, made on this device. Nothing is sent.", Style.BODY_MEDIUM)
    ]
    if snapshot.secret:
        blocks.append(controls.note(SECRETS, "warn"))
    half = (len(cards) + 1) // 2
    blocks += side_by_side(client, cards[:half], cards[half:], spacing=12)
    return page(client, "Share & export", *blocks, back=back_route(client, state.play_id))


def _card(transfer: FileTransfer, snapshot: PlaySnapshot, form: Form) -> ft.Control:
    """Show what a format is good for and its button; once saved, also the file's name and a button to save it again."""
    words, icon = SAVES[form.key]
    head = ft.Row(
        [
            ft.Icon(icon, color=theme.ACCENT, size=26),
            ft.Container(controls.heading(form.title), expand=True),
        ],
        spacing=theme.GAP,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    save = press(transfer.export, snapshot.play, form)
    act = button(
        words,
        save,
        icon=ft.Icons.SAVE_ALT,
        tone="primary" if form is FORMS[0] else "plain",
        key=form.key,
    )
    blocks: list[ft.Control] = [
        head,
        text(form.about, Style.BODY_MEDIUM),
        # beside the heading it would leave long words no room in large text
        ft.Row(
            [act, controls.chip(form.suffix)],
            wrap=True,
            spacing=12,
            run_spacing=6,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
    ]
    return controls.card(*blocks, *saved_note(transfer, form.key), padding=14, spacing=10)
