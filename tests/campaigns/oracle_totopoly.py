"""What the rulebook of Totopoly moves: leases, lots with commission, training, fees, the Tote, side books, prizes."""

from __future__ import annotations

from tests.campaigns.oracle import Paper, Rulebook

POUND = "\u00a3"
BOX, FUND, TRAINING, POOL = "box:cash", "bank:fund", "training:cash", "tote:pool"
PACK, HAMMER, OUT, STACK = "pack:cards", "hammer:cards", "out:cards", "stack:training"
HORSES = tuple(f"h{number}" for number in range(1, 13))
BUSINESSES = tuple(f"b{number}" for number in range(1, 9))
CARDS = (*HORSES, *BUSINESSES)
ROLES = dict(
    zip(BUSINESSES, ("walroy", "stevedon", "vet", "forage", "steward", "auctioneer", "other", "other"), strict=True)
)
WHITES = tuple(f"white.{colour}" for colour in ("black", "red", "yellow", "blue"))
PLACES = {"hammer": HAMMER, "nobody": OUT, "dummy": PACK}
PURSES = {"bank": BOX, "fund": FUND, "training": TRAINING}
BETS_ALONE = ("tote", "book")
BEGINS = {"evening": "leases", "bank": "leases", "auction": "lots", "tote": "betting", "book": "betting"}


