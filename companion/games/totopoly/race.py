"""The race: the off, the bend, the horses as they pass the post, disqualifications, and the official result.

``home_<race>_<at>`` is the horse that passed the post there, ``level_<race>_<horse>`` the one that a horse is level
with in a dead heat, ``out_<race>_<horse>`` says why a horse is disqualified, ``place_<race>_<at>`` is a place that the
table has set by hand.

Rulebook: «The Race», «Use of the Colour Cards and White Cards».
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.api import Refusal, listed
from companion.api.show import Tile
from companion.games.totopoly import discarding, options
from companion.games.totopoly.betting import bets
from companion.games.totopoly.game import GAME, RACE, TOTE, Stage, TotopolyTurn, ask, ask_horse
from companion.games.totopoly.lease_cards import HORSES
from companion.games.totopoly.options import AUCTION_ONLY, BANK_ONLY

SOURCE = "The Race"
CARDS_SOURCE = "Use of the Colour Cards and White Cards"
PLACES = ("first", "second", "third")
ORDINALS = (
    *PLACES, "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)  # fmt: skip
"""As many as there are horses."""
NOBODY = "nobody"
LEVEL = "Horses that pass the post level share a place, and the next is vacant: a dead heat."


# --- what is known of the race ---------------------------------------------------------------------


def finishers(t: TotopolyTurn) -> tuple[str, ...]:
    """Return the horses that have passed the post, in their order."""
    found = (t.in_race(RACE, "home", at) for at in range(1, len(HORSES) + 1))
    return _with_level(t, [horse for horse in found if horse])


def levels(t: TotopolyTurn) -> dict[str, str]:
    """Return the horses of dead heats, each with the horse that it is level with."""
    noted = ((horse, t.in_race(RACE, "level", horse)) for horse in HORSES)
    return {horse: other for horse, other in noted if other} if t.bets_only else {}


def _with_level(t: TotopolyTurn, horses: list[str]) -> tuple[str, ...]:
    """Put behind each horse those that are level with it and have no place of their own."""
    level = [(horse, other) for horse, other in levels(t).items() if horse not in horses]
    return tuple(each for one in horses for each in (one, *(horse for horse, other in level if other == one)))


def why_disqualified(t: TotopolyTurn, horse: str) -> str:
    """Return why a horse is disqualified; empty where it is not."""
    return t.in_race(RACE, "out", horse)


def by_hand(t: TotopolyTurn) -> tuple[str, ...]:
    """Return the horses in the places that the table has set; none where it has not."""
    noted = [t.in_race(RACE, "place", at) for at in (1, 2, 3)]
    return _with_level(t, ["" if horse == NOBODY else horse for horse in noted]) if noted[0] else ()


def moves_up(t: TotopolyTurn) -> bool:
    """Whether the next clean owner's finisher takes the place of a disqualified horse."""
    return t.option(options.MOVES_UP) == "up"


def in_places(t: TotopolyTurn, came: Iterable[str]) -> list[tuple[str, ...]]:
    """Put horses into places in their order; those of a dead heat share one, and leave as many vacant behind it."""
    level_with = levels(t)
    groups: dict[str, tuple[str, ...]] = {}
    for at, horse in enumerate(came):
        by = level_with.get(horse, horse) or f"nobody at {at}"
        groups[by] = (*groups.get(by, ()), *filter(None, (horse,)))
    return [place for level in groups.values() for place in (level, *_vacant(level))]


