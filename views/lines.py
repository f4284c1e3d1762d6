"""A line of the journal in full: its receipt, what became of it, and how to strike it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from models.ledger import Line, Refusal
from views import parts, receipt
from views.parts import Style, button, icon_button, press, screen, soft

if TYPE_CHECKING:
    from models.journal import Written
    from views.picture import Picture
    from views.store import Desk


@screen
def LineDetail(desk: Desk, picture: Picture, seq: int) -> ft.Control:
    """Show a line with its receipt; a line that stands can be struck out, for a reason."""
    reason, set_reason = ft.use_state("")
    asking, set_asking = ft.use_state(False)
    error, set_error = ft.use_state("")
    mirror = ft.use_ref("")
    written = next((one for one in picture.lines if one.entry.seq == seq), None) or desk.house.journal.entry(
        desk.play_id, seq
    )
    entry = written.entry

    def edit(event: ft.Event[ft.TextField]) -> None:
        mirror.current = str(event.control.value or "")
        set_reason(mirror.current)
        set_error("")

    def strike() -> None:
        words = (mirror.current or "").strip()
        if not words:
            set_error("Say why the line is struck out.")
            return
        desk.void(seq, words, picture.version)
        if desk.problem:
            set_error(desk.problem)

    def focus(*, on: bool) -> None:
        desk.writing = on

    blocks: list[ft.Control] = [
        ft.Row(
            [
                ft.Column(
                    [
                        parts.heading(f"Line {seq}: {receipt.what(entry, picture.game)}"),
                        soft(f"{entry.at.astimezone():%H:%M} \u00b7 recorded by {entry.by}"),
                    ],
                    spacing=0,
                    tight=True,
                    expand=True,
                ),
                icon_button(ft.Icons.CLOSE, "Back to the turn", press(desk.leave)),
            ],
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        receipt.receipt(entry.proposal),
    ]
    if written.struck_by is not None:
        blocks.append(parts.note(f"Struck out by line {written.struck_by}. It no longer counts.", "warn"))
    elif not entry.turns_back and not asking:
        blocks.append(
            button("Strike out this line", press(set_asking, True), tone="danger", icon=ft.Icons.FORMAT_STRIKETHROUGH)
        )
    elif not entry.turns_back:
        blocks.append(_would(picture, written))
        blocks.append(
            ft.TextField(
                label="Reason",
                hint_text="for instance: wrong player",
                value=reason,
                error=error or None,
                autofocus=True,
                on_change=parts.guarded(edit),
                on_submit=press(strike),
                on_focus=press(focus, on=True),
                on_blur=press(focus, on=False),
                border=ft.OutlineInputBorder(border_radius=ft.BorderRadius.all(10)),
            )
        )
        blocks.append(button("Strike it out", press(strike), tone="danger", icon=ft.Icons.FORMAT_STRIKETHROUGH))
    return parts.column(*blocks, spacing=12)


def _would(picture: Picture, written: Written) -> ft.Control:
    """Say what striking a line out would change."""
    try:
        changes = picture.referee.differences(written.entry.seq)
    except Refusal as refusal:
        return parts.note(refusal.sentence, "bad")
    if not changes:
        return soft("No money moves by striking it out.", Style.BODY_MEDIUM)
    rows = [
        receipt.row(Line(f"{picture.table.name(one.holder)}, {one.what}: {one.before:,} becomes", one.after, ""))
        for one in changes
    ]
    return parts.card(soft("Without this line", Style.LABEL_MEDIUM), *rows, spacing=5)
