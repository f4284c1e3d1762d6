"""The Tote pool: bets as they come in on the board of the games, and the payout of the horse that has won."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import flet as ft

from companion.core.questions import Tile
from companion.games.totopoly.state import UNIT
from companion.tools import POOL, pool
from companion.tools.asking import Ask
from models.ledger import Refusal
from views import theme
from views.components import amounts, controls
from views.components.choice_tiles import square
from views.components.controls import Style, button, icon_button, press, screen, soft, text
from views.components.keypad import ROOMY
from views.components.receipt import receipt
from views.components.sections import fold, pick
from views.components.text_field import field
from views.table.tote_board import best, head, line, payouts
from views.tools.bench import offer_undo, use_bench
from views.tools.pad import number_pad, with_note
from views.tools.parts import answer_card, house_rules, lay, person

if TYPE_CHECKING:
    from companion.core.boards import Runner, ToteBoard
    from companion.tools.pool import Pool
    from models.ledger import Proposal
    from views.state.client import Client
    from views.state.play_snapshot import Person
    from views.tools.bench import Bench

STAKE = Ask("stake", "The stake", pool.STAKE, quick=(5, 10, 20, 50))
GREY = "#5E5E5E"
SHOWN = 30
"""So many bets are listed, the last on top, until all are asked for."""
ALL = "all bets"


@dataclass(frozen=True, slots=True)
class Picker:
    """What a tap on a line of the board does: name the horse of the bet."""

    bench: Bench

    def __call__(self, runner: Runner) -> None:
        """Name the horse."""
        self.bench.put(POOL, {"horse": str(runner.number)})


def drafted(bench: Bench) -> int:
    """The horse that the bet in hand is on; nought for none yet."""
    words = bench.given(POOL).get("horse", "")
    return int(words) if words.isascii() and words.isdigit() and len(words) < 3 else 0


def change(bench: Bench, made: Pool, **words: str) -> None:
    """Keep a pool, and some words of the bet in hand."""
    bench.put(POOL, {**made.written(), **words})


def lay_bet(bench: Bench) -> None:
    """Take the bet in hand; where it lacks something, say so at that place."""
    given = bench.given(POOL)
    made = pool.read(given)
    if made.winner:
        return
    try:
        laid = made.lay(drafted(bench), given.get("stake", ""), given.get("who", ""))
    except Refusal as refusal:
        bench.refuse(refusal.question or "", refusal.sentence)
        return
    change(bench, laid, horse="", stake="", who="")


def take_back(bench: Bench, at: int) -> None:
    """Take a bet off the pad; it can be had back for a while."""
    had = bench.given(POOL)
    change(bench, pool.read(had).without(at))
    offer_undo("The bet is taken back.", bench, POOL, had)


def run(bench: Bench, horses: int) -> None:
    """Let so many horses run."""
    change(bench, pool.read(bench.given(POOL)).running(horses))


def win(bench: Bench, horse: int) -> None:
    """Say which horse has won; the same again takes it back."""
    made = pool.read(bench.given(POOL))
    change(bench, replace(made, winner=0 if made.winner == horse else horse))


@screen
def PoolScreen(store: Client, tool: str) -> ft.Control:
    """Take bets, show what each horse would pay, and pay out."""
    bench = use_bench(tool)
    made, scale = pool.read(bench.given(tool)), store.prefs.scale
    board, paid = pool.board(made), pool.payout(made)
    lines, answer = _board(bench, board, _people(made), store), _answer(made, board, paid)
    winner, rest = _winner(bench, made, scale), _rest(bench, made, scale)
    if made.winner:
        back = button("Take the result back", press(win, bench, made.winner), icon=ft.Icons.UNDO, key="unwin")
        shown = receipt(paid) if paid else controls.note("Nobody has laid a bet: there is nothing to pay.", "info")
        return lay(store, ([winner, back, shown], [answer, lines]), ([answer, winner, lines], [shown]), back)
    backer, pad = _backer(bench, made), _pad(bench, store, made)
    return lay(store, ([backer, pad, *rest], [answer, lines, winner]), ([answer, lines], [backer, winner, *rest]), pad)


def _people(made: Pool) -> tuple[Person, ...]:
    named = tuple(person(f"backer{at}", name, at - 1) for at, name in enumerate(made.backers, 1))
    return (*named, replace(person("unnamed", pool.NOBODY, 0), colour=GREY))


def _answer(made: Pool, board: ToteBoard, paid: Proposal | None) -> ft.Control:
    if paid:
        runner = next(one for one in board.runners if one.number == made.winner)
        backed = runner.laid > 0
        figure = runner.pays if backed else "Nobody backed it"
        label = f"Horse {made.winner} has won and pays for each {UNIT}1" if backed else f"Horse {made.winner} has won"
        return answer_card(label, figure, figure, board.facts)
    facts = board.facts[1:] if made.bets else ()
    words = "" if made.bets else "Tap a horse, then its stake, then Lay."
    return answer_card("In the pool", amounts.figure(board.pool, UNIT), amounts.spoken(board.pool, UNIT), facts, words)


def _board(bench: Bench, board: ToteBoard, people: tuple[Person, ...], store: Client) -> ft.Control:
    """Draw the board of the games; a tap on a line names the horse of the bet."""
    roomy = store.width >= 1_100 and store.prefs.scale <= ROOMY
    most, on = best(board), drafted(bench)
    large = store.prefs.scale > ROOMY and not store.wide
    rows = [
        line(
            # the number stands on its tile already; a long word would break in the middle there
            replace(one, name=f"No. {one.number}") if large else one,
            board,
            people,
            Picker(bench),
            lit=one.number == on,
            most=one.number in most,
            wide=roomy,
            scale=store.prefs.scale,
        )
        for one in board.runners
    ]
    shown: list[ft.Control] = [payouts(board, people)] if board.payouts else []
    shown += [head(board, wide=roomy, scale=store.prefs.scale), *rows]
    if board.foot:
        shown.append(ft.Container(soft(board.foot), padding=ft.Padding.symmetric(horizontal=theme.GAP, vertical=8)))
    return ft.Container(
        controls.column(*shown, spacing=0),
        bgcolor=theme.CARD,
        border=ft.Border.all(1, theme.HAIRLINE),
        border_radius=theme.RADIUS,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )


def _pad(bench: Bench, store: Client, made: Pool) -> ft.Control:
    """Ask for the stake, and take the bet."""
    horse, (where, sentence) = drafted(bench), bench.wrong
    ask = replace(STAKE, text=f"The stake on horse {horse}" if 1 <= horse <= made.horses else STAKE.text)
    go = button("Lay", press(lay_bet, bench), tone="primary", key="lay")
    pad = number_pad(bench, POOL, ask, store, wrong=bool(sentence) and where == "stake", beside=go)
    return with_note(store, pad, sentence)


def _backer(bench: Bench, made: Pool) -> ft.Control:
    """Ask who bets, which need not be said: whoever has bet before is one tap away."""
    who = bench.given(POOL).get("who", "")

    def name(words: str) -> None:
        bench.put(POOL, {"who": words})

    def focus(on: bool) -> None:
        bench.writing = on

    known = [
        pick(one, press(name, "" if one == who else one), chosen=one == who, key=f"who-{one}") for one in made.backers
    ]
    asked = field("Who bets?", who, name, helper="If you like", focused=focus, key="who")
    return controls.column(*([controls.wrap(*known)] if known else []), asked, spacing=theme.GAP_S)


def _winner(bench: Bench, made: Pool, scale: float) -> ft.Control:
    """Ask which horse has won."""
    cells = [
        square(
            f"Horse {number} has won",
            Tile(str(number)),
            press(win, bench, number),
            chosen=number == made.winner,
            barred=False,
            key=f"won-{number}",
        )
        for number in range(1, made.horses + 1)
    ]
    return controls.column(
        controls.heading("Which horse has won?", level=3, style=Style.TITLE_SMALL),
        controls.rows(cells, 6 if scale <= ROOMY else 4, 4),
        spacing=theme.GAP_S,
    )


def _rest(bench: Bench, made: Pool, scale: float) -> list[ft.Control]:
    """The bets in hand, how many horses run, and how the pool is shared."""
    count = ft.Row(
        [
            text(f"{made.horses} horses run", Style.LABEL_LARGE, expand=True),
            icon_button(
                ft.Icons.REMOVE, "One horse less", press(run, bench, made.horses - 1), disabled=not _fewer(made)
            ),
            icon_button(
                ft.Icons.ADD, "One horse more", press(run, bench, made.horses + 1), disabled=made.horses >= pool.MOST
            ),
        ]
    )
    many = pool.MOST_BETS if ALL in bench.unfolded else SHOWN
    rows: list[ft.Control] = [
        ft.Row(
            [
                text(_told(one.horse, one.stake, one.backer), expand=True),
                icon_button(
                    ft.Icons.CLOSE,
                    f"Take back {_told(one.horse, one.stake, one.backer)}",
                    press(take_back, bench, at),
                    key=f"bet-{at}",
                ),
            ]
        )
        for at, one in [*enumerate(made.bets)][-many:][::-1]
    ]
    if len(made.bets) > many:
        more = f"Show {len(made.bets) - many} earlier bets"
        rows.append(button(more, press(bench.fold, ALL), tone="quiet", icon=ft.Icons.EXPAND_MORE, key="more"))
    bets = []
    if rows:
        bets = [
            fold(
                "Bets",
                f"{len(made.bets)}, the last on top",
                rows,
                unfolded="bets" in bench.unfolded,
                toggle=press(bench.fold, "bets"),
                small=True,
                key="bets",
            )
        ]
    return [count, *bets, *house_rules(bench, POOL, list(pool.asks()), {}, scale)]


def _fewer(made: Pool) -> bool:
    """Whether a horse less can run: none that is backed drops out."""
    return made.horses > max(pool.LEAST, *(one.horse for one in made.bets), 0)


def _told(horse: int, stake: int, backer: str) -> str:
    return f"{amounts.figure(stake, UNIT)} on horse {horse}" + (f", {backer}" if backer else "")
