"""A small game of closed fists: what everyone holds is hidden, and cards are sold for sealed bids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from companion.core.action import action
from companion.core.game import Badge, Ending, Game, Holding, Page, Standing
from companion.core.prompt import Offer, Prompt
from companion.core.questions import Amount, Each, Who, read_each
from companion.core.table import Effect, Line, Mark, Posting, Refusal, Table
from models.plays import Seat

if TYPE_CHECKING:
    from views.state.open_plays import OpenPlays

MASK = "\u2022\u2022\u2022"
FIRM = "The fists were opened: say why these bids are taken back."


def chips(table: Table, who: str) -> int:
    return table.ledger.balance(f"{who}:chips")


def secret(table: Table, account: str) -> bool:
    return account.endswith(":chips") and account != "bank:chips" and not table.ledger.mark("table", "over")


def pay(giver: str, taker: str, amount: int) -> tuple[Posting, ...]:
    return Posting(f"{giver}:chips", -amount), Posting(f"{taker}:chips", amount)


def bidders(table: Table, answers) -> tuple[str, ...]:
    return tuple(seat.key for seat in table.players if seat.key != answers.get("who"))


def limits(table: Table, _answers, seat: str) -> tuple[int, int]:
    held = chips(table, seat)
    return (5, held) if held else (0, 0)


BIDS = Each(bidders, limits, step=5, sealed=True, what="bid")


@action("Sell a Card", title="Sell a card", group="Auctions", needs_reason=FIRM)
def sell(table: Table, who: Who, bids: Annotated[str, BIDS]) -> Effect:
    """Sell a card for closed fists.

    who: Who sells?
    bids: What does everyone bid?
    """
    if table.ledger.mark("table", "closed"):
        raise Refusal("The shop is shut.")
    laid = read_each(bids)
    top = max(laid.values())
    best = [seat for seat, bid in laid.items() if bid == top]
    outcome = f"{table.name(best[0])} buys for ${top}" if len(best) == 1 else "A tie: the seller keeps the card"
    postings = tuple(one for seat, bid in laid.items() for one in pay(seat, who, bid))
    lines = tuple(Line(f"{table.name(seat)} bids", bid) for seat, bid in laid.items())
    taken = Line(f"{table.name(who)} takes", sum(laid.values()), signed=True, total=True)
    return Effect(f"{outcome}.", postings, working=(*lines, taken), rule="Every bid is paid.")


@action("", title="Slip chips", group="Money")
def slip(table: Table, who: Who, to: Who, amount: Annotated[int, Amount(step=5)]) -> Effect:
    """Move chips from hand to hand.

    who: Who gives?
    to: To whom?
    amount: How much?
    """
    return Effect(f"{table.name(who)} slips {table.name(to)} something.", pay(who, to, amount))


@action("", title="Deal chips", group="Money")
def deal(table: Table, who: Who, amount: Annotated[int, Amount(step=5)]) -> Effect:
    """Give chips out of the box.

    who: To whom?
    amount: How much?
    """
    return Effect(f"{table.name(who)} is dealt in.", pay("bank", who, amount))


@action("", title="Shut the shop", group="Table")
def shut(table: Table) -> Effect:
    """Sell nothing any more."""
    del table
    return Effect("The shop is shut.", marks=(Mark("table", "closed", "yes"),))


@action("", title="Pass", group="Table")
def skip(table: Table, who: Who) -> Effect:
    """Do nothing, and have it written down.

    who: Who?
    """
    return Effect(f"{table.name(who)} passes.")


def standing(table: Table, who: str) -> Standing:
    held = chips(table, who)
    hidden = secret(table, f"{who}:chips")
    return Standing(
        who,
        MASK if hidden else f"${held}",
        chips=(Badge("Sits tight"),),
        holdings=(Holding("Pass", "Red"),),
        details=(("Passes", "Red"),),
        secret=(("Chips", f"${held}"), ("As chips", f"{held // 5} red")) if hidden else (),
    )


FISTS = Game(
    key="fists",
    title="Fists",
    tagline="A game for tests.",
    accent="#1F5FA8",
    least=2,
    most=6,
    edition="tests",
    houses=(),
    facts=(),
    actions=(sell, slip, deal, shut, skip),
    standing=standing,
    prompt=lambda _: Prompt("What happens?", offers=(Offer("sell"), Offer("skip"))),
    ending=lambda table: Ending("Shut.", ("ann",)) if table.ledger.mark("table", "over") else None,
    pages=(Page("Fists", ("Close your fist.",)),),
    secret=secret,
)


def find(key: str) -> Game:
    assert key == "fists"
    return FISTS


def new_play(open_plays: OpenPlays, held: dict[str, int]) -> str:
    """A play in which everyone holds what is given, which no line of the journal shows."""
    play = open_plays.journal.begin(
        game="fists",
        title="Friday fists",
        seats=[Seat(name, name.capitalize()) for name in held],
        houses={},
        board={},
        edition="tests",
    )
    referee = open_plays.referee(play.id)
    for name, amount in held.items():
        # in two parts, so that no line has the sum of it
        for part in (amount - amount // 10 * 5, amount // 10 * 5):
            if part:
                referee.write("deal", {"who": name, "amount": part})
    return play.id


def held(open_plays: OpenPlays, play_id: str) -> dict[str, int]:
    table = open_plays.referee(play_id).table
    return {seat.key: chips(table, seat.key) for seat in table.players}
