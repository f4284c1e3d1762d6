"""A small game of closed fists: what everyone holds is hidden, and cards are sold for sealed bids."""

from __future__ import annotations

from companion.api import Game, KeptNames, Result, Seat, Turn, ask
from companion.api.show import Prompt, Standing
from models.plays import Seat as Place

MASK = "\u2022\u2022\u2022"
FIRM = "The fists were opened: say why these bids are taken back."

GAME = Game(
    "fists",
    "Fists",
    "A game for tests.",
    players=(2, 6),
    colour="#1F5FA8",
    edition="tests",
    banks=("bank",),
    kept=KeptNames(sign="", table="table"),
    table_state={"closed": None, "over": None},
    without=("leave", "correct_money", "change_house"),
)


def chips(t: Turn, who: Seat) -> int:
    return t.held(who, "chips")


@GAME.secret
def secret(t: Turn, account: str) -> bool:
    return account.endswith(":chips") and account != "bank:chips" and not t.over


def bidders(t: Turn) -> list[Seat]:
    return [who for who in t.seats if who not in t.named("who")]


def limits(t: Turn, who: Seat) -> tuple[int, int]:
    return (5, chips(t, who)) if chips(t, who) else (0, 0)


@GAME.action("Sell a card", group="Auctions", source="Sell a Card", needs_reason=FIRM)
def sell(
    t: Turn,
    who: Seat = ask.anybody("Who sells?"),
    bids: dict[Seat, int] = ask.amounts(
        "What does everyone bid?", limits, among=bidders, step=5, sealed=True, what="bid"
    ),
) -> None:
    """Sell a card for closed fists."""
    t.refuse(t.closed, "The shop is shut.")
    top = max(bids.values())
    best = [bidder for bidder, bid in bids.items() if bid == top]
    for bidder, bid in bids.items():
        t.pay(bidder, who, bid, "chips")
        t.step(f"{bidder} bids", bid)
    t.narrate(
        f"{best[0]} buys for ${top}." if len(best) == 1 else "A tie: the seller keeps the card."
    )
    t.step(f"{who} takes", sum(bids.values()), signed=True, total=True)
    t.explain("Every bid is paid.")


@GAME.action("Slip chips", group="Money")
def slip(
    t: Turn,
    who: Seat = ask.anybody("Who gives?"),
    to: Seat = ask.anybody("To whom?"),
    amount: int = ask.money("How much?", step=5),
) -> None:
    """Move chips from hand to hand."""
    t.pay(who, to, amount, "chips")
    t.narrate(f"{who} slips {to} something.")


@GAME.action("Deal chips", group="Money")
def deal(
    t: Turn, who: Seat = ask.anybody("To whom?"), amount: int = ask.money("How much?", step=5)
) -> None:
    """Give chips out of the box."""
    t.pay("bank", who, amount, "chips")
    t.narrate(f"{who} is dealt in.")


@GAME.action("Shut the shop", group="Table")
def shut(t: Turn) -> None:
    """Sell nothing any more."""
    t.set(closed="yes")
    t.narrate("The shop is shut.")


@GAME.action("Pass", group="Table")
def skip(t: Turn, who: Seat = ask.anybody("Who?")) -> None:
    """Do nothing, and have it written down."""
    t.narrate(f"{who} passes.")


@GAME.card
def standing(t: Turn, who: Seat) -> Standing:
    held = f"${chips(t, who)}"
    hidden = secret(t, f"{who.key}:chips")
    return Standing(who.key, MASK if hidden else held, secret=(("Chips", held),) if hidden else ())


@GAME.next
def prompt(_: Turn) -> Prompt:
    return Prompt("What happens?", offers=(sell(), skip()))


@GAME.end_if
def ending(t: Turn) -> Result | None:
    return Result("Shut.", (t.seat("ann"),), ()) if t.over else None


def find(_key):
    return GAME


def play_fists(monkeypatch):
    """Make this the only game."""
    for name in ("companion.games.find_game", "views.home.home.find_info"):
        monkeypatch.setattr(name, find)


def new_play(open_plays, held):
    """A play in which everyone holds what is given, which no line of the journal shows."""
    play = open_plays.journal.begin(
        game="fists",
        title="Friday fists",
        seats=[Place(name, name.capitalize()) for name in held],
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


def held(open_plays, play_id):
    t = GAME.turn(open_plays.referee(play_id).table)
    return {who.key: chips(t, who) for who in t.seats}
