"""The house rules: where the rulebook is silent, our ruling first, then the other ways."""

from __future__ import annotations

from typing import NamedTuple

from companion.api import HouseRules, option
from companion.rules.betting import LEAST_PERCENT, MOST_PERCENT, USUAL_PERCENT
from companion.rules.money import COMMISSION


class Scope(NamedTuple):
    """What a book is kept for: how it begins and ends, which roles earn something in it, and what else it keeps."""

    key: str
    says: str
    begin: str
    how: str
    over: str
    worth: str
    """What anybody's figure is called at the end."""
    leaving: str
    roles: tuple[str, ...] = ()
    prizes: bool = False
    tote: bool = False
    books: bool = False
    spent: str = ""
    """What happens to money that goes into a book where nobody wins it."""


BETS_STAND = "Who leaves bets no more; the bets laid stand."
EVENING = Scope(
    "evening",
    "The whole evening: leases, auction, training, Tote and prizes, with everyone's cash.",
    "Start the game",
    "Everyone gets \u00a3700. Cut for deal, deal, and say who has which role.",
    "The game is over",
    "Money",
    "Who leaves puts the cash back in the box; the cards are auctioned for the prize fund, and horses that nobody buys "
    "are scratched.",
    ("banker", "auctioneer", "clerk"),
    prizes=True,
    tote=True,
    books=True,
)
TOTE_ONLY = Scope(
    "tote",
    "Just the Tote: bets, dividends and payouts; nobody's cash is followed.",
    "Open the Tote",
    "Horses by number; nobody's cash is followed.",
    "The Tote is closed",
    "Won or lost",
    BETS_STAND,
    ("clerk",),
    tote=True,
)
AUCTION_ONLY = Scope(
    "auction",
    "Just the auction: prices and commission, lot by lot.",
    "Open the auction",
    "Lot by lot; nobody's cash is followed.",
    "The auction is over",
    "Received less spent",
    "The cards of who leaves come under the hammer again.",
    ("auctioneer",),
    spent="spent",
)
BANK_ONLY = Scope(
    "bank",
    "Just the bank: leases, entrance fees and the prize fund.",
    "Open the bank",
    "Leases, entrance fees and the prize fund; nobody's cash is followed.",
    "The prizes are paid",
    "Received less paid",
    "The cards of who leaves are auctioned for the prize fund, and horses that nobody buys are scratched.",
    ("banker", "auctioneer"),
    prizes=True,
    spent="paid",
)
BOOK_ONLY = Scope(
    "book",
    "Just a bookmaker's book: fixed odds, and what each result would cost.",
    "Open the book",
    "Horses by number; nobody's cash is followed.",
    "The book is closed",
    "Won or lost",
    BETS_STAND,
    books=True,
)
SCOPES = {scope.key: scope for scope in (EVENING, TOTE_ONLY, AUCTION_ONLY, BANK_ONLY, BOOK_ONLY)}


class House(HouseRules):
    """How a table plays."""

    keeps = option.choice(
        "keeps",
        "What this book keeps",
        {scope.key: scope.says for scope in SCOPES.values()},
        group="The game",
        lead=True,
    )
    winner = option.ways(
        "The game",
        "Who wins the game",
        money="Most money at the end.",
        horse="The owner of the winning horse.",
        lead=True,
        when=("keeps", EVENING.key),
    )
    dummy_auctioneer = option.ways(
        "Leases",
        "The auctioneer's card is still in the dummy hand",
        dealer="The dealer is Auctioneer.",
        cut="The highest cut is.",
    )
    limits = option.ways(
        "Leases",
        "Both stables in one hand, a fourth horse",
        strict="Refused: one stable, and three horses in the race.",
        warn="A warning only.",
    )
    commission_on = option.ways(
        "Auction",
        f"The auctioneer's {COMMISSION}% is paid",
        top="By the buyer, on top of the price.",
        price="Out of the price, so the bank gets that much less.",
        bank="By the bank, from the fund.",
    )
    own_lots = option.ways(
        "Auction",
        "A lot that the auctioneer buys",
        none="It carries no commission.",
        commission="It carries commission like any other.",
    )
    auction_rounding = option.ways(
        "Auction",
        "Half a unit of the auctioneer's commission",
        up="It counts as one.",
        down="It is dropped.",
        least="It counts as one, and the least is 1.",
    )
    hidden = option.ways(
        "Auction",
        "Hands and coming lots",
        hidden="They stay hidden until the last lot is sold.",
        open="They are open.",
    )
    no_bid = option.ways(
        "Auction",
        "A lot that nobody bids for",
        out="It is out of the game.",
        again="It is offered again at the end.",
    )
    training = option.ways(
        "Training",
        "What training pays to the bank",
        account="It goes to a training account, apart from the prizes.",
        fund="It goes into the prize fund.",
    )
    owners_round = option.ways(
        "The Tote",
        "Owners back their own horses first",
        round="First come the owners, then the book is open to all.",
        none="The book is open to all.",
    )
    close = option.ways(
        "The Tote",
        "The Tote closes",
        off="At the first throw of the race.",
        bend="When the first horse enters the bend.",
    )
    dividend = option.ways(
        "The Tote",
        "The dividend",
        round=f"A round figure whose commission is nearest to {USUAL_PERCENT}%, from {LEAST_PERCENT} to "
        f"{MOST_PERCENT}%; else exactly {USUAL_PERCENT}%.",
        exact=f"Always exactly {USUAL_PERCENT}%.",
    )
    breakage = option.ways(
        "The Tote",
        f"Units left over at exactly {USUAL_PERCENT}%",
        clerk="They go to the clerk.",
        remainders="They go to the largest remainders, the earlier bet first.",
    )
    unbacked = option.ways(
        "The Tote",
        "Nobody backed the winner, or no horse has won",
        clerk="The clerk keeps all.",
        refund="All bets go back.",
        carried="The pool is carried to the next race; where none follows, the clerk keeps all.",
    )
    least = option.ways(
        "The Tote",
        "The pool after commission is less than was laid on the winner",
        computed="It is paid as computed.",
        stake="Stakes come back whole; commission gives way.",
    )
    book_place = option.ways(
        "Bookmaker",
        "A place, in a bookmaker's book",
        three="First, second or third.",
        two="First or second.",
    )
    moves_up = option.ways(
        "After the race",
        "When a horse is disqualified",
        up="The next clean owner's finisher moves up.",
        nobody="Nobody moves up.",
    )
    quarters = option.ways(
        "After the race",
        "What the quarters of the prize fund leave over",
        winner="It goes to the winner.",
        banker="It goes to the banker.",
    )
