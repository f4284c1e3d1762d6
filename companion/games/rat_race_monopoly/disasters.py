"""Disasters: what sets them off, how severe they are, whom they hit, and which streets are drawn.

Who draws is an opponent; the book says how many, and can draw for the table. Rulebook: «Disasters [7 thrown]».
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from companion.api import Refusal, listed
from companion.api.show import Prompt
from companion.games.rat_race_monopoly.game import (
    BANKER,
    GAME,
    GOING,
    OWN_TURN,
    Player,
    RatRaceTurn,
    Street,
    ask,
)
from companion.games.rat_race_monopoly.options import House
from companion.games.rat_race_monopoly.streets import some_streets

SEVEN = 7
SEVERE, LIGHT = "severe", "light"
SEVERE_ROLLS = frozenset({2, 3, 11, 12})
FEW = 2
SEVEN_RULE = "A 7 with two dice sets a disaster off; the same player throws two dice again for how severe it is."
SEVERITY_RULE = "A second throw of two dice: 2, 3, 11 and 12 are severe, everything else is light."
RULES = {
    SEVERE: "A severe disaster takes half of the streets, rounded down, drawn by an opponent, with all their "
    "buildings. They go back to the bank, free of mortgage; nothing is paid for them.",
    LIGHT: "A light disaster takes the buildings of one street, drawn by an opponent; nothing is paid for them.",
}
disasters = partial(
    GAME.action, group="Disasters", source="Disasters [7 thrown]", when=(BANKER, *GOING)
)


# --- what sets one off


def set_off(who: Player) -> None:
    """A disaster waits to be dealt with: who threw the 7 throws again for how severe it is."""
    t = who.t
    t.narrate("A disaster.")
    t.disaster.by = who
    t.step(f"A 7: {who.name} throws two dice for how severe the disaster is")
    t.explain(SEVEN_RULE)


def any_seven(who: Player, roll: int) -> None:
    """Set a disaster off by a throw with two dice that moves no token, where the table plays any 7 so."""
    t = who.t
    if roll == SEVEN and t.house.disaster_sevens == "any" and not t.broker_alone:
        set_off(who)
        t.by_house_rule(House.disaster_sevens)


# --- who is hit


def why_spared(who: Player) -> str:
    """Why a disaster passes a player by, in words; nothing for who is hit."""
    count, either = len(who.streets), who.t.house.disaster_hits == "either"
    if not count:
        return "no streets"
    if who.insured and not (either and count >= FEW):
        return "insured"
    return "only one street" if count < FEW and not either else ""


def loses(who: Player, how: str) -> int:
    """How many streets are drawn from a player: half, rounded down, or one; zero where none can be hurt."""
    if why_spared(who):
        return 0
    if how == SEVERE:
        return len(who.streets) // 2
    return int(bool(who.built) or who.t.house.disaster_light == "street")


def hit(thrower: Player, how: str) -> tuple[Player, ...]:
    """Everybody who loses something, the thrower first and on to the left."""
    return tuple(who for who in (thrower, *thrower.others) if loses(who, how))


def find_losers(t: RatRaceTurn) -> tuple[Player, ...]:
    """Those from whom streets are still to be drawn; nobody before the second throw, or where no disaster waits."""
    waits, drawn = t.disaster, t.disaster.done.split()
    if not waits.severity or not waits.thrower:
        return ()
    return tuple(who for who in hit(waits.thrower, waits.severity) if who.key not in drawn)


def _list_names(seats: Iterable[Player]) -> str:
    return listed(who.name for who in seats)


def _explain(t: RatRaceTurn, how: str) -> None:
    t.explain(f"{SEVERITY_RULE} {RULES[how]}")
    t.by_house_rule(House.disaster_hits)
    if how == LIGHT:
        t.by_house_rule(House.disaster_light)


def loss_text(who: Player, how: str) -> str:
    """Say why a player is spared, or how much is lost."""
    if why := why_spared(who):
        return f"{why}, spared"
    count, there = loses(who, how), who.t.count(len(who.streets), "street")
    if how == SEVERE:
        return f"{there}, half of them rounded down: loses {count or 'none'}"
    return f"one of {there} is drawn" if count else f"{there}, nothing built, nothing to lose"


# --- what happens


@disasters("A disaster: how severe?", button="{who} throws {roll}")
def disaster(
    t: RatRaceTurn,
    who: Player = ask.player("Who threw the 7?"),
    roll: int = ask.roll("What does the second throw show?"),
) -> None:
    """Throw again after a 7, and hear how severe the disaster is and whom it hits."""
    waits = t.disaster
    t.refuse(waits.by and waits.severity, "A disaster is under way already.")
    thrower = waits.thrower
    threw = "threw the 7, and throws again" if waits.thrower == waits.by else "throws for the 7"
    if thrower is None:
        OWN_TURN.check(t)
    t.refuse(thrower not in (None, who), f"{thrower} {threw}.", "who")
    how = SEVERE if roll in SEVERE_ROLLS else LIGHT
    for player in t.seats:
        t.step(f"{player}: {loss_text(player, how)}")
    if losers := hit(who, how):
        waits.by, waits.severity, waits.done = who, how, None
        each = listed(
            f"{loser.name} loses {t.count(loses(loser, how), 'street')}" for loser in losers
        )
        loss = each if how == SEVERE else f"one street is drawn from {_list_names(losers)}"
        t.narrate(f"A {how} disaster, {roll}: {loss}.")
    else:
        waits.end()
        t.narrate(f"A {how} disaster, {roll}. Nobody loses anything.")
    _explain(t, how)


def _streets_to_draw(who: Player) -> tuple[Street, ...]:
    return who.streets if who in find_losers(who.t) else ()


def _how_many(t: RatRaceTurn) -> tuple[int, int]:
    who = t.find_player()
    count = loses(who, str(t.disaster.severity)) if who in find_losers(t) else 1
    return count, count


@disasters("Streets drawn by an opponent", asked_by="", button="Draw {streets}")
def lose_streets(
    t: RatRaceTurn,
    who: Player = ask.player("From whom are streets drawn?"),
    streets: tuple[Street, ...] = some_streets(
        "Which streets are drawn?",
        _streets_to_draw,
        lambda street: f"{street} is not to be drawn now.",
        none="Nobody's streets are drawn now.",
        count=_how_many,
        draw=True,
    ),
) -> None:
    """Say which streets an opponent has drawn from a player whom the disaster hits."""
    waits, losers = t.disaster, find_losers(t)
    how = waits.severity
    if how is None or not waits.by:
        raise Refusal("There is no disaster to draw streets for.")
    if who not in losers:
        dealt = who.key in waits.done.split()
        why = "has been dealt with" if dealt else f"loses nothing: {loss_text(who, how)}"
        raise Refusal(f"{who} {why}.", "who")
    takes_street = how == SEVERE or t.house.disaster_light == "street"
    if takes_street:
        lost = listed(
            f"{street} with {street.buildings}" if street.buildings else str(street)
            for street in streets
        )
    else:
        lost = f"{streets[0].buildings or 'nothing'} on {streets[0]}"
    t.narrate(f"The {how} disaster: {who.name} loses {lost}.")
    for street in streets:
        if takes_street:
            street.hand_over(t.the_bank)
            t.step(f"{street} goes back to the bank")
            street.clear()
        else:
            t.step(f"{street} is drawn: {street.buildings or 'nothing'} lost, the street stays")
            street.build(-street.houses)
    waits.done = f"{waits.done} {who.key}".strip()
    _explain(t, how)
    if left := find_losers(t):
        t.step(f"Still to be drawn: {_list_names(left)}")
    else:
        waits.end()


@GAME.action(
    "Call the disaster off",
    group="Disasters",
    when=GOING,
    button="Call the disaster off",
    rule="The table may call it off at any time; the reason stays in the journal.",
)
def call_off(t: RatRaceTurn, reason: str = ask.reason()) -> None:
    """Drop a disaster that was no disaster, or is dealt with by hand, for a reason."""
    t.refuse(not t.disaster.by, "There is no disaster under way.")
    t.disaster.end()
    t.narrate(f"The disaster is called off ({reason}).")


def disaster_next(t: RatRaceTurn) -> Prompt | None:
    """What a disaster under way asks for next; nothing where there is none."""
    waits, off = t.disaster, call_off("Call it off", "quiet")
    thrower, how = waits.thrower, waits.severity
    if thrower is None:
        return None
    if how is None:
        again = "again" if thrower == waits.by else "for it"
        return Prompt(
            f"A 7: {thrower.name} throws {again}",
            "Two dice for the disaster: 2, 3, 11 and 12 are severe, everything else is light.",
            disaster("How severe?", "primary", who=thrower),
            (off,),
            "Disaster",
        )
    left = find_losers(t)
    if not left:
        # a correction in the middle may have left nobody to draw from
        return Prompt(
            "The disaster is over", "Nobody is left to lose anything.", None, (off,), "Disaster"
        )
    who, *others = left
    more = f" Then: {_list_names(others)}." if others else ""
    return Prompt(
        f"{who}: an opponent draws {t.count(loses(who, how), 'street')}",
        f"A {how} disaster; {who.name} holds {t.count(len(who.streets), 'street')}.{more}",
        lose_streets("Which streets are drawn?", "primary", who=who),
        (*(lose_streets(f"First from {other.name}", who=other) for other in others), off),
        "Disaster",
    )
