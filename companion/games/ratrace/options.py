"""The house rules of Ratrace: where the rulebook is silent, the usual way first."""

from __future__ import annotations

from companion.api import HouseRules, option
from companion.games.ratrace.board import CREDIT_INTEREST


class House(HouseRules):
    """How a table plays."""

    goal = option.number(
        "goal",
        "Retirement goal",
        100_000,
        at_least=1,
        at_most=10**9,
        unit="$",
        said={100_000: "$100,000"},
        group="The game",
        lead=True,
    )
    position = option.choice(
        "position",
        "The book follows the tokens",
        {
            "on": "Enter the roll, and the book moves the token and names the square.",
            "off": "The table follows the tokens; any square's action may be chosen.",
        },
        group="The game",
    )
    businesses = option.choice(
        "businesses", "Businesses each, with 2 or 3 players", {"two": "Two each.", "one": "One each."}, group="Set-up"
    )
    second_pick = option.choice(
        "second_pick",
        "Second picks of a Business",
        {"reverse": "In reverse order.", "same": "In the same order again."},
        group="Set-up",
    )
    one_of = option.choice(
        "one_of",
        "At most one of a particular item",
        {
            "item": "An item is one class of one Business.",
            "business": "Only one Status Symbol of a Business, whatever its class.",
        },
        group="Status Symbols",
    )
    stock = option.choice(
        "stock",
        "Cards of each item",
        {"3": "Three cards an item.", "unlimited": "Never out of stock.", "1": "One.", "2": "Two."},
        group="Status Symbols",
    )
    other_credit = option.choice(
        "other_credit",
        "Other Purchases on the Credit Card",
        {"yes": "Allowed.", "no": "Cash only. Who can't pay is bankrupt towards the owner."},
        group="Credit",
    )
    interest = option.choice(
        "interest",
        f"The {CREDIT_INTEREST}% interest is rounded",
        {
            "nearest": "To the nearest dollar, halves up.",
            "up": "Up to the next dollar.",
            "down": "Down to the dollar.",
            "nearest10": "To the nearest $10.",
            "up10": "Up to the next $10.",
            "nearest50": "To the nearest $50.",
        },
        group="Credit",
    )
    repay = option.choice(
        "repay",
        "Repaying credit early",
        {
            "no": "Not before a Credit Due, except on retiring.",
            "yes": f"On your turn before you roll, all of it plus {CREDIT_INTEREST}%.",
        },
        group="Credit",
    )
    income = option.choice(
        "income",
        "Stopping on a Collect square",
        {
            "landing": "Landing there pays; leaving it then pays nothing.",
            "leaving": "Landing there pays nothing; leaving it pays.",
        },
        group="Income and schools",
    )
    join = option.choice(
        "join",
        "Landing on a school or club without its diploma or membership",
        {"required": "You must join.", "voluntary": "You may join."},
        group="Income and schools",
    )
    tote = option.choice(
        "tote",
        "The Tote Board's figure",
        {"beside": "Is won beside the stake, which comes back.", "includes": "Includes the stake."},
        group="Racetrack",
    )
    bet_limit = option.number(
        "bet_limit", "Highest bet on a race", 0, at_most=10**9, unit="$", said={0: "No limit"}, group="Racetrack"
    )
    exchange = option.choice(
        "exchange",
        "An investment that stays in",
        {
            "last": "Only the last roll counts, on the original stake.",
            "each": "Each roll counts on the value reached, fractions dropped.",
        },
        group="Stock Exchange",
    )
    level3 = option.choice(
        "level3",
        "Level 3 of the Price Index gives back",
        {
            "flat": "What is printed ($10 in 1984), whatever was invested.",
            "per100": "What is printed ($10 in 1984) for each $100.",
        },
        group="Stock Exchange",
    )
    exchange_rollers = option.choice(
        "exchange_rollers",
        "Who rolls for an investment",
        {"all": "Everybody else.", "present": "Not those missing a turn."},
        group="Stock Exchange",
    )
    lottery_tie = option.choice(
        "lottery_tie",
        "A tie in the Lottery",
        {"again": "Those tied highest roll again.", "split": "They split; odd dollars to who landed."},
        group="Lottery",
    )
    closed = option.choice(
        "closed",
        "Landing on a Business closed for a funeral",
        {"nothing": "Nothing is paid.", "treasury": "The Treasury is paid for the Other Purchase."},
        group="Funeral",
    )
    proof = option.choice(
        "proof",
        "Cash proved on moving up",
        {"gross": "Credit debt is ignored.", "net": "Credit debt is taken off first."},
        group="Moving up",
    )
    bidders = option.choice(
        "bidders",
        "Who may bid when a player moves up",
        {"below": "Players below the class entered.", "anyone": "Anyone else."},
        group="Moving up",
    )
    wedding = option.choice(
        "wedding",
        "The auction after a Society Wedding",
        {"now": "At once; it ends the turn.", "next": "On the next turn, before rolling."},
        group="Moving up",
    )
    divorce = option.choice(
        "divorce",
        "After a divorce the token goes to",
        {"first": "The first square of the lower class.", "named": "A square the table names."},
        group="Moving down",
    )
    bankrupt_class = option.choice(
        "bankrupt_class",
        "Bidding at a bankrupt's auction",
        {"own": "No symbol of a class below the bidder's.", "any": "Any class."},
        group="Bankruptcy",
    )
    bankrupt_credit = option.choice(
        "bankrupt_credit",
        "Credit debt of a bankrupt",
        {"off": "Is written off.", "carried": "Is carried on."},
        group="Bankruptcy",
    )
    gifts = option.choice(
        "gifts",
        "Gifts and private sales of cards",
        {"no": "Not allowed.", "yes": "Allowed, and written in the journal."},
        group="The table",
    )
    retire = option.choice(
        "retire", "Retiring", {"turn": "On your turn, before you roll.", "any": "At any moment."}, group="The game"
    )
    retire_cards = option.choice(
        "retire_cards",
        "Retiring needs",
        {"symbols": "Three High Society symbols, none of your own Business.", "cash": "Cash alone."},
        group="The game",
    )
