"""Correcting a past entry: what was wrong, the sheet on the table as it was then, and what would follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from companion.core.action import Action
from companion.core.recording import differences
from companion.core.recording.differences import CardChange, Difference
from companion.core.recording.revision import DROP, KEEP, Change, Consequence, Revision
from companion.core.show.people import Person
from companion.core.show.statement import DEBTS
from companion.core.table import listed
from companion.core.units import format_amount
from models import ledger
from models.errors import StorageError
from models.ledger import Refusal
from views import theme
from views.app_shell import go, page, play_route
from views.components import controls
from views.components.amounts import figure
from views.components.choice_tiles import WordTile
from views.components.controls import (
    Control,
    Controls,
    Icons,
    OnTap,
    Style,
    button,
    column,
    icon_button,
    main_button,
    press,
    problem,
    quiet_button,
    remark,
    row,
    screen,
    soft,
    strong,
    text,
    wrap,
)
from views.components.fields import field, was_entered
from views.components.player_card import badge
from views.components.sections import link_row, radio_row
from views.journal.correction_state import CorrectionState, read_place
from views.journal.entry import STAYS_HIDDEN
from views.state.client import Client
from views.state.play.draft import Draft, visible_questions
from views.state.play.play_state import TURN, PlaySnapshot, PlayState
from views.table.arrangement import PLAYERS, SHEET, STRIP, Content, Part, arrange, sheet_measures
from views.table.frame import (
    FIELD,
    WRITTEN,
    Measures,
    Place,
    Zones,
    evenly,
    in_place_of_answers,
    lay,
    place_sheet,
)
from views.table.menu import ActionMenu
from views.table.questions.kinds import view_of
from views.table.questions.view import grid
from views.table.sheet import head, zones
from views.theme import ACCENT, HELP, sides

SHOWN = 30
"""Number of later entries that are listed; a long evening has no more to look through than that."""
TOKEN, INSIDE = 26, 12
ARROW = "\u2192"
SIGNS = "-\u2212"
NEVER = "Didn't happen"
TWO_LINED = 96
"""In more height than this, what was and what is now have two lines each."""
Section = tuple[str, str, controls.Part]
"""A heading, a few words below it, and what stands there."""


def was_and_then(line: Consequence) -> controls.Part:
    """An entry as it is, crossed out, and as it would be."""
    was = line.now.proposal.narration if line.now else ""
    then = line.then.narration if line.then else ""
    if was == then or line.refusal:
        words = f"{was} The amounts change." if line.how == "effects changed" else was
        return text(words)
    before = remark(was, crossed_out=True, spoken=f"It was: {was}")
    after = strong(then, spoken=f"It becomes: {then}" if was else None)
    return before if was else None, after if then else None


def _entry(line: Consequence, *acts: Control) -> Control:
    """One entry on a card: as it is and would be, why it can't be so, and what can be done about it."""
    return controls.card(
        soft(_name(line), Style.LABEL_MEDIUM),
        was_and_then(line),
        problem(line.refusal),
        wrap(acts) if acts else None,
        spacing=6,
        padding=12,
    )


def _name(line: Consequence) -> str:
    words = {
        "dropped": ", crossed out",
        "kept": ", kept as written",
        "changed": ", corrected",
        "same": ", as it was",
    }
    return _place(line.place) + words.get(line.how, "")


def _place(place: ledger.Place) -> str:
    added = f"Added after entry {place.seq}" if place.seq else "Added at the start"
    return added if place.n else f"Entry {place.seq}"


def _change(correction: CorrectionState, at: ledger.Place, words: str = "") -> Control:
    words = words or ("Change it" if at.n else f"Change entry {at.seq}")
    return quiet_button(words, correction.edit, at, icon=Icons.EDIT_OUTLINED)


