"""The house rules of a play: how each is played now, and changing one by an entry, with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from views import houserules, parts
from views.book import Editing, reason
from views.fold import pane, spread
from views.parts import Style, button, press, screen, soft
from views.shell import header

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.game import House
    from views.desk import Desk
    from views.store import Store


@screen
def HouseScreen(store: Store, desk: Desk) -> ft.Control:
    """Show every house rule with the way it is played; another way is a line of the journal."""
    editing, _ = ft.use_state(Editing())
    picture = desk.picture
    game = picture.game

    def writing(on: bool) -> None:
        desk.writing = on

    ft.use_effect(lambda: None, dependencies=[], cleanup=lambda: writing(False))

    def save(rule: House) -> None:
        if editing.key == rule.key:  # else it is the second half of a double tap
            editing.record(desk, "change_house", {"rule": rule.key, "way": editing.typed}, rule.title)

    played = {rule.key: picture.table.house(rule.key) for rule in game.houses}
    speaking = houserules.speaking(game.houses, played)
    changed = sum(played[rule.key] != rule.default for rule in speaking if not rule.lead)
    blocks: list[ft.Control] = [
        parts.heading(houserules.said(changed)),
        soft(
            "A change counts from here on and is a line of the journal, with a reason; what was written before "
            "stays as it is.",
            Style.BODY_MEDIUM,
        ),
    ]
    groups: list[ft.Control] = []
    for group, rules in houserules.grouped(speaking):
        rows: list[ft.Control] = [houserules.heading_of(group)]
        for rule in rules:
            way = played[rule.key]
            unfolded = editing.key == rule.key
            inside = _ways(editing, rule, way, save, writing) if unfolded else []
            # its ways are laid out from what is played now
            opening = press(editing.edit, rule.key, way)
            rows.append(houserules.row(rule, way, inside, unfolded=unfolded, toggle=opening))
        groups.append(parts.column(*rows, spacing=8))
    half = (len(groups) + 1) // 2
    blocks += spread(store, groups[:half], groups[half:], spacing=12)
    return ft.Column(
        [
            header(store, "House rules", back="" if store.wide else "/"),
            ft.Container(pane(store, *blocks, spacing=12), expand=True),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _ways(
    editing: Editing,
    rule: House,
    way: str,
    save: Callable[[House], object],
    writing: Callable[[bool], object],
) -> list[ft.Control]:
    """List the ways of the rule that is open; once another one is picked, ask why."""
    if rule.whole:
        blocks = houserules.amounts(
            rule,
            way if editing.typed == way else "",
            editing.typed,
            editing.wrong,
            choose=lambda _, one: editing.write(one),
            ask=lambda _: editing.write(""),
            write=lambda _, words: editing.write(words),
            focused=writing,
        )
    else:
        blocks = houserules.ways(rule, editing.typed, lambda _, one: editing.write(one))
        if editing.wrong:
            blocks.append(parts.note(editing.wrong, "bad", live=True))
    if editing.typed.strip() != way:
        keep = press(save, rule)
        blocks.append(reason(editing, keep, writing, "For instance: agreed before the first roll"))
        blocks.append(
            parts.wrap(
                button("Record the change", keep, tone="primary"),
                button("Leave it", press(editing.close), tone="quiet"),
                spacing=8,
            )
        )
    return blocks
