"""Reading the table in the words of Rat Race Monopoly: who holds, owes, owns and does what.

Money is a quantity of the board's unit (``K`` or ``$``): ``ann:cash`` against ``bank:cash``, and ``ann:debt``, below
nought, against ``bank:debt``. A street is one of the unit ``s5``, at ``ann:streets`` or ``bank:streets``. Buildings are
``houses`` at ``s5:houses``, from ``bank:houses``; five are a hotel. Shares are ``shares`` at ``ann:shares``, from
``market:shares``. Everything else is a mark.
"""

from __future__ import annotations

from companion.core.table import Mark, Table, sentence
from companion.games.rat_race_monopoly.board import BRACKETS, DEGREES, GROUP_OF, STREETS, STREETS_OF, bracket_of
from companion.games.rat_race_monopoly.scale import MILLIONS, notes, unit, whole

BANK = "bank"
MARKET = "market"
GAME = "game"
TURN = "turn"
DICE = "dice"
DISASTER = "disaster"
SLOTS = ("loan_1", "loan_2")
PASSED = "go_"
TOP_JOB = 6
TOP_DEGREE = 3


def name(table: Table, who: str) -> str:
    """Say a holder's name as the first word of a sentence."""
    return sentence(called(table, who))


def called(table: Table, who: str) -> str:
    """Say a holder's name inside a sentence."""
    return "the bank" if who == BANK else table.name(who)


def count(table: Table, holder: str, mark: str) -> int:
    """The number said of a holder; nought where none is."""
    value = table.ledger.mark(holder, mark)
    return value if isinstance(value, int) else 0


# What the book keeps


def broker_alone(table: Table) -> bool:
    """Whether only the share price, the trades and the holdings are kept, and nobody's cash."""
    return table.house("books") == "broker"


def opened(table: Table) -> bool:
    """Whether the table is open."""
    return table.ledger.mark(GAME, "opened") is not None


# People and turns


def alive(table: Table, who: str) -> bool:
    """Whether somebody is seated, and still in the game. Who joined by a line that is struck out is not seated."""
    return table.ledger.mark(who, "out") is None and any(seat.key == who for seat in table.players)


def playing(table: Table) -> tuple[str, ...]:
    """Everyone still in the game, in seating order."""
    return tuple(seat.key for seat in table.players if alive(table, seat.key))


def others(table: Table, who: str) -> tuple[str, ...]:
    """Everyone else still in the game, from a player's left and on round the table."""
    seats = tuple(seat.key for seat in table.players)
    at = seats.index(who) if who in seats else 0
    return tuple(one for one in seats[at:] + seats[:at] if one != who and alive(table, one))


def keeps_turns(table: Table) -> bool:
    """Whether the book knows whose turn it is."""
    return table.house("turns") == "on"


def turn_of(table: Table) -> str | None:
    """Whose turn it is: the next to the left where that player is out; nobody where turns are not kept."""
    said = table.ledger.mark(TURN, "who")
    if said is None or not keeps_turns(table):
        return None
    who = str(said)
    return who if alive(table, who) else next(iter(others(table, who)), None)


def thrower(table: Table) -> str | None:
    """Tell who throws for the disaster that waits: who threw the 7, or who is on turn where that player is gone."""
    said = table.ledger.mark(DISASTER, "by")
    if said is None or alive(table, str(said)):
        return None if said is None else str(said)
    return turn_of(table) or next(iter(playing(table)), None)


def new_turn(table: Table, who: str | None) -> tuple[Mark, ...]:
    """Give somebody the turn; whatever was noted of the turn before is forgotten."""
    noted = ((holder, key) for holder, key in table.ledger.marks if holder in (TURN, DICE) and key != "who")
    return (*(Mark(holder, key, None) for holder, key in noted), Mark(TURN, "who", who))


def in_jail(table: Table, who: str) -> bool:
    """Whether a player sits in Jail."""
    return table.ledger.mark(who, "jail") is not None


# Money and loans


def cash(table: Table, who: str) -> int:
    """Cash in hand."""
    return table.ledger.balance(f"{who}:cash", unit(table))


def loans(table: Table, who: str) -> tuple[tuple[str, int, int], ...]:
    """A player's loans: the slot, the sum, and the number of the line by which it was taken."""
    return tuple(
        (slot, sum_, count(table, who, f"{slot}_since")) for slot in SLOTS if (sum_ := count(table, who, slot))
    )


def debt(table: Table, who: str) -> int:
    """What a player owes the bank in loans."""
    return -table.ledger.balance(f"{who}:debt", unit(table))


def gos(table: Table, who: str) -> int:
    """How often a player has passed GO."""
    return len(_go_lines(table, who))


