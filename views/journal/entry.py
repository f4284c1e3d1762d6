"""An entry of the journal in full, and what crossing it out would change. Plain functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.core.recording.differences import Difference
from companion.core.show.statement import DEBTS
from companion.dates import clock, day_and_month
from models.ledger import AMEND, COUNT, VOID, Entry, Place, ReceiptLine, Refusal
from views.app_shell import go, play_route
from views.components import amounts, controls
from views.components.controls import Style, button, icon_button, press, screen, soft
from views.components.fields import Typed, field
from views.components.journal_row import voided_text
from views.components.receipt import receipt, row
from views.journal.correction_state import AFTER, CROSS_OUT, LINE, NOT_HAPPENED, route
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.state.play.requests import LONGEST_WORDS


@dataclass(eq=False)
class Voiding(ft.Observable):
    """Whether an entry is about to be voided, and the reason typed so far."""

    asking: bool = False

    def __post_init__(self) -> None:
        self.reason = Typed(changed=self.notify)

    def ask(self) -> None:
        """Ask whether the entry is to be voided."""
        self.asking = True

    def leave(self) -> None:
        """Leave the entry as it is."""
        self.asking = False
        self.reason.reset()

    def void(self, state: PlayState, seq: int, seen: int) -> bool:
        """Void the entry, for a reason if it needs one; false if it was not, with the reason shown at the field."""
        referee = state.open_plays.referee(state.play_id)
        needed = referee.needs_reason(referee.entry(seq))
        return self.asking and self._write(  # else it is the second half of a double tap
            state, needed, lambda words: state.recorder.void(seq, words or NOT_HAPPENED, seen)
        )

    def undo(self, state: PlayState, seen: int) -> bool:
        """Undo an entry that needs a reason; false if it was not undone, with the reason shown at the field."""
        return bool(state.panel.firm) and self._write(  # as above
            state, "Say why it is taken back.", lambda words: state.recorder.undo(seen, words)
        )

    def _write(self, state: PlayState, needed: str, write: Callable[[str], object]) -> bool:
        words = " ".join(self.reason.words.split())
        wrong = needed if not words else ""
        done = not wrong and bool(write(words))
        if done:
            self.leave()
        else:
            self.reason.error = wrong or state.problem
            self.notify()  # type: ignore[no-untyped-call]
        return done


def detail(
    snapshot: PlaySnapshot,
    entry: Entry,
    reading: Voiding,
    *,
    void: Callable[[], object],
    close: Callable[[], object],
    firm: str = "",
) -> ft.Control:
    """Show an entry in full: its receipt, when and by whom, why, and the button that voids it.

    ``firm`` is the sentence that asks for a reason if the entry is about to be undone; ``void`` undoes it then.
    """
    head = _head(snapshot, entry, close)
    if firm:
        # the reason comes first: below the receipt it would be out of sight on a phone
        why = _why(reading, entry.seq, void, close, firm=firm)
        return controls.column(
            head, *why, *_would(snapshot, entry), receipt(entry.proposal), spacing=12
        )
    return controls.column(head, *_body(snapshot, entry, reading, void), spacing=12)


def _head(snapshot: PlaySnapshot, entry: Entry, close: Callable[[], object]) -> ft.Control:
    when = f"{day_and_month(entry.at)}, {clock(entry.at)}"
    who = who_recorded(snapshot, entry)
    return ft.Row(
        [
            ft.Column(
                [
                    controls.heading(
                        f"Entry {entry.seq}: {snapshot.game.action_title(entry.proposal.action)}"
                    ),
                    soft(f"{when}, by {who}" if who else when),
                ],
                spacing=2,
                tight=True,
                expand=True,
            ),
            icon_button(ft.Icons.CLOSE, "Close the entry", press(close)),
        ],
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def who_recorded(snapshot: PlaySnapshot, entry: Entry) -> str:
    """Who recorded an entry, and for whom, by their names; empty where it was the table's own device."""
    names = {person.key: person.name for person in snapshot.people}
    words = entry.by.split()
    told = names | {"table": "the table", "bank": "the banker"}
    return (
        " ".join(told.get(word, word) for word in words)
        if any(word in names for word in words)
        else ""
    )


@screen
def EntryForPlayer(
    state: PlayState, snapshot: PlaySnapshot, seq: int, close: Callable[[], object]
) -> ft.Control:
    """Show an entry to somebody who does not keep the book, and let a player say what is wrong with it."""
    words, _ = ft.use_state(Typed())
    listed = next((line for line in snapshot.lines if line.seq == seq), None)
    entry = listed or state.open_plays.journal_of(state.play_id).entry(state.play_id, seq)

    def send() -> None:
        if words.words.strip():
            state.requests.object_to(seq, words.words)
            close()

    revised = snapshot.revised.get(seq)
    blocks = [
        _head(snapshot, entry, close),
        receipt(revised.proposal if revised else entry.proposal),
    ]
    if entry.voided_by is not None:
        blocks.append(controls.note(voided_text(entry, revised), "info"))
    elif state.seats:
        wrong = field(words, "What is wrong with it?", max_length=LONGEST_WORDS, key=f"wrong-{seq}")
        blocks += [
            wrong,
            button("Tell the banker", press(send), icon=ft.Icons.FLAG_OUTLINED, key="tell"),
        ]
    return controls.column(*blocks, spacing=12)