def _decided(correction: CorrectionState, revision: Revision) -> Section | None:
    """The later entries that were changed or crossed out too: as they are and would be."""
    found = [
        line
        for line in revision.consequences
        if line.place in correction.decisions
        and line.place != correction.place
        and line.how != "kept"
    ]
    cards = []
    for line in found:
        again, sign = correction.recall, Icons.UNDO
        acts = [quiet_button("Decide again", again, line.place, icon=sign)]
        if isinstance(correction.decisions[line.place], Change):
            acts.insert(0, _change(correction, line.place))
        cards.append(_entry(line, *acts))
    return ("", "", cards) if cards else None


def _kept(correction: CorrectionState, revision: Revision) -> Section | None:
    """The later entries that stay as written though they don't follow now; a tap on one that happened otherwise.

    Nobody is asked about them one by one: the button at the foot says that nothing else happened differently.
    """
    found = revision.those("kept")
    if not found:
        return None
    heading = "Later entries that stay as written"
    if correction.find_unanswered(revision):
        heading = "Did anything else happen differently?"
    words = "These no longer follow, but can stay as written. Tap one that happened differently."
    rows = [
        link_row(
            press(correction.edit, line.place),
            soft(f"Entry {line.place.seq}", Style.LABEL_MEDIUM),
            text(line.then.narration if line.then else ""),
            key=f"kept-{line.number}",
        )
        for line in found[:SHOWN]
    ]
    return heading, words, rows


def _refused(correction: CorrectionState, revision: Revision) -> Section | None:
    """The later entries that can't stay as written, each with its reason and the ways to go on."""
    found = correction.find_undecided(revision)
    if not found:
        return None
    title, both = "A later entry no longer fits", None
    if len(found) > 1:
        title, places = f"{len(found)} later entries no longer fit", [line.place for line in found]
        gone = button("Cross them all out", correction.decide_all, places, DROP, tone="danger")
        kept = button("Keep all as written", correction.decide_all, places, KEEP)
        both = wrap(gone, kept)
    cards = [
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
            _change(correction, line.place),
        )
        for line in found[:SHOWN]
    ]
    return title, "", (both, cards)


def _differences(snapshot: PlaySnapshot, revision: Revision) -> Section:
    """Show what everyone has now and would have then, a row for each fact; untouched players share one."""
    before, after = snapshot.table, revision.after
    sums = differences.between(snapshot.game, before, after)
    said = differences.card_changes(snapshot.game, before, after)
    names = {seat.key: before.name(seat.key) for seat in (*before.players, *after.players)}
    rows, same = Controls(), list[str]()
    for seat, name in names.items():
        theirs = [change for change in sums if change.holder == seat]
        words = [change for change in said if change.holder == seat]
        facts = _facts(theirs, words)
        rows += [_row(snapshot.person(seat), name, what, *pair) for what, *pair in facts]
        rows += _below_zero(name, theirs)
        if not facts:
            same.append(seat)
    title, hidden = "What becomes different", STAYS_HIDDEN if snapshot.secret else ""
    if not rows:
        return title, hidden or "Everyone has the same as now.", None
    if same:
        tokens = [badge(person, TOKEN) for seat in same if (person := snapshot.person(seat))]
        untouched = soft(f"{listed(names[seat] for seat in same)}: as before", Style.BODY_MEDIUM)
        rows.append(wrap(tokens, untouched, spacing=8))
    return title, hidden, column(rows, spacing=0)


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


def _row(person: Person | None, name: str, what: str, was: str, then: str) -> Control:
    """Set what somebody has now and would have beside its label, or below it where both don't fit."""
    sign = badge(person, TOKEN) if person else None
    label = controls.with_sign(sign, soft(what, Style.BODY_LARGE, spoken=f"{name}: {what}"))
    before = soft(f"{was} {ARROW}", Style.BODY_LARGE, spoken=f"{was} becomes")
    pair = row(before, text(then, Style.TITLE_MEDIUM), wrap=True, spacing=10, run_spacing=0)
    return ft.MergeSemantics(
        ft.Container(
            controls.beside(label, pair),
            padding=sides(0, 12),
            border=theme.line("bottom"),
        )
    )


