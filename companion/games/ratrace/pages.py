"""The rules of Ratrace in our own words, for the screen."""

from __future__ import annotations

from companion.games.ratrace.auction import BUY_BACK
from companion.games.ratrace.board import CREDIT_INTEREST
from companion.games.ratrace.classes import BLACK_MARKET, PROOF
from companion.games.ratrace.game import GAME, START_CASH

GAME.page(
    "The aim",
    f"Be the first to retire: clear your credit with its {CREDIT_INTEREST}%, and still hold the goal in cash and three "
    "High Society symbols that are not of your own Business. You need not be in High Society to do it.",
    "You climb from the Working Class to the Middle Class and High Society. Higher classes pay more and cost more.",
)
GAME.page(
    "Beginning",
    f"Everyone has ${START_CASH}, a Credit Card and a Business with nine Status Symbol cards. The lowest roll picks "
    "first and takes the first turn; picks and turns go round to the left.",
    "With two or three players each may own two Businesses. Businesses nobody owns are the Treasury's.",
)
GAME.page(
    "At a Business",
    "On a Business that is not yours you buy one thing: a Status Symbol of your class or a higher one, with its "
    "card, or the cheaper Other Purchase without a card. On your own you buy nothing.",
    "Three symbols are the most you may hold, and only one of each item. With three in hand, only the Other "
    "Purchase is left.",
)
GAME.page(
    "Credit",
    "Purchases and school or club fees may go on the Credit Card, as often as you like. The owner is paid at once; "
    "you owe the Treasury. Nothing else may be bought on credit.",
    f"A Credit Due takes the whole debt and {CREDIT_INTEREST}% at once, in cash. Debts go with you from class to "
    "class.",
)
GAME.page(
    "Racetrack, Stock Exchange, Lottery",
    "Racetrack: bet on one horse from 2 to 12. Everybody else may bet on the same horse. Up to three rolls: the "
    "first that shows its number wins at the Tote Board's figure for that roll; else the stakes are lost.",
    "Stock Exchange: invest in hundreds. The others roll in turn from your left. Cash in after any roll at the "
    "level shown; after the last you must.",
    "Lottery: put up a stake, others match it exactly, everyone in it rolls, the highest takes the pot.",
)
GAME.page(
    "Moving up",
    lambda t: (
        f"Before rolling: prove {t.written(PROOF['middle'])} for the Middle Class or {t.written(PROOF['high'])} for "
        "High Society, three symbols of your class or higher that are not your own Business's, and the diploma or "
        "membership of your class. The black market sells one at that moment for "
        f"{t.written(BLACK_MARKET['middle'])} or {t.written(BLACK_MARKET['high'])}, if the cash to be proved is "
        "still there after."
    ),
    lambda t: (
        "What belongs to the class you leave is auctioned to players below. The Treasury takes unsold symbols back "
        f"for {t.written(BUY_BACK['middle'])} or {t.written(BUY_BACK['high'])}, a diploma for nothing. A Society "
        "Wedding takes you up at once."
    ),
)
GAME.page(
    "Divorce, funeral, bankruptcy",
    "Divorce: pay alimony, go down one class, keep your symbols, lose your diploma or membership.",
    lambda t: (
        f"Funeral: {t.written(t.printed('funeral'))}, and you miss a turn. Until you move again nobody buys from "
        "you, and you neither gamble nor bid."
    ),
    "Who can't meet a due debt auctions symbols, then the diploma, to the others. Still short: everything goes to "
    "the creditor, the credit debt is written off, and the player starts over in the Working Class with "
    f"${START_CASH} and the same Business.",
)
GAME.page(
    "The book",
    "The book advises and explains. Every entry shows its receipt before it is recorded and later from the "
    "journal. Undo crosses an entry out; nothing is ever erased.",
    "You decide: money, cards, classes, tokens and turns can be corrected at any time, with a reason.",
)
