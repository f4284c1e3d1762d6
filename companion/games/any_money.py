"""Any money game: what everybody has, who pays whom, and the fewest payments that settle it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.api import (
    Ask,
    Condition,
    Game,
    Party,
    Pot,
    Result,
    Seat,
    State,
    TurnOf,
    fewest_payments,
    listed,
    option,
    sentence,
)
from companion.api.questions import Payments

BANK = "bank"
MOST = 1_000_000_000
YES, NO = "yes", "no"
IN, OUT = "in", "out"
"""Whether a payment one names goes to the player or out of the player's purse."""

START = option.money("start", "Money at the start", 1_500, at_most=MOST, quick=(0, 500, 1_500, 15_000), lead=True)
HAS_BANK = option.choice(
    "bank", "Bank", {"yes": "There is a bank that never runs dry.", "no": "Players pay each other only."}
)
DEBT = option.choice("debt", "Debts", {"yes": "Players may owe money.", "no": "Nobody pays more than they have."})


class Player(Seat):
    """A player."""

    given = State(0)
    debts = State("")
    """Whether this player may owe, where that was said of the player; else it is as the table plays."""

    @property
    def may_owe(self) -> bool:
        """Whether the player may have less than nothing."""
        return (self.debts or self.t.option(DEBT)) == YES


class Table(TurnOf[Player]):
    """The table, and whether the money is handed out and settled."""

    seat_class = Player

    dealt, settled = State(False), State(False)
    odd = State(Player)
    """Who had the first odd unit of a pot, where the table said so; the next pot begins to the left."""


ask = Ask[Table]()

ANY_MONEY: Game[Table] = Game(
    "any_money",
    "Any money game",
    "The money of any game: who has how much, who pays whom, and how to settle up.",
    colour="#0F5E5A",
    players=(2, 12),
    late_join=True,
    options=(option.currency(), START, HAS_BANK, DEBT),
    banks=(BANK,),
    turn=Table,
)

ANY_MONEY.page("Payments", "Who has how much, who pays whom, and at the end the fewest payments that settle it.")
ANY_MONEY.page(
    "Pots",
    "A pot belongs to nobody, such as Free parking or the stakes of a hand. Open one under any name: players pay in, "
    "and it pays one player or is shared out.",
    "Where a pot can't be shared equally, the odd ones go round: the next pot begins with the player to the left of "
    "who had the last of them. You may name another.",
    "What is left in a pot when you settle is said at the end, and nobody gets it.",
)
ANY_MONEY.page(
    "Deals",
    "A deal is several payments between players, the bank and pots that stand or fall together. It is one entry, and "
    "is undone as one.",
    "Whoever loses by it says yes first on a phone of their own, if they have one.",
)
ANY_MONEY.page(
    "Debts",
    "Whether players may owe money is a house rule; Debts of a player says it of one. Where somebody may not, the "
    "banker can still record a payment all the same.",
)

OPEN = Condition[Table](lambda t: not t.settled, "The game is settled. Undo that to go on.")
WITH_BANK = Condition[Table](
    lambda t: not t.settled and t.option(HAS_BANK) == "yes", "The game is settled, or there is no bank at this table."
)


@ANY_MONEY.action(
    "Hand out the money",
    group="Set-up",
    when=Condition[Table](lambda t: not t.dealt, "The money is handed out already."),
)
def begin(t: Table) -> None:
    """Give everybody the money to begin with."""
    for who in t.seats:
        give_start(t, who)
    t.dealt = True
    t.narrate(f"Everybody begins with {t.written(t.option(START))}.")


def give_start(t: Table, who: Player) -> None:
    """Give a player the money to begin with."""
    t.pay(BANK, who, t.option(START))
    who.given = t.option(START)


@ANY_MONEY.joined
def latecomer(t: Table, who: Player) -> None:
    """Give who comes late the same money."""
    if t.dealt:
        give_start(t, who)
        t.narrate(f"{who} begins with {t.written(t.option(START))}.")


def lacks(who: Player, amount: int) -> bool:
    """Whether a player can't pay so much."""
    return not who.may_owe and amount > 0 and amount > who.t.held(who)


def pays(t: Table, who: Player, amount: int, at: str, *, anyway: bool = False) -> None:
    """Refuse what a player can't pay, unless the banker records it all the same."""
    t.refuse(
        lacks(who, amount) and not anyway,
        f"{who} has {t.written(t.held(who))} and needs {t.written(amount)}. "
        f"{sentence(who.name)} may not owe money; the banker can record it all the same.",
        at,
    )


def all_the_same(lacking: Callable[[Table], bool]) -> bool:
    """Ask the banker whether a player who may not owe does so after all."""
    return ask.yes_no("Record it all the same", when=lacking, usual=NO, by_bank=True)


