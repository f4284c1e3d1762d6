"""The race: entrance fees, nomination, the off, the horses as they pass the post, objections, and the official result.

``home_<race>_<at>`` is the horse that passed the post there, ``level_<race>_<horse>`` the one that a horse is level
with in a dead heat, ``out_<race>_<horse>`` says why a horse is disqualified, ``place_<race>_<at>`` is a place that the
table has set by hand.

Rulebook: «The Racecourse», «Discarding», «Nomination», «The Race», «Use of the Colour Cards and White Cards».
"""

from __future__ import annotations

from functools import partial
from itertools import islice, permutations
from typing import Any

from companion.api import Refusal, listed
from companion.games.totopoly.betting.totalisator import refund
from companion.games.totopoly.borrowing import (
    falls_due,
    require_no_surplus,
    require_ready,
    surplus,
    warn_of_horses,
)
from companion.games.totopoly.box import BETTING, HORSES, PARADE, PAYING_OUT, RUNNING, WHITES
from companion.games.totopoly.game import (
    BANK,
    FEE,
    GAME,
    NO_DEBT,
    NOBODY,
    UNPAID,
    Due,
    Player,
    TotopolyTurn,
    When,
    ask,
    ask_horse,
    during,
)
from companion.games.totopoly.options import AUCTION_ONLY, BANK_ONLY, House

EVERYONE = "everyone"
NONE = "none"
MOST_ORDERS = 120
"""Five horses can be put in any order, of more only the last ones."""

parade = partial(
    GAME.action, group="Before the race", source="The Racecourse", when=(during(PARADE), NO_DEBT)
)
KEEPS_RUNNERS = When(lambda t: t.keeps.prizes, "This book does not keep whose horses run.")


# --- entrance fees ---------------------------------------------------------------------------------


@parade("Collect entrance fees", rule="Every horse that runs pays its entrance fee to the bank.")
def enter_race(t: TotopolyTurn, who: Player = ask.player("For whose horses?", EVERYONE)) -> None:
    """Pay the entrance fee of each horse that runs, for one player or for everyone at once."""
    payers = [player for player in t.seats if player.fees and who.key in (EVERYONE, player.key)]
    require_no_surplus(t, payers, "who")
    t.refuse(not payers, "Every horse that runs has its fee paid.", "who")
    able = [player for player in payers if not t.tracked or player.fees <= player.cash]
    short = [player for player in payers if player not in able]
    total = sum(player.fees for player in able)
    for player in able:
        _owe_fees(player)
    if len(able) > 1:
        t.rewrite(narration=f"{t.names(able)} pay {t.written(total)} in entrance fees.")
        t.step("Entrance fees", total, total=True)
    for player in short[:1]:
        _owe_fees(player)


def _owe_fees(who: Player) -> None:
    falls_due(Due(who, who.fees, who.t.bank(BANK), "entrance fees", FEE))
    warn_of_horses(who)


@parade(
    "Scratch a fourth horse",
    source="Discarding",
    when=during(PARADE),
    rule="Three horses a player run at most; others are scratched, or sold before the race. They have no bets, and a "
    "fee that is paid is not given back.",
    button="Scratch {horse}",
)
def scratch(
    t: TotopolyTurn,
    horse: str = ask_horse(
        "Which horse?",
        lambda t: [horse for who in t.seats if surplus(who) for horse in who.horses],
        "is no surplus horse: only a player with more than three scratches one",
        detail=TotopolyTurn.card_detail,
    ),
) -> None:
    """Withdraw a horse of a player who has more than three: nobody bets on it, and a fee that is paid stays paid."""
    t.lease(horse).scratched = 1
    t.narrate(f"{t.card_name(horse)} is scratched.")
    refund(t, horse)


# --- nomination ----------------------------------------------------------------------------------------

OWNER = ask.player(
    "Whose horses?", among=lambda t: [who for who in t.seats if who.horses], why="runs no horse"
)


@parade(
    "Nominate a horse",
    source="Nomination",
    when=(KEEPS_RUNNERS, during(PARADE, BETTING)),
    rule="A nominated horse may be moved first, second or last at each throw; the others keep their order.",
    button="Nominate {horse}",
)
def nominate(
    t: TotopolyTurn,
    who: Player = OWNER,
    horse: str = ask_horse(
        "Which horse?",
        lambda t: (
            *t.find_player("who").horses,
            *((NONE,) if t.find_player("who").nominee else ()),
        ),
        choices=(*HORSES, NONE),
    ),
) -> None:
    """Name the one horse a player may move out of turn at every throw; nobody needs to."""
    who.nominated = None if horse == NONE else horse
    t.narrate(f"{who} nominates {'no horse after all' if horse == NONE else t.card_name(horse)}.")
    if who.fixed_order:
        t.step(f"In this order: {numbers(who.fixed_order)}")