def passed_go_since(table: Table, who: str, line: int) -> bool:
    """Whether a player has passed GO after the line known by a number; one below nought is before any GO."""
    return line < 0 or any(table.order(one) > table.order(line) for one in _go_lines(table, who))


def go_passed(table: Table, who: str) -> Mark:
    """Note that a player passes GO now: each GO has a mark of its own, so that a line struck out takes its own away."""
    return Mark(who, f"{PASSED}{next_line(table)}", "yes")


def _go_lines(table: Table, who: str) -> list[int]:
    names = (name for holder, name in table.ledger.marks if holder == who and name.startswith(PASSED))
    return [int(one.removeprefix(PASSED)) for one in names]


def next_line(table: Table) -> int:
    """The number that what is recorded next will have. Line numbers, unlike counts, outlast lines struck out."""
    return table.ledger.seq + 1


# Degree and job


def degree(table: Table, who: str) -> int:
    """A player's highest degree: 0 none, 1 Diploma, 2 Bachelor's, 3 Master's."""
    return count(table, who, "degree")


def degree_name(at: int) -> str:
    """What a degree is called."""
    return DEGREES[at]


def job(table: Table, who: str) -> int:
    """The level of a player's job, 1 to 6; nought without one."""
    return count(table, who, "job")


def job_name(table: Table, level: int) -> str:
    """What a job is called."""
    return table.words(f"job.{level}") if level else "no job"


def bracket(table: Table, who: str) -> int:
    """The bracket of the job a player holds: 1 low, 2 middle, 3 high; nought without a job."""
    return bracket_of(job(table, who))


def bracket_name(at: int) -> str:
    """What a bracket is called."""
    return BRACKETS[at]


def loan_size(table: Table, at: int) -> int:
    """What one loan of a bracket is; nought without a job."""
    return notes(table, table.figure(f"loan.{at}")) if at else 0


# Streets and buildings


def owner(table: Table, street: str) -> str:
    """Who owns a street: a player, or the bank where nobody holds it. Of two holders it is the first by the seats."""
    held = table.ledger.balance
    for seat in table.players:
        if held(f"{seat.key}:streets", street) > 0:
            return seat.key
    return BANK


def holders(table: Table, street: str) -> tuple[tuple[str, int], ...]:
    """Tell who holds how much of a street in the ledger, the bank included: one holder, unless lines are struck out."""
    return tuple(
        (account.partition(":")[0], held)
        for (account, of), held in table.ledger.balances.items()
        if of == street and account.endswith(":streets")
    )


def streets_of(table: Table, who: str) -> tuple[str, ...]:
    """The streets of a player, or those of the bank, in the order of the board."""
    if who == BANK:
        return tuple(street for street in STREETS if owner(table, street) == BANK)
    held, purse = table.ledger.balance, f"{who}:streets"
    return tuple(street for street in STREETS if held(purse, street) > 0 and owner(table, street) == who)


def houses_on(table: Table, street: str) -> int:
    """How many houses stand on a street; five are a hotel."""
    return table.ledger.balance(f"{street}:houses", "houses")


def group_built(table: Table, street: str) -> bool:
    """Whether a building stands anywhere in a street's colour group."""
    return any(houses_on(table, one) > 0 for one in STREETS_OF[GROUP_OF[street].key])


def mortgaged(table: Table, street: str) -> bool:
    """Whether a street is mortgaged."""
    return table.ledger.mark(street, "mortgaged") is not None


def insured(table: Table, who: str) -> bool:
    """Whether a player's streets are insured until the next GO."""
    return table.ledger.mark(who, "insured") is not None


# Shares


def shares(table: Table, who: str) -> int:
    """How many shares a player holds."""
    return table.ledger.balance(f"{who}:shares", "shares")


def price(table: Table) -> int:
    """What a share costs now."""
    return count(table, MARKET, "price") or notes(table, table.figure("share"))


def point(table: Table) -> int:
    """By how much the price moves up or down at once: a sum, or a percentage of the price, at least one note."""
    if table.house("point_kind") == "percent":
        return max(notes(table, 1), whole(table, price(table) * int(table.house("point_percent")) // 100))
    return max(notes(table, 1), whole(table, house_sum(table, "point")))


def floor(table: Table) -> int:
    """The least a share can cost."""
    return max(notes(table, 1), whole(table, house_sum(table, "floor")))


# House rules in money


def house_sum(table: Table, key: str) -> int:
    """A house rule that is a sum of money, of the board that is played on."""
    return int(table.house(key if table.house("board") == MILLIONS else f"{key}_classic"))


def goal(table: Table) -> int:
    """The net worth that wins."""
    return house_sum(table, "goal")
