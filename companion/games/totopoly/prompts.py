"""What the book expects next, stage by stage; the race half speaks for itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.prompt import Offer, Prompt
from companion.core.table import Table, listed, sentence
from companion.games.totopoly import advantages, dues, hats, lots, opening, parade, race, race_prompts, state
from companion.games.totopoly.book import draw_out
from companion.games.totopoly.houses import AUCTION, BANK, BOOK, EVENING, TOTE
from companion.games.totopoly.retiring import retire
from companion.games.totopoly.selling import private_sale
from companion.games.totopoly.state import (
    AUCTIONEER,
    FUND,
    GAME,
    HAMMER,
    LEASES,
    LOTS,
    OVER,
    PARADE,
    RING,
    RUNNING,
    SETUP,
    money,
    name,
)

if TYPE_CHECKING:
    from companion.games.totopoly.dues import Due


def prompt(table: Table) -> Prompt:
    """What the table does next, with the sheet to open and the other ways to go on."""
    if (due := dues.open_due(table)) is not None:
        return _due(table, due)
    stage = state.stage(table)
    if stage == PARADE and (parade.waiting(table) or not state.runners(table)):
        return _fees(table)
    own = {SETUP: _setup, LEASES: _leases, LOTS: _lots, RING: _ring}
    return own.get(stage, _race)(table)


def _race(table: Table) -> Prompt:
    """Ask the race half, and add what the cards and the order of the horses allow."""
    stage = state.stage(table)
    if stage == OVER and state.keeps(table) == AUCTION:
        return Prompt("The auction is over", f"The lots came to {money(state.held(table, FUND))}.")
    said = race_prompts.prompt(table) or Prompt("The game is over")
    if stage == PARADE:
        return _with(said, Offer("nominate", {}, "Nominate a horse"), Offer("order", {}, "Set a fixed order"))
    if stage == RUNNING and any(state.training(table, who) for who in state.playing(table)):
        white = () if race.counted(table) else (Offer("throw_in", {}, "Throw in a white card"),)
        return _with(said, Offer("use_card", {}, "Use a card"), *white)
    return said


BEGIN = {
    EVENING: ("Open the table", "Everyone gets \u00a3700. Cut for deal, deal, and say who wears which hat."),
    TOTE: ("Open the Tote", "Horses by number; nobody's cash is followed."),
    AUCTION: ("Open the auction", "Lot by lot; nobody's cash is followed."),
    BANK: ("Open the bank", "Leases, entrance fees and the prize fund; nobody's cash is followed."),
    BOOK: ("Open the book", "Horses by number; nobody's cash is followed."),
}


def _setup(table: Table) -> Prompt:
    title, text = BEGIN[state.keeps(table)]
    return Prompt(title, text, Offer("start", {}, title, "primary"))


def _leases(table: Table) -> Prompt:
    offers: list[Offer] = []
    text = f"Prize fund so far: {money(state.held(table, FUND))}. What is not kept goes into the auction."
    if not hats.settled(table, AUCTIONEER):
        text = "First: who shows the auctioneer's card?"
        offers = _auctioneer(table)
        if len(state.playing(table)) < opening.FEW:
            text = "Fewer than four play, so the auctioneer's card is left out: name an Auctioneer."
        elif table.ledger.mark(GAME, "swapped") is not None:
            by = "the dealer" if table.house("dummy_auctioneer") == "dealer" else "the highest cut"
            text = f"Everybody swaps a card. If the auctioneer's card still lies in the dummy hand, {by} is Auctioneer."
    else:
        offers.append(Offer("open_auction", {}, "Begin the auction"))
    return Prompt(
        "Which cards are kept?",
        text,
        Offer("keep", {}, "Keep a card", "primary"),
        (*offers, Offer("wear_hat", {}, "Hats")),
    )


def _auctioneer(table: Table) -> list[Offer]:
    named = Offer("wear_hat", {"hat": AUCTIONEER}, "Name an Auctioneer")
    card = state.business_of(table, "auctioneer")
    if len(state.playing(table)) < opening.FEW or card not in state.unkept(table):
        return [named]
    shows = Offer("keep", {"card": card}, "Somebody shows the auctioneer's card")
    if table.ledger.mark(GAME, "swapped") is None:
        return [shows, Offer("swap", {}, "Nobody shows it")]
    dealer = state.said(table, GAME, "dealer")
    if dealer in state.playing(table) and table.house("dummy_auctioneer") == "dealer":
        answers = {"hat": AUCTIONEER, "who": dealer}
        named = Offer("wear_hat", answers, f"Still in the dummy hand: {table.name(dealer)}", "plain")
    return [shows, named]


def _lots(table: Table) -> Prompt:
    left = state.lying(table, HAMMER)
    stop = Offer("end_auction", {}, "Stop the auction", "danger")
    if not left:
        # a struck line or a stage set by hand may leave an auction with nothing to sell
        return Prompt("The auction has no lots left", "", None, (stop,), "Auction")
    count = f"{len(left)} {'lot' if len(left) == 1 else 'lots'}"
    who = state.hat_name(table, AUCTIONEER)
    if table.house("hidden") == "hidden":
        text = f"{count} left; this list is for the Auctioneer's eyes."
    else:
        text = f"{count} left: {listed(state.card_name(table, card) for card in left)}."
    lot = {"lot": left[0]} if len(lots.offered(table)) == 1 else {}
    return Prompt(
        f"{sentence(who)} puts up a lot", text, Offer("sell", {}, "Sold", "primary"),
        (Offer("no_bid", lot, "Nobody bids"), stop), "Auction",
    )  # fmt: skip


def _ring(table: Table) -> Prompt:
    steward = state.owner(table, state.business_of(table, "steward"))
    first = (
        f"{name(table, steward)} has the owners' club steward and throws first."
        if steward
        else "Nobody has the owners' club steward: agree who throws first."
    )
    offers = (
        Offer("train_get", {}, "Somebody receives"),
        Offer("gain_card", {}, "A card is gained"),
        Offer("end_training", {}, "All horses are home"),
    )
    return Prompt("Training: what does the square say?", first, Offer("train_pay", {}, "Pay", "primary"), offers)


def _fees(table: Table) -> Prompt:
    collect = Offer("enter_race", {"who": parade.EVERYONE}, "Collect entrance fees", "primary")
    nominate = Offer("nominate", {}, "Nominate a horse")
    if not state.runners(table):
        return Prompt(
            "No horse runs",
            "Nobody leases a horse; put the leases right by hand, or end the play from the shelf.",
            Offer("correct_lease", {}, "Move a lease card", "primary"),
        )
    if who := next((one for one in state.playing(table) if lots.surplus(table, one)), ""):
        have = f"{name(table, who)} has {len(state.own_horses(table, who))} horses, and three may run"
        return Prompt(
            "Too many horses",
            f"{have}: scratch one, or sell it privately.",
            Offer("scratch", {}, "Scratch a horse", "primary"),
            (Offer("private_sale", {"giver": who}, "Sell it privately"), collect),
        )
    horses = sum(len(dues.fees(table, who)) for who in state.playing(table))
    text = f"{money(dues.ENTRANCE)} a horse, {horses} {'horse' if horses == 1 else 'horses'}, to the bank."
    return Prompt("Entrance fees", text, collect, (nominate,))


def _with(said: Prompt, *more: Offer) -> Prompt:
    """Add other ways to go on to what the race half expects."""
    there = {offer.action for offer in (said.sheet, *said.offers) if offer is not None}
    return replace(said, offers=said.offers + tuple(offer for offer in more if offer.action not in there))


def _due(table: Table, due: Due) -> Prompt:
    held = state.cash(table, due.who)
    title = f"{name(table, due.who)} must pay {money(due.amount)}"
    off = Offer("let_off", {}, "Let it go", "quiet")
    if not due.amount:
        # entrance fees go with the horses, and those may have been withdrawn
        owes = f"{name(table, due.who)} owes nothing any more"
        text = f"{due.what[0].upper()}{due.what[1:]}: nothing is left to pay."
        return Prompt(owes, text, Offer("settle", {}, "Go on", "primary"), (), "Debt due")
    if due.amount <= held:
        text = f"{due.what}. There is cash enough: {money(held)}."
        return Prompt(title, text, Offer("settle", {}, "Pay", "primary"), (off,), "Debt due")
    short = due.amount - held
    ways = _raising(table, due, short)
    doing = {offer.action for offer in ways}
    say: list[str] = []
    if draw_out.name in doing:
        say.append(f"draw out of the till, where {money(dues.free_till(table, due.who))} lies free")
    if doing & {private_sale.name, advantages.sell_card.name}:
        say.append("sell privately at the best offer")
    first, *more = (*ways, off)
    return Prompt(
        title,
        f"{due.what}. Holds {money(held)}, {money(short)} short: {', or '.join(say) or 'nothing can be sold'}.",
        replace(first, tone="primary"),
        tuple(more),
        "Debt due",
    )


def _raising(table: Table, due: Due, short: int) -> list[Offer]:
    """What somebody who is short can really do, the easiest first."""
    giver: dict[str, str | int | None] = {"giver": due.who}
    out: dict[str, str | int | None] = {"who": due.who, "amount": min(short, dues.free_till(table, due.who))}
    ways = (
        (draw_out, Offer("draw_out", out, "Draw out of the till")),
        (private_sale, Offer("private_sale", giver, "Sell privately")),
        (advantages.sell_card, Offer("sell_card", giver, "Sell a training card")),
        (retire, Offer("retire", {}, "No buyer: retire", "danger")),
    )
    return [offer for way, offer in ways if way.why_not(table, offer.answers) is None]
