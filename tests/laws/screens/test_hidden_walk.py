"""What is hidden can't be worked out from what is sent: two tables that differ in nothing else send everybody the same.

Each kind of member goes through every screen, entry, preview and sheet at both, and the frames that its device gets on
the way are compared. A figure, a name, a grey reason, a list or its order that rests on what is hidden differs between
them, also where it is taken away again before anybody could read it.
"""

import gc
import re
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace

import msgpack
import pytest
from altered import altered

from companion.core.prompt import Offer
from companion.core.questions import Amount
from companion.core.recording import differences
from companion.core.several import Each
from companion.games import find_game
from companion.games.totopoly.game import TotopolyTurn
from models.ledger import Place, Posting, Proposal, Refusal
from tests.units.views.headless import PHONE, TABLET, TELEVISION, play
from tests.units.views.shared_evening import Evening
from tests.units.views.small_game import new_open_plays
from views.boards import worth_chart
from views.journal import correction_state
from views.state.play.lot import CANT_BID

DOUBLETRACK = """game doubletrack
seats Ann Ben Cy
start first=ann
toll who=cy gate=red answer=pays amount=25
passage gate=red came=yes
"""
TOTOPOLY = """game totopoly
seats Ann Ben Cy Dora
start
keep who=ben card=b6
keep who=ann card={} price=90
"""
SCREENS = (
    "",
    "/journal",
    "/board",
    "/see",
    "/rules",
    "/house",
    "/past",
    "/count",
    "/show",
    "/more",
    "/bids",
    "/phones",
)
QUICK = ("", "/journal", "/board", "/see")
MEMBERS = {
    "the owner's phone": {"people": ("Ann",)},
    "another player's phone": {"people": ("Cy",)},
    "a watcher": {},
    "the host's phone": {"host": True},
    "the banker's phone": {"people": ("Cy",), "bank": True},
    "the tablet": None,
}


@pytest.fixture(autouse=True)
def _charts_at_once(monkeypatch):
    """A chart is worked out in a thread beside the screen: with other work about it would come later at one table."""

    async def at_once(act, *given):
        return act(*given)

    monkeypatch.setattr(worth_chart, "in_thread", at_once)


def shifted(session, kind, open_plays, by):
    """A table at which Ann has given Ben so much, as nobody can see."""
    evening = Evening(open_plays, session)
    shift = (Posting(f"ann:{kind}", -by), Posting(f"ben:{kind}", by))
    open_plays.journal.append(
        evening.play,
        Proposal("step", {}, "", shift),
        after=open_plays.journal.last(evening.play),
        by="test",
        command=f"{by}",
        then=lambda _: None,
    )
    return evening


LOTS = """game totopoly
seats Ann Ben Cy Dora
house keeps=evening
start banker=dora auctioneer=cy
keep who=ben card={} price=90
keep who=ann card={} price=90
open_auction
"""
"""Which cards were kept is seen by what is sold, and not who has which."""


GAMES = {
    "doubletrack": partial(shifted, DOUBLETRACK, "chips"),
    "totopoly": lambda open_plays, by: Evening(open_plays, TOTOPOLY.format(f"h{by // 5}")),
}
TABLES = {
    **GAMES,
    "lots": lambda open_plays, by: Evening(
        open_plays, LOTS.format(*(("h5", "h6") if by == 25 else ("h6", "h5")))
    ),
    "hidden money": partial(shifted, LOTS.format("h5", "h6"), "cash"),
}


@contextmanager
def twins(tmp_path, game):
    """Two tables with the same past in the open; something else is hidden at each."""
    both = [
        new_open_plays(tmp_path / name)
        for name in ("one", "other")
        if not (tmp_path / name).mkdir()
    ]
    gc.disable()  # Flet tells the device of services that are collected, at whatever moment that is
    try:
        yield [TABLES[game](open_plays, by) for open_plays, by in zip(both, (25, 30), strict=True)]
    finally:
        gc.enable()
        for open_plays in both:
            open_plays.journal.database.close()


OF_ITS_OWN = re.compile(r"[0-9a-f]{32}|\d\d:\d\d(:\d\d)?")
"""The ids of a play and the times of a clock differ between any two tables."""
NUMBERS = ("_i", "id", "control_id", "call_id")
"""The properties by which Flet numbers controls and calls."""


