"""Giving a play on the shelf another title."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from models.ledger import Refusal
from views.components import controls
from views.components.controls import Style, button, press
from views.components.text_field import field
from views.setup.form import read_title

if TYPE_CHECKING:
    from models.plays import Play
    from views.home.home import Looking
    from views.state.client import Client


def rename_dialog(store: Client, play: Play, looking: Looking) -> ft.AlertDialog:
    """Ask for a play's new title."""

    def save() -> None:
        try:
            title = read_title(looking.title)
        except Refusal as refusal:
            looking.wrong = refusal.sentence
            return
        if not title:
            looking.wrong = "Write a title."
            return
        store.house.journal.rename(play.id, title)
        store.house.forget(play.id)
        looking.rename(None)
        looking.again()
        store.tell(play.id)

    return ft.AlertDialog(
        modal=True,
        title=controls.text("Rename", Style.HEADLINE_SMALL),
        content=ft.Container(
            field(
                "Title",
                looking.title,
                looking.entitle,
                error=looking.wrong,
                on_submit=press(save),
                autofocus=True,
                key="rename-play",
            ),
            width=360,
        ),
        actions=[
            button("Cancel", press(looking.rename, None), tone="quiet"),
            button("Rename", press(save), tone="primary"),
        ],
    )
