"""Correcting a past entry: what was wrong, the sheet on the table as it was then, and what would follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from companion.core.action import Action
from companion.core.recording import differences
from companion.core.recording.differences import CardChange, Difference
from companion.core.recording.revision import Change, Consequence, Revision
from companion.core.show.statement import DEBTS, share
from companion.core.table import sentence
from models.errors import StorageError
from models.ledger import Line, Place, ReceiptLine, Refusal
from views import theme
from views.app_shell import go, header, play_route
from views.components import amounts, controls, sections
from views.components.amounts import figure
from views.components.controls import Style, button, press, screen, soft, text
from views.components.fields import Typed, field
from views.components.player_card import badge
from views.components.sections import scroll_pane, side_by_side
from views.journal.correction_state import DROP, KEEP, CorrectionState, read_place
from views.journal.entry import STAYS_HIDDEN, account_name
from views.state.client import Client
from views.state.play.draft import Draft, visible_questions
from views.state.play.panel import TURN
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.menu import action_groups
from views.table.questions.kinds import view_of
from views.table.sheet import sheet

SHOWN = 30
"""So many later entries that change are listed; a long evening has no more to look through than that."""
ARROW = "\u2192"
NEVER = "Didn't happen"


def consequences(
    client: Client,
    state: PlayState,
    correction: CorrectionState,
    *,
    leave: Callable[[], object],
) -> ft.Control:
    """Show who gains and loses by a correction, all else that it would do, and the way to take it or to leave it."""
    try:
        revision = correction.revision()
    except (Refusal, StorageError) as said:
        note = controls.note(said.sentence, "bad", live=True)
        return scroll_pane(client, note, button("Cancel", press(leave)))
    snapshot = state.snapshot
    left = [
        _gains(snapshot, revision),
        *_show_decided(correction, revision),
        *_list_kept(correction, revision),
        *_show_refused(correction, revision),
        *_otherwise(revision),
    ]
    right = [*_differences(snapshot, revision), *_later(correction, revision)]
    foot = _foot(client, correction, revision, leave)
    return scroll_pane(
        client, *side_by_side(client, left, right, spacing=14), foot=foot, spacing=14
    )


def _gains(snapshot: PlaySnapshot, revision: Revision) -> ft.Control:
    """Show who gains and who loses, each by the figure that a journal would have beside their name."""
    changes = differences.between(snapshot.game, snapshot.table, revision.after)
    moves = {
        (f"{change.holder}:{change.what}", change.unit): change.change
        for change in changes
        if change.unit
    }
    found = [(person, line) for person in snapshot.people if (line := share(moves, person.key))]
    owing = {change.holder: change for change in changes if change.what in DEBTS and change.unit}
    if not found:
        return soft(
            STAYS_HIDDEN if snapshot.secret else "Nobody gains or loses money.", Style.BODY_MEDIUM
        )
    return controls.wrap(
        *(
            ft.Container(
                ft.Row(
                    [
                        badge(person, size=26),
                        text(person.name, Style.TITLE_SMALL),
                        *_gain(line, owing.get(person.key)),
                    ],
                    spacing=8,
                    tight=True,
                ),
                padding=ft.Padding.symmetric(horizontal=12, vertical=9),
                bgcolor=theme.CARD,
                border=ft.Border.all(1, theme.HAIRLINE),
                border_radius=theme.RADIUS,
            )
            for person, line in found
        )
    )


def _gain(line: ReceiptLine, debt: Difference | None) -> list[ft.Control]:
    """What a player gains, and how much more or less that player owes then."""
    if debt is None:
        return [amounts.line_figure(line, Style.TITLE_MEDIUM)]
    more = "more" if debt.change < 0 else "less"
    owes = text(
        f"owes {figure(abs(debt.change), debt.unit)} {more}",
        color=theme.LOSS if debt.change < 0 else theme.GAIN,
    )
    return (
        [owes]
        if line.figure == debt.change
        else [amounts.line_figure(line, Style.TITLE_MEDIUM), owes]
    )


def _show_decided(correction: CorrectionState, revision: Revision) -> list[ft.Control]:
    """Show every entry that was changed or crossed out, as it was and as it would be."""
    blocks: list[ft.Control] = []
    for consequence in revision.consequences:
        if consequence.place not in correction.decisions or consequence.how == "kept":
            continue
        lines: list[ft.Control] = [soft(_name(consequence), Style.LABEL_MEDIUM)]
        if consequence.now:
            voided = consequence.how != "same"
            ink = theme.SOFT_INK if voided else theme.INK
            lines.append(
                text(consequence.now.proposal.narration, Style.BODY_MEDIUM, ink, crossed_out=voided)
            )
        if consequence.then and consequence.how != "same":
            lines.append(text(consequence.then.narration, Style.TITLE_SMALL))
        if consequence.how == "refused":
            lines.append(controls.note(consequence.refusal, "bad", live=True))
        acts = []
        if isinstance(correction.decisions[consequence.place], Change):
            edit = press(correction.edit, consequence.place)
            acts.append(button("Edit", edit, tone="quiet", icon=ft.Icons.EDIT_OUTLINED))
        if consequence.place != correction.place:
            acts.append(
                button(
                    "Decide again",
                    press(correction.recall, consequence.place),
                    tone="quiet",
                    icon=ft.Icons.UNDO,
                )
            )
        blocks.append(
            controls.card(*lines, *([controls.wrap(*acts)] if acts else []), spacing=5, padding=12)
        )
    return blocks


def _name(consequence: Consequence) -> str:
    seq = consequence.place.seq
    where = (
        f"Entry {seq}"
        if not consequence.place.n
        else f"Added after entry {seq}"
        if seq
        else "Added at the start"
    )
    words = {
        "dropped": "crossed out",
        "kept": "kept as written",
        "changed": "corrected",
        "same": "as it was",
    }
    return f"{where}, {words[consequence.how]}" if consequence.how in words else where


def _list_kept(correction: CorrectionState, revision: Revision) -> list[ft.Control]:
    """List the later entries that stay as written though they don't follow now; a tap on one that happened otherwise.

    Nobody is asked about them one by one: the button at the foot says that nothing else happened differently.
    """
    found = revision.those("kept")
    if not found:
        return []
    few = len(found) == 1
    if correction.find_unanswered(revision):
        heading = "Did anything else happen differently?"
        remark = (
            "This later entry no longer follows, but can stay as written. Tap it if it happened differently."
            if few
            else f"These {len(found)} later entries no longer follow, but can stay as written. "
            "Tap one that happened differently."
        )
    else:
        heading = (
            "1 later entry stays as written"
            if few
            else f"{len(found)} later entries stay as written"
        )
        remark = "Tap it to change it." if few else "Tap one to change it."
    rows = [
        controls.face(
            ft.Row(
                [
                    ft.Column(
                        [
                            soft(f"Entry {consequence.place.seq}", Style.LABEL_MEDIUM),
                            text(
                                consequence.then.narration if consequence.then else "",
                                Style.BODY_MEDIUM,
                            ),
                        ],
                        spacing=2,
                        tight=True,
                        expand=True,
                    ),
                    ft.Icon(ft.Icons.EDIT_OUTLINED, size=20, color=theme.SOFT_INK),
                ]
            ),
            press(correction.edit, consequence.place),
            padding=12,
            expand=None,
            role="button",
            key=f"kept-{consequence.number}",
        )
        for consequence in found[:SHOWN]
    ]
    return [
        controls.column(
            controls.heading(heading), soft(remark, Style.BODY_MEDIUM), *rows, spacing=8
        )
    ]


def _show_refused(correction: CorrectionState, revision: Revision) -> list[ft.Control]:
    """Show the later entries that can't stay as written, each with its reason and the ways to go on."""
    open_ones = [one for one in revision.refused if one.place not in correction.decisions]
    if not open_ones:
        return []
    several = len(open_ones) > 1
    words = (
        f"{len(open_ones)} later entries no longer fit"
        if several
        else "A later entry no longer fits"
    )
    blocks: list[ft.Control] = [controls.heading(words)]
    if several:
        places = tuple(one.place for one in open_ones)
        blocks.append(
            controls.wrap(
                button(
                    "Cross them all out", press(correction.decide_all, places, DROP), tone="danger"
                ),
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
                        "Cross it out",
                        press(correction.decide, consequence.place, DROP),
                        tone="danger",
                        key=f"drop-{consequence.number}",
                    ),
                    button(
                        "Keep as written",
                        press(correction.decide, consequence.place, KEEP),
                        key=f"keep-{consequence.number}",
                    ),
                    button(
                        "Change it",
                        press(correction.edit, consequence.place),
                        icon=ft.Icons.EDIT_OUTLINED,
                    ),
                ),
                spacing=6,
                padding=12,
            )
        )
    return blocks


