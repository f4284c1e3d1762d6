"""What the screens show: players' cards, what comes next, the score sheet in the middle, and what was remarkable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.api import Round, Score, ScoreSheet
from companion.api.questions import write_hands
from companion.api.show import Badge, Best, Highlight, Kind, Line, Offer, Prompt, Standing
from companion.games.rat_a_tat_cat import ending, scoring, set_up
from companion.games.rat_a_tat_cat.game import GAME, POINTS, CatTurn, Player, lasts
from companion.games.rat_a_tat_cat.options import LIMIT, ROUNDS, TIME
from companion.games.rat_a_tat_cat.sheet import SheetRow

LOWEST = Kind("lowest", "Lowest round", POINTS, low=True)
HIGHEST = Kind("highest", "Highest round", POINTS)
AVERAGE = Kind("average", "Average round", "thousandths", low=True)
KNOCKED = Kind("knocked", "Knocks won", "", adds=True)
IN_VAIN = Kind("in_vain", "Knocks not lowest", "", adds=True)
WON = Kind("rounds", "Rounds won", "", adds=True)

ENOUGH = 3
"""So many rounds make an average."""


@GAME.card
def card(t: CatTurn, who: Player) -> Standing:
    """Show a player's total, the place, and how far it is to the end."""
    return Standing(
        seat=who.key,
        figure=f"{who.total:,}",
        subtitle=f"{average(who.scores)} a round" if who.scores else "",
        rank=_place(t, who),
        chips=tuple(_badges(t, who)),
        progress=_progress(t, who),
        note=_gap(t, who),
        warning=f"Out at {who.to_go} more." if who.near else "",
        out=who.left or who.out_in is not None,
        details=tuple(_details(who)),
    )


def average(scores: Sequence[int]) -> str:
    """Write an average with one decimal, halves up.

    >>> average([12, 13]), average([3, 3, 4]), average([0, 1, 1])
    ('12.5', '3.3', '0.7')
    """
    tenths = (20 * sum(scores) + len(scores)) // (2 * len(scores))
    return f"{tenths // 10:,}.{tenths % 10}"


def _place(t: CatTurn, who: Player) -> Badge:
    if who.left:
        return Badge("left")
    if not t.sheet.counting or who.place is None:
        return Badge("")
    return Badge(f"{who.place}.", "good" if who.place == 1 else "plain")


def _badges(t: CatTurn, who: Player) -> Iterable[Badge]:
    sheet = t.sheet
    if who.key in sheet.winners:
        yield Badge("wins" if len(sheet.winners) == 1 else "shares the win", "good")
    if who.out_in and not who.left:
        yield Badge(f"out in round {who.out_in}", "bad")
    if sheet.over or not t.opened:
        return
    if who.key in sheet.tied:
        yield Badge("sudden death", "info")
    if who.key == sheet.dealer:
        yield Badge("deals", "info")
    if who.key == sheet.starter:
        yield Badge("starts", "info")


