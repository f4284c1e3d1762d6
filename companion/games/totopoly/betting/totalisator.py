"""The Tote: opening it, taking bets, putting slips and the pool right, withdrawing horses.

Rulebook: «The Totalisator or Bookmaker».
"""

from __future__ import annotations

from dataclasses import replace

from companion.api import Refusal
from companion.api.show import Tile
from companion.games.totopoly import borrowing, discarding
from companion.games.totopoly.betting import bets
from companion.games.totopoly.game import BOX, GAME, POOL, TOTE, Player, Stage, TotopolyTurn, ask, ask_horse

SOURCE = "The Totalisator or Bookmaker"
PUT_RIGHT = "A slip can be put right; after the off only for a reason."
MOST_SLIPS = 99_999


# --- whether the Tote takes bets ---------------------------------------------------------------------


def require_tote(t: TotopolyTurn) -> None:
    """Refuse where this book keeps no Tote, or the day is over."""
    t.refuse(not t.keeps_tote, "This book keeps no Tote.")
    t.refuse(t.stage == Stage.OVER, "The game is over. Undo the last entry to go on.")


def _require_unpaid(t: TotopolyTurn) -> None:
    """Refuse once the Tote has paid out on this race, as where the stage was set back by hand."""
    t.refuse(t.tote_paid, "The Tote has paid out on this race. Undo that first.")


def _require_open(t: TotopolyTurn) -> None:
    require_tote(t)
    waits = t.stage == Stage.LOTS and bets.find_stage(t) in (Stage.BETTING, Stage.RUNNING)
    t.refuse(waits, "The Tote waits until the auction is over.")
    t.refuse(t.stage not in (Stage.BETTING, Stage.RUNNING, Stage.HOME), "The Tote is not open yet.")
    t.refuse(bets.is_closed(t), "They are off: the Tote is closed.")
    _require_unpaid(t)
    t.require_no_debt()


def _why_not_yet(who: Player, horse: str) -> tuple[str, str]:
    """Return why a player can't back a horse in the owners' round, and the question at fault."""
    t = who.t
    if bets.owners_first(t) and not who.horses:
        return f"The owners bet first, and {who.name} has no horse in the race.", "who"
    if bets.owners_first(t) and t.owner(horse) != who:
        return f"Until the Tote is open to all, {who.name} backs own horses only.", "horse"
    return "", ""


def horse_pays(t: TotopolyTurn, horse: str) -> str:
    """Say whose a horse is and what it pays now."""
    of, owner = bets.dividends(t)[horse], t.owner(horse)
    words = bets.pays(t, of)
    said = [f"{owner.name}'s"] if owner else []
    if words:
        said.append(f"pays {words}" if of.backed else words)
    return ", ".join(said)


def tile_with_pay(t: TotopolyTurn, horse: str) -> Tile:
    """Show a horse's number on its colour, and what it pays now."""
    of = bets.dividends(t)[horse]
    return replace(t.tile(horse), note=of.words() if of.backed else "")


@GAME.action(
    "Take a bet",
    group="The Tote",
    source=SOURCE,
    asked_by={"who": "Bet at the Tote"},
    button="Bet on {horse}",
)
def bet(
    t: TotopolyTurn,
    who: Player = ask.anybody("Who bets?"),
    horse: str = ask_horse("On which horse?", detail=horse_pays, tile=tile_with_pay),
    amount: int = ask.money("How much?", at_most=lambda t: t.can_pay("who"), settles=True),
) -> None:
    """Write a bet on the Tote pad; the stake is paid in at once."""
    _require_open(t)
    who.require_playing()
    bets.require_money(who)
    bets.require_runner(t, horse)
    why, question = _why_not_yet(who, horse)
    t.refuse(why, why, question)
    bets.require_stake(who, amount, "amount")
    number = t.next_bet(TOTE)
    t.pay(who, TOTE, amount, into=POOL)
    bets.write_slip(t, number, bets.Slip(number, who, horse, amount))
    t.note_in_race(TOTE, "bets", number)
    t.narrate(f"{who} lays {t.written(amount)} on {t.horse_name(horse)}.")
    t.explain("Any amount on any horse, to win; all stakes go into one pool, and the dividend includes the stake.")
    if bets.owners_first(t):
        t.by_house_rule("Owners back their own horses first.")
    bets.show_dividend(t, horse)
    who.show_cash(f"Leaves {who.name} with")


