"""Correcting a past entry: what was wrong, the sheet on the table as it was then, and what would follow."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.core.action import Action
from companion.core.recording import differences
from companion.core.recording.differences import CardChange, Difference
from companion.core.recording.revision import DROP, KEEP, Change, Consequence, Revision
from companion.core.show.people import Person
from companion.core.show.statement import DEBTS
from companion.core.table import listed
from companion.core.units import format_amount
from models.errors import StorageError
from models.ledger import Line, Place, Refusal
from views import theme
from views.app_shell import go, header, play_route
from views.components import controls
from views.components.amounts import figure
from views.components.controls import Style, button, press, screen, soft, text
from views.components.fields import field
from views.components.player_card import badge
from views.components.sections import link_row, pill, radio_row, scroll_pane, side_by_side
from views.journal.correction_state import CorrectionState, read_place
from views.journal.entry import STAYS_HIDDEN
from views.state.client import Client
from views.state.play.draft import Draft, visible_questions
from views.state.play.panel import TURN
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.menu import ActionMenu
from views.table.questions.kinds import view_of
from views.table.sheet import sheet

SHOWN = 30
"""Number of later entries that are listed; a long evening has no more to look through than that."""
TOKEN, INSIDE = 26, 12
ARROW = "\u2192"
SIGNS = "-\u2212"
NEVER = "Didn't happen"


def consequences(
    client: Client, snapshot: PlaySnapshot, correction: CorrectionState, leave: Callable[[], object]
) -> ft.Control:
    """Show what a correction would change, each fact once, and the way to take it or to leave it."""
    try:
        revision = correction.revision()
    except (Refusal, StorageError) as said:
        note = controls.note(said.sentence, "bad", live=True)
        return scroll_pane(client, note, button("Leave it", leave))
    left = [
        *_decided(correction, revision),
        *_kept(correction, revision),
        *_refused(correction, revision),
    ]
    right = [*_differences(snapshot, revision), *_later(correction, revision)]
    foot = _foot(client, correction, revision, leave)
    return scroll_pane(
        client, *side_by_side(client, left, right, spacing=14), foot=foot, spacing=14
    )


def was_and_then(line: Consequence) -> list[ft.Control]:
    """An entry as it is, crossed out, and as it would be."""
    was = line.now.proposal.narration if line.now else ""
    then = line.then.narration if line.then else ""
    if was == then or line.refusal:
        words = f"{was} The amounts change." if line.how == "effects changed" else was
        return [text(words, Style.BODY_MEDIUM)]
    lines: list[ft.Control] = []
    if was:
        spoken = f"It was: {was}"
        lines.append(text(was, Style.BODY_MEDIUM, theme.SOFT_INK, crossed_out=True, spoken=spoken))
    if then:
        lines.append(text(then, Style.TITLE_SMALL, spoken=f"It becomes: {then}" if was else None))
    return lines


def _entry(line: Consequence, *acts: ft.Control) -> ft.Control:
    """One entry on a card: as it is and would be, why it can't be so, and what can be done about it."""
    lines = [soft(_name(line), Style.LABEL_MEDIUM), *was_and_then(line)]
    if line.refusal:
        lines.append(controls.note(line.refusal, "bad", live=True))
    if acts:
        lines.append(controls.wrap(*acts))
    return controls.card(*lines, spacing=6, padding=12)


def _name(line: Consequence) -> str:
    seq = line.place.seq
    added = f"Added after entry {seq}" if seq else "Added at the start"
    words = {
        "dropped": ", crossed out",
        "kept": ", kept as written",
        "changed": ", corrected",
        "same": ", as it was",
    }
    return (added if line.place.n else f"Entry {seq}") + words.get(line.how, "")


def _change(correction: CorrectionState, line: Consequence) -> ft.Control:
    words = "Change it" if line.place.n else f"Change entry {line.place.seq}"
    return button(words, correction.edit, line.place, tone="quiet", icon=ft.Icons.EDIT_OUTLINED)


def _decided(correction: CorrectionState, revision: Revision) -> list[ft.Control]:
    """Every entry that was changed or crossed out: as it was and is now, and its place."""
    blocks: list[ft.Control] = []
    for line in revision.consequences:
        if line.place not in correction.decisions or line.how == "kept":
            continue
        acts: list[ft.Control] = []
        if isinstance(correction.decisions[line.place], Change):
            acts.append(_change(correction, line))
        if line.place != correction.place:
            acts.append(
                button(
                    "Decide again", correction.recall, line.place, tone="quiet", icon=ft.Icons.UNDO
                )
            )
        place = soft(_name(line), Style.BODY_MEDIUM)
        blocks += [*_was_and_now(line), controls.beside(place, controls.wrap(*acts))]
    return blocks