def payer_lacks(t: Table) -> bool:
    """Whether the payer has less than the amount."""
    return any(lacks(who, int(t.answers.get("amount") or 0)) for who in t.named("payer"))


def after(t: Table, *holders: Party) -> None:
    """Show what players and pots have now."""
    for holder in holders:
        t.step(f"There is in {holder.name}" if isinstance(holder, Pot) else f"{holder} has", t.held(holder))


@ANY_MONEY.score("Money", wins="highest")
def money(t: Table, who: Player) -> int:
    return t.held(who)


@ANY_MONEY.action("Pay a player", group="Money", when=OPEN, asked_by="payer", button="{payer} pays {payee} {amount}")
def pay(  # noqa: PLR0913, PLR0917 - what the sheet asks
    t: Table,
    payer: Player = ask.player("Who pays?"),
    payee: Player = ask.player("Who gets it?", but="payer"),
    amount: int = ask.money("How much?", quick=(10, 50, 100, 500)),
    memo: str = ask.words("What for?", optional=True),
    anyway: bool = all_the_same(payer_lacks),
) -> None:
    """Pay from one player to another."""
    pays(t, payer, amount, "amount", anyway=anyway)
    t.pay(payer, payee, amount)
    t.narrate(f"{payer} pays {payee} {t.written(amount)}{f' ({memo})' if memo else ''}.")
    after(t, payer, payee)


@ANY_MONEY.action(
    "Pay the bank", group="Money", when=WITH_BANK, asked_by="payer", button="{payer} pays the bank {amount}"
)
def pay_bank(
    t: Table,
    payer: Player = ask.player("Who pays the bank?"),
    amount: int = ask.money("How much?", quick=(10, 50, 100, 500)),
    memo: str = ask.words("What for?", optional=True),
    anyway: bool = all_the_same(payer_lacks),
) -> None:
    """Pay from a player to the bank."""
    pays(t, payer, amount, "amount", anyway=anyway)
    t.pay(payer, BANK, amount)
    t.narrate(f"{payer} pays the bank {t.written(amount)}{f' ({memo})' if memo else ''}.")
    after(t, payer)


@ANY_MONEY.action("The bank pays", group="Money", when=WITH_BANK, asked_by="payee", button="Pay {payee} {amount}")
def bank_pays(
    t: Table,
    payee: Player = ask.player("Who does the bank pay?"),
    amount: int = ask.money("How much?", quick=(10, 50, 100, 500)),
    memo: str = ask.words("What for?", optional=True),
) -> None:
    """Pay from the bank to a player."""
    t.pay(BANK, payee, amount)
    t.narrate(f"The bank pays {payee} {t.written(amount)}{f' ({memo})' if memo else ''}.")
    after(t, payee)


def read_payments(t: Table) -> dict[str, tuple[str, str, int]]:
    """Return the payments that this table has named: way, name and amount, by their numbers."""
    named = (str(one).split(" ", 2) for one in t.appended("fixed"))
    return {str(at): (way, name, int(amount)) for at, (way, amount, name) in enumerate(named, 1)}


def labels(t: Table) -> dict[str, str]:
    """Say each named payment, with its sign."""
    return {
        key: f"{name} {t.written(amount if way == IN else -amount, signed=True)}"
        for key, (way, name, amount) in read_payments(t).items()
    }


@ANY_MONEY.action("Name a payment", group="Set-up", when=WITH_BANK, button="Name it {name}")
def name_payment(
    t: Table,
    name: str = ask.words("What is it called?", ready=("Salary", "Fee", "Tax", "Rent")),
    way: str = ask.choice("Who gets it?", {IN: "The player, from the bank", OUT: "The bank, from the player"}),
    amount: int = ask.money("How much?", quick=(10, 50, 100, 200)),
) -> None:
    """Make a button of a payment that comes again and again, such as a salary."""
    t.refuse(len(name) > 30, "Keep the name under 30 letters.", "name")
    t.append("fixed", f"{way} {amount} {name}")
    t.narrate(f"{name} is {t.written(amount)}.")


def named_lacks(t: Table) -> bool:
    """Whether the player has less than the named payment takes."""
    way, _, amount = read_payments(t).get(str(t.answers.get("which")), (IN, "", 0))
    return way == OUT and any(lacks(who, amount) for who in t.named("who"))


@ANY_MONEY.action("A named payment", group="Money", when=WITH_BANK, button="{who}: {which}")
def named(
    t: Table,
    which: str = ask.choice("Which?", labels),
    who: Player = ask.player("Who?"),
    anyway: bool = all_the_same(named_lacks),
) -> None:
    """Pay what the table has named, such as a salary."""
    way, _, amount = read_payments(t)[which]
    if way == OUT:
        pays(t, who, amount, "who", anyway=anyway)
    t.pay(who, BANK, amount if way == OUT else -amount)
    t.narrate(f"{who}: {labels(t)[which]}.")
    after(t, who)