def _below_zero(name: str, sums: list[Difference]) -> Controls:
    return [
        controls.note(
            f"{name} would be below zero: {change.what} at {figure(change.after, change.unit)}.",
            "bad",
        )
        for change in sums
        if change.after < 0 <= change.before and change.what not in DEBTS
    ]


def _later(correction: CorrectionState, revision: Revision) -> Section | None:
    """Say what becomes of later entries; where they differ, they can be left alone."""
    later = [line for line in revision.consequences if line.place not in correction.decisions]
    if not later:
        return None
    if correction.again and all(line.how == "same" for line in later):
        words = f"The {len(later)} entries after it stay as they are."
        if len(later) == 1:
            words = "The entry after it stays as it is."
        return "", "", controls.note(words, "good")
    ways = (
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
    )
    found = revision.those("effects changed")
    words = "1 later entry changes" if len(found) == 1 else f"{len(found)} later entries change"
    more = f"And {len(found) - SHOWN} more; the journal will show them all."
    receipts = sum(line.shows_other_sums for line in later)
    what = "1 later receipt shows" if receipts == 1 else f"{receipts} later receipts show"
    changes = (
        controls.heading(words) if found else None,
        map(_entry, found[:SHOWN]),
        soft(more) if len(found) > SHOWN else None,
        remark(f"{what} other sums. Nothing else changes there.") if receipts else None,
    )
    return "Later entries", "", (ways, changes)


WHERE = "There is no such entry in this journal."


@screen
def CorrectScreen(client: Client, state: PlayState) -> Control:
    """Ask what an entry is to say, and show what would follow before anything is written."""
    params = ft.use_route_params()
    where = read_place(params.get("line", ""))
    how = params.get("how", "")
    if where is None:
        journal = play_route(state.play_id, "journal")
        return page(client, "No such entry", soft(WHERE, Style.BODY_LARGE), back=journal)
    return CorrectionSteps(client, state, how, where, key=f"{how}-{where.seq}.{where.n}")


@screen
def CorrectionSteps(client: Client, state: PlayState, how: str, where: ledger.Place) -> Control:
    """Draw one correction, step by step."""
    correction, _ = ft.use_state(lambda: CorrectionState(state, how, where))  # type: ignore[arg-type, return-value]  # may be a function

    # another device may have added an entry at the very place
    ft.use_effect(lambda: correction.follow() and None, [state.snapshot.version])
    journal = play_route(state.play_id, "journal")
    if correction.problem:
        words, leave = controls.note(correction.problem, "info"), press(go, journal)
        return page(client, correction.title, words, button("To the journal", leave), back=journal)
    if correction.taken:
        return page(client, correction.title, back=journal)  # the journal is on its way
    key = f"sheet-{correction.at}"
    return CorrectionSheet(client, state, correction, correction.repair, journal, key=key)


@screen
def CorrectionSheet(
    client: Client,
    state: PlayState,
    correction: CorrectionState,
    repair: PlayState | None,
    journal: str,
) -> Control:
    """Set a correction in the frame: what was and what is now, its place, and what is asked or would follow."""
    measures = sheet_measures(client, Content.CARDS)
    place_sheet(measures)
    line = correction.line
    was = now = line.proposal.narration if line else ""
    change = None
    if repair:
        made, proposal = _asks(correction, repair), repair.sheet.outcome().proposal
        if proposal and correction.differs:
            now = proposal.narration
    else:
        made, now = _follows(state, correction, journal)
        if isinstance(correction.decisions.get(correction.place), Change):
            change = _change(correction, correction.place, "Change it")
    upright = measures.place is Place.PHONE
    fixed = upright and not measures.page
    where = soft(_where(correction, state), Style.BODY_MEDIUM, expand=True)
    last = row(where, change, height=measures.last)
    last.margin = ft.Margin.symmetric(horizontal=measures.margin * upright)
    told = _was_and_now(correction, was, now, measures.players + measures.turn if fixed else None)
    parts: dict[str, Part] = {SHEET: lambda _: lay(made, last, told if measures.page else None)}
    if not measures.page:
        parts |= {STRIP: lambda _: told, PLAYERS: lambda _: told}
    return arrange(client, Content.CARDS, _bar(correction, measures, journal), parts)