def _was_and_now(line: Consequence) -> list[ft.Control]:
    was = line.now.proposal.narration if line.now else ""
    now = line.then.narration if line.then else ""
    lines: list[ft.Control] = []
    if was and was != now:
        said = text(
            was,
            Style.BODY_MEDIUM,
            theme.SOFT_INK,
            crossed_out=True,
            spoken=f"It was: {was}",
            expand=True,
        )
        lines.append(ft.Container(_labelled("Was", said, theme.SOFT_INK), padding=INSIDE))
    if now:
        said = text(now, Style.TITLE_SMALL, spoken=f"It becomes: {now}", expand=True)
        edge = ft.Border.all(2, theme.ACCENT)
        lines.append(
            ft.Container(
                _labelled("Now", said, theme.ACCENT),
                padding=INSIDE,
                border=edge,
                border_radius=theme.RADIUS_L,
                bgcolor=theme.PAPER,
            )
        )
    return lines


def _labelled(label: str, said: ft.Control, ink: ft.ColorValue) -> ft.Control:
    return ft.Row([text(label, Style.LABEL_LARGE, ink), said], spacing=theme.GAP)


def _kept(correction: CorrectionState, revision: Revision) -> list[ft.Control]:
    """The later entries that stay as written though they don't follow now; a tap on one that happened otherwise.

    Nobody is asked about them one by one: the button at the foot says that nothing else happened differently.
    """
    found = revision.those("kept")
    if not found:
        return []
    heading = "Later entries that stay as written"
    if correction.find_unanswered(revision):
        heading = "Did anything else happen differently?"
    remark = "These no longer follow, but can stay as written. Tap one that happened differently."
    rows = [
        link_row(
            press(correction.edit, line.place),
            soft(f"Entry {line.place.seq}", Style.LABEL_MEDIUM),
            text(line.then.narration if line.then else "", Style.BODY_MEDIUM),
            key=f"kept-{line.number}",
        )
        for line in found[:SHOWN]
    ]
    return [
        controls.column(
            controls.heading(heading), soft(remark, Style.BODY_MEDIUM), *rows, spacing=8
        )
    ]


def _refused(correction: CorrectionState, revision: Revision) -> list[ft.Control]:
    """The later entries that can't stay as written, each with its reason and the ways to go on."""
    found = correction.find_undecided(revision)
    if not found:
        return []
    blocks: list[ft.Control] = [controls.heading("A later entry no longer fits")]
    if len(found) > 1:
        places = tuple(line.place for line in found)
        blocks = [
            controls.heading(f"{len(found)} later entries no longer fit"),
            controls.wrap(
                button("Cross them all out", correction.decide_all, places, DROP, tone="danger"),
                button("Keep all as written", correction.decide_all, places, KEEP),
            ),
        ]
    for line in found[:SHOWN]:
        blocks.append(
            _entry(
                line,
                button(
                    "Cross it out",
                    correction.decide,
                    line.place,
                    DROP,
                    tone="danger",
                    key=f"drop-{line.number}",
                ),
                button(
                    "Keep as written",
                    correction.decide,
                    line.place,
                    KEEP,
                    key=f"keep-{line.number}",
                ),
                _change(correction, line),
            )
        )
    return blocks


def _differences(snapshot: PlaySnapshot, revision: Revision) -> list[ft.Control]:
    """Show what everyone has now and would have then, a row for each fact; untouched players share one."""
    before, after = snapshot.table, revision.after
    sums = differences.between(snapshot.game, before, after)
    said = differences.card_changes(snapshot.game, before, after)
    names = {seat.key: before.name(seat.key) for seat in (*before.players, *after.players)}
    rows: list[ft.Control] = []
    same: list[str] = []
    for seat, name in names.items():
        theirs = [change for change in sums if change.holder == seat]
        words = [change for change in said if change.holder == seat]
        facts = _facts(theirs, words)
        rows += [_row(snapshot.person(seat), name, what, *pair) for what, *pair in facts]
        rows += _below_zero(name, theirs)
        if not facts:
            same.append(seat)
    heading = controls.heading("What becomes different")
    hidden = [soft(STAYS_HIDDEN, Style.BODY_MEDIUM)] if snapshot.secret else []
    if not rows:
        return [heading, *(hidden or [soft("Everyone has the same as now.", Style.BODY_MEDIUM)])]
    if same:
        tokens = [badge(person, size=TOKEN) for seat in same if (person := snapshot.person(seat))]
        untouched = soft(f"{listed(names[seat] for seat in same)}: as before", Style.BODY_MEDIUM)
        rows.append(controls.wrap(*tokens, untouched, spacing=8))
    return [heading, controls.column(*rows, spacing=0), *hidden]