def parties(t: Table) -> Iterator[Party]:
    """Everybody and everything that pays and is paid."""
    yield from t.seats
    yield from t.things(Pot)
    if t.option(HAS_BANK) == YES:
        yield t.bank(BANK)


def nets(t: Table, payments: tuple[tuple[Party, Party, int], ...]) -> dict[Party, int]:
    """Add up what each gains or loses by all payments together."""
    net: dict[Party, int] = {}
    for giver, taker, amount in payments:
        net[giver] = net.get(giver, 0) - amount
        net[taker] = net.get(taker, 0) + amount
    return {one: net[one] for one in parties(t) if one in net}


def deal_lacks(t: Table) -> bool:
    """Whether somebody has less than the deal takes in all."""
    net = nets(t, DEAL.to_argument(t, t.answers.get("payments")))
    return any(lacks(who, -net.get(who, 0)) for who in t.seats)


DEAL = Payments(parties, (10, 50, 100, 500), text="Who pays whom?")


@ANY_MONEY.action(
    "A deal of several payments",
    group="Money",
    when=OPEN,
    asked_by="payments",
    button=lambda t: f"Deal of {t.count(len(DEAL.to_argument(t, t.answers.get('payments'))), 'payment')}",
    amount="",
)
def deal(
    t: Table,
    payments: tuple[tuple[Party, Party, int], ...] = ask.answer_to(DEAL),
    memo: str = ask.words("What for?", optional=True),
    anyway: bool = all_the_same(deal_lacks),
) -> None:
    """Record several payments that stand or fall together, as one entry."""
    net = nets(t, payments)
    for party, change in net.items():
        if isinstance(party, Pot):
            t.refuse(party.holds + change < 0, too_little(party, -change), "payments")
        elif isinstance(party, Player) and party in t.seats:
            pays(t, party, -change, "payments", anyway=anyway)
    for giver, taker, amount in payments:
        t.pay(giver, taker, amount)
    t.narrate(f"{DEAL.show(t.answers.get('payments'), t)}{f' ({memo})' if memo else ''}.")
    for party, change in net.items():
        then = "" if party == t.bank(BANK) else f", then {t.written(t.held(party))}"
        t.step(f"{party}{then}", change, signed=True)


def too_little(pot: Pot, amount: int) -> str:
    """Say that a pot doesn't hold so much."""
    return f"There is {pot.t.written(pot.holds)} in {pot.name}, not {pot.t.written(amount)}."


WITH_POT = Condition[Table](
    lambda t: not t.settled and t.things(Pot), "The game is settled, or no pot is open. Open a pot first."
)


def lies_in(t: Any, key: str) -> str:
    return str(t.written(Pot(t, key).holds))


@ANY_MONEY.action("Open a pot", group="Pots", when=OPEN, button="Open {name}")
def open_pot(
    t: Table, name: str = ask.words("What is the pot called?", ready=("The pot", "Free parking", "Jackpot"))
) -> None:
    """Open a pot that belongs to nobody: players pay in, and it pays out."""
    pot = t.new_thing(Pot, name)
    t.narrate(f"{pot} is open.")


@ANY_MONEY.action(
    "Pay into a pot", group="Pots", when=WITH_POT, asked_by="payer", button="{payer} pays {amount} into {pot}"
)
def pay_in(  # noqa: PLR0913, PLR0917 - what the sheet asks
    t: Table,
    pot: Pot = ask.thing("Into which pot?", Pot, detail=lies_in),
    payer: Player = ask.player("Who pays in?"),
    amount: int = ask.money("How much?", quick=(10, 50, 100, 500)),
    memo: str = ask.words("What for?", optional=True),
    anyway: bool = all_the_same(payer_lacks),
) -> None:
    """Pay from a player into a pot."""
    pays(t, payer, amount, "amount", anyway=anyway)
    t.pay(payer, pot, amount)
    t.narrate(f"{payer} pays {t.written(amount)} into {pot.name}{f' ({memo})' if memo else ''}.")
    after(t, payer, pot)


def in_pot(t: Table) -> int:
    """What lies in the pot that was chosen."""
    return sum(pot.holds for pot in t.things(Pot) if pot.key == t.answers.get("pot"))


@ANY_MONEY.action("A pot pays out", group="Pots", when=WITH_POT, asked_by="payee", button="{pot} pays {payee} {amount}")
def pot_pays(
    t: Table,
    pot: Pot = ask.thing("Which pot?", Pot, detail=lies_in),
    payee: Player = ask.player("Who gets it?"),
    amount: int = ask.money("How much?", at_most=in_pot, quick=(10, 50, 100)),
    memo: str = ask.words("What for?", optional=True),
) -> None:
    """Pay from a pot to a player: all of it, or less."""
    t.refuse(not pot.holds, f"Nothing lies in {pot.name}.", "pot")
    t.refuse(amount > pot.holds, too_little(pot, amount), "amount")
    t.pay(pot, payee, amount)
    t.narrate(f"{pot} pays {payee.name} {t.written(amount)}{f' ({memo})' if memo else ''}.")
    after(t, payee, pot)


