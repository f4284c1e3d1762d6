"""The tests' own day at the races: a pool, its board, a bookmaker's book, and open plays for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.api import Game, KeptNames, Seat, Turn, ask
from companion.api.show import Backing, Offer, Prompt, Runner, Standing, Tile, ToteBoard
from models.book import Book
from models.journal import Journal
from models.plays import Seat as Place
from views.state.open_plays import OpenPlays

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

HORSES = {
    "h1": "King of Clubs", "h2": "Priory Park", "h3": "Dark Warrior", "h4": "Elton", "h5": "Leonidas II",
    "h6": "Knight Error", "h7": "Jerome Fandor", "h8": "Dorigen", "h9": "Play On", "h10": "Flamenco",
    "h11": "Over Coat", "h12": "Marmaduke Jinks",
}  # fmt: skip
COLOURS = ("#222222", "#B3261E", "#C79A00", "#1F5FA8")
NAMES = ("Ann", "Ben", "Cy", "Dee", "Frederika", "Emeka")
POUND = "\u00a3"
PURSE = 500


def number(horse: str) -> int:
    return int(horse[1:])


def colour(horse: str) -> str:
    return COLOURS[(number(horse) - 1) // 3]


def label(_: Turn, horse: str) -> str:
    return f"{number(horse)} \u00b7 {HORSES[horse]}"


def detail(t: Turn, horse: str) -> str:
    return f"{POUND}{laid(t, horse)} laid"


def tile(_: Turn, horse: str) -> Tile:
    return Tile(str(number(horse)), colour(horse))


def backed(t: Turn, who: Seat, horse: str) -> int:
    return t.held(who, "on", horse)


def laid(t: Turn, horse: str) -> int:
    return sum(backed(t, who, horse) for who in t.seats)


def pool(t: Turn) -> int:
    return sum(laid(t, horse) for horse in HORSES)


def which_horse(question: str) -> Any:
    return ask.choice(question, tuple(HORSES), label=label, detail=detail, tile=tile)


def begin(t: Turn) -> None:
    """Give everybody 500 pounds."""
    t.pool({t.bank("bank"): PURSE * len(t.seats)}, dict.fromkeys(t.seats, PURSE))
    t.narrate("Everybody gets 500.")


def bet(
    t: Turn,
    who: Seat = ask.anybody("Who bets?"),
    horse: str = which_horse("On which horse?"),
    amount: int = ask.money("How much?", at_most=lambda t: sum(map(t.held, t.named("who")))),
) -> None:
    """Write a bet on the pad."""
    t.refuse(t.off, "They are off: the Tote is closed.")
    t.refuse(t.noted(horse, "scratched"), f"{HORSES[horse]} is scratched.", "horse")
    t.refuse(amount > t.held(who), f"{who} holds only {POUND}{t.held(who)}.", "amount")
    t.pay(who, "tote", amount, into="pool")
    t.pay("pad", who, amount, "on", horse)
    t.narrate(f"{who} lays {POUND}{amount} on {HORSES[horse]}.")
    t.step("In the pool", pool(t))
    t.step(f"{HORSES[horse]} would then pay 9.1 for each {POUND}1")
    t.explain("All in.")


def scratch(t: Turn, horse: str = which_horse("Which?")) -> None:
    """Take a horse out."""
    t.note(horse, scratched="Lame at the start.")
    t.narrate(f"{HORSES[horse]} is scratched.")


def start(t: Turn, when: int = ask.moment("When?", optional=False)) -> None:
    """Close the book."""
    t.set(off=when)
    t.narrate("They are off.")


def result(t: Turn, horse: str = which_horse("Who won?")) -> None:
    """Say who won."""
    t.set(won=horse)
    t.narrate(f"{HORSES[horse]} wins.")


def runner(t: Turn, horse: str, *, book: bool = False) -> Runner:
    on, whole = laid(t, horse), pool(t)
    backings = tuple(
        Backing(who.key, stake, back=stake * whole * 9 // (10 * on))
        for who in t.seats
        if (stake := backed(t, who, horse))
    )
    scratched = str(t.noted(horse, "scratched") or "")
    return Runner(
        number(horse),
        HORSES[horse],
        owner=t.seats[number(horse) % len(t.seats)].key,
        colour=colour(horse),
        backings=backings,
        laid=on,
        pays=f"{whole * 0.9 / on:.1f}".removesuffix(".0") if on else "clerk keeps all",
        exact=f"{whole * 0.9 / on:.2f}" if on else "",
        cost=whole - 3 * on if book else None,
        place=1 if t.won == horse else 0,
        out=scratched,
        tap=None if scratched or t.off else Offer("bet", {"horse": horse}),
    )


def boards(runners: int, *, book: bool) -> Any:
    field = tuple(HORSES)[:runners]

    def made(t: Turn) -> tuple[ToteBoard, ...]:
        payouts = tuple(
            (who.key, stake * 3, f"{POUND}{stake} x 3") for who in t.seats if t.won and (stake := backed(t, who, t.won))
        )
        tote = ToteBoard(
            "The Tote",
            "Race 1, they are off" if t.off else "Race 1, open to all",
            tuple(runner(t, horse) for horse in field),
            pool(t),
            POUND,
            (("Pool", f"{POUND}{pool(t):,}"), ("Commission 10%", f"{POUND}{pool(t) // 10:,}")),
            payouts,
            "Money in = paid out + commission + breakage.",
            lead=True,
        )
        side = ToteBoard(
            "Ben's book", "Fixed odds", tuple(runner(t, horse, book=True) for horse in field), 0, POUND, book=True
        )
        return (tote, side) if book else (tote,)

    return made


def standing(t: Turn, who: Seat) -> Standing:
    return Standing(who.key, f"{POUND}{t.held(who):,}")


def prompt(t: Turn) -> Prompt:
    if t.off:
        return Prompt("Who won?", "", Offer("result", {}, "Result", "primary"))
    offers = (Offer("start", {}, "They are off", "primary"), Offer("scratch", {}, "Scratch a horse"))
    return Prompt("Take a bet", "Who, which horse, how much.", Offer("bet", {}, "Take a bet", "primary"), offers)


def race(runners: int = 7, *, book: bool = False) -> Game:
    game = Game(
        "race",
        "Race",
        "A race for tests.",
        players=(2, 6),
        colour="#14532D",
        edition="tests",
        banks=("bank", "tote", "pad"),
        kept=KeptNames(sign="", table="race"),
        table_state={"off": None, "won": None},
        money=POUND,
        without=("leave", "correct_money", "change_house"),
    )
    game.action("Open", group="Tote")(begin)
    game.action("Take a bet", group="Tote")(bet)
    game.action("Scratch a horse", group="Tote")(scratch)
    game.action("They are off", group="Tote")(start)
    game.action("Result", group="Tote")(result)
    game.card(standing)
    game.next(prompt)
    game.board(boards(runners, book=book))
    return game


def lay(monkeypatch: pytest.MonkeyPatch, folder: Path, *, seats: int = 4, **more: Any) -> tuple[OpenPlays, str]:
    """Make this the only game, and begin a play where everybody has 500 pounds."""
    game = race(**more)
    for name in (
        "companion.games.find_game",
        "views.home.home.find_info",
        "views.rules.board_values.find_game",
    ):
        monkeypatch.setattr(name, lambda _key: game)
    open_plays = OpenPlays(Journal(Book.open(folder)))
    people = [Place(name.lower(), name) for name in NAMES[:seats]]
    play = open_plays.journal.begin(game="race", title="Saturday", seats=people, houses={}, board={}, edition="tests")
    open_plays.referee(play.id).write("begin", {})
    return open_plays, play.id
