"""The house rules of Ratrace: where the rulebook is silent, our Ruling first, then the other ways."""

from __future__ import annotations

from companion.core.game import Option

HOUSES: tuple[Option, ...] = (
    Option("goal", "Retirement goal", (("100000", "$100,000"),), "The game", whole=True, least=1_000, lead=True),
    Option(
        "position",
        "The book follows the tokens",
        (
            ("on", "Enter the roll, and the book moves the token and names the square."),
            ("off", "The table follows the tokens; any square's action may be chosen."),
        ),
        "The game",
    ),
    Option(
        "businesses",
        "Businesses each, with 2 or 3 players",
        (("two", "Two each."), ("one", "One each.")),
        "Set-up",
    ),
    Option(
        "second_pick",
        "Second picks of a Business",
        (("reverse", "In reverse order."), ("same", "In the same order again.")),
        "Set-up",
    ),
    Option(
        "one_of",
        "At most one of a particular item",
        (
            ("item", "An item is one class of one Business."),
            ("business", "Only one Status Symbol of a Business, whatever its class."),
        ),
        "Status Symbols",
    ),
    Option(
        "stock",
        "Cards of each item",
        (("3", "Three cards an item."), ("unlimited", "Never out of stock."), ("1", "One."), ("2", "Two.")),
        "Status Symbols",
    ),
    Option(
        "other_credit",
        "Other Purchases on the Credit Card",
        (
            ("yes", "Allowed."),
            ("no", "Cash only: who can't pay is bankrupt towards the owner."),
        ),
        "Credit",
    ),
    Option(
        "interest",
        "The 10% interest is rounded",
        (
            ("nearest", "To the nearest dollar, halves up."),
            ("up", "Up to the next dollar."),
            ("down", "Down to the dollar."),
            ("nearest10", "To the nearest $10."),
            ("up10", "Up to the next $10."),
            ("nearest50", "To the nearest $50."),
        ),
        "Credit",
    ),
    Option(
        "repay",
        "Repaying credit early",
        (
            ("no", "Not before a Credit Due, except on retiring."),
            ("yes", "On the own turn before rolling: all of it plus 10%."),
        ),
        "Credit",
    ),
    Option(
        "income",
        "Stopping on a Collect square",
        (
            ("landing", "Landing there pays; leaving it then pays nothing."),
            ("leaving", "Landing there pays nothing; leaving it pays."),
        ),
        "Income and schools",
    ),
    Option(
        "join",
        "Landing on a school or club without its paper",
        (("required", "One must join."), ("voluntary", "One may join.")),
        "Income and schools",
    ),
    Option(
        "tote",
        "The Tote Board's figure",
        (
            ("beside", "Is won beside the stake, which comes back."),
            ("includes", "Includes the stake."),
        ),
        "Racetrack",
    ),
    Option("bet_limit", "Highest bet on a race", (("0", "No limit"),), "Racetrack", whole=True),
    Option(
        "exchange",
        "An investment that stays in",
        (
            ("last", "Only the last roll counts, on the original stake."),
            ("each", "Each roll counts on the value reached, fractions dropped."),
        ),
        "Stock Exchange",
    ),
    Option(
        "level3",
        "Level 3 of the Price Index gives back",
        (("flat", "$10, whatever was invested."), ("per100", "$10 for each $100.")),
        "Stock Exchange",
    ),
    Option(
        "exchange_rollers",
        "Who rolls for an investment",
        (("all", "Everybody else."), ("present", "Not those missing a turn.")),
        "Stock Exchange",
    ),
    Option(
        "lottery_tie",
        "A tie in the Lottery",
        (("again", "Those tied highest roll again."), ("split", "They split; odd dollars to who landed.")),
        "Lottery",
    ),
    Option(
        "closed",
        "Landing on a Business closed for a funeral",
        (("nothing", "Nothing is paid."), ("treasury", "The Treasury is paid for the Other Purchase.")),
        "Funeral",
    ),
    Option(
        "proof",
        "Cash proved on moving up",
        (("gross", "Credit debt is ignored."), ("net", "Credit debt is taken off first.")),
        "Moving up",
    ),
    Option(
        "bidders",
        "Who may bid when somebody moves up",
        (("below", "Players below the class entered."), ("anyone", "Anyone else.")),
        "Moving up",
    ),
    Option(
        "wedding",
        "The auction after a Society Wedding",
        (("now", "At once; it ends the turn."), ("next", "On the next turn, before rolling.")),
        "Moving up",
    ),
    Option(
        "divorce",
        "After a divorce the token goes to",
        (("first", "The first square of the lower class."), ("named", "A square the table names.")),
        "Moving down",
    ),
    Option(
        "bankrupt_class",
        "Bidding at a bankrupt's auction",
        (("own", "No symbol of a class below the bidder's own."), ("any", "Any class.")),
        "Bankruptcy",
    ),
    Option(
        "bankrupt_credit",
        "Credit debt of a bankrupt",
        (("off", "Is written off."), ("carried", "Is carried on.")),
        "Bankruptcy",
    ),
    Option(
        "gifts",
        "Gifts and private sales of cards",
        (("no", "Not allowed."), ("yes", "Allowed, and logged.")),
        "The table",
    ),
    Option(
        "retire",
        "Retiring",
        (("turn", "On the own turn, before rolling."), ("any", "At any moment.")),
        "The game",
    ),
    Option(
        "retire_cards",
        "Retiring needs",
        (
            ("symbols", "Three High Society symbols, none of the own Business."),
            ("cash", "Cash alone."),
        ),
        "The game",
    ),
)
