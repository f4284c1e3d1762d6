"""House rules as rows that unfold: how each is played, the ways there are, and which is the ruling."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.units import THOUSANDS, written
from models.ledger import MONEY
from views import parts, theme
from views.field import field
from views.fold import fold, option, pick
from views.parts import Style, press, soft
from views.setup_words import quick_amounts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.game import House

CHANGED = "changed"
RULING = "the ruling"


def grouped(rules: tuple[House, ...]) -> list[tuple[str, list[House]]]:
    """House rules by group, in the order in which the groups come up."""
    order = list(dict.fromkeys(rule.group for rule in rules))
    found = sorted(rules, key=lambda rule: order.index(rule.group))
    return [(group, list(some)) for group, some in groupby(found, key=lambda rule: rule.group)]


def speaking(rules: tuple[House, ...], ways: Mapping[str, str], *, lead: bool | None = None) -> tuple[House, ...]:
    """House rules that say anything where the others are played these ways; all, or those that lead, or the rest."""
    return tuple(one for one in rules if one.speaks(ways) and lead in (None, one.lead))


def said(count: int) -> str:
    """Say how far from the rulings it is played."""
    return "Played by the rulings" if not count else f"Played by the rulings, {count} changed"


def row(rule: House, way: str, content: list[ft.Control], *, unfolded: bool, toggle: Callable[..., Any]) -> ft.Control:
    """Show a house rule with the way it is played; unfolded, with what can be done about it."""
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


def ways(rule: House, way: str, choose: Callable[[str, str], object]) -> list[ft.Control]:
    """List the ways of a house rule; the ruling says that it is."""
    return [
        option(
            meaning,
            press(choose, rule.key, one),
            chosen=one == way,
            remark=RULING.capitalize() if one == rule.default else "",
        )
        for one, meaning in rule.ways
    ]


def amounts(
    rule: House,
    way: str,
    typed: str | None,
    wrong: str,
    *,
    choose: Callable[[str, str], object],
    ask: Callable[[str], object],
    write: Callable[[str, str], object],
    focused: Callable[[bool], object] | None = None,
) -> list[ft.Control]:
    """Offer a few amounts as buttons, and a field for any other."""
    quick = [str(one) for one in quick_amounts(rule)]
    other = typed is not None or way not in quick
    picks = [pick(rule.say(one), press(choose, rule.key, one), chosen=not other and one == way) for one in quick]
    picks.append(pick("Other", press(ask, rule.key), chosen=other))
    blocks: list[ft.Control] = [parts.wrap(*picks, spacing=8)]
    if other:
        blocks.append(
            field(
                labelled(rule),
                typed if typed is not None else usual(rule, way),
                lambda words: write(rule.key, words),
                error=wrong,
                focused=focused,
                key=f"amount-{rule.key}",
                **_signs(rule),
            )
        )
    return blocks


def _signs(rule: House) -> dict[str, Any]:
    """What stands beside a number that is typed: its unit; for thousands how they can be written."""
    if rule.unit == THOUSANDS:
        # letters are part of the figure here, so the keyboard must have them
        return {"helper": f"Write it as {written(1_500, THOUSANDS)} or {written(450, THOUSANDS)}."}
    money = rule.unit in MONEY
    return {
        "keyboard_type": ft.KeyboardType.NUMBER,
        "prefix": rule.unit if money else None,
        "suffix": None if money else rule.unit,
    }


def usual(rule: House, way: str) -> str:
    """The number that is played, as it stands in the field at first."""
    return written(int(way), THOUSANDS) if rule.unit == THOUSANDS and way.isdigit() else way


def labelled(rule: House) -> str:
    """Name the field for a house rule's number, with what it counts."""
    if rule.unit == THOUSANDS or rule.what in rule.title.casefold():
        return rule.title
    return f"{rule.title}, in {rule.what}"


def heading_of(group: str) -> ft.Control:
    """Head a group of house rules."""
    return parts.heading(group, level=3, style=Style.TITLE_SMALL)


def legend() -> ft.Control:
    """Say what house rules are for."""
    return soft(
        "Where the rulebook is silent, these settle it. Tap one to see the ways it can be played.", Style.BODY_MEDIUM
    )


def gap() -> ft.Control:
    """Leave room between groups."""
    return ft.Container(height=theme.GAP_S)