def properties(node, name=""):
    """Every value in a decoded frame in its order, with the name of what it is the value of."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from properties(value, key) if key not in NUMBERS else ()
    elif isinstance(node, list):
        for value in node:
            yield from properties(value, name)
    else:
        yield OF_ITS_OWN.sub("", f"{name}={node}")


def decoded(frames):
    """What these frames say: of a patch the places and values, without the number of the control that it is for."""
    for frame in frames:
        action, body = msgpack.unpackb(frame, strict_map_key=False)
        yield from properties(body, f"action {action}")


async def sent(evening, member, size, tour):
    """Everything that a device is sent on its way through a play, step by step."""
    clients, found = [], {}

    def look(screen, where):
        found[where] = [*decoded(screen.wire.sent)]
        screen.wire.sent.clear()

    async with evening.screen(member, size=size, clients=clients) as screen:
        await tour(evening, screen, clients[0].state(evening.play), look)
    return found


async def every_screen(evening, screen, state, look, screens, sheets):
    """Look at screens, at the preview of every entry crossed out, and at sheets as they are filled in."""
    for part in screens:
        await screen.go(f"/play/{evening.play}{part}")
        look(screen, part)
    if state.keeps_book:
        for number in range(1, state.snapshot.version + 1):
            path = correction_state.route(Place(number), correction_state.CROSS_OUT)
            await screen.go(f"/play/{evening.play}/{path}")
            look(screen, f"without entry {number}")
    await screen.go(f"/play/{evening.play}")
    for action in (one for one in state.snapshot.game.actions if not sheets or one.name in sheets):
        state.sheet.open(Offer(action.name))
        await screen.settle()
        for _ in action.questions:
            look(
                screen,
                f"{action.name} {dict(state.sheet.draft.answers) if state.sheet.draft else ''}",
            )
            if not await answer_next(state, screen):
                break
        for value in ("h5", "h6") if action.name in ("keep", "correct_lease") else ():
            state.sheet.answer("card", value)
            await screen.settle()
            look(screen, f"{action.name} {value}")
        state.panel.leave()
    if state.seats and not state.keeps_book:
        await own_page(evening, screen, state, look)


async def an_auction(evening, screen, _state, look, *, own):
    """Look on as Ben bids more than Ben has, on a phone of Ben's ``own`` or aloud, and as the hammer falls."""
    bank = evening.state(evening.tablet)
    ben = evening.state(evening.add("Ben")) if own else bank
    bank.sheet.open(Offer("sell", {"lot": "h1"}))
    lot = bank.auction.put_up(bank.sheet.draft)
    taken = []

    async def again(where):
        await screen.go(f"/play/{evening.play}/journal")
        await screen.go(f"/play/{evening.play}")
        look(screen, where)

    for state, seat, amount in ((bank, "ann", 20), (ben, "ben", 900)):
        try:
            state.auction.bid(lot, seat, amount)
            taken.append(seat)
        except Refusal as refusal:
            assert refusal.sentence == CANT_BID
        await again(f"a bid of {seat}")
    assert taken == (["ann"] if own else ["ann", "ben"]), "what was called out is taken as it was"
    assert lot.keeps("ben", 10) == ""
    bank.auction.knock_down(lot, lot.revision)
    assert bank.problem == ("" if own else "Ben can't pay £900. Take this bid back.")
    await again("the hammer")
    bank.auction.take_back(lot, lot.revision)
    await again("a bid taken back")


FOLDS = ("Find an action", "All that you have")


async def own_page(evening, screen, state, look):
    """Open all that a player's own page folds, ask for what is the player's own, and go to a secret bid."""
    await screen.go(f"/play/{evening.play}")
    for fold in FOLDS:
        await screen.tap(fold)
        look(screen, fold)
    # of a sheet of their own, what the owner of a hidden card can sell is no secret
    for action in () if state.seat == "ann" else state.snapshot.game.actions:
        for name, _ in action.asks:
            state.sheet.open(Offer(action.name, {name: state.seat}))
            await screen.settle()
            look(screen, f"{action.name} by {name}")
            state.panel.leave()
    state.requests.object_to(1, "I had less.")
    await screen.go(f"/play/{evening.play}/journal")
    await screen.go(f"/play/{evening.play}")
    look(screen, "something asked for")
    if state.snapshot.game.key == "doubletrack":
        bank = evening.state(evening.tablet)
        bank.sheet.open(Offer("sell_card", {"who": "ben"}))
        bank.auction.put_up(bank.sheet.draft)
        await screen.go(f"/play/{evening.play}/bids")
        look(screen, "a secret bid")
        await screen.tap("+25")
        look(screen, "a chip in the fist")


