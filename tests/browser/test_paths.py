"""A path through each game in each form of the app, from the first screen to figures in the book, with a mistake."""

import re

import pytest

TYPED = {"Ratrace": ("Alice", "Ben"), "Doubletrack": ("Ann", "Ben", "Cy")}
RATRACE = """
see Who rolled lowest?
tap Alice
record Everyone starts
see /Alice picks a Business/
tap /^Black's/
record Alice picks Black's
see /Ben picks a Business/
tap /^Olive's/
record Ben picks Olive's
see /Ben picks a Business/
tap /^Rose's/
record Ben picks Rose's
see /Alice picks a Business/
tap /^Royal/
record Alice picks Royal
see /Alice rolls[.]/
tap Roll 5
record Alice rolls 5
tap /^Undo: Alice rolls 5/
see /Alice rolls[.]/
tap Roll 7
see /Gift from Dad/
record Alice rolls 7
"""
# a college that was no college is taken back, and then it was one after all
RAT_RACE_MONOPOLY = """
look
record Everyone starts with 1.5M
look
reach /^College Diploma, 500K/
see_recorded Ann pays 500K for the Diploma
tap /^Undo: Ann pays 500K for the Diploma/
see /^Ann, whose turn it is. No degree/
tap /^Redo: Ann pays 500K for the Diploma/
see /^Ann, whose turn it is. Diploma/
reach /^Employment office/
tap Roll 6
see /becomes Apprentice/
record Ann applies, rolls 6 and becomes Apprentice
"""
# a bet of 50 with a zero too many
TOTOPOLY = """
look
record The book is open
tap Ann
see On which horse?
tap No. 2
see How much?
tap /^£20,/
see_recorded Ann lays £20 on horse 2
tap Ben
see On which horse?
tap No. 5
see How much?
tap 5
tap 0
tap 0
record Ben lays £500 on horse 5
tap /^Undo: Ben lays £500/
tap Ben
see On which horse?
tap No. 5
see How much?
tap 5
tap 0
record Ben lays £50 on horse 5
"""
# it was not over after the first round
RAT_A_TAT_CAT = r"""
see Who deals first?
tap Ann
tap Record
see /Round 1: Ann deals, Ben starts/
tap Card 1
tap Card 2
tap Card 3
tap Card 4
tap Card 0
tap Card 0
tap Card 0
tap Card 0
record Round 1
tap Total
tap 9
tap 5
record Round 2
tap /^Undo: Round 2/
see /Totals: Ann 10 2nd, Ben 0 1st|^Ann\. .* 10\. place 2/
"""
# not from Ben, from Cy
DOUBLETRACK = """
see /^Who starts[?]/
tap Ann
record Everyone has [$]125 in chips
tap Take $25
see Who landed on the space?
tap Ann
see From whom?
tap Ben
tap $25
record Ann takes [$]25 from Ben
tap /^Undo: Ann takes/
see What happened?
tap Take $25
see Who landed on the space?
tap Ann
see From whom?
tap Cy
tap $25
record Ann takes [$]25 from Cy
"""
PATHS = {
    "Ratrace": (RATRACE, "$", {"alice:cash": 300, "ben:cash": 200}),
    "Rat Race Monopoly": (RAT_RACE_MONOPOLY, "K", {"ann:cash": 1_000, "ben:cash": 1_500}),
    "Totopoly": (TOTOPOLY, "£", {"tote:pool": 70, "ben:cash": -50}),
    "Rat-a-Tat Cat": (RAT_A_TAT_CAT, "points", {"ann:points": 10, "ben:points": 0}),
    "Doubletrack": (DOUBLETRACK, "$", {"ann:chips": 150, "ben:chips": 125, "cy:chips": 100}),
}


@pytest.mark.parametrize("game", PATHS)
def test_a_game_is_begun_played_and_put_right_to_its_figures(table, book, game):
    path, unit, held = PATHS[game]
    names = TYPED.get(game, ("Ann", "Ben"))
    table.open("/new" if table.phone else "/")
    table.tap(re.compile(f"^{game}[.]"))
    table.name_players(*names)
    if game == "Totopoly":
        table.tap(re.compile("^Just the Tote"))
    table.tap(f"Start with {len(names)} players")
    # a horse is a square of the sheet, or on a tablet a line of the board
    table.follow(path if table.phone else re.sub(r"No[.] (\d+)", r"/^\1, /", path))
    play = book.plays()[0]
    ledger = book.ledger(play.id)
    assert {account: ledger.balance(account, unit) for account in held} == held
    assert not table.strays
