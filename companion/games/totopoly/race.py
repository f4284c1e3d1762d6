"""The race: entrance fees, nomination, the off, the horses as they pass the post, objections, and the official result.

``home_<race>_<at>`` is the horse that passed the post there, ``level_<race>_<horse>`` the one that a horse is level
with in a dead heat, ``out_<race>_<horse>`` says why a horse is disqualified, ``place_<race>_<at>`` is a place that the
table has set by hand.

Rulebook: «The Racecourse», «Discarding», «Nomination», «The Race», «Use of the Colour Cards and White Cards».
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import permutations
from typing import Any

from companion.api import Refusal, listed, sentence
from companion.api.questions import QuestionType, Value
from companion.api.show import Tile
from companion.games.totopoly import borrowing
from companion.games.totopoly.betting.totalisator import refund
from companion.games.totopoly.borrowing import MOST_RUN, falls_due, fees_words, require_no_surplus, surplus
from companion.games.totopoly.box import BETTING, HORSES, PARADE, PAYING_OUT, RUNNING
from companion.games.totopoly.game import (
    BANK,
    ENTRANCE,
    FEE,
    GAME,
    NO_DEBT,
    NOBODY,
    RACE,
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
LISTED = 4
"""The orders of up to so many horses are offered one by one."""

parade = partial(GAME.action, group="Before the race", source="The Racecourse", when=(during(PARADE), NO_DEBT))
KEEPS_RUNNERS = When(lambda t: t.keeps.prizes, "This book does not keep whose horses run.")


# --- entrance fees ---------------------------------------------------------------------------------


@parade("Collect entrance fees")
def enter_race(t: TotopolyTurn, who: Player = ask.player("For whose horses?", EVERYONE)) -> None:
    """Pay the entrance fee of each horse that runs, for one player or for everyone at once."""
    payers = [player for player in t.seats if player.fees and who.key in (EVERYONE, player.key)]
    require_no_surplus(t, payers, "who")
    t.refuse(not payers, "Every horse that runs has its fee paid.", "who")
    able = [player for player in payers if not t.tracked or player.fees <= player.cash]
    if able:
        _collect(t, able)
    if short := [player for player in payers if player not in able]:
        falls_due(Due(short[0], short[0].fees, t.bank(BANK), "entrance fees", FEE))


def _collect(t: TotopolyTurn, payers: list[Player]) -> None:
    due = {who: who.fees_due for who in payers}
    count = sum(len(horses) for horses in due.values())
    total = t.written(ENTRANCE * count)
    if len(payers) > 3:
        t.narrate(f"Entrance fees: {t.written(ENTRANCE)} for each of {count} horses, {total}.")
    else:
        whose = sentence(listed(who.name for who in payers))
        t.narrate(f"{whose} {'pays' if len(payers) == 1 else 'pay'} {total} entrance fees.")
    for who, horses in due.items():
        t.pay(who, BANK, ENTRANCE * len(horses))
        t.step(f"{who}, {fees_words(t, len(horses))}", -ENTRANCE * len(horses), signed=True)
        for horse in horses:
            t.lease(horse).fee = 1
    t.step("Entrance fees", ENTRANCE * count, total=True)
    t.step("Prize fund", t.fund)
    for who in payers:
        if len(who.horses) > MOST_RUN:
            t.step(f"Mind: {who} runs {len(who.horses)}, more than three")
            t.by_house_rule(House.limits)
    t.explain(f"Every horse that runs pays {t.written(ENTRANCE)} to the bank.")


@parade(
    "Scratch a fourth horse",
    source="Discarding",
    when=during(PARADE),
    rule="Three horses a player run at most; others are scratched, or sold before the race.",
    button="Scratch {horse}",
)
def scratch(
    t: TotopolyTurn,
    horse: str = ask.choice(
        "Which horse?",
        HORSES,
        label=TotopolyTurn.card_name,
        now=lambda t: [horse for who in t.seats if surplus(who) for horse in who.horses],
        detail=TotopolyTurn.card_detail,
    ),
) -> None:
    """Withdraw a horse of a player who has more than three: nobody bets on it, and a fee that is paid stays paid."""
    t.refuse(t.is_scratched(horse), f"{t.card_name(horse)} is scratched already.", "horse")
    who = t.owner(horse)
    t.refuse(not who or not surplus(who), "Only a player with more than three horses scratches one.", "horse")
    t.lease(horse).scratched = 1
    t.narrate(f"{t.card_name(horse)} is scratched.")
    t.step("No bets, and its entrance fee is not given back" if t.has_entered(horse) else "No entrance fee, no bets")
    refund(t, horse)


# --- nomination ----------------------------------------------------------------------------------------


def _require_horses(who: Player) -> None:
    who.t.refuse(not who.horses, f"{who} runs no horse.", "who")


@parade(
    "Nominate a horse", source="Nomination", when=(KEEPS_RUNNERS, during(PARADE, BETTING)), button="Nominate {horse}"
)
def nominate(
    t: TotopolyTurn,
    who: Player = ask.player("Who nominates?"),
    horse: str = ask.choice(
        "Which horse?",
        (*HORSES, NONE),
        label=lambda t, horse: "None after all" if horse == NONE else t.card_name(horse),
        now=lambda t: (*t.find_player("who").horses, *((NONE,) if t.find_player("who").nominee else ())),
    ),
) -> None:
    """Name the one horse a player may move out of turn at every throw; nobody needs to."""
    _require_horses(who)
    if horse == NONE:
        t.refuse(not who.nominee, f"{who} has nominated none.", "horse")
        who.nominated = None
        t.narrate(f"{who} nominates no horse after all.")
        return
    t.refuse(horse not in who.horses, f"{t.card_name(horse)} does not run for {who.name}.", "horse")
    t.refuse(horse == who.nominee, f"{who} has nominated it already.", "horse")
    who.nominated = horse
    t.narrate(f"{who} nominates {t.card_name(horse)}.")
    if who.fixed_order:
        t.step(f"In this order: {numbers(who.fixed_order)}")
    t.explain("A nominated horse may be moved first, second or last at each throw; the others keep their order.")


def numbers(horses: tuple[str, ...]) -> str:
    return listed(f"No. {horse[1:]}" for horse in horses)


@dataclass(frozen=True, slots=True)
class HorseOrder(QuestionType[str]):
    """The fixed order of a player's horses but the nominated one, by their numbers, as in ``4 8 12``."""

    @property
    def word(self) -> str:
        """What it takes."""
        return "the numbers of horses in their order, such as '4 8 12'"

    def read(self, text: str, t: TotopolyTurn) -> Value:
        """Read every horse once, in any order."""
        del t
        given = text.replace(",", " ").lower().replace("h", "").split()
        if not given or not all(number.isascii() and number.isdigit() and len(number) < 3 for number in given):
            raise Refusal("Write the numbers of the horses in their order, such as 4 8 12.")
        return " ".join(str(int(number)) for number in given)

    def show(self, value: Value, t: TotopolyTurn) -> str:
        """Say the order."""
        del t
        return ", then ".join(str(value).split())

    def candidates(self, t: TotopolyTurn) -> tuple[Value, ...] | None:
        """Every order there is, for a few horses; for more, those by number and the other way round."""
        who = t.find_player("who")
        mine = tuple(horse[1:] for horse in who.to_order)
        if len(mine) > LISTED:
            return " ".join(mine), " ".join(mine[::-1])
        # with nothing to put in order, the rule itself says why
        return tuple(" ".join(numbers) for numbers in permutations(mine)) if mine else ("1",)


@parade(
    "Set a fixed order",
    source="Nomination",
    when=(KEEPS_RUNNERS, during(PARADE, BETTING, RUNNING)),
    rule="The order of the first throw stands for the whole race; only a nominated horse is free of it.",
)
def order(
    t: TotopolyTurn,
    who: Player = ask.player("Whose horses?"),
    horses: str = ask.of("In which order do they move? The nominated horse moves freely.", HorseOrder()),
) -> None:
    """Note the order of a player's first throws, which stands for the whole race; by number where none is noted."""
    t.refuse(t.phase == RUNNING and who.order, f"{who}'s order stands for the whole race.", "who")
    _require_horses(who)
    mine, given = who.to_order, tuple(f"h{number}" for number in horses.split())
    t.refuse(len(mine) < 2, f"{who} has fewer than two horses to put in order.", "who")
    own = listed(horse[1:] for horse in mine)
    t.refuse(sorted(given) != sorted(mine), f"Put {who.name}'s horses in order: {own}, each once.", "horses")
    who.order = " ".join(given)
    t.narrate(f"{who} moves {numbers(given)} in this order.")


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
