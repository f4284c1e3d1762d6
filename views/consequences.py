"""What would follow from a correction: who would hold what, lines that come out otherwise, and lines to decide on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion import differences
from companion.amending import Change
from companion.receipts import DEBTS
from models.ledger import Refusal
from models.trouble import Trouble
from views import figures, fold, parts, theme
from views.correcting import DROP, KEEP, Correcting
from views.field import field
from views.figures import figure
from views.fold import pane, spread
from views.journal_line import thing
from views.parts import Style, button, press, soft, text
from views.players import badge

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.amending import Fate, Revision
    from companion.differences import Difference, Said
    from views.desk import Desk
    from views.picture import Picture
    from views.store import Store

REASONS = ("Wrong player", "Wrong amount", "Forgotten", "It did not happen")
SHOWN = 30
"""So many lines that come out otherwise are listed; a long evening has no more to look through than that."""
ARROW = "\u2192"


def consequences(
    store: Store,
    desk: Desk,
    state: Correcting,
    *,
    leave: Callable[[], object],
    writing: Callable[[bool], object],
) -> ft.Control:
    """Show all that a correction would do, and the way to take it or to leave everything as it was."""
    try:
        revision = state.revision()
    except (Refusal, Trouble) as said:
        note = parts.note(said.sentence, "bad", live=True)
        return pane(store, note, button("Leave everything as it was", press(leave)))
    picture = desk.picture
    left = [*_decided(state, revision), *_refused(state, revision), *_otherwise(revision)]
    right = [*_differences(picture, revision), *_later(state, revision)]
    foot = _foot(state, revision, leave, writing)
    return pane(store, *spread(store, left, right, spacing=14), foot=foot, spacing=14)


def _decided(state: Correcting, revision: Revision) -> list[ft.Control]:
    """Show every line that was decided on, as it was and as it would be."""
    blocks: list[ft.Control] = []
    for fate in revision.fates:
        if fate.place not in state.decisions:
            continue
        lines: list[ft.Control] = [soft(_name(fate), Style.LABEL_MEDIUM)]
        if fate.now:
            struck = fate.how not in ("kept", "same")
            ink = theme.SOFT_INK if struck else theme.INK
            lines.append(text(fate.now.proposal.narration, Style.BODY_MEDIUM, ink, struck=struck))
        if fate.then and fate.how not in ("kept", "same"):
            lines.append(text(fate.then.narration, Style.TITLE_SMALL))
        if fate.how == "refused":
            lines.append(parts.note(fate.refusal, "bad", live=True))
        acts = []
        if isinstance(state.decisions[fate.place], Change):
            edit = press(state.edit, fate.place)
            acts.append(button("Edit this line", edit, tone="quiet", icon=ft.Icons.EDIT_OUTLINED))
        if fate.place != state.place:
            acts.append(button("Decide anew", press(state.recall, fate.place), tone="quiet", icon=ft.Icons.UNDO))
        blocks.append(parts.card(*lines, *([parts.wrap(*acts)] if acts else []), spacing=5, padding=12))
    return blocks


def _name(fate: Fate) -> str:
    seq = fate.place.seq
    where = f"Line {seq}" if not fate.place.n else f"Put in after line {seq}" if seq else "Put in at the start"
    words = {"dropped": "struck out", "kept": "kept as written", "changed": "corrected", "same": "as it was"}
    return f"{where}, {words[fate.how]}" if fate.how in words else where


def _refused(state: Correcting, revision: Revision) -> list[ft.Control]:
    """Show the lines that could not stand then, each with its reason and the ways to go on."""
    open_ones = [one for one in revision.refused if one.place not in state.decisions]
    if not open_ones:
        return []
    several = len(open_ones) > 1
    words = f"{len(open_ones)} later lines could not stand then" if several else "A later line could not stand then"
    blocks: list[ft.Control] = [parts.heading(words)]
    if several:
        places = tuple(one.place for one in open_ones)
        blocks.append(
            parts.wrap(
                button("Strike all of them out", press(state.decide_all, places, DROP), tone="danger"),
                button("Keep all as written", press(state.decide_all, places, KEEP)),
            )
        )
    for fate in open_ones[:SHOWN]:
        told = fate.now.proposal.narration if fate.now else ""
        blocks.append(
            parts.card(
                soft(_name(fate), Style.LABEL_MEDIUM),
                text(told, Style.BODY_MEDIUM),
                parts.note(fate.refusal, "bad"),
                parts.wrap(
                    button(
                        "Strike it out", press(state.decide, fate.place, DROP), tone="danger", key=f"drop-{fate.number}"
                    ),
                    button("Keep it as written", press(state.decide, fate.place, KEEP), key=f"keep-{fate.number}"),
                    button("Change it", press(state.edit, fate.place), icon=ft.Icons.EDIT_OUTLINED),
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
        blocks.append(parts.column(parts.heading(words), parts.card(*rows, spacing=10, padding=12), spacing=8))
    receipts = sum(one.how == "receipt" for one in revision.fates)
    if receipts:
        what = "1 later receipt shows" if receipts == 1 else f"{receipts} later receipts show"
        blocks.append(soft(f"{what} other sums; nothing else changes there.", Style.BODY_MEDIUM))
    return blocks


def _pair(fate: Fate) -> ft.Control:
    was = fate.now.proposal.narration if fate.now else ""
    now = fate.then.narration if fate.then else ""
    lines: list[ft.Control] = [soft(_name(fate), Style.LABEL_MEDIUM)]
    if was == now:
        lines.append(text(f"{now} It moves other sums.", Style.BODY_MEDIUM))
    else:
        lines += [text(was, Style.BODY_SMALL, theme.SOFT_INK, struck=True), text(now, Style.BODY_MEDIUM)]
    spoken = f"{_name(fate)}. It said: {was} It would say: {now}"
    return ft.Semantics(content=parts.column(*lines, spacing=2), label=spoken, container=True, exclude_semantics=True)


def _differences(picture: Picture, revision: Revision) -> list[ft.Control]:
    """Show, player by player, what everyone would have then."""
    before, after = picture.table, revision.after
    sums = differences.between(picture.game, before, after)
    said = differences.said(picture.game, before, after)
    names = {one.key: one.name for one in (*before.players, *after.players)}
    blocks: list[ft.Control] = [parts.heading("Everyone then")]
    for seat in names:
        theirs = [one for one in sums if one.holder == seat]
        words = [one for one in said if one.holder == seat]
        if theirs or words:
            blocks.append(_of_player(picture, seat, before.name(seat), theirs, words))
    if len(blocks) == 1:
        blocks.append(soft("Nobody would have anything else than now.", Style.BODY_MEDIUM))
    return blocks


def _of_player(picture: Picture, seat: str, name: str, sums: list[Difference], words: list[Said]) -> ft.Control:
    person = picture.person(seat)
    head = ft.Row(
        [*([badge(person, size=30)] if person else []), text(name, Style.TITLE_MEDIUM, expand=True)], spacing=theme.GAP
    )
    rows = [_sum(picture, one) for one in sums]
    told = {figure(abs(value), one.unit) for one in sums for value in (one.before, one.after)}
    # what an account says already need not be said again by the card
    rows += [_words(one) for one in words if not {_plain(one.before), _plain(one.after)} <= told]
    below = [one for one in sums if not one.hidden and one.after < 0 <= one.before and one.what not in DEBTS]
    notes = [
        parts.note(f"{name} would stand below nought: {thing(picture, one)} at {figure(one.after, one.unit)}.", "bad")
        for one in below
    ]
    return parts.card(head, *rows, *notes, spacing=6, padding=12)


def _plain(words: str) -> str:
    return words.lstrip("-\u2212")


def _sum(picture: Picture, one: Difference) -> ft.Control:
    what = thing(picture, one)
    if one.hidden:
        change = figures.figure(one.change, one.unit, signed=True)
        return _row(
            what, f"changes by {change}", f"{what} changes by {figures.spoken(one.change, one.unit, signed=True)}"
        )
    before, after, label = one.before, one.after, what
    if one.what in DEBTS and before <= 0 and after <= 0:
        before, after, label = -before, -after, f"owed on {what}"
    spoken = f"{label}: {figures.spoken(before, one.unit)} becomes {figures.spoken(after, one.unit)}"
    return _row(label, f"{figure(before, one.unit)} {ARROW} {figure(after, one.unit)}", spoken)


def _words(one: Said) -> ft.Control:
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


def _later(state: Correcting, revision: Revision) -> list[ft.Control]:
    """Offer to leave later lines alone, where there are any."""
    if not any(one.place not in state.decisions for one in revision.fates):
        return []
    return [
        parts.heading("The lines after it"),
        fold.option(
            "Work them out again",
            press(state.later, True),
            chosen=state.again,
            remark="From what was answered then: tax, interest and shares follow.",
            key="again",
        ),
        fold.option(
            "Leave them as they are written",
            press(state.later, False),
            chosen=not state.again,
            remark="What was paid at the table was paid, and stays paid.",
            key="as-written",
        ),
    ]


def _foot(
    state: Correcting,
    revision: Revision,
    leave: Callable[[], object],
    writing: Callable[[bool], object],
) -> ft.Control:
    """Ask for the reason, and offer to take the correction or to leave everything as it was."""
    open_ones = [one for one in revision.refused if one.place not in state.decisions]
    lines: list[ft.Control] = []
    if open_ones:
        words = "First decide on the line that could not stand then." if len(open_ones) == 1 else (
            f"First decide on the {len(open_ones)} lines that could not stand then."
        )  # fmt: skip
        lines.append(parts.note(words, "warn", live=True))
    elif revision.refused:
        lines.append(parts.note("A line that was decided on can't stand so. Change it.", "bad", live=True))
    elif revision.idle:
        lines.append(parts.note("Nothing would change.", "info", live=True))
    ready = not revision.refused and not revision.idle
    seen = state.referee.version

    def take() -> None:
        if state.take(seen):
            leave()

    if ready:
        lines += [
            parts.wrap(
                *(
                    fold.pick(words, press(state.explain, words), chosen=state.reason == words, key=f"why-{words}")
                    for words in REASONS
                ),
                spacing=8,
            ),
            field(
                "Why is it corrected?",
                state.reason,
                state.explain,
                error=state.wrong,
                on_submit=press(take),
                focused=writing,
                key="why",
            ),
        ]
    lines.append(
        parts.wrap(
            button(
                "Take the correction", press(take), tone="primary", icon=ft.Icons.CHECK, disabled=not ready, key="take"
            ),
            button("Leave everything as it was", press(leave), tone="quiet"),
        )
    )
    return parts.column(*lines, spacing=8)
