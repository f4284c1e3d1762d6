"""The Tote: opening it, taking bets, putting slips right, withdrawing horses.

Rulebook: «The Totalisator or Bookmaker».
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import NO_ANSWERS, Amount, Answers, Choice, Number, Player, Who, Words
from companion.core.table import Effect, Line, Mark, Refusal, Table, Value
from companion.games.totopoly import book_slips, dividends, gates, lots, pool, state
from companion.games.totopoly.board import HORSES
from companion.games.totopoly.dividends import TOTE, Slip, race_number
from companion.games.totopoly.houses import EVENING
from companion.games.totopoly.houses import TOTE as TOTE_ALONE
from companion.games.totopoly.state import BETTING, GAME, HOME, LOTS, OVER, PARADE, POOL, RUNNING, UNIT, money

SOURCE = "The Totalisator or Bookmaker"
RULE = "Any amount on any horse, to win; all stakes go into one pool, and the dividend includes the stake."


def horse_label(table: Table, _answers: Answers, horse: str) -> str:
    """Label a horse by its card."""
    return state.card_name(table, horse)


def running(table: Table, _answers: Answers) -> tuple[str, ...]:
    """The horses one may choose from: those that run."""
    return state.runners(table)


def _tells(table: Table, _answers: Answers, horse: str) -> str:
    """Say whose a horse is and what it pays now."""
    of = dividends.board(table).get(horse)
    owner = state.owner(table, horse)
    parts = [f"{table.name(owner)}'s"] if owner else []
    if of and (words := dividends.pays(table, of)):
        parts.append(f"pays {words}" if of.backed else words)
    return ", ".join(parts)


def _most(table: Table, answers: Answers) -> int:
    who = str(answers.get("who") or "")
    return max(0, state.cash(table, who)) if who and state.tracked(table) else 0


def _most_corrected(table: Table, answers: Answers) -> int:
    one = dividends.slip(table, int(answers.get("slip") or 0))
    return one.stake + _most(table, {"who": one.who}) if one and state.tracked(table) else 0


@dataclass(frozen=True, slots=True)
class SlipNumber(Number):
    """A slip on the Tote pad, by its number."""

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """The slips that stand."""
        del answers
        return tuple(one.number for one in dividends.slips(table))

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say what is on the slip."""
        del answers
        one = dividends.slip(table, int(value or 0))
        if one is None:
            return f"Slip {value}"
        return f"{value}: {table.name(one.who)}, {money(one.stake)} on {state.horse_name(table, one.horse)}"


Horse: TypeAlias = Annotated[str, Choice(HORSES, horse_label, running, _tells, state.horse_tile)]
Stake: TypeAlias = Annotated[int, Amount(1, _most, unit=UNIT)]
OnSlip: TypeAlias = Annotated[int, SlipNumber(1, 99_999, "slip")]
OtherBacker: TypeAlias = Annotated[str | None, Player()]
OtherHorse: TypeAlias = Annotated[str | None, Choice(HORSES, horse_label, running, _tells, state.horse_tile)]
OtherStake: TypeAlias = Annotated[int | None, Amount(0, _most_corrected, unit=UNIT)]
WhyLate: TypeAlias = Annotated[str | None, Words(2)]


# -- whether bets are taken ---------------------------------------------------------------------------


def closed(table: Table) -> bool:
    """Whether the race has come so far that nobody may bet on it any more."""
    now = _reached(table)
    if now not in (RUNNING, HOME, OVER):
        return False
    at_bend = now == RUNNING and table.house("close") == "bend"
    return not at_bend or bool(table.ledger.mark(TOTE, f"closed_{race_number(table)}"))


def _reached(table: Table) -> str:
    """How far the evening is; while a leaver's cards are auctioned, how far it was before."""
    now = state.stage(table)
    return (state.said(table, GAME, "resume") or now) if now == LOTS else now


def owners_first(table: Table) -> bool:
    """Whether only owners bet so far, each on their own horses."""
    if state.keeps(table) != EVENING or table.house("owners_round") != "round":
        return False
    return not table.ledger.mark(TOTE, "open")


def kept(table: Table) -> None:
    """Refuse where this book keeps no Tote, or the day is over."""
    if state.keeps(table) not in (EVENING, TOTE_ALONE):
        raise Refusal("This book keeps no Tote.")
    if state.stage(table) == OVER:
        raise Refusal("The play is over. Undo its last line to go on.")


def unpaid(table: Table) -> None:
    """Refuse once the Tote has paid out on this race, as where the stage was set back by hand."""
    if dividends.paid(table):
        raise Refusal("The Tote has paid out on this race. Undo that first.")


def taking(table: Table) -> None:
    """Refuse unless the Tote takes bets."""
    kept(table)
    if state.stage(table) == LOTS and _reached(table) in (BETTING, RUNNING):
        raise Refusal("The Tote waits until the auction is over.")
    if state.stage(table) not in (BETTING, RUNNING, HOME):
        raise Refusal("The Tote is not open yet.")
    if closed(table):
        raise Refusal("They are off: the Tote is closed.")
    unpaid(table)
    gates.quiet(table)


