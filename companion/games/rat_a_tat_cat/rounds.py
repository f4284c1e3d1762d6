"""Writing a round down, and putting one right.

Rulebook: «Ending the Round» and «Scoring».
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Answers, Choice, Hand, Hands, HandsOf, Player, Reason, When, Words, read_hands
from companion.core.table import Effect, Line, Mark, Refusal, Table, Value, listed
from companion.games.rat_a_tat_cat.happenings import ROUND, SUDDEN, coming, holder
from companion.games.rat_a_tat_cat.options import TIME
from companion.games.rat_a_tat_cat.replay import EVERYBODY_OUT
from companion.games.rat_a_tat_cat.settle import gates, name, points, settle
from companion.games.rat_a_tat_cat.verdict import judge
from companion.rules.deck import Deck, why_not
from models.ledger import Proposal

if TYPE_CHECKING:
    from companion.games.rat_a_tat_cat.replay import Row

SOURCE = "Scoring"
NOBODY = "nobody"
KNOCK_ALONE = "A knocker who is lowest with somebody else isn't lowest."
PLAYED_AGAIN = "A round in which everybody left reaches the limit isn't counted, and is played again."
CARDS = Deck((4, 4, 4, 4, 4, 4, 4, 4, 4, 9), 4)
"""Rulebook, «Contents»: four each of 0 to 8, and nine King Rats; Power cards have no value and end in no hand."""


def doubt(table: Table, answers: Answers, hands: HandsOf) -> str:
    """Why no deal gives these hands, as far as they are known; nothing when one may."""
    del answers
    return why_not(CARDS, [(name(table, who), hand) for who, hand in hands.items()])


def _in_play(table: Table, answers: Answers) -> tuple[str, ...]:
    del answers
    return judge(table).asked


def _absent(table: Table, who: str) -> str:
    verdict = judge(table)
    sheet = verdict.sheet
    if verdict.over:
        return "The game is over: no more rounds are scored."
    if who in sheet.left:
        return f"{name(table, who)} has left, and is not scored."
    if verdict.tied:
        return f"{name(table, who)} has no part in the sudden death."
    return f"{name(table, who)} is out since round {sheet.out[who]}, and is not scored."


def _row(table: Table, number: Value) -> Row | None:
    return judge(table).sheet.row(int(str(number))) if str(number).isdigit() else None


def same_round(table: Table, line: Proposal) -> Answers:
    """The answers of a line worked out again: one that corrected a round corrects that very round, whatever its number.

    Raises:
        Refusal: that round is no longer on the sheet.

    """
    if line.action != "correct_round":
        return line.answers
    told = {mark.holder for mark in line.marks}
    for row in judge(table).sheet.rounds:
        if row.number and holder(row.told.seq) in told:
            return {**line.answers, "round": str(row.number)}
    raise Refusal("The round that it corrected is no longer on the sheet.", "round")


def _scored(table: Table, answers: Answers) -> tuple[str, ...]:
    row = _row(table, answers.get("round"))
    return tuple(row.told.hands) if row else ()


def _not_scored(table: Table, who: str) -> str:
    return f"{name(table, who)} took no part in that round."


def _round_label(table: Table, _answers: Answers, number: str) -> str:
    row = _row(table, number)
    if row is None:
        return f"Round {number}"
    scores = listed(f"{table.name(who)} {hand.total}" for who, hand in row.told.hands.items())
    return f"Round {number}: {scores}"


def _numbers(table: Table, _answers: Answers) -> tuple[str, ...]:
    return tuple(str(row.number) for row in reversed(judge(table).sheet.rounds))


@dataclass(frozen=True, slots=True)
class RoundKind(Choice):
    """One of the rounds on the sheet, by its number."""

    @property
    def word(self) -> str:
        """What it takes."""
        return "the number of a round on the sheet"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read the number of a round that is there."""
        there = _numbers(table, answers)
        plain = text.strip().casefold().removeprefix("round ")
        if plain not in there:
            upto = f"it goes to round {there[0]}" if there else "it has none yet"
            raise Refusal(f"There is no round {plain[:40]} on the sheet; {upto}.")
        return plain


Scores: TypeAlias = Annotated[str, Hands(_in_play, CARDS.hand, CARDS.highest, doubt, _absent)]
Written: TypeAlias = Annotated[str, Hands(_scored, CARDS.hand, CARDS.highest, doubt, _not_scored)]
Number: TypeAlias = Annotated[str, RoundKind(("1",), _round_label, _numbers)]
Knocker: TypeAlias = Annotated[str, Player((NOBODY,))]
Because: TypeAlias = Annotated[str, Words(2)]


@action(SOURCE, title="Record the round", group="Round")
def round(  # noqa: A001 - what the table calls it; nothing here rounds a number
    table: Table,
    scores: Scores,
    knocked: Knocker | None = None,
    because: Because | None = None,
    at: When | None = None,
) -> Effect:
    """Write a round down. Replace Power cards from the draw pile first: they have no score.

    scores: What did everybody end with?
    knocked: Who knocked?
    because: Why record it all the same, if no deal gives it?
    at: When was it over?
    """
    verdict = gates(table)
    sheet = verdict.sheet
    hands = read_hands(scores)
    _check(table, hands, because)
    timed = table.house("ending") == TIME and not verdict.tied and at is not None and sheet.timing.up(at)
    if timed and table.house("last_round") == "dropped" and not because:
        raise Refusal(
            "Time ran out while this round was played, so it isn't scored. Record that time is up, or give a reason "
            "to record it all the same.",
            "at",
        )
    where = holder(coming(table))
    kind = SUDDEN if verdict.tied else ROUND
    penalty = {"none": None, "ten": "10", "number": table.house("knock_points")}
    way = table.house("knock")
    marks = (
        Mark(where, "kind", kind),
        *_tell(table, where, hands, knocked, because),
        Mark(where, "penalty", penalty.get(way, way)),
        Mark(where, "alone", "yes" if table.house("knock_tie") == "alone" else None),
        Mark(where, "at", at),
    )
    effect = _told(table, Effect(marks=marks), sheet.next, because)
    if timed:
        effect += Effect(rule="The round in play when time runs out is the last one.")
    return settle(table, effect)


