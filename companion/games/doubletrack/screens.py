"""What the screens show: players' cards, the table's status, the inside track, and what comes next.

Nothing here but ``Standing.secret`` may show what is behind a screen.
"""

from __future__ import annotations

from companion.api import listed
from companion.api.show import Badge, Holding, Offer, Pawn, Prompt, Standing, Track, Worth
from companion.games.doubletrack import auctions, inside_track, outside_track, set_up
from companion.games.doubletrack.box import COLOURS, TAKEN, as_chips
from companion.games.doubletrack.game import GAME, DoubletrackTurn, Player


@GAME.card
def card(t: DoubletrackTurn, who: Player) -> Standing:
    """Everything a player's card shows."""
    colour = t.pawns.get(who, "")
    pawns = f"{t.colour_name(colour)} pawns" if colour else ""
    chips = (("Chips", t.written(who.chips)), ("As chips", as_chips(who.chips)))
    passes = [
        (colour, f"since entry {t.since(colour)}" if t.since(colour) else "")
        for colour in who.passes
    ]
    started = (("Started", "yes"),) if t.first == who else ()
    return Standing(
        seat=who.key,
        figure="\u2022\u2022\u2022" if t.hidden else t.written(who.chips),
        subtitle=pawns,
        rank=rank(t, who),
        chips=badges(t, who),
        holdings=tuple(
            Holding(f"{t.colour_name(held)} pass", since, colour=t.ink(held))
            for held, since in passes
        ),
        progress=min(100, who.space * 100 // (t.spaces + 1)) if t.follows and t.spaces else None,
        note=note(t, who),
        out=not who.playing,
        up=any(toll.who == who for toll in t.tolls) and not t.winner,
        colour=t.ink(colour) if colour else "",
        details=(*started, *(() if t.hidden else chips[1:])),
        secret=chips if t.hidden else (),
    )


def rank(t: DoubletrackTurn, who: Player) -> Badge:
    """Say who leads, and who is farthest back."""
    if t.follows and t.first and who.playing:
        if t.leader == who:
            return Badge("leads", "good")
        if t.leader and who in t.farthest_back:
            return Badge("farthest back", "warn")
    return Badge("")


def badges(t: DoubletrackTurn, who: Player) -> tuple[Badge, ...]:
    """Say where the small pawn is, and what is laid down."""
    found = []
    if t.follows and who.playing:
        found.append(Badge("Home" if who.home else f"on {who.where}", "info"))
    for toll in t.tolls:
        if toll.who == who:
            gate = t.colour_name(toll.gate)
            found.append(Badge(f"{t.written(toll.amount)} laid down for the {gate} gate", "info"))
    if not who.playing:
        found.append(Badge("has left"))
    return tuple(found)


def note(t: DoubletrackTurn, who: Player) -> str:
    """Say how a player's game begins or ends."""
    if not t.first:
        return "Not dealt in yet"
    return "Won" if t.winner == who else ""


@GAME.status
def status(t: DoubletrackTurn) -> tuple[Badge, ...]:
    """Say how many chips are in play, what is on the table, and which passes nobody holds."""
    found = [Badge(f"{t.written(t.in_play)} in chips{', hidden' if t.hidden else ''}")]
    if t.on_table:
        found.append(Badge(f"{t.written(t.on_table)} on the table", "info"))
    loose = [t.colour_name(colour) for colour in COLOURS if colour not in t.in_hands]
    if t.first and loose:
        found.append(Badge(f"{listed(loose)} pass out of play"))
    return tuple(found)


@GAME.board
def track(t: DoubletrackTurn) -> Track | None:
    """The inside track, where the book follows the small pawns."""
    if not t.follows or not t.first:
        return None
    first, last = t.leader, t.farthest_back
    colours, behind = t.pawns, last if first else ()
    pawns = tuple(
        Pawn(
            who.key,
            who.space,
            f"{t.colour_name(colours[who])} pawn",
            who == first,
            who in behind,
            who.home,
        )
        for who in sorted(t.seats, key=lambda who: -who.space)
    )
    text = "Nobody leads yet: all are on Start."
    if first:
        are = "is" if len(last) == 1 else "are"
        back = listed(who.name for who in last)
        text = f"{first} leads, on {first.where}; {back} {are} farthest back, on {last[0].where}."
    taps = (
        ()
        if t.came_home
        else (inside_track.ahead("Move ahead"), inside_track.place("Put a pawn right"))
    )
    foot = "A pawn on a purple space counts where it stands."
    return Track("Inside track", pawns, text, t.spaces or None, foot, taps)


@GAME.worth
def worth(t: DoubletrackTurn, who: Player) -> Worth | None:
    """Count a player's chips in dollars, hidden or not; nothing before they are dealt, or after leaving."""
    if not t.first or not who.playing:
        return None
    note = "What lies on the table for the lead or for a toll is nobody's. Chips decide nothing."
    return Worth(who.chips, t.unit, "Chips", note)


# What comes next: the book keeps no turns, so whoever landed somewhere is named with what happened there

LANDED = (
    outside_track.toll("Ask at a gate"),
    auctions.sell_card("Sell a card"),
    auctions.sell_lead("Sell the lead"),
    outside_track.take_pass("Take a gate pass"),
    outside_track.take(f"Take ${TAKEN}"),
    auctions.sell_pass("Sell a pass"),
    outside_track.steal_pass("Steal a gate pass"),
)
CARDS = (
    inside_track.trade("Trade places"),
    inside_track.lead("Take the lead"),
    inside_track.back_ten("Back 10"),
    inside_track.go_last("Go farthest back"),
)


@GAME.next
def what_next(t: DoubletrackTurn) -> Prompt:
    """Say what the table does next, with the sheet to open and the other ways to go on."""
    if t.winner and t.hidden:
        text = "Chips stay behind the screens until they are lifted. They decide nothing."
        return Prompt(
            "The game is over", text, None, (inside_track.lift_screens("Lift the screens"),)
        )
    if t.winner:
        return Prompt("The game is over")
    if not t.first:
        stack = t.written(t.starting_stack)
        return Prompt(
            "Who starts?",
            f"Name a player, or roll for it. Everyone then has {stack} in chips, and a gate pass.",
            set_up.start("Start the game", "primary"),
            (set_up.pawns("Choose pawns"),),
        )
    if t.tolls:
        return open_toll(t)
    return bonus(t) if t.buyer else offer_anything(t)


def open_toll(t: DoubletrackTurn) -> Prompt:
    """Ask what the roll made of the first toll that is open."""
    toll = t.tolls[0]
    passage, gate, owner = outside_track.passage, toll.gate, toll.keeper.name
    if toll.lapsed:
        return Prompt(
            f"{toll.who}'s toll comes back",
            f"{outside_track.why_lapsed(t, toll)}: nobody is paid there.",
            passage(f"{toll.who} takes it back", "primary", gate=gate, came=False),
            event="Toll",
        )
    return Prompt(
        f"{toll.who} rolls: through the {t.colour_name(gate)} gate?",
        f"{t.written(toll.amount)} lies ready for {owner}, and is paid only if the roll leads into the shortcut.",
        passage(f"Through it: {owner} is paid", "primary", gate=gate, came=True),
        (
            passage("Not through it", gate=gate, came=False),
            outside_track.toll("Ask at another gate too", "quiet", who=toll.who),
        ),
        "Toll",
    )


def bonus(t: DoubletrackTurn) -> Prompt:
    """Ask who gets the Loser's Bonus, or say who does."""
    last, give = auctions.find_last(t), auctions.losers_bonus
    offer: Offer = give("Give it", "primary", last=last) if last else give("Give it", "primary")
    if len(last) > 1:
        text = f"{t.names(last)} roll for it; the low roll gets it."
    elif last:
        text = f"{last[0]} is farthest back."
    else:
        text = f"{t.buyer} has the lead. Who is farthest back now? Several on Start roll for it."
    if last and t.buyer and t.buyer.home:
        text += f" Then {t.buyer}, who is Home, has won."
    return Prompt(
        f"Who gets the Loser's Bonus of {t.written(t.pot)}?", text, offer, event="Loser's Bonus"
    )


def offer_anything(t: DoubletrackTurn) -> Prompt:
    """Offer the spaces and the cards."""
    text, home = "Anything else is under Find an action.", inside_track.home("Home")
    if not t.follows:
        return Prompt("What happened?", text, None, (*LANDED, home))
    first = t.first
    if first and first.playing and not any(who.space for who in t.seats):
        text = f"{first} starts. {text}"
    return Prompt(
        "What happened?", text, None, (inside_track.ahead("Move ahead"), *LANDED, *CARDS, home)
    )