def _otherwise(revision: Revision) -> list[ft.Control]:
    """List the later entries that change, worked out from the same answers."""
    found = revision.those("effects changed")
    blocks: list[ft.Control] = []
    if found:
        words = "1 later entry changes" if len(found) == 1 else f"{len(found)} later entries change"
        rows = [_pair(one) for one in found[:SHOWN]]
        if len(found) > SHOWN:
            rows.append(soft(f"And {len(found) - SHOWN} more; the journal will show them all."))
        blocks.append(
            controls.column(
                controls.heading(words), controls.card(*rows, spacing=10, padding=12), spacing=8
            )
        )
    receipts = sum(consequence.how == "receipt" for consequence in revision.consequences)
    if receipts:
        what = "1 later receipt shows" if receipts == 1 else f"{receipts} later receipts show"
        blocks.append(soft(f"{what} other sums. Nothing else changes there.", Style.BODY_MEDIUM))
    return blocks


def _pair(consequence: Consequence) -> ft.Control:
    was = consequence.now.proposal.narration if consequence.now else ""
    now = consequence.then.narration if consequence.then else ""
    lines: list[ft.Control] = [soft(_name(consequence), Style.LABEL_MEDIUM)]
    if was == now:
        lines.append(text(f"{now} The amounts change.", Style.BODY_MEDIUM))
    else:
        lines += [
            text(was, Style.BODY_SMALL, theme.SOFT_INK, crossed_out=True),
            text(now, Style.BODY_MEDIUM),
        ]
    spoken = f"{_name(consequence)}. It was: {was} It becomes: {now}"
    return ft.Semantics(
        content=controls.column(*lines, spacing=2),
        label=spoken,
        container=True,
        exclude_semantics=True,
    )


