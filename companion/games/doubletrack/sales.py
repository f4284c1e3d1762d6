"""Auctions with closed fists: who bids what, who wins, and where the chips go.

The last auction is kept in mind as long as nothing has happened since, so that bids read wrongly can be put right.

Rulebook: «Here's how to sell a card and how your opponents bid on it».
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from companion.core.questions import Answers, Each, read_each, write_each
from companion.core.table import Effect, Line, Mark, Posting, Table, Value
from companion.games.doubletrack import state, track
from companion.games.doubletrack.board import STEP
from companion.games.doubletrack.state import AUCTION, BIDS, BONUS, BONUS_KEYS, money, name, names
from models.ledger import moved

CARD, PASS, LEAD = "card", "pass", "lead"
ALL_PAY = "Everybody's bid is paid, the losing ones too."
RULES = {
    CARD: f"The highest bidder gets the card and plays it at once, the seller all bids; in a tie the seller keeps the "
    f"card, must play it, and has the bids too. {ALL_PAY}",
    PASS: f"The highest bidder gets the gate pass, the seller all bids; in a tie the seller keeps the pass and has the "
    f"bids too. {ALL_PAY}",
    LEAD: f"The highest bidder takes the lead, and who is then farthest back gets all bids; in a tie the player on the "
    f"space has the lead and the bids. {ALL_PAY}",
}
KEPT = ("open", "kind", "who", "bids", "what", "since", "mover", "space", "pushed")
"""What is kept in mind of the last auction."""


@dataclass(frozen=True, slots=True)
class Sale:
    """An auction whose bids are open: what is sold, by whom (or who landed on the space), and everybody's bid.

    ``what`` is the colour of a gate pass for sale.
    """

    kind: str
    who: str
    bids: Mapping[str, int]
    what: str = ""

    @property
    def pot(self) -> int:
        """All bids together."""
        return sum(self.bids.values())

    @property
    def top(self) -> int:
        """The highest bid."""
        return max(self.bids.values(), default=0)

    @property
    def tied(self) -> tuple[str, ...]:
        """Who bid most; one alone has won."""
        return tuple(who for who, bid in self.bids.items() if bid == self.top)

    @property
    def winner(self) -> str | None:
        """Who has won: nobody in a tie, and fists without chips are one."""
        return self.tied[0] if len(self.tied) == 1 and self.top else None


# Who may bid what


def opponents(table: Table, answers: Answers) -> tuple[str, ...]:
    """Everybody but the seller."""
    return tuple(who for who in state.playing(table) if who != answers.get("who"))


def everyone(table: Table, answers: Answers) -> tuple[str, ...]:
    """Everybody, who landed on the space too."""
    del answers
    return state.playing(table)


def limits(table: Table, answers: Answers, who: str) -> tuple[int, int]:
    """From one red chip to all there is; an empty fist from who has nothing, and from nobody else."""
    del answers
    has = state.held(table, who)
    return (STEP, has) if has >= STEP else (0, 0)


OpponentsBids: TypeAlias = Annotated[str, Each(opponents, limits, STEP, sealed=True, what="bid")]
EverybodysBids: TypeAlias = Annotated[str, Each(everyone, limits, STEP, sealed=True, what="bid")]


# What becomes of the bids


def payments(sale: Sale) -> tuple[Posting, ...]:
    """Every bid on its way: to the seller, or to the table until the Loser's Bonus is given."""
    taker = BIDS if sale.kind == LEAD and sale.winner else state.purse(sale.who)
    return tuple(posting for who, bid in sale.bids.items() for posting in state.pay(bid, state.purse(who), taker))


def outcome(table: Table, sale: Sale, at: int) -> Effect:
    """What an auction brings about, written in line ``at``."""
    settled = {CARD: _card, PASS: _pass, LEAD: _lead}[sale.kind](table, sale, at)
    bids = tuple(Line(f"{name(table, who)} bids", bid) for who, bid in sale.bids.items())
    opened = Effect(postings=payments(sale), marks=_kept(table, sale, at), working=(*bids, Line("All bids", sale.pot)))
    return opened + settled + Effect(rule=RULES[sale.kind])


def _tie(table: Table, sale: Sale) -> str:
    if not sale.top:
        return "No fist holds a chip, which is a tie"
    return f"{names(table, sale.tied)} tie at {money(sale.top)}"


def _gets(table: Table, who: str, sale: Sale) -> tuple[Line, ...]:
    return (Line(f"{name(table, who)} gets all bids", sale.pot, total=True),)


