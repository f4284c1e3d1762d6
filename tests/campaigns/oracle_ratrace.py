"""What the rulebook of Ratrace moves: pay, purchases, credit, the three gambles, auctions, bankruptcy, retiring."""

from __future__ import annotations

from tests.campaigns.oracle import Paper, Rulebook

BOX, STOCK, HAMMER = "treasury", "stock:cards", "hammer:cards"
CLASSES = ("working", "middle", "high")
COLOURS = ("black", "red", "blue", "green", "olive", "brown")
UNITS = tuple(f"{colour}.{rank}" for colour in COLOURS for rank in CLASSES)
LETTERS = {"R": "red", "B": "blue", "G": "green", "O": "olive", "N": "brown", "K": "black"}
ORDER = {
    "working": (
        "graduation R B stock_exchange night_school O G gift N lottery K B pool R racetrack country_club G O income N "
        "stock_exchange unemployment K racetrack B wedding R taxes G N bingo credit_due O K funeral racetrack"
    ),
    "middle": (
        "enter racetrack G pool N stock_exchange K divorce O B welfare university R ascot income racetrack N "
        "stock_exchange yacht_club K G taxes B wedding R uncle O credit_due"
    ),
    "high": "enter O B stock_exchange N divorce K G racetrack R income B O stock_exchange N taxes G K credit_due R",
}
RINGS = {rank: tuple(LETTERS.get(code, code) for code in order.split()) for rank, order in ORDER.items()}
TOTE = {12: (40, 20, 10), 11: (20, 10, 5), 10: (12, 7, 4), 9: (10, 5, 3), 8: (7, 4, 2), 7: (6, 3, 1)}
INDEX = {2: 0, 3: 10, 4: 25, 5: 50, 6: 75, 7: 100, 8: 150, 9: 200, 10: 300, 11: 600, 12: 1100}
PAPER_OF = {"night_school": "working", "country_club": "working", "university": "middle", "yacht_club": "middle"}
BLACK_MARKET = {"middle": 200, "high": 1_000}
PROOF = {"middle": 500, "high": 3_000}
BUY_BACK = {"middle": 10, "high": 50}
GAMBLES = ("race", "exchange", "lottery")

BOARD: dict[str, object] = {
    "symbol.working": 100, "symbol.middle": 500, "symbol.high": 3_000,
    "other.working": 20, "other.middle": 100, "other.high": 500,
    "income.working": 200, "income.middle": 1_000, "income.high": 10_000,
    "tax.working": 10, "tax.middle": 100, "tax.high": 1_000,
    "fee.night_school": 50, "fee.country_club": 50, "fee.university": 200, "fee.yacht_club": 200,
    "gift": 100, "bingo": 100, "uncle": 500, "funeral": 200, "pool.working": 20, "pool.middle": 100,
    "unemployment": 10, "welfare": 50, "ascot.double": 1_000, "ascot.even": 200, "ascot.odd": 50,
    "alimony.middle": 100, "alimony.high": 1_000,
    **{f"index.{level}": percent for level, percent in INDEX.items()},
    **{f"tote.{horse}.{place}": TOTE[max(horse, 14 - horse)][at]
       for horse in range(2, 13) for at, place in enumerate(("win", "place", "show"))},
}  # fmt: skip


