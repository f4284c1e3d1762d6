"""Before the race: surplus horses, entrance fees, who nominates a horse, and the order of the others.

Rulebook: «The Racecourse» and «Nomination».
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import NO_ANSWERS, Answers, Choice, Player, QuestionType, Who
from companion.core.table import Effect, Line, Mark, Refusal, Table, Value, listed, sentence
from companion.games.totopoly import dues, gates, state, tote
from companion.games.totopoly.board import HORSES
from companion.games.totopoly.dues import ENTRANCE, FEE, fees
from companion.games.totopoly.houses import BANK, EVENING
from companion.games.totopoly.leases import card_detail, card_label
from companion.games.totopoly.lots import MOST_RUN, surplus, why_not_run
from companion.games.totopoly.state import BETTING, FUND, PARADE, RUNNING, line, money, name

SOURCE = "The Racecourse"
NOMINATION = "Nomination"
EVERYONE = "everyone"
NONE = "none"
NO_FEE = "No entrance fee, no bets"
LISTED = 4
"""The orders of up to so many horses are offered one by one."""

WhoOrAll: TypeAlias = Annotated[str, Player((EVERYONE,))]


def waiting(table: Table) -> tuple[str, ...]:
    """Everyone whose horses still keep the race from going on: too many of them, or a fee not paid."""
    return tuple(who for who in state.playing(table) if surplus(table, who) or fees(table, who))


def ready(table: Table) -> bool:
    """Whether every horse that runs has its fee paid, nobody has too many, and there is one at all."""
    return not waiting(table) and dues.open_due(table) is None and bool(state.runners(table))


@action(SOURCE, title="Collect entrance fees", group="Before the race")
def enter_race(table: Table, who: WhoOrAll) -> Effect:
    """Pay 25 for each horse that runs, for one player or for everyone at once.

    who: For whose horses?
    """
    gates.at(table, PARADE)
    gates.quiet(table)
    if who != EVERYONE:
        gates.seated(table, who)
    payers = tuple(one for one in state.playing(table) if who in (one, EVERYONE) and fees(table, one))
    if reason := why_not_run(table, payers):
        raise Refusal(reason, "who")
    if not payers:
        raise Refusal("Every horse that runs has its fee paid.", "who")
    able = tuple(one for one in payers if not state.tracked(table) or _fee(table, one) <= state.cash(table, one))
    effect = _collected(table, able) if able else Effect()
    for one in payers:
        if one not in able:
            due = dues.Due(one, _fee(table, one), FUND, "entrance fees", FEE)
            return effect + dues.falls_due(table.after(effect), due)
    return effect


def _fee(table: Table, who: str) -> int:
    return ENTRANCE * len(fees(table, who))


def _collected(table: Table, payers: tuple[str, ...]) -> Effect:
    horses = tuple(horse for who in payers for horse in fees(table, who))
    total = ENTRANCE * len(horses)
    lines: list[Line] = []
    for who in payers:
        count = len(fees(table, who))
        lines.append(line(f"{name(table, who)}, {dues.at_the_fee(count)}", -_fee(table, who), signed=True))
    whose = name(table, payers[0]) if len(payers) == 1 else listed(table.name(who) for who in payers)
    verb = "pays" if len(payers) == 1 else "pay"
    many = len(payers) > 3
    told = f"Entrance fees: {money(ENTRANCE)} for each of {len(horses)} horses, {money(total)}."
    if not many:
        told = f"{sentence(whose)} {verb} {money(total)} entrance fees."
    warned = tuple(
        Line(f"Mind: {name(table, who)} runs {len(state.own_horses(table, who))}, more than three")
        for who in payers
        if len(state.own_horses(table, who)) > MOST_RUN
    )
    return Effect(
        told,
        tuple(posting for who in payers for posting in state.pay(_fee(table, who), state.purse(who), FUND)),
        tuple(Mark(horse, FEE, 1) for horse in horses),
        (
            *lines,
            line("Entrance fees", total, total=True),
            line("Prize fund", state.held(table, FUND) + total),
            *warned,
        ),
        f"Every horse that runs pays {money(ENTRANCE)} to the bank.",
        ("More than three horses a player: a warning only.",) if warned else (),
    )


def _own(table: Table, answers: Answers) -> tuple[str, ...]:
    return state.own_horses(table, str(answers.get("who") or ""))


def _own_or_none(table: Table, answers: Answers) -> tuple[str, ...]:
    none = (NONE,) if state.nominated(table, str(answers.get("who") or "")) else ()
    return (*_own(table, answers), *none)


def _too_many(table: Table, _answers: Answers) -> tuple[str, ...]:
    return tuple(horse for who in state.playing(table) if surplus(table, who) for horse in state.own_horses(table, who))


def _or_none(table: Table, answers: Answers, value: str) -> str:
    return "None after all" if value == NONE else card_label(table, answers, value)


Surplus: TypeAlias = Annotated[str, Choice(HORSES, card_label, _too_many, card_detail)]
Nominee: TypeAlias = Annotated[str, Choice((*HORSES, NONE), _or_none, _own_or_none)]


@action("Discarding", title="Scratch a surplus horse", group="Before the race")
def scratch(table: Table, horse: Surplus) -> Effect:
    """Withdraw a horse of a player who has more than three: nobody bets on it, and a fee that is paid stays paid.

    horse: Which horse?
    """
    gates.at(table, PARADE)
    if state.scratched(table, horse):
        raise Refusal(f"{state.card_name(table, horse)} is scratched already.", "horse")
    who = state.owner(table, horse)
    if not who or not surplus(table, who):
        raise Refusal("Only who has more than three horses scratches one.", "horse")
    said = "No bets, and its entrance fee is not given back" if state.entered(table, horse) else NO_FEE
    gone = Effect(
        f"{state.card_name(table, horse)} is scratched.",
        marks=(Mark(horse, "scratched", 1),),
        working=(Line(said),),
        rule="Three horses a player run at most; others are scratched, or sold before the race.",
    )
    return gone + tote.refunded(table, horse)


@action(NOMINATION, title="Nominate a horse", group="Before the race")
def nominate(table: Table, who: Who, horse: Nominee) -> Effect:
    """Name the one horse a player may move out of turn at every throw; nobody needs to.

    who: Who nominates?
    horse: Which horse?
    """
    _before(table, who)
    if horse == NONE:
        if not state.nominated(table, who):
            raise Refusal(f"{name(table, who)} has nominated none.", "horse")
        return Effect(f"{name(table, who)} nominates no horse after all.", marks=(Mark(who, "nominated", None),))
    if horse not in state.own_horses(table, who):
        raise Refusal(f"{state.card_name(table, horse)} does not run for {table.name(who)}.", "horse")
    if horse == state.nominated(table, who):
        raise Refusal(f"{name(table, who)} has nominated it already.", "horse")
    named = Effect(
        f"{name(table, who)} nominates {state.card_name(table, horse)}.",
        marks=(Mark(who, "nominated", horse),),
        rule="A nominated horse may be moved first, second or last at each throw; the others keep their order.",
    )
    return named + Effect(working=_order_lines(table.after(named), who))


def _before(table: Table, who: str) -> None:
    if state.keeps(table) not in (EVENING, BANK):
        raise Refusal("This book does not keep whose horses run.")
    gates.at(table, PARADE, BETTING)
    gates.seated(table, who)
    if not state.own_horses(table, who):
        raise Refusal(f"{name(table, who)} runs no horse.", "who")


def _order_lines(table: Table, who: str) -> tuple[Line, ...]:
    order = state.order(table, who)
    return (Line(f"In this order: {listed(f'No. {horse[1:]}' for horse in order)}"),) if order else ()


@dataclass(frozen=True, slots=True)
class Sequence(QuestionType):
    """The fixed order of a player's horses but the nominated one, by their numbers, as in ``4 8 12``."""

    @property
    def word(self) -> str:
        """What it takes."""
        return "the numbers of horses in their order, such as '4 8 12'"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read every horse once, in any order."""
        del table, answers
        numbers = text.replace(",", " ").lower().replace("h", "").split()
        if not numbers or not all(one.isascii() and one.isdigit() and len(one) < 3 for one in numbers):
            raise Refusal("Write the numbers of the horses in their order, such as 4 8 12.")
        return " ".join(str(int(one)) for one in numbers)

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say the order."""
        del table, answers
        return ", then ".join(str(value).split())

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """Every order there is, for a few horses; for more, those by number and the other way round."""
        mine = _to_order(table, str(answers.get("who") or ""))
        if len(mine) > LISTED:
            return tuple(" ".join(one) for one in (mine, mine[::-1]))
        # with nothing to put in order, the rule itself says why
        return tuple(" ".join(one) for one in permutations(mine)) if mine else ("1",)


