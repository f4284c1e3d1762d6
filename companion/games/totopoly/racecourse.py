"""Before the race: entrance fees, surplus horses, who nominates a horse, and the order of the others.

Rulebook: «The Racecourse», «Discarding» and «Nomination».
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import permutations

from companion.api import Refusal, listed, sentence
from companion.api.questions import QuestionType, Value
from companion.games.totopoly.betting.bets import refund
from companion.games.totopoly.borrowing import MOST_RUN, falls_due, fees_words, require_no_surplus, surplus
from companion.games.totopoly.game import (
    BANK,
    ENTRANCE,
    FEE,
    GAME,
    NO_DEBT,
    Due,
    Player,
    TotopolyTurn,
    When,
    ask,
    during,
)
from companion.games.totopoly.lease_cards import HORSES
from companion.games.totopoly.options import House
from companion.games.totopoly.phases import BETTING, PARADE, RUNNING

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


def _too_many(t: TotopolyTurn) -> tuple[str, ...]:
    return tuple(horse for who in t.seats if surplus(who) for horse in who.horses)


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
        "Which horse?", HORSES, label=TotopolyTurn.card_name, now=_too_many, detail=TotopolyTurn.card_detail
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


def _own_or_none(t: TotopolyTurn) -> tuple[str, ...]:
    who = t.find_player("who")
    return (*who.horses, NONE) if who.nominee else who.horses


def _or_none(t: TotopolyTurn, horse: str) -> str:
    return "None after all" if horse == NONE else t.card_name(horse)


@parade(
    "Nominate a horse", source="Nomination", when=(KEEPS_RUNNERS, during(PARADE, BETTING)), button="Nominate {horse}"
)
def nominate(
    t: TotopolyTurn,
    who: Player = ask.player("Who nominates?"),
    horse: str = ask.choice("Which horse?", (*HORSES, NONE), label=_or_none, now=_own_or_none),
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