def _card(table: Table, sale: Sale, at: int) -> Effect:
    del at
    seller = name(table, sale.who)
    if sale.winner:
        told = (
            f"{seller} sells a card: {name(table, sale.winner)} wins it with {money(sale.top)} and plays it at once. "
            f"{seller} gets the {money(sale.pot)} and draws a card."
        )
    else:
        told = f"{seller} sells a card. {_tie(table, sale)}: {seller} keeps it and plays it at once{_and_bids(sale)}."
    return Effect(told, working=_gets(table, sale.who, sale))


def _and_bids(sale: Sale) -> str:
    return f", and gets the {money(sale.pot)}" if sale.pot else ""


def _pass(table: Table, sale: Sale, at: int) -> Effect:
    seller, what = name(table, sale.who), f"the {state.colour_name(table, sale.what)} gate pass"
    if not sale.winner:
        told = f"{seller} sells {what}. {_tie(table, sale)}: {seller} keeps it{_and_bids(sale)}."
        return Effect(told, working=_gets(table, sale.who, sale))
    winner = name(table, sale.winner)
    told = f"{seller} sells {what}: {winner} wins it with {money(sale.top)}. {seller} gets the {money(sale.pot)}."
    return Effect(
        told,
        marks=state.hand_pass(sale.what, sale.winner, at),
        working=(*_gets(table, sale.who, sale), Line(f"{winner} has {what}")),
    )


def _lead(table: Table, sale: Sale, at: int) -> Effect:
    lander = name(table, sale.who)
    working: tuple[Line, ...]
    due: dict[str, Value] = {}
    if sale.winner:
        told = f"The lead is sold: {name(table, sale.winner)} wins it with {money(sale.top)}."
        working = (Line("On the table, for the Loser's Bonus", sale.pot, total=True),)
        due = {"due": sale.winner, "pot": sale.pot, "line": at}
    else:
        told = f"The lead is sold. {_tie(table, sale)}: {lander} has the lead{_and_bids(sale)}."
        working = (*_gets(table, sale.who, sale), Line("No Loser's Bonus"))
    sold = Effect(told, marks=tuple(Mark(BONUS, key, due.get(key)) for key in BONUS_KEYS), working=working)
    if not state.follows(table):
        return sold
    return sold + track.take_the_lead(table, sale.winner or sale.who, bonus=sale.winner is not None)


# Keeping the last auction in mind


def _kept(table: Table, sale: Sale, at: int) -> tuple[Mark, ...]:
    mover = (sale.winner or sale.who) if sale.kind == LEAD and state.follows(table) else None
    kept: dict[str, Value] = {
        "open": at,
        "kind": sale.kind,
        "who": sale.who,
        "bids": write_each(sale.bids),
        "what": sale.what or None,
        "since": state.since(table, sale.what) if sale.what else None,
        "mover": mover,
        "space": state.space(table, mover) if mover else None,
        "pushed": table.ledger.mark(mover, "pushed") if mover else None,
    }
    return tuple(Mark(AUCTION, key, kept[key]) for key in KEPT)


def line_of_the_last(table: Table) -> int:
    """In which line the bids of the last auction were opened, or last put right; nought once that is over."""
    at = table.ledger.mark(AUCTION, "open")
    return at if isinstance(at, int) else 0


def bids_of_the_last(table: Table) -> dict[str, int]:
    """Everybody's bid in the last auction, whatever has happened since."""
    return read_each(str(table.ledger.mark(AUCTION, "bids") or ""))


def last(table: Table) -> Sale | None:
    """The last auction, as long as nothing has happened since."""
    if not line_of_the_last(table):
        return None
    said = {key: str(table.ledger.mark(AUCTION, key) or "") for key in ("kind", "who", "what")}
    return Sale(said["kind"], said["who"], bids_of_the_last(table), said["what"])


def taken_back(table: Table, sale: Sale) -> Effect:
    """The last auction unmade: everybody's bid, the gate pass and the small pawn as they were before."""
    marks: tuple[Mark, ...] = ()
    if sale.kind == PASS:
        since = table.ledger.mark(AUCTION, "since")
        marks += state.hand_pass(sale.what, sale.who, since if isinstance(since, int) else None)
    if (mover := table.ledger.mark(AUCTION, "mover")) is not None:
        marks += tuple(Mark(str(mover), key, table.ledger.mark(AUCTION, key)) for key in ("space", "pushed"))
    marks += (Mark(BONUS, "due", None),)
    return Effect(postings=tuple(Posting(one.account, -one.quantity) for one in payments(sale)), marks=marks)


def netted(effect: Effect) -> Effect:
    """The same effect with one posting an account and one mark a name: what it comes to."""
    sums = moved(effect.postings)
    marks = {(mark.holder, mark.name): mark for mark in effect.marks}
    return Effect(
        effect.narration,
        tuple(Posting(account, quantity, unit) for (account, unit), quantity in sums.items()),
        tuple(marks.values()),
        effect.working,
        effect.rule,
        effect.house,
    )
