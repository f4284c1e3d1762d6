"""The race: the off, the bend, the horses as they pass the post, disqualifications, and the official result.

Rulebook: «The Race», «Use of the Colour Cards and White Cards».

The marks of the race carry its number, as many may be run where only bets are kept: ``home_<race>_<at>`` is the horse
that passed the post there, ``out_<race>_<horse>`` says why a horse is disqualified, ``place_<race>_<at>`` is a place
that the table has set by hand.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Answers, Choice, Reason, Tile
from companion.core.table import Effect, Line, Mark, Refusal, Table, listed
from companion.games.totopoly import book_slips, dividends, gates, state
from companion.games.totopoly.board import HORSES
from companion.games.totopoly.dividends import RACE, TOTE, race_number
from companion.games.totopoly.houses import BANK, BOOK, EVENING
from companion.games.totopoly.houses import TOTE as TOTE_ALONE
from companion.games.totopoly.lots import MOST_RUN, why_not_run
from companion.games.totopoly.state import BETTING, HOME, PARADE, RUNNING
from companion.games.totopoly.tote import horse_label, owners_first, running

SOURCE = "The Race"
CARDS_SOURCE = "Use of the Colour Cards and White Cards"
PLACES = ("first", "second", "third")
NOBODY = "nobody"
WHITE_RULE = (
    "White cards must be gone when the third horse is home, or the last that comes, or a player's placed horses are "
    "disqualified."
)


# -- what is known of the race ------------------------------------------------------------------------


def finishers(table: Table) -> tuple[str, ...]:
    """The horses that have passed the post, in their order."""
    race = race_number(table)
    found = (state.said(table, RACE, f"home_{race}_{at}") for at in range(1, len(HORSES) + 1))
    return tuple(horse for horse in found if horse)


def disqualified(table: Table, horse: str) -> str:
    """Why a horse is disqualified; nothing where it is not."""
    return state.said(table, RACE, f"out_{race_number(table)}_{horse}")


def by_hand(table: Table) -> tuple[str, ...]:
    """The places as the table has set them; nothing where it has not."""
    race = race_number(table)
    said = tuple(state.said(table, RACE, f"place_{race}_{at}") for at in (1, 2, 3))
    return tuple("" if horse == NOBODY else horse for horse in said) if said[0] else ()


def moves_up(table: Table) -> bool:
    """Whether the next clean owner's finisher takes the place of a disqualified horse."""
    return table.house("moves_up") == "up"


def placed(table: Table) -> tuple[str, str, str]:
    """The official first, second and third as far as they are known; empty where a place is nobody's."""
    found = list(by_hand(table))
    if not found:
        home = finishers(table) if moves_up(table) else finishers(table)[:3]
        clean = [horse if not disqualified(table, horse) else "" for horse in home]
        found = [horse for horse in clean if horse] if moves_up(table) else clean
    first, second, third = (*found, "", "", "")[:3]
    return first, second, third


def place_of(table: Table, horse: str) -> int:
    """Which place a horse has, 1 to 3; nought where it has none."""
    places = placed(table)
    return places.index(horse) + 1 if horse in places else 0


def waits(table: Table) -> bool:
    """Whether the race still waits for a horse to pass the post."""
    home = finishers(table)
    if by_hand(table) or table.ledger.mark(RACE, f"no_more_{race_number(table)}"):
        return False
    if set(state.runners(table)) <= set(home):
        return False
    return sum(1 for horse in placed(table) if horse) < 3 if moves_up(table) else len(home) < 3


def official(table: Table) -> bool:
    """Whether the result is there to be paid out on."""
    return state.stage(table) == HOME and not waits(table)


def known(table: Table) -> None:
    """Refuse while the result is not official."""
    gates.at(table, RUNNING, HOME)
    if not official(table):
        raise Refusal("The result is not known yet: say which horse comes next, or that no more come.")