def _differences(snapshot: PlaySnapshot, revision: Revision) -> list[ft.Control]:
    """Show, player by player, what everyone would have then."""
    before, after = snapshot.table, revision.after
    sums = differences.between(snapshot.game, before, after)
    said = differences.card_changes(snapshot.game, before, after)
    names = {player.key: player.name for player in (*before.players, *after.players)}
    blocks: list[ft.Control] = [controls.heading("After the correction")]
    for seat in names:
        theirs = [one for one in sums if one.holder == seat]
        words = [change for change in said if change.holder == seat]
        if theirs or words:
            blocks.append(_of_player(snapshot, seat, before.name(seat), theirs, words))
    if len(blocks) == 1:
        blocks.append(
            soft(
                STAYS_HIDDEN if snapshot.secret else "Everyone has the same as now.",
                Style.BODY_MEDIUM,
            )
        )
    return blocks


def _of_player(
    snapshot: PlaySnapshot, seat: str, name: str, sums: list[Difference], words: list[CardChange]
) -> ft.Control:
    person = snapshot.person(seat)
    head = ft.Row(
        [
            *([badge(person, size=30)] if person else []),
            text(name, Style.TITLE_MEDIUM, expand=True),
        ],
        spacing=theme.GAP,
    )
    rows = [_sum(snapshot, one) for one in sums]
    shown = {figure(abs(value), one.unit) for one in sums for value in (one.before, one.after)}
    shown |= {account_name(snapshot, one) for one in sums}
    # what an account says already need not be said again by the card
    rows += [
        _words(word)
        for word in words
        if not {_plain(word.before), _plain(word.after)} - {""} <= shown
    ]
    below = [one for one in sums if one.after < 0 <= one.before and one.what not in DEBTS]
    notes = [
        controls.note(
            f"{name} would be below zero: {account_name(snapshot, change)} at {figure(change.after, change.unit)}.",
            "bad",
        )
        for change in below
    ]
    return controls.card(head, *rows, *notes, spacing=6, padding=12)