@GAME.action("Open the Tote", group="The Tote", source=SOURCE)
def open_tote(t: TotopolyTurn) -> None:
    """Open the Tote for bets, once the entrance fees are paid."""
    require_tote(t)
    if t.stage != Stage.PARADE:
        early = t.stage not in (Stage.BETTING, Stage.RUNNING, Stage.HOME)
        raise Refusal("The Tote opens when the horses are on the course." if early else "The Tote is open already.")
    t.refuse(not t.runners, "No horse runs: there is nothing to bet on.")
    discarding.require_no_surplus(t, t.seats)
    for horse in t.runners:
        if (owner := t.owner(horse)) and not t.has_entered(horse):
            raise Refusal(f"First {owner.name} pays the entrance fee for {t.horse_name(horse)}.")
    first = bets.owners_first(t)
    t.go_to(Stage.BETTING)
    t.narrate("The Tote is open; owners back their own horses first." if first else "The Tote is open to all.")
    t.step(f"{t.count(len(t.runners), 'horse')} in the race")
    t.explain("The owner of a horse has the first right to back it.")


@GAME.action("Open to all", group="The Tote", source=SOURCE)
def open_to_all(t: TotopolyTurn) -> None:
    """End the owners' round: from now on anybody may back any horse."""
    _require_open(t)
    t.refuse(not bets.owners_first(t), "The Tote is open to all already.")
    t.note(TOTE, open=1)
    t.narrate("The Tote is open to all.")
    t.explain("After the owners, anybody backs any horse.")


# --- putting a slip right -----------------------------------------------------------------------------


def _slip_numbers(t: TotopolyTurn) -> list[int]:
    return [one.number for one in bets.slips(t)]


def _slip_label(t: TotopolyTurn, number: int) -> str:
    slip = bets.slip(t, number)
    if slip is None:
        return f"Slip {number}"
    return f"{number}: {slip.who.name}, {t.written(slip.stake)} on {t.horse_name(slip.horse)}"


SLIP = ask.number("Which slip?", 1, MOST_SLIPS, what="slip", label=_slip_label, now=_slip_numbers)


def _most_on_slip(t: TotopolyTurn) -> int:
    slip = bets.slip(t, int(t.answers.get("slip") or 0))
    return slip.stake + max(0, slip.who.cash) if slip and t.tracked else 0


def _slip_to_correct(t: TotopolyTurn, number: int, reason: str | None) -> bets.Slip:
    """Return the slip that is put right, where it still can be."""
    require_tote(t)
    _require_unpaid(t)
    t.refuse(not bets.slips(t), "There is no bet on the pad.")
    slip = bets.slip(t, number)
    if slip is None:
        raise Refusal(f"There is no slip {number} on the pad.", "slip")
    t.refuse(bets.is_closed(t) and not reason, "They are off: a slip is put right only for a reason. Say it.", "reason")
    return slip


def _because(reason: str | None) -> str:
    return f" ({reason})" if reason else ""


def _slip_after(t: TotopolyTurn) -> bets.Slip | None:
    """Return the slip as it is to be."""
    said = t.answers
    old = bets.slip(t, int(said["slip"] or 0))
    if old is None:
        return None
    who = t.holder(str(said["who"])) if said.get("who") else old.who
    stake = said.get("amount")
    return bets.Slip(old.number, who, str(said.get("horse") or old.horse), old.stake if stake is None else int(stake))


def _slip_words(t: TotopolyTurn) -> str:
    slip = _slip_after(t)
    if slip is None:
        return ""
    if not slip.stake:
        return f"Take slip {slip.number} back"
    return f"Slip {slip.number}: {slip.who.name}, {t.written(slip.stake)} on {t.horse_name(slip.horse)}"