def next_odd(t: Table) -> Player:
    """Return who is to have the first odd unit of the next pot: the player to the left of who had the last."""
    after = t.everybody.index(t.odd) + 1 if t.odd else 0
    return next(who for who in (*t.everybody[after:], *t.everybody[:after]) if who in t.seats)


@ANY_MONEY.action("Share out a pot", group="Pots", when=WITH_POT, button="Share out {pot}", amount=in_pot)
def share_pot(
    t: Table,
    pot: Pot = ask.thing("Which pot?", Pot, detail=lies_in),
    among: tuple[Player, ...] = ask.players("Among whom?", at_least=2),
    odd: Player | None = ask.player("Who has the odd chip?", optional=True),
) -> None:
    """Share out a pot in equal parts."""
    t.refuse(not pot.holds, f"Nothing lies in {pot.name}.", "pot")
    part, rest = divmod(pot.holds, len(among))
    if odd:
        at = t.everybody.index(odd)
        round_to_left = (*t.everybody[at:], *t.everybody[:at])
        among = tuple(sorted(among, key=round_to_left.index))
        if rest:
            t.odd = among[rest - 1]
    t.share(pot, among, pot.holds)
    t.narrate(f"{pot} is shared out among {listed(who.name for who in among)}.")
    for at, who in enumerate(among):
        t.step(f"{who}, then {t.written(t.held(who))}", part + (at < rest), signed=True)
    if rest:
        first = f"{among[0]} first, then to the left" if odd else "those first in the order of the seats"
        t.explain(f"What can't be shared in equal parts goes, one each, to {first}.")


@ANY_MONEY.action(
    "Debts of a player",
    group="Set-up",
    when=OPEN,
    asked_by="",
    button=lambda t: f"{t.names(t.named('who'))} {'may' if t.answers.get('may') == YES else 'may not'} owe money",
)
def allow_debts(
    t: Table,
    who: Player = ask.player("Whose?"),
    may: bool = ask.yes_no("May {who} owe money?"),
) -> None:
    """Say of one player whether they may have less than nothing, however the others play."""
    who.debts = YES if may else NO
    t.narrate(f"{who} may {'' if may else 'not '}owe money.")


@ANY_MONEY.status
def whose_debts(t: Table) -> str:
    """Say who plays otherwise than the table does."""
    others = [who for who in t.seats if who.debts and who.debts != t.option(DEBT)]
    if not others:
        return ""
    return f"{t.names(others)} {'may not owe' if t.option(DEBT) == YES else 'may owe'}"


def describe_left_over(t: Table) -> str:
    """Say what lies in pots; empty where nothing does."""
    return listed(f"{t.written(pot.holds)} still lies in {pot.name}" for pot in t.things(Pot) if pot.holds)


@ANY_MONEY.action("Settle up", group="The end", when=OPEN)
def settle(t: Table) -> None:
    """End the game: who has won most, and the fewest payments after which everybody has what they began with."""
    t.settled = True
    due = fewest_payments({who: t.held(who) - who.given for who in t.everybody})
    for payer, payee, amount in due:
        t.step(f"{payer} pays {payee}", amount)
    left = describe_left_over(t)
    t.narrate(f"The game is settled with {t.count(len(due), 'payment')}.{f' {left}.' if left else ''}")
    t.explain("These are the fewest payments after which players owe each other nothing.")


@ANY_MONEY.column("Won or lost")
def won(t: Table, who: Player) -> str:
    """Say how much more or less than at the start a player has."""
    return t.written(t.held(who) - who.given, signed=True)


@ANY_MONEY.next
def what_next(t: Table) -> tuple[object, ...]:
    """Offer a payment, with the buttons that the table has named."""
    if t.settled:
        return ("The game is settled",)
    if not t.dealt and t.option(START):
        return "Before the start", begin()
    buttons = (named(label, which=key) for key, label in labels(t).items())
    pots = (pay_in(), pot_pays(), share_pot(odd=next_odd(t))) if t.things(Pot) and t.seats else ()
    return "Who pays?", pay(), *buttons, bank_pays(), pay_bank(), *pots, deal(), settle()


@ANY_MONEY.end_if
def over(t: Table) -> Result | None:
    """End once the game is settled."""
    if not t.settled:
        return None
    left = describe_left_over(t).replace("{", "{{").replace("}", "}}")
    return Result(f"{{winners}} ended with most{f'. {left}' if left else ''}")