def _body(
    snapshot: PlaySnapshot,
    entry: Entry,
    reading: Voiding,
    void: Callable[[], object],
) -> list[ft.Control]:
    """Show what an entry says, what was made of it since, and what can be done about it."""
    revised = snapshot.revised.get(entry.seq)
    blocks: list[ft.Control] = [receipt(revised.proposal if revised else entry.proposal)]
    if revised:
        blocks += [
            controls.note(f"{voided_text(entry, revised)}. It was:", "info"),
            receipt(entry.proposal),
            *_repair(snapshot, Place(entry.seq)),
        ]
    elif entry.voided_by is not None:
        words = voided_text(entry, corrected=entry.voided_by in snapshot.corrections)
        gone = "" if words.startswith("Part") else " It no longer counts."
        blocks.append(controls.note(f"{words}.{gone}", "warn" if gone else "info"))
    elif entry.turns_back:
        blocks.append(
            soft("Undo and redo at the top of the screen go back and forth.", Style.BODY_MEDIUM)
        )
    elif entry.proposal.action == VOID:
        blocks.append(
            soft("Undo brings it back. Later, record the entry again.", Style.BODY_MEDIUM)
        )
    elif entry.proposal.action == AMEND:
        blocks += _correction(snapshot, entry)
    elif entry.proposal.action == COUNT and not reading.asking:
        blocks += _show_count(snapshot, entry, press(reading.ask))
    elif not reading.asking:
        blocks += _repair(snapshot, Place(entry.seq), press(reading.ask))
    else:
        blocks += [
            *_would(snapshot, entry),
            *_why(reading, entry.seq, void, reading.leave),
        ]
    return blocks


def _repair(
    snapshot: PlaySnapshot, where: Place, void: Callable[..., Any] | None = None
) -> list[ft.Control]:
    """Offer to change an entry, to add one after it, and to void it."""
    if snapshot.game.missing:
        return [soft(snapshot.game.missing, Style.BODY_MEDIUM)]

    def way(how: str) -> Callable[..., Any]:
        return press(go, play_route(snapshot.play.id, route(where, how)))

    sign = ft.Icons.FORMAT_STRIKETHROUGH
    return [
        controls.wrap(
            button("Correct this entry", way(LINE), icon=ft.Icons.EDIT_OUTLINED, key="correct"),
            button("Add a missed entry", way(AFTER), icon=ft.Icons.PLAYLIST_ADD, key="after"),
            button(
                "Cross out this entry",
                void or way(CROSS_OUT),
                tone="danger",
                icon=sign,
                key="strike",
            ),
        )
    ]


def _correction(snapshot: PlaySnapshot, entry: Entry) -> list[ft.Control]:
    """Show the entries that a correction has added, with what can be done about them."""
    blocks: list[ft.Control] = [soft("Undo takes the whole correction back.", Style.BODY_MEDIUM)]
    for line in entry.proposal.revised:
        if line.place.n:
            where = (
                f"Added after entry {line.place.seq}" if line.place.seq else "Added at the start"
            )
            blocks += [
                soft(where, Style.LABEL_MEDIUM),
                receipt(line.proposal),
                *_repair(snapshot, line.place),
            ]
    return blocks


def _show_count(snapshot: PlaySnapshot, entry: Entry, void: Callable[..., Any]) -> list[ft.Control]:
    """Say whether a count agrees, and offer to count again or to void it; there is nothing in it to correct."""
    if snapshot.game.missing:
        return [soft(snapshot.game.missing, Style.BODY_MEDIUM)]
    found = next((one for one in snapshot.referee.counts() if one.place.seq == entry.seq), None)
    blocks: list[ft.Control] = []
    if found:
        blocks.append(controls.note(found.words, "good" if found.held else "warn"))
    again = press(go, play_route(snapshot.play.id, "count"))
    sign = ft.Icons.FORMAT_STRIKETHROUGH
    return [
        *blocks,
        controls.wrap(
            button("Count the cash", again, icon=ft.Icons.PAYMENTS_OUTLINED, key="count"),
            button("Cross out this entry", void, tone="danger", icon=sign, key="strike"),
        ),
    ]


def _why(
    reading: Voiding,
    seq: int,
    void: Callable[[], object],
    leave: Callable[[], object],
    *,
    firm: str = "",
) -> list[ft.Control]:
    """Ask for the reason, whether an entry is voided or undone, and offer to leave it as it is."""
    act, sign = (
        ("Undo it", ft.Icons.UNDO) if firm else ("Cross it out", ft.Icons.FORMAT_STRIKETHROUGH)
    )
    return [
        *([controls.note(firm, "warn", live=True)] if firm else []),
        field(
            reading.reason,
            "Reason",
            helper="" if firm else "Optional. For instance: wrong player",
            on_submit=press(void),
            autofocus=bool(firm),
            key=f"reason-{seq}",
        ),
        controls.wrap(
            button(act, press(void), tone="danger", icon=sign),
            button("Cancel", press(leave), tone="quiet"),
        ),
    ]


