"""Your games: where they lie, backing them up, restoring them, and the copies that the book makes of itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.backup_reminder import describe_size, put_off, safety, size
from companion.core.table import sentence
from companion.dates import clock, day_and_month
from models.backups.backup import Copy, copies
from models.paths import COPIES
from views import theme
from views.components.controls import (
    Part,
    Style,
    button,
    card,
    column,
    dialog,
    fill,
    flat,
    heading,
    icon_button,
    main_button,
    note,
    packed,
    problem,
    quiet_button,
    read_out,
    remark,
    row,
    soft,
    strong,
    text,
    with_sign,
    wrap,
)
from views.components.sections import Paged
from views.settings.file_transfer import BACKUP, FileTransfer, last_backup
from views.state.client import Client, copy_soon

FEW = 4
"""So many are shown until more are asked for."""
HOW = (
    f"After every game the app saves a copy in the folder {COPIES}, and checks it. A copy helps if the file is "
    "damaged. If the device is lost, only a backup kept elsewhere helps."
)
NONE_HERE = (
    "A browser keeps no copies: whatever deletes your games would delete them too. Back up now and then, and keep the "
    "file elsewhere."
)
WRONG_DATE = "while this device's clock was ahead"
NONE_YET = "None yet. The first is made when you leave a game."


def copy_list(transfer: FileTransfer) -> ft.Control:
    """List the copies of the book, the newest first."""
    open_plays = transfer.client.open_plays
    about: Part = remark(NONE_HERE)
    if not open_plays.storage.where:
        there = copies(open_plays.journal.database.path)

        def rows(shown: Sequence[Copy]) -> Part:
            return [_row(transfer, copy) for copy in shown]

        listed = Paged(there, rows, FEW) if there else remark(NONE_YET)
        about = [remark(HOW), failed_copy(transfer.client), listed]
    return column(heading("Automatic copies"), card(about))


def failed_copy(client: Client) -> Part:
    """Show that the last copy failed, and why, with a button to try again; nothing if it didn't."""
    backup_thread = client.open_plays.storage.backup_thread
    if backup_thread is None or not backup_thread.error:
        return None

    def copy_now() -> None:
        client.book()
        backup_thread.now()

    return [
        note(f"No copy could be made. {backup_thread.error}", "bad"),
        wrap(button("Try again", copy_now, icon=ft.Icons.REFRESH, key="copy-now")),
    ]


def _row(transfer: FileTransfer, copy: Copy) -> ft.Control:
    made = f"on {day_and_month(copy.at)} at {clock(copy.at)}"
    when = made if copy.dated else f"{WRONG_DATE}, {made}"
    sign, tone, state = _state(copy)
    held = f"{describe_size(copy.proof.plays, copy.proof.lines)} \u00b7 " if copy.proof else ""
    facts = ft.MergeSemantics(
        packed(
            strong(sentence(when)),
            soft(held + size(copy.size)),
            with_sign(ft.Icon(sign, tone, 16), soft(state), spacing=6),
        )
    )
    return row(
        fill(facts),
        icon_button(
            ft.Icons.SETTINGS_BACKUP_RESTORE,
            f"Restore from the copy made {when}",
            transfer.open_copy,
            copy,
        ),
        icon_button(
            ft.Icons.SAVE_ALT,
            f"Save the copy made {when} elsewhere",
            transfer.save_copy,
            copy,
        ),
        spacing=4,
        key=copy.path.name,
    )


def _state(copy: Copy) -> tuple[ft.IconData, ft.ColorValue, str]:
    """How far a copy is to be relied upon: a sign, its colour, and a sentence."""
    if copy.proof is None:
        return ft.Icons.HELP_OUTLINE, theme.SOFT_INK, "Not checked yet"
    if copy.whole:
        return ft.Icons.CHECK_CIRCLE_OUTLINE, theme.GAIN, "Checked"
    count = len(copy.proof.left_out)
    words = "1 game in it is damaged" if count == 1 else f"{count} games in it are damaged"
    return ft.Icons.WARNING_AMBER, theme.LOSS, f"{words}; the others are fine"


STILL = "What was saved can still be backed up."
MAY_CLEAR = "This browser may delete your games when it needs room. Add the app to the home screen, and back up."
ONE_FILE = "All games are in this one file, on the machine that runs the app."
HELP = (
    "A backup is one file with all games, players and board values. Keep it on another device, or send it to "
    "yourself. Restoring only adds what is missing here."
)


def use_file_transfer(client: Client, changed: Callable[[], object]) -> FileTransfer:
    """Send and receive files from a screen, with a dialog that shows progress. A hook: call it at the top.

    It belongs to the screen and not to a part of it: a part that is found elsewhere on the screen after the device was
    turned is cut off from what it observes.
    """
    transfer: FileTransfer
    transfer, _ = ft.use_state(lambda: FileTransfer(client, changed))  # type: ignore[arg-type, return-value]  # may be a function
    ft.use_effect(lambda: None, [], cleanup=transfer.close)
    ft.use_dialog(progress_dialog(transfer))
    location = ft.use_route_location()

    def come() -> None:
        if not location.startswith("/play/"):
            copy_soon(client)  # somebody comes away from a play: a copy may be due

    ft.use_effect(come, [location])
    return transfer


