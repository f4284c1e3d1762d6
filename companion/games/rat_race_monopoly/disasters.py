"""Disasters: how severe, whom they hit, and which streets are drawn.

Who draws is an opponent; the book says how many, and can draw for the table. Rulebook: «Disasters [7 thrown]».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.prompt import Offer, Prompt
from companion.core.questions import Answers, Reason, TwoDice, Who, read_several
from companion.core.table import Effect, Line, Mark, Refusal, Table, listed
from companion.games.rat_race_monopoly import gates, naming, state
from companion.games.rat_race_monopoly.board import street_name
from companion.games.rat_race_monopoly.deeds import cleared, hand_over, move_houses
from companion.games.rat_race_monopoly.naming import Streets, buildings_said, not_of
from companion.games.rat_race_monopoly.state import BANK, DISASTER, name

SOURCE = "Disasters [7 thrown]"
SEVERE, LIGHT = "severe", "light"
SEVERE_ROLLS = frozenset({2, 3, 11, 12})
FEW = 2
NOTED = ("by", "severity", "done")
SEVERITY_RULE = "A second throw of two dice: 2, 3, 11 and 12 are severe, everything else is light."
SEVERE_RULE = (
    "A severe disaster takes half of the streets, rounded down, drawn by an opponent, with all their buildings. They "
    "go back to the bank, free of mortgage; nothing is paid for them."
)
LIGHT_RULE = "A light disaster takes the buildings of one street, drawn by an opponent; nothing is paid for them."


# Who is hit


def severity_of(roll: int) -> str:
    """How severe a disaster is by the second throw."""
    return SEVERE if roll in SEVERE_ROLLS else LIGHT


def pending(table: Table) -> bool:
    """Whether a disaster waits to be dealt with."""
    return table.ledger.mark(DISASTER, "by") is not None


def severity(table: Table) -> str | None:
    """How severe the disaster under way is; nothing before the second throw, or where there is none."""
    said = table.ledger.mark(DISASTER, "severity")
    return None if said is None or not pending(table) else str(said)


def spared(table: Table, who: str) -> str:
    """Why a disaster passes a player by, in words; nothing for who is hit."""
    count = len(state.streets_of(table, who))
    either = table.house("disaster_hits") == "either"
    if not count:
        return "no streets"
    if state.insured(table, who) and not (either and count >= FEW):
        return "insured"
    if count < FEW and not either:
        return "only one street"
    return ""


def loses(table: Table, who: str, how: str) -> int:
    """How many streets are drawn from a player: half, rounded down, or one; nought where none can be hurt."""
    streets = state.streets_of(table, who)
    if spared(table, who):
        return 0
    if how == SEVERE:
        return len(streets) // 2
    bare = not any(state.houses_on(table, street) > 0 for street in streets)
    return 0 if bare and table.house("disaster_light") == "buildings" else 1


def waiting(table: Table) -> tuple[str, ...]:
    """Those from whom streets are still to be drawn, the thrower first and on to the left."""
    how = severity(table)
    if how is None:
        return ()
    by = str(state.thrower(table))
    done = str(table.ledger.mark(DISASTER, "done") or "").split()
    return tuple(who for who in (by, *state.others(table, by)) if who not in done and loses(table, who, how))


def _over() -> tuple[Mark, ...]:
    return tuple(Mark(DISASTER, key, None) for key in NOTED)


# What happens


@action(SOURCE, title="A disaster: how severe?", group="Disasters")
def disaster(table: Table, who: Who, roll: TwoDice) -> Effect:
    """Throw again after a 7, and hear how severe the disaster is and whom it hits.

    who: Who threw the 7?
    roll: What does the second throw show?
    """
    gates.banking(table)
    gates.going(table)
    gates.seated(table, who)
    if severity(table) is not None:
        raise Refusal("A disaster is under way already.")
    if not pending(table):
        gates.own_turn(table, who)
    elif (by := str(state.thrower(table))) != who:
        threw = "threw the 7, and throws again" if by == table.ledger.mark(DISASTER, "by") else "throws for the 7"
        raise Refusal(f"{name(table, by)} {threw}.", "who")
    how = severity_of(roll)
    started = Effect(marks=(Mark(DISASTER, "by", who), Mark(DISASTER, "severity", how), Mark(DISASTER, "done", None)))
    now = table.after(started)
    hit = waiting(now)
    count = {one: loses(now, one, how) for one in hit}
    told = "A severe disaster" if how == SEVERE else "A light disaster"
    if not hit:
        return Effect(
            f"{told}, {roll}. Nobody loses anything.", marks=_over(), working=_lines(now, how), rule=_rule(how)
        )
    names = listed(f"{table.name(one)} loses {_many(count[one])}" for one in hit)
    loss = names if how == SEVERE else f"one street is drawn from {_of(table, hit)}"
    told = f"{told}, {roll}: {loss}."
    return started + Effect(told, working=_lines(now, how), rule=_rule(how), house=_house(table, how))


def _of(table: Table, hit: tuple[str, ...]) -> str:
    return listed(table.name(one) for one in hit)


def _many(count: int) -> str:
    return "1 street" if count == 1 else f"{count} streets"


def _rule(how: str) -> str:
    return f"{SEVERITY_RULE} {SEVERE_RULE if how == SEVERE else LIGHT_RULE}"


def _house(table: Table, how: str) -> tuple[str, ...]:
    house: tuple[str, ...] = ()
    if table.house("disaster_hits") == "either":
        house += ("It hits everybody without insurance, and everybody with two streets or more.",)
    if how == LIGHT and table.house("disaster_light") == "street":
        house += ("A light disaster takes the street too.",)
    return house


def _lines(table: Table, how: str) -> tuple[Line, ...]:
    """Say of everybody in the game why they are spared, or how much they lose."""
    return tuple(Line(f"{name(table, who)}: {_line(table, who, how)}") for who in state.playing(table))


def _line(table: Table, who: str, how: str) -> str:
    if why := spared(table, who):
        return f"{why}, spared"
    count, there = loses(table, who, how), _many(len(state.streets_of(table, who)))
    if not count and how == LIGHT:
        return f"{there}, nothing built, nothing to lose"
    if how == LIGHT:
        return f"one of {there} is drawn"
    return f"{there}, half of them rounded down: loses {count or 'none'}"


def _drawn_now(table: Table, answers: Answers) -> tuple[str, ...]:
    who = str(answers.get("who") or "")
    return state.streets_of(table, who) if who in waiting(table) else ()


def _how_many(table: Table, answers: Answers) -> tuple[int, int]:
    how, who = severity(table), str(answers.get("who") or "")
    count = loses(table, who, how) if how and who in waiting(table) else 1
    return count, count


Drawn: TypeAlias = Annotated[
    str,
    Streets(
        _drawn_now,
        naming.label,
        _how_many,
        naming.detail,
        naming.tile,
        draw=True,
        none="Nobody's streets are drawn now.",
        why=lambda table, answers, street: (
            not_of("who")(table, answers, street)
            if state.owner(table, street) != answers.get("who")
            else f"{street_name(table, street)} is not to be drawn now."
        ),
    ),
]


@action(SOURCE, title="Streets drawn by an opponent", group="Disasters")
def lose_streets(table: Table, who: Who, streets: Drawn) -> Effect:
    """Say which streets an opponent has drawn from a player whom the disaster hits.

    who: From whom are streets drawn?
    streets: Which are drawn?
    """
    gates.banking(table)
    gates.going(table)
    how = severity(table)
    if how is None:
        raise Refusal("There is no disaster to draw streets for.")
    if who not in waiting(table):
        seen = who in str(table.ledger.mark(DISASTER, "done") or "").split()
        why = "has been dealt with" if seen else f"loses nothing: {_line(table, who, how)}"
        raise Refusal(f"{name(table, who)} {why}.", "who")
    drawn = read_several(streets)
    gone = Effect(f"The {how} disaster: {table.name(who)} {_told(table, how, drawn)}.", rule=_rule(how))
    for street in drawn:
        gone += _lost(table, street, how)
    done = f"{table.ledger.mark(DISASTER, 'done') or ''} {who}".strip()
    gone += Effect(marks=(Mark(DISASTER, "done", done),), house=_house(table, how))
    left = waiting(table.after(gone))
    if left:
        return gone + Effect(working=(Line(f"Still to be drawn: {_of(table, left)}"),))
    return gone + Effect(marks=_over())


def _told(table: Table, how: str, drawn: tuple[str, ...]) -> str:
    if _takes_street(table, how):
        return f"loses {listed(_with_buildings(table, street) for street in drawn)}"
    built = state.houses_on(table, drawn[0])
    return f"loses {buildings_said(built) or 'nothing'} on {street_name(table, drawn[0])}"


def _with_buildings(table: Table, street: str) -> str:
    built = buildings_said(state.houses_on(table, street))
    return f"{street_name(table, street)}{f' with {built}' if built else ''}"


def _takes_street(table: Table, how: str) -> bool:
    return how == SEVERE or table.house("disaster_light") == "street"


def _lost(table: Table, street: str, how: str) -> Effect:
    """Take what a disaster takes of one street: its buildings, or the street too."""
    what, built = street_name(table, street), state.houses_on(table, street)
    if _takes_street(table, how):
        back = Effect(postings=hand_over(table, street, BANK), working=(Line(f"{what} goes back to the bank"),))
        return back + cleared(table, street)
    return Effect(
        postings=move_houses(street, -built),
        working=(Line(f"{what} is drawn: {buildings_said(built) or 'nothing'} lost, the street stays"),),
    )


@action("", title="Call the disaster off", group="Disasters")
def call_off(table: Table, reason: Reason) -> Effect:
    """Drop a disaster that was no disaster, or is dealt with by hand, for a reason.

    reason: Why?
    """
    gates.going(table)
    if not pending(table):
        raise Refusal("There is no disaster under way.")
    return Effect(
        f"The disaster is called off ({reason}).",
        marks=_over(),
        rule="The table may correct the book at any time; the reason stays in the journal.",
    )


def prompt(table: Table) -> Prompt | None:
    """What a disaster under way asks for next; nothing where there is none."""
    if not pending(table):
        return None
    by, how = str(state.thrower(table)), severity(table)
    off = Offer("call_off", {}, "Call it off", "quiet")
    if how is None:
        return Prompt(
            f"A 7: {table.name(by)} throws {'again' if by == table.ledger.mark(DISASTER, 'by') else 'for it'}",
            "Two dice for the disaster: 2, 3, 11 and 12 are severe, everything else is light.",
            Offer("disaster", {"who": by}, "How severe?", "primary"),
            (off,),
            "Disaster",
        )
    hit = waiting(table)
    if not hit:
        # a correction in the middle may have left nobody to draw from
        return Prompt("The disaster is over", "Nobody is left to lose anything.", None, (off,), "Disaster")
    who, count = hit[0], loses(table, hit[0], how)
    more = f" Then: {_of(table, hit[1:])}." if hit[1:] else ""
    return Prompt(
        f"{name(table, who)}: an opponent draws {_many(count)}",
        f"A {how} disaster; {table.name(who)} holds {_many(len(state.streets_of(table, who)))}.{more}",
        Offer("lose_streets", {"who": who}, "Which are drawn?", "primary"),
        (*(Offer("lose_streets", {"who": one}, f"First from {table.name(one)}") for one in hit[1:]), off),
        "Disaster",
    )


ACTIONS = (disaster, lose_streets, call_off)