def _facts(sums: list[Difference], words: list[CardChange]) -> list[tuple[str, str, str]]:
    """What changes for a player: what it is, how it is now, and how it would be.

    What an account says already is not said again by the card.
    """
    facts: list[tuple[str, str, str]] = []
    shown: set[str] = set()
    for change in sums:
        label, sign = change.what, 1
        shown |= {
            label,
            *(format_amount(abs(held), change.unit) for held in (change.before, change.after)),
        }
        if change.what in DEBTS and change.before <= 0 and change.after <= 0:
            label, sign = f"owed on {label}", -1
        was, then = (figure(sign * held, change.unit) for held in (change.before, change.after))
        facts.append((label, was, then))
    return facts + [
        (card.label or "on the card", card.before or "none", card.after or "none")
        for card in words
        if not {card.before.lstrip(SIGNS), card.after.lstrip(SIGNS)} - {""} <= shown
    ]


def _row(person: Person | None, name: str, what: str, was: str, then: str) -> ft.Control:
    """Set what somebody has now and would have beside its label, or below it where both don't fit."""
    sign = badge(person, size=TOKEN) if person else None
    label = controls.with_sign(sign, soft(what, Style.BODY_LARGE, spoken=f"{name}: {what}"))
    before = soft(f"{was} {ARROW}", Style.BODY_LARGE, spoken=f"{was} becomes")
    pair = [before, text(then, Style.TITLE_MEDIUM)]
    return ft.MergeSemantics(
        ft.Container(
            controls.beside(label, ft.Row(list(pair), wrap=True, spacing=10, run_spacing=0)),
            padding=ft.Padding.symmetric(vertical=12),
            border=theme.line("bottom"),
        )
    )


def _below_zero(name: str, sums: list[Difference]) -> list[ft.Control]:
    return [
        controls.note(
            f"{name} would be below zero: {change.what} at {figure(change.after, change.unit)}.",
            "bad",
        )
        for change in sums
        if change.after < 0 <= change.before and change.what not in DEBTS
    ]


def _later(correction: CorrectionState, revision: Revision) -> list[ft.Control]:
    """Say what becomes of later entries; where they differ, they can be left alone."""
    later = [line for line in revision.consequences if line.place not in correction.decisions]
    if not later:
        return []
    if correction.again and all(line.how == "same" for line in later):
        words = f"The {len(later)} entries after it stay as they are."
        if len(later) == 1:
            words = "The entry after it stays as it is."
        return [controls.note(words, "good")]
    blocks: list[ft.Control] = [
        controls.heading("Later entries"),
        radio_row(
            "Work them out again",
            press(correction.later, True),
            chosen=correction.again,
            remark="What depends on this entry follows.",
            key="again",
        ),
        radio_row(
            "Leave them as written",
            press(correction.later, False),
            chosen=not correction.again,
            remark="What was paid stays paid.",
            key="as-written",
        ),
    ]
    found = revision.those("effects changed")
    if found:
        words = "1 later entry changes" if len(found) == 1 else f"{len(found)} later entries change"
        blocks += [controls.heading(words), *map(_entry, found[:SHOWN])]
    if len(found) > SHOWN:
        blocks.append(soft(f"And {len(found) - SHOWN} more; the journal will show them all."))
    if receipts := sum(line.shows_other_sums for line in later):
        what = "1 later receipt shows" if receipts == 1 else f"{receipts} later receipts show"
        blocks.append(soft(f"{what} other sums. Nothing else changes there.", Style.BODY_MEDIUM))
    return blocks


def _foot(
    client: Client, correction: CorrectionState, revision: Revision, leave: Callable[[], object]
) -> ft.Control:
    """Offer to take the correction or to leave everything as it was, with a note on it for whoever wants one."""
    if unanswered := correction.find_unanswered(revision):
        act = press(correction.decide_all, unanswered, KEEP)
        return _acts(client, "Nothing else happened differently", act, _leave(leave))
    seen, needed = correction.referee.version, correction.needs_reason
    why_not = correction.why_not(revision)

    def take() -> None:
        if correction.take(seen):
            correction.state.panel.pane = TURN  # what was wrong has been looked at
            leave()

    lines: list[ft.Control] = []
    quiet = [_leave(leave)]
    if why_not:
        lines.append(controls.note(why_not, "warn", live=True))
    elif correction.noting or needed:
        label = "Reason" if needed else "Note"
        lines.append(field(correction.reason, label, helper=needed, on_submit=take, key="why"))
    else:
        quiet.append(button("Add a note", correction.add_note, tone="quiet", key="note"))
        if correction.reason.error:
            lines.append(controls.note(correction.reason.error, "bad", live=True))
    acts = _acts(client, correction.title, press(take), *quiet, disabled=bool(why_not))
    return controls.column(*lines, acts, spacing=4)


