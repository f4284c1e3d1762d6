"""The copies that the book makes of itself: when each was made, what is in it, and taking it back or elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.backup_words import counted, size
from companion.table import sentence
from models.copies import FOLDER, copies
from views import parts, theme
from views.fold import mute
from views.parts import Style, button, icon_button, press, soft, text
from views.when import said

if TYPE_CHECKING:
    from collections.abc import Callable

    from models.copies import Copy
    from views.filing import Filing
    from views.keeping import Keeping

FEW = 4
"""So many are shown until more are asked for."""
HOW = (
    f"After every play the book copies itself into a folder beside it, {FOLDER}, and each copy is read back before it "
    "counts. They help when the book is damaged. When the device is lost, only a backup kept elsewhere does."
)
NONE_HERE = (
    "In a browser the book makes no copies of itself: what clears the book away would clear them away with it. Back up "
    "everything now and then instead, and keep the file elsewhere."
)
WRONG_DATE = "while this device's clock was ahead"
NONE_YET = "There is none yet. The first is made when a play is over or left."


def kept(filing: Filing, *, every: bool, toggle: Callable[[], object]) -> ft.Control:
    """List the copies of the book, the newest first; ``every`` one, or a few with a button that does ``toggle``."""
    house = filing.store.house
    if house.keeping.where:
        return _section(soft(NONE_HERE, Style.BODY_MEDIUM))
    there = copies(house.journal.database.path)
    blocks: list[ft.Control] = [*trouble(house.keeping)]
    if not there:
        return _section(soft(HOW, Style.BODY_MEDIUM), *blocks, soft(NONE_YET, Style.BODY_MEDIUM))
    blocks += [_row(filing, one) for one in (there if every else there[:FEW])]
    if len(there) > FEW:
        words = "Show fewer" if every else f"Show {len(there) - FEW} more"
        icon = ft.Icons.EXPAND_LESS if every else ft.Icons.EXPAND_MORE
        blocks.append(parts.wrap(button(words, press(toggle), tone="quiet", icon=icon, key="more-copies")))
    return _section(soft(HOW, Style.BODY_MEDIUM), *blocks)


def trouble(keeping: Keeping) -> list[ft.Control]:
    """Say that the last copy failed, and why, with a button to try again; nothing where it did not."""
    copyist = keeping.copyist
    if copyist is None or not copyist.trouble:
        return []
    words = f"The book could not copy itself. {copyist.trouble}"
    return [
        parts.note(words, "bad"),
        parts.wrap(button("Try again", press(copyist.now), icon=ft.Icons.REFRESH, key="copy-now")),
    ]


def _section(*blocks: ft.Control) -> ft.Control:
    return parts.column(parts.heading("Copies beside the book"), parts.card(*blocks, padding=14, spacing=10), spacing=8)


def _row(filing: Filing, copy: Copy) -> ft.Control:
    when = said(copy.at) if copy.dated else WRONG_DATE
    sign, tone, state = _state(copy)
    held = f"{counted(copy.proof.plays, copy.proof.lines)} \u00b7 {size(copy.size)}" if copy.proof else size(copy.size)
    told = ft.Semantics(
        label=f"Copy made {when}: {held}. {state}",
        container=True,
        content=mute(
            ft.Column(
                [
                    text(sentence(when), Style.TITLE_SMALL),
                    soft(held),
                    ft.Row(
                        [ft.Icon(sign, size=16, color=tone), soft(state, expand=True)],
                        spacing=6,
                        vertical_alignment=ft.CrossAxisAlignment.START,
                    ),
                ],
                spacing=1,
                tight=True,
            )
        ),
    )
    return ft.Row(
        [
            ft.Container(told, expand=True),
            icon_button(
                ft.Icons.SETTINGS_BACKUP_RESTORE, f"Restore from the copy made {when}", press(filing.open_copy, copy)
            ),
            icon_button(ft.Icons.SAVE_ALT, f"Save the copy made {when} elsewhere", press(filing.save_copy, copy)),
        ],
        spacing=4,
        key=copy.path.name,
    )


def _state(copy: Copy) -> tuple[ft.IconData, ft.ColorValue, str]:
    """How far a copy is to be relied upon: a sign, its colour, and a sentence."""
    if copy.proof is None:
        return ft.Icons.HELP_OUTLINE, theme.SOFT_INK, "Not proven yet"
    if copy.proof.whole:
        return ft.Icons.CHECK_CIRCLE_OUTLINE, theme.GAIN, "Proven"
    count = len(copy.proof.left_out)
    words = "1 play is damaged in it" if count == 1 else f"{count} plays are damaged in it"
    return ft.Icons.WARNING_AMBER, theme.LOSS, f"{words}; the others are proven"