def paid_on(table: Table) -> str:
    """Who has paid out on the result already; nothing where nobody has."""
    if dividends.paid(table):
        return "The Tote has"
    done = [seat.key for seat in table.players if book_slips.settled(table, seat.key)]
    return f"{state.name(table, done[0])} has" if done else ""


def unclean(table: Table) -> tuple[str, ...]:
    """The players who held white cards when they were counted."""
    return tuple(state.said(table, RACE, f"unclean_{race_number(table)}").split())


def counted(table: Table) -> bool:
    """Whether the white cards of this race were counted: with the third horse home, or with the result."""
    return bool(table.ledger.mark(RACE, f"counted_{race_number(table)}"))


def unfit(table: Table) -> list[str]:
    """What should not be at the start, in words: horses without their fee, and a fourth horse of one owner."""
    if state.keeps(table) not in (EVENING, BANK):
        return []
    found = [
        f"Mind: {state.horse_name(table, horse)} runs without its entrance fee"
        for horse in state.runners(table)
        if not state.entered(table, horse)
    ]
    if table.house("limits") == "strict":
        runs = {who: len(state.own_horses(table, who)) for who in state.playing(table)}
        found += [
            f"Mind: {state.name(table, who)} runs {many}, more than three"
            for who, many in runs.items()
            if many > MOST_RUN
        ]
    return found


def _to_come(table: Table, _answers: Answers) -> tuple[str, ...]:
    home = finishers(table)
    return tuple(horse for horse in state.runners(table) if horse not in home)


def _home(table: Table, _answers: Answers) -> tuple[str, ...]:
    return tuple(horse for horse in finishers(table) if not disqualified(table, horse))


def _or_nobody(table: Table, answers: Answers, horse: str) -> str:
    return "Nobody" if horse == NOBODY else horse_label(table, answers, horse)


def _place_tile(table: Table, horse: str) -> Tile:
    return Tile("\u2013") if horse == NOBODY else state.horse_tile(table, horse)


ToCome: TypeAlias = Annotated[str, Choice(HORSES, horse_label, _to_come, None, state.horse_tile)]
Finisher: TypeAlias = Annotated[str, Choice(HORSES, horse_label, _home, None, state.horse_tile)]
PlaceHorse: TypeAlias = Annotated[
    str,
    Choice(
        (*HORSES, NOBODY),
        _or_nobody,
        lambda table, answers: (*running(table, answers), NOBODY),
        None,
        _place_tile,
    ),
]


# -- actions ------------------------------------------------------------------------------------------


@action(SOURCE, title="Off: close the book", group="The race")
def off(table: Table) -> Effect:
    """Start the race with the first throw; the Tote closes, or takes bets up to the bend."""
    begins = PARADE if state.keeps(table) == BANK else BETTING
    if state.keeps(table) not in (EVENING, BANK, TOTE_ALONE, BOOK):
        raise Refusal("This book keeps no race.")
    if state.stage(table) != begins:
        gates.at(table, begins)
    gates.quiet(table)
    field = state.runners(table)
    if not field:
        raise Refusal("No horse runs.")
    if state.keeps(table) == BANK and (reason := why_not_run(table, state.playing(table))):
        raise Refusal(reason)
    if state.keeps(table) == BANK and (unpaid := [horse for horse in field if not state.entered(table, horse)]):
        raise Refusal(f"First the entrance fee for {state.horse_name(table, unpaid[0])} is paid.")
    late = table.house("close") == "bend" and state.keeps(table) != BANK
    lines = [Line(f"{len(field)} horses run")]
    if bets := dividends.slips(table):
        lines.append(
            state.line(f"Laid at the Tote, {len(bets)} {'bet' if len(bets) == 1 else 'bets'}", dividends.laid(bets))
        )
    if owners_first(table):
        lines.append(Line("Nobody but the owners has bet"))
    lines += [Line(words) for words in unfit(table)]
    return Effect(
        "They are off. Bets are taken up to the bend." if late else "They are off, and the book is closed.",
        marks=(state.to(RUNNING),),
        working=tuple(lines),
        rule="The Tote closes at the first throw of the race.",
        house=("The Tote closes when the first horse enters the bend.",) if late else (),
    )


