"""Recording a round, and correcting one.

Rulebook: «Ending the Round» and «Scoring».
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.api import Refusal, listed, remembered
from companion.api.questions import Hand, Hands, HandsOf
from companion.api.questions import Player as PlayerQuestion
from companion.api.show import Proposal
from companion.games.rat_a_tat_cat.game import GAME, ON, CatTurn, Player, ask
from companion.games.rat_a_tat_cat.options import TIME, House
from companion.games.rat_a_tat_cat.sheet import EVERYBODY_OUT, ROUND, SUDDEN, SheetRow
from companion.rules.deck import Deck, why_not

NOBODY = "nobody"
CARDS = Deck((4, 4, 4, 4, 4, 4, 4, 4, 4, 9), 4)
"""Rulebook, «Contents»: four each of 0 to 8, and nine King Rats; Power cards have no value and end in no hand."""
KNOCKED = ask.of(
    "Who knocked?",
    PlayerQuestion((NOBODY,)),
    optional=True,
    read=lambda t, key: None if key == NOBODY else t.holder(key),
)
BECAUSE = ask.reason("No deal gives these hands. Why record them anyway?", optional=True)


def not_in_round(t: CatTurn, who: Player) -> str:
    """Say why a player has no part in the next round."""
    if t.sheet.over:
        return "The game is over: no more rounds are scored."
    if who.left:
        return f"{who} has left, and is not scored."
    if t.sheet.tied:
        return f"{who} has no part in the sudden death."
    return f"{who} is out since round {who.out_in}, and is not scored."


def players_of_round(t: CatTurn) -> tuple[Player, ...]:
    """Return who is in the round that is to be corrected."""
    number = t.answers.get("round")
    return next((t.players(row.hands) for row in t.sheet.rounds if str(row.number) == number), ())


@remembered
def labels(t: CatTurn) -> dict[str, str]:
    """Name every round on the sheet, the last one first."""
    return {
        str(row.number): f"Round {row.number}: {t.totals_of(row.hands)}"
        for row in reversed(t.sheet.rounds)
    }


def _impossible(t: CatTurn, known: HandsOf) -> str:
    return why_not(CARDS, [(str(t.holder(key)), hand) for key, hand in known.items()])


POWER = "A Power card has no score. Draw again, and enter the card that comes."


def ask_hands(
    among: Callable[[CatTurn], Iterable[Player]], absent: Callable[[CatTurn, Player], str]
) -> Any:
    """Ask what everybody ends a round with, and point out hands that no deal gives; ``absent`` says who isn't asked."""
    kind = Hands(among, CARDS.hand, CARDS.highest, _impossible, absent, CARDS.counts, POWER)
    return ask.of("Who ends with what?", kind)


@GAME.action("Record the round", group="Round", source="Scoring", when=ON)
def round(  # noqa: A001 - what the table calls it; nothing here rounds a number
    t: CatTurn,
    scores: dict[Player, Hand] = ask_hands(lambda t: t.players(t.sheet.next_players), not_in_round),
    knocked: Player | None = KNOCKED,
    because: str | None = BECAUSE,
    at: int | None = ask.moment("When was it over?"),
) -> None:
    """Write a round down. Replace Power cards from the draw pile first: they have no score."""
    sheet, entry = t.sheet, t.number
    t.note(f"round_{entry}", kind=SUDDEN if sheet.tied else ROUND)
    _note_hands(t, entry, scores, knocked, because)
    timed = (
        t.house.ending == TIME and not sheet.tied and at is not None and not sheet.seconds_left(at)
    )
    t.refuse(
        timed and t.house.last_round == "dropped" and not because,
        "Time ran out while this round was played, so it isn't scored. Record that time is up, or give a reason "
        "to record it anyway.",
        "at",
    )
    knock = t.house.knock
    penalty = {"none": None, "ten": "10", "number": str(t.house.knock_points)}.get(knock, knock)
    alone = "yes" if t.house.knock_tie == "alone" else None
    t.note(f"round_{entry}", penalty=penalty, alone=alone, at=at)
    _describe(t, entry, sheet.next, because)
    if timed:
        t.explain("The round in play when time runs out is the last one.")