def _progress(t: CatTurn, who: Player) -> int:
    """Say how far it is to the limit, or through the rounds; a clock shows itself."""
    if t.house.ending == LIMIT:
        return min(100, 100 * who.total // t.house.out_at)
    if t.house.ending == ROUNDS:
        return min(100, 100 * len(t.sheet.counting) // t.house.rounds_to_play)
    return 0


def _gap(t: CatTurn, who: Player) -> str:
    """Say how far a player is from the leader, or ahead of the next."""
    others = [one for one in t.playing if one != who]
    if not who.plays or not others or not t.sheet.counting:
        return ""
    leader = min(others, key=lambda rival: rival.total)
    if who.total < leader.total:
        return f"{leader.total - who.total} ahead"
    if who.total == leader.total:
        return "Level with the leader"
    return f"{who.total - leader.total} behind {leader.name}"


def _details(who: Player) -> Iterable[tuple[str, str]]:
    scores, knocks = who.scores, who.knocks
    yield "Rounds scored", str(len(scores))
    if scores:
        yield "Best round", str(min(scores))
        yield "Worst round", str(max(scores))
    yield "Knocks", str(len(knocks))
    yield "Knocks won", str(sum(row.won for row in knocks))
    if extra := sum(row.extra for row in knocks if not row.sudden):
        yield "Points for knocking without being lowest", str(extra)
    if who.to_go is not None and who.plays and not who.near:
        yield "Out at", f"{max(0, who.to_go)} more"


@GAME.status
def status(t: CatTurn) -> tuple[Badge, ...]:
    """Say how the game ends, and which round it is."""
    sheet, kind, played = t.sheet, t.house.ending, len(t.sheet.counting)
    goal = {LIMIT: f"to {t.house.out_at:,}", TIME: lasts(60 * t.house.minutes)}.get(kind, "")
    if sheet.over:
        now = t.count(played, "round")
    elif sheet.tied:
        now = "Sudden death"
    else:
        now = f"Round {sheet.next}"
        if kind == ROUNDS:
            # where some on the sheet don't count, how many are still to count
            rounds = t.house.rounds_to_play
            now += f" of {rounds}" if sheet.next == played + 1 else f", {rounds - played} to go"
    return tuple(Badge(words) for words in (goal, now) if words)


@GAME.next
def what_next(t: CatTurn) -> Prompt:
    """Say what the table does next, with the sheet to open and the other ways to go on."""
    sheet = t.sheet
    if sheet.over:
        return Prompt("The game is over")
    if not t.opened:
        return Prompt(
            "Who deals first?",
            "The dealer's left cuts the cards and takes the first turn.",
            set_up.start("Open the sheet", "primary"),
        )
    deals = f"{t.holder(sheet.dealer)} deals, {t.holder(sheet.starter).name} starts"
    record = scoring.round("Record the round", "primary")
    if sheet.tied:
        tied = t.players(sheet.tied)
        text = f"{t.names(tied)} are level with {t.points(tied[0].total)}, and play for the win. {deals}."
        return Prompt(f"Sudden death: {t.names(tied)}", text, record, (), "Sudden death")
    return Prompt(f"Round {sheet.next}: {deals}", _lead(t), record, _clock_offers(t))


def _lead(t: CatTurn) -> str:
    """Say who leads, and by how much."""
    if not t.sheet.counting:
        return ""
    best = min(who.total for who in t.playing)
    lead = [who for who in t.playing if who.total == best]
    behind = [who.total - best for who in t.playing if who not in lead]
    gap = f", {min(behind)} ahead" if behind else ""
    return f"{t.names(lead)} {'leads' if len(lead) == 1 else 'lead'} with {best:,}{gap}."


def _clock_offers(t: CatTurn) -> tuple[Offer, ...]:
    if t.house.ending != TIME:
        return ()
    if t.sheet.since is not None:
        return ending.pause_clock("Stop the clock", "quiet"), ending.time_up("Time is up", "quiet")
    return (
        ending.resume_clock("Start the clock")
        if t.sheet.seconds_left(0)
        else ending.time_up("Time is up"),
    )


@GAME.board
def score_sheet(t: CatTurn) -> ScoreSheet:
    """Lay out the sheet: a line a round, a column a player."""
    sheet = t.sheet
    seats = tuple(who for who in sheet.seats if who in sheet.totals)
    to_come = range(len(sheet.counting) + 1, t.house.rounds_to_play + 1)
    return ScoreSheet(
        "Score sheet",
        seats,
        tuple(_line(t, row, seats) for row in sheet.rows),
        tuple(sheet.totals[who] for who in seats),
        tuple(sheet.places[who] for who in seats),
        tuple(tuple(row.running.get(who) for row in sheet.rows) for who in seats),
        frozenset(who for who in seats if who in sheet.out or who in sheet.left),
        sheet.limit,
        "Younger players: outer cards face up, and only the inner ones can be swapped."
        if t.house.younger == "yes"
        else "",
        icons={"knocked": "SPORTS_MMA"},
        to_come=() if t.house.ending != ROUNDS or sheet.over else tuple(map(str, to_come)),
    )


def _line(t: CatTurn, row: SheetRow, seats: tuple[str, ...]) -> Round:
    if row.joins:
        begins = row.running[row.joins]
        scores = tuple(Score(begins if seat == row.joins else None) for seat in seats)
        return Round("Joins", scores, f"{t.holder(row.joins)} starts on the average, {begins}.")
    given = {
        "round": str(row.number),
        "scores": write_hands(row.hands),
        "knocked": row.knocked,
        "because": row.because,
    }
    known: dict[str, Any] = {name: said for name, said in given.items() if said}
    correction = scoring.correct_round(f"Correct round {row.number}", **known)
    return Round(
        str(row.number), tuple(_score(row, who) for who in seats), _remarks(t, row), correction
    )


def _score(row: SheetRow, who: str) -> Score:
    if who not in row.hands:
        return Score()
    return Score(
        row.hands[who].total,
        row.hands[who].cards,
        row.extra if who == row.knocked else 0,
        "lowest" if who in row.lowest else "",
        "knocked" if who == row.knocked else "",
        who not in row.counted,
    )


def _remarks(t: CatTurn, row: SheetRow) -> str:
    said = ["Sudden death."] if row.sudden else []
    if row.note:
        said.append(row.note)
    if row.gone:
        said.append(f"{t.names(t.players(row.gone))} {'is' if len(row.gone) == 1 else 'are'} out.")
    crossed_out = t.players(who for who in row.hands if who not in row.counted)
    if row.counted and crossed_out and not row.sudden:
        were = "was" if len(crossed_out) == 1 else "were"
        why = "out by then" if all(who.out_in for who in crossed_out) else "not in"
        said.append(f"{t.names(crossed_out)} {were} {why}.")
    if row.because:
        said.append(f"Recorded all the same: {row.because}.")
    return " ".join(said)


@GAME.highlights
def highlights(t: CatTurn, entries: Sequence[Line]) -> tuple[Highlight, ...]:
    """Return everything worth keeping of an evening, by the sheet as it is counted now."""
    places = {entry.number: entry.place for entry in entries}
    best = Best()
    for row in t.sheet.counting:
        for who in t.players(key for key in t.sheet.seats if key in row.counted):
            got, place = row.points(who.key), places.get(row.entry)
            low = f"{who} ended round {row.number} with {t.points(got)}."
            high = f"{who} took {t.points(got)} in round {row.number}."
            best.put(Highlight(LOWEST, who.key, got, low, place, max(0, 75 - 8 * got)))
            best.put(Highlight(HIGHEST, who.key, got, high, place, min(60, max(0, 2 * got - 30))))
    return (
        *_results(t),
        *best.highlights,
        *(one for who in t.everybody for one in _evening(t, who)),
    )


def _results(t: CatTurn) -> Iterable[Highlight]:
    """Compare totals, between games that end alike: after as many rounds, or at one limit."""
    sheet, kind, played = t.sheet, t.house.ending, len(t.sheet.counting)
    if not sheet.over or (kind == LIMIT and sheet.stopped):
        return  # it was not played to its limit
    key, over = str(played), t.count(played, "round")
    if kind == LIMIT:
        key, label = str(sheet.limit), f"Total in a game to {sheet.limit}"
    else:
        label = f"Total over {over}" if kind == ROUNDS else f"Total by the clock, {over}"
    result = Kind(f"result.{kind}.{key}", label, POINTS, low=True, final=True)
    for who in t.players(sheet.totals):
        # who left, or joined and never played, has no total to compare
        if not who.left and who.scores:
            yield Highlight(
                result, who.key, who.total, f"{who} had {t.points(who.total)} at the end."
            )


def _evening(t: CatTurn, who: Player) -> Iterable[Highlight]:
    """Say what a whole evening came to for somebody."""
    scores = who.scores
    if len(scores) >= ENOUGH:
        said = f"{who} averaged {average(scores)} a round over {len(scores)} rounds."
        figure = (1_000 * sum(scores) + len(scores) // 2) // len(scores)
        yield Highlight(AVERAGE, who.key, figure, said, weight=20, words=average(scores))
    knocks = [row for row in who.knocks if not row.sudden]
    won = sum(row.won for row in knocks)
    vain = len(knocks) - won
    if won:
        said = f"{who} knocked {_times(len(knocks))} and was lowest{f' {_times(won)}' if vain else ''}."
        yield Highlight(KNOCKED, who.key, won, said, weight=min(70, 25 + 12 * won))
    if vain:
        said = f"{who} knocked {_times(vain)} without being lowest."
        yield Highlight(IN_VAIN, who.key, vain, said, weight=min(60, 25 + 10 * vain))
    if lows := sum(who.key in row.lowest for row in t.sheet.counting):
        said = f"{who} was lowest in {t.count(lows, 'round')}."
        yield Highlight(WON, who.key, lows, said, weight=min(50, 8 * lows))


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
