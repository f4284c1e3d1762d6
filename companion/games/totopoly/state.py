"""Reading the table in the words of Totopoly: who wears which hat, who holds which cards, how far the evening is.

Accounts, in pounds: ``<seat>:cash``; ``box:cash``, the money that lies in the box; ``bank:fund``, the prize fund;
``training:cash``, the bank's side of the training ring; ``tote:pool``; ``<seat>:book``, a bookmaker's till. What a hat
earns goes to its wearer's cash at once, and is counted beside that in the unit ``earned`` at ``<seat>:<hat>``; a hat
that nobody at the table wears has a till of its own, ``<hat>:cash``.

Lease cards are units (``h1`` to ``h12``, ``b1`` to ``b8``): ``pack:cards`` until they are paid for, ``<seat>:cards``
when leased, ``hammer:cards`` while they wait for the auction, ``out:cards`` when nobody has them. Cards gained in
training are units too (``black`` ... ``white.black`` ... ``remount``), from ``stack:training`` to ``<seat>:training``.
"""

from __future__ import annotations

from companion.core.questions import Tile
from companion.core.table import Line, Mark, Posting, Table
from companion.games.totopoly import unsettled
from companion.games.totopoly.board import BUSINESSES, CARDS, COLOURS, HORSES, INKS, NAMES, TRAINING_CARDS, WHITES
from companion.games.totopoly.houses import AUCTION, BANK, BOOK, EVENING, TOTE

UNIT = "\u00a3"
GAME = "table"
PACK, HAMMER, OUT = "pack:cards", "hammer:cards", "out:cards"
BOX, FUND, TRAINING, POOL = "box:cash", "bank:fund", "training:cash", "tote:pool"
STACK = "stack:training"

BANKER, AUCTIONEER, CLERK = "banker", "auctioneer", "clerk"
HATS = {BANKER: "Banker", AUCTIONEER: "Auctioneer", CLERK: "Tote Clerk"}

SETUP, LEASES, LOTS, RING, PARADE, BETTING, RUNNING, HOME, OVER = (
    "setup", "leases", "lots", "ring", "parade", "betting", "running", "home", "over",
)  # fmt: skip
STAGES = (SETUP, LEASES, LOTS, RING, PARADE, BETTING, RUNNING, HOME, OVER)
"""How far the evening is: cards are kept, sold, trained; fees and nominations; bets; the race; payouts; the end."""

ALONE = {EVENING: LEASES, TOTE: BETTING, AUCTION: LOTS, BANK: LEASES, BOOK: BETTING}
"""Where a book begins, by what it keeps."""


def money(amount: int) -> str:
    """Write an amount, with a true minus where it is owed."""
    return f"\u2212{UNIT}{-amount:,}" if amount < 0 else f"{UNIT}{amount:,}"


def line(text: str, amount: int, *, signed: bool = False, total: bool = False) -> Line:
    """Write a line of a receipt whose figure is money."""
    return Line(text, amount, UNIT, signed, total)


def pay(amount: int, giver: str, taker: str) -> tuple[Posting, ...]:
    """Move money between two accounts."""
    if not amount or giver == taker:
        return ()
    return Posting(giver, -amount, UNIT), Posting(taker, amount, UNIT)


def move(card: str, giver: str, taker: str, count: int = 1) -> tuple[Posting, ...]:
    """Move cards of one unit between two places."""
    return (Posting(giver, -count, card), Posting(taker, count, card)) if count else ()


def purse(who: str) -> str:
    """Name the account of a player's own money."""
    return f"{who}:cash"


def cash(table: Table, who: str) -> int:
    """Count a player's cash in hand; where cash is not followed, what the book has given or taken so far."""
    return table.ledger.balance(purse(who), UNIT)


def held(table: Table, account: str) -> int:
    """How much money lies in an account."""
    return table.ledger.balance(account, UNIT)


def keeps(table: Table) -> str:
    """What this book is kept for."""
    return table.house("keeps")