@GAME.correction("Correct a round", why=ask.reason(optional=True))
def correct_round(
    t: CatTurn,
    round: int = ask.choice("Which round?", labels, read=lambda _t, number: int(number)),  # noqa: A002 - as above
    scores: dict[Player, Hand] = ask_hands(
        players_of_round, lambda _t, who: f"{who} took no part in that round."
    ),
    knocked: Player | None = KNOCKED,
    because: str | None = BECAUSE,
) -> str:
    """Correct the hands and who knocked. Totals follow."""
    row = t.sheet.rounds[round - 1]
    _note_hands(t, row.entry, scores, knocked, because)
    now = knocked.key if knocked else None
    changed = {
        who: row.hands[who.key] for who, hand in scores.items() if row.hands[who.key] != hand
    }
    t.refuse(
        not changed and row.knocked == now and row.because == because,
        "That is what the sheet has already.",
        "scores",
    )
    for who, hand in changed.items():
        t.step(f"Until now, {who}{_cards(hand)}", hand.total, unit="")
    if row.knocked != now:
        names = [t.holder(key or NOBODY).name for key in (row.knocked, now)]
        t.step(f"Until now {names[0]} knocked; from now on {names[1]}")
    t.explain("A corrected round counts from its own place on the sheet.")
    _describe(t, row.entry, row.number, because)
    return ""


@GAME.reanswer
def same_round(t: CatTurn, entry: Proposal) -> Mapping[str, str | int | None]:
    """Have an entry that corrected a round correct that very round, whatever its number is now.

    Raises:
        Refusal: that round is no longer on the sheet.

    """
    if entry.action != "correct_round":
        return entry.answers
    noted = {mark.holder for mark in entry.marks}
    for row in t.sheet.rounds:
        if f"round_{row.entry}" in noted:
            return {**entry.answers, "round": str(row.number)}
    raise Refusal("The round that it corrected is no longer on the sheet.", "round")


def _note_hands(
    t: CatTurn,
    entry: int,
    hands: Mapping[Player, Hand],
    knocked: Player | None,
    because: str | None,
) -> None:
    """Note what a round is made of; a hand is noted of its player, so that the journal finds it there."""
    fault = why_not(CARDS, [(str(who), hand) for who, hand in hands.items()])
    t.refuse(
        fault and not because,
        f"{fault} Look again, or give a reason to record it anyway.",
        "scores",
    )
    t.refuse(
        knocked and knocked not in hands,
        f"{knocked} takes no part in this round, and can't have knocked.",
        "knocked",
    )
    for who, hand in hands.items():
        t.note(who, **{f"round_{entry}": hand.typed})
    t.note(f"round_{entry}", knocked=knocked, because=because or None)


def _cards(hand: Hand) -> str:
    return f": {', '.join(map(str, hand.cards))}" if hand.cards else ""


def _describe(t: CatTurn, entry: int, number: int, because: str | None) -> None:
    """Say what a round is, as the sheet has it now."""
    row = next(one for one in t.sheet.rounds if one.entry == entry)
    t.narrate(f"Round {number}{', sudden death' if row.sudden else ''}: {t.totals_of(row.hands)}.")
    for key, hand in row.hands.items():
        t.step(f"{t.holder(key)}{_cards(hand)}", hand.total, unit="")
    if row.knocked:
        _describe_knock(t, row, t.holder(row.knocked))
    if row.note == EVERYBODY_OUT:
        t.by_house_rule(House.all_out)
    if because:
        t.narrate(f"Recorded all the same ({because}).")
    t.narrate(row.note)
    t.explain(
        "Sudden death decides the tie and joins no total."
        if row.sudden
        else "A hand counts what its four cards show. The lowest total at the end wins."
    )


def _describe_knock(t: CatTurn, row: SheetRow, who: Player) -> None:
    """Say whether the knocker was lowest, and what it costs."""
    # with somebody else it is lowest, unless the option wants it alone
    shared = not row.won and who.key in row.lowest
    lowest = "lowest alone" if shared else "lowest"
    if shared:
        t.by_house_rule(House.knock_tie)
    if row.won:
        level = [t.holder(key).name for key in row.hands if key in row.lowest and key != who.key]
        t.narrate(f"{who} knocked, and was lowest{f' with {listed(level)}' if level else ''}.")
    elif who.key in row.counted:
        t.narrate(f"{who} knocked, and was not {lowest}.")
        if row.extra:
            t.narrate(f"That costs {t.points(row.extra)} more.")
            t.step(f"{who} knocked and was not {lowest}", row.extra, unit="", signed=True)
            costs = {
                "double": "counts the round double",
                "highest": "gets the round's highest score on top",
            }
            cost = costs.get(str(row.penalty), f"gets {row.penalty} points more")
            t.by_house_rule(f"Who knocks and isn't lowest {cost}.")