def _bar(correction: CorrectionState, measures: Measures, journal: str) -> Control:
    change = correction.at != correction.place and correction.at
    title = f"Change entry {change.seq}" if change else correction.title
    one = 1 if measures.place is Place.PHONE and not measures.page else None
    told = None if measures.place is Place.SIDE else soft("Nothing is changed yet", lines=one)
    words = controls.lines(controls.heading(title, level=1, lines=one), told, expand=True)
    words.spacing = 0

    def back() -> None:
        if not correction.back():
            go(journal)

    bar = row(icon_button(Icons.ARROW_BACK, "Back", back), words, spacing=4)
    high = measures.bar if one else None
    return ft.Container(bar, height=high, padding=sides(4, 0 if one else 8))


def _where(correction: CorrectionState, state: PlayState) -> str:
    """Say which entry it is of how many, and in which round."""
    at, snapshot = correction.at or correction.place, state.snapshot
    turns = state.panel.journal.kept.turns.of(snapshot.referee, snapshot.referee.lines(), {at})
    turn = turns.get(at)
    of = "" if at.n else f" of {snapshot.version}"
    return ", ".join(filter(None, (_place(at) + of, turn.round.lower() if turn else "")))


def _was_and_now(correction: CorrectionState, was: str, now: str, high: float | None) -> Control:
    """Show what the entry says, crossed out once it says something else, and what it says now."""
    many = None if high is None else 2 if high > TWO_LINED else 1
    crossed, after = was != now, correction.place.seq
    where = f"after entry {after}" if after else "before everything else"
    words = f"The table is as it was {where}. Later entries are worked out again."
    before: Control = soft(words, lines=many)
    if was:
        spoken = f"It was: {was}"
        said = remark(was, crossed_out=crossed, lines=many, spoken=spoken)
        before = _labelled("Was", said, theme.SOFT_INK, high)
    parts = [ft.Container(before, padding=sides(INSIDE + 2))]
    if now and crossed:
        said = strong(now, lines=many, spoken=f"It becomes: {now}")
        card = ft.Container(_labelled("Now", said, ACCENT, high), bgcolor=theme.CARD)
        card.padding = sides(INSIDE, 0 if high else INSIDE)
        card.border, card.border_radius = ft.Border.all(2, ACCENT), theme.RADIUS
        card.expand = high is not None
        parts.append(card)
    both = column(parts, spacing=4)
    return ft.Container(both, height=high, padding=sides(INSIDE))


def _labelled(label: str, said: ft.Text, ink: ft.ColorValue, high: float | None) -> Control:
    words = text(label, Style.LABEL_LARGE, ink)
    if high is None:
        return controls.packed(words, said)
    said.expand = True
    return row(words, said, spacing=theme.GAP)


def _asks(correction: CorrectionState, repair: PlayState) -> Zones:
    """Ask what was wrong with the entry, then that question again; or all that it could be instead."""
    snapshot, draft = repair.snapshot, repair.sheet.own
    if draft is None:
        menu = ActionMenu(repair, snapshot, titled=False, key="actions")
        return Zones(head("What happened?", "")[0], menu)
    known = repair.sheet.outcome().proposal is not None and not correction.differs
    others = [_act("Something else happened", correction.pick)]
    if known and not draft.opened:
        action = snapshot.find_action(draft.action)
        with in_place_of_answers():
            wrong = _wrongs(correction, action, draft)
        return Zones(head("What was wrong?", "")[0], None, wrong, evenly(others))
    if correction.line and correction.at:
        others.append(_act(NEVER, correction.decide, correction.at, DROP))
    made = zones(repair, snapshot, draft, () if known else others, label="Preview")
    if made.pad:  # the margin of a roll's is within its zone
        made = replace(made, pad=ft.Column([made.pad], spacing=0))
    # what it said stands above already
    return replace(made, receipt=evenly(others), button=None) if known else made


