"""Poker Night: the bank of a cash game, from the first buy-in to the fewest payments that settle it."""

from companion.api import Condition, Game, Result, Seat, Turn, ask, fewest_payments, option

game = Game(
    "poker_night",
    "Poker Night",
    "The bank of a cash game: chips bought, chips cashed out, and who pays whom at the end.",
    colour="#1B5E3B",
    players=(2, 10),
    late_join=True,
    options=(
        option.currency(),
        option.money("buy_in", "Usual buy-in", 50, at_least=1, quick=(10, 20, 50, 100), lead=True),
        option.choice(
            "rake",
            "Rake",
            {
                "none": "Nobody takes anything out of a pot.",
                "host": "The host takes some chips out of a pot.",
            },
        ),
        option.choice(
            "missing",
            "Chips that don't add up",
            {
                "host": "The host makes up for them.",
                "shared": "Whoever bought chips makes up for them in equal parts.",
            },
        ),
    ),
    banks=("bank", "rake"),
    table_state={"host": Seat, "settled": False},
    seat_state={"playing": False},
)

OPEN = Condition(
    lambda t: t.host and not t.settled,
    "First open the table; after settling up no more chips change hands.",
)


def bought(t: Turn, who: Seat) -> int:
    return t.held(who, "bought")


def in_play(t: Turn) -> int:
    return t.held("bank")


def playing(t: Turn) -> list[Seat]:
    return [who for who in t.seats if who.playing]


@game.score("Won", wins="highest")
def won(t: Turn, who: Seat) -> int | None:
    """Count what came out of the bank less what went in; chips in front of a player count once they are cashed out."""
    return t.held(who) if bought(t, who) else None


@game.column("Bought in", large=lambda who: who.playing)
def bought_in(t: Turn, who: Seat) -> int | str:
    return bought(t, who) or "not yet"


@game.column("Won or lost", large=lambda who: not who.playing)
def result(t: Turn, who: Seat) -> str:
    return t.written(t.held(who), signed=True) if bought(t, who) and not who.playing else ""


@game.status
def chips_in_play(t: Turn) -> str:
    return f"{t.written(in_play(t))} in play" if t.host and not t.settled else ""


@game.action(
    "Start the game",
    group="Set-up",
    when=Condition(lambda t: not t.host, "The game has started already."),
    button="{host} keeps the bank",
)
def start(t: Turn, host: Seat = ask.player("Who keeps the bank?")) -> None:
    """Say who is the host."""
    t.set(host=host)


@game.action("Buy chips", group="Chips", when=OPEN, button="{who} buys chips for {amount}")
def buy(
    t: Turn, who: Seat = ask.player("Who buys chips?"), amount: int = ask.money("For how much?")
) -> None:
    """Sell chips to a player: the first time, once more, or on coming back."""
    t.pay(who, "bank", amount)
    t.pay("bank", who, amount, purse="bought")
    who.set(playing=True)
    t.step(f"{who} has bought for", bought(t, who))


@game.action("Cash out", group="Chips", when=OPEN, button="{who} cashes out {chips}")
def cash_out(
    t: Turn,
    who: Seat = ask.player("Who gets up?", among=playing),
    chips: int = ask.money("What are the chips worth?", at_least=0, at_most=in_play),
) -> None:
    """Take a player's chips back for money."""
    t.refuse(chips > in_play(t), f"{chips_in_play(t)}, no more.", "chips")
    t.pay("bank", who, chips)
    who.set(playing=False)
    t.narrate(
        f"{who} cashes out {t.written(chips)}, and has won {t.written(t.held(who), signed=True)}."
    )
    t.step("Cashed out in all", bought(t, who) + t.held(who))
    t.step("Bought for", -bought(t, who))
    t.step("Won" if t.held(who) >= 0 else "Lost", t.held(who), total=True)


@game.action(
    "Take rake",
    group="Chips",
    when=Condition(lambda t: t.option("rake") == "host", "Nobody takes rake at this table."),
)
def rake(t: Turn, amount: int = ask.money("How much?", at_most=in_play, quick=(1, 2, 5))) -> None:
    """Take chips out of a pot for the host."""
    t.refuse(amount > in_play(t), f"{chips_in_play(t)}, no more.", "amount")
    t.pay("bank", "rake", amount)
    t.narrate(f"{t.host} takes {t.written(amount)} out of the pot.")


@game.action("Settle up", group="The end", when=OPEN)
def settle(t: Turn) -> None:
    """End the evening and say who pays whom."""
    t.refuse(playing(t), f"{t.names(playing(t))} must cash out first.")
    if left := in_play(t):
        t.narrate(f"Chips for {t.written(left)} were never cashed out.")
        buyers = [who for who in t.everybody if bought(t, who)]
        t.share("bank", [t.host] if t.option("missing") == "host" else buyers, left)
    t.pay("rake", t.host, t.held("rake"))
    t.set(settled=True)
    due = fewest_payments(owed(t))
    for payer, payee, amount in due:
        t.step(f"{payer} pays {payee}", amount)
    t.narrate(f"{t.count(len(due), 'payment')} and everybody is even.")
    t.explain("These are the fewest payments after which nobody owes anything.")


def owed(t: Turn) -> dict[Seat, int]:
    return {who: t.held(who) + t.held(who, "settled") for who in t.everybody}


@game.action(
    "Paid",
    group="The end",
    when=Condition(lambda t: t.settled, "First settle up."),
    asked_by="payer",
    button="{payer} pays {payee} {amount}",
)
def paid(
    t: Turn,
    payer: Seat = ask.player("Who pays?"),
    payee: Seat = ask.player("Whom?", but="payer"),
    amount: int = ask.money("How much?"),
) -> None:
    """Tick off a payment between two players."""
    debt = max(0, -owed(t)[payer])
    t.refuse(amount > debt, f"{payer} owes {t.written(debt)}.", "amount")
    t.pay(payee, payer, amount, purse="settled")


@game.next
def what_next(t: Turn) -> tuple[object, ...]:
    if not t.host:
        return "Who keeps the bank?", start()
    if t.settled:
        due = fewest_payments(owed(t))
        offers = (
            paid(f"{a} pays {b} {t.written(n)}", payer=a, payee=b, amount=n) for a, b, n in due
        )
        return "Who pays whom?" if due else "Everybody is even", *offers
    if any(bought(t, who) for who in t.seats) and not playing(t):
        return "All chips are cashed out", settle(), buy()
    return chips_in_play(t), buy(amount=t.option("buy_in")), cash_out(), rake()


@game.end_if
def over(t: Turn) -> Result | None:
    return Result("{winners} won most") if t.settled else None
