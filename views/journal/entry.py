"""An entry of the journal in full, and what crossing it out would change. Plain functions."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.dates import clock, day_and_month
from models.ledger import AMEND, COUNT, VOID, Entry, Place, Refusal
from models.names import clean
from views.app_shell import visit
from views.components.controls import (
    Control,
    Icons,
    OnTap,
    Part,
    Style,
    button,
    column,
    fill,
    heading,
    icon_button,
    note,
    packed,
    press,
    quiet_button,
    remark,
    row,
    screen,
    soft,
    wrap,
)
from views.components.fields import Typed, field
from views.components.journal_row import first_sentence
from views.components.receipt import receipt
from views.journal.correction_state import AFTER, CROSS_OUT, LINE, NOT_HAPPENED, route
from views.state.play.play_state import PlaySnapshot, PlayState
from views.state.play.requests import LONGEST_WORDS

STAYS_HIDDEN = (
    "What is hidden stays hidden, and so does how it changes. Make sure everyone can give it back."
)


@screen
def EntryInFull(
    state: PlayState, snapshot: PlaySnapshot, seq: int, close: Callable[[], object]
) -> Control:
    """Show an entry in full: its receipt, when and by whom, and what can be done about it.

    Whoever does not keep the book can say what is wrong with it. Where it is about to be undone and that needs a
    reason, the field comes first: below the receipt it would be out of sight on a phone.
    """
    words, _ = ft.use_state(Typed())
    listed = next((line for line in snapshot.lines if line.seq == seq), None)
    entry = listed or state.open_plays.journal_of(state.play_id).entry(state.play_id, seq)

    def undo() -> None:
        if not state.panel.firm:
            return  # the second half of a double tap
        with words.showing_refusal():
            why = clean(words.words)
            if not (why and state.recorder.undo(snapshot.version, why)):
                raise Refusal(state.problem if why else "Say why it is taken back.")
            close()

    def send() -> None:
        if words.words.strip():
            state.requests.object_to(seq, words.words)
            close()

    above: Part = None
    below: Part = None
    if state.panel.firm == seq and (firm := snapshot.referee.needs_reason(entry)):
        above = [
            note(firm, "warn", live=True),
            field(words, "Reason", on_submit=undo, autofocus=True, key="why-undo"),
            wrap(
                button("Undo it", undo, tone="danger", icon=Icons.UNDO),
                quiet_button("Cancel", close),
            ),
        ]
    elif state.keeps_book:
        below = _acts(state, snapshot, entry)
    elif entry.voided_by is not None:
        below = note(snapshot.voided_text(entry), "info")
    elif state.seats:
        below = [
            field(words, "What is wrong with it?", max_length=LONGEST_WORDS, key=f"wrong-{seq}"),
            button("Tell the banker", send, icon=Icons.FLAG_OUTLINED, key="tell"),
        ]
    when = f"{day_and_month(entry.at)}, {clock(entry.at)}"
    who = who_recorded(snapshot, entry)
    title = f"Entry {seq}: {snapshot.game.action_title(entry.proposal.action)}"
    said = packed(heading(title), soft(f"{when}, by {who}" if who else when))
    return column(
        row(
            fill(said),
            icon_button(Icons.CLOSE, "Close the entry", close),
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        above,
        receipt(snapshot.proposal_now(entry)),
        below,
    )


def who_recorded(snapshot: PlaySnapshot, entry: Entry) -> str:
    """Who recorded an entry, and for whom, by their names; empty where it was the table's own device."""
    names = {person.key: person.name for person in snapshot.people}
    words = entry.by.split()
    if not any(word in names for word in words):
        return ""
    told = names | {"table": "the table", "bank": "the banker"}
    return " ".join(told.get(word, word) for word in words)