@action(SOURCE, title="Into the bend: close the book", group="The race")
def bend(table: Table) -> Effect:
    """Close the Tote as the first horse enters the bend."""
    gates.at(table, RUNNING)
    if table.house("close") != "bend":
        raise Refusal("The Tote closed at the off.")
    if table.ledger.mark(TOTE, f"closed_{race_number(table)}"):
        raise Refusal("The Tote is closed already.")
    return Effect(
        "The first horse is in the bend: the book is closed.",
        marks=(Mark(TOTE, f"closed_{race_number(table)}", 1),),
        house=("The Tote closes when the first horse enters the bend.",),
    )


@action(SOURCE, title="Past the post", group="The race")
def home(table: Table, horse: ToCome) -> Effect:
    """Tap the horses as they pass the post: first, second, third.

    horse: Which horse is home?
    """
    gates.at(table, RUNNING, HOME)
    if not waits(table):
        raise Refusal("The first three are known. The places can be set by hand.")
    if who := paid_on(table):
        raise Refusal(f"{who} paid out on this race. Undo that first.")
    before = finishers(table)
    name = state.horse_name(table, horse)
    if horse in before:
        raise Refusal(f"{name[0].upper()}{name[1:]} is home already.", "horse")
    if horse not in state.runners(table):
        raise Refusal(f"{name[0].upper()}{name[1:]} is not in the race.", "horse")
    race = race_number(table)
    at = max((one for one in range(1, len(HORSES) + 1) if state.said(table, RACE, f"home_{race}_{one}")), default=0) + 1
    said = PLACES[len(before)] if len(before) < 3 else f"number {len(before) + 1}"
    closed = (Mark(TOTE, f"closed_{race}", 1),)
    came = Effect(
        f"{name[0].upper()}{name[1:]} is {said} past the post.", marks=(Mark(RACE, f"home_{race}_{at}", horse), *closed)
    )
    came += _white_cards(table.after(came), horse)
    return came + _result(table.after(came))


def close(table: Table) -> Effect:
    """Count the white cards and close the race, where no horse is left to come."""
    counted_now = _white_cards(table)
    return counted_now + _result(table.after(counted_now))


def _white_cards(table: Table, horse: str = "") -> Effect:
    """Disqualify for white cards: all who are home when they are counted, after that each further finisher.

    They are counted when the third horse is home, or before it when no other comes.
    """
    race, came = race_number(table), finishers(table)
    dirty, found, checked = unclean(table), Effect(), tuple(one for one in came if one == horse)
    if not counted(table):
        if len(came) < 3 and waits(table):
            return Effect()
        dirty = tuple(who for who in state.playing(table) if state.whites(table, who))
        marks = (Mark(RACE, f"unclean_{race}", " ".join(dirty) or None), Mark(RACE, f"counted_{race}", 1))
        found, checked = Effect(marks=marks), came
    for one in checked:
        if (who := state.owner(table, one)) in dirty and who and not disqualified(table, one):
            name = state.horse_name(table, one)
            found += Effect(
                f"{name[0].upper()}{name[1:]} is disqualified.",
                marks=(Mark(RACE, f"out_{race}_{one}", f"{table.name(who)} still held white cards"),),
                working=(Line(f"{state.card_name(table, one)} is out: {table.name(who)} still held white cards"),),
                rule=WHITE_RULE,
            )
    return found


def _result(table: Table) -> Effect:
    """Close the race once nobody is waited for."""
    if waits(table):
        return Effect()
    return Effect(
        f"{_told(table)}.",
        marks=(state.to(HOME),),
        working=tuple(
            Line(f"{word.capitalize()}: {state.card_name(table, horse) if horse else 'nobody'}")
            for word, horse in zip(PLACES, placed(table), strict=True)
        ),
        house=("Nobody moves up when a horse is disqualified.",) if _gap(table) else (),
    )