def dividend(total: int, laid: int, way: str, least: str) -> tuple[int, int | None]:
    """The commission on a pool, and the round dividend where there is one."""
    if way == "round":
        ideal = 9 * total // (10 * laid)
        spread = range(1, total // laid + 1) if total // laid < 1_000 else range(ideal - 3, ideal + 4)
        fits = [one for one in spread if one > 0 and 5 * total <= 100 * (total - one * laid) <= 15 * total]
        if fits:
            # closest to 10%; of two equally close the higher dividend
            best = min(fits, key=lambda fit: (abs(10 * (total - fit * laid) - total), -fit))
            return total - best * laid, best
    commission = total // 10 + (total % 10 >= 5)
    if least == "stake" and total - commission < laid:
        commission = total - laid
    return commission, None


def shared_out(stakes: list[int], net: int, breakage: str) -> list[int]:
    """What each winning bet gets of a net pool, fractions dropped; units left over by the house rule."""
    laid = sum(stakes)
    paid = [stake * net // laid for stake in stakes]
    if breakage == "remainders":
        order = sorted(range(len(stakes)), key=lambda at: (-(stakes[at] * net % laid), at))
        for at in order[: net - sum(paid)]:
            paid[at] += 1
    return paid


class Totopoly(Rulebook):
    """The rulebook of Totopoly."""

    facts = {f"{card}.price": 0 for card in CARDS}  # noqa: RUF012 - never written to

    # --- reading the table -----------------------------------------------------------------------------

    def cash(self, p: Paper, who: str) -> int:
        return p.held(f"{who}:cash", POUND)

    def till(self, p: Paper, who: str) -> int:
        return p.held(f"{who}:book", POUND)

    def pay(self, p: Paper, giver: str, taker: str, amount: int) -> None:
        p.move(giver, taker, amount, POUND)

    def tracked(self, p: Paper) -> bool:
        return p.house_rule("keeps") == "evening"

    def pays(self, p: Paper, who: str, taker: str, amount: int) -> None:
        """Pay what must be there, where cash is followed."""
        p.must(not self.tracked(p) or self.cash(p, who) >= amount, f"{who} overdraws")
        self.pay(p, f"{who}:cash", taker, amount)

    def earn(self, p: Paper, hat: str, amount: int, giver: str) -> None:
        """A hat's earnings are its wearer's own money at once, and counted apart."""
        who = p.fact(f"hat.{hat}")
        self.pay(p, giver, f"{who or hat}:cash", amount)
        p.move(f"box:{hat}", f"{who or hat}:{hat}", amount, "earned")

    def free(self, p: Paper, card: str) -> bool:
        """Whether it is the auctioneer's card."""
        return card in BUSINESSES and p.fact(f"board.{card}.role", ROLES[card]) == "auctioneer"

    def auctioneers(self, p: Paper) -> str:
        return next((card for card in BUSINESSES if self.free(p, card)), "")

    def owner(self, p: Paper, card: str) -> str:
        return next((who for who in self.seated(p) if p.held(f"{who}:cards", card) > 0), "")

    def find_lying(self, p: Paper, place: str) -> list[str]:
        return [card for card in CARDS if p.held(place, card) > 0]

    def unkept(self, p: Paper) -> list[str]:
        return [
            card for card in CARDS if not self.owner(p, card) and p.held(HAMMER, card) <= 0 and p.held(OUT, card) <= 0
        ]

    def race(self, p: Paper) -> int:
        return p.whole("race", 1)

    def runners(self, p: Paper) -> list[str]:
        if p.house_rule("keeps") in BETS_ALONE:
            field = HORSES[: p.whole("field")]
        else:
            field = tuple(horse for horse in HORSES if self.owner(p, horse))
        return [horse for horse in field if not p.fact(f"scratched.{horse}")]

    def own(self, p: Paper, who: str) -> list[str]:
        return [horse for horse in self.runners(p) if p.held(f"{who}:cards", horse) > 0]

    # --- set-up ----------------------------------------------------------------------------------------

    def on_start(self, p: Paper, horses: int = 12, **hats: str) -> None:
        keeps = p.house_rule("keeps")
        p.note("stage", BEGINS[keeps])
        card = self.auctioneers(p)
        if keeps == "evening":
            for who in self.playing(p):
                self.pay(p, BOX, f"{who}:cash", 700)
        if keeps in ("evening", "bank") and len(self.playing(p)) < 4 and card:
            p.move(PACK, OUT, 1, card)
        if keeps == "auction":
            for one in CARDS:
                p.move(PACK, OUT if one == card else HAMMER, 1, one)
        if keeps in BETS_ALONE:
            p.note("field", horses)
        for hat, who in hats.items():
            self.wears(p, hat, who)

    def wears(self, p: Paper, hat: str, who: str) -> None:
        p.note(f"hat.{hat}", None if who == "nobody" else who)

    def on_wear_hat(self, p: Paper, hat: str, who: str) -> None:
        self.wears(p, hat, who)

    def on_join(self, p: Paper, called: str) -> None:
        self.join(p, called)

    # --- leases and lots -------------------------------------------------------------------------------

    def on_keep(self, p: Paper, who: str, card: str, price: int | None = None) -> None:
        p.must(card in self.unkept(p), "a card is kept that is not in the deal")
        p.move(PACK, f"{who}:cards", 1, card)
        if self.free(p, card):
            self.wears(p, "auctioneer", who)
            return
        cost = self.printed(p, f"{card}.price") if price is None else price
        p.note(f"board.{card}.price", cost)
        self.pays(p, who, FUND, cost)

    def on_swap(self, p: Paper, dealer: str) -> None:
        """No money moves."""

    def on_open_auction(self, p: Paper) -> None:
        card, left = self.auctioneers(p), self.unkept(p)
        p.note("stage", "lots")
        for one in left:
            p.move(PACK, OUT if one == card else HAMMER, 1, one)
        self.closes(p)

    def closes(self, p: Paper) -> None:
        """End the auction with its last lot; a race that went on beside it may be over then."""
        if p.fact("stage") != "lots" or self.find_lying(p, HAMMER):
            return
        keeps, resume = p.house_rule("keeps"), p.fact("resume")
        if resume:
            p.note("stage", resume)
            p.note("resume", None)
            if resume == "running" and not self.waits(p):
                self.counts_whites(p)
                self.result(p)
        elif keeps == "auction":
            p.note("stage", "over")
        else:
            p.note("stage", "parade" if keeps == "bank" and p.house_rule("training") != "fund" else "ring")

    def commission(self, p: Paper, who: str, price: int) -> int:
        """5% of a price, to the nearest unit."""
        if who == p.fact("hat.auctioneer") and p.house_rule("own_lots") == "none":
            return 0
        way = p.house_rule("auction_rounding")
        whole, part = divmod(price, 20)
        nearest = whole + (part > 10 or (part == 10 and way != "down"))
        return max(1, nearest) if way == "least" else nearest

    def on_sell(self, p: Paper, lot: str, who: str, price: int) -> None:
        extra, top = self.commission(p, who, price), p.house_rule("commission_on") == "top"
        own = who == p.fact("hat.auctioneer")
        p.must(not self.tracked(p) or self.cash(p, who) >= price + (extra if top and not own else 0), f"{who} overbids")
        self.pay(p, f"{who}:cash", FUND, price)
        self.earn(p, "auctioneer", extra, f"{who}:cash" if top else FUND)
        p.move(HAMMER, f"{who}:cards", 1, lot)
        p.note(f"passed.{lot}", None)
        self.closes(p)

    def on_no_bid(self, p: Paper, lot: str) -> None:
        if p.house_rule("no_bid") == "again" and not p.fact(f"passed.{lot}"):
            p.note(f"passed.{lot}", 1)
            return
        self.unsold(p, lot)
        self.closes(p)

    def unsold(self, p: Paper, lot: str) -> None:
        """A lot nobody wants is out of the game, and a leaver's horse is scratched: its bets go back before the off."""
        p.move(HAMMER, OUT, 1, lot)
        p.note(f"passed.{lot}", None)
        resume = p.fact("resume")
        if lot in HORSES and resume in ("ring", "parade", "betting", "running"):
            p.note(f"scratched.{lot}", 1)
            if resume in ("parade", "betting"):
                self.refunds(p, lot)

    def on_end_auction(self, p: Paper, reason: str) -> None:
        del reason
        for lot in self.find_lying(p, HAMMER):
            self.unsold(p, lot)
        self.closes(p)

    # --- training and debts ----------------------------------------------------------------------------

    def account(self, p: Paper) -> str:
        return FUND if p.house_rule("training") == "fund" else TRAINING

    def on_train_pay(self, p: Paper, who: str, to: str, amount: int, reason: str = "") -> None:
        del reason
        if to in BUSINESSES:
            owner = self.owner(p, to)
            p.must(owner != who, "paid to the own business")
            target = f"{owner}:cash" if owner else self.account(p)
        else:
            target = self.account(p) if to == "bank" else f"{to}:cash"
        self.due(p, who, amount, target)

    def on_train_get(self, p: Paper, who: str, giver: str, amount: int, reason: str = "") -> None:
        del reason
        if giver == "bank":
            self.pay(p, self.account(p), f"{who}:cash", amount)
        else:
            self.due(p, giver, amount, f"{who}:cash")

    def on_end_training(self, p: Paper) -> None:
        p.note("stage", "parade")

    def fees(self, p: Paper, who: str) -> list[str]:
        return [horse for horse in self.own(p, who) if not p.fact(f"fee.{horse}")]

    def due(self, p: Paper, who: str, amount: int, to: str, kind: str = "") -> None:
        """Pay at once, or owe until cash is raised."""
        if not self.tracked(p) or amount <= max(0, self.cash(p, who)):
            self.met(p, who, amount, to, kind)
            return
        for key, value in (("who", who), ("amount", amount), ("to", to), ("kind", kind)):
            p.note(f"due.{key}", value)

    def met(self, p: Paper, who: str, amount: int, to: str, kind: str) -> None:
        self.pay(p, f"{who}:cash", to, amount)
        if kind == "fee":
            for horse in self.fees(p, who):
                p.note(f"fee.{horse}", 1)

    def owed(self, p: Paper) -> tuple[str, int, str, str]:
        """The debt that is open: who, how much, to which account, what kind."""
        who, to, kind = (str(p.fact(f"due.{key}", "")) for key in ("who", "to", "kind"))
        return who, 25 * len(self.fees(p, who)) if kind == "fee" else p.whole("due.amount"), to, kind

    def met_if_able(self, p: Paper) -> None:
        who, amount, to, kind = self.owed(p)
        if who and amount <= max(0, self.cash(p, who)):
            p.forget("due.")
            self.met(p, who, amount, to, kind)

    def on_settle(self, p: Paper) -> None:
        who, amount, _, _ = self.owed(p)
        p.must(amount <= max(0, self.cash(p, who)), "a debt paid with money that is not there")
        self.met_if_able(p)

    def on_let_off(self, p: Paper, reason: str) -> None:
        del reason
        who, _, _, kind = self.owed(p)
        if kind == "fee":
            for horse in self.fees(p, who):
                p.note(f"fee.{horse}", 1)
        p.forget("due.")

    def on_private_sale(self, p: Paper, giver: str, card: str, taker: str, price: int) -> None:
        p.must(self.owner(p, card) == giver, "somebody else's card is sold")
        self.pays(p, taker, f"{giver}:cash", price)
        p.move(f"{giver}:cards", f"{taker}:cards", 1, card)
        self.met_if_able(p)

    # --- training cards --------------------------------------------------------------------------------

    def on_gain_card(self, p: Paper, who: str, kind: str, count: int = 1) -> None:
        p.move(STACK, f"{who}:training", count, kind)

    def uses(self, p: Paper, who: str, kind: str) -> None:
        p.must(p.held(f"{who}:training", kind) > 0, "a card is used that is not there")
        p.move(f"{who}:training", STACK, 1, kind)

    def on_use_card(self, p: Paper, who: str, kind: str) -> None:
        self.uses(p, who, kind)

    def on_throw_in(self, p: Paper, who: str, white: str, instead: str) -> None:
        self.uses(p, who, white)
        if instead == "card":
            self.uses(p, who, white.removeprefix("white."))

    def on_sell_card(self, p: Paper, giver: str, kind: str, taker: str, price: int) -> None:
        p.must(kind not in WHITES, "a white card is sold")
        self.pays(p, taker, f"{giver}:cash", price)
        p.move(f"{giver}:training", f"{taker}:training", 1, kind)
        self.met_if_able(p)

    # --- before the race -------------------------------------------------------------------------------

    def on_enter_race(self, p: Paper, who: str) -> None:
        payers = [one for one in self.playing(p) if who in (one, "everyone") and self.fees(p, one)]
        cost = {one: 25 * len(self.fees(p, one)) for one in payers}
        able = [one for one in payers if not self.tracked(p) or cost[one] <= self.cash(p, one)]
        for one in able:
            self.met(p, one, cost[one], FUND, "fee")
        short = [one for one in payers if one not in able]
        if short:
            self.due(p, short[0], cost[short[0]], FUND, "fee")

    def on_scratch(self, p: Paper, horse: str) -> None:
        p.note(f"scratched.{horse}", 1)

    def on_nominate(self, p: Paper, who: str, horse: str) -> None:
        """Nothing moves."""

    def on_order(self, p: Paper, who: str, horses: str) -> None:
        """Nothing moves."""

    # --- the Tote --------------------------------------------------------------------------------------

    def on_open_tote(self, p: Paper) -> None:
        p.note("stage", "betting")

    def on_open_to_all(self, p: Paper) -> None:
        """Nothing moves."""

    def slips(self, p: Paper, pad: str = "bet") -> dict[int, tuple[object, ...]]:
        """The bets of this race that count, by their numbers."""
        race = self.race(p)
        numbers = range(1, p.whole(f"{pad}s.{race}") + 1)
        found = {number: p.fact(f"{pad}.{race}.{number}") for number in numbers}
        return {number: slip for number, slip in found.items() if isinstance(slip, tuple)}

    def paid(self, p: Paper) -> bool:
        return bool(p.fact(f"paid.{self.race(p)}"))

    def on_bet(self, p: Paper, who: str, horse: str, amount: int) -> None:
        p.must(horse in self.runners(p), "a bet on a horse that does not run")
        self.pays(p, who, POOL, amount)
        race = self.race(p)
        number = p.whole(f"bets.{race}") + 1
        p.note(f"bet.{race}.{number}", (who, horse, amount))
        p.note(f"bets.{race}", number)

    def back(self, p: Paper, number: int) -> tuple[str, str, int]:
        """Give a stake back, and take the slip off the pad."""
        who, horse, stake = self.slips(p)[number]
        self.pay(p, POOL, f"{who}:cash", int(str(stake)))
        p.note(f"bet.{self.race(p)}.{number}", None)
        return str(who), str(horse), int(str(stake))

    def on_take_back(self, p: Paper, slip: int, reason: str = "") -> None:
        del reason
        self.back(p, slip)

    def on_correct_bet(
        self, p: Paper, slip: int, who: str = "", horse: str = "", amount: int | None = None, reason: str = ""
    ) -> None:
        del reason
        was = self.back(p, slip)
        stake = was[2] if amount is None else amount
        if stake:
            self.pays(p, who or was[0], POOL, stake)
            p.note(f"bet.{self.race(p)}.{slip}", (who or was[0], horse or was[1], stake))
            p.note(f"bets.{self.race(p)}", p.whole(f"bets.{self.race(p)}"))

    def refunds(self, p: Paper, horse: str) -> None:
        """All bets on a horse go back, from the pool and from every till."""
        if not self.paid(p):
            for number, slip in self.slips(p).items():
                if slip[1] == horse:
                    self.back(p, number)
        for number, slip in self.slips(p, "side").items():
            if slip[2] == horse and not self.book_paid(p, str(slip[0])):
                self.side_back(p, number)

    def on_withdraw(self, p: Paper, horse: str) -> None:
        p.note(f"scratched.{horse}", 1)
        self.refunds(p, horse)

    def carried(self, p: Paper) -> int:
        """What an earlier race left in the pool."""
        return p.whole(f"carried.{self.race(p)}")

    def belongs(self, p: Paper) -> int:
        """What should lie in the pool."""
        if self.paid(p):
            return p.whole(f"rest.{self.race(p)}")
        return sum(int(str(slip[2])) for slip in self.slips(p).values()) + self.carried(p)

    def on_correct_pool(self, p: Paper, who: str, reason: str) -> None:
        del reason
        self.pay(p, POOL, BOX if who == "bank" else f"{who}:cash", p.held(POOL, POUND) - self.belongs(p))

    def on_pay_tote(self, p: Paper) -> None:
        slips, carried = list(self.slips(p).values()), self.carried(p)
        stakes = [int(str(slip[2])) for slip in slips]
        total, winner = sum(stakes) + carried, self.placed(p)[0]
        winning = [at for at, slip in enumerate(slips) if slip[1] == winner]
        laid = sum(stakes[at] for at in winning)
        keeps, way = p.house_rule("keeps"), p.house_rule("unbacked")
        p.must(p.held(POOL, POUND) == total, "the pool is not what was laid")
        rest = kept = 0
        pays = [0] * len(slips)
        if laid:
            kept, figure = dividend(total, laid, p.house_rule("dividend"), p.house_rule("least"))
            breakage = "none" if figure else p.house_rule("breakage")
            for at, won in zip(
                winning, shared_out([stakes[at] for at in winning], total - kept, breakage), strict=True
            ):
                pays[at] = won
            kept = total - sum(pays)
        elif winner and way == "refund":
            pays, rest = stakes, carried
        elif winner and way == "carried" and keeps != "evening":
            rest = total
        else:
            kept = total
        for slip, won in zip(slips, pays, strict=True):
            self.pay(p, POOL, f"{slip[0]}:cash", won)
        self.earn(p, "clerk", kept, POOL)
        p.note(f"paid.{self.race(p)}", 1)
        p.note(f"rest.{self.race(p)}", rest)

    def on_next_race(self, p: Paper, horses: int = 0) -> None:
        number = self.race(p) + 1
        p.note(f"carried.{number}", self.belongs(p))
        p.note("race", number)
        p.note("stage", "betting")
        p.forget("scratched.")
        if horses:
            p.note("field", horses)

    def on_close_book(self, p: Paper) -> None:
        p.note("stage", "over")
        left = p.held(POOL, POUND)
        if left:
            p.note(f"{'rest' if self.paid(p) else 'carried'}.{self.race(p)}", 0)
            self.earn(p, "clerk", left, POOL)

    # --- side books ------------------------------------------------------------------------------------

    def book_paid(self, p: Paper, keeper: str) -> bool:
        return bool(p.fact(f"settled.{self.race(p)}.{keeper}"))

    def on_open_book(self, p: Paper, who: str, amount: int = 0) -> None:
        self.pays(p, who, f"{who}:book", amount)

    def on_top_up(self, p: Paper, who: str, amount: int) -> None:
        self.pays(p, who, f"{who}:book", amount)

    def on_draw_out(self, p: Paper, who: str, amount: int) -> None:
        p.must(amount <= self.free_till(p, who), "stakes are drawn out of a till")
        self.pay(p, f"{who}:book", f"{who}:cash", amount)

    def free_till(self, p: Paper, who: str) -> int:
        """What is in a till beyond the stakes of bets that are not paid out."""
        bets = [] if self.book_paid(p, who) else [slip for slip in self.slips(p, "side").values() if slip[0] == who]
        return max(0, self.till(p, who) - sum(int(str(slip[4])) for slip in bets))

    def on_lay_odds(self, p: Paper, bookmaker: str, horse: str, odds: str) -> None:
        """Nothing moves."""

    def on_book_bet(self, p: Paper, bookmaker: str, who: str, horse: str, kind: str, odds: str, stake: int) -> None:
        p.must(horse in self.runners(p) and who != bookmaker, "a bet that can't be")
        self.pays(p, who, f"{bookmaker}:book", stake)
        race = self.race(p)
        number = p.whole(f"sides.{race}") + 1
        p.note(f"side.{race}.{number}", (bookmaker, who, horse, kind, stake, odds))
        p.note(f"sides.{race}", number)

    def side_back(self, p: Paper, number: int) -> None:
        keeper, who, _, _, stake, _ = self.slips(p, "side")[number]
        self.pay(p, f"{keeper}:book", f"{who}:cash", int(str(stake)))
        p.note(f"side.{self.race(p)}.{number}", None)

    def on_book_take_back(self, p: Paper, slip: int, reason: str = "") -> None:
        del reason
        self.side_back(p, slip)

    def on_settle_book(self, p: Paper, bookmaker: str) -> None:
        placed = self.placed(p)
        wins = {"win": placed[:1], "place": placed[: 3 if p.house_rule("book_place") == "three" else 2]}
        owed: list[tuple[str, int]] = []
        for keeper, who, horse, kind, stake, odds in self.slips(p, "side").values():
            if keeper == bookmaker:
                profit, on = map(int, str(odds).split("-"))
                back = int(str(stake)) + int(str(stake)) * profit // on
                owed.append((str(who), back if horse in wins[str(kind)] else 0))
        due, till = sum(one for _, one in owed), max(0, self.till(p, bookmaker))
        more = max(0, due - till)
        if self.tracked(p):
            more = min(more, max(0, self.cash(p, bookmaker)))
        there = min(due, till) + more
        paid = [one for _, one in owed]
        if there < due:
            paid = [one * there // due for one in paid]
            for at in [at for at, (_, one) in enumerate(owed) if one][: there - sum(paid)]:
                paid[at] += 1
        self.pay(p, f"{bookmaker}:cash", f"{bookmaker}:book", more)
        for (who, _), one in zip(owed, paid, strict=True):
            self.pay(p, f"{bookmaker}:book", f"{who}:cash", one)
        p.note(f"settled.{self.race(p)}.{bookmaker}", 1)

    # --- the race --------------------------------------------------------------------------------------

    def on_off(self, p: Paper) -> None:
        p.note("stage", "running")

    def on_bend(self, p: Paper) -> None:
        """Nothing moves."""

    def came(self, p: Paper) -> list[str]:
        """The horses that have passed the post, in their order."""
        home = p.names(f"home.{self.race(p)}.")
        return [str(home[at]) for at in sorted(home, key=int)]

    def out(self, p: Paper, horse: str) -> object:
        return p.fact(f"out.{self.race(p)}.{horse}")

    def by_hand(self, p: Paper) -> list[str]:
        said = [str(p.fact(f"place.{self.race(p)}.{at}", "")) for at in (1, 2, 3)]
        return ["" if horse == "nobody" else horse for horse in said] if said[0] else []

    def placed(self, p: Paper) -> list[str]:
        """The official first three; empty where a place is nobody's."""
        found = self.by_hand(p)
        if not found:
            up = p.house_rule("moves_up") == "up"
            home = self.came(p) if up else self.came(p)[:3]
            found = ["" if self.out(p, horse) else horse for horse in home]
            found = [horse for horse in found if horse] if up else found
        return [*found, "", "", ""][:3]

    def waits(self, p: Paper) -> bool:
        """Whether another horse has to pass the post."""
        came = self.came(p)
        if self.by_hand(p) or p.fact(f"no_more.{self.race(p)}") or set(self.runners(p)) <= set(came):
            return False
        if p.house_rule("moves_up") == "up":
            return len([horse for horse in self.placed(p) if horse]) < 3
        return len(came) < 3

    def on_home(self, p: Paper, horse: str) -> None:
        race = self.race(p)
        at = 1 + max((int(one) for one in p.names(f"home.{race}.")), default=0)
        p.note(f"home.{race}.{at}", horse)
        self.counts_whites(p, horse)
        self.result(p)

    def counts_whites(self, p: Paper, horse: str = "") -> None:
        """Who holds white cards when the third horse is home, or the last that comes, loses the placed horses."""
        race, came = self.race(p), self.came(p)
        dirty, checked = str(p.fact(f"unclean.{race}", "")).split(), [one for one in came if one == horse]
        if not p.fact(f"counted.{race}"):
            if len(came) < 3 and self.waits(p):
                return
            dirty = [who for who in self.playing(p) if any(p.held(f"{who}:training", kind) > 0 for kind in WHITES)]
            p.note(f"unclean.{race}", " ".join(dirty) or None)
            p.note(f"counted.{race}", 1)
            checked = came
        for one in checked:
            if self.owner(p, one) in dirty and not self.out(p, one):
                p.note(f"out.{race}.{one}", 1)

    def result(self, p: Paper) -> None:
        if not self.waits(p):
            p.note("stage", "home")

    def on_no_more(self, p: Paper) -> None:
        p.note(f"no_more.{self.race(p)}", 1)
        self.counts_whites(p)
        self.result(p)

    def on_disqualify(self, p: Paper, horse: str, reason: str) -> None:
        del reason
        p.note(f"out.{self.race(p)}.{horse}", 1)
        p.note(f"no_more.{self.race(p)}", None)
        self.result(p)

    def on_correct_places(self, p: Paper, first: str, second: str, third: str, reason: str) -> None:
        del reason
        for at, horse in enumerate((first, second, third), 1):
            p.note(f"place.{self.race(p)}.{at}", horse)
        self.result(p)

    def on_pay_prizes(self, p: Paper) -> None:
        fund = p.held(FUND, POUND)
        p.note("stage", "home")
        p.note("prizes", 1)
        if fund <= 0:
            return
        banker = fund // 10 + (fund % 10 >= 5)
        net = fund - banker
        prizes = [net - 2 * (net // 4), net // 4, net // 4]
        if p.house_rule("quarters") == "banker":
            banker += prizes[0] - net // 2
            prizes[0] = net // 2
        self.earn(p, "banker", banker, FUND)
        takers = [self.owner(p, horse) if horse else "" for horse in self.placed(p)]
        best = next((taker for taker in takers if taker), "")
        for taker, prize in zip(takers, prizes, strict=True):
            if taker or best:
                self.pay(p, FUND, f"{taker or best}:cash", prize)

    # --- the winner ------------------------------------------------------------------------------------

    def over(self, p: Paper) -> bool:
        """Whether the evening is over: at its end, with every bet, prize and pool settled."""
        keeps, stage = p.house_rule("keeps"), p.fact("stage")
        if stage == "over" and keeps == "auction":
            return True
        if stage != "over" and not (stage == "home" and keeps in ("evening", "bank")):
            return False
        books = {str(slip[0]) for slip in self.slips(p, "side").values()}
        if (self.slips(p) and not self.paid(p)) or any(not self.book_paid(p, keeper) for keeper in books):
            return False
        if keeps in ("evening", "bank") and not p.fact("prizes"):
            return False
        left = p.whole(f"rest.{self.race(p)}") if self.paid(p) else self.carried(p)
        return keeps not in ("evening", "tote") or p.held(POOL, POUND) == left

    def winners(self, p: Paper) -> tuple[str, ...]:
        """Most money, of those the better placed horse; or the owner of the winner, as agreed."""
        keeps = p.house_rule("keeps")
        if keeps in ("auction", "bank") or not self.over(p):
            return ()
        owners = [self.owner(p, horse) if horse else "" for horse in self.placed(p)]
        if keeps == "evening" and p.house_rule("winner") == "horse" and owners[0] in self.playing(p):
            return (owners[0],)
        keys = {}
        for who in self.playing(p):
            place = owners.index(who) if keeps == "evening" and who in owners else 9
            keys[who] = (-self.cash(p, who) - self.till(p, who), place)
        return tuple(who for who, key in keys.items() if key == min(keys.values()))

    # --- who goes --------------------------------------------------------------------------------------

    def on_retire(self, p: Paper) -> None:
        who, amount, to, _ = self.owed(p)
        held, till = max(0, self.cash(p, who)), self.free_till(p, who)
        p.must(held + till < amount, "retired with enough money")
        self.pay(p, f"{who}:book", to, till)
        self.pay(p, f"{who}:cash", to, held)
        p.forget("due.")
        if not self.book_paid(p, who):
            for number, slip in self.slips(p, "side").items():
                if slip[0] == who:
                    self.side_back(p, number)
        self.goes(p, who)

    def on_leave(self, p: Paper, who: str) -> None:
        till = max(0, self.till(p, who))
        self.pay(p, f"{who}:book", BOX if self.tracked(p) else f"{who}:cash", till)
        if self.tracked(p):
            self.pay(p, f"{who}:cash", BOX, self.cash(p, who))
        self.goes(p, who)

    def goes(self, p: Paper, who: str) -> None:
        """Cards under the hammer, training cards back to the stack, hats off."""
        sale = False
        for card in CARDS:
            if p.held(f"{who}:cards", card) > 0:
                p.move(f"{who}:cards", OUT if self.free(p, card) else HAMMER, 1, card)
                sale |= not self.free(p, card)
        for kind, count in p.holdings(f"{who}:training").items():
            p.move(f"{who}:training", STACK, max(0, count), kind)
        p.note(f"left.{who}", 1)
        for hat in ("banker", "auctioneer", "clerk"):
            if p.fact(f"hat.{hat}") == who:
                p.note(f"hat.{hat}", None)
        stage = p.fact("stage")
        if sale and stage not in ("leases", "lots"):
            p.note("resume", stage)
            p.note("stage", "lots")

    # --- corrections -----------------------------------------------------------------------------------

    def on_correct_money(self, p: Paper, giver: str, taker: str, amount: int, reason: str) -> None:
        del reason
        if giver in PURSES:
            self.pay(p, PURSES[giver], PURSES.get(taker, f"{taker}:cash"), amount)
        else:
            self.pays(p, giver, PURSES.get(taker, f"{taker}:cash"), amount)

    def on_correct_lease(self, p: Paper, card: str, to: str, reason: str) -> None:
        del reason
        owner = self.owner(p, card)
        places = [account for account in PLACES.values() if p.held(account, card) > 0]
        place = f"{owner}:cards" if owner else [*places, PACK][0]
        p.move(place, PLACES.get(to, f"{to}:cards"), 1, card)
        p.note(f"passed.{card}", None)

    def on_correct_training(self, p: Paper, who: str, kind: str, count: int, reason: str) -> None:
        del reason
        p.move(STACK, f"{who}:training", count - p.held(f"{who}:training", kind), kind)

    def on_correct_scratch(self, p: Paper, horse: str, runs: str, reason: str) -> None:
        del reason
        p.note(f"scratched.{horse}", None if runs == "yes" else 1)

    def on_correct_stage(self, p: Paper, stage: str, reason: str) -> None:
        del reason
        if stage == "leases":
            for card in self.find_lying(p, HAMMER):
                p.move(HAMMER, PACK, 1, card)
        p.note("stage", stage)
        p.note("resume", None)