@GAME.action(
    "Put a slip right",
    group="The Tote",
    source=SOURCE,
    asked_by="",
    button=_slip_words,
    amount=lambda t: slip.stake if (slip := _slip_after(t)) else 0,
)
def correct_bet(  # noqa: PLR0913, PLR0917 - one sheet asks whatever may be wrong on a slip
    t: TotopolyTurn,
    slip: int = SLIP,
    who: Player | None = ask.anybody("Another backer?", optional=True),
    horse: str | None = ask_horse("Another horse?", detail=horse_pays, optional=True),
    amount: int | None = ask.money("Another amount?", at_least=0, at_most=_most_on_slip, optional=True),
    reason: str | None = ask.reason(
        "Why? Needed after the off, and for another owner's horse while owners bet first.", optional=True
    ),
) -> None:
    """Put a slip on the Tote pad right: another backer, horse or amount. An amount of 0 takes the bet back."""
    old = _slip_to_correct(t, slip, reason)
    new = bets.Slip(slip, who or old.who, horse or old.horse, old.stake if amount is None else amount)
    # an optional answer that is still to come may change that
    t.refuse(new == old, "That is what the slip says already.", "amount")
    if new.stake == 0:
        _take_back(t, old, reason)
        return
    new.who.require_playing()
    if horse is not None:
        bets.require_runner(t, horse)
    if (new.who, new.horse) != (old.who, old.horse) and not reason:
        why, _ = _why_not_yet(new.who, new.horse)
        t.refuse(why, f"{why} Or say why.", "reason")
    t.pay(TOTE, old.who, old.stake, POOL, into="cash")
    bets.require_stake(new.who, new.stake, "amount" if amount is not None else "who" if who is not None else "slip")
    t.pay(new.who, TOTE, new.stake, into=POOL)
    bets.write_slip(t, slip, new)
    # the number of slips is noted again, so that this one is seen even where its first entry is crossed out
    t.note_in_race(TOTE, "bets", t.next_bet(TOTE) - 1)
    t.narrate(
        f"Slip {slip} put right: {new.who.name} lays {t.written(new.stake)} on "
        f"{t.horse_name(new.horse)}{_because(reason)}."
    )
    t.step(f"Until now: {old.who.name}, {t.written(old.stake)} on {t.card_name(old.horse)}")
    t.explain(PUT_RIGHT)
    # a horse that has left the race since keeps its bets, and pays nothing
    if new.horse in t.runners:
        bets.show_dividend(t, new.horse)
        new.who.show_cash(f"Leaves {new.who.name} with")


@GAME.action("Take a bet back", group="The Tote", source=SOURCE)
def take_back(
    t: TotopolyTurn,
    slip: int = SLIP,
    reason: str | None = ask.reason("Why? Needed after the off.", optional=True),
) -> None:
    """Take a slip off the Tote pad: the stake goes back to the backer."""
    _take_back(t, _slip_to_correct(t, slip, reason), reason)


def _take_back(t: TotopolyTurn, old: bets.Slip, reason: str | None) -> None:
    t.narrate(f"{old.who} takes back {t.written(old.stake)} from {t.horse_name(old.horse)}{_because(reason)}.")
    bets.give_back(t, old)
    t.explain(PUT_RIGHT)


# --- withdrawn horses, and the pool ----------------------------------------------------------------------


@GAME.action("Withdraw a horse", group="The Tote", source=SOURCE, button="Withdraw {horse}")
def withdraw(
    t: TotopolyTurn, horse: str = ask_horse("Which horse does not run?", detail=horse_pays, tile=tile_with_pay)
) -> None:
    """Take a horse out of the race before the off; all bets on it go back."""
    t.refuse(t.stage not in (Stage.PARADE, Stage.BETTING), "A horse is withdrawn between the parade and the off.")
    bets.require_runner(t, horse)
    owner = t.owner(horse)
    if owner and t.tracked and not t.has_entered(horse):
        t.refuse(
            borrowing.fees(owner) > owner.cash,
            f"{owner} owes {t.written(borrowing.fees(owner))} in entrance fees and holds {t.written(owner.cash)}: "
            "a horse is sold privately, not withdrawn.",
            "horse",
        )
    t.lease(horse).scratched = 1
    t.narrate(f"{t.horse(horse)} is withdrawn.")
    if bets.refund(t, horse):
        t.narrate("Its bets go back.")
    t.explain("Bets on a horse that is withdrawn before the off go back; its entrance fee does not.")


@GAME.correction("Put the pool right")
def correct_pool(
    t: TotopolyTurn,
    who: Player = ask.anybody(
        "Who pays what is missing, or gets what is too much?",
        "bank",
        names={"bank": "the money box"},
        now=lambda t: (*t.seats, t.bank("bank")),
    ),
) -> str:
    """Bring the Tote's pool to what its slips ask for, from or to a player or the money box."""
    t.require_begun()
    t.refuse(not t.keeps_tote, "This book keeps no Tote.")
    over = t.in_pool - bets.belongs(t)
    t.refuse(not over, "The pool holds what the slips ask for.")
    holder = t.bank(BOX) if who.key == "bank" else who
    if holder == who:
        who.require_playing()
        held = max(0, who.cash)
        t.refuse(t.tracked and held < -over, f"{who} holds {t.written(held)}, not {t.written(-over)}.", "who")
    amount = t.written(abs(over))
    moved = f"{amount} from the pool to {holder.name}" if over > 0 else f"{amount} from {holder.name} into the pool"
    t.step("In the pool until now", t.in_pool)
    t.step("What belongs there" if t.tote_paid else "What the slips ask for", bets.belongs(t))
    t.step("Out of the pool" if over > 0 else "Into the pool", abs(over), total=True)
    t.pay(TOTE, holder, over, POOL, into="cash")
    if holder == who:
        who.show_cash(f"Leaves {who.name} with")
    return moved
