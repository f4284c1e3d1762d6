"""The Tote pool: bets as they come in on the board of the games, and the payout of the horse that has won."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.core.action import Question
from companion.core.questions import Choice, Tile, Words
from companion.core.show.boards import Runner
from companion.core.table import Table, sentence
from companion.core.unknown_game import bare_turn
from companion.tools import pool, sum_of
from companion.tools.pool import Pool
from companion.tools.sums import Answer
from models.ledger import Refusal
from views.boards.look import LOOKS, PHONE
from views.boards.tote import explain, lines
from views.components import amounts
from views.components.controls import (
    Part,
    button,
    icon_button,
    main_button,
    note,
    press,
    remark,
    screen,
    soft,
    subheading,
    text,
    wrap,
)
from views.components.receipt import receipt
from views.components.sections import fits_two_columns, fold, pills
from views.state.client import Client
from views.table.questions.amount import AmountView
from views.table.questions.kinds import draw
from views.tools.form import answer_card, house_rules, person, tool_layout
from views.tools.state import ToolSheet, ToolState, offer_undo, use_tool_state

UNNAMED = replace(person("unnamed", "No name", 0), colour="#5E5E5E")


def change(state: ToolState, made: Pool, **words: str) -> None:
    """Keep a pool, and some words of the bet in hand."""
    state.put({**made.to_stored(), **words})


def lay_bet(state: ToolState) -> None:
    """Take the bet in hand; where it lacks something, say so at that place."""
    given = state.given
    made = pool.read(given)
    if made.winner:
        return
    try:
        laid = made.lay(
            pool.number(given.get("horse", "")), given.get("stake", ""), given.get("who", "")
        )
    except Refusal as refusal:
        state.wrong = refusal.sentence
        return
    change(state, laid, horse="", stake="", who="")


def take_back(state: ToolState, at: int) -> None:
    """Take a bet off the pad; it can be had back for a while."""
    had = state.given
    change(state, pool.read(had).without(at))
    offer_undo("Bet removed.", state, had)


@screen
def PoolScreen(client: Client, tool: str) -> ft.Control:
    """Take bets, show what each horse would pay, and pay out."""
    state = use_tool_state(tool)
    given, scale = state.given, client.prefs.scale
    made = pool.read(given)
    game, one = sum_of(tool)
    asked = (*one.questions, *_questions(made))
    sheet = ToolSheet(state, bare_turn(Table(())), asked, lambda: scale)
    who, winner = (draw(sheet.asking(question)) for question in asked[1:])
    answer = one.rule(one.table(game, given), made)
    figure = answer_card(answer, "" if made.bets else "Tap a horse, then its stake, then Lay.")
    board = _board(state, answer, made, client)
    which = [subheading("Which horse has won?"), winner]
    if made.winner:
        return tool_layout(
            client,
            button("Undo the result", state.put, {"winner": ""}, icon=ft.Icons.UNDO, key="unwin"),
            asked=which,
            answer=figure,
            working=[board, map(receipt, answer.receipts)],
            rest=None if answer.receipts else note("No bets, so nothing to pay.", "info"),
        )
    return tool_layout(
        client,
        _pad(sheet, one.questions[0]),
        asked=[board, who],
        answer=figure,
        working=which,
        rest=[
            _horses(state, made),
            _bets(state, made, answer.unit) if made.bets else None,
            house_rules(state, one.options, *one.ways(game, given)),
        ],
        wrong=state.wrong,
    )


def _questions(made: Pool) -> tuple[Question, ...]:
    """Who bets, which need not be said and is one tap for whoever has bet before; and which horse has won."""
    numbers = tuple(str(number) for number in range(1, made.horses + 1))
    won: Choice[str] = Choice(
        numbers, lambda _, value: f"Horse {value} has won", tile=lambda _, value: Tile(value)
    )
    return (
        Question("who", Words(ready=made.backers), "Who bets?", optional=True),
        Question("winner", won, "Which horse has won?", optional=True),
    )


def _board(state: ToolState, answer: Answer, made: Pool, client: Client) -> Part:
    """Draw the board of the games; a tap on a line names the horse of the bet."""
    board = answer.board
    if board is None:
        return None

    def pick(runner: Runner) -> None:
        state.put({"horse": str(runner.number)})

    people = (
        *(person(f"backer{at}", name, at - 1) for at, name in enumerate(made.backers, 1)),
        UNNAMED,
    )
    room = client.width / 2 if fits_two_columns(client) else client.width
    on = pool.number(state.given.get("horse", ""))
    look = LOOKS[PHONE].sized(client.prefs.scale, room - 40)
    bare = replace(board, payouts=(), outcome="")  # the receipt says who is paid
    return [soft(sentence(explain(board))), lines(bare, people, look, pick, on)]


def _pad(sheet: ToolSheet, stake: Question) -> ft.Control:
    """Ask for the stake, and take the bet."""
    number = pool.number(sheet.state.given.get("horse", ""))
    asked = replace(stake, text=f"{stake.text} on horse {number}" if number else stake.text)
    go = main_button("Lay", lay_bet, sheet.state, key="lay")
    return AmountView().draw(sheet.asking(asked), go)


def _horses(state: ToolState, made: Pool) -> Part:
    """How many horses run: none that is backed is removed."""

    def run(horses: int) -> None:
        change(state, pool.read(state.given).with_runners(horses))

    numbers = {horses: str(horses) for horses in range(made.fewest, pool.MOST + 1)}
    return [remark(RUN), wrap(pills(numbers, made.horses, run, say=f"{RUN}:"))]


RUN = "Horses that run"


def _bets(state: ToolState, made: Pool, unit: str) -> ft.Control:
    """The bets in hand, the last on top, each with what removes it."""

    def row(at: int) -> ft.Control:
        bet = made.bets[at]
        backer = f", {bet.backer}" if bet.backer else ""
        words = f"{amounts.figure(bet.stake, unit)} on horse {bet.horse}{backer}"
        back = icon_button(ft.Icons.CLOSE, f"Remove {words}", take_back, state, at, key=f"bet-{at}")
        return ft.Row([text(words, expand=True), back])

    return fold(
        "Bets",
        f"{len(made.bets)}, the last on top",
        map(row, reversed(range(len(made.bets)))),
        unfolded="bets" in state.unfolded,
        toggle=press(state.fold, "bets"),
        key="bets",
    )
