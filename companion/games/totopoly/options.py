"""The house rules: where the rulebook is silent, our ruling first, then the other ways."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.api import option
from companion.rules.betting import LEAST_PERCENT, MOST_PERCENT, USUAL_PERCENT
from companion.rules.money import COMMISSION

EVENING, TOTE_ONLY, AUCTION_ONLY, BANK_ONLY, BOOK_ONLY = "evening", "tote", "auction", "bank", "book"
"""What the book can be kept for: all of it, or one role alone."""

ROLES_IN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        EVENING: ("banker", "auctioneer", "clerk"),
        TOTE_ONLY: ("clerk",),
        AUCTION_ONLY: ("auctioneer",),
        BANK_ONLY: ("banker", "auctioneer"),
        BOOK_ONLY: (),
    }
)
"""Which roles earn something in what the book is kept for."""

KEEPS = option.choice(
    "keeps",
    "What this book keeps",
    {
        EVENING: "The whole evening: leases, auction, training, Tote and prizes, with everyone's cash.",
        TOTE_ONLY: "Just the Tote: bets, dividends and payouts; nobody's cash is followed.",
        AUCTION_ONLY: "Just the auction: prices and commission, lot by lot.",
        BANK_ONLY: "Just the bank: leases, entrance fees and the prize fund.",
        BOOK_ONLY: "Just a bookmaker's book: fixed odds, and what each result would cost.",
    },
    group="The game",
    lead=True,
)
WINNER = option.choice(
    "winner",
    "Who wins the game",
    {"money": "Most money at the end.", "horse": "The owner of the winning horse."},
    group="The game",
    lead=True,
    when=("keeps", EVENING),
)
DUMMY_AUCTIONEER = option.choice(
    "dummy_auctioneer",
    "The auctioneer's card is still in the dummy hand",
    {"dealer": "The dealer is Auctioneer.", "cut": "The highest cut is."},
    group="Leases",
)
LIMITS = option.choice(
    "limits",
    "Both stables in one hand, a fourth horse",
    {"strict": "Refused: one stable, and three horses in the race.", "warn": "A warning only."},
    group="Leases",
)
COMMISSION_ON = option.choice(
    "commission_on",
    f"The auctioneer's {COMMISSION}% is paid",
    {
        "top": "By the buyer, on top of the price.",
        "price": "Out of the price, so the bank gets that much less.",
        "bank": "By the bank, from the fund.",
    },
    group="Auction",
)
OWN_LOTS = option.choice(
    "own_lots",
    "A lot the auctioneer buys himself",
    {"none": "Carries no commission.", "commission": "Carries commission like any other."},
    group="Auction",
)
AUCTION_ROUNDING = option.choice(
    "auction_rounding",
    "Half a unit of the auctioneer's commission",
    {"up": "Counts as one.", "down": "Is dropped.", "least": "Counts as one, and it is never less than 1."},
    group="Auction",
)
HIDDEN = option.choice(
    "hidden",
    "Hands and coming lots",
    {"hidden": "Stay hidden until the last lot is sold.", "open": "Are open."},
    group="Auction",
)
NO_BID = option.choice(
    "no_bid",
    "A lot that nobody bids for",
    {"out": "Is out of the game.", "again": "Is offered again at the end."},
    group="Auction",
)
TRAINING = option.choice(
    "training",
    "What training pays to the bank",
    {"account": "Goes to a training account, apart from the prizes.", "fund": "Goes into the prize fund."},
    group="Training",
)
OWNERS_ROUND = option.choice(
    "owners_round",
    "Owners back their own horses first",
    {"round": "First come the owners, then the book is open to all.", "none": "The book is open to all."},
    group="The Tote",
)
CLOSE = option.choice(
    "close",
    "The Tote closes",
    {"off": "At the first throw of the race.", "bend": "When the first horse enters the bend."},
    group="The Tote",
)
DIVIDEND = option.choice(
    "dividend",
    "The dividend",
    {
        "round": f"A round figure whose commission is nearest to {USUAL_PERCENT}%, from {LEAST_PERCENT} to "
        f"{MOST_PERCENT}%; else exactly {USUAL_PERCENT}%.",
        "exact": f"Always exactly {USUAL_PERCENT}%.",
    },
    group="The Tote",
)
BREAKAGE = option.choice(
    "breakage",
    f"Units left over at exactly {USUAL_PERCENT}%",
    {"clerk": "Go to the clerk.", "remainders": "Go to the largest remainders, the earlier bet first."},
    group="The Tote",
)
UNBACKED = option.choice(
    "unbacked",
    "Nobody backed the winner, or no horse has won",
    {
        "clerk": "The clerk keeps all.",
        "refund": "All bets go back.",
        "carried": "The pool is carried to the next race; where none follows, the clerk keeps all.",
    },
    group="The Tote",
)
LEAST = option.choice(
    "least",
    "The pool after commission is less than was laid on the winner",
    {"computed": "It is paid as computed.", "stake": "Stakes come back whole; commission gives way."},
    group="The Tote",
)
BOOK_PLACE = option.choice(
    "book_place",
    "A place, in a bookmaker's book",
    {"three": "First, second or third.", "two": "First or second."},
    group="Bookmaker",
)
MOVES_UP = option.choice(
    "moves_up",
    "When a horse is disqualified",
    {"up": "The next clean owner's finisher moves up.", "nobody": "Nobody moves up."},
    group="After the race",
)
QUARTERS = option.choice(
    "quarters",
    "What the quarters of the prize fund leave over",
    {"winner": "Goes to the winner.", "banker": "Goes to the banker."},
    group="After the race",
)

OPTIONS = (
    KEEPS, WINNER, DUMMY_AUCTIONEER, LIMITS, COMMISSION_ON, OWN_LOTS, AUCTION_ROUNDING, HIDDEN, NO_BID, TRAINING,
    OWNERS_ROUND, CLOSE, DIVIDEND, BREAKAGE, UNBACKED, LEAST, BOOK_PLACE, MOVES_UP, QUARTERS,
)  # fmt: skip