class Ratrace(Rulebook):
    """The rulebook of Ratrace."""

    facts = BOARD
    whole = frozenset({"goal", "bet_limit"})

    # --- reading the table -----------------------------------------------------------------------------

    def cash(self, p: Paper, who: str) -> int:
        return p.held(f"{who}:cash")

    def debt(self, p: Paper, who: str) -> int:
        return -p.held(f"{who}:credit")

    def rank(self, p: Paper, who: str) -> str:
        return str(p.fact(f"class.{who}", "working"))

    def level(self, p: Paper, who: str) -> int:
        return CLASSES.index(self.rank(p, who))

    def hand(self, p: Paper, account: str) -> list[str]:
        held = p.holdings(account)
        return [unit for unit in UNITS for _ in range(held.get(unit, 0))]

    def owner(self, p: Paper, business: str) -> str:
        return str(p.fact(f"owner.{business}", BOX))

    def pay(self, p: Paper, giver: str, taker: str, amount: int, purse: str = "cash") -> None:
        p.move(f"{giver}:{purse}", f"{taker}:{purse}", amount)

    def own_paper(self, p: Paper, who: str) -> object:
        paper = p.fact(f"paper.{who}")
        return paper if paper and PAPER_OF[str(paper)] == self.rank(p, who) else None

    def stakes(self, p: Paper, purse: str) -> dict[str, int]:
        return {who: held for who in self.seated(p) if (held := p.held(f"{who}:{purse}"))}

    def begin(self, p: Paper, kind: str, /, **facts: object) -> None:
        self.end(p, kind)
        p.note("event", kind)
        for name, value in facts.items():
            p.note(f"{kind}.{name}", value)

    def end(self, p: Paper, kind: str) -> None:
        p.note("event", None)
        p.forget(f"{kind}.")

    # --- set-up ----------------------------------------------------------------------------------------

    def on_start(self, p: Paper, first: str) -> None:
        p.note("first", first)
        for who in self.playing(p):
            p.note(f"class.{who}", "working")
            p.note(f"square.{who}", 0)
            self.pay(p, BOX, who, 200)

    def on_pick(self, p: Paper, who: str, business: str) -> None:
        p.must(self.owner(p, business) == BOX, "a Business is picked twice")
        p.note(f"owner.{business}", who)

    def on_join(self, p: Paper, called: str, business: str) -> None:
        who = self.join(p, called)
        p.note(f"owner.{business}", who)
        for name, value in (("class", "working"), ("square", 0)):
            p.note(f"{name}.{who}", value)
        self.pay(p, BOX, who, 200)

    def on_leave(self, p: Paper, who: str) -> None:
        self.pay(p, who, BOX, self.cash(p, who))
        self.pay(p, BOX, who, self.debt(p, who), "credit")
        for unit in self.hand(p, f"{who}:cards"):
            p.move(f"{who}:cards", STOCK, 1, unit)
        p.note(f"left.{who}", 1)
        for name in ("paper", "closed", "owes"):
            p.note(f"{name}.{who}", None)
        for business in COLOURS:
            if self.owner(p, business) == who:
                p.note(f"owner.{business}", None)

    # --- moving ----------------------------------------------------------------------------------------

    def on_roll(self, p: Paper, who: str, roll: int) -> None:
        rank = self.rank(p, who)
        size = len(RINGS[rank])
        start = p.whole(f"square.{who}")
        start = start if start < size else 0
        ring = [str(p.fact(f"board.square.{rank}.{at}", code)) for at, code in enumerate(RINGS[rank])]
        at = (start + roll) % size
        p.note(f"square.{who}", at)
        p.note(f"closed.{who}", None)
        first = 0 if p.house_rule("income") == "leaving" else 1
        passed = [ring[(start + step) % size] for step in range(first, roll + first)]
        self.pay(p, BOX, who, passed.count("income") * self.printed(p, f"income.{rank}"))
        self.lands(p, who, ring[at])

    def on_land(self, p: Paper, who: str, square: int) -> None:
        size = len(RINGS[self.rank(p, who)])
        start = p.whole(f"square.{who}")
        self.on_roll(p, who, (square - 1 - (start if start < size else 0)) % size)

    def lands(self, p: Paper, who: str, code: str) -> None:
        if code in ("gift", "bingo", "uncle"):
            self.pay(p, BOX, who, self.printed(p, code))
        elif code == "credit_due":
            self.on_credit_due(p, who)
        elif code == "funeral":
            self.on_funeral(p, who)
        elif code == "wedding" and self.rank(p, who) != "high":
            self.on_wedding(p, who)

    def on_place(self, p: Paper, who: str, square: int) -> None:
        p.note(f"square.{who}", square - 1)

    def on_turn(self, p: Paper, who: str) -> None:
        """Nothing moves."""

    def on_waive(self, p: Paper, reason: str) -> None:
        """Nothing moves."""

    # --- squares ---------------------------------------------------------------------------------------

    def on_collect(self, p: Paper, who: str) -> None:
        self.pay(p, BOX, who, self.printed(p, f"income.{self.rank(p, who)}"))

    def on_windfall(self, p: Paper, who: str, square: str) -> None:
        self.pay(p, BOX, who, self.printed(p, square))

    def on_pool(self, p: Paper, who: str, roll: int) -> None:
        self.pay(p, BOX, who, roll * self.printed(p, f"pool.{self.rank(p, who)}"))

    def on_ascot(self, p: Paper, who: str, roll: str) -> None:
        self.pay(p, BOX, who, self.printed(p, f"ascot.{roll}"))

    def on_taxes(self, p: Paper, who: str, roll: int) -> None:
        self.due(p, who, roll * self.printed(p, f"tax.{self.rank(p, who)}"))

    def on_unemployment(self, p: Paper, who: str, roll: int) -> None:
        self.due(p, who, roll * self.printed(p, "unemployment"))

    def on_welfare(self, p: Paper, who: str, roll: int) -> None:
        self.due(p, who, roll * self.printed(p, "welfare"))

    def on_divorce(self, p: Paper, who: str, roll: int, square: int = 1) -> None:
        self.due(p, who, roll * self.printed(p, f"alimony.{self.rank(p, who)}"), then=square - 1)

    def on_funeral(self, p: Paper, who: str) -> None:
        self.pay(p, BOX, who, self.printed(p, "funeral"))
        p.note(f"closed.{who}", 1)

    def on_reopen(self, p: Paper, who: str) -> None:
        p.note(f"closed.{who}", None)

    def on_join_club(self, p: Paper, who: str, club: str, on: str) -> None:
        fee = self.printed(p, f"fee.{club}")
        p.must(on == "credit" or self.cash(p, who) >= fee, "a fee paid with money that is not there")
        p.must(PAPER_OF[club] == self.rank(p, who), "a paper of another class")
        self.pay(p, who, BOX, fee, "cash" if on == "cash" else "credit")
        p.note(f"paper.{who}", club)

    # --- buying and credit -----------------------------------------------------------------------------

    def on_buy(self, p: Paper, who: str, business: str, item: str, on: str) -> None:
        owner = self.owner(p, business)
        p.must(owner != who, "bought at the own Business")
        if owner != BOX and p.fact(f"closed.{owner}"):
            p.must(p.house_rule("closed") == "treasury" and item == "other", "bought at a closed Business")
            owner = BOX
        if item == "other":
            cost = self.printed(p, f"other.{self.rank(p, who)}")
            if p.house_rule("other_credit") == "no":
                p.must(on == "cash", "an Other Purchase on credit")
                if self.cash(p, who) < cost:
                    self.due(p, who, cost, owner, "other")
                    return
        else:
            cost, unit = self.printed(p, f"symbol.{item}"), f"{business}.{item}"
            p.must(self.may_hold(p, who, unit), f"{who} may not hold {unit}")
            left = p.house_rule("stock")
            p.must(left == "unlimited" or int(left) + p.held(STOCK, unit) > 0, f"{unit} is out of stock")
            p.move(STOCK, f"{who}:cards", 1, unit)
        if on == "cash":
            p.must(self.cash(p, who) >= cost, "a purchase paid with money that is not there")
            self.pay(p, who, owner, cost)
        else:
            self.pay(p, BOX, owner, cost)
            self.pay(p, who, BOX, cost, "credit")

    def may_hold(self, p: Paper, who: str, unit: str, *, any_class: bool = False) -> bool:
        business, rank = unit.split(".")
        hand = self.hand(p, f"{who}:cards")
        if len(hand) >= 3 or unit in hand:
            return False
        if p.house_rule("one_of") == "business" and any(one.startswith(f"{business}.") for one in hand):
            return False
        return any_class or CLASSES.index(rank) >= self.level(p, who)

    def interest(self, p: Paper, debt: int) -> int:
        """Ten in a hundred, in tenths of a dollar first, then rounded."""
        tenths = max(0, debt)
        way = p.house_rule("interest")
        step = {"nearest": 1, "up": 1, "down": 1, "nearest10": 10, "up10": 10, "nearest50": 50}[way] * 10
        more = {"n": step // 2, "u": step - 1, "d": 0}[way[0]]
        return (tenths + more) // step * step // 10

    def owes(self, p: Paper, who: str) -> int:
        return max(0, self.debt(p, who)) + self.interest(p, self.debt(p, who))

    def on_credit_due(self, p: Paper, who: str) -> None:
        if self.debt(p, who) > 0:
            self.due(p, who, self.owes(p, who), kind="credit")

    def on_repay(self, p: Paper, who: str) -> None:
        p.must(p.house_rule("repay") == "yes", "credit repaid early")
        p.must(self.cash(p, who) >= self.owes(p, who), "credit repaid with money that is not there")
        self.on_credit_due(p, who)

    # --- debts that are due ----------------------------------------------------------------------------

    def due(
        self, p: Paper, who: str, amount: int, creditor: str = BOX, kind: str = "", then: int | None = None
    ) -> None:
        if amount <= max(0, self.cash(p, who)):
            self.pays(p, who, amount, creditor, kind, then)
            return
        self.begin(p, "due", who=who, amount=amount, creditor=creditor, kind=kind, then=then, tried="")
        self.sweep(p)

    def pays(self, p: Paper, who: str, amount: int, creditor: str, kind: str, then: object) -> None:
        self.pay(p, who, creditor, amount)
        if kind == "credit":
            self.pay(p, BOX, who, self.debt(p, who), "credit")
        if isinstance(then, int):
            lower = CLASSES[max(0, self.level(p, who) - 1)]
            p.note(f"class.{who}", lower)
            p.note(f"square.{who}", then if then < len(RINGS[lower]) else 0)
            p.note(f"paper.{who}", None)
            p.note(f"owes.{who}", None)

    def pays_if_able(self, p: Paper) -> bool:
        if p.fact("event") != "due" or p.whole("due.amount") > max(0, self.cash(p, str(p.fact("due.who")))):
            return False
        who, amount, creditor, kind = (p.fact(f"due.{key}") for key in ("who", "amount", "creditor", "kind"))
        then = p.fact("due.then")
        self.end(p, "due")
        self.pays(p, str(who), int(str(amount)), str(creditor), str(kind or ""), then)
        return True

    def on_settle(self, p: Paper) -> None:
        p.must(self.pays_if_able(p), "a debt paid with money that is not there")

    def on_bankrupt(self, p: Paper) -> None:
        who, creditor = str(p.fact("due.who")), str(p.fact("due.creditor"))
        cash, debt = self.cash(p, who), self.debt(p, who)
        p.must(not self.lots(p) and p.whole("due.amount") > max(0, cash), "bankrupt with something left")
        given = max(0, cash)
        self.pay(p, who, creditor, given)
        if p.house_rule("bankrupt_credit") == "carried":
            debt = min(debt, given if p.fact("due.kind") == "credit" else 0)
        self.pay(p, BOX, who, debt, "credit")
        for unit in self.hand(p, f"{who}:cards"):
            p.move(f"{who}:cards", STOCK, 1, unit)
        self.pay(p, BOX, who, 200 - min(0, cash))
        self.end(p, "due")
        for name, value in (("class", "working"), ("square", 0), ("paper", None), ("owes", None)):
            p.note(f"{name}.{who}", value)

    # --- auctions --------------------------------------------------------------------------------------

    def lots(self, p: Paper) -> list[str]:
        if p.fact("event") == "auction":
            return [*self.hand(p, HAMMER), *(["paper"] if p.fact("auction.paper") else [])]
        if p.fact("event") != "due":
            return []
        who, tried = str(p.fact("due.who")), str(p.fact("due.tried", "")).split()
        symbols = [unit for unit in self.hand(p, f"{who}:cards") if unit not in tried]
        return symbols or (["paper"] if p.fact(f"paper.{who}") and "paper" not in tried else [])

    def seller(self, p: Paper) -> str:
        return str(p.fact(f"{p.fact('event')}.who"))

    def paper_sold(self, p: Paper) -> str:
        return str(p.fact("auction.paper") if p.fact("event") == "auction" else p.fact(f"paper.{self.seller(p)}"))

    def may_bid(self, p: Paper, who: str, lot: str) -> bool:
        event = p.fact("event")
        if who == self.seller(p) or p.fact(f"closed.{who}") or self.cash(p, who) < 1:
            return False
        below = event == "auction" and p.house_rule("bidders") == "below"
        if below and self.level(p, who) >= CLASSES.index(str(p.fact("auction.entered"))):
            return False
        if lot == "paper":
            return self.rank(p, who) == PAPER_OF[self.paper_sold(p)] and not self.own_paper(p, who)
        return self.may_hold(p, who, lot, any_class=event == "due" and p.house_rule("bankrupt_class") == "any")

    def sweep(self, p: Paper) -> None:
        """Nobody able to bid: unsold at once."""
        while stuck := next((lot for lot in self.lots(p) if not self.bidders(p, lot)), None):
            self.pass_over(p, stuck)
        if p.fact("event") == "auction" and not self.lots(p):
            self.end(p, "auction")

    def bidders(self, p: Paper, lot: str) -> list[str]:
        return [who for who in self.playing(p) if self.may_bid(p, who, lot)]

    def pass_over(self, p: Paper, lot: str) -> None:
        if p.fact("event") == "due":
            p.note("due.tried", f"{p.fact('due.tried', '')} {lot}")
        elif lot == "paper":
            p.note("auction.paper", None)
        else:
            p.move(HAMMER, STOCK, 1, lot)
            self.pay(p, BOX, self.seller(p), BUY_BACK[str(p.fact("auction.entered"))])

    def auction(self, p: Paper, who: str, entered: str) -> None:
        below = CLASSES.index(entered)
        old = [unit for unit in self.hand(p, f"{who}:cards") if CLASSES.index(unit.split(".")[1]) < below]
        paper = p.fact(f"paper.{who}")
        paper = paper if paper and CLASSES.index(PAPER_OF[str(paper)]) < below else None
        if not old and not paper:
            return
        for unit, left in p.holdings(HAMMER).items():
            p.move(HAMMER, STOCK, left, unit)
        for unit in old:
            p.move(f"{who}:cards", HAMMER, 1, unit)
        if paper:
            p.note(f"paper.{who}", None)
        self.begin(p, "auction", who=who, entered=entered, paper=paper)
        self.sweep(p)

    def on_sell(self, p: Paper, lot: str, buyer: str, price: int) -> None:
        p.must(lot in self.lots(p) and self.may_bid(p, buyer, lot), f"{buyer} may not buy {lot}")
        p.must(self.cash(p, buyer) >= price, "a bid of money that is not there")
        who, event = self.seller(p), p.fact("event")
        self.pay(p, buyer, who, price)
        if lot == "paper":
            paper = self.paper_sold(p)
            p.note("auction.paper" if event == "auction" else f"paper.{who}", None)
            p.note(f"paper.{buyer}", paper)
        else:
            p.move(HAMMER if event == "auction" else f"{who}:cards", f"{buyer}:cards", 1, lot)
        if not self.pays_if_able(p):
            self.sweep(p)

    def on_unsold(self, p: Paper, lot: str) -> None:
        chosen = self.lots(p) if lot == "rest" else [lot]
        while chosen:
            for item in chosen:
                self.pass_over(p, item)
            chosen = self.lots(p) if lot == "rest" else []
        self.sweep(p)

    # --- moving up, retiring ---------------------------------------------------------------------------

    def on_move_up(self, p: Paper, who: str, black_market: str = "no") -> None:
        to = CLASSES[self.level(p, who) + 1]
        cash = self.cash(p, who) - (max(0, self.debt(p, who)) if p.house_rule("proof") == "net" else 0)
        fee = BLACK_MARKET[to] if black_market == "yes" else 0
        p.must(cash - fee >= PROOF[to], "moved up without the cash to prove")
        p.must(fee or self.own_paper(p, who), "moved up without a paper")
        p.must(len(self.counting(p, who, self.level(p, who))) >= 3, "moved up without three symbols")
        self.pay(p, who, BOX, fee)
        self.enters(p, who, to)

    def counting(self, p: Paper, who: str, least: int) -> list[str]:
        hand = (unit.split(".") for unit in self.hand(p, f"{who}:cards"))
        return [rank for colour, rank in hand if CLASSES.index(rank) >= least and self.owner(p, colour) != who]

    def enters(self, p: Paper, who: str, to: str, *, now: bool = True) -> None:
        p.note(f"class.{who}", to)
        p.note(f"square.{who}", 0)
        if now:
            self.auction(p, who, to)
        else:
            p.note(f"owes.{who}", to)

    def on_wedding(self, p: Paper, who: str) -> None:
        self.enters(p, who, CLASSES[self.level(p, who) + 1], now=p.house_rule("wedding") == "now")

    def on_hold_auction(self, p: Paper, who: str) -> None:
        entered = str(p.fact(f"owes.{who}"))
        p.note(f"owes.{who}", None)
        self.auction(p, who, entered)

    def on_retire(self, p: Paper, who: str) -> None:
        cost = self.owes(p, who)
        p.must(self.cash(p, who) - cost >= int(p.house_rule("goal")), "retired short of the goal")
        p.must(p.house_rule("retire_cards") == "cash" or len(self.counting(p, who, 2)) >= 3, "retired without symbols")
        self.pay(p, who, BOX, cost)
        self.pay(p, BOX, who, self.debt(p, who), "credit")
        p.note("ended", who)

    def winners(self, p: Paper) -> tuple[str, ...]:
        ended = p.fact("ended")
        return (str(ended),) if ended else ()

    # --- gambling --------------------------------------------------------------------------------------

    def stake(self, p: Paper, who: str, amount: int, purse: str) -> None:
        p.must(self.cash(p, who) >= amount, "a stake of money that is not there")
        p.must(not p.fact(f"closed.{who}"), "a stake from somebody at a funeral")
        p.move(f"{who}:cash", f"{who}:{purse}", amount)

    def opens(self, p: Paper, who: str, amount: int, purse: str) -> None:
        for key, left in self.stakes(p, purse).items():
            p.move(f"{key}:{purse}", f"{key}:cash", left)
        self.stake(p, who, amount, purse)

    def limit(self, p: Paper, stake: int) -> None:
        most = int(p.house_rule("bet_limit"))
        p.must(not most or stake <= most, "a bet above the limit")

    def on_race(self, p: Paper, who: str, horse: int, stake: int) -> None:
        self.limit(p, stake)
        self.opens(p, who, stake, "race")
        self.begin(p, "race", horse=horse, rolls=0)

    def on_side_bet(self, p: Paper, who: str, stake: int) -> None:
        self.limit(p, stake)
        p.must(not p.whole("race.rolls"), "a bet after the first roll")
        self.stake(p, who, stake, "race")

    def on_race_roll(self, p: Paper, roll: int) -> None:
        horse, rolls = p.whole("race.horse"), p.whole("race.rolls") + 1
        bets = {who: stake for who, stake in self.stakes(p, "race").items() if stake > 0}
        if roll == horse:
            figure = self.printed(p, f"tote.{horse}.{('win', 'place', 'show')[rolls - 1]}")
            for who, stake in bets.items():
                p.move(f"{who}:race", f"{who}:cash", stake)
                self.pay(p, BOX, who, stake * figure - (stake if p.house_rule("tote") == "includes" else 0))
        elif rolls == 3:
            for who, stake in bets.items():
                p.move(f"{who}:race", f"{BOX}:cash", stake)
        else:
            p.note("race.rolls", rolls)
            return
        self.end(p, "race")

    def on_invest(self, p: Paper, who: str, stake: int) -> None:
        p.must(stake % 100 == 0, "an investment that is no multiple of 100")
        self.opens(p, who, stake, "exchange")
        others = self.others_from(p, who)
        if p.house_rule("exchange_rollers") == "present":
            others = tuple(one for one in others if not p.fact(f"closed.{one}"))
        self.begin(p, "exchange", who=who, times=len(others), rolls=0, invested=stake, value=stake)

    def on_exchange_roll(self, p: Paper, roll: int) -> None:
        rolls = p.whole("exchange.rolls") + 1
        base = p.whole("exchange.value" if p.house_rule("exchange") == "each" else "exchange.invested")
        if roll == 3:
            flat = self.printed(p, "index.3")
            value = flat if p.house_rule("level3") == "flat" else flat * base // 100
        else:
            value = base * self.printed(p, f"index.{roll}") // 100
        p.note("exchange.rolls", rolls)
        p.note("exchange.value", value)
        if rolls == p.whole("exchange.times"):
            self.on_cash_in(p)

    def on_cash_in(self, p: Paper) -> None:
        who = str(p.fact("exchange.who"))
        p.must(p.whole("exchange.rolls"), "cashed in before the first roll")
        p.move(f"{who}:exchange", f"{BOX}:cash", p.held(f"{who}:exchange"))
        self.pay(p, BOX, who, p.whole("exchange.value"))
        self.end(p, "exchange")

    def on_lottery(self, p: Paper, who: str, stake: int) -> None:
        self.opens(p, who, stake, "lottery")
        self.begin(p, "lottery", lander=who, stake=stake, **{f"roll.{who}": "in"})

    def on_match(self, p: Paper, who: str) -> None:
        self.stake(p, who, p.whole("lottery.stake"), "lottery")
        p.note(f"lottery.roll.{who}", "in")

    def on_stake_back(self, p: Paper) -> None:
        who = str(p.fact("lottery.lander"))
        p.move(f"{who}:lottery", f"{who}:cash", p.whole("lottery.stake"))
        self.end(p, "lottery")

    def on_lottery_roll(self, p: Paper, who: str, roll: int) -> None:
        inside = [one for one in self.playing(p) if p.held(f"{one}:lottery") > 0]
        p.must(p.fact(f"lottery.roll.{who}") == "in", "a roll out of turn")
        p.note(f"lottery.roll.{who}", roll)
        slots = {one: p.fact(f"lottery.roll.{one}") for one in inside}
        if "in" in slots.values():
            return
        rolled = {one: said for one, said in slots.items() if isinstance(said, int)}
        best = [one for one, said in rolled.items() if said == max(rolled.values())]
        if len(best) > 1 and p.house_rule("lottery_tie") == "again":
            for who_rolled in rolled:
                p.note(f"lottery.roll.{who_rolled}", "in" if who_rolled in best else "out")
            return
        stakes = self.stakes(p, "lottery")
        pot, lander = sum(stakes.values()), str(p.fact("lottery.lander"))
        for who_rolled, stake in stakes.items():
            p.move(f"{who_rolled}:lottery", f"{lander}:cash", stake)
        for who_rolled in best:
            self.pay(p, lander, who_rolled, pot // len(best))
        self.end(p, "lottery")

    # --- corrections -----------------------------------------------------------------------------------

    def on_call_off(self, p: Paper, reason: str) -> None:
        del reason
        for purse in GAMBLES:
            for who, stake in self.stakes(p, purse).items():
                p.move(f"{who}:{purse}", f"{who}:cash", stake)
        event = str(p.fact("event") or "")
        if event == "auction":
            who = self.seller(p)
            for unit in self.hand(p, HAMMER):
                p.move(HAMMER, f"{who}:cards", 1, unit)
            if paper := p.fact("auction.paper"):
                p.note(f"paper.{who}", paper)
        if event:
            self.end(p, event)

    def on_correct_money(self, p: Paper, giver: str, taker: str, amount: int, reason: str) -> None:
        del reason
        p.must(giver == BOX or self.cash(p, giver) >= amount, "money that is not there is moved")
        self.pay(p, giver, taker, amount)

    def on_correct_credit(self, p: Paper, who: str, owed: int, reason: str) -> None:
        del reason
        self.pay(p, who, BOX, owed - self.debt(p, who), "credit")

    def on_correct_card(self, p: Paper, card: str, giver: str, taker: str, reason: str) -> None:
        del reason
        p.move(f"{giver}:cards", f"{taker}:cards", 1, card)

    def on_correct_class(self, p: Paper, who: str, rank: str, reason: str) -> None:
        del reason
        for name, value in (("class", rank), ("square", 0), ("owes", None)):
            p.note(f"{name}.{who}", value)

    def on_correct_paper(self, p: Paper, who: str, paper: str, reason: str) -> None:
        del reason
        p.note(f"paper.{who}", None if paper == "none" else paper)

    def on_correct_business(self, p: Paper, business: str, owner: str, reason: str) -> None:
        del reason
        p.note(f"owner.{business}", None if owner == BOX else owner)

    def on_gift(self, p: Paper, giver: str, taker: str, amount: int, reason: str) -> None:
        p.must(p.house_rule("gifts") == "yes", "a gift")
        self.on_correct_money(p, giver, taker, amount, reason)

    def on_private_sale(self, p: Paper, giver: str, card: str, taker: str, amount: int) -> None:
        p.must(p.house_rule("gifts") == "yes", "a private sale")
        p.must(self.may_hold(p, taker, card), f"{taker} may not hold {card}")
        self.on_correct_money(p, taker, giver, amount, "")
        p.move(f"{giver}:cards", f"{taker}:cards", 1, card)