def numbers(horses: tuple[str, ...]) -> str:
    return listed(f"No. {horse[1:]}" for horse in horses)


def _orders(t: TotopolyTurn) -> dict[str, str]:
    """Return every order of a player's horses but the nominated one, by their numbers: ``4 8 12``."""
    mine = [horse[1:] for horse in t.find_player("who").to_order]
    return {
        " ".join(order): ", then ".join(order) for order in islice(permutations(mine), MOST_ORDERS)
    }


@parade(
    "Set a fixed order",
    source="Nomination",
    when=(KEEPS_RUNNERS, during(PARADE, BETTING, RUNNING)),
    rule="The order of the first throw stands for the whole race; only a nominated horse is free of it.",
)
def order(
    t: TotopolyTurn,
    who: Player = OWNER,
    horses: str = ask.choice(
        "In which order do they move? The nominated horse moves freely.", _orders
    ),
) -> None:
    """Note the order of a player's first throws, which stands for the whole race; by number where none is noted."""
    t.refuse(t.phase == RUNNING and who.order, f"{who}'s order stands for the whole race.", "who")
    given = tuple(f"h{number}" for number in horses.split())
    t.refuse(len(given) < 2, f"{who} has fewer than two horses to put in order.", "who")
    who.order = " ".join(given)
    t.narrate(f"{who} moves {numbers(given)} in this order.")


