"""What the rulebook of Rat Race Monopoly moves: salary, taxes, loans, insurance, shares, streets, disasters, worth."""

from __future__ import annotations

from tests.campaigns.oracle import NoOpinion, Paper, Place, Rulebook

BANK, MARKET = "bank", "market"
GROUPS = {
    "brown": (50, (60, 60)), "light_blue": (50, (100, 100, 120)), "pink": (100, (140, 140, 160)),
    "orange": (100, (180, 180, 200)), "red": (150, (220, 220, 240)), "yellow": (150, (260, 260, 280)),
    "green": (200, (300, 300, 320)), "dark_blue": (200, (350, 400)),
}  # fmt: skip
GROUP_OF: dict[str, str] = {}
BOARD: dict[str, object] = {
    "start": 150, "salary": 50, "tax": 10, "tax.other": 100, "jail": 50, "share": 100,
    "fee.1": 50, "fee.2": 300, "fee.3": 600, "loan.1": 100, "loan.2": 200, "loan.3": 400,
}  # fmt: skip
for _group, (_house, _prices) in GROUPS.items():
    BOARD[f"house.{_group}"] = _house
    for _price in _prices:
        _street = f"s{len(GROUP_OF) + 1}"
        GROUP_OF[_street] = _group
        BOARD[f"price.{_street}"] = _price
STREETS = tuple(GROUP_OF)
SLOTS = ("loan_1", "loan_2")
LONG_AGO = (-1, 0)


