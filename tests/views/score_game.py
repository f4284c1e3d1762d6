"""A small score game of the tests' own: a sheet, a pad, a clock, and a round that no deck gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft
from headless import Screen

from companion.api import Game, KeptNames, Option, Result, Round, Score, ScoreSheet, Seat, Turn, ask
from companion.api.questions import Hand, Hands, HandsOf, read_hands
from companion.api.show import Badge, Clock, Offer, Prompt, Standing
from companion.games import GameInfo
from models.plays import Seat as Place

if TYPE_CHECKING:
    import pytest

    from views.state.open_plays import OpenPlays

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

GAME = Game(
    "cats",
    "Cats",
    "Low cards are good cards.",
    players=(2, 6),
    colour="#5B1A6E",
    edition="tests",
    options=HOUSES,
    banks=("deck",),
    kept=KeptNames(sign="", table="sheet"),
    table_state={"rounds": 0, "until": None, "over": None},
    money="",
    shortlist=("round", "correct_round"),
    without=("leave",),
)


def total(t: Turn, who: Seat) -> int:
    return t.held(who, "points", "points")


def limit(t: Turn) -> int | None:
    return t.option("limit") if t.option("end") == "limit" else None


def out(t: Turn) -> list[str]:
    most = limit(t)
    return [who.key for who in t.seats if most is not None and total(t, who) >= most]


def who_plays(t: Turn) -> tuple[Seat, ...]:
    gone = out(t)
    return tuple(who for who in t.seats if who.key not in gone)


def doubt(_t: Turn, hands: HandsOf) -> str:
    cards = [card for hand in hands.values() for card in hand.cards]
    many = [card for card in sorted(set(cards)) if cards.count(card) > 4]
    return f"The deck has four {many[0]}s; here are {cards.count(many[0])}." if many else ""


def hands_of(t: Turn, number: int) -> dict[str, Hand]:
    return read_hands(str(t.noted("sheet", f"scores.{number}") or ""))


def score_round(t: Turn, number: int, scores: str, knocked: Seat | None, because: str | None) -> None:
    hands = read_hands(scores)
    words = doubt(t, hands)
    t.refuse(words and not because, words, "scores")
    before = hands_of(t, number)
    for key, hand in hands.items():
        more = hand.total - (before[key].total if key in before else 0)
        t.pay("deck", t.seat(key), more, "points", "points")
        t.step(t.seat(key).name, hand.total, unit="")
    t.note("sheet", **{f"scores.{number}": scores, f"knocked.{number}": knocked})
    t.narrate(f"Round {number}: {', '.join(f'{t.seat(key)} {hand.total}' for key, hand in hands.items())}.")
    t.explain("Low cards are good cards.")


def everyones_hand(question: str) -> Any:
    return ask.of(question, Hands(who_plays, 4, 9, doubt), read=lambda _t, said: said)


KNOCKED = ask.anybody("Who knocked?", optional=True)
BECAUSE = ask.words("Why is it possible all the same?", optional=True)


@GAME.action("Score a round", group="Round", source="Scoring")
def round(  # noqa: A001 - it is what the table calls it
    t: Turn,
    scores: str = everyones_hand("What does everyone end with?"),
    knocked: Seat | None = KNOCKED,
    because: str | None = BECAUSE,
    at: int | None = ask.moment("When?"),
) -> None:
    """Put a round on the sheet."""
    number = t.rounds + 1
    score_round(t, number, scores, knocked, because)
    t.set(rounds=number)
    t.note("sheet", **{f"at.{number}": at or 0})


@GAME.action("Correct a round", group="Round", source="Scoring")
def correct_round(
    t: Turn,
    round: int = ask.number("Which round?", 1, 99, what="round"),  # noqa: A002 - it is what the table calls it
    scores: str = everyones_hand("What did everyone end with?"),
    knocked: Seat | None = KNOCKED,
    because: str | None = BECAUSE,
) -> None:
    """Put a round right."""
    t.refuse(not 1 <= round <= t.rounds, f"There is no round {round} on the sheet.", "round")
    score_round(t, round, scores, knocked, because)


@GAME.action("Start the clock", group="Clock")
def start_clock(t: Turn, at: int | None = ask.moment("When?")) -> None:
    """Let the clock run for ten minutes."""
    t.set(until=(at or 0) + 600)
    t.narrate("The clock runs.")


@GAME.action("Stop here", group="Round")
def stop(t: Turn) -> None:
    """End the game; the fewest points win."""
    t.set(over="yes")
    t.narrate("The game ends.")


def ranks(t: Turn) -> tuple[int, ...]:
    sums = [total(t, who) for who in t.seats]
    return tuple(1 + sum(other < mine for other in sums) for mine in sums)


@GAME.board
def sheet(t: Turn) -> ScoreSheet:
    seats = tuple(who.key for who in t.seats)
    made, running = [], {key: [] for key in seats}
    sums = dict.fromkeys(seats, 0)
    for number in range(1, t.rounds + 1):
        hands, knocked = hands_of(t, number), t.noted("sheet", f"knocked.{number}")
        least = min(hand.total for hand in hands.values())
        line = []
        for key in seats:
            hand = hands.get(key)
            sums[key] += hand.total if hand else 0
            running[key].append(sums[key] if hand else None)
            frame, sign = "lowest" if hand and hand.total == least else "", "knocked" if knocked == key else ""
            line.append(Score(hand.total, hand.cards, frame=frame, sign=sign) if hand else Score())
        answers = {"round": number, "scores": t.noted("sheet", f"scores.{number}"), "knocked": knocked}
        correction = Offer("correct_round", answers, f"Correct round {number}")
        made.append(Round(str(number), tuple(line), correction=correction))
    return ScoreSheet(
        "Score sheet", seats, tuple(made), tuple(total(t, who) for who in t.seats), ranks(t),
        tuple(tuple(running[key]) for key in seats), frozenset(out(t)), limit(t), "Ann deals, Ben starts.",
        icons={"knocked": "SPORTS_MMA"},
    )  # fmt: skip


@GAME.clock
def clock(t: Turn) -> Clock | None:
    return Clock(until=t.until) if t.until else None


@GAME.next
def prompt(t: Turn) -> Prompt:
    if t.over:
        return Prompt("The game is over")
    return Prompt(
        f"Round {t.rounds + 1}",
        "Everyone turns the cards over.",
        round("Score the round", "primary"),
        (start_clock("Start the clock"), stop("Stop here", "danger")),
    )


@GAME.card
def standing(t: Turn, who: Seat) -> Standing:
    points = total(t, who)
    return Standing(who.key, str(points), out=who.key in out(t), rank=Badge(f"{points} points"), progress=points)


@GAME.end_if
def ending(t: Turn) -> Result | None:
    if not t.over:
        return None
    order = sorted(zip(ranks(t), t.seats, strict=True), key=lambda pair: pair[0])
    winners = tuple(who for rank, who in order if rank == 1)
    return Result("Fewest points.", winners, tuple((who, rank, f"{total(t, who)} points") for rank, who in order))


@GAME.status
def status(t: Turn) -> tuple[Badge, ...]:
    return (Badge(f"Round {t.rounds + 1}"),)


CATS = GAME
NAMES = ("Ann", "Ben", "Cy", "Dora", "Emeka", "Frederika")


def play_cats(monkeypatch: pytest.MonkeyPatch, *others: Game) -> None:
    """Make this the first game, with any others after it."""
    games = {one.key: one for one in (CATS, *others)}
    for name in (
        "companion.games.find_game",
        "views.home.home.find_info",
        "views.rules.board_values.find_game",
    ):
        monkeypatch.setattr(name, games.__getitem__)
    infos = tuple(GameInfo(one.key, one.title, one.colour, lambda one=one: one, one.tagline) for one in games.values())
    for name in ("views.home.home.infos", "views.setup.game_tiles.infos", "views.state.setup_form.infos"):
        monkeypatch.setattr(name, lambda: infos)


def new_play(open_plays: OpenPlays, seats: int = 4, **ways: str) -> str:
    return open_plays.journal.begin(
        game="cats", title="Friday cats", seats=[Place(name.lower(), name) for name in NAMES[:seats]],
        houses=CATS.house_rules(ways), board={}, edition="tests",
    ).id  # fmt: skip


def score(open_plays: OpenPlays, play_id: str, *words: str) -> None:
    for word in words:
        open_plays.referee(play_id).write("round", {"scores": word})


def named(screen: Screen, name: str) -> list[object]:
    """Find what is tapped under the name that is read out; a name ending in an ellipsis is the start of one."""
    exact, wanted = not name.endswith("..."), name.removesuffix("...")

    def fits(said: object) -> bool:
        return isinstance(said, str) and (said == wanted if exact else said.startswith(wanted))

    found = []
    for control in screen.all(ft.BaseControl):
        inside = getattr(control, "content", None)
        if isinstance(control, ft.Semantics) and fits(control.label):
            taps = (part for part in (control, *screen.walk(inside)) if getattr(part, "on_click", None))
            found += [part for part in list(taps)[:1] or [control] if control.on_tap or part is not control]
        elif getattr(control, "on_click", None) and isinstance(inside, ft.BaseControl):
            found += [control] * any(fits(getattr(part, "semantics_label", None)) for part in screen.walk(inside))
    return found or screen.named(name)


async def tap(screen: Screen, name: str) -> None:
    """Tap what is read out under this name."""
    found = [one for one in named(screen, name) if getattr(one, "on_click", None) or getattr(one, "on_tap", None)]
    assert found, f"nothing called {name!r}"
    assert not getattr(found[0], "disabled", False), f"{name!r} is greyed"
    await screen.fire(found[0], "click" if getattr(found[0], "on_click", None) else "tap")