def tracked(table: Table) -> bool:
    """Whether everybody's cash is followed, so that nobody can pay more than he holds."""
    return keeps(table) == EVENING


def stage(table: Table) -> str:
    """How far the evening is; before anything is recorded, that is the setting up.

    The end is only the end when all is settled: a payout that is struck out leads back to the paying out. And once
    the prizes are paid the evening is over with the last open bet, whichever way that was settled.
    """
    said = table.ledger.mark(GAME, "stage")
    if said == OVER and keeps(table) == AUCTION:
        return OVER
    if said == OVER or (said == HOME and keeps(table) in (EVENING, BANK)):
        return OVER if unsettled.all_settled(table, held(table, POOL)) else HOME
    return str(said) if said is not None else SETUP


def said(table: Table, holder: str, name: str) -> str:
    """What is said of a holder under this name; nothing where nothing is."""
    value = table.ledger.mark(holder, name)
    return "" if value is None else str(value)


def count(table: Table, holder: str, name: str) -> int:
    """Tell the number said of a holder; nought where none is."""
    value = table.ledger.mark(holder, name)
    return value if isinstance(value, int) else 0


def playing(table: Table) -> tuple[str, ...]:
    """Everyone who is still in the game, in the order round to the left."""
    return tuple(seat.key for seat in table.players if not table.ledger.mark(seat.key, "left"))


def name(table: Table, who: str) -> str:
    """Say a holder's name as the first word of a sentence."""
    called = table.name(who)
    return called[0].upper() + called[1:]


# -- hats ---------------------------------------------------------------------------------------------


def wearer(table: Table, hat: str) -> str:
    """Who wears a hat: a seat, or nothing where nobody at the table does."""
    return said(table, hat, "who")


def till(table: Table, hat: str) -> str:
    """Name the account that a hat's earnings go to."""
    who = wearer(table, hat)
    return purse(who) if who else f"{hat}:cash"


def earn(table: Table, hat: str, amount: int, giver: str) -> tuple[Posting, ...]:
    """Pay a hat what it earns, and count it as that hat's earnings."""
    who = wearer(table, hat) or hat
    if not amount:
        return ()
    own = till(table, hat)
    count_of = (Posting(f"{who}:{hat}", amount, "earned"), Posting(f"box:{hat}", -amount, "earned"))
    return pay(amount, giver, own) + count_of


def earned(table: Table, who: str, hat: str) -> int:
    """How much somebody has earned under a hat; ``who`` is the hat itself where nobody wears it."""
    return table.ledger.balance(f"{who}:{hat}", "earned")


def hat_name(table: Table, hat: str) -> str:
    """Name the wearer of a hat, or the hat."""
    who = wearer(table, hat)
    return table.name(who) if who else f"the {HATS[hat]}"


# -- cards --------------------------------------------------------------------------------------------


def card_name(table: Table, card: str) -> str:
    """Write what is printed on a lease card, a horse with its number, or by that alone."""
    if card in HORSES and by_number(table, card):
        return f"No. {card[1:]}"
    printed = table.words(f"{card}.name")
    return f"{card[1:]} \u00b7 {printed}" if card in HORSES else printed


def by_number(table: Table, horse: str) -> bool:
    """Whether a horse goes by its number alone: one hat is kept, and nobody has copied the horse's card."""
    return keeps(table) in (TOTE, BOOK) and table.words(f"{horse}.name") == NAMES[HORSES.index(horse)]


def horse_name(table: Table, horse: str) -> str:
    """What a horse is called in a sentence: its name, or its number where it goes by that."""
    return f"horse {horse[1:]}" if by_number(table, horse) else table.words(f"{horse}.name")


def price(table: Table, card: str) -> int:
    """Tell the price printed on a lease card; nought where nobody has copied it yet."""
    return table.figure(f"{card}.price")


def colour(table: Table, horse: str) -> str:
    """Which colour a horse runs in."""
    return table.words(f"{horse}.colour")