def _plain(words: str) -> str:
    return words.lstrip("-\u2212")


def _sum(snapshot: PlaySnapshot, change: Difference) -> ft.Control:
    what = account_name(snapshot, change)
    before, after, label = change.before, change.after, what
    if change.what in DEBTS and before <= 0 and after <= 0:
        before, after, label = -before, -after, f"owed on {what}"
    spoken = (
        f"{label}: {amounts.speak(before, change.unit)} becomes {amounts.speak(after, change.unit)}"
    )
    return _row(
        label, f"{figure(before, change.unit)} {ARROW} {figure(after, change.unit)}", spoken
    )


def _words(change: CardChange) -> ft.Control:
    before, after = change.before or "none", change.after or "none"
    label = change.label or "On the card"
    return _row(label, f"{before} {ARROW} {after}", f"{label}: {before} becomes {after}")


def _row(label: str, value: str, spoken: str) -> ft.Control:
    """Set a label with what it becomes beside it, or below it where that is long."""
    said = text(
        value, Style.TITLE_SMALL, align=ft.TextAlign.END if len(value) <= 26 else ft.TextAlign.START
    )
    content: ft.Control
    if len(value) <= 26:
        content = ft.Row(
            [soft(sentence(label), Style.BODY_MEDIUM, expand=True), said], spacing=theme.GAP
        )
    else:
        content = ft.Column([soft(sentence(label), Style.BODY_MEDIUM), said], spacing=0, tight=True)
    return ft.Semantics(label=spoken, container=True, exclude_semantics=True, content=content)


def _later(correction: CorrectionState, revision: Revision) -> list[ft.Control]:
    """Offer to leave later entries alone, where there are any."""
    if not any(
        consequence.place not in correction.decisions for consequence in revision.consequences
    ):
        return []
    return [
        controls.heading("Later entries"),
        sections.radio_row(
            "Work them out again",
            press(correction.later, True),
            chosen=correction.again,
            remark="Tax, interest and shares follow.",
            key="again",
        ),
        sections.radio_row(
            "Leave them as written",
            press(correction.later, False),
            chosen=not correction.again,
            remark="What was paid stays paid.",
            key="as-written",
        ),
    ]


def _foot(
    client: Client,
    correction: CorrectionState,
    revision: Revision,
    leave: Callable[[], object],
) -> ft.Control:
    """Offer to take the correction or to leave everything as it was, with a note on it for whoever wants one."""
    open_ones = [one for one in revision.refused if one.place not in correction.decisions]
    unanswered = correction.find_unanswered(revision)
    lines: list[ft.Control] = []
    if unanswered:
        act = press(correction.keep_rest, unanswered)
        return controls.column(
            *_acts(client, "Nothing else happened differently", act, _cancel(leave)), spacing=4
        )
    if open_ones:
        few = len(open_ones) == 1
        words = (
            "the entry that no longer fits"
            if few
            else f"the {len(open_ones)} entries that no longer fit"
        )
        lines.append(controls.note(f"First decide about {words}.", "warn", live=True))
    elif revision.refused:
        lines.append(
            controls.note(
                "An entry that you changed does not fit. Change it again.", "bad", live=True
            )
        )
    elif revision.idle:
        lines.append(controls.note("Nothing changes.", "info", live=True))
    ready = not revision.refused and not revision.idle
    seen = correction.referee.version

    def take() -> None:
        if correction.take(seen):
            correction.state.panel.pane = TURN  # what was wrong has been looked at
            leave()

    needed = correction.needs_reason
    noting = correction.noting or bool(needed)
    if ready and noting:
        lines.append(
            field(
                Typed(correction.type_reason, correction.reason, correction.wrong),
                "Reason" if needed else "Note",
                helper=needed,
                on_submit=press(take),
                key="why",
            )
        )
    elif correction.wrong:
        lines.append(controls.note(correction.wrong, "bad", live=True))
    more = (
        []
        if noting or not ready
        else [button("Add a note", press(correction.add_note), tone="quiet", key="note")]
    )
    acts = _acts(client, "Correct it", press(take), *more, _cancel(leave), disabled=not ready)
    return controls.column(*lines, *acts, spacing=4)


