"""House rules as rows that unfold: how each is played, the choices there are, and changing one during a play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

import flet as ft

from companion.core.option import Option
from companion.core.units import THOUSANDS, format_amount, is_money
from views import theme
from views.app_shell import MORE, page, play_route
from views.components import controls
from views.components.controls import Style, button, press, screen, soft
from views.components.fields import Typed, field
from views.components.sections import fold, pill, radio_row, side_by_side
from views.rules.board_values import EditState, reason
from views.state.client import Client
from views.state.play.play_state import PlayState
from views.state.setup_form import current_number, quick_amounts

CHANGED = "changed"
STANDARD = "Standard"


def group_rules(rules: tuple[Option[Any], ...]) -> list[tuple[str, list[Option[Any]]]]:
    """House rules by group, in the order in which the groups come up."""
    order = list(dict.fromkeys(rule.group for rule in rules))
    found = sorted(rules, key=lambda rule: order.index(rule.group))
    return [(group, list(some)) for group, some in groupby(found, key=lambda rule: rule.group)]


def relevant(
    rules: tuple[Option[Any], ...], ways: Mapping[str, str], *, lead: bool | None = None
) -> tuple[Option[Any], ...]:
    """House rules that matter given the others' choices; all, or only those that lead, or only the rest."""
    return tuple(rule for rule in rules if rule.applies(ways) and lead in (None, rule.lead))


def changed_text(count: int) -> str:
    """Say how many house rules differ from the standard."""
    return "Standard rules" if not count else f"Standard rules, {count} changed"


def row(
    rule: Option[Any],
    way: str,
    content: list[ft.Control],
    *,
    unfolded: bool,
    toggle: Callable[..., Any],
) -> ft.Control:
    """Show a house rule with its choice; unfolded, with ``content`` below it."""
    return fold(
        rule.title,
        rule.say(way),
        content,
        unfolded=unfolded,
        toggle=toggle,
        mark=CHANGED if way != rule.default else "",
        small=True,
        key=f"rule-{rule.key}",
    )


def choices(
    rule: Option[Any],
    way: str,
    typed: Typed,
    choose: Callable[[str], object],
    ask: Callable[..., object],
    *,
    other: bool,
) -> list[ft.Control]:
    """Offer the ways of a house rule: its choices, a few amounts as buttons and a field for any other, or a field.

    ``ask`` opens the field for an ``other`` amount.
    """
    if rule.text:
        return [field(typed, rule.title, hint_text=rule.ways[0][1], key=f"words-{rule.key}")]
    if not rule.whole:
        return [
            radio_row(
                meaning,
                press(choose, value),
                chosen=value == way,
                remark=STANDARD if value == rule.default and not rule.lead else "",
            )
            for value, meaning in rule.ways
        ]
    quick = [str(amount) for amount in quick_amounts(rule)]
    other = other or way not in quick
    picks = [
        pill(rule.say(amount), press(choose, amount), chosen=not other and amount == way)
        for amount in quick
    ]
    picks.append(pill("Other", ask, chosen=other))
    blocks: list[ft.Control] = [controls.wrap(*picks, spacing=8)]
    if other:
        blocks.append(field(typed, number_label(rule), key=f"amount-{rule.key}", **_signs(rule)))
    return blocks


def _signs(rule: Option[Any]) -> dict[str, Any]:
    """What is shown beside a number that is typed: its unit, and for thousands how they can be written."""
    if rule.unit == THOUSANDS:
        # letters are part of the figure here, so the keyboard must have them
        return {
            "helper": f"Write it as {format_amount(1_500, THOUSANDS)} or {format_amount(450, THOUSANDS)}."
        }
    money = is_money(rule.unit)
    return {
        "keyboard_type": ft.KeyboardType.NUMBER,
        "prefix": rule.unit if money else None,
        "suffix": None if money else rule.unit,
    }


def number_label(rule: Option[Any]) -> str:
    """The label of the field for a house rule's number, with what it counts."""
    if rule.unit == THOUSANDS or rule.what in rule.title.casefold():
        return rule.title
    return f"{rule.title}, in {rule.what}"


def heading_of(group: str) -> ft.Control:
    """The heading of a group of house rules."""
    return controls.heading(group, level=3, style=Style.TITLE_SMALL)


def legend() -> ft.Control:
    """Explain what house rules are for."""
    return soft(
        "Where the rulebook is silent, these decide. Tap one to change it.", Style.BODY_MEDIUM
    )


def gap() -> ft.Control:
    """Leave room between groups."""
    return ft.Container(height=theme.GAP_S)


@screen
def HouseRulesScreen(client: Client, state: PlayState) -> ft.Control:
    """Show every house rule with its choice; another choice is a line of the journal."""
    editing, _ = ft.use_state(EditState())
    snapshot = state.snapshot
    game = snapshot.game

    def save(rule: Option[Any]) -> None:
        if editing.key == rule.key:  # else it is the second half of a double tap
            editing.record(
                state, "change_house", {"rule": rule.key, "way": editing.value.words}, rule.title
            )

    played = {rule.key: snapshot.table.house(rule.key) for rule in game.options}
    shown = relevant(game.options, played)
    changed = sum(played[rule.key] != rule.default for rule in shown if not rule.lead)
    blocks: list[ft.Control] = [
        controls.heading(changed_text(changed)),
        soft(
            "A change counts from now on. It is entered in the journal, with a reason; earlier entries stay as they "
            "are.",
            Style.BODY_MEDIUM,
        ),
    ]
    groups: list[ft.Control] = []
    for group, rules in group_rules(shown):
        rows: list[ft.Control] = [heading_of(group)]
        for rule in rules:
            way = played[rule.key]
            unfolded = editing.key == rule.key
            inside = _ways(editing, rule, way, save) if unfolded else []
            # its choices are shown from what is in force now
            opening = press(editing.edit, rule.key, way)
            rows.append(row(rule, way, inside, unfolded=unfolded, toggle=opening))
        groups.append(controls.column(*rows, spacing=8))
    half = (len(groups) + 1) // 2
    blocks += side_by_side(client, groups[:half], groups[half:], spacing=12)
    return page(client, "House rules", *blocks, back=play_route(state.play_id, MORE))


def _ways(
    editing: EditState,
    rule: Option[Any],
    way: str,
    save: Callable[[Option[Any]], object],
) -> list[ft.Control]:
    """List the choices of the open rule; once another one is picked, ask why."""
    if rule.fixed:
        return [soft("This can't be changed once the game has begun.")]
    value, amount = editing.value, editing.amount
    amount.words = value.words if editing.other else current_number(rule, value.words)
    amount.error = value.error
    ask = press(amount.type, "")
    blocks = choices(rule, value.words, amount, editing.pick, ask, other=editing.other)
    if value.error and not rule.whole:
        blocks.append(controls.note(value.error, "bad", live=True))
    if value.words.strip() != way:
        keep = press(save, rule)
        blocks.append(reason(editing, keep, "For instance: agreed before the first roll"))
        blocks.append(
            controls.wrap(
                button("Record the change", keep, tone="primary"),
                button("Cancel", press(editing.close), tone="quiet"),
                spacing=8,
            )
        )
    return blocks
