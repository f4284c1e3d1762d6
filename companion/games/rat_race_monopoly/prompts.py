"""What the book expects next: to open the table, what happens on a turn, or what a disaster asks."""

from __future__ import annotations

from companion.core.prompt import Offer, Prompt
from companion.core.table import Table
from companion.games.rat_race_monopoly import broker, disasters, jail, loans, offering, salary, state, work
from companion.games.rat_race_monopoly.board import DEGREES
from companion.games.rat_race_monopoly.outcome import ending
from companion.games.rat_race_monopoly.scale import say
from companion.games.rat_race_monopoly.state import BANK, TOP_DEGREE, TOP_JOB, name
from companion.games.rat_race_monopoly.worth import net_worth


def prompt(table: Table) -> Prompt:
    """What the table does next, with the sheet to open and the other ways to go on."""
    if ending(table) is not None:
        return Prompt("The game is over")
    if not state.opened(table):
        return _opening(table)
    said = broker.prompt(table) if state.broker_alone(table) else disasters.prompt(table)
    if said is not None:
        return said
    return _going(table)


def _going(table: Table) -> Prompt:
    if not state.keeps_turns(table):
        return Prompt("What happened?", "Choose what happened; the rest stands under More.", None, _free(table))
    who = state.turn_of(table)
    if who is None:
        return Prompt("Whose turn is it?", "", Offer("correct_turn", {}, "Say whose turn it is", "primary"))
    return _turn(table, who)


def _opening(table: Table) -> Prompt:
    first = table.players[0].key
    return Prompt(
        "Who begins?",
        f"Nobody named, it is {table.name(first)}. Everyone starts with the same cash."
        if not state.broker_alone(table)
        else f"Nobody named, it is {table.name(first)}.",
        Offer("start", {}, "Open the table", "primary"),
        (Offer("start_by_throw", {}, "Throw for it"),),
    )


def _turn(table: Table, who: str) -> Prompt:
    """What happens on a turn, in the order in which it mostly does; the player on turn is known."""
    held, worth = state.cash(table, who), net_worth(table, who)[0]
    text = f"Holds {say(table, held)}; net worth {say(table, worth)}."
    offers: list[Offer] = []
    if table.house("declare") == "turn" and worth >= state.goal(table):
        offers.append(Offer("declare", {"who": who}, "Declare the net worth and win", "primary"))
    if others := state.others(table, who):
        offers.append(Offer("next_player", {}, f"Next player: {table.name(others[0])}", "primary"))
    if state.in_jail(table, who):
        fine = say(table, jail.fine(table))
        if not jail.tried_enough(table, who):
            offers.append(Offer("throw", {"who": who, "dice": "two"}, "Throw for a double"))
        offers += [
            Offer("leave_jail", {"who": who}, f"Leave Jail ({fine} or a card)"),
            Offer("disaster", {"who": who}, "A 7: a disaster"),
        ]
        title = f"{name(table, who)} sits in Jail"
    else:
        offers += [Offer("throw", {"who": who, "dice": "two"}, "Throw the dice"), *_squares(table, who)]
        title = f"{name(table, who)}'s turn"
    return Prompt(title, text, None, (*offers, *_money(table, who), *offering.street_offers(table, who)))


def _squares(table: Table, who: str) -> list[Offer]:
    """What the squares bring, the commonest first; what can't be at all is left out."""
    number, level, degree = len(state.loans(table, who)), state.job(table, who), state.degree(table, who)
    pays = say(table, salary.salary(table, level, number))
    offers = [Offer("pass_go", {"who": who}, f"Pass GO: salary {pays}")]
    if state.streets_of(table, BANK):
        offers.append(Offer("buy_street", {"who": who}, "Buy a street"))
    if any(state.streets_of(table, one) for one in state.others(table, who)):
        offers.append(Offer("rent", {"who": who}, "Pay rent"))
    offers += offering.exchange_offers(table, who)
    if degree < TOP_DEGREE:
        cost = say(table, work.fee(table, degree + 1))
        offers.append(Offer("study", {"who": who}, f"College: {DEGREES[degree + 1]}, {cost}"))
    if degree and level < TOP_JOB:
        offers.append(Offer("apply_for_job", {"who": who}, "Employment office: apply for a job"))
    offers.append(Offer("pay_tax", {"who": who}, f"Tax: {say(table, salary.tax(table, level))}"))
    offers += [
        Offer("pay", {"giver": who}, "Pay the bank or a player"),
        Offer("pay", {"giver": BANK, "taker": who}, "Be paid by the bank"),
        Offer("disaster", {"who": who}, "A 7: a disaster"),
        Offer("go_to_jail", {"who": who}, "Go to Jail", "quiet"),
    ]
    return offers


def _money(table: Table, who: str) -> list[Offer]:
    """Loans, where one can be repaid or taken."""
    offers = [
        Offer("repay", {"who": who, "loan": slot}, f"Repay a loan of {say(table, owed)}")
        for slot, owed, since in state.loans(table, who)
        if not loans.why_not_repay(table, who, since) and state.cash(table, who) >= owed
    ]
    if not loans.why_none(table, who):
        size = say(table, state.loan_size(table, state.bracket(table, who)))
        offers.append(Offer("take_loan", {"who": who}, f"Take a loan of {size}", "quiet"))
    return offers


def _free(table: Table) -> tuple[Offer, ...]:
    """What may be recorded for anybody where the table keeps the turns itself."""
    offers = [
        Offer("declare", {"who": who}, f"{name(table, who)} declares and wins", "primary")
        for who in state.playing(table)
        if table.house("declare") == "turn" and net_worth(table, who)[0] >= state.goal(table)
    ]
    jailed = any(state.in_jail(table, who) for who in state.playing(table))
    return (
        *offers,
        Offer("pass_go", {}, "Pass GO"),
        Offer("buy_street", {}, "Buy a street"),
        Offer("rent", {}, "Pay rent"),
        *offering.exchange_offers(table, None),
        Offer("study", {}, "College"),
        Offer("apply_for_job", {}, "Employment office"),
        Offer("pay_tax", {}, "Tax"),
        Offer("pay", {}, "Pay or be paid"),
        Offer("take_loan", {}, "Take a loan"),
        Offer("repay", {}, "Repay a loan"),
        Offer("throw", {}, "Throw the dice", "quiet"),
        Offer("disaster", {}, "A 7: a disaster", "quiet"),
        Offer("go_to_jail", {}, "Go to Jail", "quiet"),
        *((Offer("leave_jail", {}, "Leave Jail"),) if jailed else ()),
        *offering.street_offers(table, None),
    )