class Millions(Rulebook):
    """The rulebook of Rat Race Monopoly, and the usual rules where it says nothing."""

    facts = BOARD
    whole = frozenset({"goal", "goal_classic", "point", "point_classic", "point_percent", "floor", "floor_classic"})

    # --- reading the table -----------------------------------------------------------------------------

    def note(self, p: Paper) -> int:
        """The smallest note: 10K, or $1 on Classic."""
        return 10 if p.house_rule("board") == "millions" else 1

    def unit(self, p: Paper) -> str:
        return "K" if p.house_rule("board") == "millions" else "$"

    def sum(self, p: Paper, key: str) -> int:
        """A printed figure, in the board's money."""
        return self.printed(p, key) * self.note(p)

    def down(self, p: Paper, amount: int) -> int:
        """A sum in whole notes."""
        return amount // self.note(p) * self.note(p)

    def house_sum(self, p: Paper, key: str) -> int:
        """A house rule that is money."""
        said = p.house_rule(key if p.house_rule("board") == "millions" else f"{key}_classic")
        if not said.isdigit():
            raise NoOpinion
        return int(said)

    def cash(self, p: Paper, who: str) -> int:
        return p.held(f"{who}:cash", self.unit(p))

    def pay(self, p: Paper, giver: str, taker: str, amount: int, purse: str = "cash") -> None:
        """Move cash, or debt; a broker alone keeps nobody's."""
        if p.house_rule("books") == "both":
            p.move(f"{giver}:{purse}", f"{taker}:{purse}", amount, self.unit(p))

    def pays(self, p: Paper, giver: str, taker: str, amount: int) -> None:
        """Pay what must be there."""
        p.must(
            giver == BANK or p.house_rule("books") == "broker" or self.cash(p, giver) >= amount, f"{giver} overdraws"
        )
        self.pay(p, giver, taker, amount)

    def owner(self, p: Paper, street: str) -> str:
        return next((who for who in self.seated(p) if p.held(f"{who}:streets", street) > 0), BANK)

    def streets(self, p: Paper, who: str) -> list[str]:
        return [street for street in STREETS if self.owner(p, street) == who]

    def houses(self, p: Paper, street: str) -> int:
        return p.held(f"{street}:houses", "houses")

    def house_cost(self, p: Paper, street: str) -> int:
        return self.sum(p, f"house.{GROUP_OF[street]}")

    def lent(self, p: Paper, street: str) -> int:
        return self.printed(p, f"price.{street}") // 2 * self.note(p)

    def loans(self, p: Paper, who: str) -> dict[str, int]:
        return {slot: held for slot in SLOTS if (held := p.whole(f"{slot}.{who}"))}

    def share(self, p: Paper) -> int:
        return p.whole("price") or self.sum(p, "share")

    # --- set-up ----------------------------------------------------------------------------------------

    def on_start(self, p: Paper, first: str = "") -> None:
        del first
        p.note("opened", 1)
        p.note("price", self.sum(p, "share"))
        for who in self.playing(p):
            self.pay(p, BANK, who, self.sum(p, "start"))

    def on_start_by_throw(self, p: Paper, rolls: str) -> None:
        del rolls
        self.on_start(p)

    def on_join(self, p: Paper, called: str) -> None:
        who = self.join(p, called, *(account.partition(":")[0] for account, _ in p.base))
        self.pay(p, BANK, who, self.sum(p, "start"))

    # --- turns -----------------------------------------------------------------------------------------

    def on_throw(self, p: Paper, **answers: object) -> None:
        """Nothing moves."""

    def on_next_player(self, p: Paper) -> None:
        """Nothing moves."""

    def on_correct_turn(self, p: Paper, who: str) -> None:
        """Nothing moves."""

    def on_go_to_jail(self, p: Paper, who: str, why: str = "") -> None:
        """Nothing moves."""

    def on_leave_jail(self, p: Paper, who: str, how: str) -> None:
        if how == "fine":
            self.pays(p, who, BANK, self.sum(p, "jail"))

    def on_pass_go(
        self, p: Paper, who: str, roll: int, insure: str = "", landed: str = "", sell: int = 0, buy: str = ""
    ) -> None:
        level = p.whole(f"job.{who}")
        full = self.sum(p, "salary") * max(1, level)
        if not level:
            full = {"full": full, "half": self.down(p, full // 2), "none": 0}[p.house_rule("no_job_salary")]
        self.pay(p, BANK, who, {0: full, 1: self.down(p, full // 2)}.get(len(self.loans(p, who)), 0))
        p.note(f"go.{who}.{p.number}", p.place)
        p.note(f"insured.{who}", None)
        if insure == "yes":
            self.insures(p, who)
        if landed == "yes":
            self.visits(p, who, sell, buy, roll)
        else:
            p.must(not sell and buy != "yes", "shares traded in passing")
            self.updates(p, roll)

    # --- study and work --------------------------------------------------------------------------------

    def on_study(self, p: Paper, who: str) -> None:
        degree = p.whole(f"degree.{who}") + 1
        self.pays(p, who, BANK, self.sum(p, f"fee.{degree}"))
        p.note(f"degree.{who}", degree)

    def on_apply_for_job(self, p: Paper, who: str, roll: int) -> None:
        degree, job = p.whole(f"degree.{who}"), p.whole(f"job.{who}")
        p.must(degree, "a job without a degree")
        top = roll in (2, 12) or (roll in (3, 11) and p.house_rule("job_doubles") == "top")
        if top:
            p.note(f"job.{who}", max(job, 2 * degree))
        elif roll % 2 == 0 and job < 2 * degree - 1:
            p.note(f"job.{who}", 2 * degree - 1)
        elif roll % 2 == 0 and p.house_rule("job_even") == "up":
            p.note(f"job.{who}", max(job, min(2 * degree, job + 1)))

    def on_pay_tax(self, p: Paper, who: str, square: str = "income") -> None:
        other = square == "other" and p.house_rule("tax_squares") == "income"
        level = max(1, p.whole(f"job.{who}"))
        self.pays(p, who, BANK, self.sum(p, "tax.other") if other else level * self.sum(p, "tax"))

    # --- payments --------------------------------------------------------------------------------------

    def on_rent(self, p: Paper, who: str, street: str, amount: int) -> None:
        p.must(not p.fact(f"mortgaged.{street}"), "rent for a mortgaged street")
        p.must(self.owner(p, street) not in (BANK, who), "rent for a street of nobody else's")
        self.pays(p, who, self.owner(p, street), amount)

    def on_pay(self, p: Paper, giver: str, taker: str, amount: int, reason: str) -> None:
        del reason
        self.pays(p, giver, taker, amount)

    def on_pay_each(self, p: Paper, who: str, amount: int, reason: str) -> None:
        del reason
        for other in self.others_from(p, who):
            self.pays(p, who, other, amount)

    def on_paid_by_each(self, p: Paper, who: str, amount: int, reason: str) -> None:
        del reason
        for other in self.others_from(p, who):
            self.pays(p, other, who, amount)

    # --- loans -----------------------------------------------------------------------------------------

    def on_take_loan(self, p: Paper, who: str, loan: int = 0) -> None:
        size = self.sum(p, f"loan.{(p.whole(f'job.{who}') + 1) // 2}")
        p.must(loan in (0, size) and len(self.loans(p, who)) < 2, "a loan that is not given")
        slot = next(one for one in SLOTS if one not in self.loans(p, who))
        self.pay(p, BANK, who, size)
        self.pay(p, who, BANK, size, "debt")
        p.note(f"{slot}.{who}", size)
        p.note(f"{slot}_since.{who}", p.place)

    def ripe(self, p: Paper, who: str, slot: str) -> bool:
        """Whether GO was passed with a loan."""
        since = p.fact(f"{slot}_since.{who}", (0, 0))
        assert isinstance(since, tuple)
        return since == LONG_AGO or any(at > since for at in p.names(f"go.{who}.").values() if isinstance(at, tuple))

    def on_repay(self, p: Paper, who: str, loan: str = "") -> None:
        held = self.loans(p, who)
        able = [slot for slot in held if p.house_rule("repay") == "any" or self.ripe(p, who, slot)]
        first = [slot for slot in able if held[slot] <= self.cash(p, who)]
        slot = loan or [*first, *able, *held][0]
        p.must(slot in able, "a loan repaid before GO")
        self.pays(p, who, BANK, held[slot])
        self.pay(p, BANK, who, held[slot], "debt")
        p.note(f"{slot}.{who}", None)
        p.note(f"{slot}_since.{who}", None)

    # --- insurance -------------------------------------------------------------------------------------

    def tenth(self, p: Paper, amount: int) -> int:
        return self.down(p, amount // 10)

    def insures(self, p: Paper, who: str) -> None:
        streets = self.streets(p, who)
        p.must(streets, "nothing to insure")
        cost = sum(self.sum(p, f"price.{street}") for street in streets)
        if p.house_rule("insurance_base") == "buildings":
            cost += sum(self.houses(p, street) * self.house_cost(p, street) for street in streets)
        self.pays(p, who, BANK, self.tenth(p, cost))
        p.note(f"insured.{who}", 1)

    def on_insure(self, p: Paper, who: str) -> None:
        p.must(p.house_rule("insurance_when") == "purchase" and not p.fact(f"insured.{who}"), "insured out of time")
        self.insures(p, who)

    def gains(self, p: Paper, who: str, streets: list[str]) -> None:
        """Streets gained in an insured year are covered, or cost a tenth."""
        if who == BANK or not streets or not p.fact(f"insured.{who}") or p.house_rule("insurance_gained") == "covered":
            return
        cost = self.tenth(p, sum(self.sum(p, f"price.{street}") for street in streets))
        if self.cash(p, who) < cost:
            p.note(f"insured.{who}", None)
        else:
            self.pay(p, who, BANK, cost)

    # --- shares ----------------------------------------------------------------------------------------

    def updates(self, p: Paper, roll: int) -> None:
        """The price by two dice: a point up from 8, a point down to 6, never below the floor."""
        price, least = self.share(p), self.note(p)
        if p.house_rule("point_kind") == "percent":
            percent = p.house_rule("point_percent")
            if not percent.isdigit():
                raise NoOpinion
            point = max(least, self.down(p, price * int(percent) // 100))
        else:
            point = max(least, self.down(p, self.house_sum(p, "point")))
        floor = max(least, self.down(p, self.house_sum(p, "floor")))
        if roll >= 8:
            p.note("price", max(price, min(10**6 if self.unit(p) == "K" else 10**9, price + point)))
        elif roll <= 6:
            p.note("price", min(price, max(floor, price - point)))

    def visits(self, p: Paper, who: str, sell: int, buy: str, roll: int) -> None:
        if p.house_rule("share_update") == "after":
            self.updates(p, roll)
        self.trades(p, who, sell, buy)
        if p.house_rule("share_update") == "before":
            self.updates(p, roll)

    def trades(self, p: Paper, who: str, sell: int, buy: str) -> None:
        p.must(sell <= p.held(f"{who}:shares", "shares") or not sell, "shares sold that are not there")
        p.move(f"{who}:shares", f"{MARKET}:shares", sell, "shares")
        self.pay(p, BANK, who, sell * self.share(p))
        if buy == "yes":
            self.pays(p, who, BANK, self.share(p))
            p.move(f"{MARKET}:shares", f"{who}:shares", 1, "shares")

    def on_visit(self, p: Paper, who: str, roll: int, sell: int = 0, buy: str = "no") -> None:
        self.visits(p, who, sell, buy, roll)

    def on_update_price(self, p: Paper, roll: int) -> None:
        self.updates(p, roll)

    def on_raise_shares(self, p: Paper, who: str, count: int, owed: int) -> None:
        p.must(p.house_rule("books") == "broker" or self.cash(p, who) < owed, "shares sold without need")
        self.trades(p, who, count, "no")

    # --- streets ---------------------------------------------------------------------------------------

    def hand(self, p: Paper, street: str, taker: str) -> None:
        """Make a street one holder's alone."""
        holders = {account for account, unit in (*p.base, *p.moves) if unit == street}
        for account in sorted(holders - {f"{taker}:streets", f"{BANK}:streets"}):
            p.move(account, f"{BANK}:streets", p.held(account, street), street)
        if taker != BANK:
            p.move(f"{BANK}:streets", f"{taker}:streets", 1 - p.held(f"{taker}:streets", street), street)

    def build(self, p: Paper, street: str, count: int) -> None:
        p.move(f"{BANK}:houses", f"{street}:houses", count, "houses")

    def bare(self, p: Paper, street: str) -> None:
        """Take everything off a street that is the bank's."""
        self.build(p, street, -self.houses(p, street))
        if p.fact(f"mortgaged.{street}"):
            # where nothing is on it, a line says nothing of it: that counts when an earlier line is crossed out
            p.note(f"mortgaged.{street}", None)

    def on_buy_street(self, p: Paper, who: str, street: str, price: int | None = None) -> None:
        p.must(self.owner(p, street) == BANK, "bought from somebody else than the bank")
        self.bare(p, street)
        self.pays(p, who, BANK, self.sum(p, f"price.{street}") if price is None else price)
        self.hand(p, street, who)
        self.gains(p, who, [street])

    def on_mortgage(self, p: Paper, who: str, streets: str) -> None:
        for street in streets.split("+"):
            p.must(self.owner(p, street) == who and not p.fact(f"mortgaged.{street}"), "a street that is not free")
            self.pay(p, BANK, who, self.lent(p, street))
            p.note(f"mortgaged.{street}", 1)

    def on_lift_mortgage(self, p: Paper, who: str, streets: str) -> None:
        for street in streets.split("+"):
            p.must(p.fact(f"mortgaged.{street}"), "a mortgage lifted that is none")
            half = self.printed(p, f"price.{street}") // 2
            self.pays(p, who, BANK, (half + half // 10) * self.note(p))
            p.note(f"mortgaged.{street}", None)

    def on_build(self, p: Paper, who: str, streets: str, each: int = 1) -> None:
        for street in streets.split("+"):
            group = [one for one in STREETS if GROUP_OF[one] == GROUP_OF[street]]
            p.must(all(self.owner(p, one) == who for one in group), "built without the whole group")
            self.pays(p, who, BANK, each * self.house_cost(p, street))
            self.build(p, street, each)
            p.must(self.houses(p, street) <= 5, "more than a hotel")

    def on_sell_buildings(self, p: Paper, who: str, streets: str, each: int = 1) -> None:
        for street in streets.split("+"):
            self.pay(p, BANK, who, each * self.down(p, self.house_cost(p, street) // 2))
            self.build(p, street, -each)
            p.must(self.houses(p, street) >= 0, "sold what does not stand there")

    def fee(self, p: Paper, streets: list[str]) -> int:
        """What taking over mortgages costs at once."""
        if p.house_rule("mortgage_taken") == "free":
            return 0
        under = [street for street in streets if p.fact(f"mortgaged.{street}")]
        return sum(self.down(p, self.lent(p, street) // 10) for street in under)

    def on_deal(
        self, p: Paper, who: str, other: str, gives: str = "", gets: str = "", pays: int = 0, asks: int = 0
    ) -> None:
        away, home = ([one for one in side.split("+") if one] for side in (gives, gets))
        p.must(all(self.owner(p, one) == who for one in away), "somebody else's street is given")
        p.must(all(self.owner(p, one) == other for one in home), "somebody else's street is got")
        for street in away:
            self.hand(p, street, other)
        for street in home:
            self.hand(p, street, who)
        self.pay(p, other, who, asks - pays)
        self.pay(p, who, BANK, self.fee(p, home))
        self.pay(p, other, BANK, self.fee(p, away))
        self.gains(p, who, home)
        self.gains(p, other, away)

    # --- disasters -------------------------------------------------------------------------------------

    def on_disaster(self, p: Paper, who: str, roll: int) -> None:
        del who
        p.note("severe", 1 if roll in (2, 3, 11, 12) else None)

    def on_lose_streets(self, p: Paper, who: str, streets: str) -> None:
        drawn = streets.split("+")
        wanted = len(self.streets(p, who)) // 2 if p.fact("severe") else 1
        p.must(len(drawn) == wanted, f"{len(drawn)} streets are lost, not {wanted}")
        for street in drawn:
            p.must(self.owner(p, street) == who, "somebody else's street is lost")
            if p.fact("severe") or p.house_rule("disaster_light") == "street":
                self.hand(p, street, BANK)
                self.bare(p, street)
            else:
                self.build(p, street, -self.houses(p, street))

    def on_call_off(self, p: Paper, reason: str) -> None:
        """Nothing moves."""

    # --- out, and the end ------------------------------------------------------------------------------

    def on_bankrupt(self, p: Paper, who: str, creditor: str, owed: int) -> None:
        p.must(self.cash(p, who) < owed, "bankrupt with enough cash")
        self.out(p, who, creditor)

    def on_leave(self, p: Paper, who: str) -> None:
        if p.house_rule("books") == "broker":
            p.move(f"{who}:shares", f"{MARKET}:shares", p.held(f"{who}:shares", "shares"), "shares")
            self.forgets(p, who)
        else:
            self.out(p, who, BANK)

    def out(self, p: Paper, who: str, creditor: str) -> None:
        streets = self.streets(p, who)
        for street in streets:
            if (built := self.houses(p, street)) > 0:
                self.pay(p, BANK, who, built * self.down(p, self.house_cost(p, street) // 2))
                self.build(p, street, -built)
        shares = max(0, p.held(f"{who}:shares", "shares"))
        p.move(f"{who}:shares", f"{MARKET}:shares", shares, "shares")
        self.pay(p, BANK, who, shares * self.share(p))
        debt = -p.held(f"{who}:debt", self.unit(p))
        if creditor != BANK and p.house_rule("bankrupt_first") == "bank":
            paid = min(max(0, self.cash(p, who)), max(0, debt))
            self.pay(p, who, BANK, paid)
        self.pay(p, BANK, who, debt, "debt")
        self.pay(p, who, creditor, max(0, self.cash(p, who)))
        for street in streets:
            self.hand(p, street, creditor)
            if creditor == BANK:
                self.bare(p, street)
        self.forgets(p, who)
        if creditor != BANK:
            self.pay(p, creditor, BANK, min(max(0, self.cash(p, creditor)), self.fee(p, streets)))
            self.gains(p, creditor, streets)

    def forgets(self, p: Paper, who: str) -> None:
        p.note(f"left.{who}", 1)
        for name in ("insured", *SLOTS, *(f"{slot}_since" for slot in SLOTS)):
            p.note(f"{name}.{who}", None)

    def worth(self, p: Paper, who: str) -> int:
        """Cash, streets (mortgaged at half), buildings and shares, less loans."""
        total = self.cash(p, who) + p.held(f"{who}:debt", self.unit(p))
        streets = self.streets(p, who)
        if p.house_rule("worth_streets") == "yes":
            for street in streets:
                price = self.sum(p, f"price.{street}")
                total += self.lent(p, street) if p.fact(f"mortgaged.{street}") else price
        built = sum(self.houses(p, street) * self.house_cost(p, street) for street in streets)
        total += {"cost": built, "half": self.down(p, built // 2), "none": 0}[p.house_rule("worth_buildings")]
        if p.house_rule("worth_shares") == "yes":
            total += p.held(f"{who}:shares", "shares") * self.share(p)
        return total

    def on_declare(self, p: Paper, who: str) -> None:
        p.must(self.worth(p, who) >= self.house_sum(p, "goal"), "declared short of the goal")
        p.note("declared", who)

    def winners(self, p: Paper) -> tuple[str, ...] | None:
        if not p.fact("opened") or p.house_rule("books") == "broker":
            return ()
        left = self.playing(p)
        if p.fact("declared") in left:
            return (str(p.fact("declared")),)
        try:
            if p.house_rule("declare") == "moment":
                worth = {who: self.worth(p, who) for who in left}
                best = max(worth.values(), default=0)
                if best >= self.house_sum(p, "goal"):
                    return tuple(who for who in left if worth[who] == best)
        except NoOpinion:
            return None
        return left if len(left) == 1 else ()

    # --- corrections -----------------------------------------------------------------------------------

    def on_correct_street(self, p: Paper, street: str, to: str, reason: str) -> None:
        del reason
        now = self.owner(p, street)
        self.hand(p, street, to)
        if BANK in (now, to):
            self.bare(p, street)

    def on_correct_buildings(self, p: Paper, street: str, houses: int, reason: str) -> None:
        del reason
        self.build(p, street, houses - self.houses(p, street))

    def on_correct_mortgage(self, p: Paper, street: str, mortgaged: str, reason: str) -> None:
        del reason
        p.note(f"mortgaged.{street}", 1 if mortgaged == "yes" else None)

    def on_correct_price(self, p: Paper, price: int, reason: str) -> None:
        del reason
        p.note("price", price)

    def on_correct_shares(self, p: Paper, who: str, count: int, reason: str) -> None:
        del reason
        p.move(f"{MARKET}:shares", f"{who}:shares", count - p.held(f"{who}:shares", "shares"), "shares")

    def on_correct_cash(self, p: Paper, who: str, cash: int, reason: str) -> None:
        del reason
        self.pay(p, BANK, who, cash - self.cash(p, who))

    def on_correct_loan(self, p: Paper, who: str, loan: str, owed: int, reason: str, passed: str = "") -> None:
        del reason
        since: Place | object = p.fact(f"{loan}_since.{who}")
        if passed:
            since = LONG_AGO if passed == "yes" else p.place
        elif not p.whole(f"{loan}.{who}"):
            since = p.place
        p.note(f"{loan}.{who}", owed or None)
        p.note(f"{loan}_since.{who}", since if owed else None)
        change = sum(self.loans(p, who).values()) + p.held(f"{who}:debt", self.unit(p))
        self.pay(p, who, BANK, change, "debt")

    def on_correct_job(self, p: Paper, who: str, job: str, reason: str) -> None:
        del reason
        p.note(f"job.{who}", int(job) or None)

    def on_correct_degree(self, p: Paper, who: str, degree: str, reason: str) -> None:
        del reason
        p.note(f"degree.{who}", int(degree) or None)

    def on_correct_insurance(self, p: Paper, who: str, insured: str, reason: str) -> None:
        del reason
        p.note(f"insured.{who}", 1 if insured == "yes" else None)

    def on_correct_jail(self, p: Paper, who: str, jail: str, reason: str) -> None:
        """Nothing moves."""

    def on_rename(self, p: Paper, who: str, called: str) -> None:
        """Nothing moves."""