def _acts(
    client: Client,
    words: str,
    act: Callable[..., object],
    *quiet: ft.Control,
    disabled: bool = False,
) -> ft.Control:
    """Set the one button that goes on below the quiet ones, or beside them on a phone that lies on its side."""
    if client.low:
        go_on = button(words, act, tone="primary", disabled=disabled, key="take")
        return ft.Row([*quiet, go_on], wrap=True, alignment=ft.MainAxisAlignment.END)
    go_on = button(words, act, tone="primary", disabled=disabled, expand=True, key="take")
    ways = [ft.Container(way, expand=True) for way in quiet]
    return controls.column(ft.Row(list(ways)), ft.Row([go_on]), spacing=4)


def _leave(leave: Callable[[], object]) -> ft.Control:
    return button("Leave it", leave, tone="quiet", key="leave")


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
            scroll_pane(client, words, button("To the journal", leave)),
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
    body = consequences(client, state.snapshot, correction, leave)
    return _frame(client, correction.title, back, body)


def _frame(client: Client, title: str, back: Callable[[], object], body: ft.Control) -> ft.Control:
    return controls.panes(header(client, title, leave=press(back)), ft.Container(body, expand=True))


@screen
def EntrySheet(
    client: Client, correction: CorrectionState, repair: PlayState, leave: Callable[[], object]
) -> ft.Control:
    """Ask what was wrong with an entry, then that question again; or all that it could be instead."""
    snapshot, draft, line = repair.snapshot, repair.sheet.own, correction.line
    body = _was(correction, line)
    if draft is None:
        body += [
            controls.heading("What happened?"),
            ActionMenu(repair, snapshot, titled=False, key="actions"),
        ]
        return scroll_pane(client, *body, spacing=12, foot=ft.Row([_leave(leave)]))
    action, outcome, differs = (
        snapshot.game.find_action(draft.action),
        repair.sheet.outcome(),
        correction.differs,
    )
    known = outcome.proposal is not None and not differs
    other = correction.pick
    ways = [button("Something else happened", other, tone="quiet", icon=ft.Icons.SWAP_HORIZ)]
    if not known or draft.opened:
        if line is None or line.proposal.action != draft.action:
            body.append(controls.heading(action.title))
        # what it said stands above already
        body += sheet(repair, snapshot, draft, follows=not known)
        if line and correction.at:
            ways.append(
                button(
                    NEVER, correction.decide, correction.at, DROP, tone="quiet", icon=ft.Icons.CLOSE
                )
            )
    elif line:
        body.append(_wrongs(correction, action, draft))
    lines: list[ft.Control] = []
    if outcome.sentence and outcome.question not in {asked.name for asked in action.questions}:
        lines.append(controls.note(outcome.sentence, "bad", live=True))
    see = press(repair.recorder.record, draft.command)
    foot = controls.column(
        *lines, _acts(client, "Preview", see, _leave(leave), disabled=not differs), spacing=4
    )
    return scroll_pane(client, *body, controls.wrap(*ways), foot=foot, spacing=12, narrow=True)


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


def _wrongs(correction: CorrectionState, action: Action[...], draft: Draft) -> ft.Control:
    """Offer what can be wrong with an entry: each of its answers, and that it happened at all."""
    chips = [
        pill(words, press(correction.ask_again, words, name), key=f"wrong-{name}")
        for words, name in wrongs(action, draft)
    ]
    if correction.at:
        gone = press(correction.decide, correction.at, DROP)
        chips.append(pill(NEVER, gone, key="wrong"))
    return controls.column(
        controls.heading("What was wrong?"), controls.wrap(*chips, spacing=8), spacing=8
    )


NO_NOUNS = frozenset(
    ("answer", "at", "each", "first", "gets", "gives", "how", "instead", "last", "of", "on", "passed", "runs", "second",
     "third", "to", "what", "which")
)  # fmt: skip
"""Names of questions that make no sense after "Wrong"."""


def wrongs(action: Action[...], draft: Draft) -> list[tuple[str, str]]:
    """What can be wrong with the answers of a sheet, in words, each with the name of its question."""
    found: dict[str, str] = {}
    for question in visible_questions(action, draft):
        if draft.answers.get(question.name) is None:
            continue
        noun = view_of(question.kind).noun or question.name.replace("_", " ")
        words = f"Wrong {'choice' if noun in NO_NOUNS else noun}"
        found.setdefault(question.text if words in found else words, question.name)
    return list(found.items())
