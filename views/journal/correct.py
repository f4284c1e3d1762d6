"""Correcting a past line: its sheet on the table as it was then, and what would follow from it."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.core import differences
from companion.core.differences import DEBTS, CardChange, Difference
from companion.core.revision import Change, Consequence, Revision
from companion.dates import said
from models.errors import StorageError
from models.ledger import EffectiveEntry, Place, Refusal
from views import theme
from views.app_shell import go, header, play_route
from views.components import amounts, controls, sections
from views.components.amounts import figure
from views.components.controls import Style, button, field, press, screen, soft, text
from views.components.player_card import badge
from views.components.receipt import receipt
from views.components.sections import scroll_pane, side_by_side
from views.journal.correction_state import AFTER, DROP, KEEP, CorrectionState, read_place
from views.journal.entry import account_name
from views.state.client import Client
from views.state.past_snapshot import PastPlayState
from views.state.play_snapshot import PlaySnapshot
from views.state.play_state import PlayState
from views.table.menu import action_groups
from views.table.sheet import record_bar, sheet

REASONS = ("Wrong player", "Wrong amount", "Forgotten", "It did not happen")
SHOWN = 30
"""So many lines that come out otherwise are listed; a long evening has no more to look through than that."""
ARROW = "\u2192"


def consequences(
    client: Client,
    state: PlayState,
    correction: CorrectionState,
    *,
    leave: Callable[[], object],
    writing: Callable[[bool], object],
) -> ft.Control:
    """Show all that a correction would do, and the way to take it or to leave everything as it was."""
    try:
        revision = correction.revision()
    except (Refusal, StorageError) as said:
        note = controls.note(said.sentence, "bad", live=True)
        return scroll_pane(client, note, button("Leave everything as it was", press(leave)))
    snapshot = state.snapshot
    left = [*_decided(correction, revision), *_refused(correction, revision), *_otherwise(revision)]
    right = [*_differences(snapshot, revision), *_later(correction, revision)]
    foot = _foot(correction, revision, leave, writing)
    return scroll_pane(client, *side_by_side(client, left, right, spacing=14), foot=foot, spacing=14)


def _decided(correction: CorrectionState, revision: Revision) -> list[ft.Control]:
    """Show every line that was decided on, as it was and as it would be."""
    blocks: list[ft.Control] = []
    for consequence in revision.consequences:
        if consequence.place not in correction.decisions:
            continue
        lines: list[ft.Control] = [soft(_name(consequence), Style.LABEL_MEDIUM)]
        if consequence.now:
            voided = consequence.how not in ("kept", "same")
            ink = theme.SOFT_INK if voided else theme.INK
            lines.append(text(consequence.now.proposal.narration, Style.BODY_MEDIUM, ink, crossed_out=voided))
        if consequence.then and consequence.how not in ("kept", "same"):
            lines.append(text(consequence.then.narration, Style.TITLE_SMALL))
        if consequence.how == "refused":
            lines.append(controls.note(consequence.refusal, "bad", live=True))
        acts = []
        if isinstance(correction.decisions[consequence.place], Change):
            edit = press(correction.edit, consequence.place)
            acts.append(button("Edit this line", edit, tone="quiet", icon=ft.Icons.EDIT_OUTLINED))
        if consequence.place != correction.place:
            acts.append(
                button("Decide anew", press(correction.recall, consequence.place), tone="quiet", icon=ft.Icons.UNDO)
            )
        blocks.append(controls.card(*lines, *([controls.wrap(*acts)] if acts else []), spacing=5, padding=12))
    return blocks


def _name(consequence: Consequence) -> str:
    seq = consequence.place.seq
    where = f"Line {seq}" if not consequence.place.n else f"Put in after line {seq}" if seq else "Put in at the start"
    words = {"dropped": "struck out", "kept": "kept as written", "changed": "corrected", "same": "as it was"}
    return f"{where}, {words[consequence.how]}" if consequence.how in words else where


def _refused(correction: CorrectionState, revision: Revision) -> list[ft.Control]:
    """Show the lines that could not stand then, each with its reason and the ways to go on."""
    open_ones = [one for one in revision.refused if one.place not in correction.decisions]
    if not open_ones:
        return []
    several = len(open_ones) > 1
    words = f"{len(open_ones)} later lines could not stand then" if several else "A later line could not stand then"
    blocks: list[ft.Control] = [controls.heading(words)]
    if several:
        places = tuple(one.place for one in open_ones)
        blocks.append(
            controls.wrap(
                button("Strike all of them out", press(correction.decide_all, places, DROP), tone="danger"),
                button("Keep all as written", press(correction.decide_all, places, KEEP)),
            )
        )
    for consequence in open_ones[:SHOWN]:
        narration = consequence.now.proposal.narration if consequence.now else ""
        blocks.append(
            controls.card(
                soft(_name(consequence), Style.LABEL_MEDIUM),
                text(narration, Style.BODY_MEDIUM),
                controls.note(consequence.refusal, "bad"),
                controls.wrap(
                    button(
                        "Strike it out",
                        press(correction.decide, consequence.place, DROP),
                        tone="danger",
                        key=f"drop-{consequence.number}",
                    ),
                    button(
                        "Keep it as written",
                        press(correction.decide, consequence.place, KEEP),
                        key=f"keep-{consequence.number}",
                    ),
                    button("Change it", press(correction.edit, consequence.place), icon=ft.Icons.EDIT_OUTLINED),
                ),
                spacing=6,
                padding=12,
            )
        )
    return blocks


def _otherwise(revision: Revision) -> list[ft.Control]:
    """List the later lines that come out otherwise, worked out from the same answers."""
    found = revision.otherwise
    blocks: list[ft.Control] = []
    if found:
        words = (
            "1 later line comes out otherwise" if len(found) == 1 else f"{len(found)} later lines come out otherwise"
        )
        rows = [_pair(one) for one in found[:SHOWN]]
        if len(found) > SHOWN:
            rows.append(soft(f"And {len(found) - SHOWN} more; the journal will show them all."))
        blocks.append(controls.column(controls.heading(words), controls.card(*rows, spacing=10, padding=12), spacing=8))
    receipts = sum(one.how == "receipt" for one in revision.consequences)
    if receipts:
        what = "1 later receipt shows" if receipts == 1 else f"{receipts} later receipts show"
        blocks.append(soft(f"{what} other sums; nothing else changes there.", Style.BODY_MEDIUM))
    return blocks


def _pair(consequence: Consequence) -> ft.Control:
    was = consequence.now.proposal.narration if consequence.now else ""
    now = consequence.then.narration if consequence.then else ""
    lines: list[ft.Control] = [soft(_name(consequence), Style.LABEL_MEDIUM)]
    if was == now:
        lines.append(text(f"{now} It moves other sums.", Style.BODY_MEDIUM))
    else:
        lines += [text(was, Style.BODY_SMALL, theme.SOFT_INK, crossed_out=True), text(now, Style.BODY_MEDIUM)]
    spoken = f"{_name(consequence)}. It said: {was} It would say: {now}"
    return ft.Semantics(
        content=controls.column(*lines, spacing=2), label=spoken, container=True, exclude_semantics=True
    )


def _differences(snapshot: PlaySnapshot, revision: Revision) -> list[ft.Control]:
    """Show, player by player, what everyone would have then."""
    before, after = snapshot.table, revision.after
    sums = differences.between(snapshot.game, before, after)
    said = differences.card_changes(snapshot.game, before, after)
    names = {one.key: one.name for one in (*before.players, *after.players)}
    blocks: list[ft.Control] = [controls.heading("Everyone then")]
    for seat in names:
        theirs = [one for one in sums if one.holder == seat]
        words = [one for one in said if one.holder == seat]
        if theirs or words:
            blocks.append(_of_player(snapshot, seat, before.name(seat), theirs, words))
    if len(blocks) == 1:
        blocks.append(soft("Nobody would have anything else than now.", Style.BODY_MEDIUM))
    return blocks


def _of_player(
    snapshot: PlaySnapshot, seat: str, name: str, sums: list[Difference], words: list[CardChange]
) -> ft.Control:
    person = snapshot.person(seat)
    head = ft.Row(
        [*([badge(person, size=30)] if person else []), text(name, Style.TITLE_MEDIUM, expand=True)], spacing=theme.GAP
    )
    rows = [_sum(snapshot, one) for one in sums]
    shown = {figure(abs(value), one.unit) for one in sums for value in (one.before, one.after)}
    # what an account says already need not be said again by the card
    rows += [_words(one) for one in words if not {_plain(one.before), _plain(one.after)} <= shown]
    below = [one for one in sums if not one.hidden and one.after < 0 <= one.before and one.what not in DEBTS]
    notes = [
        controls.note(
            f"{name} would stand below nought: {account_name(snapshot, one)} at {figure(one.after, one.unit)}.", "bad"
        )
        for one in below
    ]
    return controls.card(head, *rows, *notes, spacing=6, padding=12)


def _plain(words: str) -> str:
    return words.lstrip("-\u2212")


def _sum(snapshot: PlaySnapshot, one: Difference) -> ft.Control:
    what = account_name(snapshot, one)
    if one.hidden:
        change = amounts.figure(one.change, one.unit, signed=True)
        return _row(
            what, f"changes by {change}", f"{what} changes by {amounts.spoken(one.change, one.unit, signed=True)}"
        )
    before, after, label = one.before, one.after, what
    if one.what in DEBTS and before <= 0 and after <= 0:
        before, after, label = -before, -after, f"owed on {what}"
    spoken = f"{label}: {amounts.spoken(before, one.unit)} becomes {amounts.spoken(after, one.unit)}"
    return _row(label, f"{figure(before, one.unit)} {ARROW} {figure(after, one.unit)}", spoken)


def _words(one: CardChange) -> ft.Control:
    before, after = one.before or "none", one.after or "none"
    label = one.label or "On the card"
    return _row(label, f"{before} {ARROW} {after}", f"{label}: {before} becomes {after}")


def _row(label: str, value: str, spoken: str) -> ft.Control:
    """Set a label with what it becomes beside it, or below it where that is long."""
    said = text(value, Style.TITLE_SMALL, align=ft.TextAlign.END if len(value) <= 26 else ft.TextAlign.START)
    content: ft.Control
    if len(value) <= 26:
        content = ft.Row([soft(label.capitalize(), Style.BODY_MEDIUM, expand=True), said], spacing=theme.GAP)
    else:
        content = ft.Column([soft(label.capitalize(), Style.BODY_MEDIUM), said], spacing=0, tight=True)
    return ft.Semantics(label=spoken, container=True, exclude_semantics=True, content=content)


def _later(correction: CorrectionState, revision: Revision) -> list[ft.Control]:
    """Offer to leave later lines alone, where there are any."""
    if not any(one.place not in correction.decisions for one in revision.consequences):
        return []
    return [
        controls.heading("The lines after it"),
        sections.radio_row(
            "Work them out again",
            press(correction.later, True),
            chosen=correction.again,
            remark="From what was answered then: tax, interest and shares follow.",
            key="again",
        ),
        sections.radio_row(
            "Leave them as they are written",
            press(correction.later, False),
            chosen=not correction.again,
            remark="What was paid at the table was paid, and stays paid.",
            key="as-written",
        ),
    ]


def _foot(
    correction: CorrectionState,
    revision: Revision,
    leave: Callable[[], object],
    writing: Callable[[bool], object],
) -> ft.Control:
    """Ask for the reason, and offer to take the correction or to leave everything as it was."""
    open_ones = [one for one in revision.refused if one.place not in correction.decisions]
    lines: list[ft.Control] = []
    if open_ones:
        words = "First decide on the line that could not stand then." if len(open_ones) == 1 else (
            f"First decide on the {len(open_ones)} lines that could not stand then."
        )  # fmt: skip
        lines.append(controls.note(words, "warn", live=True))
    elif revision.refused:
        lines.append(controls.note("A line that was decided on can't stand so. Change it.", "bad", live=True))
    elif revision.idle:
        lines.append(controls.note("Nothing would change.", "info", live=True))
    ready = not revision.refused and not revision.idle
    seen = correction.referee.version

    def take() -> None:
        if correction.take(seen):
            leave()

    if ready:
        lines += [
            controls.wrap(
                *(
                    sections.choice_chip(
                        words,
                        press(correction.type_reason, words),
                        chosen=correction.reason == words,
                        key=f"why-{words}",
                    )
                    for words in REASONS
                ),
                spacing=8,
            ),
            field(
                "Why is it corrected?",
                correction.reason,
                correction.type_reason,
                error=correction.wrong,
                on_submit=press(take),
                focused=writing,
                key="why",
            ),
        ]
    lines.append(
        controls.wrap(
            button(
                "Take the correction", press(take), tone="primary", icon=ft.Icons.CHECK, disabled=not ready, key="take"
            ),
            button("Leave everything as it was", press(leave), tone="quiet"),
        )
    )
    return controls.column(*lines, spacing=8)


WHERE = "There is no such line in this journal."


@screen
def CorrectScreen(client: Client, state: PlayState) -> ft.Control:
    """Ask what a line is to say, and show what would follow before anything is written."""
    params = ft.use_route_params()
    where = read_place(params.get("line", ""))
    how = params.get("how", "")
    if where is None:
        return _frame(
            client, "No such line", lambda: go(play_route(state.play_id, "journal")), soft(WHERE, Style.BODY_LARGE)
        )
    return CorrectionSteps(client, state, how, where, key=f"{how}-{where.seq}.{where.n}")


@screen
def CorrectionSteps(client: Client, state: PlayState, how: str, where: Place) -> ft.Control:
    """Draw one correction, step by step."""
    correction, _ = ft.use_state(lambda: CorrectionState(state, how, where))  # type: ignore[arg-type, return-value]  # may be a function

    def writing(on: bool) -> None:
        state.writing = on

    ft.use_effect(lambda: None, dependencies=[], cleanup=lambda: writing(False))
    # another device may have put a line in at the very place
    ft.use_effect(lambda: correction.follow() and None, dependencies=[state.snapshot.version])

    def leave() -> None:
        go(play_route(state.play_id, "journal"))

    def back() -> None:
        if not correction.back():
            leave()

    if correction.problem:
        words = controls.note(correction.problem, "info")
        return _frame(
            client, correction.title, leave, scroll_pane(client, words, button("To the journal", press(leave)))
        )
    if correction.repair:
        return _frame(
            client,
            _asking(correction),
            back,
            LineSheet(client, correction, correction.repair, key=f"sheet-{correction.at}"),
        )
    body = consequences(client, state, correction, leave=leave, writing=writing)
    return _frame(client, f"Correct {correction.title.lower()}" if how != AFTER else correction.title, back, body)


def _asking(correction: CorrectionState) -> str:
    if correction.at == correction.place:
        return correction.title if correction.how == AFTER else f"Correct {correction.title.lower()}"
    return f"Change line {correction.at.seq}" if correction.at else correction.title


def _frame(client: Client, title: str, back: Callable[[], object], body: ft.Control) -> ft.Control:
    return ft.Column(
        [header(client, title, leave=press(back)), ft.Container(body, expand=True)],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@screen
def LineSheet(client: Client, correction: CorrectionState, repair: PastPlayState) -> ft.Control:
    """Draw the sheet of the line, or everything it could be instead."""
    snapshot = repair.snapshot
    line = next((one for one in correction.referee.lines() if one.place == correction.at), None)
    left = _as_written(line, correction) if line else _before(correction)
    draft = repair.own
    if correction.other and draft is None:
        right = [soft("What happened?", Style.BODY_MEDIUM), *action_groups(repair, snapshot)]
        return scroll_pane(client, *side_by_side(client, left, right, spacing=12), spacing=12)
    if draft is None:
        return scroll_pane(client, *left)
    action = snapshot.game.action(draft.action)
    right = [
        controls.heading(action.title),
        *([soft(action.help)] if action.help else []),
        *sheet(repair, snapshot, draft, repair.outcome(), compact=not client.wide),
        button("Something else happened", press(correction.pick), tone="quiet", icon=ft.Icons.SWAP_HORIZ, key="other"),
    ]
    bar = record_bar(repair, snapshot, draft, repair.outcome(), compact=not client.wide, label="See what follows")
    return scroll_pane(client, *side_by_side(client, left, right, spacing=12), foot=bar, spacing=12)


def _as_written(line: EffectiveEntry, correction: CorrectionState) -> list[ft.Control]:
    """Show what the line says now."""
    words = f"Recorded {said(line.at)}. Tap what was wrong: it is tried on the table as it was then."
    return [
        soft(
            words
            if correction.at == correction.place
            else "It has to be decided on, because of what was changed before it."
        ),
        receipt(line.proposal),
    ]


def _before(correction: CorrectionState) -> list[ft.Control]:
    where = f"after line {correction.place.seq}" if correction.place.seq else "before everything else"
    return [soft(f"The table is as it was {where}. Lines recorded since are worked out again.", Style.BODY_MEDIUM)]
