"""Figures in sentences are those of the table: each option and board value is changed, none tells the old."""

import re
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest

from companion.core.recording.referee import Referee
from companion.core.table import Refusal, Seat, Table
from companion.core.units import format_amount
from companion.formats.session import HEAD, Mismatch, begin, run, steps
from companion.games import find_game, game_of
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from tests.paths import SESSION_FOLDER

GAMES = sorted({file.stem.partition("-")[0] for file in SESSION_FOLDER.glob("*.session")})
ODD = (7_919, 1_913, 613, 373, 157, 97, 59, 53, 47, 43, 37, 31, 29, 23, 19, 17, 13)
"""Figures that nobody would write by chance; as they are, or five times as much."""
NUMBER = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?[MK]?")
FIXED = {
    "rat_race_monopoly": (
        "10%",  # insurance and mortgages, by the rulebook
        "of 10K",  # the smallest note
        "500K is $50",  # how Classic counts
    ),
    "ratrace": (
        "Everyone has $200",
        "with $200",
        "and $200",
        "one for $200",  # on the black market
        "one for $1,000",
        "had its $200 or $1,000",
        "$500 for the Middle",  # what is proved to move up
        "$3,000 for High",
        "for $10 or $50",  # what the Treasury gives for unsold symbols
        "$10 in 1984",  # as the edition has it
        "each $100",  # investments are made in hundreds
        "nearest $10",  # how interest may be rounded
        "next $10",
        "nearest $50",
        "$150 in cash",  # what somebody lacks
        "Tom has $200",  # what is left to Tom, by chance as much as everyone begins with
        "holds $200",
    ),
}
"""Figures that no table changes, as sentences have them."""


def changed(figures) -> dict[str, tuple[int, int]]:
    """Give each whole figure of a game another one: what it was, and what it is by now, by its key."""
    found: dict[str, tuple[int, int]] = {}
    for figure in figures:
        if figure.whole:
            usual = int(figure.default if hasattr(figure, "default") else figure.value)
            taken = {odd for _, odd in found.values()}
            possible = list(candidates(figure))
            found[figure.key] = (
                usual,
                next((odd for odd in possible if odd not in taken), possible[0]),
            )
    return found


def candidates(figure) -> Iterator[int]:
    for times in (1, 5):
        for odd in ODD:
            with suppress(Refusal):
                yield int(figure.read(str(odd * times)))


def head_of(game) -> list[str]:
    """Write the lines of a session that change every figure."""
    lines = [f"house {key}={odd}" for key, (_, odd) in changed(game.options).items()]
    return lines + [f"board {key}={odd}" for key, (_, odd) in changed(game.board_values).items()]


def played(key: str) -> Iterator[tuple[Referee, bool]]:
    """Play a game's sessions with all figures changed, as far as its rules allow; at each entry, and at the end."""
    game = find_game(key)
    for file in sorted(SESSION_FOLDER.glob(f"{key}-*.session")):
        lines = file.read_text(encoding="utf-8").splitlines()
        at = next(
            at for at, line in enumerate(lines) if line and line.split()[0] not in {*HEAD, "#"}
        )
        with closing(UntrustedFile()) as aside:
            journal = Journal(aside)
            play, rest = begin(
                journal, steps("\n".join((*lines[:at], *head_of(game), *lines[at:])))
            )
            referee = Referee(journal, play.id, game_of)
            for step in rest:
                step.under.clear()
                with suppress(Refusal, Mismatch):
                    run(referee, step)
                yield referee, False
            yield referee, True


def of_the_game(game, table: Table) -> Iterator[str]:
    """All that stands in the rules, the actions and the options."""
    for page in game.pages:
        yield from page.words(game.turn(table))
    for action in game.actions:
        yield from (action.title, action.help, *(question.text for question in action.questions))
    for option in game.options:
        yield from (option.title, *(meaning for _, meaning in option.ways if not option.whole))


def of_the_table(game, table: Table) -> Iterator[str]:
    """What is asked for next, how the game ended, and why actions can't be done."""
    prompt, ending = game.prompt(table), game.ending(table)
    yield from (prompt.title, prompt.text, ending.reason if ending else "")
    for action in game.actions:
        yield action.why_not(table, {}) or ""


def sentences(key: str) -> set[str]:
    """Collect the sentences of a game that tell no answer of a player."""
    found: set[str] = set()
    for referee, ended in played(key):
        if ended:
            found.update(
                of_the_game(referee.game, referee.table), of_the_table(referee.game, referee.table)
            )
            for entry in referee.journal.all_entries(referee.play.id):
                found.update((entry.proposal.rule, *entry.proposal.house))
    return found


def amounts(game) -> dict[str, str]:
    """The usual figures that say something by themselves, as money or per cent, and what they are of."""
    found: dict[str, str] = {}
    for figure in (*game.options, *game.board_values):
        if figure.whole and (
            usual := int(figure.default if hasattr(figure, "default") else figure.value)
        ):
            unit = getattr(figure, "unit", "$")
            found[f"{usual}%" if unit == "per cent" else format_amount(usual, unit)] = figure.key
    return found


@pytest.mark.parametrize("key", GAMES)
def test_no_sentence_tells_a_figure_that_the_table_plays_otherwise(key):
    usual = amounts(find_game(key))
    told = []
    for sentence in sentences(key):
        left = sentence
        for fixed in FIXED.get(key, ()):
            left = left.replace(fixed, "")
        told += [
            (name, sentence)
            for figure, name in usual.items()
            if re.search(rf"(?<![\w]){re.escape(figure)}(?![\d,.]*\d)(?!\w)", left)
        ]
    assert not told


@pytest.mark.parametrize("key", GAMES)
def test_a_changed_figure_is_told_where_the_usual_one_was(key):
    game = find_game(key)
    seats = tuple(
        Seat(name.lower(), name, "") for name in ("Ann", "Ben", "Cy", "Dee")[: max(game.least, 2)]
    )
    figures = changed(game.options), changed(game.board_values)
    houses = {name: str(odd) for name, (_, odd) in figures[0].items()}
    board = {name: odd for name, (_, odd) in figures[1].items()}
    usual = Table(seats, houses=game.house_rules(), printed=game.printed_values())
    otherwise = Table(seats, houses=game.house_rules(houses), printed=game.printed_values(board))
    becomes = {(f"{was:,}", f"{odd:,}") for found in figures for was, odd in found.values()}
    for before, after in zip(of_the_game(game, usual), of_the_game(game, otherwise), strict=True):
        if before != after:
            told, tells = set(NUMBER.findall(before)), set(NUMBER.findall(after))
            assert any(was in told and odd in tells for was, odd in becomes), (before, after)
