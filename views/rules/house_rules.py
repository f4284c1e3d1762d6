"""House rules as rows that unfold: how each is played, the choices there are, and changing one during a play."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Any

import flet as ft

from companion.core.option import Option
from companion.core.units import THOUSANDS, format_amount, is_money
from models.ledger import Refusal
from views.app_shell import MORE, page, play_route
from views.components.controls import (
    Control,
    Controls,
    OnTap,
    Part,
    column,
    heading,
    press,
    problem,
    remark,
    screen,
    soft,
    subheading,
    wrap,
)
from views.components.fields import Typed, field
from views.components.sections import fold, halves, pills, radio_row
from views.rules.board_values import EditState, record_change
from views.state.client import Client
from views.state.play.play_state import PlayState
from views.state.setup_form import current_number, quick_amounts

CHANGED = "changed"
STANDARD = "Standard"


def relevant(
    rules: tuple[Option[Any], ...], ways: Mapping[str, str], *, lead: bool | None = None
) -> tuple[Option[Any], ...]:
    """House rules that matter given the others' choices; all, or only those that lead, or only the rest."""
    return tuple(rule for rule in rules if rule.applies(ways) and lead in (None, rule.lead))


def changed_text(count: int) -> str:
    """Say how many house rules differ from the standard."""
    return "Standard rules" if not count else f"Standard rules, {count} changed"


def rule_rows(
    rules: tuple[Option[Any], ...],
    ways: Mapping[str, str],
    unfolded: Collection[str],
    toggle: Callable[[str], object],
    inside: Callable[[Option[Any]], Part],
) -> Controls:
    """List house rules by group, each with how it is played; one that is ``unfolded`` with what is ``inside``."""
    groups: dict[str, Controls] = {}
    for rule in rules:
        opened, way = rule.key in unfolded, ways[rule.key]
        drawn = fold(
            rule.title,
            rule.say(way),
            inside(rule) if opened else None,
            unfolded=opened,
            toggle=press(toggle, rule.key),
            mark=CHANGED if way != rule.default else "",
            key=f"rule-{rule.key}",
        )
        groups.setdefault(rule.group, []).append(drawn)
    return [
        column(subheading(group) if group else None, rows, spacing=8)
        for group, rows in groups.items()
    ]


def choices(
    rule: Option[Any], way: str, typed: Typed, choose: Callable[[str], object]
) -> list[Part]:
    """Offer the ways of a house rule: its choices, a few amounts beside a field for any other, or a field for words."""
    if rule.text:
        return [field(typed, rule.title, hint_text=rule.ways[0][1], key=f"words-{rule.key}")]
    if not rule.whole:
        rows = [
            radio_row(
                meaning,
                press(choose, value),
                chosen=value == way,
                remark=STANDARD if value == rule.default and not rule.lead else "",
            )
            for value, meaning in rule.ways
        ]
        return [rows, problem(typed.error)]
    quick = {str(amount): rule.say(str(amount)) for amount in quick_amounts(rule)}
    return [
        wrap(pills(quick, way, choose)),
        field(typed, number_label(rule), key=f"amount-{rule.key}", **_signs(rule)),
    ]


def _signs(rule: Option[Any]) -> dict[str, Any]:
    """What is shown beside a number that is typed: its unit, and for thousands how they can be written."""
    if rule.unit == THOUSANDS:
        # letters are part of the figure here, so the keyboard must have them
        return {
            "helper": f"Write it as {format_amount(1_500, THOUSANDS)} or {format_amount(450, THOUSANDS)}."
        }
    place = "prefix" if is_money(rule.unit) else "suffix"
    return {"keyboard_type": ft.KeyboardType.NUMBER, place: rule.unit}


def number_label(rule: Option[Any]) -> str:
    """The label of the field for a house rule's number, with what it counts."""
    if rule.unit == THOUSANDS or rule.what in rule.title.casefold():
        return rule.title
    return f"{rule.title}, in {rule.what}"


@screen
def HouseRulesScreen(client: Client, state: PlayState) -> Control:
    """Show every house rule with its choice; another choice is a line of the journal."""
    editing, _ = ft.use_state(EditState())
    snapshot = state.snapshot
    game = snapshot.game
    played = {rule.key: snapshot.table.house(rule.key) for rule in game.options}
    shown = relevant(game.options, played)
    by_key = {rule.key: rule for rule in shown}

    def save(rule: Option[Any]) -> None:
        if editing.key == rule.key:  # else it is the second half of a double tap
            answers = {"rule": rule.key, "way": editing.value.words}
            editing.record(state, "change_house", answers, rule.title)

    def edit(key: str) -> None:
        # its choices are shown from what is in force now
        editing.edit(key, current_number(by_key[key], played[key]))

    def inside(rule: Option[Any]) -> Part:
        return _ways(editing, rule, played[rule.key], press(save, rule))

    changed = sum(played[rule.key] != rule.default for rule in shown if not rule.lead)
    return page(
        client,
        "House rules",
        heading(changed_text(changed)),
        remark(
            "A change counts from now on. It is entered in the journal, with a reason; earlier entries stay as they "
            "are."
        ),
        halves(client, rule_rows(shown, played, (editing.key,), edit, inside)),
        back=play_route(state.play_id, MORE),
    )


def _ways(editing: EditState, rule: Option[Any], way: str, keep: OnTap) -> Part:
    """List the choices of the open rule; once another one is picked, ask why."""
    if rule.fixed:
        return soft("This can't be changed once the game has begun.")

    def pick(wanted: str) -> None:
        editing.value.type(current_number(rule, wanted))

    wanted = editing.value.words
    with suppress(Refusal):
        wanted = rule.read(wanted)
    blocks = choices(rule, wanted, editing.value, pick)
    if wanted != way:
        blocks.append(record_change(editing, keep, "For instance: agreed before the first roll"))
    return blocks
