"""The rules of Ratrace in our own words, for the screen."""

from __future__ import annotations

from companion.games.ratrace.auction import BUY_BACK, DEBT_RULE, DIVORCE_RULE
from companion.games.ratrace.classes import BLACK_MARKET, MOVE_RULE, PROOF
from companion.games.ratrace.gambling import EXCHANGE_RULE, LOTTERY_RULE, RACE_RULE
from companion.games.ratrace.game import GAME, START_CASH
from companion.games.ratrace.retiring import RULE as RETIRE_RULE
from companion.games.ratrace.squares import BUYING, CREDIT_RULE, FUNERAL_RULE
from companion.games.ratrace.start import OWNERS_RULE
from companion.games.ratrace.start import RULE as START_RULE

GAME.page(
    "The aim",
    f"Be the first to retire. {RETIRE_RULE} They are not of your own Business. You need not be in High Society to do "
    "it.",
    "You climb from the Working Class to the Middle Class and High Society. Higher classes pay more and cost more.",
)
GAME.page(
    "Beginning",
    f"Everyone has ${START_CASH}, a Credit Card and a Business with nine Status Symbol cards. {START_RULE}",
    f"With two or three players each may own two Businesses. {OWNERS_RULE}",
)
GAME.page(
    "At a Business",
    f"{BUYING['cash']} The symbol is of your class or a higher one. On your own Business you buy nothing.",
    "Three symbols are the most you may hold, and only one of each item. With three in hand, only the Other "
    "Purchase is left.",
)
GAME.page(
    "Credit",
    "Purchases and school or club fees may go on the Credit Card, as often as you like, and nothing else may. "
    f"{BUYING['credit']}",
    f"{CREDIT_RULE} Debts go with you from class to class.",
)
GAME.page(
    "Racetrack, Stock Exchange, Lottery",
    f"Racetrack: {RACE_RULE} The Tote Board has what is won for each dollar.",
    f"Stock Exchange: invest in hundreds. {EXCHANGE_RULE}",
    f"Lottery: put up a stake. {LOTTERY_RULE}",
)
GAME.page(
    "Moving up",
    lambda t: (
        f"{MOVE_RULE} The cash is {t.written(PROOF['middle'])} for the Middle Class and {t.written(PROOF['high'])} for "
        f"High Society, and still there after the black market has had its {t.written(BLACK_MARKET['middle'])} or "
        f"{t.written(BLACK_MARKET['high'])}."
    ),
    lambda t: (
        "What belongs to the class you leave is auctioned to players below. The Treasury takes unsold symbols back "
        f"for {t.written(BUY_BACK['middle'])} or {t.written(BUY_BACK['high'])}, a diploma for nothing. A Society "
        "Wedding takes you up at once."
    ),
)
GAME.page(
    "Divorce, funeral, bankruptcy",
    DIVORCE_RULE,
    lambda t: f"Funeral: {t.written(t.printed('funeral'))}, and you miss a turn. {FUNERAL_RULE}",
    f"{DEBT_RULE} That is in the Working Class with ${START_CASH} and the same Business; the credit debt is written "
    "off.",
)
GAME.page(
    "The book",
    "The book advises and explains. Every entry shows its receipt before it is recorded and later from the "
    "journal. Undo crosses an entry out; nothing is ever erased.",
    "You decide: money, cards, classes, tokens and turns can be corrected at any time, with a reason.",
)
