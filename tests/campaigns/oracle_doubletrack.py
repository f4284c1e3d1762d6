"""What the rulebook of Doubletrack moves: chips dealt, bids with closed fists, tolls, $25 taken, the Loser's Bonus."""

from __future__ import annotations

from tests.campaigns.oracle import Paper, Rulebook

BANK, BIDS = "bank:chips", "table:bids"
COLOURS = ("red", "yellow", "green", "blue")


def numbers(said: str) -> dict[str, int]:
    """Read ``ann=10 ben=5``."""
    return {who: int(number) for who, _, number in (piece.partition("=") for piece in said.split())}


class Doubletrack(Rulebook):
    """The rulebook of Doubletrack."""

    whole = frozenset({"stack"})

    def keeper(self, p: Paper, colour: str) -> str:
        """Who holds a gate pass, or the board."""
        who = str(p.fact(f"pass.{colour}", "board"))
        return who if who in self.playing(p) else "board"

    def winners(self, p: Paper) -> tuple[str, ...] | None:
        """Who has won; nothing where it rests on spaces that nobody counts here."""
        if p.fact("unsure") or p.house_rule("positions") == "yes":
            return None
        home, left = p.fact("home"), self.playing(p)
        if home:
            return (str(home),)
        return left if p.fact("first") and len(left) == 1 else ()

    def colours(self, p: Paper) -> dict[str, str]:
        """Whose pawns have which colour: as chosen, else what is left, in order."""
        found: dict[str, str] = {}
        for who in self.seated(p):
            chosen = p.fact(f"pawn.{who}")
            if chosen and chosen not in found.values():
                found[who] = str(chosen)
        for who in self.seated(p):
            left = [colour for colour in COLOURS if colour not in found.values()]
            if who not in found and left:
                found[who] = left[0]
        return found

    def on_pawns(self, p: Paper, who: str, colour: str) -> None:
        now = self.colours(p)
        other = next((one for one, had in now.items() if had == colour), None)
        chosen = {**now, who: colour, **({other: now[who]} if other else {})}
        for seat, had in chosen.items():
            p.note(f"pawn.{seat}", had)

    def on_start(self, p: Paper, first: str) -> None:
        p.note("first", first)
        stack = int(str(p.fact("stack", p.house_rule("stack"))))
        p.note("stack", stack)
        for who in self.playing(p):
            p.move(BANK, f"{who}:chips", stack)
        for who, colour in self.colours(p).items():
            p.note(f"pass.{colour}", who)
            p.note(f"pawn.{who}", colour)

    def on_leave(self, p: Paper, who: str, chips: int) -> None:
        held = p.held(f"{who}:chips")
        p.must(chips == max(0, held), "who leaves gives other than everything")
        p.move(f"{who}:chips", BANK, held)
        p.note(f"left.{who}", 1)
        for colour in COLOURS:
            if p.fact(f"pass.{colour}") == who:
                p.note(f"pass.{colour}", "board")

    # --- auctions --------------------------------------------------------------------------------------

    def on_sell_card(self, p: Paper, who: str, bids: str) -> None:
        self.sold(p, "card", who, numbers(bids), "")

    def on_sell_pass(self, p: Paper, who: str, what: str, bids: str) -> None:
        p.must(self.keeper(p, what) == who, "somebody else's pass is sold")
        self.sold(p, "pass", who, numbers(bids), what)

    def on_sell_lead(self, p: Paper, who: str, bids: str) -> None:
        self.sold(p, "lead", who, numbers(bids), "")

    def sold(self, p: Paper, kind: str, who: str, bids: dict[str, int], what: str) -> None:
        asked = set(self.playing(p)) - ({who} if kind != "lead" else set())
        p.must(set(bids) == asked, "other than all who must bid did")
        for seat, bid in bids.items():
            held = p.held(f"{seat}:chips")
            p.must(bid % 5 == 0 and bid <= max(0, held) and (bid > 0 or held < 5), f"{seat} may not bid {bid}")
        winner = self.winner(bids)
        for seat, bid in bids.items():
            p.move(f"{seat}:chips", self.taker(kind, who, winner), bid)
        if kind == "pass" and winner:
            p.note(f"pass.{what}", winner)
        if kind == "lead":
            p.note("bonus.due", winner)
            p.note("bonus.pot", sum(bids.values()) if winner else None)
        for key, value in (("kind", kind), ("who", who), ("bids", bids), ("what", what)):
            p.note(f"auction.{key}", value)

    def winner(self, bids: dict[str, int]) -> str | None:
        """Who bid most, alone; nobody in a tie."""
        top = max(bids.values(), default=0)
        best = [one for one, bid in bids.items() if bid == top]
        return best[0] if top and len(best) == 1 else None

    def taker(self, kind: str, who: str, winner: str | None) -> str:
        """Where the bids go: to the seller, or for the Loser's Bonus."""
        return BIDS if kind == "lead" and winner else f"{who}:chips"

    def on_correct_bids(self, p: Paper, bids: str, reason: str) -> None:
        del reason
        kind, who, what = (str(p.fact(f"auction.{key}", "")) for key in ("kind", "who", "what"))
        was = p.fact("auction.bids")
        assert isinstance(was, dict)
        for seat, bid in was.items():
            p.move(self.taker(kind, who, self.winner(was)), f"{seat}:chips", bid)
        if kind == "pass":
            p.note(f"pass.{what}", who)
        self.sold(p, kind, who, numbers(bids), what)

    def on_losers_bonus(self, p: Paper, last: str, rolls: str = "") -> None:
        named = last.split("+")
        if len(named) > 1:
            rolled = numbers(rolls)
            low = min(rolled.values())
            named = [one for one in named if rolled[one] == low]
        if len(named) == 1:
            p.move(BIDS, f"{named[0]}:chips", p.whole("bonus.pot"))
            p.forget("bonus.")

    # --- tolls and passes ------------------------------------------------------------------------------

    def on_toll(self, p: Paper, who: str, gate: str, answer: str, amount: int = 0) -> None:
        p.must(self.keeper(p, gate) not in (who, "board"), "a toll at the own or a shut gate")
        if answer != "pays":
            return
        p.must(0 < amount <= p.held(f"{who}:chips") and amount % 5 == 0, "a toll nobody can pay")
        if p.house_rule("toll") == "at_once":
            p.move(f"{who}:chips", f"{self.keeper(p, gate)}:chips", amount)
            return
        p.move(f"{who}:chips", BIDS, amount)
        p.note(f"toll.{gate}", amount)
        p.note(f"asker.{gate}", who)

    def on_passage(self, p: Paper, gate: str, came: str) -> None:
        asker, keeper = str(p.fact(f"asker.{gate}")), self.keeper(p, gate)
        paid = came == "yes" and keeper not in (asker, "board")
        self.settles(p, gate, keeper if paid else asker)

    def settles(self, p: Paper, gate: str, to: str) -> None:
        """Hand over what is laid down for a gate."""
        p.move(BIDS, f"{to}:chips", p.whole(f"toll.{gate}"))
        p.note(f"toll.{gate}", None)
        p.note(f"asker.{gate}", None)

    def on_take_pass(self, p: Paper, who: str, colour: str) -> None:
        p.note(f"pass.{colour}", who)

    def on_steal_pass(self, p: Paper, who: str, colour: str) -> None:
        p.must(self.keeper(p, colour) not in (who, "board"), "stolen from nobody")
        p.note(f"pass.{colour}", who)

    def on_correct_pass(self, p: Paper, colour: str, holder: str, reason: str) -> None:
        del reason
        asker = p.fact(f"asker.{colour}")
        p.note(f"pass.{colour}", holder)
        if asker in self.playing(p) and holder in (asker, "board"):
            self.settles(p, colour, str(asker))

    # --- chips otherwise -------------------------------------------------------------------------------

    def on_take(self, p: Paper, who: str, of: str, amount: int) -> None:
        held = max(0, p.held(f"{of}:chips"))
        most = min(25, held)
        p.must(
            amount == most or (amount == 20 and p.house_rule("change") == "chips" and held > 25),
            "other than $25 is taken",
        )
        p.move(f"{of}:chips", f"{who}:chips", amount)

    def on_correct_chips(self, p: Paper, giver: str, taker: str, amount: int, reason: str) -> None:
        del reason
        there = {who: BIDS if who == "table" else f"{who}:chips" for who in (giver, taker)}
        p.must(p.held(there[giver]) >= amount, "chips that are not there are moved")
        p.move(there[giver], there[taker], amount)

    # --- what moves no chips ---------------------------------------------------------------------------

    def on_home(self, p: Paper, who: str) -> None:
        p.note("home", who)

    def on_lift_screens(self, p: Paper) -> None:
        """Nothing moves."""

    def on_ahead(self, p: Paper, who: str, number: int, get_ahead: int = 0) -> None:
        del who, number, get_ahead
        p.note("unsure", 1)

    def on_trade(self, p: Paper, who: str, other: str) -> None:
        del who, other
        p.note("unsure", 1)

    def on_lead(self, p: Paper, who: str) -> None:
        del who
        p.note("unsure", 1)

    def on_back_ten(self, p: Paper, who: str) -> None:
        self.on_lead(p, who)

    def on_go_last(self, p: Paper, who: str) -> None:
        self.on_lead(p, who)

    def on_place(self, p: Paper, who: str, at: int, reason: str) -> None:
        del at, reason
        self.on_lead(p, who)
