"""A small score game of the tests' own: a sheet, a pad, a clock, and a round that no deck gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import flet as ft
from headless import Screen

from companion.core.action import action
from companion.core.boards import Clock, Round, Score, ScoreSheet
from companion.core.changes import change_actions
from companion.core.game import Badge, Ending, Game, Option, Standing
from companion.core.prompt import Offer, Prompt
from companion.core.questions import Hands, Name, Number, When, Who, read_hands
from companion.core.table import Effect, Line, Mark, Posting, Refusal, Table
from companion.games import GameInfo
from models.plays import Seat

if TYPE_CHECKING:
    import pytest

    from views.state.open_plays import OpenPlays


def rounds(table: Table) -> int:
    return int(table.ledger.mark("sheet", "rounds") or 0)


def total(table: Table, who: str) -> int:
    return table.ledger.balance(f"{who}:points", "points")


def limit(table: Table) -> int | None:
    return int(table.house("limit")) if table.house("end") == "limit" else None


def out(table: Table) -> list[str]:
    most = limit(table)
    return [seat.key for seat in table.players if most is not None and total(table, seat.key) >= most]


def who_plays(table: Table, _answers: object) -> tuple[str, ...]:
    gone = out(table)
    return tuple(seat.key for seat in table.players if seat.key not in gone)


def doubt(_table: Table, _answers: object, hands: object) -> str:
    cards = [card for hand in hands.values() for card in hand.cards]
    many = [card for card in sorted(set(cards)) if cards.count(card) > 4]
    return f"The deck has four {many[0]}s; here are {cards.count(many[0])}." if many else ""


HANDS = Hands(who_plays, 4, 9, doubt)
Everyone = Annotated[str, HANDS]


def scored(table: Table, number: int, scores: str, knocked: str | None, because: str | None) -> Effect:
    hands = read_hands(scores)
    words = doubt(table, {}, hands)
    if words and not because:
        raise Refusal(words, "scores")
    marks = [Mark("sheet", f"scores.{number}", scores), Mark("sheet", f"knocked.{number}", knocked)]
    postings: list[Posting] = []
    before = read_hands(str(table.ledger.mark("sheet", f"scores.{number}") or ""))
    for seat, hand in hands.items():
        more = hand.total - (before[seat].total if seat in before else 0)
        postings += [Posting(f"{seat}:points", more, "points"), Posting("deck:points", -more, "points")]
    totals = ", ".join(f"{table.name(seat)} {hand.total}" for seat, hand in hands.items())
    lines = tuple(Line(table.name(seat), hand.total, "") for seat, hand in hands.items())
    return Effect(f"Round {number}: {totals}.", tuple(postings), tuple(marks), lines, "Low cards are good cards.")


@action("Scoring", title="Score a round", group="Round")
def round(  # noqa: A001 - it is what the table calls it
    table: Table, scores: Everyone, knocked: Who | None = None, because: Name | None = None, at: When = 0
) -> Effect:
    """Put a round on the sheet.

    scores: What does everyone end with?
    knocked: Who knocked?
    because: Why is it possible all the same?
    """
    number = rounds(table) + 1
    return scored(table, number, scores, knocked, because) + Effect(
        marks=(Mark("sheet", "rounds", number), Mark("sheet", f"at.{number}", at))
    )


@action("Scoring", title="Correct a round", group="Round")
def correct_round(
    table: Table,
    round: Annotated[int, Number(1, 99, "round")],  # noqa: A002 - it is what the table calls it
    scores: Everyone,
    knocked: Who | None = None,
    because: Name | None = None,
) -> Effect:
    """Put a round right.

    round: Which round?
    scores: What did everyone end with?
    """
    if not 1 <= round <= rounds(table):
        raise Refusal(f"There is no round {round} on the sheet.", "round")
    return scored(table, round, scores, knocked, because)


@action("", title="Start the clock", group="Clock")
def start_clock(table: Table, at: When = 0) -> Effect:
    """Let the clock run for ten minutes."""
    del table
    return Effect("The clock runs.", marks=(Mark("sheet", "until", at + 600),))


@action("", title="Stop here", group="Round")
def stop(table: Table) -> Effect:
    """End the game; the fewest points win."""
    del table
    return Effect("The game ends.", marks=(Mark("sheet", "over", "yes"),))


def ranks(table: Table) -> tuple[int, ...]:
    sums = [total(table, seat.key) for seat in table.players]
    return tuple(1 + sum(other < mine for other in sums) for mine in sums)


def sheet(table: Table) -> ScoreSheet:
    seats = tuple(seat.key for seat in table.players)
    made, running = [], {seat: [] for seat in seats}
    sums = dict.fromkeys(seats, 0)
    for number in range(1, rounds(table) + 1):
        words = str(table.ledger.mark("sheet", f"scores.{number}"))
        hands = read_hands(words)
        knocked = table.ledger.mark("sheet", f"knocked.{number}")
        least = min(hand.total for hand in hands.values())
        line = []
        for seat in seats:
            hand = hands.get(seat)
            sums[seat] += hand.total if hand else 0
            running[seat].append(sums[seat] if hand else None)
            line.append(
                Score(
                    hand.total,
                    hand.cards,
                    frame="lowest" if hand.total == least else "",
                    sign="knocked" if knocked == seat else "",
                )
                if hand
                else Score()
            )
        correction = Offer(
            "correct_round", {"round": number, "scores": words, "knocked": knocked}, f"Correct round {number}"
        )
        made.append(Round(str(number), tuple(line), correction=correction))
    return ScoreSheet(
        "Score sheet", seats, tuple(made), tuple(total(table, seat) for seat in seats), ranks(table),
        tuple(tuple(running[seat]) for seat in seats), frozenset(out(table)), limit(table), "Ann deals, Ben starts.",
        icons={"knocked": "SPORTS_MMA"},
    )  # fmt: skip


def clock(table: Table) -> Clock | None:
    until = table.ledger.mark("sheet", "until")
    return Clock(until=int(until)) if until else None


def prompt(table: Table) -> Prompt:
    if table.ledger.mark("sheet", "over"):
        return Prompt("The game is over")
    return Prompt(
        f"Round {rounds(table) + 1}", "Everyone turns the cards over.",
        Offer("round", {}, "Score the round", "primary"),
        (Offer("start_clock", {}, "Start the clock"), Offer("stop", {}, "Stop here", "danger")),
    )  # fmt: skip


def standing(table: Table, who: str) -> Standing:
    points = total(table, who)
    return Standing(who, str(points), out=who in out(table), rank=Badge(f"{points} points"), progress=points)


def ending(table: Table) -> Ending | None:
    if not table.ledger.mark("sheet", "over"):
        return None
    order = sorted(zip(ranks(table), table.players, strict=True), key=lambda pair: pair[0])
    return Ending(
        "Fewest points.",
        tuple(seat.key for rank, seat in order if rank == 1),
        tuple((seat.key, rank, f"{total(table, seat.key)} points") for rank, seat in order),
    )


HOUSES = (
    Option(
        "end", "How it ends",
        (("rounds", "After so many rounds."), ("limit", "When one is left below the limit.")), "The game", lead=True,
    ),
    Option("rounds", "Rounds", (("5", "5 rounds"),), "The game", whole=True, least=1, most=99, unit="rounds",
          quick=(3, 5, 10), lead=True, when=("end", "rounds")),
    Option("limit", "Limit", (("100", "100 points"),), "The game", whole=True, least=10, most=999, unit="points",
          quick=(50, 100, 200), lead=True, when=("end", "limit")),
    Option("tie", "A tie", (("shared", "They win together."), ("last", "The last round decides.")), "The end"),
    Option("all_out", "All out at once", (("lowest", "The lowest wins."), ("again", "Played again.")), "The end",
          when=("end", "limit")),
)  # fmt: skip

CATS = Game(
    key="cats", title="Cats", tagline="Low cards are good cards.", accent="#5B1A6E", least=2, most=6, edition="tests",
    houses=HOUSES, facts=(), actions=(round, correct_round, start_clock, stop, *change_actions(HOUSES, ())),
    standing=standing, prompt=prompt, ending=ending, boards=lambda table: (sheet(table),), clock=clock,
    status=lambda table: (Badge(f"Round {rounds(table) + 1}"),), quick=("round", "correct_round"),
)  # fmt: skip

NAMES = ("Ann", "Ben", "Cy", "Dora", "Emeka", "Frederika")


def play_cats(monkeypatch: pytest.MonkeyPatch, *others: Game) -> None:
    """Make this the first game, with any others after it."""
    games = {one.key: one for one in (CATS, *others)}
    for name in (
        "companion.core.rules_at.find_game",
        "views.home.find_info",
        "views.rules.board_values.find_game",
    ):
        monkeypatch.setattr(name, games.__getitem__)
    infos = tuple(GameInfo(one.key, one.title, one.accent, lambda one=one: one, one.tagline) for one in games.values())
    for name in ("views.home.infos", "views.setup.game_tiles.infos", "views.setup.form.infos"):
        monkeypatch.setattr(name, lambda: infos)


def new_play(open_plays: OpenPlays, seats: int = 4, **ways: str) -> str:
    return open_plays.journal.begin(
        game="cats", title="Friday cats", seats=[Seat(name.lower(), name) for name in NAMES[:seats]],
        houses=CATS.house_rules(ways), board={}, edition="tests",
    ).id  # fmt: skip


def score(open_plays: OpenPlays, play_id: str, *words: str) -> None:
    for one in words:
        open_plays.referee(play_id).write("round", {"scores": one})


def named(screen: Screen, name: str) -> list[object]:
    """Find what is tapped under the name that is read out; a name ending in an ellipsis is the start of one."""
    exact, wanted = not name.endswith("..."), name.removesuffix("...")

    def fits(said: object) -> bool:
        return isinstance(said, str) and (said == wanted if exact else said.startswith(wanted))

    found = []
    for one in screen.all(ft.BaseControl):
        inside = getattr(one, "content", None)
        if isinstance(one, ft.Semantics) and fits(one.label):
            taps = (part for part in (one, *screen.walk(inside)) if getattr(part, "on_click", None))
            found += [part for part in list(taps)[:1] or [one] if one.on_tap or part is not one]
        elif getattr(one, "on_click", None) and isinstance(inside, ft.BaseControl):
            found += [one] * any(fits(getattr(part, "semantics_label", None)) for part in screen.walk(inside))
    return found or screen.named(name)


async def tap(screen: Screen, name: str) -> None:
    """Tap what is read out under this name."""
    found = [one for one in named(screen, name) if getattr(one, "on_click", None) or getattr(one, "on_tap", None)]
    assert found, f"nothing called {name!r}"
    assert not getattr(found[0], "disabled", False), f"{name!r} is greyed"
    await screen.fire(found[0], "click" if getattr(found[0], "on_click", None) else "tap")
