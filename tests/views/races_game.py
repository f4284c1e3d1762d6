"""The tests' own day at the races: a pool, its board, a bookmaker's book, and open plays for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from companion.core.action import action
from companion.core.boards import Backing, Runner, ToteBoard
from companion.core.game import Game, Standing
from companion.core.prompt import Offer, Prompt
from companion.core.questions import Amount, Choice, Tile, When, Who
from companion.core.table import Effect, Line, Mark, Posting, Refusal, Table
from models.book import Book
from models.journal import Journal
from models.plays import Seat
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


def label(table: Table, answers: Any, horse: str) -> str:
    del table, answers
    return f"{number(horse)} \u00b7 {HORSES[horse]}"


def detail(table: Table, answers: Any, horse: str) -> str:
    del answers
    return f"{POUND}{laid(table, horse)} laid"


def tile(table: Table, horse: str) -> Tile:
    del table
    return Tile(str(number(horse)), colour(horse))


def backed(table: Table, who: str, horse: str) -> int:
    return table.ledger.balance(f"{who}:on", horse)


def laid(table: Table, horse: str) -> int:
    return sum(backed(table, seat.key, horse) for seat in table.players)


def pool(table: Table) -> int:
    return sum(laid(table, horse) for horse in HORSES)


def off(table: Table) -> bool:
    return bool(table.ledger.mark("race", "off"))


def cash(table: Table, answers: Any) -> int:
    return table.ledger.balance(f"{answers.get('who', '')}:cash", POUND)


HORSE = Choice(tuple(HORSES), label, None, detail, tile)


@action("", title="Open", group="Tote")
def begin(table: Table) -> Effect:
    """Give everybody 500 pounds."""
    postings = tuple(Posting(f"{seat.key}:cash", PURSE, POUND) for seat in table.players)
    return Effect("Everybody gets 500.", (*postings, Posting("bank:cash", -PURSE * len(postings), POUND)))


@action("", title="Take a bet", group="Tote")
def bet(
    table: Table, who: Who, horse: Annotated[str, HORSE], amount: Annotated[int, Amount(1, cash, unit=POUND)]
) -> Effect:
    """Write a bet on the pad.

    who: Who bets?
    horse: On which horse?
    amount: How much?
    """
    if off(table):
        raise Refusal("They are off: the Tote is closed.")
    if table.ledger.mark(horse, "scratched"):
        raise Refusal(f"{HORSES[horse]} is scratched.", "horse")
    if amount > cash(table, {"who": who}):
        raise Refusal(f"{table.name(who)} holds only {POUND}{cash(table, {'who': who})}.", "amount")
    stakes = (Posting(f"{who}:cash", -amount, POUND), Posting("tote:pool", amount, POUND))
    slip = (Posting(f"{who}:on", amount, horse), Posting("pad:on", -amount, horse))
    words = f"{table.name(who)} lays {POUND}{amount} on {HORSES[horse]}."
    after = Line(f"{HORSES[horse]} would then pay 9.1 for each {POUND}1")
    return Effect(words, (*stakes, *slip), (), (Line("In the pool", pool(table) + amount, POUND), after), "All in.")


@action("", title="Scratch a horse", group="Tote")
def scratch(table: Table, horse: Annotated[str, HORSE]) -> Effect:
    """Take a horse out.

    horse: Which?
    """
    del table
    return Effect(f"{HORSES[horse]} is scratched.", marks=(Mark(horse, "scratched", "Lame at the start."),))


@action("", title="They are off", group="Tote")
def start(table: Table, when: When) -> Effect:
    """Close the book.

    when: When?
    """
    del table
    return Effect("They are off.", marks=(Mark("race", "off", when),))


@action("", title="Result", group="Tote")
def result(table: Table, horse: Annotated[str, HORSE]) -> Effect:
    """Say who won.

    horse: Who won?
    """
    del table
    return Effect(f"{HORSES[horse]} wins.", marks=(Mark("race", "won", horse),))


def runner(table: Table, horse: str, *, book: bool = False) -> Runner:
    backings = tuple(
        Backing(seat.key, sum_of, back=sum_of * pool(table) * 9 // (10 * laid(table, horse)))
        for seat in table.players
        if (sum_of := backed(table, seat.key, horse))
    )
    scratched = str(table.ledger.mark(horse, "scratched") or "")
    won = table.ledger.mark("race", "won")
    on, whole = laid(table, horse), pool(table)
    free = not scratched and not off(table)
    return Runner(
        number(horse),
        HORSES[horse],
        owner=table.players[number(horse) % len(table.players)].key,
        colour=colour(horse),
        backings=backings,
        laid=on,
        pays=f"{whole * 0.9 / on:.1f}".removesuffix(".0") if on else "clerk keeps all",
        exact=f"{whole * 0.9 / on:.2f}" if on else "",
        cost=whole - 3 * on if book else None,
        place=1 if won == horse else 0,
        out=scratched,
        tap=Offer("bet", {"horse": horse}) if free else None,
    )


def boards(runners: int, *, book: bool) -> Any:
    def made(table: Table) -> tuple[ToteBoard, ...]:
        field = tuple(HORSES)[:runners]
        won = str(table.ledger.mark("race", "won") or "")
        payouts = tuple(
            (seat.key, backed(table, seat.key, won) * 3, f"{POUND}{backed(table, seat.key, won)} x 3")
            for seat in table.players
            if won and backed(table, seat.key, won)
        )
        tote = ToteBoard(
            "The Tote",
            "Race 1, they are off" if off(table) else "Race 1, open to all",
            tuple(runner(table, horse) for horse in field),
            pool(table),
            POUND,
            (("Pool", f"{POUND}{pool(table):,}"), ("Commission 10%", f"{POUND}{pool(table) // 10:,}")),
            payouts,
            "Money in = paid out + commission + breakage.",
            lead=True,
        )
        side = ToteBoard(
            "Ben's book", "Fixed odds", tuple(runner(table, horse, book=True) for horse in field), 0, POUND, book=True
        )
        return (tote, side) if book else (tote,)

    return made


def standing(table: Table, who: str) -> Standing:
    return Standing(who, f"{POUND}{table.ledger.balance(f'{who}:cash', POUND):,}")


def prompt(table: Table) -> Prompt:
    if off(table):
        return Prompt("Who won?", "", Offer("result", {}, "Result", "primary"))
    offers = (Offer("start", {}, "They are off", "primary"), Offer("scratch", {}, "Scratch a horse"))
    return Prompt("Take a bet", "Who, which horse, how much.", Offer("bet", {}, "Take a bet", "primary"), offers)


def race(runners: int = 7, *, book: bool = False) -> Game:
    return Game(
        key="race",
        title="Race",
        tagline="A race for tests.",
        accent="#14532D",
        least=2,
        most=6,
        edition="tests",
        houses=(),
        facts=(),
        actions=(begin, bet, scratch, start, result),
        standing=standing,
        prompt=prompt,
        ending=lambda _: None,
        boards=boards(runners, book=book),
    )


def lay(monkeypatch: pytest.MonkeyPatch, folder: Path, *, seats: int = 4, **more: Any) -> tuple[OpenPlays, str]:
    """Make this the only game, and begin a play where everybody has 500 pounds."""
    game = race(**more)
    for name in (
        "companion.core.rules_at.find_game",
        "views.home.find_info",
        "views.rules.board_values.find_game",
    ):
        monkeypatch.setattr(name, lambda _key: game)
    open_plays = OpenPlays(Journal(Book.open(folder)))
    people = [Seat(name.lower(), name) for name in NAMES[:seats]]
    play = open_plays.journal.begin(game="race", title="Saturday", seats=people, houses={}, board={}, edition="tests")
    open_plays.referee(play.id).write("begin", {})
    return open_plays, play.id