def _act(words: str, act: OnTap, *values: object) -> Control:
    return controls.face(
        text(words, Style.LABEL_LARGE),
        act,
        *values,
        expand=None,
        padding=HELP,
        role="button",
        quiet=True,
    )


def _wrongs(correction: CorrectionState, action: Action[...], draft: Draft) -> Control:
    """Offer what can be wrong with an entry: each of its answers, and that it happened at all."""
    found = [
        WordTile(title=words, act=correction.ask_again, about=(words, name), key=f"wrong-{name}")
        for words, name in wrongs(action, draft)
    ]
    if at := correction.at:
        found.append(WordTile(title=NEVER, act=correction.decide, about=(at, DROP), key="wrong"))
    return grid(found, whole=False, key="wrongs")


def _follows(state: PlayState, correction: CorrectionState, journal: str) -> tuple[Zones, str]:
    """Show what a correction would change, each fact once, and the way to take it or to leave it.

    With that comes what the entry would say.
    """
    ways = [_act("Leave it", go, journal)]
    try:
        revision = correction.revision()
    except (Refusal, StorageError) as said:
        note = problem(said.sentence)
        return Zones(head(correction.title, "")[0], note, None, evenly(ways)), ""
    line = next(line for line in revision.consequences if line.place == correction.place)
    seen, needed = correction.referee.version, correction.needs_reason

    def take() -> None:
        if correction.take(seen):
            state.panel.pane = TURN  # what was wrong has been looked at
            go(journal)

    unanswered, why_not = correction.find_unanswered(revision), correction.why_not(revision)
    words, act = correction.title, press(take)
    told = why_not or correction.reason.error
    if unanswered:
        words, told, why_not = "Nothing else happened differently", "", ""
        act = press(correction.decide_all, unanswered, KEEP)
    elif needed and not correction.noting:
        words, act = "Say why", press(correction.add_note)
    elif not (why_not or correction.noting):
        ways.append(_act("Add a note", correction.add_note))
    if correction.noting:
        top, listed = head("Why?", "")[0], _note(correction, needed, take)
    else:
        top, listed = _in_sections(
            _kept(correction, revision),
            _refused(correction, revision),
            _differences(state.snapshot, revision),
            _decided(correction, revision),
            _later(correction, revision),
        )
        if told:
            ways.insert(0, text(told))
    go_on = main_button(words, act, disabled=bool(why_not), key="take")
    made = Zones(top, listed, None, evenly(ways), go_on)
    return made, line.then.narration if line.then else ""


def _note(correction: CorrectionState, needed: str, take: Callable[[], object]) -> Control:
    label = "Reason" if needed else "Note"
    words = field(
        correction.reason, label, helper=needed, on_submit=take, autofocus=True, key="why"
    )
    made = column(words)
    made.data = WRITTEN if was_entered("why") else FIELD
    return made


def _in_sections(*sections: Section | None) -> tuple[Control, Control]:
    """Set sections below one another; the first has the sheet's head."""
    (title, words, content), *others = filter(None, sections)
    top, more = head(title, words)
    below = (
        (controls.heading(title) if title else None, remark(words) if words else None, content)
        for title, words, content in others
    )
    made = column(remark(more) if more else None, content, below, spacing=8)
    made.data = controls.FADES
    return top, made


NO_NOUNS = frozenset(
    ("at", "came", "each", "first", "gets", "gives", "how", "instead", "last", "of", "on", "second", "third", "to",
     "what", "which")
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
