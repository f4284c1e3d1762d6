"""The race: the off, the bend, the horses as they pass the post, disqualifications, and the official result.

``home_<race>_<at>`` is the horse that passed the post there, ``level_<race>_<horse>`` the one that a horse is level
with in a dead heat, ``out_<race>_<horse>`` says why a horse is disqualified, ``place_<race>_<at>`` is a place that the
table has set by hand.

Rulebook: «The Race», «Use of the Colour Cards and White Cards».
"""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.api import Refusal, listed
from companion.api.show import Tile
from companion.games.totopoly import borrowing
from companion.games.totopoly.game import (
    GAME,
    NO_DEBT,
    NOBODY,
    RACE,
    UNPAID,
    TotopolyTurn,
    When,
    ask,
    ask_horse,
    during,
)
from companion.games.totopoly.lease_cards import HORSES
from companion.games.totopoly.options import AUCTION_ONLY, BANK_ONLY, House
from companion.games.totopoly.phases import BETTING, PARADE, PAYING_OUT, RUNNING

PLACES = ("first", "second", "third")
ORDINALS = (
    *PLACES, "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)  # fmt: skip
"""As many as there are horses."""
LEVEL = "Horses that pass the post level share a place, and the next is vacant: a dead heat."
WHITE_CARDS = (
    "White cards must be gone when the third horse is home, or the last that comes, or a player's placed horses are "
    "disqualified."
)

ON = during(RUNNING, PAYING_OUT)
SOME_PLACED = When(
    lambda t: t.in_places_now,
    lambda t: "Every horse that is home is disqualified." if t.finishers else "No horse is home yet.",
)
race = partial(GAME.action, group="The race", source="The Race", when=(ON, UNPAID))


# --- how the result is said ------------------------------------------------------------------------------


def unfit(t: TotopolyTurn) -> list[str]:
    """Say what should not be at the start: horses without their fee, and a fourth horse of one owner."""
    if not t.keeps.prizes:
        return []
    found = [f"{t.horse_name(horse)} runs without its entrance fee" for horse in t.runners if not t.has_entered(horse)]
    found += [f"{who} runs {len(who.horses)}, more than three" for who in t.seats if borrowing.surplus(who)]
    return [f"Mind: {words}" for words in found]


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
)
def off(t: TotopolyTurn) -> None:
    """Start the race with the first throw; the Tote closes, or takes bets up to the bend."""
    if t.keeps == BANK_ONLY:
        borrowing.require_ready(t)
    t.step(f"{t.count(len(t.runners), 'horse')} in the race")
    if t.slips:
        t.step(f"Laid at the Tote, {t.count(len(t.slips), 'bet')}", t.laid)
    if t.owners_first:
        t.step("Nobody but the owners has bet")
    for words in unfit(t):
        t.step(words)
    t.go_to(RUNNING)
    if t.keeps == BANK_ONLY:
        t.narrate("They are off.")
        return
    t.explain("The Tote closes at the first throw of the race." if t.keeps.tote else "Bets end at the first throw.")
    if t.is_closed:
        t.narrate("They are off, and the book is closed.")
    else:
        t.narrate("They are off. Bets are taken up to the bend.")
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
    when=(ON, When(lambda t: t.waits, "The first three are known. The places can be set by hand."), UNPAID),
    button="{horse} is home",
)
def home(t: TotopolyTurn, horse: str = ask_horse("Which horse is home?", lambda t: t.to_come)) -> None:
    """Tap the horses as they pass the post: first, second, third."""
    t.refuse(horse in t.finishers, f"{t.horse(horse)} is home already.", "horse")
    t.require_in_race(horse)
    at = 1 + max((at for at in range(1, len(HORSES) + 1) if t.in_race(RACE, "home", at)), default=0)
    place = ORDINALS[len(t.finishers)]
    t.note_in_race(RACE, "home", horse, at)
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
    if not t.white_cards_counted:
        if len(t.finishers) < 3 and t.waits:
            return
        t.note_in_race(RACE, "unclean", " ".join(who.key for who in t.seats if who.white_cards) or None)
        t.note_in_race(RACE, "counted", 1)
        checked = t.finishers
    unclean = t.in_race(RACE, "unclean").split()
    for runner in checked:
        if (who := t.owner(runner)) and who.key in unclean and not t.why_disqualified(runner):
            why = f"{who.name} still held white cards"
            t.note_in_race(RACE, "out", why, runner)
            t.narrate(f"{t.horse(runner)} is disqualified.")
            t.step(f"{t.card_name(runner)} is out: {why}")
            t.explain(WHITE_CARDS)


