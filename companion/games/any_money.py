"""Any money game: what everybody has, who pays whom, and the fewest payments that settle it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

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
)
from companion.api.questions import Payments

BANK = "bank"
MOST = 1_000_000_000
YES, NO = "yes", "no"
IN, OUT = "in", "out"
"""Whether a payment one names goes to the player or out of the player's purse."""

START = option.money(
    "start", "Money at the start", 1_500, at_most=MOST, quick=(0, 500, 1_500, 15_000), lead=True
)
HAS_BANK = option.choice(
    "bank",
    "Bank",
    {"yes": "There is a bank that never runs dry.", "no": "Players pay each other only."},
)
DEBT = option.choice(
    "debt", "Debts", {"yes": "Players may owe money.", "no": "Nobody pays more than they have."}
)


class Player(Seat):
    """A player."""

    given = State(0)
    debts = State("")
    """Whether this player may owe, where that was said of the player; else it is as the table plays."""


class Table(TurnOf[Player]):
    """The table, and whether the money is handed out and settled."""

    seat_class = Player

    dealt, settled = State(False), State(False)
    odd = State(Player)
    """Who had the first odd unit of a pot, where the table said so; the next pot begins to the left."""


ask = Ask[Table]()

GAME: Game[Table] = Game(
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

GAME.page(
    "Payments",
    "Who has how much, who pays whom, and at the end the fewest payments that settle it.",
)
GAME.page(
    "Pots",
    "A pot belongs to nobody, such as Free parking or the stakes of a hand. Open one under any name: players pay in, "
    "and it pays one player or is shared out.",
    "Where a pot can't be shared equally, the odd ones go round: the next pot begins with the player to the left of "
    "who had the last of them. You may name another.",
    "What is left in a pot when you settle is said at the end, and nobody gets it.",
)
GAME.page(
    "Deals",
    "A deal is several payments between players, the bank and pots that stand or fall together. It is one entry, and "
    "is undone as one.",
    "Whoever loses by it says yes first on a phone of their own, if they have one.",
)
GAME.page(
    "Debts",
    "Whether players may owe money is a house rule; Debts of a player says it of one. Where somebody may not, the "
    "banker can still record a payment all the same.",
)

OPEN = Condition[Table](lambda t: not t.settled, "The game is settled. Undo that to go on.")
WITH_BANK = Condition[Table](
    lambda t: not t.settled and t.option(HAS_BANK) == "yes",
    "The game is settled, or there is no bank at this table.",
)


@GAME.action(
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


@GAME.joined
def latecomer(t: Table, who: Player) -> None:
    """Give who comes late the same money."""
    if t.dealt:
        give_start(t, who)
        t.rewrite(narration=f"{who} sits down and begins with {t.written(t.option(START))}.")


def lacks(who: Party, amount: int) -> bool:
    """Whether it is a player who can't pay so much."""
    if not isinstance(who, Player) or who not in who.t.seats:
        return False
    return (who.debts or who.t.option(DEBT)) == NO and amount > max(0, who.t.held(who))


def require(t: Table, who: Party, amount: int, at: str, *, anyway: bool = False) -> None:
    """Refuse what a pot does not hold, and what a player lacks, unless the banker records it all the same."""
    has, needs = t.written(t.held(who)), t.written(amount)
    t.refuse(
        isinstance(who, Pot) and t.held(who) < amount,
        f"There is {has} in {who.name}, not {needs}.",
        at,
    )
    t.refuse(
        lacks(who, amount) and not anyway,
        f"{who} has {has} and needs {needs}. {who} may not owe money; the banker can record it all the same.",
        at,
    )


def all_the_same(paid: Callable[[Table], Mapping[Party, int]]) -> bool:
    """Ask the banker whether a player who may not owe does so after all, where one pays more than there is."""
    return ask.yes_no(
        "Record it all the same",
        when=lambda t: any(lacks(who, amount) for who, amount in paid(t).items()),
        usual=NO,
        by_bank=True,
    )


ANYWAY = all_the_same(lambda t: dict.fromkeys(t.named("payer"), int(t.answers.get("amount") or 0)))
AMOUNT = ask.money("How much?", quick=(10, 50, 100, 500))
MEMO = ask.words("What for?", optional=True)


def pays(  # noqa: PLR0913 - who pays whom how much, and for what
    t: Table, giver: Party, taker: Party, amount: int, memo: str, *, anyway: bool = False
) -> None:
    """Pay an amount from a player, a pot or the bank to another."""
    require(t, giver, amount, "amount", anyway=anyway)
    t.pay(giver, taker, amount)
    paid = t.written(amount)
    words = f"{paid} into {taker.name}" if isinstance(taker, Pot) else f"{taker.name} {paid}"
    t.narrate(f"{giver} pays {words}{said(memo)}.")


def said(memo: str) -> str:
    """Say what for, after the words that it goes with."""
    return f" ({memo})" if memo else ""


@GAME.after_each
def show_what_is_left(t: Table) -> None:
    """Say on a receipt what players and pots then have; not when all begin with the same."""
    if t.dealt == t.before.dealt:
        t.show_what_is_left((*t.seats, *t.things(Pot)))


@GAME.score("Money", wins="highest")
def money(t: Table, who: Player) -> int:
    return t.held(who)


@GAME.action(
    "Pay a player",
    group="Money",
    when=OPEN,
    asked_by="payer",
    button="{payer} pays {payee} {amount}",
)
def pay(  # noqa: PLR0913, PLR0917 - what the sheet asks
    t: Table,
    payer: Player = ask.player("Who pays?"),
    payee: Player = ask.player("Who gets it?", but="payer"),
    amount: int = AMOUNT,
    memo: str = MEMO,
    anyway: bool = ANYWAY,
) -> None:
    """Pay from one player to another."""
    pays(t, payer, payee, amount, memo, anyway=anyway)


@GAME.action(
    "Pay the bank",
    group="Money",
    when=WITH_BANK,
    asked_by="payer",
    button="{payer} pays the bank {amount}",
)
def pay_bank(
    t: Table,
    payer: Player = ask.player("Who pays the bank?"),
    amount: int = AMOUNT,
    memo: str = MEMO,
    anyway: bool = ANYWAY,
) -> None:
    """Pay from a player to the bank."""
    pays(t, payer, t.bank(BANK), amount, memo, anyway=anyway)


@GAME.action(
    "The bank pays", group="Money", when=WITH_BANK, asked_by="payee", button="Pay {payee} {amount}"
)
def bank_pays(
    t: Table,
    payee: Player = ask.player("Who does the bank pay?"),
    amount: int = AMOUNT,
    memo: str = MEMO,
) -> None:
    """Pay from the bank to a player."""
    pays(t, t.bank(BANK), payee, amount, memo)


def read_payments(t: Table) -> dict[str, tuple[str, int]]:
    """Return the payments that this table has named: name, and what the player gets or pays, by their numbers."""
    named = (str(payment).split(" ", 2) for payment in t.appended("fixed"))
    return {
        str(at): (name, int(amount) if way == IN else -int(amount))
        for at, (way, amount, name) in enumerate(named, 1)
    }


def labels(t: Table) -> dict[str, str]:
    """Say each named payment, with its sign."""
    return {
        key: f"{name} {t.written(gets, signed=True)}"
        for key, (name, gets) in read_payments(t).items()
    }


@GAME.action("Name a payment", group="Set-up", when=WITH_BANK, button="Name it {name}")
def name_payment(
    t: Table,
    name: str = ask.words("What is it called?", ready=("Salary", "Fee", "Tax", "Rent")),
    way: str = ask.choice(
        "Who gets it?", {IN: "The player, from the bank", OUT: "The bank, from the player"}
    ),
    amount: int = ask.money("How much?", quick=(10, 50, 100, 200)),
) -> None:
    """Make a button of a payment that comes again and again, such as a salary."""
    t.refuse(len(name) > 30, "Keep the name under 30 letters.", "name")
    t.append("fixed", f"{way} {amount} {name}")
    t.narrate(f"{name} is {t.written(amount)}.")


def named_payment(t: Table) -> dict[Party, int]:
    """Return what the player pays by the payment that was chosen, or gets, below zero."""
    _, gets = read_payments(t).get(str(t.answers.get("which")), ("", 0))
    return dict.fromkeys(t.named("who"), -gets)


@GAME.action("A named payment", group="Money", when=WITH_BANK, button="{who}: {which}")
def named(
    t: Table,
    which: str = ask.choice("Which?", labels),
    who: Player = ask.player("Who?"),
    anyway: bool = all_the_same(named_payment),
) -> None:
    """Pay what the table has named, such as a salary."""
    amount = named_payment(t)[who]
    require(t, who, amount, "who", anyway=anyway)
    t.pay(who, BANK, amount)
    t.narrate(f"{who}: {labels(t)[which]}.")


def parties(t: Table) -> Iterator[Party]:
    """Everybody and everything that pays and is paid."""
    yield from t.seats
    yield from t.things(Pot)
    if t.option(HAS_BANK) == YES:
        yield t.bank(BANK)


def deal_payments(t: Table) -> dict[Party, int]:
    """Add up what each pays by all payments of a deal together, or gets, below zero."""
    paid: dict[Party, int] = {}
    for giver, taker, amount in DEAL.to_argument(t, t.answers.get("payments")):
        paid[giver] = paid.get(giver, 0) + amount
        paid[taker] = paid.get(taker, 0) - amount
    return {each: paid[each] for each in parties(t) if each in paid}


DEAL = Payments(parties, (10, 50, 100, 500), text="Who pays whom?")


@GAME.action(
    "A deal of several payments",
    group="Money",
    when=OPEN,
    asked_by="payments",
    button=lambda t: (
        f"Deal of {t.count(len(DEAL.to_argument(t, t.answers.get('payments'))), 'payment')}"
    ),
    amount="",
)
def deal(
    t: Table,
    payments: tuple[tuple[Party, Party, int], ...] = ask.answer_to(DEAL),
    memo: str = MEMO,
    anyway: bool = all_the_same(deal_payments),
) -> None:
    """Record several payments that stand or fall together, as one entry."""
    paid = deal_payments(t)
    for party, amount in paid.items():
        require(t, party, amount, "payments", anyway=anyway)
    for giver, taker, amount in payments:
        t.pay(giver, taker, amount)
    t.narrate(f"{DEAL.show(t.answers.get('payments'), t)}{said(memo)}.")
    for party, amount in paid.items():
        t.step(str(party), -amount, signed=True)


WITH_POT = Condition[Table](
    lambda t: not t.settled and t.things(Pot),
    "The game is settled, or no pot is open. Open a pot first.",
)


POT = ask.thing("Which pot?", Pot, detail=lambda t, key: t.written(Pot(t, key).holds))


@GAME.action("Open a pot", group="Pots", when=OPEN, button="Open {name}")
def open_pot(
    t: Table,
    name: str = ask.words("What is the pot called?", ready=("The pot", "Free parking", "Jackpot")),
) -> None:
    """Open a pot that belongs to nobody: players pay in, and it pays out."""
    pot = t.new_thing(Pot, name)
    t.narrate(f"{pot} is open.")


@GAME.action(
    "Pay into a pot",
    group="Pots",
    when=WITH_POT,
    asked_by="payer",
    button="{payer} pays {amount} into {pot}",
)
def pay_in(  # noqa: PLR0913, PLR0917 - what the sheet asks
    t: Table,
    pot: Pot = POT,
    payer: Player = ask.player("Who pays in?"),
    amount: int = AMOUNT,
    memo: str = MEMO,
    anyway: bool = ANYWAY,
) -> None:
    """Pay from a player into a pot."""
    pays(t, payer, pot, amount, memo, anyway=anyway)


def in_pot(t: Table) -> int:
    """What lies in the pot that was chosen."""
    return Pot(t, str(t.answers.get("pot"))).holds


@GAME.action(
    "A pot pays out",
    group="Pots",
    when=WITH_POT,
    asked_by="payee",
    button="{pot} pays {payee} {amount}",
)
def pot_pays(
    t: Table,
    pot: Pot = POT,
    payee: Player = ask.player("Who gets it?"),
    amount: int = ask.money("How much?", at_most=in_pot, quick=(10, 50, 100)),
    memo: str = MEMO,
) -> None:
    """Pay from a pot to a player: all of it, or less."""
    t.refuse(not pot.holds, f"Nothing lies in {pot.name}.", "pot")
    pays(t, pot, payee, amount, memo)


@GAME.action(
    "Share out a pot", group="Pots", when=WITH_POT, button="Share out {pot}", amount=in_pot
)
def share_pot(
    t: Table,
    pot: Pot = POT,
    among: tuple[Player, ...] = ask.players("Among whom?", at_least=2),
    odd: Player | None = ask.player("Who has the odd chip?", optional=True),
) -> None:
    """Share out a pot in equal parts."""
    t.refuse(not pot.holds, f"Nothing lies in {pot.name}.", "pot")
    part, rest = divmod(pot.holds, len(among))
    if odd:
        among = tuple(who for who in (odd, *t.to_left(odd)[:-1]) if who in among)
        if rest:
            t.odd = among[rest - 1]
    t.share(pot, among, pot.holds)
    t.narrate(f"{pot} is shared out among {listed(who.name for who in among)}.")
    for at, who in enumerate(among):
        t.step(str(who), part + (at < rest), signed=True)
    if rest:
        first = (
            f"{among[0]} first, then to the left"
            if odd
            else "those first in the order of the seats"
        )
        t.explain(f"What can't be shared in equal parts goes, one each, to {first}.")


@GAME.action(
    "Debts of a player",
    group="Set-up",
    when=OPEN,
    asked_by="",
    button=lambda t: (
        f"{t.names(t.named('who'))} {'may' if t.answers.get('may') == YES else 'may not'} owe money"
    ),
)
def allow_debts(
    t: Table,
    who: Player = ask.player("Whose?"),
    may: bool = ask.yes_no("May {who} owe money?"),
) -> None:
    """Say of one player whether they may have less than nothing, however the others play."""
    who.debts = YES if may else NO
    t.narrate(f"{who} may {'' if may else 'not '}owe money.")


@GAME.status
def whose_debts(t: Table) -> str:
    """Say who plays otherwise than the table does."""
    others = [who for who in t.seats if who.debts and who.debts != t.option(DEBT)]
    if not others:
        return ""
    return f"{t.names(others)} {'may not owe' if t.option(DEBT) == YES else 'may owe'}"


def describe_left_over(t: Table) -> str:
    """Say what lies in pots; empty where nothing does."""
    return listed(
        f"{t.written(pot.holds)} still lies in {pot.name}" for pot in t.things(Pot) if pot.holds
    )


@GAME.action(
    "Settle up",
    group="The end",
    when=OPEN,
    rule="These are the fewest payments after which players owe each other nothing.",
)
def settle(t: Table) -> None:
    """End the game: who has won most, and the fewest payments after which everybody has what they began with."""
    t.settled = True
    due = fewest_payments({who: t.held(who) - who.given for who in t.everybody})
    for payer, payee, amount in due:
        t.step(f"{payer} pays {payee}", amount)
    left = describe_left_over(t)
    how = f"with {t.count(len(due), 'payment')}" if due else "without a payment"
    t.narrate(f"The game is settled {how}.{f' {left}.' if left else ''}")


@GAME.column("Won or lost")
def won(t: Table, who: Player) -> str:
    """Say how much more or less than at the start a player has, if it is either."""
    change = t.held(who) - who.given
    return t.written(change, signed=True) if change else ""


@GAME.next
def what_next(t: Table) -> tuple[object, ...]:
    """Offer a payment, with the buttons that the table has named."""
    if t.settled:
        return ("The game is settled",)
    if not t.dealt and t.option(START):
        return "Before the start", begin()
    buttons = (named(label, which=key) for key, label in labels(t).items())
    pots = (
        (pay_in(), pot_pays(), share_pot(odd=t.to_left(t.odd)[0]))
        if t.things(Pot) and t.seats
        else ()
    )
    return (
        "Who pays?",
        pay(),
        *buttons,
        bank_pays(),
        pay_bank(),
        *pots,
        deal(),
        settle("", "danger"),
    )


@GAME.end_if
def over(t: Table) -> Result | None:
    """End once the game is settled."""
    if not t.settled:
        return None
    left = describe_left_over(t).replace("{", "{{").replace("}", "}}")
    return Result(f"{{winners}} ended with most{f'. {left}' if left else ''}")
