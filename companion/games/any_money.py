"""Any money game: what everybody has, who pays whom, and the fewest payments that settle it."""

from __future__ import annotations

from companion.api import Condition, Game, Result, Seat, State, TurnOf, ask, fewest_payments, option

BANK = "bank"
MOST = 1_000_000_000
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


class Table(TurnOf[Player]):
    """The table, and whether the money is handed out and settled."""

    seat_class = Player

    dealt, settled = State(False), State(False)


ANY_MONEY = Game(
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

OPEN = Condition(lambda t: not t.settled, "The game is settled. Undo that to go on.")
WITH_BANK = Condition(
    lambda t: not t.settled and t.option(HAS_BANK) == "yes", "The game is settled, or there is no bank at this table."
)


@ANY_MONEY.action(
    "Hand out the money", group="Set-up", when=Condition(lambda t: not t.dealt, "The money is handed out already.")
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


def pays(t: Table, who: Player, amount: int, at: str) -> None:
    """Refuse what a player can't pay."""
    t.refuse(
        t.option(DEBT) == "no" and amount > t.held(who),
        f"{who} has {t.written(t.held(who))} and needs {t.written(amount)}.",
        at,
    )


def after(t: Table, *seats: Player) -> None:
    """Show what players have now."""
    for who in seats:
        t.step(f"{who} has", t.held(who))


@ANY_MONEY.score("Money", wins="highest")
def money(t: Table, who: Player) -> int:
    return t.held(who)


@ANY_MONEY.action("Pay a player", group="Money", when=OPEN, asked_by="payer", button="{payer} pays {payee} {amount}")
def pay(
    t: Table,
    payer: Player = ask.player("Who pays?"),
    payee: Player = ask.player("Who gets it?"),
    amount: int = ask.money("How much?", quick=(10, 50, 100, 500)),
    memo: str = ask.words("What for?", optional=True),
) -> None:
    """Pay from one player to another."""
    t.refuse(payer == payee, "Choose two different players.", "payee")
    pays(t, payer, amount, "amount")
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
) -> None:
    """Pay from a player to the bank."""
    pays(t, payer, amount, "amount")
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


@ANY_MONEY.action("A named payment", group="Money", when=WITH_BANK, button="{who}: {which}")
def named(
    t: Table,
    which: str = ask.choice("Which?", labels),
    who: Player = ask.player("Who?"),
) -> None:
    """Pay what the table has named, such as a salary."""
    way, _, amount = read_payments(t)[which]
    if way == OUT:
        pays(t, who, amount, "who")
    t.pay(who, BANK, amount if way == OUT else -amount)
    t.narrate(f"{who}: {labels(t)[which]}.")
    after(t, who)


@ANY_MONEY.action("Settle up", group="The end", when=OPEN)
def settle(t: Table) -> None:
    """End the game: who has won most, and the fewest payments after which everybody has what they began with."""
    t.settled = True
    due = fewest_payments({who: t.held(who) - who.given for who in t.everybody})
    for payer, payee, amount in due:
        t.step(f"{payer} pays {payee}", amount)
    t.narrate(f"The game is settled with {t.count(len(due), 'payment')}.")
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
    return "Who pays?", pay(), *buttons, bank_pays(), pay_bank(), settle()


@ANY_MONEY.end_if
def over(t: Table) -> Result | None:
    """End once the game is settled."""
    return Result("{winners} has most") if t.settled else None