def _close(t: TotopolyTurn) -> None:
    if t.waits:
        return
    _record_result(t)
    if any(map(t.why_disqualified, t.finishers[:3])):
        t.by_house_rule(House.moves_up)


def _record_result(t: TotopolyTurn) -> None:
    words = result_words(t)
    t.narrate(f"The result: {words}." if words else "No horse is placed.")
    t.go_to(PAYING_OUT)
    for word, horses in zip(PLACES, t.places, strict=True):
        level = ", a dead heat" if len(horses) > 1 else ""
        t.step(f"{word.capitalize()}: {listed(map(t.card_name, horses)) or 'nobody'}{level}")


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
    rule=LEVEL,
    button="{horse} is level with {other}",
)
def dead_heat(
    t: TotopolyTurn,
    other: str = ask_horse("Level with which horse?", lambda t: t.in_places_now),
    horse: str = ask_horse("Which horse is level with it?"),
) -> None:
    """Say that horses passed the post level and share a place, before anything is paid out."""
    t.refuse(other not in t.in_places_now, f"{t.horse(other)} is not home yet.", "other")
    t.require_in_race(horse)
    t.refuse(t.why_disqualified(horse), f"{t.horse(horse)} is disqualified.", "horse")
    level_with = t.levels
    first = level_with.get(other, other)
    t.refuse(level_with.get(horse, horse) == first, f"Choose another horse than {t.horse_name(other)}.", "horse")
    for runner in (horse, *(runner for runner, by in level_with.items() if by == horse)):
        t.note_in_race(RACE, "level", first, runner)
    t.close_tote()
    t.narrate(f"Dead heat: {t.horse_name(other)} and {t.horse_name(horse)}.")
    _close(t)


@race("No more horses come", when=(ON, When(lambda t: t.waits, "The first three are known already.")))
def no_more(t: TotopolyTurn) -> None:
    """Close the race with the horses that are home."""
    t.note_in_race(RACE, "no_more", 1)
    t.close_tote()
    t.narrate("No more horses come.")
    close_race(t)


# --- objections -----------------------------------------------------------------------------------------


@race(
    "Disqualify a horse",
    source="Use of the Colour Cards and White Cards",
    when=(ON, UNPAID, When(lambda t: not t.by_hand, "The places were set by hand. Set them again."), SOME_PLACED),
    rule="The table decides on objections; the Tote settles on the official result.",
    button="Disqualify {horse}",
)
def disqualify(
    t: TotopolyTurn, horse: str = ask_horse("Which horse?", lambda t: t.still_in), reason: str = ask.reason()
) -> None:
    """Disqualify a horse that has passed the post, before anything is paid out."""
    t.refuse(horse not in t.finishers, f"{t.horse(horse)} is not home yet.", "horse")
    t.refuse(t.why_disqualified(horse), f"{t.horse(horse)} is disqualified already.", "horse")
    t.note_in_race(RACE, "out", reason, horse)
    t.note_in_race(RACE, "no_more", None)
    t.narrate(f"{t.horse(horse)} is disqualified ({reason}).")
    if t.waits and len(t.finishers) >= 3:
        t.narrate("The next horse home moves up.")
    _close(t)


def _ask_place(text: str) -> Any:
    """Ask which horse has a place; it may be nobody's."""
    return ask.choice(
        text,
        (*HORSES, NOBODY),
        label=lambda t, horse: "Nobody" if horse == NOBODY else t.card_name(horse),
        now=lambda t: (*t.runners, NOBODY),
        tile=lambda t, horse: Tile("\u2013") if horse == NOBODY else t.tile(horse),
    )


@GAME.correction("Set the places by hand", when=(ON, UNPAID))
def correct_places(
    t: TotopolyTurn,
    first: str = _ask_place("Which horse is first?"),
    second: str = _ask_place("Second?"),
    third: str = _ask_place("Third?"),
) -> str:
    """Set the official result, before anything is paid out."""
    how_level = " For a dead heat name one of the horses here, then tap Dead heat." if t.bets_only else ""
    seen: list[str] = []
    for at, (question, horse) in enumerate({"first": first, "second": second, "third": third}.items(), 1):
        if horse != NOBODY:
            if horse in seen:
                raise Refusal(f"{t.horse(horse)} can't come in twice.{how_level}", question)
            t.require_in_race(horse, question)
        seen.append(horse)
        t.note_in_race(RACE, "place", horse, at)
    for horse in t.levels:
        t.note_in_race(RACE, "level", None, horse)
    t.close_tote()
    _record_result(t)
    return ""
