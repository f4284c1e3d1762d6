"""Disasters: what sets them off, how severe they are, whom they hit, and which streets are drawn.

Who draws is an opponent; the book says how many, and can draw for the table. Rulebook: «Disasters [7 thrown]».
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.api import Refusal, listed
from companion.api.show import Prompt
from companion.games.rat_race_monopoly import options
from companion.games.rat_race_monopoly.board import buildings_text
from companion.games.rat_race_monopoly.game import GAME, Player, RatRaceTurn, Street, ask
from companion.games.rat_race_monopoly.streets import some_streets

SOURCE = "Disasters [7 thrown]"
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
    if roll == SEVEN and t.option(options.DISASTER_SEVENS) == "any" and not t.broker_alone:
        set_off(who)
        t.by_house_rule("Any 7 with two dice sets a disaster off.")


# --- who is hit


def is_pending(t: RatRaceTurn) -> bool:
    return t.disaster.by is not None


def severity(t: RatRaceTurn) -> str | None:
    """How severe the disaster under way is; nothing before the second throw, or where there is none."""
    return t.disaster.severity if is_pending(t) else None


def why_spared(who: Player) -> str:
    """Why a disaster passes a player by, in words; nothing for who is hit."""
    count, either = len(who.streets), who.t.option(options.DISASTER_HITS) == "either"
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
    return 1 if who.built or who.t.option(options.DISASTER_LIGHT) == "street" else 0


def read_drawn(t: RatRaceTurn) -> tuple[str, ...]:
    """From whom streets are drawn already, by key."""
    return tuple(t.disaster.done.split())


def hit(thrower: Player, how: str) -> tuple[Player, ...]:
    """Everybody who loses something, the thrower first and on to the left."""
    return tuple(who for who in (thrower, *thrower.others) if loses(who, how))


def find_losers(t: RatRaceTurn) -> tuple[Player, ...]:
    """Those from whom streets are still to be drawn."""
    how, thrower = severity(t), t.thrower
    return tuple(who for who in hit(thrower, how) if who.key not in read_drawn(t)) if how and thrower else ()


def _takes_street(t: RatRaceTurn, how: str) -> bool:
    return bool(how == SEVERE or t.option(options.DISASTER_LIGHT) == "street")


def _list_names(seats: Iterable[Player]) -> str:
    return listed(who.name for who in seats)


def _explain(t: RatRaceTurn, how: str) -> None:
    t.explain(f"{SEVERITY_RULE} {RULES[how]}")


def _say_house_rules(t: RatRaceTurn, how: str) -> None:
    if t.option(options.DISASTER_HITS) == "either":
        t.by_house_rule("It hits everybody without insurance, and everybody with two streets or more.")
    if how == LIGHT and t.option(options.DISASTER_LIGHT) == "street":
        t.by_house_rule("A light disaster takes the street too.")


def loss_text(who: Player, how: str) -> str:
    """Say why a player is spared, or how much is lost."""
    if why := why_spared(who):
        return f"{why}, spared"
    count, there = loses(who, how), who.t.count(len(who.streets), "street")
    if how == SEVERE:
        return f"{there}, half of them rounded down: loses {count or 'none'}"
    return f"one of {there} is drawn" if count else f"{there}, nothing built, nothing to lose"


def _end(t: RatRaceTurn) -> None:
    t.disaster.by = t.disaster.severity = t.disaster.done = None


# --- what happens


@GAME.action("A disaster: how severe?", group="Disasters", source=SOURCE, button="{who} throws {roll}")
def disaster(
    t: RatRaceTurn,
    who: Player = ask.anybody("Who threw the 7?"),
    roll: int = ask.roll("What does the second throw show?"),
) -> None:
    """Throw again after a 7, and hear how severe the disaster is and whom it hits."""
    t.check_banker()
    t.check_going()
    who.check_seated()
    t.refuse(severity(t) is not None, "A disaster is under way already.")
    thrower = t.thrower
    if thrower is None:
        who.check_own_turn()
    elif thrower != who:
        again = thrower == t.disaster.by
        threw = "threw the 7, and throws again" if again else "throws for the 7"
        raise Refusal(f"{thrower} {threw}.", "who")
    how = SEVERE if roll in SEVERE_ROLLS else LIGHT
    losers = hit(who, how)
    if losers:
        t.disaster.by, t.disaster.severity, t.disaster.done = who, how, None
        each = listed(f"{one.name} loses {t.count(loses(one, how), 'street')}" for one in losers)
        loss = each if how == SEVERE else f"one street is drawn from {_list_names(losers)}"
        t.narrate(f"A {how} disaster, {roll}: {loss}.")
        _say_house_rules(t, how)
    else:
        _end(t)
        t.narrate(f"A {how} disaster, {roll}. Nobody loses anything.")
    for player in t.seats:
        t.step(f"{player}: {loss_text(player, how)}")
    _explain(t, how)


def _streets_to_draw(who: Player) -> tuple[Street, ...]:
    return who.streets if who in find_losers(who.t) else ()


def _how_many(t: RatRaceTurn) -> tuple[int, int]:
    how, who = severity(t), t.find_player()
    count = loses(who, how) if how and who in find_losers(t) else 1
    return count, count


@GAME.action("Streets drawn by an opponent", group="Disasters", source=SOURCE, asked_by="", button="Draw {streets}")
def lose_streets(
    t: RatRaceTurn,
    who: Player = ask.anybody("From whom are streets drawn?"),
    streets: tuple[Street, ...] = some_streets(
        "Which are drawn?",
        _streets_to_draw,
        lambda street: f"{street} is not to be drawn now.",
        none="Nobody's streets are drawn now.",
        count=_how_many,
        draw=True,
    ),
) -> None:
    """Say which streets an opponent has drawn from a player whom the disaster hits."""
    t.check_banker()
    t.check_going()
    how = severity(t)
    if how is None:
        raise Refusal("There is no disaster to draw streets for.")
    if who not in find_losers(t):
        why = "has been dealt with" if who.key in read_drawn(t) else f"loses nothing: {loss_text(who, how)}"
        raise Refusal(f"{who} {why}.", "who")
    if _takes_street(t, how):
        lost = listed(f"{street} with {street.buildings}" if street.buildings else str(street) for street in streets)
    else:
        lost = f"{streets[0].buildings or 'nothing'} on {streets[0]}"
    t.narrate(f"The {how} disaster: {who.name} loses {lost}.")
    _explain(t, how)
    for street in streets:
        lose(street, how)
    t.disaster.done = " ".join((*read_drawn(t), who.key))
    _say_house_rules(t, how)
    if left := find_losers(t):
        t.step(f"Still to be drawn: {_list_names(left)}")
    else:
        _end(t)


def lose(street: Street, how: str) -> None:
    """Take what a disaster takes of one street: its buildings, or the street too."""
    t, built = street.t, street.houses
    if _takes_street(t, how):
        street.hand_over(t.the_bank)
        t.step(f"{street} goes back to the bank")
        street.clear()
    else:
        street.build(-built)
        t.step(f"{street} is drawn: {buildings_text(built) or 'nothing'} lost, the street stays")


@GAME.action("Call the disaster off", group="Disasters", button="Call the disaster off")
def call_off(t: RatRaceTurn, reason: str = ask.reason()) -> None:
    """Drop a disaster that was no disaster, or is dealt with by hand, for a reason."""
    t.check_going()
    t.refuse(not is_pending(t), "There is no disaster under way.")
    _end(t)
    t.narrate(f"The disaster is called off ({reason}).")
    t.explain("The table may call it off at any time; the reason stays in the journal.")


def disaster_next(t: RatRaceTurn) -> Prompt | None:
    """What a disaster under way asks for next; nothing where there is none."""
    thrower, how, off = t.thrower, severity(t), call_off("Call it off", "quiet")
    if thrower is None:
        return None
    if how is None:
        again = "again" if thrower == t.disaster.by else "for it"
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
        return Prompt("The disaster is over", "Nobody is left to lose anything.", None, (off,), "Disaster")
    who, *others = left
    more = f" Then: {_list_names(others)}." if others else ""
    return Prompt(
        f"{who}: an opponent draws {t.count(loses(who, how), 'street')}",
        f"A {how} disaster; {who.name} holds {t.count(len(who.streets), 'street')}.{more}",
        lose_streets("Which are drawn?", "primary", who=who),
        (*(lose_streets(f"First from {one.name}", who=one) for one in others), off),
        "Disaster",
    )