def _acts(
    client: Client,
    words: str,
    act: Callable[..., object],
    *quiet: ft.Control,
    disabled: bool = False,
) -> list[ft.Control]:
    """Set the one button that goes on across the foot, and the quiet ones beside it or, on a phone, below."""
    go_on = ft.Row([button(words, act, tone="primary", disabled=disabled, expand=True, key="take")])
    if client.wide:
        return [ft.Row([*quiet, ft.Container(go_on, expand=True)], spacing=theme.GAP)]
    apart = ft.MainAxisAlignment.SPACE_BETWEEN if len(quiet) > 1 else ft.MainAxisAlignment.END
    return [go_on, ft.Row(list(quiet), alignment=apart)]


def _cancel(leave: Callable[[], object]) -> ft.Control:
    return button("Cancel", press(leave), tone="quiet", key="cancel")


WHERE = "There is no such entry in this journal."


@screen
def CorrectScreen(client: Client, state: PlayState) -> ft.Control:
    """Ask what an entry is to say, and show what would follow before anything is written."""
    params = ft.use_route_params()
    where = read_place(params.get("line", ""))
    how = params.get("how", "")
    if where is None:
        return _frame(
            client,
            "No such entry",
            lambda: go(play_route(state.play_id, "journal")),
            soft(WHERE, Style.BODY_LARGE),
        )
    return CorrectionSteps(client, state, how, where, key=f"{how}-{where.seq}.{where.n}")


@screen
def CorrectionSteps(client: Client, state: PlayState, how: str, where: Place) -> ft.Control:
    """Draw one correction, step by step."""
    correction, _ = ft.use_state(lambda: CorrectionState(state, how, where))  # type: ignore[arg-type, return-value]  # may be a function

    # another device may have added an entry at the very place
    ft.use_effect(lambda: correction.follow() and None, dependencies=[state.snapshot.version])

    def leave() -> None:
        go(play_route(state.play_id, "journal"))

    def back() -> None:
        if not correction.back():
            leave()

    if correction.problem:
        words = controls.note(correction.problem, "info")
        return _frame(
            client,
            correction.title,
            leave,
            scroll_pane(client, words, button("To the journal", press(leave))),
        )
    if correction.repair:
        body: ft.Control = EntrySheet(
            client, correction, correction.repair, leave, key=f"sheet-{correction.at}"
        )
        change = correction.at != correction.place and correction.at
        return _frame(
            client, f"Change entry {change.seq}" if change else correction.title, back, body
        )
    if correction.taken:
        return _frame(client, correction.title, leave, ft.Container())  # the journal is on its way
    body = consequences(client, state, correction, leave=leave)
    return _frame(client, correction.title, back, body)


def _frame(client: Client, title: str, back: Callable[[], object], body: ft.Control) -> ft.Control:
    return controls.panes(header(client, title, leave=press(back)), ft.Container(body, expand=True))


