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
    position = option.ways(
        "The game",
        "The book follows the tokens",
        on="Enter the roll, and the book moves the token and names the square.",
        off="The table follows the tokens; any square's action may be chosen.",
    )
    businesses = option.ways(
        "Set-up", "Businesses each, with 2 or 3 players", two="Two each.", one="One each."
    )
    second_pick = option.ways(
        "Set-up",
        "Second picks of a Business",
        reverse="In reverse order.",
        same="In the same order again.",
    )
    one_of = option.ways(
        "Status Symbols",
        "At most one of a particular item",
        item="An item is one class of one Business.",
        business="Only one Status Symbol of a Business, whatever its class.",
    )
    stock = option.choice(
        "stock",
        "Cards of each item",
        {"3": "Three cards an item.", "unlimited": "Never out of stock.", "1": "One.", "2": "Two."},
        group="Status Symbols",
    )
    other_credit = option.ways(
        "Credit",
        "Other Purchases on the Credit Card",
        yes="Allowed.",
        no="Cash only. Who can't pay is bankrupt towards the owner.",
    )
    interest = option.ways(
        "Credit",
        f"The {CREDIT_INTEREST}% interest is rounded",
        nearest="To the nearest dollar, halves up.",
        up="Up to the next dollar.",
        down="Down to the dollar.",
        nearest10="To the nearest $10.",
        up10="Up to the next $10.",
        nearest50="To the nearest $50.",
    )
    repay = option.ways(
        "Credit",
        "Repaying credit early",
        no="Not before a Credit Due, except on retiring.",
        yes=f"On your turn before you roll, all of it plus {CREDIT_INTEREST}%.",
    )
    income = option.ways(
        "Income and schools",
        "Stopping on a Collect square",
        landing="Landing there pays; leaving it then pays nothing.",
        leaving="Landing there pays nothing; leaving it pays.",
    )
    join = option.ways(
        "Income and schools",
        "Landing on a school or club without its diploma or membership",
        required="You must join.",
        voluntary="You may join.",
    )
    tote = option.ways(
        "Racetrack",
        "The Tote Board's figure",
        beside="Is won beside the stake, which comes back.",
        includes="Includes the stake.",
    )
    bet_limit = option.number(
        "bet_limit",
        "Highest bet on a race",
        0,
        at_most=10**9,
        unit="$",
        said={0: "No limit"},
        group="Racetrack",
    )
    exchange = option.ways(
        "Stock Exchange",
        "An investment that stays in",
        last="Only the last roll counts, on the original stake.",
        each="Each roll counts on the value reached, fractions dropped.",
    )
    level3 = option.ways(
        "Stock Exchange",
        "Level 3 of the Price Index gives back",
        flat="What is printed ($10 in 1984), whatever was invested.",
        per100="What is printed ($10 in 1984) for each $100.",
    )
    exchange_rollers = option.ways(
        "Stock Exchange",
        "Who rolls for an investment",
        all="Everybody else.",
        present="Not those missing a turn.",
    )
    lottery_tie = option.ways(
        "Lottery",
        "A tie in the Lottery",
        again="Those tied highest roll again.",
        split="They split; odd dollars to who landed.",
    )
    closed = option.ways(
        "Funeral",
        "Landing on a Business closed for a funeral",
        nothing="Nothing is paid.",
        treasury="The Treasury is paid for the Other Purchase.",
    )
    proof = option.ways(
        "Moving up",
        "Cash proved on moving up",
        gross="Credit debt is ignored.",
        net="Credit debt is taken off first.",
    )
    bidders = option.ways(
        "Moving up",
        "Who may bid when a player moves up",
        below="Players below the class entered.",
        anyone="Anyone else.",
    )
    wedding = option.ways(
        "Moving up",
        "The auction after a Society Wedding",
        now="At once; it ends the turn.",
        next="On the next turn, before rolling.",
    )
    divorce = option.ways(
        "Moving down",
        "After a divorce the token goes to",
        first="The first square of the lower class.",
        named="A square the table names.",
    )
    bankrupt_class = option.ways(
        "Bankruptcy",
        "Bidding at a bankrupt's auction",
        own="No symbol of a class below the bidder's.",
        any="Any class.",
    )
    bankrupt_credit = option.ways(
        "Bankruptcy", "Credit debt of a bankrupt", off="Is written off.", carried="Is carried on."
    )
    gifts = option.ways(
        "The table",
        "Gifts and private sales of cards",
        no="Not allowed.",
        yes="Allowed, and written in the journal.",
    )
    retire = option.ways(
        "The game", "Retiring", turn="On your turn, before you roll.", any="At any moment."
    )
    retire_cards = option.ways(
        "The game",
        "Retiring needs",
        symbols="Three High Society symbols, none of your own Business.",
        cash="Cash alone.",
    )