def _to_order(table: Table, who: str) -> tuple[str, ...]:
    """The numbers of a player's horses but the nominated one, ascending."""
    named = state.nominated(table, who)
    return tuple(horse[1:] for horse in state.own_horses(table, who) if horse != named)


Order: TypeAlias = Annotated[str, Sequence()]


@action(NOMINATION, title="Set a fixed order", group="Before the race")
def order(table: Table, who: Who, horses: Order) -> Effect:
    """Note the order of a player's first throws, which stands for the whole race; by number where none is noted.

    who: Whose horses?
    horses: In which order are they moved? The nominated horse is free of it.
    """
    gates.seated(table, who)
    if state.stage(table) == RUNNING and state.said(table, who, "order"):
        raise Refusal(f"{name(table, who)}'s order stands for the whole race.", "who")
    if state.stage(table) != RUNNING:
        _before(table, who)
    mine = _to_order(table, who)
    if len(mine) < 2:
        raise Refusal(f"{name(table, who)} has no two horses to put in order.", "who")
    given = tuple(horses.split())
    if sorted(given) != sorted(mine):
        raise Refusal(f"{name(table, who)}'s horses to put in order are {listed(mine)}, each once.", "horses")
    return Effect(
        f"{name(table, who)} moves {listed(f'No. {one}' for one in given)} in this order.",
        marks=(Mark(who, "order", " ".join(f"h{one}" for one in given)),),
        rule="The order of the first throw stands for the whole race; only a nominated horse is free of it.",
    )


ACTIONS = (enter_race, scratch, nominate, order)
