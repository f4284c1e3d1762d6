"""The house rules of Rat Race Monopoly: where the rulebook is silent, our Ruling first, then the other ways."""

from __future__ import annotations

from companion.core.game import Option
from companion.core.units import THOUSANDS
from companion.games.rat_race_monopoly.scale import CLASSIC, MILLIONS

IN_MILLIONS, ON_CLASSIC = ("board", MILLIONS), ("board", CLASSIC)

FIXED = ("board", "books")
"""What can't be changed once the table is open: all sums are written in the board's money, and all or none are."""

HOUSES: tuple[Option, ...] = (
    Option(
        "board",
        "The board's money",
        (
            (MILLIONS, "In millions: the smallest note is 10K."),
            (CLASSIC, "Classic: in dollars, 500K is $50."),
        ),
        "The game",
        lead=True,
    ),
    Option(
        "books",
        "What this book keeps",
        (
            ("both", "Banker and stock broker: everything."),
            ("broker", "The stock broker alone: share price, trades and holdings, and nobody's cash."),
        ),
        "The game",
        lead=True,
    ),
    Option(
        "goal", "Net worth that wins", (("30000", "30M"),), "The game",
        whole=True, least=1_000, unit=THOUSANDS, quick=(10_000, 20_000, 30_000), lead=True, when=IN_MILLIONS,
    ),
    Option(
        "goal_classic", "Net worth that wins", (("3000", "$3,000"),), "The game",
        whole=True, least=100, quick=(1_000, 2_000, 3_000), lead=True, when=ON_CLASSIC,
    ),
    Option(
        "declare",
        "Winning by net worth",
        (
            ("turn", "Is declared at any point of the own turn."),
            ("moment", "Counts the moment it is reached, judged after each entry."),
        ),
        "The game",
    ),
    Option(
        "turns",
        "The book keeps the turns",
        (
            ("on", "It knows whose turn it is, and what only the player on turn may do."),
            ("off", "The table keeps them: anything may be recorded for anybody."),
        ),
        "The game",
    ),
    Option(
        "worth_buildings",
        "Buildings in net worth",
        (("cost", "At what they cost."), ("half", "At half."), ("none", "Not counted.")),
        "Net worth",
    ),
    Option("worth_shares", "Shares in net worth", (("yes", "At today's price."), ("no", "Not counted.")), "Net worth"),
    Option(
        "worth_streets",
        "Streets in net worth",
        (("yes", "At their printed price, mortgaged ones at half."), ("no", "Not counted.")),
        "Net worth",
    ),
    Option(
        "no_job_salary",
        "Salary without a job",
        (("full", "As at level 1."), ("half", "Half of level 1."), ("none", "No salary.")),
        "Work",
    ),
    Option(
        "tax_squares",
        "Tax squares",
        (
            ("both", "Both cost income tax by the level of the job."),
            ("income", "Only Income Tax does; the other costs what is printed on it."),
        ),
        "Work",
    ),
    Option(
        "job_doubles",
        "Job application: 3 and 11",
        (
            ("top", "Promote to the top job, as 2 and 12 do."),
            ("odd", "Fail like other odd rolls."),
        ),
        "Work",
    ),
    Option(
        "job_even",
        "Job application: an even roll",
        (
            ("up", "Lifts to the bracket's bottom job, or from there one level up."),
            ("bottom", "Never lifts above the bracket's bottom job."),
        ),
        "Work",
    ),
    Option(
        "repay",
        "A loan is repaid",
        (
            ("go", "After passing GO at least once with it."),
            ("any", "At any time of the own turn."),
        ),
        "Loans",
    ),
    Option(
        "insurance_gained",
        "Streets gained in an insured year",
        (("covered", "Are covered."), ("premium", "Cost 10% of their price on gaining them.")),
        "Insurance",
    ),
    Option(
        "insurance_when",
        "Insurance is taken out",
        (("go", "On passing GO."), ("purchase", "On passing GO or buying a street.")),
        "Insurance",
    ),
    Option(
        "insurance_base",
        "Insurance costs 10% of",
        (("streets", "The streets' printed prices."), ("buildings", "The streets' printed prices and the buildings.")),
        "Insurance",
    ),
    Option(
        "disaster_sevens",
        "A disaster is set off by",
        (
            ("moving", "A 7 with two movement dice, tries to leave Jail included."),
            ("any", "Any 7 with two dice but the severity throw."),
        ),
        "Disasters",
    ),
    Option(
        "disaster_hits",
        "A disaster hits",
        (
            ("both", "Everybody without insurance who has two streets or more."),
            ("either", "Everybody without insurance, and everybody with two streets or more."),
        ),
        "Disasters",
    ),
    Option(
        "disaster_light",
        "A light disaster takes",
        (("buildings", "The street's buildings."), ("street", "The street too.")),
        "Disasters",
    ),
    Option(
        "share_update",
        "On an exchange square, trades come",
        (("before", "Before the price is updated."), ("after", "After the price is updated.")),
        "Shares",
    ),
    Option(
        "share_limit",
        "Shares bought",
        (("turn", "One a turn at most."), ("landing", "One a landing at most, even in one turn.")),
        "Shares",
    ),
    Option(
        "point_kind",
        "A point of the share price",
        (("size", "Is a sum of money."), ("percent", "Is a percentage of the price.")),
        "Shares",
    ),
    Option(
        "point", "Size of a point", (("100", "100K"),), "Shares",
        whole=True, least=10, most=100_000, unit=THOUSANDS, quick=(50, 100, 200), when=IN_MILLIONS,
    ),
    Option(
        "point_classic", "Size of a point", (("10", "$10"),), "Shares",
        whole=True, least=1, most=100_000, quick=(5, 10, 20), when=ON_CLASSIC,
    ),
    Option(
        "point_percent", "A point in per cent of the price", (("10", "10 per cent"),), "Shares",
        whole=True, least=1, most=100, unit="per cent", quick=(5, 10, 20), when=("point_kind", "percent"),
    ),
    Option(
        "floor", "The least a share can cost", (("100", "100K"),), "Shares",
        whole=True, least=10, most=1_000_000, unit=THOUSANDS, quick=(100, 500), when=IN_MILLIONS,
    ),
    Option(
        "floor_classic", "The least a share can cost", (("10", "$10"),), "Shares",
        whole=True, least=1, most=1_000_000, quick=(10, 50), when=ON_CLASSIC,
    ),
    Option(
        "building_stock",
        "Houses and hotels",
        (
            ("box", "As many as the box holds: 32 houses and 12 hotels."),
            ("unlimited", "As many as are wanted."),
        ),
        "Streets",
    ),
    Option(
        "mortgage_taken",
        "Taking over a mortgaged street",
        (
            ("tenth", "Costs 10% of the mortgage at once, as in the usual rules."),
            ("free", "Costs nothing at once; lifting the mortgage costs its 10% as ever."),
        ),
        "Streets",
    ),
    Option(
        "raise_shares",
        "Selling shares to meet a debt",
        (("anywhere", "At the price shown, wherever the token stands."), ("exchange", "Only on an exchange.")),
        "Cannot pay",
    ),
    Option(
        "bankrupt_first",
        "When somebody goes bankrupt",
        (
            ("creditor", "The creditor takes what there is; loans are written off in the end."),
            ("bank", "The bank's loans come first."),
        ),
        "Cannot pay",
    ),
)  # fmt: skip
