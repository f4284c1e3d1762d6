"""What can be counted at a table, the notes of a game's box, and corrections of the book by hand."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.game import Game
from companion.core.revision import Change
from companion.core.table import Table, sentence
from companion.core.units import THOUSANDS, read_thousands, written
from models.ledger import MOST, Refusal

CASH = "cash"
MOST_COUNTED = MOST // 1_000

COMMON = {"fund": "The prize fund", "training": "The training account", "pool": "The Tote's pool"}
ACCOUNTS = {"fund": "bank:fund", "training": "training:cash", "pool": "tote:pool"}
"""Totopoly's accounts; a test compares the two, so that no other game has to load it."""


@dataclass(frozen=True, slots=True)
class Countable:
    """Something that can be counted. ``key`` names it in a count, ``seat`` is its player, where it is one's own cash.

    ``held`` is what the book says, a whole number of ``unit``. ``name`` begins a sentence.
    """

    key: str
    name: str
    account: str
    unit: str
    held: int
    seat: str = ""


def unfollowed(game: Game, table: Table) -> str:
    """Why nothing can be counted in a play, in a sentence; empty where something can."""
    if game.cash is None:
        return f"There is no money to be counted in {game.title}."
    if game.hides(table):
        return "What everybody has is hidden from the table."
    if not game.cash.followed(table):
        return "Nobody's cash is followed in this book, so there is nothing to compare a count with."
    seats = [seat.key for seat in table.players]
    if not any(table.ledger.balance(f"{seat}:{CASH}", game.cash.unit(table)) for seat in seats):
        return "Nobody has any money yet."
    return ""


def countables(game: Game, table: Table) -> tuple[Countable, ...]:
    """Everything that can be counted now: the players' cash in the order of their seats, then what is common."""
    if game.cash is None or unfollowed(game, table):
        return ()
    unit = game.cash.unit(table)
    held = table.ledger.balance
    found = [
        Countable(who, sentence(table.name(who)), f"{who}:{CASH}", unit, held(f"{who}:{CASH}", unit), who)
        for who in (seat.key for seat in table.players)
        if held(f"{who}:{CASH}", unit) or not game.standing(table, who).out
    ]
    found += [
        Countable(f"{seat.key}.book", f"{sentence(table.name(seat.key))}'s till", f"{seat.key}:book", unit, till)
        for seat in table.players
        if (till := held(f"{seat.key}:book", unit))
    ]
    found += [
        Countable(key, COMMON[key], account, unit, held(account, unit))
        for key, account in ACCOUNTS.items()
        # an account below zero is no pile to count
        if held(account, unit) > 0
    ]
    return tuple(found)


def account_of(key: str) -> str:
    """The account of a purse's key."""
    if key in ACCOUNTS:
        return ACCOUNTS[key]
    return f"{key.removesuffix('.book')}:book" if key.endswith(".book") else f"{key}:{CASH}"


def name_of(table: Table, key: str) -> str:
    """The name of a purse, whether it can be counted now or not; it begins a sentence."""
    if key in COMMON:
        return COMMON[key]
    name = sentence(table.name(key.removesuffix(".book")))
    return f"{name}'s till" if key.endswith(".book") else name


def find_countable(game: Game, table: Table, key: str) -> Countable:
    """The purse under a key.

    Raises:
        Refusal: there is none that can be counted now.

    """
    if why := unfollowed(game, table):
        raise Refusal(why, "who")
    found = countables(game, table)
    for one in found:
        if one.key == key:
            return one
    known = ", ".join(one.key for one in found)
    raise Refusal(f"There is nothing called {key[:40]!r} to count; choose {known}.", "who")


def notes(game: Game, table: Table) -> tuple[int, ...]:
    """The notes in the game's box, largest first, in whole numbers of the unit; none where they are not known."""
    return game.cash.notes(table) if game.cash else ()


def read_sum(words: str, unit: str, what: str) -> int:
    """Read a sum of money, with its currency sign or without.

    Raises:
        Refusal: it is no such sum, in a sentence.

    """
    if unit == THOUSANDS:
        return _within(read_thousands(words, what), what)
    digits = "".join(words.replace(",", "").replace(unit, "").split())
    if digits.startswith(("-", "\u2212")):
        raise Refusal(f"{what} can't be less than nought.")
    if not digits:
        raise Refusal(f"{what}: how much is it?")
    if not (digits.isascii() and digits.isdigit()):
        raise Refusal(f"{what} must be a whole number; {words.strip()[:40]!r} is none.")
    return _within(int(digits[:20]), what)


def _within(amount: int, what: str) -> int:
    if amount > MOST_COUNTED:
        raise Refusal(f"{what} is larger than any game needs.")
    return amount


def correction(game: Game, purse: Countable, counted: int) -> Change | None:
    """The correction by hand, with the bank giving or taking the difference; ``None`` where there is none."""
    short = counted - purse.held
    many, few = written(abs(short), purse.unit), "short" if short > 0 else "over"
    reason = f"Counted: the book was {many} {few}"
    bank = game.cash.bank if game.cash else ""
    if not bank:
        return Change("correct_cash", {"who": purse.seat, "cash": counted, "reason": reason})
    if purse.seat or purse.key in ("fund", "training"):
        giver, taker = (bank, purse.key) if short > 0 else (purse.key, bank)
        return Change("correct_money", {"giver": giver, "taker": taker, "amount": abs(short), "reason": reason})
    return None


def transfer(game: Game, purse: Countable, other: str, short: int) -> Change | None:
    """A payment between two players that was not recorded; ``None`` where the purse is no player's."""
    if not purse.seat:
        return None
    giver, taker = (other, purse.seat) if short > 0 else (purse.seat, other)
    action = "correct_money" if game.cash and game.cash.bank else "pay"
    reason = "Counted: not written down"
    return Change(action, {"giver": giver, "taker": taker, "amount": abs(short), "reason": reason})


def leave_out(game: Game) -> str:
    """What is on a table and is no player's cash, in a sentence."""
    return game.cash.leave_out if game.cash else ""
