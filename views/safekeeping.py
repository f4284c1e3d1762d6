"""Your books: where they lie, backing them up, restoring them, and taking in a file. Also a reminder for the shelf."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.safekeeping import put_off, safety
from views import copies, parts
from views.filing import Filing
from views.filing_words import last_backup
from views.fold import mute
from views.keeping import left
from views.parts import Style, button, press, soft, text
from views.shell import go, place

if TYPE_CHECKING:
    from collections.abc import Callable

    from views.store import Store

STILL = "What was saved can still be backed up."
MAY_CLEAR = "This browser may clear the books away when it needs room. Put the app on the home screen, and back up."
ONE_FILE = "All plays are in this one file, on the machine that runs the app. Nothing leaves it."
HELP = (
    "A backup is one file with everything in it: all plays, players and figures of boards. Keep it on another device, "
    "or send it to yourself. Restoring adds what is missing here and takes nothing away."
)


def use_filing(store: Store, changed: Callable[[], object]) -> Filing:
    """Have files go out and come in from a screen, with the dialog that tells of it. A hook: call it at the top.

    It belongs to the screen and to no part of it: a part that is found elsewhere on the screen after the device was
    turned is cut off from what it observes.
    """
    filing: Filing
    filing, _ = ft.use_state(lambda: Filing(store, changed))  # type: ignore[arg-type, return-value]  # may be a function
    ft.use_effect(lambda: None, dependencies=[], cleanup=filing.close)
    ft.use_dialog(dialog(filing))
    location = ft.use_route_location()

    def come() -> None:
        if not location.startswith("/play/"):
            left(store)  # somebody comes away from a play: a copy may be due

    ft.use_effect(come, dependencies=[location])
    return filing


def books(filing: Filing) -> ft.Control:
    """Say where the books lie and when they were last backed up, with the buttons that do it."""
    house = filing.store.house
    journal, keeping = house.journal, house.keeping
    safe = safety(journal, may_clear=keeping.may_clear)
    blocks: list[ft.Control] = [
        _fact("Where they lie", keeping.where or f"{journal.database.path}. {ONE_FILE}"),
        ft.Semantics(identifier="last-backup", container=True, content=text(last_backup(safe), Style.TITLE_SMALL)),
    ]
    if safe.last and not safe.written:
        blocks.append(soft("Nothing was recorded since."))
    if keeping.may_clear:
        blocks.append(parts.note(MAY_CLEAR, "warn"))
    blocks += [
        soft(HELP, Style.BODY_MEDIUM),
        parts.wrap(
            button("Back up everything", press(filing.back_up), tone="primary", icon=ft.Icons.SAVE_ALT, key="back-up"),
            open_button(filing, "Restore from a file"),
            spacing=8,
        ),
        *saved(filing),
    ]
    return parts.column(parts.heading("Your books"), parts.card(*blocks, padding=14, spacing=10), spacing=8)


def reminder(filing: Filing) -> list[ft.Control]:
    """Remind of a backup when the last one is old, or when nothing more can be saved here; else nothing."""
    house = filing.store.house
    journal, keeping = house.journal, house.keeping
    if keeping.looking:
        return []
    broken = journal.database.broken
    failed = [] if broken else copies.trouble(keeping)
    safe = safety(journal, may_clear=keeping.may_clear)
    blocks: list[ft.Control] = []

    def later() -> None:
        put_off(journal)
        filing.changed()

    if broken or safe.due:
        safer = MAY_CLEAR if keeping.may_clear else "A file kept elsewhere is safer."
        words = STILL if broken else f"{last_backup(safe)}. {safer}"  # why it is broken stands above every screen
        acts = [button("Back up now", press(filing.back_up), icon=ft.Icons.SAVE_ALT, key="remind")]
        if not broken:
            acts.append(button("Not this week", press(later), tone="quiet"))
        blocks = [parts.note(words, "info"), parts.wrap(*acts, spacing=8)]
    blocks += saved(filing)
    blocks = [*damaged(filing), *failed, *blocks]
    return [parts.column(*blocks, spacing=8)] if blocks else []


def damaged(filing: Filing) -> list[ft.Control]:
    """Say what was found to be damaged, and offer what can be had back; nothing where the book is sound."""
    keeping = filing.store.house.keeping
    if not keeping.damage or keeping.looking:
        return []
    words = keeping.damage[0]
    more = len(keeping.damage) - 1
    if more:
        words += f" {more} more {'thing was' if more == 1 else 'things were'} found."
    # a browser has no second place to mend a book in
    act = button("See what can be had back", press(filing.see), icon=ft.Icons.HEALING, key="had-back")
    return [parts.note(words, "bad", live=True), *([parts.wrap(act)] if keeping.copyist else [])]


def open_button(filing: Filing, words: str) -> ft.Control:
    """Make a button that has a file picked; what follows is told in the filing's dialog."""
    made = button(words, press(lambda: None), icon=ft.Icons.FOLDER_OPEN_OUTLINED)
    made.action = filing.action  # type: ignore[attr-defined]  # buttons of all tones have one
    return made


def saved(filing: Filing) -> list[ft.Control]:
    """Say that a backup was handed out, and offer it again, for the browser that kept it back."""
    if not filing.saved:
        return []
    words = f"Saved: {filing.saved}. Move it to where this device's loss does not reach it."
    return [
        parts.note(words, "good", live=True),
        parts.wrap(button("No file came? Save it again", press(filing.save_again), tone="quiet")),
    ]


def dialog(filing: Filing) -> ft.AlertDialog | None:
    """Make the dialog that shows what is being done, asks before a restore, and tells what came of it."""
    if filing.busy:
        return _dialog(
            filing.busy.rstrip("."),
            [ft.Row([ft.ProgressRing(width=28, height=28), text("This takes a moment.", expand=True)], spacing=16)],
            [],
        )
    if not filing.title:
        return None
    close = press(filing.close)
    lines: list[ft.Control] = [text(one, Style.BODY_LARGE) for one in filing.lines]
    lines += [parts.note(one, "warn") for one in filing.warnings]
    if filing.plan:
        acts = [
            button("Leave it", close, tone="quiet"),
            button("Restore", press(filing.restore), tone="primary", key="restore"),
        ]
    elif filing.mends:
        acts = [
            button("Leave it", close, tone="quiet"),
            button("Go on with this", press(filing.mend), tone="primary", key="mend"),
        ]
    elif filing.opened:
        acts = [
            button("Close", close, tone="quiet"),
            button("Open it", press(_visit, filing), tone="primary"),
        ]
    else:
        acts = [button("Close", close, tone="primary")]
    return _dialog(filing.title, lines, acts)


def _visit(filing: Filing) -> None:
    opened = filing.opened
    filing.close()
    if opened:
        go(place(opened, ""))


def _dialog(title: str, lines: list[ft.Control], acts: list[ft.Control]) -> ft.AlertDialog:
    return ft.AlertDialog(
        modal=True,
        scrollable=True,
        title=parts.text(title, Style.HEADLINE_SMALL),
        content=ft.Container(parts.column(*lines), width=420),
        actions=acts,
    )


def _fact(label: str, value: str) -> ft.Control:
    return ft.Semantics(
        label=f"{label}: {value}",
        container=True,
        content=mute(parts.column(soft(label, Style.LABEL_MEDIUM), text(value), spacing=0)),
    )
