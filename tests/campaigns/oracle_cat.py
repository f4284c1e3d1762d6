"""What the rulebook of Rat-a-Tat Cat comes to: the sheet counted anew from every round, who is out, and who wins."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.campaigns.oracle import Paper, Rulebook


def hands(said: str) -> dict[str, int]:
    """Read ``ann=2,9,3,0 ben=17``: a hand counts what its cards show."""
    sums = {}
    for piece in said.split():
        who, _, cards = piece.partition("=")
        sums[who] = sum(int(card) for card in cards.split(",") if card)
    return sums


@dataclass
class Clock:
    """Seconds that have run, and since when it runs."""

    total: int
    used: int = 0
    since: int | None = None
    begun: bool = False

    def up(self, at: int) -> bool:
        """Whether it has run out at a moment."""
        ran = max(0, at - self.since) if self.since is not None else 0
        return self.begun and self.used + ran >= self.total


@dataclass
class Round:
    """A round on the sheet, and who is counted in it."""

    number: int
    kind: str
    scores: dict[str, int]
    knocked: str
    penalty: str
    alone: bool
    counted: set[str] = field(default_factory=set)

    def points(self, who: str, among: set[str]) -> int:
        """What a player gets for it, with what knocking in vain costs, among those it counts for."""
        score = self.scores[who]
        if who != self.knocked or not self.penalty:
            return score
        least = min(self.scores[one] for one in among)
        lowest = [one for one in among if self.scores[one] == least]
        if who in lowest and not (self.alone and len(lowest) > 1):
            return score
        if self.penalty == "double":
            return 2 * score
        return score + (max(self.scores[one] for one in among) if self.penalty == "highest" else int(self.penalty))


@dataclass
class Sheet:
    """The sheet as it is now."""

    totals: dict[str, int]
    seats: tuple[str, ...]
    out: dict[str, int] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)
    rounds: list[Round] = field(default_factory=list)
    time_over: bool = False
    stopped: bool = False

    @property
    def inside(self) -> list[str]:
        """Everyone still in."""
        return [who for who in self.seats if who in self.totals and who not in self.out and who not in self.left]

    @property
    def counting(self) -> list[Round]:
        """The rounds that count towards the totals."""
        return [one for one in self.rounds if one.counted and one.kind == "round"]


class Cat(Rulebook):
    """The rulebook of Rat-a-Tat Cat."""

    whole = frozenset({"rounds", "minutes", "limit", "knock_points"})

    # --- the sheet -------------------------------------------------------------------------------------

    def sheet(self, p: Paper) -> Sheet:
        """Count everything that happened, in its order."""
        seats = self.seated(p)
        sheet = Sheet(dict.fromkeys(p.seats, 0), seats)
        clock = Clock(60 * int(p.house_rule("minutes")))
        timed = p.house_rule("ending") == "time"
        for number, noted in p.names("h.").items():
            assert isinstance(noted, tuple)
            kind, about = noted[0], noted[1]
            if kind in ("round", "sudden"):
                self.plays(p, sheet, int(number), kind, noted)
                sheet.time_over |= timed and about is not None and clock.up(about)
            elif kind == "leave" and about in sheet.totals:
                sheet.left.add(about)
            elif kind == "join" and about in seats:
                there = [sheet.totals[who] for who in sheet.inside]
                sheet.totals[about] = -(-sum(there) // max(1, len(there)))
            elif kind == "run" and clock.since is None:
                clock.since, clock.begun = about, True
            elif kind == "pause" and clock.since is not None:
                clock.used, clock.since = clock.used + max(0, about - clock.since), None
            elif kind == "time" and timed:
                sheet.time_over |= about is None or clock.up(about)
            elif kind == "stop":
                sheet.stopped = True
        return sheet

    def plays(self, p: Paper, sheet: Sheet, number: int, kind: str, noted: tuple[object, ...]) -> None:
        """Count one round, and see who goes out by it."""
        scores, knocked = p.fact(f"hands.{number}") or ({}, "")
        scores = {who: score for who, score in scores.items() if who in sheet.seats}
        one = Round(number, kind, scores, knocked if knocked in scores else "", str(noted[2]), bool(noted[3]))
        sheet.rounds.append(one)
        inside = sheet.inside
        if kind != "round" or len(inside) < 2:
            return
        counted = {who for who in inside if who in scores}
        totals = {who: sheet.totals[who] + (one.points(who, counted) if who in counted else 0) for who in inside}
        limit = int(p.house_rule("limit")) if p.house_rule("ending") == "limit" else None
        gone = [who for who in inside if limit is not None and totals[who] >= limit]
        if p.house_rule("all_out") == "again" and gone == inside:
            return
        one.counted = counted
        sheet.totals.update(totals)
        sheet.out.update(dict.fromkeys(gone, len(sheet.rounds)))

    # --- the end ---------------------------------------------------------------------------------------

    def verdict(self, p: Paper) -> tuple[bool, list[str], list[str]]:
        """Whether the game is over, who wins, and who plays sudden death next."""
        sheet = self.sheet(p)
        inside = sheet.inside
        enough = p.house_rule("ending") == "rounds" and len(sheet.counting) >= int(p.house_rule("rounds"))
        time_up = p.house_rule("ending") == "time" and sheet.time_over
        over = len(inside) <= 1 or sheet.stopped or enough or time_up
        if not over:
            return False, [], []
        if len(inside) > 1 and (sheet.stopped or (time_up and not enough)) and not sheet.counting:
            return True, [], []
        if inside:
            able = inside
        else:
            stayed = {who: at for who, at in sheet.out.items() if who not in sheet.left}
            able = [who for who, at in stayed.items() if at == max(stayed.values())]
        best = [who for who in able if sheet.totals[who] == min(sheet.totals[one] for one in able)]
        if len(best) > 1 and p.house_rule("tie") == "last":
            best = self.by_last_round(sheet, best)
        elif len(best) > 1 and p.house_rule("tie") == "sudden":
            best = self.by_sudden_death(sheet, best)
            if len(best) > 1 and not sheet.stopped:
                return False, [], best
        return True, best, []

    def by_last_round(self, sheet: Sheet, tied: list[str]) -> list[str]:
        """Fewest points in the last round, among those who played it."""
        last = sheet.counting[-1] if sheet.counting else None
        played = [who for who in tied if last and who in last.counted]
        if last is None or not played:
            return tied
        points = {who: last.points(who, last.counted) for who in played}
        return [who for who in played if points[who] == min(points.values())]

    def by_sudden_death(self, sheet: Sheet, tied: list[str]) -> list[str]:
        """A round more between the tied, until one has fewest."""
        for one in sheet.rounds:
            if one.kind == "sudden" and len(tied) > 1 and set(tied) <= set(one.scores):
                points = {who: one.points(who, set(tied)) for who in tied}
                tied = [who for who in tied if points[who] == min(points.values())]
        return tied

    def winners(self, p: Paper) -> tuple[str, ...]:
        """Who wins, once it is over."""
        return tuple(self.verdict(p)[1])

    # --- what is written -------------------------------------------------------------------------------

    def expect(self, paper: Paper, action: str, answers: dict[str, object]) -> bool:
        """As ever; and whatever was done, the books come to what the sheet says."""
        known = super().expect(paper, action, answers)
        totals = self.sheet(paper).totals
        holders = {account for account, unit in paper.base if unit == "points" and account != "deck:points"}
        for account in sorted(holders | {f"{who}:points" for who in totals}):
            more = totals.get(account.partition(":")[0], 0) - paper.held(account, "points")
            paper.move("deck:points", account, more, "points")
        return known

    def happens(self, p: Paper, kind: str, about: object, *more: object) -> None:
        """Note that something happens."""
        p.note(f"h.{p.number}", (kind, about, *more))

    def on_start(self, p: Paper, first: str, at: int | None = None) -> None:
        del first
        if p.house_rule("ending") == "time" and at is not None:
            self.happens(p, "run", at)

    def on_round(self, p: Paper, scores: str, knocked: str = "", because: str = "", at: int | None = None) -> None:
        del because
        over, _, tied = self.verdict(p)
        asked = tied or self.sheet(p).inside
        totals = hands(scores)
        p.must(not over and set(totals) == set(asked), "a round is scored for others than are in it")
        penalty = {"none": "", "ten": "10", "number": p.house_rule("knock_points")}.get(
            p.house_rule("knock"), p.house_rule("knock")
        )
        self.happens(p, "sudden" if tied else "round", at, penalty, p.house_rule("knock_tie") == "alone")
        p.note(f"hands.{p.number}", (totals, "" if knocked == "nobody" else knocked))

    def on_correct_round(
        self,
        p: Paper,
        round: str,  # noqa: A002 - what the table calls it
        scores: str,
        reason: str = "",
        knocked: str = "",
        because: str = "",
    ) -> None:
        del reason, because
        one = self.sheet(p).rounds[int(round) - 1]
        p.note(f"hands.{one.number}", (hands(scores), "" if knocked == "nobody" else knocked))

    def on_leave(self, p: Paper, who: str) -> None:
        self.happens(p, "leave", who)

    def on_join(self, p: Paper, called: str) -> None:
        self.happens(p, "join", self.join(p, called))

    def on_correct_dealer(self, p: Paper, who: str, reason: str) -> None:
        """No points move."""

    def on_pause_clock(self, p: Paper, at: int) -> None:
        self.happens(p, "pause", at)

    def on_resume_clock(self, p: Paper, at: int) -> None:
        self.happens(p, "run", at)

    def on_time_up(self, p: Paper, at: int | None = None) -> None:
        self.happens(p, "time", at)

    def on_end_game(self, p: Paper, reason: str) -> None:
        self.happens(p, "stop", reason)
