"""What would explain a difference, likeliest first, and what can be done about it. Plain functions."""

from __future__ import annotations

import flet as ft

from companion.core import differences
from companion.core.differences import DEBTS
from companion.core.revision import DROP, Change
from companion.reconcile import countable
from companion.reconcile.countable import Countable
from companion.reconcile.explaining import Explanation, Findings
from models.ledger import Refusal
from views import theme
from views.app_shell import go, play_route
from views.components import controls
from views.components.amounts import figure
from views.components.controls import Style, button, press, soft, text
from views.journal.correction_state import AFTER, CROSS_OUT, LINE, route
from views.journal.entry import account_name
from views.reconcile.count_state import CountState
from views.state.play_snapshot import PlaySnapshot

NOTHING = "No mistake of the usual kinds explains it exactly."
MOST_SAID = 4
"""So many changes to what players have are named; whoever wants to see them all can."""


def suggestions(snapshot: PlaySnapshot, counting: CountState, purse: Countable, counted: int) -> list[ft.Control]:
    """Show what was found, and the other ways out."""
    if counting.looking:
        return [controls.note("Looking through the evening\u2026", "info", live=True)]
    findings = counting.current_findings(purse, counted)
    if findings is None:
        return []
    return [*_found(snapshot, counting, purse, counted, findings), *_otherwise(snapshot, counting, purse, counted)]


def _found(
    snapshot: PlaySnapshot, counting: CountState, purse: Countable, counted: int, findings: Findings
) -> list[ft.Control]:
    ones = findings.explanations
    asked = _handed(snapshot, counting, purse, counted, findings)
    if not ones:
        words = "No mistake in the book explains it exactly." if asked else NOTHING
        return [*asked, controls.note(words, "info", live=True), *_longer(counting, purse, counted, findings)]
    head = "One mistake would explain it" if len(ones) == 1 else f"{len(ones)} mistakes would explain it"
    blocks: list[ft.Control] = [*asked, controls.heading(head)]
    blocks += [
        _card(snapshot, counting, purse, counted, one, first=not at) for at, one in enumerate(ones[: counting.many])
    ]
    if len(ones) > counting.many:
        more = button("Show more", press(counting.more), tone="quiet", icon=ft.Icons.EXPAND_MORE, key="more")
        return [*blocks, ft.Row([more])]
    return [*blocks, *_longer(counting, purse, counted, findings)]


def _handed(
    snapshot: PlaySnapshot, counting: CountState, purse: Countable, counted: int, findings: Findings
) -> list[ft.Control]:
    """Ask about payments of exactly the difference: the book may be right, and the money in the wrong place."""
    if not findings.handed:
        return []
    lines: list[ft.Control] = []
    for one in findings.handed:
        see = press(go, play_route(snapshot.play.id, route(one.place, LINE)))
        lines += [text(one.words, Style.TITLE_SMALL), soft(one.narration, Style.BODY_MEDIUM)]
        lines.append(ft.Row([button("See the line", see, tone="quiet", key=f"handed-{one.place.seq}.{one.place.n}")]))
    size = figure(abs(counted - purse.held), purse.unit)
    way = f"take {size} from {purse.name}" if counted > purse.held else f"give {purse.name} {size}"
    lines.append(text(f"If that was it, {way} now, on the table.", Style.BODY_MEDIUM))
    label = f"That was it: it is {figure(purse.held, purse.unit)} now"
    lines.append(ft.Row([_now(snapshot, counting, purse, label, "handed")]))
    return [controls.heading("First ask on the table"), controls.card(*lines, spacing=6, padding=12)]


def _now(snapshot: PlaySnapshot, counting: CountState, purse: Countable, label: str, key: str) -> ft.Control:
    """Write down that the money agrees with the book now."""
    said = f"{purse.name}: {figure(purse.held, purse.unit)}, as the book says."
    seen = snapshot.version
    return button(label, press(counting.record, purse, purse.held, seen, said), key=f"{key}-{seen}")


def _longer(counting: CountState, purse: Countable, counted: int, findings: Findings) -> list[ft.Control]:
    """Offer to look longer, where there was not time to try everything."""
    if not findings.untried:
        return []
    look = press(counting.search, purse, counted, longer=True)
    return [ft.Row([button("Look longer", look, icon=ft.Icons.MANAGE_SEARCH, key="longer")])]