def _acts(state: PlayState, snapshot: PlaySnapshot, entry: Entry) -> Part:
    """Say what was made of an entry since, and offer what can be done about it."""
    if entry.seq in snapshot.revised:
        return [
            note(f"{snapshot.voided_text(entry)}. It was:", "info"),
            receipt(entry.proposal),
            _repair(snapshot, Place(entry.seq)),
        ]
    if entry.voided_by is not None:
        words = snapshot.voided_text(entry)
        gone = "" if words.startswith("Part") else " It no longer counts."
        return note(f"{words}.{gone}", "warn" if gone else "info")
    if entry.turns_back or entry.proposal.action == VOID:
        back = "Undo and redo at the top of the screen go back and forth."
        return remark(back if entry.turns_back else "Undo brings it back. Later, record it again.")
    if entry.proposal.action == AMEND:
        parts: list[Part] = [remark("Undo takes the whole correction back.")]
        for line in entry.proposal.revised:
            if line.place.n:
                after = line.place.seq
                where = f"Added after entry {after}" if after else "Added at the start"
                parts += [
                    soft(where, Style.LABEL_MEDIUM),
                    receipt(line.proposal),
                    _repair(snapshot, line.place),
                ]
        return parts
    if entry.proposal.action == COUNT:
        return _count(state, snapshot, entry)
    return _repair(snapshot, Place(entry.seq))


def _repair(snapshot: PlaySnapshot, where: Place) -> Control:
    """Offer to change an entry, to add one after it, and to cross it out."""
    if snapshot.game.missing:
        return remark(snapshot.game.missing)

    def way(how: str) -> OnTap:
        return visit(snapshot.play.id, route(where, how))

    return wrap(
        button("Correct this entry", way(LINE), icon=Icons.EDIT_OUTLINED, key="correct"),
        button("Add a missed entry", way(AFTER), icon=Icons.PLAYLIST_ADD, key="after"),
        _cross_out(way(CROSS_OUT)),
    )


def _cross_out(act: OnTap) -> Control:
    sign = Icons.FORMAT_STRIKETHROUGH
    return button("Cross out this entry", act, tone="danger", icon=sign, key="strike")


def _count(state: PlayState, snapshot: PlaySnapshot, entry: Entry) -> Part:
    """Say whether a count agrees, and offer to count again or to void it; there is nothing in it to correct."""
    if snapshot.game.missing:
        return remark(snapshot.game.missing)
    counts = (count for count in snapshot.referee.counts() if count.place.seq == entry.seq)
    again = visit(snapshot.play.id, "count")
    void = press(state.recorder.void, entry.seq, NOT_HAPPENED, snapshot.version)
    return [
        [note(count.words, "good" if count.held else "warn") for count in counts],
        wrap(
            button("Count the cash", again, icon=Icons.PAYMENTS_OUTLINED, key="count"),
            _cross_out(void),
        ),
    ]


def undo_button(state: PlayState, snapshot: PlaySnapshot, *, words: str = "") -> Control:
    """Offer to undo the last entry, named by it; with ``words`` on it where there is room.

    It is another button on every version of the book: a tap on its way to an earlier one does nothing.
    """
    last = snapshot.undoable
    label = f"Undo: {first_sentence(last.proposal.narration)}" if last else "Nothing to undo"
    tap, key = press(state.recorder.undo, snapshot.version), f"undo-{snapshot.version}"
    if not words:
        return icon_button(Icons.UNDO, label, tap, disabled=last is None, key=key)
    return ft.TextButton(
        ft.Text(words, semantics_label=label),
        icon=Icons.UNDO,
        on_click=tap,
        disabled=last is None,
        key=key,
    )


def redo_button(state: PlayState, snapshot: PlaySnapshot) -> Control:
    """Offer to bring back what the last undo took."""
    again = snapshot.redoable
    label = f"Redo: {first_sentence(again.proposal.narration)}" if again else "Nothing to redo"
    key = f"redo-{snapshot.version}" if again else "no-redo"
    return icon_button(
        Icons.REDO, label, state.recorder.redo, snapshot.version, disabled=again is None, key=key
    )