STAYS_HIDDEN = "What is hidden stays hidden, and so does how it changes."


def _would(snapshot: PlaySnapshot, entry: Entry) -> list[ft.Control]:
    """Show what voiding an entry would change."""
    try:
        changes = snapshot.referee.differences(entry.seq)
    except Refusal as refusal:
        return [controls.note(refusal.sentence, "bad")]
    blocks: list[ft.Control] = []
    if changes:
        rows = [row(_difference(snapshot, change)) for change in changes]
        blocks.append(
            controls.card(soft("Without this entry", Style.LABEL_MEDIUM), *rows, spacing=5)
        )
    hides = any(
        snapshot.game.is_secret(snapshot.table, posting.account)
        for posting in entry.proposal.postings
    )
    if hides:
        blocks.append(
            soft(f"{STAYS_HIDDEN} Make sure everyone can give it back.", Style.BODY_MEDIUM)
        )
    elif not changes:
        blocks.append(soft("Crossing it out moves no money.", Style.BODY_MEDIUM))
    for change in changes:
        # of what is hidden not even this is said: it would reveal how little there is
        if not change.hidden and change.after < 0 <= change.before and change.what not in DEBTS:
            who, short = (
                snapshot.table.name(change.holder),
                amounts.figure(change.after, change.unit),
            )
            blocks.append(
                controls.note(
                    f"{who} would be below zero: {account_name(snapshot, change)} at {short}.",
                    "bad",
                )
            )
    blocks += [
        controls.note(words, "warn") for words in snapshot.referee.warnings_without(entry.seq)
    ]
    if entry.seq < snapshot.version and entry.proposal.action != COUNT:
        words = "Later entries stay as they are. Check that they still make sense."
        again = press(go, play_route(snapshot.play.id, route(Place(entry.seq), CROSS_OUT)))
        blocks += [
            soft(words),
            button(
                "Work later entries out again",
                again,
                tone="quiet",
                icon=ft.Icons.CALCULATE_OUTLINED,
            ),
        ]
    return blocks


def _difference(snapshot: PlaySnapshot, change: Difference) -> ReceiptLine:
    """Show what somebody holds now and would hold then; a debt without its minus, as people say it."""
    who, what_ = snapshot.table.name(change.holder), account_name(snapshot, change)
    if change.hidden:
        return ReceiptLine(f"{who}, {what_}: changes by", change.change, change.unit, signed=True)
    if change.what in DEBTS and change.before <= 0 and change.after <= 0:
        return ReceiptLine(
            f"{who}, owed on {what_}: {amounts.figure(-change.before, change.unit)} becomes",
            -change.after,
            change.unit,
        )
    return ReceiptLine(
        f"{who}, {what_}: {amounts.figure(change.before, change.unit)} becomes",
        change.after,
        change.unit,
    )


def account_name(snapshot: PlaySnapshot, change: Difference) -> str:
    """Name what an account holds: a purse by its name, a card as the board has it."""
    purse, _, unit = change.what.rstrip(")").partition(" (")
    if not unit:
        return purse
    keys = (fact.key for fact in snapshot.game.board_values if not fact.whole)
    key = next((key for key in keys if key == f"{unit}.name" or key.endswith(f".{unit}")), "")
    return str(snapshot.table.fact(key)) if key else unit.replace("_", " ")


def undo_button(state: PlayState, snapshot: PlaySnapshot, *, words: str = "") -> ft.Control:
    """Offer to undo the last entry, named by it; with ``words`` on it where there is room.

    It is another button on every version of the book: a tap on its way to an earlier one does nothing.
    """
    last = snapshot.undoable
    label = f"Undo: {last.proposal.narration}" if last else "Nothing to undo"
    tap, key = press(state.recorder.undo, snapshot.version), f"undo-{snapshot.version}"
    if not words:
        return icon_button(ft.Icons.UNDO, label, tap, disabled=last is None, key=key)
    inside = ft.Text(words, semantics_label=label)
    return ft.TextButton(
        inside,
        icon=ft.Icons.UNDO,
        on_click=tap,
        disabled=last is None,
        tooltip=label,
        style=ft.ButtonStyle(padding=ft.Padding.symmetric(horizontal=12), shape=ft.StadiumBorder()),
        key=key,
    )


def redo_button(state: PlayState, snapshot: PlaySnapshot) -> ft.Control:
    """Offer to bring back what the last undo took."""
    again = snapshot.redoable
    label = f"Redo: {again.proposal.narration}" if again else "Nothing to redo"
    tap, key = (
        press(state.recorder.redo, snapshot.version),
        f"redo-{snapshot.version}" if again else "no-redo",
    )
    return icon_button(ft.Icons.REDO, label, tap, disabled=again is None, key=key)