def backup_section(transfer: FileTransfer) -> ft.Control:
    """Show where the books are and when they were last backed up, with the buttons for it."""
    open_plays = transfer.client.open_plays
    journal, storage = open_plays.journal, open_plays.storage
    safe = safety(journal, may_clear=storage.may_clear)
    where = storage.where or f"{journal.database.path}. {ONE_FILE}"
    back_up = transfer.back_up
    return column(
        heading("Your games"),
        card(
            ft.MergeSemantics(packed(soft("Saved in", Style.LABEL_MEDIUM), text(where))),
            read_out(strong(last_backup(safe)), identifier="last-backup"),
            soft("Nothing new since then.") if safe.last and not safe.written else None,
            note(MAY_CLEAR, "warn") if storage.may_clear else None,
            remark(HELP),
            wrap(
                main_button(
                    "Back up everything",
                    back_up,
                    icon=ft.Icons.SAVE_ALT,
                    key="back-up",
                ),
                open_button(transfer, "Restore from a file"),
            ),
            saved_note(transfer),
        ),
    )


def reminder(transfer: FileTransfer) -> Part:
    """Remind of a backup when the last one is old, or when nothing more can be saved here; else nothing."""
    open_plays = transfer.client.open_plays
    journal, storage = open_plays.journal, open_plays.storage
    if storage.read_only:
        return None
    broken = journal.database.broken
    safe = safety(journal, may_clear=storage.may_clear)

    def later() -> None:
        put_off(transfer.client.book())
        transfer.changed()

    asked: Part = None
    if broken or safe.due:
        safer = MAY_CLEAR if storage.may_clear else "Keep a backup somewhere else."
        # why it is broken stands above every screen
        words = STILL if broken else f"{last_backup(safe)}. {safer}"
        asked = [
            note(words, "info"),
            wrap(
                button("Back up now", transfer.back_up, icon=ft.Icons.SAVE_ALT, key="remind"),
                None if broken else quiet_button("Not this week", later),
            ),
        ]
    failed = None if broken else failed_copy(transfer.client)
    return flat((show_damage(transfer), failed, asked, saved_note(transfer)))


def show_damage(transfer: FileTransfer) -> Part:
    """Show what is damaged, and offer what can be recovered; nothing if the book is sound."""
    storage = transfer.client.open_plays.storage
    if not storage.damage or storage.read_only:
        return None
    words = storage.damage[0]
    more = len(storage.damage) - 1
    if more:
        words += f" {more} more {'thing was' if more == 1 else 'things were'} found."
    find = transfer.find_repair
    act = button("See what can be recovered", find, icon=ft.Icons.HEALING, key="had-back")
    # a browser has no second place to mend a book in
    mend = wrap(act) if storage.backup_thread else None
    return problem(words), mend


def open_button(transfer: FileTransfer, words: str) -> ft.Control:
    """Make a button that picks a file; the transfer's dialog shows what follows."""
    return button(words, icon=ft.Icons.FOLDER_OPEN_OUTLINED, action=transfer.action)


def saved_note(transfer: FileTransfer, key: str = BACKUP) -> Part:
    """Show that a file was saved, and offer to save it again, for a browser that blocked it."""
    saved, words = transfer.saved
    if saved != key:
        return None
    further = " Move it to where this device's loss does not reach it." if key == BACKUP else ""
    again = quiet_button("No file came? Save it again", transfer.save_again)
    return [
        note(f"Saved: {words}.{further}", "good", live=True),
        wrap(again),
    ]


def progress_dialog(transfer: FileTransfer) -> ft.AlertDialog | None:
    """Make the dialog that shows what is being done, asks before a restore, and says what came of it."""
    if transfer.busy:
        ring = ft.ProgressRing(width=28, height=28)
        cancel = quiet_button("Cancel", transfer.cancel)
        acts = [cancel] if transfer.can_cancel else []
        return dialog(
            transfer.busy.rstrip("."), with_sign(ring, text("This takes a moment.")), *acts
        )
    if not transfer.title:
        return None
    lines: Part = [
        [text(line, Style.BODY_LARGE) for line in transfer.lines],
        [note(warning, "warn") for warning in transfer.warnings],
    ]
    acts = [main_button("Close", transfer.close)]
    if transfer.offer:
        label, act, leave = transfer.offer
        acts = [
            quiet_button(leave, transfer.close),
            main_button(label, act, key="go-on"),
        ]
    return dialog(transfer.title, lines, *acts)