def runs(table: Table, horse: str, question: str = "horse") -> None:
    """Refuse for a horse that is not in the race."""
    if horse in state.runners(table):
        return
    name = state.horse_name(table, horse)
    why = "is scratched" if state.scratched(table, horse) else "does not run in this race"
    raise Refusal(f"{name[0].upper()}{name[1:]} {why}.", question)


def allowed(table: Table, who: str, horse: str) -> None:
    """Refuse in the owners' round whoever backs another's horse."""
    if not owners_first(table):
        return
    if not any(state.owner(table, one) == who for one in state.runners(table)):
        raise Refusal(f"The owners bet first, and {table.name(who)} has no horse in the race.", "who")
    if state.owner(table, horse) != who:
        raise Refusal(f"Until the Tote is open to all, {table.name(who)} backs own horses only.", "horse")


def solvent(table: Table, who: str) -> None:
    """Refuse for somebody with nothing to lay, where cash is followed."""
    if state.tracked(table) and state.cash(table, who) <= 0:
        raise Refusal(f"{state.name(table, who)} holds {money(0)} and can't bet.", "who")


def covers(table: Table, who: str, amount: int, question: str) -> None:
    """Refuse a sum above what a player holds, where cash is followed."""
    if state.tracked(table) and amount > state.cash(table, who):
        held = money(max(0, state.cash(table, who)))
        raise Refusal(f"{state.name(table, who)} holds {held} and can't lay {money(amount)}.", question)


# -- actions ------------------------------------------------------------------------------------------


@action(SOURCE, title="Open the Tote", group="The Tote")
def open_tote(table: Table) -> Effect:
    """Open the Tote for bets, once the entrance fees are paid."""
    kept(table)
    if state.stage(table) != PARADE:
        early = state.stage(table) not in (BETTING, RUNNING, HOME)
        raise Refusal("The Tote opens when the horses are on the course." if early else "The Tote is open already.")
    field = state.runners(table)
    if not field:
        raise Refusal("No horse runs: there is nothing to bet on.")
    if reason := lots.why_not_run(table, state.playing(table)):
        raise Refusal(reason)
    if unpaid := [horse for horse in field if not state.entered(table, horse)]:
        horse = unpaid[0]
        owner = table.name(state.owner(table, horse))
        raise Refusal(f"First {owner} pays the entrance fee for {state.horse_name(table, horse)}.")
    first = owners_first(table)
    return Effect(
        "The Tote is open; owners back their own horses first." if first else "The Tote is open to all.",
        marks=(state.to(BETTING),),
        working=(Line(f"{len(field)} horses run"),),
        rule="The owner of a horse has the first right to back it.",
    )


@action(SOURCE, title="Open to all", group="The Tote")
def open_to_all(table: Table) -> Effect:
    """End the owners' round: from now on anybody may back any horse."""
    taking(table)
    if not owners_first(table):
        raise Refusal("The Tote is open to all already.")
    return Effect(
        "The Tote is open to all.", marks=(Mark(TOTE, "open", 1),), rule="After the owners, anybody backs any horse."
    )


@action(SOURCE, title="Take a bet", group="The Tote")
def bet(table: Table, who: Who, horse: Horse, amount: Stake) -> Effect:
    """Write a bet on the Tote pad; the stake is paid in at once.

    who: Who bets?
    horse: On which horse?
    amount: How much?
    """
    taking(table)
    gates.seated(table, who)
    solvent(table, who)
    runs(table, horse)
    allowed(table, who, horse)
    covers(table, who, amount, "amount")
    race = race_number(table)
    number = state.count(table, TOTE, f"bets_{race}") + 1
    laid = Effect(
        f"{state.name(table, who)} lays {money(amount)} on {state.horse_name(table, horse)}.",
        state.pay(amount, state.purse(who), POOL),
        (dividends.write_slip(table, number, Slip(number, who, horse, amount)), Mark(TOTE, f"bets_{race}", number)),
        rule=RULE,
        house=("Owners back their own horses first.",) if owners_first(table) else (),
    )
    return laid + Effect(working=_after(table.after(laid), who, horse))


def _after(table: Table, who: str, horse: str) -> tuple[Line, ...]:
    """Show the pool with a slip in it, and what that leaves in the backer's hand."""
    lines = dividends.figures(table, horse, dividends.board(table)[horse])
    if state.tracked(table):
        lines += (state.line(f"Leaves {table.name(who)} with", state.cash(table, who)),)
    return lines