async def answer_next(state, screen):
    """Give the first answer that is possible to the next question, if any."""
    draft = state.sheet.draft
    if draft is None:
        return False
    for question in state.snapshot.game.find_action(draft.action).questions:
        if question.name in draft.answers or isinstance(question.kind, Each):
            continue
        options = state.snapshot.options(draft.action, draft.answers, question.name)
        value = next((one.value for one in options or () if not one.refusal), None)
        if isinstance(question.kind, Amount):
            value = 5
        if value is None:
            return False
        state.sheet.answer(question.name, value)
        await screen.settle()
        return True
    return False


def walk(both, kind, size, tour, least=1_000):
    rights = MEMBERS[kind]
    ways = []

    async def scene():
        for evening in both:
            evening.add("Dora")
            more = dict(rights or {})
            member = (
                evening.tablet if rights is None else evening.add(*more.pop("people", ()), **more)
            )
            ways.append(await sent(evening, member, size, tour))

    play(scene)
    one, other = ways
    assert one.keys() == other.keys()
    assert sum(map(len, one.values())) > least, "the walk went where it was meant to go"
    told = {
        where: sorted({*one[where]} ^ {*other[where]}) or "the same in another order"
        for where in one
        if one[where] != other[where]
    }
    assert not told, f"{kind} can tell the two tables apart: {told}"


def screens(*parts, sheets=()):
    return partial(every_screen, screens=parts, sheets=sheets)


SHEETS = {
    "doubletrack": ("sell_card", "take", "leave"),
    "totopoly": ("keep", "correct_lease", "home"),
}
"""Those that can be filled in while it is hidden, and once showed something."""


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        ("totopoly", "another player's phone"),
        ("doubletrack", "the tablet"),
        ("doubletrack", "the owner's phone"),
    ],
)
def test_nobody_can_tell_two_tables_apart_that_differ_in_what_is_hidden(tmp_path, game, kind):
    with twins(tmp_path, game) as both:
        walk(both, kind, PHONE if "phone" in kind else TABLET, screens(*QUICK, sheets=SHEETS[game]))


def test_nor_can_the_auctioneer_by_the_list_of_lots(tmp_path):
    with twins(tmp_path, "lots") as both:
        walk(both, "another player's phone", PHONE, screens("", "/see", sheets=("sell", "no_bid")))


@pytest.mark.parametrize("own", [True, False], ids=["on a phone", "called out"])
@pytest.mark.parametrize("kind", ["another player's phone", "a watcher", "the tablet"])
def test_nor_by_an_open_auction_where_money_is_hidden(tmp_path, monkeypatch, kind, own):
    hidden = altered(
        find_game("totopoly"), is_secret=lambda _table, account: account.endswith(":cash")
    )
    monkeypatch.setattr("companion.games.find_info", lambda _: SimpleNamespace(open=lambda: hidden))
    with twins(tmp_path, "hidden money") as both:
        walk(
            both,
            kind,
            PHONE if "phone" in kind else TABLET,
            partial(an_auction, own=own),
            least=500,
        )


@pytest.mark.parametrize("game", GAMES)
def test_nor_can_the_room_at_a_television(tmp_path, game):
    with twins(tmp_path, game) as both:
        walk(both, "a watcher", TELEVISION, screens("", "/show"), least=100)


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, TABLET, TELEVISION])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", MEMBERS)
def test_no_kind_of_member_can_on_any_screen(tmp_path, game, kind, size):
    with twins(tmp_path, game) as both:
        walk(both, kind, size, screens(*SCREENS))


def test_the_walk_finds_a_correction_that_shows_what_is_hidden(tmp_path, monkeypatch):
    between = differences.between

    def showing(game, *tables):
        return between(altered(game, is_secret=lambda _table, _account: False), *tables)

    monkeypatch.setattr(differences, "between", showing)
    with (
        twins(tmp_path, "doubletrack") as both,
        pytest.raises(AssertionError, match="can tell the two tables apart"),
    ):
        walk(both, "the tablet", TABLET, screens(sheets=("leave",)))


def test_the_walk_finds_a_list_without_the_cards_that_others_keep(tmp_path, monkeypatch):
    listed = TotopolyTurn.keepable.fget
    without_others = property(lambda t: tuple(card for card in listed(t) if not t.owner(card)))
    monkeypatch.setattr(TotopolyTurn, "keepable", without_others)
    with (
        twins(tmp_path, "totopoly") as both,
        pytest.raises(AssertionError, match="can tell the two tables apart"),
    ):
        walk(both, "another player's phone", PHONE, screens(sheets=("keep",)))
