"""How what people type is read, and how it is then written and said: `typed.txt` in order."""

import re
from pathlib import Path

from companion.core.figures import read_figure
from companion.core.option import Option
from companion.core.questions import Amount, Moment, Player, Roll, Words
from companion.core.several import Amounts, Hands, Rolls, Several
from companion.core.table import Reserved, Table, seat_key
from companion.core.turn import Turn, with_answers
from companion.core.units import format_amount, in_points, in_wholes, speak
from companion.core.unknown_game import bare_turn
from companion.games import find_game
from companion.rules.betting import read_odds
from models.ledger import Refusal
from models.names import clean, is_text, name_key
from models.plays import Seat
from tests.evenings.said.wording import told

TYPED = Path(__file__).with_name("typed.txt")
T = bare_turn(
    Table(tuple(Seat(name.lower(), name) for name in ("Ann", "Ben", "Cy", "Alice", "Bob")))
)
CHIPS = {"ann": 85, "ben": 20, "cy": 0}
RESERVED = Reserved(frozenset({"treasury"}), frozenset({"h", "round"}))
RULES = {
    "ending": Option(
        "ending", "How it ends", (("rounds", "After some rounds."), ("limit", "At a limit."))
    ),
    "limit": Option(
        "limit", "Out at", (("100", "100 points"),), whole=True, least=10, most=1_000, unit="points"
    ),
    "goal": Option("goal", "Goal", (("100000", "$100,000"),), whole=True, least=1_000),
    "point": Option(
        "point", "Size of a point", (("100", "100K"),), whole=True, least=10, most=1_000, unit="K"
    ),
}


class Millions(Turn):
    """A table that plays with thousands."""

    unit = "K"


def _held(_, who):
    return (5, CHIPS[who.key]) if CHIPS[who.key] else (0, 0)


def _bidders(t):
    return tuple(seat for seat in CHIPS if seat != t.answers.get("who"))


KINDS = {
    "amount": Amount(unit="$"),
    "multiple of 100": Amount(100, step=100, unit="$"),
    "thousands": Amount(unit=None, step=lambda t: 10 if t.unit == "K" else 1),
    "roll": Roll(),
    "one die": Roll(1),
    "player": Player(("treasury",)),
    "words": Words(),
    "moment": Moment(),
    "hands": Hands(lambda _: ("ann", "ben"), 4, 9, lambda _t, _hands: ""),
    "sealed bids": Amounts(_held, among=_bidders, step=5, sealed=True, what="bid"),
    "open bids": Amounts(_held, among=_bidders, step=5, what="bid"),
    "bids of two": Amounts(_held, among=_bidders, step=5, sealed=True, what="bid"),
    "rolls of all": Rolls(among=_bidders),
    "streets": Several(lambda _: ("s1", "s4", "s9"), lambda _, key: f"Street {key[1:]}", (1, 2)),
}


def typed():
    """Tell what is made of each text that is typed."""
    read = str
    for line in TYPED.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if not line.startswith(" "):
            yield f"{line} | {_asked(line)}" if line in KINDS else line
            read = _reader(line)
        for found in re.findall(r"\|([^|]*)\|", line):
            words = re.sub(r"\\u([0-9a-f]{4})", lambda sign: chr(int(sign[1], 16)), found)
            try:
                yield f"  {found}: {read(words)}"
            except Refusal as refusal:
                yield f"  {found}: no. {refusal.sentence}"


def _turn(kind):
    """A table that plays with thousands for one kind, and on which Ann has been named for another."""
    if kind == "thousands":
        return Millions(T.game, T.table)
    return with_answers(T, {"who": "ann"} if kind == "bids of two" else {})


def _asked(what):
    """What a kind asks for, and the answer that is tried in its place."""
    kind = KINDS[what]
    return f"{kind.word} | {told(kind.sample(_turn(what))) if hasattr(kind, 'sample') else '-'}"


PLAIN = {
    "name": lambda words: f"{clean(words)!a} {name_key(words)!a} {is_text(clean(words))}",
    "key of a player": lambda words: (
        f"{seat_key(words, ['bob'])} {seat_key(words, reserved=RESERVED)}"
    ),
    "odds": lambda words: told(read_odds(words)),
}


def _reader(what):
    """What is made of words by a kind of question, in the end as people read it."""
    word, _, rest = what.rpartition(" ")
    if what in PLAIN:
        return PLAIN[what]
    if what in KINDS:
        kind, t = KINDS[what], _turn(what)
        return lambda words: f"{told(value := kind.read(words, t))} {kind.show(value, t)}"
    if word == "house rule":
        return lambda words: f"{(way := RULES[rest].read(words))} {RULES[rest].say(way)}"
    if word == "page":
        game = find_game(rest)
        at = game.turn(
            Table(T.table.seats, houses=game.house_rules(), printed=game.printed_values())
        )
        (calculate,) = (page.asks.calculate for page in game.pages if page.asks)
        return lambda words: told(calculate(at, words))
    unit = rest if word else ""
    signed, at_till = word in ("", "figure"), word == "at the till"
    return lambda words: _figure(
        read_figure(words, unit, "A stake", signed=signed, at_till=at_till), unit
    )


def _figure(figure, unit):
    written = format_amount(figure, unit), format_amount(figure, unit, signed=True)
    return " | ".join(
        (
            str(figure),
            *written,
            speak(figure, unit),
            in_points(figure, unit),
            in_wholes(figure, unit),
        )
    )