def _gap(table: Table) -> bool:
    """Whether a place stays empty because nobody moves up."""
    return not moves_up(table) and any(disqualified(table, horse) for horse in finishers(table)[:3])


def _told(table: Table) -> str:
    places = placed(table)
    told = [f"{word} {state.horse_name(table, horse)}" for word, horse in zip(PLACES, places, strict=True) if horse]
    return f"The result: {listed(told)}" if told else "No horse is placed"


@action(SOURCE, title="No more horses come", group="The race")
def no_more(table: Table) -> Effect:
    """Close the race with the horses that are home."""
    gates.at(table, RUNNING, HOME)
    if not waits(table):
        raise Refusal("The first three are known already.")
    race = race_number(table)
    done = Effect("No more horses come.", marks=(Mark(RACE, f"no_more_{race}", 1), Mark(TOTE, f"closed_{race}", 1)))
    return done + close(table.after(done))


def _objection(table: Table) -> None:
    gates.at(table, RUNNING, HOME)
    if who := paid_on(table):
        raise Refusal(f"{who} paid out on this race. Undo that first.")


@action(CARDS_SOURCE, title="Uphold an objection", group="The race")
def disqualify(table: Table, horse: Finisher, reason: Reason) -> Effect:
    """Disqualify a horse that has passed the post, before anything is paid out.

    horse: Which horse?
    reason: Why?
    """
    _objection(table)
    if not finishers(table):
        raise Refusal("No horse is home yet.")
    if by_hand(table):
        raise Refusal("The places were set by hand. Set them again.")
    name = state.horse_name(table, horse)
    if horse not in finishers(table):
        raise Refusal(f"{name[0].upper()}{name[1:]} is not home yet.", "horse")
    if disqualified(table, horse):
        raise Refusal(f"{name[0].upper()}{name[1:]} is disqualified already.", "horse")
    race = race_number(table)
    out = Effect(
        f"{name[0].upper()}{name[1:]} is disqualified ({reason}).",
        marks=(Mark(RACE, f"out_{race}_{horse}", reason), Mark(RACE, f"no_more_{race}", None)),
        rule="The table decides on objections; the Tote settles on the official result.",
    )
    after = table.after(out)
    if len(finishers(after)) < 3 and waits(after):
        return out
    return out + (_result(after) if not waits(after) else Effect("The next horse home moves up."))


@action("", title="Set the places by hand", group="Corrections")
def correct_places(table: Table, first: PlaceHorse, second: PlaceHorse, third: PlaceHorse, reason: Reason) -> Effect:
    """Set the official result, before anything is paid out.

    first: Which horse is first?
    second: Second?
    third: Third?
    reason: Why?
    """
    _objection(table)
    seen: list[str] = []
    for horse, question in ((first, "first"), (second, "second"), (third, "third")):
        if horse == NOBODY:
            continue
        name = state.horse_name(table, horse)
        if horse in seen:
            raise Refusal(f"{name[0].upper()}{name[1:]} can't come in twice.", question)
        if horse not in state.runners(table):
            raise Refusal(f"{name[0].upper()}{name[1:]} is not in the race.", question)
        seen.append(horse)
    race = race_number(table)
    marks = tuple(Mark(RACE, f"place_{race}_{at}", horse) for at, horse in enumerate((first, second, third), 1))
    fixed = Effect(marks=(*marks, Mark(TOTE, f"closed_{race}", 1)))
    result = _result(table.after(fixed))
    told = result.narration.rstrip(".")
    return fixed + Effect(
        f"Correction. {told} ({reason}).",
        marks=result.marks,
        working=result.working,
        rule="The table may correct the book at any time; the reason stays in the journal.",
    )


ACTIONS = (off, bend, home, no_more, disqualify, correct_places)