PLACES = ("first", "second", "third")
ORDINALS = (
    *PLACES, "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)  # fmt: skip
"""As many as there are horses."""

ON = during(RUNNING, PAYING_OUT)
SOME_PLACED = When(
    lambda t: t.in_places_now,
    lambda t: (
        "Every horse that is home is disqualified." if t.finishers else "No horse is home yet."
    ),
)
race = partial(GAME.action, group="The race", source="The Race", when=(ON, UNPAID))


# --- how the result is said ------------------------------------------------------------------------------


def result_words(t: TotopolyTurn) -> str:
    """Say who is placed."""
    places = zip(PLACES, t.places, strict=True)
    return listed(f"{word} {names_of(t, horses)}" for word, horses in places if horses)


def names_of(t: TotopolyTurn, horses: tuple[str, ...]) -> str:
    """Name the horse in a place, or those of a dead heat."""
    return listed(map(t.horse_name, horses)) + (" (dead heat)" if len(horses) > 1 else "")


# --- the off and the bend ----------------------------------------------------------------------------


@race(
    "They're off",
    when=(
        When(lambda t: t.keeps != AUCTION_ONLY, "This book keeps no race."),
        during(BETTING, PARADE),
        When(lambda t: t.phase == BETTING or t.keeps == BANK_ONLY, "First open the Tote."),
        NO_DEBT,
        When(lambda t: t.runners, "No horse runs."),
    ),
    rule="Bets end at the first throw of the race.",
)
def off(t: TotopolyTurn) -> None:
    """Start the race with the first throw; the Tote closes, or takes bets up to the bend."""
    if t.keeps == BANK_ONLY:
        require_ready(t)
    t.go_to(RUNNING)
    t.narrate("They are off.")
    if not t.is_closed:
        t.narrate("Bets are taken up to the bend.")
        t.by_house_rule(House.close)


@race(
    "Close the Tote at the bend",
    when=(
        during(RUNNING),
        When(lambda t: t.house.close == "bend", "The Tote closed at the off."),
        When(lambda t: not t.is_closed, "The Tote is closed already."),
    ),
)
def bend(t: TotopolyTurn) -> None:
    """Close the Tote as the first horse enters the bend."""
    t.close_tote()
    t.narrate("The first horse is in the bend: the book is closed.")
    t.by_house_rule(House.close)


# --- past the post ------------------------------------------------------------------------------------


@race(
    "Past the post",
    when=(
        ON,
        When(lambda t: t.waits, "The first three are known. The places can be set by hand."),
        UNPAID,
    ),
    button="{horse} is home",
)
def home(
    t: TotopolyTurn,
    horse: str = ask_horse(
        "Which horse is home?", lambda t: t.to_come, "is home already, or is not in the race"
    ),
) -> None:
    """Tap the horses as they pass the post: first, second, third."""
    at = 1 + max((at for at in range(1, len(HORSES) + 1) if t.course["home", at]), default=0)
    place = ORDINALS[len(t.finishers)]
    t.course["home", at] = horse
    t.close_tote()
    t.narrate(f"{t.horse(horse)} is {place} past the post.")
    close_race(t, horse)


def close_race(t: TotopolyTurn, horse: str = "") -> None:
    """Count the white cards, and close the race once nobody is waited for; ``horse`` is the one that came just now."""
    _count_white_cards(t, horse)
    _close(t)


def _count_white_cards(t: TotopolyTurn, horse: str) -> None:
    """Disqualify for white cards: all who are home when they are counted, after that each further finisher.

    They are counted when the third horse is home, or before it when no other comes.
    """
    checked: tuple[str, ...] = (horse,) if horse in t.finishers else ()
    if not t.course["counted"]:
        if len(t.finishers) < 3 and t.waits:
            return
        t.course["unclean"] = (
            " ".join(who.key for who in t.seats if WHITES.keys() & who.training.keys()) or None
        )
        t.course["counted"] = 1
        checked = t.finishers
    unclean = t.course["unclean"].split()
    for runner in checked:
        if (who := t.owner(runner)) and who.key in unclean and not t.why_disqualified(runner):
            why = f"{who.name} still held white cards"
            t.course["out", runner] = why
            t.narrate(f"{t.horse(runner)} is disqualified: {why}.")
            t.explain(
                "White cards must be gone when the third horse is home, or the last that comes, or a player's placed "
                "horses are disqualified."
            )


def _close(t: TotopolyTurn) -> None:
    """Record the result once nobody is waited for."""
    if t.waits:
        return
    words = result_words(t)
    t.narrate(f"The result: {words}." if words else "No horse is placed.")
    t.go_to(PAYING_OUT)
    if not t.by_hand and any(map(t.why_disqualified, t.finishers[:3])):
        t.by_house_rule(House.moves_up)


@race(
    "Dead heat",
    when=(
        ON,
        When(
            lambda t: t.bets_only,
            "Totopoly's own race has no dead heat: each horse is thrown for by itself, and one is past the post first.",
        ),
        UNPAID,
        SOME_PLACED,
    ),
    rule="Horses that pass the post level share a place, and the next is vacant: a dead heat.",
    button="{horse} is level with {other}",
)
def dead_heat(
    t: TotopolyTurn,
    other: str = ask_horse("Level with which horse?", lambda t: t.in_places_now, "has no place"),
    horse: str = ask_horse("Which horse is level with it?"),
) -> None:
    """Say that horses passed the post level and share a place, before anything is paid out."""
    t.refuse(t.why_disqualified(horse), f"{t.horse(horse)} is disqualified.", "horse")
    level_with = t.levels
    first = level_with.get(other, other)
    t.refuse(
        level_with.get(horse, horse) == first,
        f"Choose another horse than {t.horse_name(other)}.",
        "horse",
    )
    for runner in (horse, *(runner for runner, by in level_with.items() if by == horse)):
        t.course["level", runner] = first
    t.close_tote()
    t.narrate(f"Dead heat: {t.horse_name(other)} and {t.horse_name(horse)}.")
    _close(t)


@race(
    "No more horses come", when=(ON, When(lambda t: t.waits, "The first three are known already."))
)
def no_more(t: TotopolyTurn) -> None:
    """Close the race with the horses that are home."""
    t.course["no_more"] = 1
    t.close_tote()
    t.narrate("No more horses come.")
    close_race(t)


# --- objections -----------------------------------------------------------------------------------------


@race(
    "Disqualify a horse",
    source="Use of the Colour Cards and White Cards",
    when=(
        ON,
        UNPAID,
        When(lambda t: not t.by_hand, "The places were set by hand. Set them again."),
        SOME_PLACED,
    ),
    rule="The table decides on objections; the Tote settles on the official result.",
    button="Disqualify {horse}",
)
def disqualify(
    t: TotopolyTurn,
    horse: str = ask_horse(
        "Which horse?", lambda t: t.still_in, "is not home yet, or is disqualified already"
    ),
    reason: str = ask.reason(),
) -> None:
    """Disqualify a horse that has passed the post, before anything is paid out."""
    t.course["out", horse] = reason
    t.course["no_more"] = None
    t.narrate(f"{t.horse(horse)} is disqualified ({reason}).")
    if t.waits and len(t.finishers) >= 3:
        t.narrate("The next horse home moves up.")
    _close(t)


def _ask_place(text: str) -> Any:
    """Ask which horse has a place; it may be nobody's."""
    return ask_horse(text, lambda t: (*t.runners, NOBODY), choices=(*HORSES, NOBODY))


@GAME.correction("Set the places by hand", when=(ON, UNPAID))
def correct_places(
    t: TotopolyTurn,
    first: str = _ask_place("Which horse is first?"),
    second: str = _ask_place("Second?"),
    third: str = _ask_place("Third?"),
) -> str:
    """Set the official result, before anything is paid out."""
    seen: list[str] = []
    for at, (question, horse) in enumerate(
        {"first": first, "second": second, "third": third}.items(), 1
    ):
        if horse in seen and horse != NOBODY:
            raise Refusal(f"{t.horse(horse)} can't come in twice.", question)
        seen.append(horse)
        t.course["place", at] = horse
    for horse in t.levels:
        t.course["level", horse] = None
    t.close_tote()
    _close(t)
    return ""