@action(SOURCE, title="Put a slip right", group="The Tote")
def correct_bet(  # noqa: PLR0913, PLR0917 - one sheet asks whatever may be wrong on a slip
    table: Table,
    slip: OnSlip,
    who: OtherBacker = None,
    horse: OtherHorse = None,
    amount: OtherStake = None,
    reason: WhyLate = None,
) -> Effect:
    """Put a slip on the Tote pad right: another backer, horse or amount. An amount of 0 takes the bet back.

    slip: Which slip?
    who: Another backer?
    horse: Another horse?
    amount: Another amount?
    reason: Why? After the off, and for another's horse in the owners' round, it must be said.
    """
    old = _standing(table, slip, reason)
    new = Slip(slip, who or old.who, horse or old.horse, old.stake if amount is None else amount)
    if new == old:
        # an optional answer that is still to come may change that
        raise Refusal("That is what the slip says already.", "amount")
    if new.stake == 0:
        return _taken_back(table, old, reason)
    gates.seated(table, new.who)
    if horse is not None:
        runs(table, new.horse)
    if (new.who, new.horse) != (old.who, old.horse) and not reason:
        _owns(table, new)
    back = Effect(postings=state.pay(old.stake, POOL, state.purse(old.who)))
    question = next((name for name, said in (("amount", amount), ("who", who)) if said is not None), "slip")
    covers(table.after(back), new.who, new.stake, question)
    bets = f"bets_{race_number(table)}"
    fresh = back + Effect(
        f"Slip {slip} put right: {table.name(new.who)} lays {money(new.stake)} on "
        f"{state.horse_name(table, new.horse)}{_because(reason)}.",
        state.pay(new.stake, state.purse(new.who), POOL),
        # the number of slips is said again, so that this one is seen even where its first line is struck out
        (dividends.write_slip(table, slip, new), Mark(TOTE, bets, state.count(table, TOTE, bets))),
        (Line(f"Until now: {table.name(old.who)}, {money(old.stake)} on {state.card_name(table, old.horse)}"),),
        "A slip can be put right; after the off only for a reason.",
    )
    after = table.after(fresh)
    # a horse that has left the race since keeps its bets, and pays nothing
    return fresh + Effect(working=_after(after, new.who, new.horse) if new.horse in state.runners(after) else ())


@action(SOURCE, title="Take a bet back", group="The Tote")
def take_back(table: Table, slip: OnSlip, reason: WhyLate = None) -> Effect:
    """Take a slip off the Tote pad: the stake goes back to the backer.

    slip: Which slip?
    reason: Why? After the off it must be said.
    """
    return _taken_back(table, _standing(table, slip, reason), reason)


def _standing(table: Table, number: int, reason: str | None) -> Slip:
    """Read the slip that is put right, where it still can be."""
    kept(table)
    unpaid(table)
    if not dividends.slips(table):
        raise Refusal("There is no bet on the pad.")
    one = dividends.slip(table, number)
    if one is None:
        raise Refusal(f"There is no slip {number} on the pad.", "slip")
    if closed(table) and not reason:
        raise Refusal("They are off: a slip is put right only for a reason. Say it.", "reason")
    return one


def _owns(table: Table, new: Slip) -> None:
    """Refuse in the owners' round a slip on another's horse, for which no reason is given."""
    try:
        allowed(table, new.who, new.horse)
    except Refusal as refusal:
        raise Refusal(f"{refusal.sentence} Or say why.", "reason") from None


def _because(reason: str | None) -> str:
    return f" ({reason})" if reason else ""


def _taken_back(table: Table, old: Slip, reason: str | None) -> Effect:
    return Effect(
        f"{state.name(table, old.who)} takes back {money(old.stake)} from {state.horse_name(table, old.horse)}"
        f"{_because(reason)}.",
        state.pay(old.stake, POOL, state.purse(old.who)),
        (dividends.write_slip(table, old.number, None),),
        (state.line(f"Back to {table.name(old.who)}", old.stake, total=True),),
        "A slip can be put right; after the off only for a reason.",
    )


# -- withdrawn horses ---------------------------------------------------------------------------------


def refunded(table: Table, horse: str) -> Effect:
    """Give all bets on a horse back, from the pool and from every bookmaker's till."""
    back = Effect()
    for one in () if dividends.paid(table) else dividends.slips(table):
        if one.horse == horse:
            back += replace(_taken_back(table, one, None), narration="", rule="")
    return back + book_slips.refunded(table, horse)


@action(SOURCE, title="Withdraw a horse", group="The Tote")
def withdraw(table: Table, horse: Horse) -> Effect:
    """Take a horse out of the race before the off; all bets on it go back.

    horse: Which horse does not run?
    """
    if state.stage(table) not in (PARADE, BETTING):
        raise Refusal("A horse is withdrawn between the parade and the off.")
    runs(table, horse)
    name = state.horse_name(table, horse)
    back = refunded(table, horse)
    bets = " Its bets go back." if back.postings else ""
    return (
        Effect(
            f"{name[0].upper()}{name[1:]} is withdrawn.{bets}",
            marks=(Mark(horse, "scratched", 1),),
            rule="Bets on a horse that is withdrawn before the off go back; its entrance fee does not.",
        )
        + back
    )


ACTIONS = (bet, open_tote, open_to_all, correct_bet, take_back, withdraw, *pool.ACTIONS)