@screen
def EntrySheet(
    client: Client, correction: CorrectionState, repair: PlayState, leave: Callable[[], object]
) -> ft.Control:
    """Ask what was wrong with an entry, then that question again; or all that it could be instead."""
    snapshot, draft, line = repair.snapshot, repair.sheet.own, correction.line
    if draft is None:
        if not correction.other:
            return scroll_pane(client, *_was(correction, line))
        asked = [controls.heading("What happened?"), *action_groups(repair, snapshot)]
        return scroll_pane(
            client, *_was(correction, line), *asked, spacing=12, foot=ft.Row([_cancel(leave)])
        )
    action = snapshot.game.find_action(draft.action)
    differs = correction.differs
    outcome = repair.sheet.outcome()
    known = outcome.proposal is not None and not differs
    body = _was(correction, line)
    ways = [
        button(
            "Something else happened",
            press(correction.pick),
            tone="quiet",
            icon=ft.Icons.SWAP_HORIZ,
            key="other",
        )
    ]
    if not (known and not draft.opened):
        shown = (
            replace(outcome, proposal=None) if known else outcome
        )  # what it said stands above already
        title = (
            []
            if line and line.proposal.action == draft.action
            else [controls.heading(action.title)]
        )
        body += [*title, *sheet(repair, snapshot, draft, shown, compact=not client.wide)]
        if line and correction.at:
            gone = press(correction.decide, correction.at, DROP)
            ways.append(button(NEVER, gone, tone="quiet", icon=ft.Icons.CLOSE, key="never"))
    elif line:
        body.append(_wrongs(correction, action, draft, snapshot))
    body.append(controls.wrap(*ways))
    problem = (
        outcome.sentence
        if outcome.question not in {question.name for question in action.questions}
        else ""
    )
    foot = controls.column(
        *([controls.note(problem, "bad", live=True)] if problem else []),
        *_acts(
            client,
            "Preview",
            press(repair.recorder.record, draft.command),
            _cancel(leave),
            disabled=not differs,
        ),
        spacing=4,
    )
    return scroll_pane(client, *body, foot=foot, spacing=12, narrow=True)


def _was(correction: CorrectionState, line: Line | None) -> list[ft.Control]:
    """Show what the entry says now, or where one is being added."""
    if line is None:
        where = (
            f"after entry {correction.place.seq}"
            if correction.place.seq
            else "before everything else"
        )
        return [
            soft(
                f"The table is as it was {where}. Later entries are worked out again.",
                Style.BODY_MEDIUM,
            )
        ]
    words = text(f"Was: {line.proposal.narration}", Style.BODY_LARGE)
    if correction.at == correction.place:
        return [words]
    return [words, soft("It no longer fits what was changed before it.")]


def _wrongs(
    correction: CorrectionState, action: Action[...], draft: Draft, snapshot: PlaySnapshot
) -> ft.Control:
    """Offer what can be wrong with an entry: each of its answers, and that it happened at all."""
    chips = [
        sections.pill(
            words, press(correction.ask_again, words, name), chosen=False, key=f"wrong-{name}"
        )
        for words, name in wrongs(action, draft, snapshot)
    ]
    if correction.at:
        gone = press(correction.decide, correction.at, DROP)
        chips.append(sections.pill(NEVER, gone, chosen=False, key="wrong"))
    return controls.column(
        controls.heading("What was wrong?"), controls.wrap(*chips, spacing=8), spacing=8
    )


NO_NOUNS = frozenset(
    ("answer", "at", "each", "first", "gets", "gives", "how", "instead", "last", "of", "on", "passed", "runs", "second",
     "third", "to", "what", "which")
)  # fmt: skip
"""Names of questions that make no sense after "Wrong"."""


def wrongs(action: Action[...], draft: Draft, snapshot: PlaySnapshot) -> list[tuple[str, str]]:
    """What can be wrong with the answers of a sheet, in words, each with the name of its question."""
    found: dict[str, str] = {}
    for question in visible_questions(action, draft):
        if draft.answers.get(question.name) is None:
            continue
        name = question.name.replace("_", " ")
        options = snapshot.options(draft.action, draft.answers, question.name) or ()
        paid = any(option.value == "cash" for option in options)
        kind = "payment" if paid else view_of(question.kind).noun
        words = f"Wrong {kind or (name if name not in NO_NOUNS else 'choice')}"
        if words in found:
            words = (
                question.text
                if len(question.text) <= SHORT or name in NO_NOUNS
                else f"Wrong {name}"
            )
        found.setdefault(words, question.name)
    return list(found.items())


SHORT = 24
"""A question of so many letters fits on a chip."""
