"""Sentences about restoring a backup: what it would do, and what it did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.table import listed

if TYPE_CHECKING:
    from models.merging import How, Plan


def plans(plan: Plan) -> list[str]:
    """Say what restoring a backup would do."""
    return _told(plan, "would be", "would come")


def done(plan: Plan) -> list[str]:
    """Say what restoring a backup did."""
    return _told(plan, "was", "came") or ["Everything in it was here already."]


def _told(plan: Plan, be: str, come: str) -> list[str]:
    def are(count: int) -> str:
        return "were" if be == "was" and count != 1 else be

    def plays(count: int, *, named: bool) -> str:
        return f"{count} {'play' if count == 1 else 'plays'}" if named else str(count)

    lines: list[str] = []
    first: list[str] = []
    ways: tuple[tuple[tuple[How, ...], str], ...] = (
        (("added",), "added"),
        (("brought back",), "brought back from the deleted"),
        (("continued",), "brought up to date"),
    )
    for how, words in ways:
        if count := plan.count(*how):
            first.append(f"{plays(count, named=not first)} {'' if first else are(count) + ' '}{words}")
    here = plan.count("here")
    if here:
        said = "is" if here == 1 else "are"
        first.append(f"{plays(here, named=not first)} {said} here already")
    if first:
        lines.append(f"{listed(first)}.")
    if count := plan.count("further here"):
        has, stays = ("has", "stays") if count == 1 else ("have", "stay")
        lines.append(f"{plays(count, named=True)} {has} come further here than in the backup, and {stays} so.")
    if count := plan.count("copied"):
        one = count == 1
        lines.append(
            f"{plays(count, named=True)} went on otherwise here. {'Yours stays' if one else 'Yours stay'} as "
            f"{'it is' if one else 'they are'}; what the backup has {come} beside {'it' if one else 'them'}, as "
            f"{'a copy' if one else 'copies'}."
        )
    if plan.extras:
        lines.append(
            f"{plan.extras} {'thing' if plan.extras == 1 else 'things'} remembered for later plays, such as players "
            f"and figures of boards, {are(plan.extras)} added."
        )
    return lines