def _vacant(level: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [()] * (len(level) - 1)


def find_places(t: TotopolyTurn) -> tuple[tuple[str, ...], ...]:
    """Return the horses in the first three places as far as they are known; several in one in a dead heat.

    A place is vacant where it is nobody's, and after a dead heat.
    """
    hand = by_hand(t)
    places = in_places(t, hand or finishers(t))
    if not hand:
        places = [tuple(horse for horse in level if not why_disqualified(t, horse)) for level in places]
        if moves_up(t):
            places = [place for level in places if level for place in (level, *_vacant(level))]
    return (*places, (), (), ())[:3]


def find_placed(t: TotopolyTurn) -> tuple[str, str, str]:
    """Return the official first, second and third, one horse each; empty where a place is nobody's."""
    first, second, third = (horses[0] if horses else "" for horses in find_places(t))
    return first, second, third


def waits(t: TotopolyTurn) -> bool:
    """Whether the race still waits for a horse to pass the post."""
    home = finishers(t)
    if by_hand(t) or t.in_race(RACE, "no_more") or set(t.runners) <= set(home):
        return False
    return sum(map(len, find_places(t))) < 3 if moves_up(t) else len(home) < 3


def official(t: TotopolyTurn) -> bool:
    """Whether the result is there to be paid out on."""
    return t.stage == Stage.HOME and not waits(t)


def require_result(t: TotopolyTurn) -> None:
    """Refuse while the result is not official."""
    t.require_stage(Stage.RUNNING, Stage.HOME)
    t.refuse(not official(t), "The result is not known yet: say which horse comes next, or that no more come.")


def who_has_paid(t: TotopolyTurn) -> str:
    """Return who has paid out on the result already; empty where nobody has."""
    if t.tote_paid:
        return "The Tote has"
    return next((f"{who} has" for who in t.everybody if who.book_paid), "")


def white_cards_counted(t: TotopolyTurn) -> bool:
    """Whether the white cards of this race were counted: with the third horse home, or with the result."""
    return bool(t.in_race(RACE, "counted"))


def unfit(t: TotopolyTurn) -> list[str]:
    """Say what should not be at the start: horses without their fee, and a fourth horse of one owner."""
    if not t.keeps_prizes:
        return []
    runners = [
        f"{t.horse_name(horse)} runs without its entrance fee" for horse in t.runners if not t.has_entered(horse)
    ]
    if t.option(options.LIMITS) == "strict":
        runs = [(who, len(who.horses)) for who in t.seats]
        runners += [f"{who} runs {many}, more than three" for who, many in runs if many > discarding.MOST_RUN]
    return [f"Mind: {words}" for words in runners]


def result_words(t: TotopolyTurn) -> str:
    """Say who is placed."""
    places = zip(PLACES, find_places(t), strict=True)
    return listed(f"{word} {names_of(t, horses)}" for word, horses in places if horses)


def names_of(t: TotopolyTurn, horses: tuple[str, ...]) -> str:
    """Name the horse in a place, or those of a dead heat."""
    return listed(map(t.horse_name, horses)) + (" (dead heat)" if len(horses) > 1 else "")


# --- the off and the bend ----------------------------------------------------------------------------


@GAME.action("They're off", group="The race", source=SOURCE)
def off(t: TotopolyTurn) -> None:
    """Start the race with the first throw; the Tote closes, or takes bets up to the bend."""
    t.refuse(t.keeps == AUCTION_ONLY, "This book keeps no race.")
    bank_only = t.keeps == BANK_ONLY
    t.require_stage(Stage.PARADE if bank_only else Stage.BETTING)
    t.require_no_debt()
    t.refuse(not t.runners, "No horse runs.")
    if bank_only:
        discarding.require_no_surplus(t, t.seats)
        for horse in t.runners:
            t.refuse(not t.has_entered(horse), f"First the entrance fee for {t.horse_name(horse)} is paid.")
    late = t.option(options.CLOSE) == "bend" and not bank_only
    t.step(f"{t.count(len(t.runners), 'horse')} in the race")
    if found := bets.slips(t):
        t.step(f"Laid at the Tote, {t.count(len(found), 'bet')}", bets.sum_laid(found))
    if bets.owners_first(t):
        t.step("Nobody but the owners has bet")
    for words in unfit(t):
        t.step(words)
    t.go_to(Stage.RUNNING)
    t.narrate("They are off. Bets are taken up to the bend." if late else "They are off, and the book is closed.")
    t.explain("The Tote closes at the first throw of the race.")
    if late:
        t.by_house_rule("The Tote closes when the first horse enters the bend.")


@GAME.action("Close the Tote at the bend", group="The race", source=SOURCE)
def bend(t: TotopolyTurn) -> None:
    """Close the Tote as the first horse enters the bend."""
    t.require_stage(Stage.RUNNING)
    t.refuse(t.option(options.CLOSE) != "bend", "The Tote closed at the off.")
    t.refuse(t.in_race(TOTE, "closed"), "The Tote is closed already.")
    t.note_in_race(TOTE, "closed", 1)
    t.narrate("The first horse is in the bend: the book is closed.")
    t.by_house_rule("The Tote closes when the first horse enters the bend.")


# --- past the post ------------------------------------------------------------------------------------


def require_unpaid(t: TotopolyTurn) -> None:
    """Refuse once anybody has paid out on this race."""
    who = who_has_paid(t)
    t.refuse(who, f"{who} paid out on this race. Undo that first.")


def to_come(t: TotopolyTurn) -> tuple[str, ...]:
    """Return the horses that have not passed the post."""
    home = finishers(t)
    return tuple(horse for horse in t.runners if horse not in home)


@GAME.action("Past the post", group="The race", source=SOURCE, button="{horse} is home")
def home(t: TotopolyTurn, horse: str = ask_horse("Which horse is home?", to_come)) -> None:
    """Tap the horses as they pass the post: first, second, third."""
    t.require_stage(Stage.RUNNING, Stage.HOME)
    t.refuse(not waits(t), "The first three are known. The places can be set by hand.")
    require_unpaid(t)
    before = finishers(t)
    t.refuse(horse in before, f"{t.horse(horse)} is home already.", "horse")
    t.refuse(horse not in t.runners, f"{t.horse(horse)} is not in the race.", "horse")
    at = 1 + max((one for one in range(1, len(HORSES) + 1) if t.in_race(RACE, "home", one)), default=0)
    place = ORDINALS[len(before)]
    t.note_in_race(RACE, "home", horse, at)
    t.note_in_race(TOTE, "closed", 1)
    t.narrate(f"{t.horse(horse)} is {place} past the post.")
    close_race(t, horse)


def close_race(t: TotopolyTurn, horse: str = "") -> None:
    """Count the white cards, and close the race once nobody is waited for; ``horse`` is the one that came just now."""
    _count_white_cards(t, horse)
    _close(t)


def _count_white_cards(t: TotopolyTurn, horse: str) -> None:
    """Disqualify for white cards: all who are home when they are counted, after that each further finisher.

    They are counted when the third horse is home, or before it when no other comes.
    """
    came = finishers(t)
    checked = tuple(one for one in came if one == horse)
    if not white_cards_counted(t):
        if len(came) < 3 and waits(t):
            return
        t.note_in_race(RACE, "unclean", " ".join(who.key for who in t.seats if who.white_cards) or None)
        t.note_in_race(RACE, "counted", 1)
        checked = came
    unclean = t.in_race(RACE, "unclean").split()
    for runner in checked:
        if (who := t.owner(runner)) and who.key in unclean and not why_disqualified(t, runner):
            why = f"{who.name} still held white cards"
            t.note_in_race(RACE, "out", why, runner)
            t.narrate(f"{t.horse(runner)} is disqualified.")
            t.step(f"{t.card_name(runner)} is out: {why}")
            t.explain(
                "White cards must be gone when the third horse is home, or the last that comes, or a player's placed "
                "horses are disqualified."
            )


def _close(t: TotopolyTurn) -> None:
    if waits(t):
        return
    _record_result(t)
    if not moves_up(t) and any(why_disqualified(t, horse) for horse in finishers(t)[:3]):
        t.by_house_rule("Nobody moves up when a horse is disqualified.")


def _record_result(t: TotopolyTurn) -> None:
    words = result_words(t)
    t.narrate(f"The result: {words}." if words else "No horse is placed.")
    t.go_to(Stage.HOME)
    for word, horses in zip(PLACES, find_places(t), strict=True):
        level = ", a dead heat" if len(horses) > 1 else ""
        t.step(f"{word.capitalize()}: {listed(map(t.card_name, horses)) or 'nobody'}{level}")


def _placed_or_home(t: TotopolyTurn) -> tuple[str, ...]:
    return tuple(horse for horse in by_hand(t) or _still_in(t) if horse)


@GAME.action("Dead heat", group="The race", source=SOURCE, button="{horse} is level with {other}")
def dead_heat(
    t: TotopolyTurn,
    other: str = ask_horse("Level with which horse?", _placed_or_home),
    horse: str = ask_horse("Which horse is level with it?"),
) -> None:
    """Say that horses passed the post level and share a place, before anything is paid out."""
    t.require_stage(Stage.RUNNING, Stage.HOME)
    t.refuse(
        not t.bets_only,
        "Totopoly's own race has no dead heat: each horse is thrown for by itself, and one is past the post first.",
    )
    require_unpaid(t)
    home = _placed_or_home(t)
    t.refuse(not home, "No horse is home yet.")
    t.refuse(other not in home, f"{t.horse(other)} is not home yet.", "other")
    t.refuse(horse not in t.runners, f"{t.horse(horse)} is not in the race.", "horse")
    t.refuse(why_disqualified(t, horse), f"{t.horse(horse)} is disqualified.", "horse")
    level_with = levels(t)
    first = level_with.get(other, other)
    t.refuse(level_with.get(horse, horse) == first, f"Choose another horse than {t.horse_name(other)}.", "horse")
    for one in (horse, *(one for one, by in level_with.items() if by == horse)):
        t.note_in_race(RACE, "level", first, one)
    t.note_in_race(TOTE, "closed", 1)
    t.narrate(f"Dead heat: {t.horse_name(other)} and {t.horse_name(horse)}.")
    t.explain(LEVEL)
    _close(t)


@GAME.action("No more horses come", group="The race", source=SOURCE)
def no_more(t: TotopolyTurn) -> None:
    """Close the race with the horses that are home."""
    t.require_stage(Stage.RUNNING, Stage.HOME)
    t.refuse(not waits(t), "The first three are known already.")
    t.note_in_race(RACE, "no_more", 1)
    t.note_in_race(TOTE, "closed", 1)
    t.narrate("No more horses come.")
    close_race(t)


# --- objections -----------------------------------------------------------------------------------------


def _still_in(t: TotopolyTurn) -> tuple[str, ...]:
    return tuple(horse for horse in finishers(t) if not why_disqualified(t, horse))


@GAME.action("Disqualify a horse", group="The race", source=CARDS_SOURCE, button="Disqualify {horse}")
def disqualify(
    t: TotopolyTurn,
    horse: str = ask_horse("Which horse?", _still_in),
    reason: str = ask.reason(),
) -> None:
    """Disqualify a horse that has passed the post, before anything is paid out."""
    t.require_stage(Stage.RUNNING, Stage.HOME)
    require_unpaid(t)
    t.refuse(not finishers(t), "No horse is home yet.")
    t.refuse(by_hand(t), "The places were set by hand. Set them again.")
    t.refuse(horse not in finishers(t), f"{t.horse(horse)} is not home yet.", "horse")
    t.refuse(why_disqualified(t, horse), f"{t.horse(horse)} is disqualified already.", "horse")
    t.note_in_race(RACE, "out", reason, horse)
    t.note_in_race(RACE, "no_more", None)
    t.narrate(f"{t.horse(horse)} is disqualified ({reason}).")
    t.explain("The table decides on objections; the Tote settles on the official result.")
    if not waits(t):
        _close(t)
    elif len(finishers(t)) >= 3:
        t.narrate("The next horse home moves up.")


HOW_LEVEL = "For a dead heat name one of the horses here, then tap Dead heat."


def _or_nobody(t: TotopolyTurn) -> tuple[str, ...]:
    return (*t.runners, NOBODY)


def _place_label(t: TotopolyTurn, horse: str) -> str:
    return "Nobody" if horse == NOBODY else t.card_name(horse)


def _place_tile(t: TotopolyTurn, horse: str) -> Tile:
    return Tile("\u2013") if horse == NOBODY else t.tile(horse)


@GAME.correction("Set the places by hand")
def correct_places(
    t: TotopolyTurn,
    first: str = ask.choice(
        "Which horse is first?", (*HORSES, NOBODY), label=_place_label, now=_or_nobody, tile=_place_tile
    ),
    second: str = ask.choice("Second?", (*HORSES, NOBODY), label=_place_label, now=_or_nobody, tile=_place_tile),
    third: str = ask.choice("Third?", (*HORSES, NOBODY), label=_place_label, now=_or_nobody, tile=_place_tile),
) -> str:
    """Set the official result, before anything is paid out."""
    t.require_stage(Stage.RUNNING, Stage.HOME)
    require_unpaid(t)
    seen: list[str] = []
    for horse, question in ((first, "first"), (second, "second"), (third, "third")):
        if horse == NOBODY:
            continue
        if horse in seen:
            raise Refusal(f"{t.horse(horse)} can't come in twice. {HOW_LEVEL if t.bets_only else ''}".strip(), question)
        t.refuse(horse not in t.runners, f"{t.horse(horse)} is not in the race.", question)
        seen.append(horse)
    for at, horse in enumerate((first, second, third), 1):
        t.note_in_race(RACE, "place", horse, at)
    for horse in levels(t):
        t.note_in_race(RACE, "level", None, horse)
    t.note_in_race(TOTE, "closed", 1)
    _record_result(t)
    return ""