@action("", title="Correct a round", group="Corrections")
def correct_round(  # noqa: PLR0913, PLR0917 - it tells all that a round tells, and why
    table: Table,
    round: Number,  # noqa: A002 - as above
    scores: Written,
    reason: Reason,
    knocked: Knocker | None = None,
    because: Because | None = None,
) -> Effect:
    """Tell a past round anew: the hands, and who knocked. Totals, and who is out, follow.

    round: Which round?
    scores: What did everybody end with?
    reason: Why?
    knocked: Who knocked?
    because: Why record it all the same, if no deal gives it?
    """
    row = _row(table, round)
    if row is None:
        raise Refusal("There is no round on the sheet yet.")
    hands = read_hands(scores)
    _check(table, hands, because)
    before = row.told
    if dict(before.hands) == hands and before.knocked == _named(knocked) and before.because == (because or ""):
        raise Refusal("That is what the sheet has already.", "reason")
    where = holder(before.seq)
    effect = _told(table, Effect(marks=_tell(table, where, hands, knocked, because)), row.number, because, before.seq)
    until = tuple(
        Line(f"Until now, {name(table, who)}{_cards(hand)}", hand.total, "")
        for who, hand in before.hands.items()
        if hands[who] != hand
    )
    if before.knocked != _named(knocked):
        was, now = _or_nobody(table, before.knocked), _or_nobody(table, knocked)
        until += (Line(f"Until now {was} knocked; from now on {now}"),)
    told = Effect(
        f"Corrected ({reason}).", working=until, rule="A corrected round counts from its own place on the sheet."
    )
    return settle(table, told + effect)


def _check(table: Table, hands: HandsOf, because: str | None) -> None:
    """Refuse hands that no deal gives, unless the table says why they count.

    Who knocked is looked at by ``_tell``, as it rests on a later answer.
    """
    fault = why_not(CARDS, [(name(table, who), hand) for who, hand in hands.items()])
    if fault and not because:
        raise Refusal(f"{fault} Look again, or give a reason to record it all the same.", "scores")


def _named(knocked: str | None) -> str:
    return "" if knocked in (None, NOBODY) else str(knocked)


def _or_nobody(table: Table, knocked: str | None) -> str:
    return table.name(_named(knocked)) if _named(knocked) else "nobody"


def _tell(table: Table, where: str, hands: HandsOf, knocked: str | None, because: str | None) -> tuple[Mark, ...]:
    """Mark what a round says of itself; a hand is marked with its player, so that the journal finds it there."""
    if (who := _named(knocked)) and who not in hands:
        raise Refusal(f"{name(table, who)} takes no part in this round, and can't have knocked.", "knocked")
    return (
        *(Mark(who, where, hand.typed) for who, hand in hands.items()),
        Mark(where, "knocked", _named(knocked) or None),
        Mark(where, "because", because or None),
    )


def _cards(hand: Hand) -> str:
    return f": {', '.join(map(str, hand.cards))}" if hand.cards else ""


def _told(table: Table, effect: Effect, number: int, because: str | None, seq: int | None = None) -> Effect:
    """Add the story of a round to what it writes, as the sheet will have it."""
    after = judge(table.after(effect))
    row = next(one for one in after.sheet.rounds if one.told.seq == (seq or coming(table)))
    scores = listed(f"{table.name(who)} {hand.total}" for who, hand in row.told.hands.items())
    what = "sudden death" if row.sudden else ""
    told = f"Round {number}{', ' + what if what else ''}: {scores}."
    working = [Line(f"{name(table, who)}{_cards(hand)}", hand.total, "") for who, hand in row.told.hands.items()]
    house: tuple[str, ...] = ()
    if knocker := row.told.knocked:
        called = name(table, knocker)
        # with somebody else it is lowest, unless the house rule wants it alone
        shared = not row.won and knocker in row.lowest
        lowest = "lowest alone" if shared else "lowest"
        house = (KNOCK_ALONE,) if shared else ()
        if row.won:
            level = [table.name(who) for who in row.told.hands if who in row.lowest and who != knocker]
            with_whom = f" with {listed(level)}" if level else ""
            told += f" {called} knocked, and was lowest{with_whom}."
        elif knocker in row.counted:
            told += f" {called} knocked, and was not {lowest}."
            if row.extra:
                told += f" That costs {points(row.extra)} more."
                working.append(Line(f"{called} knocked and was not {lowest}", row.extra, "", signed=True))
                house += (_penalty_words(row.told.penalty),)
    if row.note == EVERYBODY_OUT:
        house += (PLAYED_AGAIN,)
    if because:
        told += f" Recorded all the same ({because})."
    if row.note:
        told += f" {row.note}"
    rule = "A hand counts what its four cards show. The lowest total at the end wins."
    if row.sudden:
        rule = "Sudden death decides the tie and joins no total."
    return effect + Effect(told, working=tuple(working), rule=rule, house=house)


def _penalty_words(penalty: str) -> str:
    ways = {"double": "counts the round double", "highest": "gets the round's highest score on top"}
    return f"Who knocks and isn't lowest {ways.get(penalty, f'gets {penalty} points more')}."


ACTIONS = (round, correct_round)