def role(table: Table, business: str) -> str:
    """What a business is."""
    return table.words(f"{business}.role")


def cards(table: Table, who: str) -> tuple[str, ...]:
    """The lease cards a player has paid for, horses first."""
    return tuple(card for card in CARDS if table.ledger.balance(f"{who}:cards", card) > 0)


def lying(table: Table, place: str) -> tuple[str, ...]:
    """The lease cards that lie in a place such as the hammer."""
    return tuple(card for card in CARDS if table.ledger.balance(place, card) > 0)


def unkept(table: Table) -> tuple[str, ...]:
    """The lease cards nobody has paid for, that do not lie under the hammer and are not out of the game."""
    return tuple(
        card
        for card in CARDS
        if not owner(table, card) and table.ledger.balance(HAMMER, card) <= 0 and table.ledger.balance(OUT, card) <= 0
    )


def hidden(table: Table) -> bool:
    """Whether hands are still kept from each other, so that no page may name a card."""
    return table.house("hidden") == "hidden" and stage(table) in (LEASES, LOTS) and not said(table, GAME, "resume")


def owner(table: Table, card: str) -> str:
    """Who leases a card; nothing where nobody does."""
    return next((seat.key for seat in table.players if table.ledger.balance(f"{seat.key}:cards", card) > 0), "")


def business_of(table: Table, which: str) -> str:
    """Tell which card is a business of this role; nothing where none is."""
    return next((card for card in BUSINESSES if role(table, card) == which), "")


def training(table: Table, who: str) -> dict[str, int]:
    """The cards a player has from training, by kind."""
    lies = table.ledger.holdings(f"{who}:training")
    return {kind: lies[kind] for kind in TRAINING_CARDS if lies.get(kind, 0) > 0}


def whites(table: Table, who: str) -> dict[str, int]:
    """The white cards a player has still to get rid of, by unit."""
    return {kind: many for kind, many in training(table, who).items() if kind in WHITES}


def horse_tile(table: Table, card: str) -> Tile:
    """Show a horse's number on its colour."""
    # the colours of cards that nobody has copied are guesses
    known = colour(table, card) in COLOURS and not by_number(table, card)
    return Tile(card[1:], INKS[colour(table, card)] if known else "")


# -- the race -----------------------------------------------------------------------------------------


def runners(table: Table) -> tuple[str, ...]:
    """The horses that run: leased and not scratched; where only one hat is kept, as many as were named."""
    if keeps(table) in (TOTE, BOOK):
        return tuple(horse for horse in HORSES[: count(table, GAME, "field")] if not scratched(table, horse))
    return tuple(horse for horse in HORSES if owner(table, horse) and not scratched(table, horse))


def scratched(table: Table, horse: str) -> bool:
    """Whether a horse has been withdrawn from the race."""
    return bool(table.ledger.mark(horse, "scratched"))


def own_horses(table: Table, who: str) -> tuple[str, ...]:
    """The horses of a player that run, in the order of their numbers."""
    return tuple(horse for horse in runners(table) if table.ledger.balance(f"{who}:cards", horse) > 0)


def nominated(table: Table, who: str) -> str:
    """The horse a player has nominated, as long as it is his and runs; nothing without one."""
    horse = said(table, who, "nominated")
    return horse if horse in own_horses(table, who) else ""


def order(table: Table, who: str) -> tuple[str, ...]:
    """The fixed order of a player's horses but the nominated one: as noted, by number where nothing is."""
    mine = tuple(horse for horse in own_horses(table, who) if horse != nominated(table, who))
    noted = tuple(horse for horse in said(table, who, "order").split() if horse in mine)
    return noted + tuple(horse for horse in mine if horse not in noted)


def entered(table: Table, horse: str) -> bool:
    """Whether a horse's entrance fee has been paid."""
    return bool(table.ledger.mark(horse, "fee"))


def to(stage_name: str) -> Mark:
    """Mark how far the evening is from now on."""
    return Mark(GAME, "stage", stage_name)
