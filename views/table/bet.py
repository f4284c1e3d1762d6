"""The bet that is on the sheet, as the boards show it: on which horse, and what it would change."""

from __future__ import annotations

import flet as ft

from companion.core.show.boards import Runner, ToteBoard
from models.frozen import frozen
from models.ledger import ReceiptLine
from views import theme
from views.app_shell import play_route
from views.boards.look import Look
from views.boards.tote import ToteView, rate, seat_name
from views.state.play.play_state import TURN, Draft, PlaySnapshot, PlayState


@frozen
class Picker:
    """What a tap on a horse does. Equal for equal play states, so that no line is redrawn for it."""

    state: PlayState

    def __call__(self, runner: Runner) -> None:
        """Name the horse on the sheet that lies open, or open one for it."""
        state, tap = self.state, runner.tap
        if tap is None:
            return
        draft = state.sheet.draft
        if draft is None or draft.action != tap.action:
            state.sheet.open(tap)
            return
        if state.panel.pane != TURN:
            state.panel.look(TURN)
        for question, value in tap.answers.items():
            state.sheet.answer(question, value)


@frozen
class Bet:
    """A bet on a horse: its board as it is, and as it would be then. There is no line before a horse is named."""

    board: ToteBoard
    after: ToteBoard
    number: int = 0

    @property
    def lines(self) -> tuple[Runner, Runner] | None:
        """The horse's line as it is, and with the bet."""
        now, then = (
            next((runner for runner in board.runners if runner.number == self.number), None)
            for board in (self.board, self.after)
        )
        return (now, then) if now and then else None


def _number(draft: Draft, board: ToteBoard) -> int:
    """The number of the horse that a sheet names; 0 where it names none of them."""
    for runner in board.runners:
        named = runner.tap.answers if runner.tap and runner.tap.action == draft.action else {}
        if named and named.items() <= draft.answers.items():
            return runner.number
    return 0


def bet_on_sheet(state: PlayState, snapshot: PlaySnapshot) -> Bet | None:
    """The bet that the sheet on top takes; nothing where it is about something else."""
    draft = state.sheet.draft
    if draft is None or state.panel.pane != TURN:
        return None
    boards = [
        (_number(draft, board), board)
        for board in snapshot.boards
        if isinstance(board, ToteBoard)
        and any(runner.tap and runner.tap.action == draft.action for runner in board.runners)
    ]
    if not boards:
        return None
    number, board = next((known for known in boards if known[0]), boards[0])
    proposal = state.sheet.outcome().proposal
    after = snapshot.boards_after(proposal) if proposal else ()
    then = (found for found in after if isinstance(found, ToteBoard) and found.title == board.title)
    return Bet(board, next(then, board), number)


def payoff(state: PlayState, snapshot: PlaySnapshot) -> ReceiptLine | None:
    """Say what the backer gets if the horse wins with the bet that is on the sheet, all bets on it together."""
    bet = bet_on_sheet(state, snapshot)
    if bet is None or bet.after is bet.board or bet.lines is None:
        return None
    now, then = bet.lines
    before = {backing.seat: backing.amount for backing in now.backings}
    for backing in then.backings:
        if backing.back is not None and backing.amount != before.get(backing.seat):
            name = seat_name(backing.seat, snapshot.people)
            return ReceiptLine(f"If {then.name} wins, {name} gets", backing.back, bet.board.unit)
    return None


def tote_board(
    state: PlayState, snapshot: PlaySnapshot, board: ToteBoard, look: Look
) -> ft.Control:
    """Draw a board as it would be with the bet that is on the sheet, with the way to the board for everyone."""
    bet = bet_on_sheet(state, snapshot)
    if bet is None or bet.board is not board:
        bet = Bet(board, board)
    # what the horse pays now, where the bet would change it
    changed = not board.book and bet.lines and bet.lines[0].pays != bet.lines[1].pays
    was = rate(bet.lines[0]) if changed and bet.lines else ""
    show = "" if board.book else play_route(state.play_id, "show")
    picker, key = Picker(state), f"tote-{board.title}"
    made = ToteView(bet.after, snapshot.people, look, picker, bet.number, was, show, key=key)
    return ft.Container(made, padding=theme.below(look.gap))