def _card(
    snapshot: PlaySnapshot, counting: CountState, purse: Countable, counted: int, one: Explanation, *, first: bool
) -> ft.Control:
    """Show what may have gone wrong, what the line would say then, and whom else it touches."""
    lines: list[ft.Control] = [text(one.suspicion.words, Style.TITLE_SMALL)]
    lines += [text(words, Style.BODY_SMALL, theme.SOFT_INK, crossed_out=True) for words in one.now]
    lines += [text(words, Style.BODY_MEDIUM) for words in one.then]
    if words := _besides(snapshot, purse, one):
        lines.append(soft(words, Style.BODY_MEDIUM))
    if one.breaks:
        lines.append(controls.note("It goes against another count that holds now.", "warn"))
    if one.fixes:
        lines.append(controls.note("It explains another count as well.", "good"))
    fix = button(
        "Correct it so",
        press(counting.take, one, purse, counted),
        tone="primary" if first else "plain",
        icon=ft.Icons.CHECK,
        key=f"take-{one.place.seq}.{one.place.n}-{one.suspicion.kind}",
    )
    see = button("See what follows first", press(go, play_route(snapshot.play.id, _way(one))), tone="quiet")
    lines.append(controls.wrap(fix, see))
    return controls.card(*lines, spacing=6, padding=12)


def _way(one: Explanation) -> str:
    """The route on which the line can be corrected step by step."""
    decision = one.suspicion.decisions[one.place]
    if decision == DROP:
        return route(one.place, CROSS_OUT)
    # a line put in is put in after another
    put_in = isinstance(decision, Change) and not one.now
    return route(type(one.place)(one.place.seq), AFTER) if put_in else route(one.place, LINE)


def _besides(snapshot: PlaySnapshot, purse: Countable, one: Explanation) -> str:
    """Say what else would change, in a sentence or two."""
    changes = differences.between(snapshot.game, snapshot.table, one.revision.after)
    said = []
    for change in changes:
        if f"{change.holder}:{change.what}" == purse.account or change.hidden:
            continue
        who = snapshot.table.name(change.holder)
        if not change.unit:
            said.append(f"{who}: {account_name(snapshot, change)} {change.before:,} becomes {change.after:,}")
        elif change.what in DEBTS:
            said.append(f"{who}: {change.what} becomes {figure(abs(change.after), change.unit)}")
        else:
            more = "more" if change.change > 0 else "less"
            said.append(f"{who} {figure(abs(change.change), change.unit)} {more}")
    words = f"Besides: {', '.join(said[:MOST_SAID])}{' and more' if len(said) > MOST_SAID else ''}." if said else ""
    if one.later:
        words += f" {one.later} later {'line comes' if one.later == 1 else 'lines come'} out otherwise."
    return words.strip() or "Nobody else has more or less by it."


def _otherwise(snapshot: PlaySnapshot, counting: CountState, purse: Countable, counted: int) -> list[ft.Control]:
    """The other ways out: by hand, the money itself, or both left as they are."""
    short = counted - purse.held
    size, seen = figure(abs(short), purse.unit), snapshot.version
    blocks: list[ft.Control] = [controls.heading("Or else")]
    change = countable.correction(snapshot.game, purse, counted)
    if change:
        bank = "The Treasury" if "treasury" in change.answers.values() else "The bank"
        said = f"{bank} {'gives' if short > 0 else 'takes'} {size} in the book, with the reason that it was counted so."
        try:
            snapshot.referee.propose(change.action, change.answers)
        except Refusal as refusal:
            blocks.append(_row("Put the book right by hand", refusal.sentence, None))
        else:
            hand = button("Put the book right", press(counting.by_hand, change, purse, counted), key="by-hand")
            blocks.append(_row("Nobody knows why, but the count is right", said, hand))
    way = f"Take {size} away" if short > 0 else f"Put {size} to it"
    money = _now(snapshot, counting, purse, f"It is {figure(purse.held, purse.unit)} now", "book-right")
    blocks.append(_row("The book is right", f"{way} on the table, then it agrees.", money))
    leave = button(
        "Write the count down", press(counting.record, purse, counted, seen), tone="quiet", key=f"as-counted-{seen}"
    )
    blocks.append(_row("Decide later", "Both stay as they are; the count is kept as one that does not agree.", leave))
    return blocks


def _row(title: str, words: str, act: ft.Control | None) -> ft.Control:
    lines: list[ft.Control] = [text(title, Style.TITLE_SMALL), soft(words, Style.BODY_MEDIUM)]
    if act:
        lines.append(ft.Row([act], wrap=True))
    return controls.card(*lines, spacing=5, padding=12)
